// Meaning of the keys of an entry: for the points of a contact, for a load, for an output.
#ifndef CHATTER_STUDY_FILE_ENTRIES_H
#define CHATTER_STUDY_FILE_ENTRIES_H

#include <stddef.h>

#include "kernels/drives/drives.h"
#include "study/sections.h"
#include "study/study.h"

// Returns the displacements that an output is taken from: its sum, or its node with weight 1, which
// is written to `single`. 0 terms: no node.
response_sum study_output_terms(const output_config *output, response_term *single);

// Return 1 if the law of a contact entry uses the normal coordinate, and the number of its
// tangents. An elastic law has the coordinates with a stiffness, also with a varying one.
int study_contact_has_normal(const study *self, int entry);
int study_contact_has_tangents(const study *self, int entry);
int study_load_is_harmonic(const excitation_config *load);
int study_load_has_nodes(const excitation_config *load);     // 1: it acts on nodes; 0: on all masses
const char *study_load_nodes(const excitation_config *load); // its sets and ids

// Return the factor of the load's row in the reduced model, constant or an amplitude (N, Pa, m/s²
// or (rad/s)²); its key; its unit ("Pa"); and whether it is an ensemble parameter.
double study_load_size(const excitation_config *load);
const char *study_load_key(const excitation_config *load);
const char *study_load_unit(const excitation_config *load);
int study_load_varies(const study *self, int load);
void study_warn_of_loads(const study *self);               // warns of what a kind of load neglects
int study_find_drive(const study *self, const char *name); // index of the drive; -1: none

// Copies the first file name of `rest`, one a line; returns the remaining text, NULL: there was
// none.
const char *study_next_file_name(const char *rest, char file[STUDY_PATH]);
drive_kind study_drive_kind(const drive_config *drive);
int study_drive_turns(const drive_config *drive); // 1: it depends on the turns of a load

// Returns 1 if a noise acts that has its own realisation in every trajectory.
int study_has_own_noise(const study *self);

// Returns 1 if the drive can start at an angle: a sine, a table over turns, a periodic one over
// time.
int study_drive_has_angle(const drive_config *drive);
#define DRIVE_ANGLES "allowed of drives: harmonic, a table by turns, a periodic table"
int study_has_all_columns(const column_list *columns); // 1: the word all

// Returns 1 if a drive that can start at an angle moves the gap or the wall of a contact entry.
int study_contact_takes_phase(const study *self, int entry);

// Returns the harmonic drive of a load; NULL: it has none.
const drive_config *study_load_harmonic_drive(const study *self, const excitation_config *load);
int study_load_has_frequency(const study *self,
                             const excitation_config *load); // a sine, or a drive over turns

// Returns the number of contact points at each node of an entry: two if its law acts along two
// separate tangents.
int study_contact_points(const contact_config *entry);

// Returns the text of the entry's nodes: a list of sets and ids, or the id of its one node, written
// to `text`.
const char *study_contact_nodes(const contact_config *entry, char text[STUDY_NAME]);

// Returns the word of a reduction_method in a study.
const char *reduction_method_name(int method);
int reduction_is_massless(int method); // 1: it gives a massless boundary

// Writes a unit vector as "x", "-y" or "(0.6,0.8,0)"; names of loads and responses contain it,
// "node:direction".
void study_direction_text(const double direction[3], char *text, size_t size);

#endif
