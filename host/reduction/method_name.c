#include "reduction/method_name.h"

#include "study/study.h"

static const char *const names[] = {
    [REDUCTION_CRAIG_BAMPTON] = "craig_bampton",
    [REDUCTION_MASSLESS_CRAIG_BAMPTON] = "massless_craig_bampton",
    [REDUCTION_MACNEAL] = "macneal",
    [REDUCTION_RUBIN] = "rubin",
    [REDUCTION_MODAL] = "modal",
    [REDUCTION_NONE] = "none",
};

const char *method_name(int method) {
  return names[method];
}

int method_is_massless(int method) {
  return method == REDUCTION_MASSLESS_CRAIG_BAMPTON || method == REDUCTION_MACNEAL ||
         method == REDUCTION_NONE;
}
