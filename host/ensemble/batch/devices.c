// Opens the devices of a run.
#include "ensemble/batch/devices.h"

#include <stdio.h>
#include <string.h>

#include "base/log.h"
#include "machines/team_sizes.h"

chatter_status device_error(const backend *device, backend_result result, const char *what) {
  static const char *const texts[] = {"", "no device", "out of memory", "failed", "not supported"};
  const char *reason = device->message[0] ? device->message : texts[result];
  return error_raise(CHATTER_DEVICE, "%s: %s: %s", device->name, what, reason);
}

static chatter_status open_one(const char *name, backend_options options, device_set *set) {
  if (set->n == MAX_DEVICES) return CHATTER_OK;
  backend *b = &set->device[set->n];
  memset(b, 0, sizeof *b);
  backend_result result = backend_open(name, options, b);
  if (result != BACKEND_OK) {
    if (!b->name[0]) snprintf(b->name, sizeof b->name, "%s", name);
    return device_error(b, result, "cannot be used");
  }
  set->n++;
  return CHATTER_OK;
}

static chatter_status open_all_gpus(backend_options options, device_set *set) {
  int n = backend_cuda_count();
  if (n == 0) return error_raise(CHATTER_DEVICE, "no usable GPU: %s", backend_cuda_state());
  options.trajectories = (options.trajectories + n - 1) / n;
  for (int i = 0; i < n && i < MAX_DEVICES; i++) {
    char name[32];
    snprintf(name, sizeof name, "cuda:%d", i);
    options.device = i;
    TRY(open_one(name, options, set));
  }
  return CHATTER_OK;
}

static int is_device_name(const char *name) {
  static const char *const names[] = {"auto",   "cpu",        "cpu_scalar", "cpu:baseline", "cpu:v3",
                                      "cpu:v4", "device_sim", "cuda",       "cuda:all"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    if (strcmp(name, names[i]) == 0) return 1;
  }
  const char *digits = strncmp(name, "cuda:", 5) == 0 ? name + 5 : "";
  return *digits && strspn(digits, "0123456789") == strlen(digits) && strlen(digits) < 4;
}

static chatter_status check_choice(const device_choice *c, const char *device, const char *precision) {
  if (!is_device_name(device)) {
    return error_raise(CHATTER_USAGE,
                       "--device: '%s' is not one of auto, cpu, cpu_scalar, cpu:baseline, cpu:v3, cpu:v4, "
                       "device_sim, cuda, cuda:N, cuda:all",
                       device);
  }
  if (c->lanes != 0 && c->lanes != 1 && c->lanes != 4 && c->lanes != 8) {
    return error_raise(CHATTER_USAGE, "--lanes: %ld is not 1, 4 or 8", c->lanes);
  }
  if (c->team < 0 || c->team > 1024 || (c->team && backend_team_next((int)c->team - 1) != c->team)) {
    return error_raise(CHATTER_USAGE, "--team: %ld is not " BACKEND_TEAMS, c->team);
  }
  if (c->threads < 0 || c->threads > 4096) {
    return error_raise(CHATTER_USAGE, "--threads: %ld is not in 0 ... 4096", c->threads);
  }
  if (strcmp(precision, "double") != 0 && strcmp(precision, "single") != 0) {
    return error_raise(CHATTER_USAGE, "--precision: '%s' is not double or single", precision);
  }
  return CHATTER_OK;
}

static chatter_status open_chosen(const char *device, backend_options options, device_set *set) {
  if (strcmp(device, "cuda:all") == 0) return open_all_gpus(options, set);
  if (strcmp(device, "auto") != 0) {
    if (strncmp(device, "cuda:", 5) == 0) sscanf(device + 5, "%d", &options.device);
    return open_one(device, options, set);
  }
  if (backend_cuda_count() > 0) {
    if (open_all_gpus(options, set) == CHATTER_OK) return CHATTER_OK;
    for (int i = 0; i < error_count(); i++) log_warning_here("%s", error_message(i));
    error_clear();
    devices_close(set);
  }
  TRY(open_one("cpu", options, set));
  // Only a machine with an NVIDIA driver is told why its GPU is not used.
  if (backend_cuda_has_driver()) log_info("%s: %s", backend_cuda_state(), set->device[0].description);
  return CHATTER_OK;
}

static backend_options options_of(const device_choice *choice) {
  backend_options options = backend_default();
  options.threads = (int)choice->threads;
  options.lanes = (int)choice->lanes;
  options.team = (int)choice->team;
  options.single_precision = choice->precision && strcmp(choice->precision, "single") == 0;
  return options;
}

chatter_status devices_open(const device_choice *choice, device_set *out) {
  return devices_open_for(choice, 0, out);
}

chatter_status devices_open_for(const device_choice *choice, long trajectories, device_set *out) {
  const char *device = choice->device ? choice->device : "auto";
  const char *precision = choice->precision ? choice->precision : "double";
  *out = (device_set){.choice = *choice};
  TRY(check_choice(choice, device, precision));
  backend_options options = options_of(choice);
  options.trajectories = trajectories;
  snprintf(out->precision, sizeof out->precision, "%s", precision);
  snprintf(out->team, sizeof out->team, choice->team ? "%ld" : "auto", choice->team);
  chatter_status status = open_chosen(device, options, out);
  if (status != CHATTER_OK) devices_close(out);
  return status;
}

void devices_close(device_set *self) {
  for (int i = 0; i < self->n; i++) self->device[i].close(&self->device[i]);
  self->n = 0;
}

chatter_status devices_split_by_thread(const device_set *self, long n_pieces, device_set *out) {
  *out = (device_set){.n = 0};
  long threads = self->choice.threads > 0 ? self->choice.threads : backend_cpu_threads();
  if (threads > MAX_DEVICES) threads = MAX_DEVICES;
  if (self->n != 1 || strncmp(self->device[0].name, "cpu", 3) != 0 || threads < 2 || n_pieces < 2 * threads)
    return CHATTER_OK;
  device_choice one = self->choice;
  one.threads = 1;
  // The name of the backend does not show the instruction set that was asked for.
  if (!one.device || strncmp(one.device, "cpu", 3) != 0) one.device = "cpu";
  for (long i = 0; i < threads; i++) {
    backend_options options = options_of(&one);
    chatter_status status = open_one(one.device, options, out);
    if (status == CHATTER_OK) continue;
    devices_close(out);
    return status;
  }
  return CHATTER_OK;
}

const char *devices_text(const device_set *self, char *text, size_t size) {
  size_t used = 0;
  text[0] = '\0';
  for (int i = 0; i < self->n && used < size; i++) {
    int n = snprintf(text + used, size - used, "%s%s (%s)", i ? ", " : "", self->device[i].name,
                     self->device[i].description);
    used += n > 0 ? (size_t)n : 0;
  }
  return text;
}
