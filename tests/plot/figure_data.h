// Helpers for the input of gnuplot: the script of a figure as text, and the numbers of a block of
// its data.
#ifndef CHATTER_TESTS_FIGURE_DATA_H
#define CHATTER_TESTS_FIGURE_DATA_H

#include "figure_case.h"

typedef struct figure_data {
  char *script, *data;
} figure_data;

// Gives the results a study whose plot section is `plot`.
static void give_study(result_set *set, const char *plot) {
  char text[2000];
  snprintf(
      text, sizeof text,
      "study: transient\nmodel: {type: chain, masses: [1.0], springs: [100.0]}\nreduction: {method: modal}\n"
      "contact: {nodes: 1, law: unilateral, normal: x, gap: 1.0e-4}\n"
      "excitation: {node: 1, direction: x, amplitude: 1.0, frequency: 1.0}\n"
      "integrator: {scheme: moreau, step: 0.001, periods: 3}\n"
      "outputs: {tip: {node: 1, reduce: max}, b1: {node: 1, reduce: window_rms, band: [50, 150]}, "
      "b2: {node: 1, reduce: window_rms, band: [150, 400]}}\nplot: {%s}\n",
      plot);
  result_set_text(set, "study", text);
}

// Draws NAME.svg and destroys the set.
static inline figure_data draw_figure(result_set *set, const char *name, const char *plot) {
  char results[40], svg[40], text[40];
  size_t length = 0;
  figure_data out = {0};
  give_study(set, plot);
  snprintf(results, sizeof results, "%s.h5", name);
  snprintf(svg, sizeof svg, "%s.svg", name);
  CHECK_OK(results_write(set, in_folder(results), 1));
  result_set_destroy(set);
  CHECK_OK(plot_results(in_folder(results), in_folder(svg), 1, 0, NULL));
  snprintf(text, sizeof text, "%s.gp", name);
  CHECK_OK(text_read_file(in_folder(text), CHATTER_IO, &out.script, &length));
  snprintf(text, sizeof text, "%s.dat", name);
  CHECK_OK(text_read_file(in_folder(text), CHATTER_IO, &out.data, &length));
  return out;
}

static inline void drop_figure(figure_data *self) {
  free(self->script);
  free(self->data);
}

// Reads the numbers of block `index` into value[most], row by row: the points, or with `between`
// the curve drawn between them. Returns their number.
static inline size_t read_rows(const figure_data *self, int index, int between, size_t most, double *value) {
  const char *at = self->data;
  for (int i = 0; i < index && at; i++) at = (at = strstr(at, "\n\n\n#")) ? at + 3 : NULL;
  const char *end = at ? strstr(at, "\n\n\n#") : NULL;
  size_t n = 0;
  while (at && (at = strchr(at, '\n')) && at != end && n < most) {
    const size_t length = strcspn(++at, "\n");
    if ((memchr(at, '#', length) != NULL) != between) continue;
    for (const char *from = at + strspn(at, " "); n < most && *from != '\n' && *from != '#' && *from;
         from += strspn(from, " ")) {
      char *next;
      value[n] = strtod(from, &next);
      if (next == from) break;
      from = next, n++;
    }
  }
  return n;
}
static inline size_t read_block(const figure_data *self, int index, size_t most, double *value) {
  return read_rows(self, index, 0, most, value);
}

static inline void check_script(const figure_data *self, const char *text) {
  if (strstr(self->script, text)) return;
  fprintf(stderr, "the script does not hold '%s'\n", text);
  check_failures++;
}

// Drawing must be refused with a message that contains `text`; destroys the set.
static inline void check_refused(result_set *set, const char *plot, const char *text) {
  give_study(set, plot);
  CHECK_OK(results_write(set, in_folder("refused.h5"), 1));
  result_set_destroy(set);
  TEST_CHECK(plot_results(in_folder("refused.h5"), in_folder("refused.svg"), 1, 0, NULL) != CHATTER_OK);
  if (!error_count() || !strstr(error_message(0), text)) {
    fprintf(stderr, "'%s' does not hold '%s'\n", error_count() ? error_message(0) : "", text);
    check_failures++;
  }
  error_clear();
}

#endif
