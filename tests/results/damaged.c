// Files that are not results, are truncated or have flipped bits: an error, never a crash or wrong
// numbers.
#include <sys/wait.h>

#include "results/results_file.h"
#include "results_parts.h"

static char folder[] = "/tmp/damaged_XXXXXX", path[64], damaged[64];

static unsigned char *load(const char *name, size_t *n) {
  FILE *file = fopen(name, "r");
  unsigned char *bytes = malloc(1 << 20);
  *n = fread(bytes, 1, 1 << 20, file);
  fclose(file);
  return bytes;
}

static void store(const unsigned char *bytes, size_t n) {
  FILE *file = fopen(damaged, "w");
  TEST_CHECK(fwrite(bytes, 1, n, file) == n);
  fclose(file);
}

static void check_message(const char *text) {
  result_set *set = NULL;
  char whole[200];
  snprintf(whole, sizeof whole, "%s: %s", damaged, text);
  TEST_CHECK(results_read(damaged, &set) == CHATTER_IO && set == NULL);
  CHECK_EQUAL_TEXT(error_message(0), whole);
  error_clear();
}

// Reads the damaged file in a child. Returns 0: refused, 1: the right numbers, 2: other numbers,
// -1: crashed.
static int outcome(const double *amplitude, size_t n) {
  int state;
  pid_t child = fork();
  if (child == 0) {
    result_set *set = NULL;
    if (results_read(damaged, &set) != CHATTER_OK) _exit(0);
    const result_variable *back = result_set_find(set, "amplitude");
    int same = back && back->type == RESULT_DOUBLE && back->size[0] * PART_WINDOWS == n &&
               memcmp(back->data, amplitude, n * sizeof *amplitude) == 0;
    _exit(same ? 1 : 2);
  }
  waitpid(child, &state, 0);
  return WIFEXITED(state) ? WEXITSTATUS(state) : -1;
}

int main(void) {
  enum { N = 600, FLIPS = 400 };
  TEST_CHECK(mkdtemp(folder) != NULL);
  snprintf(path, sizeof path, "%s/a.h5", folder);
  snprintf(damaged, sizeof damaged, "%s/b.h5", folder);
  result_set *set = make_part(0, 1, N);
  const double *amplitude = result_set_find(set, "amplitude")->data;
  CHECK_OK(results_write(set, path, 0));
  size_t n;
  unsigned char *bytes = load(path, &n);

  check_message("cannot be read: No such file or directory");
  store(bytes, 0);
  check_message("is not a results file (no HDF5 signature)");
  store((const unsigned char *)"trajectory,amplitude\n0,1\n", 25);
  check_message("is not a results file (no HDF5 signature)");
  store(bytes, n - 1);
  check_message("is truncated or damaged");
  for (size_t cut = 96; cut < n; cut += n / 40) {
    store(bytes, cut);
    check_message("is truncated or damaged");
  }

  unsigned int seed = (unsigned int)getpid();
  int count[4] = {0};
  for (int i = 0; i < FLIPS; i++) {
    size_t place = (size_t)rand_r(&seed) % n;
    unsigned char bit = (unsigned char)(1 << rand_r(&seed) % 8);
    bytes[place] ^= bit;
    store(bytes, n);
    int result = outcome(amplitude, (size_t)N * PART_WINDOWS);
    if (result < 0 || result > 1)
      fprintf(stderr, "byte %zu of %zu, bit %d: outcome %d\n", place, n, bit, result);
    TEST_CHECK(result == 0 || result == 1);
    count[result < 0 ? 3 : result]++;
    bytes[place] ^= bit;
  }
  TEST_CHECK(count[0] > FLIPS / 4); // most bytes matter
  if (getenv("VERBOSE"))
    printf("%d refused, %d read right, %d wrong, %d crashed\n", count[0], count[1], count[2], count[3]);
  free(bytes);
  result_set_destroy(set);
  char command[64];
  snprintf(command, sizeof command, "rm -r %s", folder);
  TEST_CHECK(system(command) == 0);
  return TEST_END();
}
