#include "ensemble/spent.h"

#include "base/clock.h"
#include "base/log.h"
#include "base/stop.h"

void spent_add(batch_spent *self, spent_phase phase, double start) {
  self->seconds[phase] += clock_seconds() - start;
}

void spent_log(const batch_spent *self, const char *machine, double n, double steps) {
  const log_number numbers[] = {
      {"trajectories", n},
      {"steps", steps},
      {"launches", self->launches},
      {"compactions", self->compactions},
      {"work", self->work},
      {"lane_work_8", self->lane_work_8},
      {"lane_work_32", self->lane_work_32},
#define X(name, meaning) {#name "_s", self->seconds[SPENT_##name]},
      SPENT_LIST(X)
#undef X
          {"uploaded_bytes", self->up},
      {"downloaded_bytes", self->down},
  };
  log_record("batch", machine, sizeof numbers / sizeof *numbers, numbers);
}
