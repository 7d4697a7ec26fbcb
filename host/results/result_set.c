// Variables and attributes of a result set.

#include <math.h>
#include <string.h>

#include "results/result_set.h"

result_set *result_set_create(void) {
  arena *memory = arena_create();
  result_set *self = memory ? arena_allocate(memory, sizeof *self) : NULL;
  if (!self) {
    arena_destroy(memory);
    error_raise(CHATTER_DEVICE, "out of memory for a set of results");
    return NULL;
  }
  self->memory = memory;
  return self;
}

void result_set_destroy(result_set *self) {
  if (self) arena_destroy(self->memory);
}

// Makes room for one more item in an array of the arena whose capacity is the next power of two of
// its count. The old array stays valid until the set is destroyed, and so do earlier pointers from
// result_set_find.
static void *grow_array(arena *memory, void *items, int count, size_t size) {
  if (count > 0 && (count & (count - 1)) != 0) return items;
  void *larger = arena_allocate(memory, (count ? 2 * (size_t)count : 1) * size);
  if (!larger) error_raise(CHATTER_DEVICE, "out of memory for a set of results");
  if (larger && count) memcpy(larger, items, (size_t)count * size);
  return larger;
}

// Copies what fits without cutting a UTF-8 character, because readers refuse such a text.
static void copy_text_cut(char *out, size_t size, const char *text) {
  size_t length = text ? strlen(text) : 0;
  if (length >= size) {
    length = size - 1;
    while (length > 0 && ((unsigned char)text[length] & 0xC0) == 0x80) length--;
  }
  if (length) memcpy(out, text, length);
  out[length] = 0;
}

static int is_valid_name(const char *name) {
  return name[0] && strlen(name) < RESULT_NAME && !strchr(name, '/') && !strchr(name, ',');
}

size_t result_type_size(result_type type) {
  return type == RESULT_DOUBLE ? sizeof(double) : type == RESULT_INT ? sizeof(int) : sizeof(char *);
}

size_t result_row_items(const result_variable *variable) {
  size_t n = 1;
  for (int i = 1; i < variable->n_dims; i++) n *= variable->size[i];
  return n;
}

size_t result_row_count(const result_variable *variable) {
  return variable->n_dims ? variable->size[0] : 1;
}

// Splits "trajectory,window" into the variable's dimensions.
static chatter_status set_dimensions(result_variable *self, const char *dims, const size_t *sizes) {
  const char *place = dims ? dims : "";
  while (*place) {
    size_t length = strcspn(place, ",");
    CHECK(self->n_dims < RESULT_DIMS, "a variable has too many dimensions");
    CHECK(length > 0 && length < RESULT_NAME, "a dimension's name is empty or too long");
    memcpy(self->dim[self->n_dims], place, length);
    self->size[self->n_dims] = sizes[self->n_dims];
    self->n_dims++;
    place += length;
    if (*place == ',') place++;
  }
  return CHATTER_OK;
}

result_variable *result_set_add_without_data(result_set *self, const char *name, result_type type,
                                             const char *dims, const size_t *sizes, const char *units,
                                             const char *long_name) {
  if (!is_valid_name(name)) {
    error_raise(CHATTER_INTERNAL, "'%s' cannot name a result: 1 to %d characters without / and ,", name,
                RESULT_NAME - 1);
    return NULL;
  }
  if (result_set_find(self, name)) {
    error_raise(CHATTER_INTERNAL, "two results are named '%s'", name);
    return NULL;
  }
  result_variable fresh = {.type = type};
  if (set_dimensions(&fresh, dims, sizes) != CHATTER_OK) return NULL;
  memcpy(fresh.name, name, strlen(name));
  copy_text_cut(fresh.units, sizeof fresh.units, units);
  copy_text_cut(fresh.long_name, sizeof fresh.long_name, long_name);
  result_variable *grown =
      grow_array(self->memory, self->variables, self->n_variables, sizeof *self->variables);
  if (!grown) return NULL;
  self->variables = grown;
  grown[self->n_variables] = fresh;
  return &grown[self->n_variables++];
}

chatter_status result_variable_allocate(result_set *self, result_variable *variable) {
  size_t bytes = result_type_size(variable->type);
  int overflow = 0;
  for (int i = 0; i < variable->n_dims; i++)
    overflow |= __builtin_mul_overflow(bytes, variable->size[i], &bytes);
  variable->data = variable->own = overflow ? NULL : arena_allocate(self->memory, bytes ? bytes : 1);
  if (variable->data) return CHATTER_OK;
  return error_raise(CHATTER_DEVICE, "out of memory for the result '%s'", variable->name);
}

void *result_set_add(result_set *self, const char *name, result_type type, const char *dims,
                     const size_t *sizes, const char *units, const char *long_name) {
  result_variable *variable = result_set_add_without_data(self, name, type, dims, sizes, units, long_name);
  if (!variable || result_variable_allocate(self, variable) != CHATTER_OK) return NULL;
  return variable->own;
}

