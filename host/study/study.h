// A study file in memory, filled through the offsets of the schema table. What there is once lies in struct
// study itself; lists (entries of sections, numbers, terms of sums) lie in one block behind it, so that a
// copy is a struct, a block and the pointers between them, and an ensemble parameter is one double at an
// offset. Units are SI; angles are radians, frequencies hertz.
#ifndef CHATTER_STUDY_STUDY_H
#define CHATTER_STUDY_STUDY_H

#include <stdint.h>

#include "base/memory.h"
#include "base/status.h"
#include "study/sections.h"

typedef struct study_document study_document; // parsed text with places, for messages

// Entries of a section that struct study has no member for.
typedef struct study_slot {
  const struct schema_section *section;
  int n;
  void *entries; // [n] of the section's stride
} study_slot;

// Where the keys `from`... of a study made of a part of another stand in the file, for study_place.
typedef struct study_moved {
  const char *from, *to; // "model", "slider.model"; the last one {NULL}
} study_moved;

typedef struct study {
  study_document *document; // shared by copies; owned by the study that was loaded
  int is_copy;
  const study_moved *moved; // of a study made of a part of another; NULL: none
  char *block;              // all lists; NULL: of a study made by hand, which keeps them itself
  size_t block_bytes;
  char path[STUDY_PATH]; // of the file; relative file names in it are resolved against its folder
  char name[STUDY_NAME]; // file name without folder and .yaml
  char title[STUDY_NAME * 2];
  const study_kind *kind; // NULL: none given
  model_config model;
  int n_materials;
  material_config *materials; // [n_materials]
  reduction_config reduction;
  int n_contacts;
  contact_config *contacts; // [n_contacts]
  int n_drives;
  drive_config *drives; // [n_drives]
  int n_excitations;
  excitation_config *excitations; // [n_excitations]
  initial_config initial;
  ensemble_config ensemble;
  int n_outputs;
  output_config *outputs; // [n_outputs]
  int n_inputs;
  input_alias *inputs;          // [n_inputs]
  statistics_config statistics; // wanted by a run where study_given(self, "statistics")
  identify_config identify;
  plot_config plot;
  int n_slots;
  study_slot *slots; // [n_slots]
} study;

// Reads and validates; on failure every mistake is raised as "file:line:column: ...". `overrides` are
// "path=value" texts of --set, applied before validation.
chatter_status study_load(const char *path, int n_overrides, const char *const *overrides, study *out);
// Likewise, of a study whose samples come later, from a table or a caller: they may bring a key that others
// of the study belong to.
chatter_status study_load_for_samples(const char *path, int n_overrides, const char *const *overrides,
                                      study *out);
chatter_status study_parse(const char *text, size_t length, const char *path, int n_overrides,
                           const char *const *overrides, study *out); // as study_load, from memory
void study_destroy(study *self);
// A copy with a block of its own, to be destroyed; the document stays that of `from`, which outlives it.
// Lists that lie outside the block of `from` (put there by hand) are shared. CHATTER_DEVICE: no memory, and
// nothing to destroy.
chatter_status study_copy(const study *from, study *to);
const char *study_text(const study *self); // the whole file as read
// "file:line:column" of a dotted path, for messages from later layers (of the nearest part above it where it
// is not written, else the file alone; "--set path=value" where it came from there). Valid for the next three
// calls.
const char *study_place(const study *self, const char *dotted_path);
const char *study_output_place(const study *self, const output_config *output, const char *key);

// What a displacement or velocity is taken from: the output's sum, or its node with weight 1, which is
// written to `single`. 0 terms: no node.
response_sum study_output_terms(const output_config *output, response_term *single);

