// Finds, loads and feeds kernels on the GPU.
#include "machines/cuda/cuda_kernel.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "machines/cuda/cuda_headers.h"
#include "machines/cuda/cuda_machine.h"
#include "machines/kernel_kind.h"

// Chooses the memory of run.uniform and of the smallest block's work. The kernel's own shared
// memory is known only after it is loaded.
static void program_place(const cuda_machine *machine, cuda_program *program) {
  if (cuda_program_shared(program, cuda_program_least(program)) > machine->shared_limit) program->far = 1;
}

// Makes the program that a batch needs; tables that become constants come from the host, else back
// from the device.
static backend_result program_make(backend *b, const kernel_batch *batch, const int *host_tables,
                                   cuda_program *program) {
  cuda_machine *machine = b->self;
  memset(program, 0, sizeof *program);
  program->sizes = batch->sizes;
  program->single = machine->options.single_precision != 0;
  program->team = machine->options.team
                      ? machine->options.team
                      : cuda_team_choose(&batch->sizes, machine->options.trajectories, machine->processors);
  const char *refusal = cuda_team_refuse(&batch->sizes, program->team);
  if (refusal) {
    snprintf(b->message, sizeof b->message, "%s: %s", b->name, refusal);
    return BACKEND_UNSUPPORTED;
  }
  if (cuda_program_is_large(program)) *program = cuda_program_generic(program);
  program_place(machine, program);
  program->n_tables = host_tables || batch->tables ? cuda_program_tables(&batch->sizes, program->team) : 0;
  if (program->n_tables == 0) return BACKEND_OK;
  if (host_tables) {
    memcpy(program->tables, host_tables, (size_t)program->n_tables * sizeof(int));
    return BACKEND_OK;
  }
  CUDA_TRY(machine->driver->copy_to_host(program->tables, (cuda_pointer)(uintptr_t)batch->tables,
                                         (size_t)program->n_tables * sizeof(int), machine->stream),
           "reading the tables");
  CUDA_TRY(machine->driver->stream_wait(machine->stream), "reading the tables");
  return BACKEND_OK;
}

// Copies the first lines of a compiler log, as many as fit a message.
static void log_head(const char *log, char *text, size_t size) {
  const char *error = strstr(log, "error");
  while (error && error > log && error[-1] != '\n') error--;
  snprintf(text, size, "%s", error ? error : log);
}

static backend_result image_compile(backend *b, const char *source, const char *key, cuda_kernel *kernel,
                                    cuda_image *image) {
  const cuda_machine *machine = b->self;
  char problem[CACHE_TEXT] = "";
  double start = clock_seconds();
  if (!cuda_program_compile(&machine->nvrtc, source, machine->arch, 0, image)) {
    char text[300];
    log_head(image->log ? image->log : "no host memory", text, sizeof text);
    snprintf(b->message, sizeof b->message, "%s: NVRTC %d.%d cannot compile the kernel for sm_%d: %s",
             b->name, machine->nvrtc.major, machine->nvrtc.minor, machine->arch, text);
    return BACKEND_FAILED;
  }
  kernel->compile_seconds = clock_seconds() - start;
  if (!cuda_cache_write(machine->cache, key, machine->nvrtc.major, machine->nvrtc.minor, image->bytes,
                        image->size, problem))
    snprintf(b->message, sizeof b->message, "%s: %s", b->name, problem); // a warning
  return BACKEND_OK;
}

// Reads an image from a cache: the user's, then the prebuilt one. Without NVRTC an image of any
// version serves.
static int image_cached(backend *b, const char *key, cuda_image *image) {
  const cuda_machine *machine = b->self;
  const char *const folders[] = {machine->cache, machine->prebuilt};
  char problem[CACHE_TEXT] = "";
  for (int i = 0; i < 2; i++) {
    cache_outcome outcome = machine->nvrtc.usable
                                ? cuda_cache_read(folders[i], key, machine->nvrtc.major, machine->nvrtc.minor,
                                                  &image->bytes, &image->size, problem)
                                : cuda_cache_read_any(folders[i], key, machine->driver->version / 1000,
                                                      &image->bytes, &image->size, problem);
    if (outcome == CACHE_FOUND) return 1;
    if (outcome == CACHE_BROKEN)
      snprintf(b->message, sizeof b->message, "%s: %s", b->name, problem); // a warning
  }
  return 0;
}

