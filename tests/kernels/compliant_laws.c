// Compliant laws in sampled harmonic balance: Jacobian and slope by ω compared with differences;
// continuity of the Jacobian at changes of state at a sample; second derivatives compared with
// differences of other steps; r of a dashpot and of a polynomial compared with closed forms; the
// order in the number of samples for a stop with a jump of force and for hysteresis.
#include "kernels/response/sampled/sampled_compliant.h"
#include "study/contact_laws.h"
#include "tests/check.h"

enum { HARMONICS = 4, WIDTH = 1 + 2 * HARMONICS, MOST = 8192, NUMBERS = 40 };
static double powers[] = {2, 3}, coefficients[] = {-60, 900};
static const contact_config CASES[] = {
    {.law = LAW_CUBIC, .cubic_stiffness = 80},
    {.law = LAW_KELVIN_VOIGT, .normal_stiffness = 200, .normal_damping = 4},
    {.law = LAW_POLYNOMIAL, .powers = {2, powers}, .coefficients = {2, coefficients}},
    {.law = LAW_DASHPOT, .normal_damping = 1.5, .power = 2.7},
    {.law = LAW_TANH_FRICTION, .friction = 0.4, .preload = 2, .velocity_scale = 0.8},
    {.law = LAW_BOUC_WEN, .stiffness = 20, .alpha = 0.1, .a = 1.3, .beta = 9, .gamma = -4, .exponent = 1.6},
    {.law = LAW_BOUC_WEN, .stiffness = 20, .alpha = 0.2, .a = 1, .beta = 1e-9, .gamma = 0, .exponent = 1},
    {.law = LAW_IWAN, .limit_force = 3, .tangential_stiffness = 40, .chi = -0.4, .beta = 0.7, .sliders = 9}};
enum { N_CASES = sizeof CASES / sizeof *CASES };
static const double U[WIDTH] = {0.02, 0.21, -0.13, 0.031, 0.043, -0.017, 0.009, 0.006, -0.004};

typedef struct evaluation {
  double r[WIDTH], k[WIDTH * WIDTH], by_omega[WIDTH];
} evaluation;

// A period of `times` samples of a law with given numbers.
typedef struct period {
  sampled_plan plan;
  compliant_element law;
  double cosine[MOST], number[NUMBERS], work[NUMBERS + (N_COMPLIANT_FIELDS + WIDTH) * MOST + 3 + WIDTH];
} period;
static period *response_period_create(const contact_config *c, int times, double omega) {
  static period of;
  const law_size size = law_size_of(c);
  of.law = (compliant_element){.law = c->law,
                               .n = size.numbers,
                               .states = size.states,
                               .number = of.number,
                               .gap = 0.05,
                               .omega = omega};
  of.plan = (sampled_plan){.harmonics = HARMONICS,
                           .is_static = 1,
                           .samples = times,
                           .coordinates = 1,
                           .has_normal = 1,
                           .cosine = of.cosine};
  law_numbers_of(c, c->preload, of.number);
  for (int i = 0; i < times; i++) of.cosine[i] = cos(2 * M_PI * i / times);
  return &of;
}
static evaluation evaluate(const contact_config *c, int times, const double *u, double omega) {
  period *of = response_period_create(c, times, omega);
  evaluation out;
  compliant_evaluate(&of->plan, &of->law, u, of->work, out.r, out.k, out.by_omega);
  return out;
}

