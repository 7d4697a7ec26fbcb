#include "engines/response/response_advice.h"

#include <math.h>
#include <stdio.h>

#include "engines/response/extract/period/sampling_error.h"
#include "engines/response/bind/library_factorisation.h"
#include "engines/response/bind/response_plan.h"
#include "engines/response/extract/truncation_error.h"
#include "engines/response/study/response_keys.h"
#include "engines/response/stability/stability.h"
#include "base/log.h"
#include "base/text.h"
#include "engines/response/response_engine.h"
#include "study/file/key_place.h"
#include "study/file/path.h"

const char *const response_end_names[N_STAGE] = {"response_end", "extremum_end", "phase_end", "dnnm_end"};

static const char *const curves[N_STAGE] = {"the response curve", "the backbone of maxima",
                                            "the backbone of phase resonance",
                                            "the damped nonlinear normal mode"};
static const char other_backbone[] = "take response.growth and response.least as they are by default";
// The change of a step is measured relative to the amplitude; a contact that does not move has
// none.
static const char other_curve[] =
    "begin beyond it (response.from); where an absorber without damping holds the contacts still, a dashpot "
    "of 1e-6 N·s/m beside it lets the curve pass";
static const char other_start[] =
    "begin at a frequency away from resonance (response.from), or take response.growth and response.least as "
    "they are by default; a body that contacts alone hold needs one on the side that its mean load pushes it "
    "to";
static const char more_points[] = "raise response.points";
// Reasons with an advice: for the response curve, a backbone and a mode.
static const struct {
  const char *words, *advice[3];
} reasons[N_HB_REASON] = {
    [REASON_MIN_STEP] = {"no point was found even with the smallest step",
                         {other_curve, other_backbone, other_backbone}},
    [REASON_NO_START] = {"no first point was found",
                         {other_start, "begin with other loads (backbone.from)",
                          "say which mode it begins as (ridges.mode)"}},
    [REASON_NO_PEAK] = {"the response curve has no peak there to begin with",
                        {"",
                         "widen the ridge (ridges.from, ridges.to) or the range (response.from, response.to)",
                         ""}},
    [REASON_NO_RESONANCE] =
        {"between the peak and the next minima the driven displacement is nowhere a quarter "
         "period behind the load",
         {"",
          "begin at a load at which it is (backbone.from), or widen the range "
          "(response.from, response.to) where it ends before",
          ""}},
    [REASON_NO_ROOM] = {"as many points as are kept were found, or steps taken as those may need",
                        {more_points, more_points, more_points}},
    [REASON_LEFT_RANGE] =
        {"it leaves the range on the other side for good, down to no frequency or beyond four "
         "times the larger end",
         {"take another range (response.from, response.to or response.at)", "", ""}},
};

static const int *flags_of(const result_set *part, const char *name) {
  const result_variable *variable = result_set_find(part, name);
  return variable && variable->type == RESULT_INT ? variable->data : NULL;
}
static const double *numbers_of(const result_set *part, const char *name) {
  const result_variable *variable = result_set_find(part, name);
  return variable && variable->type == RESULT_DOUBLE ? variable->data : NULL;
}

static void note_place(response_tally_sums *sums, int stage, int reason, double place) {
  double *least = &sums->least[stage][reason], *most = &sums->most[stage][reason];
  if (sums->seen[stage][reason]++ == 0) *least = *most = place;
  if (place < *least) *least = place;
  if (place > *most) *most = place;
}

// Accumulates the end reasons of one trajectory, whose points are `first` to `end` - 1, and where
// its stages ended.
static void note_places(const result_set *part, long first, long end, const int reason[N_STAGE],
                        response_tally_sums *sums) {
  const int *curve = flags_of(part, "curve");
  const double *frequency = numbers_of(part, "frequency"), *factor = numbers_of(part, "load_factor");
  int is_known[N_STAGE] = {0};
  for (long k = end - 1; curve && frequency && factor && k >= first; k--) {
    const int stage = curve[k];
    if (stage < 0 || stage >= N_STAGE || is_known[stage]++ || reason[stage] == REASON_NONE) continue;
    note_place(sums, stage, reason[stage], stage == STAGE_CURVE ? frequency[k] : factor[k]);
  }
}

