// Reads and writes result sets as files.
#include "results/results_file.h"

#include <string.h>

#include "results/read/result_input.h"
#include "results/result_set.h"
#include "results/write/result_output.h"

chatter_status results_write(const result_set *self, const char *path, int force) {
  result_output *output;
  TRY(result_output_create(self, path, force, 0, &output));
  for (int i = 0; i < self->n_variables; i++) {
    const result_variable *variable = &self->variables[i];
    size_t rows = result_row_count(variable), block = result_output_block_rows(variable);
    size_t row_bytes = result_row_items(variable) * result_type_size(variable->type);
    for (size_t first = 0; first < rows; first += block) {
      size_t n = rows - first < block ? rows - first : block;
      const unsigned char *data = variable->data;
      chatter_status status = result_output_write(output, i, first, n, data + first * row_bytes);
      if (status == CHATTER_OK) continue;
      result_output_abandon(output);
      return status;
    }
  }
  return result_output_commit(output);
}

static int is_named(const char *name, const char *const *names) {
  if (!names) return 1;
  for (; *names; names++)
    if (strcmp(*names, name) == 0) return 1;
  return 0;
}

static chatter_status copy_content(result_input *input, const char *const *names, result_set *out) {
  const result_set *content = result_input_content(input);
  for (int i = 0; i < content->n_variables; i++) {
    const result_variable *from = &content->variables[i];
    if (!is_named(from->name, names)) continue;
    result_variable *to = result_set_add_like(out, from, result_row_count(from));
    if (!to) return CHATTER_DEVICE;
    TRY(result_input_read(input, i, 0, result_row_count(to), to->own, out->memory));
  }
  for (int i = 0; i < content->n_attributes; i++) {
    const result_attribute *item = &content->attributes[i];
    if (item->text)
      result_set_text(out, item->name, item->text);
    else
      result_set_number(out, item->name, item->number);
  }
  return CHATTER_OK;
}

chatter_status results_read(const char *path, result_set **out) {
  return results_read_named(path, NULL, out);
}

chatter_status results_read_named(const char *path, const char *const *names, result_set **out) {
  *out = NULL;
  result_input *input;
  TRY(result_input_open(path, &input));
  result_set *set = result_set_create();
  chatter_status status = set ? copy_content(input, names, set) : CHATTER_DEVICE;
  result_input_close(input);
  if (status == CHATTER_OK)
    *out = set;
  else
    result_set_destroy(set);
  return status;
}
