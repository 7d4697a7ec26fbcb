// Which contact laws harmonic balance takes, and for what.
#include "engines/response/response_engine.h"
#include "study/contact_laws.h"

const char *response_takes_all(int law, int massless) {
  return (void)law, (void)massless, NULL;
}

// Not an error: stability is then told by folds.
const char *response_multipliers_refuse(int law, int massless) {
  if (law == LAW_FRICTION || law == LAW_COULOMB)
    return "there are no Floquet multipliers of set-valued friction: stability is told by folds";
  if (law == LAW_UNILATERAL && !massless)
    return "there are no Floquet multipliers of impacts of a boundary with mass: stability is told by folds";
  return NULL;
}

const study_law_use response_law_uses[] = {{"", response_takes_all},
                                           {"multipliers", response_multipliers_refuse},
                                           {"`--verify`", response_takes_all},
                                           {0}};
