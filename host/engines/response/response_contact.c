#include "engines/response/response_contact.h"

#include <math.h>
#include <string.h>

#include "base/threads.h"
#include "engines/response/contact_period.h"
#include "engines/response/period.h"
#include "engines/response/response_motion.h"
#include "machines/backend.h"

enum { PLACES_EACH = 32 }; // that a thread does at once

typedef struct finder {
  const engine_layout *layout;
  const kernel_batch *host;
  const output_config *output;
  response_contact_of of;
  long n;
  const response_place *place;
  double *value;
} finder;

// What one thread works with.
typedef struct workplace {
  response_motion motion;
  response_period period;
  contact_period contact;
  motion_orbit law;
  double *distance; // [width]
} workplace;

static chatter_status prepare(const finder *self, arena *memory, workplace *out) {
  const int *dim = self->layout->sizes.dim;
  const size_t width = (size_t)hb_width(dim);
  TRY(response_motion_create(self->layout, memory, &out->motion));
  TRY(period_of(dim[DIM_HB_HARMONICS], dim[DIM_HB_STATIC], memory, &out->period));
  TRY(contact_period_create(dim[DIM_HB_HARMONICS], memory, &out->contact));
  out->distance = arena_allocate(memory, (width + 1) * sizeof *out->distance);
  if (!out->distance) return error_raise(CHATTER_DEVICE, "out of memory");
  out->law = out->motion.orbit;
  out->law.coefficient = out->motion.argument;
  return CHATTER_OK;
}

// u of the point; where it is the displacement it is that of damped nonlinear normal modes too, which no load
// moves.
static void take_point(const finder *self, const response_column *column, int point, workplace *w) {
  const int *dim = self->layout->sizes.dim;
  const int width = hb_width(dim);
  response_motion_point(column, point, &w->motion);
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

// Of the distance from the wall, which the mean belongs to where it is known.
static double gap_of(const workplace *w, const motion_contact *c, int reduce) {
  const int width = w->law.is_static + 2 * w->law.harmonics;
  memcpy(w->distance, displacement_of(w, c->first), (size_t)width * sizeof *w->distance);
  if (w->law.is_static) w->distance[0] += c->gap;
  const int is_shifted = !w->law.is_static && reduce != REDUCE_RMS && reduce != REDUCE_HALF_PEAK_TO_PEAK;
  return period_reduce(&w->period, w->distance, reduce) + (is_shifted ? c->gap : 0);
}

// Of the motion along the tangent; along two of them the distance from where it is at rest.
static double tangential_of(const workplace *w, const motion_contact *c, int reduce) {
  const int first = c->first + c->has_normal, n = c->count - c->has_normal;
  if (n == 1) return period_reduce(&w->period, displacement_of(w, first), reduce);
  contact_period all = w->contact;
  all.n = 0;
  for (int i = 0; i < w->contact.n; i++) {
    double x[2], size = 0;
    for (int k = 0; k < n; k++) {
      motion_at(&w->motion.orbit, first + k, w->contact.tau[i], x);
      size = hypot(size, x[0]);
    }
    all.tangential[all.n++] = size;
  }
  return contact_period_reduce(&all, all.tangential, reduce);
}

// -∮ r dq along the tangents. The product of two sums of harmonics has no others than those that are known.
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

static chatter_status find_value(const finder *self, const response_column *column, int point, workplace *w,
                                 double *to) {
  const int index = (int)self->output->contact, reduce = self->output->reduce;
  const motion_contact *c = &w->motion.contact[index];
  take_point(self, column, point, w);
  if (self->of == CONTACT_GAP) return *to = gap_of(w, c, reduce), CHATTER_OK;
  if (self->of == CONTACT_DISSIPATION) return *to = dissipation_of(w, c), CHATTER_OK;
  const int before = error_count();
  const chatter_status status = contact_period_of(&w->motion.system, &w->law, index, &w->contact);
  if (status == CHATTER_BAD_MODEL) return error_keep(before), CHATTER_OK; // too many changes of state: NaN
  TRY(status);
  switch (self->of) {
  case CONTACT_NORMAL_FORCE:
    *to = contact_period_reduce(&w->contact, w->contact.normal, reduce);
    break;
  case CONTACT_TANGENTIAL_FORCE:
    *to = contact_period_reduce(&w->contact, w->contact.tangential, reduce);
    break;
  case CONTACT_TANGENTIAL:
    *to = tangential_of(w, c, reduce);
    break;
  default:
    *to = self->of == CONTACT_CLOSED ? w->contact.closed : w->contact.stuck;
  }
  return CHATTER_OK;
}

static chatter_status find_places(const finder *self, long from, long to, arena *memory) {
  workplace w;
  response_column column;
  long trajectory = -1;
  TRY(prepare(self, memory, &w));
  for (long i = from; i < to; i++) {
    const response_place *place = &self->place[i];
    self->value[i] = NAN;
    if (place->point < 0) continue;
    if (place->trajectory != trajectory) {
      column = response_column_of(self->layout, self->host, trajectory = place->trajectory);
      response_motion_trajectory(&column, &w.motion);
    }
    TRY(find_value(self, &column, place->point, &w, &self->value[i]));
  }
  return CHATTER_OK;
}

static chatter_status find_piece(void *context, int thread, long at) {
  const finder *self = context;
  const long from = at * PLACES_EACH, to = from + PLACES_EACH;
  (void)thread;
  arena *memory = arena_create();
  if (!memory) return CHATTER_DEVICE;
  const chatter_status status = find_places(self, from, to < self->n ? to : self->n, memory);
  arena_destroy(memory);
  return status;
}

chatter_status response_contact_values(const engine_layout *layout, const study *config,
                                       const kernel_batch *host, int o, long n, const response_place *place,
                                       double *value) {
  const output_config *output = &config->outputs[o];
  finder self = {.layout = layout,
                 .host = host,
                 .output = output,
                 .of = response_quantity_of(output)->contact,
                 .n = n,
                 .place = place,
                 .value = value};
  return threads_for(backend_cpu_threads(), (n + PLACES_EACH - 1) / PLACES_EACH, find_piece, &self);
}
