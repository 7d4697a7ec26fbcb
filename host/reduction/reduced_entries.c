// Combines entries of the study with the reduced model: contact points, initial fields, output
// rows.
#include "reduction/reduced_entries.h"

#include <stdio.h>
#include <string.h>

#include "reduction/reduced.h"
#include "study/file/entries.h"
#include "study/file/key_place.h"
#include "study/file/path.h"

double reduced_contact_gap(const contact_config *entry, const reduced_contact *point) {
  return entry->gap + point->gap;
}

double reduced_contact_weight(const contact_config *entry, int index) {
  return entry->weights.n > 0 ? entry->weights.value[index / study_contact_points(entry)] : 1;
}

double reduced_contact_preload(const contact_config *entry, const reduced_contact *point, int index) {
  const double pressed = entry->preload + entry->pressure * (point->area > 0 ? point->area : 1);
  return reduced_contact_weight(entry, index) * pressed + point->preload;
}

double reduced_contact_phase(const contact_config *entry, const reduced_contact *point, int index) {
  const double phase = entry->gap_phase + point->gap_phase;
  return entry->phases.n > 0 ? phase + entry->phases.value[index / study_contact_points(entry)] : phase;
}

static const char *contact_key_place(const study *s, int entry, const char *key) {
  char path[48];
  snprintf(path, sizeof path, "contact.%d.%s", entry, key);
  return study_place(s, path);
}

// Requires as many of `what` as points, or none.
static chatter_status check_point_count(const study *s, int entry, const char *what, int given, int points) {
  if (given == 0 || given == points) return CHATTER_OK;
  return error_raise(CHATTER_BAD_STUDY, "%s: contact.%s: %d %s for %d contact points (allowed: one for each)",
                     contact_key_place(s, entry, what), what, given,
                     strchr(what, '_') ? strchr(what, '_') + 1 : what, points);
}

static int count_columns(const column_list *columns) {
  return study_has_all_columns(columns) ? 0 : columns->n;
}

static chatter_status check_contact_entry(const study *s, int entry, int n_points,
                                          const reduced_contact *points) {
  const contact_config *c = &s->contacts[entry];
  const int n = n_points / study_contact_points(c);
  TRY(check_point_count(s, entry, "weights", c->weights.n, n));
  TRY(check_point_count(s, entry, "phases", c->phases.n, n));
  TRY(check_point_count(s, entry, "gap_columns", count_columns(&c->gap_columns), n));
  TRY(check_point_count(s, entry, "wall_columns", count_columns(&c->wall_columns), n));
  if (c->weights.n == 0 && points[0].area == 0 &&
      (c->pressure != 0 || study_entry_varies(s, "contact.pressure", entry)))
    return error_raise(CHATTER_BAD_STUDY,
                       "%s: a pressure needs the areas of the contact points: a column 'area' in "
                       "model.contact, or contact.weights, %d areas in m²",
                       contact_key_place(s, entry, "pressure"), n);
  for (int k = 0; k < n && !study_contact_has_normal(s, entry); k++)
    if (points[k].preload < 0) // the entry's own preload is never negative, whatever varies
      return error_raise(
          CHATTER_BAD_STUDY,
          "%s: the preload %g N of node %ld in model.contact cannot press the contact together "
          "(allowed under a constant normal load: at least 0 N)",
          contact_key_place(s, entry, "from_file"), points[k].preload, points[k].node);
  const char *drive = c->gap_drive[0] ? c->gap_drive : c->wall_drive;
  for (int k = 0; *drive && !study_contact_takes_phase(s, entry) && k < n; k++)
    if (points[k].gap_phase != 0)
      return error_raise(CHATTER_BAD_STUDY,
                         "%s: the drive '%s' has no angle to begin from, node %ld has the gap_phase %g in "
                         "model.contact (" DRIVE_ANGLES ")",
                         contact_key_place(s, entry, c->gap_drive[0] ? "gap_drive" : "wall_drive"), drive,
                         points[k].node, points[k].gap_phase);
  return CHATTER_OK;
}

