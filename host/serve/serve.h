// A study as a model on the network: UM-Bridge 1.0, JSON over HTTP.
#ifndef CHATTER_SERVE_SERVE_H
#define CHATTER_SERVE_SERVE_H

#include "base/status.h"
#include "chatter/chatter.h"

typedef struct serve_options {
  const char *study_path, *name; // the model's name is the study's
  chatter_options evaluation;    // device, overrides ...
  const char *address;           // "127.0.0.1"
  long port;                     // 0: a free one
  int quiet;                     // 1: only warnings and errors
} serve_options;

// Serves until a signal asks for an end (base/stop.h): CHATTER_OK then. What waits while a launch runs
// becomes one launch. CHATTER_USAGE: the program was built without libmicrohttpd, or the address is none;
// CHATTER_IO: the port is taken.
chatter_status serve_run(const serve_options *options);

#endif
