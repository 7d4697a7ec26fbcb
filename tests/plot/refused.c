// Figures that cannot be drawn: each is refused with its message, and no file is replaced.
#include <unistd.h>

#include "base/log.h"
#include "results/results_file.h"
#include "tests/check.h"
#include "plot/plot.h"
#include "results/result_set.h"
#include "tests/scratch.h"

// Results of `n` trajectories; with `gap` also a parameter and an output.
static const char *make(const char *name, size_t n, int gap, const char *text) {
  result_set *set = result_set_create();
  int *trajectory = result_set_add(set, "trajectory", RESULT_INT, "trajectory", &n, "1", "");
  for (size_t i = 0; i < n; i++) trajectory[i] = (int)i;
  if (gap) {
    double *x =
        result_set_add(set, "contact.1.gap", RESULT_DOUBLE, "trajectory", &n, "m", "ensemble parameter gap");
    double *y = result_set_add(set, "largest", RESULT_DOUBLE, "trajectory", &n, "N", "largest normal force");
    result_set_role(set, "contact.1.gap", RESULT_PARAMETER), result_set_role(set, "largest", RESULT_OUTPUT);
    for (size_t i = 0; i < n; i++) x[i] = (double)i, y[i] = cos((double)i);
  }
  if (text) result_set_text(set, "study", text);
  CHECK_OK(results_write(set, in_folder(name), 1));
  result_set_destroy(set);
  return in_folder(name);
}

static void check_message(chatter_status status, chatter_status expected, const char *text) {
  TEST_CHECK(status == expected && error_count() == 1);
  if (error_count() && !strstr(error_message(0), text)) {
    fprintf(stderr, "'%s' does not hold '%s'\n", error_message(0), text);
    check_failures++;
  }
  error_clear();
}

// Returns the path of a study with this plot section.
static const char *study_with(const char *plot) {
  static char text[1000];
  snprintf(
      text, sizeof text,
      "study: transient\nmodel: {type: chain, masses: [1.0], springs: [100.0]}\nreduction: {method: modal}\n"
      "contact: {nodes: 1, law: unilateral, normal: x, gap: 1.0e-4}\n"
      "excitation: {node: 1, direction: x, amplitude: 1.0, frequency: 1.0}\n"
      "integrator: {scheme: moreau, step: 0.001, periods: 3}\n"
      "outputs: {amplitude: {node: 1, direction: x, reduce: half_peak_to_peak}}\nplot: {%s}\n",
      plot);
  return text;
}

int main(void) {
  scratch_create();
  const char *results = make("a.h5", 40, 1, NULL), *figure = in_folder("a.svg");
  FILE *file = fopen(figure, "w");
  fclose(file);
  check_message(plot_results(results, figure, 0, 0, NULL), CHATTER_IO, "exists already");
  unlink(figure);
  check_message(plot_results(results, in_folder("a.jpg"), 0, 0, NULL), CHATTER_USAGE,
                "ends in .svg, .png, .pdf or .json");
  check_message(plot_results(results, in_folder("svg"), 0, 0, NULL), CHATTER_USAGE,
                "ends in .svg, .png, .pdf or .json");
  check_message(plot_results(in_folder("none.h5"), figure, 0, 0, NULL), CHATTER_IO,
                "No such file or directory");
  check_message(plot_results(results, in_folder("none/a.svg"), 0, 0, NULL), CHATTER_IO,
                "No such file or directory");
  file = fopen(in_folder("a.gp"), "w");
  fputs("# edited\n", file);
  fclose(file);
  check_message(plot_results(results, figure, 0, 0, NULL), CHATTER_IO,
                "a.gp: exists already with other contents");
  figure = in_folder("b.svg");
  check_message(plot_results(make("b.h5", 3, 0, NULL), figure, 0, 0, NULL), CHATTER_IO,
                "hold nothing that a figure");
  check_message(plot_results(make("b.h5", 9, 1, study_with("kind: scater")), figure, 0, 0, NULL),
                CHATTER_BAD_STUDY,
                "plot.kind: no figure 'scater' (did you mean 'scatter'?); known: fit, posterior, regimes");
  check_message(
      plot_results(make("b.h5", 9, 1, study_with("kind: scatter, y: lagest")), figure, 0, 0, NULL),
      CHATTER_BAD_STUDY,
      "plot.y: no variable 'lagest' with a value per trajectory in the results (did you mean 'largest'?)");
  check_message(plot_results(make("b.h5", 9, 1, study_with("kind: regimes")), figure, 0, 0, NULL), CHATTER_IO,
                "a regime map needs the output `regime`");
  check_message(plot_results(make("b.h5", 9, 1, study_with("kind: windows")), figure, 0, 0, NULL), CHATTER_IO,
                "needs an output with `reduce: windows`");
  TEST_CHECK(access(figure, F_OK) != 0);

  // Without gnuplot, script and data are written, and the message says how to continue.
  char *path = strdup(getenv("PATH"));
  setenv("PATH", folder, 1);
  check_message(plot_results(results, in_folder("c.svg"), 0, 0, NULL), CHATTER_IO,
                "Debian package gnuplot-nox");
  setenv("PATH", path, 1);
  free(path);
  TEST_CHECK(access(in_folder("c.gp"), F_OK) == 0 && access(in_folder("c.svg"), F_OK) != 0);
  scratch_remove();
  return TEST_END();
}
