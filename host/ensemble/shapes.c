// Writes mode shapes as results.
#include "ensemble/shapes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/sha256.h"
#include "ensemble/observe/field_outputs_extract.h"
#include "reduction/recovery/recovery.h"
#include "results/result_set.h"
#include "results/results_file.h"
#include "study/file/parse.h"

// Adds a field in which instant k is mode k: its coordinate is 1 and all others are 0.
static chatter_status add(const reduced_model *reduced, field_of of, const char *name, result_set *out) {
  const int modes = reduced->n_modes;
  field_plan plan = {.instants = modes, .length = FIELD_NUMBERS + modes, .n_modes = modes, .output.of = of};
  snprintf(plan.output.name, sizeof plan.output.name, "%s", name);
  snprintf(plan.output.nodes, sizeof plan.output.nodes, "all");
  double *kept = arena_allocate(out->memory, (size_t)(modes + 1) * (size_t)plan.length * sizeof *kept);
  if (!kept) return error_raise(CHATTER_DEVICE, "out of memory for mode shapes");
  for (int k = 0; k < modes; k++) {
    double *instant = kept + k * plan.length;
    instant[FIELD_STEP] = 1 + sqrt(reduced->omega2[k]) / (2 * M_PI);
    instant[FIELD_NUMBERS + k] = 1;
  }
  int column = 0;
  double step = 1;
  const double *all = kept;
  const field_rows rows = {.n = 1, .column = &column, .kept = &all, .step = &step};
  TRY(field_add(&plan, reduced, &rows, out));
  char time[2 * RESULT_NAME];
  snprintf(time, sizeof time, "%s_time", name);
  for (int v = 0; v < out->n_variables; v++) {
    result_variable *variable = &out->variables[v];
    if (strcmp(variable->name, time) != 0) continue;
    snprintf(variable->units, sizeof variable->units, "Hz");
    snprintf(variable->long_name, sizeof variable->long_name, "natural frequency of a mode, contacts open");
  }
  return CHATTER_OK;
}

static chatter_status fill(const study *config, const reduced_model *reduced, result_set *out) {
  char hash[65];
  sha256 text;
  sha256_begin(&text);
  sha256_add(&text, study_file_text(config), strlen(study_file_text(config)));
  sha256_end(&text, hash);
  result_set_text(out, "Conventions", "CF-1.8");
  result_set_text(out, "title", config->title[0] ? config->title : config->name);
  result_set_text(out, "source", "chatter " CHATTER_VERSION);
  result_set_text(out, "study_name", config->name);
  result_set_text(out, "study", study_file_text(config));
  result_set_text(out, "study_sha256", hash);
  result_set_text(out, "reduced_hash", reduced->hash);
  result_set_text(out, "reduction", reduced->method);
  const size_t one = 1;
  int *number =
      result_set_add(out, "trajectory", RESULT_INT, "trajectory", &one, "1", "the reduced model itself");
  int *status = result_set_add(out, "status", RESULT_INT, "trajectory", &one, "1", "outcome");
  if (!number || !status) return CHATTER_DEVICE;
  result_set_flags(out, "status", "ok");
  result_set_role(out, "status", RESULT_STATUS);
  TRY(add(reduced, FIELD_OF_DISPLACEMENT, "mode", out));
  return reduced->recovery->stress ? add(reduced, FIELD_OF_STRESS, "mode_stress", out) : CHATTER_OK;
}

chatter_status shapes_write(const study *config, const reduced_model *reduced, const char *path, int force) {
  result_set *out = result_set_create();
  if (!out) return CHATTER_DEVICE;
  chatter_status status = fill(config, reduced, out);
  if (status == CHATTER_OK) status = results_write(out, path, force);
  result_set_destroy(out);
  return status;
}
