// Linear systems in slots of device memory, factorised in batches by cuBLAS, or one by one in a few
// streams by cuSOLVER. The matrices are row-major, so the libraries see their transposes.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machines/backend.h"
#include "machines/cuda/cuda_solver.h"
#include "machines/gpu_solver.h"

// Number of rows from which a system of its own uses a GPU better than its part of a batch:
// getrfBatched is made for small matrices.
enum { LARGE = 512, STREAMS = 4 };

typedef struct slot_stream {
  cuda_stream stream;
  cusolver_handle lapack;
  cuda_pointer room; // workspace of a factorisation
} slot_stream;

struct gpu_solver {
  const cuda_driver *driver;
  const cuda_blas *blas;
  const cuda_lapack *lapack;
  int device, n, count;
  cuda_context context;
  cublas_handle handle; // uses stream 0
  slot_stream stream[STREAMS];
  // [count] of each: matrices, right-hand sides, pivots of slots; for the systems of a call, in its
  // order: pivots, addresses of matrices and right-hand sides, results
  cuda_pointer a, x, pivot, called, address, info;
  cuda_pointer *list; // on the host, copies of `address`
  double *diagonal;   // [count][n] on the host: diagonals of the factors of a call; and their pivots
  int *row;
};

typedef unsigned long long bytes_t;

static bytes_t matrix_bytes(const gpu_solver *self) {
  return 8ULL * (bytes_t)self->n * (bytes_t)self->n;
}
static bytes_t side_bytes(const gpu_solver *self) {
  return 8ULL * (bytes_t)self->n;
}
static bytes_t pivot_bytes(const gpu_solver *self) {
  return 4ULL * (bytes_t)self->n;
}
static cuda_pointer matrix_at(const gpu_solver *self, int slot) {
  return self->a + (bytes_t)slot * matrix_bytes(self);
}
static cuda_pointer side_at(const gpu_solver *self, int slot) {
  return self->x + (bytes_t)slot * side_bytes(self);
}
static cuda_pointer pivot_at(const gpu_solver *self, int slot) {
  return self->pivot + (bytes_t)slot * pivot_bytes(self);
}
static int is_large(const gpu_solver *self) {
  return self->n >= LARGE;
}

// Run a call of the library and return from the function with 0 and the reason in `message` if it
// fails.
#define DRIVER(call, what)                                                                                   \
  do {                                                                                                       \
    const int error_ = (call);                                                                               \
    if (error_ != CUDA_SUCCESS) return driver_failed(self, error_, what, message);                           \
  } while (0)
#define LIBRARY(call, what)                                                                                  \
  do {                                                                                                       \
    const int error_ = (call);                                                                               \
    if (error_ != 0) {                                                                                       \
      snprintf(message, GPU_SOLVER_MESSAGE, "cuda:%d: %s: status %d", self->device, what, error_);           \
      return 0;                                                                                              \
    }                                                                                                        \
  } while (0)

static int driver_failed(const gpu_solver *self, int error, const char *what, char *message) {
  char text[300];
  cuda_error_text(self->driver, error, text, sizeof text);
  snprintf(message, GPU_SOLVER_MESSAGE, "cuda:%d: %s: %.300s", self->device, what, text);
  return 0;
}

static int wait_all(gpu_solver *self, char *message) {
  for (int s = 0; s < STREAMS; s++)
    DRIVER(self->driver->stream_wait(self->stream[s].stream), "waiting for factorisations");
  return 1;
}

// Sends the addresses of the matrices and right-hand sides of a call, in its order.
static int send_addresses(gpu_solver *self, int systems, const int *slot, char *message) {
  for (int i = 0; i < systems; i++) {
    self->list[i] = matrix_at(self, slot[i]);
    self->list[systems + i] = side_at(self, slot[i]);
  }
  DRIVER(self->driver->copy_to_device(self->address, self->list, 16ULL * (bytes_t)systems,
                                      self->stream[0].stream),
         "upload");
  return 1;
}

static int factorise_batch(gpu_solver *self, int systems, const int *slot, const double *const *a,
                           char *message) {
  const cuda_driver *driver = self->driver;
  const cuda_stream stream = self->stream[0].stream;
  for (int i = 0; i < systems; i++)
    DRIVER(driver->copy_to_device(matrix_at(self, slot[i]), a[i], matrix_bytes(self), stream), "upload");
  if (!send_addresses(self, systems, slot, message)) return 0;
  LIBRARY(
      self->blas->factorise(self->handle, self->n, self->address, self->n, self->called, self->info, systems),
      "cublasDgetrfBatched");
  for (int i = 0; i < systems; i++)
    DRIVER(driver->copy_inside(pivot_at(self, slot[i]), self->called + (bytes_t)i * pivot_bytes(self),
                               pivot_bytes(self), stream),
           "copying pivots");
  return wait_all(self, message);
}

