// Cases of the tests on the PTX machine: kernel, mapping, sizes and switches, and the batch of a
// case. Also the cases whose costs are counted (kernels/COUNTS.csv), predicted
// (kernels/PREDICTED.csv) and measured (bench_gpu_counted).
#ifndef CHATTER_TESTS_CUDA_PTX_CASE_H
#define CHATTER_TESTS_CUDA_PTX_CASE_H

#include "tests/machines/beams_case.h"
#include "tests/engines/response/response_case.h"
#include "tests/engines/sliding/sliding_case.h"
#include "tests/machines/coulomb_batch.h"

enum { // switches of a case
  CASE_STICKING = 1,
  CASE_DENSE = 2,      // dense damping
  CASE_PLAIN = 4,      // no sweep, moving gap, preload; trajectories share their coefficients
  CASE_FAILS = 8,      // half of the trajectories fail at once, some by a NaN
  CASE_GENERIC = 16,   // the build without fixed sizes
  CASE_PARTS = 32,     // in three launches
  CASE_FAR = 64,       // next to no shared memory: the work arrays lie in device memory
  CASE_BANDS = 128,    // signals in bands of frequencies
  CASE_SPRINGS = 256,  // contact points with springs, on a massless boundary
  CASE_EXPLICIT = 512, // the same on a boundary with mass
  CASE_TABLE = 1024,   // a load is a table; for sliding, the velocity of the guide
  CASE_VISCOUS = 2048, // contact points with a Kelvin-Voigt stop, on a boundary with mass
  CASE_MEMORY = 4096,  // with Iwan's sliders; with CASE_SPRINGS on a massless boundary
  CASE_SUMS = 8192,    // signals of all contact points together as well
  CASE_SPARSE = 16384, // a model that is not reduced
  CASE_LATE = 32768,   // windows and series of the last steps
  CASE_VARY = 65536,   // with CASE_PLAIN: each trajectory has its own coefficients nevertheless
  CASE_MAP = 131072    // neighbours of a regime map share a warp
};

typedef struct ptx_case {
  const kernel_kind *kernel;
  int modes, points, layout; // coulomb: masses, damped; sliding: modes of slider and target;
                             // response: its variant; beams: elements of each, pairs of points
  int team, single;
  long n;
  double steps;
  int switches;
  int quick; // also in the quick test
} ptx_case;

static inline void ptx_case_text(const ptx_case *c, char *text, size_t size) {
  snprintf(text, size, "%s (%d, %d) layout %d team %d %s switches %d", c->kernel->name, c->modes, c->points,
           c->layout, c->team, c->single ? "single" : "double", c->switches);
}

// Sets the law of the contact points if it is compliant.
static inline void ptx_case_law(const ptx_case *c, int *dim) {
  double number[LAW_MAX_PARAMETERS];
  case_compliant = c->switches & CASE_VISCOUS ? LAW_KELVIN_VOIGT : c->switches & CASE_MEMORY ? LAW_IWAN : 0;
  if (!case_compliant) return;
  const law_size size = case_law_numbers(1, number);
  if (dim[DIM_SPRING_KIND] == SPRINGS_NONE)
    dim[DIM_SPRING_KIND] = c->switches & CASE_VISCOUS ? SPRINGS_VISCOUS : SPRINGS_EXPLICIT;
  dim[DIM_DELASSUS] = dim[DIM_SPRING_KIND] == SPRINGS_VISCOUS;
  dim[DIM_LAW_PARAMETERS] = size.numbers, dim[DIM_LAW_STATES] = size.states;
}

