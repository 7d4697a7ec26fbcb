// Keys of a study of beams, and the rules between them.
#include "engines/beams/study/beams_keys.h"

#include <stdlib.h>
#include <string.h>

#include "engines/beams/beams_engine.h"
#include "study/file/document.h"
#include "study/file/path.h"
#include "study/file/storage.h"
#include "study/rules/mistakes.h"
#include "study/schema/schema_rows.h"
#include "study/schema/schema_words.h"

const char beam_freedoms[] = "x y z r1 r2 r3";

// clang-format off
const schema_field beams_fields[] = {
    {"assembly.youngs_modulus", NULL, FIELD_NUMBER, AT(assembly_config, youngs_modulus), FROM(POSITIVE),
     .unit = "Pa", .doc = "of all beams", .symbol = "Young's modulus"},
    {"assembly.poisson_ratio", NULL, FIELD_NUMBER, AT(assembly_config, poisson_ratio), RANGE(-0.999, 0.5),
     .initial = "0.3", .doc = "of all beams"},
    {"assembly.angle", NULL, FIELD_NUMBER, AT(assembly_config, angle), RANGE(-360, 360), .unit = "°",
     .initial = "0",
     .doc = "each beam is turned by its `turn` times this, about the vertical through its centre",
     .symbol = "angle between the beams"},
    {"assembly.gap", NULL, FIELD_NUMBER, AT(assembly_config, gap), ANY, .unit = "m", .initial = "0",
     .doc = "each beam is lifted by its `lift` times its radius and half of this", .symbol = "gap"},

    {"beams.centre", NULL, FIELD_LIST, AT(beam_config, centre), ANY, .unit = "m",
     .doc = "[x, y, z] of the middle of its span"},
    {"beams.span", NULL, FIELD_LIST, AT(beam_config, span), ANY, .unit = "m",
     .doc = "[x, y, z] from its first node to its last"},
    {"beams.radius", NULL, FIELD_NUMBER, AT(beam_config, radius), FROM(POSITIVE), .unit = "m",
     .doc = "of the circular section"},
    {"beams.elements", NULL, FIELD_NUMBER, AT(beam_config, elements), RANGE(2, 1000),
     .flags = FIELD_WHOLE | FIELD_STRUCTURAL | FIELD_FINER_ABOVE,
     .doc = "of equal length; the smooth line of contact needs two: it runs from the middle of the first to "
     "that of the last"},
    {"beams.turn", NULL, FIELD_NUMBER, AT(beam_config, turn), ANY, .initial = "0",
     .doc = "times assembly.angle: how far it is turned about the vertical"},
    {"beams.lift", NULL, FIELD_NUMBER, AT(beam_config, lift), ANY, .initial = "0",
     .doc = "times (radius + half of assembly.gap): how far it is lifted; -1 and 1: two beams that cross at "
     "that gap"},
    {"beams.roll", NULL, FIELD_NUMBER, AT(beam_config, roll), RANGE(-360, 360), .unit = "°", .initial = "0",
     .doc = "turns its second and third axis about the span: the second one is horizontal otherwise"},
    {"beams.arc", NULL, FIELD_NUMBER, AT(beam_config, arc), RANGE(-350, 350), .unit = "°", .initial = "0",
     .doc = "the beam is an arc of a circle over its span, in the plane of the second axis, of so many "
     "degrees: it turns towards that axis from its first node to its last. It is unstressed so"},
    {"beams.crimp", NULL, FIELD_NUMBER, AT(beam_config, crimp), ANY, .unit = "m", .initial = "0",
     .doc = "it waves along its third axis by this times sin(2π crimp_waves t), t from 0 to 1 over the span; "
     "unstressed too"},
    {"beams.crimp_waves", NULL, FIELD_NUMBER, AT(beam_config, crimp_waves), RANGE(0, 1000), .initial = "1",
     .doc = "number of waves; a half for each beam that a woven one crosses"},

    {"supports.of", NULL, FIELD_TEXT, AT(support_config, of), .doc = "name of a beam"},
    {"supports.at", NULL, FIELD_TEXT, AT(support_config, at),
     .doc = "start, middle, end, or the number of a node from 0"},
    {"supports.fix", NULL, FIELD_TEXTS, AT(support_config, fix),
     .doc = "what is held there: displacements x, y, z, rotations about the beam's own axes at rest (r1 "
     "along it, r2 the horizontal one across it, r3 across both), or all"},

    {"loads.of", NULL, FIELD_TEXT, AT(beam_load_config, of), .doc = "name of a beam"},
    {"loads.at", NULL, FIELD_TEXT, AT(beam_load_config, at),
     .doc = "start, middle, end, or the number of a node from 0"},
    {"loads.along", NULL, FIELD_WORD, AT(beam_load_config, along), .words = "x y z r1 r2 r3",
     .doc = "which displacement, or rotation about the beam's own axes at rest"},
    {"loads.displacement", NULL, FIELD_NUMBER, AT(beam_load_config, displacement), ANY, .unit = "m or rad",
     .doc = "imposed, at load factor 1 (of rotations: steps of the spin, rad)"},
    {"loads.force", NULL, FIELD_NUMBER, AT(beam_load_config, force), ANY, .unit = "N or N·m",
     .doc = "or a force, at load factor 1 (of rotations a moment about the axis, N·m)"},

    {"beam_contact.friction", NULL, FIELD_NUMBER, AT(beam_contact_config, friction), FROM(0), .initial = "0",
     .doc = "coefficient μ", .symbol = "friction coefficient"},
    {"beam_contact.friction_law", NULL, FIELD_WORD, AT(beam_contact_config, friction_law),
     .words = "components vector", .initial = "components",
     .doc = "components: the paper's law, a force along each beam, together limited by the norm of F_m τ_m - "
     "F_s τ_s, which is no force between the bodies; vector: one force on both, against their relative slip, "
     "no longer than μ times the normal force"},
    {"beam_contact.normal_penalty", NULL, FIELD_NUMBER, AT(beam_contact_config, normal_penalty),
     FROM(POSITIVE), .unit = "N/m", .doc = "ε_N of each pair of points: force per penetration",
     .symbol = "normal penalty"},
    {"beam_contact.tangential_penalty", NULL, FIELD_NUMBER, AT(beam_contact_config, tangential_penalty),
     FROM(POSITIVE), .unit = "N/m",
     .doc = "ε_T: friction per elastic part of the sliding; needed with friction",
     .symbol = "tangential penalty"},
    {"beam_contact.pairs", NULL, FIELD_NUMBER, AT(beam_contact_config, pairs), RANGE(1, 5),
     .flags = FIELD_WHOLE | FIELD_STRUCTURAL, .initial = "3",
     .doc = "of points at each crossing: 1, at the closest points; 3 or 5, besides as many before as behind. "
     "Each has the whole penalty, so that three are three times as stiff as one: with a third of "
     "normal_penalty they agree with one within 0.2 %", .symbol = "pairs"},
    {"beam_contact.shift", NULL, FIELD_NUMBER, AT(beam_contact_config, shift), FROM(POSITIVE), .initial = "1",
     .doc = "distance of neighbouring pairs along the second beam, times r/(6 sin φ) with the radius r of "
     "the first and the angle φ between the tangents (the paper's eq. (5) with ξ from -1 to 1; 2: r/(3 sin "
     "φ))"},
    {"beam_contact.augmentations", NULL, FIELD_NUMBER, AT(beam_contact_config, augmentations), COUNT(0, 1e6),
     .initial = "0",
     .doc = "0: penetration is what the penalty leaves. Else the augmented Lagrangian: each pair's normal "
     "force becomes its multiplier and the increment is solved again, at most so many times, until no pair "
     "presses deeper than `penetration`. What comes out does not depend on normal_penalty, how soon does: a "
     "larger one needs fewer"},
    {"beam_contact.penetration", NULL, FIELD_NUMBER, AT(beam_contact_config, penetration), RANGE(1e-12, 0.1),
     .initial = "1e-6", .doc = "of the sum of the radii, with augmentations"},

    {"beam_pairs.first", NULL, FIELD_TEXT, AT(beam_pair_config, first),
     .doc = "name of a beam: m of the paper, whose component outputs without _second are"},
    {"beam_pairs.second", NULL, FIELD_TEXT, AT(beam_pair_config, second), .doc = "name of another: s"},

    {"loading.increments", NULL, FIELD_NUMBER, AT(loading_config, increments), RANGE(1, 1e6),
     .flags = FIELD_WHOLE | FIELD_FINER_ABOVE | FIELD_REFINED,
     .doc = "equal steps from each value of `path` to the next"},
    {"loading.path", NULL, FIELD_LIST, AT(loading_config, path), ANY, FIXED,
     .doc = "load factors, gone to one after the other from 0: [1, 0] loads and unloads; absent: 1"},
    {"loading.record", NULL, FIELD_NUMBER, AT(loading_config, record), COUNT(0, 1e9), .initial = "0",
     .doc = "only the last so many increments are recorded; 0: all"},
    {"loading.windows", NULL, FIELD_NUMBER, AT(loading_config, windows), COUNT(1, 1e6), .initial = "1",
     .doc = "the recorded increments are cut into so many windows (reduce: windows, window_…)"},
    {"loading.tolerance", NULL, FIELD_NUMBER, AT(loading_config, tolerance), RANGE(1e-14, 0.01),
     .flags = FIELD_FINER_BELOW,
     .initial = "1e-9",
     .doc = "an increment is solved when no force is out of balance by more than this part of the largest "
     "reaction or load, or than rounding leaves of it (4 ε E A)"},
    {"loading.iterations", NULL, FIELD_NUMBER, AT(loading_config, iterations), COUNT(2, 1000),
     .initial = "25", .doc = "most linear solves of an increment; behind them it is taken in halves"},
    {"loading.halvings", NULL, FIELD_NUMBER, AT(loading_config, halvings), COUNT(0, 40), .initial = "8",
     .doc = "how often an increment may be halved; behind that the trajectory ends as not_converged, or as "
     "parallel where beams touch that have no closest points"},
    {0},
};
// clang-format on