static int factorise_each(gpu_solver *self, int systems, const int *slot, const double *const *a,
                          char *message) {
  for (int i = 0; i < systems; i++) {
    const slot_stream *at = &self->stream[i % STREAMS];
    DRIVER(self->driver->copy_to_device(matrix_at(self, slot[i]), a[i], matrix_bytes(self), at->stream),
           "upload");
    LIBRARY(self->lapack->factorise(at->lapack, self->n, self->n, matrix_at(self, slot[i]), self->n, at->room,
                                    pivot_at(self, slot[i]), self->info + 4ULL * (bytes_t)slot[i]),
            "cusolverDnDgetrf");
  }
  return wait_all(self, message);
}

int gpu_solver_factorise(gpu_solver *self, int systems, const int *slot, const double *const *a,
                         char message[GPU_SOLVER_MESSAGE]) {
  DRIVER(self->driver->context_set(self->context), "selecting the GPU");
  return (is_large(self) ? factorise_each : factorise_batch)(self, systems, slot, a, message);
}

static int solve_batch(gpu_solver *self, int systems, const int *slot, int operation, char *message) {
  int info = 0;
  for (int i = 0; i < systems; i++)
    DRIVER(self->driver->copy_inside(self->called + (bytes_t)i * pivot_bytes(self), pivot_at(self, slot[i]),
                                     pivot_bytes(self), self->stream[0].stream),
           "copying pivots");
  if (!send_addresses(self, systems, slot, message)) return 0;
  LIBRARY(self->blas->solve(self->handle, operation, self->n, 1, self->address, self->n, self->called,
                            self->address + 8ULL * (bytes_t)systems, self->n, &info, systems),
          "cublasDgetrsBatched");
  return 1;
}

static int solve_each(gpu_solver *self, int systems, const int *slot, int operation, char *message) {
  for (int i = 0; i < systems; i++)
    LIBRARY(self->lapack->solve(self->stream[0].lapack, operation, self->n, 1, matrix_at(self, slot[i]),
                                self->n, pivot_at(self, slot[i]), side_at(self, slot[i]), self->n,
                                self->info + 4ULL * (bytes_t)slot[i]),
            "cusolverDnDgetrs");
  return 1;
}

int gpu_solver_solve(gpu_solver *self, int systems, const int *slot, double *const *x, int transposed,
                     char message[GPU_SOLVER_MESSAGE]) {
  const cuda_driver *driver = self->driver;
  const cuda_stream stream = self->stream[0].stream;
  const int operation = transposed ? CUBLAS_PLAIN : CUBLAS_TRANSPOSED;
  DRIVER(driver->context_set(self->context), "selecting the GPU");
  for (int i = 0; i < systems; i++)
    DRIVER(driver->copy_to_device(side_at(self, slot[i]), x[i], side_bytes(self), stream), "upload");
  if (!(is_large(self) ? solve_each : solve_batch)(self, systems, slot, operation, message)) return 0;
  for (int i = 0; i < systems; i++)
    DRIVER(driver->copy_to_host(x[i], side_at(self, slot[i]), side_bytes(self), stream), "download");
  return wait_all(self, message);
}

// Returns the sign of a determinant from the factors' diagonal and the row exchanges (counted from
// 1).
static double sign_of(int n, const double *diagonal, const int *row) {
  double sign = 1;
  for (int k = 0; k < n; k++) {
    sign *= (diagonal[k] > 0) - (diagonal[k] < 0);
    if (row[k] != k + 1) sign = -sign;
  }
  return sign;
}

int gpu_solver_signs(gpu_solver *self, int systems, const int *slot, double *const *sign,
                     char message[GPU_SOLVER_MESSAGE]) {
  const cuda_driver *driver = self->driver;
  const cuda_stream stream = self->stream[0].stream;
  const size_t n = (size_t)self->n;
  DRIVER(driver->context_set(self->context), "selecting the GPU");
  for (int i = 0; i < systems; i++) {
    const cuda_copy copy = {
        .from = {.kind = CUDA_MEMORY_DEVICE,
                 .device = matrix_at(self, slot[i]),
                 .pitch = (n + 1) * sizeof(double)},
        .to = {.kind = CUDA_MEMORY_HOST, .host = self->diagonal + (size_t)i * n, .pitch = sizeof(double)},
        .bytes = sizeof(double),
        .rows = n};
    DRIVER(driver->copy_pieces(&copy, stream), "download");
    DRIVER(
        driver->copy_to_host(self->row + (size_t)i * n, pivot_at(self, slot[i]), pivot_bytes(self), stream),
        "download");
  }
  if (!wait_all(self, message)) return 0;
  for (int i = 0; i < systems; i++)
    *sign[i] = sign_of(self->n, self->diagonal + (size_t)i * n, self->row + (size_t)i * n);
  return 1;
}

