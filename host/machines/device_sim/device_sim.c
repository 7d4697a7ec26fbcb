// A simulated device without hardware: its own memory, which the host must not touch, and the CPU's
// kernels as its processor. Pages of every allocation are inaccessible except during a transfer or
// a launch, so code that reads device memory without a download faults on any machine.
//
// Two switches for tests: CHATTER_DEVICE_SIM_MEMORY (bytes of the device; default 1 GiB) and
// CHATTER_DEVICE_SIM_LOST=N (the N-th launch of a backend fails like a lost device; every later
// call fails too, like CUDA's sticky errors).
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "machines/backend.h"

typedef struct sim_block {
  char *pages;   // the whole mapping: guard page, data pages, guard page
  size_t mapped; // bytes of the mapping
  char *data;    // the caller's memory; its end touches the guard page, so overruns fault
  size_t bytes;  // requested size
  struct sim_block *next;
} sim_block;

typedef struct {
  sim_block *blocks;
  size_t page, total, used;
  long launches, lost_at; // lost_at 0: never
  int lost;
  backend processor;
} sim_device;

enum { DATA_ALIGN = 64 }; // bytes: a cache line and the widest CPU vector

static backend_result sim_fail(backend *b, backend_result result, const char *what) {
  snprintf(b->message, sizeof b->message, "device_sim: %s", what);
  return result;
}

static backend_result sim_check_lost(backend *b) {
  const sim_device *device = b->self;
  if (!device->lost) return BACKEND_OK;
  return sim_fail(b, BACKEND_FAILED,
                  "the device was lost (CHATTER_DEVICE_SIM_LOST); what was downloaded before is good: "
                  "continue with --resume");
}

static size_t round_up(size_t value, size_t unit) {
  return (value + unit - 1) / unit * unit;
}

static int protect(const sim_device *device, const sim_block *block, int access) {
  return mprotect(block->pages + device->page, block->mapped - 2 * device->page, access);
}

static sim_block *block_of(const sim_device *device, const void *pointer, size_t bytes) {
  uintptr_t start = (uintptr_t)pointer;
  for (sim_block *block = device->blocks; block; block = block->next) {
    uintptr_t first = (uintptr_t)block->data;
    if (start >= first && start - first <= block->bytes && bytes <= block->bytes - (start - first))
      return block;
  }
  return NULL;
}

static backend_result sim_allocate(backend *b, size_t bytes, void **pointer) {
  sim_device *device = b->self;
  *pointer = NULL;
  backend_result result = sim_check_lost(b);
  if (result != BACKEND_OK) return result;
  size_t data = round_up(bytes ? bytes : 1, DATA_ALIGN);
  if (data < bytes || data > device->total - device->used) {
    snprintf(b->message, sizeof b->message, "device_sim: %zu bytes asked for, %zu of %zu are free", bytes,
             device->total - device->used, device->total);
    return BACKEND_OUT_OF_MEMORY;
  }
  sim_block *block = calloc(1, sizeof *block);
  if (!block) return sim_fail(b, BACKEND_OUT_OF_MEMORY, "no host memory for a block");
  block->mapped = round_up(data, device->page) + 2 * device->page;
  block->pages = mmap(NULL, block->mapped, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (block->pages == MAP_FAILED) {
    free(block);
    return sim_fail(b, BACKEND_OUT_OF_MEMORY, "the host could not map the pages");
  }
  block->data = block->pages + block->mapped - device->page - data;
  block->bytes = bytes;
  block->next = device->blocks;
  device->blocks = block;
  device->used += data;
  *pointer = block->data; // fresh pages read as zeros
  return BACKEND_OK;
}

static void sim_unmap(sim_device *device, sim_block *block) {
  device->used -= round_up(block->bytes ? block->bytes : 1, DATA_ALIGN);
  munmap(block->pages, block->mapped);
  free(block);
}

static void sim_release(backend *b, void *pointer) {
  sim_device *device = b->self;
  for (sim_block **link = &device->blocks; *link; link = &(*link)->next) {
    sim_block *block = *link;
    if (block->data != pointer) continue;
    *link = block->next;
    sim_unmap(device, block);
    return;
  }
}

// Copies with the device's memory accessible for that time.
static backend_result sim_copy(backend *b, const void *device_side, void *to, const void *from,
                               size_t bytes) {
  sim_device *device = b->self;
  backend_result result = sim_check_lost(b);
  if (result != BACKEND_OK || bytes == 0) return result;
  sim_block *block = block_of(device, device_side, bytes);
  if (!block) return sim_fail(b, BACKEND_FAILED, "a transfer leaves the device's allocations");
  if (block_of(device, device_side == to ? from : to, 1))
    return sim_fail(b, BACKEND_FAILED, "a transfer's host side lies in device memory");
  if (protect(device, block, PROT_READ | PROT_WRITE) != 0)
    return sim_fail(b, BACKEND_FAILED, "mprotect refused to open a block");
  memcpy(to, from, bytes);
  if (protect(device, block, PROT_NONE) != 0)
    return sim_fail(b, BACKEND_FAILED, "mprotect refused to close a block");
  return BACKEND_OK;
}

static backend_result sim_upload(backend *b, void *to, const void *from, size_t bytes) {
  return sim_copy(b, to, to, from, bytes);
}

static backend_result sim_download(backend *b, void *to, const void *from, size_t bytes) {
  return sim_copy(b, from, to, from, bytes);
}

static backend_result protect_all(backend *b, int access) {
  sim_device *device = b->self;
  for (sim_block *block = device->blocks; block; block = block->next)
    if (protect(device, block, access) != 0) return sim_fail(b, BACKEND_FAILED, "mprotect failed on a block");
  return BACKEND_OK;
}

// Checks that every pointer of a batch is the device's, or NULL if the stepper has nothing there.
static backend_result check_pointers(backend *b, const kernel_batch *batch) {
  const struct {
    const char *name;
    const void *pointer;
  } list[] = {{"model", batch->model},
              {"tables", batch->tables},
              {"parameters", batch->parameters},
              {"parameter_offset", batch->parameter_offset},
              {"parameter_varies", batch->parameter_varies},
              {"state", batch->state},
              {"windows", batch->windows},
              {"series", batch->series}};
  for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
    if (!list[i].pointer || block_of(b->self, list[i].pointer, 0)) continue;
    snprintf(b->message, sizeof b->message, "device_sim: the batch's '%s' is not device memory",
             list[i].name);
    return BACKEND_FAILED;
  }
  return BACKEND_OK;
}

