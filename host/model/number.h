// Numbers of model files: matrices have millions, so the common ones avoid strtod.
#ifndef CHATTER_MODEL_NUMBER_H
#define CHATTER_MODEL_NUMBER_H

// A decimal number at `at` (before `end`, where a 0 must stand): sign, digits, point, exponent with e, E, d
// or D, rounded correctly whatever the locale. Returns what follows it, or NULL where there is no finite
// number.
const char *number_read(const char *at, const char *end, double *value);

// A whole number likewise; NULL also where it does not fit.
const char *number_read_whole(const char *at, const char *end, long *value);

#endif
