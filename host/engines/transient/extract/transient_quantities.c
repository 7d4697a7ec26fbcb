// Table of the quantities of transient outputs, one row each.
#include "engines/transient/extract/transient_quantities.h"

#define COUNTER .signal = -1, .counter

// clang-format off
const transient_quantity transient_quantities[] = {
    {{"displacement", "m", "displacement", "of `node` along `direction`", .place = QUANTITY_OF_NODE,
     .flags = QUANTITY_DEFAULT | QUANTITY_STEPPED}, .signal = SIGNAL_DISPLACEMENT},
    {{"velocity", "m/s", "velocity", "likewise; of the step in which a rigid contact closes (scheme moreau) "
     "the one behind the impact", .place = QUANTITY_OF_NODE, .flags = QUANTITY_STEPPED},
     .signal = SIGNAL_VELOCITY},
    {{"acceleration", "m/s²", "acceleration", "likewise; of the step in which a rigid contact closes that "
     "without contact forces: an impact has none", .place = QUANTITY_OF_NODE, .flags = QUANTITY_STEPPED},
     .signal = SIGNAL_ACCELERATION},
    {{"gap", "m", "gap", "distance of a contact point from its wall, the moving part included",
     .place = QUANTITY_OF_NORMAL, .flags = QUANTITY_STEPPED}, .signal = SIGNAL_GAP},
    {{"normal_force", "N", "normal contact force, preload included", "of a contact point, preload included; "
     "with scheme moreau the impulse of the step over Δt, which has a mean and an integral but no peaks",
     .place = QUANTITY_OF_POINT, .flags = QUANTITY_STEPPED | QUANTITY_SUMMED}, .signal = SIGNAL_NORMAL_FORCE,
     .sum = SIGNAL_NORMAL_SUM},
    {{"tangential_force", "N", "tangential contact force", "of friction on the body at a contact point, "
     "positive along its tangent, against the slip; with two directions of friction its magnitude",
     .place = QUANTITY_OF_POINT, .flags = QUANTITY_STEPPED | QUANTITY_SUMMED},
     .signal = SIGNAL_TANGENTIAL_FORCE, .sum = SIGNAL_TANGENTIAL_SUM},
    {{"slip_velocity", "m/s", "slip velocity", "velocity of the body minus that of the wall, likewise",
     .place = QUANTITY_OF_POINT, .flags = QUANTITY_STEPPED}, .signal = SIGNAL_SLIP_VELOCITY},
    {{"impulse", "N s", "normal impulse of a step", "scheme moreau: of a contact point in a step, "
     "normal_force · Δt; reduce: max is the largest of an impact; mean and rms are over steps and shrink "
     "with them", .place = QUANTITY_OF_NORMAL, .flags = QUANTITY_STEPPED}, .signal = SIGNAL_IMPULSE},
    {{"boundary", "m", "boundary coordinate", "displacement of a contact point along its normal (law "
     "coulomb: along friction)", .place = QUANTITY_OF_POINT, .flags = QUANTITY_STEPPED},
     .signal = SIGNAL_BOUNDARY},
    {{"energy_kinetic", "J", "kinetic energy", "of the whole reduced model, with the velocity as above: "
     "behind an impact", .place = QUANTITY_OF_MODEL, .flags = QUANTITY_STEPPED}, .signal = SIGNAL_KINETIC},
    {{"energy_elastic", "J", "elastic energy", "likewise", .place = QUANTITY_OF_MODEL,
     .flags = QUANTITY_STEPPED}, .signal = SIGNAL_ELASTIC},
    {{"energy_potential", "J", "potential of constant loads and gravity", "of constant loads and gravity",
     .place = QUANTITY_OF_MODEL, .flags = QUANTITY_STEPPED}, .signal = SIGNAL_POTENTIAL},
    {{"energy_total", "J", "total energy", "the three together", .place = QUANTITY_OF_MODEL,
     .flags = QUANTITY_STEPPED}, .signal = SIGNAL_TOTAL},
    {{"dissipation", "J", "energy dissipated by friction in the recorded time", "work done by friction in "
     "the recorded time; of laws `bouc_wen` and `iwan` what their elastic part holds at the end is in it, "
     "what normal dampers take is not", .place = QUANTITY_OF_MODEL}, .signal = SIGNAL_DISSIPATION},
    {{"contact_fraction", "1", "fraction of the recorded steps in contact", "recorded steps in contact over "
     "all recorded steps", .place = QUANTITY_OF_POINT, .flags = QUANTITY_ANY}, COUNTER = COUNTER_CLOSED,
     .is_share = 1, .any = SIGNAL_ANY_CLOSED},
    {{"impacts", "1", "contacts begun in the recorded time", "contacts begun in the recorded time; see "
     "`contact.merge` and `contact.impulse_limit`: of bodies that come to rest on each other the number "
     "grows as the step shrinks unless small impacts are left out", .place = QUANTITY_OF_NORMAL},
     COUNTER = COUNTER_IMPACTS},
    {{"stick_fraction", "1", "fraction of the recorded steps in stick", "recorded steps in stick over all "
     "recorded steps", .place = QUANTITY_OF_POINT, .flags = QUANTITY_ANY}, COUNTER = COUNTER_STUCK,
     .is_share = 1, .any = SIGNAL_ANY_STUCK},
    {{"apex", "m", "apex of bounce", "largest displacement along the normal between two contacts, `index` "
     "counts them", .place = QUANTITY_OF_NORMAL, .flags = QUANTITY_COUNTED}, COUNTER = COUNTER_FIRST_APEX},
    {{"apex_time", "s", "time of the apex of bounce", "when", .place = QUANTITY_OF_NORMAL,
     .flags = QUANTITY_COUNTED}, COUNTER = COUNTER_FIRST_APEX, .block = 1},
    {{"impact_impulse", "N s", "impulse of the impact", "scheme moreau: normal impulse of an impact, `index` "
     "counts them", .place = QUANTITY_OF_NORMAL, .flags = QUANTITY_COUNTED}, COUNTER = COUNTER_FIRST_APEX,
     .block = 2},
    {{"iterations", "1", "iterations of the inclusion solver per contact step", "of the contact solver, over "
     "the steps that needed it", .place = QUANTITY_OF_MODEL}, .signal = SIGNAL_ITERATIONS},
    {.is = QUANTITY_FIELD, .signal = -1},
    {.is = {.word = NULL}},
};
// clang-format on

const transient_quantity *transient_quantity_of(const output_config *output) {
  for (int i = 0; transient_quantities[i].is.word; i++)
    if (&transient_quantities[i].is == output->quantity) return &transient_quantities[i];
  return NULL;
}

int transient_derivative_of(const output_config *output) {
  const transient_quantity *quantity = transient_quantity_of(output);
  return !quantity                                 ? -1
         : quantity->signal == SIGNAL_DISPLACEMENT ? 0
         : quantity->signal == SIGNAL_VELOCITY     ? 1
         : quantity->signal == SIGNAL_ACCELERATION ? 2
                                                   : -1;
}

int transient_is_displacement(const output_config *output) {
  return transient_derivative_of(output) == 0;
}

int transient_is_of_all_points(const output_config *output) {
  return output->quantity->place >= QUANTITY_OF_POINT && output->contact == OUTPUT_ALL_POINTS;
}

int transient_signal_of(const output_config *output) {
  const transient_quantity *quantity = transient_quantity_of(output);
  return output->contact == OUTPUT_SUM   ? quantity->sum
         : output->contact == OUTPUT_ANY ? quantity->any
                                         : quantity->signal;
}
