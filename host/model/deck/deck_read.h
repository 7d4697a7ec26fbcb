// Reads the files of a deck with their includes, notes them as inputs, hashes them.
#ifndef CHATTER_MODEL_DECK_DECK_READ_H
#define CHATTER_MODEL_DECK_DECK_READ_H

#include <stddef.h>

#include "base/sha256.h"
#include "base/status.h"
#include "model/deck/deck.h"

// Reads a deck. place: of the deck's name in the study, for the message "cannot be read".
chatter_status deck_read(const char *path, const char *place, deck *out);

// Does the same from memory (n bytes); includes are refused.
chatter_status deck_read_memory(const char *path, const char *bytes, size_t n, deck *out);
void deck_destroy(deck *self);
void deck_note_inputs(const deck *self);        // all its files, see base/inputs.h
void deck_hash(const deck *self, sha256 *hash); // the bytes of all files, in reading order

#endif
