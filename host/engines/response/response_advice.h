// Messages to users: the lines of `chatter check` about the system of equations, and advice at the
// end of a run about curves that ended before the end of their range.
#ifndef CHATTER_ENGINES_RESPONSE_RESPONSE_ADVICE_H
#define CHATTER_ENGINES_RESPONSE_RESPONSE_ADVICE_H

#include "ensemble/engine.h"
#include "kernels/response/response_layout.h"

#define RESPONSE_REFUSED "all harmonic loads are 0"

// Variable of the place where a response curve begins (hb_start).
#define RESPONSE_START "response_start"

// Variables of the reason why each stage ended.
extern const char *const response_end_names[N_STAGE];

typedef struct response_tally_sums {
  long n[N_STAGE][N_HB_REASON];    // trajectories whose curve ended for that reason
  long n_curves, far;              // response curves; those that begin at response.to
  long seen[N_STAGE][N_HB_REASON]; // trajectories with a known last point
  double least[N_STAGE][N_HB_REASON],
      most[N_STAGE][N_HB_REASON]; // range of the last points: Hz; load factor for backbones
  double truncation_error;        // largest truncation error
  double sampling;                // largest sampling error
  long judged, leaving;           // trajectories with known truncation error; those warned of
} response_tally_sums;

// Accumulates how the curves of a part of the results ended.
void response_tally(const result_set *part, void *tally);

// All variables that the tally reads; NULL ends the list.
extern const char *const response_tally_reads[];

// Writes the lines of `chatter check`.
void response_report(const engine_layout *layout, const study *config, FILE *stream);

// Logs warnings and advice at the end of a run.
void response_advise(const study *config, const engine_outcome *outcome);

#endif
