// Shared by floquet_flow.c and floquet_laws.c: contact forces of small deviations from a periodic
// motion. In the present contact states they are linear in displacements, velocities, sliders and
// internal states:
//   r = A q + B v + known,   q = q* + C r,   v = v* + V r
// with the compliance C and mobility V of a step, or the flexibility at an instant. A closed stop
// has q = 0 in place of the first equation.
//
// A velocity-dependent law at a massless coordinate makes its displacement a state (creep). A step
// of length h uses the trapezoidal rule, v = 2 (q - q⁻)/h - v⁻.
#ifndef CHATTER_ENGINES_RESPONSE_FLOQUET_INNER_H
#define CHATTER_ENGINES_RESPONSE_FLOQUET_INNER_H

#include "engines/response/stability/floquet_flow.h"
#include "engines/response/stability/element_path.h"

// Columns of the map are carried in blocks; one row of a block fills a vector.
enum { BLOCK_WIDTH = COUPLED_BLOCK_WIDTH };
typedef double block_row[BLOCK_WIDTH];

// Rows of a block. w: sliders, internal states, creeping displacements.
typedef struct flow_block {
  block_row *p, *v, *force, *w;
  block_row *q, *r, *rate, *before; // boundary rows; v* or v, and q before the step
  block_row *known, *creep;         // boundary rows; velocity of creeping displacements
} flow_block;

typedef struct force_slopes {
  double *by_q; // A, [n_boundary][n_boundary]
  double *by_v; // B, [n_boundary]
  int *held;    // [n_boundary], 1: (C r) = known - q*, for a closed stop or a state
  // [n_boundary], for creeping displacements: slopes of the law by q and v; 0: not creeping
  double *own, *creeps;
  double *work, *solved; // [n_boundary][n_boundary]; solved: r per A q* + B v* + known
} force_slopes;

// A compliant law at the present time of the flow.
typedef struct flow_law {
  int first, creep;    // rows of w: first internal state; displacement, -1: it is no state
  double *begin, *now; // [states], at τ = 0 and now
  double *keep, *gain; // [states], slopes of the last move: by the state itself and by the move
  int *stuck;          // [states], 1: holds a position, as a slider that never slips
  double q;            // present displacement
} flow_law;

struct floquet_flow {
  const motion_system *system;
  motion_orbit orbit;
  int n_sliders, *slider; // [n_boundary], -1: none
  int is_smooth;          // 1: slopes vary within a piece
  int has_rates;          // 1: some forces depend on velocities
  int size, n_blocks, n_events;
  element_state *state; // [n_contacts], present
  element_path *path;   // [n_contacts]
  flow_law *law;        // [n_contacts]
  element_event *event; // all contacts, in the order of time
  motion_step step;
  double *mobility; // V, [n_boundary][n_boundary]
  force_slopes begin, end;
  block_row *rows;  // [n_blocks]
  double *power[3]; // [size][size], scratch
};

// Defined in floquet_laws.c. Returns the rows of w that laws of `system` need besides sliders.
int flow_law_rows(const motion_system *system);
chatter_status flow_laws_create(floquet_flow *self, int rows, arena *memory);
void flow_laws_begin(floquet_flow *self); // at τ = 0
// Finds the slopes at τ, at an instant (length 0) or at the end of a step of that length, s.
// `from`, `to`: ends of the piece; slopes there are one-sided limits from inside.
void flow_slopes(floquet_flow *self, double tau, double from, double to, double length, force_slopes *out);
// Writes the known part of the forces into b->known.
void flow_known_forces(const floquet_flow *self, const force_slopes *by, double length, flow_block *b);
// Updates internal states and creeping displacements once r and q are found.
void flow_update_states(const floquet_flow *self, const force_slopes *by, double length, flow_block *b);
// Applies the closing of a gap.
void flow_close_gap(const floquet_flow *self, const element_event *event, flow_block *b);

#endif
