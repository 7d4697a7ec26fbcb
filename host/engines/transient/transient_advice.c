// What a transient study is told: steps near the stability limits, contact solvers that did not converge.
#include <stdio.h>

#include "base/log.h"
#include "base/text.h"
#include "engines/transient/transient_engine.h"

void transient_caution(const engine_layout *layout, engine_caution *out) {
  const transient_own *own = layout->own;
  out->key = "integrator";
  snprintf(out->text, sizeof out->text,
           "the time step lies between the stability limits %.6g s with all contacts stuck and %.6g s "
           "with open contacts: stable while few contacts are closed for short, else it diverges; "
           "compare with a step below both%s",
           own->limit_stuck, transient_open_limit(&own->reduction, layout->reduced),
           own->limit_varies ? " (the first: with the contact stiffnesses of the study itself)" : "");
}

static void advise_stalled(const study *config, const reduced_model *r, long n) {
  log_warning("%ld %s ended because the contact solver did not converge; %slower "
              "integrator.relaxation towards 1, raise integrator.max_iterations, or keep more modes",
              n, text_plural(n, "trajectory", "trajectories"),
              integrator_of(config)->contact_solver == SOLVER_NEWTON
                  ? ""
                  : "take integrator.contact_solver: newton, ");
  if (r && !r->massless && r->n_boundary > r->n_modes)
    log_warning("%s: %d modes cannot tell %d contact coordinates apart, so that the contact forces are not "
                "determined: keep at least %d modes, or contact nodes and directions of friction fewer",
                study_place(config, "reduction.modes"), r->n_modes, r->n_boundary, r->n_boundary);
}

void transient_advise(const study *config, const engine_outcome *outcome) {
  const long unstable = outcome->count[TRAJECTORY_UNSTABLE_STEP],
             stalled = outcome->count[TRAJECTORY_SOLVER_STALLED];
  const reduced_model *reduced = outcome->reduced;
  char limit[64] = "";
  if (stalled > 0) advise_stalled(config, reduced, stalled);
  if (unstable == 0) return;
  if (reduced && outcome->is_only && reduced->limit_open > 0)
    snprintf(limit, sizeof limit, " %.6g s", transient_open_limit(&config->reduction, reduced));
  log_warning("%ld %s not run: the time step is above the stability limit%s of the reduced "
              "model",
              unstable, text_plural(unstable, "trajectory was", "trajectories were"), limit);
}
