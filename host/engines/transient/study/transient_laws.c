// Contact laws that each scheme supports on each boundary.
#include "engines/transient/study/transient_laws.h"

#include <stdio.h>

#include "engines/transient/transient_engine.h"
#include "reduction/reduced.h"
#include "study/contact_laws.h"
#include "study/file/entries.h"
#include "study/file/key_place.h"
#include "study/study.h"

static const char *leapfrog_refuses(int law, int massless) {
  return massless || !law_is_set_valued(law) ? NULL
                                             : "scheme leapfrog needs a massless boundary for set-valued "
                                               "laws (allowed with it: reduction.method "
                                               "macneal, massless_craig_bampton, or contacts of springs and "
                                               "dashpots alone, as laws elastic and "
                                               "cubic; or take scheme moreau)";
}

static const char *moreau_refuses(int law, int massless) {
  if (!law_is_set_valued(law))
    return "scheme moreau knows set-valued contact laws only (allowed with it: unilateral, friction, "
           "coulomb; or "
           "take scheme leapfrog)";
  return massless
             ? "scheme moreau needs a boundary with mass: the Delassus matrix of a massless one is singular "
               "(allowed with it: reduction.method craig_bampton, rubin, modal; or take scheme leapfrog)"
             : NULL;
}

const study_law_use transient_law_uses[] = {
    [SCHEME_LEAPFROG] = {"leapfrog", leapfrog_refuses}, [SCHEME_MOREAU] = {"moreau", moreau_refuses}, {0}};

static chatter_status check_law(const study *config, int entry, int massless, const char *method) {
  const study_law_use *use = &transient_law_uses[integrator_of(config)->scheme];
  const int law = config->contacts[entry].law;
  const char *why = use->refuses(law, massless);
  if (config->contacts[entry].impulse_limit > 0 && integrator_of(config)->scheme != SCHEME_MOREAU) {
    char path[48];
    snprintf(path, sizeof path, "contact.%d.impulse_limit", entry);
    return error_raise(CHATTER_BAD_STUDY,
                       "%s: contact forces of scheme leapfrog are finite, they have no impulse per step: "
                       "leave it out, or take scheme moreau",
                       study_place(config, path));
  }
  if (!why) return CHATTER_OK;
  return error_raise(CHATTER_BAD_STUDY, "%s: law %s, reduction.method %s: %s",
                     study_place(config, "integrator.scheme"), law_kinds[law]->name, method, why);
}

chatter_status transient_check_laws(const study *config, const reduced_model *r) {
  const int method = config->reduction.method, n = r ? r->n_contacts : config->n_contacts;
  for (int j = 0; j < n; j++)
    TRY(check_law(config, r ? r->contacts[j].entry : j, r ? r->massless : reduction_is_massless(method),
                  r ? r->method : reduction_method_name(method)));
  return CHATTER_OK;
}
