// The section `integrator`: its keys, and the rules between them.
#include "engines/transient/study/transient_keys.h"

#include "study/file/document.h"
#include "study/file/entries.h"
#include "study/rules/mistakes.h"
#include "study/schema/schema_rows.h"

// clang-format off
const schema_field integrator_fields[] = {
    {"integrator.scheme", NULL, FIELD_WORD, AT(integrator_config, scheme), .words = "leapfrog moreau",
     .initial = "leapfrog",
     .doc = "leapfrog for a massless boundary, moreau for one with mass; contacts of springs and dashpots "
     "alone (laws elastic, cubic, kelvin_voigt and those after it) by leapfrog, also on a boundary with mass"
     },
    {"integrator.step", NULL, FIELD_NUMBER, AT(integrator_config, step), FROM(POSITIVE), .unit = "s",
     .flags = FIELD_FINER_BELOW | FIELD_REFINED,
     .doc = "time step; above the stability limit 2/ω_max of the model with open contacts it is refused, "
     "between that and the lower limit with all contacts stuck (massless boundary, or contacts with springs) "
     "it runs with a warning", .symbol = "time step"},
    {"integrator.steps_per_period", NULL, FIELD_NUMBER, AT(integrator_config, steps_per_period),
     FROM(POSITIVE), .flags = FIELD_FINER_ABOVE | FIELD_REFINED, .doc = "or steps per period of period_frequency"},
    {"integrator.period_frequency", NULL, FIELD_NUMBER, AT(integrator_config, period_frequency), FROM(0),
     .unit = "Hz", .initial = "0",
     .doc = "frequency that defines `period`, where something is counted in periods; 0: that of the "
     "excitation, of several loads the one whose whole multiples they are (40 Hz and 60 Hz: 20 Hz)"},
    {"integrator.duration", NULL, FIELD_NUMBER, AT(integrator_config, duration), FROM(0), .unit = "s",
     .flags = FIELD_FINER_ABOVE,
     .doc = "simulated time, after a sweep"},
    {"integrator.periods", NULL, FIELD_NUMBER, AT(integrator_config, periods), FROM(0),
     .flags = FIELD_FINER_ABOVE | FIELD_REFINED,
     .doc = "or number of periods, after a sweep"},
    {"integrator.window", NULL, FIELD_NUMBER, AT(integrator_config, window), FROM(0), .initial = "0",
     .doc = "only the last so many periods are recorded; 0: everything"},
    {"integrator.windows", NULL, FIELD_NUMBER, AT(integrator_config, windows), COUNT(1, 1e6), .initial = "1",
     .doc = "the recorded time is cut into so many windows (reduce: windows, window_…)"},
    {"integrator.half_step", NULL, FIELD_SWITCH, AT(integrator_config, half_step), .initial = "true",
     .doc = "velocities stand halfway between the steps; true: that before the first step is v(0) - a(0) "
     "Δt/2, with the acceleration at t = 0 without contact forces other than of springs and dashpots on a "
     "boundary with mass (second order where these are zero then); false: it is v(0) itself, so that all "
     "velocities run half a step ahead (first order)"},
    {"integrator.preloaded", NULL, FIELD_SWITCH, AT(integrator_config, preloaded), .initial = "false",
     .doc = "scheme leapfrog: steps in which all contacts stick need no solver; always so with a preload"},
    {"integrator.contact_solver", NULL, FIELD_WORD, AT(integrator_config, contact_solver),
     .words = "newton relaxation", .initial = "newton",
     .doc = "newton: Newton's method on the same set-valued laws, helped by projected Jacobi over-relaxation "
     "where it does not settle; relaxation: that alone"},
    {"integrator.tolerance", NULL, FIELD_NUMBER, AT(integrator_config, tolerance), RANGE(1e-15, 0.1),
     .flags = FIELD_FINER_BELOW,
     .initial = "1e-10", .doc = "of the contact solver, relative"},
    {"integrator.max_iterations", NULL, FIELD_NUMBER, AT(integrator_config, max_iterations), COUNT(1, 1e6),
     .initial = "1000",
     .doc = "of the contact solver per step; with Newton's method (up to 1023 rows) a step that needs more "
     "begins once more, from no force, with as many again; beyond: status solver_stalled"},
    {"integrator.relaxation", NULL, FIELD_NUMBER, AT(integrator_config, relaxation), RANGE(POSITIVE, 3),
     .initial = "1.5", .doc = "factor of projected Jacobi over-relaxation; 1 is safe, above 2 may fail"},
    {"integrator.divergence", NULL, FIELD_NUMBER, AT(integrator_config, divergence), FROM(POSITIVE),
     .unit = "m·√kg", .initial = "1e6", .doc = "a modal coordinate beyond this ends a trajectory as diverged"
     },
    {0},
};
// clang-format on

