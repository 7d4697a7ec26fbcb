// The headers of a GPU kernel: those that its source includes, directly and indirectly.
#ifndef CHATTER_MACHINES_CUDA_HEADERS_H
#define CHATTER_MACHINES_CUDA_HEADERS_H

#include <stdint.h>

typedef struct cuda_headers {
  char **names; // a text may have several names, each of its own
  const char **texts;
  int n;
  uint64_t sum[2]; // hash of all names and texts
} cuda_headers;

// Collects the headers of `source`, those under conditions too, and no others, so that no image
// depends on a text outside its key: NVRTC would not find it. Returns 0 without memory, or if the
// same #include text means two headers in two folders, which NVRTC cannot distinguish.
int cuda_headers_make(const char *source, cuda_headers *headers);
void cuda_headers_free(cuda_headers *headers);

// The kernel headers as texts in the program (written at build time by cmake/embed.cmake), for
// NVRTC.

extern const int cuda_source_count;
extern const char *const cuda_source_names[]; // "lane.h", "laws/unilateral.h", ...
extern const char *const cuda_source_texts[]; // NUL-terminated

#endif