chatter_status reduced_check_contacts(const study *s, const reduced_model *self) {
  for (int j = 0, n = 0; j < self->n_contacts; j += n) {
    const int entry = self->contacts[j].entry;
    for (n = 1; j + n < self->n_contacts && self->contacts[j + n].entry == entry;) n++;
    TRY(check_contact_entry(s, entry, n, &self->contacts[j]));
  }
  return CHATTER_OK;
}

chatter_status reduced_check_field(const study *s, const reduced_model *self) {
  const initial_config *c = &s->initial;
  const int moved = c->displacement != 0 || c->velocity != 0;
  const int along = c->direction[0] != 0 || c->direction[1] != 0 || c->direction[2] != 0;
  if (moved && !along && c->shape.n == 0)
    return error_raise(CHATTER_BAD_STUDY,
                       "%s: an initial displacement or velocity needs a direction or a shape",
                       study_place(s, "initial"));
  if (c->shape.n > 0 && c->shape.n != self->n_masses)
    return error_raise(CHATTER_BAD_STUDY,
                       "%s: initial.shape has %d factors; allowed: one per mass of a chain (%d masses)",
                       study_place(s, "initial.shape"), c->shape.n, self->n_masses);
  if (c->modal.n > 0 && c->modal.n != self->n_modes)
    return error_raise(
        CHATTER_BAD_STUDY,
        "%s: initial.modal has %d coordinates; allowed: one per mode of the reduced model (%d)",
        study_place(s, "initial.modal"), c->modal.n, self->n_modes);
  return CHATTER_OK;
}

// Sums rows of n numbers, of a chain's masses or of the translations, into the field's value at
// column `at`.
static double sum_field(const initial_config *field, const double *masses, const double *translation, int n,
                        int at) {
  double sum = 0;
  for (int i = 0; i < field->shape.n; i++) sum += field->shape.value[i] * masses[(long)i * n + at];
  for (int d = 0; d < 3 && field->shape.n == 0; d++)
    if (field->direction[d] != 0) sum += field->direction[d] * translation[(long)d * n + at];
  return sum;
}

double reduced_field_mode(const reduced_model *self, const initial_config *field, int mode) {
  return sum_field(field, self->mass_motion, self->translation, self->n_modes, mode);
}

double reduced_field_boundary(const reduced_model *self, const initial_config *field, int row) {
  return sum_field(field, self->mass_boundary, self->translation_boundary, self->n_boundary, row);
}

static int is_same_row(const reduced_row *a, const reduced_row *b) {
  if (a->n != b->n) return 0;
  for (int t = 0; t < a->n; t++)
    if (a->index[t] != b->index[t] || a->weight[t] != b->weight[t]) return 0;
  return 1;
}

chatter_status reduced_find_row(const study *config, const output_config *output, const reduced_model *r,
                                arena *memory, reduced_row *rows, int *n, int *index) {
  response_term single;
  const response_sum sum = study_output_terms(output, &single);
  reduced_row *next = &rows[*n];
  *next = (reduced_row){.n = sum.n,
                        .index = arena_allocate(memory, (size_t)(sum.n + 1) * sizeof *next->index),
                        .weight = arena_allocate(memory, (size_t)(sum.n + 1) * sizeof *next->weight)};
  if (!next->index || !next->weight) return error_raise(CHATTER_DEVICE, "out of memory");
  for (int t = 0; t < sum.n; t++) {
    char key[32];
    snprintf(key, sizeof key, output->sum.n > 0 ? "sum.%d" : "node", t);
    TRY(reduced_find_term(r, &sum.term[t], study_output_place(config, output, key), &next->index[t]));
    next->weight[t] = sum.term[t].weight;
  }
  for (*index = 0; *index < *n; ++*index)
    if (is_same_row(&rows[*index], next)) return CHATTER_OK;
  ++*n;
  return CHATTER_OK;
}
