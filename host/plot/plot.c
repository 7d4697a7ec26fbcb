#include "plot/plot.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "plot/figure.h"
#include "plot/gnuplot.h"

// In the order in which they are tried where the study names none. A new kind is one file and one line here.
static const figure_kind *const kinds[] = {&figure_regimes, &figure_frequency_response, &figure_windows,
                                           &figure_series,  &figure_histogram,          &figure_scatter};
enum { N_KINDS = sizeof kinds / sizeof *kinds };

static chatter_status find_named(const char *wanted, const figure_kind **out) {
  const char *names[N_KINDS];
  char near[FIGURE_TEXT];
  for (int i = 0; i < N_KINDS; i++) {
    *out = kinds[i];
    names[i] = kinds[i]->name;
    if (strcmp(wanted, names[i]) == 0) return CHATTER_OK;
  }
  return error_raise(
      CHATTER_BAD_STUDY,
      "plot.kind: no figure '%s'%s; known: regimes, frequency_response, windows, series, histogram, "
      "scatter",
      wanted, text_did_you_mean(wanted, N_KINDS, names, near, sizeof near));
}

chatter_status plot_check(const study *config) {
  const figure_kind *kind;
  return config->plot.kind[0] ? find_named(config->plot.kind, &kind) : CHATTER_OK;
}

int plot_fits(const study *config) {
  int drawable = config->plot.kind[0] || config->ensemble.design != DESIGN_NONE;
  for (int i = 0; i < config->n_outputs; i++) drawable |= config->outputs[i].reduce >= REDUCE_WINDOWS;
  return drawable;
}

static chatter_status find_kind(const figure *self, const figure_kind **out) {
  const char *wanted = self->config ? self->config->plot.kind : "";
  if (wanted[0]) return find_named(wanted, out);
  for (int i = 0; i < N_KINDS; i++) {
    *out = kinds[i];
    if (kinds[i]->fits(self)) return CHATTER_OK;
  }
  return error_raise(CHATTER_IO,
                     "the results hold nothing that a figure could show: no parameter that varies, no "
                     "windows, no time series; `chatter export` writes them as a table");
}

// Ensemble parameters that vary, and what tells failed trajectories.
static void look_at(figure *self) {
  for (int i = 0; i < self->results->n_variables; i++) {
    const result_variable *variable = &self->results->variables[i];
    if (variable->n_dims != 1 || strcmp(variable->dim[0], "trajectory") != 0) continue;
    self->n = variable->size[0];
    if (strcmp(variable->name, "status") == 0 && variable->type == RESULT_INT) self->status = variable->data;
    if (strncmp(variable->long_name, "ensemble parameter", 18) != 0 || variable->type != RESULT_DOUBLE)
      continue;
    const double *value = variable->data;
    int varies = 0;
    for (size_t k = 1; k < self->n && !varies; k++) varies = value[k] != value[0];
    if (varies && self->n_parameters < FIGURE_PARAMETERS) self->parameter[self->n_parameters++] = variable;
  }
}

// The study of the results, for what they do not hold as numbers. A text that this version cannot read any
// more costs the figure its details only.
static int load_study(const result_set *results, study *config) {
  const char *text = result_set_find_text(results, "study"),
             *name = result_set_find_text(results, "study_name");
  int before = error_count();
  if (!text || before) return 0;
  if (study_parse(text, strlen(text), name ? name : "study", 0, NULL, config) == CHATTER_OK) return 1;
  error_clear();
  return 0;
}

