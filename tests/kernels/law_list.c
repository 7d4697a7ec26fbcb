// The keys of all laws, compared with the schema. The compliant laws at a point: slopes and
// energies by differences, Iwan's chain compared with the closed form of its distribution and
// Masing's rules, Bouc-Wen's path compared with its closed form.
#include "kernels/laws/compliant.h"
#include "study/contact_laws.h"
#include "study/schema/schema.h"
#include "study/schema/schema_table.h"
#include "tests/check.h"

static double powers[] = {1, 2, 5}, coefficients[] = {3, -2, 7};
static const contact_config CASES[] = {
    {.law = LAW_CUBIC, .cubic_stiffness = 80},
    {.law = LAW_KELVIN_VOIGT, .normal_stiffness = 200, .normal_damping = 4},
    {.law = LAW_POLYNOMIAL, .powers = {3, powers}, .coefficients = {3, coefficients}},
    {.law = LAW_DASHPOT, .normal_damping = 1.5, .power = 1},
    {.law = LAW_DASHPOT, .normal_damping = 1.5, .power = 2.7},
    {.law = LAW_TANH_FRICTION, .friction = 0.4, .preload = 2, .velocity_scale = 0.2},
    {.law = LAW_BOUC_WEN, .stiffness = 20, .alpha = 0.2, .a = 1, .beta = 6, .gamma = 3, .exponent = 1},
    {.law = LAW_BOUC_WEN, .stiffness = 20, .alpha = 0.1, .a = 1.3, .beta = 9, .gamma = -4, .exponent = 1.6},
    {.law = LAW_IWAN, .limit_force = 3, .tangential_stiffness = 40, .chi = -0.4, .beta = 0.7, .sliders = 9}};
enum { N_CASES = sizeof CASES / sizeof *CASES };

typedef struct element {
  int law, numbers, states;
  double number[LAW_MAX_PARAMETERS], state[LAW_MAX_PARAMETERS], q;
} element;

static element create(const contact_config *c) {
  element e = {.law = c->law, .numbers = law_size_of(c).numbers, .states = law_size_of(c).states};
  TEST_CHECK(law_check_keys(c) == NULL && e.numbers <= LAW_MAX_PARAMETERS);
  law_numbers_of(c, c->preload, e.number);
  return e;
}

// Moves to q. Returns the force.
static double move(element *e, double q) {
  double sum = 0;
  for (int i = 0; i < e->states; i++) {
    e->state[i] = law_update(e->law, e->number, i, e->state[i], q - e->q).value;
    sum += e->state[i];
  }
  e->q = q;
  return law_force(e->law, e->number, e->numbers, q, 0).force + law_state_factor(e->law, e->number) * sum;
}

// Central differences of width h have an error of h² f'''/6, here about 1e-8.
static void check_slopes(const contact_config *c) {
  const element e = create(c);
  const double h = 1e-5;
  for (int i = 0; i < 40; i++) {
    const double q = 0.31 * sin(1.7 * i + 0.3), v = 0.9 * cos(2.3 * i + 0.1);
    const law_result at = law_force(e.law, e.number, e.numbers, q, v);
    const law_result right = law_force(e.law, e.number, e.numbers, q + h, v),
                     left = law_force(e.law, e.number, e.numbers, q - h, v),
                     faster = law_force(e.law, e.number, e.numbers, q, v + h),
                     slower = law_force(e.law, e.number, e.numbers, q, v - h),
                     rest = law_force(e.law, e.number, e.numbers, q, 0);
    CHECK_NEAR(at.by_q, (right.force - left.force) / (2 * h), 1e-6, 1e-6);
    CHECK_NEAR(at.by_v, (faster.force - slower.force) / (2 * h), 1e-6, 1e-6);
    CHECK_NEAR(-rest.force, (right.energy - left.energy) / (2 * h), 1e-6, 1e-6);
    TEST_CHECK(at.by_v <= 0 && (at.force - rest.force) * v <= 0); // dampers dissipate energy
  }
  for (int s = 0; s < e.states; s++)
    for (int i = 1; i < 40; i++) {
      const double limit = e.law == LAW_IWAN ? e.number[IWAN_SLIDER_NUMBERS * s + IWAN_STRENGTH] : 0.1;
      const double old = limit * 0.97 * sin(1.1 * i), by = 0.07 * cos(2.9 * i);
      const law_state at = law_update(e.law, e.number, s, old, by);
      const double by_old = law_update(e.law, e.number, s, old + h, by).value -
                            law_update(e.law, e.number, s, old - h, by).value;
      const double by_move = law_update(e.law, e.number, s, old, by + h).value -
                             law_update(e.law, e.number, s, old, by - h).value;
      CHECK_NEAR(at.by_old, by_old / (2 * h), 1e-6, 1e-6);
      CHECK_NEAR(at.by_move, by_move / (2 * h), 1e-6, 1e-6);
      TEST_CHECK(at.by_move >= 0 && at.energy >= 0);
    }
}

// Returns the force of Segalman 2005 under growing displacement: R (u^(χ+2)/(χ+2) + u (φ^(χ+1) -
// u^(χ+1))/(χ+1)) + S u up to φ = φ_max, F_S beyond.
static double segalman(const contact_config *c, double u) {
  const double chi = c->chi, mean = (chi + 1) / (chi + 2);
  const double most = c->limit_force * (1 + c->beta) / (c->tangential_stiffness * (c->beta + mean));
  const double r = c->tangential_stiffness / (1 + c->beta) * (chi + 1) / pow(most, chi + 1);
  const double s = c->tangential_stiffness * c->beta / (1 + c->beta), x = fmin(u, most);
  return r * (pow(x, chi + 2) / (chi + 2) + x * (pow(most, chi + 1) - pow(x, chi + 1)) / (chi + 1)) + s * x;
}

