#include "engines/sliding/study/sliding_keys.h"

#include <string.h>

#include "study/file/document.h"
#include "study/file/entries.h"
#include "study/file/path.h"
#include "study/file/storage.h"
#include "study/rules/mistakes.h"
#include "study/rules/rules.h"
#include "study/schema/schema_rows.h"
#include "study/schema/structure_keys.h"

#define IN_DAMPING FIELD_STRUCTURAL
#define SHAPE .flags = FIELD_STRUCTURAL

// clang-format off
const schema_field sliding_fields[] = {
#define IN "slider."
#include "study/schema/structure_keys.h"
#undef IN
#define IN "target."
#include "study/schema/structure_keys.h"
#undef IN
    {"slider.angle", NULL, FIELD_NUMBER, AT(slider_config, angle), RANGE(-3.15, 3.15), SHAPE, .unit = "rad",
     .initial = "0", .doc = "of the model's x axis above the global one (30°: 0.5235987755982988)"},
    {"slider.contact", NULL, FIELD_NAME, AT(slider_config, contact),
     .doc = "the node that slides on the target: id, or a set of one node"},
    {"slider.guide", NULL, FIELD_NAMES, AT(slider_config, guide),
     .doc = "nodes whose motion along x is imposed and that carry the preload: set, id, or a list of them; "
     "along y they are free"},
    {"slider.weights", NULL, FIELD_LIST, AT(slider_config, weights), FROM(0), SHAPE,
     .doc = "share of the preload of each node of the guide, in the order of the set; divided by their sum; "
     "absent: equal shares"},
    {"slider.start", NULL, FIELD_NUMBER, AT(slider_config, start), FROM(0), SHAPE, .unit = "m",
     .doc = "where the contact node stands undeformed at t = 0: distance along the target's path from its "
     "left end (the one of smaller x); of kind stability: the position where stability.position is absent, "
     "and where `chatter zones` begins without stability.from", .symbol = "start"},
    {"slider.velocity", NULL, FIELD_NUMBER, AT(slider_config, velocity), ANY, .unit = "m/s",
     .doc = "of the guide along x; negative: it slides backwards along the path; of kind stability its sign "
     "alone counts", .symbol = "velocity of the guide"},
    {"slider.velocity_drive", NULL, FIELD_TEXT, AT(slider_config, velocity_drive),
     .doc = "name of one of the drives, in m/s, on top of velocity (which may then be left out; not in "
     "studies of kind stability): the guide accelerates the slider, whose inertia bends it. Before t = 0 it "
     "has moved steadily, as at t = 0. With friction a trajectory ends as stuck where the contact node comes "
     "to rest, as it would have to be pulled the other way; without friction it slides back. Where it leaves "
     "the path it ends as off_target"},
    {"slider.velocity_factor", NULL, FIELD_NUMBER, AT(slider_config, velocity_factor), ANY, .initial = "1",
     .doc = "what velocity_drive is multiplied with"},
    {"slider.preload", NULL, FIELD_NUMBER, AT(slider_config, preload), FROM(POSITIVE), .unit = "N",
     .doc = "vertical force on the guide, downwards; of kind stability it acts with deformed: 1 and on "
     "normal_force", .symbol = "preload"},
    {"slider.friction", "slider.mu", FIELD_NUMBER, AT(slider_config, friction), FROM(0), .initial = "0",
     .doc = "friction coefficient μ", .symbol = "friction coefficient"},
    {"target.angle", NULL, FIELD_NUMBER, AT(target_config, angle), RANGE(-1.57, 1.57), SHAPE, .unit = "rad",
     .initial = "0", .doc = "of the model's x axis above the global one"},
    {"target.path", NULL, FIELD_NAMES, AT(target_config, path),
     .doc = "nodes of the polyline that is slid on, seen from above: set, or a list; sorted from left to "
     "right, clamped ones belong to it"},

    {"sliding.duration", NULL, FIELD_NUMBER, AT(sliding_config, duration), FROM(POSITIVE), .unit = "s",
     .doc = "simulated time"},
    {"sliding.step", NULL, FIELD_NUMBER, AT(sliding_config, step), FROM(POSITIVE), .unit = "s",
     .flags = FIELD_FINER_BELOW | FIELD_REFINED,
     .doc = "time step; above the exact stability limit of the central differences, 2(√(1+ζ²)-ζ)/ω over all "
     "modes of both bodies, it is refused with the limit", .symbol = "time step"},
    {"sliding.record", NULL, FIELD_NUMBER, AT(sliding_config, record), FROM(0), .unit = "s", .initial = "0",
     .doc = "only the last so many seconds are recorded; 0: everything"},
    {"sliding.windows", NULL, FIELD_NUMBER, AT(sliding_config, windows), COUNT(1, 1e6), .initial = "1",
     .doc = "the recorded time is cut into so many windows (reduce: windows, window_…)"},
    {"sliding.divergence", NULL, FIELD_NUMBER, AT(sliding_config, divergence), FROM(POSITIVE),
     .unit = "m·√kg", .initial = "1e3", .doc = "a modal coordinate beyond this ends a trajectory as diverged"
     },

    {"roughness.deviation", NULL, FIELD_NUMBER, AT(roughness_config, deviation), FROM(0), .initial = "0",
     .doc = "a random vertical force on the slider's contact node: its standard deviation over the preload "
     "(0.005: half a percent); 0: smooth", .symbol = "roughness"},
    {"roughness.band", NULL, FIELD_PAIR, AT(roughness_config, band), FROM(0), .unit = "Hz",
     .doc = "it is white noise within these frequencies (absent: [20, 20000]), with `deviation`; the same "
     "process in time for the same seed, whatever the step"},
    {"roughness.seed", NULL, FIELD_NUMBER, AT(roughness_config, seed), RANGE(0, 9007199254740992.0),
     .flags = FIELD_WHOLE, .initial = "0",
     .doc = "which process: vary it in an ensemble for as many rough surfaces", .symbol = "seed"},
    {"roughness.file", NULL, FIELD_FILE, AT(roughness_config, file),
     .doc = "or the force from a file: CSV time,force (s, N) at equal intervals, from t = 0 to the end of "
     "the run; between the samples it is cubic"},
    {"roughness.drive", NULL, FIELD_TEXT, AT(roughness_config, drive),
     .doc = "or the force from one of the drives, in N: a table at any spacing, noise of a given spectrum, a "
     "sine that may be swept"},
    {0},
};
// clang-format on

