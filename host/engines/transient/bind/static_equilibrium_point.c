#include "engines/transient/bind/static_equilibrium_point.h"

#include <math.h>
#include <string.h>

#include "engines/transient/bind/static_equilibrium.h"
#include "kernels/laws/compliant.h"
#include "kernels/laws/wall.h"
#include "reduction/reduced_entries.h"

typedef struct rest_rows { // rows of one point
  int n, row[3];           // normal first
  int has_normal, n_tangents;
} rest_rows;

static rest_rows rows_of(const reduced_contact *point) {
  rest_rows rows = {.has_normal = point->row_normal >= 0};
  if (rows.has_normal) rows.row[rows.n++] = point->row_normal;
  for (int i = 0; i < 2; i++)
    if (point->row_tangent[i] >= 0) rows.row[rows.n++] = point->row_tangent[i], rows.n_tangents++;
  return rows;
}

static double drive_now(const equilibrium_problem *self, int which) {
  const int *dim = self->layout->sizes.dim;
  double rate;
  if (!dim[DIM_DRIVE_NUMBERS]) return 0;
  const int *table = self->layout->tables + transient_drive_table(dim, which);
  return drive_value(self->layout->model + transient_model_at(dim, MODEL_DRIVES), table,
                     self->parameter + transient_drive_parameter(dim, which), 0, &rate);
}

void equilibrium_set_gaps(equilibrium_problem *self) {
  const reduced_model *r = self->layout->reduced;
  const transient_setup *setup = self->layout->setup;
  const int *dim = self->layout->sizes.dim;
  for (int j = 0; j < r->n_contacts; j++) {
    const int e = setup->point_entry[j];
    const double *entry = self->parameter + transient_entry_parameter(dim, e);
    self->gap[j] =
        reduced_contact_gap(&self->config->contacts[r->contacts[j].entry], &r->contacts[j]) +
        law_wall_gap(entry[ENTRY_GAP_AMPLITUDE], entry[ENTRY_GAP_FREQUENCY], entry[ENTRY_GAP_TURNS], 0) +
        drive_now(self, transient_gap_drive(dim, e));
    self->wall[2 * j] = entry[ENTRY_WALL_VELOCITY] + drive_now(self, transient_wall_drive(dim, e));
    self->wall[2 * j + 1] = entry[ENTRY_WALL_VELOCITY + 1];
  }
}

// Returns row `row` of the blocks of derivatives.
static double *block(double *of, int row) {
  return of + 3L * row;
}

static void set_row(equilibrium_problem *self, int row, double value, double size) {
  self->residual[row] = value;
  self->size[row] = size;
  memset(block(self->by_force, row), 0, 3 * sizeof(double));
  memset(block(self->by_q, row), 0, 3 * sizeof(double));
}

// Residual of a normal row: λ - max(-λ0, z).
static void normal_row(equilibrium_problem *self, int row, double gap, double preload, double spring,
                       int is_elastic) {
  const double force = self->x[row], g = self->q[row] + gap, rho = is_elastic ? spring : self->scale[row];
  const double z = (is_elastic ? 0 : force) - rho * g;
  const int pushes = z > -preload;
  set_row(self, row, force - (pushes ? z : -preload),
          fabs(force) + rho * (self->terms[row] + fabs(gap)) + preload);
  block(self->by_force, row)[0] = pushes && !is_elastic ? 0 : 1;
  block(self->by_q, row)[0] = pushes ? rho : 0;
}

// Residual of tangent rows: λ_t - P(z), z = λ_t - ρ q_t or -k q_t. `first`: the position of the
// first tangent in the blocks.
static void tangent_rows(equilibrium_problem *self, const rest_rows *rows, double radius, double friction,
                         double spring, int is_elastic) {
  const int first = rows->has_normal;
  const double rho = is_elastic ? spring : self->scale[rows->row[first]];
  double z[2] = {0, 0}, length = 0;
  for (int i = 0; i < rows->n_tangents; i++) {
    const int row = rows->row[first + i];
    z[i] = (is_elastic ? 0 : self->x[row]) - rho * self->q[row];
    length = hypot(length, z[i]);
  }
  const int sticks = self->bonded ? radius > 0 : length <= radius;
  for (int i = 0; i < rows->n_tangents; i++) {
    const int row = rows->row[first + i];
    const double n = length > 0 ? z[i] / length : 0, force = self->x[row];
    set_row(self, row, force - (sticks ? z[i] : radius * n), fabs(force) + rho * self->terms[row] + radius);
    double *by_force = block(self->by_force, row), *by_q = block(self->by_q, row);
    by_force[first + i] = 1;
    if (!sticks && rows->has_normal && radius > 0) by_force[0] = -friction * n;
    for (int l = 0; l < rows->n_tangents; l++) {
      const double m = length > 0 ? z[l] / length : 0;
      const double slope = sticks ? i == l : radius / length * ((i == l) - n * m); // ∂P_i/∂z_l
      if (!is_elastic) by_force[first + l] -= slope;
      by_q[first + l] = rho * slope;
    }
  }
}

