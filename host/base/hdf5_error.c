#include "base/hdf5_error.h"

#include <hdf5.h>
#include <stdio.h>
#include <string.h>

// After a failed write (a full disk) HDF5 1.10 cannot close that file, and its own cleanup at exit crashes on
// it. All files are closed explicitly here, so that cleanup is not needed. It can only be refused before
// first use.
__attribute__((constructor)) static void refuse_cleanup_at_exit(void) {
  H5dont_atexit();
}

void hdf5_quiet(void) {
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
}

// Keeps the system's reason where one entry has it ("..., error message = 'No space left on device', ...").
static herr_t find_cause(unsigned n, const H5E_error2_t *entry, void *data) {
  static const char mark[] = "error message = '";
  char(*cause)[200] = data;
  const char *text = entry->desc ? strstr(entry->desc, mark) : NULL;
  if (n > 100 || !text || (*cause)[0]) return 0;
  text += sizeof mark - 1;
  snprintf(*cause, sizeof *cause, "%.*s", (int)strcspn(text, "'"), text);
  return 0;
}

chatter_status hdf5_raise(const char *path, const char *what) {
  char cause[200] = "";
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, find_cause, &cause);
  return error_raise(CHATTER_IO, "%s: %s%s%s", path, what, cause[0] ? ": " : "", cause);
}
