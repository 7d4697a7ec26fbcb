// Rules of the initial state, outputs and figures, and those of the study's kind.
#include <stdio.h>
#include <string.h>

#include "study/contact_laws.h"
#include "study/file/document.h"
#include "study/file/path.h"
#include "study/rules/mistakes.h"
#include "study/rules/rules.h"
#include "study/study_kind.h"

// Checks that the initial state is given in one way only; bodies that find their equilibrium
// themselves can only continue another run.
static void check_initial_ways(parser *p) {
  const study *s = p->out;
  static const char *const fields[] = {"displacement", "velocity", "direction", "shape", "modal"};
  const char *const whole[] = {s->initial.is_static ? "static" : "", s->initial.is_steady ? "steady" : "",
                               "from"};
  for (int w = 0; w < 3; w++) {
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
      rules_exclude(p, "initial", whole[w], fields[i]);
    for (int v = 0; v < w; v++) rules_exclude(p, "initial", whole[v], whole[w]);
  }
  static const char *const of_from[] = {"initial.trajectory", "initial.clock"};
  for (int i = 0; i < 2 && !rules_given(p, "initial.from"); i++)
    if (rules_given(p, "%s", of_from[i]))
      rules_mistake(p, of_from[i], "%s belongs to initial.from, which is missing", of_from[i]);
  if (p->kind && !p->kind->goes_on && rules_given(p, "initial.from"))
    rules_mistake(p, "initial.from", "initial.from: a study of kind %s begins at no state of another",
                  p->kind->name);
  if (!p->kind || !p->kind->has_bodies || !rules_given(p, "initial")) return;
  if (!p->kind->goes_on)
    rules_mistake(p, "initial", "'initial' does not belong to a study of kind %s", p->kind->name);
  static const char *const others[] = {"displacement", "velocity", "direction", "shape",
                                       "modal",        "static",   "steady"};
  for (size_t i = 0; p->kind->goes_on && i < sizeof others / sizeof *others; i++)
    if (rules_given(p, "initial.%s", others[i]))
      rules_mistake(
          p, parser_text(p, "initial.%s", others[i]),
          "initial.%s: the bodies of a study of kind %s begin in equilibrium by themselves (allowed: from)",
          others[i], p->kind->name);
}

// Returns the model's only direction, x without a model; NULL: it has several, or the study has
// bodies.
static const double *find_only_direction(const parser *p) {
  static const double along_x[3] = {1, 0, 0};
  const int is_free = !rules_given(p, "model") && !(p->kind && p->kind->has_bodies);
  return is_free ? along_x : rules_only_direction(p);
}

static void check_initial(parser *p) {
  study *s = p->out;
  check_initial_ways(p);
  rules_exclude(p, "initial", "direction", "shape");
  const int moved = rules_given(p, "initial.displacement") || rules_given(p, "initial.velocity") ||
                    study_varies(s, "initial.displacement") || study_varies(s, "initial.velocity");
  static const char *const of_motion[] = {"initial.direction", "initial.shape"};
  const int may_move = rules_has(p, "initial.displacement") || rules_has(p, "initial.velocity");
  for (int i = 0; i < 2 && !may_move; i++)
    if (rules_given(p, "%s", of_motion[i]))
      rules_mistake(p, of_motion[i],
                    "%s belongs to initial.displacement and initial.velocity, which are missing",
                    of_motion[i]);
  if (rules_given(p, "initial.shape")) {
    if (s->model.type != MODEL_CHAIN)
      rules_mistake(p, "initial.shape", "initial.shape is for chains; give 'direction'");
    else if (s->initial.shape.n != s->model.masses.n && rules_given(p, "model.masses"))
      rules_mistake(p, "initial.shape", "initial.shape: %d factors for %d masses", s->initial.shape.n,
                    s->model.masses.n);
  } else if (moved && !rules_given(p, "initial.direction") && !(p->kind && p->kind->has_bodies)) {
    if (find_only_direction(p))
      memcpy(s->initial.direction, find_only_direction(p), sizeof s->initial.direction);
    else
      rules_require(p, "initial", "direction", "of the displacement and velocity");
  }
}

static const study_quantity *find_default_quantity(const study_kind *kind) {
  const study_quantity *q, *found = NULL;
  for (int i = 0; (q = study_kind_quantity(kind, i)); i++)
    if (q->flags & QUANTITY_DEFAULT) return q;
  for (const study_kind *const *used = kind->uses; used && *used && !found; used++)
    found = find_default_quantity(*used);
  return found;
}

// Completes an output without quantity and node: its name is the quantity.
static void complete_output(parser *p, output_config *o, const char *entry) {
  if (rules_given(p, "%s.quantity", entry)) return;
  const int of_node = rules_given(p, "%s.node", entry) || rules_given(p, "%s.sum", entry);
  o->quantity = of_node ? NULL : study_quantity_for(p->kind, o->name);
  if (!o->quantity && p->kind) o->quantity = find_default_quantity(p->kind);
}

