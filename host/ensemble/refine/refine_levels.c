// Runs the levels of a resolution.
#include "ensemble/refine/refine_levels.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/stop.h"
#include "base/text.h"
#include "ensemble/trajectory_status.h"
#include "study/file/key_place.h"
#include "study/file/parse.h"
#include "study/file/storage.h"
#include "study/samples/design.h"
#include "study/study_kind.h"

// Runs the chosen trajectories of `config`, which is the study itself or differs in a resolution.
static chatter_status run_table(const study *config, const refine_own *own, device_set *devices,
                                const refine_options *options, eval_table *out) {
  const eval_options how = {.progress = options->progress, .leave_out = own->left_out};
  eval_bound bound;
  TRY(eval_bind(config, &bound));
  const chatter_status status = eval_rows(&bound, &own->values, devices, &how, out);
  eval_unbind(&bound);
  if (status == CHATTER_OK && out->doubtful > 0)
    log_warning("%s: of %ld %s %s", study_place(config, out->caution.key), out->doubtful,
                text_plural(out->doubtful, "trajectory", "trajectories"), out->caution.text);
  return status == CHATTER_CHECKPOINTED ? stop_check() : status; // there are no checkpoints
}

// Returns 1 if a trajectory has results; else `why` lists the outcomes.
static int has_results(const eval_table *table, const unsigned char *left_out, char *why, size_t size) {
  int last = TRAJECTORY_NOT_RUN;
  for (long i = 0; i < table->n; i++) {
    if (left_out[i]) continue;
    last = table->status[i];
    if (last == TRAJECTORY_OK) return 1;
  }
  snprintf(why, size, "every trajectory ends as %s", trajectory_status_text(last));
  return 0;
}

// Chooses c = count of n trajectories: numbers 0, n/c, 2n/c, ...
static void choose_trajectories(refine_own *self, long count) {
  self->n_chosen = count > 0 && count < self->n ? count : self->n;
  memset(self->left_out, 1, (size_t)self->n);
  for (long j = 0; j < self->n_chosen; j++)
    self->left_out[(long)((double)j * (double)self->n / (double)self->n_chosen)] = 0;
}

static chatter_status choose_outputs(const study *config, refine_own *out) {
  char left[512] = "";
  ALLOCATE(out->output, config->n_outputs + 1);
  for (int o = 0; o < config->n_outputs; o++) {
    if (eval_is_output(&config->outputs[o]) && !study_is_field(&config->outputs[o]))
      out->output[out->n_outputs++] = o;
    else
      text_list_add(left, sizeof left, config->outputs[o].name);
  }
  if (out->n_outputs > 0 && *left)
    log_warning("not compared, as they have several values per trajectory: %s", left);
  if (out->n_outputs > 0) return CHATTER_OK;
  return error_raise(
      CHATTER_BAD_STUDY,
      "%s: levels are compared by outputs with one number per trajectory, and there is none: add one, such "
      "as a maximum, rms or mean, or the value at a peak%s%s",
      study_place(config, "outputs"), *left ? "; several values have: " : "", left);
}

static int find_column(const eval_table *table, const char *name) {
  int c = table->n_outputs - 1;
  while (c >= 0 && strcmp(table->name[c], name) != 0) c--;
  return c;
}

static chatter_status find_columns(refine_own *self) {
  ALLOCATE(self->column, self->n_outputs + 1);
  for (int o = 0; o < self->n_outputs; o++) {
    self->column[o] = find_column(&self->table, self->config->outputs[self->output[o]].name);
    CHECK(self->column[o] >= 0, "an output is not in the table");
  }
  return CHATTER_OK;
}

static chatter_status run_own(const study *config, const refine_options *options, device_set *devices,
                              refine_own *out) {
  char why[REFINE_NOTE];
  TRY(choose_outputs(config, out));
  TRY(samples_from_design(config, &out->values));
  out->n = out->values.n;
  ALLOCATE(out->left_out, out->n + 1);
  choose_trajectories(out, options->count);
  if (options->progress) log_info("The study itself, %ld of %ld trajectories", out->n_chosen, out->n);
  TRY(run_table(config, out, devices, options, &out->table));
  TRY(find_columns(out));
  if (has_results(&out->table, out->left_out, why, sizeof why)) return CHATTER_OK;
  return error_raise(CHATTER_TOO_MANY_FAILED, "%s: %s", config->path, why);
}

chatter_status refine_run_own(const study *config, const refine_options *options, device_set *devices,
                              refine_own *out) {
  *out = (refine_own){.config = config};
  const chatter_status status = run_own(config, options, devices, out);
  if (status != CHATTER_OK) refine_own_destroy(out);
  return status;
}

