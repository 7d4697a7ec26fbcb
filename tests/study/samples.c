// Samples from files: CSV and HDF5 in their valid forms, and erroneous CSV files with the exact
// messages.
#include <hdf5.h>
#include <unistd.h>

#include "base/log.h"
#include "study/file/parse.h"
#include "study/file/scalar.h"
#include "study/file/storage.h"
#include "study/samples/design.h"
#include "study/samples/samples.h"
#include "study/samples/samples_csv.h"
#include "tests/check.h"
#include "study/study.h"

static study s;
static char folder[] = "/tmp/chatter_samples_XXXXXX";

static const char text[] = "study: transient\n"
                           "model: {type: bar, youngs_modulus: 1, density: 1, length: 1, elements: 10}\n"
                           "reduction: {method: macneal, modes: 5}\n"
                           "contact: [{nodes: 1, law: unilateral}, {nodes: 11, law: unilateral}]\n"
                           "integrator: {step: 0.1, duration: 1}\n"
                           "inputs: {dt: integrator.step, gap: contact.1.gap}\n"
                           "ensemble: {design: {type: file, file: design.NAME}}\n";

static const char *path_of(const char *name) {
  static char path[200];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  return path;
}

static void write_file(const char *name, const char *content) {
  FILE *f = fopen(path_of(name), "wb");
  fputs(content, f);
  fclose(f);
}

static void load_study(const char *extension) {
  char yaml[1000];
  snprintf(yaml, sizeof yaml, "%.*s%s}}\n", (int)(strstr(text, "NAME") - text), text, extension);
  CHECK_OK(study_parse(yaml, strlen(yaml), path_of("study.yaml"), 0, NULL, &s));
}

static void test_good(void) {
  samples x;
  write_file("s.csv",
             "\xEF\xBB\xBFsample_id,\"dt\", model.elements ,gap\r\na,1e-3,20,-5\r\n\"b 1\",.5,7,+1E2\r\n");
  CHECK_OK(samples_from_csv(&s, path_of("s.csv"), &x));
  TEST_CHECK(x.n == 2 && x.n_parameters == 3);
  CHECK_EQUAL_TEXT(x.id[1], "b 1");
  CHECK_EQUAL_TEXT(x.parameters[2].path, "contact.1.gap");
  TEST_CHECK(x.value[0] == 1e-3 && x.value[1] == 20 && x.value[2] == -5 && x.value[3] == 0.5 &&
             x.value[5] == 100);
  CHECK_OK(study_scalar_set(&s, &x.parameters[2], x.value[5]));
  TEST_CHECK(s.contacts[1].gap == 100 && s.contacts[0].gap == 0);
  samples_destroy(&x);
  write_file("s.csv", "sample_id\n7\n"); // all values from the study
  CHECK_OK(samples_from_csv(&s, path_of("s.csv"), &x));
  TEST_CHECK(x.n == 1 && x.n_parameters == 0);
  samples_destroy(&x);
  write_file("design.csv", "dt,gap\n1,2\n3,4\n"); // beside the study; a design needs no ids
  CHECK_OK(samples_from_design(&s, &x));
  TEST_CHECK(x.n == 2 && x.value[2] == 3 && x.value[3] == 4 && !x.id);
  samples_destroy(&x);
}

static void expect(const char *content, const char *messages) {
  samples x;
  char all[4000] = "", expected[4000] = "";
  write_file("s.csv", content);
  TEST_CHECK(samples_from_csv(&s, path_of("s.csv"), &x) == CHATTER_BAD_STUDY && !x.value);
  for (int i = 0; i < error_count(); i++)
    snprintf(all + strlen(all), sizeof all - strlen(all), "%s\n", error_message(i));
  for (const char *c = messages; *c; c++) { // @ stands for the file
    size_t used = strlen(expected);
    snprintf(expected + used, sizeof expected - used, *c == '@' ? "%s" : "%.1s",
             *c == '@' ? path_of("s.csv") : c);
  }
  CHECK_EQUAL_TEXT(all, expected);
  error_clear();
}

