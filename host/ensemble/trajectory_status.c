// Texts of trajectory statuses.
#include "ensemble/trajectory_status.h"

#include "kernels/batch.h"

static const char *const status_texts[] = {
#define X(name, text) text,
    TRAJECTORY_STATUS_LIST(X)
#undef X
};

const char *trajectory_status_text(int status) {
  return status >= 0 && status < N_TRAJECTORY_STATUS ? status_texts[status] : "unknown";
}

const char *trajectory_status_meanings(void) {
  return
#define X(name, text) " " text
      TRAJECTORY_STATUS_LIST(X)
#undef X
      + 1;
}
