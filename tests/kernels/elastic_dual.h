// Numbers of the second method for tests/kernels/elastic_friction.c: a + b ε, ε² = 0, over complex
// numbers with tiny imaginary parts. The imaginary part is a first derivative (complex step), b is
// one along another direction, and the imaginary part of b the mixed second derivative; all
// accurate to rounding.
#ifndef CHATTER_TESTS_ELASTIC_DUAL_H
#define CHATTER_TESTS_ELASTIC_DUAL_H

#include <complex.h>

typedef double _Complex dual_part;
typedef struct dual {
  dual_part a, b;
} dual;

static inline dual dual_of(double x) {
  return (dual){x, 0};
}
static inline dual dual_add(dual x, dual y) {
  return (dual){x.a + y.a, x.b + y.b};
}
static inline dual dual_sub(dual x, dual y) {
  return (dual){x.a - y.a, x.b - y.b};
}
static inline dual dual_scale(double s, dual x) {
  return (dual){s * x.a, s * x.b};
}
static inline dual dual_mul(dual x, dual y) {
  return (dual){x.a * y.a, x.a * y.b + x.b * y.a};
}
static inline dual dual_div(dual x, dual y) {
  const dual_part a = x.a / y.a;
  return (dual){a, (x.b - a * y.b) / y.a};
}
static inline dual dual_cos(dual x) {
  return (dual){ccos(x.a), -csin(x.a) * x.b};
}
static inline dual dual_sin(dual x) {
  return (dual){csin(x.a), ccos(x.a) * x.b};
}

#endif
