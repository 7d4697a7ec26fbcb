// The headers that a GPU kernel is compiled with and identified by: those that it includes, and no
// others.
#include "tests/check.h"

#include "machines/cuda/cuda_headers.h"
#include "machines/cuda/cuda_program.h"
#include "machines/kernel_kind.h"

static int holds(const cuda_headers *headers, const char *path, size_t length) {
  for (int i = 0; i < headers->n; i++)
    if (strlen(headers->names[i]) == length && memcmp(headers->names[i], path, length) == 0) return 1;
  return 0;
}

// Returns 1 if every #include "..." of a text names one of the headers.
static int satisfied(const cuda_headers *headers, const char *text) {
  for (const char *at = text; (at = strstr(at, "#include \""));) {
    at += strlen("#include \"");
    const size_t length = strcspn(at, "\"");
    if (holds(headers, at, length)) continue;
    fprintf(stderr, "%.*s is missing\n", (int)length, at);
    return 0;
  }
  return 1;
}

// Checks that the included files lie in `laws`, below the root of the kernel, or in the folder of a
// kernel that it uses.
static void check_kernel(const kernel_kind *kind, cuda_headers *headers) {
  static char source[PROGRAM_TEXT];
  const cuda_program program = {.sizes.kind = kind, .team = 1, .generic = 1};
  TEST_CHECK(cuda_program_source(&program, source) && cuda_headers_make(source, headers));
  TEST_CHECK(holds(headers, "kernel_cuda.h", 13) && holds(headers, kind->header, strlen(kind->header)));
  TEST_CHECK(satisfied(headers, source));
  for (int i = 0; i < headers->n; i++) TEST_CHECK(satisfied(headers, headers->texts[i]));
}

int main(void) {
  cuda_headers headers, other, none, twice;
  for (int k = 0; kernel_kinds[k]; k++) {
    check_kernel(kernel_kinds[k], &headers);
    for (int i = 0; kernel_kinds[i]; i++) {
      check_kernel(kernel_kinds[i], &other);
      const int same = headers.sum[0] == other.sum[0] && headers.sum[1] == other.sum[1];
      TEST_CHECK(same == (strcmp(kernel_kinds[k]->header, kernel_kinds[i]->header) == 0));
      // A header of one kernel alone: if it changes, the images of other kernels stay valid.
      TEST_CHECK(same || !holds(&other, kernel_kinds[k]->header, strlen(kernel_kinds[k]->header)));
      cuda_headers_free(&other);
    }
    cuda_headers_free(&headers);
  }
  TEST_CHECK(cuda_headers_make("int x; // #include \"lane.h\"\n", &none) && none.n == 0);
  TEST_CHECK(cuda_headers_make("#if 0\n  # include \"lane.h\"\n#endif\n#include \"lane.h\"", &twice));
  TEST_CHECK(holds(&twice, "lane.h", 6) && !holds(&twice, "../lane.h", 9));
  cuda_headers_free(&none), cuda_headers_free(&twice);
  // An include is resolved relative to the folder of the file that includes it.
  TEST_CHECK(cuda_headers_make("#include \"laws/cubic.h\"", &none));
  TEST_CHECK(holds(&none, "law.h", 5) && holds(&none, "../lane_math.h", 14) && holds(&none, "lane.h", 6));
  TEST_CHECK(cuda_headers_make("#include \"law.h\"\n#include \"../lane.h\"", &twice));
  TEST_CHECK(twice.n == 0);
  cuda_headers_free(&none), cuda_headers_free(&twice);
  return TEST_END();
}
