// lane_max, lane_min and lane_abs for one number of lanes and precision: compiled with LANES,
// KERNEL_SINGLE, STAMP_NAME.
#include "kernels/lane.h"

#include "tests/kernels/order_stamp.h"

void STAMP_NAME(const double *a, const double *b, double *most, double *least, double *size) {
  const lane_t first = lane_load(a), second = lane_load(b);
  wide_store(most, lane_widen(lane_max(first, second)));
  wide_store(least, lane_widen(lane_min(first, second)));
  wide_store(size, lane_widen(lane_abs(first)));
}
