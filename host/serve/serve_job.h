// A request: read by protocol.c, answered there or by launch.c, sent by serve.c.
#ifndef CHATTER_SERVE_SERVE_JOB_H
#define CHATTER_SERVE_SERVE_JOB_H

#include <jansson.h>
#include <stddef.h>

typedef enum { JOB_ANSWERED, JOB_INPUT_SIZES, JOB_OUTPUT_SIZES, JOB_EVALUATE } job_kind;

typedef struct job {
  job_kind kind;
  char *overrides; // of `config`, "path=value" one a line, sorted by path; "": none
  int n_inputs;
  double *input; // [n_inputs]
  int code;      // HTTP status
  char *answer;  // JSON
  void *waiting; // the waiting connection
  struct job *next;
} job;

void job_release(job *self); // frees its members
// Answers {"error": {"type": ..., "message": ...}}, printf style.
void job_answer_error(job *self, int code, const char *type, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void job_answer(job *self, json_t *object); // with code 200; takes ownership of the object

#endif
