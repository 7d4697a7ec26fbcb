// The contact points of a reduced model: what an entry of the study and the numbers of a point make together.
#include <stdio.h>
#include <string.h>

#include "reduction/reduced.h"

double reduced_gap(const contact_config *entry, const reduced_contact *point) {
  return entry->gap + point->gap;
}

double reduced_weight(const contact_config *entry, int index) {
  return entry->weights.n > 0 ? entry->weights.value[index / study_contact_points(entry)] : 1;
}

double reduced_preload(const contact_config *entry, const reduced_contact *point, int index) {
  const double pressed = entry->preload + entry->pressure * (point->area > 0 ? point->area : 1);
  return reduced_weight(entry, index) * pressed + point->preload;
}

double reduced_phase(const contact_config *entry, const reduced_contact *point, int index) {
  const double phase = entry->gap_phase + point->gap_phase;
  return entry->phases.n > 0 ? phase + entry->phases.value[index / study_contact_points(entry)] : phase;
}

static const char *place_of(const study *s, int entry, const char *key) {
  char path[48];
  snprintf(path, sizeof path, "contact.%d.%s", entry, key);
  return study_place(s, path);
}

// As many of `what` as points, or none.
static chatter_status check_number(const study *s, int entry, const char *what, int given, int points) {
  if (given == 0 || given == points) return CHATTER_OK;
  return error_raise(CHATTER_BAD_STUDY, "%s: contact.%s: %d %s for %d contact points (allowed: one for each)",
                     place_of(s, entry, what), what, given, strchr(what, '_') ? strchr(what, '_') + 1 : what,
                     points);
}

static int named_columns(const column_list *columns) {
  return study_all_columns(columns) ? 0 : columns->n;
}

static chatter_status check_entry(const study *s, int entry, int n_points, const reduced_contact *points) {
  const contact_config *c = &s->contacts[entry];
  const int n = n_points / study_contact_points(c);
  TRY(check_number(s, entry, "weights", c->weights.n, n));
  TRY(check_number(s, entry, "phases", c->phases.n, n));
  TRY(check_number(s, entry, "gap_columns", named_columns(&c->gap_columns), n));
  TRY(check_number(s, entry, "wall_columns", named_columns(&c->wall_columns), n));
  if (c->weights.n == 0 && points[0].area == 0 &&
      (c->pressure != 0 || study_entry_varies(s, "contact.pressure", entry)))
    return error_raise(CHATTER_BAD_STUDY,
                       "%s: a pressure needs the areas of the contact points: a column 'area' in "
                       "model.contact, or contact.weights, %d areas in m²",
                       place_of(s, entry, "pressure"), n);
  for (int k = 0; k < n && !study_contact_has_normal(s, entry); k++)
    if (points[k].preload < 0) // the entry's own is never less than 0, whatever varies
      return error_raise(
          CHATTER_BAD_STUDY,
          "%s: the preload %g N of node %ld in model.contact cannot press the contact together "
          "(allowed under a constant normal load: at least 0 N)",
          place_of(s, entry, "from_file"), points[k].preload, points[k].node);
  const char *drive = c->gap_drive[0] ? c->gap_drive : c->wall_drive;
  for (int k = 0; *drive && !study_contact_takes_phase(s, entry) && k < n; k++)
    if (points[k].gap_phase != 0)
      return error_raise(CHATTER_BAD_STUDY,
                         "%s: the drive '%s' has no angle to begin from, node %ld has the gap_phase %g in "
                         "model.contact (" DRIVE_ANGLES ")",
                         place_of(s, entry, c->gap_drive[0] ? "gap_drive" : "wall_drive"), drive,
                         points[k].node, points[k].gap_phase);
  return CHATTER_OK;
}

chatter_status reduced_check_contacts(const study *s, const reduced_model *self) {
  for (int j = 0, n = 0; j < self->n_contacts; j += n) {
    const int entry = self->contacts[j].entry;
    for (n = 1; j + n < self->n_contacts && self->contacts[j + n].entry == entry;) n++;
    TRY(check_entry(s, entry, n, &self->contacts[j]));
  }
  return CHATTER_OK;
}
