// List of the compliant laws, one line and one #include each: laws whose force follows from
// displacement, velocity and internal states. Each is defined in its own header (law.h);
// compliant.h dispatches to them. Set-valued laws and the elastic element have solvers of their own
// in every engine.
#include "bouc_wen.h"
#include "cubic.h"
#include "dashpot.h"
#include "iwan.h"
#include "kelvin_voigt.h"
#include "polynomial.h"
#include "tanh_friction.h"

#ifndef CHATTER_KERNELS_LAWS_H
#define CHATTER_KERNELS_LAWS_H

#include "../portable.h"

// In the order of their numbers, which is that of words and tables. Further arguments are passed on
// to X.
#define LAWS(X, ...)                                                                                         \
  X(CUBIC, cubic, __VA_ARGS__)                                                                               \
  X(KELVIN_VOIGT, kelvin_voigt, __VA_ARGS__)                                                                 \
  X(POLYNOMIAL, polynomial, __VA_ARGS__)                                                                     \
  X(DASHPOT, dashpot, __VA_ARGS__)                                                                           \
  X(TANH_FRICTION, tanh_friction, __VA_ARGS__)                                                               \
  X(BOUC_WEN, bouc_wen, __VA_ARGS__)                                                                         \
  X(IWAN, iwan, __VA_ARGS__)

#define LAW_NUMBER_LINE(NAME, name, none) LAW_##NAME,
typedef enum {
  LAW_UNILATERAL,         // normal only
  LAW_FRICTION,           // normal and Coulomb friction
  LAW_COULOMB,            // Coulomb friction under a constant normal load
  LAW_ELASTIC,            // Coulomb slider behind a spring; normal: spring or load
  LAWS(LAW_NUMBER_LINE, ) // the compliant laws
  LAW_SPRING              // in files only: an elastic element with a gap and a normal stiffness
} contact_law;
#undef LAW_NUMBER_LINE

// Returns 1 for a law of the list.
#define law_is_compliant(law) ((law) > LAW_ELASTIC && (law) < LAW_SPRING)

// Returns, from the enclosing function, the result of the law's function of this name; does nothing
// for other laws.
#define LAW_CALL_LINE(NAME, name, function, arguments)                                                       \
  case LAW_##NAME:                                                                                           \
    return law_##name##_##function arguments;
#define LAW_CALL(law, function, arguments)                                                                   \
  switch (law) { LAWS(LAW_CALL_LINE, function, arguments) }

// law_row_acted_on returns the row on which a law acts, law_force_arguments the further arguments
// of its force (LAW_HAS_..., law.h).
KERNEL_INDEX int law_row_acted_on(int law) {
  LAW_CALL(law, along, )
  return LAW_NORMAL;
}
KERNEL_INDEX int law_force_arguments(int law) {
  LAW_CALL(law, needs, )
  return 0;
}

#endif
