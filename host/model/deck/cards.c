// Every card a deck may have, and what becomes of it: into the matrices, passed over as no business of
// theirs, passed over with a warning because physics is lost, or refused. A test holds the table against ccx.
#include <stdio.h>
#include <string.h>

#include "base/log.h"
#include "base/text.h"
#include "model/deck/deck.h"

static const char loads[] =
    "loads of decks are not imported, but for *DLOAD, CENTRIF where the study asks for it "
    "(excitation.type centrifugal): state them in the study (excitation)",
                  damping[] = "damping of decks is not imported: state it in the study (reduction.damping, "
                              "modal_damping, rayleigh)",
                  contact[] = "contacts of decks are not imported: state them in the study (contact)",
                  linear[] = "the material is taken as linear, as it is without load",
                  changes[] = "what changes during steps is not imported",
                  stress[] = "initial conditions other than TYPE=TEMPERATURE are not imported",
                  mass_scaling[] = "mass scaling is not imported: the mass is that of the densities",
                  viscous[] =
                      "the material is taken as elastic, with the constants of *ELASTIC: state damping "
                      "in the study (reduction.damping, modal_damping, rayleigh)",
                  matrices[] =
                      "the stiffness and mass of matrices in a deck are not imported: give the whole "
                      "structure as matrices (model.type: matrices), or this part as elements",
                  added[] =
                      "the stiffness or mass that it adds would be missing: use solid elements, or elements "
                      "MASS, SPRING1, SPRING2, SPRINGA with *MASS and *SPRING",
                  joined[] = "the nodes that it joins would be apart: use *EQUATION, *TIE or *COUPLING with "
                             "*DISTRIBUTING",
                  generated[] =
                      "nodes and elements are not generated or taken from other files here: write them "
                      "out (*NODE, *ELEMENT, *INCLUDE)",
                  own_nodes[] =
                      "ccx would make nodes of its own: shells, beams, membranes, pipes, rigid bodies and "
                      "kinematic couplings are not supported; use solid elements, *EQUATION or *TIE";

