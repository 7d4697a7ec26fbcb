// A deck in the cards that ccx knows: names of supports, equations of node sets, couplings.
#ifndef CHATTER_MODEL_DECK_REWRITE_H
#define CHATTER_MODEL_DECK_REWRITE_H

#include "base/status.h"
#include "model/deck/deck.h"
#include "model/model.h"

// Writes the cards that ccx does not know in its own: names of supports (ENCASTRE, XSYMM, ...), equations of
// node sets, and distributing couplings, which become equations of their nodes. Supports in the first step
// that *RETAINED NODAL DOFS keeps are let go.
chatter_status deck_rewrite_for_ccx(deck *self, const model *m);

#endif
