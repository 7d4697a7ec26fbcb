// A study file in memory, filled through the offsets of the schema table. Single values lie in
// struct study itself; lists (entries of sections, numbers, terms of sums) lie in one block behind
// it. A copy is a struct, a block and the pointers between them; an ensemble parameter is a double
// at an offset. SI units; angles in radians, frequencies in hertz.
#ifndef CHATTER_STUDY_STUDY_H
#define CHATTER_STUDY_STUDY_H

#include <stdint.h>

#include "base/memory.h"
#include "base/status.h"
#include "study/sections.h"

typedef struct study_document study_document; // parsed text with places, for messages

// Entries of a section without a member in struct study.
typedef struct study_slot {
  const struct schema_section *section;
  int n;
  void *entries; // [n] of the section's stride
} study_slot;

// Moved keys of a study that is made from a part of another: their places in the file, for
// study_place.
typedef struct study_moved_keys {
  const char *from, *to; // "model", "slider.model"; ends with {NULL}
} study_moved_keys;

typedef struct study {
  study_document *document; // shared by copies; owned by the study that was loaded
  int is_copy;
  const study_moved_keys *moved; // for a study made from a part of another; NULL: none
  char *block;                   // all lists; NULL: a study made in code, which keeps its lists itself
  size_t block_bytes;
  char path[STUDY_PATH]; // of the file; its folder is the base of relative file names
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
  statistics_config statistics; // used if study_given(self, "statistics")
  identify_config identify;
  plot_config plot;
  int n_slots;
  study_slot *slots; // [n_slots]
} study;

#endif
