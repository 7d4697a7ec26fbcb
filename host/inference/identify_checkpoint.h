// Checkpoint of an identification: one file beside the parts of its run, replaced atomically. Fit
// and chain continue from it with the same bits (random numbers depend on step and walker).
#ifndef CHATTER_INFERENCE_IDENTIFY_CHECKPOINT_H
#define CHATTER_INFERENCE_IDENTIFY_CHECKPOINT_H

#include "inference/least_squares.h"
#include "inference/stretch.h"

typedef struct identify_checkpoint {
  const char *folder;
  char reduced[65]; // hash of the reduced model at the median parameters
  fit *found;
  stretch_chain *chain;
  int is_sampling;  // 1: the fit is done and the walkers are placed
  double evaluated; // curves so far
  // of this session
  double every, last, cost; // s between two files, time of the last one, s to write it
  int is_there;             // 1: there is a file, perhaps of an earlier session
} identify_checkpoint;

// Opens the checkpoint of this folder and finds whether there is a file.
void identify_checkpoint_open(identify_checkpoint *self, const char *folder, double every);
// Reads the file, if there is one, into fit and chain, which were made for the same study. Refuses
// a file of another reduced model, and a damaged one.
chatter_status identify_checkpoint_read(identify_checkpoint *self);
chatter_status identify_checkpoint_write(identify_checkpoint *self);
// Writes it if `every` seconds have passed, and so rarely that it takes at most a twentieth of the
// time.
chatter_status identify_checkpoint_write_due(identify_checkpoint *self);

#endif
