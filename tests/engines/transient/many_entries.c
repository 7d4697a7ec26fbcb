// A chain of 300 masses with very soft springs, 500 stops, 300 constant loads and 400 outputs:
// every mass moves independently, x = v t + a t²/2, until it hits a stop. A number of entry 437
// varies.
#include "study/file/parse.h"
#include "study/file/scalar.h"
#include "study/file/storage.h"
#include "tests/engines/eval_value.h"

enum { MASSES = 300, STOPS = 500, OUTPUTS = 400, STOPPED = 437, HELD = STOPPED % MASSES };
static const double duration = 0.25, step = 1.0 / 128;

static double load(int node) {
  return 1e-3 * (node % 17 - 8);
}
static double speed(int node) {
  return 1e-2 * (node % 23 + 1);
}

// Stop e belongs to mass e modulo their number; the second stop of a mass is on its other side.
static size_t write_study(char *text, size_t size) {
  size_t n = (size_t)snprintf(text, size, "study: transient\nmodel:\n  type: chain\n  masses: [");
  for (int i = 0; i < MASSES; i++)
    n += (size_t)snprintf(text + n, size - n, "%s%d", i ? ", " : "", 1 + i % 2);
  n += (size_t)snprintf(text + n, size - n, "]\n  springs: [");
  for (int i = 0; i < MASSES; i++) n += (size_t)snprintf(text + n, size - n, "%s1e-6", i ? ", " : "");
  n += (size_t)snprintf(text + n, size - n, "]\ninitial:\n  velocity: 1\n  shape: [");
  for (int i = 0; i < MASSES; i++)
    n += (size_t)snprintf(text + n, size - n, "%s%.17g", i ? ", " : "", speed(i));
  n += (size_t)snprintf(text + n, size - n, "]\ncontact:\n");
  for (int e = 0; e < STOPS; e++)
    n += (size_t)snprintf(text + n, size - n, "  - {nodes: %d, law: unilateral, normal: %s, gap: 10}\n",
                          e % MASSES + 1, e < MASSES ? "x" : "-x");
  n += (size_t)snprintf(text + n, size - n, "excitation:\n");
  for (int i = 0; i < MASSES; i++)
    n += (size_t)snprintf(text + n, size - n, "  - {node: %d, type: constant, amplitude: %.17g}\n", i + 1,
                          load(i));
  n += (size_t)snprintf(text + n, size - n, "outputs:\n");
  for (int o = 0; o < OUTPUTS; o++)
    n += (size_t)snprintf(text + n, size - n, "  y%d: {node: %d, quantity: %s}\n", o, o % MASSES + 1,
                          o < MASSES ? "displacement" : "velocity");
  n += (size_t)snprintf(
      text + n, size - n,
      "integrator: {scheme: moreau, step: %.17g, duration: %g}\n"
      "ensemble: {design: {type: grid, parameters: {contact.%d.gap: {values: [10, 0.0125]}}}}\n",
      step, duration, STOPPED);
  return n;
}

static void check_scalars(const char *text, size_t n) {
  study s;
  study_scalar gap;
  CHECK_OK(study_parse(text, n, "many.yaml", 0, NULL, &s));
  TEST_CHECK(s.n_contacts == STOPS && s.n_excitations == MASSES && s.n_outputs == OUTPUTS);
  CHECK_OK(study_find_scalar(&s, "contact.437.gap", NULL, &gap));
  CHECK_OK(study_scalar_set(&s, &gap, 3));
  for (int e = 0; e < STOPS; e++) TEST_CHECK(s.contacts[e].gap == (e == STOPPED ? 3 : 10));
  TEST_CHECK(s.excitations[299].amplitude == load(299) && s.initial.shape.value[299] == speed(299));
  TEST_CHECK(study_find_scalar(&s, "contact.500.gap", NULL, &gap) == CHATTER_BAD_STUDY);
  error_clear();
  study_destroy(&s);
}

int main(void) {
  static char text[200000];
  eval_table table;
  const size_t n = write_study(text, sizeof text);
  log_quiet(1);
  check_scalars(text, n);
  CHECK_OK(eval_text(text, "many.yaml", &table));
  TEST_CHECK(table.n == 2 && table.n_outputs == OUTPUTS);
  const double t = duration - step; // of the last recorded step
  for (int row = 0; row < 2; row++)
    for (int o = 0; o < OUTPUTS; o++) {
      const int i = o % MASSES, held = row == 1 && i == HELD;
      const double a = load(i) / (1 + i % 2), v = speed(i);
      double x = o < MASSES ? v * t + 0.5 * a * t * t : v + a * t;
      if (held) x = o < MASSES ? 0.0125 : 0;
      // Springs of 1e-6 N/m, stretched by 0.1 m at most: 2e-7 m/s²; at the stop the mass stops
      // within one step.
      CHECK_NEAR(table.value[row * OUTPUTS + o], x, held && o < MASSES ? v * step : 3e-7, 0);
    }
  eval_destroy(&table);
  return TEST_END();
}