static inline batch_case ptx_case_batch(const ptx_case *c) {
  if (c->kernel == &kernel_beams) return beams_case_create(c->modes, c->points, c->n, c->steps);
  if (c->kernel == &kernel_response) return response_case_create(c->modes, c->n, c->steps);
  if (c->kernel == &kernel_coulomb)
    return coulomb_batch_create(c->modes, c->points, c->n, c->steps, 5, c->switches & CASE_MAP ? 32 : 1);
  kernel_sizes sizes;
  if (c->kernel == &kernel_sliding) {
    // With a thread per trajectory there are few numbers.
    sizes =
        slide_case_sizes(c->modes, c->points, 8, c->points < 10 || c->points > 100 ? 2 : SLIDE_CASE_SIGNALS);
    sizes.dim[DIM_SHARED_STEP] = (c->switches & CASE_PLAIN) != 0;
    if (c->switches & CASE_TABLE) slide_case_guide(&sizes, DRIVE_TABLE);
    if (c->switches & CASE_LATE) slide_case_late(&sizes);
    return slide_case_create(sizes, c->n, c->steps, 3);
  }
  case_sizes(c->kernel, c->modes, c->points, c->layout, &sizes);
  if (c->switches & CASE_LATE) case_late(&sizes);
  int *dim = sizes.dim;
  dim[DIM_PREDICTS_STICK] = (c->switches & CASE_STICKING) != 0;
  dim[DIM_SPRING_KIND] = c->switches & CASE_SPRINGS    ? SPRINGS_IMPLICIT
                         : c->switches & CASE_EXPLICIT ? SPRINGS_EXPLICIT
                                                       : SPRINGS_NONE;
  ptx_case_law(c, dim);
  dim[DIM_NEWTON_KIND] = transient_newton_kind(dim);
  dim[DIM_FILTERS] = c->switches & CASE_BANDS ? 2 : 0;
  if (c->switches & CASE_SUMS)
    dim[DIM_SIGNALS] = 6, dim[DIM_ACCUMULATOR_ROWS] = 2 * dim[DIM_SIGNALS] * N_ACCUMULATORS;
  dim[DIM_DRIVE_NUMBERS] = c->switches & CASE_TABLE ? CASE_DRIVES : 0;
  if (c->switches & CASE_DENSE) dim[DIM_MODE_COUPLING] = 1, dim[DIM_COEFFICIENTS_VARY] = 0;
  if (c->switches & CASE_SPARSE) dim[DIM_MODE_COUPLING] = case_sparse_entries(c->modes);
  if (c->switches & CASE_PLAIN)
    dim[DIM_COEFFICIENTS_VARY] = dim[DIM_LOADS_SWEEP] = dim[DIM_MOVING_GAP] = dim[DIM_PRELOAD] = 0;
  if (c->switches & CASE_VARY) dim[DIM_COEFFICIENTS_VARY] = 1;
  batch_case batch = case_create(sizes, c->n, c->steps, 11);
  for (long i = 0; i < c->n && c->switches & CASE_FAILS; i += 2)
    batch.host.state[transient_row_u(dim) * batch.host.stride + i] = i % 4 ? 1e300 : NAN;
  return batch;
}

