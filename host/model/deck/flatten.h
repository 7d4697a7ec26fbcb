// Decks of parts and instances, and local systems of nodes, written as flat cards, which is what the rest of
// the import and ccx know. Names and numbers of an instance become INSTANCE.NAME and numbers of their own.
#ifndef CHATTER_MODEL_DECK_FLATTEN_H
#define CHATTER_MODEL_DECK_FLATTEN_H

#include "base/status.h"
#include "model/deck/deck.h"

// Writes a deck of parts, an assembly and instances, or with *SYSTEM cards, as flat cards: what an instance
// has is called INSTANCE.NAME, and its numbers follow those of the instances before it.
chatter_status deck_flatten(deck *self);

#endif
