// Rules about what happens in time: contact, excitation, initial state, outputs, and those of the study's
// kind.
#include <stdio.h>
#include <string.h>

#include "study/contact_laws.h"
#include "study/file/document.h"
#include "study/study_kind.h"

// The only direction there is in a study that gives its model's type; NULL: several, or not known.
static const double *only_direction(parser *p) {
  return rules_given(p, "model.type") ? rules_only_direction(p->out) : NULL;
}

// Where a contact has its points.
static void check_contact_nodes(parser *p, const contact_config *c, const char *entry) {
  if (rules_given(p, "%s.from_file", entry) && c->from_file) {
    rules_exclude(p, entry, "nodes", "from_file");
    rules_exclude(p, entry, "node", "from_file");
    if (p->out->model.type == MODEL_MATRICES && !rules_given(p, "model.contact"))
      rules_mistake(p, parser_text(p, "%s.from_file", entry),
                    "%s: from_file needs 'model.contact', a CSV file", entry);
  } else if (!rules_given(p, "%s.node", entry))
    rules_require(p, entry, "nodes", "a node set or node id");
  rules_exclude(p, entry, "nodes", "node");
  if (c->pairing == PAIRING_IN_ORDER) rules_require(p, entry, "partner", "nodes that are paired in order");
}

static void check_contact_load(parser *p, const contact_config *c, const char *entry, int has_normal) {
  const double load[] = {c->preload, c->pressure};
  const char *key[] = {"preload", "pressure"}, *unit[] = {"N", "Pa"};
  rules_exclude(p, entry, "preload", "pressure");
  for (int k = 0; k < 2; k++)
    if (!has_normal && load[k] < 0)
      rules_mistake(p, parser_text(p, "%s.%s", entry, key[k]),
                    "%s.%s: %g %s cannot press the contact together (allowed with law %s: at least 0 %s)",
                    entry, key[k], load[k], unit[k],
                    c->law == LAW_ELASTIC ? "elastic and no normal_stiffness" : law_word(c->law), unit[k]);
}

// The keys of laws that answer with their force (kernels/laws), and of a spring, which is an elastic element.
static void check_law_keys(parser *p, contact_config *c, const char *entry) {
  char key[64], path[80];
  const char *needed = law_needed_keys(c->law), *wrong = law_wrong(c);
  const int model = p->out->model.type;
  for (int i = 0; *schema_word(needed, i, key, sizeof key); i++) {
    snprintf(path, sizeof path, "contact.%s", key);
    const schema_field *f = schema_find_field(path);
    rules_require(p, entry, key, f->unit ? parser_text(p, "in %s", f->unit) : "");
  }
  if (wrong) rules_mistake(p, entry, "%s: %s", entry, wrong);
  if (c->law == LAW_SPRING) c->law = LAW_ELASTIC;
  if (!law_responds(c->law) || law_along(c->law) == LAW_NORMAL) return;
  if (c->tangents != 2) c->tangents = 1;
  if (c->tangents == 2 && !c->from_file)
    rules_require(p, entry, "normal", "across which the two tangents lie");
  else if (!c->from_file && !rules_given(p, "%s.direction", entry) &&
           (model == MODEL_PLANE || model == MODEL_MATRICES || model == MODEL_CALCULIX))
    rules_require(p, entry, "tangent", "the direction along which the law acts");
}

// One direction for a law that has one: its normal or its tangent.
static void check_contact_direction(parser *p, contact_config *c, const char *entry, int has_normal,
                                    int has_tangents) {
  static const char *const others[] = {"normal", "tangent", "tangents", "from_file"};
  const char *place = parser_text(p, "%s.direction", entry);
  if (!rules_given(p, "%s", place)) return;
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) rules_exclude(p, entry, others[i], "direction");
  if (has_normal && has_tangents)
    rules_mistake(p, place, "%s: the law acts along a normal and across it (allowed: normal, tangent)",
                  place);
  memcpy(has_normal ? c->normal : c->tangent, c->direction, sizeof c->direction);
  if (!has_normal) c->tangents = 1;
}

