// The CPU as a backend: threads × lanes. Groups of lanes are independent, so threads take them from
// a shared counter; results do not depend on which thread takes which.
#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

#include "machines/backend.h"
#include "machines/cpu/cpu_instances.h"
#include "machines/kernel_kind.h"

enum { MEMORY_ALIGN = 64, MOST_THREADS = 1024 };

// CPU builds of every kernel, the widest first (cmake/engines.cmake).
enum { CPU_BASELINE, CPU_V3, CPU_V4 }; // x86-64 levels
typedef struct cpu_instance {
  int level, lanes, single;
} cpu_instance;
static const cpu_instance INSTANCES[] = {
#define X(kernel, name, level, lanes, single) {level, lanes, single},
    CPU_INSTANCES(X, )
#undef X
};
enum { N_INSTANCES = sizeof INSTANCES / sizeof *INSTANCES };
static const char *const LEVELS[] = {"baseline", "v3", "v4"};

typedef struct cpu_machine {
  const cpu_instance *instance; // the widest one
  int threads;
  int is_fixed;  // 1: used for any number of trajectories
  char *storage; // workspace of launches
  size_t storage_bytes;
} cpu_machine;

static long real_bytes(const cpu_instance *instance) {
  return instance->single ? (long)sizeof(float) : (long)sizeof(double);
}

// State shared by the threads of a launch.
typedef struct cpu_launch {
  const cpu_kernel *kernel;
  int lanes;
  const kernel_batch *batch;
  const void *model, *uniform;
  char *work; // [threads][work_bytes]
  size_t work_bytes;
  atomic_long next_group, next_worker;
  launch_interrupt interrupt;
  atomic_int interrupted; // 1: remaining groups may be skipped
} cpu_launch;

static size_t aligned(size_t bytes) {
  return (bytes + MEMORY_ALIGN - 1) / MEMORY_ALIGN * MEMORY_ALIGN;
}

static void *cpu_memory(size_t bytes) {
  bytes = aligned(bytes ? bytes : 1);
  void *pointer = bytes > ((size_t)1 << 60) ? NULL : aligned_alloc(MEMORY_ALIGN, bytes);
  if (pointer) memset(pointer, 0, bytes);
  return pointer;
}

static backend_result cpu_fail(backend *b, backend_result result, const char *text) {
  snprintf(b->message, sizeof b->message, "%s", text);
  return result;
}

static backend_result cpu_allocate(backend *b, size_t bytes, void **pointer) {
  *pointer = cpu_memory(bytes);
  if (*pointer) return BACKEND_OK;
  snprintf(b->message, sizeof b->message, "out of memory: %zu bytes for a batch", bytes);
  return BACKEND_OUT_OF_MEMORY;
}
static void cpu_release(backend *b, void *pointer) {
  (void)b;
  free(pointer);
}
static backend_result cpu_copy(backend *b, void *to, const void *from, size_t bytes) {
  (void)b;
  if (bytes) memcpy(to, from, bytes);
  return BACKEND_OK;
}

static size_t cpu_memory_free(backend *b) {
  (void)b;
  unsigned long long kib = 0;
  FILE *file = fopen("/proc/meminfo", "r");
  char line[128];
  while (file && fgets(line, sizeof line, file))
    if (sscanf(line, "MemAvailable: %llu", &kib) == 1) break;
  if (file) fclose(file);
  if (kib) return (size_t)kib * 1024;
  const long pages = sysconf(_SC_AVPHYS_PAGES), size = sysconf(_SC_PAGESIZE);
  return pages > 0 && size > 0 ? (size_t)pages * (size_t)size : 0;
}

// Sets rounding to nearest, with denormals and without traps, whatever the calling program has set.
#if defined(__x86_64__)
static unsigned floating_point_set(void) {
  const unsigned before = _mm_getcsr();
  _mm_setcsr(0x1f80);
  return before;
}
static void floating_point_restore(unsigned before) {
  _mm_setcsr(before);
}
#else
static unsigned floating_point_set(void) {
  return 0;
}
static void floating_point_restore(unsigned before) {
  (void)before;
}
#endif

static double steps_of(const kernel_batch *batch, long first, long lanes) {
  double sum = 0;
  for (long i = first; i < first + lanes && i < batch->n_trajectories; i++)
    sum += batch->state[STATE_STEPS * batch->stride + i];
  return sum;
}

// Runs groups on one thread. An interrupted launch must have made progress, or repeated launches
// would never finish; so the interrupt is asked after groups that took steps, and not after the
// last group.
static void *cpu_worker(void *argument) {
  cpu_launch *launch = argument;
  const long lanes = launch->lanes, n_groups = (launch->batch->n_trajectories + lanes - 1) / lanes;
  const unsigned before = floating_point_set();
  char *work = launch->work + (size_t)atomic_fetch_add(&launch->next_worker, 1) * launch->work_bytes;
  for (long group; (group = atomic_fetch_add(&launch->next_group, 1)) < n_groups;) {
    const double steps = steps_of(launch->batch, group * lanes, lanes);
    launch->kernel->group(launch->batch, launch->model, launch->uniform, group * lanes, work);
    const int moved = steps_of(launch->batch, group * lanes, lanes) != steps;
    if (launch->interrupt.ask && moved && launch->next_group < n_groups && !launch->interrupted &&
        launch->interrupt.ask(launch->interrupt.context))
      launch->interrupted = 1;
    if (launch->interrupted) break;
  }
  floating_point_restore(before);
  return NULL;
}

