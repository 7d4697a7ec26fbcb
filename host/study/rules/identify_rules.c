// Rules of the section `identify`.
#include "study/file/document.h"

#include "study/rules/rules.h"

static int has_distributions(int design) {
  return design == DESIGN_RANDOM || design == DESIGN_LATIN_HYPERCUBE || design == DESIGN_SOBOL;
}

void rules_identify(parser *p) {
  const study *s = p->out;
  const identify_config *c = &s->identify;
  const int d = s->ensemble.n_parameters, least = 2 * (d + 1);
  if (!rules_given(p, "identify")) return;
  if (s->ensemble.design != DESIGN_NONE && !has_distributions(s->ensemble.design)) // none: a run without it
    rules_mistake(p, "identify",
                  "identify: what is sought needs distributions: give 'ensemble.design' of type random, "
                  "latin_hypercube or sobol");
  for (int j = 0; j < d && has_distributions(s->ensemble.design); j++) {
    const char *path = parser_text(p, "ensemble.design.parameters.%s", s->ensemble.parameters[j].path);
    if (s->ensemble.parameters[j].spread == SPREAD_VALUES)
      rules_mistake(p, path, "%s: a list of values is no distribution that a fit can move in", path);
  }
  if ((long)c->walkers % 2 != 0 || (d > 0 && c->walkers < least))
    rules_mistake(p, "identify.walkers",
                  "identify.walkers: %g do not do for %d parameters (allowed: even numbers from %d on)",
                  c->walkers, d, least);
}
