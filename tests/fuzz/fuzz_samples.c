// libFuzzer target for sample files of `eval`: rows for a study. The bytes reach the reader through
// a file in memory.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "study/file/parse.h"
#include "study/file/scalar.h"
#include "study/samples/samples.h"
#include "study/samples/samples_csv.h"
#include "study/study.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char text[] = "study: transient\nmodel: {type: chain, masses: [1, 2], springs: [1, 2, 3]}\n"
                           "contact: [{nodes: 1, law: unilateral}, {nodes: 2, law: coulomb}]\n"
                           "excitation: {node: 1, amplitude: 1, frequency: 2}\n"
                           "integrator: {steps_per_period: 100, periods: 2}\n"
                           "inputs: {f: excitation.frequency, mu: contact.1.friction}\n";

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static study s;
  static int file = -1;
  static char path[64];
  if (file < 0) {
    if (study_parse(text, strlen(text), "fuzz.yaml", 0, NULL, &s) != CHATTER_OK) abort();
    file = memfd_create("samples", 0);
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  }
  if (ftruncate(file, 0) || pwrite(file, data, size, 0) != (ssize_t)size) abort();
  samples x;
  chatter_status status = samples_from_csv(&s, path, &x);
  if (status == CHATTER_OK) {
    for (long i = 0; i < x.n; i++)
      for (int j = 0; j < x.n_parameters; j++)
        if (study_scalar_check(&x.parameters[j], NULL, x.value[i * x.n_parameters + j]) != CHATTER_OK)
          abort();
    samples_destroy(&x);
  } else if (!error_count() || x.value)
    abort();
  error_clear();
  return 0;
}
