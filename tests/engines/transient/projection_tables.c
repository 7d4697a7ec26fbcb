// The tables of the contact laws that are projections, through the time stepper: leapfrog on a
// massless boundary, and for springs without flexibility on one with mass, along the free motion of
// the table, which loads on the boundary produce; tables of impacts by Moreau's scheme on a mass.
// By Newton's method and by relaxation, in 1, 4 and 8 lanes and both precisions.
#include "results/result_set.h"
#include "tests/engines/transient/transient_case.h"
#include "tests/kernels/projection_table.h"

static const double PI = 3.14159265358979323846;

// Sets one load for each wave of each direction of the table, which moves its row by its amplitude
// (leapfrog), or accelerates its mode (Moreau).
static void loads(transient_case *c, const projection_table *t) {
  const int rows = projection_directions(t), modes = c->r.n_modes;
  for (int row = 0; row < rows; row++) {
    const double *wave = t->wave[row + !t->has_normal];
    for (int h = 0; h <= PROJECTION_HARMONICS; h++) {
      const int load = c->s.n_excitations;
      const double a = h ? wave[2 * h - 1] : wave[0], b = h ? wave[2 * h] : 0;
      if (t->mobility > 0)
        c->r.phi_f[load * modes + row] = 1 / sqrt(t->mobility);
      else
        c->r.f_f[row * c->r.n_loads + load] = 1;
      case_load(c, h ? EXCITATION_HARMONIC : EXCITATION_CONSTANT, h ? hypot(a, b) : a,
                h * t->omega / (2 * PI), atan2(a, b));
    }
  }
}

static void point(transient_case *c, const projection_table *t, int massless, int solver) {
  const contact_config *law = &t->s.contacts[0];
  const int rows = projection_directions(t), n = t->periods * t->steps;
  const double dt = 2 * PI / t->omega / t->steps;
  case_open(c, t->mobility > 0 ? rows : 1, rows, rows * (1 + PROJECTION_HARMONICS), massless);
  case_contacts(c, 1, t->has_normal ? LAW_FRICTION : LAW_COULOMB, t->tangents);
  c->s.contacts[0] = *law;
  for (int i = 0; i < rows; i++) {
    const double g = t->flexibility[i + !t->has_normal];
    if (t->mobility > 0) c->r.phi_b[i * rows + i] = sqrt(t->mobility);
    if (!massless) continue;
    c->r.flexibility[i * rows + i] = g > 0 ? g : 1e-14, c->r.stiffness[i * rows + i] = g > 0 ? 1 / g : 1e14;
  }
  integrator_config *integrator = integrator_writable(&c->s);
  integrator->scheme = t->mobility > 0 ? SCHEME_MOREAU : SCHEME_LEAPFROG;
  integrator->contact_solver = solver;
  integrator->half_step = 0; // from rest: the full load acts in the first step
  integrator->step = dt, integrator->duration = (n + 1) * dt;
  loads(c, t);
  if (t->has_normal) case_output(c, "normal", "normal_force", REDUCE_SERIES)->every = t->steps / t->rows;
  if (!t->tangents) return;
  case_output(c, "tangential", "tangential_force", REDUCE_SERIES)->every = t->steps / t->rows;
  case_output(c, "work", "dissipation", REDUCE_SERIES)->every = t->steps / t->rows;
}

static const double *series(const transient_case *c, const char *name) {
  const result_variable *v = result_set_find(c->results, name);
  TEST_CHECK(v != NULL);
  return v ? v->data : NULL;
}

// Compares the rows. The table has λ; the output is that of the whole contact, λ + N0. For two
// tangents it is the magnitude.
static void check_rows(const projection_table *t, const transient_case *c, const char *what, double allowed) {
  const double *normal = t->has_normal ? series(c, "normal") : NULL,
               *tangential = t->tangents ? series(c, "tangential") : NULL,
               *work = t->tangents ? series(c, "work") : NULL;
  double worst = 0;
  for (int k = 0; k <= t->periods * t->rows; k++) {
    const double *row = t->row[k] + PROJECTED_FORCE;
    if (normal &&
        !projection_near(t, what, k, PROJECTED_FORCE, normal[k] - t->s.contacts[0].preload, allowed, &worst))
      return;
    if (tangential) {
      const double size = t->tangents > 1 ? hypot(row[1], row[2]) : row[1], off = fabs(tangential[k] - size);
      worst = fmax(worst, off);
      CHECK_NEAR(tangential[k], size, allowed, 0);
      if (!(off <= allowed)) return;
    }
    if (work && !projection_near(t, what, k, PROJECTED_WORK, work[k], allowed, &worst)) return;
  }
  for (int i = 0; i < projection_directions(t); i++) // the components at the end
    projection_near(t, what, t->periods * t->rows, PROJECTED_FORCE + i + !t->has_normal,
                    case_state(c, transient_row_force(c->layout.sizes.dim) + i, 0), allowed, &worst);
  printf("%s, %s: %.1e of the largest\n", t->name, what, worst / t->most_force);
}

static void check_way(const projection_table *t, int massless, int solver, int lanes, int single) {
  transient_case c;
  char what[80];
  snprintf(what, sizeof what, "%s, %s, %d lanes, %s", massless ? "massless" : "with mass",
           solver == SOLVER_NEWTON ? "Newton" : "relaxation", lanes, single ? "single" : "double");
  point(&c, t, massless, solver);
  if (!case_launch_lanes(&c, lanes, single)) return;
  CHECK_NEAR(case_state(&c, STATE_STATUS, 0), TRAJECTORY_OK, 0, 0);
  check_rows(t, &c, what,
             // tolerance of the solvers: 1e-13
             t->most_force * (single ? PROJECTION_SINGLE : 10 * t->force));
  case_close(&c);
}

static void check(projection_table *t) {
  const int is_flexible = t->flexibility[0] > 0;
  for (int massless = 0; massless < 2; massless++) {
    if (t->mobility > 0 ? massless : !massless && (is_flexible || !projection_is_elastic(t))) continue;
    for (int lanes = 1; lanes <= 8; lanes += lanes == 1 ? 3 : 4)
      for (int single = 0; single < 2; single++)
        for (int solver = 0; solver < 2; solver++) check_way(t, massless, solver, lanes, single);
  }
}

int main(void) {
  projection_tables_each(check);
  return TEST_END();
}
