// Groups, estimates and sorts the trajectories of a run.
#include "ensemble/run_plan.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/sort.h"
#include "base/stop.h"
#include "ensemble/batch/binder.h"
#include "ensemble/gaps.h"
#include "ensemble/observe/field_outputs.h"
#include "ensemble/observe/signal_outputs.h"
#include "ensemble/observe/output_checks.h"
#include "ensemble/state/start_states.h"
#include "model/load.h"
#include "reduction/interface/interface.h"
#include "reduction/reduce.h"
#include "study/file/entries.h"
#include "study/file/key_place.h"
#include "study/file/path.h"
#include "study/file/scalar.h"
#include "study/file/storage.h"
#include "study/samples/samples.h"
#include "study/schema/schema.h"
#include "study/schema/schema_catalogue.h"

static chatter_status collect_groups(run_plan *self, const long *order) {
  for (long i = 0; i < self->n; i++) {
    self->n_groups += i == 0 || !samples_same_structure(self->samples, order[i - 1], order[i]);
  }
  self->groups = arena_allocate(self->memory, (size_t)self->n_groups * sizeof *self->groups);
  long *members = arena_allocate(self->memory, (size_t)self->n * sizeof *members);
  if (!self->groups || !members) return CHATTER_DEVICE;
  int g = -1;
  for (long i = 0; i < self->n; i++) {
    members[i] = order[i];
    if (i == 0 || !samples_same_structure(self->samples, order[i - 1], order[i]))
      self->groups[++g].trajectory = &members[i];
    self->groups[g].n++;
  }
  return CHATTER_OK;
}

static chatter_status set_structure(const run_plan *self, const plan_group *group, study *to) {
  const samples *s = self->samples;
  const double *value = s->value + group->trajectory[0] * s->n_parameters;
  for (int p = 0; p < s->n_parameters; p++) {
    if (s->parameters[p].structural) TRY(study_scalar_set(to, &s->parameters[p], value[p]));
  }
  return CHATTER_OK;
}

// Makes the study of a group; parameters that vary within it keep the study's own value for the
// layout.
static chatter_status make_study(const run_plan *self, plan_group *group) {
  TRY(binder_copy_study(self->study, &group->study));
  // The study's list of ensemble parameters tells the engine what differs between trajectories.
  TRY(study_set_parameters(group->study, self->samples->n_parameters, self->samples->parameters));
  return set_structure(self, group, group->study);
}

// Checks the nodes of a group's study. `loaded` is kept from group to group, which often share a
// model.
static chatter_status check_group_nodes(const study *config, model *loaded) {
  char hash[sizeof loaded->source_hash];
  interface found;
  TRY(model_source_hash(config, hash));
  if (strcmp(hash, loaded->source_hash) != 0) {
    model_destroy(loaded);
    TRY(model_load(config, loaded));
  }
  TRY(interface_create(config, loaded, &found));
  interface_destroy(&found);
  return reduce_check_modes(study_place(config, "reduction.modes"), config->reduction.method,
                            config->reduction.modes, loaded->stiffness.n);
}

// Checks nodes and numbers of modes that vary in the models of all groups before the first run; not
// for decks, whose models are expensive.
static chatter_status check_nodes(run_plan *self) {
  const int type = self->study->model.type;
  model loaded = {.memory = NULL};
  chatter_status status = CHATTER_OK;
  if (self->n_groups < 2 || self->engine->studies.reduce) return CHATTER_OK;
  if (type == MODEL_CALCULIX || type == MODEL_REDUCED) return CHATTER_OK;
  if (!engine_needs_model(self->engine, self->study)) return CHATTER_OK;
  for (int g = 0, varies = 1; g < self->n_groups && varies && status == CHATTER_OK; g++) {
    plan_group *group = &self->groups[g];
    status = make_study(self, group);
    varies = status == CHATTER_OK &&
             (study_varies(group->study, ".node") || study_varies(group->study, "reduction.modes"));
    if (varies) status = check_group_nodes(group->study, &loaded);
    if (group->study) binder_free_study(group->study);
    group->study = NULL;
  }
  model_destroy(&loaded);
  return status;
}

