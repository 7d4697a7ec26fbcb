// Finds the headers of a kernel's source among the texts in the program.
#include "machines/cuda/cuda_headers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fnv.h"

// Returns the index of the header with that path from the folder `from` ("", "laws/", ...); -1:
// there is none.
static int find_from(const char *from, size_t n_from, const char *path, size_t length) {
  for (; length > 3 && memcmp(path, "../", 3) == 0; path += 3, length -= 3) {
    if (n_from == 0) return -1;
    while (n_from > 1 && from[n_from - 2] != '/') n_from--;
    n_from--;
  }
  for (int i = 0; i < cuda_source_count; i++) {
    const char *name = cuda_source_names[i];
    if (strlen(name) == n_from + length && memcmp(name, from, n_from) == 0 &&
        memcmp(name + n_from, path, length) == 0)
      return i;
  }
  return -1;
}

// Returns the header that `path` means in a text of the folder `from`: looked up there, then among
// all kernels, like a compiler. -1: none; NVRTC reports it if it needs it.
static int find(const char *from, size_t n_from, const char *path, size_t length) {
  const int own = find_from(from, n_from, path, length);
  return own >= 0 ? own : find_from("", 0, path, length);
}

// Adds a name of a header. NVRTC identifies a header by the text of its #include, "lane.h" or
// "../lane.h", so each such text becomes a name. Returns 0 without memory, or if the text already
// names another header.
static int note(cuda_headers *headers, const char *path, size_t length, const char *text) {
  for (int i = 0; i < headers->n; i++)
    if (strlen(headers->names[i]) == length && memcmp(headers->names[i], path, length) == 0)
      return headers->texts[i] == text;
  const size_t more = (size_t)headers->n + 1;
  char **names = realloc(headers->names, more * sizeof *names);
  if (!names) return 0;
  headers->names = names;
  const char **texts = realloc(headers->texts, more * sizeof *texts);
  if (!texts) return 0;
  headers->texts = texts;
  const char *name = names[headers->n] = strndup(path, length);
  texts[headers->n] = text;
  headers->n += name != NULL;
  return name != NULL;
}

// Adds and marks the headers that a text of the folder `from` includes.
static int mark(const char *from, size_t n_from, const char *text, char *used, cuda_headers *headers) {
  for (const char *line = text; line; line = strchr(line, '\n')) {
    line += strspn(line, "\n \t");
    if (*line != '#') continue;
    const char *word = line + 1 + strspn(line + 1, " \t");
    if (strncmp(word, "include", 7) != 0) continue;
    const char *path = word + 7 + strspn(word + 7, " \t");
    if (*path++ != '"') continue;
    const size_t length = strcspn(path, "\"\n");
    const int header = find(from, n_from, path, length);
    if (header < 0) continue;
    const char *name = cuda_source_names[header], *slash = strrchr(name, '/');
    if (!note(headers, path, length, cuda_source_texts[header])) return 0;
    if (used[header]) continue;
    used[header] = 1;
    if (!mark(name, slash ? (size_t)(slash - name) + 1 : 0, cuda_source_texts[header], used, headers))
      return 0;
  }
  return 1;
}

int cuda_headers_make(const char *source, cuda_headers *headers) {
  *headers = (cuda_headers){.sum = {FNV_BEGIN, ~FNV_BEGIN}};
  char *used = calloc((size_t)cuda_source_count + 1, 1);
  const int done = used && mark("", 0, source, used, headers);
  for (int i = 0; done && i < cuda_source_count; i++) {
    if (!used[i]) continue;
    const char *name = cuda_source_names[i], *text = cuda_source_texts[i];
    for (int k = 0; k < 2; k++)
      headers->sum[k] = fnv_add(fnv_add(headers->sum[k], name, strlen(name) + 1), text, strlen(text) + 1);
  }
  free(used);
  return done;
}

void cuda_headers_free(cuda_headers *headers) {
  for (int i = 0; i < headers->n; i++) free(headers->names[i]);
  free(headers->names);
  free(headers->texts);
  *headers = (cuda_headers){0};
}
