// The elastic friction element: an oscillator compared with its event-driven solution, hysteresis
// and energy with closed forms, the stuck and the sliding limit with linear theory, on boundaries
// with and without mass; cubic springs compared with their energy.
#include "transient_case.h"

static const double PI = 3.14159265358979323846;

// Sets points with one or two tangents behind tangential springs; without a normal: under a
// constant load.
static void springs(transient_case *c, int normal, int tangents, double k_n, double k_t) {
  case_contacts(c, 1, normal ? LAW_FRICTION : LAW_COULOMB, tangents);
  c->s.contacts[0].law = LAW_ELASTIC;
  c->s.contacts[0].normal_stiffness = k_n, c->s.contacts[0].tangential_stiffness = k_t;
  integrator_writable(&c->s)->scheme = SCHEME_LEAPFROG;
  integrator_writable(&c->s)->half_step = 1;
}

// A mass 1 on a spring k, driven by F sin(Ω t), held by a slider of μN behind a spring k_t;
// initially at rest.
enum { JENKINS_SAMPLES = 240 };
static const double jenkins_k = 1, jenkins_k_t = 4, jenkins_slide = 0.35, jenkins_drive = 0.9,
                    jenkins_circular = 0.8, jenkins_every = 0.25;

typedef struct phase { // x = a cos ω(t - t₀) + b sin ω(t - t₀) + rest + forced sin Ωt
  double start, omega, a, b, rest, forced;
  int slips;    // sign of the slip velocity, 0: stick
  double place; // of the slider in stick
} phase;

static double phase_x(const phase *p, double t, double *v) {
  const double w = p->omega * (t - p->start), o = jenkins_circular;
  *v = p->omega * (p->b * cos(w) - p->a * sin(w)) + p->forced * o * cos(o * t);
  return p->a * cos(w) + p->b * sin(w) + p->rest + p->forced * sin(o * t);
}
static phase phase_begin(double t, double x, double v, int slips, double place) {
  const double k = jenkins_k + (slips ? 0 : jenkins_k_t), o = jenkins_circular;
  phase p = {.start = t, .omega = sqrt(k), .slips = slips, .place = place};
  p.rest = (slips ? -slips * jenkins_slide : jenkins_k_t * place) / k;
  p.forced = jenkins_drive / (k - o * o);
  p.a = x - p.rest - p.forced * sin(o * t);
  p.b = (v - p.forced * o * cos(o * t)) / p.omega;
  return p;
}
// Returns a positive value after the end of the phase: the spring exceeds the slider's limit, or
// the slip reverses.
static double phase_over(const phase *p, double t) {
  double v, x = phase_x(p, t, &v);
  if (p->slips) return -p->slips * v;
  return fabs(jenkins_k_t * (x - p->place)) - jenkins_slide;
}
static phase phase_next(const phase *p, double t) {
  double v, x = phase_x(p, t, &v);
  if (p->slips) return phase_begin(t, x, v, 0, x - p->slips * jenkins_slide / jenkins_k_t);
  return phase_begin(t, x, v, v > 0 ? 1 : -1, 0);
}

// Computes the exact x at multiples of jenkins_every; phases much shorter than the scan of 1e-3 do
// not occur. Returns their number.
static int jenkins_exact(double *to) {
  const double scan = 1e-3;
  phase p = phase_begin(0, 0, 0, 0, 0);
  int n = 0, events = 0;
  for (double from = 0; n < JENKINS_SAMPLES;) {
    const double t = from + scan;
    double low = from, high = t, v;
    if (phase_over(&p, t) > 1e-13) {
      for (int i = 0; i < 60; i++) {
        const double middle = 0.5 * (low + high);
        if (phase_over(&p, middle) > 0)
          high = middle;
        else
          low = middle;
      }
    }
    while (n < JENKINS_SAMPLES && n * jenkins_every <= high) to[n] = phase_x(&p, n * jenkins_every, &v), n++;
    if (high < t) p = phase_next(&p, high), events++;
    from = high;
  }
  return events;
}

