// Logs the times of a batch's phases.
#include "ensemble/phase_times.h"

#include "base/clock.h"
#include "base/log.h"
#include "base/stop.h"

void phase_times_add(phase_times *self, run_phase phase, double start) {
  self->seconds[phase] += clock_seconds() - start;
}

void phase_times_log(const phase_times *self, const char *machine, double n, double steps) {
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