#define SLOT(type) SECTION_MAP, .in_slot = 1, .stride = sizeof(type)
static const schema_section slider_section = {"slider", SLOT(slider_config), .doc = "the body that slides"};
static const schema_section slider_model = {"slider.model", SLOT(model_config),
                                            .doc = "its structure, in the x-y plane of its own axes",
                                            .like = "model"};
static const schema_section slider_reduction = {"slider.reduction", SLOT(reduction_config),
                                                .doc = "how it is reduced", .like = "reduction"};
static const schema_section target_section = {"target", SLOT(target_config),
                                              .doc = "the body that is slid on"};
static const schema_section target_model = {"target.model", SLOT(model_config), .doc = "its structure",
                                            .like = "model"};
static const schema_section target_reduction = {"target.reduction", SLOT(reduction_config),
                                                .doc = "how it is reduced", .like = "reduction"};
static const schema_section sliding_section = {"sliding", SLOT(sliding_config), .doc = "time stepping"};
static const schema_section roughness_section = {"roughness", SLOT(roughness_config),
                                                 .doc = "the roughness of the surfaces, as a force"};
const schema_section *const sliding_sections[] = {&slider_section,  &slider_model,      &slider_reduction,
                                                  &target_section,  &target_model,      &target_reduction,
                                                  &sliding_section, &roughness_section, NULL};

const char *const body_names[N_BODIES] = {"slider", "target"};
static const schema_section *const reduction_sections[N_BODIES] = {&slider_reduction, &target_reduction};

const model_config *body_model(const study *self, body_name body) {
  return study_section(self, body == BODY_SLIDER ? &slider_model : &target_model);
}
const reduction_config *body_reduction(const study *self, body_name body) {
  return study_section(self, reduction_sections[body]);
}
const slider_config *slider_of(const study *self) {
  return study_section(self, &slider_section);
}
const target_config *slid_target_of(const study *self) {
  return study_section(self, &target_section);
}
const sliding_config *sliding_of(const study *self) {
  return study_section(self, &sliding_section);
}
const roughness_config *roughness_of(const study *self) {
  return study_section(self, &roughness_section);
}

double sliding_sense(const study *config) {
  return slider_of(config)->velocity < 0 ? -1 : 1; // the path runs from left to right
}

