// Writes files atomically.
#include "ensemble/state/atomic_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/durable.h"
#include "base/sha256.h"

void atomic_pieces_hash(int n, const atomic_piece *piece, char hex[65]) {
  sha256 hash;
  sha256_begin(&hash);
  for (int i = 0; i < n; i++) sha256_add(&hash, piece[i].data, piece[i].size);
  sha256_end(&hash, hex);
}

static chatter_status write_pieces(const char *temporary, int n, const atomic_piece *piece) {
  FILE *file = fopen(temporary, "wb");
  if (!file) return error_raise(CHATTER_IO, "%s: cannot be written: %s", temporary, strerror(errno));
  int failed = 0;
  for (int i = 0; i < n && !failed; i++)
    failed = fwrite(piece[i].data, 1, piece[i].size, file) != piece[i].size;
  failed |= fclose(file) != 0;
  if (!failed) return CHATTER_OK;
  chatter_status status = error_raise(CHATTER_IO, "%s: cannot be written: %s", temporary, strerror(errno));
  unlink(temporary);
  return status;
}

chatter_status atomic_file_write(const char *path, int n, const atomic_piece *piece) {
  char *temporary = durable_name(path, ".tmp", "");
  if (!temporary) return CHATTER_DEVICE;
  chatter_status status = write_pieces(temporary, n, piece);
  if (status == CHATTER_OK) status = durable_rename(temporary, path, 1);
  free(temporary);
  return status;
}
