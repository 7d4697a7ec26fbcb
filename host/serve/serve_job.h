// One request on its way: read by protocol.c, answered there or by launch.c, sent by serve.c.
#ifndef CHATTER_SERVE_SERVE_JOB_H
#define CHATTER_SERVE_SERVE_JOB_H

#include <jansson.h>
#include <stddef.h>

typedef enum { JOB_ANSWERED, JOB_INPUT_SIZES, JOB_OUTPUT_SIZES, JOB_EVALUATE } job_kind;

typedef struct job {
  job_kind kind;
  char *overrides; // of `config`, "path=value" one a line, in the order of paths; "" where there are none
  int n_inputs;
  double *input; // [n_inputs]
  int code;      // HTTP
  char *answer;  // JSON
  void *waiting; // whoever waits for the answer
  struct job *next;
} job;

void job_release(job *self); // what it points to
// The answer {"error": {"type": ..., "message": ...}}; printf style.
void job_answer_error(job *self, int code, const char *type, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void job_answer(job *self, json_t *object); // 200; takes the object over

#endif
