// The machines of a run: opens the choice of --device.
#ifndef CHATTER_ENSEMBLE_DEVICES_H
#define CHATTER_ENSEMBLE_DEVICES_H

#include "base/status.h"
#include "machines/backend.h"

enum { MAX_DEVICES = 32 };

typedef struct device_choice {
  const char *device;    // auto | cpu | cpu_scalar | device_sim | cuda | cuda:N | cuda:all; NULL: auto
  long threads;          // of the CPU; 0: all available to the process
  long lanes;            // 1, 4, 8; 0: by the number of trajectories
  long team;             // threads per trajectory, one of BACKEND_TEAMS; 0: chosen automatically
  const char *precision; // double | single; NULL: double
} device_choice;

typedef struct device_set {
  int n;
  backend device[MAX_DEVICES];
  device_choice choice;
  char team[16], precision[16]; // as stored in results and checkpoints
} device_set;

// Opens the devices; `auto` takes every usable GPU, else the CPU. CHATTER_USAGE for a wrong name,
// CHATTER_DEVICE if there is no such device.
chatter_status devices_open(const device_choice *choice, device_set *out);
// Does the same for about this number of trajectories in all, by which a GPU's team is chosen; 0:
// as many as fit.
chatter_status devices_open_for(const device_choice *choice, long trajectories, device_set *out);
void devices_close(device_set *self);
// Opens the CPU of `self` once per thread, for work in more pieces than threads; out->n = 0 if that
// is of no use.
chatter_status devices_split_by_thread(const device_set *self, long n_pieces, device_set *out);
const char *devices_text(const device_set *self, char *text, size_t size); // writes "cuda:0 NVIDIA H200 ..."

// Raises the status and message of a failed backend call.
chatter_status device_error(const backend *device, backend_result result, const char *what);

#endif
