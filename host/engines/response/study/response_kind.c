#include "engines/response/study/response_kind.h"

#include "engines/response/extract/response_outline.h"
#include "engines/response/extract/response_quantities.h"
#include "engines/response/stability/stability.h"
#include "engines/response/study/response_keys.h"
#include "engines/response/study/response_rules.h"
#include "plot/figure.h"
#include "study/contact_laws.h"

const char *response_refuses_no_law(int law, int massless) {
  return (void)law, (void)massless, NULL;
}

static const study_law_use law_uses[] = {{"", response_refuses_no_law},
                                         {"multipliers", response_no_multipliers_reason},
                                         {"`--verify`", response_refuses_no_law},
                                         {0}};

static const study_note notes[] = {
    {"excitation.frequency", "of harmonic balance: none, all loads have the frequency of the response"},
    {"excitation.drive",
     "of harmonic balance: by turns and periodic, whose harmonics up to response.harmonics it has"},
    {"contact.gap_drive", "of harmonic balance: likewise by turns and periodic, and of a backbone the gap "
                          "moves as much at every load"},
    {"contact.restitution", "harmonic balance has none and refuses it"},
    {"contact.merge", "harmonic balance counts no impacts and refuses it"},
    {"contact.impulse_limit", "harmonic balance refuses it"},
    {"initial.displacement", "harmonic balance has no initial state and refuses the section"},
    {"outputs.contact", "of harmonic balance: a number"},
    {"outputs.event", "of harmonic balance: a field is one period of 64 instants; maximum: at the peak of "
                      "the curve, none: in the state at response.at. The force of a contact that "
                      "opens, where it has its peak "
                      "within half an instant, is shown with that peak, so that short contacts keep theirs"},
    {"outputs.reduce",
     "of harmonic balance: rms, half_peak_to_peak, min, max, max_abs or mean of a period; absent: rms"},
    {0},
};

static const study_figure figures[] = {{"response", FIGURE_CURVES, &figure_curves}, {0}};

const study_kind response_kind = {.name = "response",
                                  .doc = "periodic responses over frequency, by harmonic balance",
                                  .needs_model = 1,
                                  .drives = 1,
                                  .sections = response_sections,
                                  .fields = response_fields,
                                  .quantities = response_quantities,
                                  .quantity_size = sizeof *response_quantities,
                                  .rules = response_rules,
                                  .figures = figures,
                                  .notes = notes,
                                  .companions = response_companions,
                                  .law_uses = law_uses};
