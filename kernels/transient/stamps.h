// Leapfrog on the CPU with sizes that the compiler knows, for models that are met often: the same operations
// in the same order as the general build. In double precision: steps are 1.7 to 2.2 times faster
// (bench/compile.md).
#ifndef CHATTER_KERNELS_STAMPS_H
#define CHATTER_KERNELS_STAMPS_H

#if !KERNEL_CUDA && !defined(KERNEL_SINGLE) // on a GPU every build can be of fixed sizes

// modes, points, loads, layout; neither Δt nor damping vary, no dense damping, no preload, no springs
#define STAMPS(X) X(20, 3, 1, LAYOUT_NORMAL) X(21, 1, 1, LAYOUT_NORMAL)

#define STAMP(modes, points, loads, layout)                                                                  \
  static void stamped_##modes##_##points##_##loads##_##layout(kernel_run run, char *work) {                  \
    run.sizes.dim[DIM_MODES] = modes;                                                                        \
    run.sizes.dim[DIM_POINTS] = points;                                                                      \
    run.sizes.dim[DIM_LOADS] = loads;                                                                        \
    run.sizes.dim[DIM_LAYOUT] = layout;                                                                      \
    run.sizes.dim[DIM_BOUNDARY] = points * ((layout & 1) + layout / 2);                                      \
    run.sizes.dim[DIM_VARY] = 0;                                                                             \
    run.sizes.dim[DIM_COUPLED] = 0;                                                                          \
    run.sizes.dim[DIM_PRELOAD] = 0;                                                                          \
    run.sizes.dim[DIM_STICKING] = 0;                                                                         \
    run.sizes.dim[DIM_SPRINGS] = 0;                                                                          \
    leapfrog_trajectory(&run, work);                                                                         \
  }
STAMPS(STAMP)
#undef STAMP

// 1 when there was one for the sizes.
KERNEL_FN int leapfrog_stamped(const kernel_run *run, char *work) {
  const int *dim = run->sizes.dim;
  if (dim[DIM_VARY] || dim[DIM_COUPLED] || dim[DIM_PRELOAD] || dim[DIM_STICKING] || dim[DIM_SPRINGS])
    return 0;
#define STAMP(modes, points, loads, layout)                                                                  \
  if (dim[DIM_MODES] == modes && dim[DIM_POINTS] == points && dim[DIM_LOADS] == loads &&                     \
      dim[DIM_LAYOUT] == layout) {                                                                           \
    stamped_##modes##_##points##_##loads##_##layout(*run, work);                                             \
    return 1;                                                                                                \
  }
  STAMPS(STAMP)
#undef STAMP
  return 0;
}
#define KERNEL_STAMPED(run, work) leapfrog_stamped(run, work)

#endif
#endif
