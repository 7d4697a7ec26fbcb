// Reduces a study's model.
#include "reduction/reduce.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/dot.h"
#include "base/log.h"
#include "model/load.h"
#include "model/sparse_matrix.h"
#include "reduction/algebra/dense.h"
#include "reduction/canonical.h"
#include "reduction/damping.h"
#include "reduction/interface/dependent_rows.h"
#include "reduction/methods.h"
#include "reduction/recovery/recovery.h"
#include "reduction/reduced.h"
#include "reduction/store/reduced_cache.h"
#include "reduction/store/reduced_content.h"
#include "reduction/store/reduction_input.h"
#include "reduction/store/saved_model.h"
#include "reduction/unreduced.h"
#include "study/file/entries.h"
#include "study/study.h"

typedef chatter_status (*reduction_function)(const reduction_input *, const model *, const interface *,
                                             canonical_basis *);
static const reduction_function reduction_functions[] = {
    [REDUCTION_CRAIG_BAMPTON] = method_craig_bampton,
    [REDUCTION_MASSLESS_CRAIG_BAMPTON] = method_massless_craig_bampton,
    [REDUCTION_MACNEAL] = method_macneal,
    [REDUCTION_RUBIN] = method_rubin,
    [REDUCTION_MODAL] = method_modal,
};

// Computes p = inner · M q and q_b = Bᵀq of a displacement field. image: workspace of n numbers.
static void project_initial_field(const model *m, const interface *f, const canonical_basis *basis,
                                  const double *q, double *image, double *p, double *q_b) {
  sparse_multiply(&m->mass, q, image);
  for (int k = 0; k < basis->n_modes; k++) p[k] = dot(f->n, basis->inner + (long)k * f->n, image);
  for (int b = 0; b < f->n_boundary; b++) q_b[b] = direction_dot(&f->boundary[b], q);
}

// Projects the rigid translations and unit displacements of each mass of a chain.
static chatter_status project_initial_fields(const model *m, const interface *f, const canonical_basis *basis,
                                             reduced_model *out) {
  double *image, *unit;
  DENSE(image, basis->memory, 1, f->n);
  DENSE(unit, basis->memory, 1, f->n);
  for (int d = 0; d < 3; d++)
    project_initial_field(m, f, basis, f->translation + (long)d * f->n, image,
                          out->translation + (long)d * out->n_modes,
                          out->translation_boundary + (long)d * out->n_boundary);
  for (int i = 0; i < out->n_masses; i++) {
    const int equation = m->nodes[i].equation[0];
    unit[equation] = 1;
    project_initial_field(m, f, basis, unit, image, out->mass_motion + (long)i * out->n_modes,
                          out->mass_boundary + (long)i * out->n_boundary);
    unit[equation] = 0;
  }
  return CHATTER_OK;
}

// Checks that Φ_b ω⁻² Φ_bᵀ + F equals the (K⁻¹)_bb of the full model.
static chatter_status check_static_flexibility(const canonical_basis *basis, const reduced_model *r) {
  int nb = r->n_boundary, m = r->n_modes;
  double largest = 0, off = 0;
  if (!basis->reference) return CHATTER_OK;
  for (int i = 0; i < nb; i++)
    for (int j = 0; j < nb; j++) {
      double sum = r->flexibility[(long)i * nb + j];
      for (int k = 0; k < m; k++) sum += r->phi_b[(long)i * m + k] * r->phi_b[(long)j * m + k] / r->omega2[k];
      off = fmax(off, fabs(sum - basis->reference[(long)i * nb + j]));
      largest = fmax(largest, fabs(basis->reference[(long)i * nb + j]));
    }
  double allowed = fmax(1e-10, basis->reference_error);
  if (!(off <= allowed * largest))
    return error_raise(
        CHATTER_INTERNAL,
        "the reduced model misses the static flexibility of the boundary by %.1e; allowed: %.1e",
        off / largest, allowed);
  return CHATTER_OK;
}

static chatter_status check_reduction_settings(const reduction_input *in, const interface *f) {
  const input_settings *c = in->settings;
  CHECK(c->method >= 0 && c->method <= REDUCTION_NONE, "a known method");
  if (c->modes < 0 || floor(c->modes) != c->modes || c->modes > 1e6)
    return error_raise(CHATTER_BAD_STUDY, "%s: reduction.modes is %g; allowed: a whole number from 0",
                       reduction_input_place(in, "reduction.modes"), c->modes);
  if (f->n_held > 0 && c->method != REDUCTION_CRAIG_BAMPTON && c->method != REDUCTION_MASSLESS_CRAIG_BAMPTON)
    return error_raise(CHATTER_BAD_STUDY,
                       "%s: reduction.method %s knows no nodes that are held; allowed: craig_bampton, "
                       "massless_craig_bampton",
                       reduction_input_place(in, "reduction.hold"), reduction_method_name((int)c->method));
  return CHATTER_OK;
}

chatter_status reduce_check_modes(const char *place, long method, double modes, int n) {
  if (method == REDUCTION_NONE || modes <= n) return CHATTER_OK;
  return error_raise(CHATTER_BAD_STUDY, "%s: reduction.modes is %g; allowed: at most %d (%d equations)",
                     place, modes, n, n);
}

// The recovery basis to be made with the reduced model, and for which study.
typedef struct recovery_request {
  const study *study;
  recovery_want recovery;
} recovery_request;

