// Runs a fuzz target over every file of a folder, so that seeds and findings remain tests without
// libFuzzer.
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int main(int n_arguments, char **arguments) {
  DIR *folder = n_arguments == 2 ? opendir(arguments[1]) : NULL;
  int n_files = 0;
  if (!folder) {
    fprintf(stderr, "usage: %s FOLDER\n", arguments[0]);
    return 2;
  }
  for (struct dirent *entry; (entry = readdir(folder));) {
    char path[4096];
    if (entry->d_name[0] == '.') continue;
    snprintf(path, sizeof path, "%s/%s", arguments[1], entry->d_name);
    FILE *file = fopen(path, "rb");
    uint8_t *data = malloc(1 << 20);
    if (!file || !data) {
      perror(path);
      return 1;
    }
    size_t size = fread(data, 1, 1 << 20, file);
    fclose(file);
    LLVMFuzzerTestOneInput(data, size);
    free(data);
    n_files++;
  }
  closedir(folder);
  return n_files > 0 ? 0 : 1; // an empty folder proves nothing
}
