// Rows of a trajectory's state and settings as members of its stepper: loaded, saved, and reduced
// to the lanes' number of harmonics.
#ifndef CHATTER_KERNELS_RESPONSE_ROWS_H
#define CHATTER_KERNELS_RESPONSE_ROWS_H

#include "response_stages.h"

// Scalar rows of the state, in their order from HB_CURRENT_STAGE on, with their members.
#define HB_SCALARS(X)                                                                                        \
  X(HB_CURRENT_STAGE, stage)                                                                                 \
  X(HB_STAGE_BEGUN, begun)                                                                                   \
  X(HB_CURVE_FACTOR, factor)                                                                                 \
  X(HB_START_KIND, start)                                                                                    \
  X(HB_RESTARTS, restarts)                                                                                   \
  X(HB_PATH_PARAMETER, path_parameter)                                                                       \
  X(HB_NEXT_STEP, step)                                                                                      \
  X(HB_FOLLOWS_ONSET, follows_onset)                                                                         \
  X(HB_ONSET_POINT, slider)                                                                                  \
  X(HB_ORIENTATION, orientation)                                                                             \
  X(HB_CORNER_STATE, turn)                                                                                   \
  X(HB_SOUGHT_EVENT, sought_event)                                                                           \
  X(HB_LOCATE_ATTEMPTS, attempts)                                                                            \
  X(HB_EARLIER_EVENTS, earlier_events)                                                                       \
  X(HB_BRACKET_LOWER, lower)                                                                                 \
  X(HB_BRACKET_LOWER_VALUE, lower_value)                                                                     \
  X(HB_BRACKET_UPPER, upper)                                                                                 \
  X(HB_BRACKET_UPPER_VALUE, upper_value)                                                                     \
  X(HB_BRANCH_DISTANCE, beside)                                                                              \
  X(HB_PEAK_FOUND, peak_found)                                                                               \
  X(HB_PEAK_AMPLITUDE, peak_amplitude)                                                                       \
  X(HB_PEAK_KINK, peak_kink)                                                                                 \
  X(HB_PEAK_LEAST_SINCE, peak_least_since)                                                                   \
  X(HB_ROOT_AMPLITUDE, root_amplitude)                                                                       \
  X(HB_ROOT_LEAST_SINCE, root_least_since)                                                                   \
  X(HB_RESONANCE_FOUND, resonance_found)                                                                     \
  X(HB_N_POINTS, points)                                                                                     \
  X(HB_N_ITERATIONS, n_iterations)                                                                           \
  X(HB_END_REASONS, end_reasons)
#define HB_SETTINGS(X)                                                                                       \
  X(HB_STAGE_SET, stages)                                                                                    \
  X(HB_OMEGA_FROM, omega_from)                                                                               \
  X(HB_OMEGA_TO, omega_to)                                                                                   \
  X(HB_FACTOR_TO, factor_to)                                                                                 \
  X(HB_PEAK_OMEGA_MIN, peak_least)                                                                           \
  X(HB_PEAK_OMEGA_MAX, peak_most)                                                                            \
  X(HB_PEAK_TAKES_LAST, peak_last)                                                                           \
  X(HB_PEAK_IS_MINIMUM, peak_minimum)                                                                        \
  X(HB_MAX_OMEGA_STEP, range_step)                                                                           \
  X(HB_MAX_GROWTH, growth)                                                                                   \
  X(HB_MIN_STEP, min_step)                                                                                   \
  X(HB_TOLERANCE, tolerance)                                                                                 \
  X(HB_STATIC_GRIP, static_grip)                                                                             \
  X(HB_RESTART_FACTOR, restart)                                                                              \
  X(HB_ADAPT_TOLERANCE, adapt)
// Array rows of the state: row, member, number of coordinates with coefficients, further numbers.
// Peak, root, resonance, first and mode always have all harmonics.
#define HB_ARRAYS(X)                                                                                         \
  X(HB_ROW_LAST_POINT, at, DIM(DIM_HB_BOUNDARY), 1)                                                          \
  X(HB_ROW_LAST_TANGENT, last_tangent, DIM(DIM_HB_BOUNDARY), 2)                                              \
  X(HB_ROW_BORDERING_ROW, bordering_row, DIM(DIM_HB_BOUNDARY), 1)                                            \
  X(HB_ROW_PEAK, peak, 0, hb_n_unknowns(DIMS(run)) + 1)                                                      \
  X(HB_ROW_ROOT, root, 0, hb_n_unknowns(DIMS(run)) + 1)                                                      \
  X(HB_ROW_RESONANCE, resonance, 0, hb_n_unknowns(DIMS(run)) + 1)                                            \
  X(HB_ROW_FIRST_POINT, first, 0, hb_n_unknowns(DIMS(run)) + 1)                                              \
  X(HB_ROW_LANDMARK, landmark, 0, hb_n_unknowns(DIMS(run)) + 1)                                              \
  X(HB_ROW_MODE_START, mode, 0, hb_n_unknowns(DIMS(run)) + 2)                                                \
  X(HB_ROW_EVENT, event, 0, N_HB_EVENTS + DIM(DIM_HB_POINTS))                                                \
  X(HB_ROW_LAST_RESPONSES, shown, DIM(DIM_HB_RESPONSES), 0)
