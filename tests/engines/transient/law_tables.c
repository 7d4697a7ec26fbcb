// The tables of the contact laws through the time stepper, explicit or viscous on a boundary with mass and
// implicit on a massless one: a body so heavy that the law's force does not move it is driven along the
// table's motion by three harmonic loads. In 1, 4 and 8 lanes and both precisions.
#include "tests/engines/transient/transient_case.h"
#include "tests/kernels/law_table.h"

static const double PI = 3.14159265358979323846, MASS = 1e11; // kg: forces of 10 N move it by 1e-10 m in a period

// The loads make the accelerations -(hω)² (c cos hωt + s sin hωt).
static void heavy(transient_case *c, const law_table *t, int massless, int steps, int every) {
  const contact_config *law = &t->s.contacts[0];
  const double omega = t->motion[STAMP_OMEGA], dt = 2 * PI / omega / steps;
  case_open(c, 1, 1, LAW_STAMP_HARMONICS, massless);
  case_contacts(c, 1, law->law, 0);
  if (law_along(law->law) == LAW_TANGENT) c->r.contacts[0].row_normal = -1, c->r.contacts[0].row_tangent[0] = 0;
  c->s.contacts[0] = *law;
  integrator_config *integrator = integrator_of(&c->s);
  integrator->scheme = SCHEME_LEAPFROG, integrator->half_step = 1;
  integrator->step = dt, integrator->duration = (t->periods + 0.1) * steps * dt;
  c->r.phi_b[0] = c->r.phi_y[0] = 1 / sqrt(MASS);
  c->r.initial_displacement[0] = c->r.initial_velocity[0] = c->r.initial_boundary[0] = 1;
  if (massless) c->r.flexibility[0] = 1 / MASS, c->r.stiffness[0] = MASS;
  for (int h = 1; h <= LAW_STAMP_HARMONICS; h++) {
    const double *wave = t->motion + STAMP_WAVE + 2 * h - 1, rate = h * omega;
    c->r.phi_f[h - 1] = 1 / sqrt(MASS);
    case_load(c, EXCITATION_HARMONIC, -MASS * rate * rate * hypot(wave[0], wave[1]), rate / (2 * PI),
              atan2(wave[0], wave[1]));
  }
  const char *force = law_along(law->law) == LAW_TANGENT ? "tangential_force" : "normal_force";
  case_output(c, "force", force, REDUCE_SERIES)->every = every;
  case_output(c, "q", "displacement", REDUCE_SERIES)->every = every;
}

static void check_way(const law_table *t, int massless) {
  const int steps = LAW_STAMP_SAMPLES, every = steps / LAW_STAMP_ROWS;
  transient_case c;
  heavy(&c, t, massless, steps, every);
  case_run(&c, 1, NULL);
  const result_variable *v = result_set_find(c.results, "force"), *x = result_set_find(c.results, "q");
  TEST_CHECK(v && x);
  const double *force = v->data, *at = x->data;
  for (int k = 0; k < 6; k++) printf("%d %g %g  %g %g\n", k, at[k], t->row[k][COLUMN_Q], force[k], t->row[k][COLUMN_FORCE]);
  for (int k = 60; k < 65; k++) printf("%d %g %g  %g %g\n", k, at[k], t->row[k][COLUMN_Q], force[k], t->row[k][COLUMN_FORCE]);
  case_close(&c);
}

static void check(law_table *t) {
  printf("%s\n", t->name);
  for (int massless = 0; massless < 2; massless++) check_way(t, massless);
}

int main(void) {
  law_tables_each(check);
  return TEST_END();
}
