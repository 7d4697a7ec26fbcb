// The numbers of a study that an ensemble can vary: found by path, read, checked, set.
#ifndef CHATTER_STUDY_FILE_SCALAR_H
#define CHATTER_STUDY_FILE_SCALAR_H

#include <stddef.h>

#include "base/status.h"
#include "study/sections.h"
#include "study/study.h"

// A scalar of the study, resolved once from its dotted path or alias ("excitation.frequency",
// "contact.1.gap", "model.springs.2"); lists of one entry need no index.
typedef struct study_scalar {
  char path[STUDY_PATH]; // canonical
  char unit[16];
  size_t offset; // of the double: in struct study, or sizeof(study) + its offset in the block
  double minimum, maximum;
  int whole;      // 1: whole numbers only
  int input;      // 1 + index of the input whose first path it is, if that has several; 0: none
  int structural; // 1: changes the reduced model (model.*, reduction.* except modal damping, nodes)
} study_scalar;
chatter_status study_find_scalar(const study *self, const char *path_or_alias, const char *place,
                                 study_scalar *out);
double study_scalar_value(const study *self, const study_scalar *scalar);
int study_scalar_fits(const study_scalar *scalar,
                      double value); // 1: finite, in range, whole if required

// Raises if the value does not fit, with "place: " in front unless place is NULL.
chatter_status study_scalar_check(const study_scalar *scalar, const char *place, double value);

// Checks and writes the value.
chatter_status study_scalar_set(study *self, const study_scalar *scalar, double value);

#endif
