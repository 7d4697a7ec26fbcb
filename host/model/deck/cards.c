// The table of cards and the checks of single cards.
#include "model/deck/cards.h"

#include <stdio.h>
#include <string.h>

#include "base/log.h"
#include "base/text.h"
#include "model/deck/deck.h"

static const char loads_reason[] =
    "loads of decks are not imported, but for *DLOAD, CENTRIF where the study asks for it "
    "(excitation.type centrifugal): state them in the study (excitation)",
                  damping_reason[] =
                      "damping of decks is not imported: state it in the study (reduction.damping, "
                      "modal_damping, rayleigh)",
                  contact_reason[] = "contacts of decks are not imported: state them in the study (contact)",
                  linear_reason[] = "the material is taken as linear, as it is without load",
                  changes_reason[] = "what changes during steps is not imported",
                  stress_reason[] = "initial conditions other than TYPE=TEMPERATURE are not imported",
                  mass_scaling_reason[] = "mass scaling is not imported: the mass is that of the densities",
                  viscous_reason[] =
                      "the material is taken as elastic, with the constants of *ELASTIC: state damping "
                      "in the study (reduction.damping, modal_damping, rayleigh)",
                  matrices_reason[] =
                      "the stiffness and mass of matrices in a deck are not imported: give the whole "
                      "structure as matrices (model.type: matrices), or this part as elements",
                  added_reason[] =
                      "the stiffness or mass that it adds would be missing: use solid elements, or elements "
                      "MASS, SPRING1, SPRING2, SPRINGA with *MASS and *SPRING",
                  joined_reason[] =
                      "the nodes that it joins would be apart: use *EQUATION, *TIE or *COUPLING with "
                      "*DISTRIBUTING",
                  generated_reason[] =
                      "nodes and elements are not generated or taken from other files here: write them "
                      "out (*NODE, *ELEMENT, *INCLUDE)",
                  own_nodes_reason[] =
                      "ccx would make nodes of its own: shells, beams, membranes, pipes, rigid bodies and "
                      "kinematic couplings are not supported; use solid elements, *EQUATION or *TIE";