// Finds the image for kernel->program: caches, NVRTC, or, without NVRTC, the prebuilt generic one.
static backend_result image_find(backend *b, cuda_kernel *kernel, cuda_image *image) {
  const cuda_machine *machine = b->self;
  char source[PROGRAM_TEXT], key[1024];
  *image = (cuda_image){0};
  for (int generic = 0; generic < 2; generic++) {
    if (generic) {
      kernel->program = cuda_program_generic(&kernel->program);
      program_place(machine, &kernel->program);
    }
    if (!cuda_program_source(&kernel->program, source) ||
        !cuda_program_key(source, machine->arch, key, sizeof key)) {
      snprintf(b->message, sizeof b->message, "%s: the kernel's source does not fit its buffer", b->name);
      return BACKEND_FAILED;
    }
    if (image_cached(b, key, image)) return BACKEND_OK;
    if (machine->nvrtc.usable) return image_compile(b, source, key, kernel, image);
  }
  const char *old = machine->nvrtc.problem;
  snprintf(
      b->message, sizeof b->message,
      "%s: no NVRTC was found to compile the kernel for this model and no prebuilt one fits sm_%d%s%.160s: "
      "install NVRTC %d.x (part of the CUDA toolkit) or set CHATTER_NVRTC to libnvrtc.so",
      b->name, machine->arch, *old ? "; " : "", old, machine->driver->version / 1000);
  return BACKEND_UNSUPPORTED;
}

static backend_result module_load(backend *b, const cuda_image *image, cuda_kernel *kernel) {
  const cuda_machine *machine = b->self;
  const cuda_driver *driver = machine->driver;
  char name[96], log[300] = "";
  int options[] = {CUDA_JIT_ERROR_LOG, CUDA_JIT_ERROR_LOG_SIZE};
  void *values[] = {log, (void *)(uintptr_t)sizeof log};
  int error = driver->module_load(&kernel->module, image->bytes, 2, options, values);
  if (error != CUDA_SUCCESS) {
    backend_result result = cuda_fail(b, error, "loading a kernel");
    size_t used = strlen(b->message);
    if (log[0]) snprintf(b->message + used, sizeof b->message - used, " (%s)", log);
    return result;
  }
  cuda_program_name(&kernel->program, name, sizeof name - 16);
  CUDA_TRY(driver->module_function(&kernel->function, kernel->module, name), "finding a kernel");
  strcat(name, "_uniform");
  CUDA_TRY(driver->module_function(&kernel->uniform, kernel->module, name), "finding a kernel");
  if (!cuda_program_constant(&kernel->program)) return BACKEND_OK;
  size_t bytes;
  CUDA_TRY(driver->module_global(&kernel->constant_model, &bytes, kernel->module, "kernel_model"),
           "constant memory");
  CUDA_TRY(driver->module_global(&kernel->constant_uniform, &bytes, kernel->module, "kernel_uniforms"),
           "constant memory");
  return BACKEND_OK;
}

static backend_result attributes_read(backend *b, cuda_kernel *kernel) {
  const cuda_machine *machine = b->self;
  const cuda_driver *driver = machine->driver;
  CUDA_TRY(driver->function_attribute(&kernel->registers, CUDA_FUNCTION_REGISTERS, kernel->function),
           "registers");
  CUDA_TRY(driver->function_attribute(&kernel->local_bytes, CUDA_FUNCTION_LOCAL_BYTES, kernel->function),
           "local memory");
  CUDA_TRY(driver->function_attribute(&kernel->static_shared, CUDA_FUNCTION_SHARED_BYTES, kernel->function),
           "shared memory");
  kernel->local_total = (size_t)kernel->local_bytes * (size_t)machine->resident_threads;
  return BACKEND_OK;
}

