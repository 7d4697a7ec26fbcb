// The laws of one contact point in static equilibrium: residuals of its rows, their derivatives.
#ifndef CHATTER_ENGINES_TRANSIENT_BIND_STATIC_EQUILIBRIUM_POINT_H
#define CHATTER_ENGINES_TRANSIENT_BIND_STATIC_EQUILIBRIUM_POINT_H

#include "engines/transient/transient_engine.h"

typedef struct equilibrium_problem {
  const engine_layout *layout;
  const study *config;
  const double *parameter;
  int rows, n_rigid, n; // n = rows + n_rigid unknowns, λ and a
  int *rigid;           // [n_rigid] which modes
  double *load;         // [loads] at t = 0
  double *g, *c, *r;    // [rows][rows], [rows], [n_rigid][rows]
  double *push;         // [n_rigid] of the loads on the rigid modes
  double *unit,
      *weight;   // [n_rigid] of the unknown that stands for a, and of its equation: both in N, as all others
  double *scale; // [rows] ρ of the projections, about 1 / G_bb, N/m
  double hold;   // stiffness that holds the rigid modes while the contacts are found, (rad/s)²; in the end 0
  int bonded;    // 1: whatever is pressed sticks, while the contacts are found; in the end 0
  double share;  // of the friction, where it is raised step by step; in the end 1
  double *gap, *wall;      // [points] and [points][2], at t = 0: m, m/s
  double *x, *q;           // [n], [rows]
  double *terms;           // [rows] sizes of the terms of q
  double *residual, *size; // [n] and the sum of its terms' sizes
  double *by_force, *by_q; // [rows][rows of its point] derivatives of the residuals of a point: 3 × 3 blocks
  double *jacobian, *step, *pivot, *trial;
} equilibrium_problem;

// Gaps and walls at t = 0.
void equilibrium_set_gaps(equilibrium_problem *self);

// Residuals of point j's rows at λ = self->x and self->q, their terms' sizes and
// derivatives.
void equilibrium_point_residual(equilibrium_problem *self, int j);

// Its internal states after the increment, [DIM_LAW_STATES].
void equilibrium_point_states(const equilibrium_problem *self, int j, double *states);

#endif
