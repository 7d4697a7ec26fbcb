#include "engines/response/bind/library_factorisation.h"

#include <lapacke.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

#include "engines/response/bind/batched_solver.h"
#include "engines/response/study/response_keys.h"
#include "base/log.h"
#include "kernels/library.h"
#include "machines/backend.h"
#include "machines/kernel_kind.h"
#include "reduction/algebra/dense.h"

#define KERNEL KERNEL_DECLARE
#include "kernels/response/library_kernels.h"
#undef KERNEL

// Number of rows from which LAPACK takes less time per point than the kernel's own factorisation of
// eight trajectories in lanes (bench/response_library.md).
enum { LIBRARY_ROWS = 300 };
// Largest number of trajectories side by side on a GPU.
enum { GPU_TRAJECTORIES_MOST = 128 };

int response_uses_library(const study *config, const int *dim) {
  const int wanted = response_config_of(config)->factorisation;
  return wanted == FACTORISATION_AUTO ? hb_n_unknowns(dim) + 2 > LIBRARY_ROWS
                                      : wanted == FACTORISATION_LIBRARY;
}

// Gives the layout its own copy of its engine, which steps batches itself.
chatter_status response_choose_factorisation(const study *config, engine_layout *layout) {
  if (!response_uses_library(config, layout->sizes.dim)) return CHATTER_OK;
  engine *own = arena_allocate(layout->memory, sizeof *own);
  if (!own) return error_raise(CHATTER_DEVICE, "out of memory");
  *own = *layout->engine;
  own->advance = response_advance_by_library;
  layout->engine = own;
  return CHATTER_OK;
}

// Factorises a row-major matrix: LAPACK sees the transpose. Its pivots are whole numbers, stored
// where the kernel has its own.
static void lapack_factorise(void *self, double *a, int n, double *pivot) {
  (void)self;
  LAPACKE_dgetrf_work(LAPACK_COL_MAJOR, n, n, a, n, (lapack_int *)(void *)pivot);
}
static void lapack_solve(void *self, const double *a, int n, const double *pivot, double *x, int transposed) {
  (void)self;
  LAPACKE_dgetrs_work(LAPACK_COL_MAJOR, transposed ? 'N' : 'T', n, 1, a, n,
                      (const lapack_int *)(const void *)pivot, x, n);
}
// Returns the sign of the determinant from the factors and the pivot rows, which count from 1.
static double lapack_sign(void *self, const double *a, int n, const double *pivot) {
  const lapack_int *row = (const lapack_int *)(const void *)pivot;
  double sign = 1;
  (void)self;
  for (int k = 0; k < n; k++) {
    const double own = a[(long)k * n + k];
    sign *= (own > 0) - (own < 0);
    if (row[k] != k + 1) sign = -sign;
  }
  return sign;
}
static void nothing(void *self) {
  (void)self;
}

// Returns the number of trajectories whose work arrays fit into a quarter of the machine's memory.
static int most_members(const kernel_batch *batch) {
  const long numbers = (long)sizeof(double), work = response_work(batch->sizes.dim, numbers, numbers);
  const double memory = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE) / 4;
  const double room = memory / (double)work, n = (double)batch->n_trajectories;
  const double most = room < n ? room : n;
  return most < 1 ? 1 : most < GPU_TRAJECTORIES_MOST ? (int)most : GPU_TRAJECTORIES_MOST;
}

// Opens the shared solver on the GPU. Returns NULL, and logs it once, without a GPU or its
// libraries, or if the systems differ in size.
static batched_solver *meet(const kernel_batch *batch, engine_machine machine, int *members) {
  static atomic_int said;
  char message[GPU_SOLVER_MESSAGE];
  if (machine.gpu < 1) return NULL;
  batched_solver *self = NULL;
  if (batch->sizes.dim[DIM_HB_ADAPT])
    snprintf(message, sizeof message,
             "response.adapt makes systems of different sizes, which no GPU library takes together");
  else
    self = batched_solver_open(machine.gpu - 1, response_n_parallel(batch->sizes.dim) + 1, machine.threads,
                               members, message);
  if (!self && atomic_exchange(&said, 1) == 0)
    log_warning_here("%s: LAPACK on the CPU factorises large systems", message);
  return self;
}

// Every trajectory makes the same LAPACK calls in the same order, on one thread, with arrays
// aligned to 64 bytes. So the bits do not depend on threads, batches and chunks.
static chatter_status step(const kernel_batch *batch, int threads, launch_interrupt interrupt) {
  backend cpu;
  backend_options options = backend_default();
  options.lanes = 1;
  options.threads = threads;
  backend_result result = backend_cpu_open(options, &cpu);
  if (result != BACKEND_OK) return error_raise(CHATTER_DEVICE, "%s", cpu.message);
  cpu.interrupt = interrupt;
  dense_hold_one_thread();
  result = cpu.launch(&cpu, batch);
  dense_release_threads();
  chatter_status status = result == BACKEND_INTERRUPTED ? CHATTER_CHECKPOINTED : CHATTER_OK;
  if (result != BACKEND_OK && result != BACKEND_INTERRUPTED)
    status = error_raise(CHATTER_DEVICE, "%s", cpu.message);
  cpu.close(&cpu);
  return status;
}

chatter_status response_advance_by_library(const engine_layout *layout, const kernel_batch *batch,
                                           engine_machine machine) {
  const int most = most_members(batch);
  int members = most;
  linear_solver_batch launched = {.batch = *batch,
                                  .enter = nothing,
                                  .leave = nothing,
                                  .factorise = lapack_factorise,
                                  .solve = lapack_solve,
                                  .sign = lapack_sign};
  (void)layout;
  launched.batch.sizes.kind = &kernel_response_library;
  batched_solver *all = meet(batch, machine, &members);
  if (!all) return step(&launched.batch, machine.threads < most ? machine.threads : most, machine.interrupt);
  launched.self = all;
  launched.enter = batched_solver_enter;
  launched.leave = batched_solver_leave;
  launched.factorise = batched_solver_factorise;
  launched.solve = batched_solver_solve;
  launched.sign = batched_solver_sign;
  const chatter_status status = step(&launched.batch, members, machine.interrupt),
                       met = batched_solver_close(all);
  return met != CHATTER_OK ? met : status;
}
