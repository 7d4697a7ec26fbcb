// States that the steps of a deck bring about, loads and temperatures, and that change the stiffness:
// prestress and constants at another temperature. The matrices are those of the body without load at the
// initial temperature, so such decks are refused where the study does not accept that (model.ignore:
// prestress).
#ifndef CHATTER_MODEL_DECK_DECK_PRESTRESS_H
#define CHATTER_MODEL_DECK_DECK_PRESTRESS_H

#include "base/status.h"
#include "model/deck/deck.h"
#include "model/model.h"

// Refuses what steps of the deck bring about and the matrices lack: prestress, constants at another
// temperature than the initial one; `ignored`: warns of it instead. To be called with nodes and sets known.
chatter_status deck_check_prestress(const deck *self, const model *m, int ignored);

#endif