static backend_result sim_launch(backend *b, const kernel_batch *batch) {
  sim_device *device = b->self;
  device->launches++;
  if (device->lost_at && device->launches >= device->lost_at) device->lost = 1;
  backend_result result = sim_check_lost(b);
  if (result == BACKEND_OK) result = check_pointers(b, batch);
  if (result == BACKEND_OK) result = protect_all(b, PROT_READ | PROT_WRITE);
  if (result != BACKEND_OK) return result;
  result = device->processor.launch(&device->processor, batch);
  if (result != BACKEND_OK) snprintf(b->message, sizeof b->message, "%s", device->processor.message);
  backend_result closed = protect_all(b, PROT_NONE);
  return result != BACKEND_OK ? result : closed;
}

static size_t sim_memory_free(backend *b) {
  const sim_device *device = b->self;
  return (device->total - device->used) / DATA_ALIGN * DATA_ALIGN;
}

static void sim_close(backend *b) {
  sim_device *device = b->self;
  if (!device) return;
  while (device->blocks) {
    sim_block *next = device->blocks->next;
    sim_unmap(device, device->blocks);
    device->blocks = next;
  }
  device->processor.close(&device->processor);
  free(device);
  b->self = NULL;
}

static uintmax_t environment_number(const char *name, uintmax_t otherwise) {
  const char *text = getenv(name);
  if (!text || !*text) return otherwise;
  char *end;
  uintmax_t value = strtoumax(text, &end, 10);
  return *end || value == 0 ? otherwise : value;
}

backend_result backend_device_sim_open(backend_options options, backend *b) {
  *b = (backend){.name = "device_sim"};
  sim_device *device = calloc(1, sizeof *device);
  if (!device) return sim_fail(b, BACKEND_OUT_OF_MEMORY, "no host memory");
  backend_result result = backend_cpu_open(options, &device->processor);
  if (result != BACKEND_OK) {
    snprintf(b->message, sizeof b->message, "%s", device->processor.message);
    free(device);
    return result;
  }
  device->page = (size_t)sysconf(_SC_PAGESIZE);
  device->total = (size_t)environment_number("CHATTER_DEVICE_SIM_MEMORY", (uintmax_t)1 << 30);
  device->lost_at = (long)environment_number("CHATTER_DEVICE_SIM_LOST", 0);
  snprintf(b->description, sizeof b->description, "simulated device, %zu MiB of separate memory, on %.80s",
           device->total >> 20, device->processor.description);
  b->self = device;
  b->allocate = sim_allocate;
  b->release = sim_release;
  b->upload = sim_upload;
  b->download = sim_download;
  b->launch = sim_launch;
  b->memory_free = sim_memory_free;
  b->close = sim_close;
  return BACKEND_OK;
}
