// What each word of outputs.quantity stands for, with its unit: for results and the reference page.
#include <stdio.h>

#include "study/schema.h"
#include "study/study.h"

static const struct {
  const char *unit, *doc;
} QUANTITIES[] = {
    [QUANTITY_DISPLACEMENT] = {"m", "of `node` along `direction`"},
    [QUANTITY_VELOCITY] = {"m/s", "likewise"},
    [QUANTITY_GAP] = {"m", "distance of a contact point from its wall, the moving part included"},
    [QUANTITY_NORMAL_FORCE] = {"N", "of a contact point, preload included"},
    [QUANTITY_TANGENTIAL_FORCE] =
        {"N",
         "of friction on the body at a contact point, positive along its tangent, against the slip; with "
         "two directions of friction its magnitude"},
    [QUANTITY_SLIP_VELOCITY] = {"m/s", "velocity of the body minus that of the wall, likewise"},
    [QUANTITY_BOUNDARY] = {"m",
                           "displacement of a contact point along its normal (law coulomb: along friction)"},
    [QUANTITY_ENERGY_KINETIC] = {"J", "of the whole reduced model"},
    [QUANTITY_ENERGY_ELASTIC] = {"J", "likewise"},
    [QUANTITY_ENERGY_POTENTIAL] = {"J", "of constant loads and gravity"},
    [QUANTITY_ENERGY_TOTAL] = {"J", "the three together"},
    [QUANTITY_DISSIPATION] = {"J", "work done by friction in the recorded time"},
    [QUANTITY_CONTACT_FRACTION] = {"1", "recorded steps in contact over all recorded steps"},
    [QUANTITY_IMPACTS] = {"1", "contacts begun in the recorded time; see `contact.merge`"},
    [QUANTITY_STICK_FRACTION] = {"1", "recorded steps in stick over all recorded steps"},
    [QUANTITY_APEX] = {"m",
                       "largest displacement along the normal between two contacts, `index` counts them"},
    [QUANTITY_APEX_TIME] = {"s", "when"},
    [QUANTITY_ITERATIONS] = {"1", "of the contact solver, over the steps that needed it"},
    [QUANTITY_REGIME] = {"1", "0 no motion, 1 stick-slip, 2 continuous"},
    [QUANTITY_STOPS_PER_CYCLE] = {"1", "stick phases per excitation cycle"},
    [QUANTITY_AMPLITUDE] = {"m", "half peak-to-peak relative motion of the contact in the window; in units "
                                 "of the excitation in dimensionless studies"},
    [QUANTITY_REGIME_STICK_FRACTION] = {"1", "share of the window in stick"},
    [QUANTITY_CYCLE_DISSIPATION] = {"J", "friction work per excitation cycle"},
    [QUANTITY_BETA_LIM] = {"N", "friction force below which motion is continuous, exact; NaN with damping"},
    [QUANTITY_BETA_LIM_S1] = {"N", "the same with Den Hartog's S = 1; NaN with damping"},
    [QUANTITY_BETA_NOMOTION] = {"N", "friction force above which nothing moves"},
};
_Static_assert(sizeof QUANTITIES / sizeof *QUANTITIES == QUANTITY_BETA_NOMOTION + 1, "one line per quantity");

const char *schema_quantity_unit(int quantity) {
  return QUANTITIES[quantity].unit;
}

void schema_print_quantities(const char *words) {
  char word[64];
  printf("\n### Quantities\nFrom `regime` on: of studies of kind `regimes`; dimensionless ones have 1 for "
         "every unit.\n\n"
         "| quantity | unit | |\n| --- | --- | --- |\n");
  for (int i = 0; *schema_word(words, i, word, sizeof word); i++)
    printf("| `%s` | %s | %s |\n", word, QUANTITIES[i].unit, QUANTITIES[i].doc);
}
