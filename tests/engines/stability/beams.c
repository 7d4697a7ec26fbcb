// The beam on the beam, compared with an independent program: the 20 lowest eigenvalues, undeformed
// and deformed, and frequency responses with the force on each body.
#include "engines/stability/coupled/coupled_primal.h"
#include "engines/stability/coupled/coupled_roots.h"
#include "beams.h"

enum { MODES = 20 };

static void compare_eigenvalues(beams *b) {
  FILE *file = beams_table("beams_eigenvalues.csv");
  double position, friction, growth, frequency;
  double complex value[MODES];
  int deformed, index, rows = 0;
  coupled_roots roots = {.value = value};
  while (fscanf(file, "%lf,%lf,%d,%d,%lf,%lf", &position, &friction, &deformed, &index, &growth,
                &frequency) == 6) {
    if (index == 1) {
      const stability_place place = beams_at(b, position, friction, deformed);
      CHECK_OK(coupled_eigenvalues(&place.system, MODES, 1, &roots));
      TEST_CHECK(roots.n == MODES && !roots.by_lapack);
    }
    // The finite elements and reductions of both programs agree to about 1e-9; real parts are
    // differences of numbers of the size of the frequency. The stiffness matrices differ by
    // rounding of some 5000 entries at random: for the largest ω², 5e14 1/s², each ω² differs by
    // 5e14 · 1.1e-16 / 70, and ω by half of this.
    const double rounding = 5e14 * 1.1e-16 / 70 / (8 * M_PI * M_PI) / frequency;
    CHECK_NEAR(creal(value[index - 1]), growth, 1e-8 * frequency, 1e-5);
    CHECK_NEAR(cimag(value[index - 1]) / (2 * M_PI), frequency, rounding, 1e-8);
    rows++;
  }
  TEST_CHECK(rows == 8 * MODES);
  fclose(file);
}

static void compare_responses(beams *b) {
  FILE *file = beams_table("beams_responses.csv");
  double position, friction, frequency, size;
  int deformed, side, rows = 0;
  double *load = arena_allocate(b->memory, (size_t)b->pair.n_modes * sizeof *load);
  while (fscanf(file, "%lf,%lf,%d,%lf,%d,%lf", &position, &friction, &deformed, &frequency, &side, &size) ==
         6) {
    const stability_place place = beams_at(b, position, friction, deformed);
    const double alpha = place.contact.alpha, s = 2 * M_PI * frequency;
    const double weight[2][PAIR_ROWS] = {{0, 0, 0, 0, 0, 1}, {0, 1 - alpha, 0, alpha}};
    pair_combine(&b->pair, place.contact.element, weight[side], load);
    const double complex dual = coupled_response(&place.system, CMPLX(0, s), load, b->pair.response);
    double complex primal;
    CHECK_NEAR(s * s * cabs(dual), size, 0, 1e-6); // near resonances an error of 1e-8 in the
                                                   // eigenvalues is amplified
    if (rows % 10 == 0) {
      CHECK_OK(coupled_response_dense(&place.system, CMPLX(0, s), load, b->pair.response, &primal));
      CHECK_NEAR(cabs(dual - primal), 0, 1e-9 * cabs(primal), 0); // dual and primal assembly
                                                                  // (Brunetti et al. 2021)
    }
    rows++;
  }
  TEST_CHECK(rows == 192);
  fclose(file);
}

int main(void) {
  beams b;
  beams_open(&b, "response.yaml");
  compare_eigenvalues(&b);
  compare_responses(&b);
  beams_close(&b);
  return TEST_END();
}