// Returns the largest error of the stepped x. `massless`: half of the spring's compliance is the
// flexibility of the boundary.
static double jenkins_error(double dt, int massless, const double *exact) {
  transient_case c;
  case_open(&c, 1, 1, 1, massless);
  springs(&c, 0, 1, 0, massless ? 2 * jenkins_k_t : jenkins_k_t);
  if (massless) c.r.flexibility[0] = 0.5 / jenkins_k_t, c.r.stiffness[0] = 2 * jenkins_k_t;
  c.r.omega2[0] = jenkins_k, c.r.phi_b[0] = c.r.phi_f[0] = c.r.phi_y[0] = 1;
  c.s.contacts[0].preload = jenkins_slide / 0.5, c.s.contacts[0].friction = 0.5;
  case_load(&c, EXCITATION_HARMONIC, jenkins_drive, jenkins_circular / (2 * PI), 0);
  integrator_writable(&c.s)->step = dt, integrator_writable(&c.s)->duration = JENKINS_SAMPLES * jenkins_every;
  case_output(&c, "x", "displacement", REDUCE_SERIES)->every = jenkins_every / dt;
  case_run(&c, 1, NULL);
  const result_variable *x = result_set_find(c.results, "x");
  double most = 0;
  TEST_CHECK(x && x->n_dims == 2 && x->size[1] == JENKINS_SAMPLES);
  for (int i = 0; x && i < JENKINS_SAMPLES; i++)
    most = fmax(most, fabs(((const double *)x->data)[i] - exact[i]));
  case_close(&c);
  return most;
}

static void check_jenkins(void) {
  double exact[JENKINS_SAMPLES];
  TEST_CHECK(jenkins_exact(exact) > 20); // stick and slip alternate
  for (int massless = 0; massless < 2; massless++) {
    const double coarse = jenkins_error(0.0125, massless, exact),
                 fine = jenkins_error(0.0125 / 8, massless, exact);
    CHECK_NEAR(coarse / fine, 64, 0, 0.2); // second order, disturbed by the position of a reversal
                                           // in its step
    CHECK_NEAR(fine, 0, 3e-6, 0);          // for x up to 1: (ω Δt)² / 24 per radian, 60 rad
  }
}

// Prescribes a motion X sin through a stiff mode: the loop of stiffness k_t and force μN dissipates
// 4 μN (X - μN/k_t) per cycle, or nothing.
static void check_loop(double amplitude, int tangents) {
  transient_case c;
  const double stiff = 1e6, k_t = 100, load = 50, friction = 0.3, slide = load * friction;
  case_open(&c, tangents, tangents, 1, 0);
  springs(&c, 0, tangents, 0, k_t);
  for (int i = 0; i < tangents; i++) {
    c.r.omega2[i] = stiff, c.r.zeta[i] = 0.7, c.r.phi_b[i * tangents + i] = 1;
    c.r.phi_f[i] = i ? 0.8 : tangents > 1 ? 0.6 : 1; // a straight path across both tangents
  }
  c.s.contacts[0].preload = load, c.s.contacts[0].friction = friction;
  case_load(&c, EXCITATION_HARMONIC, amplitude * stiff, 1, 0);
  integrator_writable(&c.s)->step = 5e-4, integrator_writable(&c.s)->periods = 6,
  integrator_writable(&c.s)->window = 1;
  case_output(&c, "work", "dissipation", REDUCE_FINAL);
  case_output(&c, "force", "tangential_force", REDUCE_MAX);
  case_output(&c, "stick", "stick_fraction", REDUCE_FINAL);
  case_output(&c, "normal", "normal_force", REDUCE_MEAN);
  case_run(&c, 1, NULL);
  CHECK_NEAR(case_value(&c, "normal", 0), load, 1e-12, 0);
  if (amplitude * k_t < slide) {
    CHECK_NEAR(case_value(&c, "work", 0), 0, 0, 0);
    // k_t relative to the stiffness of the mode
    CHECK_NEAR(case_value(&c, "force", 0), amplitude * k_t, 0, 2e-4);
    CHECK_NEAR(case_value(&c, "stick", 0), 1, 0, 0);
  } else {
    const double moved = amplitude - slide / stiff;
    // reversals between steps
    CHECK_NEAR(case_value(&c, "work", 0), 4 * slide * (moved - slide / k_t), 0, 1e-4);
    CHECK_NEAR(case_value(&c, "force", 0), slide, 1e-9, 0);
    CHECK_NEAR(case_value(&c, "stick", 0), acos(1 - 2 * slide / k_t / amplitude) / PI, 2e-3, 0);
  }
  case_close(&c);
}

