// Prints the summary of a run.
#include "ensemble/summary.h"

#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/stop.h"
#include "base/text.h"
#include "ensemble/batch/batch_results.h"
#include "ensemble/trajectory_status.h"
#include "results/results_file.h"

static int is_part(const struct dirent *entry) {
  const char *end = strrchr(entry->d_name, '.');
  return strncmp(entry->d_name, "part-", 5) == 0 && end && strcmp(end, ".h5") == 0;
}

static chatter_status count_one(const char *path, const engine *of, long count[N_TRAJECTORY_STATUS],
                                void *tally) {
  static const char *const status_only[] = {"status", NULL};
  result_set *set;
  TRY(results_read_named(path, of->tally.add ? of->tally.reads : status_only, &set));
  const result_variable *status = result_set_find(set, "status");
  for (size_t i = 0; status && status->type == RESULT_INT && i < status->size[0]; i++) {
    int s = ((const int *)status->data)[i];
    if (s >= 0 && s < N_TRAJECTORY_STATUS) count[s]++;
  }
  if (of->tally.add) of->tally.add(set, tally);
  result_set_destroy(set);
  return CHATTER_OK;
}

chatter_status summary_count_parts(const char *folder, const engine *of, long count[N_TRAJECTORY_STATUS],
                                   void *tally) {
  struct dirent **entries;
  int n = scandir(folder, &entries, is_part, alphasort);
  if (n < 0) return error_raise(CHATTER_IO, "%s: cannot be read: %s", folder, strerror(errno));
  chatter_status status = CHATTER_OK;
  for (int i = 0; i < n; i++) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
    if (status == CHATTER_OK) status = stop_check();
    if (status == CHATTER_OK) status = count_one(path, of, count, tally);
    free(entries[i]);
  }
  free(entries);
  return status;
}

const char *summary_duration(double seconds, char *text, size_t size) {
  if (seconds < 120) {
    snprintf(text, size, "%.3g s", seconds);
  } else if (seconds < 7200) {
    snprintf(text, size, "%.3g min", seconds / 60);
  } else {
    snprintf(text, size, "%.3g h", seconds / 3600);
  }
  return text;
}

void summary_print(const char *path, const long count[N_TRAJECTORY_STATUS], const execute_summary *executed,
                   int n_devices, const char *step) {
  char text[512] = "", wall[32];
  long total = 0;
  size_t used = 0;
  for (int s = 0; s < N_TRAJECTORY_STATUS; s++) {
    total += count[s];
    if (count[s] == 0 || used >= sizeof text) continue;
    used += (size_t)snprintf(text + used, sizeof text - used, "%s%ld %s", used ? ", " : "", count[s],
                             trajectory_status_text(s));
  }
  log_info("%ld %s: %s", total, text_plural(total, "trajectory", "trajectories"), text);
  double speed = executed->seconds > 0 ? executed->steps / executed->seconds : 0;
  log_info("%.4g trajectory-%ss in %s: %.3g per second (%.3g Gflop/s or more)%s", executed->steps, step,
           summary_duration(executed->seconds, wall, sizeof wall), speed,
           executed->seconds > 0 ? 1e-9 * executed->flops / executed->seconds : 0.0,
           n_devices > 1 ? " on all devices together" : "");
  log_info("Results: %s", path);
}

static long count_all(const long count[N_TRAJECTORY_STATUS]) {
  long total = 0;
  for (int s = 0; s < N_TRAJECTORY_STATUS; s++) total += count[s];
  return total;
}

// Returns 1 if no trajectory made a step or was tried; all of them belong to this session.
static int none_started(const long count[N_TRAJECTORY_STATUS], const execute_summary *executed) {
  const long total = count_all(count);
  return total > 0 && total == count_all(executed->count) && executed->steps + executed->resumed_steps == 0 &&
         count[TRAJECTORY_OK] == 0 && count[TRAJECTORY_NOT_CONVERGED] == 0;
}

chatter_status summary_check_failed(const long count[N_TRAJECTORY_STATUS], const execute_summary *executed,
                                    double max_failed) {
  const long total = count_all(count), failed = total - count[TRAJECTORY_OK];
  if (isnan(max_failed) && executed && none_started(count, executed))
    return error_raise(
        CHATTER_TOO_MANY_FAILED,
        "no trajectory of %ld could start: their statuses say why (allowed with: --max-failed 100%%)", total);
  const double allowed = isnan(max_failed) ? (double)total
                         : max_failed < 0  ? -max_failed * (double)total
                                           : max_failed;
  if ((double)failed <= allowed) return CHATTER_OK;
  return error_raise(CHATTER_TOO_MANY_FAILED, "%ld of %ld trajectories failed, --max-failed allows %.0f",
                     failed, total, floor(allowed));
}