// Chooses threads per block: the most that still allows several blocks on a multiprocessor; fewer
// if shared memory or registers are short; 0 if no block fits.
static backend_result block_choose(backend *b, cuda_kernel *kernel) {
  const cuda_machine *machine = b->self;
  const cuda_driver *driver = machine->driver;
  int best = 0;
  kernel->threads = 0;
  for (int threads = PROGRAM_THREADS; threads >= cuda_program_least(&kernel->program); threads /= 2) {
    const long shared = cuda_program_shared(&kernel->program, threads);
    int blocks = 0;
    if (shared + kernel->static_shared > machine->shared_limit) continue;
    // More than 48 KiB of shared memory must be requested.
    CUDA_TRY(driver->function_set(kernel->function, CUDA_FUNCTION_DYNAMIC_SHARED, (int)shared),
             "shared memory");
    CUDA_TRY(driver->occupancy(&blocks, kernel->function, threads, (size_t)shared), "occupancy");
    if (blocks * threads <= best) continue;
    best = blocks * threads;
    kernel->threads = (unsigned)threads, kernel->shared_bytes = (unsigned)shared;
    kernel->blocks_per_processor = blocks;
  }
  if (best == 0) return BACKEND_OK;
  CUDA_TRY(driver->function_set(kernel->function, CUDA_FUNCTION_DYNAMIC_SHARED, (int)kernel->shared_bytes),
           "shared memory");
  return BACKEND_OK;
}

// Chooses the grid if the work lies in device memory: as many blocks as the GPU holds at once, but
// at most a quarter of its memory.
static backend_result grid_choose(backend *b, cuda_kernel *kernel) {
  const cuda_machine *machine = b->self;
  const long bytes = cuda_program_work(&kernel->program, (int)kernel->threads);
  size_t available = 0, total = 0;
  if (!kernel->program.far) return BACKEND_OK;
  CUDA_TRY(machine->driver->memory_info(&available, &total), "asking for free memory");
  kernel->most_blocks = (long)kernel->blocks_per_processor * machine->processors;
  const long room = bytes > 0 ? (long)(total / 4) / bytes : kernel->most_blocks;
  if (kernel->most_blocks > room) kernel->most_blocks = room > 0 ? room : 1;
  return BACKEND_OK;
}

long cuda_kernel_grid(const cuda_kernel *kernel, long n_trajectories) {
  const long per_block = (long)kernel->threads / kernel->program.team;
  const long blocks = (n_trajectories + per_block - 1) / per_block, most = kernel->most_blocks;
  const long rounds = most > 0 ? (blocks + most - 1) / most : 1;
  return (blocks + rounds - 1) / rounds;
}

static long work_bytes(const cuda_kernel *kernel, long blocks) {
  return kernel->program.far ? blocks * cuda_program_work(&kernel->program, (int)kernel->threads) : 0;
}

// Loads the kernel, compiled or from a cache, and measures it. If its own shared memory leaves too
// little for the work, the work moves to device memory.
static backend_result kernel_load(backend *b, cuda_kernel *kernel) {
  const cuda_machine *machine = b->self;
  cuda_image image;
  backend_result result = image_find(b, kernel, &image);
  if (result == BACKEND_OK) result = module_load(b, &image, kernel);
  if (result == BACKEND_OK) result = attributes_read(b, kernel);
  if (result == BACKEND_OK) result = block_choose(b, kernel);
  cuda_image_release(&image);
  if (result == BACKEND_OK && kernel->threads > 0) result = grid_choose(b, kernel);
  if (result == BACKEND_OK && kernel->threads > 0) return BACKEND_OK;
  if (kernel->module) machine->driver->module_unload(kernel->module);
  kernel->module = NULL;
  if (result != BACKEND_OK) return result;
  if (!kernel->program.far) {
    kernel->program.far = 1;
    return kernel_load(b, kernel);
  }
  snprintf(b->message, sizeof b->message,
           "%s: no block of the kernel fits: %d registers per thread, %d bytes of shared memory of %d",
           b->name, kernel->registers, kernel->static_shared, machine->shared_limit);
  return BACKEND_UNSUPPORTED;
}

