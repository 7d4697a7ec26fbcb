// The CUDA path of the kernels in the emulator: each mapping of each case with the threads in one
// or two orders.
#include "emulated_teams.h"

int main(void) {
  return emulated_teams_test(0);
}
