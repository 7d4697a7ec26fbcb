// Leapfrog on the CPU with compile-time sizes for frequent models, in double precision. The
// operations and their order are those of the general build. Steps are 1.7 to 2.2 times faster
// (bench/compile.md).
#ifndef CHATTER_KERNELS_LEAPFROG_SPECIALISED_H
#define CHATTER_KERNELS_LEAPFROG_SPECIALISED_H

#if !KERNEL_CUDA && !defined(KERNEL_SINGLE) // on a GPU every build can have fixed sizes

// modes, points, loads, layout; neither Δt nor damping vary, no preload
#define SPECIALISED_SIZES(X) X(20, 3, 1, POINT_LAYOUT_NORMAL) X(21, 1, 1, POINT_LAYOUT_NORMAL)

// No specialised build has dense damping, springs, compliant laws or a boundary with mass.
KERNEL_FN int specialised_serves(const int *dim) {
  return !dim[DIM_MODE_COUPLING] && !dim[DIM_SPRING_KIND] && !dim[DIM_LAW_PARAMETERS] && !dim[DIM_DELASSUS];
}
KERNEL_FN void specialised_run(kernel_run run, char *work) {
  run.sizes.dim[DIM_MODE_COUPLING] = 0;
  run.sizes.dim[DIM_SPRING_KIND] = 0;
  run.sizes.dim[DIM_LAW_PARAMETERS] = 0;
  run.sizes.dim[DIM_LAW_STATES] = 0;
  run.sizes.dim[DIM_DELASSUS] = 0;
  leapfrog_trajectory(&run, work);
}

#define SPECIALISE(modes, points, loads, layout)                                                             \
  static void specialised_##modes##_##points##_##loads##_##layout(kernel_run run, char *work) {              \
    run.sizes.dim[DIM_MODES] = modes;                                                                        \
    run.sizes.dim[DIM_CONTACT_POINTS] = points;                                                              \
    run.sizes.dim[DIM_LOADS] = loads;                                                                        \
    run.sizes.dim[DIM_POINT_LAYOUT] = layout;                                                                \
    run.sizes.dim[DIM_BOUNDARY] = points * ((layout & 1) + layout / 2);                                      \
    run.sizes.dim[DIM_COEFFICIENTS_VARY] = 0;                                                                \
    run.sizes.dim[DIM_PRELOAD] = 0;                                                                          \
    run.sizes.dim[DIM_PREDICTS_STICK] = 0;                                                                   \
    specialised_run(run, work);                                                                              \
  }
SPECIALISED_SIZES(SPECIALISE)
#undef SPECIALISE

// Runs the build for many points with friction along two tangents, of any number.
static void specialised_run_many_points(kernel_run run, char *work) {
  run.sizes.dim[DIM_POINT_LAYOUT] = POINT_LAYOUT_NORMAL_AND_TWO_TANGENTS;
  run.sizes.dim[DIM_NEWTON_KIND] = NEWTON_DUAL;
  specialised_run(run, work);
}

// Returns 1 if there is a build for these sizes; it has then run.
KERNEL_FN int leapfrog_specialised(const kernel_run *run, char *work) {
  const int *dim = run->sizes.dim;
  if (!specialised_serves(dim)) return 0;
  if (dim[DIM_POINT_LAYOUT] == POINT_LAYOUT_NORMAL_AND_TWO_TANGENTS && dim[DIM_NEWTON_KIND] == NEWTON_DUAL) {
    specialised_run_many_points(*run, work);
    return 1;
  }
  if (dim[DIM_COEFFICIENTS_VARY] || dim[DIM_PRELOAD] || dim[DIM_PREDICTS_STICK]) return 0;
#define SPECIALISE(modes, points, loads, layout)                                                             \
  if (dim[DIM_MODES] == modes && dim[DIM_CONTACT_POINTS] == points && dim[DIM_LOADS] == loads &&             \
      dim[DIM_POINT_LAYOUT] == layout) {                                                                     \
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
