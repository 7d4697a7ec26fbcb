// Compiles every kernel, mapping, precision and architecture of kernels/REGISTERS.csv.
#include "registers.h"

int main(void) {
  return registers_test(REGISTERS_ALL);
}
