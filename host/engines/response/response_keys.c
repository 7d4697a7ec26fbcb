// The sections `response` and `ridges`: their keys, and what they say about each other and about the loads.
#include "engines/response/response_keys.h"

#include <math.h>
#include <string.h>

#include "engines/response/bind/drives.h"
#include "engines/response/response_engine.h"
#include "study/contact_laws.h"
#include "study/file/document.h"
#include "study/schema/rows.h"

// clang-format off
const schema_field response_fields[] = {
    {"response.from", NULL, FIELD_NUMBER, AT(response_config, from), FROM(POSITIVE), .unit = "Hz", .doc = "frequency at which the response curve begins; where no first point is found there, from rest or with a load that grows, the curve is come to from 1, 5 or 25 % beside it; without `at`, where that fails too, or what is found lies on a closed curve (an isola) or stops at a corner, the range is walked from `to` instead (response_start)"},
    {"response.to", NULL, FIELD_NUMBER, AT(response_config, to), FROM(POSITIVE), .unit = "Hz", .doc = "where it ends; below `from`: it runs downwards"},
    {"response.harmonics", NULL, FIELD_NUMBER, AT(response_config, harmonics), RANGE(1, RESPONSE_HARMONICS_MOST), .flags = FIELD_WHOLE | FIELD_STRUCTURAL, .doc = "number of harmonics H of the frequency of the loads, the static one not counted; with `adapt` the most", .symbol = "harmonics"},
    {"response.static", NULL, FIELD_WORD, AT(response_config, with_static), .words = "no yes auto", .initial = "auto", .doc = "whether the balance has a static harmonic (a mean displacement) too; auto: where something makes a mean, a contact that presses and does not pull (laws unilateral and friction, elastic with normal_stiffness) or a load that is constant"},
    {"response.samples", NULL, FIELD_NUMBER, AT(response_config, samples), RANGE(0, 65536), .flags = FIELD_WHOLE | FIELD_STRUCTURAL, .initial = "0", .doc = "times per period at which contact laws are evaluated that have no closed form, a power of two; 0: chosen, 4096 for set-valued laws, 256 for kelvin_voigt, polynomial, dashpot and tanh_friction (of kelvin_voigt up to 4096, so that 24 lie within the contact by the study's own stiffness; what samples miss is told as `sampling_error` of each trajectory, and warned of above 0.5 %), 1024 for bouc_wen and iwan, at least 16 H"},
    {"response.evaluation", NULL, FIELD_WORD, AT(response_config, evaluation), .words = "exact sampled", .initial = "exact", .doc = "of law elastic: by the exact times at which stick, slip and separation begin, or sampled"},
    {"response.at", NULL, FIELD_NUMBER, AT(response_config, at), FROM(0), .unit = "Hz", .initial = "0", .doc = "outputs are those of the state at exactly this frequency, between from and to, instead of the curve", .symbol = "frequency"},
    {"response.branch", NULL, FIELD_NUMBER, AT(response_config, branch), COUNT(0, 1), .initial = "0", .doc = "at `at`: 0 the state that is reached by slow change from `from`, 1 from `to`; equal where there is one only", .symbol = "branch"},
    {"response.ridge", NULL, FIELD_NUMBER, AT(response_config, ridge), COUNT(1, 1000), .initial = "1", .doc = "which entry of `ridges` the outputs of a peak, and backbones, are of", .symbol = "ridge"},
    {"response.step", NULL, FIELD_NUMBER, AT(response_config, step), RANGE(1e-6, 1), .initial = "0.02", .doc = "largest step of frequency, as a part of the range from `from` to `to`"},
    {"response.growth", NULL, FIELD_NUMBER, AT(response_config, growth), RANGE(1e-4, 10), .initial = "0.2", .doc = "largest relative change of the state in a step"},
    {"response.least", NULL, FIELD_NUMBER, AT(response_config, least), RANGE(1e-15, 1), .initial = "1e-9", .doc = "smallest step, as a part of the largest: a curve that needs a smaller one ends there"},
    {"response.tolerance", NULL, FIELD_NUMBER, AT(response_config, tolerance), RANGE(1e-15, 0.01), .initial = "1e-9", .doc = "of Newton's corrections, relative"},
    {"response.adapt", NULL, FIELD_NUMBER, AT(response_config, adapt), RANGE(0, 0.1), .initial = "0", .doc = "adapts the number of harmonics at each point, from 1 to `harmonics`: what contact laws leave unbalanced above stays below this part of the motion of the contacts (of springs and elastic friction the displacement that the left-out harmonics would have), or there are all; results then have `harmonics`, the number of each point. Without it too they have `left_out` of every point, that part up to three times the highest harmonic (with response.at of the state, and peak_left_out where an output is of a peak), which is warned of above 1 %. Backbones of maxima have all. Where no solution is found with as many as are needed the curve or backbone begins anew with all. 1e-3 is good for figures; errors fall with it. 0: all harmonics everywhere"},
    {"response.points", NULL, FIELD_NUMBER, AT(response_config, points), RANGE(2, 1e6), .flags = FIELD_WHOLE | FIELD_FIXED, .initial = "600", .doc = "most points of a trajectory that are kept, of all its curves together: it ends there"},
    {"response.lagrangian", NULL, FIELD_NUMBER, AT(response_config, lagrangian), FROM(0), .unit = "N/m", .initial = "0", .doc = "ε of the dynamic Lagrangian of set-valued laws; 0: chosen, along the normal the stiffness of the massless boundary behind the point, along tangents from the mobility there between the fundamental and the last harmonic"},
    {"response.monitor", NULL, FIELD_TEXT, AT(response_config, monitor), .doc = "name of the output whose displacement peaks are looked for in; absent: the first of a node or, where no output is of a node, the displacement along the first harmonic load. Peaks, minima and their backbones are those of its root mean square without the static harmonic, whatever its `reduce` is: the largest value of half_peak_to_peak may lie elsewhere"},
    {"response.grid", NULL, FIELD_LIST, AT(response_config, grid), FROM(0), FIXED, .unit = "Hz", .doc = "[from, to, count]: displacements also at so many equally spaced frequencies, as NAME_lower and NAME_upper, the smallest and the largest value of the curve there, over a dimension `grid_frequency` of the results; between points of the curve by cubics along it through them and their directions, folds included, NaN where the curve is not. Not with `at`"},
    {"response.stability", NULL, FIELD_WORD, AT(response_config, stability), .words = "auto floquet fold no", .initial = "auto", .doc = "how the stability of motions is found, which stands beside every number: `stable` of the points of curves, NAME_stable of an output of one state (at `at`, of a peak), NAME_lower_stable, NAME_upper_stable and NAME_by_METHOD_stable of values on grids. 1 stable, 2 fold (a real Floquet multiplier above 1), 3 flip (below -1: the period doubles), 4 neimark_sacker (a complex pair outside the unit circle), 0 unknown. floquet: by the largest Floquet multiplier, for elastic friction, for all laws that answer with their force (cubic, kelvin_voigt and those after it), and unilateral with a massless boundary (reduction.method macneal, massless_craig_bampton); results have its modulus, `multiplier`, at every point, and `multiplier_error`, what it may be off by: of steps in time, and of the harmonics that the balance leaves out. Where the unit circle lies within that error the stability is unknown. Of stops that open and close, without sliding friction, the motion itself is sought by shooting from the state of the balance, and multipliers are those of that motion; where none is found nearby, or another one may be as near, they are nan and the stability is unknown. It is unknown too where shooting does not apply (sliding friction, internal states, normal_damping without mass, no static harmonic, several hundred modes) and a stop is closed for less than two periods of the highest harmonic, and with stops at folds and branch points. auto: likewise where that takes at most about a quarter of the time of the curve: of the points that single values (at `at`, of peaks) are taken from, and with few modes and many unknowns of all points of curves and grids; elsewhere what fold tells. fold: by the sign of det ∂R/∂u of the balance R(u) = 0 with its harmonics, which auto and floquet use too where there are no multipliers (friction of other laws, impacts): negative, an odd number of real multipliers is above 1 as far as those harmonics tell; positive, all is unknown, as it is where a stop that has multipliers is closed for less than two periods of the highest harmonic. no: not at all"},
    {"response.coefficients", NULL, FIELD_SWITCH, AT(response_config, coefficients), .initial = "false", .doc = "results have NAME_cos and NAME_sin of every harmonic of displacements too, of Σ NAME_cos cos hωt + NAME_sin sin hωt, over a dimension `harmonic` (1 to H); with the static one NAME_mean of every point too. Not with `at`"},
    {"response.factorisation", NULL, FIELD_WORD, AT(response_config, factorisation), .words = "auto kernel library", .initial = "auto", .doc = "of the systems of equations: by the kernel itself, of several trajectories at once, or one by one by libraries (LAPACK; cuBLAS and cuSOLVER on a GPU); auto: by libraries from 300 equations on. Numbers differ in rounding; by LAPACK they are the same whatever the threads, chunks and shards, on processors of one kind, which cuBLAS and cuSOLVER do not promise"},

    {"ridges.from", NULL, FIELD_NUMBER, AT(ridge_config, from), FROM(0), .unit = "Hz", .initial = "0", .doc = "its peak is looked for from this frequency on"},
    {"ridges.to", NULL, FIELD_NUMBER, AT(ridge_config, to), FROM(0), .unit = "Hz", .initial = "0", .doc = "to this one; 0: without end"},
    {"ridges.take", NULL, FIELD_WORD, AT(ridge_config, take), .words = "highest last lowest last_minimum", .initial = "highest", .doc = "which of several maxima there: the highest one, or the last, of highest frequency. lowest, last_minimum: a trench instead, the path of minima of the amplitude: the lowest minimum there, or the one of highest frequency. Outputs of a peak are then of that minimum, and backbones by extremum follow it as they follow a maximum"},
    {"ridges.mode", NULL, FIELD_NUMBER, AT(ridge_config, mode), RANGE(0, 1000), .flags = FIELD_WHOLE, .initial = "0", .doc = "number of the linear mode with all contacts stuck that the damped nonlinear normal mode begins as; 0: that of the peak which the ridge has under small loads (of the highest or, with take: last, the last of the linear peaks of the monitored displacement between its `from` and `to`; where there is none, the mode that can come to lie there as contacts slip)"},
    {0},
};
// clang-format on

