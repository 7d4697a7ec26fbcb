// Reads the study's outputs from the kernel's state.
#include "engines/sliding/extract/sliding_extract.h"

#include <stdio.h>

#include "engines/sliding/sliding_engine.h"
#include "engines/sliding/study/sliding_kind.h"
#include "ensemble/observe/signal_outputs_extract.h"
#include "study/file/entries.h"

static void describe(const output_config *output, char *text, size_t size) {
  const sliding_quantity *quantity = sliding_quantity_of(output);
  char direction[STUDY_NAME];
  study_direction_text(output->direction, direction, sizeof direction);
  if (quantity->is.place != QUANTITY_OF_NODE)
    snprintf(text, size, "%s %s", signal_reduces[output->reduce], quantity->is.name);
  else if (output->sum.n > 0)
    snprintf(text, size, "%s %s, sum of %d terms", signal_reduces[output->reduce], quantity->is.name,
             output->sum.n);
  else
    snprintf(text, size, "%s %s at %.40s along %.40s", signal_reduces[output->reduce], quantity->is.name,
             output->node, direction);
}

chatter_status sliding_extract(const engine_layout *layout, const study *config, long n,
                               const kernel_batch *host, result_set *out) {
  const sliding_setup *setup = layout->setup;
  const signals_view columns = {.host = host,
                                .plan = &setup->signals,
                                .row = sliding_row_observed(layout->sizes.dim),
                                .step = SLIDE_DT,
                                .parameters = sliding_n_parameters(layout->sizes.dim),
                                .series_values = layout->series_values};
  for (int o = 0; o < config->n_outputs; o++) {
    char words[160];
    if (study_is_field(&config->outputs[o])) continue;
    describe(&config->outputs[o], words, sizeof words);
    const output_view view = {
        .output = &config->outputs[o], .words = words, .n_values = 1, .signal = &setup->signal[o]};
    TRY(signals_extract(&columns, &view, n, out));
  }
  return CHATTER_OK;
}
