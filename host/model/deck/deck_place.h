// Placement of the nodes of a local system (*SYSTEM) or of an instance.
#ifndef CHATTER_MODEL_DECK_DECK_PLACE_H
#define CHATTER_MODEL_DECK_DECK_PLACE_H

#include "base/status.h"
#include "model/deck/deck.h"

// Placement: x becomes turn · x + shift.
typedef struct deck_place {
  double turn[3][3], shift[3];
} deck_place;
extern const deck_place deck_place_at_origin;

// Reads the placement by a *SYSTEM card, and by the data lines of an *INSTANCE card.
chatter_status deck_read_system(const deck *self, const deck_card *card, deck_place *out);
chatter_status deck_read_instance(const deck *self, const deck_card *card, deck_place *out);
void deck_place_point(const deck_place *place, const double x[3], double out[3]);

#endif
