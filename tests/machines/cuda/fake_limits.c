// Limits of the GPU launcher, on the stand-in driver: device memory, shared memory, local memory,
// missing NVRTC and NVRTC that is too old.
#include "scenarios.h"

static void no_memory(void) {
  backend b;
  void *p = NULL;
  TEST_CHECK(gpu_open(0, 0, &b) == BACKEND_OK && b.memory_free(&b) < 1000000);
  TEST_CHECK(b.allocate(&b, 2000000, &p) == BACKEND_OUT_OF_MEMORY && !p && strstr(b.message, "free"));
  TEST_CHECK(b.allocate(&b, 1000, &p) == BACKEND_OK);
  char bytes[1000];
  TEST_CHECK(b.download(&b, bytes, p, sizeof bytes) == BACKEND_OK);
  for (int i = 0; i < 1000; i++) TEST_CHECK(bytes[i] == 0); // allocated memory is zero
  b.release(&b, p);
  b.close(&b);
}
static void no_nvrtc(void) {
  launch_gives(BACKEND_UNSUPPORTED, "no NVRTC");
}
// The dynamic shared memory of a block and the static one of the kernel (for a team of 128: 4
// doubles for maxima) must fit together. Here the PTX states the static size. The GPU has exactly
// what the block needs, or one byte less: then the work goes to device memory.
static void shared_memory(void) {
  kernel_sizes sizes;
  case_sizes(&kernel_leapfrog, 4, 2, POINT_LAYOUT_NORMAL_AND_TWO_TANGENTS, &sizes);
  TEST_CHECK(sizes.dim[DIM_NEWTON_KIND]); // its team_max has an array
  const cuda_program program = {.sizes = sizes, .team = 128};
  const long declared = 128 / 32 * (long)sizeof(double),
             needed = cuda_program_shared(&program, 128) + declared;
  for (int missing = 0; missing < 2; missing++) {
    char bytes[24];
    snprintf(bytes, sizeof bytes, "%ld", needed - missing);
    setenv("FAKE_CUDA_SHARED", bytes, 1);
    batch_case c = case_create(sizes, 1, 20, 7);
    backend b;
    device_case device;
    TEST_CHECK(gpu_open(128, 0, &b) == BACKEND_OK);
    case_to_device(&b, &c, &device);
    const double before = (double)b.memory_free(&b);
    TEST_CHECK(b.launch(&b, &device.batch) == BACKEND_OK);
    // The work of one block, and of all blocks that can run at once: 2 processors with 2 blocks
    // each.
    const double taken = before - (double)b.memory_free(&b);
    TEST_CHECK(missing ? taken >= 4.0 * (double)cuda_program_work(&program, 128) : taken == 0);
    case_release(&b, &device);
    b.close(&b);
    case_free(&c);
  }
}

// At the first launch the driver takes local memory for all threads that the GPU can hold (here 2
// processors with 2048 threads). A batch must leave it free, and this is reported while the batch
// can still be made smaller.
static void local_memory(void) {
  const double local = 5456.0 * 2 * 2048, total = 256 << 20;
  batch_case c = small_case();
  backend b;
  device_case device;
  void *p = NULL;
  TEST_CHECK(gpu_open(32, 0, &b) == BACKEND_OK);
  const double before = (double)b.memory_free(&b);
  TEST_CHECK(b.prepare(&b, &c.host.sizes, c.host.tables) == BACKEND_OK);
  TEST_CHECK(before - (double)b.memory_free(&b) == local);
  TEST_CHECK(b.allocate(&b, (size_t)(total - 0.9 * local), &p) == BACKEND_OUT_OF_MEMORY && !p);
  TEST_CHECK(strstr(b.message, "21.3 of them are kept for the kernel's own memory"));
  TEST_CHECK(b.allocate(&b, (size_t)(total - 1.1 * local), &p) == BACKEND_OK);
  case_to_device(&b, &c, &device);
  TEST_CHECK(b.launch(&b, &device.batch) == BACKEND_OK);
  b.release(&b, p);
  TEST_CHECK(b.memory_free(&b) > before - 1.1 * local); // taken once, not kept twice
  case_release(&b, &device);
  b.close(&b);
  case_free(&c);
}