static const struct {
  const char *name;
  deck_card_kind kind;
  const char *reason;
} cards[] = {
    {"BOUNDARY", CARD_SERVED, NULL},
    {"COUPLING", CARD_SERVED, NULL}, // what it does is in the card that follows
    {"DENSITY", CARD_SERVED, NULL},
    {"DISTRIBUTING", CARD_SERVED, NULL}, // see deck/coupling.c
    {"DISTRIBUTION", CARD_SERVED, NULL},
    {"DISTRIBUTIONTABLE", CARD_SERVED, NULL},
    {"ELASTIC", CARD_SERVED, NULL},
    {"ELEMENT", CARD_SERVED, NULL},
    {"ELSET", CARD_SERVED, NULL},
    {"EQUATION", CARD_SERVED, NULL},
    {"INITIALCONDITIONS", CARD_SERVED, NULL}, // see check_initial
    {"MASS", CARD_SERVED, NULL},
    {"MATERIAL", CARD_SERVED, NULL},
    {"NODE", CARD_SERVED, NULL},
    {"NSET", CARD_SERVED, NULL},
    {"ORIENTATION", CARD_SERVED, NULL},
    {"SOLIDSECTION", CARD_SERVED, NULL},
    {"SPRING", CARD_SERVED, NULL},
    {"SURFACE", CARD_SERVED, NULL},
    {"TIE", CARD_SERVED, NULL},

    {"AMPLITUDE", CARD_PASSED, NULL},
    {"BUCKLE", CARD_PASSED, NULL},
    {"CFD", CARD_PASSED, NULL},
    {"CFLUX", CARD_PASSED, NULL},
    {"COMPLEXFREQUENCY", CARD_PASSED, NULL},
    {"CONDUCTIVITY", CARD_PASSED, NULL},
    {"CONTACTFILE", CARD_PASSED, NULL},
    {"CONTACTOUTPUT", CARD_PASSED, NULL},
    {"CONTACTPRINT", CARD_PASSED, NULL},
    {"CONTROLS", CARD_PASSED, NULL},
    {"COUPLEDTEMPERATURE-DISPLACEMENT", CARD_PASSED, NULL},
    {"DEPVAR", CARD_PASSED, NULL},
    {"DFLUX", CARD_PASSED, NULL},
    {"DYNAMIC", CARD_PASSED, NULL},
    {"ELECTRICALCONDUCTIVITY", CARD_PASSED, NULL},
    {"ELEMENTOUTPUT", CARD_PASSED, NULL},
    {"ELFILE", CARD_PASSED, NULL},
    {"ELPRINT", CARD_PASSED, NULL},
    {"ENDSTEP", CARD_PASSED, NULL},
    {"EXPANSION", CARD_PASSED, NULL},
    {"FILM", CARD_PASSED, NULL},
    {"FILTER", CARD_PASSED, NULL},
    {"FREQUENCY", CARD_PASSED, NULL},
    {"FRICTION", CARD_PASSED, NULL}, // of a surface interaction
    {"GAPCONDUCTANCE", CARD_PASSED, NULL},
    {"GAPHEATGENERATION", CARD_PASSED, NULL},
    {"GREEN", CARD_PASSED, NULL},
    {"HEADING", CARD_PASSED, NULL},
    {"HEATTRANSFER", CARD_PASSED, NULL},
    {"MAGNETICPERMEABILITY", CARD_PASSED, NULL},
    {"MODALDYNAMIC", CARD_PASSED, NULL},
    {"NOANALYSIS", CARD_PASSED, NULL},
    {"NODEFILE", CARD_PASSED, NULL},
    {"NODEOUTPUT", CARD_PASSED, NULL},
    {"NODEPRINT", CARD_PASSED, NULL},
    {"OUTPUT", CARD_PASSED, NULL},
    {"PHYSICALCONSTANTS", CARD_PASSED, NULL},
    {"RADIATE", CARD_PASSED, NULL},
    {"RESTART", CARD_PASSED, NULL},
    {"RETAINEDNODALDOFS", CARD_PASSED, NULL},
    {"SECTIONPRINT", CARD_PASSED, NULL},
    {"SELECTCYCLICSYMMETRYMODES", CARD_PASSED, NULL},
    {"SENSITIVITY", CARD_PASSED, NULL},
    {"SPECIFICHEAT", CARD_PASSED, NULL},
    {"STATIC", CARD_PASSED, NULL},
    {"STEADYSTATEDYNAMICS", CARD_PASSED, NULL},
    {"STEP", CARD_PASSED, NULL},
    {"SUBSTRUCTUREGENERATE", CARD_PASSED, NULL},
    {"SUBSTRUCTUREMATRIXOUTPUT", CARD_PASSED, NULL},
    {"SURFACEBEHAVIOR", CARD_PASSED, NULL}, // of a surface interaction, which the contact pair tells
    {"SURFACEINTERACTION", CARD_PASSED, NULL},
    {"TIMEPOINTS", CARD_PASSED, NULL},
    {"UNCOUPLEDTEMPERATURE-DISPLACEMENT", CARD_PASSED, NULL},
    {"VIEWFACTOR", CARD_PASSED, NULL},
    {"VISCO", CARD_PASSED, NULL},

    // steps and output of Abaqus, which ccx does not know: not given to it
    {"ADAPTIVEMESH", CARD_DROPPED, NULL},
    {"ASSEMBLY", CARD_DROPPED, NULL}, // see deck/flatten.c; here one without instances
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
    {"CONTACT", CARD_WARNED, contact},
    {"CONTACTINCLUSIONS", CARD_DROPPED, NULL}, // of *CONTACT
    {"CONTACTPROPERTYASSIGNMENT", CARD_DROPPED, NULL},

    {"BASEMOTION", CARD_WARNED, loads},
    {"CHANGECONTACTTYPE", CARD_WARNED, changes},
    {"CHANGEFRICTION", CARD_WARNED, changes},
    {"CHANGEMATERIAL", CARD_WARNED, changes},
    {"CHANGEPLASTIC", CARD_WARNED, changes},
    {"CHANGESURFACEBEHAVIOR", CARD_WARNED, changes},
    {"CLEARANCE", CARD_WARNED, contact},
    {"CLOAD", CARD_WARNED, loads},
    {"CONTACTDAMPING", CARD_WARNED, damping},
    {"CONTACTPAIR", CARD_WARNED, contact},
    {"CREEP", CARD_WARNED, linear},
    {"CYCLICHARDENING", CARD_WARNED, linear},
    {"DAMPING", CARD_WARNED, damping},
    {"DASHPOT", CARD_WARNED, damping},
    {"DEFORMATIONPLASTICITY", CARD_WARNED, linear},
    {"DLOAD", CARD_WARNED, loads},
    {"DSLOAD", CARD_WARNED, loads},
    {"FIXEDMASSSCALING", CARD_WARNED, mass_scaling},
    {"HYPERELASTIC", CARD_WARNED, linear},
    {"HYPERFOAM", CARD_WARNED, linear},
    {"INITIALSTRAININCREASE", CARD_WARNED, stress},
    {"MODALDAMPING", CARD_WARNED, damping},
    {"MODELCHANGE", CARD_WARNED, changes}, // see check_change
    {"PLASTIC", CARD_WARNED, linear},
    {"TEMPERATURE", CARD_WARNED, loads},
    {"VARIABLEMASSSCALING", CARD_WARNED, mass_scaling},
    {"VISCOELASTIC", CARD_WARNED, viscous},

    {"BEAMGENERALSECTION", CARD_REFUSED, own_nodes},
    {"BEAMSECTION", CARD_REFUSED, own_nodes},
    {"CHANGESOLIDSECTION", CARD_REFUSED,
     "the matrices would be those before the change: give the elements this section before the first step"},
    {"COHESIVESECTION", CARD_REFUSED, added},
    {"CONNECTORSECTION", CARD_REFUSED, added},
    {"CYCLICSYMMETRYMODEL", CARD_REFUSED, "cyclic symmetry is not supported: the matrices would be complex"},
    {"DISTRIBUTINGCOUPLING", CARD_REFUSED, "state it as *COUPLING with *DISTRIBUTING, which is supported"},
    {"ELCOPY", CARD_REFUSED, generated},
    {"ELGEN", CARD_REFUSED, generated},
    {"EMBEDDEDELEMENT", CARD_REFUSED, joined},
    {"FASTENER", CARD_REFUSED, joined},
    {"FLUIDSECTION", CARD_REFUSED, own_nodes},
    {"FOUNDATION", CARD_REFUSED, added},
    {"FRAMESECTION", CARD_REFUSED, own_nodes},
    {"GAP", CARD_REFUSED,
     "gap elements would become springs that are always closed: state contacts in the study "
     "(contact), with their gap"},
    {"GASKETSECTION", CARD_REFUSED, added},
    {"IMPERFECTION", CARD_REFUSED, "the shape would be the perfect one: write the nodes where they are"},
    {"IMPORT", CARD_REFUSED, generated},
    {"JOINT", CARD_REFUSED, added},
    {"KINEMATIC", CARD_REFUSED, own_nodes},
    {"KINEMATICCOUPLING", CARD_REFUSED, joined},
    {"MASSADJUST", CARD_REFUSED, "the mass would be that of the densities: adjust them (*DENSITY)"},
    {"MATRIXASSEMBLE", CARD_REFUSED, matrices},
    {"MATRIXINPUT", CARD_REFUSED, matrices},
    {"MEMBRANESECTION", CARD_REFUSED, own_nodes},
    {"MPC", CARD_REFUSED, "its terms come out of ccx's matrices as no numbers: use *EQUATION"},
    {"NCOPY", CARD_REFUSED, generated},
    {"NETWORKMPC", CARD_REFUSED, "fluid networks are not supported"},
    {"NFILL", CARD_REFUSED, generated},
    {"NGEN", CARD_REFUSED, generated},
    {"NMAP", CARD_REFUSED, generated},
    {"NODALTHICKNESS", CARD_REFUSED, own_nodes},
    {"NONSTRUCTURALMASS", CARD_REFUSED, added},
    {"NORMAL", CARD_REFUSED, own_nodes},
    {"PRE-TENSIONSECTION", CARD_REFUSED,
     "pre-tension sections are not supported: they would leave the bolt cut open"},
    {"REBAR", CARD_REFUSED, added},
    {"REBARLAYER", CARD_REFUSED, added},
    {"RIGIDBODY", CARD_REFUSED, own_nodes},
    {"ROTARYINERTIA", CARD_REFUSED, added},
    {"SHELLGENERALSECTION", CARD_REFUSED, own_nodes},
    {"SHELLSECTION", CARD_REFUSED, own_nodes},
    {"SHELLTOSOLIDCOUPLING", CARD_REFUSED, joined},
    {"SUBMODEL", CARD_REFUSED, "submodels are not supported"},
    {"SUBSTRUCTUREPROPERTY", CARD_REFUSED, matrices},
    {"SURFACESECTION", CARD_REFUSED, added},
    {"SYMMETRICMODELGENERATION", CARD_REFUSED, generated},
    {"TRANSFORM", CARD_REFUSED, "local directions are not supported: the matrices must be in x, y, z"},
    {"USERELEMENT", CARD_REFUSED,
     "elements and materials of one's own (in a ccx of one's own) are not supported"},
    {"USERMATERIAL", CARD_REFUSED,
     "elements and materials of one's own (in a ccx of one's own) are not supported"},
    {"USERSECTION", CARD_REFUSED,
     "elements and materials of one's own (in a ccx of one's own) are not supported"},
};
enum { N_CARDS = sizeof cards / sizeof *cards, MOST_UNKNOWN = 10 };

