// Two bodies, each with its recovery basis, as one whose modes nothing joins.
#ifndef CHATTER_REDUCTION_RECOVERY_RECOVERY_JOIN_H
#define CHATTER_REDUCTION_RECOVERY_RECOVERY_JOIN_H

#include "base/memory.h"
#include "base/status.h"
#include "reduction/recovery/recovery.h"

typedef struct recovery_body {
  const char *name;     // of the set of all its nodes; its own sets are then called NAME.SET
  const recovery *from; // of a boundary with mass
  int n_modes;
  double cosine, sine; // turned about z
  double shift[2];     // then moved, m
} recovery_body;

// Nodes, elements and modes of the first body before those of the second; the first moves as a whole.
chatter_status recovery_join(const recovery_body body[2], arena *memory, recovery **out);

#endif
