// Answers and frees a job.
#include "serve/serve_job.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/printable.h"

void job_release(job *self) {
  free(self->overrides);
  free(self->input);
  free(self->answer);
  self->overrides = self->answer = NULL, self->input = NULL;
}

static void finish(job *self, int code, json_t *object) {
  self->kind = JOB_ANSWERED;
  self->code = code;
  free(self->answer);
  self->answer = object ? json_dumps(object, JSON_COMPACT | JSON_REAL_PRECISION(17)) : NULL;
  json_decref(object);
}

void job_answer_error(job *self, int code, const char *type, const char *format, ...) {
  char raw[2048], text[2 * sizeof raw];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(raw, sizeof raw, format, arguments);
  va_end(arguments);
  finish(
      self, code,
      json_pack("{s:{s:s, s:s}}", "error", "type", type, "message", text_printable(raw, text, sizeof text)));
}

void job_answer(job *self, json_t *object) {
  finish(self, 200, object);
}
