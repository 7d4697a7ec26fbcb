// Derives properties of outputs, contacts, loads and drives.
#include "study/file/entries.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/log.h"
#include "study/contact_laws.h"
#include "study/file/key_place.h"
#include "study/file/path.h"
#include "study/study.h"
#include "study/study_kind.h"

static int has_stiffness(const study *self, int entry, double stiffness, const char *path) {
  return stiffness > 0 || study_entry_varies(self, path, entry);
}

int study_contact_has_normal(const study *self, int entry) {
  const contact_config *c = &self->contacts[entry];
  if (law_is_compliant(c->law)) return law_row_acted_on(c->law) == LAW_NORMAL;
  if (c->law != LAW_ELASTIC) return c->law != LAW_COULOMB;
  return has_stiffness(self, entry, c->normal_stiffness, "contact.normal_stiffness");
}

int study_contact_has_tangents(const study *self, int entry) {
  const contact_config *c = &self->contacts[entry];
  if (law_is_compliant(c->law)) return law_row_acted_on(c->law) == LAW_TANGENT;
  if (c->law != LAW_ELASTIC) return c->law == LAW_FRICTION || c->law == LAW_COULOMB;
  return has_stiffness(self, entry, c->tangential_stiffness, "contact.tangential_stiffness");
}

int study_contact_points(const contact_config *entry) {
  return law_is_compliant(entry->law) && entry->tangents == 2 ? 2 : 1;
}

const char *study_contact_nodes(const contact_config *entry, char text[STUDY_NAME]) {
  if (entry->nodes[0] || entry->from_file) return entry->nodes;
  snprintf(text, STUDY_NAME, "%.0f", entry->node);
  return text;
}

int study_load_is_harmonic(const excitation_config *load) {
  return load->type == EXCITATION_HARMONIC || load->type == EXCITATION_BASE;
}

int study_load_has_nodes(const excitation_config *load) {
  return load->type == EXCITATION_HARMONIC || load->type == EXCITATION_CONSTANT;
}

const char *study_load_nodes(const excitation_config *load) {
  return load->nodes[0] ? load->nodes : load->node;
}

double study_load_size(const excitation_config *load) {
  const double circular = 2 * M_PI * load->rotation;
  if (load->type == EXCITATION_CENTRIFUGAL) return load->from_deck ? 1 : circular * circular;
  return load->is_pressure ? load->pressure : load->amplitude;
}

const char *study_load_key(const excitation_config *load) {
  if (load->type == EXCITATION_CENTRIFUGAL) return "rotation";
  return load->is_pressure ? "pressure" : "amplitude";
}

const char *study_load_unit(const excitation_config *load) {
  if (load->type == EXCITATION_CENTRIFUGAL) return "Hz";
  return load->is_pressure ? "Pa" : study_load_has_nodes(load) ? "N" : "m/s²";
}

int study_load_varies(const study *self, int load) {
  char path[48];
  snprintf(path, sizeof path, "excitation.%s", study_load_key(&self->excitations[load]));
  return study_entry_varies(self, path, load);
}

void study_warn_of_loads(const study *self) {
  char path[32];
  for (int i = 0; i < self->n_excitations; i++) {
    if (self->excitations[i].type != EXCITATION_CENTRIFUGAL) continue;
    snprintf(path, sizeof path, "excitation.%d", i);
    log_warning("%s: of a rotation only the centrifugal load counts: stress stiffening, spin softening and "
                "Coriolis forces are not in the model, whose frequencies are those at rest",
                study_place(self, path));
    return;
  }
}

int study_find_drive(const study *self, const char *name) {
  for (int d = 0; name[0] && d < self->n_drives; d++)
    if (!strcmp(self->drives[d].name, name)) return d;
  return -1;
}

int study_load_has_frequency(const study *self, const excitation_config *load) {
  const int drive = study_find_drive(self, load->drive);
  if (!study_load_is_harmonic(load)) return 0;
  return load->drive[0] ? drive >= 0 && study_drive_turns(&self->drives[drive]) : 1;
}

const char *study_next_file_name(const char *rest, char file[STUDY_PATH]) {
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

int study_has_own_noise(const study *self) {
  for (int d = 0; d < self->n_drives; d++) {
    const drive_config *drive = &self->drives[d];
    if (drive->is_named && study_drive_kind(drive) == DRIVE_NOISE && drive->seed < 0) return 1;
  }
  return 0;
}

int study_drive_has_angle(const drive_config *drive) {
  const drive_kind kind = study_drive_kind(drive);
  return kind == DRIVE_HARMONIC || (kind == DRIVE_TABLE && (drive->periodic || study_drive_turns(drive)));
}

int study_has_all_columns(const column_list *columns) {
  return columns->n == 1 && columns->choice[0].number == 0 && !strcmp(columns->choice[0].name, "all");
}

static int named_drive_has_angle(const study *self, const char *name) {
  const int drive = study_find_drive(self, name);
  return drive >= 0 && study_drive_has_angle(&self->drives[drive]);
}

int study_contact_takes_phase(const study *self, int entry) {
  const contact_config *c = &self->contacts[entry];
  return c->gap_amplitude != 0 || study_entry_varies(self, "contact.gap_amplitude", entry) ||
         named_drive_has_angle(self, c->gap_drive) || named_drive_has_angle(self, c->wall_drive);
}

const drive_config *study_load_harmonic_drive(const study *self, const excitation_config *load) {
  const int drive = study_find_drive(self, load->drive);
  return drive >= 0 && study_drive_kind(&self->drives[drive]) == DRIVE_HARMONIC ? &self->drives[drive] : NULL;
}

response_sum study_output_terms(const output_config *output, response_term *single) {
  if (output->quantity && output->quantity->place != QUANTITY_OF_NODE) return (response_sum){.n = 0};
  if (output->sum.n > 0 || !output->node[0]) return output->sum;
  *single = (response_term){.weight = 1};
  memcpy(single->node, output->node, sizeof output->node);
  memcpy(single->direction, output->direction, sizeof output->direction);
  return (response_sum){.n = 1, .term = single};
}

void study_direction_text(const double direction[3], char *text, size_t size) {
  for (int i = 0; i < 3; i++) {
    int alone = direction[(i + 1) % 3] == 0 && direction[(i + 2) % 3] == 0;
    if (!alone || fabs(direction[i]) != 1) continue;
    snprintf(text, size, "%s%c", direction[i] < 0 ? "-" : "", "xyz"[i]);
    return;
  }
  snprintf(text, size, "(%.6g,%.6g,%.6g)", direction[0] + 0.0, direction[1] + 0.0, direction[2] + 0.0);
}

static const char *const method_names[] = {
    [REDUCTION_CRAIG_BAMPTON] = "craig_bampton",
    [REDUCTION_MASSLESS_CRAIG_BAMPTON] = "massless_craig_bampton",
    [REDUCTION_MACNEAL] = "macneal",
    [REDUCTION_RUBIN] = "rubin",
    [REDUCTION_MODAL] = "modal",
    [REDUCTION_NONE] = "none",
};

const char *reduction_method_name(int method) {
  return method_names[method];
}

int reduction_is_massless(int method) {
  return method == REDUCTION_MASSLESS_CRAIG_BAMPTON || method == REDUCTION_MACNEAL ||
         method == REDUCTION_NONE;
}
