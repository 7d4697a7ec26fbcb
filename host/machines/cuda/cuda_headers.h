// The headers that a GPU kernel is made of: what its source includes, and what that includes.
#ifndef CHATTER_MACHINES_CUDA_HEADERS_H
#define CHATTER_MACHINES_CUDA_HEADERS_H

#include <stdint.h>

typedef struct cuda_headers {
  char **names; // one text may have several names, each its own
  const char **texts;
  int n;
  uint64_t sum[2]; // of all names and texts
} cuda_headers;

// The headers of `source`, conditional ones included, and nothing else, so that no image depends on a text
// that its key leaves out: NVRTC would not find it. 0 without memory, or where the same words of an #include
// mean two headers in two folders, which NVRTC cannot tell apart.
int cuda_headers_make(const char *source, cuda_headers *headers);
void cuda_headers_free(cuda_headers *headers);

// The kernel headers as text inside the program (written at build time by cmake/embed.cmake), for NVRTC.

extern const int cuda_source_count;
extern const char *const cuda_source_names[]; // "lane.h", "laws/unilateral.h", ...
extern const char *const cuda_source_texts[]; // NUL-terminated

#endif
