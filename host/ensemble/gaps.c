// Compares gaps with the size of the structure.
#include "ensemble/gaps.h"

#include <math.h>
#include <stdio.h>

#include "base/log.h"
#include "study/contact_laws.h"
#include "study/file/key_place.h"
#include "study/file/scalar.h"

// Finds the largest and the smallest gap of an entry at its points: the study's, or those of its
// samples.
static void find_range(const study *config, const samples *values, const reduced_model *r, int entry,
                       double range[2]) {
  const contact_config *c = &config->contacts[entry];
  char path[48];
  study_scalar gap;
  snprintf(path, sizeof path, "contact.%d.gap", entry);
  double low = c->gap, high = c->gap;
  if (study_find_scalar(config, path, NULL, &gap) == CHATTER_OK)
    for (int p = 0; p < values->n_parameters; p++)
      for (long i = 0; values->parameters[p].offset == gap.offset && i < values->n; i++) {
        const double x = values->value[i * values->n_parameters + p];
        low = i ? fmin(low, x) : x, high = i ? fmax(high, x) : x;
      }
  range[0] = INFINITY, range[1] = -INFINITY;
  for (int j = 0; j < r->n_contacts; j++)
    if (r->contacts[j].entry == entry) {
      range[0] = fmin(range[0], low + r->contacts[j].gap);
      range[1] = fmax(range[1], high + r->contacts[j].gap);
    }
}

// Returns 1 if the wall can move to the body, or the body as a whole to the wall.
static int may_meet(const contact_config *c, const reduced_model *r) {
  const int moves = c->gap_drive[0] || c->gap_amplitude != 0, is_free = r->n_modes > 0 && r->omega2[0] == 0;
  return moves || is_free;
}

static void warn_of_entry(const study *config, const samples *values, const reduced_model *r, int entry) {
  const contact_config *c = &config->contacts[entry];
  char path[48];
  double range[2];
  if (!law_knows_key(c->law, "gap")) return;
  find_range(config, values, r, entry, range);
  snprintf(path, sizeof path, "contact.%d.gap", entry);
  if (range[0] < -r->extent)
    log_warning("%s: an interference of %g m is deeper than the structure is large, %g m: gaps are in metres",
                study_place(config, path), -range[0], r->extent);
  else if (range[1] > r->extent && isfinite(range[1]) && !may_meet(c, r))
    log_warning("%s: a gap of %g m is wider than the structure is large, %g m: it will not close; gaps are "
                "in metres",
                study_place(config, path), range[1], r->extent);
}

void gaps_warn(const study *config, const samples *values, const reduced_model *reduced) {
  for (int e = 0; e < config->n_contacts && reduced->extent > 0; e++)
    warn_of_entry(config, values, reduced, e);
}
