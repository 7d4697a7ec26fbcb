// The event-exact stepper of one CPU build, beside instance.c: it shares nothing with the time steppers.
#include "kernels/regimes/coulomb_stepper.h"

#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)
void PASTE(cpu_coulomb_, CPU_NAME)(const kernel_batch *batch, long column);
void PASTE(cpu_coulomb_, CPU_NAME)(const kernel_batch *batch, long column) {
  const kernel_run run = {.batch = batch, .sizes = batch->sizes, .column = column};
  coulomb_trajectory(&run, 0);
}
