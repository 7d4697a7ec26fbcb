#include "engines/response/study/response_rules.h"

#include <math.h>
#include <string.h>

#include "engines/response/bind/response_drives.h"
#include "engines/response/extract/response_quantities.h"
#include "engines/response/study/response_keys.h"
#include "study/contact_laws.h"
#include "study/file/document.h"
#include "study/file/entries.h"
#include "study/file/path.h"
#include "study/rules/mistakes.h"
#include "study/rules/rules.h"

static void check_load(parser *p, int i, int has_static) {
  const excitation_config *e = &p->out->excitations[i];
  const char *entry = parser_text(p, "excitation.%d", i);
  static const char *const of_time[] = {"frequency", "sweep_from", "sweep_rate"};
  rules_load_size(p, i);
  for (int k = 0; k < 3; k++)
    if (rules_given(p, "%s.%s", entry, of_time[k]))
      rules_mistake(p, parser_text(p, "%s.%s", entry, of_time[k]),
                    "%s.%s: all loads have the frequency that goes from response.from to response.to: leave "
                    "it out",
                    entry, of_time[k]);
  if (!study_load_is_harmonic(e) && !has_static)
    rules_mistake(p, parser_text(p, "%s.type", entry),
                  "%s: a constant load needs the static harmonic (response.static: auto or yes)", entry);
}

static void check_contact(parser *p, int i) {
  static const char *const of_time[][2] = {
      {"restitution", "harmonic balance has no impacts that lose energy"},
      {"merge", "harmonic balance counts no impacts"},
      {"impulse_limit", "harmonic balance counts no impacts"}};
  for (size_t k = 0; k < sizeof of_time / sizeof *of_time; k++) {
    const char *key = parser_text(p, "contact.%d.%s", i, of_time[k][0]);
    if (rules_given(p, "%s", key)) rules_mistake(p, key, "%s: %s: leave it out", key, of_time[k][1]);
  }
}

// Checks the rules of response.at within the study; response_estimate checks those of a
// trajectory's parameters.
static void check_at(parser *p) {
  const response_config *r = response_config_of(p->out);
  if (rules_given(p, "response.branch") && !rules_given(p, "response.at") &&
      !study_varies(p->out, "response.at"))
    rules_mistake(p, "response.branch",
                  "response.branch belongs to response.at, which is missing: a curve has all its branches");
  if (response_at_is_outside(r) && !study_varies(p->out, "response.") && rules_given(p, "response.from") &&
      rules_given(p, "response.to"))
    rules_mistake(p, "response.at",
                  "response.at: %g Hz is not between response.from and response.to (allowed: %g to %g)",
                  r->at, fmin(r->from, r->to), fmax(r->from, r->to));
}

static int is_asked(parser *p, const char *key) {
  return rules_given(p, "response.%s", key) || study_varies(p->out, parser_text(p, "response.%s", key));
}

// Returns 1 if an output is of a damped nonlinear normal mode.
static int asks_modes(const parser *p) {
  for (int o = 0; o < p->out->n_outputs; o++) {
    output_config named = p->out->outputs[o];
    if (!named.quantity) named.quantity = study_quantity_find(p->kind, named.name);
    const response_quantity *quantity = response_quantity_of(&named);
    if (quantity && quantity->what == RESPONSE_DNNM) return 1;
  }
  return 0;
}

// Checks keys that only some laws have, and keys of curves, which do not apply to a state at one
// frequency.
static void check_keys_of_some(parser *p) {
  static const char *const of_curves[] = {"grid", "coefficients"};
  static const char *const of_peaks[] = {"monitor", "ridge"};
  int elastic = 0, set_valued = 0;
  for (int i = 0; i < p->out->n_contacts; i++) {
    elastic += p->out->contacts[i].law == LAW_ELASTIC;
    set_valued |= law_is_set_valued(p->out->contacts[i].law);
  }
  if (is_asked(p, "evaluation") && !elastic)
    rules_mistake(
        p, "response.evaluation",
        "response.evaluation: no contact is of law elastic, whose evaluation it says: leave it out");
  if (is_asked(p, "lagrangian") && !set_valued)
    rules_mistake(p, "response.lagrangian",
                  "response.lagrangian: no contact has a set-valued law (allowed with: unilateral, friction, "
                  "coulomb)");
  for (int i = 0; i < 2; i++)
    if (response_is_at_frequency(p->out) && !asks_modes(p) && is_asked(p, of_peaks[i]))
      rules_mistake(p, parser_text(p, "response.%s", of_peaks[i]),
                    "response.%s is of peaks: with response.at there is one state: leave one of them out",
                    of_peaks[i]);
  for (int i = 0; i < 2; i++)
    if (response_is_at_frequency(p->out) && is_asked(p, of_curves[i]))
      rules_mistake(p, parser_text(p, "response.%s", of_curves[i]),
                    "response.%s is of curves: with response.at there is one state: leave one of them out",
                    of_curves[i]);
}