static void test_bad(void) {
  expect("", "@:1:1: the file is empty: a header line with column names is expected\n");
  expect("dt,gap\n1,2\n", "@:1:1: column 'sample_id' is missing; there are: dt, gap\n");
  expect("sample_id,dt\n", "@:1:1: there are no samples below the header line\n");
  expect("sample_id,dtt,gapp\na,1,1\n", "@:1:11: unknown parameter 'dtt' (did you mean 'dt'?)\n"
                                        "@:1:15: unknown parameter 'gapp' (did you mean 'gap'?)\n");
  expect("sample_id,dt,dt\na,1,1\n", "@:1:14: column 'dt' is there twice (first at 1:11)\n");
  expect("sample_id,dt,integrator.step\na,1,1\n",
         "@:1:14: 'integrator.step' is 'integrator.step' under another name, which has a column already\n");
  expect(
      "sample_id,dt,gap\na,1\nb,1,2,3\n",
      "@:2:1: this row has 2 cells, the header names 3\n@:3:1: this row has 4 cells, the header names 3\n");
  expect("sample_id,dt,gap\na,one,\nb,-1,inf\n",
         "@:2:3: dt: 'one' is not a number\n@:2:7: gap: the cell is empty, a number is expected\n"
         "@:3:3: integrator.step: -1 s is out of range (allowed: more than 0 s)\n@:3:6: gap: 'inf' is not a "
         "finite number\n");
  expect("sample_id,dt\na,1\nb,1\na,1\n", "@:4:1: sample_id 'a' is there twice (first at 2:1)\n");
  expect("sample_id,dt\n,1\n", "@:2:1: the sample_id is empty\n");
  expect("sample_id,model.elements\na,2.5\n",
         "@:2:3: model.elements: 2.5 is out of range (allowed: 1 to 1000000, whole numbers)\n");
  expect(
      "sample_id,contact.gap\na,1\n",
      "@:1:11: 'contact.gap': the study has 2 of 'contact': say which, 'contact.0.gap' to 'contact.1.gap'\n");
  expect("sample_id,contact.2.gap\na,1\n",
         "@:1:11: 'contact.2.gap': the study has 2 of 'contact', counted from 0\n");
  expect("sample_id,contact.0.law\na,1\n",
         "@:1:11: 'contact.0.law' is no number that can vary from trajectory to trajectory\n");
  expect("sample_id,dt\na,\"1\n", "@:2:3: the quote that opens here is never closed\n");
  expect("sample_id,model.masses.0\na,1\n", "@:1:11: 'model.masses.0' does not belong to model.type bar\n");
  samples x;
  unlink(path_of("s.csv"));
  TEST_CHECK(samples_from_csv(&s, path_of("s.csv"), &x) == CHATTER_IO);
  error_clear();
}

static void write_set(hid_t file, const char *name, hsize_t n, const double *x) {
  hid_t space = H5Screate_simple(1, &n, NULL);
  hid_t set = H5Dcreate2(file, name, H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, x);
  H5Dclose(set);
  H5Sclose(space);
}

static void test_hdf5(void) {
  samples x;
  hid_t file = H5Fcreate(path_of("design.h5"), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  write_set(file, "dt", 3, (const double[]){1, 2, 3});
  write_set(file, "contact.1.gap", 3, (const double[]){4, 5, 6});
  H5Fclose(file);
  CHECK_OK(samples_from_design(&s, &x));
  TEST_CHECK(x.n == 3 && x.n_parameters == 2);
  for (int i = 0; i < 3; i++) // data sets are read in the order of their names
    TEST_CHECK(x.value[2 * i] == 4 + i && x.value[2 * i + 1] == 1 + i);
  CHECK_EQUAL_TEXT(x.parameters[0].path, "contact.1.gap");
  samples_destroy(&x);
  file = H5Fopen(path_of("design.h5"), H5F_ACC_RDWR, H5P_DEFAULT);
  write_set(file, "gapp", 3, (const double[]){4, 5, 6});
  write_set(file, "model.length", 2, (const double[]){4, 5});
  H5Fclose(file);
  TEST_CHECK(samples_from_design(&s, &x) == CHATTER_BAD_STUDY && error_count() == 2);
  TEST_CHECK(strstr(error_message(0), "data set 'gapp': unknown parameter 'gapp' (did you mean 'gap'?)"));
  TEST_CHECK(strstr(error_message(1), "data set 'model.length' has 2 numbers, 'contact.1.gap' has 3"));
  error_clear();
  write_file("design.h5", "no HDF5");
  TEST_CHECK(samples_from_design(&s, &x) == CHATTER_BAD_STUDY &&
             strstr(error_message(0), "not an HDF5 file"));
  error_clear();
}

int main(void) {
  if (!mkdtemp(folder)) return 1;
  load_study("csv");
  test_good();
  test_bad();
  study_destroy(&s);
  load_study("h5");
  test_hdf5();
  study_destroy(&s);
  unlink(path_of("design.csv"));
  unlink(path_of("design.h5"));
  rmdir(folder);
  return TEST_END();
}
