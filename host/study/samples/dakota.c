// Reads parameter files of Dakota.
#include "study/samples/dakota.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "study/file/scalar.h"
#include "study/samples/samples.h"

// Reader of lines "value tag".
typedef struct dakota_reader {
  const char *path;
  char *next; // remaining text, which the reader cuts
  int line;
  char *value, *tag; // of the last line read
  int value_column, tag_column;
} dakota_reader;

static chatter_status raise_at_column(const dakota_reader *r, int column, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static chatter_status raise_at_column(const dakota_reader *r, int column, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  error_raise_at(CHATTER_BAD_STUDY, r->path, r->line, column, format, arguments);
  va_end(arguments);
  return CHATTER_BAD_STUDY;
}

static const char blank_characters[] = " \t\r";

// Reads the next line that is not empty; 0: there is none. A value may have several words, a tag
// has one.
static int read_next_line(dakota_reader *r) {
  while (*r->next) {
    char *line = r->next, *end = line + strcspn(line, "\n");
    r->next = *end ? end + 1 : end;
    r->line++;
    while (end > line && strchr(blank_characters, end[-1])) end--;
    *end = 0;
    r->value = line + strspn(line, blank_characters);
    if (!*r->value) continue;
    r->tag = end;
    while (r->tag > r->value && !strchr(blank_characters, r->tag[-1])) r->tag--;
    r->value_column = 1 + (int)(r->value - line);
    r->tag_column = 1 + (int)(r->tag - line);
    for (char *c = r->tag; c > r->value && strchr(blank_characters, c[-1]); c--) c[-1] = 0;
    return 1;
  }
  return 0;
}

static chatter_status require_line(dakota_reader *r, const char *what) {
  if (read_next_line(r)) return CHATTER_OK;
  return raise_at_column(r, 1, "the file ends where %s should stand", what);
}

// Reads "<int> tag", the head of a block: the number of lines that follow.
static chatter_status read_header_count(dakota_reader *r, const char *tag, int *n) {
  double number;
  TRY(require_line(r, tag));
  if (r->value[0] == '{')
    return raise_at_column(
        r, r->value_column,
        "this is Dakota's format `aprepro` (allowed: the standard one; leave `aprepro` out of its "
        "interface)");
  if (strcmp(r->tag, tag) != 0)
    return raise_at_column(r, r->tag_column, "'%s' stands where Dakota's parameters file has '%s'", r->tag,
                           tag);
  if (text_number(r->value, &number) != NUMBER_OK || number != floor(number) || number < 0 || number > 1e6)
    return raise_at_column(r, r->value_column, "'%s' is no number of %s", r->value, tag);
  *n = (int)number;
  return CHATTER_OK;
}

// Checks a label that every evaluation has: taken from the first, the same in all others.
static chatter_status check_label(dakota_reader *r, dakota_batch *out, int is_first, const char **known,
                                  const char *label) {
  if (is_first) {
    *known = arena_string(out->memory, label);
    return *known ? CHATTER_OK : CHATTER_DEVICE;
  }
  if (strcmp(*known, label) == 0) return CHATTER_OK;
  return raise_at_column(r, r->tag_column, "'%s' stands where the first evaluation has '%s'", label, *known);
}

typedef struct variables_table { // grows with the evaluations
  int n_variables;
  const char **variable; // [n_variables]
  int *variable_line;
  long room;
  double *value; // [room][n_variables]
  const char **eval_id;
} variables_table;

static chatter_status check_count(const dakota_reader *r, int is_first, int n, int *known) {
  if (is_first) *known = n;
  if (n == *known) return CHATTER_OK;
  return raise_at_column(r, r->value_column, "%d of them, the first evaluation has %d", n, *known);
}

static chatter_status read_variables(dakota_reader *r, long i, dakota_batch *out, variables_table *t) {
  int n;
  TRY(read_header_count(r, "variables", &n));
  TRY(check_count(r, i == 0, n, &t->n_variables));
  if (i == 0) {
    t->variable = arena_allocate(out->memory, sizeof *t->variable * (size_t)(n + 1));
    t->variable_line = arena_allocate(out->memory, sizeof *t->variable_line * (size_t)(n + 1));
    if (!t->variable || !t->variable_line) return CHATTER_DEVICE;
  }
  if (i == t->room) {
    t->room = 2 * t->room + 64;
    double *more = realloc(t->value, sizeof *more * (size_t)(n + 1) * (size_t)t->room);
    if (more) t->value = more;
    const char **ids = realloc(t->eval_id, sizeof *ids * (size_t)t->room);
    if (ids) t->eval_id = ids;
    if (!more || !ids) return error_raise(CHATTER_DEVICE, "%s: out of memory for the batch", r->path);
  }
  for (int p = 0; p < n; p++) {
    double *value = &t->value[i * n + p];
    TRY(require_line(r, "a variable"));
    const number_outcome outcome = text_number(r->value, value);
    if (outcome == NUMBER_NONE)
      return raise_at_column(r, r->value_column,
                             "%s: '%s' is not a number (allowed: real and integer variables)", r->tag,
                             r->value);
    if (outcome == NUMBER_NOT_FINITE) *value = NAN;
    TRY(check_label(r, out, i == 0, &t->variable[p], r->tag));
    if (i == 0) t->variable_line[p] = r->line;
  }
  return CHATTER_OK;
}

// Reads the active set vector (User's Manual, "The Active Set Vector"): 1 asks for values, 2 for
// gradients, 4 for Hessians.
static chatter_status read_functions(dakota_reader *r, long i, dakota_batch *out) {
  int n;
  TRY(read_header_count(r, "functions", &n));
  TRY(check_count(r, i == 0, n, &out->n_functions));
  if (i == 0) {
    out->function = arena_allocate(out->memory, sizeof *out->function * (size_t)(n + 1));
    out->function_line = arena_allocate(out->memory, sizeof *out->function_line * (size_t)(n + 1));
    if (!out->function || !out->function_line) return CHATTER_DEVICE;
  }
  for (int f = 0; f < n; f++) {
    TRY(require_line(r, "a function"));
    const char *label = strchr(r->tag, ':');
    if (strncmp(r->tag, "ASV_", 4) != 0 || !label)
      return raise_at_column(r, r->tag_column, "'%s' stands where Dakota's parameters file has 'ASV_%d:name'",
                             r->tag, f + 1);
    if (strcmp(r->value, "1") != 0)
      return raise_at_column(
          r, r->value_column,
          "%s asks for %s: allowed is 1, the value alone (no_gradients, no_hessians and, where Dakota "
          "leaves values out, deactivate active_set_vector)",
          r->tag, r->value);
    TRY(check_label(r, out, i == 0, &out->function[f], label + 1));
    if (i == 0) out->function_line[f] = r->line;
  }
  return CHATTER_OK;
}

static chatter_status skip_block(dakota_reader *r, const char *tag) {
  int n;
  TRY(read_header_count(r, tag, &n));
  for (int k = 0; k < n; k++) TRY(require_line(r, tag));
  return CHATTER_OK;
}

// Skips the block `metadata` behind eval_id, which Dakota 6.16 and later write.
static chatter_status skip_metadata(dakota_reader *r) {
  const dakota_reader before = *r;
  dakota_reader probe = *r;
  const size_t rest = strlen(r->next);
  char *copy = rest < 200 ? strdup(r->next) : strndup(r->next, 200);
  if (!copy) return error_raise(CHATTER_DEVICE, "%s: out of memory for the batch", r->path);
  probe.next = copy;
  const int is_there = read_next_line(&probe) && strcmp(probe.tag, "metadata") == 0;
  free(copy);
  *r = before;
  return is_there ? skip_block(r, "metadata") : CHATTER_OK;
}

static chatter_status read_evaluation(dakota_reader *r, long i, dakota_batch *out, variables_table *t) {
  TRY(read_variables(r, i, out, t));
  TRY(read_functions(r, i, out));
  TRY(skip_block(r, "derivative_variables"));
  TRY(skip_block(r, "analysis_components"));
  TRY(require_line(r, "eval_id"));
  if (strcmp(r->tag, "eval_id") != 0)
    return raise_at_column(r, r->tag_column, "'%s' stands where Dakota's parameters file has 'eval_id'",
                           r->tag);
  t->eval_id[i] = arena_string(out->memory, r->value);
  return t->eval_id[i] ? skip_metadata(r) : CHATTER_DEVICE;
}

static int has_more(const dakota_reader *r) {
  return r->next[strspn(r->next, " \t\r\n")] != 0;
}

static chatter_status find_parameters(const study *self, const char *path, const variables_table *t,
                                      samples *values) {
  chatter_status status = CHATTER_OK;
  for (int p = 0; p < t->n_variables; p++) {
    char place[STUDY_PATH + 40];
    snprintf(place, sizeof place, "%.*s:%d:1", STUDY_PATH, path, t->variable_line[p]);
    if (study_find_scalar(self, t->variable[p], place, &values->parameters[p]) != CHATTER_OK) {
      status = CHATTER_BAD_STUDY;
      continue;
    }
    for (int k = 0; k < p && status == CHATTER_OK; k++)
      if (values->parameters[k].offset == values->parameters[p].offset)
        status = error_raise(CHATTER_BAD_STUDY, "%s: '%s' is '%s' under another name, which there is already",
                             place, t->variable[p], values->parameters[p].path);
  }
  return status;
}

static chatter_status read_batch(const study *self, dakota_reader *r, dakota_batch *out, variables_table *t) {
  long n = 0;
  do TRY(read_evaluation(r, n, out, t));
  while (n++, has_more(r));
  TRY(samples_allocate(n, t->n_variables, &out->values));
  memcpy(out->values.value, t->value, sizeof *t->value * (size_t)n * (size_t)t->n_variables);
  out->eval_id = arena_allocate(out->memory, sizeof *out->eval_id * (size_t)n);
  if (!out->eval_id) return CHATTER_DEVICE;
  memcpy(out->eval_id, t->eval_id, sizeof *out->eval_id * (size_t)n);
  TRY(find_parameters(self, r->path, t, &out->values));
  return samples_spread_inputs(self, &out->values);
}

chatter_status dakota_read(const study *self, const char *path, dakota_batch *out) {
  char *text = NULL;
  size_t length;
  variables_table t = {0};
  *out = (dakota_batch){.memory = arena_create()};
  if (!out->memory) return error_raise(CHATTER_DEVICE, "out of memory for the batch");
  TRY(text_read_bounded(path, TEXT_MOST_TABLE, CHATTER_IO, CHATTER_BAD_STUDY, &text, &length));
  dakota_reader r = {.path = strcmp(path, "-") == 0 ? "standard input" : path, .next = text};
  chatter_status status = memchr(text, 0, length)
                              ? raise_at_column(&r, 1, "a zero byte in the file: this is no text")
                              : read_batch(self, &r, out, &t);
  free(t.value);
  free(t.eval_id);
  free(text);
  return status;
}

void dakota_destroy(dakota_batch *self) {
  samples_destroy(&self->values);
  arena_destroy(self->memory);
  *self = (dakota_batch){0};
}
