// UM-Bridge 1.0: parses requests, and answers those that need no launch
// (https://um-bridge-benchmarks.readthedocs.io/en/docs/umbridge/protocol.html).
#ifndef CHATTER_SERVE_PROTOCOL_H
#define CHATTER_SERVE_PROTOCOL_H

#include "serve/serve_job.h"

enum { PROTOCOL_MOST_BYTES = 1 << 20 }; // largest request

typedef struct protocol {
  const char *name;        // of the model
  int n_inputs, n_outputs; // without a config
} protocol;

// Reads a complete request into `out`, which is then answered or has to be launched.
void protocol_read(const protocol *self, const char *method, const char *path, const char *body,
                   size_t length, job *out);

#endif