#define SLOT(shape, type) shape, .in_slot = 1, .stride = sizeof(type)
static const schema_section assembly_section = {"assembly", SLOT(SECTION_MAP, assembly_config),
                                                .doc = "what all beams share"};
static const schema_section beams_section = {
    "beams", SLOT(SECTION_NAMED, beam_config), .name_offset = offsetof(beam_config, name),
    .name_size = sizeof(((beam_config *)0)->name),
    .doc = "the beams, by name: straight, arcs or waves, of circular section, geometrically exact "
           "co-rotational elements (Crisfield 1990)"};
static const schema_section supports_section = {"supports", SLOT(SECTION_LIST, support_config),
                                                .doc = "what is held"};
static const schema_section loads_section = {"loads", SLOT(SECTION_LIST, beam_load_config),
                                             .doc = "what moves or pushes, times the load factor"};
static const schema_section contact_section = {
    "beam_contact", SLOT(SECTION_MAP, beam_contact_config),
    .doc = "contact between beams, by penalties, with friction (bounding boxes of all pairs are looked at in "
           "every step)"};
static const schema_section pairs_section = {
    "beam_pairs", SLOT(SECTION_LIST, beam_pair_config),
    .doc = "which beams may touch; absent: all pairs, in the order of `beams`. "
           "Outputs name them by `contact`, from 0"};
