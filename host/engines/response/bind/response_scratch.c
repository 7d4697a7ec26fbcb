#include "engines/response/bind/response_scratch.h"

#include "kernels/response/sampled/sampled_layout.h"

long response_path_numbers(const int *dim, const response_point *point) {
  if (point->law != HB_LAW_ELASTIC) return 0;
  return hb_elastic_numbers(dim[DIM_HB_HARMONICS], dim[DIM_HB_STATIC], point->has_normal);
}

long response_sampled_numbers(const int *dim, const response_point *point) {
  static const int kinds[] = {[HB_LAW_SPRING] = SAMPLED_LAW_CUBIC,
                              [HB_LAW_ELASTIC_SAMPLED] = SAMPLED_LAW_ELASTIC,
                              [HB_LAW_SET_VALUED] = SAMPLED_LAW_FRICTION};
  const int harmonics = dim[DIM_HB_HARMONICS], times = dim[DIM_HB_SAMPLES];
  if (point->law == HB_LAW_ELASTIC) return 0;
  if (point->law == HB_LAW_COMPLIANT)
    return compliant_work_size(point->size.numbers, harmonics, dim[DIM_HB_STATIC], times);
  return sampled_work_size(kinds[point->law], harmonics, times, point->count);
}
