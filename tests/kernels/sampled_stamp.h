// CPU builds of kernels/response/sampled/sampled.h, one per number of lanes and precision
// (tests/CMakeLists.txt), for tests without lane types.
#ifndef CHATTER_TESTS_SAMPLED_STAMP_H
#define CHATTER_TESTS_SAMPLED_STAMP_H

enum { STAMP_CUBIC, STAMP_FRICTION, STAMP_COULOMB, STAMP_ELASTIC }; // as in sampled_law.h
enum { STAMP_HARMONICS = 20, STAMP_SAMPLES = 4096, STAMP_NUMBERS = 3 * 41 };

// The same for all lanes. Numbers of a law: friction, preload, stiffness, normal stiffness, gap.
typedef struct {
  int kind, harmonics, is_static, samples, coordinates, has_normal;
} sampled_shape;
enum { STAMP_LAW = 5 };

// Evaluates as many points as there are lanes, interleaved: law [STAMP_LAW][lanes]; u, r [m
// nh][lanes], k [m nh][m nh][lanes] or null; with lambda, out from lambda and v [m nh][lanes].
typedef void sampled_stamp(const sampled_shape *shape, const double *law, const double *u, double *r,
                           double *k, const double *lambda, const double *v, double *out);

#define SAMPLED_STAMPS(X)                                                                                    \
  X(1, double, 0) X(4, double, 0) X(8, double, 0) X(1, single, 1) X(4, single, 1) X(8, single, 1)
#define X(lanes, precision, single) sampled_stamp sampled_stamp_##lanes##_##precision;
SAMPLED_STAMPS(X)
#undef X

#endif
