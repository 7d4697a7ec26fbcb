// Reduced models as HDF5 files: a named dataset with units for each array, readable by h5dump and
// h5py.
#include "reduction/store/reduced_io.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/log.h"
#include "reduction/algebra/dense.h"
#include "reduction/recovery/recovery.h"
#include "reduction/recovery/recovery_io.h"
#include "reduction/store/file_arrays.h"
#include "reduction/store/reduced_content.h"

static const char current_version[] = "chatter reduced model 7", version_prefix[] = "chatter reduced model ";
enum { N_SIZES = 11, N_CONTACT_INTEGERS = 6, N_CONTACT_NUMBERS = 16 };

// Lists massless and the counts with their names as attributes of the file.
static void list_sizes(reduced_model *r, int *size[N_SIZES], const char *name[N_SIZES]) {
  int *all[N_SIZES] = {&r->massless,   &r->n_kept,        &r->n_first, &r->n_modes,
                       &r->n_boundary, &r->n_independent, &r->n_loads, &r->n_responses,
                       &r->n_contacts, &r->n_masses,      NULL};
  const char *names[N_SIZES] = {"massless",   "n_kept",        "n_first", "n_modes",
                                "n_boundary", "n_independent", "n_loads", "n_responses",
                                "n_contacts", "n_masses",      NULL};
  memcpy(size, all, sizeof all);
  memcpy(name, names, sizeof names);
}

// Contact points as a table of integers, a table of numbers, and the study's names of the nodes.
typedef struct contact_table {
  int64_t *integers; // entry, node, partner, row_normal, row_tangent[2]
  double *numbers;   // normal, tangents, position, gap, area, preload, gap_phase
  char (*nodes)[STUDY_NAME], (*partners)[STUDY_NAME];
} contact_table;

static chatter_status contact_table_create(arena *memory, int n, contact_table *out) {
  size_t count = (size_t)n + 1;
  out->integers = arena_allocate(memory, count * N_CONTACT_INTEGERS * sizeof *out->integers);
  out->numbers = arena_allocate(memory, count * N_CONTACT_NUMBERS * sizeof *out->numbers);
  out->nodes = arena_allocate(memory, count * STUDY_NAME);
  out->partners = arena_allocate(memory, count * STUDY_NAME);
  if (!out->integers || !out->numbers || !out->nodes || !out->partners)
    return error_raise(CHATTER_DEVICE, "out of memory for the contact points");
  return CHATTER_OK;
}

static void contacts_to_table(const reduced_model *r, contact_table *t) {
  for (int i = 0; i < r->n_contacts; i++) {
    const reduced_contact *c = &r->contacts[i];
    int64_t integers[N_CONTACT_INTEGERS] = {c->entry,      c->node,           c->partner,
                                            c->row_normal, c->row_tangent[0], c->row_tangent[1]};
    double *x = t->numbers + (long)i * N_CONTACT_NUMBERS;
    memcpy(t->integers + (long)i * N_CONTACT_INTEGERS, integers, sizeof integers);
    memcpy(x, c->normal, sizeof c->normal);
    memcpy(x + 3, c->tangent, sizeof c->tangent);
    memcpy(x + 9, c->position, sizeof c->position);
    x[12] = c->gap;
    x[13] = c->area;
    x[14] = c->preload;
    x[15] = c->gap_phase;
    memcpy(t->nodes[i], c->nodes, STUDY_NAME);
    memcpy(t->partners[i], c->partner_nodes, STUDY_NAME);
  }
}

static void contacts_from_table(const contact_table *t, reduced_model *r) {
  for (int i = 0; i < r->n_contacts; i++) {
    reduced_contact *c = &r->contacts[i];
    const int64_t *k = t->integers + (long)i * N_CONTACT_INTEGERS;
    const double *x = t->numbers + (long)i * N_CONTACT_NUMBERS;
    *c = (reduced_contact){.entry = (int)k[0],
                           .node = (long)k[1],
                           .partner = (long)k[2],
                           .row_normal = (int)k[3],
                           .row_tangent = {(int)k[4], (int)k[5]},
                           .gap = x[12],
                           .area = x[13],
                           .preload = x[14],
                           .gap_phase = x[15]};
    memcpy(c->normal, x, sizeof c->normal);
    memcpy(c->tangent, x + 3, sizeof c->tangent);
    memcpy(c->position, x + 9, sizeof c->position);
    memcpy(c->nodes, t->nodes[i], STUDY_NAME);
    memcpy(c->partner_nodes, t->partners[i], STUDY_NAME);
    c->nodes[STUDY_NAME - 1] = c->partner_nodes[STUDY_NAME - 1] = 0;
  }
}

