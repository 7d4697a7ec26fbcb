#include "engines/stability/extract/stability_quantities.h"

#include "engines/sliding/sliding_engine.h"
#include "engines/sliding/study/sliding_kind.h"
#include "engines/stability/stability_engine.h"

// clang-format off
const stability_quantity stability_quantities[] = {
    {{"max_growth", "1/s", "largest growth rate", "largest real part of the eigenvalues: above 0 sliding is "
     "unstable", .place = QUANTITY_OF_MODEL}, STABILITY_STATE, STABILITY_GROWTH},
    {{"frequency", "Hz", "frequency of the largest growth rate", "imaginary part of that eigenvalue over 2π",
     .place = QUANTITY_OF_MODEL}, STABILITY_STATE, STABILITY_FREQUENCY},
    {{"growth", "1/s", "growth rate of eigenvalue", "real part of eigenvalue `index`, counted by imaginary "
     "part", .place = QUANTITY_OF_MODEL, .flags = QUANTITY_COUNTED}, STABILITY_INDEXED, 0},
    {{"eigenfrequency", "Hz", "frequency of eigenvalue", "its imaginary part over 2π",
     .place = QUANTITY_OF_MODEL, .flags = QUANTITY_COUNTED}, STABILITY_INDEXED, 1},
    {{"growths", "1/s", "growth rates of all eigenvalues", "of all eigenvalues that are looked at, a "
     "dimension `eigenvalue` of the results; not in eval", .place = QUANTITY_OF_MODEL}, STABILITY_LIST, 0},
    {{"eigenfrequencies", "Hz", "frequencies of all eigenvalues", "likewise", .place = QUANTITY_OF_MODEL},
     STABILITY_LIST, 1},
    {{"accelerance", "m/s²/N", "accelerance", "size of the acceleration of `node` (slider.NODE or "
     "target.NODE) along `direction` per vertical force at the contact, at stability.frequency",
     .place = QUANTITY_OF_NODE, .flags = QUANTITY_DEFAULT}, STABILITY_RESPONSE, 2},
    {{"receptance", "m/N", "receptance", "likewise, of the displacement", .place = QUANTITY_OF_NODE},
     STABILITY_RESPONSE, 0},
    {.is = {.word = NULL}},
};
// clang-format on

// Quantities of a sliding study that its equilibrium has too.
static const struct {
  int signal;
  stability_quantity as;
} standing[] = {{SLIDE_FORCE,
                 {{.word = "normal_force", .unit = "N", .name = "normal contact force"},
                  STABILITY_STATE,
                  STABILITY_CONTACT_FORCE}},
                {SLIDE_ANGLE,
                 {{.word = "contact_angle", .unit = "rad", .name = "angle of the element in contact"},
                  STABILITY_STATE,
                  STABILITY_ANGLE}}};

const stability_quantity *stability_quantity_of(const output_config *output) {
  const sliding_quantity *other = sliding_quantity_of(output);
  for (size_t i = 0; other && i < sizeof standing / sizeof *standing; i++)
    if (other->signal == standing[i].signal) return &standing[i].as;
  for (int i = 0; stability_quantities[i].is.word; i++)
    if (&stability_quantities[i].is == output->quantity) return &stability_quantities[i];
  return NULL;
}
