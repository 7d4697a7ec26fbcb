// Compiles every kernel and mapping of kernels/REGISTERS.csv for one more architecture or
// precision.
#include "registers.h"

int main(void) {
  return registers_test(REGISTERS_LONG);
}