static const schema_section section = {
    "response", SECTION_MAP, .in_slot = 1, .stride = sizeof(response_config),
    .doc = "periodic response by harmonic balance; `chatter run --verify` compares chosen points with steps "
           "in time of the same model and laws, as `study: transient` takes them (rigid contacts on a "
           "boundary with mass with restitution 1, the balance loses no energy there)"};
static const schema_section ridges = {"ridges", SECTION_LIST, .in_slot = 1, .stride = sizeof(ridge_config),
                                      .doc = "ridges of the response, the paths of its maxima, and trenches, "
                                             "those of its minima; absent: one, the highest maximum of all"};
const schema_section *const response_sections[] = {&section, &ridges, NULL};

response_config *response_of(const study *self) {
  return study_section(self, &section);
}

int response_n_ridges(const study *self) {
  const int n = study_entries(self, &ridges);
  return n > 0 ? n : 1;
}

ridge_config response_ridge(const study *self, int index) {
  const ridge_config *given = index < study_entries(self, &ridges) ? study_entry(self, &ridges, index) : NULL;
  return given ? *given : (ridge_config){.take = RIDGE_HIGHEST};
}

int response_is_trench(const ridge_config *ridge) {
  return ridge->take == RIDGE_LOWEST || ridge->take == RIDGE_LAST_MINIMUM;
}