// N sliders give a polygon inscribed in the curve: second order in 1/N.
static void check_iwan(double chi, double beta) {
  double worst[2] = {0, 0};
  contact_config c = {
      .law = LAW_IWAN, .limit_force = 3, .tangential_stiffness = 40, .chi = chi, .beta = beta};
  for (int fine = 0; fine < 2; fine++) {
    c.sliders = fine ? 128 : 32;
    element e = create(&c), back;
    double stiffness = 0, strength = 0;
    for (int i = 0; i < e.states; i++) {
      const double *slider = e.number + IWAN_SLIDER_NUMBERS * i;
      stiffness += slider[IWAN_STIFFNESS], strength += slider[IWAN_STRENGTH];
    }
    CHECK_NEAR(stiffness, c.tangential_stiffness, 0, 1e-14);
    CHECK_NEAR(law_stiffness_bound(c.law, e.number, e.numbers), c.tangential_stiffness, 0, 1e-14);
    CHECK_NEAR(strength, c.limit_force, 0, 1e-14);
    for (int i = 1; i <= 300; i++) {
      const double u = 1e-3 * i, force = -move(&e, u);
      worst[fine] = fmax(worst[fine], fabs(force - segalman(&c, u)) / c.limit_force);
      // Masing: from a reversal the curve is twice the initial one; back at the reversal point the
      // old curve continues.
      back = e;
      CHECK_NEAR(-move(&back, u - 2 * 0.6 * u), force - 2 * segalman(&c, 0.6 * u),
                 2.1 * (fine ? 2e-4 : 3e-3) * c.limit_force, 0);
      CHECK_NEAR(-move(&back, u), force, 1e-13 * c.limit_force, 0);
    }
  }
  printf("iwan χ %g β %g: from the closed form %.1e and %.1e of the limit\n", chi, beta, worst[0], worst[1]);
  TEST_CHECK(worst[1] < worst[0] / 8); // 16 times for second order
  TEST_CHECK(worst[0] < 3e-3);
}

// n = 1 from z = 0 for increasing q: z = a/(β + γ) (1 - exp(-(β + γ) q)); midpoint steps of second
// order.
static void check_bouc_wen(void) {
  double error[2];
  for (int fine = 0; fine < 2; fine++) {
    element e = create(&CASES[6]);
    const int steps = fine ? 400 : 100;
    for (int i = 1; i <= steps; i++) move(&e, 0.2 * i / steps);
    error[fine] = fabs(e.state[0] - (1 - exp(-9 * 0.2)) / 9);
  }
  printf("bouc_wen: %.1e m and %.1e m from the closed form\n", error[0], error[1]);
  CHECK_NEAR(error[0] / error[1], 16, 0.5, 0);
  TEST_CHECK(error[0] < 1e-5);
  contact_config c = CASES[6];
  c.gamma = 7;
  TEST_CHECK(law_check_keys(&c) && strstr(law_check_keys(&c), "-beta to beta"));
  c = CASES[8], c.chi = -1;
  TEST_CHECK(law_check_keys(&c) && strstr(law_check_keys(&c), "chi"));
  c = CASES[2], c.powers.n = 2;
  TEST_CHECK(law_check_keys(&c) && strstr(law_check_keys(&c), "length"));
}

// A stop never pulls, and its damper acts from the first contact on.
static void check_stop(void) {
  const element e = create(&CASES[1]);
  TEST_CHECK(law_force(e.law, e.number, 2, 0, -3).force == 0 &&
             law_force(e.law, e.number, 2, 1, -3).force == 0);
  CHECK_NEAR(law_force(e.law, e.number, 2, -1e-9, -3).force, 12, 1e-6, 0);
  TEST_CHECK(law_force(e.law, e.number, 2, -0.01, 0.6).force == 0);
  CHECK_NEAR(law_force(e.law, e.number, 2, -0.01, 0.4).force, 0.4, 0, 1e-14);
}

// Every key of a law is in the schema, once; compliant laws, and no others, have numbers.
static void check_keys(int law) {
  const law_kind *kind = law_kinds[law];
  char key[64], other[64], path[80];
  for (int i = 0; *law_key(law, i, key, sizeof key); i++) {
    snprintf(path, sizeof path, "contact.%s", key);
    const schema_field *f = schema_find_field(path);
    if (!f || f->only != SCHEMA_BY_LAW || !law_knows_key(law, key))
      fprintf(stderr, "law %s: %s is no key of a law\n", kind->name, path), check_failures++;
    for (int k = 0; k < i; k++)
      if (!strcmp(law_key(law, k, other, sizeof other), key))
        fprintf(stderr, "law %s has %s twice\n", kind->name, path), check_failures++;
  }
  TEST_CHECK(law_is_compliant(law) == (kind->numbers != NULL) && kind->name && kind->doc);
}

int main(void) {
  for (int law = 0; law_kinds[law]; law++) check_keys(law);
  for (int i = 0; i < N_CASES; i++) check_slopes(&CASES[i]);
  for (int i = 0; i < 4; i++) check_iwan(i & 1 ? -0.5 : 0, i & 2 ? 1.5 : 0);
  check_bouc_wen();
  check_stop();
  return TEST_END();
}
