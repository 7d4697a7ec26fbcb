// Eigenvalues followed along a parameter: lines that keep their identity, and where they grow.
#ifndef CHATTER_STABILITY_EIGEN_LINES_H
#define CHATTER_STABILITY_EIGEN_LINES_H

#include <complex.h>
#include "base/memory.h"
#include "base/status.h"

// The eigenvalues of smallest Im at a place: up to `wanted` of them into value, their number into
// *n. Called by several threads at once, each with its number.
typedef struct eigen_source {
  chatter_status (*at)(void *context, int thread, double place, int wanted, double complex *value, int *n);
  void *context;
  int threads;
} eigen_source;

typedef struct eigen_lines {
  int n_lines;
  long n_places;
  const double *place;   // [n_places], ascending
  double complex *value; // [n_places][n_lines]; NaN behind where a line was lost (it left the eigenvalues
                         // that were asked for)
} eigen_lines;

enum { LINES_SPARE = 6 }; // eigenvalues beyond the lines, among which lines may move

// Lines of the n_lines lowest eigenvalues at place[0]. Neighbouring places are joined by
// extrapolation and nearest values; where that is not clear, places between them are taken.
chatter_status eigen_lines_follow(const eigen_source *source, int n_lines, long n_places, const double *place,
                                  arena *memory, eigen_lines *out);

// All lines at x between place[i] and place[i + 1].
chatter_status eigen_lines_between(const eigen_source *source, const eigen_lines *lines, long i, double x,
                                   double complex *value);

// Likewise of eigenvalues that are given, [n_places][n_lines] by Im, NaN behind the last of a
// place: no others can be asked for.
chatter_status eigen_lines_join(int n_lines, long n_places, const double *place, double complex *given,
                                arena *memory, eigen_lines *out);

#endif
