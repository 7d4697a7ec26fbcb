#include "plot/inherit.h"

#include <string.h>

#include "study/file/key_place.h"

static chatter_status note(figure *self, const char *path) {
  const char *before = self->dropped ? self->dropped : "";
  const size_t size = strlen(before) + strlen(path) + 3;
  char *text = arena_allocate(self->memory, size);
  if (!text) return error_raise(CHATTER_DEVICE, "out of memory for a figure");
  snprintf(text, size, "%s%s%s", before, *before ? ", " : "", path);
  self->dropped = text;
  return CHATTER_OK;
}

static int is_text_of(const char *text, const char *path) {
  const size_t n = strlen(path);
  return strncmp(text, path, n) == 0 && (text[n] == '=' || text[n] == ' ');
}

static int is_set(const inherit_step *step, const char *path) {
  for (int i = 0; i < step->n_set; i++)
    if (is_text_of(step->set[i], path)) return 1;
  for (const char *line = step->lines; line; line = strchr(line, '\n')) {
    line += *line == '\n';
    if (is_text_of(line, path)) return 1;
  }
  return 0;
}

// Variables of one unit; other names that are not found may be of any.
static int same_unit(const figure *self, const char *a, const char *b) {
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

static int is_one_of(const char *kind, const char *const *all) {
  while (*all && strcmp(kind, *all) != 0) all++;
  return *all != NULL;
}

// The variable in plot.y is not what stands along the y axis.
static int has_own_y(const char *kind) {
  static const char *const kinds[] = {"spectrogram", "exceedance", "fragility", "sobol", "histogram", NULL};
  return is_one_of(kind, kinds);
}

chatter_status inherit_drop(figure *self, const inherit_step *step, plot_config *wanted) {
  const plot_config *old = step->old;
  const int other = strcmp(step->now, step->before) != 0, x = !same_unit(self, old->x, wanted->x),
            y = !same_unit(self, old->y, wanted->y), colour = !same_unit(self, old->colour, wanted->colour),
            along_x = x || (y && strcmp(step->now, "histogram") == 0), along_y = y && !has_own_y(step->now);
  const struct {
    const char *path;
    int holds_no_more;
    void *at;
    size_t size;
  } keys[] = {{"plot.x_range", other || along_x, wanted->x_range, sizeof wanted->x_range},
              {"plot.y_range", other || along_y, wanted->y_range, sizeof wanted->y_range},
              {"plot.colour_range", other || colour, wanted->colour_range, sizeof wanted->colour_range},
              {"plot.scale", other, &wanted->scale, sizeof wanted->scale},
              {"plot.threshold", y, &wanted->threshold, sizeof wanted->threshold},
              {"plot.reference", y, &wanted->reference, sizeof wanted->reference},
              {"plot.marks", other || x, wanted->marks, sizeof wanted->marks}};
  for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
    if (!keys[k].holds_no_more || !figure_given(self, keys[k].path) || is_set(step, keys[k].path)) continue;
    memset(keys[k].at, 0, keys[k].size);
    TRY(note(self, keys[k].path));
  }
  return CHATTER_OK;
}

int inherit_drop_variable(figure *self, plot_config *wanted) {
  static const char *const paths[] = {"plot.y", "plot.x", "plot.colour", "plot.trajectories"};
  void *const at[] = {wanted->y, wanted->x, wanted->colour, &wanted->trajectories};
  static const size_t size[] = {sizeof wanted->y, sizeof wanted->x, sizeof wanted->colour,
                                sizeof wanted->trajectories};
  for (int k = 0; k < 4; k++) {
    if (!figure_given(self, paths[k]) || study_is_given_by_set(self->config, paths[k]) ||
        note(self, paths[k]) != CHATTER_OK)
      continue;
    memset(at[k], 0, size[k]);
    return 1;
  }
  return 0;
}
