// What `chatter check` says of the system of equations, and what is said at the end of a run.
#include <stdio.h>

#include "base/log.h"
#include "base/text.h"
#include "engines/response/response_engine.h"

void response_report(const engine_layout *layout, const study *config, FILE *stream) {
  const int *dim = layout->sizes.dim;
  fprintf(stream, "  %-22s%d: %d coefficients of %d contact %s\n", "unknowns", hb_unknowns(dim),
          hb_width(dim), dim[DIM_HB_BOUNDARY],
          text_plural(dim[DIM_HB_BOUNDARY], "coordinate", "coordinates"));
  if (dim[DIM_HB_ADAPT])
    fprintf(stream, "  %-22s1 to %d at each point\n", "harmonics", dim[DIM_HB_HARMONICS]);
  fprintf(stream, "  %-22s%s\n", "factorisation",
          response_by_library(config, dim) ? "by libraries, a trajectory a thread" : "by the kernel");
  if (dim[DIM_HB_SAMPLES] > 0) fprintf(stream, "  %-22s%d per period\n", "samples", dim[DIM_HB_SAMPLES]);
}

void response_advise(const study *config, const reduced_model *reduced, int is_only,
                     const long count[N_TRAJECTORY_STATUS]) {
  const long stalled = count[TRAJECTORY_SOLVER_STALLED], full = count[TRAJECTORY_EVENT_OVERFLOW];
  (void)reduced, (void)is_only;
  if (stalled > 0)
    log_warning("%s: %ld %s ended because no point was found, or none with the smallest step (response_end "
                "says which); begin at a frequency far from resonance (response.from), or take more "
                "harmonics",
                study_place(config, "response"), stalled, text_plural(stalled, "trajectory", "trajectories"));
  if (full > 0)
    log_warning("%s: %ld %s ended with as many points as are kept; raise response.points",
                study_place(config, "response.points"), full,
                text_plural(full, "trajectory", "trajectories"));
}
