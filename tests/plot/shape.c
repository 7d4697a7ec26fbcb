// Shapes of artificial outputs along a chain: deflections and phases at the maxima of a curve, by
// node numbers or names.
#include "curve_data.h"

enum { NODES = 6, POINTS = 9, MOST = 8 * NODES };

static double amplitude(int node, int point) {
  return 1e-3 * sin(0.25 * M_PI * node) * sin(0.25 * M_PI * node) * (1 + 0.1 * point) +
         1e-5 * (NODES + 1 - node);
}

static double phase(int node, int point) {
  return 3.0 - 0.7 * node + 0.01 * point; // more than half a turn from end to end
}

// Maxima at points 3 and 7, a kink at 5.
static result_set *chain(int with_phase) {
  const int length[] = {POINTS};
  curve_set c = begin_curves(1, length);
  const size_t n = POINTS;
  for (int i = 0; i < POINTS; i++) {
    c.frequency[i] = 40 + i, c.stable[i] = 1;
    c.event[i] = i == 3 || i == 7 ? 1 : i == 5 ? 3 : 0;
    c.tip[i] = 1e-3 * i;
  }
  for (int k = 1; k <= NODES; k++) {
    char name[16], of_phase[32];
    snprintf(name, sizeof name, "n%d", k), snprintf(of_phase, sizeof of_phase, "n%d_phase", k);
    double *value = result_set_add(c.set, name, RESULT_DOUBLE, "point", &n, "m", "");
    result_set_role(c.set, name, RESULT_OUTPUT);
    double *angle =
        with_phase ? result_set_add(c.set, of_phase, RESULT_DOUBLE, "point", &n, "rad", "") : NULL;
    if (angle) result_set_role(c.set, of_phase, RESULT_PHASE);
    for (int i = 0; i < POINTS; i++) {
      value[i] = amplitude(k, i);
      if (angle) angle[i] = phase(k, i);
    }
  }
  return c.set;
}

static figure_data draw_chain(result_set *set, const char *name, const char *plot, int node_of_last) {
  char text[2000], file[40];
  figure_data f = {0};
  size_t size;
  snprintf(
      text, sizeof text,
      "study: transient\nmodel: {type: chain, masses: [1, 1, 1, 1, 1, 1], springs: [1, 1, 1, 1, 1, 1]}\n"
      "contact: {nodes: 1, law: unilateral, gap: 1.0}\nexcitation: {node: 1, amplitude: 1.0, frequency: "
      "1.0}\n"
      "integrator: {scheme: moreau, step: 0.001, periods: 3}\noutputs: {n1: {node: 1}, n2: {node: 2}, n3: "
      "{node: 3}, "
      "n4: {node: 4}, n5: {node: 5}, n6: {node: %d}}\nplot: {kind: shape, y: [n1, n2, n3, n4, n5, n6]%s}\n",
      node_of_last, plot);
  result_set_text(set, "study", text);
  snprintf(file, sizeof file, "%s.h5", name);
  CHECK_OK(results_write(set, in_folder(file), 1));
  result_set_destroy(set);
  const char *results = in_folder(file);
  snprintf(file, sizeof file, "%s.svg", name);
  CHECK_OK(plot_results(results, in_folder(file), 1, 0, NULL));
  snprintf(file, sizeof file, "%s.gp", name);
  CHECK_OK(text_read_file(in_folder(file), CHATTER_IO, &f.script, &size));
  snprintf(file, sizeof file, "%s.dat", name);
  CHECK_OK(text_read_file(in_folder(file), CHATTER_IO, &f.data, &size));
  return f;
}

// Node 2 has the largest amplitude at every point.
static void check_block(const figure_data *f, int block, int point, int with_phase) {
  double row[MOST];
  TEST_CHECK(read_block(f, block, MOST, row) == 5 * NODES);
  for (int k = 1; k <= NODES; k++) {
    const double *r = &row[5 * (k - 1)];
    const double turned = with_phase ? -0.7 * (k - 2) : 0;
    CHECK_NEAR(r[0], k, 0, 0);
    CHECK_NEAR(r[1], 1e3 * amplitude(k, point) * cos(turned), 1e-9, 1e-8); // mm
    CHECK_NEAR(r[2], 1e3 * amplitude(k, point), 0, 1e-8);
    CHECK_NEAR(r[3], turned * 180 / M_PI, 1e-6, 0); // node 6: -160.4 degrees
    TEST_CHECK(r[4] == -r[2]);                      // the other border of the band
  }
}

int main(void) {
  if (system("command -v gnuplot > /dev/null") != 0) TEST_SKIP("gnuplot is not installed");
  scratch_create();
  figure_data f = draw_chain(chain(1), "maxima", "", 6);
  check_block(&f, 0, 3, 1);
  check_block(&f, 1, 7, 1);
  check_script(&f, "title 'maximum at 43 Hz'");
  check_script(&f, "title 'maximum at 47 Hz'");
  check_script(&f, "set xlabel 'Node'");
  check_script(&f, "set ylabel 'Deflection (mm)'");
  drop_figure(&f);
  f = draw_chain(chain(0), "kink", ", event: kink", 6);
  check_block(&f, 0, 5, 0);
  TEST_CHECK(strstr(f.script, "kink at 45 Hz") && !strstr(f.script, "Phase"));
  drop_figure(&f);
  f = draw_chain(chain(1), "names", "", 5); // two outputs of one node: their names are used
  check_block(&f, 0, 3, 1);
  check_script(&f, "set xtics ('n1' 1, 'n2' 2,");
  drop_figure(&f);
  check_refused(chain(1), "kind: shape, y: [n1, n2], event: fold",
                "plot.event: no point of the curves is a 'fold'");
  check_refused(chain(1), "kind: shape, y: [n1]", "a shape needs two or more outputs");
  check_refused(chain(1), "kind: shape, y: [n1, frequency]", "'n1' is in m, 'frequency' in Hz");
  scratch_remove();
  return TEST_END();
}
