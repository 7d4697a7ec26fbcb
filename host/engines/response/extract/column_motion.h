// Reads the kernel's records of a trajectory's points as motions of the reduced model in time.
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
  double *number;       // parameters of compliant laws, point by point
  double *damping;      // [n_modes]
  double *load;         // [n_modes][hb_n_load_numbers], for factor 1
  double *direct;       // [ports][hb_n_load_numbers], for factor 1
  double *gap;          // [points][2 DIM_HB_GAP_HARMONICS], harmonics of moving gaps
  double *amplitude;    // [loads][hb_n_load_numbers], for factor 1
  double factor;        // load factor at the point; 0 for a damped nonlinear normal mode
  double xi;            // 1/s, reduction of the modes' damping on a nonlinear mode; else 0
  double *displacement; // [n_boundary][width], q at the point
  double *force;        // [n_boundary][width], r at the point
  double *argument;     // [n_boundary][width], arguments of the laws at the point
  double complex *mode; // [harmonics + 1][n_modes] at the point, Re Σ p_h exp(ihτ)
  double *work;         // for motion_steady_response
} response_motion;

chatter_status response_motion_create(const engine_layout *layout, arena *memory, response_motion *out);
// Reads the trajectory's parameters, then one of its points, from records with DIM_HB_FORCES.
void response_motion_trajectory(const response_column *column, response_motion *self);
void response_motion_point(const response_column *column, int point, response_motion *self);

// Returns harmonic h of mode k at the point, of Re Σ p_h exp(ihτ).
double complex response_motion_mode(const response_motion *self, int k, int h);
// Returns the direct displacement of contact coordinate b by the loads, without modes, F_f f at τ.
double response_motion_direct(const response_motion *self, int b, double tau);
// Returns load l of the kernel at the point, at τ.
double response_motion_load(const response_motion *self, int l, double tau);
// Returns harmonic h of row `row` of `of`, contact forces or displacements.
double complex response_motion_harmonic(const response_motion *self, const double *of, int row, int h);

#endif