// The stiffnesses of the springs of a law; gap is a distance along a normal that moves.
static void check_contact_springs(parser *p, const contact_config *c, const char *entry, int has_normal,
                                  int has_tangents) {
  if (c->law == LAW_ELASTIC && !has_normal && !has_tangents)
    rules_mistake(p, entry, "%s: give 'tangential_stiffness' or 'normal_stiffness' or both, in N/m", entry);
  if (c->law == LAW_ELASTIC && !has_normal && rules_given(p, "%s.gap", entry))
    rules_mistake(
        p, parser_text(p, "%s.gap", entry),
        "%s: a gap needs 'normal_stiffness', more than 0 N/m: the normal load is constant without it", entry);
}

int rules_drive(parser *p, const char *name, const char *place) {
  const int drive = study_drive_of(p->out, name);
  const char *names = "", *kinds = "";
  for (int i = 0; study_kinds[i]; i++)
    if (study_kinds[i]->drives)
      kinds = parser_text(p, "%s%s%s", kinds, *kinds ? ", " : "", study_kinds[i]->name);
  for (int d = 0; d < p->out->n_drives; d++)
    names = parser_text(p, "%s%s%s", names, d ? ", " : "", p->out->drives[d].name);
  if (p->kind && !p->kind->drives)
    rules_mistake(p, place, "%s: a study of kind %s knows no drives (allowed with: %s)", place, p->kind->name,
                  *kinds ? kinds : "none of this build");
  else if (drive < 0)
    rules_mistake(p, place, "%s: there is no drive '%s' (allowed: %s)", place, name,
                  *names ? names : "names of the section drives, which there is none of");
  return p->kind && !p->kind->drives ? -1 : drive;
}

// By turns: there must be a load that turns.
static void check_contact_drive(parser *p, const char *name, int entry, const char *what) {
  const char *place = parser_text(p, "contact.%d.%s_drive", entry, what),
             *factor = parser_text(p, "contact.%d.%s_factor", entry, what);
  const int drive = *name ? rules_drive(p, name, place) : -1;
  int turns = drive < 0 || !study_drive_turns(&p->out->drives[drive]);
  for (int i = 0; i < p->out->n_excitations; i++)
    turns |= study_load_has_frequency(p->out, &p->out->excitations[i]);
  if (!turns)
    rules_mistake(p, place, "%s: the drive '%s' goes by turns, but no load has a frequency", place, name);
  if (!*name && (rules_given(p, "%s", factor) ||
                 study_entry_varies(p->out, parser_text(p, "contact.%s_factor", what), entry)))
    rules_mistake(p, factor, "%s: a factor of nothing: there is no %s_drive (allowed: with one)", factor,
                  what);
}

static void check_contact(parser *p, int i) {
  contact_config *c = &p->out->contacts[i];
  const char *entry = parser_text(p, "contact.%d", i);
  if (rules_given(p, "%s.law", entry)) check_law_keys(p, c, entry);
  const int model = p->out->model.type, has_normal = study_contact_has_normal(p->out, i),
            has_tangents = study_contact_has_tangents(p->out, i);
  check_contact_nodes(p, c, entry);
  if (!rules_given(p, "%s.law", entry)) {
    char word[64];
    const char *words = "";
    const schema_field *law = schema_find_field("contact.law");
    for (int at = 0; *schema_field_word(law, at, word, sizeof word); at++)
      words = parser_text(p, "%s%s%s", words, at ? ", " : "", word);
    rules_require(p, entry, "law", parser_text(p, "one of %s", words));
    return;
  }
  check_contact_load(p, c, entry, has_normal);
  check_contact_direction(p, c, entry, has_normal, has_tangents);
  check_contact_drive(p, c->gap_drive, i, "gap");
  check_contact_drive(p, c->wall_drive, i, "wall");
  check_contact_springs(p, c, entry, has_normal, has_tangents);
  const double *only = only_direction(p);
  if (only && has_normal && has_tangents)
    rules_mistake(p, parser_text(p, "%s.law", entry),
                  "%s.law: friction needs directions along the wall, a %s only (%s: "
                  "friction along %c under a constant normal load)",
                  entry, only[1] > 0 ? "beam has y" : "chain or bar has x",
                  c->law == LAW_FRICTION ? "coulomb" : "no normal_stiffness", only[1] > 0 ? 'y' : 'x');
  if (rules_given(p, "%s.normal", entry) || rules_given(p, "%s.direction", entry) || !has_normal ||
      c->from_file)
    return;
  if (only)
    memcpy(c->normal, only, sizeof c->normal);
  else if (model == MODEL_PLANE || model == MODEL_MATRICES || model == MODEL_CALCULIX)
    rules_require(p, entry, "normal", "the direction from the wall into the body");
}

