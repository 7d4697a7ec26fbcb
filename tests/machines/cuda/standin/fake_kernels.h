// The kernels that the stand-in driver can run: the CUDA path of every stepper and mapping,
// compiled for the host.
#ifndef CHATTER_TESTS_FAKE_KERNELS_H
#define CHATTER_TESTS_FAKE_KERNELS_H

typedef struct {
  const char *name;                   // of the __global__ function
  void (*run)(const void *arguments); // arguments: as for cuLaunchKernel
  int work_in_shared; // 1: one thread per trajectory without fixed sizes, with arrays in shared
                      // memory instead of registers
} fake_kernel;

extern const fake_kernel fake_kernels[];
extern const int fake_kernel_count;

#endif
