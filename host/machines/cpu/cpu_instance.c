// Compiled once per instruction set, number of lanes and precision: CPU_LEVEL, LANES, KERNEL_SINGLE, and
// CPU_NAME, the name of what is exported.
#include "machines/cpu/cpu_instance.h"

#include "kernels/instance.h"

static kernel_run run_of(const kernel_batch *batch, const void *model, const void *uniform, long column) {
  return (kernel_run){
      .batch = batch, .sizes = batch->sizes, .model = model, .uniform = uniform, .column = column};
}

static void model_convert(const double *from, void *to, long n) {
  real *reals = to;
  for (long i = 0; i < n; i++) reals[i] = (real)from[i];
}

static void uniform_fill(const kernel_batch *batch, const void *model, void *uniform) {
  const kernel_run run = run_of(batch, model, uniform, 0);
  kernel_uniform(&run, uniform, 0, 1);
}

// Hot sizes, known to the compiler; the same operations in the same order as the general build.
#define CPU_STAMPS(STAMP) STAMP(20, 3, 1, LAYOUT_NORMAL) STAMP(21, 1, 1, LAYOUT_NORMAL)

#define STAMP(modes, points, loads, layout)                                                                  \
  static void stamped_##modes##_##points##_##loads##_##layout(kernel_run run, char *work) {                  \
    run.sizes.kernel = KERNEL_LEAPFROG;                                                                      \
    run.sizes.dim[DIM_MODES] = modes;                                                                        \
    run.sizes.dim[DIM_POINTS] = points;                                                                      \
    run.sizes.dim[DIM_LOADS] = loads;                                                                        \
    run.sizes.dim[DIM_LAYOUT] = layout;                                                                      \
    run.sizes.dim[DIM_BOUNDARY] = points * ((layout & 1) + layout / 2);                                      \
    run.sizes.dim[DIM_VARY] = 0;                                                                             \
    run.sizes.dim[DIM_DENSE] = 0;                                                                            \
    run.sizes.dim[DIM_PRELOAD] = 0;                                                                          \
    run.sizes.dim[DIM_STICKING] = 0;                                                                         \
    leapfrog_trajectory(&run, work);                                                                         \
  }
CPU_STAMPS(STAMP)
#undef STAMP

#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)
void PASTE(cpu_coulomb_, CPU_NAME)(const kernel_batch *batch, long column); // cpu/coulomb.c

static void group(const kernel_batch *batch, const void *model, const void *uniform, long column,
                  char *work) {
  const kernel_run run = run_of(batch, model, uniform, column);
  const int *dim = run.sizes.dim;
  if (run.sizes.kernel == KERNEL_COULOMB) {
    PASTE(cpu_coulomb_, CPU_NAME)(batch, column);
    return;
  }
  if (run.sizes.kernel == KERNEL_LEAPFROG && !dim[DIM_VARY] && !dim[DIM_DENSE] && !dim[DIM_PRELOAD] &&
      !dim[DIM_STICKING]) {
#define STAMP(modes, points, loads, layout)                                                                  \
  if (dim[DIM_MODES] == modes && dim[DIM_POINTS] == points && dim[DIM_LOADS] == loads &&                     \
      dim[DIM_LAYOUT] == layout) {                                                                           \
    stamped_##modes##_##points##_##loads##_##layout(run, work);                                              \
    return;                                                                                                  \
  }
    CPU_STAMPS(STAMP)
#undef STAMP
  }
  kernel_group(&run, work);
}

#ifdef KERNEL_SINGLE
#define CPU_SINGLE 1
#else
#define CPU_SINGLE 0
#endif
const cpu_instance PASTE(cpu_instance_, CPU_NAME) = {CPU_LEVEL,     LANES,          CPU_SINGLE,
                                                     sizeof(real),  sizeof(lane_t), sizeof(wide_t),
                                                     model_convert, uniform_fill,   group};