// Work arrays in device memory: room for the blocks that the GPU holds at once (2 processors, 2
// blocks each) is kept from the moment that the kernel is ready, at most a quarter of the memory. A
// launch takes it for the blocks that it needs. All trajectories use it and give the CPU's bits.
static void far_work(void) {
  kernel_sizes sizes;
  case_sizes(&kernel_leapfrog, 6, 3, POINT_LAYOUT_NORMAL_AND_TWO_TANGENTS, &sizes);
  const cuda_program program = {.sizes = sizes, .team = 128};
  const double work = (double)cuda_program_work(&program, 128), common = 16 * 1024;
  for (int tight = 0; tight < 2; tight++) {
    const long memory = tight ? (long)(4 * 2.5 * work) : 16 << 20; // a quarter: two blocks
    const double kept = (tight ? 2 : 4) * work;
    char bytes[24];
    snprintf(bytes, sizeof bytes, "%ld", memory);
    if (tight) setenv("FAKE_CUDA_MEMORY", bytes, 1);
    batch_case c = case_create(sizes, tight ? 2 : 19, 60, 7);
    backend b, cpu;
    backend_options options = backend_default();
    TEST_CHECK(gpu_open(128, 0, &b) == BACKEND_OK);
    const double before = (double)b.memory_free(&b);
    TEST_CHECK(b.prepare(&b, &c.host.sizes, c.host.tables) == BACKEND_OK);
    TEST_CHECK(before - (double)b.memory_free(&b) == kept);
    void *p = NULL;
    TEST_CHECK(b.allocate(&b, (size_t)((double)memory - 0.9 * kept), &p) == BACKEND_OUT_OF_MEMORY && !p);
    TEST_CHECK(strstr(b.message, "are kept for the kernel's own memory"));
    if (!tight) {
      case_result gpu = case_run(&b, &c, 3);
      TEST_CHECK(backend_open("cpu", options, &cpu) == BACKEND_OK);
      case_result reference = case_run(&cpu, &c, 1);
      TEST_CHECK(case_compare(&c, &reference, &gpu, "cpu, work in device memory") == 0);
      // Taken once, not kept twice; the coefficients come on top.
      TEST_CHECK((double)b.memory_free(&b) > before - kept - common);
      case_result_free(&gpu), case_result_free(&reference);
      cpu.close(&cpu);
    }
    b.close(&b);
    case_free(&c);
  }
}

// NVRTC below 11.7 has no __grid_constant__, and one file name stands for 11.2 to 11.8: the version
// that the library reports counts.
static void old_nvrtc(void) {
  launch_gives(BACKEND_UNSUPPORTED, "libfake_nvrtc.so is NVRTC 11.6, older than 11.7");
  TEST_CHECK(strstr(backend_cuda_state(), "NVRTC 11.6, older than 11.7"));
}
static void new_nvrtc(void) {
  cuda_nvrtc nvrtc;
  TEST_CHECK(cuda_nvrtc_find(0, 0, &nvrtc) && nvrtc.usable && nvrtc.minor == 7);
  TEST_CHECK(!cuda_nvrtc_find(10020, 0, &nvrtc) && !nvrtc.usable); // too new for the driver
}

int main(void) {
  cuda_nvrtc nvrtc;
  if (!scenarios_begin()) TEST_SKIP("the stand-in driver is not there");
  SCENARIO(no_memory, "FAKE_CUDA_MEMORY", "1000000");
  SCENARIO(no_nvrtc, "CHATTER_NVRTC", "none");
  SCENARIO(old_nvrtc, "CHATTER_NVRTC", FAKE_NVRTC);
  SCENARIO(new_nvrtc, "CHATTER_NVRTC", FAKE_NVRTC, "FAKE_NVRTC_VERSION", "11070");
  if (!cuda_nvrtc_find(0, 90, &nvrtc)) TEST_SKIP("no NVRTC found; what needs none has passed");
  SCENARIO(shared_memory, "CHATTER_LIBCUDA", PTX_LIBCUDA, "FAKE_CUDA_LOCAL", "0");
  SCENARIO(local_memory, "FAKE_CUDA_LOCAL", "5456");
  SCENARIO(far_work, "CHATTER_LIBCUDA", PTX_LIBCUDA, "FAKE_CUDA_LOCAL", "0", "FAKE_CUDA_SHARED", "1024",
           "FAKE_CUDA_MEMORY", "16777216");
  return scenarios_end();
}
