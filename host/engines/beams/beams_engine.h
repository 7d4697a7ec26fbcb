// The engine of `study: beams`: beams in frictional contact with beams, quasi-static, in load increments.
#ifndef CHATTER_ENGINES_BEAMS_ENGINE_H
#define CHATTER_ENGINES_BEAMS_ENGINE_H

#include "engines/beams/beams_keys.h"
#include "ensemble/observe/kept.h"
#include "kernels/beams/beams_layout.h"
#include "study/study_kind.h"

#define KERNEL KERNEL_DECLARE
#include "kernels/beams/kernels.h"
#undef KERNEL

// What holds or moves a freedom of a node.
typedef enum { FREEDOM_FREE, FREEDOM_HELD, FREEDOM_DRIVEN } freedom_kind;

typedef struct beams_own {
  int n_beams, n_nodes, n_elements;
  int *first, *elements; // of each beam: its first node, how many elements
  int *unknown;          // of each freedom, -1 held, -2 - d driven
  int n_free, n_driven, n_loaded;
  int *freedom;               // of each unknown
  int *driven, *loaded;       // freedoms
  int *driven_by, *loaded_by; // entries of `loads`
  signals_plan signals;
  int *signal; // of every output
  double path; // legs
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

// A beam at rest: its ends, and the quaternion of its triad.
typedef struct beam_rest {
  double start[3], span[3], axes[4];
} beam_rest;
beam_rest beams_rest(const study *config, int beam);
// Of the middle lines of two straight beams.
double beams_distance(const beam_rest *a, const beam_rest *b);

int beams_legs_count(const study *config);
double beams_increments(const study *config); // of all legs
// beams_plan.c
chatter_status beams_prepare(const study *config, const reduced_model *reduced, engine_layout *layout);
// beams_bind.c
chatter_status beams_price(const engine_layout *layout, const study *config, long trajectory, void *scratch,
                           trajectory_price *price);
chatter_status beams_bind(const engine_layout *layout, const study *config, long trajectory, void *scratch,
                          double *parameter, double *state, trajectory_price *price);

#endif
