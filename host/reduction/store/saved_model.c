// Loads a saved reduced model for a study.
#include "reduction/store/saved_model.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/log.h"
#include "reduction/algebra/dense.h"
#include "reduction/damping.h"
#include "reduction/interface/interface_names.h"
#include "reduction/recovery/recovery.h"
#include "reduction/store/reduced_content.h"
#include "reduction/store/reduced_io.h"
#include "study/file/entries.h"
#include "study/file/key_place.h"
#include "study/study.h"

static chatter_status check_contact_point(const study *s, const reduced_contact *p, const char *place) {
  const contact_config *c = &s->contacts[p->entry];
  char text[STUDY_NAME], nodes[STUDY_NAME], partner[STUDY_NAME];
  interface_nodes_name(study_contact_nodes(c, text), nodes);
  interface_nodes_name(c->partner, partner);
  if (!c->from_file && (strcasecmp(nodes, p->nodes) != 0 || strcasecmp(partner, p->partner_nodes) != 0))
    return error_raise(CHATTER_BAD_STUDY,
                       "%s: contact nodes '%s'%s%s; the saved model was reduced with nodes '%s'%s%s here",
                       place, nodes, partner[0] ? ", partner " : "", partner, p->nodes,
                       p->partner_nodes[0] ? ", partner " : "", p->partner_nodes);
  const int wanted = study_contact_points(c) > 1 ? 1 : (int)c->tangents;
  int tangents = (p->row_tangent[0] >= 0) + (p->row_tangent[1] >= 0), normal = p->row_normal >= 0;
  if (normal != study_contact_has_normal(s, p->entry) ||
      (tangents > 0) != study_contact_has_tangents(s, p->entry) || (wanted > 0 && wanted != tangents))
    return error_raise(
        CHATTER_BAD_STUDY,
        "%s: the contact law needs other directions than the saved model has (normal: %s, tangents: %d)",
        place, normal ? "yes" : "no", tangents);
  double off = 0;
  const double *t = c->tangent, *across = c->normal; // without a normal, the tangent is the one given
  const int is_given =
      (t[0] != 0 || t[1] != 0 || t[2] != 0) && across[0] == 0 && across[1] == 0 && across[2] == 0;
  for (int d = 0; d < 3 && !normal && is_given; d++) off = fmax(off, fabs(t[d] - p->tangent[0][d]));
  if (off > 1e-9)
    return error_raise(CHATTER_BAD_STUDY,
                       "%s: the contact's tangent is (%g, %g, %g); the saved model has (%g, %g, %g)", place,
                       c->tangent[0], c->tangent[1], c->tangent[2], p->tangent[0][0], p->tangent[0][1],
                       p->tangent[0][2]);
  for (int d = 0; d < 3 && normal && !c->from_file; d++) off = fmax(off, fabs(c->normal[d] - p->normal[d]));
  if (off > 1e-9)
    return error_raise(CHATTER_BAD_STUDY,
                       "%s: the contact's normal is (%g, %g, %g); the saved model has (%g, %g, %g)", place,
                       c->normal[0], c->normal[1], c->normal[2], p->normal[0], p->normal[1], p->normal[2]);
  return CHATTER_OK;
}

static chatter_status check_saved_contacts(const study *s, const reduced_model *r) {
  int entries = 0;
  for (int i = 0; i < r->n_contacts; i++)
    if (r->contacts[i].entry >= entries) entries = r->contacts[i].entry + 1;
  if (entries != s->n_contacts)
    return error_raise(CHATTER_BAD_STUDY, "%s: the study has %d contact entries; the saved model has %d",
                       study_place(s, "contact"), s->n_contacts, entries);
  for (int i = 0; i < r->n_contacts; i++) {
    char path[32];
    int entry = r->contacts[i].entry;
    snprintf(path, sizeof path, "contact.%d", entry);
    if (entry < 0)
      return error_raise(CHATTER_BAD_MODEL, "a contact point of the saved model belongs to no entry");
    TRY(check_contact_point(s, &r->contacts[i], study_place(s, path)));
  }
  return CHATTER_OK;
}

// Selects rows: picked[rows][n] = rows of source [.][n] chosen by index.
static chatter_status pick_rows(arena *memory, int rows, const int *index, int n, double **array) {
  double *picked;
  DENSE(picked, memory, rows, n);
  for (int i = 0; i < rows; i++)
    memcpy(picked + (long)i * n, *array + (long)index[i] * n, (size_t)n * sizeof *picked);
  *array = picked;
  return CHATTER_OK;
}

static chatter_status pick_columns(arena *memory, int rows, int columns, int n, const int *index,
                                   double **array) {
  double *picked;
  DENSE(picked, memory, rows, n);
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < n; j++) picked[(long)i * n + j] = (*array)[(long)i * columns + index[j]];
  *array = picked;
  return CHATTER_OK;
}

static chatter_status pick_names(arena *memory, int n, const int *index, char (**names)[STUDY_NAME]) {
  char(*picked)[STUDY_NAME] = arena_allocate(memory, (size_t)(n + 1) * STUDY_NAME);
  if (!picked) return error_raise(CHATTER_DEVICE, "out of memory for the reduced model");
  for (int i = 0; i < n; i++) memcpy(picked[i], (*names)[index[i]], STUDY_NAME);
  *names = picked;
  return CHATTER_OK;
}