static int index_of(const char *name) {
  int i = 0;
  while (i < N_CARDS && strcmp(cards[i].name, name) != 0) i++;
  return i;
}

deck_card_kind deck_find_card(const char *name, const char **reason) {
  int i = index_of(name);
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

// Contacts and changes whose stiffness counts: what is tied, elements that are removed.
static chatter_status check_lost(const deck *self, const deck_card *card) {
  char value[DECK_NAME];
  const deck_line *line = &self->lines[card->line];
  const char *star = strchr(line->text, '*');
  if ((is_named(card, "CONTACTPAIR") && deck_has_parameter(self, card, "TIED", value) &&
       strcmp(value, "NO") != 0) ||
      (is_named(card, "SURFACEBEHAVIOR") && deck_has_parameter(self, card, "PRESSURE-OVERCLOSURE", value) &&
       strcmp(value, "TIED") == 0))
    return deck_raise(line, star,
                      "*%s: a tied contact holds parts together that would be apart: state it as *TIE",
                      card->name);
  if (is_named(card, "MODELCHANGE") &&
      !(deck_has_parameter(self, card, "TYPE", value) && strncmp(value, "CONTACT", 7) == 0))
    return deck_raise(line, star,
                      "*%s: elements that steps remove or add would be there all the time, or never: leave "
                      "out of the deck those that are to be away",
                      card->name);
  return CHATTER_OK;
}

// How often each kind of card was there to warn of: it is told once, of unknown ones the first few.
typedef struct warned {
  int n[N_CARDS + 1];
} warned;

static void warn(const deck *self, const deck_card *card, const char *reason, warned *before) {
  int i = index_of(card->name), most = i < N_CARDS ? 1 : MOST_UNKNOWN;
  if (before->n[i]++ >= most) return;
  const deck_line *line = &self->lines[card->line];
  log_warning("%s:%ld:%ld: *%s: %s", line->path, line->number,
              (long)(strchr(line->text, '*') - line->text) + 1, card->name, reason);
}

static chatter_status check_unknown(const deck *self, const deck_card *card, warned *before) {
  const deck_line *line = &self->lines[card->line];
  const char *nearest = nearest_card(card->name);
  if (nearest)
    return deck_raise(line, strchr(line->text, '*'), "unknown card *%s (did you mean *%s?)", card->name,
                      nearest);
  warn(self, card, "a card unknown here, and to ccx too perhaps: passed over", before);
  return CHATTER_OK;
}

// A direction held at another place than 0 is motion, which a linear model has in its loads.
static chatter_status check_boundary(const deck *self, const deck_card *card) {
  for (long l = card->begin; l < card->end; l++) {
    const char *cursor = self->lines[l].text;
    deck_entry e = {cursor, cursor};
    double value = 0;
    int n = 0;
    while (n < 4 && deck_next_entry(&cursor, &e)) n++;
    if (n == 4 && e.at < e.end && deck_number(e, &value) && value != 0)
      return deck_raise(
          &self->lines[l], e.at,
          "a prescribed displacement of %g: not supported. Leave the value out to hold the node, or take "
          "the line out to let it go",
          value);
  }
  return CHATTER_OK;
}

static void check_initial(const deck *self, const deck_card *card, warned *before) {
  char type[DECK_NAME] = "";
  const deck_line *line;
  const char *where;
  if (!deck_parameter(self, card, "TYPE", type, &line, &where) || strcmp(type, "TEMPERATURE") != 0)
    warn(self, card, stress, before);
}

static chatter_status check_card(const deck *self, const deck_card *card, int kept, warned *before) {
  const char *reason = NULL;
  const deck_line *line = &self->lines[card->line];
  switch (deck_find_card(card->name, &reason)) {
  case CARD_UNKNOWN:
    return check_unknown(self, card, before);
  case CARD_REFUSED:
    if (before->n[index_of(card->name)]++ > 0) return CHATTER_BAD_MODEL;
    return deck_raise(line, strchr(line->text, '*'), "*%s: %s", card->name, reason);
  case CARD_WARNED:
    TRY(check_lost(self, card));
    warn(self, card, reason, before);
    break;
  case CARD_SERVED:
  case CARD_PASSED:
  case CARD_DROPPED:
    TRY(check_lost(self, card));
    break;
  }
  if (is_named(card, "INITIALCONDITIONS")) check_initial(self, card, before);
  return is_named(card, "BOUNDARY") && kept ? check_boundary(self, card) : CHATTER_OK;
}

chatter_status deck_check_cards(const deck *self) {
  deck_card card;
  deck_steps steps = {0};
  const deck_line *late = NULL;
  warned before = {{0}};
  chatter_status status = CHATTER_OK;
  for (long at = 0; deck_next_card(self, &at, &card);) {
    const int kept = deck_keeps(&steps, &card), most = error_count() >= DECK_MISTAKES;
    if (card.begin == card.line) continue; // data before the first card: deck_nodes says so
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