chatter_status plan_create(const study *config, const samples *values, long shard, long n_shards,
                           const unsigned char *leave_out, run_plan *out) {
  *out =
      (run_plan){.study = config, .samples = values, .engine = engine_find(config), .memory = arena_create()};
  if (!out->engine) return CHATTER_BAD_STUDY;
  TRY(outputs_check_names(out->engine, config));
  TRY(outputs_check_fields(config, values));
  if (!out->memory) return CHATTER_DEVICE;
  long *order;
  ALLOCATE(order, values->n + 1);
  for (long t = shard - 1; t < values->n; t += n_shards) {
    if (!leave_out || !leave_out[t]) order[out->n++] = t;
  }
  if (samples_have_structural(values))
    qsort_r(order, (size_t)out->n, sizeof *order, samples_compare_structure, &values);
  chatter_status status = collect_groups(out, order);
  memory_free(order);
  return status == CHATTER_OK ? check_nodes(out) : status;
}

void plan_destroy(run_plan *self) {
  for (int g = 0; g < self->n_groups && self->groups; g++) plan_close_group(self, g);
  start_states_close(self->start);
  arena_destroy(self->memory);
  *self = (run_plan){0};
}

typedef struct priced { // small, because there may be many millions
  double cost, steps, expected, points, first;
  unsigned char refused, doubtful;
} priced;

// Shows the progress of planning. With several groups, each is planned when its turn comes.
static void show_planning(const run_plan *plan, long i, long n) {
  const long shown = n / 1000 + 1;
  if (plan->progress && plan->n_groups == 1 && i % shown == 0)
    log_progress("Planning", (double)i / (double)n, "");
}

static chatter_status estimate_one(void *context, binder *by, long i) {
  priced *list = context;
  trajectory_estimate estimate;
  const long t = by->group->trajectory[i];
  if (by->thread == 0) show_planning(by->plan, i, by->group->n);
  TRY(binder_estimate(by, t, &estimate));
  list[i] = (priced){.cost = estimate.cost,
                     .steps = estimate.steps,
                     .expected = estimate.expected,
                     .points = estimate.points,
                     .first = estimate.from.first,
                     .refused = estimate.status != TRAJECTORY_OK,
                     .doubtful = estimate.doubtful != 0};
  return CHATTER_OK;
}

static void add_up(plan_group *group, const priced *list) {
  group->steps = group->longest = group->expected = group->likely = group->points = 0;
  group->refused = group->doubtful = 0;
  for (long i = 0; i < group->n; i++) {
    group->refused += list[i].refused;
    group->doubtful += list[i].doubtful;
    group->steps += list[i].steps;
    group->expected += list[i].expected;
    group->points += list[i].points;
    if (list[i].steps > group->longest) group->longest = list[i].steps;
    if (list[i].expected > group->likely) group->likely = list[i].expected;
  }
}

// Keeps the first steps, unless all trajectories begin at step 0.
static chatter_status keep_first(const run_plan *self, const priced *list, const sort_item *order,
                                 plan_group *group) {
  if (list[order[group->n - 1].index].first == 0) return CHATTER_OK;
  group->first = arena_allocate(self->memory, (size_t)group->n * sizeof *group->first);
  if (!group->first) return error_raise(CHATTER_DEVICE, "out of memory for the plan");
  for (long i = 0; i < group->n; i++) group->first[i] = list[order[i].index].first;
  return CHATTER_OK;
}

// Sorts by first step, then by descending cost, then by number.
static chatter_status sort_priced(const run_plan *self, const priced *list, sort_item *order,
                                  plan_group *group) {
  for (long i = 0; i < group->n; i++) order[i] = (sort_item){(uint64_t)group->trajectory[i], i};
  TRY(sort_items(group->n, order));
  for (long i = 0; i < group->n; i++) order[i].key = ~sort_key(list[order[i].index].cost);
  TRY(sort_items(group->n, order));
  for (long i = 0; i < group->n; i++) order[i].key = sort_key(list[order[i].index].first);
  TRY(sort_items(group->n, order));
  TRY(keep_first(self, list, order, group));
  for (long i = 0; i < group->n; i++) order[i].key = (uint64_t)group->trajectory[order[i].index];
  for (long i = 0; i < group->n; i++) group->trajectory[i] = (long)order[i].key;
  return CHATTER_OK;
}

static chatter_status sort_by_cost(const run_plan *self, plan_group *group) {
  priced *list;
  sort_item *order;
  ALLOCATE(list, group->n);
  order = memory_array((size_t)group->n, sizeof *order, __FILE__, __LINE__);
  chatter_status status = order ? binder_for(self, group, group->n, estimate_one, list) : CHATTER_DEVICE;
  if (status == CHATTER_OK) {
    add_up(group, list);
    status = sort_priced(self, list, order, group);
  }
  memory_free(list);
  memory_free(order);
  return status;
}

