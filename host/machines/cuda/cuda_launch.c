// The NVIDIA GPU as a backend: memory, transfers, launches through the driver interface.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machines/cuda/cuda_machine.h"
#include "machines/team_sizes.h"

// Target time of a kernel launch: short enough for a responsive run and for a display's watchdog.
static const double LAUNCH_SECONDS = 0.25;
static const double FIRST_TRAJECTORY_STEPS = 1e7; // size of the first launch, before a rate is known

static cuda_pointer device_address(const void *pointer) {
  return (cuda_pointer)(uintptr_t)pointer;
}

// Returns the local memory, and the work in device memory, that launches of the loaded kernels
// still need.
static size_t kernels_ahead(const cuda_machine *machine) {
  const size_t local = machine->local_needed, local_held = machine->local_held;
  const size_t work = machine->work_needed, work_held = machine->work_held;
  return (local > local_held ? local - local_held : 0) + (work > work_held ? work - work_held : 0);
}

static backend_result no_room(backend *b, size_t bytes, size_t available, size_t total) {
  const size_t ahead = kernels_ahead(b->self);
  int n =
      snprintf(b->message, sizeof b->message, "%s: %.1f MiB asked for, %.1f of %.1f MiB are free", b->name,
               (double)bytes / (1 << 20), (double)available / (1 << 20), (double)total / (1 << 20));
  if (ahead > 0)
    snprintf(b->message + n, sizeof b->message - (size_t)n,
             ", %.1f of them are kept for the kernel's own memory", (double)ahead / (1 << 20));
  return BACKEND_OUT_OF_MEMORY;
}

static backend_result cuda_allocate(backend *b, size_t bytes, void **pointer) {
  cuda_machine *machine = b->self;
  const cuda_driver *driver = machine->driver;
  cuda_pointer address = 0;
  *pointer = NULL;
  CUDA_TRY(driver->context_set(machine->context), "selecting the GPU");
  size_t available = 0, total = 0;
  CUDA_TRY(driver->memory_info(&available, &total), "asking for free memory");
  if (bytes > available || available - bytes < kernels_ahead(machine))
    return no_room(b, bytes, available, total);
  int error = driver->memory_allocate(&address, bytes ? bytes : 1);
  if (error == CUDA_OUT_OF_MEMORY) return no_room(b, bytes, available, total);
  if (error != CUDA_SUCCESS) return cuda_fail(b, error, "allocating memory");
  error = driver->memory_set(address, 0, bytes ? bytes : 1, machine->stream);
  if (error == CUDA_SUCCESS) error = driver->stream_wait(machine->stream);
  if (error != CUDA_SUCCESS) {
    driver->memory_release(address);
    return cuda_fail(b, error, "clearing memory");
  }
  machine->epoch++;
  *pointer = (void *)(uintptr_t)address;
  return BACKEND_OK;
}

static void cuda_release(backend *b, void *pointer) {
  cuda_machine *machine = b->self;
  if (!pointer || machine->driver->context_set(machine->context) != CUDA_SUCCESS) return;
  if (pointer == machine->progress_state) machine->progress_state = NULL;
  machine->epoch++;
  machine->driver->memory_release(device_address(pointer));
}

static backend_result cuda_upload(backend *b, void *to, const void *from, size_t bytes) {
  cuda_machine *machine = b->self;
  if (bytes == 0) return BACKEND_OK;
  machine->epoch++;
  machine->progress_state = NULL; // the new values may be a state, whose steps are unknown
  CUDA_TRY(machine->driver->context_set(machine->context), "selecting the GPU");
  CUDA_TRY(machine->driver->copy_to_device(device_address(to), from, bytes, machine->stream), "upload");
  CUDA_TRY(machine->driver->stream_wait(machine->stream), "upload");
  return BACKEND_OK;
}

static backend_result cuda_download(backend *b, void *to, const void *from, size_t bytes) {
  cuda_machine *machine = b->self;
  if (bytes == 0) return BACKEND_OK;
  CUDA_TRY(machine->driver->context_set(machine->context), "selecting the GPU");
  CUDA_TRY(machine->driver->copy_to_host(to, device_address(from), bytes, machine->stream), "download");
  CUDA_TRY(machine->driver->stream_wait(machine->stream), "download");
  return BACKEND_OK;
}

