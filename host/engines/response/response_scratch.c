#include "engines/response/response_engine.h"

// Events of a period, each with the coefficients that it depends on.
long response_path_numbers(const int *dim, const response_point *point) {
  if (point->law != HB_LAW_ELASTIC) return 0;
  return 64L * (16 + 4L * hb_width(dim));
}

long response_sampled_numbers(const int *dim, const response_point *point) {
  if (point->law == HB_LAW_ELASTIC) return 0;
  return 64L * point->count * (dim[DIM_HB_SAMPLES] + hb_width(dim));
}
