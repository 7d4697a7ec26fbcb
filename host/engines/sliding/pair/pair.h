// Two bodies and the contact between them: what of the joined reduced model (bodies.h) engines
// compute with.
#ifndef CHATTER_ENGINES_SLIDING_PAIR_H
#define CHATTER_ENGINES_SLIDING_PAIR_H

#include "reduction/reduced.h"

// Modal coordinates of mass 1, the slider's first; rows have n_modes numbers and are zero for the
// other body's modes.
typedef struct contact_pair {
  int n_slider, n_target, n_modes, n_nodes, n_responses;
  const double *omega2;   // [n_modes], (rad/s)², 0: the slider's rigid translation along y
  const double *damping;  // [n_modes], c, 1/s
  const double *row;      // [2 + 2 n_nodes][n_modes]: C_x, C_y, T_0x, T_0y, T_1x, …
  const double *preload;  // [n_modes], modal force per N of preload
  const double *drag;     // [n_modes], modal force per m/s of the guide, against it
  const double *inertia;  // [n_modes], likewise per m/s²; the slider's alone
  const double *response; // [n_responses][n_modes]
  double (*position)[2];  // [1 + n_nodes]: of C at x_A = 0 and of the nodes, undeformed, m
  double *arc;            // [n_nodes], length of the path up to the node, m
} contact_pair;

// Views of a joined model, which outlives them; arrays of its own lie in `memory`.
chatter_status pair_of(const reduced_model *joined, arena *memory, contact_pair *out);
const double *pair_row(const contact_pair *self, int which); // row `which` of self->row

// Where C stands on the target, and the directions there.
typedef struct pair_contact {
  int element;                 // between nodes `element` and `element` + 1
  double alpha, gamma, length; // C's place along it (0 … 1), its angle, rad, and its length, m
} pair_contact;

enum { PAIR_ROWS = 6 }; // T1_x, T1_y, T2_x, T2_y, C_x, C_y
// Equations 42 and 44 with the notes' sign of friction; sense +1: C slides in the sense of the
// path.
void pair_directions(const pair_contact *at, double friction, double sense, double equilibrium[PAIR_ROWS],
                     double compatibility[PAIR_ROWS]);
// Rows of Φ combined: out[n_modes] = Σ weight · row.
void pair_combine(const contact_pair *self, int element, const double weight[PAIR_ROWS], double *out);
// Positions of T1, T2 and C for modal coordinates p (NULL: undeformed) and a guide at x_A = offset.
void pair_positions(const contact_pair *self, int element, const double *p, double offset,
                    double at[PAIR_ROWS]);
// The contact of these positions on the element: angle, length and C's projection.
void pair_project(const double at[PAIR_ROWS], pair_contact *contact);
// The undeformed element and place at arc length `arc`; 0: not on the path.
int pair_at_arc(const contact_pair *self, double arc, pair_contact *contact);

#endif
