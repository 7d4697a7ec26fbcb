// Artificial curves: the steady amplitude of x'' + 2 D x' + x + k x^3 = F cos(w t) with one
// harmonic; w at a given amplitude in closed form.
#ifndef CHATTER_TESTS_CURVE_DATA_H
#define CHATTER_TESTS_CURVE_DATA_H

#include "figure_data.h"
#include "results/result_rows.h"

enum { CURVE_UP = 120, CURVE_POINTS = 2 * CURVE_UP - 1, RIDGE_POINTS = 40, CURVE_DAMPING = 0 };
static const double duffing_damping = 0.03, duffing_cubic = 1.0;

// Returns w^2 of both flanks at amplitude a: w^4 - 2 (s - 2 D^2) w^2 + s^2 = (F/a)^2 with s = 1 +
// 3/4 k a^2.
static inline double duffing_square(double a, double load, int upper) {
  const double s = 1 + 0.75 * duffing_cubic * a * a, m = s - 2 * duffing_damping * duffing_damping,
               root = m * m - s * s + load * load / (a * a);
  return m + (upper ? 1 : -1) * sqrt(fmax(root, 0));
}

// Returns the amplitude at which both flanks meet: (F/a)^2 = s^2 - m^2.
static inline double duffing_peak(double load) {
  double low = 1e-9, high = 1e3;
  for (int i = 0; i < 200; i++) {
    const double a = 0.5 * (low + high), s = 1 + 0.75 * duffing_cubic * a * a,
                 m = s - 2 * duffing_damping * duffing_damping;
    if (load * load / (a * a) > s * s - m * m)
      low = a;
    else
      high = a;
  }
  return 0.5 * (low + high);
}

typedef struct curve_set {
  result_set *set;
  double *frequency, *load, *damping, *tip;
  int *curve, *event, *stable, *piece;
} curve_set;

// Makes room for the points of every trajectory and their variables.
static inline curve_set begin_curves(size_t n, const int *length) {
  curve_set out = {.set = begin(n, "Beam with a cubic spring")};
  size_t total;
  CHECK_OK(result_set_add_row_sizes(out.set, "point", n, length, &total));
  out.frequency = result_set_add(out.set, "frequency", RESULT_DOUBLE, "point", &total, "Hz", "frequency");
  out.load =
      result_set_add(out.set, "load_factor", RESULT_DOUBLE, "point", &total, "1", "factor on the loads");
  out.damping =
      result_set_add(out.set, "damping", RESULT_DOUBLE, "point", &total, "1", "equivalent damping ratio");
  out.curve = result_set_add(out.set, "curve", RESULT_INT, "point", &total, "1", "curve of the point");
  out.event = result_set_add(out.set, "event", RESULT_INT, "point", &total, "1", "what happens there");
  out.stable = result_set_add(out.set, "stable", RESULT_INT, "point", &total, "1", "stability");
  out.piece = result_set_add(out.set, "piece", RESULT_INT, "point", &total, "1", "connected piece");
  out.tip = result_set_add(out.set, "tip", RESULT_DOUBLE, "point", &total, "m", "amplitude at tip");
  result_set_flags(out.set, "curve", "response extremum phase dnnm");
  result_set_flags(out.set, "event", "none maximum minimum kink fold phase_resonance");
  result_set_flags(out.set, "stable", "unknown stable fold flip neimark_sacker");
  result_set_role(out.set, "curve", RESULT_CURVE);
  result_set_role(out.set, "event", RESULT_EVENT);
  result_set_role(out.set, "stable", RESULT_STABLE);
  result_set_role(out.set, "piece", RESULT_PIECE);
  result_set_role(out.set, "tip", RESULT_OUTPUT);
  return out;
}

// Writes CURVE_POINTS points from `at` on: up the lower flank, over the peak, down the upper flank;
// in mm and about 50 Hz.
static inline void put_curve(curve_set *to, size_t at, double load) {
  const double peak = duffing_peak(load);
  for (int i = 0; i < CURVE_POINTS; i++) {
    const int step = i < CURVE_UP ? i : CURVE_POINTS - 1 - i, upper = i >= CURVE_UP;
    const double part = (double)step / (CURVE_UP - 1),
                 a = peak * (0.08 + 0.92 * (1 - (1 - part) * (1 - part)));
    const size_t k = at + (size_t)i;
    to->frequency[k] = 50 * sqrt(fmax(duffing_square(a, load, upper), 0));
    to->tip[k] = 1e-3 * a;
    to->load[k] = load;
    to->damping[k] = NAN;
    to->event[k] = i == CURVE_UP - 1 ? 1 : 0;
    to->stable[k] = 1;
  }
  for (size_t k = at + CURVE_UP; k + 1 < at + CURVE_POINTS; k++) { // the upper flank until its
                                                                   // turning point
    const int back = to->frequency[k + 1] < to->frequency[k];
    to->stable[k] = back ? 2 : 1;
    if (!back && to->frequency[k] < to->frequency[k - 1]) to->event[k] = 4;
  }
}

// Writes RIDGE_POINTS points of a ridge above the curves: the undamped frequency of every
// amplitude, slightly shifted.
static inline void put_ridge(curve_set *to, size_t at, int kind, double most, double shift) {
  for (int i = 0; i < RIDGE_POINTS; i++) {
    const double a = most * (i + 1) / RIDGE_POINTS, w = sqrt(1 + 0.75 * duffing_cubic * a * a) * (1 + shift);
    const size_t k = at + (size_t)i;
    to->frequency[k] = 50 * w;
    to->tip[k] = 1e-3 * a;
    to->load[k] = 2 * duffing_damping * w * a; // energy balance
    to->damping[k] = kind == 3 ? duffing_damping / w : NAN;
    to->curve[k] = kind;
    to->stable[k] = 0;
    to->piece[k] = kind;
  }
}

#endif