// A load without a frequency of its own has that of the harmonic load before it.
static void check_frequency(parser *p, int i, const char *entry) {
  int before = 0;
  if (rules_given(p, "%s.frequency", entry)) return;
  for (int k = 0; k < i; k++) before |= study_load_has_frequency(p->out, &p->out->excitations[k]);
  if (!before)
    rules_require(p, entry, "frequency", "in Hz");
  else if (rules_given(p, "%s.sweep_from", entry) || rules_given(p, "%s.sweep_rate", entry))
    rules_mistake(p, entry, "%s: a sweep needs 'frequency', where it ends", entry);
}

static void check_sweep(parser *p, double from, double rate, const char *entry) {
  if (from > 0 && !(rate > 0))
    rules_mistake(p, parser_text(p, "%s.sweep_from", entry),
                  "%s: a sweep needs 'sweep.rate', more than 0 Hz/s", entry);
  if (rate > 0 && !(from > 0))
    rules_mistake(p, parser_text(p, "%s.sweep_rate", entry), "%s: a sweep needs 'sweep.from', more than 0 Hz",
                  entry);
}

// A sine of the load itself goes with a table by turns alone.
static void check_load_drive(parser *p, const excitation_config *e, const char *entry) {
  static const char *const SINE[] = {"frequency", "phase", "sweep_from", "sweep_rate"};
  const int drive = rules_drive(p, e->drive, parser_text(p, "%s.drive", entry));
  if (drive < 0 || study_drive_turns(&p->out->drives[drive])) return;
  const int is_table = study_drive_kind(&p->out->drives[drive]) == DRIVE_TABLE;
  for (size_t k = 0; k < sizeof SINE / sizeof *SINE; k++)
    if (rules_given(p, "%s.%s", entry, SINE[k]))
      rules_mistake(p, parser_text(p, "%s.%s", entry, SINE[k]),
                    "%s.%s: the drive '%s' %s (with frequency and phase: a table by turns)", entry, SINE[k],
                    e->drive, is_table ? "has the abscissa time" : "is none by turns");
}

// What a drive needs of its shape.
static void check_drive(parser *p, int d) {
  const drive_config *of = &p->out->drives[d];
  const char *entry = parser_text(p, "drives.%s", of->name), *band = parser_text(p, "%s.band", entry);
  const drive_kind kind = study_drive_kind(of);
  if (kind == DRIVE_TABLE) rules_require(p, entry, "file", "a CSV or HDF5 file, or a list of them");
  if (kind == DRIVE_HARMONIC) {
    rules_require(p, entry, "frequency", "in Hz");
    check_sweep(p, of->sweep_from, of->sweep_rate, entry);
  }
  if (kind != DRIVE_NOISE) return;
  rules_exclude(p, entry, "deviation", "spectrum");
  if (!rules_given(p, "%s.spectrum", entry)) {
    if (!rules_given(p, "%s.deviation", entry))
      rules_mistake(p, entry, "%s: give 'deviation', in the unit of the drive, or 'spectrum', a CSV file",
                    entry);
    rules_require(p, entry, "band", "[from, to] in Hz");
  }
  if (rules_given(p, "%s", band) && !(of->band[0] < of->band[1]))
    rules_mistake(p, band, "%s: [from, to] is expected, from less than to, not [%g, %g]", band, of->band[0],
                  of->band[1]);
}

