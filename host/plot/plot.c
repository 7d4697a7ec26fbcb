// Chooses, fills and writes figures.
#include "plot/plot.h"

#include <stdlib.h>
#include <string.h>

#include "base/durable.h"
#include "base/text.h"
#include "plot/drawing/drawing_json.h"
#include "plot/figure.h"
#include "plot/file_word.h"
#include "plot/plot_keys.h"
#include "plot/sheet/gnuplot.h"
#include "results/read/own_study.h"
#include "results/results_file.h"
#include "study/file/key_place.h"
#include "study/file/storage.h"

// Kinds of figures in the order in which they are tried if the study names none; the kinds of
// engines come in between. A new kind is one file and one line here.
static const study_figure kinds_tried_first[] = {
    {"fit", FIGURE_SCALE, &figure_fit},
    {"posterior", 0, &figure_posterior},
};
static const study_figure kinds_tried_last[] = {
    {"curves", FIGURE_CURVES, &figure_curves},
    {"curves_over_load", FIGURE_CURVES, &figure_curves_over_load},
    {"shape", FIGURE_Y | FIGURE_SEVERAL | FIGURE_TRAJECTORIES | FIGURE_EVENT, &figure_shape},
    {"sobol", FIGURE_Y, &figure_sobol},
    {"chart",
     FIGURE_X | FIGURE_Y | FIGURE_SEVERAL | FIGURE_COLOUR | FIGURE_SCALE | FIGURE_QUANTILE | FIGURE_MARKS |
         FIGURE_NAMES | FIGURE_FILES,
     &figure_chart},
    {"frequency_response", FIGURE_X | FIGURE_Y, &figure_frequency_response},
    {"quantiles",
     FIGURE_X | FIGURE_Y | FIGURE_SEVERAL | FIGURE_COLOUR | FIGURE_SCALE | FIGURE_STABLE | FIGURE_MARKS |
         FIGURE_NAMES | FIGURE_FILES,
     &figure_quantiles},
    {"windows", FIGURE_Y | FIGURE_MARKS, &figure_windows},
    {"exceedance",
     FIGURE_X | FIGURE_Y | FIGURE_SEVERAL | FIGURE_COLOUR | FIGURE_SCALE | FIGURE_THRESHOLD | FIGURE_STABLE |
         FIGURE_MARKS | FIGURE_NAMES | FIGURE_FILES,
     &figure_exceedance},
    {"series",
     FIGURE_Y | FIGURE_SEVERAL | FIGURE_TRAJECTORIES | FIGURE_MARKS | FIGURE_NAMES | FIGURE_OVERLAY |
         FIGURE_FILES,
     &figure_series},
    {"phase", FIGURE_X | FIGURE_Y | FIGURE_TRAJECTORIES | FIGURE_NAMES | FIGURE_FILES, &figure_phase},
    {"spectrogram",
     FIGURE_X | FIGURE_Y | FIGURE_SEVERAL | FIGURE_TRAJECTORIES | FIGURE_WINDOW | FIGURE_REFERENCE |
         FIGURE_COLOUR_RANGE | FIGURE_MARKS | FIGURE_FILES,
     &figure_spectrogram},
    {"spectrum",
     FIGURE_Y | FIGURE_SEVERAL | FIGURE_TRAJECTORIES | FIGURE_WINDOW | FIGURE_INTERVALS | FIGURE_SCALE |
         FIGURE_NAMES | FIGURE_OVERLAY | FIGURE_FILES,
     &figure_spectrum},
    {"histogram", FIGURE_Y, &figure_histogram},
    {"bifurcation", FIGURE_X | FIGURE_Y | FIGURE_COLOUR | FIGURE_MARKS | FIGURE_NAMES | FIGURE_FILES,
     &figure_bifurcation},
    {"fragility", FIGURE_X | FIGURE_Y | FIGURE_COLOUR | FIGURE_THRESHOLD | FIGURE_NAMES | FIGURE_FILES,
     &figure_fragility},
    {"convergence", FIGURE_Y | FIGURE_SEVERAL, &figure_convergence},
    {"map",
     FIGURE_X | FIGURE_Y | FIGURE_COLOUR | FIGURE_COLOUR_RANGE | FIGURE_SCALE | FIGURE_MARKS | FIGURE_NAMES |
         FIGURE_FILES,
     &figure_map},
    {"scatter", FIGURE_X | FIGURE_Y | FIGURE_COLOUR | FIGURE_MARKS, &figure_scatter},
    {"shape3d", FIGURE_Y | FIGURE_TRAJECTORIES | FIGURE_COLOUR_RANGE | FIGURE_INSTANT, &figure_shape3d},
};
enum {
  N_LEADING = sizeof kinds_tried_first / sizeof *kinds_tried_first,
  N_COMMON = sizeof kinds_tried_last / sizeof *kinds_tried_last,
  MOST_KINDS = 64
};

