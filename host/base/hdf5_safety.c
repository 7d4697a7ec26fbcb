// Error messages of HDF5, and the check of its text heaps.
#include "base/hdf5_safety.h"

#include <fcntl.h>
#include <hdf5.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

// Prevents HDF5's cleanup at exit. After a failed write (a full disk) HDF5 1.10 cannot close that
// file, and its cleanup crashes. All files are closed explicitly here, so cleanup is not needed. It
// can only be disabled before the first use.
__attribute__((constructor)) static void refuse_cleanup_at_exit(void) {
  H5dont_atexit();
}

void hdf5_quiet(void) {
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
}

// Finds the system's reason in an entry of the error stack ("..., error message = 'No space left on
// device', ...").
static herr_t find_system_cause(unsigned n, const H5E_error2_t *entry, void *data) {
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
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, find_system_cause, &cause);
  return error_raise(CHATTER_IO, "%s: %s%s%s", path, what, cause[0] ? ": " : "", cause);
}

enum {
  HEAP_REFERENCE_BYTES = 16,
  COLLECTION_HEAD_BYTES = 16,
  OBJECT_HEAD_BYTES = 16,
  MAX_HEAP_OBJECTS = 65536
};

typedef struct image {
  const unsigned char *bytes;
  size_t size;
  uint64_t address;                  // of the collection read last; 0: none
  uint64_t object[MAX_HEAP_OBJECTS]; // sizes by index; UINT64_MAX: none
  size_t n_objects;                  // highest index + 1
} image;

static uint64_t number(const unsigned char *bytes, int n) { // little-endian
  uint64_t value = 0;
  for (int i = n - 1; i >= 0; i--) value = value << 8 | bytes[i];
  return value;
}

// Reads the objects of a collection: "GCOL", version, size; each with index, reference count and
// size, padded to 8 bytes.
static int read_collection(image *self, uint64_t address) {
  if (address > self->size || self->size - address < COLLECTION_HEAD_BYTES) return 0;
  const unsigned char *head = self->bytes + address;
  uint64_t size = number(head + 8, 8), at = COLLECTION_HEAD_BYTES;
  if (memcmp(head, "GCOL\1", 5) != 0 || size > self->size - address || size < COLLECTION_HEAD_BYTES) return 0;
  memset(self->object, 0xff, self->n_objects * sizeof *self->object);
  self->n_objects = 0;
  while (size - at >= OBJECT_HEAD_BYTES) {
    uint64_t index = number(head + at, 2), bytes = number(head + at + 8, 8), left = size - at;
    uint64_t need =
        index ? OBJECT_HEAD_BYTES + (bytes + 7) / 8 * 8 : bytes; // index 0: the free rest, including its head
    if (bytes > left || need > left || need < OBJECT_HEAD_BYTES) return 0;
    if (index) self->object[index] = bytes;
    if (index >= self->n_objects) self->n_objects = (size_t)index + 1;
    at += need;
  }
  self->address = address;
  return 1;
}

// Checks the reference of a text: its length, the address of its collection, its index there.
static int check_heap_reference(image *self, const unsigned char *reference) {
  uint64_t length = number(reference, 4), address = number(reference + 4, 8),
           index = number(reference + 12, 4);
  if (address == 0) return length == 0;
  if (address != self->address && !read_collection(self, address)) return 0;
  return index > 0 && index < self->n_objects && self->object[index] == length;
}

static int check_heap_references(image *self, haddr_t offset, hsize_t n) {
  if (offset > self->size || n > (self->size - offset) / HEAP_REFERENCE_BYTES) return 0;
  for (hsize_t i = 0; i < n; i++)
    if (!check_heap_reference(self, self->bytes + offset + i * HEAP_REFERENCE_BYTES)) return 0;
  return 1;
}

int hdf5_texts_are_whole(hid_t dataset, const char *path) {
  hid_t creation = H5Dget_create_plist(dataset), space = H5Dget_space(dataset);
  int is_contiguous = H5Pget_layout(creation) == H5D_CONTIGUOUS;
  hssize_t n = H5Sget_simple_extent_npoints(space);
  haddr_t offset = H5Dget_offset(dataset);
  H5Sclose(space);
  H5Pclose(creation);
  if (!is_contiguous || n <= 0 || offset == HADDR_UNDEF) return 1; // nothing written: HDF5 fills it
  struct stat info;
  int file = open(path, O_RDONLY | O_CLOEXEC), good = 0;
  image *self = calloc(1, sizeof *self);
  if (file >= 0 && self && fstat(file, &info) == 0 && info.st_size > 0) {
    self->size = (size_t)info.st_size;
    self->n_objects = MAX_HEAP_OBJECTS; // unknown at first
    void *bytes = mmap(NULL, self->size, PROT_READ, MAP_PRIVATE, file, 0);
    self->bytes = bytes;
    if (bytes != MAP_FAILED) {
      good = check_heap_references(self, offset, (hsize_t)n);
      munmap(bytes, self->size);
    }
  }
  if (file >= 0) close(file);
  free(self);
  return good;
}
