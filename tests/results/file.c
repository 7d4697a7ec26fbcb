// A result_set is written and read back by the library and by plain HDF5 calls. `results/file write
// PATH` writes the file for other readers (xarray.sh).
#include <hdf5.h>
#include <hdf5_hl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/log.h"
#include "results/results_file.h"
#include "tests/check.h"
#include "results/result_set.h"

enum { N = 7, W = 3 };

static result_set *example(void) {
  size_t sizes[] = {N, W}, series[] = {2, 5};
  result_set *set = result_set_create();
  int *trajectory =
      result_set_add(set, "trajectory", RESULT_INT, "trajectory", sizes, "", "number of the trajectory");
  int *status = result_set_add(set, "status", RESULT_INT, "trajectory", sizes, "", "outcome");
  set->variables[1].flag_meanings = "ok diverged not_run";
  double *amplitude =
      result_set_add(set, "amplitude", RESULT_DOUBLE, "trajectory", sizes, "m", "half peak-to-peak");
  double *windows =
      result_set_add(set, "window_amplitude", RESULT_DOUBLE, "trajectory,window", sizes, "m", "");
  char **id = result_set_add(set, "sample_id", RESULT_STRING, "trajectory", sizes, "", "name of the sample");
  double *history =
      result_set_add(set, "history", RESULT_DOUBLE, "series,sample", series, "m", "time history");
  for (int i = 0; i < N; i++) {
    trajectory[i] = i;
    status[i] = i % 3;
    amplitude[i] = i == 4 ? NAN : i == 5 ? INFINITY : 1.0 / (i + 3);
    for (int w = 0; w < W; w++) windows[i * W + w] = i + 0.1 * w;
    id[i] = i == 2 ? NULL : arena_string(set->memory, i == 3 ? "Länge µ" : "plate");
  }
  for (int i = 0; i < 10; i++) history[i] = i * i;
  result_set_text(set, "study", "study: transient\ntitle: größer\n");
  result_set_text(set, "study_sha256", "abc");
  result_set_number(set, "seed", 7);
  return set;
}

static void check_equal(const result_set *a, const result_set *b) {
  TEST_CHECK(a->n_variables == b->n_variables);
  for (int i = 0; i < a->n_variables; i++) {
    const result_variable *x = &a->variables[i], *y = &b->variables[i];
    size_t n = 1;
    CHECK_EQUAL_TEXT(y->name, x->name);
    CHECK_EQUAL_TEXT(y->units, x->units);
    CHECK_EQUAL_TEXT(y->long_name, x->long_name);
    TEST_CHECK(x->type == y->type && x->n_dims == y->n_dims);
    for (int j = 0; j < x->n_dims; j++) {
      CHECK_EQUAL_TEXT(y->dim[j], x->dim[j]);
      TEST_CHECK(x->size[j] == y->size[j]);
      n *= x->size[j];
    }
    if (x->type == RESULT_DOUBLE) TEST_CHECK(memcmp(x->data, y->data, n * sizeof(double)) == 0);
    if (x->type == RESULT_INT) TEST_CHECK(memcmp(x->data, y->data, n * sizeof(int)) == 0);
    for (size_t k = 0; k < n && x->type == RESULT_STRING; k++)
      CHECK_EQUAL_TEXT(((char *const *)y->data)[k],
                       ((char *const *)x->data)[k] ? ((char *const *)x->data)[k] : "");
  }
  CHECK_EQUAL_TEXT(b->variables[1].flag_meanings, a->variables[1].flag_meanings);
  for (int i = 0; i < a->n_attributes; i++)
    if (a->attributes[i].text)
      CHECK_EQUAL_TEXT(result_set_find_text(b, a->attributes[i].name), a->attributes[i].text);
}

// Compares the numbers with those read by HDF5 alone.
static void check_plain_hdf5(const char *path) {
  hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
  double windows[N][W], seed = 0;
  int flags[3] = {-1, -1, -1};
  TEST_CHECK(H5LTread_dataset_double(file, "window_amplitude", &windows[0][0]) >= 0);
  for (int i = 0; i < N; i++)
    for (int w = 0; w < W; w++) TEST_CHECK(windows[i][w] == i + 0.1 * w);
  TEST_CHECK(H5LTget_attribute_double(file, "/", "seed", &seed) >= 0 && seed == 7);
  TEST_CHECK(H5LTget_attribute_int(file, "status", "flag_values", flags) >= 0);
  TEST_CHECK(flags[0] == 0 && flags[1] == 1 && flags[2] == 2);
  hid_t dataset = H5Dopen2(file, "window_amplitude", H5P_DEFAULT), creation = H5Dget_create_plist(dataset);
  TEST_CHECK(H5DSget_num_scales(dataset, 0) == 1 && H5DSget_num_scales(dataset, 1) == 1);
  TEST_CHECK(H5Pget_nfilters(creation) == 3); // shuffle, deflate, fletcher32
  H5Pclose(creation);
  H5Dclose(dataset);
  H5Fclose(file);
}

int main(int n_arguments, char **arguments) {
  result_set *set = example(), *back = NULL;
  if (n_arguments == 3) {
    CHECK_OK(results_write(set, arguments[2], 1));
    result_set_destroy(set);
    return TEST_END();
  }
  char folder[] = "/tmp/results_XXXXXX", path[64], text[200];
  TEST_CHECK(mkdtemp(folder) != NULL);
  snprintf(path, sizeof path, "%s/a.h5", folder);
  CHECK_OK(results_write(set, path, 0));
  CHECK_OK(results_read(path, &back));
  check_equal(set, back);
  CHECK_EQUAL_TEXT(result_set_find_text(back, "Conventions"), "CF-1.9");
  check_plain_hdf5(path);

  TEST_CHECK(results_write(set, path, 0) == CHATTER_IO);
  snprintf(text, sizeof text, "%s: exists already and is left as it is; --force replaces it", path);
  CHECK_EQUAL_TEXT(error_message(0), text);
  error_clear();
  CHECK_OK(results_write(set, path, 1));
  snprintf(path, sizeof path, "%s/missing/a.h5", folder);
  TEST_CHECK(results_write(set, path, 1) == CHATTER_IO);
  snprintf(text, sizeof text, "%s.tmp: cannot be created: No such file or directory", path);
  CHECK_EQUAL_TEXT(error_message(0), text);
  error_clear();
  TEST_CHECK(result_set_add(set, "status", RESULT_INT, "trajectory", &(size_t){N}, "", "") == NULL);
  error_clear();
  result_set_destroy(set);
  result_set_destroy(back);
  snprintf(path, sizeof path, "%s/a.h5", folder);
  unlink(path);
  TEST_CHECK(rmdir(folder) == 0); // no other files remain
  return TEST_END();
}
