#include "engines/transient/transient_advice.h"

#include <math.h>
#include <stdio.h>

#include "base/log.h"
#include "base/text.h"
#include "engines/transient/bind/transient_limits.h"
#include "engines/transient/transient_engine.h"
#include "study/file/key_place.h"

void transient_caution(const engine_layout *layout, engine_caution *out) {
  const transient_setup *setup = layout->setup;
  out->key = "integrator";
  snprintf(out->text, sizeof out->text,
           "the time step lies between the stability limits %.6g s with all contacts stuck and %.6g s "
           "with open contacts: stable while few contacts are closed for short, else it diverges; "
           "compare with a step below both%s",
           setup->limit_stuck, transient_open_limit(&setup->reduction, layout->reduced),
           setup->limit_varies ? " (the first: with the contact stiffnesses of the study itself)" : "");
}

// Returns 1 if two rows of Φ_b are equal or opposite up to rounding.
static int same_row(const reduced_model *r, int i, int j) {
  const double *row = r->phi_b + (long)i * r->n_modes, *other = r->phi_b + (long)j * r->n_modes;
  double size = 0, less = 0, more = 0;
  for (int k = 0; k < r->n_modes; k++) {
    size += row[k] * row[k];
    less += (row[k] - other[k]) * (row[k] - other[k]);
    more += (row[k] + other[k]) * (row[k] + other[k]);
  }
  return fmin(less, more) <= 1e-24 * size;
}

// Returns the number of distinct contact coordinates. A sliding direction and a stop along one
// direction of a node share one. Coordinates of different nodes are distinct, even if few modes
// make their rows equal.
static int distinct_coordinates(const reduced_model *r) {
  int n = 0;
  for (int j = 0; j < r->n_contacts; j++) {
    const reduced_contact *point = &r->contacts[j];
    const int rows[] = {point->row_normal, point->row_tangent[0], point->row_tangent[1]};
    for (int i = 0; i < 3; i++) {
      int is_new = rows[i] >= 0;
      for (int k = 0; k < j && is_new; k++) {
        const reduced_contact *other = &r->contacts[k];
        const int others[] = {other->row_normal, other->row_tangent[0], other->row_tangent[1]};
        if (other->node != point->node || other->partner != point->partner) continue;
        for (int l = 0; l < 3; l++) is_new = is_new && (others[l] < 0 || !same_row(r, rows[i], others[l]));
      }
      n += is_new;
    }
  }
  return n;
}

static void advise_stalled(const study *config, const reduced_model *r, long n) {
  const int newton = integrator_of(config)->contact_solver == SOLVER_NEWTON,
            modal = config->reduction.method == REDUCTION_MODAL;
  log_warning("%ld %s ended because the contact solver did not converge; %s%s", n,
              text_plural(n, "trajectory", "trajectories"),
              newton ? "raise integrator.max_iterations" : "take integrator.contact_solver: newton",
              newton && modal ? ", or take reduction.method: rubin, which tells neighbouring contact nodes "
                                "apart (its steps are shorter)"
                              : "");
  const int distinct = r && !r->massless && r->n_boundary > r->n_modes ? distinct_coordinates(r) : 0;
  if (distinct > 0 && distinct > r->n_modes)
    log_warning("%s: %d modes cannot tell %d contact coordinates apart, so that the contact forces are not "
                "determined: keep at least %d modes, or contact nodes and directions of friction fewer",
                study_place(config, "reduction.modes"), r->n_modes, distinct, distinct);
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
