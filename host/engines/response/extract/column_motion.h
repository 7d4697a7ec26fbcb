// What the kernel kept of a trajectory's points, as motions of the reduced model in time.
#ifndef CHATTER_ENGINES_RESPONSE_EXTRACT_COLUMN_MOTION_H
#define CHATTER_ENGINES_RESPONSE_EXTRACT_COLUMN_MOTION_H

#include <complex.h>

#include "ensemble/engine.h"
#include "engines/response/bind/response_column.h"
#include "engines/response/stability/motion_system.h"

typedef struct response_motion {
  const engine_layout *layout;
  motion_system system;
  motion_orbit orbit;
  motion_contact *contact;
  double *number;       // of compliant laws, point by point
  double *damping;      // [n_modes]
  double *load;         // [n_modes][hb_n_load_numbers], of factor 1
  double *direct;       // [ports][hb_n_load_numbers], likewise
  double *gap;          // [points][2 DIM_HB_GAP_HARMONICS], what moves it
  double *amplitude;    // [loads][hb_n_load_numbers], likewise
  double factor;        // on the loads at the point; 0 of a damped nonlinear normal mode, which has none
  double xi;            // 1/s, what its modes are damped less; else 0
  double *displacement; // [n_boundary][width], q of the point
  double *force;        // [n_boundary][width], r of the point
  double *argument;     // [n_boundary][width], what the laws are functions of, likewise
  double complex *mode; // [harmonics + 1][n_modes], of the point, of Re Σ p_h exp(ihτ)
  double *work;         // of motion_steady_response
} response_motion;

chatter_status response_motion_create(const engine_layout *layout, arena *memory, response_motion *out);
// The trajectory's numbers, then those of one of its points, from records with DIM_HB_FORCES.
void response_motion_trajectory(const response_column *column, response_motion *self);
void response_motion_point(const response_column *column, int point, response_motion *self);

// Harmonic h of mode k at the point, of Re Σ p_h exp(ihτ).
double complex response_motion_mode(const response_motion *self, int k, int h);
// What the loads of the point displace contact coordinate b by themselves, without modes, F_f f at τ.
double response_motion_direct(const response_motion *self, int b, double tau);
// Load l of the kernel at the point, at τ.
double response_motion_load(const response_motion *self, int l, double tau);
// Harmonic h of row `row` of contact forces (`of` force) or displacements.
double complex response_motion_harmonic(const response_motion *self, const double *of, int row, int h);

#endif
