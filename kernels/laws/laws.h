// The contact laws, a line each. The set-valued ones and the elastic element have solvers of their own in
// every engine; the others are asked for their force (respond.h), and all that is known of them stands in
// their headers.
#include "bouc_wen.h"
#include "cubic.h"
#include "dashpot.h"
#include "iwan.h"
#include "kelvin_voigt.h"
#include "polynomial.h"
#include "tanh_friction.h"

#ifndef CHATTER_KERNELS_LAWS_H
#define CHATTER_KERNELS_LAWS_H

#include "../index.h"

// In the order of their numbers; what a study's file calls them.
#define LAWS(X)                                                                                              \
  X(CUBIC, cubic)                                                                                            \
  X(KELVIN_VOIGT, kelvin_voigt)                                                                              \
  X(POLYNOMIAL, polynomial)                                                                                  \
  X(DASHPOT, dashpot)                                                                                        \
  X(TANH_FRICTION, tanh_friction)                                                                            \
  X(BOUC_WEN, bouc_wen)                                                                                      \
  X(IWAN, iwan)

#define LAW_LINE(NAME, name) LAW_##NAME,
typedef enum {
  LAW_UNILATERAL, // normal only
  LAW_FRICTION,   // normal and Coulomb friction
  LAW_COULOMB,    // Coulomb friction under a constant normal load
  LAW_ELASTIC,    // Coulomb slider behind a spring, under a spring or a constant load along the normal
  LAWS(LAW_LINE)  // …
  LAW_SPRING      // in files alone: an elastic element of a gap and a normal stiffness
} contact_law;
#undef LAW_LINE

// 1: a law of the list.
#define law_responds(law) ((law) > LAW_ELASTIC && (law) < LAW_SPRING)

// The row on which a law acts, and what its force depends on besides the displacement (law.h).
#define LAW_LINE(NAME, name)                                                                                 \
  case LAW_##NAME:                                                                                           \
    return LAW_##NAME##_ALONG;
KERNEL_INDEX int law_along(int law) {
  switch (law) { LAWS(LAW_LINE) }
  return LAW_NORMAL;
}
#undef LAW_LINE
#define LAW_LINE(NAME, name)                                                                                 \
  case LAW_##NAME:                                                                                           \
    return LAW_##NAME##_NEEDS;
KERNEL_INDEX int law_needs(int law) {
  switch (law) { LAWS(LAW_LINE) }
  return 0;
}
#undef LAW_LINE

#endif