// Steady response of one damped mode: sticking friction adds a stiffness, in series with the
// flexibility of the boundary, and friction without a load adds nothing. `dense`: the same damping
// as a matrix.
static void check_linear(int massless, int stuck, int dense) {
  transient_case c;
  const double omega = 20, zeta = 0.04, k_t = 300, k_n = 250, f = 0.001, phi[2] = {0.7, 1.2};
  double damping = 2 * zeta * omega;
  case_open(&c, 1, 2, 1, massless);
  springs(&c, 1, 1, k_n, k_t);
  for (int i = 0; i < 4 && massless; i++)
    c.r.flexibility[i] = i % 3 ? 0 : f, c.r.stiffness[i] = i % 3 ? 0 : 1 / f;
  c.r.omega2[0] = omega * omega, c.r.zeta[0] = zeta, c.r.phi_f[0] = c.r.phi_y[0] = 1;
  memcpy(c.r.phi_b, phi, sizeof phi);
  if (dense) c.r.damping = &damping;
  c.s.contacts[0].preload = 1e6, c.s.contacts[0].friction = stuck ? 1 : 0; // never separates
  case_load(&c, EXCITATION_HARMONIC, 5, 3, 0);
  integrator_writable(&c.s)->steps_per_period = 1000, integrator_writable(&c.s)->periods = 60,
  integrator_writable(&c.s)->window = 10;
  case_output(&c, "x", "displacement", REDUCE_HALF_PEAK_TO_PEAK);
  case_output(&c, "work", "dissipation", REDUCE_FINAL);
  case_run(&c, 1, NULL);
  const double series_n = 1 / (1 / k_n + (massless ? f : 0)), series_t = 1 / (1 / k_t + (massless ? f : 0));
  const double added = phi[0] * phi[0] * series_n + (stuck ? phi[1] * phi[1] * series_t : 0);
  const double drive = 6 * PI, stiffness = omega * omega + added - drive * drive;
  // (ΩΔt)² / 12 = 3e-6, amplified by resonance; the transient is e^(-0.8·16) = 3e-6.
  CHECK_NEAR(case_value(&c, "x", 0), 5 / hypot(stiffness, damping * drive), 0, 3e-5);
  CHECK_NEAR(case_value(&c, "work", 0), 0, 0, 0);
  case_close(&c);
}

// One mode on a cubic spring, released at a: x(T/2) = -a with the period of Duffing's equation, an
// elliptic integral by the arithmetic-geometric mean.
static void check_cubic(void) {
  transient_case c;
  const double omega = 3, a = 0.5, k_3 = 80, stiff = omega * omega + k_3 * a * a;
  double one = 1, other = sqrt(1 - 0.5 * k_3 * a * a / stiff);
  for (int i = 0; i < 8; i++) {
    const double mean = 0.5 * (one + other);
    other = sqrt(one * other), one = mean;
  }
  const double period = 2 * PI / one / sqrt(stiff), dt = period / 4000;
  case_open(&c, 1, 1, 0, 0);
  case_contacts(&c, 1, LAW_CUBIC, 0);
  integrator_writable(&c.s)->scheme = SCHEME_LEAPFROG, integrator_writable(&c.s)->half_step = 1;
  c.r.omega2[0] = omega * omega, c.r.phi_b[0] = c.r.phi_y[0] = c.r.translation[0] = 1;
  c.s.contacts[0].cubic_stiffness = k_3, c.s.initial.displacement = a;
  integrator_writable(&c.s)->step = dt, integrator_writable(&c.s)->duration = 3.25 * period + dt;
  case_output(&c, "x", "displacement", REDUCE_FINAL);
  case_output(&c, "least", "displacement", REDUCE_MIN);
  case_output(&c, "energy", "energy_total", REDUCE_MAX);
  case_output(&c, "no less", "energy_total", REDUCE_MIN);
  case_run(&c, 1, NULL);
  const double energy = 0.5 * omega * omega * a * a + 0.25 * k_3 * a * a * a * a;
  CHECK_NEAR(case_value(&c, "least", 0), -a, 1e-6, 0); // a flat peak, sampled: (ωΔt)² / 8
  CHECK_NEAR(case_value(&c, "x", 0), 0, 1e-5 * a, 0);  // phase errors of (ωΔt)² / 24 per radian
  CHECK_NEAR(case_value(&c, "energy", 0), energy, 0, 1e-5);
  CHECK_NEAR(case_value(&c, "no less", 0), energy, 0, 1e-5);
  case_close(&c);
}

int main(void) {
  check_jenkins();
  for (int tangents = 1; tangents <= 2; tangents++) {
    check_loop(0.1, tangents);
    check_loop(0.4, tangents);
    check_loop(2, tangents);
  }
  for (int i = 0; i < 8; i++) check_linear(i & 1, i >> 1 & 1, i >> 2);
  check_cubic();
  return TEST_END();
}
