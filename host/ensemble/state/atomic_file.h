// Writes a file completely or not at all: beside the old one, flushed to disk, renamed.
#ifndef CHATTER_ENSEMBLE_ATOMIC_FILE_H
#define CHATTER_ENSEMBLE_ATOMIC_FILE_H

#include "base/status.h"

typedef struct atomic_piece {
  const void *data;
  size_t size;
} atomic_piece;

// Computes SHA-256 of consecutive pieces, which stands at the end of a file to detect damage.
void atomic_pieces_hash(int n, const atomic_piece *piece, char hex[65]);
// Writes consecutive pieces. An existing file is replaced.
chatter_status atomic_file_write(const char *path, int n, const atomic_piece *piece);

#endif
