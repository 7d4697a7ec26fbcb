// Laws of one contact point in static equilibrium: residuals of its rows and their derivatives.
#ifndef CHATTER_ENGINES_TRANSIENT_BIND_STATIC_EQUILIBRIUM_POINT_H
#define CHATTER_ENGINES_TRANSIENT_BIND_STATIC_EQUILIBRIUM_POINT_H

#include "engines/transient/transient_engine.h"

typedef struct equilibrium_problem {
  const engine_layout *layout;
  const study *config;
  const double *parameter;
  int rows, n_rigid, n; // n = rows + n_rigid unknowns, λ and a
  int *rigid;           // [n_rigid], mode numbers
  double *load;         // [loads] at t = 0
  double *g, *c, *r;    // [rows][rows], [rows], [n_rigid][rows]
  double *push;         // [n_rigid], forces of the loads on the rigid modes
  double *unit,
      *weight;             // [n_rigid], scale of unknowns a and their equations, to N
  double *scale;           // [rows], ρ of the projections, about 1 / G_bb, N/m
  double hold;             // stiffness of rigid modes in the search, (rad/s)²; finally 0
  int bonded;              // 1: closed contacts stick, while contacts are sought; finally 0
  double share;            // factor on friction, raised step by step; finally 1
  double *gap, *wall;      // [points] and [points][2], at t = 0: m, m/s
  double *x, *q;           // [n], [rows]
  double *terms;           // [rows], sum of the absolute terms of q
  double *residual, *size; // [n], and the sum of their absolute terms
  // [rows][rows of its point], derivatives of the residuals of a point: 3 × 3 blocks
  double *by_force, *by_q;
  double *jacobian, *step, *pivot, *trial;
} equilibrium_problem;

// Sets gaps and walls at t = 0.
void equilibrium_set_gaps(equilibrium_problem *self);

// Evaluates the residuals of point j's rows at λ = self->x and self->q, the sizes of their terms
// and their derivatives.
void equilibrium_point_residual(equilibrium_problem *self, int j);

// Writes the internal states after the increment, [DIM_LAW_STATES].
void equilibrium_point_states(const equilibrium_problem *self, int j, double *states);

#endif
