// The complete GPU launcher on a machine without a GPU: a stand-in driver whose GPU is the
// emulator. It gives the same bits as the CPU in any number of launches; images are cached and
// reused; every failure has its message and result. Each scenario is a process, because a program
// loads its driver once.
#include "machines/team_sizes.h"
#include "scenarios.h"

static void equal(void) {
  batch_case c = small_case();
  backend_options options = backend_default();
  backend cpu, gpu;
  TEST_CHECK(backend_cuda_count() == 1 && strstr(backend_cuda_state(), "Emulated GPU 0"));
  for (int single = 0; single < 2; single++) {
    options.single_precision = single;
    TEST_CHECK(backend_open("cpu", options, &cpu) == BACKEND_OK);
    case_result a = case_run(&cpu, &c, 1);
    for (int team = 0, next = 0; team >= 0; team = next) {
      next = backend_team_next(team) ? backend_team_next(team) : -1;
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

// A generic image, as tools/prebuild_kernels.c makes it, is used if NVRTC is missing.
static void generic(void) {
  static char source[PROGRAM_TEXT], key[1024], problem[CACHE_TEXT];
  const cuda_program program = {.sizes.kind = &kernel_leapfrog, .team = 32, .generic = 1};
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
  case_sizes(&kernel_leapfrog, 50, 16, POINT_LAYOUT_NORMAL_AND_TWO_TANGENTS, &sizes);
  backend b;
  kernel_batch batch = {.sizes = sizes, .n_trajectories = 1, .stride = 16, .step_end = 1};
  TEST_CHECK(gpu_open(1, 0, &b) == BACKEND_OK && b.launch(&b, &batch) == BACKEND_UNSUPPORTED);
  TEST_CHECK(strstr(b.message, "team 4, 8"));
  b.close(&b);
}

int main(void) {
  cuda_nvrtc nvrtc;
  if (!scenarios_begin()) TEST_SKIP("the stand-in driver is not there");
  SCENARIO(no_driver, "CHATTER_LIBCUDA", "libnothing_of_the_kind.so");
  SCENARIO(old_driver, "FAKE_CUDA_VERSION", "10020");
  SCENARIO(no_gpu, "FAKE_CUDA_DEVICES", "0");
  SCENARIO(old_gpu, "FAKE_CUDA_ARCH", "61");
  SCENARIO(other_gpu, "FAKE_CUDA_DEVICES", "2");
  if (!cuda_nvrtc_find(0, 90, &nvrtc)) TEST_SKIP("no NVRTC found; what needs none has passed");
  SCENARIO(equal);
  SCENARIO(from_cache, "CHATTER_NVRTC", "none"); // compiled by scenario `equal`
  SCENARIO(bad_cache);
  SCENARIO(team_too_small);
  SCENARIO(generic);
  SCENARIO(lost, "FAKE_CUDA_FAIL", "cuLaunchKernel:1:700");
  SCENARIO(lost, "FAKE_CUDA_FAIL", "cuStreamSynchronize:17:719");
  SCENARIO(bad_image, "FAKE_CUDA_FAIL", "cuModuleLoadDataEx:1:200");
  return scenarios_end();
}