// Runs the launch on as many threads as can be created; the calling thread always works.
static void cpu_run(cpu_launch *launch, int threads) {
  pthread_t helpers[MOST_THREADS];
  int started = 0;
  const long n_groups = (launch->batch->n_trajectories + launch->lanes - 1) / launch->lanes;
  if (threads > n_groups) threads = (int)n_groups;
  while (started < threads - 1 && pthread_create(&helpers[started], NULL, cpu_worker, launch) == 0) started++;
  cpu_worker(launch);
  for (int i = 0; i < started; i++) pthread_join(helpers[i], NULL);
}

// Returns the widest build up to `level` with the wanted lanes (0: any); NULL: there is none.
static const cpu_instance *instance_find(int level, int lanes, int single) {
  for (int i = 0; i < N_INSTANCES; i++) {
    const cpu_instance *instance = &INSTANCES[i];
    if (instance->level <= level && instance->single == single && (lanes == 0 || instance->lanes == lanes))
      return instance;
  }
  return NULL;
}

// Returns the build that steps n trajectories in the least time: groups of more lanes cost more,
// filled or not, and fewer groups use fewer threads.
static const cpu_instance *instance_for(const cpu_machine *machine, long n) {
  // Time of a group relative to one lane. Measured with full lanes: 1.3 to 1.8 and 1.7 to 2.7
  // (README, Speed), up to 3.7 if the factors of large matrices exceed the cache.
  static const struct {
    int lanes;
    double time;
  } groups[] = {{8, 2.5}, {4, 1.7}, {1, 1}};
  const cpu_instance *best = machine->instance;
  double least = INFINITY;
  if (machine->is_fixed) return best;
  for (size_t i = 0; i < sizeof groups / sizeof *groups; i++) {
    const cpu_instance *instance = instance_find(machine->instance->level, groups[i].lanes, best->single);
    const long n_groups = (n + groups[i].lanes - 1) / groups[i].lanes;
    const double time = (double)((n_groups + machine->threads - 1) / machine->threads) * groups[i].time;
    if (instance && time < least) best = instance, least = time;
  }
  return best;
}

// Returns workspace that is kept from launch to launch: first use of fresh pages can take longer
// than a short launch.
static char *cpu_storage(cpu_machine *machine, size_t bytes) {
  if (bytes <= machine->storage_bytes) return machine->storage;
  free(machine->storage);
  machine->storage = cpu_memory(bytes);
  machine->storage_bytes = machine->storage ? bytes : 0;
  return machine->storage;
}

static backend_result cpu_launch_batch(backend *b, const kernel_batch *batch) {
  cpu_machine *machine = b->self;
  if (batch->n_trajectories <= 0) return BACKEND_OK;
  const cpu_instance *instance = instance_for(machine, batch->n_trajectories);
  const kernel_kind *kind = batch->sizes.kind;
  const int *dim = batch->sizes.dim;
  const long bytes = real_bytes(instance), n_model = kind->n_model(dim), n_uniform = kind->n_uniform(dim);
  const size_t model_bytes = instance->single ? aligned((size_t)(n_model * bytes)) : 0;
  const size_t uniform_bytes = aligned((size_t)(n_uniform * bytes));
  const size_t work_bytes =
      aligned((size_t)kind->work(dim, instance->lanes * bytes, instance->lanes * (long)sizeof(double))) +
      4096;
  const long n_groups = (batch->n_trajectories + instance->lanes - 1) / instance->lanes;
  const size_t workers = n_groups < machine->threads ? (size_t)n_groups : (size_t)machine->threads;
  char *memory = cpu_storage(machine, model_bytes + uniform_bytes + workers * work_bytes);
  if (!memory) return cpu_fail(b, BACKEND_OUT_OF_MEMORY, "out of memory: working storage of the threads");
  cpu_launch launch = {.kernel = kind->cpu[instance - INSTANCES],
                       .lanes = instance->lanes,
                       .batch = batch,
                       .model = batch->model,
                       .uniform = memory + model_bytes,
                       .work = memory + model_bytes + uniform_bytes,
                       .work_bytes = work_bytes,
                       .interrupt = b->interrupt};
  if (instance->single) {
    float *model = (float *)(void *)memory;
    for (long i = 0; i < n_model; i++) model[i] = (float)batch->model[i];
    launch.model = memory;
  }
  const unsigned before = floating_point_set();
  launch.kernel->uniform(batch, launch.model, memory + model_bytes);
  floating_point_restore(before);
  cpu_run(&launch, machine->threads);
  return launch.interrupted ? BACKEND_INTERRUPTED : BACKEND_OK;
}