static int write_arrays(hid_t file, reduced_model *r, const contact_table *t) {
  reduced_array arrays[REDUCED_MAX_ARRAYS];
  int n = reduced_list_arrays(r, arrays), failed = 0, *size[N_SIZES];
  const char *name[N_SIZES];
  list_sizes(r, size, name);
  failed |= file_write_text(file, "kind", current_version) | file_write_text(file, "method", r->method) |
            file_write_text(file, "hash", r->hash);
  if (r->warnings) failed |= file_write_text(file, "warnings", r->warnings);
  for (int i = 0; name[i]; i++)
    failed |= file_write_array(file, name[i], H5T_NATIVE_INT, 1, 1, size[i], "1", "size");
  double limits[2] = {r->limit_open, r->limit_stuck};
  failed |= file_write_array(file, "limits", H5T_NATIVE_DOUBLE, 1, 2, limits, "s",
                             "linear limits of explicit steps: contacts open, contacts stuck");
  if (r->extent > 0)
    failed |= file_write_array(file, "extent", H5T_NATIVE_DOUBLE, 1, 1, &r->extent, "m",
                               "largest dimension of the structure along an axis");
  for (int i = 0; i < n; i++)
    if (*arrays[i].data)
      failed |= file_write_array(file, arrays[i].name, H5T_NATIVE_DOUBLE, arrays[i].rows, arrays[i].columns,
                                 *arrays[i].data, arrays[i].unit, arrays[i].meaning);
  failed |= file_write_names(file, "load_name", r->n_loads, STUDY_NAME, r->load_name) |
            file_write_names(file, "response_name", r->n_responses, STUDY_NAME, r->response_name) |
            file_write_names(file, "contact_nodes", r->n_contacts, STUDY_NAME, t->nodes) |
            file_write_names(file, "contact_partner", r->n_contacts, STUDY_NAME, t->partners);
  failed |= file_write_array(file, "contact_integers", H5T_NATIVE_INT64, r->n_contacts, N_CONTACT_INTEGERS,
                             t->integers, "1",
                             "entry, node, partner (-1: ground), row of normal, rows of tangents (-1: none)");
  failed |= file_write_array(file, "contact_numbers", H5T_NATIVE_DOUBLE, r->n_contacts, N_CONTACT_NUMBERS,
                             t->numbers, "1, 1, m, m, m2, N, rad",
                             "normal (3), tangents (6), position (3), gap, area, preload, phase of the gap");
  if (r->recovery && !failed) failed = recovery_write(file, r->recovery);
  return failed;
}

typedef struct model_to_write {
  reduced_model *model;
  contact_table table;
} model_to_write;

static int write_model(hid_t file, void *given) {
  const model_to_write *c = given;
  return write_arrays(file, c->model, &c->table);
}

static chatter_status refuse_unreduced(void) {
  return error_raise(CHATTER_BAD_STUDY,
                     "reduction.method none: there is no reduced model to save (allowed: another "
                     "method)");
}

chatter_status reduced_save(const reduced_model *self, const char *path) {
  reduced_model copy = *self; // a copy, because the table's pointers are not const
  model_to_write c = {.model = &copy};
  arena *memory = arena_create();
  if (!memory) return error_raise(CHATTER_DEVICE, "out of memory for a reduced model");
  chatter_status status =
      self->sparse ? refuse_unreduced() : contact_table_create(memory, self->n_contacts, &c.table);
  if (status == CHATTER_OK) {
    contacts_to_table(self, &c.table);
    status = file_save(path, "reduced model", write_model, &c);
  }
  arena_destroy(memory);
  return status;
}

static int read_sizes(hid_t file, reduced_model *r) {
  int *size[N_SIZES], failed = 0;
  const char *name[N_SIZES];
  list_sizes(r, size, name);
  for (int i = 0; name[i] && !failed; i++)
    failed = file_read_array(file, name[i], H5T_NATIVE_INT, 2, 1, 1, size[i]) || *size[i] < 0 ||
             *size[i] > 1000000;
  return failed;
}

// Reads the warnings, which files of earlier versions lack.
static int read_warnings(hid_t file, reduced_model *r) {
  enum { MOST = 1 << 16 };
  if (H5Aexists(file, "warnings") <= 0) return 0;
  r->warnings = arena_allocate(r->memory, MOST);
  return !r->warnings || file_read_text(file, "warnings", r->warnings, MOST);
}

