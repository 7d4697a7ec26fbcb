// Table of the quantities of motion regimes, one row each.
#include "engines/regimes/extract/regimes_quantities.h"

#include <math.h>
#include <stdio.h>

double regimes_state(const regimes_column *c, int row) {
  return c->host->state[(long)row * c->host->stride + c->i];
}

double regimes_host_row(const regimes_column *c, int row) {
  return engine_parameter(c->host, c->layout->n_parameters - N_REGIMES_ROWS + row, c->i);
}

static double regime(const regimes_column *c) {
  if (regimes_state(c, COULOMB_STUCK_CYCLES) > 0) return 0;
  return regimes_state(c, COULOMB_STOPS) > 0 || regimes_state(c, COULOMB_STICK_TIME) > 1e-9 ? 1 : 2;
}

static double stops_per_cycle(const regimes_column *c) {
  return regimes_state(c, COULOMB_STOPS) / regimes_state(c, COULOMB_RECORDED);
}

static double amplitude(const regimes_column *c) {
  return regimes_host_row(c, REGIMES_SCALE) * 0.5 *
         (regimes_state(c, COULOMB_U_MAX) - regimes_state(c, COULOMB_U_MIN));
}

static double stick_fraction(const regimes_column *c) {
  return regimes_state(c, COULOMB_STICK_TIME) / (regimes_state(c, COULOMB_RECORDED) * 2 * M_PI);
}

static double cycle_dissipation(const regimes_column *c) {
  return regimes_host_row(c, REGIMES_BETA) * regimes_host_row(c, REGIMES_SCALE) *
         regimes_state(c, COULOMB_SLIP_PATH) / regimes_state(c, COULOMB_RECORDED);
}

static double limit(const regimes_column *c) {
  return regimes_host_row(c, REGIMES_LIMIT);
}
static double limit_s1(const regimes_column *c) {
  return regimes_host_row(c, REGIMES_LIMIT_S1);
}
static double no_motion(const regimes_column *c) {
  return regimes_host_row(c, REGIMES_NO_MOTION);
}

// clang-format off
const regimes_quantity regimes_quantities[] = {
    {{"regime", "1", "motion regime: 0 no motion, 1 stick-slip, 2 continuous", "0 no motion, 1 stick-slip, 2 "
     "continuous", .place = QUANTITY_OF_POINT}, .value = regime, .is_class = 1,
     .stepped_front = "motion regime of ", .stepped_end = ": 0 no motion, 1 stick-slip, 2 continuous"},
    {{"stops_per_cycle", "1", "stick phases per excitation cycle", "stick phases per excitation cycle",
     .place = QUANTITY_OF_POINT}, .value = stops_per_cycle},
    {{"amplitude", "m", "half peak-to-peak relative motion of the contact in the window", "half peak-to-peak "
     "relative motion of the contact in the window; in units of the excitation in dimensionless studies",
     .place = QUANTITY_OF_POINT}, .value = amplitude},
    {{"regime_stick_fraction", "1", "share of the window in stick", "share of the window in stick",
     .place = QUANTITY_OF_POINT}, .value = stick_fraction, .stepped_front = "share of the window in which ",
     .stepped_end = " sticks"},
    {{"cycle_dissipation", "J", "energy dissipated by friction per excitation cycle",
     "friction work per excitation cycle", .place = QUANTITY_OF_POINT}, .value = cycle_dissipation},
    {{"beta_lim", "N", "friction force below which motion is continuous, exact", "friction force below which "
     "motion is continuous, exact; NaN with damping", .place = QUANTITY_OF_POINT}, .value = limit,
     .is_boundary = 1},
    {{"beta_lim_s1", "N", "friction force below which motion is continuous, with S = 1", "the same with Den "
     "Hartog's S = 1; NaN with damping", .place = QUANTITY_OF_POINT}, .value = limit_s1, .is_boundary = 1},
    {{"beta_nomotion", "N", "friction force above which there is no motion", "friction force above which "
     "nothing moves", .place = QUANTITY_OF_POINT}, .value = no_motion, .is_boundary = 1},
    {.is = {.word = NULL}},
};
// clang-format on

const regimes_quantity *regimes_quantity_of(const output_config *output) {
  for (int i = 0; regimes_quantities[i].is.word; i++)
    if (&regimes_quantities[i].is == output->quantity) return &regimes_quantities[i];
  return NULL;
}

const char *regimes_quantities_text(int stepped, char *text, size_t size) {
  size_t used = 0;
  text[0] = '\0';
  for (int i = 0; regimes_quantities[i].is.word && used < size; i++) {
    if (stepped && !regimes_quantities[i].stepped_front) continue;
    used +=
        (size_t)snprintf(text + used, size - used, "%s%s", used ? ", " : "", regimes_quantities[i].is.word);
  }
  return text;
}
