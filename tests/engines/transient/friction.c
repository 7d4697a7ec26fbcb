// Friction: the hysteresis loop of a preloaded contact (massless boundary), the block on an incline
// and the sliding block under a constant normal load (Moreau), dissipation compared with closed
// forms, stick and slip.
#include "transient_case.h"

static const double PI = 3.14159265358979323846;

// A preloaded point with tangential flexibility F_t under a prescribed tangential motion X sin(2π
// t) (through a stiff mode): the contact is a Jenkins element with spring 1/F_t and slider μ N. Its
// loop dissipates 4 μN (X - μN F_t) per cycle.
static void check_hysteresis(int solver, double amplitude) {
  transient_case c;
  const double load = 50, friction = 0.3, f_t = 0.01, slide = friction * load;
  case_open(&c, 1, 2, 1, 1);
  case_contacts(&c, 1, LAW_FRICTION, 1);
  const double f[4] = {0.02, 0, 0, f_t}, k[4] = {50, 0, 0, 1 / f_t};
  memcpy(c.r.flexibility, f, sizeof f), memcpy(c.r.stiffness, k, sizeof k);
  c.r.omega2[0] = 1e6, c.r.zeta[0] = 0.7;
  c.r.f_f[1] = 1; // the load moves the tangential coordinate directly: q_t = F_t λ_t + X sin
  c.s.contacts[0].preload = load, c.s.contacts[0].friction = friction;
  integrator_writable(&c.s)->contact_solver = solver;
  case_load(&c, EXCITATION_HARMONIC, amplitude, 1, 0);
  integrator_writable(&c.s)->step = 5e-4, integrator_writable(&c.s)->periods = 6,
  integrator_writable(&c.s)->window = 1;
  case_output(&c, "work", "dissipation", REDUCE_FINAL);
  case_output(&c, "least", "dissipation", REDUCE_MIN);
  case_output(&c, "force", "tangential_force", REDUCE_MAX);
  case_output(&c, "normal", "normal_force", REDUCE_MEAN);
  case_output(&c, "stick", "stick_fraction", REDUCE_FINAL);
  case_run(&c, 1, NULL);
  const double slips = amplitude - slide * f_t;
  CHECK_NEAR(case_value(&c, "normal", 0), load, 1e-9, 0);
  TEST_CHECK(case_value(&c, "least", 0) >= 0);
  if (slips <= 0) { // elastic: no loop, always stuck
    CHECK_NEAR(case_value(&c, "work", 0), 0, 0, 0);
    CHECK_NEAR(case_value(&c, "force", 0), amplitude / f_t, 0, 1e-5);
    CHECK_NEAR(case_value(&c, "stick", 0), 1, 0, 0);
  } else {
    // the reversal lies between two steps
    CHECK_NEAR(case_value(&c, "work", 0), 4 * slide * slips, 0, 1e-4);
    CHECK_NEAR(case_value(&c, "force", 0), slide, 1e-9, 0);
    // After each reversal it sticks until the motion has returned by 2 μN F_t.
    const double angle = acos(1 - 2 * slide * f_t / amplitude);
    CHECK_NEAR(case_value(&c, "stick", 0), angle / PI, 2e-3, 0);
  }
  case_close(&c);
}

// The same point pressed from both sides by half the load: four rows on two coordinates, which
// together equal the single slider. The tangent of the second wall has the opposite direction.
static void check_both_sides(int solver) {
  transient_case c;
  const double load = 50, friction = 0.3, f_n = 0.02, f_t = 0.01, amplitude = 0.4, slide = friction * load;
  case_open(&c, 1, 4, 1, 1);
  case_contacts(&c, 2, LAW_FRICTION, 1);
  c.r.n_independent = 2;
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++) {
      const double flexibility = i % 2 ? f_t : f_n, sign = i == j ? 1 : -1;
      c.r.flexibility[4 * i + j] = i % 2 == j % 2 ? sign * flexibility : 0;
      c.r.stiffness[4 * i + j] = i % 2 == j % 2 ? sign / (4 * flexibility) : 0;
    }
  c.r.omega2[0] = 1e6, c.r.zeta[0] = 0.7;
  c.r.f_f[1] = 1, c.r.f_f[3] = -1;
  c.s.contacts[0].preload = load / 2, c.s.contacts[0].friction = friction;
  integrator_writable(&c.s)->contact_solver = solver;
  case_load(&c, EXCITATION_HARMONIC, amplitude, 1, 0);
  integrator_writable(&c.s)->step = 5e-4, integrator_writable(&c.s)->periods = 6,
  integrator_writable(&c.s)->window = 1;
  case_output(&c, "work", "dissipation", REDUCE_FINAL);
  case_output(&c, "there", "tangential_force", REDUCE_MAX);
  case_output(&c, "back", "tangential_force", REDUCE_MIN)->contact = 1;
  case_output(&c, "normal", "normal_force", REDUCE_MEAN);
  case_run(&c, 1, NULL);
  CHECK_NEAR(case_state(&c, STATE_STATUS, 0), TRAJECTORY_OK, 0, 0);
  // tolerance of check_hysteresis
  CHECK_NEAR(case_value(&c, "work", 0), 4 * slide * (amplitude - slide * f_t), 0, 1e-4);
  CHECK_NEAR(case_value(&c, "there", 0), slide / 2, 1e-9, 0);
  CHECK_NEAR(case_value(&c, "back", 0), -slide / 2, 1e-9, 0);
  CHECK_NEAR(case_value(&c, "normal", 0), load / 2, 1e-9, 0);
  case_close(&c);
}

