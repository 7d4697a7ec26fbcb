// Rewrites decks of parts and instances, and local systems of nodes, as flat cards. The rest of the
// import and ccx know only these. Names of an instance become INSTANCE.NAME; its numbers are
// shifted.
#ifndef CHATTER_MODEL_DECK_FLATTEN_H
#define CHATTER_MODEL_DECK_FLATTEN_H

#include "base/status.h"
#include "model/deck/deck.h"

// Rewrites a deck of parts, an assembly and instances, or with *SYSTEM cards, as flat cards.
// Numbers of an instance follow those of the instances before it.
chatter_status deck_flatten(deck *self);

#endif
