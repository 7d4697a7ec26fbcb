#include "engines/response/response_scratch.h"

#include "kernels/response/response_layout.h"
#include "kernels/response/sampled_layout.h"

long response_path_numbers(const int *dim, int law, int has_normal) {
  if (law != HB_LAW_ELASTIC) return 0;
  return hb_path(dim[DIM_HB_HARMONICS], dim[DIM_HB_STATIC], has_normal);
}

long response_sampled_numbers(const int *dim, int law, int coordinates) {
  static const int kinds[] = {[HB_LAW_SPRING] = SAMPLED_CUBIC,
                              [HB_LAW_ELASTIC_SAMPLED] = SAMPLED_ELASTIC,
                              [HB_LAW_SET_VALUED] = SAMPLED_FRICTION};
  if (law == HB_LAW_ELASTIC) return 0;
  return sampled_numbers(kinds[law], dim[DIM_HB_HARMONICS], dim[DIM_HB_SAMPLES], coordinates);
}
