// The engine of `study: sliding`: two bodies, one point of the first sliding along the second,
// stepped in time.
#ifndef CHATTER_ENGINES_SLIDING_ENGINE_H
#define CHATTER_ENGINES_SLIDING_ENGINE_H

#include "engines/sliding/pair/equilibrium.h"
#include "engines/sliding/pair/guide_course.h"
#include "engines/sliding/bind/roughness_bind.h"
#include "engines/sliding/study/sliding_keys.h"
#include "ensemble/observe/signal_outputs.h"
#include "kernels/sliding/sliding_layout.h"
#include "reduction/reduced_entries.h"

#define KERNEL KERNEL_DECLARE
#include "kernels/sliding/kernels.h"
#undef KERNEL

// Body of a row of responses.
typedef struct sliding_side {
  int body;     // body_name
  double rigid; // m per m of the guide's displacement
} sliding_side;

typedef struct sliding_setup {
  contact_pair pair;
  double windows, step; // of the study itself
  signals_plan signals;
  int *signal; // per output
  int n_responses, moved;
  reduced_row *response;   // rows of the joined model, at most one per output
  sliding_side *side;      // per row
  roughness_samples rough; // of a file; n 0: none
  drive_plan *drives;      // of the study
  long drive_numbers;
} sliding_setup;

// A signal of the kernel.
typedef struct sliding_quantity {
  study_quantity is;
  int signal; // sliding_signal_kind
} sliding_quantity;

extern const study_kind sliding_kind;
extern const engine *const sliding_engines[]; // NULL behind the last

#endif