static const schema_section loading_section = {"loading", SLOT(SECTION_MAP, loading_config),
                                               .doc =
                                                   "increments of the load, each solved by Newton's method"};
const schema_section *const beams_sections[] = {
    &assembly_section, &beams_section, &supports_section, &loads_section,
    &contact_section,  &pairs_section, &loading_section,  NULL};

const assembly_config *assembly_of(const study *self) {
  return study_section(self, &assembly_section);
}
int beams_count(const study *self) {
  return study_count_entries(self, &beams_section);
}
const beam_config *beam_at(const study *self, int index) {
  return study_entry(self, &beams_section, index);
}
int beams_find(const study *self, const char *name) {
  for (int i = 0; i < beams_count(self); i++)
    if (strcmp(beam_at(self, i)->name, name) == 0) return i;
  return -1;
}
int supports_count(const study *self) {
  return study_count_entries(self, &supports_section);
}
const support_config *support_at(const study *self, int index) {
  return study_entry(self, &supports_section, index);
}
int beam_loads_count(const study *self) {
  return study_count_entries(self, &loads_section);
}
const beam_load_config *beam_load_at(const study *self, int index) {
  return study_entry(self, &loads_section, index);
}
const beam_contact_config *beam_contact_config_of(const study *self) {
  return study_section(self, &contact_section);
}
int beam_zones_count(const study *self) {
  const int n = beams_count(self), given = study_count_entries(self, &pairs_section);
  return given > 0 ? given : n * (n - 1) / 2;
}
void beam_zone_at(const study *self, int zone, int beam[2]) {
  beam[0] = 0, beam[1] = 1;
  if (study_count_entries(self, &pairs_section) > 0) {
    const beam_pair_config *pair = study_entry(self, &pairs_section, zone);
    beam[0] = beams_find(self, pair->first), beam[1] = beams_find(self, pair->second);
    return;
  }
  while (zone-- > 0)
    if (++beam[1] == beams_count(self)) beam[0]++, beam[1] = beam[0] + 1;
}
const loading_config *loading_of(const study *self) {
  return study_section(self, &loading_section);
}

