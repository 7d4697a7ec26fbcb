// What the words of an entry mean: for the points of a contact, for a load.
#ifndef CHATTER_STUDY_FILE_ENTRIES_H
#define CHATTER_STUDY_FILE_ENTRIES_H

#include <stddef.h>

#include "kernels/drives/drives.h"
#include "study/sections.h"
#include "study/study.h"

// What a displacement or velocity is taken from: the output's sum, or its node with weight 1, which is
// written to `single`. 0 terms: no node.
response_sum study_output_terms(const output_config *output, response_term *single);

// Which coordinates the law of a contact entry moves along: its normal, the directions of friction. An
// elastic one has those that it has a stiffness along, also one that varies.
int study_contact_has_normal(const study *self, int entry);
int study_contact_has_tangents(const study *self, int entry);
int study_load_is_harmonic(const excitation_config *load);
int study_load_has_nodes(const excitation_config *load);     // a force; else it acts on all masses
const char *study_load_nodes(const excitation_config *load); // its sets and ids

// What the load's row in a reduced model is multiplied with, constant or as an amplitude: N, Pa, m/s² or
// (rad/s)²; the key that says so, its unit ("Pa"), and whether it is an ensemble parameter.
double study_load_size(const excitation_config *load);
const char *study_load_key(const excitation_config *load);
const char *study_load_unit(const excitation_config *load);
int study_load_varies(const study *self, int load);
void study_warn_of_loads(const study *self);               // warns of what a kind of load leaves out
int study_find_drive(const study *self, const char *name); // which of the drives; -1: none

// The file that `rest` of such lines begins with; returns what is left, NULL: there was none.
const char *study_next_file_name(const char *rest, char file[STUDY_PATH]);
drive_kind study_drive_kind(const drive_config *drive);
int study_drive_turns(const drive_config *drive); // 1: by the turns of a load

// 1: a noise acts of which every trajectory has a realisation of its own.
int study_has_own_noise(const study *self);

// 1: it can begin from an angle: a sine, a table by turns, one over time that is periodic.
int study_drive_has_angle(const drive_config *drive);
#define DRIVE_ANGLES "allowed of drives: harmonic, a table by turns, a periodic table"
int study_has_all_columns(const column_list *columns); // 1: the word all

// 1: something moves the gap or the wall of a contact entry that can begin from an angle.
int study_contact_takes_phase(const study *self, int entry);

// The harmonic drive of a load; NULL: it has none.
const drive_config *study_load_harmonic_drive(const study *self, const excitation_config *load);
int study_load_has_frequency(const study *self, const excitation_config *load); // a sine, or a drive by turns

// How many contact points each node of an entry has: two where its law acts along two tangents.
int study_contact_points(const contact_config *entry);

// The words for the entry's nodes: a list of sets and ids, or its one node's id, written to `text`.
const char *study_contact_nodes(const contact_config *entry, char text[STUDY_NAME]);

// The word of a reduction_method in a study.
const char *reduction_method_name(int method);
int reduction_is_massless(int method); // 1: the boundary of that reduction_method is massless

// "x", "-y" or "(0.6,0.8,0)" of a unit vector: how loads and responses are named, "node:direction".
void study_direction_text(const double direction[3], char *text, size_t size);

#endif
