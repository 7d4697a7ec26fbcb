// Rules about what happens in time: contact, excitation, integrator, initial state, regimes, outputs.
#include <string.h>

#include "study/document.h"

static const double along_x[3] = {1, 0, 0};

static void check_contact(parser *p, int i) {
  contact_config *c = &p->out->contacts[i];
  const char *entry = parser_text(p, "contact.%d", i);
  int model = p->out->model.type;
  if (rules_given(p, "%s.from_file", entry) && c->from_file) {
    rules_exclude(p, entry, "nodes", "from_file");
    if (model == MODEL_MATRICES && !rules_given(p, "model.contact"))
      rules_mistake(p, parser_text(p, "%s.from_file", entry),
                    "%s: from_file needs 'model.contact', a CSV file", entry);
  } else
    rules_require(p, entry, "nodes", "a node set or node id");
  if (!rules_given(p, "%s.law", entry)) {
    rules_require(p, entry, "law", "one of unilateral, friction, coulomb");
    return;
  }
  rules_exclude(p, entry, "preload", "pressure");
  const double load[] = {c->preload, c->pressure};
  const char *key[] = {"preload", "pressure"}, *unit[] = {"N", "Pa"};
  for (int k = 0; k < 2; k++)
    if (c->law == LAW_COULOMB && load[k] < 0)
      rules_mistake(
          p, parser_text(p, "%s.%s", entry, key[k]),
          "%s.%s: %g %s cannot press the contact together (allowed with law coulomb: at least 0 %s)", entry,
          key[k], load[k], unit[k], unit[k]);
  int flat = rules_given(p, "model.type") && rules_one_dimensional(p->out);
  if (flat && c->law == LAW_FRICTION)
    rules_mistake(p, parser_text(p, "%s.law", entry),
                  "%s.law: friction needs directions along the wall, a chain or bar has x only (coulomb: "
                  "friction along x under a constant normal load)",
                  entry);
  if (rules_given(p, "%s.normal", entry) || c->law == LAW_COULOMB || c->from_file) return;
  if (flat)
    memcpy(c->normal, along_x, sizeof along_x);
  else if (model == MODEL_MATRICES || model == MODEL_CALCULIX)
    rules_require(p, entry, "normal", "the direction from the wall into the body");
}

// A load without a frequency of its own has that of the harmonic load before it.
static void check_frequency(parser *p, int i, const char *entry) {
  int before = 0;
  if (rules_given(p, "%s.frequency", entry)) return;
  for (int k = 0; k < i; k++) before |= p->out->excitations[k].type == EXCITATION_HARMONIC;
  if (!before)
    rules_require(p, entry, "frequency", "in Hz");
  else if (rules_given(p, "%s.sweep_from", entry) || rules_given(p, "%s.sweep_rate", entry))
    rules_mistake(p, entry, "%s: a sweep needs 'frequency', where it ends", entry);
}

static void check_excitation(parser *p, int i) {
  excitation_config *e = &p->out->excitations[i];
  const char *entry = parser_text(p, "excitation.%d", i);
  int flat = rules_given(p, "model.type") && rules_one_dimensional(p->out),
      transient = p->out->kind == STUDY_TRANSIENT;
  if (e->type != EXCITATION_GRAVITY && rules_given(p, "model"))
    rules_require(p, entry, "node", "where the force acts");
  if (!rules_given(p, "%s.direction", entry)) {
    if (flat)
      memcpy(e->direction, along_x, sizeof along_x);
    else if (rules_given(p, "model"))
      rules_require(p, entry, "direction", "x, y, z, -x, -y, -z or [a, b, c]");
  }
  if (!transient) return;
  rules_require(p, entry, "amplitude", e->type == EXCITATION_GRAVITY ? "in m/s²" : "in N");
  if (e->type == EXCITATION_HARMONIC) check_frequency(p, i, entry);
  if (e->sweep_from > 0 && !(e->sweep_rate > 0))
    rules_mistake(p, parser_text(p, "%s.sweep_from", entry),
                  "%s: a sweep needs 'sweep.rate', more than 0 Hz/s", entry);
  if (e->sweep_rate > 0 && !(e->sweep_from > 0))
    rules_mistake(p, parser_text(p, "%s.sweep_rate", entry), "%s: a sweep needs 'sweep.from', more than 0 Hz",
                  entry);
}

