// NVRTC's results, kept between runs of the tests in the folder that CTest gives
// (CHATTER_TEST_CACHE); without it each is compiled every time. File name and header are the hash
// of everything that determines the result: source, headers, options, architecture
// (cuda_program_key), and the NVRTC library itself. Damaged files are written again.
#ifndef CHATTER_TESTS_CUDA_NVRTC_CACHED_H
#define CHATTER_TESTS_CUDA_NVRTC_CACHED_H

#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/fnv.h"
#include "machines/cuda/cuda_cache.h"
#include "machines/cuda/cuda_program.h"

// Gives the folder for results of this library (identified by path, size and time), "" for none.
static inline void nvrtc_cached_folder(const cuda_nvrtc *nvrtc, char folder[CACHE_PATH]) {
  const char *root = getenv("CHATTER_TEST_CACHE");
  void *function;
  Dl_info info;
  struct stat file;
  folder[0] = 0;
  memcpy(&function, &nvrtc->version, sizeof function);
  if (!root || !*root || !dladdr(function, &info) || stat(info.dli_fname, &file) != 0) return;
  char *path = realpath(info.dli_fname, NULL), said[1200];
  snprintf(said, sizeof said, "%.1000s %lld %lld.%09ld", path ? path : "", (long long)file.st_size,
           (long long)file.st_mtim.tv_sec, file.st_mtim.tv_nsec);
  free(path);
  snprintf(folder, CACHE_PATH, "%.900s/nvrtc-%016" PRIx64, root, fnv_add(FNV_BEGIN, said, strlen(said)));
}

// Removes files older than a month: most belong to kernels that have changed.
static inline void nvrtc_cached_prune(const char *folder) {
  DIR *directory = *folder ? opendir(folder) : NULL;
  char path[CACHE_PATH];
  struct stat file;
  for (struct dirent *entry; directory && (entry = readdir(directory));) {
    const int n = snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
    if (n < (int)sizeof path && stat(path, &file) == 0 && S_ISREG(file.st_mode) &&
        time(NULL) - file.st_mtime > 30 * 86400)
      unlink(path);
  }
  if (directory) closedir(directory);
}

// Returns the result of cuda_program_compile, or its stored result. In the file: bytes of the
// image, image, log.
static inline int nvrtc_cached(const cuda_nvrtc *nvrtc, const char *source, int arch, int report,
                               cuda_image *image) {
  char folder[CACHE_PATH], own[1024], key[1100], problem[CACHE_TEXT];
  void *bytes;
  size_t size;
  uint64_t head;
  if (!cuda_program_key(source, arch, own, sizeof own)) return 0;
  snprintf(key, sizeof key, "%s, %s", own,
           report ? "its report" : "its log"); // the files of the launcher lie here too
  nvrtc_cached_folder(nvrtc, folder);
  if (cuda_cache_read(folder, key, nvrtc->major, nvrtc->minor, &bytes, &size, problem) == CACHE_FOUND) {
    memcpy(&head, bytes, sizeof head);
    *image = (cuda_image){malloc(head), head, malloc(size - sizeof head - head)};
    if (!image->bytes || !image->log) exit(1);
    memcpy(image->bytes, (char *)bytes + sizeof head, head);
    memcpy(image->log, (char *)bytes + sizeof head + head, size - sizeof head - head);
    free(bytes);
    return 1;
  }
  if (!cuda_program_compile(nvrtc, source, arch, report, image)) return 0;
  const size_t log = strlen(image->log) + 1;
  head = image->size, size = sizeof head + image->size + log;
  if (!(bytes = malloc(size))) exit(1);
  memcpy(bytes, &head, sizeof head);
  memcpy((char *)bytes + sizeof head, image->bytes, image->size);
  memcpy((char *)bytes + sizeof head + image->size, image->log, log);
  if (*folder) cuda_cache_write(folder, key, nvrtc->major, nvrtc->minor, bytes, size, problem);
  free(bytes);
  return 1;
}

#endif