static const struct {
  const char *name;
  card_treatment kind;
  const char *reason;
} cards[] = {
    {"BOUNDARY", CARD_IMPORTED, NULL},
    {"COUPLING", CARD_IMPORTED, NULL}, // the next card says what it does
    {"DENSITY", CARD_IMPORTED, NULL},
    {"DISTRIBUTING", CARD_IMPORTED, NULL}, // see mesh/coupling.c
    {"DISTRIBUTION", CARD_IMPORTED, NULL},
    {"DISTRIBUTIONTABLE", CARD_IMPORTED, NULL},
    {"ELASTIC", CARD_IMPORTED, NULL},
    {"ELEMENT", CARD_IMPORTED, NULL},
    {"ELSET", CARD_IMPORTED, NULL},
    {"EQUATION", CARD_IMPORTED, NULL},
    {"INITIALCONDITIONS", CARD_IMPORTED, NULL}, // see check_initial
    {"MASS", CARD_IMPORTED, NULL},
    {"MATERIAL", CARD_IMPORTED, NULL},
    {"NODE", CARD_IMPORTED, NULL},
    {"NSET", CARD_IMPORTED, NULL},
    {"ORIENTATION", CARD_IMPORTED, NULL},
    {"SOLIDSECTION", CARD_IMPORTED, NULL},
    {"SPRING", CARD_IMPORTED, NULL},
    {"SURFACE", CARD_IMPORTED, NULL},
    {"TIE", CARD_IMPORTED, NULL},

    {"AMPLITUDE", CARD_HARMLESS, NULL},
    {"BUCKLE", CARD_HARMLESS, NULL},
    {"CFD", CARD_HARMLESS, NULL},
    {"CFLUX", CARD_HARMLESS, NULL},
    {"COMPLEXFREQUENCY", CARD_HARMLESS, NULL},
    {"CONDUCTIVITY", CARD_HARMLESS, NULL},
    {"CONTACTFILE", CARD_HARMLESS, NULL},
    {"CONTACTOUTPUT", CARD_HARMLESS, NULL},
    {"CONTACTPRINT", CARD_HARMLESS, NULL},
    {"CONTROLS", CARD_HARMLESS, NULL},
    {"COUPLEDTEMPERATURE-DISPLACEMENT", CARD_HARMLESS, NULL},
    {"DEPVAR", CARD_HARMLESS, NULL},
    {"DFLUX", CARD_HARMLESS, NULL},
    {"DYNAMIC", CARD_HARMLESS, NULL},
    {"ELECTRICALCONDUCTIVITY", CARD_HARMLESS, NULL},
    {"ELEMENTOUTPUT", CARD_HARMLESS, NULL},
    {"ELFILE", CARD_HARMLESS, NULL},
    {"ELPRINT", CARD_HARMLESS, NULL},
    {"ENDSTEP", CARD_HARMLESS, NULL},
    {"EXPANSION", CARD_HARMLESS, NULL},
    {"FILM", CARD_HARMLESS, NULL},
    {"FILTER", CARD_HARMLESS, NULL},
    {"FREQUENCY", CARD_HARMLESS, NULL},
    {"FRICTION", CARD_HARMLESS, NULL}, // of a surface interaction
    {"GAPCONDUCTANCE", CARD_HARMLESS, NULL},
    {"GAPHEATGENERATION", CARD_HARMLESS, NULL},
    {"GREEN", CARD_HARMLESS, NULL},
    {"HEADING", CARD_HARMLESS, NULL},
    {"HEATTRANSFER", CARD_HARMLESS, NULL},
    {"MAGNETICPERMEABILITY", CARD_HARMLESS, NULL},
    {"MODALDYNAMIC", CARD_HARMLESS, NULL},
    {"NOANALYSIS", CARD_HARMLESS, NULL},
    {"NODEFILE", CARD_HARMLESS, NULL},
    {"NODEOUTPUT", CARD_HARMLESS, NULL},
    {"NODEPRINT", CARD_HARMLESS, NULL},
    {"OUTPUT", CARD_HARMLESS, NULL},
    {"PHYSICALCONSTANTS", CARD_HARMLESS, NULL},
    {"RADIATE", CARD_HARMLESS, NULL},
    {"RESTART", CARD_HARMLESS, NULL},
    {"RETAINEDNODALDOFS", CARD_HARMLESS, NULL},
    {"SECTIONPRINT", CARD_HARMLESS, NULL},
    {"SELECTCYCLICSYMMETRYMODES", CARD_HARMLESS, NULL},
    {"SENSITIVITY", CARD_HARMLESS, NULL},
    {"SPECIFICHEAT", CARD_HARMLESS, NULL},
    {"STATIC", CARD_HARMLESS, NULL},
    {"STEADYSTATEDYNAMICS", CARD_HARMLESS, NULL},
    {"STEP", CARD_HARMLESS, NULL},
    {"SUBSTRUCTUREGENERATE", CARD_HARMLESS, NULL},
    {"SUBSTRUCTUREMATRIXOUTPUT", CARD_HARMLESS, NULL},
    {"SURFACEBEHAVIOR", CARD_HARMLESS,
     NULL}, // of a surface interaction; the contact pair is reported instead
    {"SURFACEINTERACTION", CARD_HARMLESS, NULL},
    {"TIMEPOINTS", CARD_HARMLESS, NULL},
    {"UNCOUPLEDTEMPERATURE-DISPLACEMENT", CARD_HARMLESS, NULL},
    {"VIEWFACTOR", CARD_HARMLESS, NULL},
    {"VISCO", CARD_HARMLESS, NULL},

    // Steps and output cards of Abaqus that ccx does not know; they are not written to its deck.
    {"ADAPTIVEMESH", CARD_DROPPED, NULL},
    {"ASSEMBLY", CARD_DROPPED, NULL}, // see deck/flatten.c; this one has no instances
    {"ADAPTIVEMESHCONTROLS", CARD_DROPPED, NULL},
    {"BULKVISCOSITY", CARD_DROPPED, NULL},
    {"CONTACTCONTROLS", CARD_DROPPED, NULL},
    {"DAMPINGCONTROLS", CARD_DROPPED, NULL},
    {"DIAGNOSTICS", CARD_DROPPED, NULL},
    {"ELEMENTMATRIXOUTPUT", CARD_DROPPED, NULL},
    {"ENDASSEMBLY", CARD_DROPPED, NULL},
    {"ENERGYFILE", CARD_DROPPED, NULL},
    {"ENERGYOUTPUT", CARD_DROPPED, NULL},
    {"ENERGYPRINT", CARD_DROPPED, NULL},
    {"EXTREMEVALUE", CARD_DROPPED, NULL},
    {"FILEFORMAT", CARD_DROPPED, NULL},
    {"FILEOUTPUT", CARD_DROPPED, NULL},
    {"GLOBALDAMPING", CARD_DROPPED, NULL},
    {"INCREMENTATIONOUTPUT", CARD_DROPPED, NULL},
    {"INTEGRATEDOUTPUT", CARD_DROPPED, NULL},
    {"MATRIXGENERATE", CARD_DROPPED, NULL},
    {"MATRIXOUTPUT", CARD_DROPPED, NULL},
    {"MODALFILE", CARD_DROPPED, NULL},
    {"MODALOUTPUT", CARD_DROPPED, NULL},
    {"MODALPRINT", CARD_DROPPED, NULL},
    {"MONITOR", CARD_DROPPED, NULL},
    {"PREPRINT", CARD_DROPPED, NULL},
    {"PRINT", CARD_DROPPED, NULL},
    {"RANDOMRESPONSE", CARD_DROPPED, NULL},
    {"RESPONSESPECTRUM", CARD_DROPPED, NULL},
    {"SECTIONCONTROLS", CARD_DROPPED, NULL},
    {"SECTIONFILE", CARD_DROPPED, NULL},
    {"SELECTEIGENMODES", CARD_DROPPED, NULL},
    {"SOLVERCONTROLS", CARD_DROPPED, NULL},
    {"SUBSTRUCTURELOADCASE", CARD_DROPPED, NULL},
    {"SURFACEOUTPUT", CARD_DROPPED, NULL},
    {"USERDEFINEDFIELD", CARD_DROPPED, NULL},
    {"CONTACT", CARD_WARNED, contact_reason},
    {"CONTACTINCLUSIONS", CARD_DROPPED, NULL}, // of *CONTACT
    {"CONTACTPROPERTYASSIGNMENT", CARD_DROPPED, NULL},

    {"BASEMOTION", CARD_WARNED, loads_reason},
    {"CHANGECONTACTTYPE", CARD_WARNED, changes_reason},
    {"CHANGEFRICTION", CARD_WARNED, changes_reason},
    {"CHANGEMATERIAL", CARD_WARNED, changes_reason},
    {"CHANGEPLASTIC", CARD_WARNED, changes_reason},
    {"CHANGESURFACEBEHAVIOR", CARD_WARNED, changes_reason},
    {"CLEARANCE", CARD_WARNED, contact_reason},
    {"CLOAD", CARD_WARNED, loads_reason},
    {"CONTACTDAMPING", CARD_WARNED, damping_reason},
    {"CONTACTPAIR", CARD_WARNED, contact_reason},
    {"CREEP", CARD_WARNED, linear_reason},
    {"CYCLICHARDENING", CARD_WARNED, linear_reason},
    {"DAMPING", CARD_WARNED, damping_reason},
    {"DASHPOT", CARD_WARNED, damping_reason},
    {"DEFORMATIONPLASTICITY", CARD_WARNED, linear_reason},
    {"DLOAD", CARD_WARNED, loads_reason},
    {"DSLOAD", CARD_WARNED, loads_reason},
    {"FIXEDMASSSCALING", CARD_WARNED, mass_scaling_reason},
    {"HYPERELASTIC", CARD_WARNED, linear_reason},
    {"HYPERFOAM", CARD_WARNED, linear_reason},
    {"INITIALSTRAININCREASE", CARD_WARNED, stress_reason},
    {"MODALDAMPING", CARD_WARNED, damping_reason},
    {"MODELCHANGE", CARD_WARNED, changes_reason}, // see check_change
    {"PLASTIC", CARD_WARNED, linear_reason},
    {"TEMPERATURE", CARD_WARNED, loads_reason},
    {"VARIABLEMASSSCALING", CARD_WARNED, mass_scaling_reason},
    {"VISCOELASTIC", CARD_WARNED, viscous_reason},

    {"BEAMGENERALSECTION", CARD_REFUSED, own_nodes_reason},
    {"BEAMSECTION", CARD_REFUSED, own_nodes_reason},
    {"CHANGESOLIDSECTION", CARD_REFUSED,
     "the matrices would be those before the change: give the elements this section before the first step"},
    {"COHESIVESECTION", CARD_REFUSED, added_reason},
    {"CONNECTORSECTION", CARD_REFUSED, added_reason},
    {"CYCLICSYMMETRYMODEL", CARD_REFUSED, "cyclic symmetry is not supported: the matrices would be complex"},
    {"DISTRIBUTINGCOUPLING", CARD_REFUSED, "state it as *COUPLING with *DISTRIBUTING, which is supported"},
    {"ELCOPY", CARD_REFUSED, generated_reason},
    {"ELGEN", CARD_REFUSED, generated_reason},
    {"EMBEDDEDELEMENT", CARD_REFUSED, joined_reason},
    {"FASTENER", CARD_REFUSED, joined_reason},
    {"FLUIDSECTION", CARD_REFUSED, own_nodes_reason},
    {"FOUNDATION", CARD_REFUSED, added_reason},
    {"FRAMESECTION", CARD_REFUSED, own_nodes_reason},
    {"GAP", CARD_REFUSED,
     "gap elements would become springs that are always closed: state contacts in the study "
     "(contact), with their gap"},
    {"GASKETSECTION", CARD_REFUSED, added_reason},
    {"IMPERFECTION", CARD_REFUSED, "the shape would be the perfect one: write the nodes where they are"},
    {"IMPORT", CARD_REFUSED, generated_reason},
    {"JOINT", CARD_REFUSED, added_reason},
    {"KINEMATIC", CARD_REFUSED, own_nodes_reason},
    {"KINEMATICCOUPLING", CARD_REFUSED, joined_reason},
    {"MASSADJUST", CARD_REFUSED, "the mass would be that of the densities: adjust them (*DENSITY)"},
    {"MATRIXASSEMBLE", CARD_REFUSED, matrices_reason},
    {"MATRIXINPUT", CARD_REFUSED, matrices_reason},
    {"MEMBRANESECTION", CARD_REFUSED, own_nodes_reason},
    {"MPC", CARD_REFUSED, "its terms come out of ccx's matrices as no numbers: use *EQUATION"},
    {"NCOPY", CARD_REFUSED, generated_reason},
    {"NETWORKMPC", CARD_REFUSED, "fluid networks are not supported"},
    {"NFILL", CARD_REFUSED, generated_reason},
    {"NGEN", CARD_REFUSED, generated_reason},
    {"NMAP", CARD_REFUSED, generated_reason},
    {"NODALTHICKNESS", CARD_REFUSED, own_nodes_reason},
    {"NONSTRUCTURALMASS", CARD_REFUSED, added_reason},
    {"NORMAL", CARD_REFUSED, own_nodes_reason},
    {"PRE-TENSIONSECTION", CARD_REFUSED,
     "pre-tension sections are not supported: they would leave the bolt cut open"},
    {"REBAR", CARD_REFUSED, added_reason},
    {"REBARLAYER", CARD_REFUSED, added_reason},
    {"RIGIDBODY", CARD_REFUSED, own_nodes_reason},
    {"ROTARYINERTIA", CARD_REFUSED, added_reason},
    {"SHELLGENERALSECTION", CARD_REFUSED, own_nodes_reason},
    {"SHELLSECTION", CARD_REFUSED, own_nodes_reason},
    {"SHELLTOSOLIDCOUPLING", CARD_REFUSED, joined_reason},
    {"SUBMODEL", CARD_REFUSED, "submodels are not supported"},
    {"SUBSTRUCTUREPROPERTY", CARD_REFUSED, matrices_reason},
    {"SURFACESECTION", CARD_REFUSED, added_reason},
    {"SYMMETRICMODELGENERATION", CARD_REFUSED, generated_reason},
    {"TRANSFORM", CARD_REFUSED, "local directions are not supported: the matrices must be in x, y, z"},
    {"USERELEMENT", CARD_REFUSED,
     "elements and materials of one's own (in a ccx of one's own) are not supported"},
    {"USERMATERIAL", CARD_REFUSED,
     "elements and materials of one's own (in a ccx of one's own) are not supported"},
    {"USERSECTION", CARD_REFUSED,
     "elements and materials of one's own (in a ccx of one's own) are not supported"},
};
enum { N_CARDS = sizeof cards / sizeof *cards, MAX_UNKNOWN_WARNINGS = 10 };