void refine_own_destroy(refine_own *self) {
  samples_destroy(&self->values);
  memory_free(self->left_out);
  memory_free(self->output);
  memory_free(self->column);
  eval_destroy(&self->table);
  *self = (refine_own){0};
}

// Moves the last message into `note` and drops it; messages before number `messages` stay.
static void take_message(int messages, char *note, size_t size) {
  const int n = error_count();
  snprintf(note, size, "%.*s", (int)size - 1, n > messages ? error_message(n - 1) : "it is refused");
  error_keep(messages);
}

// Runs the study with the key at `value`. *made = 0 and a note if it is refused or has no results.
static chatter_status run_variant(const refine_own *own, const refine_options *options, device_set *devices,
                                  const refine_key *key, double value, eval_table *out, int *made,
                                  char note[REFINE_NOTE]) {
  char set[2 * STUDY_PATH], number[32];
  const int messages = error_count();
  const char **sets;
  study config;
  ALLOCATE(sets, options->n_sets + 1);
  text_number_digits(value, 15, 17, number, sizeof number);
  snprintf(set, sizeof set, "%s=%s", key->path, number);
  for (int i = 0; i < options->n_sets; i++) sets[i] = options->sets[i];
  sets[options->n_sets] = set;
  if (options->progress) log_info("%s = %s", key->path, number);
  chatter_status status = study_load(options->path, options->n_sets + 1, sets, &config);
  memory_free(sets);
  *made = 0;
  if (status == CHATTER_OK) {
    status = run_table(&config, own, devices, options, out);
    *made = status == CHATTER_OK && has_results(out, own->left_out, note, REFINE_NOTE);
    if (status == CHATTER_OK && !*made) eval_destroy(out);
    study_destroy(&config);
  }
  if (status != CHATTER_BAD_STUDY && status != CHATTER_BAD_MODEL && status != CHATTER_USAGE) return status;
  take_message(messages, note, REFINE_NOTE);
  return CHATTER_OK;
}

// Returns the next value on a side (0: coarser, 1: finer), twice or half the one at that end; NaN
// if the key does not allow it.
static double next_value(const refine_levels *self, int side) {
  const refine_key *key = &self->key;
  const int steps = side ? self->n - self->own : self->own + 1; // counted from the study's own level
  const double value = ldexp(key->own, side == key->is_finer_above ? steps : -steps),
               whole = key->scalar.whole ? floor(value + 0.5) : value,
               last = self->value[side ? self->n - 1 : 0];
  return whole != last && study_scalar_fits(&key->scalar, whole) ? whole : NAN;
}

static void insert_level(refine_levels *self, int side, double value, eval_table *table) {
  const int at = side ? self->n : 0;
  for (int k = self->n; k > at; k--) self->value[k] = self->value[k - 1], self->table[k] = self->table[k - 1];
  self->own += !side;
  self->n++;
  self->value[at] = value;
  self->table[at] = table;
}

static chatter_status add_level(const refine_own *own, const refine_options *options, device_set *devices,
                                int side, refine_levels *self) {
  const double value = next_value(self, side);
  eval_table *table = &self->made[self->n_made];
  int made = 0;
  if (isnan(value)) {
    snprintf(self->note[side], REFINE_NOTE, "%g is the %s allowed", self->value[side ? self->n - 1 : 0],
             side == self->key.is_finer_above ? "largest" : "smallest");
    return CHATTER_OK;
  }
  char note[REFINE_NOTE] = "";
  TRY(run_variant(own, options, devices, &self->key, value, table, &made, note));
  if (!made) {
    snprintf(self->note[side], REFINE_NOTE, "%g: %.*s", value, REFINE_NOTE - 40, note);
    return CHATTER_OK;
  }
  self->n_made++;
  insert_level(self, side, value, table);
  return CHATTER_OK;
}

chatter_status refine_run_levels(const refine_own *own, const refine_options *options, device_set *devices,
                                 const refine_key *key, refine_levels *out) {
  *out = (refine_levels){.key = *key, .n = 1, .value = {key->own}, .table = {&own->table}};
  while (out->n < options->levels && !(out->note[0][0] && out->note[1][0])) {
    int side = !(out->n == 2 && out->own == 0); // finer levels first; the third is coarser
    if (out->note[side][0]) side = !side;
    TRY(add_level(own, options, devices, side, out));
  }
  return CHATTER_OK;
}

void refine_levels_destroy(refine_levels *self) {
  for (int k = 0; k < self->n_made; k++) eval_destroy(&self->made[k]);
  *self = (refine_levels){.n = 0};
}
