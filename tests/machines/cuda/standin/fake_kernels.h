// The kernels that the stand-in driver can run: the CUDA path of every stepper and mapping, compiled for the
// host.
#ifndef CHATTER_TESTS_FAKE_KERNELS_H
#define CHATTER_TESTS_FAKE_KERNELS_H

typedef struct {
  const char *name;                   // of the __global__ function
  void (*run)(const void *arguments); // arguments: as cuLaunchKernel's
  int work_in_shared; // 1: a build without sizes for one thread per trajectory, whose arrays are not
                      // registers
} fake_kernel;

extern const fake_kernel fake_kernels[];
extern const int fake_kernel_count;

#endif