int result_set_add_view(result_set *self, const char *name, result_type type, const char *dims,
                        const size_t *sizes, const char *units, const char *long_name, const void *data) {
  result_variable *variable = result_set_add_without_data(self, name, type, dims, sizes, units, long_name);
  if (variable) variable->data = data;
  return variable != NULL;
}

static result_variable *find_variable(const result_set *self, const char *name) {
  for (int i = 0; i < self->n_variables; i++)
    if (strcmp(self->variables[i].name, name) == 0) return &self->variables[i];
  return NULL;
}

void result_set_coordinates(result_set *self, const char *variable, const char *names) {
  result_variable *found = find_variable(self, variable);
  if (found) found->coordinates = arena_string(self->memory, names);
}

void result_set_flags(result_set *self, const char *variable, const char *meanings) {
  result_variable *found = find_variable(self, variable);
  if (found) found->flag_meanings = arena_string(self->memory, meanings);
}

void result_set_role(result_set *self, const char *variable, const char *role) {
  result_variable *found = find_variable(self, variable);
  if (found) found->role = arena_string(self->memory, role);
}

void result_set_parameter(result_set *self, const char *variable, const char *input) {
  result_variable *found = find_variable(self, variable);
  if (!found) return;
  found->role = RESULT_PARAMETER;
  found->label = input ? arena_string(self->memory, input) : NULL;
}

void result_set_compares(result_set *self, const char *variable, const char *output, const char *label) {
  result_variable *found = find_variable(self, variable);
  if (!found) return;
  found->role = RESULT_COMPARISON;
  found->compares = arena_string(self->memory, output);
  found->label = arena_string(self->memory, label);
}

int result_variable_has_role(const result_variable *variable, const char *role) {
  return variable->role && strcmp(variable->role, role) == 0;
}

void result_variable_copy_texts(result_set *self, result_variable *to, const result_variable *from) {
  if (from->flag_meanings) to->flag_meanings = arena_string(self->memory, from->flag_meanings);
  if (from->sample_dimension) to->sample_dimension = arena_string(self->memory, from->sample_dimension);
  if (from->coordinates) to->coordinates = arena_string(self->memory, from->coordinates);
  if (from->role) to->role = arena_string(self->memory, from->role);
  if (from->compares) to->compares = arena_string(self->memory, from->compares);
  if (from->label) to->label = arena_string(self->memory, from->label);
}

result_variable *result_set_add_like(result_set *self, const result_variable *from, size_t rows) {
  result_variable *to =
      result_set_add_without_data(self, from->name, from->type, NULL, NULL, from->units, from->long_name);
  if (!to) return NULL;
  to->n_dims = from->n_dims;
  memcpy(to->dim, from->dim, sizeof to->dim);
  memcpy(to->size, from->size, sizeof to->size);
  if (to->n_dims > 0) to->size[0] = rows;
  result_variable_copy_texts(self, to, from);
  return result_variable_allocate(self, to) == CHATTER_OK ? to : NULL;
}

static result_attribute *find_or_add_attribute(result_set *self, const char *name) {
  for (int i = 0; i < self->n_attributes; i++)
    if (strcmp(self->attributes[i].name, name) == 0) return &self->attributes[i];
  result_attribute *grown =
      grow_array(self->memory, self->attributes, self->n_attributes, sizeof *self->attributes);
  if (!grown) return NULL;
  self->attributes = grown;
  result_attribute *fresh = &grown[self->n_attributes++];
  memset(fresh, 0, sizeof *fresh);
  copy_text_cut(fresh->name, sizeof fresh->name, name);
  return fresh;
}

void result_set_text(result_set *self, const char *name, const char *text) {
  result_attribute *item = find_or_add_attribute(self, name);
  if (item) item->text = arena_string(self->memory, text ? text : "");
}

void result_set_number(result_set *self, const char *name, double number) {
  result_attribute *item = find_or_add_attribute(self, name);
  if (!item) return;
  item->text = NULL;
  item->number = number;
}

const result_variable *result_set_find(const result_set *self, const char *name) {
  return find_variable(self, name);
}

const result_attribute *result_set_find_attribute(const result_set *self, const char *name) {
  for (int i = 0; i < self->n_attributes; i++)
    if (strcmp(self->attributes[i].name, name) == 0) return &self->attributes[i];
  return NULL;
}

const char *result_set_find_text(const result_set *self, const char *name) {
  const result_attribute *item = result_set_find_attribute(self, name);
  return item ? item->text : NULL;
}

double result_set_find_number(const result_set *self, const char *name) {
  const result_attribute *item = result_set_find_attribute(self, name);
  return item && !item->text ? item->number : (double)NAN;
}

int result_missing_int(const result_variable *variable) {
  const int not_run = result_flag_index(variable, "not_run");
  return not_run >= 0 ? not_run : variable->sample_dimension ? 0 : RESULT_INT_MISSING;
}

int result_flag_index(const result_variable *variable, const char *word) {
  const char *place = variable->flag_meanings;
  for (int i = 0; place && *place; i++) {
    size_t length = strcspn(place, " ");
    if (length == strlen(word) && strncmp(place, word, length) == 0) return i;
    place += length + strspn(place + length, " ");
  }
  return -1;
}
