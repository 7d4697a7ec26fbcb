// Checks and drops keys of the section `plot`.
#include "plot/plot_keys.h"

#include <stdio.h>
#include <string.h>

#include "base/log.h"
#include "study/file/key_place.h"

static const struct {
  int key;
  const char *path;
} keys[] = {{FIGURE_X, "plot.x"},
            {FIGURE_Y, "plot.y"},
            {FIGURE_COLOUR, "plot.colour"},
            {FIGURE_COLOUR_RANGE, "plot.colour_range"},
            {FIGURE_SCALE, "plot.scale"},
            {FIGURE_TRAJECTORIES, "plot.trajectories"},
            {FIGURE_WINDOW, "plot.window"},
            {FIGURE_INTERVALS, "plot.intervals"},
            {FIGURE_THRESHOLD, "plot.threshold"},
            {FIGURE_REFERENCE, "plot.reference"},
            {FIGURE_EVENT, "plot.event"},
            {FIGURE_QUANTILE, "plot.quantile"},
            {FIGURE_STABLE, "plot.stable"},
            {FIGURE_INSTANT, "plot.instant"},
            {FIGURE_MARKS, "plot.marks"},
            {FIGURE_NAMES, "plot.names"},
            {FIGURE_OVERLAY, "plot.overlay"}};
enum { N_KEYS = sizeof keys / sizeof *keys };

// Returns 1 for a key of the study's own figure if --set names another kind.
static int is_overridden_by_set(const figure *self, const char *path) {
  return study_is_given_by_set(self->config, "plot.kind") && !study_is_given_by_set(self->config, path);
}

static int is_key_of_other_kind(const figure *self, const study_figure *kind, int i) {
  return figure_has_key(self, keys[i].path) && !(kind->keys & keys[i].key);
}

void figure_log_ignored_keys(const figure *self, const study_figure *kind) {
  char ignored[4 * FIGURE_TEXT];
  snprintf(ignored, FIGURE_TEXT, "%s", self->dropped ? self->dropped : "");
  for (int i = 0; i < N_KEYS; i++)
    if (is_key_of_other_kind(self, kind, i)) strcat(strcat(ignored, *ignored ? ", " : ""), keys[i].path);
  if (*ignored) log_info("A figure of kind %s: ignored of the study: %s", kind->name, ignored);
}

chatter_status figure_check_keys(const figure *self, const study_figure *kind) {
  char place[STUDY_PATH], known[FIGURE_TEXT] = "";
  for (int i = 0; i < N_KEYS; i++)
    if (kind->keys & keys[i].key) strcat(strcat(known, *known ? ", " : ""), keys[i].path + strlen("plot."));
  for (int i = 0; i < N_KEYS; i++)
    if (is_key_of_other_kind(self, kind, i) && !is_overridden_by_set(self, keys[i].path))
      return error_raise(CHATTER_BAD_STUDY, "%s%s does not belong to a figure of kind %s (allowed: %s)",
                         figure_key_place(self, keys[i].path, place), keys[i].path, kind->name, known);
  if (strchr(self->wanted->y, ' ') && (kind->keys & (FIGURE_Y | FIGURE_SEVERAL)) == FIGURE_Y)
    return error_raise(CHATTER_BAD_STUDY, "%splot.y: a figure of kind %s shows one variable, not '%s'",
                       figure_key_place(self, "plot.y", place), kind->name, self->wanted->y);
  for (const figure *file = self; file; file = file->next)
    if (file->trajectories.n && !(kind->keys & FIGURE_TRAJECTORIES))
      return error_raise(CHATTER_BAD_STUDY, "a figure of kind %s shows no single trajectories of a file",
                         kind->name);
  if (self->next && !(kind->keys & FIGURE_FILES))
    return error_raise(CHATTER_BAD_STUDY,
                       "a figure of kind %s shows one file (several: curves, chart, series, phase, "
                       "spectrogram, spectrum, quantiles, exceedance, fragility, bifurcation; name one by "
                       "--set plot.kind=…)",
                       kind->name);
  return CHATTER_OK;
}

