// Joins the recovery bases of two bodies; each mode belongs to one body.
#ifndef CHATTER_REDUCTION_RECOVERY_RECOVERY_JOIN_H
#define CHATTER_REDUCTION_RECOVERY_RECOVERY_JOIN_H

#include "base/memory.h"
#include "base/status.h"
#include "reduction/recovery/recovery.h"

typedef struct recovery_body {
  const char *name;     // of the set of all its nodes; its own sets become NAME.SET
  const recovery *from; // with a boundary that has mass
  int n_modes;
  double cosine, sine; // rotation about z
  double shift[2];     // m, after the rotation
} recovery_body;

// Joins nodes, elements and modes, those of the first body before those of the second. The first
// moves as a whole.
chatter_status recovery_join(const recovery_body body[2], arena *memory, recovery **out);

#endif