static void check_integrator(parser *p) {
  const study *s = p->out;
  const integrator_config *t = &s->integrator;
  rules_exclude(p, "integrator", "step", "steps_per_period");
  rules_exclude(p, "integrator", "duration", "periods");
  if (rules_given(p, "integrator.periods") && t->window > t->periods)
    rules_mistake(p, "integrator.window",
                  "integrator.window: %g periods are to be recorded of %g (allowed: 0 to %g)", t->window,
                  t->periods, t->periods);
  double frequency = t->period_frequency;
  for (int i = 0; i < s->n_excitations; i++)
    if (frequency <= 0 && rules_given(p, "excitation.%d.frequency", i))
      frequency = 1; // known; its value is checked elsewhere
  const char *periodic[] = {"steps_per_period", "periods", "window"};
  for (int i = 0; i < 3; i++)
    if (rules_given(p, "integrator.%s", periodic[i]) && frequency <= 0 && !(i == 2 && t->window <= 0) &&
        !(i == 1 && t->periods <= 0)) {
      rules_mistake(p, parser_text(p, "integrator.%s", periodic[i]),
                    "integrator.%s: the period is not known: give 'period_frequency' (Hz)", periodic[i]);
      break;
    }
  if (s->kind != STUDY_TRANSIENT) return;
  if (!rules_given(p, "integrator")) {
    rules_mistake(p, "integrator", "missing key 'integrator'");
    return;
  }
  if (!rules_given(p, "integrator.step"))
    rules_require(p, "integrator", "steps_per_period", "give it or 'step' (s)");
  if (!rules_given(p, "integrator.duration"))
    rules_require(p, "integrator", "periods", "give it or 'duration' (s)");
}

static void check_initial(parser *p) {
  study *s = p->out;
  rules_exclude(p, "initial", "direction", "shape");
  int moved = rules_given(p, "initial.displacement") || rules_given(p, "initial.velocity");
  if (rules_given(p, "initial.shape")) {
    if (s->model.type != MODEL_CHAIN)
      rules_mistake(p, "initial.shape", "initial.shape is for chains; give 'direction'");
    else if (s->initial.shape.n != s->model.masses.n && rules_given(p, "model.masses"))
      rules_mistake(p, "initial.shape", "initial.shape: %d factors for %d masses", s->initial.shape.n,
                    s->model.masses.n);
  } else if (moved && !rules_given(p, "initial.direction")) {
    if (rules_given(p, "model.type") && rules_one_dimensional(s))
      memcpy(s->initial.direction, along_x, sizeof along_x);
    else
      rules_require(p, "initial", "direction", "of the displacement and velocity");
  }
}

