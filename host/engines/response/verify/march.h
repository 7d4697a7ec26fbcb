// A point of a response curve integrated in time, from the state that the harmonic balance has there: what is
// compared with it. Steps as in motion.h, contact forces at their ends by the laws themselves.
#ifndef CHATTER_ENGINES_RESPONSE_MARCH_H
#define CHATTER_ENGINES_RESPONSE_MARCH_H

#include "engines/response/stability/element_path.h"
#include "engines/response/extract/motion.h"

typedef struct march {
  const response_motion *motion;
  int steps; // of a period
  motion_step step;
  double *p, *v;        // [n_modes], without what the harmonic loads make of them
  double *constant;     // [n_modes], constant loads on rigid-body modes
  double *on_modes;     // [n_modes], contact forces at the last step
  double *change;       // [n_modes], scratch
  double complex *part; // [2][n_modes], what loads alone make of the modes: their mean and harmonic 1
  double *q, *r;        // [n_boundary], displacements and contact forces there
  double *slider;       // [n_boundary], of tangential coordinates of elastic elements
  double *by_loads; // [steps + 1][n_boundary + 1]: what loads make of contact coordinates and the response
  double *free, *before; // [n_boundary]: q without the new forces, q before the step
  double *work;          // [n_boundary][2 n_boundary + 1]
  element_event *event;  // [element_room], scratch
} march;

chatter_status march_create(const response_motion *motion, int steps, arena *memory, march *out);
// The state at τ = 0 of the motion's present point.
chatter_status march_begin(march *self);
// One period; the monitored response at the beginning of each step in y[steps]. 0: no contact forces were
// found.
int march_period(march *self, double *y);

typedef struct march_result {
  int is_steady, periods;
  double amplitude;    // root mean square without the mean
  double peak_to_peak; // m
} march_result;
// From march_begin on until the motion does not change, or for `most` periods.
chatter_status march_until_steady(march *self, int most, arena *memory, march_result *out);

#endif
