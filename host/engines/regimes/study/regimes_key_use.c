// Keys that only some of the three kinds of regime studies use; the others refuse them.
#include "engines/regimes/study/regimes_key_use.h"

#include <string.h>

#include "engines/regimes/bind/regimes_system.h"
#include "engines/regimes/regimes_engine.h"
#include "study/file/key_place.h"
#include "study/file/path.h"

enum { CHAIN = 1, MODEL = 2, STEPPED = 4 };

static const char OF_CHAIN[] = "belongs to a dimensionless chain, which a study with an excitation is not";
static const char OF_REDUCED[] =
    "belongs to a model that is reduced; a study without an excitation is a dimensionless chain";
static const char OF_STEPS[] = "belongs to integrator.scheme moreau: an event-exact map has no steps in time";
static const char OF_CYCLES[] = "says nothing beside regimes.cycles and regimes.window";
static const char OF_EVENTS[] = "belongs to an event-exact map, without integrator.scheme moreau";

static const struct {
  const char *path;
  int known; // kinds that use it, as bits
  const char *why;
} USES[] = {
    {"regimes.wall", CHAIN, OF_CHAIN},
    {"regimes.contact_mass", CHAIN, OF_CHAIN},
    {"regimes.r1", CHAIN, OF_CHAIN},
    {"regimes.beta", CHAIN, OF_CHAIN},
    {"regimes.early_exit", CHAIN | MODEL, OF_EVENTS},
    {"regimes.max_events", CHAIN | MODEL, OF_EVENTS},
    {"contact", MODEL | STEPPED,
     "a study without an excitation is a dimensionless chain: regimes.contact_mass says what rubs"},
    {"reduction.method", MODEL | STEPPED, OF_REDUCED},
    {"reduction.modes", MODEL | STEPPED, OF_REDUCED},
    {"reduction.rigid_stiffness", MODEL | STEPPED, OF_REDUCED},
    {"reduction.gravity", MODEL | STEPPED, OF_REDUCED},
    {"reduction.hold", MODEL | STEPPED, OF_REDUCED},
    {"integrator.preloaded", 0, "belongs to scheme leapfrog of other studies"},
    {"integrator.duration", 0, OF_CYCLES},
    {"integrator.periods", 0, OF_CYCLES},
    {"integrator.window", 0, OF_CYCLES},
    {"integrator.windows", 0, OF_CYCLES},
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
    if (strcmp(f->path, "integrator.scheme") != 0) TRY(check_key(s, f->path, OF_STEPS));
  return CHATTER_OK;
}