static chatter_status begin_from(run_plan *self, plan_group *group) {
  struct start_states **start = self->bound ? &self->bound->start : &self->start;
  if (!self->study->initial.from[0]) return CHATTER_OK;
  if (!*start) TRY(start_states_open(self->study, &group->layout, start));
  group->layout.start = *start;
  return start_states_check(*start, self->study, &group->layout);
}

// Checks that each stored part of the state has the same length in all groups: results have one
// variable for it.
static chatter_status check_kept(run_plan *self, const plan_group *group) {
  engine_rows rows[ENGINE_ROWS];
  if (!self->keep_state) return CHATTER_OK;
  const int n = group->layout.engine->restart.rows(&group->layout, rows);
  for (int b = 0; b < n; b++) {
    if (self->kept_rows[b] == 0) self->kept_rows[b] = 1 + rows[b].n;
    if (self->kept_rows[b] != 1 + rows[b].n)
      return error_raise(
          CHATTER_USAGE,
          "--keep-state: %s are %d of some trajectories and %d of others (allowed: models of one "
          "size; run those of each by itself)",
          rows[b].words, self->kept_rows[b] - 1, rows[b].n);
  }
  return CHATTER_OK;
}

// Returns the reduced model at an address that lives as long as the layout, which points to it.
static const reduced_model *model_of(const plan_group *group) {
  return group->bound ? &group->bound->reduced : &group->reduced;
}

static chatter_status prepare(run_plan *self, plan_group *group, const study *config, double series_step) {
  arena_destroy(group->layout.memory);
  group->layout = (engine_layout){.memory = arena_create(),
                                  .engine = self->engine,
                                  .reduced = model_of(group),
                                  .series_step = series_step};
  if (!group->layout.memory) return CHATTER_DEVICE;
  TRY(self->engine->columns.prepare(config, model_of(group), &group->layout));
  TRY(check_kept(self, group));
  if (self->keep_state || self->study->initial.from[0])
    reduced_coordinate_hash(group->layout.reduced, group->layout.coordinates);
  return begin_from(self, group);
}

// Finds, of the trajectories with time series, the one that records the most steps (-1: none) and
// the shortest step.
static chatter_status find_longest_series(binder *by, long *found, double *step) {
  const study *config = by->plan->study;
  double most = 0;
  *found = -1, *step = 0;
  for (int o = 0; o < config->n_outputs; o++) {
    const output_config *output = &config->outputs[o];
    const number_list *chosen = &output->trajectories;
    const int all = list_is_all(chosen);
    const long n = all ? by->plan->samples->n : chosen->n > 0 ? chosen->n : 1;
    for (long i = 0; i < n && output->reduce == REDUCE_SERIES; i++) {
      const long t = all ? i : chosen->n > 0 ? (long)chosen->value[i] : 0;
      trajectory_estimate estimate;
      if (t < 0 || t >= by->plan->samples->n) continue;
      TRY(binder_estimate(by, t, &estimate));
      if (estimate.status != TRAJECTORY_OK) continue;
      if (*step == 0 || estimate.step < *step) *step = estimate.step;
      if (estimate.recorded <= most) continue;
      most = estimate.recorded;
      *found = t;
    }
  }
  return CHATTER_OK;
}

static chatter_status lay_out_for_series(run_plan *self, plan_group *group, binder *by) {
  long longest;
  double step;
  TRY(find_longest_series(by, &longest, &step));
  if (longest >= 0) TRY(binder_set_sample(by, longest));
  TRY(set_structure(self, group, by->study));
  return prepare(self, group, by->study, step);
}

// Sizes time series by the longest one of the whole ensemble, so that every part, shard and resumed
// run gives them the same shape.
static chatter_status make_room_for_series(run_plan *self, plan_group *group) {
  binder by;
  if (group->layout.series_values == 0 || self->samples->n_parameters == 0) return CHATTER_OK;
  chatter_status status = binder_open(self, group, &by);
  if (status == CHATTER_OK) status = lay_out_for_series(self, group, &by);
  binder_close(&by);
  return status;
}

static void check_file(const study *config, const schema_field *f, int entry) {
  const schema_section *section = schema_section_of(f);
  const char *key = strrchr(f->path, '.'), *rest = study_field(config, f, entry), *next;
  char place[2 * STUDY_PATH], file[STUDY_PATH], path[MODEL_PATH];
  snprintf(place, sizeof place, "%s", f->path);
  if (section->shape == SECTION_LIST) snprintf(place, sizeof place, "%s.%d%s", section->name, entry, key);
  if (section->shape == SECTION_NAMED)
    snprintf(place, sizeof place, "%s.%s%s", section->name,
             (const char *)study_entry(config, section, entry) + section->name_offset, key);
  for (; *rest && (next = study_next_file_name(rest, file)); rest = next) {
    model_file_path(config->path, file, path);
    if (access(path, R_OK) != 0)
      error_raise(CHATTER_BAD_STUDY, "%s: %s: cannot be read: %s", study_place(config, place), path,
                  strerror(errno));
  }
}

