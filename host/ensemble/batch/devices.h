// Which machines a run uses: the choice of --device, opened.
#ifndef CHATTER_ENSEMBLE_DEVICES_H
#define CHATTER_ENSEMBLE_DEVICES_H

#include "base/status.h"
#include "machines/backend.h"

enum { MAX_DEVICES = 32 };

typedef struct device_choice {
  const char *device;    // auto | cpu | cpu_scalar | device_sim | cuda | cuda:N | cuda:all; NULL: auto
  long threads;          // of the CPU, 0: all this process may use
  long lanes;            // 1, 4, 8; 0: by how many trajectories there are
  long team;             // 0: chosen; BACKEND_TEAMS
  const char *precision; // double | single; NULL: double
} device_choice;

typedef struct device_set {
  int n;
  backend device[MAX_DEVICES];
  device_choice choice;
  char team[16], precision[16]; // as recorded in results and checkpoints
} device_set;

// Opens them; `auto` takes every usable GPU, else the CPU. CHATTER_USAGE for a wrong
// name, CHATTER_DEVICE where there is no such device.
chatter_status devices_open(const device_choice *choice, device_set *out);
// The same for about so many trajectories in all, which a GPU's team is chosen for; 0: as many as it takes.
chatter_status devices_open_for(const device_choice *choice, long trajectories, device_set *out);
void devices_close(device_set *self);
// The CPU of `self` once per thread, for work in more pieces than threads; 0 in out->n where that is no use.
chatter_status devices_split(const device_set *self, long n_pieces, device_set *out);
const char *devices_text(const device_set *self, char *text, size_t size); // "cuda:0 NVIDIA H200 ..."

// The status and message of a failed backend call.
chatter_status device_error(const backend *device, backend_result result, const char *what);

#endif