// Completes a direction that is not written: the model's only one; x without a model.
static void complete_direction(parser *p, const char *entry, double direction[3]) {
  const double *only = find_only_direction(p);
  if (direction[0] != 0 || direction[1] != 0 || direction[2] != 0) return;
  if (only)
    memcpy(direction, only, 3 * sizeof *only);
  else if (!rules_given(p, "%s.direction", entry)) // otherwise already reported
    rules_mistake(p, entry, "%s: missing key 'direction': x, y, z, -x, -y, -z or [a, b, c]", entry);
}

// Checks a node or a sum of nodes, with their directions.
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

// Refuses a key for quantities without a flag, and lists those of this kind of study that have it.
static void require_quantity_flag(parser *p, const study_quantity *of, const char *entry, const char *key,
                                  const char *what, int flag) {
  const char *words = "", *last = NULL;
  const study_quantity *q;
  if (of->flags & flag) return;
  for (const study_kind *const *k = study_kinds; *k; k++)
    for (int i = 0; (q = study_kind_quantity(*k, i)); i++)
      if (q->flags & flag && (!p->kind || study_kind_has(p->kind, *k))) {
        if (last) words = parser_text(p, "%s%s%s", words, *words ? ", " : "", last);
        last = q->word;
      }
  if (!last) {
    rules_mistake(p, parser_text(p, "%s.%s", entry, key), "%s: '%s' does not belong to the quantity %s",
                  entry, what, of->word);
    return;
  }
  words = parser_text(p, "%s%s%s", words, *words ? " and " : "", last);
  rules_mistake(p, parser_text(p, "%s.%s", entry, key), "%s: '%s' belongs to the quantities %s", entry, what,
                words);
}

static void check_key_needs_flag(parser *p, const study_quantity *of, const char *entry, const char *key,
                                 int flag) {
  if (rules_given(p, "%s.%s", entry, key)) require_quantity_flag(p, of, entry, key, key, flag);
}

// Checks contact: sum and any, and reduce: integral, which not every quantity knows.
static void check_contact_and_reduce_sums(parser *p, output_config *o, const char *entry) {
  const char *reduce = parser_text(p, "%s.reduce", entry);
  if (o->contact == OUTPUT_SUM)
    require_quantity_flag(p, o->quantity, entry, "contact", "contact: sum", QUANTITY_SUMMED);
  if (o->contact == OUTPUT_ANY && !rules_given(p, "%s", reduce))
    o->reduce = REDUCE_MEAN;
  else if (o->contact == OUTPUT_ANY && o->reduce != REDUCE_MEAN && o->reduce != REDUCE_WINDOW_MEAN)
    rules_mistake(p, reduce, "%s: 'contact: any' is a share of steps (allowed: mean, window_mean)", reduce);
  if (o->contact == OUTPUT_ANY)
    require_quantity_flag(p, o->quantity, entry, "contact", "contact: any", QUANTITY_ANY);
  if (o->reduce == REDUCE_INTEGRAL)
    require_quantity_flag(p, o->quantity, entry, "reduce", "reduce: integral", QUANTITY_STEPPED);
}

// Requires the limit of a share of steps, and refuses a limit elsewhere.
static void check_share_limit(parser *p, const output_config *o, const char *entry, const char *key,
                              int share, int window_share) {
  const char *reduce = parser_text(p, "%s.reduce", entry);
  const int given = rules_given(p, "%s.%s", entry, key),
            wants = o->reduce == share || o->reduce == window_share;
  if (!wants && given)
    rules_mistake(p, parser_text(p, "%s.%s", entry, key),
                  "%s: '%s' belongs to reduce: share_%s and window_share_%s", entry, key, key, key);
  if (!wants) return;
  require_quantity_flag(p, o->quantity, entry, "reduce",
                        parser_text(p, "reduce: %s_%s", o->reduce == share ? "share" : "window_share", key),
                        QUANTITY_STEPPED);
  if (!given)
    rules_mistake(p, reduce, "%s: the limit '%s' is missing (such as %s: 0.001, in the output's unit)",
                  reduce, key, key);
}