static int take(gpu_solver *self, cuda_pointer *to, bytes_t bytes, char *message) {
  DRIVER(self->driver->memory_allocate(to, bytes), "allocating memory for factorisations");
  return 1;
}

static int open_streams(gpu_solver *self, char *message) {
  for (int s = 0; s < STREAMS; s++) {
    slot_stream *at = &self->stream[s];
    int numbers = 0;
    DRIVER(self->driver->stream_create(&at->stream, CUDA_STREAM_NON_BLOCKING), "creating a stream");
    if (!is_large(self)) continue;
    LIBRARY(self->lapack->create(&at->lapack), "cusolverDnCreate");
    LIBRARY(self->lapack->set_stream(at->lapack, at->stream), "cusolverDnSetStream");
    LIBRARY(self->lapack->room(at->lapack, self->n, self->n, self->a, self->n, &numbers),
            "cusolverDnDgetrf_bufferSize");
    if (!take(self, &at->room, 8ULL * (bytes_t)(numbers > 0 ? numbers : 1), message)) return 0;
  }
  if (is_large(self)) return 1;
  LIBRARY(self->blas->create(&self->handle), "cublasCreate");
  LIBRARY(self->blas->set_stream(self->handle, self->stream[0].stream), "cublasSetStream");
  return 1;
}

// Allocates as many slots as fit half of the free memory; libraries and other batches need the
// rest.
static int take_slots(gpu_solver *self, char *message) {
  size_t available = 0, total = 0;
  const bytes_t each = matrix_bytes(self) + side_bytes(self) + 2 * pivot_bytes(self) + 20;
  DRIVER(self->driver->memory_info(&available, &total), "asking for free memory");
  const bytes_t most = available / 2 / each;
  if (most < 1) {
    snprintf(message, GPU_SOLVER_MESSAGE, "cuda:%d: no room for a system of %d rows", self->device, self->n);
    return 0;
  }
  if (most < (bytes_t)self->count) self->count = (int)most;
  const bytes_t count = (bytes_t)self->count;
  self->list = malloc(16ULL * count);
  self->diagonal = malloc(side_bytes(self) * count);
  self->row = malloc(pivot_bytes(self) * count);
  return self->list && self->diagonal && self->row &&
         take(self, &self->a, count * matrix_bytes(self), message) &&
         take(self, &self->x, count * side_bytes(self), message) &&
         take(self, &self->pivot, count * pivot_bytes(self), message) &&
         take(self, &self->called, count * pivot_bytes(self), message) &&
         take(self, &self->address, 16 * count, message) && take(self, &self->info, 4 * count, message);
}

static int open_all(gpu_solver *self, char *message) {
  int handle;
  DRIVER(self->driver->device_get(&handle, self->device), "opening the GPU");
  DRIVER(self->driver->context_retain(&self->context, handle), "opening the GPU");
  DRIVER(self->driver->context_set(self->context), "selecting the GPU");
  return take_slots(self, message) && open_streams(self, message);
}

gpu_solver *gpu_solver_open(int device, int n, int *count, char message[GPU_SOLVER_MESSAGE]) {
  const cuda_driver *driver = cuda_driver_get();
  gpu_solver *self = NULL;
  message[0] = 0;
  if (!gpu_solver_found(message, GPU_SOLVER_MESSAGE)) return NULL;
  if (driver->usable) self = calloc(1, sizeof *self);
  if (!self) {
    snprintf(message, GPU_SOLVER_MESSAGE, "cuda:%d: %s", device,
             driver->usable ? "no host memory" : driver->problem);
    return NULL;
  }
  *self = (gpu_solver){.driver = driver,
                       .blas = cuda_blas_get(),
                       .lapack = cuda_lapack_get(),
                       .device = device,
                       .n = n,
                       .count = *count};
  if (!open_all(self, message)) {
    gpu_solver_close(self);
    return NULL;
  }
  *count = self->count;
  return self;
}

void gpu_solver_close(gpu_solver *self) {
  const cuda_driver *driver = self->driver;
  const cuda_pointer taken[] = {self->a, self->x, self->pivot, self->called, self->address, self->info};
  int handle;
  if (self->context && driver->context_set(self->context) == CUDA_SUCCESS) {
    for (int s = 0; s < STREAMS; s++) {
      const slot_stream *at = &self->stream[s];
      if (at->lapack) self->lapack->destroy(at->lapack);
      if (at->room) driver->memory_release(at->room);
      if (at->stream && s > 0) driver->stream_destroy(at->stream);
    }
    if (self->handle) self->blas->destroy(self->handle);
    if (self->stream[0].stream) driver->stream_destroy(self->stream[0].stream);
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
      if (taken[i]) driver->memory_release(taken[i]);
    driver->context_set(NULL);
  }
  if (self->context && driver->device_get(&handle, self->device) == CUDA_SUCCESS)
    driver->context_release(handle);
  free(self->list);
  free(self->diagonal);
  free(self->row);
  free(self);
}
