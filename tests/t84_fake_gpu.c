// The GPU launcher, whole, on a machine without a GPU: a stand-in driver whose GPU is the emulator. The same
// bits as the CPU, in any number of launches; images are cached and reused; every failure has its message and
// result. Each scenario is a process: a program loads its driver once.
#include "cuda/batch_case.h"
#include "kernels/cuda_cache.h"
#include "kernels/cuda_program.h"

#include <sys/wait.h>
#include <unistd.h>

static char cache[] = "/tmp/chatter_fake_XXXXXX";

static backend_result gpu_open(int team, int single, backend *b) {
  backend_options options = backend_default();
  options.team = team, options.single_precision = single, options.cache_dir = cache;
  return backend_open("cuda", options, b);
}

static batch_case small_case(void) {
  kernel_sizes sizes;
  case_sizes(KERNEL_LEAPFROG, 4, 2, LAYOUT_NORMAL, &sizes);
  return case_create(sizes, 19, 120, 7);
}

static void equal(void) {
  batch_case c = small_case();
  backend_options options = backend_default();
  backend cpu, gpu;
  TEST_CHECK(backend_cuda_count() == 1 && strstr(backend_cuda_state(), "Emulated GPU 0"));
  for (int single = 0; single < 2; single++) {
    options.single_precision = single;
    TEST_CHECK(backend_open("cpu", options, &cpu) == BACKEND_OK);
    case_result a = case_run(&cpu, &c, 1);
    for (int team = 0; team <= 128; team = team == 0 ? 1 : team == 1 ? 32 : team * 4) {
      if (gpu_open(team, single, &gpu) != BACKEND_OK) fprintf(stderr, "%s\n", gpu.message), exit(1);
      case_result b = case_run(&gpu, &c, 1), again = case_run(&gpu, &c, 3);
      TEST_CHECK(gpu.message[0] == 0);
      TEST_CHECK(case_compare(&c, &a, &b, "cpu, emulated GPU") == 0);
      TEST_CHECK(case_compare(&c, &a, &again, "cpu, emulated GPU in 3 launches") == 0);
      case_result_free(&b), case_result_free(&again);
      gpu.close(&gpu);
    }
    case_result_free(&a);
    cpu.close(&cpu);
  }
  case_free(&c);
}

// Launches once; the result and the message must be as expected.
static void launch_gives(backend_result expected, const char *words) {
  batch_case c = small_case();
  backend b;
  kernel_batch device;
  TEST_CHECK(gpu_open(32, 0, &b) == BACKEND_OK);
  case_to_device(&b, &c, &device);
  backend_result result = b.launch(&b, &device);
  if (result != expected || (words && !strstr(b.message, words))) {
    fprintf(stderr, "launch gave %d '%s', expected %d with '%s'\n", result, b.message, expected,
            words ? words : "");
    check_failures++;
  }
  case_release(&b, &device);
  b.close(&b);
  case_free(&c);
}

static void open_gives(backend_result expected, const char *words) {
  backend b;
  backend_result result = gpu_open(0, 0, &b);
  if (result != expected || !strstr(b.message, words)) {
    fprintf(stderr, "open gave %d '%s', expected %d with '%s'\n", result, b.message, expected, words);
    check_failures++;
  }
  if (result == BACKEND_OK) b.close(&b);
}

static void lost(void) {
  launch_gives(BACKEND_FAILED, "--resume");
  open_gives(BACKEND_FAILED, "FAKE_ERROR"); // the context stays lost
}
static void no_memory(void) {
  backend b;
  void *p = NULL;
  TEST_CHECK(gpu_open(0, 0, &b) == BACKEND_OK && b.memory_free(&b) < 1000000);
  TEST_CHECK(b.allocate(&b, 2000000, &p) == BACKEND_OUT_OF_MEMORY && !p && strstr(b.message, "free"));
  TEST_CHECK(b.allocate(&b, 1000, &p) == BACKEND_OK);
  char bytes[1000];
  TEST_CHECK(b.download(&b, bytes, p, sizeof bytes) == BACKEND_OK);
  for (int i = 0; i < 1000; i++) TEST_CHECK(bytes[i] == 0); // allocated as zeros
  b.release(&b, p);
  b.close(&b);
}
static void no_driver(void) {
  open_gives(BACKEND_NO_DEVICE, "no NVIDIA driver found");
}
static void old_driver(void) {
  open_gives(BACKEND_NO_DEVICE, "supports CUDA 10.2, 11.0 or later");
}
static void no_gpu(void) {
  open_gives(BACKEND_NO_DEVICE, "CUDA_VISIBLE_DEVICES");
}
static void old_gpu(void) {
  open_gives(BACKEND_UNSUPPORTED, "sm_61 is too old");
}
static void no_nvrtc(void) {
  launch_gives(BACKEND_UNSUPPORTED, "no NVRTC");
}
static void from_cache(void) {
  launch_gives(BACKEND_OK, NULL);
}
static void bad_image(void) {
  launch_gives(BACKEND_FAILED, "refuses the compiled kernel");
}
static void bad_cache(void) {
  snprintf(cache, sizeof cache, "/dev/null/x");
  launch_gives(BACKEND_OK, "cannot be written");
}
static void other_gpu(void) {
  backend_options options = backend_default();
  backend b;
  TEST_CHECK(backend_open("cuda:1", options, &b) == BACKEND_OK && strcmp(b.name, "cuda:1") == 0);
  b.close(&b);
  TEST_CHECK(backend_open("cuda:2", options, &b) == BACKEND_NO_DEVICE &&
             strstr(b.message, "2 GPUs are visible"));
}

