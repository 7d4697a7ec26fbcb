#include "engines/response/extract/period/sampling_error.h"

#include <math.h>

#include "engines/response/bind/response_column.h"
#include "engines/response/bind/response_plan.h"
#include "engines/response/extract/column_motion.h"
#include "engines/response/stability/compliant_path.h"
#include "base/threads.h"
#include "reduction/algebra/dense.h"

// Number of points checked per trajectory, among them the one of the largest motion; refinement of
// the kernel's samples.
enum { POINTS = 4, FINER = 8 };

static int is_stop(const response_point *point) {
  return point->law == HB_LAW_COMPLIANT && (law_force_arguments(point->compliant_law) & LAW_HAS_GAP);
}

int response_samples_stops(const response_setup *setup) {
  for (int j = 0; j < setup->n_points; j++)
    if (is_stop(&setup->point[j])) return 1;
  return 0;
}

typedef struct sampling {
  const engine_layout *layout;
  const kernel_batch *host;
  double *error; // [n]
} sampling;

// Finds harmonics 0 … H of the force of contact j by its law, Re Σ r_h exp(ihτ).
static void find_force(const response_motion *m, int j, int instants, double complex *r) {
  const motion_contact *c = &m->contact[j];
  const int harmonics = m->orbit.harmonics;
  motion_orbit law = m->orbit;
  law.coefficient = m->argument;
  for (int h = 0; h <= harmonics; h++) r[h] = 0;
  for (int i = 0; i < instants; i++) {
    const motion_instant at = motion_instant_of(2 * M_PI * i / instants);
    const double force = compliant_force(c, &law, at).force / instants;
    double complex turn = 1;
    for (int h = 0; h <= harmonics && force != 0; h++, turn *= CMPLX(at.cosine, -at.sine))
      r[h] += (h ? 2 : 1) * force * turn;
  }
}

// Returns the displacement of coordinate b by harmonic h of a force on it alone.
static double complex moved_by(const response_motion *m, int b, int h, double complex force,
                               double complex *mode) {
  const motion_system *system = &m->system;
  const int modes = system->n_modes;
  double complex q = system->flexibility[(long)b * system->n_boundary + b] * force;
  for (int k = 0; k < modes; k++) mode[k] = system->phi[(long)b * modes + k] * force;
  motion_steady_response(system, h * m->orbit.omega, m->work, mode);
  for (int k = 0; k < modes; k++) q += system->phi[(long)b * modes + k] * mode[k];
  return q;
}

// Returns (Σ |Δq_h|² / Σ |q_h|²)^½ over the stops; Δq is the displacement by the error of their
// forces.
static double error_of(const response_motion *m, const response_setup *setup, int instants, double complex *r,
                       double complex *mode) {
  double missing = 0, size = 0;
  for (int j = 0; j < setup->n_points; j++) {
    const int b = m->contact[j].first;
    if (!is_stop(&setup->point[j])) continue;
    find_force(m, j, instants, r);
    for (int h = 1; h <= m->orbit.harmonics; h++) {
      const double complex off = r[h] - response_motion_harmonic(m, m->force, b, h);
      const double moved = cabs(moved_by(m, b, h, off, mode)),
                   own_part = cabs(response_motion_harmonic(m, m->argument, b, h));
      missing += moved * moved;
      size += own_part * own_part;
    }
  }
  return size > 0 ? sqrt(missing / size) : 0;
}

static int highest_of(const response_column *column) {
  int best = 0;
  for (int k = 1; k < column->n_points; k++)
    if (response_record_number(column, k, RECORD_AMPLITUDE) >
        response_record_number(column, best, RECORD_AMPLITUDE))
      best = k;
  return best;
}

static chatter_status find(const sampling *self, long i, arena *memory) {
  const response_column column = response_column_of(self->layout, self->host, i);
  const int *dim = self->layout->sizes.dim;
  response_motion motion;
  double complex *r = arena_allocate(memory, ((size_t)dim[DIM_HB_HARMONICS] + 1) * sizeof *r),
                 *mode = arena_allocate(memory, ((size_t)dim[DIM_HB_MODES] + 1) * sizeof *mode);
  if (!r || !mode) return error_raise(CHATTER_DEVICE, "out of memory");
  if (column.n_points == 0) return CHATTER_OK;
  TRY(response_motion_create(self->layout, memory, &motion));
  response_motion_trajectory(&column, &motion);
  self->error[i] = 0;
  for (int k = 0; k < POINTS; k++) {
    const int point = k ? (int)((double)(column.n_points - 1) * k / (POINTS - 1)) : highest_of(&column);
    response_motion_point(&column, point, &motion);
    const double error = error_of(&motion, self->layout->setup, FINER * dim[DIM_HB_SAMPLES], r, mode);
    self->error[i] = fmax(self->error[i], error);
  }
  return CHATTER_OK;
}

static chatter_status find_piece(void *context, int thread, long at) {
  (void)thread;
  arena *memory = arena_create();
  if (!memory) return error_raise(CHATTER_DEVICE, "out of memory");
  const chatter_status status = find(context, at, memory);
  arena_destroy(memory);
  return status;
}

chatter_status response_sampling_error_add(const engine_layout *layout, long n, const kernel_batch *host,
                                           result_set *out) {
  if (!response_samples_stops(layout->setup) || !layout->sizes.dim[DIM_HB_FORCES]) return CHATTER_OK;
  sampling self = {.layout = layout, .host = host};
  self.error =
      result_set_add(out, RESPONSE_SAMPLING_ERROR, RESULT_DOUBLE, "trajectory", &(size_t){(size_t)n}, "1",
                     "what samples of a period miss of the forces of stops would be, of their motion");
  if (!self.error) return CHATTER_DEVICE;
  result_set_role(out, RESPONSE_SAMPLING_ERROR, RESULT_DETAIL);
  for (long i = 0; i < n; i++) self.error[i] = NAN;
  return threads_for(response_extract_threads(layout), n, find_piece, &self);
}
