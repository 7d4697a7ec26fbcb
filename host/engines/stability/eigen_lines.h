// Eigenvalues followed along a parameter, as lines with a constant identity.
#ifndef CHATTER_STABILITY_EIGEN_LINES_H
#define CHATTER_STABILITY_EIGEN_LINES_H

#include <complex.h>
#include "base/memory.h"
#include "base/status.h"

// Finds the eigenvalues of smallest Im at a place: up to `wanted` of them in `value`, their number
// in *n. Several threads call it at once, each with its number.
typedef struct eigen_source {
  chatter_status (*at)(void *context, int thread, double place, int wanted, double complex *value, int *n);
  void *context;
  int threads;
} eigen_source;

typedef struct eigen_lines {
  int n_lines;
  long n_places;
  const double *place; // [n_places], ascending
  // [n_places][n_lines]; NaN after a line was lost (it left the requested eigenvalues)
  double complex *value;
} eigen_lines;

enum { LINES_SPARE = 6 }; // additional eigenvalues that lines may exchange with

// Follows the n_lines lowest eigenvalues at place[0]. Neighbouring places are joined by
// extrapolation and nearest values; if that is ambiguous, places between them are added.
chatter_status eigen_lines_follow(const eigen_source *source, int n_lines, long n_places, const double *place,
                                  arena *memory, eigen_lines *out);

// Evaluates all lines at x between place[i] and place[i + 1].
chatter_status eigen_lines_between(const eigen_source *source, const eigen_lines *lines, long i, double x,
                                   double complex *value);

// Joins given eigenvalues, [n_places][n_lines] sorted by Im, NaN after the last of a place, in the
// same way; no further ones can be requested.
chatter_status eigen_lines_join(int n_lines, long n_places, const double *place, double complex *given,
                                arena *memory, eigen_lines *out);

#endif