// Checks the keys that only some quantities know.
static void check_keys_of_quantity(parser *p, output_config *o, const char *entry) {
  const study_quantity *q = o->quantity;
  const char *wrong = rules_given(p, "%s.node", entry)  ? "node"
                      : rules_given(p, "%s.sum", entry) ? "sum"
                                                        : "direction";
  if (q->place != QUANTITY_OF_NODE && rules_given(p, "%s.%s", entry, wrong))
    rules_mistake(p, parser_text(p, "%s.%s", entry, wrong), "%s: '%s' does not belong to the quantity %s",
                  entry, wrong, q->word);
  if ((q->place == QUANTITY_OF_NODE || q->place == QUANTITY_OF_MODEL) && rules_given(p, "%s.contact", entry))
    rules_mistake(p, parser_text(p, "%s.contact", entry),
                  "%s.contact: the output is of %s, not of a contact point: leave it out (allowed with "
                  "quantities of contact points)",
                  entry, q->place == QUANTITY_OF_NODE ? "a node" : "the whole model");
  check_key_needs_flag(p, q, entry, "index", QUANTITY_COUNTED);
  check_key_needs_flag(p, q, entry, "band", QUANTITY_STEPPED);
  check_key_needs_flag(p, q, entry, "last", QUANTITY_STEPPED);
  check_key_needs_flag(p, q, entry, "factor", QUANTITY_STEPPED);
  check_contact_and_reduce_sums(p, o, entry);
  check_share_limit(p, o, entry, "above", REDUCE_SHARE_ABOVE, REDUCE_WINDOW_SHARE_ABOVE);
  check_share_limit(p, o, entry, "below", REDUCE_SHARE_BELOW, REDUCE_WINDOW_SHARE_BELOW);
  if (rules_given(p, "%s.band", entry) && !(o->band[0] < o->band[1]))
    rules_mistake(p, parser_text(p, "%s.band", entry),
                  "%s.band: [from, to] in Hz is expected, from less than to, not [%g, %g]", entry, o->band[0],
                  o->band[1]);
}

// Checks the keys of fields, which are stored like series.
static void check_field(parser *p, output_config *o, const char *entry) {
  static const char *const own[] = {"of", "nodes", "at", "event"}, *const others[] = {"reduce", "contact"};
  if (!o->quantity || o->quantity->place != QUANTITY_OF_FIELD) {
    for (int i = 0; i < 4; i++)
      if (rules_given(p, "%s.%s", entry, own[i]))
        rules_mistake(p, parser_text(p, "%s.%s", entry, own[i]), "%s: '%s' belongs to quantity: field", entry,
                      own[i]);
    return;
  }
  for (int i = 0; i < 2; i++)
    if (rules_given(p, "%s.%s", entry, others[i]))
      rules_mistake(p, parser_text(p, "%s.%s", entry, others[i]),
                    "%s: '%s' does not belong to the quantity field (instants: 'every' or 'at')", entry,
                    others[i]);
  rules_exclude(p, entry, "every", "at");
  o->reduce = REDUCE_SERIES;
}

static void check_output(parser *p, output_config *o) {
  const char *entry = parser_text(p, "outputs.%s", o->name);
  complete_output(p, o, entry);
  const study_kind *owner = o->quantity ? study_quantity_kind(o->quantity) : NULL;
  if (owner && p->kind && !study_kind_has(p->kind, owner))
    rules_mistake(p,
                  parser_text(p, "%s.%s", entry, rules_given(p, "%s.quantity", entry) ? "quantity" : "node"),
                  "%s: the quantity %s belongs to a study of kind %s", entry, o->quantity->word, owner->name);
  if (o->quantity && o->quantity->place == QUANTITY_OF_NODE) check_response(p, o, entry);
  if (o->quantity) check_keys_of_quantity(p, o, entry);
  check_field(p, o, entry);
  const char *series[] = {"every", "trajectories"};
  for (int i = 0; i < 2; i++)
    if (rules_given(p, "%s.%s", entry, series[i]) && o->reduce != REDUCE_SERIES)
      rules_mistake(p, parser_text(p, "%s.%s", entry, series[i]), "%s: '%s' belongs to reduce: series", entry,
                    series[i]);
}

// Checks intervals [from, to, from, to ...]: each `from` is less than its `to`.
static void check_intervals(parser *p, const number_list *list) {
  for (int i = 0; i + 1 < list->n; i += 2)
    if (!(list->value[i] < list->value[i + 1]))
      rules_mistake(p, "plot.intervals", "plot.intervals: from %g to %g is no interval", list->value[i],
                    list->value[i + 1]);
  if (list->n % 2)
    rules_mistake(p, "plot.intervals", "plot.intervals: [from, to, from, to, …] is expected, not %d numbers",
                  list->n);
}

static void check_plot(parser *p) {
  const char *name[] = {"x_range", "y_range", "colour_range"};
  const double *range[] = {p->out->plot.x_range, p->out->plot.y_range, p->out->plot.colour_range};
  check_intervals(p, &p->out->plot.intervals);
  for (int i = 0; i < 3; i++)
    if (rules_given(p, "plot.%s", name[i]) && !(range[i][0] < range[i][1]))
      rules_mistake(p, parser_text(p, "plot.%s", name[i]),
                    "plot.%s: [from, to] is expected, from less than to, not [%g, %g]", name[i], range[i][0],
                    range[i][1]);
}

void rules_run(parser *p) {
  study *s = p->out;
  for (int i = 0; i < s->n_contacts; i++) rules_contact(p, i);
  for (int i = 0; i < s->n_drives; i++) rules_drive_keys(p, i);
  for (int i = 0; i < s->n_excitations; i++) rules_load(p, i);
  if (p->kind && p->kind->rules) p->kind->rules(p);
  rules_drives_known(p);
  check_initial(p);
  check_plot(p);
  for (int i = 0; i < s->n_outputs; i++) check_output(p, &s->outputs[i]);
}
