// Computes the report on a model's matrices.
#include "reduction/model_report.h"

#include <math.h>

#include "base/log.h"
#include "base/text.h"
#include "model/sparse_matrix.h"
#include "reduction/algebra/dense.h"
#include "reduction/algebra/rigid_motions.h"

enum { MAX_FREQUENCIES = sizeof((model_report *)0)->frequency / sizeof(double) };

// Counts negative and zero eigenvalues of a + shift b (b NULL: of a alone).
static chatter_status count_signs(const sparse *a, double shift, const sparse *b, const char *what,
                                  int *n_negative, int *n_zero) {
  ldl_matrix matrix;
  ldl *factor = NULL;
  TRY(ldl_matrix_create(a->n, a->n_entries + (b ? b->n_entries : 0), &matrix));
  for (const sparse *s = a; s; s = s == a ? b : NULL)
    for (int i = 0; i < s->n; i++)
      for (long e = s->row[i]; e < s->row[i + 1]; e++)
        ldl_matrix_add(&matrix, i, s->column[e], s == a ? s->value[e] : shift * s->value[e]);
  chatter_status status = ldl_create(&matrix, 1, what, &factor);
  if (status == CHATTER_OK) *n_negative = ldl_count_negative(factor), *n_zero = ldl_count_null(factor);
  ldl_destroy(factor);
  ldl_matrix_destroy(&matrix);
  return status;
}

static chatter_status find_masses(const model *self, double mass[3]) {
  int n = self->mass.n;
  double *r, *image;
  ALLOCATE(r, n);
  ALLOCATE(image, n);
  for (int d = 0; d < 3; d++) {
    for (int i = 0; i < n; i++) r[i] = 0;
    const double along[3] = {d == 0, d == 1, d == 2};
    TRY(model_inertia_force(self, along, r, image));
    mass[d] = self->fixed_mass[d];
    for (int i = 0; i < n; i++) mass[d] += r[i] * image[i];
  }
  memory_free(r);
  memory_free(image);
  return CHATTER_OK;
}

static chatter_status find_spectrum(const model *self, model_report *out) {
  structure free_body = {.stiffness = &self->stiffness, .mass = &self->mass};
  int wanted =
      self->stiffness.n <= STRUCTURE_DENSE_LIMIT ? -1 : MAX_FREQUENCIES; // few masses have fewer modes
  if (out->stiffness_negative > 0 || out->mass_negative > 0) return CHATTER_OK;
  TRY(structure_create(&free_body, wanted));
  out->n_rigid_modes = free_body.n_rigid;
  out->n_frequencies = free_body.n_modes < MAX_FREQUENCIES ? free_body.n_modes : MAX_FREQUENCIES;
  for (int k = 0; k < out->n_frequencies; k++) out->frequency[k] = sqrt(free_body.lambda[k]) / (2 * M_PI);
  chatter_status status = rigid_find_costly(self, &free_body, &out->n_costly, out->costly);
  structure_destroy(&free_body);
  return status;
}

static chatter_status compute_report(const model *self, model_report *out) {
  double scale = 0;
  for (int i = 0; i < self->stiffness.n; i++) {
    double m = sparse_diagonal(&self->mass, i), k = sparse_diagonal(&self->stiffness, i);
    if (m > 0) scale = fmax(scale, k / m);
  }
  TRY(find_masses(self, out->mass));
  // Incompatible modes and reduced integration give motions without mass, which rounding makes
  // slightly negative; K of a free body is semidefinite. Each matrix is shifted by the other, which
  // is definite there.
  int zero, blurred;
  TRY(count_signs(&self->mass, 0, NULL, "the mass", &blurred, &out->n_massless));
  if (blurred > 0)
    TRY(count_signs(&self->mass, 1e-9 / scale, &self->stiffness, "the mass", &out->mass_negative, &zero));
  out->n_massless += blurred - out->mass_negative;
  TRY(count_signs(&self->stiffness, 1e-10 * scale, &self->mass, "the stiffness", &out->stiffness_negative,
                  &zero));
  chatter_status status = find_spectrum(self, out);
  if (status != CHATTER_BAD_MODEL) return status;
  // The reduction may succeed where the modes of the free body fail; it reports its own errors.
  log_warning("the modes of the free body are not known: %s", error_message(0));
  error_clear();
  out->n_frequencies = 0;
  return CHATTER_OK;
}

// Counts the fixed directions: those without an equation that other nodes have and that do not
// depend on other nodes.
static int count_held_directions(const model *self) {
  int n = 0;
  for (int d = 0; d < 3; d++) {
    int has = 0, held = 0;
    for (int i = 0; i < self->n_nodes; i++) {
      has |= self->nodes[i].equation[d] >= 0;
      held += self->nodes[i].equation[d] < 0 && !(self->nodes[i].unknown >> d & 1);
    }
    n += has ? held : 0;
  }
  return n;
}

chatter_status model_report_compute(const model *self, model_report *out) {
  *out = (model_report){.n_equations = self->stiffness.n,
                        .n_nodes = self->n_nodes,
                        .n_held = count_held_directions(self),
                        .held_are_missing = self->fixed_is_unknown,
                        .stiffness_asymmetry = self->stiffness_asymmetry,
                        .mass_asymmetry = self->mass_asymmetry};
  TRY(dense_begin());
  chatter_status status = compute_report(self, out);
  dense_end();
  return status;
}

static const char *definiteness_text(int negative, int zeros) {
  return negative > 0 ? "indefinite" : zeros > 0 ? "positive semidefinite" : "positive definite";
}

void model_report_print(const model_report *r, FILE *out) {
  fprintf(out, "model        %d equations, %d nodes\n", r->n_equations, r->n_nodes);
  fprintf(out, "stiffness    %s", definiteness_text(r->stiffness_negative, r->n_rigid_modes));
  if (r->stiffness_negative) fprintf(out, " (%d negative eigenvalues)", r->stiffness_negative);
  fprintf(out, ", asymmetry %.1e\nmass         %s", r->stiffness_asymmetry,
          definiteness_text(r->mass_negative, r->n_massless));
  if (r->mass_negative) fprintf(out, " (%d negative eigenvalues)", r->mass_negative);
  if (r->n_massless && !r->mass_negative)
    fprintf(out, " (%d %s without mass)", r->n_massless, text_plural(r->n_massless, "motion", "motions"));
  fprintf(out, ", asymmetry %.1e, %.6g %.6g %.6g kg along x, y, z%s\n", r->mass_asymmetry, r->mass[0],
          r->mass[1], r->mass[2],
          !r->n_held            ? ""
          : r->held_are_missing ? ", without the share of fixed nodes, which the matrices leave out"
                                : ", fixed nodes included");
  fprintf(out, "rigid body   %d modes", r->n_rigid_modes);
  for (int k = 0; k < r->n_costly; k++)
    fprintf(out, "%s %.4g%s", k ? "," : "; rotations that cost energy:", r->costly[k],
            k + 1 == r->n_costly ? " Hz" : "");
  fprintf(out, "\n");
  if (r->n_frequencies == 0) return;
  fprintf(out, "frequencies ");
  for (int k = 0; k < r->n_frequencies; k++) fprintf(out, " %.6g", r->frequency[k]);
  fprintf(out, " Hz (lowest, free interface)\n");
}
