// Tables of drives in HDF5: the same columns as from CSV, also from two-dimensional data sets; data
// sets of other kinds are ignored; erroneous files with their messages.
#include <hdf5.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/log.h"
#include "study/drive_table.h"
#include "tests/check.h"

static char folder[] = "/tmp/chatter_records_XXXXXX";
static const double TIME[] = {0, 0.5, 2, 2.5}, FORCE[] = {1, -2, 4, 1}, GAP[] = {0, 3, -1, 0},
                    BOTH[] = {1, 0, -2, 3, 4, -1, 1, 0};

static const char *path_of(const char *name) {
  static char path[200];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  return path;
}

static void write_set(hid_t file, const char *name, hsize_t rows, hsize_t columns, const double *x) {
  const hsize_t size[2] = {rows, columns};
  const hid_t space = H5Screate_simple(columns > 1 ? 2 : 1, size, NULL);
  const hid_t set = H5Dcreate2(file, name, H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, x);
  H5Dclose(set);
  H5Sclose(space);
}

// Writes a file with up to three data sets: `time`, then those of a name.
static void write_sets(const char *file_name, int times, const char *first, const double *x, int columns,
                       const char *second, const double *y) {
  const hid_t file = H5Fcreate(path_of(file_name), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  if (times) write_set(file, "time", (hsize_t)times, 1, TIME);
  if (first) write_set(file, first, 4, (hsize_t)columns, x);
  if (second) write_set(file, second, 4, 1, y);
  H5Fclose(file);
}

static void test_columns(arena *memory, const drive_config *of) {
  drive_table csv = {0}, all = {0};
  FILE *f = fopen(path_of("records.csv"), "w");
  fputs("force,time,gap\n1,0,0\n-2,.5,3\n4,2,-1\n1,2.5,0\n", f);
  fclose(f);
  write_sets("records.h5", 4, "gap", GAP, 1, "force", FORCE);
  write_sets("both.h5", 4, "x", BOTH, 2, NULL, NULL);
  CHECK_OK(drive_table_read(path_of("records.csv"), of, memory, &csv));
  CHECK_OK(drive_table_read(path_of("records.h5"), of, memory, &all));
  CHECK_OK(drive_table_read(path_of("both.h5"), of, memory, &all));
  TEST_CHECK(csv.columns == 2 && all.columns == 4);
  TEST_CHECK(all.column[0].at == all.column[1].at && all.column[2].at == all.column[3].at &&
             all.column[0].at != all.column[2].at);
  static const char *const NAMES[] = {"force", "gap", "x.1", "x.2"};
  for (int c = 0; c < 4; c++) {
    const drive_column *a = &csv.column[c % 2], *b = &all.column[c];
    CHECK_EQUAL_TEXT(b->name, NAMES[c]);
    TEST_CHECK(a->knots == 4 && b->knots == 4);
    for (int i = 0; i < 4; i++)
      TEST_CHECK(a->at[i] == b->at[i] && a->value[i] == b->value[i] && a->slope[i] == b->slope[i]);
  }
  const column_choice third = {.number = 3}, named = {.name = "x.2"}, fifth = {.number = 5};
  int column;
  CHECK_OK(drive_table_column(&all, &third, "here", &column));
  TEST_CHECK(column == 2);
  CHECK_OK(drive_table_column(&all, &named, "here", &column));
  TEST_CHECK(column == 3);
  TEST_CHECK(drive_table_column(&all, &fifth, "here", &column) == CHATTER_BAD_STUDY);
  error_clear();
}

static void expect(const char *name, const drive_config *of, arena *memory, const char *message) {
  drive_table table = {0};
  TEST_CHECK(drive_table_read(path_of(name), of, memory, &table) == CHATTER_BAD_STUDY && table.columns == 0);
  TEST_CHECK(error_count() == 1 && strstr(error_message(0), message));
  if (error_count() && !strstr(error_message(0), message)) fprintf(stderr, "%s\n", error_message(0));
  error_clear();
}

static void test_bad(arena *memory, const drive_config *of) {
  const double falling[] = {0, 1, 1, 2}, lost[] = {0, NAN, 1, 2};
  const drive_config turns = {.abscissa = ABSCISSA_TURNS}, periodic = {.periodic = 1};
  expect("records.h5", &turns, memory, "records.h5: there is no data set 'turns' at its root");
  write_sets("short.h5", 3, "gap", GAP, 1, NULL, NULL);
  expect("short.h5", of, memory, "short.h5: data set 'gap' has 4 rows, 'time' has 3");
  write_sets("alone.h5", 4, NULL, NULL, 0, NULL, NULL);
  expect("alone.h5", of, memory, "alone.h5: there is no data set beside 'time' at its root");
  write_sets("one.h5", 1, NULL, NULL, 0, NULL, NULL);
  expect("one.h5", of, memory, "one.h5: data set 'time': 1 numbers (allowed: at least 2)");
  write_sets("falling.h5", 0, "time", falling, 1, "gap", GAP);
  expect("falling.h5", of, memory,
         "falling.h5: data set 'time', row 3: 1 after 1 (allowed: rising from row to row)");
  write_sets("lost.h5", 4, "gap", lost, 1, NULL, NULL);
  expect("lost.h5", of, memory, "lost.h5: data set 'gap', number 2: a finite number is expected");
  write_sets("open.h5", 4, "gap", falling, 1, NULL, NULL);
  expect("open.h5", &periodic, memory,
         "open.h5: data set 'gap', row 4: a periodic table ends at 2 where it began at 0");
}

int main(void) {
  static const drive_config of = {.interpolation = INTERPOLATION_CUBIC};
  arena *memory = arena_create();
  if (!mkdtemp(folder) || !memory) return 1;
  test_columns(memory, &of);
  test_bad(memory, &of);
  arena_destroy(memory);
  static const char *const FILES[] = {"records.csv", "records.h5", "both.h5", "short.h5", "alone.h5",
                                      "one.h5",      "falling.h5", "lost.h5", "open.h5"};
  for (size_t i = 0; i < sizeof FILES / sizeof *FILES; i++) unlink(path_of(FILES[i]));
  rmdir(folder);
  return TEST_END();
}
