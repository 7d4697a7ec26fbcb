// The locus of eigenvalues as a figure: a line for each eigenvalue that keeps its identity where
// two cross, dotted lines for the bodies' own damping, a panel for each friction.
#include "beams.h"
#include "tests/plot/figure_case.h"

enum { PLACES = 41, MODES = 3, N = 2 * PLACES };

// Two eigenvalues that cross in frequency, distinguished by growth, and one above.
static void eigenvalues(double x, double friction, double *growth, double *frequency) {
  const double a = 1000 + 8000 * x, b = 1200;
  const int swapped = a > b;
  growth[swapped] = -10 - friction, frequency[swapped] = a;
  growth[!swapped] = -20 - friction, frequency[!swapped] = b;
  growth[2] = 5, frequency[2] = 3000 + 1000 * x;
}

// In the data of the figure the line that begins lowest keeps its growth.
static void check_identity(void) {
  FILE *file = fopen(in_folder("locus.dat"), "r");
  char line[256];
  int n = 0;
  double growth, frequency, last = 0;
  TEST_CHECK(file != NULL);
  while (file && fgets(line, sizeof line, file)) {
    if (sscanf(line, "%lf %lf", &growth, &frequency) != 2) {
      if (n == PLACES) break; // the first line of the first panel
      continue;
    }
    CHECK_NEAR(growth, -10.1, 1e-6, 0); // nine digits are written
    TEST_CHECK(frequency > last);
    last = frequency, n++;
  }
  TEST_CHECK(n == PLACES);
  CHECK_NEAR(last, 1.8, 1e-6, 0); // kHz at x = 0.1
  fclose(file);
}

int main(void) {
  char text[16384];
  if (system("command -v gnuplot > /dev/null") != 0) TEST_SKIP("gnuplot is not installed");
  scratch_create();
  result_set *set = begin(N, "Locus");
  snprintf(text, sizeof text, "%soutputs: {growths: {}, eigenfrequencies: {}}\n", beams_head());
  result_set_text(set, "study", text);
  double *friction = parameter(set, N, "slider.friction", ""),
         *x = parameter(set, N, "stability.position", "m");
  const size_t size[] = {N, MODES};
  double *growth = result_set_add(set, "growths", RESULT_DOUBLE, "trajectory,eigenvalue", size, "1/s", ""),
         *frequency =
             result_set_add(set, "eigenfrequencies", RESULT_DOUBLE, "trajectory,eigenvalue", size, "Hz", "");
  for (int i = 0; i < N; i++) {
    const int at = (i * 7) % PLACES; // in a permuted order
    friction[i] = i < PLACES ? 0.1 : 0.3, x[i] = 0.1 * at / (PLACES - 1);
    eigenvalues(x[i], friction[i], growth + (long)MODES * i, frequency + (long)MODES * i);
  }
  check_figure(set, "locus",
               (const char *[]){"Real part (1/s)", "Imaginary part / 2π (kHz)", "friction coefficient = 0.1",
                                "friction coefficient = 0.3", "slider alone", "target alone", NULL, NULL});
  check_identity();
  scratch_remove();
  return TEST_END();
}