static int find_card_index(const char *name) {
  int i = 0;
  while (i < N_CARDS && strcmp(cards[i].name, name) != 0) i++;
  return i;
}

card_treatment deck_find_treatment(const char *name, const char **reason) {
  int i = find_card_index(name);
  if (i == N_CARDS) return CARD_UNKNOWN;
  *reason = cards[i].reason;
  return cards[i].kind;
}

static const char *nearest_card(const char *name) {
  const char *names[N_CARDS];
  for (int i = 0; i < N_CARDS; i++) names[i] = cards[i].name;
  return text_nearest(name, N_CARDS, names);
}

static int is_named(const deck_card *card, const char *name) {
  return strcmp(card->name, name) == 0;
}

// Handles contacts and model changes whose stiffness would be lost: tied surfaces, removed
// elements.
static chatter_status check_stiffness_kept(const deck *self, const deck_card *card) {
  char value[DECK_NAME];
  const deck_line *line = &self->lines[card->line];
  const char *star = strchr(line->text, '*');
  if ((is_named(card, "CONTACTPAIR") && deck_read_parameter(self, card, "TIED", value) &&
       strcmp(value, "NO") != 0) ||
      (is_named(card, "SURFACEBEHAVIOR") && deck_read_parameter(self, card, "PRESSURE-OVERCLOSURE", value) &&
       strcmp(value, "TIED") == 0))
    return deck_raise(line, star,
                      "*%s: a tied contact holds parts together that would be apart: state it as *TIE",
                      card->name);
  if (is_named(card, "MODELCHANGE") &&
      !(deck_read_parameter(self, card, "TYPE", value) && strncmp(value, "CONTACT", 7) == 0))
    return deck_raise(line, star,
                      "*%s: elements that steps remove or add would be there all the time, or never: leave "
                      "out of the deck those that are to be away",
                      card->name);
  return CHATTER_OK;
}

