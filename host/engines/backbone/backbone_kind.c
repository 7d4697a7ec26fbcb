#include "engines/backbone/backbone_kind.h"

#include <string.h>

#include "engines/backbone/backbone_engine.h"
#include "engines/response/bind/response_drives.h"
#include "engines/response/study/response_keys.h"
#include "engines/response/study/response_rules.h"
#include "engines/response/extract/response_outline.h"
#include "engines/response/study/response_kind.h"
#include "study/file/document.h"
#include "study/file/entries.h"
#include "study/file/path.h"
#include "study/file/storage.h"
#include "study/rules/mistakes.h"
#include "study/rules/rules.h"
#include "study/schema/schema_rows.h"
#include "plot/figure.h"
#include "study/schema/schema_words.h"

#define METHOD_WORDS "extremum phase dnnm"

// clang-format off
static const schema_field backbone_fields[] = {
    {"backbone.methods", NULL, FIELD_TEXTS, AT(backbone_config, methods), .initial = "extremum",
     .doc = "one or a list of: extremum (the maximum itself is followed, also where it lies on the onset of "
     "slip; of a trench, ridges.take, the minimum), phase (the displacement under the first load is a "
     "quarter period behind it; other loads are not asked), dnnm (the damped nonlinear normal mode, whose "
     "negative damping makes up for what is lost, and its balance of energy with all loads, in the phase in "
     "which they do the most work; its period is kept to begin where the displacement under the first load "
     "is largest)"},
    {"backbone.from", NULL, FIELD_NUMBER, AT(backbone_config, from), FROM(POSITIVE), .initial = "1",
     .doc = "factor on all loads at which the response curve runs, and backbones begin with its peak",
     .symbol = "load factor of the response curve"},
    {"backbone.to", NULL, FIELD_NUMBER, AT(backbone_config, to), FROM(POSITIVE),
     .doc = "factor on all loads at which backbones end; a dnnm begins near rest, below the smaller of both, "
     "and ends at the larger or at `amplitude_to`", .symbol = "load factor at the end"},
    {"backbone.amplitude_to", NULL, FIELD_NUMBER, AT(backbone_config, amplitude_to), FROM(0), .unit = "m",
     .initial = "0",
     .doc = "root mean square of the monitored displacement at which a dnnm ends where the load that it "
     "needs does not come to the larger of both before, as where friction's hold saturates or the loads do "
     "no work on the mode (its load_factor is inf then). 0: chosen, 1000 times the largest displacement that "
     "the linear mode has in contacts and outputs at the first point or, if that is more, under the larger "
     "load, contacts sticking or open", .symbol = "amplitude at which the normal mode ends"},
    {"backbone.grid", NULL, FIELD_LIST, AT(backbone_config, grid), FROM(0), FIXED,
     .doc = "[from, to, count]: outputs of every point also at so many equally spaced factors on the loads, "
     "as NAME_by_extremum, NAME_by_phase, NAME_by_dnnm with frequency_by_extremum and so on, where each "
     "backbone comes to that factor first, NaN where it does not; a dimension `grid_load_factor` of the "
     "results"},
    {"backbone.restart", NULL, FIELD_NUMBER, AT(backbone_config, restart), FROM(0), .initial = "0",
     .doc = "where the backbone of maxima meets the onset of slip. 0: it follows the onset as long as the "
     "maximum lies on it. More: for comparison with papers that restart; there the factor on the loads "
     "changes by so much (the ε of α + ε) towards `to`, the response curve is gone through anew, without "
     "being kept, and the backbone begins anew at its peak, behind a gap; again where that lies on the onset "
     "too, at most 1000 times", .symbol = "load factor skipped at the onset of slip"},
    {0},
};
// clang-format on

static const schema_section section = {"backbone", SECTION_MAP, .in_slot = 1,
                                       .stride = sizeof(backbone_config),
                                       .doc = "backbones: peaks, or minima, over the size of the loads"};
static const schema_section *const backbone_sections[] = {&section, NULL};

const backbone_config *backbone_config_of(const study *self) {
  return study_section(self, &section);
}