static backend_result cuda_prepare(backend *b, const kernel_sizes *sizes, const int *tables) {
  cuda_machine *machine = b->self;
  const kernel_batch batch = {.sizes = *sizes};
  cuda_kernel *kernel = NULL;
  b->message[0] = 0;
  CUDA_TRY(machine->driver->context_set(machine->context), "selecting the GPU");
  return cuda_kernel_get(b, &batch, tables, &kernel);
}

// Launches a kernel once, timed by events.
static backend_result launch_once(backend *b, const cuda_kernel *kernel, const kernel_batch *batch,
                                  cuda_pointer model, float *seconds) {
  cuda_machine *machine = b->self;
  const cuda_driver *driver = machine->driver;
  kernel_batch argument = *batch;
  cuda_pointer uniform = kernel->far_uniform;
  void *arguments[] = {&argument, &model, &uniform,
                       &machine->work}; // the last two are used if the work lies in device memory
  const unsigned grid = (unsigned)cuda_kernel_grid(kernel, batch->n_trajectories);
  CUDA_TRY(driver->event_record(machine->start, machine->stream), "timing a launch");
  CUDA_TRY(driver->launch(kernel->function, grid, 1, 1, kernel->threads, 1, 1, kernel->shared_bytes,
                          machine->stream, arguments, NULL),
           "launch");
  CUDA_TRY(driver->event_record(machine->end, machine->stream), "timing a launch");
  CUDA_TRY(driver->stream_wait(machine->stream), "kernel");
  CUDA_TRY(driver->event_elapsed(seconds, machine->start, machine->end), "timing a launch");
  *seconds *= 1e-3f; // from milliseconds
  if (kernel->local_total > machine->local_held) machine->local_held = kernel->local_total;
  return BACKEND_OK;
}

// Returns the steps of the next launch: the measured rate times LAUNCH_SECONDS, at most eight times
// the last launch, since a launch without remaining work seems infinitely fast.
static double next_steps(const cuda_kernel *kernel, double last, long n) {
  double steps =
      kernel->rate > 0 ? kernel->rate * LAUNCH_SECONDS / (double)n : FIRST_TRAJECTORY_STEPS / (double)n;
  if (last > 0 && steps > 8 * last) steps = 8 * last;
  return steps < 1 ? 1 : (double)(long)(steps < 1e15 ? steps : 1e15);
}

static backend_result cuda_launch(backend *b, const kernel_batch *batch) {
  cuda_machine *machine = b->self;
  b->message[0] = 0;
  if (batch->n_trajectories <= 0) return BACKEND_OK;
  CUDA_TRY(machine->driver->context_set(machine->context), "selecting the GPU");
  cuda_kernel *kernel = NULL;
  cuda_pointer model = 0;
  backend_result result = cuda_kernel_get(b, batch, NULL, &kernel);
  if (result == BACKEND_OK) result = cuda_kernel_feed(b, kernel, batch, &model);
  if (result != BACKEND_OK) return result;
  int known = machine->progress_state == batch->state && machine->progress_step <= batch->step_end;
  double done = known ? machine->progress_step : 0, steps = 0;
  machine->progress_state = NULL; // until all parts below have succeeded
  kernel_batch part = *batch;
  do {
    float seconds = 0;
    steps = next_steps(kernel, steps, batch->n_trajectories);
    part.step_end = done + steps < batch->step_end ? done + steps : batch->step_end;
    result = launch_once(b, kernel, &part, model, &seconds);
    if (result != BACKEND_OK) return result;
    if (seconds > 0) kernel->rate = (part.step_end - done) * (double)batch->n_trajectories / (double)seconds;
    done = part.step_end;
  } while (done < batch->step_end);
  machine->progress_state = batch->state;
  machine->progress_step = done;
  return BACKEND_OK;
}

static size_t cuda_memory_free(backend *b) {
  cuda_machine *machine = b->self;
  size_t available = 0, total = 0;
  if (machine->driver->context_set(machine->context) != CUDA_SUCCESS) return 0;
  if (machine->driver->memory_info(&available, &total) != CUDA_SUCCESS) return 0;
  size_t reserve = total / 50 + kernels_ahead(machine); // the first term is for fragmentation and a display
  return available > reserve ? available - reserve : 0;
}

static void cuda_close(backend *b) {
  cuda_machine *machine = b->self;
  if (!machine) return;
  const cuda_driver *driver = machine->driver;
  if (machine->context && driver->context_set(machine->context) == CUDA_SUCCESS) {
    cuda_kernels_unload(machine);
    if (machine->start) driver->event_destroy(machine->start);
    if (machine->end) driver->event_destroy(machine->end);
    if (machine->stream) driver->stream_destroy(machine->stream);
    driver->context_set(NULL);
  }
  if (machine->context) driver->context_release(machine->handle);
  free(machine);
  b->self = NULL;
}

