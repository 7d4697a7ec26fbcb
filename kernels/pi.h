// π for host and kernels alike: NVRTC compiles kernels without the C library's headers. Half and twice of it
// are exact, so that KERNEL_PI / 2 and 2 * KERNEL_PI are their nearest numbers too.
#ifndef CHATTER_KERNELS_PI_H
#define CHATTER_KERNELS_PI_H

#define KERNEL_PI 3.14159265358979323846

#endif
