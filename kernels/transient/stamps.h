// Leapfrog on the CPU with sizes that the compiler knows, for models that are met often: the same operations
// in the same order as the general build. In double precision: steps are 1.7 to 2.2 times faster
// (bench/compile.md).
#ifndef CHATTER_KERNELS_STAMPS_H
#define CHATTER_KERNELS_STAMPS_H

#if !KERNEL_CUDA && !defined(KERNEL_SINGLE) // on a GPU every build can be of fixed sizes

// modes, points, loads, layout; neither Δt nor damping vary, no preload
#define STAMPS(X) X(20, 3, 1, LAYOUT_NORMAL) X(21, 1, 1, LAYOUT_NORMAL)

// What every stamp leaves out: dense damping, springs, compliant laws, boundaries with mass.
KERNEL_FN int stamp_serves(const int *dim) {
  return !dim[DIM_COUPLED] && !dim[DIM_SPRINGS] && !dim[DIM_LAW_NUMBERS] && !dim[DIM_DELASSUS];
}
KERNEL_FN void stamp_run(kernel_run run, char *work) {
  run.sizes.dim[DIM_COUPLED] = 0;
  run.sizes.dim[DIM_SPRINGS] = 0;
  run.sizes.dim[DIM_LAW_NUMBERS] = 0;
  run.sizes.dim[DIM_LAW_STATES] = 0;
  run.sizes.dim[DIM_DELASSUS] = 0;
  leapfrog_trajectory(&run, work);
}

#define STAMP(modes, points, loads, layout)                                                                  \
  static void stamped_##modes##_##points##_##loads##_##layout(kernel_run run, char *work) {                  \
    run.sizes.dim[DIM_MODES] = modes;                                                                        \
    run.sizes.dim[DIM_POINTS] = points;                                                                      \
    run.sizes.dim[DIM_LOADS] = loads;                                                                        \
    run.sizes.dim[DIM_LAYOUT] = layout;                                                                      \
    run.sizes.dim[DIM_BOUNDARY] = points * ((layout & 1) + layout / 2);                                      \
    run.sizes.dim[DIM_VARY] = 0;                                                                             \
    run.sizes.dim[DIM_PRELOAD] = 0;                                                                          \
    run.sizes.dim[DIM_STICKING] = 0;                                                                         \
    stamp_run(run, work);                                                                                    \
  }
STAMPS(STAMP)
#undef STAMP

// Many points with friction along two tangents, of any number.
static void stamped_many(kernel_run run, char *work) {
  run.sizes.dim[DIM_LAYOUT] = LAYOUT_NORMAL_TWO;
  run.sizes.dim[DIM_NEWTON] = NEWTON_DUAL;
  stamp_run(run, work);
}

// 1 when there was one for the sizes.
KERNEL_FN int leapfrog_stamped(const kernel_run *run, char *work) {
  const int *dim = run->sizes.dim;
  if (!stamp_serves(dim)) return 0;
  if (dim[DIM_LAYOUT] == LAYOUT_NORMAL_TWO && dim[DIM_NEWTON] == NEWTON_DUAL) {
    stamped_many(*run, work);
    return 1;
  }
  if (dim[DIM_VARY] || dim[DIM_PRELOAD] || dim[DIM_STICKING]) return 0;
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
