// Where a running batch stands, on disk: the step, and what batch/batch_column.h keeps of every trajectory
// whose results are not in a part yet. One file per batch in the run's .parts folder, replaced atomically; it
// goes when the batch's last part is closed.
#ifndef CHATTER_ENSEMBLE_CHECKPOINT_H
#define CHATTER_ENSEMBLE_CHECKPOINT_H

#include "ensemble/batch/batch_job.h"

// What must be the same for a continuation to the same bits. Texts are compared by name.
typedef struct run_identity {
  char study[65];  // SHA-256 of the study's text
  char values[65]; // SHA-256 of --set texts, of all samples and of files of values
  char shard[32];  // "1/1"
  char team[16], precision[16], state[8], version[32];
} run_identity;

// Refuses with CHATTER_IO, naming what differs between `path`'s run and this one.
chatter_status run_identity_compare(const run_identity *self, const run_identity *found, const char *path);

// FOLDER/run: the identity alone, so that a resume is refused before anything is computed. Read gives
// *found = 0 when there is none.
chatter_status run_identity_write(const run_identity *self, const char *folder);
chatter_status run_identity_read(const char *folder, run_identity *out, int *found);

// Seconds from one checkpoint to the next: as asked for, but so that they never take more than about a
// twentieth of the time, when one takes `cost` seconds.
double checkpoint_pause(double every, double cost);
// The batch must have been fetched. The file is named after the batch's number.
chatter_status checkpoint_write(const char *folder, const run_identity *identity, batch_job *job);
chatter_status checkpoint_remove(const char *folder, const batch_job *job);

// A checkpoint read back, not yet joined to a batch.
typedef struct checkpoint {
  char path[1024];
  run_identity identity;
  char reduced[65]; // hash of the reduced model
  char kernel[32];  // its name
  int dim[KERNEL_MAX_DIMS];
  double step, heading;
  long number, n;
  long *trajectory; // [n]
  size_t *place;    // [n] where each begins in `bytes`,
  size_t *size;     // [n] and how long it is
  unsigned char *bytes;
} checkpoint;

// All checkpoints of a folder, by name. A file cut short or altered is refused (its content is hashed).
chatter_status checkpoint_read_all(const char *folder, const run_identity *identity, int *n,
                                   checkpoint **out);
// Forgets the trajectories that are done, done[trajectory], as a part holds them: a kill came between the
// two.
void checkpoint_leave_out(checkpoint *self, long n_total, const unsigned char *done);
void checkpoint_destroy(checkpoint *self);
void checkpoint_destroy_all(int n, checkpoint *all);
// Puts the checkpoint into a batch created for its trajectories; refuses another reduced model by name.
chatter_status checkpoint_restore(const checkpoint *self, batch_job *job);

#endif
