// What users are told: by `chatter check` of the system of equations, at the end of a run about curves that
// ended before their range did.
#ifndef CHATTER_ENGINES_RESPONSE_RESPONSE_ADVICE_H
#define CHATTER_ENGINES_RESPONSE_RESPONSE_ADVICE_H

#include "ensemble/engine.h"
#include "kernels/response/response_layout.h"

#define RESPONSE_REFUSED "all harmonic loads are 0"

// The variable that tells where a response curve begins (hb_start).
#define RESPONSE_START "response_start"

// Variables of results that tell how each stage ended.
extern const char *const response_end_names[N_STAGE];

typedef struct response_tally_sums {
  long n[N_STAGE][N_HB_REASON];    // trajectories whose curve ended for that reason
  long n_curves, far;              // response curves; those of them that begin at response.to
  long seen[N_STAGE][N_HB_REASON]; // those of them of which a last point is known,
  double least[N_STAGE][N_HB_REASON],
      most[N_STAGE][N_HB_REASON]; // and where: Hz, of backbones the load factor
  double truncation_error;        // the most that a balance leaves out
  double sampling;                // the most that samples of a period miss
  long judged, leaving;           // trajectories of which that is known; those warned of
} response_tally_sums;

// Adds up how the curves of a part of the results ended.
void response_tally(const result_set *part, void *tally);

// All variables that the tally reads; NULL behind the last.
extern const char *const response_tally_reads[];

// Writes the lines of `chatter check`.
void response_report(const engine_layout *layout, const study *config, FILE *stream);

// Logs warnings and advice at the end of a run.
void response_advise(const study *config, const engine_outcome *outcome);

#endif
