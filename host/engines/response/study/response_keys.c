#include "engines/response/study/response_keys.h"

#include <math.h>
#include <string.h>

#include "study/contact_laws.h"
#include "study/file/document.h"
#include "study/file/entries.h"
#include "study/file/path.h"
#include "study/file/storage.h"
#include "study/schema/schema_rows.h"

// clang-format off
const schema_field response_fields[] = {
    {"response.from", NULL, FIELD_NUMBER, AT(response_config, from), FROM(POSITIVE), .unit = "Hz",
     .doc = "frequency at which the response curve begins; where no first point is found there, from rest or "
     "with a load that grows, the curve is come to from 1, 5 or 25 % beside it; without `at`, where that "
     "fails too, or what is found lies on a closed curve (an isola) or stops at a corner, the range is "
     "walked from `to` instead (response_start)"},
    {"response.to", NULL, FIELD_NUMBER, AT(response_config, to), FROM(POSITIVE), .unit = "Hz",
     .doc = "where it ends; below `from`: it runs downwards"},
    {"response.harmonics", NULL, FIELD_NUMBER, AT(response_config, harmonics), RANGE(1,
     RESPONSE_HARMONICS_MOST), .flags = FIELD_WHOLE | FIELD_STRUCTURAL | FIELD_FINER_ABOVE | FIELD_REFINED,
     .doc = "number of harmonics H of the frequency of the loads, the static one not counted; with `adapt` "
     "the most", .symbol = "harmonics"},
    {"response.static", NULL, FIELD_WORD, AT(response_config, with_static), .words = "no yes auto",
     .initial = "auto",
     .doc = "whether the balance has a static harmonic (a mean displacement) too; auto: where something "
     "makes a mean, a contact that presses and does not pull (laws unilateral and friction, elastic with "
     "normal_stiffness) or a load that is constant"},
    {"response.samples", NULL, FIELD_NUMBER, AT(response_config, samples), RANGE(0, 65536),
     .flags = FIELD_WHOLE | FIELD_STRUCTURAL | FIELD_FINER_ABOVE, .initial = "0",
     .doc = "times per period at which contact laws are evaluated that have no closed form, a power of two; "
     "0: chosen, 4096 for set-valued laws, 256 for kelvin_voigt, polynomial, dashpot and tanh_friction (of "
     "kelvin_voigt up to 4096, so that 24 lie within the contact by the study's own stiffness; what samples "
     "miss is told as `sampling_error` of each trajectory, and warned of above 0.5 %), 1024 for bouc_wen and "
     "iwan, at least 16 H"},
    {"response.evaluation", NULL, FIELD_WORD, AT(response_config, evaluation), .words = "exact sampled",
     .initial = "exact",
     .doc = "of law elastic: by the exact times at which stick, slip and separation begin, or sampled"},
    {"response.at", NULL, FIELD_NUMBER, AT(response_config, at), FROM(0), .unit = "Hz", .initial = "0",
     .doc = "outputs are those of the state at exactly this frequency, between from and to, instead of the "
     "curve", .symbol = "frequency"},
    {"response.branch", NULL, FIELD_NUMBER, AT(response_config, branch), COUNT(0, 1), .initial = "0",
     .doc = "at `at`: 0 the state that is reached by slow change from `from`, 1 from `to`; equal where there "
     "is one only", .symbol = "branch"},
    {"response.ridge", NULL, FIELD_NUMBER, AT(response_config, ridge), COUNT(1, 1000), .initial = "1",
     .doc = "which entry of `ridges` the outputs of a peak, and backbones, are of", .symbol = "ridge"},
    {"response.step", NULL, FIELD_NUMBER, AT(response_config, step), RANGE(1e-6, 1), .initial = "0.02",
     .flags = FIELD_FINER_BELOW,
     .doc = "largest step of frequency, as a part of the range from `from` to `to`"},
    {"response.growth", NULL, FIELD_NUMBER, AT(response_config, growth), RANGE(1e-4, 10), .initial = "0.2",
     .flags = FIELD_FINER_BELOW,
     .doc = "largest relative change of the state in a step"},
    {"response.least", NULL, FIELD_NUMBER, AT(response_config, least), RANGE(1e-15, 1), .initial = "1e-9",
     .doc = "smallest step, as a part of the largest: a curve that needs a smaller one ends there"},
    {"response.tolerance", NULL, FIELD_NUMBER, AT(response_config, tolerance), RANGE(1e-15, 0.01),
     .flags = FIELD_FINER_BELOW,
     .initial = "1e-9", .doc = "of Newton's corrections, relative"},
    {"response.adapt", NULL, FIELD_NUMBER, AT(response_config, adapt), RANGE(0, 0.1), .initial = "0",
     .doc = "adapts the number of harmonics at each point, from 1 to `harmonics`: what contact laws leave "
     "unbalanced above stays below this part of the motion of the contacts (of springs and elastic friction "
     "the displacement that the left-out harmonics would have), or there are all; results then have "
     "`harmonics`, the number of each point. Without it too they have `left_out` of every point, that part "
     "up to three times the highest harmonic (with response.at of the state, and peak_left_out where an "
     "output is of a peak), which is warned of above 1 %. Backbones of maxima have all. Where no solution is "
     "found with as many as are needed the curve or backbone begins anew with all. 1e-3 is good for figures; "
     "errors fall with it. 0: all harmonics everywhere"},
    {"response.points", NULL, FIELD_NUMBER, AT(response_config, points), RANGE(2, 1e6),
     .flags = FIELD_WHOLE | FIELD_FIXED, .initial = "600",
     .doc = "most points of a trajectory that are kept, of all its curves together: it ends there"},
    {"response.lagrangian", NULL, FIELD_NUMBER, AT(response_config, lagrangian), FROM(0), .unit = "N/m",
     .initial = "0",
     .doc = "ε of the dynamic Lagrangian of set-valued laws; 0: chosen, along the normal the stiffness of "
     "the massless boundary behind the point, along tangents from the mobility there between the fundamental "
     "and the last harmonic"},
    {"response.monitor", NULL, FIELD_TEXT, AT(response_config, monitor),
     .doc = "name of the output whose displacement peaks are looked for in; absent: the first of a node or, "
     "where no output is of a node, the displacement along the first harmonic load. Peaks, minima and their "
     "backbones are those of its root mean square without the static harmonic, whatever its `reduce` is: the "
     "largest value of half_peak_to_peak may lie elsewhere"},
    {"response.grid", NULL, FIELD_LIST, AT(response_config, grid), FROM(0), FIXED, .unit = "Hz",
     .doc = "[from, to, count]: displacements also at so many equally spaced frequencies, as NAME_lower and "
     "NAME_upper, the smallest and the largest value of the curve there, over a dimension `grid_frequency` "
     "of the results; between points of the curve by cubics along it through them and their directions, "
     "folds included, NaN where the curve is not. Not with `at`"},
    {"response.stability", NULL, FIELD_WORD, AT(response_config, stability), .words = "auto floquet fold no",
     .initial = "auto",
     .doc = "how the stability of motions is found, which stands beside every number: `stable` of the points "
     "of curves, NAME_stable of an output of one state (at `at`, of a peak), NAME_lower_stable, "
     "NAME_upper_stable and NAME_by_METHOD_stable of values on grids. 1 stable, 2 fold (a real Floquet "
     "multiplier above 1), 3 flip (below -1: the period doubles), 4 neimark_sacker (a complex pair outside "
     "the unit circle), 0 unknown. floquet: by the largest Floquet multiplier, for elastic friction, for all "
     "compliant laws (cubic, kelvin_voigt and those after it), and unilateral with a massless boundary "
     "(reduction.method macneal, massless_craig_bampton); results have its modulus, `multiplier`, at every "
     "point, and `multiplier_error`, what it may be off by: of steps in time, and of the harmonics that the "
     "balance leaves out. Where the unit circle lies within that error the stability is unknown. Of stops "
     "that open and close, without sliding friction, the motion itself is sought by shooting from the state "
     "of the balance, and multipliers are those of that motion; where none is found nearby, or another one "
     "may be as near, they are nan and the stability is unknown. It is unknown too where shooting does not "
     "apply (sliding friction, internal states, normal_damping without mass, no static harmonic, several "
     "hundred modes) and a stop is closed for less than two periods of the highest harmonic, and with stops "
     "at folds and branch points. auto: likewise where that takes at most about a quarter of the time of the "
     "curve: of the points that single values (at `at`, of peaks) are taken from, and with few modes and "
     "many unknowns of all points of curves and grids; elsewhere what fold tells. fold: by the sign of det "
     "∂R/∂u of the balance R(u) = 0 with its harmonics, which auto and floquet use too where there are no "
     "multipliers (friction of other laws, impacts): negative, an odd number of real multipliers is above 1 "
     "as far as those harmonics tell; positive, all is unknown, as it is where a stop that has multipliers "
     "is closed for less than one period of the highest harmonic. no: not at all"},
    {"response.coefficients", NULL, FIELD_SWITCH, AT(response_config, coefficients), .initial = "false",
     .doc = "results have NAME_cos and NAME_sin of every harmonic of displacements too, of Σ NAME_cos cos "
     "hωt + NAME_sin sin hωt, over a dimension `harmonic` (1 to H); with the static one NAME_mean of every "
     "point too. Not with `at`"},
    {"response.factorisation", NULL, FIELD_WORD, AT(response_config, factorisation),
     .words = "auto kernel library", .initial = "auto",
     .doc = "of the systems of equations: by the kernel itself, of several trajectories at once, or one by "
     "one by libraries (LAPACK; cuBLAS and cuSOLVER on a GPU); auto: by libraries from 300 equations on. "
     "Numbers differ in rounding; by LAPACK they are the same whatever the threads, chunks and shards, on "
     "processors of one kind, which cuBLAS and cuSOLVER do not promise"},

    {"ridges.from", NULL, FIELD_NUMBER, AT(ridge_config, from), FROM(0), .unit = "Hz", .initial = "0",
     .doc = "its peak is looked for from this frequency on"},
    {"ridges.to", NULL, FIELD_NUMBER, AT(ridge_config, to), FROM(0), .unit = "Hz", .initial = "0",
     .doc = "to this one; 0: without end"},
    {"ridges.take", NULL, FIELD_WORD, AT(ridge_config, take), .words = "highest last lowest last_minimum",
     .initial = "highest",
     .doc = "which of several maxima there: the highest one, or the last, of highest frequency. lowest, "
     "last_minimum: a trench instead, the path of minima of the amplitude: the lowest minimum there, or the "
     "one of highest frequency. Outputs of a peak are then of that minimum, and backbones by extremum follow "
     "it as they follow a maximum"},
    {"ridges.mode", NULL, FIELD_NUMBER, AT(ridge_config, mode), RANGE(0, 1000), .flags = FIELD_WHOLE,
     .initial = "0",
     .doc = "number of the linear mode with all contacts stuck that the damped nonlinear normal mode begins "
     "as; 0: that of the peak which the ridge has under small loads (of the highest or, with take: last, the "
     "last of the linear peaks of the monitored displacement between its `from` and `to`; where there is "
     "none, the mode that can come to lie there as contacts slip)"},
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

const response_config *response_config_of(const study *self) {
  return study_section(self, &section);
}

response_config *response_config_writable(study *self) {
  return study_section_writable(self, &section);
}

int response_n_ridges(const study *self) {
  const int n = study_count_entries(self, &ridges);
  return n > 0 ? n : 1;
}

ridge_config response_ridge(const study *self, int index) {
  const ridge_config *given =
      index < study_count_entries(self, &ridges) ? study_entry(self, &ridges, index) : NULL;
  return given ? *given : (ridge_config){.take = RIDGE_HIGHEST};
}

int response_is_trench(const ridge_config *ridge) {
  return ridge->take == RIDGE_LOWEST || ridge->take == RIDGE_LAST_MINIMUM;
}

int response_has_trench(const study *self) {
  const int varies = study_varies(self, "response.ridge") || study_varies(self, "ridges.");
  for (int i = 0; i < response_n_ridges(self); i++) {
    const ridge_config ridge = response_ridge(self, i);
    if ((varies || i == (int)response_config_of(self)->ridge - 1) && response_is_trench(&ridge)) return 1;
  }
  return 0;
}

// A normal force is one-sided, and friction depends on it. With a normal coordinate every law but
// that of an odd spring responds differently to a motion and its opposite, whatever gap and preload
// are. Friction under a constant normal load and odd springs have a mean only if a load has one.
static int makes_mean(const study *self, int entry) {
  const int law = self->contacts[entry].law;
  return law_is_compliant(law) ? (law_force_arguments(law) & (LAW_HAS_GAP | LAW_HAS_MEAN)) != 0
                               : study_contact_has_normal(self, entry);
}

int response_has_drives(const study *config) {
  int has = 0;
  for (int i = 0; i < config->n_excitations; i++)
    has |= study_find_drive(config, config->excitations[i].drive) >= 0;
  for (int i = 0; i < config->n_contacts; i++)
    has |= study_find_drive(config, config->contacts[i].gap_drive) >= 0;
  return has;
}

int response_has_static(const study *self) {
  const int wanted = response_config_of(self)->with_static;
  if (wanted != STATIC_AUTO) return wanted == STATIC_YES;
  for (int i = 0; i < self->n_contacts; i++)
    if (makes_mean(self, i)) return 1;
  for (int i = 0; i < self->n_excitations; i++)
    if (!study_load_is_harmonic(&self->excitations[i])) return 1;
  return response_has_drives(self);
}

int response_at_is_outside(const response_config *self) {
  return self->at > 0 && (self->at - self->from) * (self->at - self->to) > 0;
}

int response_adapts_harmonics(const study *self) {
  return response_config_of(self)->adapt > 0 || study_varies(self, "response.adapt");
}

int response_is_at_frequency(const study *self) {
  return response_config_of(self)->at > 0;
}
