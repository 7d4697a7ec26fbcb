#include "engines/beams/beams_engine.h"

#include "engines/beams/beams_mesh.h"
#include "engines/beams/bind/beams_bind.h"
#include "engines/beams/bind/beams_plan.h"
#include "engines/beams/bind/beams_start.h"
#include "engines/beams/study/beams_kind.h"

#include <stdio.h>

#include "base/log.h"
#include "base/text.h"
#include "ensemble/observe/signal_outputs_extract.h"
#include "study/file/key_place.h"

static int handles(const study *config) {
  return config->kind == &beams_kind;
}

static chatter_status extract(const engine_layout *layout, const study *config, long n,
                              const kernel_batch *host, result_set *out) {
  const beams_setup *setup = layout->setup;
  const signals_view columns = {.host = host,
                                .plan = &setup->signals,
                                .row = beams_row_observed(layout->sizes.dim),
                                .step = BEAMS_STEP_UNIT,
                                .parameters = beams_n_parameters(layout->sizes.dim),
                                .series_values = layout->series_values,
                                .units = "1"};
  for (int o = 0; o < config->n_outputs; o++) {
    const output_config *output = &config->outputs[o];
    if (study_is_field(output)) continue;
    const beams_quantity *quantity = beams_quantity_of(output);
    char words[160], of[80] = "";
    if (quantity->is.place == QUANTITY_OF_POINT)
      snprintf(of, sizeof of, ", contact %d", (int)output->contact);
    if (quantity->is.place == QUANTITY_OF_NODE) snprintf(of, sizeof of, " of %.60s", output->node);
    snprintf(words, sizeof words, "%s %s%s", signal_reduces[output->reduce], quantity->is.name, of);
    const output_view view = {.output = output, .words = words, .n_values = 1, .signal = &setup->signal[o]};
    TRY(signals_extract(&columns, &view, n, out));
  }
  return CHATTER_OK;
}

static engine_time end_time(const study *config) {
  (void)config;
  return (engine_time){"1", "load increments done"};
}

static void advise(const study *config, const engine_outcome *outcome) {
  const long stuck = outcome->count[TRAJECTORY_NOT_CONVERGED], parallel = outcome->count[TRAJECTORY_PARALLEL],
             within = outcome->count[TRAJECTORY_INTERSECTING];
  if (stuck > 0)
    log_warning(
        "%s: %ld %s ended in an increment that does not converge; take more of them, more halvings or "
        "iterations (loading.halvings, loading.iterations), or stiffer penalties where beams go "
        "through each other",
        study_place(config, "loading.increments"), stuck, text_plural(stuck, "trajectory", "trajectories"));
  if (parallel > 0)
    log_warning("%ld %s ended where parallel beams touch: they have no unique closest points", parallel,
                text_plural(parallel, "trajectory", "trajectories"));
  if (within > 0)
    log_warning("%ld %s not run: beams intersect at the start", within,
                text_plural(within, "trajectory was", "trajectories were"));
}

static const engine beams_engine = {
    .name = "beams",
    .studies = {.handles = handles,
                .without_model = 1,
                .double_only = "penetrations are differences of much larger numbers"},
    .columns = {.prepare = beams_prepare,
                .estimate = beams_estimate,
                .bind = beams_bind,
                .step_parameter = BEAMS_STEP_UNIT},
    .results = {.extract = extract, .time = end_time},
    .fields = {.motion = beams_fill_motion, .ends = 1, .units = "1"},
    .restart = {.rows = beams_rows},
    .messages = {.step = "increment", .refused = "beams intersect at the start", .advise = advise}};

const engine *const beams_engines[] = {&beams_engine, NULL};
