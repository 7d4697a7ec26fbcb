// CPU builds of kernels/laws/elastic_friction.h, one per number of lanes (tests/CMakeLists.txt).
#ifndef CHATTER_TESTS_ELASTIC_STAMP_H
#define CHATTER_TESTS_ELASTIC_STAMP_H

enum { ELASTIC_DEGREE = 20, ELASTIC_WIDTH = 2 * (1 + 2 * ELASTIC_DEGREE), ELASTIC_CHANGES = 142 };

// One element in one lane. Coefficients of x, then of y.
typedef struct elastic_case {
  double law[4]; // k_t, k_n, μ, N0
  double q[ELASTIC_WIDTH], lambda[ELASTIC_WIDTH], v[ELASTIC_WIDTH];
  int harmonics, is_static, is_normal, stuck, onset;
  // results
  int failed, is_stuck, events, change[ELASTIC_CHANGES];
  double time[ELASTIC_CHANGES]; // turns
  double force[ELASTIC_WIDTH], stiffness[ELASTIC_WIDTH * ELASTIC_WIDTH], curvature[ELASTIC_WIDTH];
  double onset_value, gradient[ELASTIC_WIDTH], slipping, open;
} elastic_case;

// Runs as many cases of the same sizes as there are lanes. `repeat`: repetitions for timing.
typedef void elastic_stamp(elastic_case *list, int repeat);

#define ELASTIC_STAMPS(X) X(1) X(4) X(8)
#define X(lanes) elastic_stamp elastic_stamp_##lanes;
ELASTIC_STAMPS(X)
#undef X

#endif
