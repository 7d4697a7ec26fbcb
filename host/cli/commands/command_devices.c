// Command `chatter devices`: lists the machines that a run can use.
#include <stdio.h>

#include "cli/commands.h"
#include "machines/backend.h"
#include "machines/gpu_solver.h"

static void describe_device(const char *name) {
  backend b = {0};
  if (backend_open(name, backend_default(), &b) == BACKEND_OK) {
    printf("%-12s%s\n", name, b.description);
    b.close(&b);
  } else {
    printf("%-12snot usable: %s\n", name, b.message);
  }
}

static chatter_status run_command(int n_words, char **words) {
  (void)n_words, (void)words;
  describe_device("cpu");
  describe_device("cpu_scalar");
  describe_device("device_sim");
  for (int i = 0; i < backend_cuda_count(); i++) {
    char text[160];
    if (backend_cuda_describe(i, text, sizeof text)) printf("cuda:%-7d%s\n", i, text);
  }
  printf("GPU: %s\n", backend_cuda_state());
  if (backend_cuda_count() > 0) {
    char text[GPU_SOLVER_MESSAGE];
    const int found = gpu_solver_found(text, sizeof text);
    printf("GPU libraries: %s%s\n", text, found ? "" : ": LAPACK on the CPU factorises large systems");
  }
  return CHATTER_OK;
}

static const cli_option command_options[] = {{0}};
const cli_command command_devices = {"devices",
                                     "",
                                     0,
                                     0,
                                     "the processors and GPUs that --device can name",
                                     "  chatter devices\n  CUDA_VISIBLE_DEVICES=1 chatter devices\n",
                                     "",
                                     command_options,
                                     run_command};
