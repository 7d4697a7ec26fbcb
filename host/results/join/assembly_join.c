// Compares and joins layouts and attributes.
#include "results/join/assembly_join.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "results/result_rows.h"
#include "results/result_set.h"

// Attributes that determine the numbers: files that differ in one do not belong together.
static const struct {
  const char *name, *meaning;
} deciding_attributes[] = {{"study_sha256", "another study"},
                           {"reduced_hash", "another reduced model"},
                           {"overrides", "other values by --set"},
                           {"values_sha256", "other values by --set"},
                           {"seed", "another seed"},
                           {"precision", "another precision"},
                           {"team", "another number of threads per trajectory"},
                           {"trajectories_total", "an ensemble of another size"}};

static const char *attribute_as_text(const result_attribute *item, char number[32]) {
  if (item->text) return item->text;
  snprintf(number, 32, "%.17g", item->number);
  return number;
}

chatter_status assembly_compare_attributes(const result_set *first, const char *first_owner,
                                           const result_set *other, const char *other_owner) {
  chatter_status status = CHATTER_OK;
  for (size_t i = 0; i < sizeof deciding_attributes / sizeof *deciding_attributes; i++) {
    const result_attribute *a = result_set_find_attribute(first, deciding_attributes[i].name);
    const result_attribute *b = result_set_find_attribute(other, deciding_attributes[i].name);
    char number_a[32], number_b[32];
    int is_total = strcmp(deciding_attributes[i].name, "trajectories_total") == 0; // known only after a run
    if ((!a && !b) || (is_total && (!a || !b))) continue;
    const char *text_a = a ? attribute_as_text(a, number_a) : "none",
               *text_b = b ? attribute_as_text(b, number_b) : "none";
    if (a && b && strcmp(text_a, text_b) == 0) continue;
    status =
        error_raise(CHATTER_IO, "%s: comes from %s than %s (%s: %.64s, not %.64s)", other_owner,
                    deciding_attributes[i].meaning, first_owner, deciding_attributes[i].name, text_b, text_a);
  }
  return status;
}

chatter_status assembly_copy_attributes(const result_set *from, result_set *to) {
  for (int i = 0; i < from->n_attributes; i++) {
    const result_attribute *item = &from->attributes[i];
    if (item->text)
      result_set_text(to, item->name, item->text);
    else
      result_set_number(to, item->name, item->number);
  }
  return to->n_attributes >= from->n_attributes ? CHATTER_OK
                                                : error_raise(CHATTER_DEVICE, "out of memory for attributes");
}

chatter_status assembly_add_warnings(result_set *to, const char *lines) {
  const char *known = result_set_find_text(to, RESULT_WARNINGS);
  char *both = text_join_lines(known ? known : "", lines);
  if (!both) return error_raise(CHATTER_DEVICE, "out of memory for what was warned of");
  if (*both) result_set_text(to, RESULT_WARNINGS, both);
  free(both);
  return CHATTER_OK;
}

// Joins attributes in which files may differ (command line, device): each different text is kept
// once. `shard` belongs to one file.
static chatter_status join_attributes(assembly *self, const result_set *content) {
  for (int i = 0; i < content->n_attributes; i++) {
    const result_attribute *item = &content->attributes[i];
    const result_attribute *known = result_set_find_attribute(self->layout, item->name);
    if (!known && item->text) {
      result_set_text(self->layout, item->name, item->text);
    } else if (!known) {
      result_set_number(self->layout, item->name, item->number);
    } else if (known->text && item->text && strcmp(item->name, RESULT_WARNINGS) == 0) {
      TRY(assembly_add_warnings(self->layout, item->text));
    } else if (known->text && item->text && !strstr(known->text, item->text)) {
      char *both = NULL;
      if (asprintf(&both, "%s\n%s", known->text, item->text) < 0)
        return error_raise(CHATTER_DEVICE, "out of memory for attribute '%s'", item->name);
      result_set_text(self->layout, item->name, both);
      free(both);
    }
  }
  return CHATTER_OK;
}

static int have_same_shape(const result_variable *a, const result_variable *b, int from) {
  if (a->type != b->type || a->n_dims != b->n_dims) return 0;
  for (int i = 0; i < a->n_dims; i++)
    if (strcmp(a->dim[i], b->dim[i]) != 0 || (i >= from && a->size[i] != b->size[i])) return 0;
  return strcmp(a->units, b->units) == 0;
}

