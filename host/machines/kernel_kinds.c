// All kernels of a program, compiled once per registry, which writes the list.
#include <stddef.h>

#include "machines/kernel_kind.h"

#define KERNEL KERNEL_DECLARE
#include "machines/kernel_list.h"
#undef KERNEL

const kernel_kind *const kernel_kinds[] = {
#define KERNEL(kernel, ...) &kernel_##kernel,
#include "machines/kernel_list.h"
#undef KERNEL
    NULL};
