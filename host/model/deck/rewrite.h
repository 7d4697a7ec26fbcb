// Rewrites a deck in the cards that ccx knows: names of supports, equations of node sets,
// couplings.
#ifndef CHATTER_MODEL_DECK_REWRITE_H
#define CHATTER_MODEL_DECK_REWRITE_H

#include "base/status.h"
#include "model/deck/deck.h"
#include "model/model.h"

// Replaces cards that ccx does not know: names of supports (ENCASTRE, XSYMM, ...), equations of
// node sets, and distributing couplings, which become equations of their nodes. Releases supports
// in the first step that *RETAINED NODAL DOFS keeps.
chatter_status deck_rewrite_for_ccx(deck *self, const model *m);

#endif
