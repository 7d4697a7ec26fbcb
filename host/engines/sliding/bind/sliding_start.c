#include "engines/sliding/bind/sliding_start.h"

#include <string.h>

#include "study/file/key_place.h"

static const char of_guide[] = "guide", of_way[] = "way";

int sliding_rows(const engine_layout *layout, engine_rows to[ENGINE_ROWS]) {
  const int *dim = layout->sizes.dim, modes = sliding_n_modes(dim);
  const engine_rows all[] = {
      {"element", SLIDE_ELEMENT, 2, "1", "element of the path, and whether the motion is predicted",
       ROWS_MOTION},
      {"modal_coordinate", sliding_row_p(dim), modes, "m kg1/2", "modal coordinates", ROWS_MOTION},
      {"modal_motion", sliding_row_d(dim), modes, "m kg1/2", "predicted motion over the next step",
       ROWS_MOTION},
      {"sums", sliding_row_sums(dim), 2 * N_SLIDE_SUMS, "m", "displacements of the contact's nodes",
       ROWS_MOTION},
      {"roughness", sliding_row_roughness(dim), roughness_n_rows(dim[DIM_ROUGHNESS_KIND]), "1",
       "the rough surface's process", ROWS_CLOCK},
      {of_way, sliding_row_guide(dim), dim[DIM_GUIDE_IS_DRIVEN] ? N_GUIDE_ROWS : 0, "m",
       "way of the guide's drive", ROWS_CLOCK},
      {of_guide, SLIDE_GUIDE_SPEED, SLIDE_GUIDE_OFFSET + 1 - SLIDE_GUIDE_SPEED, "1",
       "of the guide: velocity (m/s), way per step (m), x_A at step 0 (m)", ROWS_PARAMETER},
  };
  memcpy(to, all, sizeof all);
  return (int)(sizeof all / sizeof *all);
}

// Places x_A where the earlier run ended; with the same constant velocity and clock its parameters
// are the same.
static guide_begin place_guide(const engine_layout *layout, const study *config, const start_point *from) {
  const double advance = start_states_number(layout, from, of_guide, SLIDE_GUIDE_ADVANCE - SLIDE_GUIDE_SPEED),
               offset = start_states_number(layout, from, of_guide, SLIDE_GUIDE_OFFSET - SLIDE_GUIDE_SPEED),
               way = start_states_number(layout, from, of_way, 0);
  const double mine = slider_of(config)->velocity * sliding_of(config)->step;
  const int keeps_way = from->goes_on && layout->sizes.dim[DIM_GUIDE_IS_DRIVEN];
  guide_begin guide = {.offset = offset, .now = offset + advance * from->steps + way};
  if (!from->goes_on || mine != advance || (!keeps_way && way != 0))
    guide.offset = guide.now - mine * from->first - (keeps_way ? way : 0);
  return guide;
}

chatter_status sliding_estimate_start(const engine_layout *layout, const study *config, long trajectory,
                                      trajectory_estimate *estimate, guide_begin *guide) {
  const double step = sliding_of(config)->step;
  TRY(start_states_find(layout, config, trajectory, step, estimate));
  if (estimate->status != TRAJECTORY_OK) return CHATTER_OK;
  if (estimate->from.step != step)
    return error_raise(
        CHATTER_BAD_STUDY,
        "%s: initial.from: trajectory %ld: a step of %g s after one of %g s (allowed: the same step)",
        study_place(config, "initial.from"), trajectory, step, estimate->from.step);
  *guide = place_guide(layout, config, &estimate->from);
  return CHATTER_OK;
}

void sliding_go_on(const engine_layout *layout, const study *config, const start_point *from,
                   double *parameter, double *state) {
  const sliding_setup *setup = layout->setup;
  start_states_copy(layout, from, state);
  parameter[SLIDE_GUIDE_OFFSET] = place_guide(layout, config, from).offset;
  signals_start(&setup->signals, state + sliding_row_observed(layout->sizes.dim));
}
