// Compliant laws by leapfrog on a boundary with mass and on a massless one, compared with
// independent solutions: closed forms, and Runge-Kutta integration of the formulas of the laws.
#include "tests/engines/transient/transient_case.h"

static const double PI = 3.14159265358979323846, OMEGA = 3, PUSH = 2, DRIVE = 0.6; // rad/s, N, Hz

typedef struct oscillator {
  contact_config law;
  int massless;
  double flexibility; // between the mass and its boundary, m/N
  double start, speed, end;
} oscillator;

static double signed_power(double x, double p) {
  return copysign(pow(fabs(x), p), x);
}

// Returns the force at q with rate v; z: Bouc-Wen's variable.
static double force_of(const contact_config *c, double q, double v, double z) {
  const double g = q + c->gap;
  double sum = 0;
  switch (c->law) {
  case LAW_CUBIC:
    return -c->cubic_stiffness * q * q * q;
  case LAW_KELVIN_VOIGT:
    return g < 0 ? fmax(0, -c->normal_stiffness * g - c->normal_damping * v) : 0;
  case LAW_POLYNOMIAL:
    for (int i = 0; i < c->powers.n; i++) sum -= c->coefficients.value[i] * pow(q, c->powers.value[i]);
    return sum;
  case LAW_DASHPOT:
    return -c->normal_damping * signed_power(v, c->power);
  case LAW_TANH_FRICTION:
    return -c->friction * c->preload * tanh(v / c->velocity_scale);
  case LAW_BOUC_WEN:
    return -(c->alpha * c->stiffness * q + (1 - c->alpha) * c->stiffness * z);
  default:
    return NAN;
  }
}
static double rate_of(const contact_config *c, double v, double z) {
  return c->law == LAW_BOUC_WEN ? c->a * v - c->beta * fabs(v) * pow(fabs(z), c->exponent - 1) * z -
                                      c->gamma * v * pow(fabs(z), c->exponent)
                                : 0;
}

// Massless boundary under a law of the displacement alone: returns q with (p - q)/F + f(q) = 0,
// which decreases with q.
static double held(const oscillator *o, double p) {
  double low = p - 10, high = p + 10;
  for (int pass = 0; pass < 80; pass++) {
    const double q = 0.5 * (low + high);
    if ((p - q) / o->flexibility + force_of(&o->law, q, 0, 0) > 0)
      low = q;
    else
      high = q;
  }
  return 0.5 * (low + high);
}

// Returns the rate of a massless boundary that the force (q - p)/F moves against its law.
static double yields(const oscillator *o, double p, double rate, double q, double z) {
  const contact_config *c = &o->law;
  const double force = (q - p) / o->flexibility, g = q + c->gap;
  const double limit = c->friction * c->preload, share = fmax(-1 + 1e-15, fmin(1 - 1e-15, force / limit));
  switch (c->law) {
  case LAW_KELVIN_VOIGT:
    return (-c->normal_stiffness * g - force) / c->normal_damping;
  case LAW_DASHPOT:
    return -signed_power(force / c->normal_damping, 1 / c->power);
  case LAW_TANH_FRICTION:
    return -c->velocity_scale * atanh(share);
  default: // Bouc-Wen: the rate of the force, in the direction of the body's
    return rate /
           (1 + o->flexibility * c->stiffness *
                    (c->alpha + (1 - c->alpha) * rate_of(c, copysign(1, rate), z) * copysign(1, rate)));
  }
}

// Returns 1 if no force acts on the massless boundary of a stop: it follows the body.
static int is_free(const oscillator *o, const double y[4]) {
  return o->law.law == LAW_KELVIN_VOIGT && (y[0] + o->law.gap >= 0 || y[3] < y[0]);
}

