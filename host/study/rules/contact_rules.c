// Rules of one contact entry: its keys against each other, its law and the drives.
#include <stdio.h>
#include <string.h>

#include "study/contact_laws.h"
#include "study/file/document.h"
#include "study/file/entries.h"
#include "study/file/path.h"
#include "study/rules/mistakes.h"
#include "study/rules/rules.h"
#include "study/schema/schema_words.h"
#include "study/study_kind.h"

// Checks how a contact entry gives its points.
static void check_contact_nodes(parser *p, const contact_config *c, const char *entry) {
  if (rules_given(p, "%s.from_file", entry) && c->from_file) {
    static const char *const other[] = {"nodes", "node", "partner", "pairing"};
    for (int i = 0; i < 4; i++) rules_exclude(p, entry, other[i], "from_file");
    if (p->out->model.type == MODEL_MATRICES && !rules_given(p, "model.contact"))
      rules_mistake(p, parser_text(p, "%s.from_file", entry),
                    "%s: from_file needs 'model.contact', a CSV file", entry);
  } else if (!rules_given(p, "%s.node", entry))
    rules_require(p, entry, "nodes", "a node set or node id");
  rules_exclude(p, entry, "nodes", "node");
  if (c->pairing == PAIRING_IN_ORDER) rules_require(p, entry, "partner", "nodes that are paired in order");
}

// Returns 1 if the entry has that key or an ensemble varies it.
static int has_entry_key(parser *p, const char *entry, int i, const char *key) {
  return rules_given(p, "%s.%s", entry, key) ||
         study_entry_varies(p->out, parser_text(p, "contact.%s", key), i);
}

static void check_contact_load(parser *p, const contact_config *c, const char *entry, int i, int has_normal) {
  const double load[] = {c->preload, c->pressure};
  const char *key[] = {"preload", "pressure"}, *unit[] = {"N", "Pa"};
  const char *weights = parser_text(p, "%s.weights", entry);
  rules_exclude(p, entry, "preload", "pressure");
  if (rules_given(p, "%s", weights) && !c->from_file && !rules_samples_follow(p) &&
      !has_entry_key(p, entry, i, "preload") && !has_entry_key(p, entry, i, "pressure"))
    rules_mistake(p, weights, "%s: weights of nothing: there is no preload or pressure (allowed: with one)",
                  weights);
  for (int k = 0; k < 2; k++)
    if (!has_normal && load[k] < 0)
      rules_mistake(p, parser_text(p, "%s.%s", entry, key[k]),
                    "%s.%s: %g %s cannot press the contact together (allowed with law %s: at least 0 %s)",
                    entry, key[k], load[k], unit[k],
                    c->law == LAW_ELASTIC ? "elastic and no normal_stiffness" : law_kinds[c->law]->name,
                    unit[k]);
}

// Checks the keys of compliant laws (kernels/laws) and of a spring, which is an elastic element.
static void check_law_keys(parser *p, contact_config *c, const char *entry) {
  char key[64], path[80];
  const char *needed = law_kinds[c->law]->needed, *wrong = law_check_keys(c);
  const int model = p->out->model.type;
  for (int i = 0; needed && *schema_word(needed, i, key, sizeof key); i++) {
    snprintf(path, sizeof path, "contact.%s", key);
    const schema_field *f = schema_find_field(path);
    rules_require(p, entry, key, f->unit ? parser_text(p, "in %s", f->unit) : "");
  }
  if (wrong) rules_mistake(p, entry, "%s: %s", entry, wrong);
  if (c->law == LAW_SPRING) c->law = LAW_ELASTIC;
  if (!law_is_compliant(c->law) || law_row_acted_on(c->law) == LAW_NORMAL) return;
  if (c->tangents != 2) c->tangents = 1;
  if (c->tangents == 2 && !c->from_file)
    rules_require(p, entry, "normal", "across which the two tangents lie");
  else if (!c->from_file && !rules_given(p, "%s.direction", entry) &&
           (model == MODEL_PLANE || model == MODEL_MATRICES || model == MODEL_CALCULIX))
    rules_require(p, entry, "tangent", "the direction along which the law acts");
}

// Sets the direction of a law along one direction: its normal or its tangent.
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

// Checks the stiffnesses of a law's springs. A gap is a distance along a normal that moves.
static void check_contact_springs(parser *p, const contact_config *c, const char *entry, int has_normal,
                                  int has_tangents) {
  if (c->law == LAW_ELASTIC && !has_normal && !has_tangents)
    rules_mistake(p, entry, "%s: give 'tangential_stiffness' or 'normal_stiffness' or both, in N/m", entry);
  static const char *const of_tangents[] = {"friction", "tangent", "tangents"};
  const int rubs = has_tangents || rules_given(p, "%s.tangential_stiffness", entry);
  for (int k = 0; k < 3 && c->law == LAW_ELASTIC && has_normal && !rubs; k++) {
    const char *place = parser_text(p, "%s.%s", entry, of_tangents[k]);
    if (rules_given(p, "%s", place))
      rules_mistake(p, place,
                    "%s: friction needs 'tangential_stiffness', more than 0 N/m: there is none without it",
                    place);
  }
  if (c->law == LAW_ELASTIC && !has_normal && rules_given(p, "%s.gap", entry))
    rules_mistake(
        p, parser_text(p, "%s.gap", entry),
        "%s: a gap needs 'normal_stiffness', more than 0 N/m: the normal load is constant without it", entry);
}

