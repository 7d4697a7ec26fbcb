// Definition of `study: sliding` for the layers below, and its quantities, one row each.
#include "engines/sliding/study/sliding_kind.h"

// clang-format off
static const sliding_quantity quantities[] = {
    {{"acceleration", "m/s²", "acceleration", "of `node` (slider.NODE or target.NODE) along `direction`; of "
     "the slider with that of a driven guide", .place = QUANTITY_OF_NODE,
     .flags = QUANTITY_DEFAULT | QUANTITY_STEPPED}, SLIDE_ACCELERATION},
    {{"velocity", "m/s", "velocity", "likewise, forward difference", .place = QUANTITY_OF_NODE,
     .flags = QUANTITY_STEPPED}, SLIDE_VELOCITY},
    {{"displacement", "m", "displacement", "likewise; of the slider with the way of its guide",
     .place = QUANTITY_OF_NODE, .flags = QUANTITY_STEPPED}, SLIDE_DISPLACEMENT},
    {{"normal_force", "N", "normal contact force", "normal force between slider and target",
     .place = QUANTITY_OF_MODEL, .flags = QUANTITY_STEPPED}, SLIDE_FORCE},
    {{"contact_velocity", "m/s", "velocity of the contact node along x", "of the contact node along x, the "
     "guide's velocity included", .place = QUANTITY_OF_MODEL, .flags = QUANTITY_STEPPED},
     SLIDE_CONTACT_VELOCITY_X},
    {{"contact_velocity_y", "m/s", "velocity of the contact node along y", "likewise along y",
     .place = QUANTITY_OF_MODEL, .flags = QUANTITY_STEPPED}, SLIDE_CONTACT_VELOCITY_Y},
    {{"slip_velocity", "m/s", "slip velocity", "of the contact node against the target's material point, "
     "along the element", .place = QUANTITY_OF_MODEL, .flags = QUANTITY_STEPPED}, SLIDE_SLIP_VELOCITY},
    {{"contact_x", "m", "place of the contact node along x", "x of the contact node, deformed",
     .place = QUANTITY_OF_MODEL, .flags = QUANTITY_STEPPED}, SLIDE_CONTACT_X},
    {{"contact_y", "m", "place of the contact node along y", "y of it", .place = QUANTITY_OF_MODEL,
     .flags = QUANTITY_STEPPED}, SLIDE_CONTACT_Y},
    {{"contact_arc", "m", "place of the contact along the target", "distance along the target's path, in its "
     "undeformed material, from its left end", .place = QUANTITY_OF_MODEL, .flags = QUANTITY_STEPPED},
     SLIDE_ARC},
    {{"contact_angle", "rad", "angle of the element in contact", "of the element in contact above x",
     .place = QUANTITY_OF_MODEL, .flags = QUANTITY_STEPPED}, SLIDE_ANGLE},
    {{"penetration", "m", "remaining penetration", "of the contact node into the element after each step: "
     "rounding", .place = QUANTITY_OF_MODEL, .flags = QUANTITY_STEPPED}, SLIDE_GAP},
    {.is = QUANTITY_FIELD},
    {.is = {.word = NULL}},
};
// clang-format on

const sliding_quantity *sliding_quantity_of(const output_config *output) {
  for (int i = 0; quantities[i].is.word; i++)
    if (&quantities[i].is == output->quantity) return &quantities[i];
  return NULL;
}

const study_kind sliding_kind = {.name = "sliding",
                                 .doc = "time histories of two bodies in sliding contact",
                                 .has_bodies = 1,
                                 .drives = 1,
                                 .goes_on = 1,
                                 .sections = sliding_sections,
                                 .fields = sliding_fields,
                                 .quantities = quantities,
                                 .quantity_size = sizeof *quantities,
                                 .rules = sliding_rules};