// For a law with kinks the differences pass some kinks that move from sample to sample: an error of
// h times the slopes there, and the rounding of r over h.
static void check_slopes(const contact_config *c) {
  const double h = 1e-6, omega = 7;
  const evaluation at = evaluate(c, 256, U, omega);
  double size = 0, rate = 0;
  for (int e = 0; e < WIDTH * WIDTH; e++) size = fmax(size, fabs(at.k[e]));
  for (int j = 0; j < WIDTH; j++) {
    double u[WIDTH];
    memcpy(u, U, sizeof u);
    u[j] += h;
    const evaluation more = evaluate(c, 256, u, omega);
    u[j] -= 2 * h;
    const evaluation less = evaluate(c, 256, u, omega);
    for (int i = 0; i < WIDTH; i++)
      CHECK_NEAR(at.k[i * WIDTH + j], (more.r[i] - less.r[i]) / (2 * h), 1e-4 * size, 0);
  }
  const evaluation more = evaluate(c, 256, U, omega + h), less = evaluate(c, 256, U, omega - h);
  for (int i = 0; i < WIDTH; i++) rate = fmax(rate, fabs(at.by_omega[i]));
  for (int i = 0; i < WIDTH; i++)
    CHECK_NEAR(at.by_omega[i], (more.r[i] - less.r[i]) / (2 * h), 1e-6 * (rate + size), 0);
}

static const double LAMBDA[WIDTH] = {0.4, -0.2, 0.7, 0.1, -0.5, 0.3, 0.2, -0.1, 0.6},
                    V[WIDTH] = {0.01, 0.2, 0.1, -0.1, 0.05, 0.02, 0.07, -0.03, 0.04};

// Returns λᵀ ∂r/∂u V at the point U + s V.
static double form_at(const contact_config *c, int times, double s) {
  double u[WIDTH], sum = 0;
  for (int i = 0; i < WIDTH; i++) u[i] = U[i] + s * V[i];
  const evaluation at = evaluate(c, times, u, 7);
  for (int i = 0; i < WIDTH; i++)
    for (int j = 0; j < WIDTH; j++) sum += LAMBDA[i] * at.k[i * WIDTH + j] * V[j];
  return sum;
}
// Checks the largest change over 20 intervals, each halved 20 times towards the larger change: a
// slope leaves 1e-8 of it, a jump would remain. (A slider that just reaches its limit causes a real
// jump by its stiffness; none does here.)
static void check_continuous(const contact_config *c, int times) {
  enum { PIECES = 20, HALVINGS = 20 };
  const double end = 0.2;
  double most = 0, size = 0;
  for (int i = 0; i < PIECES; i++) {
    double from = end * i / PIECES, to = end * (i + 1) / PIECES, first = form_at(c, times, from),
           last = form_at(c, times, to);
    size = fmax(size, fabs(first));
    for (int k = 0; k < HALVINGS; k++) {
      const double middle = 0.5 * (from + to), value = form_at(c, times, middle);
      if (fabs(value - first) > fabs(last - value))
        to = middle, last = value;
      else
        from = middle, first = value;
    }
    most = fmax(most, fabs(last - first));
  }
  printf("law %d: the Jacobian jumps by %.1e at most\n", c->law, most / size);
  TEST_CHECK(most < 1e-6 * size);
}

// Second derivatives along a direction of u and ω, by differences with a hundred times the step.
// For smooth laws they differ by the error of that step, h²/6 of the fourth derivatives; for laws
// with changes at samples they scatter by the distance of two samples.
static void check_curvature(const contact_config *c, double tolerance) {
  const double turn = 3, omega = 7, h = 5e-4;
  double u[WIDTH], out[WIDTH], far[2][WIDTH + 1] = {{0}}, size = 0;
  period *of = response_period_create(c, 256, omega);
  const double bent = compliant_curvature(&of->plan, &of->law, U, of->work, LAMBDA, V, turn, out);
  for (int side = 0; side < 2; side++) {
    const double step = side ? h : -h;
    for (int i = 0; i < WIDTH; i++) u[i] = U[i] + step * V[i];
    const evaluation at = evaluate(c, 256, u, omega + step * turn);
    for (int i = 0; i < WIDTH; i++) {
      for (int j = 0; j < WIDTH; j++) far[side][j] += LAMBDA[i] * at.k[i * WIDTH + j];
      far[side][WIDTH] += LAMBDA[i] * at.by_omega[i];
    }
  }
  for (int j = 0; j <= WIDTH; j++) size = fmax(size, fabs(far[1][j] - far[0][j]) / (2 * h));
  for (int j = 0; j <= WIDTH; j++)
    CHECK_NEAR(j < WIDTH ? out[j] : bent, (far[1][j] - far[0][j]) / (2 * h), tolerance * size, 0);
}

