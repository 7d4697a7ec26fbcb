// One kernel in one CPU build, compiled once per kernel, instruction set, number of lanes and
// precision: KERNEL_NAME, KERNEL_PREFIX, KERNEL_HEADER (kernels/batch.h), LANES, KERNEL_SINGLE, and
// CPU_NAME, the build's name. A header may define KERNEL_SPECIALISED(run, work), which returns 1 if
// it has stepped the group itself.
#include "machines/kernel_kind.h"

#include KERNEL_HEADER

static kernel_run run_of(const kernel_batch *batch, const void *model, const void *uniform, long column) {
  return (kernel_run){
      .batch = batch, .sizes = batch->sizes, .model = model, .uniform = uniform, .column = column};
}

static void uniform_fill(const kernel_batch *batch, const void *model, void *uniform) {
  const kernel_run run = run_of(batch, model, uniform, 0);
  KERNEL_PASTE(KERNEL_PREFIX, _uniform)(&run, uniform, 0, 1);
}

static void group(const kernel_batch *batch, const void *model, const void *uniform, long column,
                  char *work) {
  const kernel_run run = run_of(batch, model, uniform, column);
#ifdef KERNEL_SPECIALISED
  if (KERNEL_SPECIALISED(&run, work)) return;
#endif
  KERNEL_PASTE(KERNEL_NAME, _trajectory)(&run, work);
}

#define EXPORTED(kernel, build) KERNEL_PASTE(KERNEL_PASTE(cpu_, kernel), KERNEL_PASTE(_, build))
extern const cpu_kernel EXPORTED(KERNEL_NAME, CPU_NAME);
const cpu_kernel EXPORTED(KERNEL_NAME, CPU_NAME) = {uniform_fill, group};
