#include "engines/response/extract/period/period_fields.h"

#include <math.h>

#include "engines/response/bind/response_plan.h"
#include "engines/response/study/response_keys.h"
#include "engines/response/extract/period/contact_period.h"
#include "engines/response/extract/column_motion.h"
#include "ensemble/observe/field_outputs_extract.h"
#include "reduction/algebra/dense.h"
#include "study/file/key_place.h"

enum { INSTANTS = 64 }; // per period: enough for a smooth animation and for ten harmonics

static chatter_status check_place(const study *config, const output_config *output) {
  if (output->every > 1 || output->at.n > 0)
    return error_raise(CHATTER_BAD_STUDY,
                       "%s: output '%s': of a periodic motion there is one period, of %d instants (allowed: "
                       "neither every nor at)",
                       study_output_place(config, output, output->at.n > 0 ? "at" : "every"), output->name,
                       INSTANTS);
  if (output->event == FIELD_EVENT_MAXIMUM || response_is_at_frequency(config)) return CHATTER_OK;
  return error_raise(
      CHATTER_BAD_STUDY,
      "%s: output '%s': the field of which motion of the curve (allowed: event: maximum, at its "
      "peak, or response.at, in the state there)",
      study_output_place(config, output, "quantity"), output->name);
}

chatter_status response_fields_plan(const study *config, engine_layout *layout) {
  long room = 0;
  TRY(fields_plan(config, layout, INSTANTS, &room));
  for (int f = 0; f < layout->n_fields; f++) {
    field_plan *plan = &layout->fields[f];
    TRY(check_place(config, &plan->output));
    plan->instants = plan->candidates = INSTANTS;
  }
  return CHATTER_OK;
}

typedef struct cycle {
  const engine_layout *layout;
  response_motion motion;
  engine_motion at;
  contact_period contact;
  double *force; // [points][INSTANTS][3], contact forces as vectors
} cycle;

static chatter_status create(const engine_layout *layout, arena *memory, cycle *out) {
  const reduced_model *r = layout->reduced;
  *out = (cycle){.layout = layout};
  TRY(response_motion_create(layout, memory, &out->motion));
  DENSE(out->at.coordinate, memory, r->n_modes, 1);
  DENSE(out->at.velocity, memory, r->n_modes, 1);
  DENSE(out->at.force, memory, r->n_boundary, 1);
  DENSE(out->at.contact, memory, 3, r->n_contacts);
  DENSE(out->force, memory, 3 * INSTANTS, out->motion.system.n_contacts);
  return contact_period_create(out->motion.orbit.harmonics, memory, &out->contact);
}

static void find_modes(cycle *self, double tau) {
  const response_motion *m = &self->motion;
  for (int k = 0; k < m->system.n_modes; k++) {
    double complex p = 0, v = 0;
    for (int h = 0; h <= m->orbit.harmonics; h++) {
      const double complex at = response_motion_mode(m, k, h) * cexp(CMPLX(0, h * tau));
      p += at;
      v += CMPLX(0, h * m->orbit.omega) * at;
    }
    self->at.coordinate[k] = creal(p);
    self->at.velocity[k] = creal(v);
  }
}

// Returns the contact force at kernel coordinate b.
static double force_at(const cycle *self, int b, double tau) {
  const response_motion *m = &self->motion;
  double complex sum = 0;
  for (int h = 0; h <= m->orbit.harmonics; h++)
    sum += response_motion_harmonic(m, m->force, b, h) * cexp(CMPLX(0, h * tau));
  return creal(sum);
}

// Finds r = λ + F⁻¹ F_f f for the rows of the reduced model; F_f f is the direct displacement of
// the boundary by the loads.
static void find_forces(cycle *self, double tau) {
  const reduced_model *r = self->layout->reduced;
  const response_setup *setup = self->layout->setup;
  for (int b = 0; b < r->n_boundary; b++) self->at.force[b] = 0;
  for (int b = 0; b < self->motion.system.n_boundary; b++) {
    const int row = setup->coordinate[b];
    const double direct = response_motion_direct(&self->motion, b, tau);
    self->at.force[row] += force_at(self, b, tau);
    for (int a = 0; a < r->n_boundary; a++)
      self->at.force[a] += r->stiffness[(long)a * r->n_boundary + row] * direct;
  }
}