static backend_result open_device(backend *b, backend_options options) {
  cuda_machine *machine = b->self;
  const cuda_driver *driver = machine->driver;
  int major = 0, minor = 0;
  CUDA_TRY(driver->device_get(&machine->handle, options.device), "opening the GPU");
  CUDA_TRY(driver->device_attribute(&major, CUDA_DEVICE_COMPUTE_MAJOR, machine->handle),
           "reading the architecture");
  CUDA_TRY(driver->device_attribute(&minor, CUDA_DEVICE_COMPUTE_MINOR, machine->handle),
           "reading the architecture");
  CUDA_TRY(driver->device_attribute(&machine->processors, CUDA_DEVICE_SM_COUNT, machine->handle),
           "counting multiprocessors");
  int threads = 0; // of a multiprocessor
  CUDA_TRY(driver->device_attribute(&threads, CUDA_DEVICE_SM_THREADS, machine->handle),
           "counting resident threads");
  machine->resident_threads = (long)threads * machine->processors;
  CUDA_TRY(driver->device_attribute(&machine->shared_limit, CUDA_DEVICE_SHARED_OPTIN, machine->handle),
           "reading the shared memory");
  machine->arch = 10 * major + minor;
  if (machine->arch < CUDA_OLDEST_ARCHITECTURE) {
    snprintf(b->message, sizeof b->message,
             "%s: architecture sm_%d is too old, sm_%d (Volta) or later is needed", b->name, machine->arch,
             CUDA_OLDEST_ARCHITECTURE);
    return BACKEND_UNSUPPORTED;
  }
  CUDA_TRY(driver->context_retain(&machine->context, machine->handle), "opening the GPU");
  CUDA_TRY(driver->context_set(machine->context), "selecting the GPU");
  CUDA_TRY(driver->stream_create(&machine->stream, CUDA_STREAM_NON_BLOCKING), "creating a stream");
  CUDA_TRY(driver->event_create(&machine->start, 0), "creating an event");
  CUDA_TRY(driver->event_create(&machine->end, 0), "creating an event");
  cuda_nvrtc_find(driver->version, machine->arch, &machine->nvrtc);
  return BACKEND_OK;
}

backend_result backend_cuda_open(backend_options options, backend *b) {
  *b = (backend){0};
  snprintf(b->name, sizeof b->name, "cuda:%d", options.device);
  const cuda_driver *driver = cuda_driver_get();
  if (!driver->usable) {
    snprintf(b->message, sizeof b->message, "%s", driver->problem);
    return BACKEND_NO_DEVICE;
  }
  if (options.device < 0 || options.device >= driver->device_count) {
    snprintf(b->message, sizeof b->message,
             "there is no %s: %d GPU%s visible (CUDA_VISIBLE_DEVICES is respected)", b->name,
             driver->device_count, driver->device_count == 1 ? " is" : "s are");
    return BACKEND_NO_DEVICE;
  }
  if (options.team != 0 && backend_team_next(options.team - 1) != options.team) {
    snprintf(b->message, sizeof b->message, "%s: team %d does not exist: " BACKEND_TEAMS, b->name,
             options.team);
    return BACKEND_UNSUPPORTED;
  }
  cuda_machine *machine = calloc(1, sizeof *machine);
  if (!machine) {
    snprintf(b->message, sizeof b->message, "%s: no host memory", b->name);
    return BACKEND_OUT_OF_MEMORY;
  }
  machine->driver = driver;
  machine->options = options;
  machine->epoch = 1; // 0 means: nothing derived yet
  cuda_cache_folder(options.cache_dir, machine->cache, sizeof machine->cache);
  cuda_cache_prebuilt(machine->prebuilt, sizeof machine->prebuilt);
  b->self = machine;
  backend_result result = open_device(b, options);
  if (result != BACKEND_OK) {
    cuda_close(b);
    return result;
  }
  backend_cuda_describe(options.device, b->description, sizeof b->description);
  b->gpu = 1 + options.device;
  b->allocate = cuda_allocate;
  b->release = cuda_release;
  b->upload = cuda_upload;
  b->download = cuda_download;
  b->prepare = cuda_prepare;
  b->launch = cuda_launch;
  b->memory_free = cuda_memory_free;
  b->close = cuda_close;
  return BACKEND_OK;
}
