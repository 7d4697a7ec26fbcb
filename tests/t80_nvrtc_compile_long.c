// Every kernel, mapping, precision and architecture of kernels/REGISTERS.csv.
#include "cuda/registers.h"

int main(void) {
  return registers_test(0);
}
