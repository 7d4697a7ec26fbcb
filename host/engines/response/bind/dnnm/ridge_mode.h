// The linear mode, with all contacts stuck, whose peak a ridge of the response begins as.
#ifndef CHATTER_ENGINES_RESPONSE_RIDGE_MODE_H
#define CHATTER_ENGINES_RESPONSE_RIDGE_MODE_H

#include <complex.h>

typedef struct ridge_modes {
  int n;
  const double *omega;        // [n], rad/s, ascending
  const double *open;         // [n], with all contacts open: not above
  const double *rate;         // [n], 1/s, of damping
  const double complex *load; // [n], what the loads do on each
  const double *motion;       // [n], of the monitored displacement
} ridge_modes;

// Of the peaks of small loads between two frequencies the highest, or the `last`. Where there is none, the
// mode that can come to lie there as contacts slip and open and answers most; else the one that is nearest.
int ridge_mode_choose(const ridge_modes *self, double least, double most, int last);

#endif
