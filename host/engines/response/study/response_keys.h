// The sections `response` and `ridges` of a study.
#ifndef CHATTER_ENGINES_RESPONSE_KEYS_H
#define CHATTER_ENGINES_RESPONSE_KEYS_H

#include "study/study_kind.h"

enum { RESPONSE_HARMONICS_MOST = 100 };

typedef enum { STATIC_NO, STATIC_YES, STATIC_AUTO } response_static;

typedef enum { EVALUATION_EXACT, EVALUATION_SAMPLED } response_evaluation;

typedef enum { STABILITY_AUTO, STABILITY_FLOQUET, STABILITY_FOLD, STABILITY_NO } response_stability_by;

typedef enum { FACTORISATION_AUTO, FACTORISATION_KERNEL, FACTORISATION_LIBRARY } response_factorisation;

typedef enum { RIDGE_HIGHEST, RIDGE_LAST, RIDGE_LOWEST, RIDGE_LAST_MINIMUM } ridge_take;

typedef struct response_config {
  double from, to;             // Hz
  double harmonics;            // without the static harmonic
  int with_static, evaluation; // response_static, response_evaluation
  double samples;              // per period; 0: chosen
  double at;                   // Hz; 0: none
  double branch;               // 0: as reached from `from`; 1: from `to`
  double ridge;                // entry of `ridges`, from 1
  double step, growth, least;  // relative to the range, to the state, to the largest step
  double tolerance, points;
  double adapt;             // most truncation error with fewer harmonics; 0: no reduction
  double lagrangian;        // N/m; 0: chosen
  char monitor[STUDY_NAME]; // name of an output; empty: the first with a displacement
  number_list grid;         // Hz: from, to, number
  int coefficients;         // 1: results contain those of every harmonic
  int stability;            // response_stability_by
  int factorisation;        // response_factorisation
} response_config;

// A ridge of the response: the range in which its peak is searched, and the mode of the peak.
typedef struct ridge_config {
  double from, to; // Hz; to 0: no end
  int take;        // ridge_take
  double mode;     // number of the linear mode with all contacts stuck, from 1; 0: that of the peak
} ridge_config;

extern const schema_section *const response_sections[]; // NULL behind the last

extern const schema_field response_fields[]; // the last one is empty

const response_config *response_config_of(const study *self);

response_config *response_config_writable(study *self);

int response_n_ridges(const study *self); // at least 1

ridge_config response_ridge(const study *self, int index);

int response_is_trench(const ridge_config *ridge); // 1: its peaks are minima

// Returns 1 if the ridge of some trajectory is a trench.
int response_has_trench(const study *self);

int response_has_drives(const study *self); // 1: a drive moves a load or a gap

int response_has_static(const study *self);

// 1: response.at is given and not between from and to
int response_at_is_outside(const response_config *self);

// 1: some trajectory may reduce its number of harmonics
int response_adapts_harmonics(const study *self);

// Returns 1 if outputs are of the state at response.at, in every trajectory.
int response_is_at_frequency(const study *self);

#endif