// A generic image, as tools/prebuild_kernels.c makes them, serves where NVRTC is missing.
static void generic(void) {
  static char source[PROGRAM_TEXT], key[1024], problem[CACHE_TEXT];
  const cuda_program program = {.sizes.kernel = KERNEL_LEAPFROG, .team = 32, .generic = 1};
  cuda_nvrtc nvrtc;
  cuda_image image;
  TEST_CHECK(cuda_nvrtc_find(0, 90, &nvrtc) && cuda_program_source(&program, source));
  TEST_CHECK(cuda_program_key(source, 90, key, sizeof key));
  TEST_CHECK(cuda_program_compile(&nvrtc, source, 90, 0, &image));
  TEST_CHECK(cuda_cache_write(cache, key, nvrtc.major, nvrtc.minor, image.bytes, image.size, problem));
  cuda_image_release(&image);
  setenv("CHATTER_NVRTC", "none", 1);
  batch_case c = small_case();
  backend_options options = backend_default();
  backend cpu, gpu;
  TEST_CHECK(backend_open("cpu", options, &cpu) == BACKEND_OK && gpu_open(0, 0, &gpu) == BACKEND_OK);
  case_result a = case_run(&cpu, &c, 1), b = case_run(&gpu, &c, 2);
  TEST_CHECK(case_compare(&c, &a, &b, "cpu, generic kernel") == 0);
  case_result_free(&a), case_result_free(&b);
  cpu.close(&cpu), gpu.close(&gpu);
  case_free(&c);
}

static void team_too_small(void) {
  kernel_sizes sizes;
  case_sizes(KERNEL_LEAPFROG, 50, 16, LAYOUT_NORMAL_TWO, &sizes);
  backend b;
  kernel_batch batch = {.sizes = sizes, .n_trajectories = 1, .stride = 16, .step_end = 1};
  TEST_CHECK(gpu_open(1, 0, &b) == BACKEND_OK && b.launch(&b, &batch) == BACKEND_UNSUPPORTED);
  TEST_CHECK(strstr(b.message, "team 32 or 128"));
  b.close(&b);
}

// A block's dynamic shared memory and what a kernel has declared statically (a team of 128: 4 doubles for
// maxima) must fit together. Here the PTX says how much is declared; the GPU has exactly what the block
// needs, or less.
static void shared_memory(void) {
  kernel_sizes sizes;
  case_sizes(KERNEL_LEAPFROG, 4, 2, LAYOUT_NORMAL_TWO, &sizes);
  TEST_CHECK(sizes.dim[DIM_NEWTON]); // its team_max has an array
  const cuda_program program = {.sizes = sizes, .team = 128};
  const long declared = 128 / 32 * (long)sizeof(double),
             needed = cuda_program_shared(&program, 128) + declared;
  for (int missing = 0; missing < 2; missing++) {
    char bytes[24];
    snprintf(bytes, sizeof bytes, "%ld", needed - missing);
    setenv("FAKE_CUDA_SHARED", bytes, 1);
    batch_case c = case_create(sizes, 1, 20, 7);
    backend b;
    kernel_batch device;
    TEST_CHECK(gpu_open(128, 0, &b) == BACKEND_OK);
    case_to_device(&b, &c, &device);
    TEST_CHECK(b.launch(&b, &device) == (missing ? BACKEND_UNSUPPORTED : BACKEND_OK));
    if (missing) TEST_CHECK(strstr(b.message, "bytes of shared memory") && strstr(b.message, bytes));
    case_release(&b, &device);
    b.close(&b);
    case_free(&c);
  }
}