// Computes the rates of x and v of the mass, z of the law and q of the boundary.
static void rates(const oscillator *o, double t, const double y[4], double k[4]) {
  const int law = o->law.law, is_static = law == LAW_CUBIC || law == LAW_POLYNOMIAL;
  const double q = !o->massless ? y[0] : is_static ? held(o, y[0]) : is_free(o, y) ? y[0] : y[3];
  const double pull = o->massless ? (q - y[0]) / o->flexibility : force_of(&o->law, q, y[1], y[2]);
  k[0] = y[1];
  k[1] = pull - OMEGA * OMEGA * y[0] + PUSH * sin(2 * PI * DRIVE * t);
  k[3] = o->massless && !is_static ? yields(o, y[0], y[1], q, y[2]) : 0;
  k[2] = rate_of(&o->law, o->massless ? k[3] : y[1], y[2]);
}

// Classical Runge-Kutta to `end`.
static void reference(const oscillator *o, double x[4]) {
  const long steps = o->massless && o->law.law == LAW_CUBIC ? 20000 : 100000;
  const double h = o->end / (double)steps;
  x[0] = x[3] = o->start, x[1] = o->speed, x[2] = 0;
  for (long n = 0; n < steps; n++) {
    double k[4][4], y[4];
    for (int s = 0; s < 4; s++) {
      const double part = s == 0 ? 0 : s == 3 ? 1 : 0.5;
      for (int i = 0; i < 4; i++) y[i] = x[i] + (s ? part * h * k[s - 1][i] : 0);
      rates(o, h * ((double)n + part), y, k[s]);
    }
    for (int i = 0; i < 4; i++) x[i] += h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
    if (is_free(o, x)) x[3] = x[0];
  }
}

static double stepped(const oscillator *o, double dt) {
  transient_case c;
  const int along = law_row_acted_on(o->law.law);
  case_open(&c, 1, 1, 1, o->massless);
  case_contacts(&c, 1, o->law.law, 0);
  if (along == LAW_TANGENT) c.r.contacts[0].row_normal = -1, c.r.contacts[0].row_tangent[0] = 0;
  c.s.contacts[0] = o->law;
  integrator_writable(&c.s)->scheme = SCHEME_LEAPFROG, integrator_writable(&c.s)->half_step = 1;
  c.r.omega2[0] = OMEGA * OMEGA, c.r.phi_b[0] = c.r.phi_y[0] = c.r.phi_f[0] = 1;
  c.r.translation[0] = c.r.translation_boundary[0] = 1;
  if (o->massless) c.r.flexibility[0] = o->flexibility, c.r.stiffness[0] = 1 / o->flexibility;
  c.s.initial.displacement = o->start, c.s.initial.velocity = o->speed;
  case_load(&c, EXCITATION_HARMONIC, PUSH, DRIVE, 0);
  integrator_writable(&c.s)->step = dt, integrator_writable(&c.s)->duration = o->end + dt;
  case_output(&c, "x", "displacement", REDUCE_FINAL);
  case_run(&c, 1, NULL);
  const double x = case_value(&c, "x", 0);
  CHECK_NEAR(c.batch.state[STATE_STATUS * c.batch.stride], TRAJECTORY_OK, 0, 0);
  case_close(&c);
  return x;
}

// Checks the order of convergence over three halvings of the step, and the error at the last one,
// m.
static void check_motion(const char *what, const oscillator *o, double order, double least) {
  double exact[4], error[4];
  reference(o, exact);
  for (int i = 0; i < 4; i++) error[i] = fabs(stepped(o, o->end / (500 << i)) - exact[0]);
  const double found = log2(error[0] / error[3]) / 3;
  printf("%s: order %.2f, error %.2e m\n", what, found, error[3]);
  // 0.35: tolerance for three halvings of a step that is not yet small.
  TEST_CHECK(found > order - 0.35);
  CHECK_NEAR(error[3], 0, least, 0);
}

