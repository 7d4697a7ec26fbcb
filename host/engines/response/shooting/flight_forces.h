// The state shared by the files of flight.h, and the contact forces at an instant.
#ifndef CHATTER_ENGINES_RESPONSE_FLIGHT_INNER_H
#define CHATTER_ENGINES_RESPONSE_FLIGHT_INNER_H

#include "engines/response/shooting/flight.h"
#include "kernels/response/response_layout.h"
#include "reduction/algebra/dense.h"

// Steps of level k are 2⁻⁸⁻ᵏ of the period; a step of the last level is a tick.
enum { STEP_LEVELS = 33, LAST_LEVEL = STEP_LEVELS - 1 };
enum { BLOCK_WIDTH = COUPLED_BLOCK_WIDTH };
typedef double block_row[BLOCK_WIDTH];
typedef struct flight_block { // columns of deviations
  block_row *p, *v, *force;   // [n_modes]
  block_row *q, *u, *r;       // [n_boundary]
} flight_block;

typedef struct flight_instant {
  double *p, *v;     // [n_modes], δ
  double *q, *u, *r; // [n_boundary], arguments of the laws, and contact forces
  int *pushes;       // [n_contacts], 1: closed
} flight_instant;

struct flight {
  const motion_system *system;
  motion_orbit balance, free; // q* and q_f; q + gap for set-valued stops, whose gap may move
  double *mean;               // r0, [n_boundary]
  double complex *mode;       // [harmonics + 1][n_modes], δ in the balance
  int base;                   // level of the longest steps
  motion_step step[STEP_LEVELS];
  double *mobility[STEP_LEVELS]; // [n_boundary][n_boundary]
  int is_set[STEP_LEVELS];
  long tick, event; // the present tick, and that of the last event
  flight_instant now, next;
  double *by_q, *by_v, *known; // [n_boundary], r = by_q q + by_v u + known
  int *held;                   // [n_boundary], 1: q = 0 replaces the law
  double *work, *inverse;      // [n_boundary][n_boundary]
  double *alone;               // [2 n_boundary], q and u without the present forces
  double *force;               // [n_modes], scratch
  int n_blocks;
  flight_block *block;
  double size, off, moved; // in the last period
};

int flight_has_gap(const motion_contact *c);
int flight_is_stop(const motion_system *system, const motion_contact *c);
// Returns 1 if contact j is closed at an instant; 0 for a contact without gap.
int flight_pushes(const flight *self, const flight_instant *at, int j);
// Returns the distance of an open stop from closing, m.
double flight_opening(const motion_contact *c, double q);

// Finds q* and q_f, r0, and δ from the harmonics of the balance.
chatter_status flight_find_free(const motion_orbit *orbit, arena *memory, flight *out);
// Finds q_f + Φ δ - F r0 and its velocity: contact motion without contact forces.
void flight_contact_motion(const flight *self, long tick, flight_instant *at);

// Finds the slopes of the contact forces at `at`, and their values extrapolated to q = u = 0.
void flight_linearise(flight *self, const flight_instant *at);
// Writes 1 - A C - B V into self->work; rows of C where q = 0 is held.
void flight_matrix(flight *self, const double *compliance, const double *mobility);
// Finds the forces of an instant from q and u without them, and adds their displacement to q and u.
// Returns 0 if none were found.
int flight_respond(flight *self, const double *compliance, const double *mobility, flight_instant *at);

// Finds (1 - A C - B V)⁻¹ for the present slopes. Returns 0 if singular.
int flight_invert(flight *self, const double *compliance, const double *mobility);
// Finds q and u of deviations without forces, then their forces, whose displacements are added.
void flight_contact_motion_columns(const flight *self, flight_block *b);
void flight_respond_columns(flight *self, const double *compliance, flight_block *b);
// Advances the deviations through a step. Returns 0 if singular.
int flight_advance_columns(flight *self, int level);

#endif
