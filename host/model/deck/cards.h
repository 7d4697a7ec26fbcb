// Every card a deck may have, and what becomes of it: into the matrices, passed over as no business of
// theirs, passed over with a warning because physics is lost, or refused. A test holds the table against ccx.
#ifndef CHATTER_MODEL_DECK_CARDS_H
#define CHATTER_MODEL_DECK_CARDS_H

#include "base/status.h"
#include "model/deck/deck.h"

// What becomes of a card: into the matrices, no business of theirs, as before and unknown to ccx, lost and
// told so, or the deck is refused.
typedef enum {
  CARD_UNKNOWN,
  CARD_IMPORTED,
  CARD_HARMLESS,
  CARD_DROPPED,
  CARD_WARNED,
  CARD_REFUSED
} card_treatment;
card_treatment deck_find_treatment(const char *name, const char **reason); // *reason of the last two

// Refuses what cannot be imported and warns of what is left out, with its line.
chatter_status deck_check_cards(const deck *self);

#endif
