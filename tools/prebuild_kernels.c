// usage: prebuild_kernels FOLDER [ARCH...]
// Compiles the generic GPU kernels by NVRTC (needs no GPU) into FOLDER, for machines that have a driver but
// no NVRTC: a bundle carries them in share/chatter/kernels. ARCH: 80, 90, ...; default 80 86 89 90 100 120,
// as far as known.
#include <stdio.h>
#include <stdlib.h>

#include "machines/cuda/cuda_cache.h"
#include "machines/cuda/cuda_program.h"
#include "machines/kernel_kind.h"

static int build(const cuda_nvrtc *nvrtc, const char *folder, int arch, cuda_program program) {
  static char source[PROGRAM_TEXT];
  char key[1024], problem[CACHE_TEXT], name[80];
  cuda_image image = {0};
  cuda_program_name(&program, name, sizeof name);
  int done = cuda_program_source(&program, source) && cuda_program_key(source, arch, key, sizeof key);
  if (done && !cuda_program_compile(nvrtc, source, arch, 0, &image)) {
    fprintf(stderr, "%s for sm_%d: %s\n", name, arch, image.log ? image.log : "no memory");
    done = 0;
  }
  if (done && !cuda_cache_write(folder, key, nvrtc->major, nvrtc->minor, image.bytes, image.size, problem)) {
    fprintf(stderr, "%s\n", problem);
    done = 0;
  }
  if (done) printf("%s sm_%d %zu bytes\n", name, arch, image.size);
  cuda_image_release(&image);
  return done;
}

int main(int argc, char **argv) {
  static const int USUAL[] = {80, 86, 89, 90, 100, 120};
  cuda_nvrtc nvrtc;
  if (argc < 2) {
    fprintf(stderr, "usage: prebuild_kernels FOLDER [ARCH...]\n");
    return 2;
  }
  if (!cuda_nvrtc_find(0, 0, &nvrtc)) {
    fprintf(stderr, "no NVRTC found: set CUDA_HOME or CHATTER_NVRTC\n");
    return 77;
  }
  const int n = argc > 2 ? argc - 2 : (int)(sizeof USUAL / sizeof *USUAL);
  for (int i = 0; i < n; i++) {
    const int arch = argc > 2 ? atoi(argv[2 + i]) : USUAL[i];
    if (cuda_nvrtc_target(&nvrtc, arch) != arch) {
      fprintf(stderr, "sm_%d is unknown to NVRTC %d.%d, left out\n", arch, nvrtc.major, nvrtc.minor);
      continue;
    }
    for (int k = 0; kernel_kinds[k]; k++)
      for (int team = 1; team <= kernel_kinds[k]->most_team; team = team == 1 ? 32 : team * 4)
        // precisions; work arrays in shared or device memory
        for (int which = 0; which < (team == 1 ? 2 : 4); which++) {
          const cuda_program program = {
              .sizes.kind = kernel_kinds[k], .team = team, .single = which % 2, .far = which / 2};
          const cuda_program generic = cuda_program_generic(&program);
          if (generic.team == team && !build(&nvrtc, argv[1], arch, generic)) return 1;
        }
  }
  return 0;
}