const char *const response_tally_reads[] = {
    "status",    "row_size",     "curve",    "frequency", "load_factor",   "response_start", "response_end",
    "phase_end", "extremum_end", "dnnm_end", "left_out",  "peak_left_out", "sampling_error", NULL};

void response_tally(const result_set *part, void *tally) {
  response_tally_sums *sums = tally;
  const result_variable *status = result_set_find(part, "status");
  const int *ok = flags_of(part, "status"), *length = flags_of(part, "row_size"),
            *start = flags_of(part, RESPONSE_START), *end[N_STAGE];
  for (int stage = 0; stage < N_STAGE; stage++) end[stage] = flags_of(part, response_end_names[stage]);
  long first = 0;
  response_truncation_tally(part, sums);
  const double *sampling = numbers_of(part, RESPONSE_SAMPLING_ERROR);
  for (size_t i = 0; sampling && status && i < status->size[0]; i++)
    if (sampling[i] > sums->sampling) sums->sampling = sampling[i];
  for (size_t i = 0; ok && i < status->size[0]; i++) {
    int reason[N_STAGE] = {REASON_NONE}, ran = 1;
    sums->n_curves += start != NULL;
    sums->far += start && start[i] >= START_AT_FAR_END && start[i] < START_LAST_RESORT;
    for (int stage = 0; stage < N_STAGE; stage++) {
      if (!end[stage] || end[stage][i] < 0 || end[stage][i] >= N_HB_REASON) continue;
      reason[stage] = end[stage][i];
      // The reason why a response curve without a peak ended is reported already.
      if (reason[stage] == REASON_NO_PEAK && reason[STAGE_CURVE] != REASON_RANGE_END)
        reason[stage] = REASON_NONE, ran = 0;
      // The trajectory ended well before this stage did: the step limit was reached.
      if (reason[stage] == REASON_NONE && ok[i] == TRAJECTORY_OK && ran)
        reason[stage] = REASON_NO_ROOM, ran = 0;
      if (reason[stage] != REASON_NONE) sums->n[stage][reason[stage]]++;
    }
    if (!length) continue;
    note_places(part, first, first + length[i], reason, sums);
    first += length[i];
  }
}

// Returns text such as " in 3 of 20 trajectories, at 3.2 to 4.9 times the loads".
static const char *where_text(const response_tally_sums *sums, int stage, int reason, char text[160]) {
  const char *unit = stage == STAGE_CURVE ? "Hz" : "times the loads";
  const double least = sums->least[stage][reason], most = sums->most[stage][reason];
  long all = 0;
  for (int i = 0; i < N_HB_REASON; i++) all += sums->n[stage][i];
  int used = 0;
  text[0] = '\0';
  if (all > 1) used = snprintf(text, 160, " in %ld of %ld trajectories", sums->n[stage][reason], all);
  if (sums->seen[stage][reason] > 0 && least == most)
    snprintf(text + used, 160 - (size_t)used, ", at %.5g %s", most, unit);
  else if (sums->seen[stage][reason] > 0)
    snprintf(text + used, 160 - (size_t)used, ", at %.5g to %.5g %s", least, most, unit);
  return text;
}

// Returns the name of the curve of a stage; a backbone of extrema is named after the kind of its
// ridge.
static const char *name_of(const study *config, int stage) {
  return stage == STAGE_EXTREMUM && response_has_trench(config) ? "the backbone of minima" : curves[stage];
}

