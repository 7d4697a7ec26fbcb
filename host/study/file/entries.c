// What the words of an entry mean: for the points of a contact, for a load.
#include <stdio.h>
#include <string.h>

#include "study/contact_laws.h"

static int is_sprung(const study *self, int entry, double stiffness, const char *path) {
  return stiffness > 0 || study_entry_varies(self, path, entry);
}

int study_contact_has_normal(const study *self, int entry) {
  const contact_config *c = &self->contacts[entry];
  if (law_responds(c->law)) return law_along(c->law) == LAW_NORMAL;
  if (c->law != LAW_ELASTIC) return c->law != LAW_COULOMB;
  return is_sprung(self, entry, c->normal_stiffness, "contact.normal_stiffness");
}

int study_contact_has_tangents(const study *self, int entry) {
  const contact_config *c = &self->contacts[entry];
  if (law_responds(c->law)) return law_along(c->law) == LAW_TANGENT;
  if (c->law != LAW_ELASTIC) return c->law == LAW_FRICTION || c->law == LAW_COULOMB;
  return is_sprung(self, entry, c->tangential_stiffness, "contact.tangential_stiffness");
}

const char *study_contact_nodes(const contact_config *entry, char text[STUDY_NAME]) {
  if (entry->nodes[0] || entry->from_file) return entry->nodes;
  snprintf(text, STUDY_NAME, "%.0f", entry->node);
  return text;
}

int study_load_is_harmonic(const excitation_config *load) {
  return load->type == EXCITATION_HARMONIC || load->type == EXCITATION_BASE;
}

int study_drive_of(const study *self, const char *name) {
  for (int d = 0; name[0] && d < self->n_drives; d++)
    if (!strcmp(self->drives[d].name, name)) return d;
  return -1;
}

int study_load_has_frequency(const study *self, const excitation_config *load) {
  const int drive = study_drive_of(self, load->drive);
  if (!study_load_is_harmonic(load)) return 0;
  return load->drive[0] ? drive >= 0 && study_drive_turns(&self->drives[drive]) : 1;
}

const char *study_next_file(const char *rest, char file[STUDY_PATH]) {
  const size_t length = strcspn(rest, "\n");
  if (!length) return NULL;
  snprintf(file, STUDY_PATH, "%.*s", (int)length, rest);
  return rest + length + (rest[length] == '\n');
}

drive_kind study_drive_kind(const drive_config *drive) {
  return (drive_kind)(drive->type + 1);
}

int study_drive_turns(const drive_config *drive) {
  return study_drive_kind(drive) == DRIVE_TABLE && drive->abscissa == ABSCISSA_TURNS;
}

const drive_config *study_load_sine(const study *self, const excitation_config *load) {
  const int drive = study_drive_of(self, load->drive);
  return drive >= 0 && study_drive_kind(&self->drives[drive]) == DRIVE_HARMONIC ? &self->drives[drive] : NULL;
}