// Counts of cards warned of. Each kind is reported once; of unknown kinds only the first few.
typedef struct warning_counts {
  int n[N_CARDS + 1];
} warning_counts;

static void warn_of_card(const deck *self, const deck_card *card, const char *reason,
                         warning_counts *before) {
  int i = find_card_index(card->name), most = i < N_CARDS ? 1 : MAX_UNKNOWN_WARNINGS;
  if (before->n[i]++ >= most) return;
  const deck_line *line = &self->lines[card->line];
  log_warning("%s:%ld:%ld: *%s: %s", line->path, line->number,
              (long)(strchr(line->text, '*') - line->text) + 1, card->name, reason);
}

static chatter_status check_unknown_card(const deck *self, const deck_card *card, warning_counts *before) {
  const deck_line *line = &self->lines[card->line];
  const char *nearest = nearest_card(card->name);
  if (nearest)
    return deck_raise(line, strchr(line->text, '*'), "unknown card *%s (did you mean *%s?)", card->name,
                      nearest);
  warn_of_card(self, card, "a card unknown here, and to ccx too perhaps: passed over", before);
  return CHATTER_OK;
}

// Refuses a direction held at a value other than 0: a prescribed motion is a load of the study.
static chatter_status check_boundary(const deck *self, const deck_card *card) {
  for (long l = card->begin; l < card->end; l++) {
    const char *cursor = self->lines[l].text;
    deck_entry e = {cursor, cursor};
    double value = 0;
    int n = 0;
    while (n < 4 && deck_next_entry(&cursor, &e)) n++;
    if (n == 4 && e.at < e.end && deck_entry_number(e, &value) && value != 0)
      return deck_raise(
          &self->lines[l], e.at,
          "a prescribed displacement of %g: not supported. Leave the value out to hold the node, or take "
          "the line out to let it go",
          value);
  }
  return CHATTER_OK;
}