// One block of each mapping: 32 trajectories with a thread each, 128 / team otherwise.
#define COUNTED_CASES(X)                                                                                     \
  X(&kernel_leapfrog, 20, 3, POINT_LAYOUT_NORMAL, 1, 0, 32, 200)                                             \
  X(&kernel_leapfrog, 20, 3, POINT_LAYOUT_NORMAL, 1, 1, 32, 200)                                             \
  X(&kernel_leapfrog, 20, 3, POINT_LAYOUT_NORMAL, 4, 0, 32, 200)                                             \
  X(&kernel_leapfrog, 20, 3, POINT_LAYOUT_NORMAL, 8, 0, 16, 200)                                             \
  X(&kernel_leapfrog, 20, 3, POINT_LAYOUT_NORMAL, 16, 0, 8, 200)                                             \
  X(&kernel_leapfrog, 20, 3, POINT_LAYOUT_NORMAL, 32, 0, 4, 200)                                             \
  X(&kernel_leapfrog, 20, 3, POINT_LAYOUT_NORMAL, 32, 1, 4, 200)                                             \
  X(&kernel_leapfrog, 20, 3, POINT_LAYOUT_NORMAL, 128, 0, 1, 200)                                            \
  X(&kernel_leapfrog, 6, 3, POINT_LAYOUT_NORMAL_AND_TWO_TANGENTS, 1, 0, 32, 200)                             \
  X(&kernel_leapfrog, 6, 3, POINT_LAYOUT_NORMAL_AND_TWO_TANGENTS, 32, 0, 4, 200)                             \
  X(&kernel_leapfrog, 6, 3, POINT_LAYOUT_NORMAL_AND_TWO_TANGENTS, 128, 0, 1, 200)                            \
  X(&kernel_leapfrog, 50, 16, POINT_LAYOUT_NORMAL_AND_TWO_TANGENTS, 32, 0, 4, 100)                           \
  X(&kernel_leapfrog, 50, 16, POINT_LAYOUT_NORMAL_AND_TWO_TANGENTS, 128, 0, 1, 100)                          \
  X(&kernel_moreau, 12, 2, POINT_LAYOUT_NORMAL, 1, 0, 32, 200)                                               \
  X(&kernel_moreau, 12, 2, POINT_LAYOUT_NORMAL, 1, 1, 32, 200)                                               \
  X(&kernel_moreau, 12, 2, POINT_LAYOUT_NORMAL_AND_TWO_TANGENTS, 4, 0, 32, 200)                              \
  X(&kernel_moreau, 12, 2, POINT_LAYOUT_NORMAL_AND_TWO_TANGENTS, 32, 0, 4, 200)                              \
  X(&kernel_moreau, 12, 2, POINT_LAYOUT_NORMAL_AND_TWO_TANGENTS, 128, 0, 1, 200)                             \
  X(&kernel_coulomb, 1, 0, POINT_LAYOUT_MIXED, 1, 0, 32, 12)                                                 \
  X(&kernel_coulomb, 2, 0, POINT_LAYOUT_MIXED, 1, 0, 32, 12)                                                 \
  X(&kernel_coulomb, 2, 1, POINT_LAYOUT_MIXED, 1, 0, 32, 12)                                                 \
  X(&kernel_coulomb, 3, 0, POINT_LAYOUT_MIXED, 1, 0, 32, 12)                                                 \
  X(&kernel_sliding, 7, 45, POINT_LAYOUT_MIXED, 8, 0, 16, 200)                                               \
  X(&kernel_sliding, 7, 45, POINT_LAYOUT_MIXED, 32, 0, 4, 200)                                               \
  X(&kernel_sliding, 25, 220, POINT_LAYOUT_MIXED, 8, 0, 16, 1000)                                            \
  X(&kernel_sliding, 25, 220, POINT_LAYOUT_MIXED, 16, 0, 8, 1000)                                            \
  X(&kernel_sliding, 25, 220, POINT_LAYOUT_MIXED, 32, 0, 4, 1000)                                            \
  X(&kernel_sliding, 25, 220, POINT_LAYOUT_MIXED, 128, 0, 1, 1000)                                           \
  X(&kernel_response, RESPONSE_TANGENT, 0, POINT_LAYOUT_MIXED, 4, 0, 32, 20)                                 \
  X(&kernel_response, RESPONSE_TANGENT, 0, POINT_LAYOUT_MIXED, 8, 0, 16, 20)                                 \
  X(&kernel_response, RESPONSE_TANGENT, 0, POINT_LAYOUT_MIXED, 16, 0, 8, 20)                                 \
  X(&kernel_response, RESPONSE_TANGENT, 0, POINT_LAYOUT_MIXED, 32, 0, 4, 20)                                 \
  X(&kernel_response, RESPONSE_NORMAL, 0, POINT_LAYOUT_MIXED, 32, 0, 4, 10)                                  \
  X(&kernel_response, RESPONSE_SAMPLED, 0, POINT_LAYOUT_MIXED, 32, 0, 4, 10)                                 \
  X(&kernel_response, RESPONSE_SAMPLED, 0, POINT_LAYOUT_MIXED, 128, 0, 1, 10)                                \
  X(&kernel_response, RESPONSE_COMPLIANT, 0, POINT_LAYOUT_MIXED, 32, 0, 4, 10)                               \
  X(&kernel_beams, 5, 3, POINT_LAYOUT_MIXED, 32, 0, 4, 4)                                                    \
  X(&kernel_beams, 5, 3, POINT_LAYOUT_MIXED, 128, 0, 1, 4)