// Checks a drive of a contact: a drive over turns needs a load that turns.
static void check_contact_drive(parser *p, const char *name, int entry, const char *key,
                                const char *factor_key) {
  const char *place = parser_text(p, "contact.%d.%s", entry, key),
             *factor = parser_text(p, "contact.%d.%s", entry, factor_key);
  const int drive = *name ? rules_drive(p, name, place) : -1;
  int turns = drive < 0 || !study_drive_turns(&p->out->drives[drive]);
  for (int i = 0; i < p->out->n_excitations; i++)
    turns |= study_load_has_frequency(p->out, &p->out->excitations[i]);
  if (!turns)
    rules_mistake(p, place, "%s: the drive '%s' goes by turns, but no load has a frequency", place, name);
  if (!*name && (rules_given(p, "%s", factor) ||
                 study_entry_varies(p->out, parser_text(p, "contact.%s", factor_key), entry)))
    rules_mistake(p, factor, "%s: a factor of nothing: there is no %s (allowed: with one)", factor, key);
}

// Returns 1 if a load, a gap or a wall uses the column that the drive itself names.
static int takes_own_column(const study *s, const char *drive) {
  for (int i = 0; i < s->n_excitations; i++)
    if (!strcmp(s->excitations[i].drive, drive)) return 1;
  for (int i = 0; i < s->n_contacts; i++) {
    const contact_config *c = &s->contacts[i];
    if (!strcmp(c->gap_drive, drive) && c->gap_columns.n == 0) return 1;
    if (!strcmp(c->wall_drive, drive) && c->wall_columns.n == 0) return 1;
  }
  return 0;
}

// Checks the columns of a table, one for each point.
static void check_contact_columns(parser *p, const char *name, int entry, const char *key,
                                  const char *drive_key) {
  const char *place = parser_text(p, "contact.%d.%s", entry, key),
             *own = parser_text(p, "drives.%s.column", name);
  const int drive = study_find_drive(p->out, name);
  if (!rules_given(p, "%s", place)) return;
  if (!*name)
    rules_mistake(p, place, "%s: columns of nothing: there is no %s (allowed: with one)", place, drive_key);
  if (drive < 0) return; // reported by check_contact_drive
  if (study_drive_kind(&p->out->drives[drive]) != DRIVE_TABLE)
    rules_mistake(p, place, "%s: the drive '%s' has no columns (allowed: of type table)", place, name);
  else if ((rules_given(p, "%s", own) || study_varies(p->out, own)) && !takes_own_column(p->out, name))
    rules_mistake(p, rules_given(p, "%s", own) ? own : place,
                  "%s: no load, gap or wall takes this column, %s names others (allowed: one of the two)",
                  own, place);
}

// Refuses phases if nothing can start at an angle.
static void check_contact_phases(parser *p, const contact_config *c, int entry) {
  const char *place = parser_text(p, "contact.%d.%s", entry, c->phases.n > 0 ? "phases" : "gap_phase");
  const char *drive = c->gap_drive[0] ? c->gap_drive : c->wall_drive;
  if (c->gap_phase == 0 && c->phases.n == 0 && !study_entry_varies(p->out, "contact.gap_phase", entry))
    return;
  if (study_contact_takes_phase(p->out, entry) || (*drive && study_find_drive(p->out, drive) < 0)) return;
  if (*drive)
    rules_mistake(p, place, "%s: the drive '%s' has no angle to begin from (" DRIVE_ANGLES ")", place, drive);
  else
    rules_mistake(p, place, "%s: a phase of nothing: neither gap nor wall moves (allowed with: %s)", place,
                  c->law == LAW_COULOMB      ? "wall_drive"
                  : c->law == LAW_UNILATERAL ? "gap_amplitude, gap_drive"
                                             : "gap_amplitude, gap_drive, wall_drive");
}

// Refuses keys without effect: the frequency of a gap that does not move, touches of a contact that
// cannot open.
static void check_contact_keys_without_effect(parser *p, const contact_config *c, const char *entry, int i,
                                              int has_normal) {
  const char *frequency = parser_text(p, "%s.gap_frequency", entry),
             *merge = parser_text(p, "%s.merge", entry);
  const int moves = has_entry_key(p, entry, i, "gap_amplitude");
  if (rules_given(p, "%s", frequency) && !moves)
    rules_mistake(p, frequency, "%s: a frequency of nothing: there is no gap_amplitude (allowed: with one)",
                  frequency);
  if (rules_given(p, "%s", merge) && !(has_normal && law_knows_key(c->law, "gap")))
    rules_mistake(p, merge, "%s: a contact of law %s has no %s: leave it out", merge, law_kinds[c->law]->name,
                  has_normal ? "gap, so that it never opens" : "normal, along which it touches");
}

void rules_contact(parser *p, int i) {
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
  check_contact_load(p, c, entry, i, has_normal);
  check_contact_direction(p, c, entry, has_normal, has_tangents);
  check_contact_drive(p, c->gap_drive, i, "gap_drive", "gap_factor");
  check_contact_drive(p, c->wall_drive, i, "wall_drive", "wall_factor");
  check_contact_columns(p, c->gap_drive, i, "gap_columns", "gap_drive");
  check_contact_columns(p, c->wall_drive, i, "wall_columns", "wall_drive");
  check_contact_phases(p, c, i);
  check_contact_keys_without_effect(p, c, entry, i, has_normal);
  check_contact_springs(p, c, entry, has_normal, has_tangents);
  const double *only = rules_only_direction(p);
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
