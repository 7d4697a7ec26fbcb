// What `chatter check` says of the system of equations.
#include <stdio.h>

#include "base/text.h"
#include "engines/response/response_engine.h"

void response_report(const engine_layout *layout, const study *config, FILE *stream) {
  const int *dim = layout->sizes.dim;
  response_warn_of_ridges(config);
  response_warn_of_stops(config, layout->reduced);
  fprintf(stream, "  %-22s%d: %d coefficients of %d contact %s\n", "unknowns", hb_unknowns(dim),
          hb_width(dim), dim[DIM_HB_BOUNDARY],
          text_plural(dim[DIM_HB_BOUNDARY], "coordinate", "coordinates"));
  if (dim[DIM_HB_ADAPT])
    fprintf(stream, "  %-22s1 to %d at each point\n", "harmonics", dim[DIM_HB_HARMONICS]);
  fprintf(stream, "  %-22s%s\n", "factorisation",
          response_by_library(config, dim) ? "by libraries, a trajectory a thread" : "by the kernel");
  if (dim[DIM_HB_COUPLED])
    fprintf(stream, "  %-22sa matrix that couples %d modes, factorised at each harmonic\n", "damping",
            dim[DIM_HB_MODES]);
  if (dim[DIM_HB_SAMPLES] > 0) fprintf(stream, "  %-22s%d per period\n", "samples", dim[DIM_HB_SAMPLES]);
}
