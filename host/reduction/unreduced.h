// The model itself in the canonical form, method none. Its coordinates x are those with mass,
// scaled to unit mass, p = M_ii^1/2 x_i; their stiffness A is sparse, so the "modes" are not
// eigenmodes. Coordinates c without mass, among them those of the contacts, follow statically,
//   x_c = K_cc⁻¹ (f_c + B_c λ - K_ci x_i)
// so that
//   A = M^-1/2 (K_ii - K_ic K_cc⁻¹ K_ci) M^-1/2
//   F = B_cᵀ K_cc⁻¹ B_c
//   Φ_b = -B_cᵀ K_cc⁻¹ K_ci M^-1/2
// The masses of c are distributed to the coordinates that they follow, in the shares of -K_cc⁻¹
// K_ci along each axis, as in the mass redistribution method (Khenous et al. 2008, who use moments
// of inertia). The total mass is kept, so the body falls correctly under gravity. The coordinates
// that K_ci couples come first: Φ_b is zero beyond n_near of them.
#ifndef CHATTER_REDUCTION_UNREDUCED_H
#define CHATTER_REDUCTION_UNREDUCED_H

#include "base/status.h"
#include "model/model.h"
#include "reduction/interface/interface.h"
#include "reduction/reduced.h"
#include "reduction/store/reduction_input.h"

// Makes the model of method none, which has no basis, except for its recovery.
chatter_status unreduced_make(const reduction_input *in, const model *m, const interface *f,
                              reduced_model *out);

// Computes 2/ω_max of its two explicit schemes, without damping.
chatter_status unreduced_find_limits(reduced_model *self);

#endif