// Contact points with springs on a boundary with mass.
#define COUNTED_SPRINGS(X)                                                                                   \
  X(&kernel_leapfrog, 6, 3, POINT_LAYOUT_NORMAL_AND_TWO_TANGENTS, 1, 0, 32, 200)                             \
  X(&kernel_leapfrog, 40, 1, POINT_LAYOUT_TANGENT, 32, 0, 4, 200)
// All points are pressed together from the start, so that they stick, slip and open in turn.
#define COUNTED_PRESSED(X) X(&kernel_leapfrog, 50, 16, POINT_LAYOUT_NORMAL_AND_TWO_TANGENTS, 32, 0, 4, 100)
// A thread per trajectory with its own Δt, as in a sweep.
#define COUNTED_VARYING(X) X(&kernel_leapfrog, 20, 3, POINT_LAYOUT_NORMAL, 1, 0, 32, 200)
// Warps of 16 neighbours of a regime map.
#define COUNTED_MAPS(X)                                                                                      \
  X(&kernel_coulomb, 2, 0, POINT_LAYOUT_MIXED, 1, 0, 512, 12)                                                \
  X(&kernel_coulomb, 2, 1, POINT_LAYOUT_MIXED, 1, 0, 512, 12)
#define COUNTED_ROW(kernel, modes, points, layout, team, single, n, steps, switches)                         \
  {kernel, modes, points, layout, team, single, n, steps, switches, 0},
#define X(...) COUNTED_ROW(__VA_ARGS__, COUNTED_SWITCHES)
#define Y(...) COUNTED_ROW(__VA_ARGS__, COUNTED_SWITCHES | CASE_EXPLICIT)
#define Z(...) COUNTED_ROW(__VA_ARGS__, CASE_STICKING)
#define V(...) COUNTED_ROW(__VA_ARGS__, COUNTED_SWITCHES | CASE_VARY)
#define M(...) COUNTED_ROW(__VA_ARGS__, COUNTED_SWITCHES | CASE_MAP)
enum { COUNTED_SWITCHES = CASE_PLAIN };
static const ptx_case COUNTED[] = {COUNTED_CASES(X) COUNTED_SPRINGS(Y) COUNTED_PRESSED(Z) COUNTED_VARYING(V)
                                       COUNTED_MAPS(M)};
#undef X
#undef Y
#undef Z
#undef V
#undef M
enum { N_COUNTED = sizeof COUNTED / sizeof *COUNTED };

// Writes the first columns of the row: "kernel,team,precision,modes,points,layout,".
static inline void counted_key(const ptx_case *c, char *text, size_t size) {
  snprintf(text, size, "%s%s,%d,%s,%d,%d,%d,", c->kernel->name,
           c->switches & CASE_EXPLICIT   ? "_springs"
           : c->switches & CASE_STICKING ? "_pressed"
           : c->switches & CASE_VARY     ? "_vary"
           : c->switches & CASE_MAP      ? "_map"
                                         : "",
           c->team, c->single ? "single" : "double", c->modes, c->points, c->layout);
}

// Returns the steps of all trajectories of a batch, from its state.
static inline double counted_steps(const batch_case *c, const double *state) {
  double steps = 0;
  for (long i = 0; i < c->host.n_trajectories; i++) steps += state[STATE_STEPS * c->host.stride + i];
  return steps;
}

#endif
