// A time step of modes that are coupled by a damping matrix D,
//   p'' + D p' + diag(ω²) p = f(t),   f linear over the step.
// It is exact, as the step of uncoupled modes is (motion_system.h).
#ifndef CHATTER_ENGINES_RESPONSE_COUPLED_STEP_H
#define CHATTER_ENGINES_RESPONSE_COUPLED_STEP_H

#include "base/memory.h"
#include "base/status.h"

enum { COUPLED_BLOCK_WIDTH = 8 }; // most columns of a step

typedef struct coupled_step {
  int n_modes;
  // [2 n_modes][4 n_modes]: p and v at the end, per p, v, force at the beginning and at the end
  double *by;
  double *term, *next; // likewise, scratch
  double *after;       // [2 n_modes][COUPLED_BLOCK_WIDTH], scratch
} coupled_step;

chatter_status coupled_step_create(int n_modes, arena *memory, coupled_step *out);
// Prepares a step. `coupling` [n_modes][n_modes]: D without its diagonal, which is `damping`.
void coupled_step_set(const double *omega2, const double *damping, const double *coupling, double length,
                      coupled_step *self);
// Returns the displacement of mode k at the end per force on mode l there.
double coupled_step_compliance(const coupled_step *self, int k, int l);
double coupled_step_mobility(const coupled_step *self, int k, int l); // the same for the velocity

// Advances `wide` columns, each of p, v and force [n_modes][wide], through a step without the
// forces at its end; then adds the effect of those.
void coupled_step_advance(const coupled_step *self, int wide, const double *force, double *p, double *v);
void coupled_step_add_end_forces(const coupled_step *self, int wide, const double *force, double *p,
                                 double *v);

#endif
