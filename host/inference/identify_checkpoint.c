// Writes and reads checkpoints of an identification.
#include "inference/identify_checkpoint.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/stop.h"
#include "base/text.h"
#include "ensemble/state/atomic_file.h"
#include "ensemble/state/checkpoint.h"

static const char file_magic[8] = "identif1";

typedef struct checkpoint_header {
  char magic[8], reduced[65];
  int is_sampling, best, agreeing, iterations, half, is_known;
  long step, accepted;
  double evaluated;
} checkpoint_header; // followed by the pieces and the hash

enum { N_PIECES = 10 };

// An array of the state of fit or chain.
typedef struct checkpoint_piece {
  void *data;
  size_t size;
} checkpoint_piece;

static int list_pieces(const identify_checkpoint *self, long step, checkpoint_piece out[N_PIECES]) {
  const fit *f = self->found;
  const stretch_chain *c = self->chain;
  const size_t d = (size_t)c->d, w = (size_t)c->walkers, n = (size_t)f->n_starts, word = sizeof(double);
  const size_t kept = step > c->warmup ? (size_t)(step - c->warmup) : 0;
  const checkpoint_piece all[N_PIECES] = {
      {f->z, n * d * word},
      {f->likelihood, n * word},
      {f->r, n * (size_t)f->target->m * word},
      {f->damping, n * word},
      {f->is_done, n},
      {f->factor, d * d * word},
      {c->z, w * d * word},
      {c->density, w * word},
      {c->kept, kept * w * d * word},
      {c->kept_density, kept * w * word},
  };
  memcpy(out, all, sizeof all);
  return N_PIECES;
}

static void name_file(const identify_checkpoint *self, char *path, size_t size) {
  snprintf(path, size, "%s/identification", self->folder);
}

chatter_status identify_checkpoint_write(identify_checkpoint *self) {
  const double start = clock_seconds();
  char path[4200], hex[65];
  atomic_piece piece[N_PIECES + 2];
  checkpoint_piece own[N_PIECES];
  checkpoint_header head;
  memset(&head, 0, sizeof head); // padding is hashed too
  memcpy(head.magic, file_magic, sizeof file_magic);
  memcpy(head.reduced, self->reduced, sizeof head.reduced);
  head.is_sampling = self->is_sampling, head.best = self->found->best;
  head.agreeing = self->found->agreeing, head.iterations = self->found->iterations;
  head.half = self->chain->half, head.is_known = self->chain->is_known;
  head.step = self->chain->step, head.accepted = self->chain->accepted;
  head.evaluated = self->evaluated;
  piece[0] = (atomic_piece){&head, sizeof head};
  const int pieces = list_pieces(self, head.step, own), n = 1 + pieces;
  for (int i = 0; i < pieces; i++) piece[1 + i] = (atomic_piece){own[i].data, own[i].size};
  atomic_pieces_hash(n, piece, hex);
  piece[n] = (atomic_piece){hex, 64};
  name_file(self, path, sizeof path);
  TRY(atomic_file_write(path, n + 1, piece));
  self->is_there = 1;
  self->last = clock_seconds();
  self->cost = self->last - start;
  return CHATTER_OK;
}

chatter_status identify_checkpoint_write_due(identify_checkpoint *self) {
  const double due = self->last + checkpoint_pause(self->every, self->cost);
  return clock_seconds() >= due ? identify_checkpoint_write(self) : CHATTER_OK;
}

static chatter_status raise_damaged(const char *path) {
  return error_raise(CHATTER_IO, "%s: is damaged, or of another version of chatter; --force starts anew",
                     path);
}

// Unpacks the bytes of a file, which end with their hash.
static chatter_status unpack_pieces(identify_checkpoint *self, const char *path, const char *bytes,
                                    size_t length) {
  checkpoint_header head;
  char hex[65];
  checkpoint_piece piece[N_PIECES];
  if (length < sizeof head + 64) return raise_damaged(path);
  memcpy(&head, bytes, sizeof head);
  atomic_pieces_hash(1, &(atomic_piece){bytes, length - 64}, hex);
  if (memcmp(head.magic, file_magic, sizeof file_magic) != 0 || memcmp(hex, bytes + length - 64, 64) != 0)
    return raise_damaged(path);
  const int n = list_pieces(self, head.step, piece);
  size_t size = sizeof head + 64;
  for (int i = 0; i < n; i++) size += piece[i].size;
  if (size != length || head.step > self->chain->warmup + self->chain->room) return raise_damaged(path);
  if (memcmp(head.reduced, self->reduced, sizeof head.reduced) != 0)
    return error_raise(
        CHATTER_IO,
        "%s: cannot be resumed: the reduced model differs (%.16s there, %.16s now); --force starts anew",
        path, head.reduced, self->reduced);
  bytes += sizeof head;
  for (int i = 0; i < n; bytes += piece[i++].size) memcpy(piece[i].data, bytes, piece[i].size);
  self->is_sampling = head.is_sampling, self->evaluated = head.evaluated;
  self->found->best = head.best, self->found->agreeing = head.agreeing;
  self->found->iterations = head.iterations;
  self->chain->half = head.half, self->chain->is_known = head.is_known;
  self->chain->step = head.step, self->chain->accepted = head.accepted;
  return CHATTER_OK;
}

void identify_checkpoint_open(identify_checkpoint *self, const char *folder, double every) {
  char path[4200];
  *self = (identify_checkpoint){.folder = folder, .every = every, .last = clock_seconds()};
  name_file(self, path, sizeof path);
  self->is_there = access(path, F_OK) == 0;
}

chatter_status identify_checkpoint_read(identify_checkpoint *self) {
  char path[4200], *bytes = NULL;
  size_t length;
  if (!self->is_there) return CHATTER_OK;
  name_file(self, path, sizeof path);
  TRY(text_read_file(path, CHATTER_IO, &bytes, &length));
  const chatter_status status = unpack_pieces(self, path, bytes, length);
  free(bytes);
  return status;
}
