// Evaluates waiting jobs by the C library.
#include "serve/launch.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/stop.h"

static void release_study(bound_study *self) {
  chatter_close(self->study);
  free(self->overrides);
  free(self->name);
  *self = (bound_study){0};
}

// Opens the study with the --set texts of the command line and those of the config. Returns 0, or
// the code of chatter_open.
static int open_study(const launcher *self, const char *overrides, chatter_study **out) {
  chatter_options o = self->options->evaluation;
  size_t most = (size_t)o.n_overrides + 1;
  for (const char *c = overrides; *c; c++) most += *c == '\n';
  const char **all = calloc(most, sizeof *all);
  char *lines = strdup(overrides), *rest = NULL;
  int code = 5, n = 0;
  if (all && lines) {
    for (; n < o.n_overrides; n++) all[n] = o.overrides[n];
    for (char *line = strtok_r(lines, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) all[n++] = line;
    o.n_overrides = n;
    o.overrides = all;
    code = chatter_open(self->options->study_path, &o, out);
  }
  free(all);
  free(lines);
  return code;
}

static int bind_study(const launcher *self, const char *overrides, bound_study *out) {
  *out = (bound_study){.overrides = strdup(overrides)};
  const int code = out->overrides ? open_study(self, overrides, &out->study) : 5;
  if (code == 0) {
    out->n_inputs = chatter_input_count(out->study);
    out->n_outputs = chatter_output_count(out->study);
    out->name = calloc((size_t)out->n_inputs + 1, sizeof *out->name);
    for (int i = 0; out->name && i < out->n_inputs; i++) out->name[i] = chatter_input_name(out->study, i);
  }
  if (code == 0 && out->name) return 0;
  release_study(out);
  return code ? code : 5;
}

// Finds or opens the study of a config; NULL: the config is wrong, see chatter_error.
static bound_study *find_bound_study(launcher *self, const char *overrides) {
  bound_study *oldest = &self->bound_study[1];
  for (int i = 0; i < LAUNCH_MAX_STUDIES; i++) {
    bound_study *one = &self->bound_study[i];
    if (one->study && strcmp(one->overrides, overrides) == 0) {
      one->latest = ++self->clock;
      return one;
    }
    if (i > 0 && one->latest < oldest->latest) oldest = one;
  }
  release_study(oldest);
  if (bind_study(self, overrides, oldest) != 0) return NULL;
  oldest->latest = ++self->clock;
  return oldest;
}

chatter_status launch_open(launcher *self, const serve_options *options) {
  *self = (launcher){.options = options};
  const int code = bind_study(self, "", &self->bound_study[0]);
  if (code == 0 && self->bound_study[0].n_inputs == 0)
    return error_raise(
        CHATTER_BAD_STUDY,
        "%s: names no inputs, so that there is nothing to send (inputs: {f: excitation.frequency})",
        options->study_path);
  if (code == 0 && self->bound_study[0].n_outputs == 0)
    return error_raise(CHATTER_BAD_STUDY, "%s: has no output with one value for each trajectory",
                       options->study_path);
  if (code == 0) return CHATTER_OK;
  chatter_status status = CHATTER_INTERNAL;
  for (int s = 0; s < CHATTER_N_STATUS; s++)
    if (status_exit_code((chatter_status)s) == code) status = (chatter_status)s;
  return error_raise(status, "%s", chatter_error());
}

void launch_close(launcher *self) {
  for (int i = 0; i < LAUNCH_MAX_STUDIES; i++) release_study(&self->bound_study[i]);
}

// Returns the library's message about row 0 of a call with one row, without its own name.
static const char *message_of_failed_row(void) {
  static const char prefix[] = "chatter_evaluate: row 0, ", call[] = "chatter_evaluate: ";
  const char *text = chatter_error();
  if (strncmp(text, prefix, sizeof prefix - 1) == 0) return text + sizeof prefix - 1;
  return strncmp(text, call, sizeof call - 1) == 0 ? text + sizeof call - 1 : text;
}

static void answer_row(const bound_study *of, job *one, const double *output, int status) {
  if (status != 0)
    return job_answer_error(one, 500, "InvalidOutput", "the trajectory failed: %s",
                            chatter_status_word(status));
  json_t *vector = json_array();
  for (int o = 0; o < of->n_outputs; o++) {
    if (!isfinite(output[o])) { // not representable in JSON
      json_decref(vector);
      return job_answer_error(one, 500, "InvalidOutput", "output '%s' has no value: it is %g",
                              chatter_output_name(of->study, o), output[o]);
    }
    json_array_append_new(vector, json_real(output[o]));
  }
  job_answer(one, json_pack("{s:[o]}", "output", vector));
}

// Evaluates rows by one call of the library. If it refuses a row, nothing is stepped; both halves
// are tried again, until the row stands alone.
static void evaluate_rows(const bound_study *of, job **rows, long n, double *input, double *output,
                          int *status) {
  for (long i = 0; i < n; i++)
    memcpy(input + i * of->n_inputs, rows[i]->input, (size_t)of->n_inputs * sizeof *input);
  const int code =
      chatter_evaluate(of->study, n, of->n_inputs, of->name, input, of->n_outputs, output, status);
  if (code == 0) {
    for (long i = 0; i < n; i++) answer_row(of, rows[i], output + i * of->n_outputs, status[i]);
  } else if (n > 1 && code == 3) {
    evaluate_rows(of, rows, n / 2, input, output, status);
    evaluate_rows(of, rows + n / 2, n - n / 2, input, output, status);
  } else {
    for (long i = 0; i < n; i++) {
      if (code == 3)
        job_answer_error(rows[i], 400, "InvalidInput", "%s", message_of_failed_row());
      else if (stop_asked())
        job_answer_error(rows[i], 503, "InternalError", "the server is ending");
      else
        job_answer_error(rows[i], 500, "InternalError", "%s", message_of_failed_row());
    }
  }
}

static void evaluate_in_launches(const bound_study *of, job **rows, long n) {
  double *input = calloc((size_t)n * (size_t)of->n_inputs + 1, sizeof *input);
  double *output = calloc((size_t)n * (size_t)of->n_outputs + 1, sizeof *output);
  int *status = calloc((size_t)n, sizeof *status);
  if (input && output && status)
    evaluate_rows(of, rows, n, input, output, status);
  else
    for (long i = 0; i < n; i++) job_answer_error(rows[i], 500, "InternalError", "out of memory");
  free(input);
  free(output);
  free(status);
}

// Lists "frequency, gap, load" for messages.
static void list_input_names(const bound_study *of, char *text, size_t size) {
  size_t used = 0;
  text[0] = 0;
  for (int i = 0; i < of->n_inputs && used + 2 < size; i++)
    used += (size_t)snprintf(text + used, size - used, "%s%s", i ? ", " : "", of->name[i]);
}

// Answers requests for sizes, and collects evaluations with the right number of inputs.
static void check_job(const bound_study *of, job *one, job **rows, long *n) {
  char names[512];
  if (one->kind == JOB_INPUT_SIZES) return job_answer(one, json_pack("{s:[i]}", "inputSizes", of->n_inputs));
  if (one->kind == JOB_OUTPUT_SIZES)
    return job_answer(one, json_pack("{s:[i]}", "outputSizes", of->n_outputs));
  if (one->n_inputs == of->n_inputs) {
    rows[(*n)++] = one;
    return;
  }
  list_input_names(of, names, sizeof names);
  job_answer_error(one, 400, "InvalidInput", "input[0] holds %d numbers, %d are expected: %s", one->n_inputs,
                   of->n_inputs, names);
}

void launch_answer_jobs(launcher *self, job *list) {
  long most = 0;
  for (const job *one = list; one; one = one->next) most++;
  job **rows = calloc((size_t)most + 1, sizeof *rows);
  for (job *first = list; first; first = first->next) {
    if (first->kind == JOB_ANSWERED) continue; // answered together with an earlier one
    long n = 0;
    const bound_study *of = rows ? find_bound_study(self, first->overrides) : NULL;
    char *config = strdup(first->overrides); // answered jobs stay in the list
    for (job *one = first; one; one = one->next) {
      if (one->kind == JOB_ANSWERED || !config || strcmp(one->overrides, config) != 0) continue;
      if (of)
        check_job(of, one, rows, &n);
      else
        job_answer_error(one, 400, "InvalidInput", "config: %s", rows ? chatter_error() : "out of memory");
    }
    if (first->kind != JOB_ANSWERED && n == 0) job_answer_error(first, 500, "InternalError", "out of memory");
    free(config);
    if (n > 0) evaluate_in_launches(of, rows, n);
    self->rows += n;
    self->launches += n > 0;
  }
  free(rows);
}