// The axis and speed of a centrifugal load: the study's, or all of it the deck's.
static void check_rotation(parser *p, excitation_config *e, const char *entry) {
  const int model = p->out->model.type;
  const char *place = parser_text(p, "%s.origin", entry);
  const int own = rules_given(p, "%s.direction", entry) || rules_given(p, "%s.origin", entry) ||
                  rules_given(p, "%s.rotation", entry);
  if (!rules_given(p, "model")) return;
  e->from_deck = !own && (model == MODEL_CALCULIX || model == MODEL_REDUCED);
  if (!e->from_deck) rules_require(p, entry, "direction", "the axis of rotation");
  if (rules_given(p, "%s", place) && e->origin.n != 3)
    rules_mistake(p, place, "%s: [x, y, z] of a point of the axis is expected, not %d numbers", place,
                  e->origin.n);
  if (model == MODEL_CHAIN)
    rules_mistake(p, entry, "%s: the masses of a chain have no places about an axis (allowed: other models)",
                  entry);
  if (model == MODEL_BEAM && e->direction[0] * e->direction[1] != 0)
    rules_mistake(p, parser_text(p, "%s.direction", entry),
                  "%s.direction: a beam is loaded along y alone (allowed: an axis along x, or across it)",
                  entry);
}

// Where a force acts, and whether it is a pressure.
static void check_force(parser *p, excitation_config *e, const char *entry) {
  e->is_pressure = rules_given(p, "%s.pressure", entry);
  rules_exclude(p, entry, "node", "nodes");
  rules_exclude(p, entry, "amplitude", "pressure");
  if (rules_given(p, "model") && !rules_given(p, "%s.nodes", entry))
    rules_require(p, entry, "node", "where the force acts");
}

static void check_direction(parser *p, excitation_config *e, const char *entry) {
  const double *only = only_direction(p);
  const int on_surface = e->is_pressure && e->weights.n == 0;
  if (e->type == EXCITATION_CENTRIFUGAL || on_surface || rules_given(p, "%s.direction", entry)) return;
  if (only)
    memcpy(e->direction, only, sizeof e->direction);
  else if (rules_given(p, "model"))
    rules_require(p, entry, "direction", "x, y, z, -x, -y, -z or [a, b, c]");
}

void rules_load_size(parser *p, int i) {
  const excitation_config *e = &p->out->excitations[i];
  if (!e->from_deck)
    rules_require(p, parser_text(p, "excitation.%d", i), study_load_key(e),
                  parser_text(p, "in %s", study_load_unit(e)));
}

static void check_excitation(parser *p, int i) {
  excitation_config *e = &p->out->excitations[i];
  const char *entry = parser_text(p, "excitation.%d", i);
  if (study_load_has_nodes(e)) check_force(p, e, entry);
  if (e->type == EXCITATION_CENTRIFUGAL) check_rotation(p, e, entry);
  check_direction(p, e, entry);
  if (e->drive[0]) check_load_drive(p, e, entry);
  if (!p->kind || !p->kind->whole_loads) return;
  rules_load_size(p, i);
  if (study_load_has_frequency(p->out, e)) check_frequency(p, i, entry);
  check_sweep(p, e->sweep_from, e->sweep_rate, entry);
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
    if (only_direction(p))
      memcpy(s->initial.direction, only_direction(p), sizeof s->initial.direction);
    else
      rules_require(p, "initial", "direction", "of the displacement and velocity");
  }
}

static const study_quantity *usual_quantity(const study_kind *kind) {
  const study_quantity *q, *found = NULL;
  for (int i = 0; (q = study_kind_quantity(kind, i)); i++)
    if (q->flags & QUANTITY_DEFAULT) return q;
  for (const study_kind *const *used = kind->uses; used && *used && !found; used++)
    found = usual_quantity(*used);
  return found;
}

// An output without quantity and node is the quantity its name says.
static void complete_output(parser *p, output_config *o, const char *entry) {
  if (rules_given(p, "%s.quantity", entry)) return;
  const int of_node = rules_given(p, "%s.node", entry) || rules_given(p, "%s.sum", entry);
  o->quantity = of_node ? NULL : study_quantity_for(p->kind, o->name);
  if (!o->quantity && p->kind) o->quantity = usual_quantity(p->kind);
}

