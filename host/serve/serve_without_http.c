// Replaces serve.c in builds without libmicrohttpd.
#include "serve/serve.h"

chatter_status serve_run(const serve_options *options) {
  (void)options;
  return error_raise(
      CHATTER_USAGE,
      "this chatter was built without libmicrohttpd, which serves: install libmicrohttpd-dev and "
      "build it again");
}
