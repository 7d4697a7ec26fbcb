// Roughness force: parameters and initial state of kernels/sliding/roughness.h, from a noise band
// or a file of samples.
#ifndef CHATTER_ENGINES_SLIDING_ROUGHNESS_BIND_H
#define CHATTER_ENGINES_SLIDING_ROUGHNESS_BIND_H

#include "base/memory.h"
#include "base/status.h"
#include "kernels/sliding/roughness_layout.h"

// Noise of `deviation` N in the band `from` … `to` Hz, a function of seed and time.
typedef struct roughness_noise_spec {
  double deviation, from, to, seed;
} roughness_noise_spec;

// Checks the band for steps of `step` s; errors begin with "place: ..." (study_place). from 0: no
// lower end.
chatter_status roughness_check(const roughness_noise_spec *noise, double step, const char *place);
// Fills parameter[N_ROUGHNESS_NOISE_PARAMETERS] and state[N_ROUGHNESS_NOISE_ROWS]. The process is
// stationary from the beginning.
void roughness_bind(const roughness_noise_spec *noise, double *parameter, double *state);

// Samples of a force, equidistant in time.
typedef struct roughness_samples {
  double start, distance; // s
  long n;
  double *model; // [n + 2], data of roughness_n_model, N
} roughness_samples;

// Reads a CSV file with the columns time (s) and force (N). Raises its errors, also if it does not
// cover 0 to `duration` s. The samples belong to `memory`.
chatter_status roughness_read(const char *path, double duration, const char *place, arena *memory,
                              roughness_samples *out);
// Fills parameter[N_ROUGHNESS_FILE_PARAMETERS] and state[N_ROUGHNESS_FILE_ROWS]; `factor` times the
// samples.
void roughness_bind_samples(const roughness_samples *force, double factor, double *parameter, double *state);

// Sections of the filter for `from` / `to`, at ROUGHNESS_KNOTS_PER_PERIOD samples per period of
// `to`, and the mean square over time of the cubics through filtered white noise of variance 1.
// `begin`: a lower triangle whose product with white noise has the stationary distribution of the
// filter's memory.
enum { ROUGHNESS_STATES = ROUGHNESS_SECTIONS * N_SECTION_MEMORY };
typedef struct roughness_design {
  double section[ROUGHNESS_SECTIONS][N_SECTION_COEFFICIENTS];
  double mean_square;
  double begin[ROUGHNESS_STATES][ROUGHNESS_STATES];
} roughness_design;
void roughness_design_make(double ratio, roughness_design *out);

#endif
