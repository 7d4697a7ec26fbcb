// The engine of `study: response`: packs a study and its reduced model for the kernel of the
// harmonic balance, and extracts curves and their peaks from its records. Other engines of the same
// kernel (backbones) share its parts.
#ifndef CHATTER_ENGINES_RESPONSE_ENGINE_H
#define CHATTER_ENGINES_RESPONSE_ENGINE_H

#include "engines/response/bind/response_column.h"
#include "engines/response/response_advice.h"
#include "engines/response/study/response_kind.h"
#include "engines/response/verify/response_verify.h"
#include "ensemble/engine.h"
#include "kernels/response/response_layout.h"
#include "reduction/reduced_entries.h"
#include "study/contact_laws.h"

#define RESPONSE_DOUBLE_ONLY "Newton's method finds maxima by more digits than single precision has"

// Time in engines of this kernel counts steps.
engine_time response_time(const study *config);

// Functions that all engines of this kernel share.
#define RESPONSE_ENGINE                                                                                      \
  .restart = {.rows_written = response_rows_written},                                                        \
  .messages = {.refused = RESPONSE_REFUSED, .report = response_report, .advise = response_advise},           \
  .tally = {.add = response_tally, .reads = response_tally_reads, .bytes = sizeof(response_tally_sums)},     \
  .verify = response_verify

extern const engine *const response_engines[]; // NULL behind the last

#endif
