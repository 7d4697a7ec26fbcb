// Calls MUMPS.
#include "reduction/algebra/ldl.h"

#include <dmumps_c.h>
#include <string.h>

#include "base/memory.h"
#include "base/stop.h"

enum {
  JOB_INIT = -1,
  JOB_END = -2,
  JOB_FACTORISE = 4, // analysis and factorisation
  JOB_SOLVE = 3,
  USE_COMM_WORLD = -987654,
  ORDERING_AMD = 0,
  ORDERING_PORD = 4,
  SMALL = 300,   // equations
  RHS_BLOCK = 32 // right-hand sides solved at once
};
// A pivot below this fraction of the (scaled) matrix norm is regarded as a zero with rounding
// errors.
static const double null_pivot = 1e-11;

struct ldl {
  DMUMPS_STRUC_C mumps;
  const char *what;
};

chatter_status ldl_matrix_create(int n, long capacity, ldl_matrix *out) {
  *out = (ldl_matrix){.n = n, .capacity = capacity};
  ALLOCATE(out->row, capacity);
  ALLOCATE(out->column, capacity);
  ALLOCATE(out->value, capacity);
  return CHATTER_OK;
}

void ldl_matrix_add(ldl_matrix *self, int i, int j, double value) {
  self->row[self->n_entries] = i + 1;
  self->column[self->n_entries] = j + 1;
  self->value[self->n_entries++] = value;
}

void ldl_matrix_destroy(ldl_matrix *self) {
  memory_free(self->row);
  memory_free(self->column);
  memory_free(self->value);
  *self = (ldl_matrix){.n = 0};
}

static chatter_status raise_failure(const ldl *self, const char *doing) {
  int code = self->mumps.infog[0], detail = self->mumps.infog[1];
  switch (code) {
  case -6:
  case -10:
    return error_raise(CHATTER_BAD_MODEL, "%s is singular (%s)", self->what, doing);
  case -5:
  case -7:
  case -13:
    return error_raise(CHATTER_DEVICE, "out of memory while %s %s (%d equations)", doing, self->what,
                       self->mumps.n);
  default:
    return error_raise(CHATTER_INTERNAL, "%s %s failed: MUMPS error %d (%d)", doing, self->what, code,
                       detail);
  }
}

static void configure(DMUMPS_STRUC_C *mumps, const ldl_matrix *a, int detect_null) {
  MUMPS_INT *icntl = mumps->icntl - 1;                     // the manual counts from 1
  for (int i = 1; i <= 4; i++) icntl[i] = i == 4 ? 0 : -1; // silent
  // A full matrix is not ordered by PORD, which ends the process when all rows couple (one vertex
  // in its graph).
  int dense = a->n <= SMALL || a->n_entries > (long)a->n * a->n / 4;
  icntl[7] = dense ? ORDERING_AMD : ORDERING_PORD;
  icntl[13] = 1;  // no parallel root node, so that MUMPS reports the inertia
  icntl[14] = 40; // spare workspace, per cent
  icntl[16] = 1;  // one thread
  icntl[24] = detect_null;
  icntl[27] = RHS_BLOCK;
  mumps->cntl[2] = detect_null ? null_pivot : 0;
}

chatter_status ldl_create(const ldl_matrix *a, int detect_null, const char *what, ldl **out) {
  *out = NULL;
  ldl *self;
  TRY(stop_check()); // only between calls: MUMPS cannot be interrupted
  ALLOCATE(self, 1);
  DMUMPS_STRUC_C *mumps = &self->mumps;
  self->what = what;
  mumps->job = JOB_INIT;
  mumps->par = 1;
  mumps->sym = 2; // general symmetric
  mumps->comm_fortran = USE_COMM_WORLD;
  dmumps_c(mumps);
  if (mumps->infog[0] < 0) {
    chatter_status status = raise_failure(self, "preparing");
    memory_free(self);
    return status;
  }
  configure(mumps, a, detect_null);
  mumps->n = a->n;
  mumps->nnz = a->n_entries;
  mumps->irn = a->row;
  mumps->jcn = a->column;
  mumps->a = a->value;
  mumps->job = JOB_FACTORISE;
  // Repeat with more spare workspace when delayed pivots exceed the estimate (errors -8, -9).
  for (int spare = 100;; spare *= 4) {
    dmumps_c(mumps);
    int code = mumps->infog[0];
    if ((code != -8 && code != -9) || spare > 10000) break;
    mumps->icntl[13] = spare;
  }
  mumps->irn = mumps->jcn = NULL;
  mumps->a = NULL;
  if (mumps->infog[0] < 0) {
    chatter_status status = raise_failure(self, "factorising");
    ldl_destroy(self);
    return status;
  }
  *out = self;
  return CHATTER_OK;
}

int ldl_count_negative(const ldl *self) {
  return self->mumps.infog[11];
}
int ldl_count_null(const ldl *self) {
  return self->mumps.infog[27];
}

chatter_status ldl_solve(ldl *self, int n_rhs, double *x) {
  DMUMPS_STRUC_C *mumps = &self->mumps;
  if (n_rhs == 0) return CHATTER_OK;
  TRY(stop_check());
  mumps->rhs = x;
  mumps->nrhs = n_rhs;
  mumps->lrhs = mumps->n;
  mumps->job = JOB_SOLVE;
  dmumps_c(mumps);
  mumps->rhs = NULL;
  if (mumps->infog[0] < 0) return raise_failure(self, "solving with");
  return CHATTER_OK;
}

void ldl_destroy(ldl *self) {
  if (!self) return;
  self->mumps.job = JOB_END;
  dmumps_c(&self->mumps);
  memory_free(self);
}
