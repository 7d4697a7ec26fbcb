// Materials of a deck: those that its sections name, and the constants that a study gives (model.materials).
#ifndef CHATTER_MODEL_DECK_MATERIALS_H
#define CHATTER_MODEL_DECK_MATERIALS_H

#include "base/memory.h"
#include "base/status.h"
#include "model/deck/deck.h"
#include "model/model.h"
#include "study/study.h"

typedef struct deck_material {
  long elastic, density;                 // lines of the deck with its constants; -1: none that can be scaled
  double own_modulus, own_density;       // what the deck says there, Pa, kg/m³
  double modulus_factor, density_factor; // the study's over that
} deck_material;

// One for each of the study's, in their order. Raises of materials that the deck lacks, that are not
// isotropic or depend on the temperature.
chatter_status deck_find_study_materials(const study *s, const deck *d, arena *memory, deck_material **out);
// *out is the deck with these factors in place of the material's own constants; `got` what they are as they
// are printed. It shares all but its list of lines: deck_destroy_scaled, or deck_replace_lines.
chatter_status deck_scale_material(const deck *from, const deck_material *m, double modulus_factor,
                                   double density_factor, double got[2], deck *out);
void deck_destroy_scaled(deck *self);

// Checks that every solid element has a section, and each section a material with a law and a density, which
// would stop ccx.
chatter_status deck_check_sections(const deck *self, const model *m);

#endif
