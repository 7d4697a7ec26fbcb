// The beam, compared with its partial differential equation: natural frequencies are too high by
// the fourth power of the element length, with the known constant; tip deflections are exact; and a
// published case with a sticking pad.
#include <complex.h>

#include "base/log.h"
#include "reduction/reduce.h"
#include "tests/check.h"
#include "tests/hand_study.h"
#include "reduction/reduced.h"

static const double E = 210e9, RHO = 7830, LENGTH = 0.2, SIDE = 0.01;

static void beam_study(study *s, int elements, int clamped) {
  hand_study(s);
  s->model = (model_config){.type = MODEL_BEAM,
                            .youngs_modulus = E,
                            .density = RHO,
                            .length = LENGTH,
                            .height = SIDE,
                            .width = SIDE,
                            .elements = elements,
                            .clamped = clamped};
  s->reduction.method = REDUCTION_MODAL;
}

// Returns β L of mode k: cos βL cosh βL = -1 for clamped-free, = 1 for clamped-clamped and
// free-free (without βL = 0).
static double exact_root(int k, double sign) {
  double x = (sign < 0 ? k - 0.5 : k + 0.5) * acos(-1);
  for (int i = 0; i < 20; i++) x -= (cos(x) + sign / -cosh(x)) / (-sin(x) + sign * tanh(x) / cosh(x));
  return x;
}

// ω² = (βL)⁴ EI / (ρA L⁴), EI / ρA = E height² / (12 ρ)
static double exact_omega2(int k, double sign) {
  return pow(exact_root(k, sign) / LENGTH, 4) * E * SIDE * SIDE / (12 * RHO);
}

// Waves in an endless row of elements of length h: ω / ω_exact = 1 + (βh)⁴ / 1440, to leading
// order.
static void test_frequencies(void) {
  static const struct {
    int clamped, rigid;
    double sign;
  } ends[] = {{CLAMPED_LEFT, 0, -1}, {CLAMPED_RIGHT, 0, -1}, {CLAMPED_BOTH, 0, 1}, {CLAMPED_NONE, 2, 1}};
  CHECK_NEAR(exact_root(1, -1), 1.8751040687119611, 0, 1e-15); // value of tables
  CHECK_NEAR(exact_root(1, 1), 4.7300407448627038, 0, 1e-15);
  for (int e = 0; e < 4; e++)
    for (int n = 8; n <= 16; n *= 2) {
      static study s;
      reduced_model r;
      beam_study(&s, n, ends[e].clamped);
      CHECK_OK(reduce_study(&s, &r));
      for (int k = 0; k < ends[e].rigid; k++) TEST_CHECK(r.omega2[k] == 0);
      for (int k = 0; k < 3; k++) {
        const double off = sqrt(r.omega2[ends[e].rigid + k] / exact_omega2(k + 1, ends[e].sign)) - 1;
        const double step = exact_root(k + 1, ends[e].sign) / n, leading = pow(step, 4) / 1440;
        // The next order, that of the ends too, and rounding times the ratio of the largest to the
        // smallest ω², 2e7.
        CHECK_NEAR(off, leading, 0.15 * step * step * leading + 1e-9, 0);
      }
      reduced_destroy(&r);
    }
}

// F L³ / 3EI at the tip for a force there, F a² (3 L - a) / 6EI for a force at a: the elements
// represent cubics exactly.
static void test_deflection(void) {
  static study s;
  reduced_model r;
  beam_study(&s, 20, CLAMPED_LEFT);
  s.n_excitations = 2;
  s.excitations[0] = (excitation_config){.node = "RIGHT", .direction = {0, 1, 0}};
  s.excitations[1] = (excitation_config){.node = "5", .direction = {0, 1, 0}};
  s.n_outputs = 1;
  s.outputs[0] = (output_config){.name = "tip", .node = "20", .direction = {0, 1, 0}};
  CHECK_OK(reduce_study(&s, &r));
  const double bending = E * pow(SIDE, 4) / 12, a = 0.05;
  const double exact[] = {pow(LENGTH, 3) / (3 * bending), a * a * (3 * LENGTH - a) / (6 * bending)};
  for (int l = 0; l < 2; l++) {
    double tip = 0;
    for (int k = 0; k < r.n_modes; k++) tip += r.phi_y[k] * r.phi_f[l * r.n_modes + k] / r.omega2[k];
    CHECK_NEAR(tip, exact[l], 0, 1e-8); // rounding times 5e7, the ratio of the extreme ω²
  }
  reduced_destroy(&r);
}

