#include "engines/sliding/sliding_engine.h"
#include "engines/sliding/bind/sliding_bind.h"
#include "engines/sliding/bind/sliding_pack.h"
#include "engines/sliding/extract/sliding_extract.h"
#include "engines/sliding/extract/sliding_motion.h"
#include "engines/sliding/extract/sliding_report.h"
#include "engines/sliding/pair/primal_command.h"

#include "engines/sliding/pair/bodies.h"
#include "engines/sliding/bind/sliding_start.h"
#include "engines/sliding/pair/equilibrium.h"

static int handles(const study *config) {
  return config->kind == &sliding_kind;
}

static void specialise(const engine_layout *layout, const kernel_batch *batch, kernel_sizes *sizes) {
  (void)layout;
  sizes->dim[DIM_SHARED_STEP] = !batch->parameter_varies[SLIDE_DT];
}

// Only the start solves for an equilibrium; steps have no iteration that could fail.
static void advise(const study *config, const engine_outcome *outcome) {
  pair_advise(config, outcome->count[TRAJECTORY_SOLVER_STALLED], "trajectory", "trajectories");
}

static const engine_command *const commands[] = {&sliding_primal_command, NULL};

static const engine sliding_engine = {
    .name = "sliding",
    .studies = {.handles = handles,
                .double_only = "a step moves the bodies by less than the last digit of single precision",
                .reduce = bodies_reduce},
    .columns = {.prepare = sliding_prepare,
                .estimate = sliding_estimate,
                .bind = sliding_bind,
                .step_parameter = SLIDE_DT,
                .specialise = specialise},
    .results = {.extract = sliding_extract},
    .fields = {.motion = sliding_motion},
    .restart = {.rows = sliding_rows},
    .messages = {.refused = "the step is above the stability limit, the slider would leave the target, or "
                            "nothing slides",
                 .report = sliding_report,
                 .advise = advise},
    .commands = commands};

const engine *const sliding_engines[] = {&sliding_engine, NULL};
