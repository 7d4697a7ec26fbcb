// MANIFEST of a run in progress: closed part files with their hashes and trajectories. Each line is
// written with one write and flushed to disk; an unlisted part is ignored.
//    chatter-parts 1
//    part-000000.h5 SHA256 COUNT FIRST LAST
//    replaces     begun with --force over an existing file, which may be replaced at the end
//    finishing    the complete file is about to be renamed to its name
//    finished     it was renamed; the files here are being removed
#ifndef CHATTER_RESULTS_MANIFEST_H
#define CHATTER_RESULTS_MANIFEST_H

#include "base/memory.h"
#include "base/status.h"

typedef struct manifest_part {
  char name[32], sha256[65];
  long count, first, last; // trajectories: number, lowest and highest
} manifest_part;

typedef struct manifest {
  char *folder;
  int file; // open for appending, locked against other runs; -1: read only
  int replaces, finishing, finished;
  int n_parts, capacity;
  manifest_part *parts;
} manifest;

// Reads FOLDER/MANIFEST without locking it.
chatter_status manifest_read(const char *folder, manifest *out);
// Opens FOLDER/MANIFEST for appending, a new one if there is none or if `anew`. Refuses it while
// another run writes there. A line cut short by a kill is removed.
chatter_status manifest_open(const char *folder, int anew, manifest *out);
chatter_status manifest_append_part(manifest *self, const manifest_part *part);
chatter_status manifest_note_replaces(manifest *self);
chatter_status manifest_note_finishing(manifest *self);
chatter_status manifest_note_finished(manifest *self);
int manifest_is_locked(const char *folder); // 1: another run writes there
chatter_status manifest_raise_locked(const char *folder);
// Compares each listed part file with its hash.
chatter_status manifest_verify(const manifest *self);
void manifest_close(manifest *self);

#endif