// Reports further mistakes of a study whose model cannot be made: unreadable files, laws that the
// scheme does not support.
static void check_rest(const run_plan *self, const study *config) {
  const schema_field *f;
  for (int i = 0; (f = schema_field_at(i)); i++) {
    const schema_section *section = schema_section_of(f);
    if ((f->type != FIELD_FILE && f->type != FIELD_FILES) || !section || strstr(section->name, "model") ||
        strcmp(section->name, "plot") == 0)
      continue;
    for (int e = 0; e < study_count_entries(config, section); e++) check_file(config, f, e);
  }
  if (self->engine->studies.check_laws && config->model.type != MODEL_REDUCED)
    self->engine->studies.check_laws(config, NULL);
}

static chatter_status make_group(run_plan *self, plan_group *group) {
  TRY(make_study(self, group));
  if (engine_needs_model(self->engine, group->study)) {
    const chatter_status status = engine_reduce(self->engine, group->study, &group->reduced);
    if (status == CHATTER_BAD_MODEL || status == CHATTER_BAD_STUDY) check_rest(self, group->study);
    TRY(status);
  }
  if (group->bound) group->bound->reduced = group->reduced;
  if (group == self->groups && group->reduced.memory) gaps_warn(self->study, self->samples, &group->reduced);
  TRY(prepare(self, group, group->study, 0));
  return make_room_for_series(self, group);
}

// Removes the size of time series, which belongs to this plan's samples.
static void leave_bound(plan_group *group) {
  if (group->layout.series_values > 0) return;
  group->bound->study = group->study;
  group->bound->layout = group->layout;
  group->bound->complete = 1;
}

static chatter_status make_or_take_group(run_plan *self, plan_group *group) {
  if (self->bound) {
    group->bound = bound_take(self->bound, self->samples, group->trajectory[0]);
    if (!group->bound) return CHATTER_DEVICE;
    if (group->bound->complete) {
      group->study = group->bound->study;
      group->reduced = group->bound->reduced;
      group->layout = group->bound->layout;
      return CHATTER_OK;
    }
  }
  TRY(make_group(self, group));
  if (group->bound) leave_bound(group);
  return CHATTER_OK;
}

// Logs the time that a group took before its first batch.
static void log_group(const plan_group *group, double start, double made) {
  const log_number numbers[] = {{"trajectories", (double)group->n},
                                {"model_s", made - start},
                                {"price_s", clock_seconds() - made},
                                {"steps", group->steps}};
  log_record("group", NULL, sizeof numbers / sizeof *numbers, numbers);
}

static chatter_status open_group(run_plan *self, plan_group *group) {
  const double start = clock_seconds();
  TRY(make_or_take_group(self, group));
  const double made = clock_seconds();
  TRY(sort_by_cost(self, group));
  log_group(group, start, made);
  if (group->doubtful > 0) self->engine->messages.caution(&group->layout, &group->caution);
  return CHATTER_OK;
}

// A group that cannot be opened is closed again; other workers that ask for it get the same error.
chatter_status plan_open_group(run_plan *self, int g) {
  plan_group *group = &self->groups[g];
  if (group->opened) return CHATTER_OK;
  group->opened = 1;
  chatter_status status = open_group(self, group);
  if (status != CHATTER_OK) plan_close_group(self, g);
  return status;
}

static void destroy_group(plan_group *group) {
  arena_destroy(group->layout.memory);
  if (group->reduced.memory) reduced_destroy(&group->reduced);
  if (group->study) binder_free_study(group->study);
}

void plan_close_group(run_plan *self, int g) {
  plan_group *group = &self->groups[g];
  if (!group->opened) return;
  group->opened = 0;
  if (!group->bound || !group->bound->complete) destroy_group(group);
  if (group->bound) bound_return(self->bound, group->bound);
  group->bound = NULL;
  group->layout = (engine_layout){0};
  group->reduced = (reduced_model){0};
  group->study = NULL;
  group->first = NULL;
}

long plan_doubtful(const run_plan *self, engine_caution *caution) {
  long n = 0;
  for (int g = 0; g < self->n_groups && self->groups; g++) {
    const plan_group *group = &self->groups[g];
    if (n == 0 && group->doubtful > 0) *caution = group->caution;
    n += group->doubtful;
  }
  return n;
}
