// Inside of floquet_flow.c and floquet_laws.c: contact forces of small deviations from a periodic motion are
// linear in displacements, velocities, sliders and internal states, in the present states of the contacts:
//   r = A q + B v + known,   q = q* + C r,   v = v* + V r
// with the compliance C of a step, or the flexibility where no time passes, and the step's mobility V. Where
// a stop is closed q = 0 stands in place of the first.
//
// A law of the velocity along a coordinate without mass makes its displacement a state, which creeps: over a
// step of length h by the trapezoidal rule, v = 2 (q - q⁻)/h - v⁻.
#ifndef CHATTER_ENGINES_RESPONSE_FLOQUET_INNER_H
#define CHATTER_ENGINES_RESPONSE_FLOQUET_INNER_H

#include "engines/response/stability/floquet_flow.h"
#include "engines/response/stability/element_path.h"

// Columns of the map are carried in blocks: one row of a block is what a vector holds.
enum { BLOCK_WIDTH = COUPLED_BLOCK_WIDTH };
typedef double block_row[BLOCK_WIDTH];

// Where the rows of a block lie. w: sliders, internal states, displacements that creep.
typedef struct flow_block {
  block_row *p, *v, *force, *w;
  block_row *q, *r, *rate, *before; // of the boundary; v* or v, q before the step
  block_row *known, *creep;         // likewise; the velocity of what creeps
} flow_block;

typedef struct force_slopes {
  double *by_q;          // A, [n_boundary][n_boundary]
  double *by_v;          // B, [n_boundary]
  int *held;             // [n_boundary], 1: (C r) = known - q*, by a closed stop or as a state
  double *own, *creeps;  // [n_boundary], of a displacement that creeps: its law's slopes by q and v; 0: none
  double *work, *solved; // [n_boundary][n_boundary]; solved: r per A q* + B v* + known
} force_slopes;

// A compliant law, as far as the flow has come.
typedef struct flow_law {
  int first, creep;    // rows of w: of its first internal state; of its displacement, -1: no state
  double *begin, *now; // [states], at τ = 0, and now
  double *keep, *gain; // [states], slopes of the last move
  int *stuck;          // [states], 1: of it a place is kept, as of a slider that never slips, and no force
  double q;            // displacement now
} flow_law;

struct floquet_flow {
  const motion_system *system;
  motion_orbit orbit;
  int n_sliders, *slider; // of each coordinate, -1: none
  int is_smooth;          // 1: slopes change from step to step
  int has_rates;          // 1: there are forces of velocities
  int size, n_blocks, n_events;
  element_state *state; // [n_contacts], now
  element_path *path;   // [n_contacts]
  flow_law *law;        // [n_contacts]
  element_event *event; // of all contacts, in the order of time
  motion_step step;
  double *mobility; // V, [n_boundary][n_boundary]
  force_slopes begin, end;
  block_row *rows;  // [n_blocks]
  double *power[3]; // [size][size], scratch
};

// floquet_laws.c. Rows of w that laws of `system` take beside sliders.
int flow_law_rows(const motion_system *system);
chatter_status flow_laws_create(floquet_flow *self, int rows, arena *memory);
void flow_laws_begin(floquet_flow *self); // at τ = 0
// Slopes at τ, at once (length 0) or at the end of a step of that length, s. `from`, `to`: ends of the piece,
// on whose inner sides they are taken.
void flow_slopes(floquet_flow *self, double tau, double from, double to, double length, force_slopes *out);
// What of the forces is known: into b->known.
void flow_known_forces(const floquet_flow *self, const force_slopes *by, double length, flow_block *b);
// Internal states and what creeps, once r and q are found.
void flow_update_states(const floquet_flow *self, const force_slopes *by, double length, flow_block *b);
// A gap that closes.
void flow_close_gap(const floquet_flow *self, const element_event *event, flow_block *b);

#endif