backend_result cuda_kernel_get(backend *b, const kernel_batch *batch, const int *host_tables,
                               cuda_kernel **found) {
  cuda_machine *machine = b->self;
  cuda_kernel *kernel = calloc(1, sizeof *kernel);
  if (!kernel) {
    snprintf(b->message, sizeof b->message, "%s: no host memory", b->name);
    return BACKEND_OUT_OF_MEMORY;
  }
  backend_result result = program_make(b, batch, host_tables, &kernel->program);
  if (result != BACKEND_OK) {
    free(kernel);
    return result;
  }
  kernel->wanted = kernel->program;
  for (cuda_kernel *k = machine->kernels; k; k = k->next)
    if (memcmp(&k->wanted, &kernel->wanted, sizeof k->wanted) == 0) {
      free(kernel);
      *found = k;
      return BACKEND_OK;
    }
  result = kernel_load(b, kernel);
  if (result != BACKEND_OK) {
    free(kernel);
    return result;
  }
  const size_t work = (size_t)work_bytes(kernel, kernel->most_blocks);
  if (work > machine->work_needed) machine->work_needed = work;
  if (kernel->local_total > machine->local_needed) machine->local_needed = kernel->local_total;
  kernel->next = machine->kernels;
  machine->kernels = kernel;
  *found = kernel;
  return BACKEND_OK;
}

// Allocates at least `bytes` behind *pointer.
static backend_result room_make(backend *b, cuda_pointer *pointer, size_t *room, size_t bytes) {
  const cuda_machine *machine = b->self;
  if (*room >= bytes) return BACKEND_OK;
  if (*pointer) machine->driver->memory_release(*pointer);
  *pointer = 0, *room = 0;
  CUDA_TRY(machine->driver->memory_allocate(pointer, bytes), "memory for the kernel");
  *room = bytes;
  return BACKEND_OK;
}

// Rounds the model to float on the host, as the CPU's single build does.
static backend_result model_round(backend *b, const kernel_batch *batch, long n) {
  cuda_machine *machine = b->self;
  const cuda_driver *driver = machine->driver;
  backend_result result = room_make(b, &machine->reals, &machine->reals_bytes, (size_t)n * sizeof(float));
  if (result != BACKEND_OK) return result;
  double *doubles = malloc((size_t)n * sizeof *doubles);
  if (!doubles) {
    snprintf(b->message, sizeof b->message, "%s: no host memory for the model", b->name);
    return BACKEND_OUT_OF_MEMORY;
  }
  int error = driver->copy_to_host(doubles, (cuda_pointer)(uintptr_t)batch->model,
                                   (size_t)n * sizeof *doubles, machine->stream);
  if (error == CUDA_SUCCESS) error = driver->stream_wait(machine->stream);
  float *floats = (float *)(void *)doubles; // in place: float i never lies above double i
  for (long i = 0; i < n; i++) {
    const float rounded = (float)doubles[i];
    memcpy(&floats[i], &rounded, sizeof rounded);
  }
  if (error == CUDA_SUCCESS)
    error = driver->copy_to_device(machine->reals, floats, (size_t)n * sizeof *floats, machine->stream);
  if (error == CUDA_SUCCESS) error = driver->stream_wait(machine->stream);
  free(doubles);
  return error == CUDA_SUCCESS ? BACKEND_OK : cuda_fail(b, error, "rounding the model");
}