int beams_node(const char *at, int elements) {
  char *end;
  if (strcmp(at, "start") == 0) return 0;
  if (strcmp(at, "end") == 0) return elements;
  if (strcmp(at, "middle") == 0) return elements % 2 ? -1 : elements / 2;
  const long node = strtol(at, &end, 10);
  return *at && !*end && node >= 0 && node <= elements ? (int)node : -1;
}

// Refuses keys that modify something the study does not have.
static void check_keys_of_others(parser *p) {
  for (int i = 0; i < beams_count(p->out); i++) {
    const char *crimp = parser_text(p, "beams.%s.crimp", beam_at(p->out, i)->name),
               *waves = parser_text(p, "%s_waves", crimp);
    if (rules_given(p, "%s", waves) && !rules_has(p, crimp))
      rules_mistake(p, waves, "%s: waves of nothing: there is no crimp (allowed: with one)", waves);
  }
  if (rules_given(p, "beam_contact.penetration") && !rules_has(p, "beam_contact.augmentations"))
    rules_mistake(p, "beam_contact.penetration",
                  "beam_contact.penetration belongs to beam_contact.augmentations, which is missing: without "
                  "it the penetration is what normal_penalty leaves");
}

static void check_vector(parser *p, const char *name, const char *key, const number_list *list) {
  if (!rules_given(p, "beams.%s.%s", name, key))
    rules_mistake(p, parser_text(p, "beams.%s", name), "beams.%s: missing key '%s': [x, y, z] in m", name,
                  key);
  else if (list->n != 3)
    rules_mistake(p, parser_text(p, "beams.%s.%s", name, key),
                  "beams.%s.%s: %d numbers (allowed: three, [x, y, z])", name, key, list->n);
}

static void check_beams(parser *p) {
  if (beams_count(p->out) == 0)
    rules_mistake(p, "study", "missing section 'beams': a study of beams has some");
  for (int i = 0; i < beams_count(p->out); i++) {
    const beam_config *b = beam_at(p->out, i);
    const char *place = parser_text(p, "beams.%s", b->name);
    check_vector(p, b->name, "centre", &b->centre);
    check_vector(p, b->name, "span", &b->span);
    if (b->span.n == 3 && b->span.value[0] == 0 && b->span.value[1] == 0 && b->span.value[2] == 0)
      rules_mistake(p, parser_text(p, "%s.span", place), "%s.span: a beam has a length", place);
    if (!rules_given(p, "%s.radius", place)) rules_mistake(p, place, "%s: missing key 'radius': in m", place);
    if (!rules_given(p, "%s.elements", place)) rules_mistake(p, place, "%s: missing key 'elements'", place);
  }
}

// Checks a beam and one of its nodes, as entry `index` of `section` names them.
static int check_place(parser *p, const char *section, int index, const char *beam, const char *at) {
  const char *place = parser_text(p, "%s.%d", section, index);
  const int which = beams_find(p->out, beam);
  if (which < 0) {
    const char *key = rules_given(p, "%s.of", place) ? parser_text(p, "%s.of", place) : place;
    rules_mistake(p, key, "%s: there is no beam '%s' (allowed: a name of `beams`)", key, beam);
    return 0;
  }
  const int elements = (int)beam_at(p->out, which)->elements;
  if (beams_node(at, elements) >= 0) return 1;
  const char *key = rules_given(p, "%s.at", place) ? parser_text(p, "%s.at", place) : place;
  rules_mistake(p, key, "%s: '%s' is no node of beam '%s' (allowed: start, end, 0 to %d%s)", key, at, beam,
                elements, elements % 2 ? "; it has no middle node, as its elements are odd" : ", middle");
  return 0;
}

