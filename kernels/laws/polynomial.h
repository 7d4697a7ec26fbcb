// Polynomial spring: the force -Σ a q^p; coefficients may be negative.
#ifndef CHATTER_KERNELS_LAW_POLYNOMIAL_H
#define CHATTER_KERNELS_LAW_POLYNOMIAL_H

#include "law.h"

#define LAW_POLYNOMIAL_ROWS(NUMBER, LIST)                                                                    \
  LIST(powers, RANGE(1, POLYNOMIAL_POWERS), FIELD_WHOLE | FIELD_FIXED, NULL,                                 \
       "powers of the displacement along the normal, each once")                                             \
  LIST(coefficients, ANY, 0, "N/m^p", "one coefficient per power; negative ones push away from q = 0")
LAW_ACTS(polynomial, LAW_NORMAL, LAW_HAS_MEAN)

// number[p - 1] is the coefficient of q^p.
enum { POLYNOMIAL_POWERS = 32 }; // the largest p

#endif

#ifdef LAW_STUDY
static law_size polynomial_size(const contact_config *c) {
  law_size size = {1, 0};
  for (int i = 0; i < c->powers.n; i++)
    if (c->powers.value[i] > size.numbers) size.numbers = (int)c->powers.value[i];
  return size;
}
static const char *polynomial_check(const contact_config *c) {
  const number_list *power = &c->powers;
  if (power->n != c->coefficients.n)
    return "powers and coefficients differ in length (allowed: one coefficient per power)";
  for (int i = 0; i < power->n; i++)
    for (int j = 0; j < i; j++)
      if (power->value[i] == power->value[j]) return "a power stands twice (allowed: each once)";
  return NULL;
}
static void polynomial_numbers(const contact_config *c, double *number) {
  for (int i = 0; i < c->powers.n; i++) number[(int)c->powers.value[i] - 1] = c->coefficients.value[i];
}
static const law_kind polynomial_law = {
    .name = "polynomial",
    .doc = "a spring along the normal with the force -Σ coefficients · q^powers",
    .needed = "powers coefficients",
    .size = polynomial_size,
    .check = polynomial_check,
    .numbers = polynomial_numbers};
#endif

#if defined(LANES) && !defined(LAW_POLYNOMIAL_PHYSICS)
#define LAW_POLYNOMIAL_PHYSICS
#include "law.h"

LAW_WITHOUT_MEMORY(polynomial)
KERNEL_FN law_result law_polynomial_force(const lane_t *number, int n, lane_t q, lane_t v) {
  lane_t sum = lane_set(0), slope = lane_set(0),
         energy = lane_set(0); // Horner: Σ a q^(p-1), Σ p a q^(p-1), …
  for (int i = n - 1; i >= 0; i--) {
    sum = lane_fma(sum, q, number[i]);
    slope = lane_fma(slope, q, lane_set((real)(i + 1)) * number[i]);
    energy = lane_fma(energy, q, number[i] / lane_set((real)(i + 2)));
  }
  const law_result result = {-(sum * q), -slope, lane_set(0), energy * (q * q)};
  return (void)v, result;
}
LAW_WITHOUT_GAP(polynomial)
#endif
