// Rigid motions of a free body that cost energy, where they should not.
#ifndef CHATTER_REDUCTION_ALGEBRA_RIGID_MOTIONS_H
#define CHATTER_REDUCTION_ALGEBRA_RIGID_MOTIONS_H

#include "model/model.h"
#include "reduction/algebra/structure.h"

enum { MAX_RIGID_MOTIONS = 6 };

// frequency: [MAX_RIGID_MOTIONS] gets those of the elastic modes of a free body that are rigid motions of it,
// *n their number: 0 where nothing is wrong, or the body is held, has no coordinates, or fewer directions
// than three.
chatter_status rigid_find_costly(const model *m, const structure *free_body, int *n, double *frequency);
// "2 more cost energy: 22.4, 22.9 Hz where a free body has 0 ..." and what to take instead.
const char *rigid_costly_text(const model *m, int n, const double *frequency, char *text, size_t size);
// Warns of them.
chatter_status rigid_warn_costly(const model *m, const structure *free_body);

#endif
