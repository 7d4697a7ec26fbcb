// The disk cache of compiled GPU kernels: written entries are read back; damaged, foreign or
// truncated entries are noticed and never returned; a folder that cannot be written causes a
// warning; two processes can share a folder.
#include "tests/check.h"

#include <dirent.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "machines/cuda/cuda_cache.h"

static char folder[] = "/tmp/chatter_cache_XXXXXX";
static char problem[CACHE_TEXT];

static int holds(const char *key, const char *image, size_t size) {
  void *bytes;
  size_t n;
  if (cuda_cache_read(folder, key, 13, 0, &bytes, &n, problem) != CACHE_FOUND) return 0;
  int same = n == size && memcmp(bytes, image, size) == 0;
  free(bytes);
  return same;
}

static cache_outcome outcome(const char *key, int major, int minor) {
  void *bytes;
  size_t n;
  cache_outcome result = cuda_cache_read(folder, key, major, minor, &bytes, &n, problem);
  free(bytes);
  return result;
}

// Finds the only kernel file in the folder.
static void only_file(char path[1200]) {
  DIR *directory = opendir(folder);
  int n = 0;
  for (struct dirent *entry; (entry = readdir(directory));) {
    if (entry->d_name[0] == '.') continue;
    snprintf(path, 1200, "%s/%s", folder, entry->d_name);
    n++;
  }
  closedir(directory);
  TEST_CHECK(n == 1); // no temporary files are left
}

static void spoil(const char *path, long offset, int whence) {
  FILE *file = fopen(path, "r+b");
  fseek(file, offset, whence);
  int c = fgetc(file);
  fseek(file, offset, whence);
  fputc(c ^ 1, file);
  fclose(file);
}

static void check_damage(const char *path, const char *key, const char *image, size_t size) {
  struct stat before;
  stat(path, &before);
  const struct {
    long offset;
    int whence;
  } places[] = {{3, SEEK_SET}, {25, SEEK_SET}, {-1, SEEK_END}, {-(long)size, SEEK_END}};
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    spoil(path, places[i].offset, places[i].whence);
    TEST_CHECK(outcome(key, 13, 0) == CACHE_BROKEN && strstr(problem, "damaged"));
    TEST_CHECK(cuda_cache_write(folder, key, 13, 0, image, size, problem));
    TEST_CHECK(holds(key, image, size));
  }
  for (off_t cut = 0; cut < before.st_size; cut += 7) { // as a full disk would leave it
    TEST_CHECK(truncate(path, cut) == 0);
    TEST_CHECK(outcome(key, 13, 0) == CACHE_BROKEN);
    cuda_cache_write(folder, key, 13, 0, image, size, problem);
  }
  FILE *file = fopen(path, "ab");
  fputc('x', file);
  fclose(file);
  TEST_CHECK(outcome(key, 13, 0) == CACHE_BROKEN);
}

static void check_unwritable(void) {
  char locked[64];
  snprintf(locked, sizeof locked, "%s/file", folder); // a file in place of the folder: an error for
                                                      // root too
  fclose(fopen(locked, "w"));
  TEST_CHECK(!cuda_cache_write(locked, "key", 13, 0, "x", 1, problem) &&
             strstr(problem, "cannot be written"));
  TEST_CHECK(!cuda_cache_write("", "key", 13, 0, "x", 1, problem) && strstr(problem, "XDG_CACHE_HOME"));
  unlink(locked);
}

// Writers and readers of the same key at the same time: a reader sees nothing or a whole image,
// never a part.
static void check_two_processes(void) {
  enum { SIZE = 100000, ROUNDS = 60 };
  char *image = malloc(SIZE);
  memset(image, 'a', SIZE);
  pid_t children[2];
  for (int c = 0; c < 2; c++) {
    children[c] = fork();
    if (children[c] == 0) {
      int good = 1;
      for (int i = 0; i < ROUNDS; i++) {
        good = good && cuda_cache_write(folder, "shared", 13, 0, image, SIZE, problem);
        good = good && holds("shared", image, SIZE);
      }
      _exit(good ? 0 : 1);
    }
  }
  for (int c = 0; c < 2; c++) {
    int status;
    waitpid(children[c], &status, 0);
    TEST_CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  }
  free(image);
}

int main(void) {
  if (!mkdtemp(folder)) return 1;
  char path[1200], image[200];
  for (size_t i = 0; i < sizeof image; i++) image[i] = (char)(i * 37);
  TEST_CHECK(outcome("key one", 13, 0) == CACHE_ABSENT);
  TEST_CHECK(cuda_cache_write(folder, "key one", 13, 0, image, sizeof image, problem));
  TEST_CHECK(holds("key one", image, sizeof image));
  TEST_CHECK(outcome("key two", 13, 0) == CACHE_ABSENT && outcome("key one", 12, 9) == CACHE_ABSENT);
  void *bytes;
  size_t n;
  TEST_CHECK(cuda_cache_read_any(folder, "key one", 13, &bytes, &n, problem) == CACHE_FOUND &&
             n == sizeof image);
  free(bytes);
  TEST_CHECK(cuda_cache_read_any(folder, "key one", 12, &bytes, &n, problem) == CACHE_ABSENT);
  only_file(path);
  check_damage(path, "key one", image, sizeof image);
  unlink(path);
  check_unwritable();
  check_two_processes();
  only_file(path);
  unlink(path);
  rmdir(folder);
  return TEST_END();
}
