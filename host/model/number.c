// Reads decimal and whole numbers.
#include "model/number.h"

#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct decimal { // mantissa · 10^exponent
  uint64_t mantissa;
  long exponent;
  int n_digits;  // significant digits read
  int truncated; // 1: there are more digits than the mantissa holds
  int fortran;   // exponent letter d or D
} decimal;

static int is_digit(const char *at, const char *end) {
  return at < end && *at >= '0' && *at <= '9';
}

static const char *read_digits(const char *at, const char *end, int after_point, decimal *number) {
  for (; is_digit(at, end); at++) {
    if (number->n_digits < 19) {
      number->mantissa = number->mantissa * 10 + (uint64_t)(*at - '0');
      if (number->mantissa > 0) number->n_digits++;
      number->exponent -= after_point;
    } else {
      if (*at != '0') number->truncated = 1;
      number->exponent += !after_point;
    }
  }
  return at;
}

// Reads an unsigned number. Returns the end of it, or NULL.
static const char *read_decimal(const char *at, const char *end, decimal *number) {
  const char *first = at;
  at = read_digits(at, end, 0, number);
  int any = at > first;
  if (at < end && *at == '.') {
    const char *fraction = ++at;
    at = read_digits(at, end, 1, number);
    any |= at > fraction;
  }
  if (!any) return NULL;
  if (at < end && memchr("eEdD", *at, 4)) {
    const char *power = at + 1;
    int minus = power < end && *power == '-';
    if (power < end && (*power == '-' || *power == '+')) power++;
    if (!is_digit(power, end)) return NULL;
    long value = 0;
    for (; is_digit(power, end); power++)
      if (value < 100000) value = value * 10 + (*power - '0');
    number->exponent += minus ? -value : value;
    number->fortran = *at == 'd' || *at == 'D';
    at = power;
  }
  return at;
}

static locale_t plain_locale;
static void make_plain_locale(void) {
  plain_locale = newlocale(LC_ALL_MASK, "C", NULL);
}

// Converts by the C library what the exact conversion below cannot; independent of the locale.
static double convert_slowly(const char *at, const char *after, int fortran) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, make_plain_locale);
  if (!plain_locale) return NAN;
  if (!fortran) return strtod_l(at, NULL, plain_locale);
  size_t n = (size_t)(after - at);
  char *copy = malloc(n + 1);
  if (!copy) return NAN;
  for (size_t i = 0; i < n; i++) copy[i] = at[i] == 'd' || at[i] == 'D' ? 'e' : at[i];
  copy[n] = 0;
  double value = strtod_l(copy, NULL, plain_locale);
  free(copy);
  return value;
}

const char *number_read(const char *at, const char *end, double *value) {
  static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                  1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  int minus = at < end && *at == '-';
  if (at < end && (*at == '-' || *at == '+')) at++;
  decimal number = {.mantissa = 0};
  const char *after = read_decimal(at, end, &number);
  if (!after) return NULL;
  double magnitude;
  if (number.mantissa == 0) {
    magnitude = 0;
  } else if (!number.truncated && number.mantissa <= (uint64_t)1 << 53 && labs(number.exponent) <= 22) {
    // Both factors are exact doubles, so the single rounding of the product or quotient is correct
    // (Clinger's fast path).
    magnitude = (double)number.mantissa;
    magnitude =
        number.exponent < 0 ? magnitude / powers[-number.exponent] : magnitude * powers[number.exponent];
  } else {
    magnitude = convert_slowly(at, after, number.fortran);
  }
  if (!isfinite(magnitude)) return NULL;
  *value = minus ? -magnitude : magnitude;
  return after;
}

const char *number_read_whole(const char *at, const char *end, long *value) {
  int minus = at < end && *at == '-';
  if (at < end && (*at == '-' || *at == '+')) at++;
  if (!is_digit(at, end)) return NULL;
  long magnitude = 0;
  for (; is_digit(at, end); at++)
    if (__builtin_mul_overflow(magnitude, 10L, &magnitude) ||
        __builtin_add_overflow(magnitude, (long)(*at - '0'), &magnitude))
      return NULL;
  *value = minus ? -magnitude : magnitude;
  return at;
}
