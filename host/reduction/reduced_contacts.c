// The contact points of a reduced model: what an entry of the study and the numbers of a point make together.
#include <stdio.h>

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

double reduced_gap_phase(const contact_config *entry, const reduced_contact *point) {
  return entry->gap_phase + point->gap_phase;
}

static const char *place_of(const study *s, int entry, const char *key) {
  char path[48];
  snprintf(path, sizeof path, "contact.%d.%s", entry, key);
  return study_place(s, path);
}

static chatter_status check_entry(const study *s, int entry, int n_points, const reduced_contact *points) {
  const contact_config *c = &s->contacts[entry];
  const int n = n_points / study_contact_points(c);
  if (c->weights.n > 0 && c->weights.n != n)
    return error_raise(CHATTER_BAD_STUDY,
                       "%s: contact.weights: %d weights for %d contact points (allowed: one for each)",
                       place_of(s, entry, "weights"), c->weights.n, n);
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