static void check_regimes(parser *p) {
  const study *s = p->out;
  const regimes_config *r = &s->regimes;
  if (s->kind != STUDY_REGIMES) return;
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

// An output without quantity and node is the quantity its name says.
static void complete_output(parser *p, output_config *o, const char *entry) {
  if (rules_given(p, "%s.quantity", entry)) return;
  int named = schema_word_index(schema_find_field("outputs.quantity")->words, o->name);
  const int of_node = rules_given(p, "%s.node", entry) || rules_given(p, "%s.sum", entry);
  o->quantity = named >= 0 && !of_node ? named : QUANTITY_DISPLACEMENT;
}

// A direction that is not written is x where there is no other.
static void complete_direction(parser *p, const char *entry, double direction[3]) {
  const int flat =
      !rules_given(p, "model") || (rules_given(p, "model.type") && rules_one_dimensional(p->out));
  if (direction[0] != 0 || direction[1] != 0 || direction[2] != 0) return;
  if (flat)
    memcpy(direction, along_x, sizeof along_x);
  else if (!rules_given(p, "%s.direction", entry)) // else it was found wrong already
    rules_mistake(p, entry, "%s: missing key 'direction': x, y, z, -x, -y, -z or [a, b, c]", entry);
}

// A node or a sum of nodes, with their directions.
static void check_response(parser *p, output_config *o, const char *entry) {
  if (!rules_given(p, "%s.sum", entry)) {
    rules_require(p, entry, "node", "a node id, or a set of one node");
    complete_direction(p, entry, o->direction);
    return;
  }
  rules_exclude(p, entry, "node", "sum");
  rules_exclude(p, entry, "direction", "sum");
  for (int t = 0; t < o->sum.n; t++)
    complete_direction(p, parser_text(p, "%s.sum.%d", entry, t), o->sum.term[t].direction);
}

static void check_output(parser *p, output_config *o) {
  const char *entry = parser_text(p, "outputs.%s", o->name);
  complete_output(p, o, entry);
  char word[64];
  schema_word(schema_find_field("outputs.quantity")->words, o->quantity, word, sizeof word);
  const char *place =
      parser_text(p, "%s.%s", entry, rules_given(p, "%s.quantity", entry) ? "quantity" : "node");
  if (o->quantity >= QUANTITY_REGIME && p->out->kind != STUDY_REGIMES)
    rules_mistake(p, place, "%s: the quantity %s belongs to a study of kind regimes", entry, word);
  if (o->quantity == QUANTITY_DISPLACEMENT || o->quantity == QUANTITY_VELOCITY) {
    check_response(p, o, entry);
  } else {
    const char *wrong = rules_given(p, "%s.node", entry)  ? "node"
                        : rules_given(p, "%s.sum", entry) ? "sum"
                                                          : "direction";
    if (rules_given(p, "%s.%s", entry, wrong))
      rules_mistake(p, parser_text(p, "%s.%s", entry, wrong), "%s: '%s' does not belong to the quantity %s",
                    entry, wrong, word);
  }
  if (rules_given(p, "%s.index", entry) && o->quantity != QUANTITY_APEX && o->quantity != QUANTITY_APEX_TIME)
    rules_mistake(p, parser_text(p, "%s.index", entry),
                  "%s: 'index' belongs to the quantities apex and apex_time", entry);
  const char *series[] = {"every", "trajectories"};
  for (int i = 0; i < 2; i++)
    if (rules_given(p, "%s.%s", entry, series[i]) && o->reduce != REDUCE_SERIES)
      rules_mistake(p, parser_text(p, "%s.%s", entry, series[i]), "%s: '%s' belongs to reduce: series", entry,
                    series[i]);
}

static void check_plot(parser *p) {
  const char *name[] = {"x_range", "y_range"};
  const double *range[] = {p->out->plot.x_range, p->out->plot.y_range};
  for (int i = 0; i < 2; i++)
    if (rules_given(p, "plot.%s", name[i]) && !(range[i][0] < range[i][1]))
      rules_mistake(p, parser_text(p, "plot.%s", name[i]),
                    "plot.%s: [from, to] is expected, from less than to, not [%g, %g]", name[i], range[i][0],
                    range[i][1]);
}

void rules_run(parser *p) {
  study *s = p->out;
  for (int i = 0; i < s->n_contacts; i++) check_contact(p, i);
  for (int i = 0; i < s->n_excitations; i++) check_excitation(p, i);
  check_integrator(p);
  check_initial(p);
  check_regimes(p);
  check_plot(p);
  for (int i = 0; i < s->n_outputs; i++) check_output(p, &s->outputs[i]);
}
