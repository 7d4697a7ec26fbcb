// Keys that only some of the three kinds of regime studies use; the others refuse them.
#include "engines/regimes/study/regimes_key_use.h"

#include <string.h>

#include "engines/regimes/bind/regimes_system.h"
#include "engines/regimes/regimes_engine.h"
#include "study/file/key_place.h"
#include "study/file/path.h"

enum { CHAIN = 1, MODEL = 2, STEPPED = 4 };

static const char ONLY_CHAIN[] = "belongs to a dimensionless chain, which a study with an excitation is not";
static const char ONLY_REDUCED[] =
    "belongs to a model that is reduced; a study without an excitation is a dimensionless chain";
static const char ONLY_STEPPED[] =
    "belongs to integrator.scheme moreau: an event-exact map has no steps in time";
static const char ONLY_WITHOUT_CYCLES[] = "says nothing beside regimes.cycles and regimes.window";
static const char ONLY_EVENT_EXACT[] = "belongs to an event-exact map, without integrator.scheme moreau";

static const struct {
  const char *path;
  int known; // kinds that use it, as bits
  const char *why;
} USES[] = {
    {"regimes.wall", CHAIN, ONLY_CHAIN},
    {"regimes.contact_mass", CHAIN, ONLY_CHAIN},
    {"regimes.r1", CHAIN, ONLY_CHAIN},
    {"regimes.beta", CHAIN, ONLY_CHAIN},
    {"regimes.early_exit", CHAIN | MODEL, ONLY_EVENT_EXACT},
    {"regimes.max_events", CHAIN | MODEL, ONLY_EVENT_EXACT},
    {"contact", MODEL | STEPPED,
     "a study without an excitation is a dimensionless chain: regimes.contact_mass says what rubs"},
    {"reduction.method", MODEL | STEPPED, ONLY_REDUCED},
    {"reduction.modes", MODEL | STEPPED, ONLY_REDUCED},
    {"reduction.rigid_stiffness", MODEL | STEPPED, ONLY_REDUCED},
    {"reduction.gravity", MODEL | STEPPED, ONLY_REDUCED},
    {"reduction.hold", MODEL | STEPPED, ONLY_REDUCED},
    {"integrator.preloaded", 0, "belongs to scheme leapfrog of other studies"},
    {"integrator.duration", 0, ONLY_WITHOUT_CYCLES},
    {"integrator.periods", 0, ONLY_WITHOUT_CYCLES},
    {"integrator.window", 0, ONLY_WITHOUT_CYCLES},
    {"integrator.windows", 0, ONLY_WITHOUT_CYCLES},
};

static chatter_status check_key(const study *s, const char *path, const char *why) {
  if (!study_given(s, path) && !study_varies(s, path)) return CHATTER_OK;
  return error_raise(CHATTER_BAD_STUDY, "%s: %s %s (allowed: without this key)", study_place(s, path), path,
                     why);
}

chatter_status regimes_check_keys(const study *s) {
  const int stepped = integrator_of(s)->scheme == SCHEME_MOREAU;
  const int is = stepped ? STEPPED : regimes_is_chain(s) ? CHAIN : MODEL;
  for (size_t i = 0; i < sizeof USES / sizeof *USES; i++)
    if (!(USES[i].known & is)) TRY(check_key(s, USES[i].path, USES[i].why));
  for (const schema_field *f = integrator_fields; f->path && !stepped; f++)
    if (strcmp(f->path, "integrator.scheme") != 0) TRY(check_key(s, f->path, ONLY_STEPPED));
  return CHATTER_OK;
}