// A direction that is not written is the model's where there is no other; without a model x.
static void complete_direction(parser *p, const char *entry, double direction[3]) {
  static const double along_x[3] = {1, 0, 0};
  const double *only =
      !rules_given(p, "model") && !(p->kind && p->kind->has_bodies) ? along_x : only_direction(p);
  if (direction[0] != 0 || direction[1] != 0 || direction[2] != 0) return;
  if (only)
    memcpy(direction, only, sizeof along_x);
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

// A key that quantities with that flag know, and which these are in a study of this kind.
static void check_key_of_some(parser *p, const study_quantity *of, const char *entry, const char *key,
                              int flag) {
  const char *words = "", *last = NULL;
  const study_quantity *q;
  if (!rules_given(p, "%s.%s", entry, key) || of->flags & flag) return;
  for (const study_kind *const *k = study_kinds; *k; k++)
    for (int i = 0; (q = study_kind_quantity(*k, i)); i++)
      if (q->flags & flag && (!p->kind || study_kind_has(p->kind, *k))) {
        if (last) words = parser_text(p, "%s%s%s", words, *words ? ", " : "", last);
        last = q->word;
      }
  if (!last) {
    rules_mistake(p, parser_text(p, "%s.%s", entry, key), "%s: '%s' does not belong to the quantity %s",
                  entry, key, of->word);
    return;
  }
  words = parser_text(p, "%s%s%s", words, *words ? " and " : "", last);
  rules_mistake(p, parser_text(p, "%s.%s", entry, key), "%s: '%s' belongs to the quantities %s", entry, key,
                words);
}

// Keys that some quantities know, and which these are.
static void check_keys_of_quantity(parser *p, const output_config *o, const char *entry) {
  const study_quantity *q = o->quantity;
  const char *wrong = rules_given(p, "%s.node", entry)  ? "node"
                      : rules_given(p, "%s.sum", entry) ? "sum"
                                                        : "direction";
  if (q->place != QUANTITY_OF_NODE && rules_given(p, "%s.%s", entry, wrong))
    rules_mistake(p, parser_text(p, "%s.%s", entry, wrong), "%s: '%s' does not belong to the quantity %s",
                  entry, wrong, q->word);
  check_key_of_some(p, q, entry, "index", QUANTITY_COUNTED);
  check_key_of_some(p, q, entry, "band", QUANTITY_STEPPED);
  check_key_of_some(p, q, entry, "last", QUANTITY_STEPPED);
  if (rules_given(p, "%s.last", entry) && o->reduce >= REDUCE_WINDOWS)
    rules_mistake(p, parser_text(p, "%s.last", entry),
                  "%s: 'last' does not belong to windows and series, which are of all the recorded time",
                  entry);
  if (rules_given(p, "%s.band", entry) && !(o->band[0] < o->band[1]))
    rules_mistake(p, parser_text(p, "%s.band", entry),
                  "%s.band: [from, to] in Hz is expected, from less than to, not [%g, %g]", entry, o->band[0],
                  o->band[1]);
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
  const char *series[] = {"every", "trajectories"};
  for (int i = 0; i < 2; i++)
    if (rules_given(p, "%s.%s", entry, series[i]) && o->reduce != REDUCE_SERIES)
      rules_mistake(p, parser_text(p, "%s.%s", entry, series[i]), "%s: '%s' belongs to reduce: series", entry,
                    series[i]);
}

// [from, to, from, to ...], each from less than its to.
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
  for (int i = 0; i < s->n_contacts; i++) check_contact(p, i);
  for (int i = 0; i < s->n_drives; i++) check_drive(p, i);
  for (int i = 0; i < s->n_excitations; i++) check_excitation(p, i);
  if (p->kind && p->kind->rules) p->kind->rules(p);
  check_initial(p);
  check_plot(p);
  for (int i = 0; i < s->n_outputs; i++) check_output(p, &s->outputs[i]);
}