// The driver takes local memory for all threads that the GPU can hold (here 2 processors of 2048) at the
// first launch: a batch must leave it free, and is told so while it can still be made smaller.
static void local_memory(void) {
  const double local = 5456.0 * 2 * 2048, total = 256 << 20;
  batch_case c = small_case();
  backend b;
  kernel_batch device;
  void *p = NULL;
  TEST_CHECK(gpu_open(32, 0, &b) == BACKEND_OK);
  const double before = (double)b.memory_free(&b);
  TEST_CHECK(b.prepare(&b, &c.host.sizes, c.host.tables) == BACKEND_OK);
  TEST_CHECK(before - (double)b.memory_free(&b) == local);
  TEST_CHECK(b.allocate(&b, (size_t)(total - 0.9 * local), &p) == BACKEND_OUT_OF_MEMORY && !p);
  TEST_CHECK(strstr(b.message, "21.3 of them are kept for the kernel's local memory"));
  TEST_CHECK(b.allocate(&b, (size_t)(total - 1.1 * local), &p) == BACKEND_OK);
  case_to_device(&b, &c, &device);
  TEST_CHECK(b.launch(&b, &device) == BACKEND_OK);
  b.release(&b, p);
  TEST_CHECK(b.memory_free(&b) > before - 1.1 * local); // taken once, not kept twice
  case_release(&b, &device);
  b.close(&b);
  case_free(&c);
}

// NVRTC below 11.7 has no __grid_constant__, and one file name stands for 11.2 to 11.8: its own word counts.
static void old_nvrtc(void) {
  launch_gives(BACKEND_UNSUPPORTED, "libfake_nvrtc.so is NVRTC 11.6, older than 11.7");
  TEST_CHECK(strstr(backend_cuda_state(), "NVRTC 11.6, older than 11.7"));
}
static void new_nvrtc(void) {
  cuda_nvrtc nvrtc;
  TEST_CHECK(cuda_nvrtc_find(0, 0, &nvrtc) && nvrtc.usable && nvrtc.minor == 7);
  TEST_CHECK(!cuda_nvrtc_find(10020, 0, &nvrtc) && !nvrtc.usable); // too new for the driver
}

// name=value pairs, then the scenario in its own process; 0 when it skipped.
static int scenario(const char *name, void (*run)(void), const char *const *environment) {
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) {
    check_failures = 0; // not the other scenarios'
    for (; environment && *environment; environment += 2) setenv(environment[0], environment[1], 1);
    run();
    exit(TEST_END());
  }
  int status;
  waitpid(child, &status, 0);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return 1;
  fprintf(stderr, "scenario %s failed\n", name);
  check_failures++;
  return 1;
}

#define SCENARIO(run, ...) scenario(#run, run, (const char *const[]){__VA_ARGS__ __VA_OPT__(, ) NULL})

int main(void) {
  cuda_nvrtc nvrtc;
  if (access(FAKE_LIBCUDA, R_OK) != 0) TEST_SKIP("the stand-in driver is not there");
  if (!mkdtemp(cache)) return 1;
  setenv("CHATTER_LIBCUDA", FAKE_LIBCUDA, 1);
  SCENARIO(no_driver, "CHATTER_LIBCUDA", "libnothing_of_the_kind.so");
  SCENARIO(old_driver, "FAKE_CUDA_VERSION", "10020");
  SCENARIO(no_gpu, "FAKE_CUDA_DEVICES", "0");
  SCENARIO(old_gpu, "FAKE_CUDA_ARCH", "61");
  SCENARIO(other_gpu, "FAKE_CUDA_DEVICES", "2");
  SCENARIO(no_memory, "FAKE_CUDA_MEMORY", "1000000");
  SCENARIO(no_nvrtc, "CHATTER_NVRTC", "none");
  SCENARIO(old_nvrtc, "CHATTER_NVRTC", FAKE_NVRTC);
  SCENARIO(new_nvrtc, "CHATTER_NVRTC", FAKE_NVRTC, "FAKE_NVRTC_VERSION", "11070");
  if (!cuda_nvrtc_find(0, 90, &nvrtc)) TEST_SKIP("no NVRTC found; what needs none has passed");
  SCENARIO(equal);
  SCENARIO(from_cache, "CHATTER_NVRTC", "none"); // what `equal` compiled
  SCENARIO(bad_cache);
  SCENARIO(team_too_small);
  SCENARIO(generic);
  SCENARIO(shared_memory, "CHATTER_LIBCUDA", PTX_LIBCUDA);
  SCENARIO(local_memory, "FAKE_CUDA_LOCAL", "5456");
  SCENARIO(lost, "FAKE_CUDA_FAIL", "cuLaunchKernel:1:700");
  SCENARIO(lost, "FAKE_CUDA_FAIL", "cuStreamSynchronize:17:719");
  SCENARIO(bad_image, "FAKE_CUDA_FAIL", "cuModuleLoadDataEx:1:200");
  char command[80];
  snprintf(command, sizeof command, "rm -rf %s", cache);
  return system(command) == 0 ? TEST_END() : 1;
}
