// The model itself in the canonical form, method none: its coordinates x are those with mass, scaled to unit
// mass, p = M_ii^1/2 x_i, and its "modes" are not modes: their stiffness A is sparse. What has no mass, the
// coordinates c of the contacts and others without any, follows statically,
//   x_c = K_cc⁻¹ (f_c + B_c λ - K_ci x_i)
// so that  A = M^-1/2 (K_ii - K_ic K_cc⁻¹ K_ci) M^-1/2,  F = B_cᵀ K_cc⁻¹ B_c,  Φ_b = -B_cᵀ K_cc⁻¹ K_ci
// M^-1/2. The masses of c are passed on to what they follow, in the shares of -K_cc⁻¹ K_ci along each axis,
// as the mass redistribution method does (Khenous, Laborde, Renard 2008; there by moments of inertia): the
// body keeps its mass, and falls under gravity as it should. The coordinates that K_ci reaches come first:
// Φ_b is zero beyond n_near of them.
#ifndef CHATTER_REDUCTION_UNREDUCED_H
#define CHATTER_REDUCTION_UNREDUCED_H

#include "base/status.h"
#include "model/model.h"
#include "reduction/interface/interface.h"
#include "reduction/reduced.h"
#include "reduction/store/reduction_input.h"

// Method none: the model itself, which has no basis. Sets up all but the recovery.
chatter_status unreduced_make(const reduction_input *in, const model *m, const interface *f,
                              reduced_model *out);

// 2/ω_max of its two explicit schemes, without damping.
chatter_status unreduced_find_limits(reduced_model *self);

#endif
