// lane_max, lane_min and lane_abs in the CPU builds, one per number of lanes and precision
// (tests/CMakeLists.txt), for tests without lane types.
#ifndef CHATTER_TESTS_ORDER_STAMP_H
#define CHATTER_TESTS_ORDER_STAMP_H

// All [lanes]: the maximum and the minimum of a and b, |a|.
typedef void order_stamp(const double *a, const double *b, double *most, double *least, double *size);

#define ORDER_STAMPS(X) X(1, double) X(4, double) X(8, double) X(1, single) X(4, single) X(8, single)
#define X(lanes, precision) order_stamp order_stamp_##lanes##_##precision;
ORDER_STAMPS(X)
#undef X

#endif
