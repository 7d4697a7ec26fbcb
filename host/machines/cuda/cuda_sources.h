// The kernel headers as text inside the program (written at build time by cmake/embed.cmake), for NVRTC.
#ifndef CHATTER_MACHINES_CUDA_SOURCES_H
#define CHATTER_MACHINES_CUDA_SOURCES_H

extern const int cuda_source_count;
extern const char *const cuda_source_names[]; // "lane.h", "laws/unilateral.h", ...
extern const char *const cuda_source_texts[]; // NUL-terminated

#endif
