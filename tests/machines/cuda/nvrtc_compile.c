// The kernels that a run on an H200 in double precision uses compile without a GPU, with the
// expected registers and spills.
#include "registers.h"

int main(void) {
  return registers_test(REGISTERS_QUICK);
}