#define HB_NUMBERS(X)                                                                                        \
  X(HARMONICS_NOW, lane_harmonics)                                                                           \
  X(HARMONICS_OF_LAST_POINT, last_harmonics)                                                                 \
  X(HARMONICS_OF_PEAK, peak_harmonics)                                                                       \
  X(HARMONICS_ALL, all_harmonics)                                                                            \
  X(HARMONICS_POINTS_BEFORE, points_before)

KERNEL_FN void arrays_load(const kernel_run *run, response_stepper *self) {
#define X(row, name, rows, more)                                                                             \
  team_for(i, (rows)*balance_width(run, self) + (more)) self->name[i] =                                      \
      state_load(run, hb_state_row(DIMS(run), row) + full_balance_place(run, self, rows, i));
  HB_ARRAYS(X)
#undef X
}

KERNEL_CALLED wide_t response_begin(const kernel_run *run, response_stepper *self, char *work) {
  ARRAYS_PLACE(RESPONSE_ARRAYS)
#define X(row, name) self->name = state_load(run, row);
  HB_SCALARS(X)
#undef X
#define X(which, name) self->name = parameter_load(run, which);
  HB_SETTINGS(X)
#undef X
#define X(which, name)                                                                                       \
  self->name =                                                                                               \
      DIM(DIM_HB_ADAPT) ? state_load(run, hb_state_row(DIMS(run), HB_ROW_HARMONICS) + which) : lane_set(0);
  HB_NUMBERS(X)
#undef X
  lane_assign(&self->factor, mask_not(mask_of_number(self->factor)), parameter_load(run, HB_FACTOR));
  self->loosening = lane_set(LOOSENING_MIN);
  range_set(run, self);
  self->harmonics = DIM(DIM_HB_HARMONICS);
  self->wanted_harmonics = self->lane_harmonics, self->truncation_error = lane_set(0);
  lane_assign(&self->adapt, mask_of_number(self->all_harmonics), lane_set(0));
  arrays_load(run, self);
  self->lost = mask_set(0);
  transfer_loads(run, self);
  team_sync();
  return wide_set(1);
}

KERNEL_CALLED void response_save(const kernel_run *run, const response_stepper *self, mask_t mask) {
  if (TEAM_RANK == 0) {
#define X(row, name) state_save(run, row, mask, self->name);
    HB_SCALARS(X)
#undef X
#define X(which, name)                                                                                       \
  if (DIM(DIM_HB_ADAPT)) state_save(run, hb_state_row(DIMS(run), HB_ROW_HARMONICS) + which, mask, self->name);
    HB_NUMBERS(X)
#undef X
  }
#define X(row, name, rows, more)                                                                             \
  team_for(i, (rows)*hb_n_coefficients(DIMS(run)) + (more)) state_save(                                      \
      run, hb_state_row(DIMS(run), row) + i, mask, full_balance_number(run, self, self->name, rows, i));
  HB_ARRAYS(X)
#undef X
}

// Sets the balance to the largest number of harmonics of the lanes; each lane's last point has its
// own.
KERNEL_FN void balance_fit(const kernel_run *run, response_stepper *self, mask_t active) {
  int most = 1;
  for (int lane = 0; lane < LANES; lane++)
    if (mask_get(active, lane) && lane_get(self->lane_harmonics, lane) > most)
      most = (int)lane_get(self->lane_harmonics, lane);
  if (most != self->harmonics) {
    team_sync(); // wait until all ranks have written
    response_save(run, self, active);
    team_sync();
    self->harmonics = most;
    arrays_load(run, self);
    team_sync();
  }
  balance_restrict(run, self, self->at, DIM(DIM_HB_BOUNDARY));
  balance_restrict(run, self, self->last_tangent, DIM(DIM_HB_BOUNDARY));
  balance_restrict(run, self, self->bordering_row, DIM(DIM_HB_BOUNDARY));
  balance_restrict(run, self, self->shown, DIM(DIM_HB_RESPONSES));
}

#endif