// A shaken base: the participation of mode k, for mass ρAL, is 4σ² / (βL)² with σ = (cosh βL + cos
// βL) / (sinh βL + sin βL). Its error is that of ω, (βh)⁴ / 1440, plus rounding times the ratio of
// the extreme ω². Without the mass coupling of the clamped node and its neighbour, (βL)³ / (15σ n³)
// would be missing: 1e-6 and more.
static void test_base(void) {
  static study s;
  reduced_model r;
  const int n = 80;
  beam_study(&s, n, CLAMPED_LEFT);
  s.n_excitations = 1;
  s.excitations[0] = (excitation_config){.type = EXCITATION_BASE, .direction = {0, 1, 0}};
  CHECK_OK(reduce_study(&s, &r));
  CHECK_EQUAL_TEXT(r.load_name[0], "base_acceleration:y");
  TEST_CHECK(r.load_offset[0] == 0);
  for (int k = 0; k < 3; k++) {
    const double x = exact_root(k + 1, -1), sigma = (cosh(x) + cos(x)) / (sinh(x) + sin(x));
    const double exact = 4 * sigma * sigma / (x * x) * RHO * LENGTH * SIDE * SIDE;
    CHECK_NEAR(r.phi_f[k] * r.phi_f[k], exact, 0, pow(x / n, 4) / 1440 + 1e-9);
    TEST_CHECK(r.phi_f[k] * r.translation[r.n_modes + k] < 0); // opposite to the motion of the base
  }
  reduced_destroy(&r);
}

// Returns the amplitude at the tip under a harmonic force there, with the spring of the pad between
// beam and ground.
static double complex receptance(const reduced_model *r, const double *to, const double *from, double omega,
                                 double beta) {
  double complex sum = 0;
  for (int k = 0; k < r->n_modes; k++)
    sum += to[k] * from[k] / (r->omega2[k] - omega * omega + I * omega * beta * r->omega2[k]);
  return sum;
}

static double tip_amplitude(const reduced_model *r, double omega, double spring) {
  const double beta = 5e-6;
  const double complex across = receptance(r, r->phi_b, r->phi_f, omega, beta);
  const double complex own = receptance(r, r->phi_b, r->phi_b, omega, beta);
  const double complex pad = -spring * across / (1 + spring * own);
  return cabs(receptance(r, r->phi_y, r->phi_f, omega, beta) +
              receptance(r, r->phi_y, r->phi_b, omega, beta) * pad);
}

// Resonance with the stuck pad of 2e8 N/m at x = 50 mm; force 0.01 N. Reference values of an
// independent program, which gives the root mean square over a period with nine digits.
static void test_stuck_pad(void) {
  static study s;
  reduced_model r;
  beam_study(&s, 20, CLAMPED_LEFT);
  s.n_contacts = s.n_excitations = s.n_outputs = 1;
  s.contacts[0] = (contact_config){.node = 5, .law = LAW_ELASTIC, .tangential_stiffness = 2e8};
  s.excitations[0] = (excitation_config){.node = "RIGHT", .direction = {0, 1, 0}};
  s.outputs[0] = (output_config){.name = "tip", .node = "RIGHT", .direction = {0, 1, 0}};
  CHECK_OK(reduce_study(&s, &r));
  TEST_CHECK(r.n_modes == 40 && r.n_boundary == 1 && r.contacts[0].row_tangent[0] == 0);
  double low = 1990, high = 2000;
  while (high - low > 1e-4) { // ternary search: one maximum in the interval
    const double a = low + (high - low) / 3, b = high - (high - low) / 3;
    if (tip_amplitude(&r, a, 2e8) < tip_amplitude(&r, b, 2e8))
      low = a;
    else
      high = b;
  }
  const double omega = 0.5 * (low + high);
  CHECK_NEAR(omega, 1994.45249503, 2e-4, 0); // a flat maximum cannot be located more precisely by
                                             // its values
  CHECK_NEAR(0.01 * sqrt(0.5) * tip_amplitude(&r, omega, 2e8), 5.78580213e-6, 5e-15,
             0); // half of its last digit
  reduced_destroy(&r);
}

int main(void) {
  log_quiet(1);
  test_frequencies();
  test_deflection();
  test_base();
  test_stuck_pad();
  return TEST_END();
}
