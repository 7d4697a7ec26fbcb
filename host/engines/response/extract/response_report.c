// What `chatter check` says of the system of equations.
#include <stdio.h>

#include "base/text.h"
#include "engines/response/response_engine.h"
#include "engines/response/stability/stability.h"

// How the stability of the points of curves is found.
static void report_stability(const engine_layout *layout, const study *config, FILE *stream) {
  const int wanted = response_of(config)->stability,
            is_known = response_wants_multipliers(config) &&
                       response_has_multipliers(layout->setup, layout->reduced);
  fprintf(stream, "  %-22s", "stability");
  if (wanted == STABILITY_NO)
    fprintf(stream, "not looked for\n");
  else if (!is_known)
    fprintf(stream, "told by folds, elsewhere unknown\n");
  else if (response_multiplies_all(layout, config))
    fprintf(stream, "by Floquet multipliers, at all points\n");
  else
    fprintf(
        stream,
        "told by folds, elsewhere unknown; multipliers would take longer (response.stability: floquet)\n");
}

void response_report(const engine_layout *layout, const study *config, FILE *stream) {
  const int *dim = layout->sizes.dim;
  response_warn_of_ridges(config);
  response_warn_of_samples(config);
  response_warn_of_stops(config, layout->reduced);
  fprintf(stream, "  %-22s%d: %d coefficients of %d contact %s\n", "unknowns", hb_n_unknowns(dim),
          hb_n_coefficients(dim), dim[DIM_HB_BOUNDARY],
          text_plural(dim[DIM_HB_BOUNDARY], "coordinate", "coordinates"));
  if (dim[DIM_HB_ADAPT])
    fprintf(stream, "  %-22s1 to %d at each point\n", "harmonics", dim[DIM_HB_HARMONICS]);
  fprintf(stream, "  %-22s%s\n", "factorisation",
          response_by_library(config, dim) ? "by libraries, a trajectory a thread" : "by the kernel");
  report_stability(layout, config, stream);
  if (response_by_differences(layout->setup))
    fprintf(stream, "  %-22sof contact laws that have none: differences of their first\n",
            "second derivatives");
  if (dim[DIM_HB_COUPLED])
    fprintf(stream, "  %-22sa matrix that couples %d modes, factorised at each harmonic\n", "damping",
            dim[DIM_HB_MODES]);
  if (dim[DIM_HB_SAMPLES] > 0) fprintf(stream, "  %-22s%d per period\n", "samples", dim[DIM_HB_SAMPLES]);
}