// Returns kind `index` of all; NULL after the last.
static const study_figure *kind_at(int index) {
  if (index < N_LEADING) return &kinds_tried_first[index];
  index -= N_LEADING;
  for (const study_kind *const *k = study_kinds; *k; k++)
    for (const study_figure *f = (*k)->figures; f && f->name; f++)
      if (index-- == 0) return f;
  return index < N_COMMON ? &kinds_tried_last[index] : NULL;
}

// Returns our name for a kind's name in other programs; NULL: none.
static const char *alternative_kind_name(const char *wanted) {
  static const char *const names[][2] = {
      {"surface", "map"},    {"heatmap", "map"},          {"contour", "map"},           {"orbit", "phase"},
      {"portrait", "phase"}, {"poincare", "bifurcation"}, {"waterfall", "spectrogram"}, {"fft", "spectrum"},
      {"psd", "spectrum"},   {"time", "series"},          {"history", "series"},        {"mesh", "shape3d"}};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp(wanted, names[i][0]) == 0) return names[i][1];
  return NULL;
}

static chatter_status find_kind_by_name(const figure *self, const study_figure **out) {
  const char *wanted = self->wanted->kind, *names[MOST_KINDS];
  char near[FIGURE_TEXT], place[STUDY_PATH], known[FIGURE_TEXT] = "";
  int n = 0;
  for (const study_figure *one; (one = kind_at(n)) && n < MOST_KINDS; n++) {
    *out = one;
    names[n] = one->name;
    if (strcmp(wanted, one->name) == 0) return CHATTER_OK;
    text_list_add(known, sizeof known, one->name);
  }
  const char *meant = alternative_kind_name(wanted);
  if (meant)
    snprintf(near, sizeof near, " (did you mean '%s'?)", meant);
  else
    text_did_you_mean(wanted, n, names, near, sizeof near);
  return error_raise(CHATTER_BAD_STUDY, "%splot.kind: no figure '%s'%s; known: %s",
                     figure_key_place(self, "plot.kind", place), wanted, near, known);
}

int plot_fits(const study *config) {
  int drawable = config->plot.kind[0] || config->ensemble.design != DESIGN_NONE;
  for (int i = 0; i < config->n_outputs; i++) drawable |= config->outputs[i].reduce >= REDUCE_WINDOWS;
  return drawable;
}

static chatter_status check_kind(const figure *self, const study_figure *one) {
  TRY(figure_check_keys(self, one));
  return one->kind->check_results(self);
}

// Finds the kind that the study names, else the first that fits and has all that the study names.
static chatter_status find_kind(const figure *self, const study_figure **out) {
  const study_figure *last = NULL;
  const int before = error_count();
  if (self->wanted->kind[0]) {
    TRY(find_kind_by_name(self, out));
    return check_kind(self, *out);
  }
  for (int i = 0; (*out = kind_at(i)); i++) {
    if (!(*out)->kind->fits_results(self)) continue;
    if (check_kind(self, *out) == CHATTER_OK) return CHATTER_OK;
    if (!last || figure_check_keys(self, *out) == CHATTER_OK) last = *out; // later kinds need less
    error_keep(before);
  }
  if (last) return check_kind(self, last);
  return error_raise(CHATTER_IO,
                     "the results hold nothing that a figure could show: no parameter that varies, no "
                     "windows, no time series; `chatter export` writes them as a table");
}

