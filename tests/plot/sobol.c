// Bars of Sobol' indices with intervals: for f = x + 2 y, whose inputs have 1/5 and 4/5 of the
// variance, and for a product; refused figures.
#include "figure_data.h"
#include "study/file/parse.h"
#include "study/file/storage.h"
#include "study/samples/design.h"
#include "study/samples/samples.h"
#include "study/study.h"

enum { GROUPS = 256, ROWS = 4, N = GROUPS * ROWS };

static const char text[] =
    "study: transient\nmodel: {type: chain, masses: [1.0], springs: [100.0]}\nreduction: {method: modal}\n"
    "contact: {nodes: 1, law: unilateral, normal: x, gap: 1.0e-4}\n"
    "excitation: {node: 1, direction: x, amplitude: 1.0, frequency: 1.0}\n"
    "integrator: {scheme: moreau, step: 0.001, periods: 3}\noutputs: {tip: {node: 1, reduce: max}}\n"
    "inputs: {load: excitation.amplitude}\n"
    "ensemble: {seed: 4, design: {type: saltelli, count: 256, parameters: "
    "{contact.gap: {from: 0, to: 1}, load: {from: 0, to: 1}}}}\n";

// The last trajectory failed: its group is ignored.
static result_set *groups(void) {
  const size_t n = N;
  study s;
  samples x;
  result_set *set = begin(n, "Shares");
  double *gap = parameter(set, n, "contact.gap", "m"), *load = parameter(set, n, "excitation.amplitude", "N");
  double *sum = output(set, n, "tip", "m", "sum"), *product = output(set, n, "product", "m", "product");
  CHECK_OK(study_parse(text, sizeof text - 1, "shares.yaml", 0, NULL, &s));
  CHECK_OK(samples_from_design(&s, &x));
  TEST_CHECK(x.n == N);
  for (int i = 0; i < N; i++) {
    gap[i] = x.value[2 * i], load[i] = x.value[2 * i + 1];
    sum[i] = gap[i] + 2 * load[i], product[i] = (gap[i] - 0.5) * (load[i] - 0.5);
  }
  ((int *)set->variables[1].own)[N - 1] = 1;
  sum[N - 1] = 1e9;
  samples_destroy(&x);
  study_destroy(&s);
  result_set_text(set, "study", text);
  return set;
}

// row[inputs][place, value, low, high] of the two blocks.
static void draw(const char *set_key, double first[8], double total[8], figure_data *f) {
  size_t length = 0;
  result_set *set = groups();
  CHECK_OK(results_write(set, in_folder("bars.h5"), 1));
  result_set_destroy(set);
  const char *const keys[] = {set_key};
  CHECK_OK(plot_results(in_folder("bars.h5"), in_folder("bars.svg"), 1, set_key ? 1 : 0, keys));
  CHECK_OK(text_read_file(in_folder("bars.gp"), CHATTER_IO, &f->script, &length));
  CHECK_OK(text_read_file(in_folder("bars.dat"), CHATTER_IO, &f->data, &length));
  TEST_CHECK(read_block(f, 0, 8, first) == 8 && read_block(f, 1, 8, total) == 8);
}

static void check_sum(void) {
  double first[8] = {0}, total[8] = {0};
  figure_data f;
  draw(NULL, first, total, &f); // the kind is chosen automatically
  const double share[] = {0.2, 0.8};
  for (int j = 0; j < 2; j++) {
    // 255 groups: the error of the estimates with a Sobol' sequence is less than a tenth of the
    // 0.06 of random points.
    CHECK_NEAR(first[4 * j + 1], share[j], 0.02, 0);
    CHECK_NEAR(total[4 * j + 1], share[j], 0.02, 0);
    TEST_CHECK(first[4 * j + 2] < share[j] && share[j] < first[4 * j + 3]);
    TEST_CHECK(total[4 * j + 2] < share[j] && share[j] < total[4 * j + 3]);
    TEST_CHECK(first[4 * j] < j && j < total[4 * j]); // side by side
  }
  check_script(&f, "255 of 256 groups, 95 % intervals");
  check_script(&f, "'gap' 0, 'load' 1");
  drop_figure(&f);
}

// For a product of inputs with zero mean, all variance is due to their interaction: first-order
// indices 0, total indices 1.
static void check_product(void) {
  double first[8] = {0}, total[8] = {0};
  figure_data f;
  draw("plot.y=product", first, total, &f);
  for (int j = 0; j < 2; j++) {
    CHECK_NEAR(first[4 * j + 1], 0, 0.05, 0);
    CHECK_NEAR(total[4 * j + 1], 1, 0.05, 0);
  }
  drop_figure(&f);
}

static void check_lack(void) {
  result_set *set = begin(8, "none");
  output(set, 8, "tip", "m", "tip");
  give_study(set, "kind: sobol");
  CHECK_OK(results_write(set, in_folder("none.h5"), 1));
  result_set_destroy(set);
  TEST_CHECK(plot_results(in_folder("none.h5"), in_folder("none.svg"), 1, 0, NULL) != CHATTER_OK &&
             strstr(error_message(0), "Sobol' indices need an ensemble of design saltelli"));
  error_clear();
}

int main(void) {
  if (system("command -v gnuplot > /dev/null") != 0) TEST_SKIP("gnuplot is not installed");
  scratch_create();
  check_sum();
  check_product();
  check_lack();
  scratch_remove();
  return TEST_END();
}
