#include "engines/sliding/pair/guide_course.h"

#include <math.h>

#include "engines/sliding/study/sliding_keys.h"
#include "kernels/drives/drive.h"
#include "study/file/entries.h"

int guide_is_driven(const study *config) {
  return slider_of(config)->velocity_drive[0] != 0;
}

drive_use guide_use(const study *config) {
  const slider_config *s = slider_of(config);
  return (drive_use){.drive = study_find_drive(config, s->velocity_drive), .factor = s->velocity_factor};
}

double guide_drives(const guide_course *self, double t) {
  double rate;
  return self->table ? drive_value(self->block, self->table, self->number, t, &rate) : 0;
}

static double sense_of(double velocity) {
  return (velocity > 0) - (velocity < 0);
}

pair_load guide_load(const study *config, const guide_course *self, double step) {
  const slider_config *s = slider_of(config);
  const double speed = self->velocity + guide_drives(self, 0),
               next = self->velocity + guide_drives(self, 0.5 * step);
  return (pair_load){.friction = s->friction,
                     .sense = speed != 0 ? sense_of(speed) : sense_of(next),
                     .preload = s->preload,
                     .speed = speed};
}

guide_range guide_range_of(const guide_course *self, double duration, long steps) {
  guide_range out = {.slowest = INFINITY, .fastest = -INFINITY};
  const double h = duration / (double)steps;
  double way = 0;
  for (long n = 0; n < steps; n++) {
    const double speed = self->velocity + guide_drives(self, ((double)n + 0.5) * h);
    way += h * speed;
    out.slowest = fmin(out.slowest, speed), out.fastest = fmax(out.fastest, speed);
    out.least = fmin(out.least, way), out.most = fmax(out.most, way);
  }
  return out;
}
