// The engine of `study: beams`: beams in frictional contact with beams, quasi-static, in load
// increments.
#ifndef CHATTER_ENGINES_BEAMS_ENGINE_H
#define CHATTER_ENGINES_BEAMS_ENGINE_H

#include "engines/beams/study/beams_keys.h"
#include "ensemble/observe/signal_outputs.h"
#include "kernels/beams/beams_layout.h"
#include "study/study_kind.h"
#define KERNEL KERNEL_DECLARE
#include "kernels/beams/kernels.h"
#undef KERNEL

// Kinds of freedoms of a node.
typedef enum { FREEDOM_FREE, FREEDOM_HELD, FREEDOM_DRIVEN } freedom_kind;

typedef struct beams_setup {
  int n_beams, n_nodes, n_elements, most_nodes; // most_nodes: of one beam
  int *first, *elements;                        // per beam: its first node, number of elements
  int *unknown;                                 // per freedom: its unknown; -1 held, -2 - d driven
  int n_free, n_driven, n_loaded;
  int *freedom;               // per unknown
  int *driven, *loaded;       // freedoms
  int *driven_by, *loaded_by; // entries of `loads`
  signals_plan signals;
  int *signal; // per output
} beams_setup;

// A signal of the kernel.
typedef struct beams_quantity {
  study_quantity is;
  int signal; // beams_signal_kind
  int second; // 1: belongs to the second beam
} beams_quantity;

extern const study_kind beams_kind;

extern const engine *const beams_engines[]; // NULL behind the last

// A beam at rest: its span, the quaternion of its triad, and the shape of its line relative to the
// span.
typedef struct beam_at_rest {
  double start[3], span[3], axes[4];
  int elements;
  double arc, crimp, waves; // rad, m, over the span
} beam_at_rest;

#endif
