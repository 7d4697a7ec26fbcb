// Two bodies and the contact between them: the data of the joined reduced model (bodies.h) for
// computations.
#ifndef CHATTER_ENGINES_SLIDING_PAIR_H
#define CHATTER_ENGINES_SLIDING_PAIR_H

#include "reduction/reduced.h"

// Modal coordinates of modal mass 1, the slider's first. Rows have n_modes numbers and are zero for
// the other body's modes.
typedef struct contact_pair {
  int n_slider, n_target, n_modes, n_nodes, n_responses;
  const double *omega2;   // [n_modes], (rad/s)²; 0: the slider's rigid translation along y
  const double *damping;  // [n_modes], c, 1/s
  const double *row;      // [2 + 2 n_nodes][n_modes]: C_x, C_y, T_0x, T_0y, T_1x, …
  const double *preload;  // [n_modes], modal force per N of preload
  const double *drag;     // [n_modes], modal force per m/s of the guide, against it
  const double *inertia;  // [n_modes], modal force per m/s² of the guide, against it; slider only
  const double *response; // [n_responses][n_modes]
  double (*position)[2];  // [1 + n_nodes]: C at x_A = 0, then the nodes, undeformed, m
  double *arc;            // [n_nodes], length of the path up to the node, m
} contact_pair;

// Makes views of a joined model, which must outlive them; own arrays are in `memory`.
chatter_status contact_pair_of_model(const reduced_model *joined, arena *memory, contact_pair *out);
const double *pair_row(const contact_pair *self, int which); // row `which` of self->row

// Place of C on the target, and the directions there.
typedef struct pair_contact {
  int element;                 // between nodes `element` and `element` + 1
  double alpha, gamma, length; // place of C along it (0 … 1), its angle, rad, and its length, m
} pair_contact;

enum { PAIR_ROWS = 6 }; // T1_x, T1_y, T2_x, T2_y, C_x, C_y
// Computes the directions of Brunetti et al. 2021, equations 42 and 44, with the sign of friction
// in docs/theory/sliding.md; sense +1: C slides in the sense of the path.
void pair_directions(const pair_contact *at, double friction, double sense, double equilibrium[PAIR_ROWS],
                     double compatibility[PAIR_ROWS]);
// Combines rows of Φ: out[n_modes] = Σ weight · row.
void pair_combine(const contact_pair *self, int element, const double weight[PAIR_ROWS], double *out);
// Computes the positions of T1, T2 and C for modal coordinates p (NULL: undeformed) and a guide at
// x_A = offset.
void pair_positions(const contact_pair *self, int element, const double *p, double offset,
                    double at[PAIR_ROWS]);
// Computes the contact of these positions on the element: angle, length and C's projection.
void pair_project(const double at[PAIR_ROWS], pair_contact *contact);
// Finds the undeformed element and place at arc length `arc`; returns 0 if it is not on the path.
int pair_at_arc(const contact_pair *self, double arc, pair_contact *contact);

#endif
