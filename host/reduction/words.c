#include "reduction/words.h"

#include <stdio.h>

const char *reduction_place(const study *s, const char *dotted_path) {
  (void)s;
  return dotted_path;
}

void reduction_direction_text(const double along[3], char *text, size_t size) {
  for (int d = 0; d < 3; d++)
    if (along[d] == 1 || along[d] == -1) {
      snprintf(text, size, "%s%c", along[d] < 0 ? "-" : "", "xyz"[d]);
      return;
    }
  snprintf(text, size, "(%.6g,%.6g,%.6g)", along[0], along[1], along[2]);
}