// Whether an ensemble parameter is the key `path` of the schema ("contact.gap") in that entry of its section.
int study_entry_varies(const study *self, const char *path, int entry);
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
void study_caution_loads(const study *self);             // warns of what a kind of load leaves out
int study_drive_of(const study *self, const char *name); // which of the drives; -1: none
// The file that `rest` of such lines begins with; returns what is left, NULL: there was none.
const char *study_next_file(const char *rest, char file[STUDY_PATH]);
drive_kind study_drive_kind(const drive_config *drive);
int study_drive_turns(const drive_config *drive); // 1: by the turns of a load
// 1: a noise acts of which every trajectory has a realisation of its own.
int study_has_own_noise(const study *self);
// 1: it can begin from an angle: a sine, a table by turns, one over time that is periodic.
int study_drive_has_angle(const drive_config *drive);
#define DRIVE_ANGLES "allowed of drives: harmonic, a table by turns, a periodic table"
int study_all_columns(const column_list *columns); // 1: the word all
// 1: something moves the gap or the wall of a contact entry that can begin from an angle.
int study_contact_takes_phase(const study *self, int entry);
// The harmonic drive of a load; NULL: it has none.
const drive_config *study_load_sine(const study *self, const excitation_config *load);
int study_load_has_frequency(const study *self, const excitation_config *load); // a sine, or a drive by turns
// How many contact points each node of an entry has: two where its law acts along two tangents.
int study_contact_points(const contact_config *entry);
// The words for the entry's nodes: a list of sets and ids, or its one node's id, written to `text`.
const char *study_contact_nodes(const contact_config *entry, char text[STUDY_NAME]);

const char *reduction_method_name(int method); // of reduction_method, as in a study
int reduction_is_massless(int method);         // 1: the boundary of that reduction_method is massless
int study_given(const study *self, const char *dotted_path);  // 1: written in the file or by --set
int study_by_set(const study *self, const char *dotted_path); // 1: by --set

// A scalar of the study, resolved once from its dotted path or alias ("excitation.frequency",
// "contact.1.gap", "model.springs.2"); lists of one entry need no index.
typedef struct study_scalar {
  char path[STUDY_PATH]; // canonical
  char unit[16];
  size_t offset; // of the double: in struct study, or sizeof(study) + that in its block
  double minimum, maximum;
  int whole;      // 1: whole numbers only
  int input;      // 1 + number of the input whose first path it is, where that has several; 0: none
  int structural; // 1: changes the reduced model (model.*, reduction.* but damping of modes, nodes)
} study_scalar;
chatter_status study_find_scalar(const study *self, const char *path_or_alias, const char *place,
                                 study_scalar *out);
double study_get(const study *self, const study_scalar *scalar);
int study_fits(const study_scalar *scalar, double value); // 1: finite, in range, whole where it must be
// Raises, with "place: " in front unless NULL, when it does not fit.
chatter_status study_check(const study_scalar *scalar, const char *place, double value);
// Writes, after that check.
chatter_status study_set(study *self, const study_scalar *scalar, double value);
// Whether an ensemble parameter has `part` in its path: the study's own value need not be right then.
int study_varies(const study *self, const char *part);
// These instead of the study's own list of ensemble parameters: samples may come from another file.
chatter_status study_name_parameters(study *self, int n, const study_scalar *parameters);

// "x", "-y" or "(0.6,0.8,0)" of a unit vector: how loads and responses are named, "node:direction".
void study_direction_text(const double direction[3], char *text, size_t size);

// The samples of the ensemble: n trajectories × n parameters.
typedef struct samples {
  long n;
  int n_parameters;
  study_scalar *parameters; // [n_parameters]
  double *value;            // [n][n_parameters]
  char (*id)[STUDY_NAME];   // sample_id of a file, or NULL
} samples;
// The study's own design (none: one trajectory).
chatter_status samples_from_design(const study *self, samples *out);
// n rows of the design's parameters, from z[n][its parameters] of independent normal numbers (0, 1): with the
// design's distributions and correlation. Values may lie beyond what a parameter allows; inputs of several
// paths are not spread yet.
chatter_status samples_from_normal(const study *self, long n, const double *z, samples *out);
// How many trajectories belong together, from the first on: with design saltelli d + 2, else 1.
long samples_group(const ensemble_config *ensemble);
// The rows of `eval`: header sample_id,names.
chatter_status samples_from_csv(const study *self, const char *path, samples *out);
// Likewise, where rows may hold numbers that do not fit.
chatter_status samples_from_csv_unfit(const study *self, const char *path, samples *out);
// unfit[i] = 1 where a value of row i does not fit; how many.
long samples_mark_unfit(const samples *self, unsigned char *unfit);
// Parameters that are inputs of several paths become one for each of these. Those functions do so.
chatter_status samples_spread_inputs(const study *self, samples *io);
void samples_destroy(samples *self);

chatter_status schema_print_json(void);      // JSON Schema on stdout
chatter_status schema_print_reference(void); // Markdown reference page on stdout

#endif
