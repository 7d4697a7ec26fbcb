// The event-exact stepper compiles by NVRTC without a GPU for the sizes of the maps of Marino and
// Cicirello 2021. Two masses without damping, the size of every large map, keep a trajectory in
// registers.
#include "tests/check.h"

#include "nvrtc_cached.h"
#include "kernels/regimes/coulomb_layout.h"

#define KERNEL KERNEL_DECLARE
#include "kernels/regimes/kernels.h"
#undef KERNEL

typedef struct use {
  int registers, stack, spill;
} use;

static use parse(const char *log, const char *name) {
  char entry[160];
  use u = {-1, -1, -1};
  snprintf(entry, sizeof entry, "Compiling entry function '%s' for", name);
  const char *at = log ? strstr(log, entry) : NULL, *stack = at ? strstr(at, "bytes stack frame") : NULL;
  const char *used = at ? strstr(at, "Used ") : NULL;
  int loads = 0;
  if (!stack || !used) return u;
  while (stack > at && stack[-1] != '\n') stack--;
  stack += strcspn(stack, "0123456789");
  if (sscanf(stack, "%d bytes stack frame, %d bytes spill stores, %d bytes spill loads", &u.stack, &u.spill,
             &loads) == 3)
    u.spill += loads;
  sscanf(used, "Used %d registers", &u.registers);
  return u;
}

static use compile(const cuda_nvrtc *nvrtc, int modes, int damped, int watches) {
  static cuda_program program;
  static char source[PROGRAM_TEXT];
  char name[80];
  cuda_image image;
  program = (cuda_program){.sizes = {.kind = &kernel_coulomb}, .team = 1};
  program.sizes.dim[DIM_COULOMB_MODES] = modes, program.sizes.dim[DIM_COULOMB_DAMPED] = damped;
  program.sizes.dim[DIM_COULOMB_WATCHED] = watches;
  cuda_program_name(&program, name, sizeof name);
  TEST_CHECK(cuda_program_source(&program, source));
  use u = {-1, -1, -1};
  if (nvrtc_cached(nvrtc, source, 90, 1, &image)) u = parse(image.log, name);
  if (u.registers < 0) fprintf(stderr, "%d modes: %.3000s\n", modes, image.log ? image.log : "no log");
  TEST_CHECK(u.registers > 0);
  if (getenv("CHATTER_VERBOSE"))
    printf("%d modes, damped %d: %d registers, %d stack, %d spill\n", modes, damped, u.registers, u.stack,
           u.spill);
  cuda_image_release(&image);
  return u;
}

int main(void) {
  cuda_nvrtc nvrtc;
  if (!cuda_nvrtc_find(0, 90, &nvrtc)) TEST_SKIP("no NVRTC found");
  TEST_CHECK(compile(&nvrtc, 2, 0, 0).spill == 0);
  compile(&nvrtc, 5, 0, 0);
  compile(&nvrtc, 2, 1, 1);
  return TEST_END();
}