static chatter_status pick_loads(const study *s, reduced_model *r) {
  const int n = s->n_excitations, all = r->n_loads;
  int *index = arena_allocate(r->memory, (size_t)(n + 1) * sizeof *index);
  if (!index) return error_raise(CHATTER_DEVICE, "out of memory for the reduced model");
  for (int l = 0; l < n; l++) TRY(reduced_find_excitation(r, s, l, &index[l]));
  TRY(pick_rows(r->memory, n, index, r->n_modes, &r->phi_f));
  TRY(pick_columns(r->memory, r->n_boundary, all, n, index, &r->f_f));
  TRY(pick_columns(r->memory, r->n_responses, all, n, index, &r->f_yf));
  TRY(pick_columns(r->memory, all, all, n, index, &r->f_ff));
  TRY(pick_rows(r->memory, n, index, n, &r->f_ff));
  TRY(pick_columns(r->memory, 1, all, n, index, &r->load_offset));
  TRY(pick_names(r->memory, n, index, &r->load_name));
  r->n_loads = n;
  return CHATTER_OK;
}

static chatter_status pick_responses(const study *s, reduced_model *r) {
  int n;
  interface_response *list;
  TRY(interface_list_responses(s->n_outputs, s->outputs, r->memory, &n, &list));
  int *index = arena_allocate(r->memory, (size_t)(n + 1) * sizeof *index);
  if (!index) return error_raise(CHATTER_DEVICE, "out of memory for the reduced model");
  for (int y = 0; y < n; y++) {
    char path[STUDY_NAME + 16];
    snprintf(path, sizeof path, "outputs.%s", s->outputs[list[y].output].name);
    TRY(reduced_find_response(r, list[y].name, study_place(s, path), &index[y]));
  }
  TRY(pick_rows(r->memory, n, index, r->n_modes, &r->phi_y));
  TRY(pick_rows(r->memory, n, index, r->n_boundary, &r->f_y));
  TRY(pick_rows(r->memory, n, index, r->n_loads, &r->f_yf));
  TRY(pick_names(r->memory, n, index, &r->response_name));
  r->n_responses = n;
  return CHATTER_OK;
}

static chatter_status set_study_damping(const study *s, reduced_model *r) {
  const reduction_config *c = &s->reduction;
  r->damping_is_saved = c->damping == 0 && c->modal_damping.n == 0 && c->rayleigh_mass == 0 &&
                        c->rayleigh_stiffness == 0 && !study_given(s, "reduction.damping") &&
                        !damping_varies(s);
  if (r->damping_is_saved) return CHATTER_OK;
  if (r->damping) {
    log_warning("%s: the saved model keeps its own damping matrix, the study's damping is not used",
                study_place(s, "reduction.damping"));
    return CHATTER_OK;
  }
  return damping_from_study(s, r);
}

// Checks a study that names a reduction too (so that it works with the deck as well): it must be
// the saved one.
static chatter_status check_saved_reduction(const study *s, const reduced_model *r) {
  const reduction_config *c = &s->reduction;
  if (study_given(s, "reduction.method") && strcmp(reduction_method_name(c->method), r->method) != 0)
    return error_raise(
        CHATTER_BAD_STUDY,
        "%s: reduction.method is %s; the saved model was reduced by %s (allowed: that, or none)",
        study_place(s, "reduction.method"), reduction_method_name(c->method), r->method);
  if (c->modes > 0 && c->modes != r->n_kept)
    return error_raise(
        CHATTER_BAD_STUDY,
        "%s: reduction.modes is %g; the saved model was reduced with %d (allowed: that, or none)",
        study_place(s, "reduction.modes"), c->modes, r->n_kept);
  static const char *const settled[] = {"reduction.gravity", "reduction.rigid_stiffness"};
  for (int i = 0; i < 2; i++)
    if (study_given(s, settled[i]))
      log_warning("%s: %s is settled in the saved model, the study's word is not used",
                  study_place(s, settled[i]), settled[i]);
  return CHATTER_OK;
}

static chatter_status fit_to_study(const study *s, reduced_model *r) {
  TRY(check_saved_reduction(s, r));
  TRY(check_saved_contacts(s, r));
  TRY(pick_loads(s, r));
  TRY(pick_responses(s, r));
  TRY(set_study_damping(s, r));
  TRY(reduced_find_limits(r));
  reduced_hash(r);
  return CHATTER_OK;
}

static chatter_status load_recovery(const study *s, const char *path, reduced_model *out) {
  const recovery_want want = recovery_find_wanted((recovery_want)s->reduction.mesh, s->n_outputs, s->outputs);
  if (!want) return CHATTER_OK;
  TRY(reduced_load_recovery(path, out));
  if (recovery_has(out->recovery, want)) return CHATTER_OK;
  return error_raise(
      CHATTER_BAD_STUDY,
      "%s: '%s' has no %s of its nodes, which outputs of fields need: save it by chatter reduce -o "
      "--mesh %s",
      study_place(s, "model.file"), path, out->recovery ? "stress" : "recovery",
      want == RECOVERY_STRESS ? "stress" : "displacement");
}

chatter_status saved_model_load(const study *s, reduced_model *out) {
  char path[2 * STUDY_PATH];
  const char *file = s->model.file, *slash = strrchr(s->path, '/');
  int folder = file[0] == '/' || !slash ? 0 : (int)(slash - s->path) + 1; // relative to the study's folder
  snprintf(path, sizeof path, "%.*s%s", folder, s->path, file);
  TRY(reduced_load(path, out));
  chatter_status status = load_recovery(s, path, out);
  if (status == CHATTER_OK) status = fit_to_study(s, out);
  if (status != CHATTER_OK) reduced_destroy(out);
  return status;
}