// Returns 1 for a further path of an input with several, whose first path is already a parameter.
static int is_same_input(const figure *self, const result_variable *variable) {
  for (int i = 0; i < self->n_parameters && variable->label; i++)
    if (self->parameter[i]->label && strcmp(self->parameter[i]->label, variable->label) == 0) return 1;
  return 0;
}

// Finds the varying ensemble parameters and the variable with the trajectories' status.
static void read_statuses_and_parameters(figure *self) {
  for (int i = 0; i < self->results->n_variables; i++) {
    const result_variable *variable = &self->results->variables[i];
    if (variable->n_dims != 1 || strcmp(variable->dim[0], "trajectory") != 0) continue;
    self->n = variable->size[0];
    if (result_variable_has_role(variable, RESULT_STATUS) && variable->type == RESULT_INT)
      self->status = variable->data;
    if (!result_variable_has_role(variable, RESULT_PARAMETER) || variable->type != RESULT_DOUBLE) continue;
    const double *value = variable->data;
    int varies = 0;
    for (size_t k = 1; k < self->n && !varies; k++) varies = value[k] != value[0];
    if (varies && !is_same_input(self, variable)) self->parameter[self->n_parameters++] = variable;
  }
}

static chatter_status check_settings(int n, const char *const *set) {
  for (int i = 0; i < n; i++)
    if (strncmp(set[i], "plot.", 5) != 0)
      return error_raise(CHATTER_BAD_STUDY,
                         "--set %s: a finished file is only drawn: its numbers stay as they are (allowed: "
                         "keys of plot)",
                         set[i]);
  return CHATTER_OK;
}

// If this version cannot read the stored study, the figure only lacks details; it is an error only
// if `set` is to change the study.
chatter_status plot_load_study(const result_set *results, const char *path, int n_set, const char *const *set,
                               study *config, int *loaded) {
  TRY(check_settings(n_set, set));
  *loaded = 0;
  const int has_study = result_set_find_text(results, "study") != NULL, before = error_count();
  if (!has_study && n_set == 0) return CHATTER_OK;
  if (!has_study)
    return error_raise(CHATTER_IO, "%s: holds no study whose plot section --set could change", path);
  const chatter_status status = results_read_study(results, path, n_set, set, config);
  *loaded = status == CHATTER_OK;
  if (n_set > 0) return status;
  error_keep(before);
  return CHATTER_OK;
}

// Fills the drawing of the chosen kind.
static chatter_status fill_drawing(figure *self, const study_figure *chosen) {
  self->to = drawing_create(self->memory);
  if (!self->to) return error_raise(CHATTER_DEVICE, "out of memory for a figure");
  TRY(chosen->kind->draw_figure(self));
  if (self->to->is_out_of_memory) return error_raise(CHATTER_DEVICE, "out of memory for a figure");
  return CHATTER_OK;
}

// Writes a figure as JSON text.
static chatter_status describe_as_json(figure *self, const study_figure *chosen, plot_text *out) {
  size_t size = 0;
  TRY(fill_drawing(self, chosen));
  out->kind = chosen->name;
  FILE *file = open_memstream(&out->json, &size);
  if (file) drawing_json_write(self->to, NULL, 0, file);
  if (file && fclose(file) == 0) return CHATTER_OK;
  plot_text_free(out);
  return error_raise(CHATTER_DEVICE, "out of memory for a figure");
}

void plot_text_free(plot_text *self) {
  free(self->json);
  self->json = NULL;
}

static chatter_status write_figure_as_json(const drawing *of, const char *kind, const char *path, int force) {
  durable_text out;
  TRY(durable_open_text(path, force, &out));
  drawing_json_write(of, kind, 1, out.file);
  return durable_close_text(&out, CHATTER_OK);
}