static int read_arrays(hid_t file, reduced_model *r, char kind[64], char hash[65]) {
  if (file_read_text(file, "kind", kind, 64) || strcmp(kind, current_version) != 0 ||
      file_read_text(file, "method", r->method, sizeof r->method) || file_read_text(file, "hash", hash, 65) ||
      read_sizes(file, r))
    return 1;
  reduced_array arrays[REDUCED_MAX_ARRAYS];
  contact_table t;
  if (reduced_allocate(r) != CHATTER_OK) return 1;
  int n = reduced_list_arrays(r, arrays);
  for (int i = 0; i < n; i++) {
    const int optional = reduced_is_optional(r, &arrays[i]);
    if (optional && H5Lexists(file, arrays[i].name, H5P_DEFAULT) <= 0) continue;
    if (optional) *arrays[i].data = dense_array(r->memory, (size_t)arrays[i].rows, (size_t)arrays[i].columns);
    if (!*arrays[i].data || file_read_array(file, arrays[i].name, H5T_NATIVE_DOUBLE, 2, arrays[i].rows,
                                            arrays[i].columns, *arrays[i].data))
      return 1;
  }
  if (read_warnings(file, r)) return 1;
  double limits[2];
  if (contact_table_create(r->memory, r->n_contacts, &t) != CHATTER_OK) return 1;
  if (file_read_array(file, "limits", H5T_NATIVE_DOUBLE, 2, 1, 2, limits) ||
      file_read_names(file, "load_name", r->n_loads, STUDY_NAME, r->load_name) ||
      file_read_names(file, "response_name", r->n_responses, STUDY_NAME, r->response_name) ||
      file_read_names(file, "contact_nodes", r->n_contacts, STUDY_NAME, t.nodes) ||
      file_read_names(file, "contact_partner", r->n_contacts, STUDY_NAME, t.partners) ||
      file_read_array(file, "contact_integers", H5T_NATIVE_INT64, 2, r->n_contacts, N_CONTACT_INTEGERS,
                      t.integers) ||
      file_read_array(file, "contact_numbers", H5T_NATIVE_DOUBLE, 2, r->n_contacts, N_CONTACT_NUMBERS,
                      t.numbers))
    return 1;
  if (H5Lexists(file, "extent", H5P_DEFAULT) > 0 &&
      file_read_array(file, "extent", H5T_NATIVE_DOUBLE, 2, 1, 1, &r->extent))
    return 1;
  contacts_from_table(&t, r);
  r->limit_open = limits[0];
  r->limit_stuck = limits[1];
  return 0;
}

chatter_status reduced_load_recovery(const char *path, reduced_model *self) {
  int failed = 1;
  H5E_BEGIN_TRY {
    hid_t file = file_open(path, 0);
    if (file >= 0) {
      failed = recovery_read(file, self->memory, &self->recovery);
      H5Fclose(file);
    }
  }
  H5E_END_TRY
  if (failed || (self->recovery && self->recovery->n_coordinates != self->n_modes + self->n_boundary))
    return error_raise(CHATTER_BAD_MODEL, "'%s' is damaged: its recovery of the nodes cannot be read", path);
  return CHATTER_OK;
}

chatter_status reduced_load(const char *path, reduced_model *out) {
  char kind[64] = "", hash[65] = "";
  if (access(path, R_OK) != 0)
    return error_raise(CHATTER_IO, "cannot read the reduced model '%s': %s", path, strerror(errno));
  *out = (reduced_model){.memory = arena_create()};
  if (!out->memory) return error_raise(CHATTER_DEVICE, "out of memory for a reduced model");
  int failed = 1;
  H5E_BEGIN_TRY {
    hid_t file = file_open(path, 0);
    if (file >= 0) {
      failed = read_arrays(file, out, kind, hash);
      H5Fclose(file);
    }
  }
  H5E_END_TRY
  if (!failed) reduced_hash(out);
  if (failed || strcmp(hash, out->hash) != 0) {
    reduced_destroy(out);
    if (strncmp(kind, version_prefix, strlen(version_prefix)) == 0 && strcmp(kind, current_version) != 0)
      return error_raise(CHATTER_BAD_MODEL,
                         "'%s' is a '%s' of another version of chatter, which keeps a '%s': make it again by "
                         "chatter reduce -o",
                         path, kind, current_version);
    return error_raise(CHATTER_BAD_MODEL, "'%s' %s", path,
                       failed ? "is not a reduced model of chatter, or is cut short"
                              : "is damaged: its content does not have the hash it was saved with");
  }
  if (out->warnings) log_keep_lines(out->warnings);
  return CHATTER_OK;
}