static void check_samples(parser *p) {
  const response_config *r = response_config_of(p->out);
  const long n = (long)r->samples;
  if (n & (n - 1))
    rules_mistake(p, "response.samples",
                  "response.samples: %ld is no power of two (allowed: 0, 16, 32, 64 ... 65536)", n);
  else if (n > 0 && (double)n < 4 * r->harmonics + 1)
    rules_mistake(p, "response.samples",
                  "response.samples: %ld do not tell %g harmonics of a force apart (allowed: more than %g)",
                  n, r->harmonics, 4 * r->harmonics);
}

void response_check_grid(parser *p, const char *path, const number_list *grid, const char *unit,
                         const char *what) {
  if (!rules_given(p, path)) return;
  if (grid->n != 3 || !(grid->value[0] < grid->value[1]) || !(grid->value[2] >= 2) || grid->value[2] > 1e6 ||
      grid->value[2] != (double)(long)grid->value[2])
    rules_mistake(p, path, "%s: [from, to, count] is expected: from less than to (%s), 2 to 1e6 %s", path,
                  unit, what);
}

static void check_ridges(parser *p) {
  const int n = response_n_ridges(p->out);
  for (int i = 0; i < n; i++) {
    const ridge_config ridge = response_ridge(p->out, i);
    if (ridge.to > 0 && !(ridge.from < ridge.to))
      rules_mistake(p, parser_text(p, "ridges.%d.to", i),
                    "ridges.%d.to: %g Hz is not above ridges.%d.from, %g Hz", i, ridge.to, i, ridge.from);
  }
  if (response_config_of(p->out)->ridge > n)
    rules_mistake(p, "response.ridge", "response.ridge: there is no ridge %g (allowed: 1 to %d)",
                  response_config_of(p->out)->ridge, n);
}

// Completes an output's quantity: a displacement unless the output or its name says otherwise.
static output_config completed(parser *p, const output_config *output) {
  output_config named = *output;
  const int of_node =
      rules_given(p, "outputs.%s.node", output->name) || rules_given(p, "outputs.%s.sum", output->name);
  if (!named.quantity) named.quantity = study_quantity_find(p->kind, of_node ? "displacement" : output->name);
  if (!named.quantity) named.quantity = study_quantity_find(p->kind, "displacement");
  return named;
}

static int is_energy(parser *p, const output_config *output) {
  const output_config named = completed(p, output);
  const response_quantity *quantity = response_quantity_of(&named);
  return quantity && quantity->contact == CONTACT_ENERGY;
}

static int is_curve(parser *p, const output_config *output) {
  const output_config named = completed(p, output);
  return response_is_curve(p->out, &named);
}

// A trench has no phase resonance and no mode.
static void check_resonance(parser *p, const output_config *output) {
  const response_quantity *of = output->quantity ? response_quantity_of(output) : NULL;
  if (!of || (of->what != RESPONSE_PHASE && of->what != RESPONSE_DNNM) || !response_has_trench(p->out))
    return;
  rules_mistake(
      p, parser_text(p, "outputs.%s.quantity", output->name),
      "outputs.%s: the minima of a trench (ridges.take: lowest or last_minimum) have no %s; allowed: "
      "on ridges (highest, last), or outputs of the peak",
      output->name, of->is.name);
}

// Checks the reduction over a period, by default the root mean square. Values of every point are
// not single numbers.
static void check_outputs(parser *p) {
  for (int o = 0; o < p->out->n_outputs; o++) {
    output_config *output = &p->out->outputs[o];
    const char *reduce = parser_text(p, "outputs.%s.reduce", output->name);
    output->is_curve = is_curve(p, output);
    check_resonance(p, output);
    if (!rules_given(p, "%s", reduce))
      output->reduce = is_energy(p, output) ? REDUCE_MEAN : REDUCE_RMS;
    else if (output->reduce != REDUCE_MIN && output->reduce != REDUCE_MAX && output->reduce != REDUCE_MEAN &&
             output->reduce != REDUCE_RMS && output->reduce != REDUCE_HALF_PEAK_TO_PEAK &&
             output->reduce != REDUCE_MAX_ABS)
      rules_mistake(
          p, reduce,
          "%s: of a periodic motion there is one period (allowed: rms, half_peak_to_peak, min, max, "
          "mean, max_abs)",
          reduce);
  }
}

void response_rules(parser *p) {
  const response_config *r = response_config_of(p->out);
  const int has_static = response_has_static(p->out);
  if (!rules_given(p, "response")) {
    rules_mistake(p, "response", "missing key 'response'");
    return;
  }
  rules_require(p, "response", "from", "in Hz");
  rules_require(p, "response", "to", "in Hz");
  rules_require(p, "response", "harmonics", "how many");
  if (rules_given(p, "response.to") && r->from == r->to)
    rules_mistake(p, "response.to",
                  "response.to: the curve ends where it begins, at %g Hz (allowed: any other)", r->to);
  for (int i = 0; i < p->out->n_excitations; i++) check_load(p, i, has_static);
  for (int i = 0; i < p->out->n_contacts; i++) check_contact(p, i);
  response_check_drives(p);
  if (rules_given(p, "initial"))
    rules_mistake(p, "initial", "initial: a periodic response has no beginning: leave it out");
  check_at(p);
  check_keys_of_some(p);
  check_samples(p);
  response_check_grid(p, "response.grid", &response_config_of(p->out)->grid, "Hz", "frequencies");
  check_ridges(p);
  check_outputs(p);
}