static void write_head(FILE *out, const figure *self, const figure_paths *paths) {
  char *stem = (char *)(size_t)figure_quote(self, paths->stem);
  size_t length = strlen(stem);
  stem[length - 1] = 0; // without the closing quote
  fprintf(out, "# A figure made by chatter %s. Edit it, then draw it again:\n", CHATTER_VERSION);
  fprintf(out, "#   gnuplot %s.gp      or      gnuplot -e \"figure='%s.png'\" %s.gp\n", paths->stem,
          paths->stem, paths->stem);
  fprintf(out, "if (!exists('figure')) figure = %s.svg'\n", stem);
  fprintf(out, "if (!exists('target')) target = figure\n");
  fprintf(out, "data = %s.dat'\n", stem);
  fprintf(out, "ending = figure[strlen(figure)-2:*]\nscale = ending eq 'png' ? 1.75 : 1\n");
  fprintf(
      out,
      "if (ending eq 'svg') set terminal svg size %g,%g noenhanced font 'DejaVu Sans,12' background 'white' "
      "linewidth 1.2\n",
      self->width, self->height);
  fprintf(
      out,
      "if (ending eq 'png') set terminal pngcairo size %g,%g noenhanced font 'DejaVu Sans,21' linewidth 2.4 "
      "pointscale 1.8\n",
      2 * self->width, 2 * self->height);
  fprintf(out,
          "if (ending eq 'pdf') set terminal pdfcairo size %gin,%gin noenhanced font 'DejaVu Sans,12' "
          "linewidth 1.4\n",
          self->width / 90, self->height / 90);
  fputs("set output target\nset encoding utf8\nset datafile missing 'nan'\n"
        "set border 3 linecolor '#404040' linewidth 0.9\nset tics nomirror out scale 0.6\n"
        "set format x '%g'\nset format y '%g'\nset grid linecolor '#E4E4E4' linewidth 0.7 linetype 1\nset "
        "key top right reverse Left samplen 2 "
        "spacing 1.15\n",
        out);
}

static chatter_status render(const figure *self, const figure_paths *paths, const char *body,
                             const char *data, int force) {
  char *script = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&script, &size);
  if (!out) return error_raise(CHATTER_DEVICE, "out of memory for a figure");
  write_head(out, self, paths);
  fputs(body, out);
  int failed = fclose(out) != 0;
  chatter_status status = CHATTER_DEVICE;
  if (!failed) status = figure_render(paths, script, data, force);
  free(script);
  return status;
}

static chatter_status draw(figure *self, const figure_paths *paths, int force) {
  char *script = NULL, *data = NULL;
  size_t script_size = 0, data_size = 0;
  const figure_kind *kind;
  TRY(find_kind(self, &kind));
  self->script = open_memstream(&script, &script_size);
  self->data = open_memstream(&data, &data_size);
  chatter_status status = CHATTER_OK;
  if (!self->script || !self->data) status = error_raise(CHATTER_DEVICE, "out of memory for a figure");
  if (status == CHATTER_OK) status = kind->draw(self);
  int failed = self->script && fclose(self->script) != 0;
  failed |= self->data && fclose(self->data) != 0;
  if (status == CHATTER_OK && failed) status = error_raise(CHATTER_DEVICE, "out of memory for a figure");
  if (status == CHATTER_OK) status = render(self, paths, script, data, force);
  free(script);
  free(data);
  return status;
}

chatter_status plot_results(const char *results_path, const char *figure_path, int force) {
  figure_paths *paths;
  result_set *results = NULL;
  study *config = NULL;
  ALLOCATE(paths, 1);
  int has_study = 0;
  arena *memory = arena_create();
  chatter_status status = memory ? figure_paths_from(figure_path, force, paths) : CHATTER_DEVICE;
  if (status == CHATTER_OK) status = results_read(results_path, &results);
  if (status == CHATTER_OK) {
    config = memory_array(1, sizeof *config, __FILE__, __LINE__);
    has_study = config && load_study(results, config);
    figure self = {.results = results,
                   .config = has_study ? config : NULL,
                   .memory = memory,
                   .width = 900,
                   .height = 560};
    look_at(&self);
    status = draw(&self, paths, force);
  }
  if (has_study) study_destroy(config);
  memory_free(config);
  result_set_destroy(results);
  arena_destroy(memory);
  memory_free(paths);
  return status;
}