const schema_section integrator_section = {"integrator", SECTION_MAP, .in_slot = 1,
                                           .stride = sizeof(integrator_config), .doc = "time stepping"};
const schema_section *const transient_sections[] = {&integrator_section, NULL};

// Refuses a period that no key counts in.
static void check_period(parser *p) {
  static const char *const counted[] = {"integrator.steps_per_period", "integrator.periods",
                                        "integrator.window"};
  int counts = 0;
  for (int i = 0; i < 3; i++) counts |= rules_has(p, counted[i]);
  if (rules_given(p, "integrator.period_frequency") && !counts)
    rules_mistake(
        p, "integrator.period_frequency",
        "integrator.period_frequency: nothing is counted in periods (allowed with: steps_per_period, "
        "periods, window)");
}

void integrator_rules(parser *p) {
  const study *s = p->out;
  const integrator_config *t = integrator_of(s);
  rules_exclude(p, "integrator", "step", "steps_per_period");
  rules_exclude(p, "integrator", "duration", "periods");
  check_period(p);
  if (rules_given(p, "integrator.periods") && t->window > t->periods)
    rules_mistake(p, "integrator.window",
                  "integrator.window: %g periods are to be recorded of %g (allowed: 0 to %g)", t->window,
                  t->periods, t->periods);
  double frequency = t->period_frequency;
  for (int i = 0; i < s->n_excitations; i++)
    if (frequency <= 0 &&
        (rules_given(p, "excitation.%d.frequency", i) || study_load_harmonic_drive(s, &s->excitations[i])))
      frequency = 1; // known here; its value is checked elsewhere
  const char *periodic[] = {"steps_per_period", "periods", "window"};
  for (int i = 0; i < 3; i++)
    if (rules_given(p, "integrator.%s", periodic[i]) && frequency <= 0 && !(i == 2 && t->window <= 0) &&
        !(i == 1 && t->periods <= 0)) {
      rules_mistake(p, parser_text(p, "integrator.%s", periodic[i]),
                    "integrator.%s: the period is not known: give 'period_frequency' (Hz)", periodic[i]);
      break;
    }
}

// Checks the scheme: Moreau's scheme solves for the contacts in every step, and leapfrog has no
// impacts of a mass.
static void check_scheme(parser *p) {
  for (int i = 0; i < p->out->n_contacts && integrator_of(p->out)->scheme == SCHEME_LEAPFROG; i++) {
    const char *key = parser_text(p, "contact.%d.restitution", i);
    if (rules_given(p, "%s", key))
      rules_mistake(p, key, "%s belongs to scheme moreau: a massless boundary has no impacts: leave it out",
                    key);
  }
  if (rules_given(p, "integrator.half_step") && rules_given(p, "initial.from"))
    rules_mistake(p, "integrator.half_step",
                  "integrator.half_step: a run that goes on (initial.from) has its velocities: leave it out");
  if (rules_given(p, "integrator.preloaded") && integrator_of(p->out)->scheme == SCHEME_MOREAU)
    rules_mistake(p, "integrator.preloaded", "integrator.preloaded belongs to scheme leapfrog: leave it out");
}

void transient_rules(parser *p) {
  integrator_rules(p);
  check_scheme(p);
  if (!rules_given(p, "integrator")) {
    rules_mistake(p, "integrator", "missing key 'integrator'");
    return;
  }
  if (!rules_given(p, "integrator.step"))
    rules_require(p, "integrator", "steps_per_period", "give it or 'step' (s)");
  if (!rules_given(p, "integrator.duration"))
    rules_require(p, "integrator", "periods", "give it or 'duration' (s)");
}