static chatter_status reduce_with(const reduction_input *in, const model *m, const interface *f,
                                  recovery_request also, canonical_basis *basis, reduced_model *out) {
  const input_settings *c = in->settings;
  TRY(check_reduction_settings(in, f));
  snprintf(out->method, sizeof out->method, "%s", reduction_method_name((int)c->method));
  if (c->method == REDUCTION_NONE) {
    if (also.recovery)
      return error_raise(
          CHATTER_BAD_STUDY,
          "%s: method none: displacements of all nodes are recovered from modes (allowed: another "
          "method; or outputs of single nodes)",
          reduction_input_place(in, "reduction.method"));
    TRY(unreduced_make(in, m, f, out));
    return dependent_expand(f, out);
  }
  TRY(reduction_functions[c->method](in, m, f, basis));
  TRY(canonical_project(basis, f, c->gravity && basis->massless, out));
  TRY(project_initial_fields(m, f, basis, out));
  TRY(damping_from_model(m, basis, out));
  TRY(check_static_flexibility(basis, out));
  TRY(dependent_expand(f, out));
  return also.recovery ? recovery_make(also.study, m, f, basis, also.recovery, out) : CHATTER_OK;
}

// Returns the largest extent of the nodes along an axis.
static double find_extent(const model *m) {
  double extent = 0;
  for (int d = 0; d < 3; d++) {
    double low = INFINITY, high = -INFINITY;
    for (int i = 0; i < m->n_nodes; i++) {
      low = fmin(low, m->nodes[i].position[d]);
      high = fmax(high, m->nodes[i].position[d]);
    }
    if (high > low) extent = fmax(extent, high - low);
  }
  return extent;
}

// Computes everything but the study's damping, which changes no other number.
static chatter_status reduce_input(const reduction_input *in, const model *m, recovery_request also,
                                   reduced_model *out) {
  interface f;
  const chatter_status found = interface_from_input(in, m, &f);
  if (found == CHATTER_BAD_MODEL || found == CHATTER_BAD_STUDY) // reported together with wrong nodes
    reduce_check_modes(reduction_input_place(in, "reduction.modes"), in->settings->method,
                       in->settings->modes, m->stiffness.n);
  TRY(found);
  canonical_basis basis = {.n = f.n, .n_boundary = f.n_boundary, .memory = arena_create()};
  chatter_status status = basis.memory ? reduce_with(in, m, &f, also, &basis, out)
                                       : error_raise(CHATTER_DEVICE, "out of memory for the reduction");
  arena_destroy(basis.memory);
  interface_destroy(&f);
  return status;
}

chatter_status reduce_model(const study *s, const model *m, reduced_model *out) {
  reduction_input in;
  TRY(reduction_input_create(s, m->source_hash, &in));
  const chatter_status status = reduce_input(
      &in, m,
      (recovery_request){s, recovery_find_wanted((recovery_want)s->reduction.mesh, s->n_outputs, s->outputs)},
      out);
  reduction_input_destroy(&in);
  return status;
}

// Reduces into out->memory. imported: the study's model; NULL: it is to be loaded.
static chatter_status compute_in_arena(const study *s, const reduction_input *in, const model *imported,
                                       reduced_model *out) {
  model own = {0};
  if (!imported) TRY(model_load(s, &own));
  const model *m = imported ? imported : &own;
  chatter_status status = reduce_input(
      in, m,
      (recovery_request){s, recovery_find_wanted((recovery_want)s->reduction.mesh, s->n_outputs, s->outputs)},
      out);
  out->extent = find_extent(m);
  if (!imported) model_destroy(&own);
  TRY(status);
  TRY(reduced_find_limits(out));
  reduced_hash(out);
  return CHATTER_OK;
}

static chatter_status compute_reduced_model(const study *s, const reduction_input *in, const model *imported,
                                            reduced_model *out) {
  *out = (reduced_model){.memory = arena_create()};
  if (!out->memory) return error_raise(CHATTER_DEVICE, "out of memory for the reduced model");
  log_catch_begin();
  chatter_status status = compute_in_arena(s, in, imported, out);
  char *warnings = log_catch_end();
  if (status == CHATTER_OK && warnings && *warnings) out->warnings = arena_string(out->memory, warnings);
  free(warnings);
  if (status != CHATTER_OK) reduced_destroy(out);
  return status;
}

static chatter_status compute_or_fetch(const study *s, const reduction_input *in, const model *imported,
                                       reduced_model *out) {
  char path[CACHE_PATH] = "";
  if (s->reduction.cache && s->reduction.method != REDUCTION_NONE)
    reduced_cache_path(in, path); // without a cache: it is made faster than read
  if (path[0] &&
      reduced_cache_fetch(
          path, recovery_find_wanted((recovery_want)s->reduction.mesh, s->n_outputs, s->outputs), out))
    return CHATTER_OK;
  TRY(compute_reduced_model(s, in, imported, out));
  if (path[0]) reduced_cache_store(path, out);
  return CHATTER_OK;
}

static chatter_status reduce_undamped(const study *s, const model *imported, reduced_model *out) {
  char source[65];
  reduction_input in;
  TRY(model_source_hash(s, source));
  TRY(reduction_input_create(s, source, &in));
  const chatter_status status = compute_or_fetch(s, &in, imported, out);
  reduction_input_destroy(&in);
  return status;
}

static chatter_status reduce_or_load(const study *s, const model *imported, reduced_model *out) {
  if (s->model.type == MODEL_REDUCED) return saved_model_load(s, out);
  TRY(reduce_undamped(s, imported, out));
  chatter_status status = damping_from_study(s, out);
  if (status == CHATTER_OK)
    reduced_hash(out);
  else
    reduced_destroy(out);
  return status;
}

chatter_status reduce_imported(const study *s, const model *imported, reduced_model *out) {
  *out = (reduced_model){.memory = NULL};
  TRY(dense_begin()); // HDF5 too allows one caller at a time
  chatter_status status = reduce_or_load(s, imported, out);
  dense_end();
  return status;
}

chatter_status reduce_study(const study *s, reduced_model *out) {
  return reduce_imported(s, NULL, out);
}
