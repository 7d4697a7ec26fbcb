// Parses requests and answers simple ones.
#include "serve/protocol.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "study/schema/schema.h"

static const char *const unsupported[] = {"/Gradient", "/ApplyJacobian", "/ApplyHessian", "/EvaluateShMem",
                                          "/TestShMem"};
static const char *const posted[] = {"/ModelInfo", "/InputSizes", "/OutputSizes", "/Evaluate"};
#define COUNT_OF(list) ((int)(sizeof(list) / sizeof *(list)))

static int is_one_of(const char *path, int n, const char *const *list) {
  for (int i = 0; i < n; i++)
    if (strcmp(path, list[i]) == 0) return 1;
  return 0;
}

// Makes "path=value" of a key of the config; JSON values are valid YAML.
static char *override_line(const char *key, const json_t *value) {
  char *text = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY | JSON_REAL_PRECISION(17)), *line = NULL;
  if (text && (line = malloc(strlen(key) + strlen(text) + 3))) {
    strcpy(line, key);
    strcat(strcat(strcat(line, "="), text), "\n");
  }
  free(text);
  return line;
}

static int compare_lines(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

// Joins the keys in their order, so that equal configs give equal texts.
static char *overrides_of(json_t *config) {
  size_t n = 0, size = 1;
  char **line = calloc(json_object_size(config) + 1, sizeof *line), *all = NULL;
  const char *key;
  json_t *value;
  json_object_foreach(config, key, value) {
    if (line && (line[n] = override_line(key, value))) size += strlen(line[n++]);
  }
  if (line) qsort(line, n, sizeof *line, compare_lines);
  if (line && n == json_object_size(config) && (all = calloc(size, 1)))
    for (size_t i = 0; i < n; i++) strcat(all, line[i]);
  for (size_t i = 0; line && i < n; i++) free(line[i]);
  free(line);
  return all;
}

enum { LONGEST_PATH = 512 };

static int is_file_key(const char *path) {
  const schema_field *field = schema_find_field(path);
  return field && (field->type == FIELD_FILE || field->type == FIELD_FILES);
}

// Returns 1 for a path of a file in an entry, such as "drives.quake.file" or "drives.0.file"; the
// key itself has no index or name.
static int is_file_key_of_entry(const char *path) {
  char plain[LONGEST_PATH] = "", words[LONGEST_PATH], ends[LONGEST_PATH], *rest = NULL;
  snprintf(words, sizeof words, "%s", path);
  for (char *word = strtok_r(words, ".", &rest); word; word = strtok_r(NULL, ".", &rest)) {
    if (strspn(word, "0123456789") == strlen(word)) continue;
    if (plain[0]) strcat(plain, ".");
    strcat(plain, word);
  }
  const char *first = strchr(plain, '.'), *last = strrchr(plain, '.');
  if (is_file_key(path) || is_file_key(plain)) return 1;
  if (!first || first == last) return 0;
  snprintf(ends, sizeof ends, "%.*s%s", (int)(first - plain), plain, last);
  return is_file_key(ends);
}

// Returns 1 if the value at a path of the study names a file, itself or in a map or list below it.
// A config must not change which files the study reads: network clients may ask for numbers only.
static int names_file(const char *path, json_t *value) {
  char below[2 * LONGEST_PATH];
  const char *key;
  size_t index;
  json_t *item;
  if (strlen(path) > LONGEST_PATH / 2) return 1; // longer than any key
  if (is_file_key_of_entry(path)) return 1;
  json_object_foreach(value, key, item) {
    if (strlen(path) + strlen(key) > LONGEST_PATH / 2) return 1;
    snprintf(below, sizeof below, "%s.%s", path, key);
    if (names_file(below, item)) return 1;
  }
  json_array_foreach(value, index, item) {
    if ((json_is_object(item) || json_is_array(item)) && names_file(path, item)) return 1;
  }
  return 0;
}

static void read_config(const json_t *request, job *out) {
  json_t *config = json_object_get(request, "config"), *value;
  const char *key;
  if (config && !json_is_object(config) && !json_is_null(config))
    return job_answer_error(out, 400, "InvalidInput",
                            "config is no object (allowed: {\"path\": value} of the study)");
  json_object_foreach(config, key, value) {
    if (!key[0] || strpbrk(key, "=\n\r")) // would be several overrides
      return job_answer_error(out, 400, "InvalidInput", "config: '%s' is no path of the study", key);
    if (names_file(key, value))
      return job_answer_error(out, 400, "InvalidInput",
                              "config: '%s' names a file, which stays the study's own", key);
  }
  out->overrides = json_is_object(config) ? overrides_of(config) : strdup("");
  if (!out->overrides) job_answer_error(out, 500, "InternalError", "out of memory");
}

// Reads a vector of numbers; its length is checked at the launch.
static void read_input(const json_t *request, job *out) {
  const json_t *input = json_object_get(request, "input"), *vector = json_array_get(input, 0);
  if (!json_is_array(input) || json_array_size(input) != 1 || !json_is_array(vector))
    return job_answer_error(out, 400, "InvalidInput",
                            "input holds %zu vectors (allowed: one list of numbers in a list)",
                            json_array_size(input));
  const size_t n = json_array_size(vector);
  out->input = calloc(n + 1, sizeof *out->input);
  if (!out->input) return job_answer_error(out, 500, "InternalError", "out of memory");
  out->n_inputs = (int)n;
  for (size_t i = 0; i < n; i++) {
    if (!json_is_number(json_array_get(vector, i)))
      return job_answer_error(out, 400, "InvalidInput", "input[0][%zu] is no number", i);
    out->input[i] = json_number_value(json_array_get(vector, i));
  }
}

static void answer_sizes(const char *key, int n, job *out) {
  job_answer(out, json_pack("{s:[i]}", key, n));
}

static void read_model(const protocol *self, const char *path, const json_t *request, job *out) {
  if (is_one_of(path, COUNT_OF(unsupported), unsupported))
    return job_answer_error(out, 400, "UnsupportedFeature",
                            "%s is not supported: the model can be evaluated only", path + 1);
  if (strcmp(path, "/ModelInfo") == 0)
    return job_answer(out, json_pack("{s:{s:b, s:b, s:b, s:b}}", "support", "Evaluate", 1, "Gradient", 0,
                                     "ApplyJacobian", 0, "ApplyHessian", 0));
  out->kind = JOB_EVALUATE;
  read_config(request, out);
  if (out->kind == JOB_ANSWERED) return;
  const int is_plain = !out->overrides[0];
  if (strcmp(path, "/InputSizes") == 0) {
    out->kind = JOB_INPUT_SIZES;
    if (is_plain) answer_sizes("inputSizes", self->n_inputs, out);
  } else if (strcmp(path, "/OutputSizes") == 0) {
    out->kind = JOB_OUTPUT_SIZES;
    if (is_plain) answer_sizes("outputSizes", self->n_outputs, out);
  } else {
    read_input(request, out);
  }
}

static void read_posted_request(const protocol *self, const char *path, const char *body, size_t length,
                                job *out) {
  json_error_t where;
  json_t *request = json_loadb(body, length, 0, &where);
  const char *name = json_string_value(json_object_get(request, "name"));
  if (!json_is_object(request))
    job_answer_error(out, 400, "InvalidInput", "the request is no JSON object: line %d, column %d: %s",
                     where.line, where.column, request ? "another kind of value" : where.text);
  else if (!name || strcmp(name, self->name) != 0)
    job_answer_error(out, 400, "ModelNotFound", "no model '%s'; there is '%s'", name ? name : "", self->name);
  else
    read_model(self, path, request, out);
  json_decref(request);
}

void protocol_read(const protocol *self, const char *method, const char *path, const char *body,
                   size_t length, job *out) {
  const char *all[COUNT_OF(posted) + COUNT_OF(unsupported) + 1] = {"/Info"};
  char near[256];
  memcpy(all + 1, posted, sizeof posted);
  memcpy(all + 1 + COUNT_OF(posted), unsupported, sizeof unsupported);
  const int is_info = strcmp(path, "/Info") == 0, is_known = is_one_of(path, COUNT_OF(all), all);
  if (!is_known)
    return job_answer_error(out, 404, "UnsupportedFeature",
                            "no %.200s%s; there are: Info, ModelInfo, InputSizes, "
                            "OutputSizes, Evaluate",
                            path, text_did_you_mean(path, COUNT_OF(all), all, near, sizeof near));
  if (strcmp(method, is_info ? "GET" : "POST") != 0 && !(is_info && strcmp(method, "HEAD") == 0))
    return job_answer_error(out, 405, "UnsupportedFeature", "%s is asked for by %s, not by %.20s", path + 1,
                            is_info ? "GET" : "POST", method);
  if (is_info)
    return job_answer(out, json_pack("{s:f, s:[s]}", "protocolVersion", 1.0, "models", self->name));
  read_posted_request(self, path, body, length, out);
}
