// Where an identification stands, on disk: one file beside the parts of its run, replaced atomically, from
// which the fit and the chain go on to the same bits (the random numbers belong to step and walker).
#ifndef CHATTER_INFERENCE_IDENTIFY_CHECKPOINT_H
#define CHATTER_INFERENCE_IDENTIFY_CHECKPOINT_H

#include "inference/least_squares.h"
#include "inference/stretch.h"

typedef struct identify_checkpoint {
  const char *folder;
  char reduced[65]; // hash of the reduced model in the middle of what is sought
  fit *found;
  stretch_chain *chain;
  int is_sampling;  // 1: the fit is done and the walkers are placed
  double evaluated; // curves so far
  // of this session
  double every, last, cost; // s between two files, when the last one was done, what it took
  int is_there;             // 1: there is a file, perhaps of an earlier session
} identify_checkpoint;

// Of this folder; says whether there is a file.
void identify_checkpoint_open(identify_checkpoint *self, const char *folder, double every);
// Reads the file, where there is one, into fit and chain, which were made for the same study. Refuses what
// belongs to another reduced model, and what is damaged.
chatter_status identify_checkpoint_read(identify_checkpoint *self);
chatter_status identify_checkpoint_write(identify_checkpoint *self);
// Writes it when `every` seconds are over, so that it takes a twentieth of the time at most.
chatter_status identify_checkpoint_write_due(identify_checkpoint *self);

#endif
