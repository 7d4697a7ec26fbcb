// The quantities of a study of stability.
#ifndef CHATTER_ENGINES_STABILITY_QUANTITIES_H
#define CHATTER_ENGINES_STABILITY_QUANTITIES_H

#include "study/study_kind.h"

typedef enum {
  STABILITY_STATE,    // a row of the state
  STABILITY_INDEXED,  // one of the eigenvalues
  STABILITY_LIST,     // all eigenvalues
  STABILITY_RESPONSE, // response of a node
} stability_what;

typedef struct stability_quantity {
  study_quantity is;
  stability_what what;
  int row; // STATE: state row; INDEXED, LIST: 0 growth, 1 frequency; RESPONSE: times |s|^row
} stability_quantity;
extern const stability_quantity stability_quantities[]; // the last one is empty
// Returns the quantity of an output; NULL: none of this kind of study.
const stability_quantity *stability_quantity_of(const output_config *output);

#endif
