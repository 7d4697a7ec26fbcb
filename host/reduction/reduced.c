// Stability limits, hashes and look-ups of a reduced model.
#include "reduction/reduced.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/sha256.h"
#include "base/text.h"
#include "model/sparse_matrix.h"
#include "reduction/algebra/dense.h"
#include "reduction/interface/interface_names.h"
#include "reduction/store/reduced_content.h"
#include "reduction/unreduced.h"
#include "study/file/key_place.h"
#include "study/study.h"

void reduced_destroy(reduced_model *self) {
  arena_destroy(self->memory);
  *self = (reduced_model){.memory = NULL};
}

static chatter_status find_stuck_limit(reduced_model *self, arena *scratch) {
  int m = self->n_modes, nb = self->n_boundary;
  double *h, *image, *lambda;
  DENSE(h, scratch, m, m);
  DENSE(image, scratch, nb, m);
  DENSE(lambda, scratch, m, 1);
  dense_multiply(0, 0, nb, m, nb, 1, self->stiffness, self->phi_b, 0, image);
  dense_multiply(1, 0, m, m, nb, 1, self->phi_b, image, 0, h);
  for (int k = 0; k < m; k++) h[(long)k * m + k] += self->omega2[k];
  TRY(dense_eigen(m, h, NULL, lambda, "the reduced model with all contacts stuck"));
  if (lambda[m - 1] > 0) self->limit_stuck = 2 / sqrt(lambda[m - 1]);
  return CHATTER_OK;
}

chatter_status reduced_find_limits(reduced_model *self) {
  int m = self->n_modes;
  self->limit_open = self->limit_stuck = INFINITY;
  if (m == 0) return CHATTER_OK;
  if (self->sparse) return unreduced_find_limits(self);
  if (self->omega2[m - 1] > 0) self->limit_open = self->limit_stuck = 2 / sqrt(self->omega2[m - 1]);
  if (!self->massless || self->n_boundary == 0) return CHATTER_OK;
  arena *scratch = arena_create();
  if (!scratch) return error_raise(CHATTER_DEVICE, "out of memory");
  chatter_status status = find_stuck_limit(self, scratch);
  arena_destroy(scratch);
  return status;
}

const char *reduced_coordinate_words(const reduced_model *self) {
  return self->sparse ? "degrees of freedom with mass" : "modes";
}

const char *reduced_limit_text(const reduced_model *self, char *text, size_t size) {
  if (self->massless)
    snprintf(text, size, "%.9g s contacts open, %.9g s stuck", self->limit_open, self->limit_stuck);
  else
    snprintf(text, size, "%.9g s contacts open, not less when rigid ones stick (the boundary has mass)",
             self->limit_open);
  return text;
}

static chatter_status find_by_name(const char *kind, const char *name, const char *place, int n,
                                   char (*names)[STUDY_NAME], int *index) {
  char hint[2 * STUDY_NAME];
  for (int i = 0; i < n; i++)
    if (strcasecmp(names[i], name) == 0) {
      *index = i;
      return CHATTER_OK;
    }
  if (n == 0) return error_raise(CHATTER_BAD_MODEL, "%s: the reduced model has no %ss", place, kind);
  const char **candidates;
  ALLOCATE(candidates, n);
  for (int i = 0; i < n; i++) candidates[i] = names[i];
  text_did_you_mean(name, n, candidates, hint, sizeof hint);
  memory_free(candidates);
  if (hint[0])
    return error_raise(CHATTER_BAD_MODEL, "%s: the reduced model has no %s '%s'%s", place, kind, name, hint);
  return error_raise(CHATTER_BAD_MODEL, "%s: the reduced model has no %s '%s' (it has %d, the first '%s')",
                     place, kind, name, n, names[0]);
}

chatter_status reduced_find_load(const reduced_model *self, const char *name, const char *place, int *index) {
  return find_by_name("load", name, place, self->n_loads, self->load_name, index);
}

chatter_status reduced_find_excitation(const reduced_model *self, const study *s, int excitation,
                                       int *index) {
  char name[STUDY_NAME], place[64];
  TRY(interface_load_name(&s->excitations[excitation], name));
  snprintf(place, sizeof place, "excitation.%d", excitation);
  return reduced_find_load(self, name, study_place(s, place), index);
}

