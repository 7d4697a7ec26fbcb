// Splits a word of the command line into file and trajectories.
#include "plot/file_word.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

size_t file_word_parse(const char *word, double number[FILE_WORD_MAX_TRAJECTORIES], int *n) {
  const char *colon = strrchr(word, ':'), *at = colon ? colon + 1 : NULL;
  *n = 0;
  if (!colon || colon == word || access(word, F_OK) == 0) return strlen(word);
  while (*at >= '0' && *at <= '9' && *n < FILE_WORD_MAX_TRAJECTORIES) {
    char *end;
    number[(*n)++] = strtod(at, &end);
    at = *end == ',' ? end + 1 : end;
  }
  if (*n > 0 && *at == 0 && at[-1] != ',') return (size_t)(colon - word);
  *n = 0;
  return strlen(word);
}