static void cpu_close(backend *b) {
  cpu_machine *machine = b->self;
  if (machine) free(machine->storage);
  free(machine);
  b->self = NULL;
}

static int processor_level(void) {
#if defined(__x86_64__)
  __builtin_cpu_init();
  const int v3 =
      __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2");
  const int v4 = v3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                 __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
                 __builtin_cpu_supports("avx512vl");
  return v4 ? CPU_V4 : v3 ? CPU_V3 : CPU_BASELINE;
#else
  return CPU_BASELINE;
#endif
}

// Lists the numbers of lanes that the processor supports: "1, 4".
static void lanes_allowed(int level, char *text, size_t size) {
  size_t used = 0;
  for (int lanes = 1; lanes <= 8; lanes++)
    if (instance_find(level, lanes, 0) && used < size)
      used += (size_t)snprintf(text + used, size - used, "%s%d", used ? ", " : "", lanes);
}

// Lists the builds of this program: "8 lanes of v4, 1 of v3".
static void builds_here(char *text, size_t size) {
  size_t used = 0;
  for (int i = 0; i < N_INSTANCES && used < size; i++)
    used += (size_t)snprintf(text + used, size - used, "%s%d%s of %s", i ? ", " : "", INSTANCES[i].lanes,
                             i ? "" : " lanes", LEVELS[INSTANCES[i].level]);
}

static void tell_lacking(int level, int lanes, backend *b) {
  char list[64] = "";
  if (CPU_INSTANCES_OWN) {
    builds_here(list, sizeof list);
    snprintf(b->message, sizeof b->message,
             "of its CPU kernels this program has the builds %s alone (double precision); cmake "
             "-DCHATTER_KERNELS=all and a build add the others",
             list);
    return;
  }
  lanes_allowed(level, list, sizeof list);
  snprintf(b->message, sizeof b->message, "no CPU build with %d lanes for this processor (allowed: %s)",
           lanes, list);
}

int backend_cpu_threads(void) {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 0) return CPU_COUNT(&set);
  const long n = sysconf(_SC_NPROCESSORS_ONLN);
  return n > 0 ? (int)n : 1;
}

static void processor_name(char *text, size_t size) {
  char line[256];
  snprintf(text, size, "CPU");
  FILE *file = fopen("/proc/cpuinfo", "r");
  while (file && fgets(line, sizeof line, file)) {
    const char *value = strncmp(line, "model name", 10) == 0 ? strchr(line, ':') : NULL;
    if (!value) continue;
    snprintf(text, size, "%s", value + 2);
    text[strcspn(text, "\n")] = 0;
    break;
  }
  if (file) fclose(file);
}

static backend_result cpu_open_level(backend_options options, int level, backend *b) {
  *b = (backend){.name = "cpu"};
  const cpu_instance *instance = instance_find(level, options.lanes, options.single_precision != 0);
  if (!instance) {
    tell_lacking(level, options.lanes, b);
    return BACKEND_UNSUPPORTED;
  }
  cpu_machine *machine = calloc(1, sizeof *machine);
  if (!machine) return cpu_fail(b, BACKEND_OUT_OF_MEMORY, "out of memory");
  machine->instance = instance;
  machine->is_fixed = options.lanes != 0;
  machine->threads = options.threads > 0 ? options.threads : backend_cpu_threads();
  if (machine->threads > MOST_THREADS) machine->threads = MOST_THREADS;
  static const char *const SETS[] = {"x86-64 without FMA: correct, slow", "x86-64-v3", "x86-64-v4"};
  char name[64];
  processor_name(name, sizeof name);
  snprintf(b->description, sizeof b->description, "%.50s, %s, %d thread%s x %s%d lane%s%s", name,
           SETS[instance->level], machine->threads, machine->threads == 1 ? "" : "s",
           !options.lanes && instance->lanes > 1 ? "up to " : "", instance->lanes,
           instance->lanes == 1 ? "" : "s", instance->single ? ", single precision" : "");
  b->self = machine;
  b->allocate = cpu_allocate;
  b->release = cpu_release;
  b->upload = cpu_copy;
  b->download = cpu_copy;
  b->launch = cpu_launch_batch;
  b->memory_free = cpu_memory_free;
  b->close = cpu_close;
  return BACKEND_OK;
}

backend_result backend_cpu_open(backend_options options, backend *b) {
  return cpu_open_level(options, processor_level(), b);
}

backend_result backend_cpu_open_set(backend_options options, const char *set, backend *b) {
  for (int level = CPU_BASELINE; level <= CPU_V4; level++) {
    if (strcmp(set, LEVELS[level]) != 0) continue;
    if (level <= processor_level()) return cpu_open_level(options, level, b);
    *b = (backend){.name = "cpu"};
    snprintf(b->message, sizeof b->message, "this processor lacks the instruction set x86-64-%s", set);
    return BACKEND_NO_DEVICE;
  }
  *b = (backend){.name = "cpu"};
  snprintf(b->message, sizeof b->message, "unknown instruction set '%s' (allowed: baseline, v3, v4)", set);
  return BACKEND_UNSUPPORTED;
}