chatter_status reduced_find_response(const reduced_model *self, const char *name, const char *place,
                                     int *index) {
  return find_by_name("response", name, place, self->n_responses, self->response_name, index);
}

chatter_status reduced_find_term(const reduced_model *self, const response_term *term, const char *place,
                                 int *index) {
  char name[STUDY_NAME];
  TRY(interface_direction_name(term->node, term->direction, name));
  return reduced_find_response(self, name, place, index);
}

static void hash_contact_frame(sha256 *h, const reduced_contact *c) {
  sha256_add_doubles(h, 3, c->normal);
  sha256_add_doubles(h, 6, c->tangent[0]);
  sha256_add_doubles(h, 3, c->position);
}

static void hash_sparse(sha256 *h, const reduced_model *self) {
  const sparse *a = self->sparse;
  if (!a) return;
  sha256_add(h, a->row, ((size_t)a->n + 1) * sizeof *a->row);
  sha256_add(h, a->column, (size_t)a->n_entries * sizeof *a->column);
  sha256_add_doubles(h, (size_t)a->n_entries, a->value);
}

void reduced_hash(reduced_model *self) {
  sha256 h;
  sha256_begin(&h);
  reduced_array arrays[REDUCED_MAX_ARRAYS];
  int n = reduced_list_arrays(self, arrays);
  sha256_add_text(&h, self->method);
  double sizes[] = {self->massless,      self->n_kept,         self->n_modes,     self->n_boundary,
                    self->n_independent, self->n_loads,        self->n_responses, self->n_contacts,
                    self->n_masses,      self->damping != NULL};
  sha256_add_doubles(&h, sizeof sizes / sizeof *sizes, sizes);
  if (self->n_first > 0) sha256_add_doubles(&h, 1, &(double){self->n_first});
  hash_sparse(&h, self);
  for (int i = 0; i < n; i++)
    if (*arrays[i].data)
      sha256_add_doubles(&h, (size_t)arrays[i].rows * (size_t)arrays[i].columns, *arrays[i].data);
  for (int i = 0; i < self->n_loads; i++) sha256_add_text(&h, self->load_name[i]);
  for (int i = 0; i < self->n_responses; i++) sha256_add_text(&h, self->response_name[i]);
  for (int i = 0; i < self->n_contacts; i++) {
    const reduced_contact *c = &self->contacts[i];
    double rows[] = {
        c->entry, (double)c->node, (double)c->partner, c->row_normal, c->row_tangent[0], c->row_tangent[1],
        c->gap,   c->area,         c->preload,         c->gap_phase};
    sha256_add_text(&h, c->nodes);
    sha256_add_text(&h, c->partner_nodes);
    sha256_add_doubles(&h, sizeof rows / sizeof *rows, rows);
    hash_contact_frame(&h, c);
  }
  sha256_add_doubles(&h, 1, &self->limit_open);
  sha256_add_doubles(&h, 1, &self->limit_stuck);
  sha256_end(&h, self->hash);
}

void reduced_coordinate_hash(const reduced_model *self, char hex[65]) {
  const size_t modes = (size_t)self->n_modes, rows = (size_t)self->n_boundary;
  sha256 h;
  sha256_begin(&h);
  sha256_add_doubles(&h, 2, (double[]){self->n_modes, self->n_boundary});
  if (modes > 0) sha256_add_doubles(&h, modes, self->omega2);
  hash_sparse(&h, self);
  if (modes > 0 && rows > 0) sha256_add_doubles(&h, rows * modes, self->phi_b);
  if (rows > 0) sha256_add_doubles(&h, rows * rows, self->flexibility);
  for (int i = 0; i < self->n_contacts; i++) {
    const reduced_contact *c = &self->contacts[i];
    const double row[] = {(double)c->node, (double)c->partner, c->row_normal, c->row_tangent[0],
                          c->row_tangent[1]};
    sha256_add_doubles(&h, sizeof row / sizeof *row, row);
    hash_contact_frame(&h, c);
  }
  sha256_end(&h, hex);
}