static void check_initial_conditions(const deck *self, const deck_card *card, warning_counts *before) {
  char type[DECK_NAME] = "";
  const deck_line *line;
  const char *where;
  if (!deck_find_parameter(self, card, "TYPE", type, &line, &where) || strcmp(type, "TEMPERATURE") != 0)
    warn_of_card(self, card, stress_reason, before);
}

static chatter_status check_card(const deck *self, const deck_card *card, int kept, warning_counts *before) {
  const char *reason = NULL;
  const deck_line *line = &self->lines[card->line];
  switch (deck_find_treatment(card->name, &reason)) {
  case CARD_UNKNOWN:
    return check_unknown_card(self, card, before);
  case CARD_REFUSED:
    if (before->n[find_card_index(card->name)]++ > 0) return CHATTER_BAD_MODEL;
    return deck_raise(line, strchr(line->text, '*'), "*%s: %s", card->name, reason);
  case CARD_WARNED:
    TRY(check_stiffness_kept(self, card));
    warn_of_card(self, card, reason, before);
    break;
  case CARD_IMPORTED:
  case CARD_HARMLESS:
  case CARD_DROPPED:
    TRY(check_stiffness_kept(self, card));
    break;
  }
  if (is_named(card, "INITIALCONDITIONS")) check_initial_conditions(self, card, before);
  return is_named(card, "BOUNDARY") && kept ? check_boundary(self, card) : CHATTER_OK;
}

chatter_status deck_check_cards(const deck *self) {
  deck_card card;
  deck_steps steps = {0};
  const deck_line *late = NULL;
  warning_counts before = {{0}};
  chatter_status status = CHATTER_OK;
  for (long at = 0; deck_next_card(self, &at, &card);) {
    const int kept = deck_keeps_card(&steps, &card), most = error_count() >= DECK_MAX_MISTAKES;
    if (card.begin == card.line) continue; // data before the first card, which deck_read_nodes reports
    if (most) break;
    if (check_card(self, &card, kept, &before) != CHATTER_OK) status = CHATTER_BAD_MODEL;
    if (is_named(&card, "BOUNDARY") && !kept && !late) late = &self->lines[card.line];
  }
  if (late)
    log_warning("%s:%ld:1: *BOUNDARY after the first step is not imported: supports are those before and in "
                "that step",
                late->path, late->number);
  return status;
}