static chatter_status draw_file(figure *self, const figure_paths *paths, int force) {
  const study_figure *chosen;
  TRY(find_kind(self, &chosen));
  figure_log_ignored_keys(self, chosen);
  TRY(fill_drawing(self, chosen));
  return paths->is_data ? write_figure_as_json(self->to, chosen->name, paths->figure, force)
                        : gnuplot_render(paths, self->to, force);
}

static const plot_config nothing_wanted = {.kind = ""};

static chatter_status open_figure(const result_set *results, const study *config, arena *memory,
                                  figure *out) {
  *out = (figure){.results = results,
                  .config = config,
                  .wanted = config ? &config->plot : &nothing_wanted,
                  .memory = memory};
  out->parameter = arena_allocate(memory, ((size_t)results->n_variables + 1) * sizeof *out->parameter);
  if (!out->parameter) return error_raise(CHATTER_DEVICE, "out of memory for a figure");
  read_statuses_and_parameters(out);
  return CHATTER_OK;
}

// One results file of a figure.
typedef struct figure_source {
  result_set *results;
  study config;
  int loaded;         // 1: it has a study
  plot_config wanted; // the figure's keys, without those that do not apply under --set
  figure drawn;
} figure_source;

// Returns the name of a file in legends: as given, without .h5; NULL: the only file.
static const char *legend_name(arena *memory, const char *path, int n_files) {
  char *name = n_files > 1 ? arena_string(memory, path) : NULL, *dot = name ? strrchr(name, '.') : NULL;
  if (dot && strcmp(dot, ".h5") == 0) *dot = 0;
  return name;
}

// Returns the path without its trajectories; NULL: out of memory.
static const char *results_path(const char *word, arena *memory, number_list *trajectories) {
  double *number = arena_allocate(memory, FILE_WORD_MAX_TRAJECTORIES * sizeof *number);
  char *path = arena_string(memory, word);
  if (!number || !path) return NULL;
  *trajectories = (number_list){.value = number};
  path[file_word_parse(word, number, &trajectories->n)] = 0;
  return path;
}

static chatter_status open_source(const char *word, int n_files, int n_set, const char *const *set,
                                  arena *memory, figure_source *out) {
  number_list trajectories;
  const char *path = results_path(word, memory, &trajectories);
  if (!path) return error_raise(CHATTER_DEVICE, "out of memory for a figure");
  TRY(results_read(path, &out->results));
  TRY(plot_load_study(out->results, path, n_set, set, &out->config, &out->loaded));
  TRY(open_figure(out->results, out->loaded ? &out->config : NULL, memory, &out->drawn));
  out->drawn.name = legend_name(memory, path, n_files);
  out->drawn.trajectories = trajectories;
  return CHATTER_OK;
}

// Names the files by plot.names.
static chatter_status name_sources(int n, arena *memory, figure_source *sources) {
  const figure *first = &sources[0].drawn;
  char text[FIGURE_TEXT], place[STUDY_PATH];
  const int given = figure_legend_name(first, -1, text);
  if (n == 1 || given == 0) return CHATTER_OK;
  if (given != n)
    return error_raise(CHATTER_BAD_STUDY, "%splot.names: %d %s for %d files (allowed: one for each)",
                       figure_key_place(first, "plot.names", place), given,
                       text_plural(given, "name", "names"), n);
  for (int i = 0; i < n; i++) {
    figure_legend_name(first, i, text);
    sources[i].drawn.name = arena_string(memory, text);
  }
  return CHATTER_OK;
}

// Returns the kind that the results' own study would be drawn as; "": none.
static const char *kind_without_set(const figure *self, const study *base) {
  const study_figure *chosen;
  figure plain = *self;
  const int before = error_count();
  plain.config = base, plain.wanted = &base->plot, plain.next = NULL;
  const chatter_status status = find_kind(&plain, &chosen);
  error_keep(before);
  return status == CHATTER_OK ? chosen->name : base->plot.kind;
}

