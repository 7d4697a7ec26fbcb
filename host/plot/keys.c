#include "plot/keys.h"

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

// A key of the study's own figure, where --set names another kind.
static int is_ignored(const figure *self, const char *path) {
  return study_is_given_by_set(self->config, "plot.kind") && !study_is_given_by_set(self->config, path);
}

static int is_foreign(const figure *self, const study_figure *kind, int i) {
  return figure_given(self, keys[i].path) && !(kind->keys & keys[i].key);
}

void figure_note_keys(const figure *self, const study_figure *kind) {
  char ignored[4 * FIGURE_TEXT];
  snprintf(ignored, FIGURE_TEXT, "%s", self->dropped ? self->dropped : "");
  for (int i = 0; i < N_KEYS; i++)
    if (is_foreign(self, kind, i)) strcat(strcat(ignored, *ignored ? ", " : ""), keys[i].path);
  if (*ignored) log_info("A figure of kind %s: ignored of the study: %s", kind->name, ignored);
}

chatter_status figure_check_keys(const figure *self, const study_figure *kind) {
  char place[STUDY_PATH], known[FIGURE_TEXT] = "";
  for (int i = 0; i < N_KEYS; i++)
    if (kind->keys & keys[i].key) strcat(strcat(known, *known ? ", " : ""), keys[i].path + strlen("plot."));
  for (int i = 0; i < N_KEYS; i++)
    if (is_foreign(self, kind, i) && !is_ignored(self, keys[i].path))
      return error_raise(CHATTER_BAD_STUDY, "%s%s does not belong to a figure of kind %s (allowed: %s)",
                         figure_place(self, keys[i].path, place), keys[i].path, kind->name, known);
  if (strchr(self->wanted->y, ' ') && (kind->keys & (FIGURE_Y | FIGURE_SEVERAL)) == FIGURE_Y)
    return error_raise(CHATTER_BAD_STUDY, "%splot.y: a figure of kind %s shows one variable, not '%s'",
                       figure_place(self, "plot.y", place), kind->name, self->wanted->y);
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
