// The state that the files of flight.h share, and the forces of an instant.
#ifndef CHATTER_ENGINES_RESPONSE_FLIGHT_INNER_H
#define CHATTER_ENGINES_RESPONSE_FLIGHT_INNER_H

#include "engines/response/shooting/flight.h"
#include "kernels/response/response_layout.h"
#include "reduction/algebra/dense.h"

// Steps of level k are 2⁻⁸⁻ᵏ of the period, of the last level a tick.
enum { STEP_LEVELS = 33, LAST_LEVEL = STEP_LEVELS - 1 };
enum { BLOCK_WIDTH = COUPLED_BLOCK_WIDTH };
typedef double block_row[BLOCK_WIDTH];
typedef struct flight_block { // columns of deviations
  block_row *p, *v, *force;   // [n_modes]
  block_row *q, *u, *r;       // [n_boundary]
} flight_block;

typedef struct flight_instant {
  double *p, *v;     // [n_modes], δ
  double *q, *u, *r; // [n_boundary], what the laws depend on, and their forces
  int *pushes;       // [n_contacts]
} flight_instant;

struct flight {
  const motion_system *system;
  motion_orbit balance, free; // q* and q_f; of set-valued stops q + gap, which may move
  double *mean;               // r0, [n_boundary]
  double complex *mode;       // [harmonics + 1][n_modes], δ of the balance
  int base;                   // level of the longest steps
  motion_step step[STEP_LEVELS];
  double *mobility[STEP_LEVELS]; // [n_boundary][n_boundary]
  int is_set[STEP_LEVELS];
  long tick, event; // now, and of the last event
  flight_instant now, next;
  double *by_q, *by_v, *known; // [n_boundary], r = by_q q + by_v u + known
  int *held;                   // [n_boundary], 1: q = 0 instead
  double *work, *inverse;      // [n_boundary][n_boundary]
  double *alone;               // [2 n_boundary], q and u without the forces of the instant
  double *force;               // [n_modes], scratch
  int n_blocks;
  flight_block *block;
  double size, off, moved; // of the last period
};

int flight_has_gap(const motion_contact *c);
int flight_is_stop(const motion_system *system, const motion_contact *c);
// Returns 1 if contact j pushes where it is at an instant; of one that has no gap always 0.
int flight_pushes(const flight *self, const flight_instant *at, int j);
// Returns the distance of an open stop from closing, m.
double flight_opening(const motion_contact *c, double q);

// q* and q_f, r0, and δ of the balance, of its harmonics.
chatter_status flight_find_free(const motion_orbit *orbit, arena *memory, flight *out);
// q_f + Φ δ - F r0 and its velocity: of the contacts without their forces.
void flight_contact_motion(const flight *self, long tick, flight_instant *at);

// The slopes of the contact forces about `at`, and what they are at q = u = 0.
void flight_linearise(flight *self, const flight_instant *at);
// (1 - A C - B V) in self->work, C of rows that are held.
void flight_matrix(flight *self, const double *compliance, const double *mobility);
// Forces of an instant by its q and u without them, to which they are added. 0: none were found.
int flight_respond(flight *self, const double *compliance, const double *mobility, flight_instant *at);

// (1 - A C - B V)⁻¹ about the present slopes. 0: singular.
int flight_invert(flight *self, const double *compliance, const double *mobility);
// q and u of deviations without forces; forces from them, which are added.
void flight_contact_motion_columns(const flight *self, flight_block *b);
void flight_respond_columns(flight *self, const double *compliance, flight_block *b);
// Deviations through a step. 0: singular.
int flight_advance_columns(flight *self, int level);

#endif
