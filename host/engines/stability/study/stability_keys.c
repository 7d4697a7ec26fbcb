#include "engines/stability/study/stability_keys.h"

#include <string.h>

#include "engines/sliding/study/sliding_keys.h"
#include "engines/stability/extract/stability_quantities.h"
#include "study/file/document.h"
#include "study/file/key_place.h"
#include "study/file/path.h"
#include "study/file/storage.h"
#include "study/rules/mistakes.h"
#include "study/schema/schema_rows.h"

// clang-format off
const schema_field stability_fields[] = {
    {"stability.position", NULL, FIELD_NUMBER, AT(stability_config, position), FROM(0), .unit = "m",
     .doc = "where the slider touches the target: distance along the target's path, undeformed, from its "
     "left end; absent: slider.start", .symbol = "position of the contact"},
    {"stability.deformed", NULL, FIELD_NUMBER, AT(stability_config, deformed), COUNT(0, 1), .initial = "0",
     .doc = "1: small motions about the quasi-static equilibrium of sliding, whose standing force turns and "
     "moves with the contact; 0: about the undeformed bodies", .symbol = "deformed"},
    {"stability.modes", NULL, FIELD_NUMBER, AT(stability_config, modes), RANGE(1, 400),
     .flags = FIELD_WHOLE | FIELD_FIXED, .initial = "20",
     .doc = "how many eigenvalues are looked at: those of smallest imaginary part above 1 rad/s"},
    {"stability.frequency", NULL, FIELD_NUMBER, AT(stability_config, frequency), FROM(POSITIVE), .unit = "Hz",
     .initial = "1000",
     .doc = "of the frequency response (receptance, accelerance); as an ensemble parameter beside the "
     "position it gives the time-dependent one", .symbol = "frequency"},
    {"stability.force", NULL, FIELD_WORD, AT(stability_config, force), .words = "slider target",
     .initial = "slider",
     .doc = "of the frequency response: on whose point of contact the vertical force acts; with friction the "
     "two differ"},
    {"stability.from", NULL, FIELD_NUMBER, AT(stability_config, from), FROM(0), .flags = FIELD_FIXED,
     .unit = "m", .doc = "chatter zones: the first position; absent: slider.start, or 0 without that"},
    {"stability.to", NULL, FIELD_NUMBER, AT(stability_config, to), FROM(0), .flags = FIELD_FIXED, .unit = "m",
     .initial = "0", .doc = "chatter zones: the last one; 0: the end of the path"},
    {"stability.above", NULL, FIELD_NUMBER, AT(stability_config, above), ANY, .flags = FIELD_FIXED,
     .unit = "1/s", .initial = "0",
     .doc = "chatter zones: growth rate above which a position counts; below 0: a margin"},
    {"stability.step", NULL, FIELD_NUMBER, AT(stability_config, step), FROM(POSITIVE), .flags = FIELD_FIXED,
     .unit = "m", .initial = "5e-5",
     .doc = "chatter zones: between the positions from which zones are looked for; narrower ones can be "
     "missed"},
    {0},
};
// clang-format on

static const schema_section section = {"stability", SECTION_MAP, .in_slot = 1,
                                       .stride = sizeof(stability_config),
                                       .doc = "stability of the sliding contact, at one position"};
const schema_section *const stability_sections[] = {&section, NULL};

const stability_config *stability_of(const study *self) {
  return study_section(self, &section);
}

double stability_position(const study *self) {
  const int own = study_given(self, "stability.position") || study_varies(self, "stability.position");
  return own ? stability_of(self)->position : slider_of(self)->start;
}

double stability_first_position(const study *self) {
  return study_given(self, "stability.from") ? stability_of(self)->from : slider_of(self)->start;
}

// slider.start is the default of the position and of the first position of zones.
static void check_start(parser *p) {
  if (!rules_has(p, "slider.start") && !rules_has(p, "stability.position"))
    rules_mistake(p, "stability",
                  "stability: missing key 'position': in m along the target's path (or slider.start)");
}

// Outputs of all eigenvalues are not single numbers. Their name may define the quantity.
static void check_outputs(parser *p) {
  for (int o = 0; o < p->out->n_outputs; o++) {
    output_config *output = &p->out->outputs[o];
    static const char *const of_time[] = {"reduce", "band", "last", "factor"};
    output_config named = *output;
    if (!named.quantity) named.quantity = study_quantity_find(p->kind, named.name);
    const stability_quantity *quantity = stability_quantity_of(&named);
    if (quantity && quantity->what == STABILITY_LIST) output->contact = OUTPUT_ALL_POINTS;
    for (int k = 0; k < 4; k++) {
      const char *key = parser_text(p, "outputs.%s.%s", output->name, of_time[k]);
      if (rules_given(p, "%s", key))
        rules_mistake(
            p, key, "%s: a stability study computes eigenvalues and has no time history: leave it out", key);
    }
  }
}

void stability_rules(parser *p) {
  const stability_config *c = stability_of(p->out);
  static const char *const of_time[] = {"sliding", "roughness"};
  bodies_rules(p);
  check_start(p);
  check_outputs(p);
  for (int i = 0; i < 2 && strcmp(p->kind->name, "stability") == 0; i++)
    if (rules_given(p, "%s", of_time[i]))
      rules_mistake(p, of_time[i], "'%s' does not belong to a study of kind stability", of_time[i]);
  const double from = rules_given(p, "stability.from") ? c->from : slider_of(p->out)->start;
  if (c->to > 0 && c->to <= from)
    rules_mistake(p, "stability.to", "stability.to: %g m is not beyond %s, %g m", c->to,
                  rules_given(p, "stability.from") ? "stability.from" : "slider.start", from);
}
