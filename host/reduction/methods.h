// The reductions, one file each, which compute the basis that canonical.c projects on; the members
// of the table of reduce.c.
#ifndef CHATTER_REDUCTION_METHODS_H
#define CHATTER_REDUCTION_METHODS_H

#include "reduction/canonical.h"
#include "reduction/interface/interface.h"

// Each fills `out` except for memory, n and n_boundary, which the caller has set.
chatter_status method_modal(const reduction_input *in, const model *m, const interface *f,
                            canonical_basis *out);
chatter_status method_craig_bampton(const reduction_input *in, const model *m, const interface *f,
                                    canonical_basis *out);
chatter_status method_massless_craig_bampton(const reduction_input *in, const model *m, const interface *f,
                                             canonical_basis *out);
chatter_status method_macneal(const reduction_input *in, const model *m, const interface *f,
                              canonical_basis *out);
chatter_status method_rubin(const reduction_input *in, const model *m, const interface *f,
                            canonical_basis *out);

#endif