// Finds contact forces by their laws, as outputs do: the harmonics of a balance oscillate after a
// stop closes. If a contact has the peak of its force between this instant and a neighbour, the
// peak is shown at this instant. NaN for a contact that changes state too often to be followed.
static chatter_status follow_contact(cycle *self, int j) {
  const response_point *point = &((const response_setup *)self->layout->setup)->point[j];
  const reduced_contact *c = &self->layout->reduced->contacts[point->contact];
  const int before = error_count();
  motion_orbit law = self->motion.orbit;
  law.coefficient = self->motion.argument;
  const chatter_status status = contact_period_find(&self->motion.system, &law, j, &self->contact);
  double *to = self->force + 3L * INSTANTS * j;
  if (status == CHATTER_BAD_MODEL) error_keep(before);
  for (int i = 0; i < INSTANTS; i++, to += 3) {
    const int at = status != CHATTER_OK ? 0
                   : point->has_normal  ? contact_period_peak(&self->contact, i, INSTANTS)
                                        : contact_period_instant(&self->contact, i, INSTANTS);
    for (int d = 0; d < 3; d++) {
      to[d] = point->has_normal ? self->contact.normal[at] * c->normal[d] : 0;
      for (int t = 0; t < point->count - point->has_normal; t++)
        to[d] += self->contact.along[t][at] * c->tangent[t][d];
      if (status != CHATTER_OK) to[d] = NAN;
    }
  }
  return status == CHATTER_BAD_MODEL ? CHATTER_OK : status;
}

static void find_contacts(cycle *self, int instant) {
  const response_setup *setup = self->layout->setup;
  for (int i = 0; i < 3 * self->layout->reduced->n_contacts; i++) self->at.contact[i] = 0;
  for (int j = 0; j < setup->n_points; j++)
    for (int d = 0; d < 3; d++)
      self->at.contact[3L * setup->point[j].contact + d] = self->force[3L * (INSTANTS * j + instant) + d];
}

static chatter_status take(cycle *self, const field_plan *plan, double *kept) {
  for (int j = 0; j < self->motion.system.n_contacts; j++) TRY(follow_contact(self, j));
  for (int j = 0; j < INSTANTS; j++, kept += plan->length) {
    const double tau = 2 * M_PI * j / INSTANTS;
    find_modes(self, tau);
    if (self->layout->reduced->massless) find_forces(self, tau);
    find_contacts(self, j);
    kept[FIELD_STEP] = j + 1;
    field_write(plan, &self->at, kept + FIELD_NUMBERS);
  }
  return CHATTER_OK;
}

// Adds one trajectory; all NaN if it has no such point.
static chatter_status add_row(cycle *self, const field_plan *plan, const response_column *column,
                              arena *memory, field_rows *rows) {
  double *kept;
  const int is_peak = plan->output.event == FIELD_EVENT_MAXIMUM;
  const int point = !column->is_ok ? -1
                    : is_peak      ? response_peak_point(column)
                                   : response_end_point(column, STAGE_CURVE);
  DENSE(kept, memory, INSTANTS, (int)plan->length);
  rows->column[rows->n] = (int)column->i;
  rows->kept[rows->n] = kept;
  if (point >= 0) {
    response_motion_trajectory(column, &self->motion);
    response_motion_point(column, point, &self->motion);
    TRY(take(self, plan, kept));
    rows->step[rows->n] = 2 * M_PI / self->motion.orbit.omega / INSTANTS;
  }
  rows->n++;
  return CHATTER_OK;
}

static chatter_status add(const engine_layout *layout, long n, const kernel_batch *host, arena *memory,
                          result_set *out) {
  cycle self;
  TRY(create(layout, memory, &self));
  for (int f = 0; f < layout->n_fields; f++) {
    field_rows rows = {.column = arena_allocate(memory, (size_t)(n + 1) * sizeof *rows.column),
                       .kept = arena_allocate(memory, (size_t)(n + 1) * sizeof *rows.kept),
                       .step = arena_allocate(memory, (size_t)(n + 1) * sizeof *rows.step)};
    if (!rows.column || !rows.kept || !rows.step) return error_raise(CHATTER_DEVICE, "out of memory");
    for (long i = 0; i < n; i++) {
      const response_column column = response_column_of(layout, host, i);
      if (engine_parameter(host, PARAMETER_SERIES_ROW, i) >= 0)
        TRY(add_row(&self, &layout->fields[f], &column, memory, &rows));
    }
    TRY(field_add(&layout->fields[f], layout->reduced, &rows, out));
  }
  return CHATTER_OK;
}

chatter_status response_fields_add(const engine_layout *layout, long n, const kernel_batch *host,
                                   result_set *out) {
  if (layout->n_fields == 0) return CHATTER_OK;
  arena *memory = arena_create();
  if (!memory) return error_raise(CHATTER_DEVICE, "out of memory");
  const chatter_status status = add(layout, n, host, memory, out);
  arena_destroy(memory);
  return status;
}
