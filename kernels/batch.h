// The argument of every kernel: one plain view of a batch of trajectories of one reduced model. The
// struct is the same on every machine; pointers are in the memory of the backend that runs it. C17
// and CUDA C++.
//
// All data of a trajectory (coordinates, velocities, accumulators, counters, status) is a column of
// `state`. Its bytes are the restart file and the input of equality tests. Rows are contiguous over
// trajectories, so lanes of a CPU vector and threads of a GPU warp read neighbouring doubles.
#ifndef CHATTER_KERNELS_BATCH_H
#define CHATTER_KERNELS_BATCH_H

#include "portable.h"

enum {
  KERNEL_MAX_DIMS = 28,
  BATCH_ALIGN = 16, // trajectories a batch is padded to
  // Bytes: the work of a group of trajectories is a multiple, so that the work of every team of a
  // block, one behind the other, begins where any array may.
  WORK_ALIGN = 16
};

// Description of a kernel for the host (host/machines/kernel_kind.h). Kernels are listed in
// kernels/ENGINE/kernels.h, one line each:
//   KERNEL(name, header, prefix, dims, team)
//   header   below kernels/, defines NAME_trajectory(run, work), usually by trajectory.h, and includes
//            the definition of prefix_uniform(run, uniform, rank, size), which fills run->uniform;
//            each of `size` workers computes every size-th number
//   prefix   of the functions of kernel_sizes.dim that kernel_kind.h needs
//   dims     number of sizes in use, at most KERNEL_MAX_DIMS
//   team     most GPU threads that can share a trajectory: 1 or 128
typedef struct kernel_kind kernel_kind;
#define KERNEL_PASTE_(a, b) a##b
#define KERNEL_PASTE(a, b) KERNEL_PASTE_(a, b)
#define KERNEL_DECLARE(name, ...) extern const kernel_kind kernel_##name;

// Sizes and switches of a kernel; the stepper's own enum names the indices. Specialised builds fix
// them at compile time, generic ones read them here.
typedef struct kernel_sizes {
  const kernel_kind *kind;
  int dim[KERNEL_MAX_DIMS];
} kernel_sizes;

// Outcome of one trajectory, also the flag_values of `status` in results.
#define TRAJECTORY_STATUS_LIST(X)                                                                            \
  X(TRAJECTORY_OK, "ok")                                                                                     \
  X(TRAJECTORY_DIVERGED, "diverged")                                                                         \
  X(TRAJECTORY_NOT_FINITE, "not_finite")                                                                     \
  X(TRAJECTORY_SOLVER_STALLED, "solver_stalled")                                                             \
  X(TRAJECTORY_DETACHED, "detached")                                                                         \
  X(TRAJECTORY_STUCK, "stuck")                                                                               \
  X(TRAJECTORY_EVENT_OVERFLOW, "event_overflow")                                                             \
  X(TRAJECTORY_UNSTABLE_STEP, "unstable_step")                                                               \
  X(TRAJECTORY_NOT_RUN, "not_run")                                                                           \
  X(TRAJECTORY_OFF_TARGET, "off_target")                                                                     \
  X(TRAJECTORY_NO_EQUILIBRIUM, "no_equilibrium")                                                             \
  X(TRAJECTORY_NOT_CONVERGED, "not_converged")                                                               \
  X(TRAJECTORY_PARALLEL, "parallel")                                                                         \
  X(TRAJECTORY_INTERSECTING, "intersecting")

typedef enum {
#define X(name, text) name,
  TRAJECTORY_STATUS_LIST(X)
#undef X
      N_TRAJECTORY_STATUS
} trajectory_status;

// STATE_STATUS in an unfinished batch of a trajectory that ended early with success. It is not
// stepped again by later launches; when the batch is finished the host replaces it by
// TRAJECTORY_OK.
enum { TRAJECTORY_ENDED = N_TRAJECTORY_STATUS };

// The first rows of `state` and `parameters` mean the same for every stepper.
enum {
  STATE_STATUS,       // trajectory_status as a double
  STATE_STEPS,        // steps done
  STATE_TIME,         // time reached (end time once finished)
  STATE_STEPPER_FIRST // first row of the stepper's own
};
enum {
  PARAMETER_STEPS,          // total steps of this trajectory
  PARAMETER_FIRST_RECORDED, // first step that observers record
  PARAMETER_SERIES_ROW,     // row in `series` of a trajectory chosen for a time series, or -1
  PARAMETER_STEPPER_FIRST   // first parameter of the stepper's own
};

typedef struct kernel_batch {
  kernel_sizes sizes;
  long n_trajectories;          // without padding; columns up to `stride` are never read
  long stride;                  // columns in every row, a multiple of BATCH_ALIGN
  double step_first;            // step at which the batch began: 0, or later for a continuation
  double step_end;              // each trajectory advances to min(its PARAMETER_STEPS, this)
  const double *model;          // uniform numbers of the reduced model, packed by the engine
  const int *tables;            // uniform integers: contacts, signals, windows
  const double *parameters;     // of trajectory i: parameters[offset[s] + i * varies[s]]
  const long *parameter_offset; // [n_parameters]
  const int *parameter_varies;  // [n_parameters], 0: one value for all, 1: a row of `stride` values
  double *state;                // [n_state][stride]
  double *windows;              // [n_windows * values][stride], written at window ends
  double *series;               // [chosen trajectories][samples][signals], decimated time series
} kernel_batch;

#endif
