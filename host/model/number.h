// Reads numbers of model files. Matrices have millions of them, so the common forms avoid strtod.
#ifndef CHATTER_MODEL_NUMBER_H
#define CHATTER_MODEL_NUMBER_H

// Reads a decimal number at `at` (a 0 must stand at `end`): sign, digits, point, exponent with e,
// E, d or D, correctly rounded in any locale. Returns the end of it, or NULL if there is no finite
// number.
const char *number_read(const char *at, const char *end, double *value);

// Reads a whole number; NULL also if it does not fit.
const char *number_read_whole(const char *at, const char *end, long *value);

#endif