int backbone_stages(const study *self) {
  static const int stage_of[] = {STAGE_EXTREMUM, STAGE_PHASE, STAGE_DNNM};
  char words[STUDY_PATH], *rest = words;
  int stages = 1 << STAGE_CURVE;
  strcpy(words, backbone_config_of(self)->methods);
  for (char *word; (word = strsep(&rest, " "));) {
    const int which = schema_word_index(METHOD_WORDS, word);
    if (which >= 0) stages |= 1 << stage_of[which];
  }
  return stages;
}

static void check_methods(parser *p) {
  char words[STUDY_PATH], *rest = words;
  strcpy(words, backbone_config_of(p->out)->methods);
  for (char *word; (word = strsep(&rest, " "));)
    if (schema_word_index(METHOD_WORDS, word) < 0)
      rules_mistake(p, "backbone.methods",
                    "backbone.methods: unknown word '%s' (allowed: extremum, phase, dnnm)", word);
}

int backbone_restarts(const study *self) {
  return backbone_config_of(self)->restart > 0 || study_varies(self, "backbone.restart");
}

// Refuses constant loads: a normal mode is a motion without loads.
static void check_constant_loads(parser *p) {
  const study *s = p->out;
  if (!(backbone_stages(s) >> STAGE_DNNM & 1)) return;
  for (int l = 0; l < s->n_excitations; l++)
    if (!study_load_is_harmonic(&s->excitations[l]))
      rules_mistake(p, "backbone.methods",
                    "backbone.methods: dnnm has no constant loads (excitation.%d); allowed: extremum, phase",
                    l);
  if (response_has_drives(s))
    rules_mistake(p, "backbone.methods",
                  "backbone.methods: dnnm has no drives, whose means and higher harmonics it does not know; "
                  "allowed: extremum, phase");
}

// Minima have no phase resonance and no normal mode.
static void check_trench(parser *p) {
  const int methods = 1 << STAGE_PHASE | 1 << STAGE_DNNM;
  if (response_has_trench(p->out) && backbone_stages(p->out) & methods)
    rules_mistake(p, "backbone.methods",
                  "backbone.methods: phase and dnnm follow no trench (ridges.take: lowest or last_minimum); "
                  "allowed there: extremum");
}

static void backbone_rules(parser *p) {
  const backbone_config *b = backbone_config_of(p->out);
  response_rules(p);
  check_methods(p);
  check_constant_loads(p);
  check_trench(p);
  if (rules_given(p, "backbone.amplitude_to") && !(backbone_stages(p->out) >> STAGE_DNNM & 1))
    rules_mistake(
        p, "backbone.amplitude_to",
        "backbone.amplitude_to: only normal modes end by it (allowed: dnnm among backbone.methods)");
  response_check_grid(p, "backbone.grid", &b->grid, "factors on the loads", "of them");
  rules_require(p, "backbone", "to", "factor on all loads at which backbones end");
  if (rules_given(p, "backbone.to") && b->from == b->to)
    rules_mistake(p, "backbone.to",
                  "backbone.to: the backbone ends where it begins, at %g (allowed: any other)", b->to);
  if (b->restart > 0 && !(backbone_stages(p->out) >> STAGE_EXTREMUM & 1))
    rules_mistake(p, "backbone.restart",
                  "backbone.restart: only the backbone of maxima begins anew (allowed: 0, or extremum among "
                  "backbone.methods)");
  if (response_is_at_frequency(p->out))
    rules_mistake(p, "response.at",
                  "response.at: a backbone begins with the peak of a whole curve: leave it out");
}

static const study_figure figures[] = {{"backbone", FIGURE_CURVES, &figure_curves_over_load}, {0}};
static const study_law_use law_uses[] = {{"", response_refuses_no_law}, {0}};
static const study_kind *const uses[] = {&response_kind, NULL};

const study_kind backbone_kind = {.name = "backbone",
                                  .doc = "resonance backbones, by harmonic balance",
                                  .uses = uses,
                                  .needs_model = 1,
                                  .drives = 1,
                                  .sections = backbone_sections,
                                  .fields = backbone_fields,
                                  .quantities_doc = "Those of a response study: displacements are of every "
                                                    "point of all curves, peaks are those of the response "
                                                    "curve.",
                                  .figures = figures,
                                  .rules = backbone_rules,
                                  .companions = response_companions,
                                  .law_uses = law_uses};
