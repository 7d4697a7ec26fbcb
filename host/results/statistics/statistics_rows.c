// Makes rows of statistics and their texts.
#include "results/statistics/statistics_rows.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

int statistics_row_at(const output_statistics *output, const statistic *of, size_t place,
                      statistics_row *row) {
  const size_t items = output->items, per_count = of->n * items;
  if (place >= output->n_counts * per_count) return 0;
  *row = (statistics_row){.output = output,
                          .of = of,
                          .count = place / per_count,
                          .along = place % per_count / items,
                          .item = place % items,
                          .value = of->value[place],
                          .low = of->low ? of->low[place] : (double)NAN,
                          .high = of->low ? of->high[place] : (double)NAN};
  return 1;
}

void statistics_row_argument_text(const statistics_row *row, int digits, char *text, size_t size) {
  const statistic *s = row->of;
  text[0] = 0;
  if (s->input) snprintf(text, size, "%s", s->input[row->along].path);
  if (s->at) text_number_digits(s->at[row->along], 6, digits, text, size);
}

void statistics_row_position_text(const file_statistics *file, const statistics_row *row, char *text,
                                  size_t size) {
  const result_variable *v = row->output->output;
  size_t rest = row->item, used = 0, items = row->output->items;
  text[0] = 0;
  for (int i = 1; i < v->n_dims && used < size; i++) {
    items /= v->size[i];
    const size_t place = rest / items;
    const result_variable *at = result_set_find(file->results, v->dim[i]);
    rest %= items;
    used += (size_t)snprintf(text + used, size - used, "%s%s=", i > 1 ? " " : "", v->dim[i]);
    if (used >= size) return;
    if (at && at->type == RESULT_DOUBLE && at->n_dims == 1)
      used += strlen(text_number_digits(((const double *)at->data)[place], 6, 17, text + used, size - used));
    else if (at && at->type == RESULT_INT && at->n_dims == 1)
      used += (size_t)snprintf(text + used, size - used, "%d", ((const int *)at->data)[place]);
    else
      used += (size_t)snprintf(text + used, size - used, "%zu", place);
  }
}
