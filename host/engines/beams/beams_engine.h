// The engine of `study: beams`: beams in frictional contact with beams, quasi-static, in load increments.
#ifndef CHATTER_ENGINES_BEAMS_ENGINE_H
#define CHATTER_ENGINES_BEAMS_ENGINE_H

#include "engines/beams/study/beams_keys.h"
#include "ensemble/observe/kept.h"
#include "kernels/beams/beams_layout.h"
#include "study/study_kind.h"

#define KERNEL KERNEL_DECLARE
#include "kernels/beams/kernels.h"
#undef KERNEL

// What holds or moves a freedom of a node.
typedef enum { FREEDOM_FREE, FREEDOM_HELD, FREEDOM_DRIVEN } freedom_kind;

typedef struct beams_own {
  int n_beams, n_nodes, n_elements, most_nodes; // of one beam
  int *first, *elements;                        // of each beam: its first node, how many elements
  int *unknown;                                 // of each freedom, -1 held, -2 - d driven
  int n_free, n_driven, n_loaded;
  int *freedom;               // of each unknown
  int *driven, *loaded;       // freedoms
  int *driven_by, *loaded_by; // entries of `loads`
  signals_plan signals;
  int *signal; // of every output
} beams_own;

// A signal of the kernel.
typedef struct beams_quantity {
  study_quantity is;
  int signal; // beams_signal_kind
  int second; // 1: of the second beam
} beams_quantity;
const beams_quantity *beams_quantity_of(const output_config *output); // NULL: of another engine

extern const study_kind beams_kind;
extern const engine *const beams_engines[]; // NULL behind the last

// A beam at rest: its span, the quaternion of its triad, and how its line differs from the span.
typedef struct beam_rest {
  double start[3], span[3], axes[4];
  int elements;
  double arc, crimp, waves; // rad, m, over the span
} beam_rest;
beam_rest beams_rest(const study *config, int beam);
// beams_rest.c: the places of all nodes [n_nodes][3], in an array of beams_room numbers.
size_t beams_room(const beams_own *own);
void beams_places(const study *config, const beams_own *own, double *x);
// The quaternion of the triad of the element between the nodes at x and x + 3.
void beams_element_axes(const beam_rest *rest, const double *x, double q[4]);
// Of the middle lines of two beams with nodes at x and y.
double beams_distance(const beam_rest *a, const double *x, const beam_rest *b, const double *y);

int beams_legs_count(const study *config);
double beams_increments(const study *config); // of all legs
double beams_recorded(const study *config);
// beams_plan.c
chatter_status beams_prepare(const study *config, const reduced_model *reduced, engine_layout *layout);
// beams_order.c: the nodes in the order of the unknowns.
chatter_status beams_order(const study *config, const beams_own *own, arena *memory, int *node);
// beams_mesh.c: a model of the assembly at rest, into layout->reduced: what states are of, and where outputs
// of fields want it the mesh of the beams.
chatter_status beams_mesh(const study *config, engine_layout *layout);
void beams_motion(const engine_layout *layout, const kernel_batch *host, long i, const double *before,
                  const double *after, engine_motion *to);
// beams_start.c
int beams_rows(const engine_layout *layout, engine_rows to[ENGINE_ROWS]);
double beams_first_factor(const engine_layout *layout, const trajectory_price *price); // of the load
// beams_bind.c
chatter_status beams_price(const engine_layout *layout, const study *config, long trajectory, void *scratch,
                           trajectory_price *price);
chatter_status beams_bind(const engine_layout *layout, const study *config, long trajectory, void *scratch,
                          double *parameter, double *state, trajectory_price *price);

#endif
