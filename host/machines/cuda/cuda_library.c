// Searches NVIDIA's libraries.
#include "machines/cuda/cuda_library.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Returns the folder of the running program with `tail` appended; "" if it is unknown.
static void program_folder(const char *tail, char *path, size_t size) {
  ssize_t n = readlink("/proc/self/exe", path, size - 1);
  path[n > 0 ? n : 0] = 0;
  char *slash = strrchr(path, '/');
  if (!slash) {
    path[0] = 0;
    return;
  }
  snprintf(slash, size - (size_t)(slash - path), "%s", tail);
}

int cuda_library_find(const char *variable, int n, const char *const *names,
                      int (*load)(const char *file, void *to), void *to) {
  const char *forced = getenv(variable);
  if (forced) return *forced && strcmp(forced, "none") != 0 ? load(forced, to) : 0;
  char beside[CUDA_LIBRARY_NAME];
  program_folder("/../lib", beside, sizeof beside);
  const struct {
    const char *folder, *below;
  } places[] = {{getenv("CUDA_HOME"), "/lib64/"},
                {getenv("CUDA_PATH"), "/lib64/"},
                {beside, "/"},
                {"", ""}, // the loader's path: LD_LIBRARY_PATH, ldconfig
                {"/usr/local/cuda", "/lib64/"},
                {"/opt/cuda", "/lib64/"}};
  for (size_t p = 0; p < sizeof places / sizeof *places; p++) {
    if (!places[p].folder || (!*places[p].folder && *places[p].below)) continue;
    for (int i = 0; i < n; i++) {
      char file[CUDA_LIBRARY_NAME + 40];
      snprintf(file, sizeof file, "%s%s%s", places[p].folder, places[p].below, names[i]);
      const int found = load(file, to);
      if (found) return found;
    }
  }
  return 0;
}