// Checks a body: it moves in the plane and its boundary has mass.
static void check_body(parser *p, body_name body) {
  const char *name = body_names[body];
  const model_config *m = body_model(p->out, body);
  reduction_config *reduction = study_section_writable(p->out, reduction_sections[body]);
  rules_structure(p, parser_text(p, "%s.", name), m, reduction, 1);
  if (!rules_given(p, "%s.model.type", name)) return;
  if (m->type == MODEL_CHAIN || m->type == MODEL_BAR || m->type == MODEL_BEAM || m->type == MODEL_REDUCED)
    rules_mistake(p, parser_text(p, "%s.model.type", name),
                  "%s.model.type: a body that slides moves in the plane (allowed: plane, matrices, calculix)",
                  name);
  const int method = body_reduction(p->out, body)->method;
  if (rules_given(p, "%s.reduction.method", name) && method != REDUCTION_CRAIG_BAMPTON &&
      (body == BODY_SLIDER || method != REDUCTION_RUBIN))
    rules_mistake(p, parser_text(p, "%s.reduction.method", name),
                  "%s.reduction.method: the boundary of a body that slides keeps its mass (allowed: %s)",
                  name, body == BODY_SLIDER ? "craig_bampton" : "craig_bampton, rubin");
  const char *hold = parser_text(p, "%s.reduction.hold", name);
  if (body == BODY_SLIDER && rules_given(p, "%s", hold))
    rules_mistake(p, hold, "%s: what holds the slider is its guide (slider.guide)", hold);
}

// Checks a drive where no frequency is defined.
static void rules_drive_by_time(parser *p, const char *name, const char *place) {
  const int drive = rules_drive(p, name, place);
  if (drive >= 0 && study_drive_turns(&p->out->drives[drive]))
    rules_mistake(p, place, "%s: the drive '%s' goes by turns, but no load has a frequency", place, name);
}

static void check_velocity(parser *p) {
  const slider_config *s = slider_of(p->out);
  if (s->velocity_drive[0]) {
    rules_drive_by_time(p, s->velocity_drive, "slider.velocity_drive");
    return;
  }
  rules_require(p, "slider", "velocity", "in m/s along x");
  if (rules_given(p, "slider.velocity") && s->velocity == 0)
    rules_mistake(p, "slider.velocity",
                  "slider.velocity: at 0 m/s nothing slides (allowed: any other velocity)");
  if (rules_given(p, "slider.velocity_factor") || study_varies(p->out, "slider.velocity_factor"))
    rules_mistake(
        p, "slider.velocity_factor",
        "slider.velocity_factor: a factor of nothing: there is no velocity_drive (allowed: with one)");
}

void bodies_rules(parser *p) {
  static const char *const needed[][2] = {{"contact", "the node that slides"},
                                          {"guide", "the nodes that are moved along x"},
                                          {"preload", "in N"}};
  for (body_name body = 0; body < N_BODIES; body++) check_body(p, body);
  for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
    rules_require(p, "slider", needed[i][0], needed[i][1]);
  rules_require(p, "target", "path", "the nodes that are slid on");
  check_velocity(p);
}

void sliding_rules(parser *p) {
  const sliding_config *c = sliding_of(p->out);
  roughness_config *r = study_section_writable(p->out, &roughness_section);
  bodies_rules(p);
  if (!rules_given(p, "roughness.band")) r->band[0] = 20, r->band[1] = 20000;
  if (p->kind && strcmp(p->kind->name, "sliding") == 0) {
    rules_require(p, "slider", "start", "in m along the target's path");
    rules_require(p, "sliding", "duration", "in s");
    rules_require(p, "sliding", "step", "in s");
  }
  if (c->record > c->duration && rules_given(p, "sliding.duration"))
    rules_mistake(p, "sliding.record", "sliding.record: %g s are to be recorded of %g s", c->record,
                  c->duration);
  if (!(r->band[0] < r->band[1]))
    rules_mistake(p, "roughness.band",
                  "roughness.band: [from, to] is expected, from less than to, not [%g, %g]", r->band[0],
                  r->band[1]);
  rules_exclude(p, "roughness", "deviation", "file");
  rules_exclude(p, "roughness", "deviation", "drive");
  rules_exclude(p, "roughness", "file", "drive");
  if (r->drive[0]) rules_drive_by_time(p, r->drive, "roughness.drive");
}
