// Final state of a run of beams, and the start of another run from it.
#include "engines/beams/bind/beams_start.h"

#include <string.h>

#include "engines/beams/beams_engine.h"
#include "ensemble/state/start_states.h"

static const char of_load[] = "load";

int beams_rows(const engine_layout *layout, engine_rows to[ENGINE_ROWS]) {
  const int *dim = layout->sizes.dim, nodes = dim[DIM_BEAM_NODES];
  const engine_rows all[] = {
      {"displacement", BEAMS_MOVED, N_NODE_NUMBERS * nodes, "m", "displacements of the nodes: x, y, z",
       ROWS_MOTION},
      {"rotation", beams_row_rotations(dim), N_TURN_NUMBERS * nodes, "1",
       "rotations of the nodes: quaternions", ROWS_MOTION},
      {"contact", beams_row_zone(dim), zone_n_numbers(dim[DIM_PAIRS_PER_ZONE]) * dim[DIM_CONTACT_ZONES], "1",
       "history of the contacts, for each pair of beams: known, closed, S of both closest points, "
       "dissipated, "
       "slid; then for each pair of points: elastic gaps, plastic gaps, gap, normal force, friction forces, "
       "state, mutual force, S of both points, facets, multiplier",
       ROWS_MOTION},
      {of_load, BEAMS_REACHED, 1, "1", "load factor", ROWS_CLOCK},
  };
  memcpy(to, all, sizeof all);
  return (int)(sizeof all / sizeof *all);
}

// With a continued clock the load history begins at the factor where the other run ended. Else it
// begins at 0: driven freedoms move on from their positions, forces begin anew.
double beams_first_factor(const engine_layout *layout, const trajectory_estimate *estimate) {
  if (!layout->start || !estimate->from.goes_on) return 0;
  return start_states_number(layout, &estimate->from, of_load, 0);
}