// Applies one step of --set texts to the study `base`, which is destroyed.
static chatter_status drop_keys_of_step(figure_source *from, study *base, plot_set_step step) {
  figure *self = &from->drawn;
  const study_figure *chosen;
  const int before = error_count();
  step.now = from->wanted.kind, step.old = &base->plot, step.before = kind_without_set(self, base);
  if (!step.now[0]) step.now = find_kind(self, &chosen) == CHATTER_OK ? chosen->name : "";
  error_keep(before);
  const chatter_status status = plot_keys_drop_inherited(self, &step, &from->wanted);
  study_destroy(base);
  return status;
}

// Drops keys of the study that belong to another kind of figure than the --set texts (of the run
// and of this call) choose.
static chatter_status drop_inherited_keys(const char *path, int n_set, const char *const *set, arena *memory,
                                          figure_source *from) {
  const char *lines = result_set_find_text(from->results, "overrides");
  study *base = arena_allocate(memory, sizeof *base);
  const int before = error_count();
  if (!base) return error_raise(CHATTER_DEVICE, "out of memory for a figure");
  from->wanted = from->config.plot;
  from->drawn.wanted = &from->wanted;
  if (n_set == 0 && !(lines && strstr(lines, "plot."))) return CHATTER_OK;
  if (results_read_study_without_plot(from->results, path, base) == CHATTER_OK)
    TRY(drop_keys_of_step(from, base, (plot_set_step){.lines = lines, .n_set = n_set, .set = set}));
  if (n_set > 0 && results_read_study(from->results, path, 0, NULL, base) == CHATTER_OK)
    TRY(drop_keys_of_step(from, base, (plot_set_step){.n_set = n_set, .set = set}));
  error_keep(before);
  return CHATTER_OK;
}

// Drops variables of the study's own figure too if --set names a kind that cannot show them.
static void drop_variables(figure *self, plot_config *wanted) {
  const study_figure *chosen;
  const char *dropped = self->dropped;
  const plot_config own = *wanted;
  const int before = error_count();
  if (self->wanted != wanted || !self->config || !study_is_given_by_set(self->config, "plot.kind")) return;
  int fits = find_kind(self, &chosen) == CHATTER_OK;
  while (!fits && plot_keys_drop_variable(self, wanted)) fits = find_kind(self, &chosen) == CHATTER_OK;
  error_keep(before);
  if (!fits) *wanted = own, self->dropped = dropped; // the message is about the study's own keys
}

chatter_status plot_check(const study *config, const result_set *outline) {
  const study_figure *chosen;
  arena *memory = arena_create();
  if (!memory) return error_raise(CHATTER_DEVICE, "out of memory for a figure");
  figure self;
  chatter_status status = open_figure(outline, config, memory, &self);
  plot_config wanted = config->plot;
  self.wanted = &wanted;
  if (status == CHATTER_OK) drop_variables(&self, &wanted);
  if (status == CHATTER_OK) status = find_kind(&self, &chosen);
  arena_destroy(memory);
  return status;
}

// Opens the files; the figure's keys are those of the first file's study and of --set.
static chatter_status open_sources(int n, const char *const *paths, int n_set, const char *const *set,
                                   arena *memory, figure_source *sources) {
  for (int i = 0; i < n; i++) {
    TRY(open_source(paths[i], n, i == 0 ? n_set : 0, set, memory, &sources[i]));
    if (i == 0 && sources[0].loaded) TRY(drop_inherited_keys(paths[0], n_set, set, memory, &sources[0]));
    if (i == 0) continue;
    sources[i].drawn.wanted = sources[0].drawn.wanted;
    sources[i - 1].drawn.next = &sources[i].drawn;
  }
  drop_variables(&sources[0].drawn, &sources[0].wanted);
  for (int i = 1; i < n; i++) sources[i].drawn.wanted = sources[0].drawn.wanted;
  return name_sources(n, memory, sources);
}

static void close_sources(int n, arena *memory, figure_source *sources) {
  for (int i = 0; sources && i < n; i++) {
    if (sources[i].loaded) study_destroy(&sources[i].config);
    result_set_destroy(sources[i].results);
  }
  arena_destroy(memory);
}

