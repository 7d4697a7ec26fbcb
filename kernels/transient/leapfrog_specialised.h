// Leapfrog on the CPU with sizes that the compiler knows, for models that are met often: the same operations
// in the same order as the general build. In double precision: steps are 1.7 to 2.2 times faster
// (bench/compile.md).
#ifndef CHATTER_KERNELS_LEAPFROG_SPECIALISED_H
#define CHATTER_KERNELS_LEAPFROG_SPECIALISED_H

#if !KERNEL_CUDA && !defined(KERNEL_SINGLE) // on a GPU every build can be of fixed sizes

// modes, points, loads, layout; neither Δt nor damping vary, no preload
#define SPECIALISED_SIZES(X) X(20, 3, 1, LAYOUT_NORMAL) X(21, 1, 1, LAYOUT_NORMAL)

// No specialised build has dense damping, springs, compliant laws or a boundary with mass.
KERNEL_FN int specialised_serves(const int *dim) {
  return !dim[DIM_COUPLED] && !dim[DIM_SPRINGS] && !dim[DIM_LAW_NUMBERS] && !dim[DIM_DELASSUS];
}
KERNEL_FN void specialised_run(kernel_run run, char *work) {
  run.sizes.dim[DIM_COUPLED] = 0;
  run.sizes.dim[DIM_SPRINGS] = 0;
  run.sizes.dim[DIM_LAW_NUMBERS] = 0;
  run.sizes.dim[DIM_LAW_STATES] = 0;
  run.sizes.dim[DIM_DELASSUS] = 0;
  leapfrog_trajectory(&run, work);
}

#define SPECIALISE(modes, points, loads, layout)                                                             \
  static void specialised_##modes##_##points##_##loads##_##layout(kernel_run run, char *work) {              \
    run.sizes.dim[DIM_MODES] = modes;                                                                        \
    run.sizes.dim[DIM_POINTS] = points;                                                                      \
    run.sizes.dim[DIM_LOADS] = loads;                                                                        \
    run.sizes.dim[DIM_LAYOUT] = layout;                                                                      \
    run.sizes.dim[DIM_BOUNDARY] = points * ((layout & 1) + layout / 2);                                      \
    run.sizes.dim[DIM_VARY] = 0;                                                                             \
    run.sizes.dim[DIM_PRELOAD] = 0;                                                                          \
    run.sizes.dim[DIM_STICKING] = 0;                                                                         \
    specialised_run(run, work);                                                                              \
  }
SPECIALISED_SIZES(SPECIALISE)
#undef SPECIALISE

// Many points with friction along two tangents, of any number.
static void specialised_many(kernel_run run, char *work) {
  run.sizes.dim[DIM_LAYOUT] = LAYOUT_NORMAL_TWO;
  run.sizes.dim[DIM_NEWTON] = NEWTON_DUAL;
  specialised_run(run, work);
}

// 1 when there was one for the sizes.
KERNEL_FN int leapfrog_specialised(const kernel_run *run, char *work) {
  const int *dim = run->sizes.dim;
  if (!specialised_serves(dim)) return 0;
  if (dim[DIM_LAYOUT] == LAYOUT_NORMAL_TWO && dim[DIM_NEWTON] == NEWTON_DUAL) {
    specialised_many(*run, work);
    return 1;
  }
  if (dim[DIM_VARY] || dim[DIM_PRELOAD] || dim[DIM_STICKING]) return 0;
#define SPECIALISE(modes, points, loads, layout)                                                             \
  if (dim[DIM_MODES] == modes && dim[DIM_POINTS] == points && dim[DIM_LOADS] == loads &&                     \
      dim[DIM_LAYOUT] == layout) {                                                                           \
    specialised_##modes##_##points##_##loads##_##layout(*run, work);                                         \
    return 1;                                                                                                \
  }
  SPECIALISED_SIZES(SPECIALISE)
#undef SPECIALISE
  return 0;
}
#define KERNEL_SPECIALISED(run, work) leapfrog_specialised(run, work)

#endif
#endif
