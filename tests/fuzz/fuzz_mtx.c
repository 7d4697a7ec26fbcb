// libFuzzer target for Matrix Market files: any bytes are read or refused, and an accepted file is
// a valid sparse matrix.
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "model/matrices/mtx.h"
#include "model/sparse_matrix.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const int sizes[] = {0, 3}; // any size, and the size of the model
  for (int k = 0; k < 2; k++) {
    arena *memory = arena_create();
    sparse a;
    double asymmetry = NAN;
    if (mtx_parse("fuzz.mtx", (const char *)data, size, sizes[k], memory, &a, &asymmetry) == CHATTER_OK) {
      if (a.n < 1 || a.row[a.n] != a.n_entries || !(asymmetry >= 0 && asymmetry <= MTX_ASYMMETRY)) abort();
      for (int i = 0; i < a.n; i++)
        for (long e = a.row[i]; e < a.row[i + 1]; e++)
          if (a.column[e] < i || a.column[e] >= a.n || !isfinite(a.value[e])) abort();
    } else if (error_count() != 1) {
      abort();
    }
    error_clear();
    arena_destroy(memory);
  }
  return 0;
}
