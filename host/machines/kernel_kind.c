// The kinds of one engine's kernels, compiled once per engine with KERNEL_LIST, its kernels.h, and
// with KERNEL_ONE_LANE for its library_kernels.h, whose kernels have CPU builds of one lane in
// double precision only.
#include <stddef.h>

#include "machines/kernel_kind.h"

#include "machines/cpu/cpu_instances.h"

#define DECLARE(kernel, build, ...) extern const cpu_kernel cpu_##kernel##_##build;
#ifdef KERNEL_ONE_LANE
#define LANES_1_0(address) address
#define LANES_1_1(address) NULL
#define LANES_4_0(address) NULL
#define LANES_4_1(address) NULL
#define LANES_8_0(address) NULL
#define LANES_8_1(address) NULL
#define ADDRESS(kernel, build, level, lanes, single) LANES_##lanes##_##single((&cpu_##kernel##_##build)),
#else
#define ADDRESS(kernel, build, ...) &cpu_##kernel##_##build,
#endif
#define KERNEL(kernel, header_, functions, n_dims, team)                                                     \
  _Static_assert((int)(n_dims) <= KERNEL_MAX_DIMS, "kernel_sizes.dim has room for the kernel's sizes");      \
  _Static_assert(team == 1 || team == 128, "a thread per trajectory or any team");                           \
  CPU_INSTANCES(DECLARE, kernel)                                                                             \
  static const cpu_kernel *const kernel##_cpu[] = {CPU_INSTANCES(ADDRESS, kernel)};                          \
  extern const kernel_kind kernel_##kernel;                                                                  \
  const kernel_kind kernel_##kernel = {.name = #kernel,                                                      \
                                       .header = header_,                                                    \
                                       .prefix = #functions,                                                 \
                                       .most_team = team,                                                    \
                                       .n_model = functions##_n_model,                                       \
                                       .n_uniform = functions##_n_uniform,                                   \
                                       .work = functions##_work,                                             \
                                       .fixed_tables = functions##_fixed_tables,                             \
                                       .n_persistent = functions##_n_persistent,                             \
                                       .n_parallel = functions##_n_parallel,                                 \
                                       .cpu = kernel##_cpu};
#include KERNEL_LIST
