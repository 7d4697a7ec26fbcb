#include "engines/response/extract/contact_values.h"

#include <math.h>
#include <string.h>

#include "engines/response/extract/response_quantities.h"
#include "engines/response/extract/period/contact_period.h"
#include "engines/response/extract/period_energy.h"
#include "engines/response/extract/column_motion.h"
#include "engines/response/extract/period/period.h"
#include "kernels/response/response_layout.h"
#include "base/threads.h"

enum { PLACES_EACH = 32 }; // points that a thread takes at a time

typedef struct wanted_output {
  int contact, reduce;
  contact_quantity_kind of;
  double *value; // [n]
} wanted_output;

typedef struct finder {
  const engine_layout *layout;
  const kernel_batch *host;
  int n_outputs;
  wanted_output *output; // [n_outputs], sorted by contact
  long n;
  const response_curve_point *place;
} finder;

// Work arrays of one thread.
typedef struct workplace {
  response_motion motion;
  response_period period;
  contact_period contact;
  period_energy energy;
  int traced;   // contact whose period at the point is held; -1: none yet
  int is_known; // 0: the contact changes state too often to be traced
  motion_orbit law;
  double *distance; // [width]
} workplace;

static chatter_status prepare(const finder *self, arena *memory, workplace *out) {
  const int *dim = self->layout->sizes.dim;
  const size_t width = (size_t)hb_n_coefficients(dim);
  TRY(response_motion_create(self->layout, memory, &out->motion));
  TRY(response_period_create(dim[DIM_HB_HARMONICS], dim[DIM_HB_STATIC], memory, &out->period));
  TRY(contact_period_create(dim[DIM_HB_HARMONICS], memory, &out->contact));
  for (int k = 0; k < self->n_outputs && !out->energy.value; k++)
    if (self->output[k].of == CONTACT_ENERGY)
      TRY(period_energy_create(dim[DIM_HB_HARMONICS], memory, &out->energy));
  out->distance = arena_allocate(memory, (width + 1) * sizeof *out->distance);
  if (!out->distance) return error_raise(CHATTER_DEVICE, "out of memory");
  out->law = out->motion.orbit;
  out->law.coefficient = out->motion.argument;
  return CHATTER_OK;
}

// Reads the displacements at a point. Arguments of laws that are displacements are those of damped
// nonlinear normal modes too, which have no direct displacement by loads.
static void take_point(const finder *self, const response_column *column, int point, workplace *w) {
  const int *dim = self->layout->sizes.dim;
  const int width = hb_n_coefficients(dim);
  response_motion_point(column, point, &w->motion);
  w->law.omega = w->motion.orbit.omega;
  w->traced = -1;
  for (int j = 0; j < dim[DIM_HB_POINTS]; j++) {
    const motion_contact *c = &w->motion.contact[j];
    if (c->law == HB_LAW_SET_VALUED) continue;
    memcpy(w->motion.displacement + (long)c->first * width, w->motion.argument + (long)c->first * width,
           (size_t)(c->count * width) * sizeof *w->motion.argument);
  }
}

static const double *displacement_of(const workplace *w, int coordinate) {
  const int width = w->law.is_static + 2 * w->law.harmonics;
  return w->motion.displacement + (long)coordinate * width;
}

// Reduces the distance from the wall; it includes the mean where that is known.
static double gap_of(const workplace *w, const motion_contact *c, int reduce) {
  const int width = w->law.is_static + 2 * w->law.harmonics;
  memcpy(w->distance, displacement_of(w, c->first), (size_t)width * sizeof *w->distance);
  if (w->law.is_static) w->distance[0] += c->gap;
  const int moves = 2 * w->motion.layout->sizes.dim[DIM_HB_GAP_HARMONICS];
  for (int i = 0; i < moves; i++)
    w->distance[w->law.is_static + i] += w->motion.gap[moves * (c - w->motion.contact) + i];
  const int is_shifted = !w->law.is_static && reduce != REDUCE_RMS && reduce != REDUCE_HALF_PEAK_TO_PEAK;
  const double shift = is_shifted ? c->gap : 0;
  if (reduce == REDUCE_MAX_ABS)
    return fmax(period_reduce(&w->period, w->distance, REDUCE_MAX) + shift,
                -period_reduce(&w->period, w->distance, REDUCE_MIN) - shift);
  return period_reduce(&w->period, w->distance, reduce) + shift;
}

// Reduces the motion along one tangent.
static double tangential_of(const workplace *w, const motion_contact *c, int reduce) {
  return period_reduce(&w->period, displacement_of(w, c->first + c->has_normal), reduce);
}

// Reduces the distance from the rest position in the plane of two tangents, at the instants of the
// contact's period.
static double distance_of(const workplace *w, const motion_contact *c, int reduce) {
  for (int i = 0; i < w->contact.n; i++) {
    const motion_instant at = motion_instant_of(w->contact.tau[i]);
    double x[2], size = 0;
    for (int b = c->first + c->has_normal; b < c->first + c->count; b++) {
      motion_orbit_value(&w->motion.orbit, b, at, x);
      size = hypot(size, x[0]);
    }
    w->contact.value[i] = size;
  }
  return contact_period_reduce(&w->contact, w->contact.value, reduce);
}

