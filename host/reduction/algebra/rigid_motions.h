// Rigid motions of a free body that wrongly cost energy.
#ifndef CHATTER_REDUCTION_ALGEBRA_RIGID_MOTIONS_H
#define CHATTER_REDUCTION_ALGEBRA_RIGID_MOTIONS_H

#include "model/model.h"
#include "reduction/algebra/structure.h"

enum { MAX_RIGID_MOTIONS = 6 };

// frequency: [MAX_RIGID_MOTIONS], Hz, of the elastic modes of a free body that are rigid motions of
// it; *n: their number. 0 if there are none, or if the body is held, has no coordinates or fewer
// than three directions.
chatter_status rigid_find_costly(const model *m, const structure *free_body, int *n, double *frequency);
// Makes the text "2 more cost energy: 22.4, 22.9 Hz where a free body has 0 ..." with the advice of
// another element type.
const char *rigid_costly_text(const model *m, int n, const double *frequency, char *text, size_t size);
// Warns of such motions.
chatter_status rigid_warn_costly(const model *m, const structure *free_body);

#endif
