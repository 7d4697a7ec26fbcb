// Finds the headers of a kernel's source among the texts inside the program.
#include "machines/cuda/cuda_headers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fnv.h"
#include "machines/cuda/cuda_sources.h"

// NVRTC knows a header by the very text of the #include: "lane.h", and from a folder below "../lane.h" or,
// for a neighbour, the bare name. Each header is given under all three.
static const char *bare_name(int header) {
  const char *name = cuda_source_names[header], *slash = strrchr(name, '/');
  for (int i = 0; slash && i < cuda_source_count; i++) {
    const char *other = strrchr(cuda_source_names[i], '/');
    if (i != header && strcmp(other ? other + 1 : cuda_source_names[i], slash + 1) == 0) return NULL;
  }
  return slash ? slash + 1 : NULL;
}

static int is(const char *path, size_t length, const char *name) {
  return name && strlen(name) == length && memcmp(path, name, length) == 0;
}

static int find(const char *path, size_t length) {
  const int up = length > 3 && memcmp(path, "../", 3) == 0 ? 3 : 0;
  for (int i = 0; i < cuda_source_count; i++)
    if (is(path + up, length - (size_t)up, cuda_source_names[i]) || is(path, length, bare_name(i))) return i;
  return -1; // NVRTC names it, if it comes that far
}

// Marks what a text includes.
static void mark(const char *text, char *used) {
  for (const char *line = text; line; line = strchr(line, '\n')) {
    line += strspn(line, "\n \t");
    if (*line != '#') continue;
    const char *word = line + 1 + strspn(line + 1, " \t");
    if (strncmp(word, "include", 7) != 0) continue;
    const char *path = word + 7 + strspn(word + 7, " \t");
    if (*path++ != '"') continue;
    const int header = find(path, strcspn(path, "\"\n"));
    if (header < 0 || used[header]) continue;
    used[header] = 1;
    mark(cuda_source_texts[header], used);
  }
}

int cuda_headers_make(const char *source, cuda_headers *headers) {
  const size_t count = (size_t)cuda_source_count;
  size_t room = 1;
  *headers = (cuda_headers){.sum = {FNV_BEGIN, ~FNV_BEGIN}};
  for (size_t i = 0; i < count; i++) room += strlen(cuda_source_names[i]) + 4;
  headers->names = malloc(3 * count * sizeof *headers->names);
  headers->texts = malloc(3 * count * sizeof *headers->texts);
  headers->paths = malloc(room);
  char *used = calloc(count + 1, 1), *path = headers->paths;
  const int done = headers->names && headers->texts && path && used;
  if (done) mark(source, used);
  for (int i = 0; done && i < cuda_source_count; i++) {
    if (!used[i]) continue;
    const char *name = cuda_source_names[i], *text = cuda_source_texts[i],
               *alias[3] = {name, path, bare_name(i)};
    path += sprintf(path, "../%s", name) + 1;
    for (int k = 0; k < 3; k++)
      if (alias[k]) headers->names[headers->n] = alias[k], headers->texts[headers->n++] = text;
    for (int k = 0; k < 2; k++)
      headers->sum[k] = fnv_add(fnv_add(headers->sum[k], name, strlen(name) + 1), text, strlen(text) + 1);
  }
  free(used);
  return done;
}

void cuda_headers_free(cuda_headers *headers) {
  free(headers->names);
  free(headers->texts);
  free(headers->paths);
  *headers = (cuda_headers){0};
}