// Fills run.uniform by the kernel's own function.
static backend_result uniform_fill(backend *b, const cuda_kernel *kernel, const kernel_batch *batch,
                                   cuda_pointer model, cuda_pointer to, size_t bytes) {
  cuda_machine *machine = b->self;
  const cuda_driver *driver = machine->driver;
  kernel_batch argument = *batch;
  void *arguments[] = {&argument, &model, &to};
  CUDA_TRY(driver->memory_set(to, 0, bytes, machine->stream), "coefficients");
  CUDA_TRY(driver->launch(kernel->uniform, 1, 1, 1, 64, 1, 1, 0, machine->stream, arguments, NULL),
           "coefficients");
  return BACKEND_OK;
}

// Copies model and coefficients to constant memory, or the coefficients to device memory.
static backend_result constants_fill(backend *b, cuda_kernel *kernel, const kernel_batch *batch,
                                     cuda_pointer model) {
  cuda_machine *machine = b->self;
  const cuda_driver *driver = machine->driver;
  const size_t real_bytes = kernel->program.single ? sizeof(float) : sizeof(double);
  const size_t model_bytes = (size_t)batch->sizes.kind->n_model(batch->sizes.dim) * real_bytes;
  const size_t uniform_bytes = (size_t)batch->sizes.kind->n_uniform(batch->sizes.dim) * real_bytes;
  if (kernel->program.far) {
    if (uniform_bytes == 0) return BACKEND_OK;
    if (!kernel->far_uniform)
      CUDA_TRY(driver->memory_allocate(&kernel->far_uniform, uniform_bytes), "memory for coefficients");
    return uniform_fill(b, kernel, batch, model, kernel->far_uniform, uniform_bytes);
  }
  backend_result result = room_make(b, &machine->uniforms, &machine->uniforms_bytes, uniform_bytes);
  if (result == BACKEND_OK) result = uniform_fill(b, kernel, batch, model, machine->uniforms, uniform_bytes);
  if (result != BACKEND_OK) return result;
  CUDA_TRY(driver->copy_inside(kernel->constant_uniform, machine->uniforms, uniform_bytes, machine->stream),
           "coefficients");
  CUDA_TRY(driver->copy_inside(kernel->constant_model, model, model_bytes, machine->stream),
           "constant memory");
  return BACKEND_OK;
}

static int same_source(const cuda_source *a, const cuda_source *b) {
  return a->model == b->model && a->parameters == b->parameters && a->epoch == b->epoch;
}

backend_result cuda_kernel_feed(backend *b, cuda_kernel *kernel, const kernel_batch *batch,
                                cuda_pointer *model) {
  cuda_machine *machine = b->self;
  const long n = batch->sizes.kind->n_model(batch->sizes.dim);
  const cuda_source source = {batch->model, batch->parameters, machine->epoch};
  *model = (cuda_pointer)(uintptr_t)batch->model;
  if (kernel->program.single && n > 0) {
    if (!same_source(&machine->reals_source, &source)) {
      backend_result result = model_round(b, batch, n);
      if (result != BACKEND_OK) return result;
      machine->reals_source = source;
    }
    *model = machine->reals;
  }
  if ((kernel->constant_model || kernel->program.far) && !same_source(&kernel->fed, &source)) {
    backend_result result = constants_fill(b, kernel, batch, *model);
    if (result != BACKEND_OK) return result;
    kernel->fed = source;
  }
  const size_t work = (size_t)work_bytes(kernel, cuda_kernel_grid(kernel, batch->n_trajectories));
  return room_make(b, &machine->work, &machine->work_held, work);
}

void cuda_kernels_unload(cuda_machine *machine) {
  while (machine->kernels) {
    cuda_kernel *next = machine->kernels->next;
    machine->driver->module_unload(machine->kernels->module);
    if (machine->kernels->far_uniform) machine->driver->memory_release(machine->kernels->far_uniform);
    free(machine->kernels);
    machine->kernels = next;
  }
  if (machine->reals) machine->driver->memory_release(machine->reals);
  if (machine->uniforms) machine->driver->memory_release(machine->uniforms);
  if (machine->work) machine->driver->memory_release(machine->work);
  machine->reals = machine->uniforms = machine->work = 0;
  machine->reals_bytes = machine->uniforms_bytes = machine->work_held = 0;
}