static int have_same_data(const result_variable *a, const result_variable *b) {
  size_t n = result_row_count(a) * result_row_items(a);
  if (a->type != RESULT_STRING) return memcmp(a->data, b->data, n * result_type_size(a->type)) == 0;
  char *const *x = a->data, *const *y = b->data;
  for (size_t i = 0; i < n; i++)
    if (strcmp(x[i] ? x[i] : "", y[i] ? y[i] : "") != 0) return 0;
  return 1;
}

static chatter_status add_layout_variable(result_set *set, const result_variable *from,
                                          result_variable **out) {
  *out = result_set_add_without_data(set, from->name, from->type, NULL, NULL, from->units, from->long_name);
  if (!*out) return CHATTER_DEVICE;
  (*out)->n_dims = from->n_dims;
  memcpy((*out)->dim, from->dim, sizeof from->dim);
  memcpy((*out)->size, from->size, sizeof from->size);
  result_variable_copy_texts(set, *out, from);
  return CHATTER_OK;
}

// Joins a variable without rows per trajectory: it is kept once and must be equal in every file
// that has it.
static chatter_status join_fixed(assembly *self, result_input *input, int index, const char *owner) {
  const result_variable *from = &result_input_content(input)->variables[index];
  const result_variable *known = result_set_find(self->layout, from->name);
  result_set *scratch = result_set_create();
  if (!scratch) return CHATTER_DEVICE;
  result_variable *copy = NULL;
  result_set *owner_of_data = known ? scratch : self->layout;
  chatter_status status = add_layout_variable(owner_of_data, from, &copy);
  if (status == CHATTER_OK) status = result_variable_allocate(owner_of_data, copy);
  if (status == CHATTER_OK)
    status = result_input_read(input, index, 0, result_row_count(copy), copy->own, owner_of_data->memory);
  if (status == CHATTER_OK && known && !have_same_data(known, copy))
    status = error_raise(CHATTER_IO, "%s: variable '%s' has other values than in %s", owner, from->name,
                         self->sources[0].owner);
  result_set_destroy(scratch);
  return status;
}

static chatter_status join_variables(assembly *self, result_input *input, const char *owner, int is_first) {
  const result_set *content = result_input_content(input);
  chatter_status status = CHATTER_OK;
  for (int i = 0; i < content->n_variables; i++) {
    const result_variable *from = &content->variables[i], *known = result_set_find(self->layout, from->name);
    row_kind kind = result_row_kind(content, from);
    if (result_variable_has_role(from, RESULT_STATISTIC)) continue; // describes one part alone
    if (known && !have_same_shape(known, from, kind == ROWS_FIXED ? 0 : 1)) {
      status = error_raise(CHATTER_IO, "%s: variable '%s' has another type, unit or shape than in %s", owner,
                           from->name, self->sources[0].owner);
    } else if (!known && kind <= ROWS_RAGGED && !is_first) {
      status = error_raise(CHATTER_IO, "%s: has a variable '%s' that %s lacks", owner, from->name,
                           self->sources[0].owner);
    } else if (kind == ROWS_FIXED) {
      TRY(join_fixed(self, input, i, owner));
    } else if (!known) {
      result_variable *copy;
      TRY(add_layout_variable(self->layout, from, &copy));
    }
  }
  return status;
}

chatter_status assembly_join_layout(assembly *self, result_input *input, const char *owner) {
  const result_set *content = result_input_content(input);
  int is_first = self->layout->n_variables == 0;
  if (!is_first) TRY(assembly_compare_attributes(self->layout, self->sources[0].owner, content, owner));
  TRY(join_variables(self, input, owner, is_first));
  chatter_status status = CHATTER_OK;
  for (int i = 0; i < self->layout->n_variables && !is_first; i++) {
    const result_variable *known = &self->layout->variables[i];
    if (result_row_kind(self->layout, known) <= ROWS_RAGGED && !result_set_find(content, known->name))
      status = error_raise(CHATTER_IO, "%s: lacks the variable '%s' of %s", owner, known->name,
                           self->sources[0].owner);
  }
  return status == CHATTER_OK ? join_attributes(self, content) : status;
}
