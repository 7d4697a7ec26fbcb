// The section `regimes`: its keys, and the rules between them.
#include "engines/regimes/study/regimes_keys.h"

#include "engines/transient/study/transient_keys.h"
#include "study/file/document.h"
#include "study/rules/mistakes.h"
#include "study/schema/schema_rows.h"

// clang-format off
const schema_field regimes_fields[] = {
    {"regimes.wall", NULL, FIELD_WORD, AT(regimes_config, wall), .words = "ground base mass",
     .initial = "ground", .doc = "what the mass rubs against: the ground, the moving base, or its neighbour"},
    {"regimes.contact_mass", NULL, FIELD_NUMBER, AT(regimes_config, contact_mass), RANGE(1, 1e6),
     .flags = FIELD_WHOLE | FIELD_FIXED, .initial = "1",
     .doc = "which mass rubs, from 1; wall mass: it and the next"},
    {"regimes.gamma", NULL, FIELD_LIST, AT(regimes_config, gamma), FROM(POSITIVE),
     .doc = "mass ratios from the second mass on", .symbol = "γ"},
    {"regimes.kappa", NULL, FIELD_LIST, AT(regimes_config, kappa), FROM(POSITIVE),
     .doc = "stiffness ratios from the second spring on", .symbol = "κ"},
    {"regimes.r1", NULL, FIELD_NUMBER, AT(regimes_config, r1), FROM(POSITIVE), .initial = "1",
     .doc = "frequency ratio r_1", .symbol = "frequency ratio r₁"},
    {"regimes.beta", NULL, FIELD_NUMBER, AT(regimes_config, beta), FROM(0), .initial = "0",
     .doc = "friction ratio β", .symbol = "friction ratio β"},
    {"regimes.cycles", NULL, FIELD_NUMBER, AT(regimes_config, cycles), RANGE(1, 1e7), .initial = "400",
     .flags = FIELD_WHOLE | FIELD_FINER_ABOVE | FIELD_REFINED,
     .doc = "excitation cycles"},
    {"regimes.window", NULL, FIELD_NUMBER, AT(regimes_config, window), COUNT(1, 1e6), .initial = "20",
     .doc = "how many of the last cycles are judged"},
    {"regimes.early_exit", NULL, FIELD_SWITCH, AT(regimes_config, early_exit), .initial = "true",
     .doc = "stop when the state repeats itself"},
    {"regimes.max_events", NULL, FIELD_NUMBER, AT(regimes_config, max_events), COUNT(2, 1e6),
     .initial = "1000", .doc = "events allowed in one cycle; beyond: status event_overflow"},
    {0},
};
// clang-format on

const schema_section regimes_section = {"regimes", SECTION_MAP, .in_slot = 1,
                                        .stride = sizeof(regimes_config),
                                        .doc = "Coulomb motion regimes, dimensionless"};
const schema_section *const regimes_sections[] = {&regimes_section, NULL};

int regimes_is(const study *self) {
  return self->kind->sections == regimes_sections;
}

void regimes_rules(parser *p) {
  const study *s = p->out;
  const regimes_config *r = regimes_of(s);
  integrator_rules(p);
  if (r->window > r->cycles)
    rules_mistake(p, "regimes.window", "regimes.window: %g cycles are to be judged of %g (allowed: 1 to %g)",
                  r->window, r->cycles, r->cycles);
  int n = 1 + r->gamma.n;
  if (rules_given(p, "model")) {
    const char *lists[] = {"gamma", "kappa"};
    for (int i = 0; i < 2; i++)
      if (rules_given(p, "regimes.%s", lists[i]))
        rules_mistake(p, parser_text(p, "regimes.%s", lists[i]),
                      "regimes.%s describes a dimensionless chain: give it or 'model', not both", lists[i]);
    if (s->model.type != MODEL_CHAIN) return;
    n = s->model.masses.n;
  } else if (r->gamma.n != r->kappa.n)
    rules_mistake(
        p, "regimes.kappa",
        "regimes: %d mass ratios (gamma) and %d stiffness ratios (kappa): as many of each are needed",
        r->gamma.n, r->kappa.n);
  int last = r->wall == WALL_MASS ? n - 1 : n;
  if (r->contact_mass > last)
    rules_mistake(p, "regimes.contact_mass",
                  "regimes.contact_mass: there is no contact at mass %g of a chain of %d (allowed: 1 to %d)",
                  r->contact_mass, n, last);
}
