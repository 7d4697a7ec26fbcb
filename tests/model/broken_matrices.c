// Erroneous Matrix Market files: each is refused with message and position.
#include "model/load.h"
#include "model_files.h"

#define REAL "%%MatrixMarket matrix coordinate real "
static const struct {
  const char *content, *message;
} cases[] = {
    {"", "K.mtx:1:1: a Matrix Market file begins with '%%MatrixMarket matrix', this one with ''"},
    {"2 2 2\n1 1 5\n",
     "K.mtx:1:1: a Matrix Market file begins with '%%MatrixMarket matrix', this one with '2'"},
    {"%%MatrixMarket vector coordinate real general\n", "K.mtx:1:16: object 'vector'; allowed: matrix"},
    {"%%MatrixMarket matrix coordinat real general\n",
     "K.mtx:1:23: format 'coordinat'; allowed: coordinate, array (did you mean 'coordinate'?)"},
    {"%%MatrixMarket matrix coordinate pattern general\n",
     "K.mtx:1:34: values 'pattern'; allowed: real, integer, double"},
    {"%%MatrixMarket matrix coordinate complex symmetric\n",
     "K.mtx:1:34: values 'complex'; allowed: real, integer, double"},
    {REAL "skew-symmetric\n", "K.mtx:1:39: a skew-symmetric matrix, as gyroscopic and circulatory forces "
                              "have: not supported; stiffness, "
                              "mass and damping must be symmetric (general or symmetric)"},
    {REAL "symmetric row\n", "K.mtx:1:49: unexpected 'row' at the end of the line"},
    {REAL "symmetric\n% only a comment\n", "K.mtx:3:1: the file ends before the size of the matrix"},
    {REAL "symmetric\n2 3 3\n", "K.mtx:2:1: the matrix is 2 x 3; allowed: square"},
    {REAL "symmetric\n2 2 2.5\n", "K.mtx:2:5: '2.5' is not a whole number (entries)"},
    {REAL "symmetric\n3 3 3\n", "K.mtx:2:1: the matrix is 3 x 3, but there are 2 equations"},
    {REAL "symmetric\n2 2 4\n", "K.mtx:2:5: 4 entries; allowed in this matrix: 0 to 3"},
    {REAL "general\n2 2 -1\n", "K.mtx:2:5: -1 entries; allowed in this matrix: 0 to 4"},
    {REAL "general\n2 2 4\n1\n", "K.mtx:2:5: the file is too short for 4 entries: is it cut off?"},
    {REAL "symmetric\n2 2 3\n1 1 5\n2 2 5\n", "K.mtx:5:1: the file ends after 2 of 3 entries"},
    {REAL "symmetric\n2 2 2\n1 1 5\n2 2 5\n2 1 -1\n", "K.mtx:5:1: more than the 2 entries announced"},
    {REAL "symmetric\n2 2 2\n1 1 5\n  2 3 5\n",
     "K.mtx:4:5: column 3 is outside of the matrix; allowed: 1 to 2"},
    {REAL "symmetric\n2 2 2\n0 1 5\n2 2 5\n", "K.mtx:3:1: row 0 is outside of the matrix; allowed: 1 to 2"},
    {REAL "symmetric\n2 2 2\n1 1 5\n2 2 nan\n", "K.mtx:4:5: 'nan' is not a finite number"},
    {REAL "symmetric\n2 2 2\n1 1 1e999\n2 2 5\n", "K.mtx:3:5: '1e999' is not a finite number"},
    {REAL "symmetric\n2 2 2\n1 1\n2 2 5\n", "K.mtx:3:4: '' is not a finite number"},
    {REAL "symmetric\n2 2 2\n1 1 5,0\n2 2 5\n", "K.mtx:3:5: '5' is not a finite number"},
    {REAL "symmetric\n2 2 2\n1 1 5 0\n2 2 5\n", "K.mtx:3:7: unexpected '0' at the end of the line"},
    {"%%MatrixMarket matrix coordinate integer symmetric\n2 2 2\n1 1 5\n2 2 0.5\n",
     "K.mtx:4:5: '0.5' in a matrix of integers"},
    {REAL "symmetric\n2 2 3\n1 1 5\n2 1 1\n1 2 1\n",
     "K.mtx:5:1: entry (1, 2) is given twice (before in line 4), and a symmetric file holds one triangle"},
    {REAL "general\n2 2 4\n1 1 5\n2 1 1\n1 2 1\n2 1 1\n",
     "K.mtx:6:1: entry (2, 1) is given twice (before in line 4)"},
    {REAL "general\n2 2 3\n1 1 5\n1 1 5\n2 2 1\n",
     "K.mtx:4:1: entry (1, 1) is given twice (before in line 3)"},
    {REAL "general\n2 2 4\n1 1 5\n2 1 1\n1 2 1.25\n2 2 5\n",
     "K.mtx:4:1: not symmetric: entries (2, 1) and (1, 2) differ by 0.25, 0.05 of the largest entry; "
     "allowed: 1e-08"},
    {REAL "general\n2 2 3\n1 1 5\n2 1 1\n2 2 5\n", "K.mtx:4:1: not symmetric: entries (2, 1) and (1, 2) "
                                                   "differ by 1, 0.2 of the largest entry; allowed: 1e-08"},
    {"%%MatrixMarket matrix array real general\n2 2\n1 0\n0\n",
     "K.mtx:5:1: the file ends after 3 of 4 entries"},
    {"%%MatrixMarket matrix array real symmetric\n2 2\n1 0 2 3\n",
     "K.mtx:3:7: more than the 3 entries announced"},
};

int main(void) {
  enter_folder();
  study s = {.path = "study.yaml",
             .model = {.type = MODEL_MATRICES, .stiffness = "K.mtx", .mass = "M.mtx", .dof = "dof.csv"}};
  const char *good = REAL "symmetric\n2 2 2\n1 1 5\n2 2 5\n";
  write_file("M.mtx", good);
  write_file("dof.csv", "eq,node,dof\n1,1,x\n2,1,y\n");
  expect_refusal(&s, "study.yaml: K.mtx: cannot be read: No such file or directory");
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    write_file("K.mtx", cases[i].content);
    expect_refusal(&s, cases[i].message);
  }
  write_file("K.mtx", good);
  model m;
  CHECK_OK(model_load(&s, &m));
  model_destroy(&m);
  s.model.mass[0] = 0;
  expect_refusal(&s, "study.yaml: a model of matrices needs a file in model.mass");
  leave_folder();
  return TEST_END();
}