// Σ λ_i ∂²r_i V of r = 60 q²: 120 times the products of the waves, as a sum over 64 instants.
static void check_square(void) {
  static double one[] = {2}, minus[] = {-60};
  const contact_config square = {.law = LAW_POLYNOMIAL, .powers = {1, one}, .coefficients = {1, minus}};
  double out[WIDTH], exact[WIDTH] = {0};
  period *of = response_period_create(&square, 256, 7);
  compliant_curvature(&of->plan, &of->law, U, of->work, LAMBDA, V, 0, out);
  for (int n = 0; n < 64; n++) {
    double wave[WIDTH] = {1}, left = 0, along = 0;
    for (int h = 1; h <= HARMONICS; h++)
      wave[2 * h - 1] = cos(2 * M_PI * h * n / 64), wave[2 * h] = sin(2 * M_PI * h * n / 64);
    for (int i = 0; i < WIDTH; i++) left += (i ? 2.0 : 1) / 64 * LAMBDA[i] * wave[i], along += V[i] * wave[i];
    for (int j = 0; j < WIDTH; j++) exact[j] += 120 * left * along * wave[j];
  }
  for (int j = 0; j < WIDTH; j++) CHECK_NEAR(out[j], exact[j], 1e-8, 0); // rounding over h
}

// -c ω dq/dτ; and, for q = a + b cos τ, the means and first harmonics of q² and q³.
static void check_closed_forms(void) {
  const contact_config dashpot = {.law = LAW_DASHPOT, .normal_damping = 1.5, .power = 1};
  const evaluation of = evaluate(&dashpot, 64, U, 7);
  for (int h = 1; h <= HARMONICS; h++) {
    CHECK_NEAR(of.r[2 * h - 1], -1.5 * 7 * h * U[2 * h], 1e-13, 0);
    CHECK_NEAR(of.r[2 * h], 1.5 * 7 * h * U[2 * h - 1], 1e-13, 0);
  }
  const double a = 0.03, b = 0.2, u[WIDTH] = {a, b};
  const evaluation poly = evaluate(&CASES[2], 64, u, 7);
  CHECK_NEAR(poly.r[0], 60 * (a * a + b * b / 2) - 900 * (a * a * a + 1.5 * a * b * b), 1e-12, 0);
  CHECK_NEAR(poly.r[1], 60 * 2 * a * b - 900 * (3 * a * a * b + 0.75 * b * b * b), 1e-12, 0);
}

// Errors of N samples relative to 32 N decrease by 16 from N to 4 N if the scheme is of second
// order. Kinks near a sample scatter them, so only a factor of 6 is required.
static void check_order(const contact_config *c) {
  const evaluation exact = evaluate(c, 8192, U, 7);
  double error[2] = {0, 0}, size = 0;
  for (int fine = 0; fine < 2; fine++) {
    const evaluation of = evaluate(c, fine ? 256 : 64, U, 7);
    for (int i = 0; i < WIDTH; i++) {
      error[fine] = fmax(error[fine], fabs(of.r[i] - exact.r[i]));
      size = fmax(size, fabs(exact.r[i]));
    }
  }
  printf("law %d: r off by %.1e and %.1e at 64 and 256 samples\n", c->law, error[0] / size, error[1] / size);
  TEST_CHECK(error[1] < error[0] / 6 || error[1] < 1e-9 * size);
  TEST_CHECK(error[1] < 1e-3 * size);
}

int main(void) {
  for (int i = 0; i < N_CASES; i++) {
    check_slopes(&CASES[i]);
    check_order(&CASES[i]);
    check_continuous(&CASES[i], CASES[i].law == LAW_IWAN ? 128 : 64);
    const int smooth =
        CASES[i].law != LAW_KELVIN_VOIGT && CASES[i].law != LAW_BOUC_WEN && CASES[i].law != LAW_IWAN;
    check_curvature(&CASES[i], smooth ? 1e-4 : 0.3);
  }
  check_square();
  check_closed_forms();
  return TEST_END();
}
