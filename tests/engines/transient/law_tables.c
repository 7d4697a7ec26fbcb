// The tables of the contact laws through the time stepper, explicit or viscous on a boundary with
// mass and implicit on a massless one. A body so heavy that the contact force does not move it is
// driven along the motion of the table by three harmonic loads. In 1, 4 and 8 lanes and both
// precisions.
#include "results/result_set.h"
#include "tests/engines/transient/transient_case.h"
#include "tests/kernels/law_table.h"

enum { STEPS = LAW_STAMP_SAMPLES };                           // steps per period
static const double PI = 3.14159265358979323846, MASS = 1e11; // kg: forces of 10 N move it by 1e-9 m

// Sets the loads that give the accelerations -(hω)² (c cos hωt + s sin hωt).
static void heavy(transient_case *c, const law_table *t, int massless) {
  const contact_config *law = &t->s.contacts[0];
  const double omega = t->motion[STAMP_OMEGA], dt = 2 * PI / omega / STEPS;
  case_open(c, 1, 1, LAW_STAMP_HARMONICS, massless);
  case_contacts(c, 1, law->law, 0);
  if (law_row_acted_on(law->law) == LAW_TANGENT)
    c->r.contacts[0].row_normal = -1, c->r.contacts[0].row_tangent[0] = 0;
  c->s.contacts[0] = *law;
  integrator_config *integrator = integrator_writable(&c->s);
  integrator->scheme = SCHEME_LEAPFROG, integrator->half_step = 1;
  integrator->step = dt, integrator->duration = (t->periods * STEPS + 1) * dt;
  c->r.phi_b[0] = c->r.phi_y[0] = 1 / sqrt(MASS);
  c->r.translation[0] = c->r.translation_boundary[0] = 1;
  if (massless) c->r.flexibility[0] = 1 / MASS, c->r.stiffness[0] = MASS;
  for (int h = 1; h <= LAW_STAMP_HARMONICS; h++) {
    const double *wave = t->motion + STAMP_WAVE + 2 * h - 1, rate = h * omega;
    c->r.phi_f[h - 1] = 1 / sqrt(MASS);
    case_load(c, EXCITATION_HARMONIC, -MASS * rate * rate * hypot(wave[0], wave[1]), rate / (2 * PI),
              atan2(wave[0], wave[1]));
  }
  const char *force = law_row_acted_on(law->law) == LAW_TANGENT ? "tangential_force" : "normal_force";
  case_output(c, "force", force, REDUCE_SERIES)->every = STEPS / LAW_STAMP_ROWS;
  if (law_row_acted_on(law->law) == LAW_TANGENT) case_output(c, "work", "dissipation", REDUCE_FINAL);
}

// Returns the tolerance. The leapfrog multiplies the amplitude of cos Ωt by (θ/sin θ)², θ = Ω Δt/2:
// an error of θ²/3, twice that with the initial values of the other harmonics. On a massless
// boundary the rate is (q^k - q^{k-1})/Δt, half a step late.
static double allowed(const law_table *t, int massless, int single) {
  const double omega = t->motion[STAMP_OMEGA], dt = 2 * PI / omega / STEPS;
  double off = 0, rate = 0;
  for (int h = 1; h <= LAW_STAMP_HARMONICS; h++) {
    const double *wave = t->motion + STAMP_WAVE + 2 * h - 1, size = fabs(wave[0]) + fabs(wave[1]);
    const double turns = h * omega, angle = turns * dt / 2, share = 2 * angle * angle / 3;
    off += size * share, rate += turns * size * (share + (massless ? turns * dt / 2 : 0));
  }
  const double steps = t->most[COLUMN_BY_Q] * off + t->most[COLUMN_BY_V] * rate;
  return (t->force + (single ? LAW_TABLE_SINGLE : 0)) * t->most[COLUMN_FORCE] + steps;
}

static void check_forces(const law_table *t, const transient_case *c, const char *what, double most) {
  const result_variable *force = result_set_find(c->results, "force");
  double worst = 0;
  TEST_CHECK(force != NULL);
  for (int k = 1; force && k <= t->periods * LAW_STAMP_ROWS; k++)
    if (!law_table_near(t, what, k, COLUMN_FORCE, ((const double *)force->data)[k], most, &worst)) return;
  printf("%s, %s: force %.1e of the largest, allowed %.1e\n", t->name, what, worst / t->most[COLUMN_FORCE],
         most / t->most[COLUMN_FORCE]);
}

// Work as force at the end of a move times the move: first order, too large by half the change of
// force, at most Σ k Δq²/2. (The move after the end of the table is from rest.)
static void check_work(const law_table *t, const transient_case *c, double most) {
  const double omega = t->motion[STAMP_OMEGA], dt = 2 * PI / omega / STEPS;
  double square = 0; // ∫v² dt
  for (int h = 1; h <= LAW_STAMP_HARMONICS; h++) {
    const double *wave = t->motion + STAMP_WAVE + 2 * h - 1, rate = h * omega;
    square += t->periods * PI / omega * rate * rate * (wave[0] * wave[0] + wave[1] * wave[1]);
  }
  CHECK_NEAR(case_value(c, "work", 0), t->row[t->periods * LAW_STAMP_ROWS][COLUMN_WORK],
             t->work * t->most[COLUMN_WORK] + most * t->most[COLUMN_Q] +
                 0.5 * t->most[COLUMN_BY_Q] * dt * square,
             0);
}

// Compares the forces at the rows of the table and, along the tangent, where chatter computes it,
// the work at the end.
static void check_way(const law_table *t, int massless, int lanes, int single) {
  transient_case c;
  char what[60];
  heavy(&c, t, massless);
  if (!case_launch_lanes(&c, lanes, single)) return;
  snprintf(what, sizeof what, "%s, %d lanes, %s", massless ? "massless" : "with mass", lanes,
           single ? "single" : "double");
  const double most = allowed(t, massless, single);
  check_forces(t, &c, what, most);
  if (law_row_acted_on(t->s.contacts[0].law) == LAW_TANGENT) check_work(t, &c, most);
  case_close(&c);
}

static void check(law_table *t) {
  for (int massless = 0; massless < 2; massless++)
    for (int lanes = 1; lanes <= 8; lanes += lanes == 1 ? 3 : 4)
      for (int single = 0; single < 2; single++) check_way(t, massless, lanes, single);
}

int main(void) {
  law_tables_each(check);
  return TEST_END();
}
