#include "engines/response/extract/response_quantities.h"

#include "engines/response/study/response_keys.h"

// clang-format off
const response_quantity response_quantities[] = {
    {{"displacement", "m", "displacement", "of `node` along `direction` over a period, by `reduce`; rms is "
     "that of all harmonics without the static one. Of every point of the curve, with NAME_phase, by which "
     "its first harmonic runs ahead of the first load (of damped nonlinear normal modes: of one a quarter "
     "period ahead of the driven displacement); not in eval. With response.at: in the state there",
     .place = QUANTITY_OF_NODE, .flags = QUANTITY_DEFAULT}, .what = RESPONSE_CURVE},
    {{"velocity", "m/s", "velocity", "likewise, the time derivative of that displacement; a moving base not "
     "included", .place = QUANTITY_OF_NODE}, .what = RESPONSE_CURVE, .derivative = 1},
    {{"acceleration", "m/s^2", "acceleration", "likewise, the second derivative. Of harmonics up to "
     "response.harmonics: where a contact closes at once it jumps, and its largest value grows with them",
     .place = QUANTITY_OF_NODE}, .what = RESPONSE_CURVE, .derivative = 2},
    {{"normal_force", "N", "normal contact force, preload included", "of the contact point `contact` over a "
     "period, by `reduce`, preload included; likewise of every point of the curve, or with response.at of "
     "the state there. Forces are those of the contact law under the displacements of the balance at 4096 "
     "instants or more; rms is that of the force without its mean", .place = QUANTITY_OF_POINT},
     .what = RESPONSE_CURVE, .contact = CONTACT_NORMAL_FORCE},
    {{"tangential_force", "N", "tangential contact force", "likewise, of friction on the body, positive "
     "along its tangent, against the slip; with two directions of friction its magnitude",
     .place = QUANTITY_OF_POINT}, .what = RESPONSE_CURVE, .contact = CONTACT_TANGENTIAL_FORCE},
    {{"gap", "m", "gap", "likewise, distance of the contact point from its wall",
     .place = QUANTITY_OF_NORMAL}, .what = RESPONSE_CURVE, .contact = CONTACT_GAP},
    {{"tangential_displacement", "m", "tangential displacement", "likewise, of the contact point along its "
     "tangent, the stretch of an elastic friction element included; with two directions of friction its "
     "magnitude", .place = QUANTITY_OF_POINT}, .what = RESPONSE_CURVE, .contact = CONTACT_TANGENTIAL},
    {{"cycle_dissipation", "J", "energy dissipated by friction per period", "work done by friction at the "
     "contact point in a period", .place = QUANTITY_OF_POINT}, .what = RESPONSE_CURVE,
     .contact = CONTACT_DISSIPATION},
    {{"contact_fraction", "1", "fraction of the period in contact", "share of the period in which the "
     "contact point is closed", .place = QUANTITY_OF_POINT}, .what = RESPONSE_CURVE,
     .contact = CONTACT_CLOSED},
    {{"stick_fraction", "1", "fraction of the period in stick", "share of the period in which it is closed "
     "and sticks", .place = QUANTITY_OF_POINT}, .what = RESPONSE_CURVE, .contact = CONTACT_STUCK},
    {{"energy", "J", "kinetic and potential energy", "of the whole model at every point of a curve or "
     "backbone, by `reduce` over the period; absent: mean. Kinetic, elastic, and what springs at contacts "
     "store (elastic elements and compliant laws; stops and friction without a spring store nothing); work "
     "of loads and preloads is not in it. Of a nonlinear normal mode without damping and friction it is "
     "constant over the period, but for what the harmonics leave out: half_peak_to_peak tells how much",
     .place = QUANTITY_OF_MODEL}, .what = RESPONSE_CURVE, .contact = CONTACT_ENERGY},
    {{"peak_amplitude", "m", "displacement at the peak", "likewise, where the monitored displacement has its "
     "peak, of a trench its minimum, on the ridge that response.ridge says; NaN where there is none",
     .place = QUANTITY_OF_NODE}, .what = RESPONSE_PEAK},
    {{"peak_velocity", "m/s", "velocity at the peak", "velocity there", .place = QUANTITY_OF_NODE},
     .what = RESPONSE_PEAK, .derivative = 1},
    {{"peak_acceleration", "m/s^2", "acceleration at the peak", "acceleration there",
     .place = QUANTITY_OF_NODE}, .what = RESPONSE_PEAK, .derivative = 2},
    {{"peak_normal_force", "N", "normal contact force at the peak, preload included",
     "normal_force at that peak", .place = QUANTITY_OF_POINT}, .what = RESPONSE_PEAK,
     .contact = CONTACT_NORMAL_FORCE},
    {{"peak_tangential_force", "N", "tangential contact force at the peak", "tangential_force there",
     .place = QUANTITY_OF_POINT}, .what = RESPONSE_PEAK, .contact = CONTACT_TANGENTIAL_FORCE},
    {{"peak_gap", "m", "gap at the peak", "gap there", .place = QUANTITY_OF_NORMAL}, .what = RESPONSE_PEAK,
     .contact = CONTACT_GAP},
    {{"peak_tangential_displacement", "m", "tangential displacement at the peak",
     "tangential_displacement there", .place = QUANTITY_OF_POINT}, .what = RESPONSE_PEAK,
     .contact = CONTACT_TANGENTIAL},
    {{"peak_cycle_dissipation", "J", "energy dissipated by friction per period at the peak",
     "cycle_dissipation there", .place = QUANTITY_OF_POINT}, .what = RESPONSE_PEAK,
     .contact = CONTACT_DISSIPATION},
    {{"peak_energy", "J", "kinetic and potential energy at the peak", "energy there",
     .place = QUANTITY_OF_MODEL}, .what = RESPONSE_PEAK, .contact = CONTACT_ENERGY},
    {{"peak_contact_fraction", "1", "fraction of the period in contact at the peak", "contact_fraction there",
     .place = QUANTITY_OF_POINT}, .what = RESPONSE_PEAK, .contact = CONTACT_CLOSED},
    {{"peak_stick_fraction", "1", "fraction of the period in stick at the peak", "stick_fraction there",
     .place = QUANTITY_OF_POINT}, .what = RESPONSE_PEAK, .contact = CONTACT_STUCK},
    {{"peak_frequency", "Hz", "frequency of the peak", "of that peak", .place = QUANTITY_OF_MODEL},
     .what = RESPONSE_PEAK_AT},
    {{"peak_angular_frequency", "rad/s", "angular frequency of the peak", "likewise",
     .place = QUANTITY_OF_MODEL}, .what = RESPONSE_PEAK_AT, .is_angular = 1},
    {{"peak_kind", "1", "kind of the peak: 0 smooth, 1 kink", "0 where the slope passes through zero, 1 "
     "where it jumps through it, at the onset of slip", .place = QUANTITY_OF_MODEL}, .what = RESPONSE_KIND},
    {{"phase_frequency", "Hz", "frequency of phase resonance", "where the first harmonic of the driven "
     "displacement comes to be a quarter period behind the load: the one beside the peak, between which and "
     "the peak the amplitude does not fall below that of the resonance by more than 2 %; NaN where there is "
     "none, as where it lies beyond a minimum, on another ridge", .place = QUANTITY_OF_MODEL},
     .what = RESPONSE_PHASE},
    {{"phase_angular_frequency", "rad/s", "angular frequency of phase resonance", "likewise",
     .place = QUANTITY_OF_MODEL}, .what = RESPONSE_PHASE, .is_angular = 1},
    {{"dnnm_frequency", "Hz", "frequency of the damped nonlinear normal mode under these loads",
     "of the damped nonlinear normal mode whose fundamental needs these loads: the first such point from "
     "small amplitude on; NaN where it does not reach them", .place = QUANTITY_OF_MODEL},
     .what = RESPONSE_DNNM},
    {{"dnnm_angular_frequency", "rad/s", "angular frequency of the damped nonlinear normal mode under these "
     "loads", "likewise", .place = QUANTITY_OF_MODEL}, .what = RESPONSE_DNNM, .is_angular = 1},
    {.is = QUANTITY_FIELD, .what = RESPONSE_FIELD},
    {.is = {.word = NULL}},
};
// clang-format on

const response_quantity *response_quantity_of(const output_config *output) {
  for (int i = 0; response_quantities[i].is.word; i++)
    if (&response_quantities[i].is == output->quantity) return &response_quantities[i];
  return NULL;
}

int response_is_curve(const study *config, const output_config *output) {
  const response_quantity *quantity = response_quantity_of(output);
  return quantity && quantity->what == RESPONSE_CURVE && !response_is_at_frequency(config);
}