// Residual of sliding rows: λ_t - radius · w / |w|.
static void sliding_rows(equilibrium_problem *self, const rest_rows *rows, double radius, double friction,
                         const double *wall) {
  const int first = rows->has_normal;
  const double speed = rows->n_tangents > 1 ? hypot(wall[0], wall[1]) : fabs(wall[0]);
  for (int i = 0; i < rows->n_tangents; i++) {
    const int row = rows->row[first + i];
    set_row(self, row, self->x[row] - radius * wall[i] / speed, fabs(self->x[row]) + radius);
    block(self->by_force, row)[first + i] = 1;
    if (rows->has_normal && radius > 0) block(self->by_force, row)[0] = -friction * wall[i] / speed;
  }
}

// Returns an internal state after n equal moves from 0 to q, each of second order; *gain: its
// slope.
static double state_after(int law, const double *number, int i, double q, int n, double *gain) {
  double state = 0;
  *gain = 0;
  for (int m = 0; m < n; m++) {
    const law_state next = law_update(law, number, i, state, q / n);
    state = next.value;
    *gain = next.by_old * *gain + next.by_move / n;
  }
  return state;
}

// Returns an internal state at q. Sliders are exact in one move; other states use Richardson's
// extrapolation, of fourth order.
static double state_at(int law, const double *number, int i, double q, double *gain) {
  enum { MOVES = 256 };
  double fine;
  const double once = state_after(law, number, i, q, 1, gain);
  const double twice = state_after(law, number, i, q, 2, &fine);
  // The slopes are compared too: at a state's limit two values may be equal by chance.
  if (fabs(twice - once) <= 1e-14 * fabs(once) && fabs(fine - *gain) <= 1e-12 * fabs(*gain)) return once;
  const double coarse_state = state_after(law, number, i, q, MOVES, gain);
  const double fine_state = state_after(law, number, i, q, 2 * MOVES, &fine);
  *gain = (4 * fine - *gain) / 3;
  return (4 * fine_state - coarse_state) / 3;
}

// Returns force and slope of a law at q with internal states that start from zero; `states` (may be
// NULL) receives their values.
static law_result force_at(const equilibrium_problem *self, int law, const double *number, double q,
                           double gap, double *states) {
  const int *dim = self->layout->sizes.dim, n = law_state_count(law, dim[DIM_LAW_STATES]);
  law_result answer = law_force(law, number, dim[DIM_LAW_PARAMETERS],
                                law_force_arguments(law) & LAW_HAS_GAP ? q + gap : q, 0);
  for (int i = 0; i < n; i++) {
    double gain;
    const double state = state_at(law, number, i, q, &gain);
    answer.force += law_state_factor(law, number) * state;
    answer.by_q += law_state_factor(law, number) * gain;
    if (states) states[i] = state;
  }
  return answer;
}

static const double *numbers_of(const equilibrium_problem *self, int e) {
  const int *dim = self->layout->sizes.dim;
  return self->parameter + transient_law_parameter(dim) + e * dim[DIM_LAW_PARAMETERS];
}

void equilibrium_point_residual(equilibrium_problem *self, int j) {
  const transient_setup *setup = self->layout->setup;
  const reduced_contact *point = &self->layout->reduced->contacts[j];
  const int e = setup->point_entry[j], law = self->config->contacts[point->entry].law;
  const double *entry = self->parameter + transient_entry_parameter(self->layout->sizes.dim, e);
  const double gap = self->gap[j], *wall = self->wall + 2L * j;
  const double preload = entry[ENTRY_PRELOAD], friction = self->share * entry[ENTRY_FRICTION];
  const rest_rows rows = rows_of(point);
  if (law_is_compliant(law)) {
    const law_result answer = force_at(self, law, numbers_of(self, e), self->q[rows.row[0]], gap, NULL);
    set_row(self, rows.row[0], self->x[rows.row[0]] - answer.force,
            fabs(self->x[rows.row[0]]) + fabs(answer.force) + fabs(answer.by_q) * self->terms[rows.row[0]]);
    block(self->by_force, rows.row[0])[0] = 1;
    block(self->by_q, rows.row[0])[0] = -answer.by_q;
    return;
  }
  const int is_elastic = law == LAW_ELASTIC;
  if (rows.has_normal) normal_row(self, rows.row[0], gap, preload, entry[ENTRY_STIFFNESS], is_elastic);
  if (rows.n_tangents == 0) return;
  const double radius = friction * fmax(rows.has_normal ? self->x[rows.row[0]] + preload : preload, 0);
  if (wall[0] != 0 || (rows.n_tangents > 1 && wall[1] != 0))
    sliding_rows(self, &rows, radius, friction, wall);
  else
    tangent_rows(self, &rows, radius, friction, entry[ENTRY_STIFFNESS + 1], is_elastic);
}

void equilibrium_point_states(const equilibrium_problem *self, int j, double *states) {
  const transient_setup *setup = self->layout->setup;
  const reduced_contact *point = &self->layout->reduced->contacts[j];
  const int law = self->config->contacts[point->entry].law, e = setup->point_entry[j];
  const rest_rows rows = rows_of(point);
  if (law_is_compliant(law)) force_at(self, law, numbers_of(self, e), self->q[rows.row[0]], 0, states);
}
