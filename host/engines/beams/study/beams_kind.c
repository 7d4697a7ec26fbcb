// Definition of `study: beams` for the layers below, and its quantities, one row each.
#include "engines/beams/study/beams_kind.h"

#include <string.h>

#include "study/file/document.h"
#include "study/schema/schema_rows.h"

extern const schema_field beams_fields[];
extern const schema_section *const beams_sections[];
void beams_rules(parser *p);

#define OF_PAIR .place = QUANTITY_OF_POINT, .flags = QUANTITY_STEPPED | QUANTITY_COUNTED
#define OF_ALL .place = QUANTITY_OF_MODEL, .flags = QUANTITY_STEPPED

// clang-format off
static const beams_quantity quantities[] = {
    {{"reaction", "N", "mean of the absolute reactions", "mean of |reaction| of all freedoms that are moved: "
     "displacements, or rotations alone (moments, N·m); of both together it is refused",
     .place = QUANTITY_OF_MODEL, .flags = QUANTITY_STEPPED | QUANTITY_DEFAULT}, BEAMS_REACTION, 0},
    {{"load_reaction", "N", "reaction of a moved freedom", "of one of them, signed: `index` counts the "
     "entries of `loads` that move something; of a rotation the moment, N·m", .place = QUANTITY_OF_MODEL,
     .flags = QUANTITY_STEPPED | QUANTITY_COUNTED}, BEAMS_REACTION_OF_FREEDOM, 0},
    {{"normal_force", "N", "normal force", "of a pair of points: `contact` says between which beams (from "
     "0), `index` which pair (1 the central one, 2 backward, 3 forward)", OF_PAIR}, BEAMS_NORMAL_FORCE, 0},
    {{"friction_force", "N", "friction force", "likewise, along the first beam in the sense of its nodes: "
     "the paper's component F_T of m", OF_PAIR}, BEAMS_FRICTION_FORCE, 0},
    {{"friction_force_second", "N", "friction force on the second beam", "along the second beam", OF_PAIR},
     BEAMS_FRICTION_FORCE, 1},
    {{"mutual_force", "N", "friction force as a vector", "length of the vector between the bodies that has "
     "the components friction_force and friction_force_second along the two lines: with friction_law "
     "components it may be longer than μ times the normal force", OF_PAIR}, BEAMS_MUTUAL_FORCE, 0},
    {{"plastic_gap", "m", "plastic part of the sliding", "likewise of the first beam, g^p: slipped so far",
     OF_PAIR}, BEAMS_PLASTIC_GAP, 0},
    {{"plastic_gap_second", "m", "plastic part of the sliding of the second beam", "of the second", OF_PAIR},
     BEAMS_PLASTIC_GAP, 1},
    {{"elastic_gap", "m", "elastic part of the sliding", "likewise, g^e", OF_PAIR}, BEAMS_ELASTIC_GAP, 0},
    {{"elastic_gap_second", "m", "elastic part of the sliding of the second beam", "of the second", OF_PAIR},
     BEAMS_ELASTIC_GAP, 1},
    {{"normal_gap", "m", "distance of the surfaces", "of a pair of points: negative where they press",
     OF_PAIR}, BEAMS_GAP, 0},
    {{"contact_state", "1", "state: 0 open, 1 stick, 2 slip", "0 open, 1 stick, 2 slip", OF_PAIR}, BEAMS_PAIR_STATE, 0},
    {{"contact_along", "m", "place of contact along the beam", "of a pair of points on the first beam, along "
     "its undeformed line from its first node", OF_PAIR}, BEAMS_PLACE, 0},
    {{"contact_along_second", "m", "place of contact along the second beam",
     "of the central pair on the second", OF_PAIR}, BEAMS_PLACE, 1},
    {{"sliding_path", "m", "way slid so far", "Σ |change of plastic_gap| of the central pair",
     .place = QUANTITY_OF_POINT, .flags = QUANTITY_STEPPED}, BEAMS_SLIDING, 0},
    {{"penetration", "1", "deepest penetration", "of all pairs that press, over the sum of the radii",
     OF_ALL}, BEAMS_PENETRATION, 0},
    {{"dissipated_energy", "J", "energy dissipated by friction", "of all pairs so far", OF_ALL}, BEAMS_DISSIPATION, 0},
    {{"strain_energy", "J", "strain energy", "of all beams", OF_ALL}, BEAMS_ENERGY, 0},
    {{"displacement", "m", "displacement", "of `node`, such as lower.end (a beam, then start, middle, end or "
     "a number from 0), along `direction`, an axis", .place = QUANTITY_OF_NODE, .flags = QUANTITY_STEPPED},
     BEAMS_DISPLACEMENT, 0},
    {{"linear_solves", "1", "linear solves so far", "Newton's method so far", OF_ALL}, BEAMS_N_SOLVES, 0},
    {{"halved_increments", "1", "increments cut in half so far", "increments that did not converge and were "
     "cut in half", OF_ALL}, BEAMS_N_CUTS, 0},
    {{"load_factor", "1", "load factor", "of the load", OF_ALL}, BEAMS_FACTOR, 0},
    {.is = QUANTITY_FIELD},
    {.is = {.word = NULL}},
};
// clang-format on

const beams_quantity *beams_quantity_of(const output_config *output) {
  for (int i = 0; quantities[i].is.word; i++)
    if (&quantities[i].is == output->quantity) return &quantities[i];
  return NULL;
}

// Returns a load's unit: prescribed rotations are in radians, and the load of a rotation is a
// moment.
static const char *unit_of(const study *s, const char *path, int entry) {
  const int is_load = strncmp(path, "loads.", strlen("loads.")) == 0;
  const int turns = is_load && beam_load_turns(beam_load_at(s, entry));
  if (strcmp(path, "loads.displacement") == 0) return turns ? "rad" : "m";
  return strcmp(path, "loads.force") == 0 ? turns ? "N·m" : "N" : NULL;
}

const study_kind beams_kind = {.name = "beams",
                               .doc = "beams in frictional contact with beams, quasi-static",
                               .has_bodies = 1,
                               .goes_on = 1,
                               .sections = beams_sections,
                               .fields = beams_fields,
                               .quantities = quantities,
                               .quantity_size = sizeof *quantities,
                               .quantities_doc =
                                   "What time is in other studies is the number of load increments here.",
                               .rules = beams_rules,
                               .unit = unit_of};
