// Polynomial spring: the force -Σ a q^p, whose coefficients may be negative.
#ifndef CHATTER_KERNELS_LAW_POLYNOMIAL_H
#define CHATTER_KERNELS_LAW_POLYNOMIAL_H

#include "law.h"

#define LAW_POLYNOMIAL_DOC "a spring along the normal with the force -Σ coefficients · q^powers"
#define LAW_POLYNOMIAL_KEYS(NEEDED, NUMBER, LIST) LIST(powers) LIST(coefficients)
#define LAW_POLYNOMIAL_ROWS(NUMBER, LIST)                                                                    \
  LIST(powers, RANGE(1, LAW_POLYNOMIAL_MOST), FIELD_WHOLE | FIELD_FIXED, NULL,                               \
       "powers of the displacement along the normal, each once")                                             \
  LIST(coefficients, ANY, 0, "N/m^p", "one coefficient per power; negative ones push away from q = 0")
#define LAW_POLYNOMIAL_ALONG LAW_NORMAL
#define LAW_POLYNOMIAL_NEEDS LAW_HAS_MEAN

enum { LAW_POLYNOMIAL_MOST = 32 }; // the largest power

#if LAW_HOST
// number[p - 1]: the coefficient of q^p
static inline law_size law_polynomial_size(const law_keys *keys) {
  law_size size = {1, 0};
  for (int i = 0; i < keys->list[0].n; i++)
    if (keys->list[0].value[i] > size.numbers) size.numbers = (int)keys->list[0].value[i];
  return size;
}
static inline const char *law_polynomial_wrong(const law_keys *keys) {
  const law_list *power = &keys->list[0];
  if (power->n != keys->list[1].n)
    return "powers and coefficients differ in length (allowed: one coefficient per power)";
  for (int i = 0; i < power->n; i++)
    for (int j = 0; j < i; j++)
      if (power->value[i] == power->value[j]) return "a power stands twice (allowed: each once)";
  return (const char *)0;
}
static inline void law_polynomial_prepare(const law_keys *keys, double *number) {
  for (int i = 0; i < keys->list[0].n; i++) number[(int)keys->list[0].value[i] - 1] = keys->list[1].value[i];
}
LAW_NO_BOUND(polynomial)
#endif

#endif

#if defined(LANES) && !defined(LAW_POLYNOMIAL_PHYSICS)
#define LAW_POLYNOMIAL_PHYSICS
#include "law.h"

LAW_WITHOUT_MEMORY(polynomial)
KERNEL_FN law_answer law_polynomial_respond(const lane_t *number, int n, lane_t q, lane_t v) {
  lane_t sum = lane_set(0), slope = lane_set(0),
         energy = lane_set(0); // Horner: Σ a q^(p-1), Σ p a q^(p-1), …
  for (int i = n - 1; i >= 0; i--) {
    sum = lane_fma(sum, q, number[i]);
    slope = lane_fma(slope, q, lane_set((real)(i + 1)) * number[i]);
    energy = lane_fma(energy, q, number[i] / lane_set((real)(i + 2)));
  }
  const law_answer answer = {-(sum * q), -slope, lane_set(0), energy * (q * q)};
  return (void)v, answer;
}
LAW_WITHOUT_GAP(polynomial)
#endif
