#include "engines/transient/transient_quantities.h"

#include "kernels/transient/transient.h"

const quantity_words transient_quantities[QUANTITY_ITERATIONS + 1] = {
    [QUANTITY_DISPLACEMENT] = {SIGNAL_DISPLACEMENT, 1, "displacement"},
    [QUANTITY_VELOCITY] = {SIGNAL_VELOCITY, 1, "velocity"},
    [QUANTITY_GAP] = {SIGNAL_GAP, 3, "gap"},
    [QUANTITY_NORMAL_FORCE] = {SIGNAL_NORMAL_FORCE, 2, "normal contact force, preload included"},
    [QUANTITY_TANGENTIAL_FORCE] = {SIGNAL_TANGENTIAL_FORCE, 2, "tangential contact force"},
    [QUANTITY_SLIP_VELOCITY] = {SIGNAL_SLIP_VELOCITY, 2, "slip velocity"},
    [QUANTITY_BOUNDARY] = {SIGNAL_BOUNDARY, 2, "boundary coordinate"},
    [QUANTITY_ENERGY_KINETIC] = {SIGNAL_KINETIC, 0, "kinetic energy"},
    [QUANTITY_ENERGY_ELASTIC] = {SIGNAL_ELASTIC, 0, "elastic energy"},
    [QUANTITY_ENERGY_POTENTIAL] = {SIGNAL_POTENTIAL, 0, "potential of constant loads and gravity"},
    [QUANTITY_ENERGY_TOTAL] = {SIGNAL_TOTAL, 0, "total energy"},
    [QUANTITY_DISSIPATION] = {SIGNAL_DISSIPATION, 0, "energy dissipated by friction in the recorded time"},
    [QUANTITY_CONTACT_FRACTION] = {-1, 2, "fraction of the recorded steps in contact"},
    [QUANTITY_IMPACTS] = {-1, 3, "contacts begun in the recorded time"},
    [QUANTITY_STICK_FRACTION] = {-1, 2, "fraction of the recorded steps in stick"},
    [QUANTITY_APEX] = {-1, 3, "apex of bounce"},
    [QUANTITY_APEX_TIME] = {-1, 3, "time of the apex of bounce"},
    [QUANTITY_ITERATIONS] = {SIGNAL_ITERATIONS, 0, "iterations of the inclusion solver per contact step"},
};

const int transient_keeps[REDUCE_SERIES + 1] = {
    [REDUCE_FINAL] = KEEP_FINAL,
    [REDUCE_MIN] = KEEP_MIN,
    [REDUCE_MAX] = KEEP_MAX,
    [REDUCE_MEAN] = KEEP_MEAN,
    [REDUCE_RMS] = KEEP_SQUARE,
    [REDUCE_HALF_PEAK_TO_PEAK] = KEEP_MIN | KEEP_MAX,
    [REDUCE_DRIFT] = KEEP_DRIFT,
    [REDUCE_WINDOWS] = (KEEP_MIN | KEEP_MAX) << KEEP_WINDOW,
    [REDUCE_WINDOW_MIN] = KEEP_MIN << KEEP_WINDOW,
    [REDUCE_WINDOW_MAX] = KEEP_MAX << KEEP_WINDOW,
    [REDUCE_WINDOW_MEAN] = KEEP_MEAN << KEEP_WINDOW,
    [REDUCE_WINDOW_RMS] = KEEP_SQUARE << KEEP_WINDOW,
    [REDUCE_SERIES] = 0,
};
const char *const transient_reduces[REDUCE_SERIES + 1] = {
    [REDUCE_FINAL] = "final",
    [REDUCE_MIN] = "minimum",
    [REDUCE_MAX] = "maximum",
    [REDUCE_MEAN] = "mean",
    [REDUCE_RMS] = "root mean square",
    [REDUCE_HALF_PEAK_TO_PEAK] = "half peak-to-peak",
    [REDUCE_DRIFT] = "largest distance from the first value",
    [REDUCE_WINDOWS] = "half peak-to-peak per window",
    [REDUCE_WINDOW_MIN] = "minimum per window",
    [REDUCE_WINDOW_MAX] = "maximum per window",
    [REDUCE_WINDOW_MEAN] = "mean per window",
    [REDUCE_WINDOW_RMS] = "root mean square per window",
    [REDUCE_SERIES] = "time series",
};

int transient_is_of_all_points(const output_config *output) {
  return transient_quantities[output->quantity].needs >= 2 && output->contact == OUTPUT_ALL_POINTS;
}