static void advise_stage(const study *config, const response_tally_sums *sums, int stage) {
  const char *section = stage != STAGE_CURVE && study_given(config, "backbone") ? "backbone" : "response";
  const char *place = study_place(config, section);
  const int which = stage == STAGE_CURVE ? 0 : stage == STAGE_DNNM ? 2 : 1;
  char where[160];
  for (int i = 0; i < N_HB_REASON; i++) {
    if (sums->n[stage][i] == 0) continue;
    where_text(sums, stage, i, where);
    if (i == REASON_MERGED)
      log_info("%s: %s ends%s, where its %s meets a %s: there is none beyond", place, name_of(config, stage),
               where, response_has_trench(config) ? "minimum" : "maximum",
               response_has_trench(config) ? "maximum" : "minimum");
    else if (i == REASON_RETURNED && stage == STAGE_CURVE)
      log_warning("%s: %s is closed%s: it comes back to a point of its own%s", place, curves[stage], where,
                  response_is_at_frequency(config)
                      ? " without reaching response.at; begin at another frequency (response.from)"
                      : ", from either end of the range without reaching the other; take another range "
                        "(response.from, response.to)");
    else if (i == REASON_RETURNED)
      log_info("%s: %s ends%s, where it comes back to what it began with", place, name_of(config, stage),
               where);
    else if (reasons[i].words)
      log_warning("%s: %s ended early%s: %s; %s", place, name_of(config, stage), where, reasons[i].words,
                  reasons[i].advice[which]);
  }
}

static void advise_samples(const study *config, const response_tally_sums *sums) {
  static const double TOLD_OF = 5e-3; // the error of the motion is at most a fifth of this
  if (!(sums->sampling > TOLD_OF)) return;
  log_warning("%s: what the samples of a period miss of the forces of stops is up to %.2g %% of their motion "
              "(sampling_error): take more (response.samples), until it is below %g %%",
              study_place(config, "response.samples"), 100 * sums->sampling, 100 * TOLD_OF);
}

// Reports curves that run through the range backwards.
static void advise_far(const study *config, const response_tally_sums *sums) {
  char which[80] = "the response curve begins";
  if (sums->far == 0) return;
  if (sums->n_curves > 1)
    snprintf(which, sizeof which, "%ld of %ld response curves begin", sums->far, sums->n_curves);
  log_info(
      "%s: %s at response.to (response_start): motions at response.from lie on closed curves, which do not "
      "reach it, or none was found there",
      study_place(config, "response"), which);
}

static void warn_of_ridges(const study *config) {
  const response_config *r = response_config_of(config);
  const double low = fmin(r->from, r->to), high = fmax(r->from, r->to);
  if (study_varies(config, "response.") || study_varies(config, "ridges.")) return;
  for (int i = 0; i < response_n_ridges(config); i++) {
    const ridge_config ridge = response_ridge(config, i);
    char path[32];
    snprintf(path, sizeof path, "ridges.%d", i);
    if (ridge.from >= high || (ridge.to > 0 && ridge.to <= low))
      log_warning("%s: %s: the response runs from %g to %g Hz only: no peak is found there",
                  study_place(config, path), path, r->from, r->to);
  }
}

static void warn_of_samples(const study *config) {
  const response_config *r = response_config_of(config);
  int elastic = 0;
  for (int i = 0; i < config->n_contacts; i++) elastic += config->contacts[i].law == LAW_ELASTIC;
  if (r->samples == 0 || r->evaluation != EVALUATION_EXACT || elastic == 0 || elastic < config->n_contacts ||
      study_varies(config, "response.") || study_varies(config, "contact."))
    return;
  log_warning(
      "%s: response.samples has no effect: all contacts are of law spring or elastic, whose forces are "
      "taken by the exact times of their events (response.evaluation: sampled takes samples)",
      study_place(config, "response.samples"));
}