static chatter_status note_dropped_key(figure *self, const char *path) {
  const char *before = self->dropped ? self->dropped : "";
  const size_t size = strlen(before) + strlen(path) + 3;
  char *text = arena_allocate(self->memory, size);
  if (!text) return error_raise(CHATTER_DEVICE, "out of memory for a figure");
  snprintf(text, size, "%s%s%s", before, *before ? ", " : "", path);
  self->dropped = text;
  return CHATTER_OK;
}

static int sets_key(const char *text, const char *path) {
  const size_t n = strlen(path);
  return strncmp(text, path, n) == 0 && (text[n] == '=' || text[n] == ' ');
}

static int is_set_by_texts(const plot_set_step *step, const char *path) {
  for (int i = 0; i < step->n_set; i++)
    if (sets_key(step->set[i], path)) return 1;
  for (const char *line = step->lines; line; line = strchr(line, '\n')) {
    line += *line == '\n';
    if (sets_key(line, path)) return 1;
  }
  return 0;
}

// Returns 1 if the variables have one unit; unknown names may have any.
static int have_same_unit(const figure *self, const char *a, const char *b) {
  if (strcmp(a, b) == 0) return 1;
  char first[2][STUDY_PATH];
  const result_variable *found[2];
  for (int i = 0; i < 2; i++) {
    snprintf(first[i], STUDY_PATH, "%s", i ? b : a);
    first[i][strcspn(first[i], " ")] = 0;
    found[i] = result_set_find(self->results, first[i]);
  }
  return found[0] && found[1] && strcmp(found[0]->units, found[1]->units) == 0;
}

static int is_in_list(const char *kind, const char *const *all) {
  while (*all && strcmp(kind, *all) != 0) all++;
  return *all != NULL;
}

// Returns 1 if a kind computes its y axis, which is then not the variable of plot.y.
static int has_computed_y_axis(const char *kind) {
  static const char *const kinds[] = {"spectrogram", "exceedance", "fragility", "sobol", "histogram", NULL};
  return is_in_list(kind, kinds);
}

chatter_status plot_keys_drop_inherited(figure *self, const plot_set_step *step, plot_config *wanted) {
  const plot_config *old = step->old;
  const int other = strcmp(step->now, step->before) != 0, x = !have_same_unit(self, old->x, wanted->x),
            y = !have_same_unit(self, old->y, wanted->y),
            colour = !have_same_unit(self, old->colour, wanted->colour),
            along_x = x || (y && strcmp(step->now, "histogram") == 0),
            along_y = y && !has_computed_y_axis(step->now);
  const struct {
    const char *path;
    int holds_no_more;
    void *at;
    size_t size;
  } inherited_keys[] = {
      {"plot.x_range", other || along_x, wanted->x_range, sizeof wanted->x_range},
      {"plot.y_range", other || along_y, wanted->y_range, sizeof wanted->y_range},
      {"plot.colour_range", other || colour, wanted->colour_range, sizeof wanted->colour_range},
      {"plot.scale", other, &wanted->scale, sizeof wanted->scale},
      {"plot.threshold", y, &wanted->threshold, sizeof wanted->threshold},
      {"plot.reference", y, &wanted->reference, sizeof wanted->reference},
      {"plot.marks", other || x, wanted->marks, sizeof wanted->marks}};
  for (size_t k = 0; k < sizeof inherited_keys / sizeof *inherited_keys; k++) {
    if (!inherited_keys[k].holds_no_more || !figure_has_key(self, inherited_keys[k].path) ||
        is_set_by_texts(step, inherited_keys[k].path))
      continue;
    memset(inherited_keys[k].at, 0, inherited_keys[k].size);
    TRY(note_dropped_key(self, inherited_keys[k].path));
  }
  return CHATTER_OK;
}

int plot_keys_drop_variable(figure *self, plot_config *wanted) {
  static const char *const paths[] = {"plot.y", "plot.x", "plot.colour", "plot.trajectories"};
  void *const at[] = {wanted->y, wanted->x, wanted->colour, &wanted->trajectories};
  static const size_t size[] = {sizeof wanted->y, sizeof wanted->x, sizeof wanted->colour,
                                sizeof wanted->trajectories};
  for (int k = 0; k < 4; k++) {
    if (!figure_has_key(self, paths[k]) || study_is_given_by_set(self->config, paths[k]) ||
        note_dropped_key(self, paths[k]) != CHATTER_OK)
      continue;
    memset(at[k], 0, size[k]);
    return 1;
  }
  return 0;
}
