// The engine of `study: sliding`: two bodies, one point of the first sliding along the second, stepped in
// time.
#ifndef CHATTER_ENGINES_SLIDING_ENGINE_H
#define CHATTER_ENGINES_SLIDING_ENGINE_H

#include "engines/sliding/pair/equilibrium.h"
#include "engines/sliding/pair/guide.h"
#include "engines/sliding/bind/roughness_bind.h"
#include "engines/sliding/study/sliding_keys.h"
#include "ensemble/observe/kept.h"
#include "kernels/sliding/sliding_layout.h"
#include "reduction/reduced_rows.h"

#define KERNEL KERNEL_DECLARE
#include "kernels/sliding/kernels.h"
#undef KERNEL

// What a row of responses is of.
typedef struct sliding_side {
  int body;     // body_name
  double rigid; // m per m of the guide's way
} sliding_side;

typedef struct sliding_own {
  contact_pair pair;
  double windows, step; // of the study itself
  signals_plan signals;
  int *signal; // of every output
  int n_responses, moved;
  reduced_row *response;   // of the joined model, at most one for every output
  sliding_side *side;      // of each
  roughness_samples rough; // of a file; n 0: none
  drive_plan *drives;      // of the study
  long drive_numbers;
} sliding_own;

// A signal of the kernel.
typedef struct sliding_quantity {
  study_quantity is;
  int signal; // sliding_signal_kind
} sliding_quantity;
const sliding_quantity *sliding_quantity_of(const output_config *output); // NULL: of another engine

extern const study_kind sliding_kind;
extern const engine *const sliding_engines[]; // NULL behind the last

// sliding_time.c
double sliding_steps(const study *config);
double sliding_recorded(const study *config); // steps
// Refuses a step above the limit and a slider that leaves the path, of the study itself.
chatter_status sliding_check_time(const study *config, const reduced_model *joined, const contact_pair *pair);
// sliding_pack.c
chatter_status sliding_prepare(const study *config, const reduced_model *joined, engine_layout *layout);
// sliding_report.c
void sliding_report(const engine_layout *layout, const study *config, FILE *stream);
extern const engine_command sliding_primal_command; // primal_command.c
// sliding_bind.c
drive_use sliding_roughness_use(const study *config); // of a drive
chatter_status sliding_price(const engine_layout *layout, const study *config, long trajectory, void *scratch,
                             trajectory_price *price);
chatter_status sliding_bind(const engine_layout *layout, const study *config, long trajectory, void *scratch,
                            double *parameter, double *state, trajectory_price *price);
// sliding_motion.c
void sliding_motion(const engine_layout *layout, const kernel_batch *host, long i, const double *before,
                    const double *after, engine_motion *to);
// sliding_extract.c
chatter_status sliding_extract(const engine_layout *layout, const study *config, long n,
                               const kernel_batch *host, result_set *out);

#endif