int response_has_trench(const study *self) {
  const int varies = study_varies(self, "response.ridge") || study_varies(self, "ridges.");
  for (int i = 0; i < response_n_ridges(self); i++) {
    const ridge_config ridge = response_ridge(self, i);
    if ((varies || i == (int)response_of(self)->ridge - 1) && response_is_trench(&ridge)) return 1;
  }
  return 0;
}

// A normal force presses and never pulls, and friction follows it: with a normal coordinate every law but
// that of an odd spring answers a motion and its opposite differently, whatever gap and preload are. Friction
// under a constant load and odd springs do not, and have a mean where a load has one.
static int makes_mean(const study *self, int entry) {
  const int law = self->contacts[entry].law;
  return law_responds(law) ? (law_needs(law) & (LAW_HAS_GAP | LAW_HAS_MEAN)) != 0
                           : study_contact_has_normal(self, entry);
}

int response_has_static(const study *self) {
  const int wanted = response_of(self)->with_static;
  if (wanted != STATIC_AUTO) return wanted == STATIC_YES;
  for (int i = 0; i < self->n_contacts; i++)
    if (makes_mean(self, i)) return 1;
  for (int i = 0; i < self->n_excitations; i++)
    if (!study_load_is_harmonic(&self->excitations[i])) return 1;
  return response_has_drives(self);
}

int response_is_outside(const response_config *self) {
  return self->at > 0 && (self->at - self->from) * (self->at - self->to) > 0;
}

