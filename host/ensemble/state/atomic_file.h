// A file that is there whole or not at all: written beside, flushed to disk, renamed.
#ifndef CHATTER_ENSEMBLE_ATOMIC_FILE_H
#define CHATTER_ENSEMBLE_ATOMIC_FILE_H

#include "base/status.h"

typedef struct atomic_piece {
  const void *data;
  size_t size;
} atomic_piece;

// SHA-256 of the pieces one after the other, for the end of a file that tells whether it is damaged.
void atomic_pieces_hash(int n, const atomic_piece *piece, char hex[65]);
// The pieces one after the other. An existing file is replaced.
chatter_status atomic_file_write(const char *path, int n, const atomic_piece *piece);

#endif