static double powers[] = {1, 2, 3}, coefficients[] = {5, -4, 60};
static const contact_config LAWS_HERE[] = {
    {.law = LAW_CUBIC, .cubic_stiffness = 80},
    {.law = LAW_KELVIN_VOIGT, .gap = 0.1, .normal_stiffness = 200, .normal_damping = 4},
    {.law = LAW_POLYNOMIAL, .powers = {3, powers}, .coefficients = {3, coefficients}},
    {.law = LAW_DASHPOT, .normal_damping = 1.5, .power = 1},
    {.law = LAW_DASHPOT, .normal_damping = 1.5, .power = 1.7},
    {.law = LAW_TANH_FRICTION, .friction = 0.4, .preload = 2, .velocity_scale = 0.2},
    {.law = LAW_BOUC_WEN, .stiffness = 20, .alpha = 0.2, .a = 1, .beta = 6, .gamma = 3, .exponent = 1},
    {.law = LAW_BOUC_WEN,
     .stiffness = 20,
     .alpha = 0.1,
     .a = 1.3,
     .beta = 40,
     .gamma = -20,
     .exponent = 1.6}};

// Second order; on a massless boundary with v = (q^k - q^{k-1})/Δt first order, laws without
// velocity stay of second order. The damping of a stop makes the force jump at contact, whose time
// is known to one step: the errors scatter when the step is halved.
static void check_motions(void) {
  for (size_t i = 0; i < sizeof LAWS_HERE / sizeof *LAWS_HERE; i++)
    for (int massless = 0; massless < 2; massless++) {
      char what[64];
      const contact_config *c = &LAWS_HERE[i];
      const oscillator o = {.law = *c, .massless = massless, .flexibility = 0.02, .speed = 1, .end = 4};
      const int is_viscous = law_force_arguments(c->law) & LAW_HAS_VELOCITY;
      snprintf(what, sizeof what, "%s %s", law_kinds[c->law]->name, massless ? "massless" : "with mass");
      if (c->law == LAW_KELVIN_VOIGT)
        check_motion(what, &o, 0, 5e-4);
      else
        check_motion(what, &o, massless && is_viscous ? 1 : 2, massless && is_viscous ? 1e-3 : 1e-5);
    }
}

// A ball that hits a Kelvin-Voigt stop without gravity: m q'' = -k q - c q' from contact until the
// force vanishes, k q = -c q', with ζ = c/(2 √(k m)). The ratio of speeds is exp(-ζ ω t_c), with
// t_c the first time of zero force, tan(ω_d t_c) = -2ζ√(1-ζ²)/(1 - 2ζ²)…, in [π/2, π].
static void check_bounce(double zeta) {
  const double k = 400, m = 1, omega = sqrt(k / m), damped = omega * sqrt(1 - zeta * zeta);
  const double end = (PI - atan2(2 * zeta * sqrt(1 - zeta * zeta), 1 - 2 * zeta * zeta)) / damped;
  // q = v0/ω_d exp(-ζωt) sin(ω_d t).
  const double exact =
      -exp(-zeta * omega * end) * (cos(damped * end) - zeta * omega / damped * sin(damped * end));
  transient_case c;
  case_open(&c, 1, 1, 0, 0);
  case_contacts(&c, 1, LAW_KELVIN_VOIGT, 0);
  integrator_writable(&c.s)->scheme = SCHEME_LEAPFROG, integrator_writable(&c.s)->half_step = 1;
  c.r.phi_b[0] = c.r.phi_y[0] = c.r.translation[0] = 1;
  c.s.contacts[0].normal_stiffness = k, c.s.contacts[0].normal_damping = 2 * zeta * sqrt(k * m);
  c.s.initial.displacement = 0.1, c.s.initial.velocity = -1;
  integrator_writable(&c.s)->step = 2e-5, integrator_writable(&c.s)->duration = 0.4;
  case_output(&c, "v", "velocity", REDUCE_FINAL);
  case_output(&c, "force", "normal_force", REDUCE_MIN);
  case_run(&c, 1, NULL);
  printf("bounce ζ %.2f: restitution %.6f, closed form %.6f\n", zeta, case_value(&c, "v", 0), exact);
  // the contact time is late by up to one step
  CHECK_NEAR(case_value(&c, "v", 0), exact, 2 * zeta * omega * 2e-5 + 1e-6, 0);
  TEST_CHECK(case_value(&c, "force", 0) >= 0); // it never pulls
  case_close(&c);
}

int main(void) {
  check_motions();
  for (int i = 0; i < 4; i++) check_bounce(0.2 * i);
  return TEST_END();
}