static void check_supports(parser *p) {
  for (int i = 0; i < supports_count(p->out); i++) {
    const support_config *s = support_at(p->out, i);
    (void)check_place(p, "supports", i, s->of, s->at);
    char words[STUDY_NAME], *rest = words;
    strcpy(words, s->fix);
    for (char *word = strtok_r(words, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
      if (strcmp(word, "all") != 0 && schema_word_index(beam_freedoms, word) < 0)
        rules_mistake(p, parser_text(p, "supports.%d.fix", i),
                      "supports.fix: '%s' is no freedom of a node (allowed: x, y, z, r1, r2, r3, all)", word);
    if (!s->fix[0])
      rules_mistake(p, parser_text(p, "supports.%d", i),
                    "supports: missing key 'fix': what is held, such as all");
  }
}

static void check_loads(parser *p) {
  for (int i = 0; i < beam_loads_count(p->out); i++) {
    const beam_load_config *l = beam_load_at(p->out, i);
    const char *place = parser_text(p, "loads.%d", i);
    (void)check_place(p, "loads", i, l->of, l->at);
    if (!rules_given(p, "%s.along", place))
      rules_mistake(p, place, "loads: missing key 'along' (allowed: x, y, z, r1, r2, r3)");
    if (rules_given(p, "%s.displacement", place) == rules_given(p, "%s.force", place))
      rules_mistake(p, place, "loads: give 'displacement' or 'force', one of them");
  }
}

static void check_pairs(parser *p) {
  const int given = study_count_entries(p->out, &pairs_section);
  for (int i = 0; i < given; i++) {
    const beam_pair_config *pair = study_entry(p->out, &pairs_section, i);
    const char *const name[2] = {pair->first, pair->second}, *const key[2] = {"first", "second"};
    for (int side = 0; side < 2; side++)
      if (beams_find(p->out, name[side]) < 0)
        rules_mistake(p, parser_text(p, "beam_pairs.%d.%s", i, key[side]),
                      "beam_pairs.%s: there is no beam '%s' (allowed: a name of `beams`)", key[side],
                      name[side]);
    if (strcmp(pair->first, pair->second) == 0)
      rules_mistake(p, parser_text(p, "beam_pairs.%d", i),
                    "beam_pairs: '%s' does not touch itself (allowed: two beams)", pair->first);
  }
}

int beam_load_turns(const beam_load_config *load) {
  enum { FIRST_ROTATION = 3 }; // index in beam_freedoms
  return load->along >= FIRST_ROTATION;
}

// Sets the unit of reactions to that of the driven freedoms: N, or N·m for rotations. Forces and
// moments together are refused: they have no common mean.
static void check_reactions(parser *p) {
  static const char moment[] = "N·m";
  char freedom[2][8];
  for (int o = 0; o < p->out->n_outputs; o++) {
    output_config *output = &p->out->outputs[o];
    const char *word = output->quantity ? output->quantity->word : "";
    const int all = strcmp(word, "reaction") == 0;
    if (!all && strcmp(word, "load_reaction") != 0) continue;
    const int wanted = output->index >= 1 ? (int)output->index : 1;
    const beam_load_config *moved[2] = {NULL, NULL}; // the last translation, the last rotation
    for (int i = 0, n = 0; i < beam_loads_count(p->out); i++) {
      const beam_load_config *load = beam_load_at(p->out, i);
      if (rules_given(p, "loads.%d.force", i)) continue;
      if (all)
        moved[beam_load_turns(load)] = load;
      else if (++n == wanted && beam_load_turns(load))
        output->unit = moment;
    }
    if (all && moved[1]) output->unit = moment;
    if (all && moved[0] && moved[1])
      rules_mistake(
          p, parser_text(p, "outputs.%s", output->name),
          "output '%s': the loads move displacements (along %s) and rotations (along %s): a mean of "
          "forces and moments has no unit (allowed: load_reaction with index)",
          output->name, schema_word(beam_freedoms, moved[0]->along, freedom[0], sizeof freedom[0]),
          schema_word(beam_freedoms, moved[1]->along, freedom[1], sizeof freedom[1]));
  }
}

// Refuses frequency bands: increments of a load have no time.
static void check_bands(parser *p) {
  for (int o = 0; o < p->out->n_outputs; o++) {
    const char *band = parser_text(p, "outputs.%s.band", p->out->outputs[o].name);
    if (rules_given(p, "%s", band))
      rules_mistake(p, band, "%s: increments of a load have no frequencies: leave it out", band);
  }
}

void beams_rules(parser *p) {
  const beam_contact_config *c = beam_contact_config_of(p->out);
  check_beams(p);
  check_supports(p);
  check_loads(p);
  check_pairs(p);
  check_keys_of_others(p);
  check_reactions(p);
  check_bands(p);
  rules_require(p, "assembly", "youngs_modulus", "in Pa");
  rules_require(p, "loading", "increments", "steps of the load");
  if (beam_zones_count(p->out) > 0) {
    rules_require(p, "beam_contact", "normal_penalty", "in N/m");
    if (c->friction > 0 || study_varies(p->out, "friction"))
      rules_require(p, "beam_contact", "tangential_penalty", "in N/m, with friction");
  }
  if (fmod(c->pairs, 2) == 0)
    rules_mistake(p, "beam_contact.pairs", "beam_contact.pairs: %g (allowed: 1, 3, 5)", c->pairs);
}
