// The kernels of the tests (tests/kernels/*_case.h) as PTX of NVRTC, one module for each build of
// team_builds.h.
#ifndef CHATTER_TESTS_TEAM_PROGRAM_H
#define CHATTER_TESTS_TEAM_PROGRAM_H

#include "tests/check.h"
#include "tests/machines/cuda/nvrtc_cached.h"
#include "tools/ptx_machine/ptx.h"
#include "tests/machines/cuda/team_builds.h"

#define TEAM_WORD_(name) #name
#define TEAM_WORD(name) TEAM_WORD_(name)
#define TEAM_KERNEL TEAM_WORD(EMULATED_KERNEL)

// Joins the texts of tests/kernels/NAME, after that of kernel_entry.h.
static inline const char *team_text(const char *const *name, int n) {
  static char text[60000];
  size_t size = 0;
  for (int i = -1; i < n; i++) {
    char path[400];
    snprintf(path, sizeof path, "%s/tests/kernels/%s", source_folder(), i < 0 ? "kernel_entry.h" : name[i]);
    FILE *file = fopen(path, "r");
    if (!file) TEST_SKIP("the source folder is not there; what needs none has passed");
    size += fread(text + size, 1, sizeof text - 1 - size, file);
    fclose(file);
  }
  text[size] = 0;
  if (size + 1 == sizeof text) fprintf(stderr, "too long a text for NVRTC\n"), exit(1);
  return text;
}

// `defined`: lines of macros before the text.
static inline cuda_image team_compile(const cuda_nvrtc *nvrtc, const char *defined, const char *text,
                                      int build) {
  static char source[70000];
  cuda_image image;
  snprintf(source, sizeof source, "#define TEAM %d\n%s#define TEAM_ENTRY %s\n%s%s", BUILD[build].team,
           BUILD[build].single ? "#define KERNEL_SINGLE\n" : "", TEAM_KERNEL, defined, text);
  if (!nvrtc_cached(nvrtc, source, 91, 0, &image)) {
    fprintf(stderr, "%.2000s\n", image.log ? image.log : "no log");
    exit(1);
  }
  return image;
}

// Loads the image and frees it.
static inline ptx_module *team_module(cuda_image image) {
  char problem[300] = "";
  ptx_module *m = ptx_module_read(image.bytes, problem, sizeof problem);
  if (!m) fprintf(stderr, "%s\n", problem), exit(1);
  cuda_image_release(&image);
  return m;
}

#endif