static chatter_status allocate_sources(int n, arena **memory, figure_source **sources) {
  *memory = arena_create();
  *sources = *memory ? arena_allocate(*memory, (size_t)n * sizeof **sources) : NULL;
  return *sources ? CHATTER_OK : error_raise(CHATTER_DEVICE, "out of memory for a figure");
}

chatter_status plot_files(int n, const char *const *paths, const char *figure_path, int force, int n_set,
                          const char *const *set) {
  figure_paths *to;
  ALLOCATE(to, 1);
  arena *memory;
  figure_source *sources;
  chatter_status status = allocate_sources(n, &memory, &sources);
  if (status == CHATTER_OK) status = figure_paths_from(figure_path, force, to);
  if (status == CHATTER_OK) status = open_sources(n, paths, n_set, set, memory, sources);
  if (status == CHATTER_OK) status = draw_file(&sources[0].drawn, to, force);
  close_sources(n, memory, sources);
  memory_free(to);
  return status;
}

// Describes a kind that the study did not ask for, with default keys; returns 0 if it shows
// nothing.
static int describe_alternative_kind(const figure_source *from, const study_figure *one, arena *memory,
                                     plot_text *out) {
  figure self;
  plot_config wanted = nothing_wanted;
  const int before = error_count();
  snprintf(wanted.title, sizeof wanted.title, "%s", from->drawn.wanted->title);
  chatter_status status = open_figure(from->results, from->loaded ? &from->config : NULL, memory, &self);
  self.wanted = &wanted;
  const int fits = status == CHATTER_OK && one->kind->fits_results(&self) &&
                   one->kind->check_results(&self) == CHATTER_OK &&
                   describe_as_json(&self, one, out) == CHATTER_OK;
  error_keep(before);
  return fits;
}

// Returns the figure that accompanies every other: the precision of the statistics that the study
// asks for.
static const study_figure *kind_always_described(void) {
  int i = 0;
  while (kinds_tried_last[i].kind != &figure_convergence) i++;
  return &kinds_tried_last[i];
}

// Returns 1 if the same figure is there already; engines may draw a common kind under a name of
// their own.
static int is_described(const plot_text *all, int n, const plot_text *one) {
  for (int i = 0; i < n; i++)
    if (strcmp(all[i].json, one->json) == 0) return 1;
  return 0;
}

static chatter_status describe_figures(figure_source *sources, int n, arena *memory, int most, plot_text *out,
                                       int *n_out) {
  const study_figure *chosen, *one;
  TRY(find_kind(&sources[0].drawn, &chosen));
  TRY(describe_as_json(&sources[0].drawn, chosen, &out[0]));
  *n_out = 1;
  // A scatter fits whatever varies; beside another figure it is useful for random samples only.
  for (int i = -1; n == 1 && *n_out < most && (one = i < 0 ? kind_always_described() : kind_at(i)); i++) {
    plot_text *next = &out[*n_out];
    if (one == chosen || (i >= 0 && one == kind_always_described()) ||
        (one->kind == &figure_scatter && !figure_is_random(sources[0].drawn.config)) ||
        !describe_alternative_kind(&sources[0], one, memory, next))
      continue;
    if (is_described(out, *n_out, next))
      plot_text_free(next);
    else
      ++*n_out;
  }
  return CHATTER_OK;
}

chatter_status plot_describe(int n, const char *const *paths, int n_set, const char *const *set, int most,
                             plot_text *out, int *n_out) {
  arena *memory;
  figure_source *sources;
  *n_out = 0;
  chatter_status status = allocate_sources(n, &memory, &sources);
  if (status == CHATTER_OK) status = open_sources(n, paths, n_set, set, memory, sources);
  if (status == CHATTER_OK) status = describe_figures(sources, n, memory, most, out, n_out);
  close_sources(n, memory, sources);
  return status;
}

chatter_status plot_results(const char *results_path, const char *figure_path, int force, int n_set,
                            const char *const *set) {
  return plot_files(1, &results_path, figure_path, force, n_set, set);
}
