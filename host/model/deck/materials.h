// Materials of a deck: those that its sections name, and constants that a study gives
// (model.materials).
#ifndef CHATTER_MODEL_DECK_MATERIALS_H
#define CHATTER_MODEL_DECK_MATERIALS_H

#include "base/memory.h"
#include "base/status.h"
#include "model/deck/deck.h"
#include "model/model.h"
#include "study/study.h"

typedef struct deck_material {
  long elastic, density;                 // lines of the deck with its constants; -1: not scalable
  double own_modulus, own_density;       // the deck's own values, Pa, kg/m³
  double modulus_factor, density_factor; // the study's values over the deck's
} deck_material;

// Finds the deck's entry for each material of the study, in the study's order. Raises if the deck
// lacks a material, or if it is not isotropic or depends on the temperature.
chatter_status deck_find_study_materials(const study *s, const deck *d, arena *memory, deck_material **out);
// Makes *out, the deck with the material's constants scaled by these factors. `got`: the constants
// as printed. *out shares all but its list of lines: free it with deck_destroy_scaled or
// deck_replace_lines.
chatter_status deck_scale_material(const deck *from, const deck_material *m, double modulus_factor,
                                   double density_factor, double got[2], deck *out);
void deck_destroy_scaled(deck *self);

// Checks that every solid element has a section, and each section a material with a law and a
// density; ccx would stop otherwise.
chatter_status deck_check_sections(const deck *self, const model *m);

#endif
