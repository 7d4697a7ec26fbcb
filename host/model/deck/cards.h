// Table of every card that a deck may have, with its treatment: imported, ignored because it does
// not affect the matrices, ignored with a warning because physics is lost, or refused. A test
// compares the table with ccx.
#ifndef CHATTER_MODEL_DECK_CARDS_H
#define CHATTER_MODEL_DECK_CARDS_H

#include "base/status.h"
#include "model/deck/deck.h"

// Treatments of a card, in this order: it enters the matrices; it is ignored; it is ignored and not
// passed to ccx, which does not know it; it is ignored with a warning; the deck is refused.
typedef enum {
  CARD_UNKNOWN,
  CARD_IMPORTED,
  CARD_HARMLESS,
  CARD_DROPPED,
  CARD_WARNED,
  CARD_REFUSED
} card_treatment;
card_treatment deck_find_treatment(const char *name,
                                   const char **reason); // *reason: of the last two treatments

// Refuses what cannot be imported and warns of what is left out, with its line.
chatter_status deck_check_cards(const deck *self);

#endif
