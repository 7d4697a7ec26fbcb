// What `study: response` teaches the layers below, and its quantities, one row each.
#include "engines/response/response_engine.h"
#include "plot/figure.h"

// clang-format off
static const response_quantity quantities[] = {
    {{"displacement", "m", "displacement", "of `node` along `direction` over a period, by `reduce`; rms is that of all harmonics without the static one. Of every point of the curve, with NAME_phase, by which its first harmonic runs ahead of the first load; not in eval. With response.at: in the state there", .place = QUANTITY_OF_NODE, .flags = QUANTITY_DEFAULT}, .what = RESPONSE_CURVE},
    {{"peak_amplitude", "m", "displacement at the peak", "likewise, where the monitored displacement has its peak, on the ridge that response.ridge says; NaN where there is none", .place = QUANTITY_OF_NODE}, .what = RESPONSE_PEAK},
    {{"peak_frequency", "Hz", "frequency of the peak", "of that peak", .place = QUANTITY_OF_MODEL}, .what = RESPONSE_PEAK_AT},
    {{"peak_angular_frequency", "rad/s", "angular frequency of the peak", "likewise", .place = QUANTITY_OF_MODEL}, .what = RESPONSE_PEAK_AT, .is_angular = 1},
    {{"peak_kind", "1", "kind of the peak: 0 smooth, 1 kink", "0 where the slope passes through zero, 1 where it jumps through it, at the onset of slip", .place = QUANTITY_OF_MODEL}, .what = RESPONSE_KIND},
    {{"phase_frequency", "Hz", "frequency of phase resonance", "where the first harmonic of the driven displacement is a quarter period behind the load: nearest to the peak; NaN where there is none", .place = QUANTITY_OF_MODEL}, .what = RESPONSE_PHASE},
    {{"phase_angular_frequency", "rad/s", "angular frequency of phase resonance", "likewise", .place = QUANTITY_OF_MODEL}, .what = RESPONSE_PHASE, .is_angular = 1},
    {{"dnnm_frequency", "Hz", "frequency of the damped nonlinear normal mode under these loads", "of the damped nonlinear normal mode whose fundamental needs these loads: the first such point from small amplitude on; NaN where it does not reach them", .place = QUANTITY_OF_MODEL}, .what = RESPONSE_DNNM},
    {{"dnnm_angular_frequency", "rad/s", "angular frequency of the damped nonlinear normal mode under these loads", "likewise", .place = QUANTITY_OF_MODEL}, .what = RESPONSE_DNNM, .is_angular = 1},
    {.is = {.word = NULL}},
};
// clang-format on

const response_quantity *response_quantity_of(const output_config *output) {
  for (int i = 0; quantities[i].is.word; i++)
    if (&quantities[i].is == output->quantity) return &quantities[i];
  return NULL;
}

static const study_note notes[] = {
    {"excitation.frequency", "of harmonic balance: none, all loads have the frequency of the response"},
    {"contact.restitution", "harmonic balance has none and refuses it"},
    {"initial.displacement", "harmonic balance has no initial state and refuses the section"},
    {"outputs.reduce",
     "of harmonic balance: rms, half_peak_to_peak, min, max or mean of a period; absent: rms"},
    {0},
};

static const study_figure figures[] = {{"response", FIGURE_CURVES, &figure_curves}, {0}};

const study_kind response_kind = {.name = "response",
                                  .doc = "periodic responses over frequency, by harmonic balance",
                                  .needs_model = 1,
                                  .sections = response_sections,
                                  .fields = response_fields,
                                  .quantities = quantities,
                                  .quantity_size = sizeof *quantities,
                                  .rules = response_rules,
                                  .figures = figures,
                                  .notes = notes};
