// A study as a model on the network: UM-Bridge 1.0, JSON over HTTP.
#ifndef CHATTER_SERVE_SERVE_H
#define CHATTER_SERVE_SERVE_H

#include "base/status.h"
#include "chatter/chatter.h"

typedef struct serve_options {
  const char *study_path, *name; // the model is named after the study
  chatter_options evaluation;    // device, overrides ...
  const char *address;           // "127.0.0.1"
  long port;                     // 0: any free port
  int quiet;                     // 1: only warnings and errors
} serve_options;

// Serves until a signal asks to stop (base/stop.h), then returns CHATTER_OK. Requests that arrive
// during a launch share the next one. CHATTER_USAGE: built without libmicrohttpd, or an invalid
// address; CHATTER_IO: the port is in use.
chatter_status serve_run(const serve_options *options);

#endif