// Returns -∮ r dq along the tangents. Harmonics of r that q lacks do not contribute, so the known
// ones suffice.
static double dissipation_of(const workplace *w, const motion_contact *c) {
  const int width = w->law.is_static + 2 * w->law.harmonics;
  double sum = 0;
  for (int b = c->first + c->has_normal; b < c->first + c->count; b++) {
    const double *r = w->motion.force + (long)b * width + w->law.is_static,
                 *q = displacement_of(w, b) + w->law.is_static;
    for (int h = 1; h <= w->law.harmonics; h++, r += 2, q += 2) sum -= h * (r[0] * q[1] - r[1] * q[0]);
  }
  return M_PI * sum;
}

// Traces the period of a contact once for all its outputs.
static chatter_status trace(workplace *w, int index) {
  if (w->traced == index) return CHATTER_OK;
  const int before = error_count();
  const chatter_status status = contact_period_find(&w->motion.system, &w->law, index, &w->contact);
  w->traced = index;
  w->is_known = status == CHATTER_OK;
  if (status != CHATTER_BAD_MODEL) return status;
  error_keep(before);
  return CHATTER_OK;
}

// Reduces the energy of the motion; NaN if a contact changes state too often.
static chatter_status energy_of(workplace *w, int reduce, double *to) {
  const int before = error_count();
  w->traced = -1;
  const chatter_status status = period_energy_find(&w->motion, &w->law, &w->contact, &w->energy);
  *to = status == CHATTER_OK ? period_energy_reduce(&w->energy, reduce) : NAN;
  if (status != CHATTER_BAD_MODEL) return status;
  error_keep(before);
  return CHATTER_OK;
}

// Finds one output; NaN if it needs the period of a contact that changes state too often.
static chatter_status find_value(const wanted_output *output, workplace *w, double *to) {
  const int reduce = output->reduce;
  const motion_contact *c = &w->motion.contact[output->contact];
  *to = NAN;
  if (output->of == CONTACT_ENERGY) return energy_of(w, reduce, to);
  if (output->of == CONTACT_GAP) return *to = gap_of(w, c, reduce), CHATTER_OK;
  if (output->of == CONTACT_DISSIPATION) return *to = dissipation_of(w, c), CHATTER_OK;
  if (output->of == CONTACT_TANGENTIAL && c->count == c->has_normal + 1)
    return *to = tangential_of(w, c, reduce), CHATTER_OK;
  TRY(trace(w, output->contact));
  if (!w->is_known) return CHATTER_OK;
  switch (output->of) {
  case CONTACT_NORMAL_FORCE:
    *to = contact_period_reduce(&w->contact, w->contact.normal, reduce);
    break;
  case CONTACT_TANGENTIAL_FORCE:
    *to = contact_period_reduce(&w->contact, w->contact.tangential, reduce);
    break;
  case CONTACT_TANGENTIAL:
    *to = distance_of(w, c, reduce);
    break;
  default:
    *to = output->of == CONTACT_CLOSED ? w->contact.closed : w->contact.stuck;
  }
  return CHATTER_OK;
}

static chatter_status find_places(const finder *self, long from, long to, arena *memory) {
  workplace w = {.energy = {.value = NULL}};
  response_column column;
  long trajectory = -1;
  TRY(prepare(self, memory, &w));
  for (long i = from; i < to; i++) {
    const response_curve_point *place = &self->place[i];
    if (place->point < 0) {
      for (int k = 0; k < self->n_outputs; k++) self->output[k].value[i] = NAN;
      continue;
    }
    if (place->trajectory != trajectory) {
      column = response_column_of(self->layout, self->host, trajectory = place->trajectory);
      response_motion_trajectory(&column, &w.motion);
    }
    take_point(self, &column, place->point, &w);
    for (int k = 0; k < self->n_outputs; k++)
      TRY(find_value(&self->output[k], &w, &self->output[k].value[i]));
  }
  return CHATTER_OK;
}

static chatter_status find_piece(void *context, int thread, long at) {
  const finder *self = context;
  const long from = at * PLACES_EACH, to = from + PLACES_EACH;
  (void)thread;
  arena *memory = arena_create();
  if (!memory) return error_raise(CHATTER_DEVICE, "out of memory");
  const chatter_status status = find_places(self, from, to < self->n ? to : self->n, memory);
  arena_destroy(memory);
  return status;
}

static void collect(const study *config, int contact, double *const *value, finder *self) {
  for (int o = 0; o < config->n_outputs; o++) {
    const output_config *output = &config->outputs[o];
    if (!value[o] || (int)output->contact != contact) continue;
    self->output[self->n_outputs++] = (wanted_output){.contact = contact,
                                                      .reduce = output->reduce,
                                                      .of = response_quantity_of(output)->contact,
                                                      .value = value[o]};
  }
}

chatter_status response_contact_values(const engine_layout *layout, const study *config,
                                       const kernel_batch *host, long n, const response_curve_point *place,
                                       arena *scratch, double *const *value) {
  finder self = {.layout = layout, .host = host, .n = n, .place = place};
  self.output = arena_allocate(scratch, ((size_t)config->n_outputs + 1) * sizeof *self.output);
  if (!self.output) return error_raise(CHATTER_DEVICE, "out of memory");
  for (int j = 0; j < layout->sizes.dim[DIM_HB_POINTS]; j++) collect(config, j, value, &self);
  if (self.n_outputs == 0) return CHATTER_OK;
  return threads_for(response_extract_threads(layout), (n + PLACES_EACH - 1) / PLACES_EACH, find_piece,
                     &self);
}
