#include "engines/sliding/sliding_start.h"

#include <string.h>

static const char of_guide[] = "guide", of_way[] = "way";

int sliding_rows(const engine_layout *layout, engine_rows to[ENGINE_ROWS]) {
  const int *dim = layout->sizes.dim, modes = sliding_modes(dim);
  const engine_rows all[] = {
      {"element", SLIDE_ELEMENT, 2, "1", "element of the path, and whether the motion is predicted",
       ROWS_MOTION},
      {"modal_coordinate", sliding_row_p(dim), modes, "m kg1/2", "modal coordinates", ROWS_MOTION},
      {"modal_motion", sliding_row_d(dim), modes, "m kg1/2", "predicted motion over the next step",
       ROWS_MOTION},
      {"sums", sliding_row_sums(dim), 2 * SLIDE_SUMS, "m", "displacements of the contact's nodes",
       ROWS_MOTION},
      {"roughness", sliding_row_roughness(dim), roughness_n_rows(dim[DIM_ROUGH]), "1",
       "the rough surface's process", ROWS_CLOCK},
      {of_way, sliding_row_guide(dim), dim[DIM_GUIDED] ? GUIDE_ROWS : 0, "m", "way of the guide's drive",
       ROWS_CLOCK},
      {of_guide, SLIDE_SPEED, SLIDE_OFFSET + 1 - SLIDE_SPEED, "1",
       "of the guide: velocity (m/s), way per step (m), x_A at step 0 (m)", ROWS_PARAMETER},
  };
  memcpy(to, all, sizeof all);
  return (int)(sizeof all / sizeof *all);
}

double sliding_step_of(const engine_layout *layout, const kernel_batch *host, long i) {
  (void)layout;
  return engine_parameter(host, SLIDE_STEP, i);
}

// x_A goes on where it was: with the same constant velocity and clock by the same numbers.
static void place_guide(const engine_layout *layout, const study *config, sliding_begin *out) {
  const start_point *from = &out->from;
  const double advance = start_states_number(layout, from, of_guide, SLIDE_ADVANCE - SLIDE_SPEED),
               offset = start_states_number(layout, from, of_guide, SLIDE_OFFSET - SLIDE_SPEED),
               way = start_states_number(layout, from, of_way, 0);
  const double now = slider_of(config)->velocity * sliding_of(config)->step;
  const int keeps_way = from->goes_on && layout->sizes.dim[DIM_GUIDED];
  out->now = offset + advance * from->steps + way;
  out->offset = from->goes_on && now == advance && (keeps_way || way == 0)
                    ? offset
                    : out->now - now * from->first - (keeps_way ? way : 0);
}

chatter_status sliding_find_start(const engine_layout *layout, const study *config, long trajectory,
                                  sliding_begin *out, trajectory_status *status) {
  const double step = sliding_of(config)->step;
  int ended;
  TRY(start_states_find(layout, config, trajectory, step, &out->from, &ended));
  if (!ended) {
    *status = TRAJECTORY_NOT_RUN;
    return CHATTER_OK;
  }
  if (out->from.step != step)
    return error_raise(
        CHATTER_BAD_STUDY,
        "%s: initial.from: trajectory %ld: a step of %g s after one of %g s (allowed: the same step)",
        study_place(config, "initial.from"), trajectory, step, out->from.step);
  place_guide(layout, config, out);
  return CHATTER_OK;
}

chatter_status sliding_go_on(const engine_layout *layout, const study *config, long trajectory,
                             double *parameter, double *state) {
  const sliding_own *own = layout->own;
  sliding_begin begin;
  trajectory_status status = TRAJECTORY_OK;
  TRY(sliding_find_start(layout, config, trajectory, &begin, &status));
  start_states_copy(layout, &begin.from, state);
  parameter[SLIDE_OFFSET] = begin.offset;
  state[STATE_STEPS] = begin.from.first;
  signals_start(&own->signals, state + sliding_row_observed(layout->sizes.dim));
  return CHATTER_OK;
}