int response_adapts(const study *self) {
  return response_of(self)->adapt > 0 || study_varies(self, "response.adapt");
}

int response_is_at(const study *self) {
  return response_of(self)->at > 0;
}

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

// Of a trajectory's own numbers: response_price.
static void check_at(parser *p) {
  const response_config *r = response_of(p->out);
  if (rules_given(p, "response.branch") && !rules_given(p, "response.at") &&
      !study_varies(p->out, "response.at"))
    rules_mistake(p, "response.branch",
                  "response.branch belongs to response.at, which is missing: a curve has all its branches");
  if (response_is_outside(r) && !study_varies(p->out, "response.") && rules_given(p, "response.from") &&
      rules_given(p, "response.to"))
    rules_mistake(p, "response.at",
                  "response.at: %g Hz is not between response.from and response.to (allowed: %g to %g)",
                  r->at, fmin(r->from, r->to), fmax(r->from, r->to));
}

static int is_asked(parser *p, const char *key) {
  return rules_given(p, "response.%s", key) || study_varies(p->out, parser_text(p, "response.%s", key));
}

// Keys that some laws know, and those of curves, which a state at one frequency is not.
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
  if (is_asked(p, "samples") && elastic > 0 && elastic == p->out->n_contacts &&
      response_of(p->out)->evaluation == EVALUATION_EXACT)
    rules_mistake(
        p, "response.samples",
        "response.samples: all contacts are of law elastic, by the exact times of its events: leave "
        "it out, or take response.evaluation: sampled");
  for (int i = 0; i < 2; i++)
    if (response_is_at(p->out) && !response_asks_modes(p) && is_asked(p, of_peaks[i]))
      rules_mistake(p, parser_text(p, "response.%s", of_peaks[i]),
                    "response.%s is of peaks: with response.at there is one state: leave one of them out",
                    of_peaks[i]);
  for (int i = 0; i < 2; i++)
    if (response_is_at(p->out) && is_asked(p, of_curves[i]))
      rules_mistake(p, parser_text(p, "response.%s", of_curves[i]),
                    "response.%s is of curves: with response.at there is one state: leave one of them out",
                    of_curves[i]);
}

static void check_samples(parser *p) {
  const response_config *r = response_of(p->out);
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

int response_asks_modes(const parser *p) {
  for (int o = 0; o < p->out->n_outputs; o++) {
    output_config named = p->out->outputs[o];
    if (!named.quantity) named.quantity = study_quantity_find(p->kind, named.name);
    const response_quantity *quantity = response_quantity_of(&named);
    if (quantity && quantity->what == RESPONSE_DNNM) return 1;
  }
  return 0;
}

void response_check_modes(parser *p, int has_modes, const char *allowed) {
  for (int i = 0; i < response_n_ridges(p->out) && !has_modes; i++) {
    const char *mode = parser_text(p, "ridges.%d.mode", i);
    if (rules_given(p, "%s", mode) || study_entry_varies(p->out, "ridges.mode", i))
      rules_mistake(p, mode, "%s: nothing of this study is of a normal mode (allowed with: %s)", mode,
                    allowed);
  }
}

static void check_ridges(parser *p) {
  const int n = response_n_ridges(p->out);
  for (int i = 0; i < n; i++) {
    const ridge_config ridge = response_ridge(p->out, i);
    if (ridge.to > 0 && !(ridge.from < ridge.to))
      rules_mistake(p, parser_text(p, "ridges.%d.to", i),
                    "ridges.%d.to: %g Hz is not above ridges.%d.from, %g Hz", i, ridge.to, i, ridge.from);
  }
  if (response_of(p->out)->ridge > n)
    rules_mistake(p, "response.ridge", "response.ridge: there is no ridge %g (allowed: 1 to %d)",
                  response_of(p->out)->ridge, n);
}

// An output's quantity may not be completed yet: it is a displacement unless it or its name says otherwise.
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

// A trench has no phase resonance and grows from no mode.
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

// What a period is reduced to: without words, the root mean square. Values of every point are no single
// numbers.
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
  const response_config *r = response_of(p->out);
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
  response_check_grid(p, "response.grid", &response_of(p->out)->grid, "Hz", "frequencies");
  check_ridges(p);
  if (p->kind == &response_kind)
    response_check_modes(p, response_asks_modes(p), "the quantities dnnm_frequency, dnnm_angular_frequency");
  check_outputs(p);
}