// A block of mass m on an incline of angle a: normal and tangential row on rigid modes, with
// gravity in both.
static double slope;
static void incline(study *s, long i) {
  s->contacts[0].friction = tan(slope) * (i == 0 ? 1.001 : i == 1 ? 0.999 : 0.5);
}

static void check_incline(int tangents) {
  transient_case c;
  const double g = 9.81, mass = 2, time = 1;
  slope = 0.4;
  case_open(&c, 1 + tangents, 1 + tangents, 2, 0);
  case_contacts(&c, 1, LAW_FRICTION, tangents);
  for (int i = 0; i <= tangents; i++) c.r.phi_b[i * (1 + tangents) + i] = 1 / sqrt(mass);
  c.r.phi_y[1] = 1 / sqrt(mass);
  c.r.phi_f[0] = -1 / sqrt(mass), c.r.phi_f[1 + tangents + 1] = 1 / sqrt(mass);
  case_load(&c, EXCITATION_CONSTANT, mass * g * cos(slope), 0, 0);
  case_load(&c, EXCITATION_CONSTANT, mass * g * sin(slope), 0, 0);
  // 1 nm inside: from a gap of exactly 0 a rounding error would open the contact for one step, g
  // Δt².
  c.s.contacts[0].gap = -1e-9;
  integrator_writable(&c.s)->step = 1e-3, integrator_writable(&c.s)->duration = time;
  case_output(&c, "moved", "displacement", REDUCE_FINAL);
  case_output(&c, "stick", "stick_fraction", REDUCE_FINAL);
  case_output(&c, "work", "dissipation", REDUCE_FINAL);
  case_run(&c, 3, incline);
  CHECK_NEAR(case_value(&c, "moved", 0), 0, 1e-12, 0); // μ > tan a: sticks
  CHECK_NEAR(case_value(&c, "stick", 0), 1, 0, 0);
  for (int i = 1; i < 3; i++) {
    const double friction = tan(slope) * (i == 1 ? 0.999 : 0.5),
                 pull = g * (sin(slope) - friction * cos(slope));
    const double way = case_value(&c, "moved", i);
    CHECK_NEAR(way, 0.5 * pull * time * time, 0,
               3e-3); // u^{-1/2} = u(0), last sample one step before the end
    CHECK_NEAR(case_value(&c, "stick", i), 0, 0, 0);
    CHECK_NEAR(case_value(&c, "work", i), friction * mass * g * cos(slope) * way, 0, 3e-3);
  }
  case_close(&c);
}

// Constant normal load: a block thrown with v stops after v²/(2 μ N/m), with all kinetic energy
// dissipated; a belt with velocity w accelerates it to w.
static void check_sliding(void) {
  for (int belt = 0; belt < 2; belt++) {
    transient_case c;
    const double mass = 0.5, force = 0.2 * 3, v = 2, w = belt ? 0.75 : 0, rate = force / mass;
    case_open(&c, 1, 1, 0, 0);
    case_contacts(&c, 1, LAW_COULOMB, 1);
    c.r.phi_b[0] = c.r.phi_y[0] = 1 / sqrt(mass), c.r.translation[0] = sqrt(mass);
    c.s.initial.velocity = v;
    c.s.contacts[0].friction = 0.2, c.s.contacts[0].preload = 3, c.s.contacts[0].wall_velocity[0] = w;
    integrator_writable(&c.s)->step = 1e-3, integrator_writable(&c.s)->duration = 3;
    case_output(&c, "way", "displacement", REDUCE_FINAL);
    case_output(&c, "speed", "velocity", REDUCE_FINAL);
    case_output(&c, "work", "dissipation", REDUCE_FINAL);
    case_run(&c, 1, NULL);
    const double slowing = (v - w) / rate, way = 0.5 * (v + w) * slowing + w * (3 - slowing);
    CHECK_NEAR(case_value(&c, "way", 0), way, 3e-3, 0); // first order: Δt (v - w) at the start
    CHECK_NEAR(case_value(&c, "speed", 0), w, 1e-12, 0);
    CHECK_NEAR(case_value(&c, "work", 0), 0.5 * mass * (v - w) * (v - w), 0, 2e-3);
    case_close(&c);
  }
}

int main(void) {
  for (int solver = SOLVER_NEWTON; solver <= SOLVER_RELAXATION; solver++) {
    check_hysteresis(solver, 0.1); // below μN F_t = 0.15
    check_hysteresis(solver, 0.4);
    check_hysteresis(solver, 2);
    check_both_sides(solver);
  }
  check_incline(1);
  check_incline(2);
  check_sliding();
  return TEST_END();
}
