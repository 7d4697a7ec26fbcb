// States of the steps of a deck that change the stiffness: prestress and temperatures. The matrices
// are those of the unloaded body at the initial temperature, so such decks are refused unless the
// study accepts that (model.ignore: prestress).
#ifndef CHATTER_MODEL_DECK_DECK_PRESTRESS_H
#define CHATTER_MODEL_DECK_DECK_PRESTRESS_H

#include "base/status.h"
#include "model/deck/deck.h"
#include "model/model.h"

// Refuses what the steps bring about and the matrices lack: prestress, constants at a temperature
// other than the initial one. ignored: 1 warns instead. To be called when nodes and sets are known.
chatter_status deck_check_prestress(const deck *self, const model *m, int ignored);

#endif
