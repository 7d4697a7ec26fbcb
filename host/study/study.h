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
typedef struct study_moved_keys {
  const char *from, *to; // "model", "slider.model"; the last one {NULL}
} study_moved_keys;

typedef struct study {
  study_document *document; // shared by copies; owned by the study that was loaded
  int is_copy;
  const study_moved_keys *moved; // of a study made of a part of another; NULL: none
  char *block;                   // all lists; NULL: of a study made by hand, which keeps them itself
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

#endif