static void warn_of_stops(const study *config, const reduced_model *r) {
  for (int j = 0; j < r->n_contacts; j++) {
    const reduced_contact *c = &r->contacts[j];
    const int law = config->contacts[c->entry].law, row = c->row_normal;
    char path[32];
    if ((law != LAW_UNILATERAL && law != LAW_FRICTION) || row < 0) continue;
    if (r->flexibility[(long)row * r->n_boundary + row] > 0) continue;
    snprintf(path, sizeof path, "contact.%d", c->entry);
    log_warning(
        "%s: %s: a rigid stop on nodes with mass: harmonic balance has no impacts that lose energy, so that "
        "motions and forces are those of a restitution of 1, which more harmonics do not change (time steps "
        "take contact.restitution, 0 unless it is given); take a boundary without mass (reduction.method "
        "massless_craig_bampton or macneal), or law spring, with friction elastic, with a normal_stiffness",
        study_place(config, path), path);
    return;
  }
}

void response_advise(const study *config, const engine_outcome *outcome) {
  const long unloaded = outcome->count[TRAJECTORY_STUCK];
  warn_of_ridges(config);
  warn_of_samples(config);
  if (outcome->reduced) warn_of_stops(config, outcome->reduced);
  response_truncation_advise(config, outcome->tally);
  advise_samples(config, outcome->tally);
  advise_far(config, outcome->tally);
  for (int stage = 0; stage < N_STAGE; stage++) advise_stage(config, outcome->tally, stage);
  if (unloaded > 0)
    log_warning("%s: %ld %s not run, as nothing moves: %s; their values are nan",
                study_place(config, "excitation"), unloaded,
                text_plural(unloaded, "trajectory was", "trajectories were"), RESPONSE_REFUSED);
}

// Writes how the stability of the points of curves is found.
static void report_stability(const engine_layout *layout, const study *config, FILE *stream) {
  const int wanted = response_config_of(config)->stability,
            is_known = response_wants_multipliers(config) &&
                       response_has_multipliers(layout->setup, layout->reduced);
  fprintf(stream, "  %-22s", "stability");
  if (wanted == STABILITY_NO)
    fprintf(stream, "not looked for\n");
  else if (!is_known)
    fprintf(stream, "told by folds, elsewhere unknown\n");
  else if (response_finds_all_multipliers(layout, config))
    fprintf(stream, "by Floquet multipliers, at all points\n");
  else
    fprintf(
        stream,
        "told by folds, elsewhere unknown; multipliers would take longer (response.stability: floquet)\n");
}

void response_report(const engine_layout *layout, const study *config, FILE *stream) {
  const int *dim = layout->sizes.dim;
  warn_of_ridges(config);
  warn_of_samples(config);
  warn_of_stops(config, layout->reduced);
  fprintf(stream, "  %-22s%d: %d coefficients of %d contact %s\n", "unknowns", hb_n_unknowns(dim),
          hb_n_coefficients(dim), dim[DIM_HB_BOUNDARY],
          text_plural(dim[DIM_HB_BOUNDARY], "coordinate", "coordinates"));
  if (dim[DIM_HB_ADAPT])
    fprintf(stream, "  %-22s1 to %d at each point\n", "harmonics", dim[DIM_HB_HARMONICS]);
  fprintf(stream, "  %-22s%s\n", "factorisation",
          response_uses_library(config, dim) ? "by libraries, a trajectory a thread" : "by the kernel");
  report_stability(layout, config, stream);
  if (response_uses_differences(layout->setup))
    fprintf(stream, "  %-22sof contact laws that have none: differences of their first\n",
            "second derivatives");
  if (dim[DIM_HB_COUPLED])
    fprintf(stream, "  %-22sa matrix that couples %d modes, factorised at each harmonic\n", "damping",
            dim[DIM_HB_MODES]);
  if (dim[DIM_HB_SAMPLES] > 0) fprintf(stream, "  %-22s%d per period\n", "samples", dim[DIM_HB_SAMPLES]);
}
