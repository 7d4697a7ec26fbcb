// Memory of a study's sections. Lists are read one by one into the document's memory and then
// packed into one block. A copy has its own block with every number at the same offset.
#ifndef CHATTER_STUDY_FILE_STORAGE_H
#define CHATTER_STUDY_FILE_STORAGE_H

#include "base/status.h"
#include "study/file/scalar.h"
#include "study/schema/schema.h"
#include "study/study.h"

// Return the first entry of a section (NULL: none), the number of entries, and a key of an entry.
// Section NULL: the keys at the top.
const void *study_section(const study *self, const schema_section *section);
void *study_section_writable(study *self, const schema_section *section);
int study_count_entries(const study *self, const schema_section *section);
const void *study_entry(const study *self, const schema_section *section, int entry);
void *study_entry_writable(study *self, const schema_section *section, int entry);
const void *study_field(const study *self, const schema_field *field, int entry);
void study_set_section(study *self, const schema_section *section, int n, void *entries);

// Makes *to, a copy of `from` with other entries in a section that is a map in a slot; `slots` has
// room for those of `from`. All else is shared.
void study_with_section(const study *from, const schema_section *section, void *entry, study_slot *slots,
                        study *to);

// Moves all lists into the study's block, once, when they are complete. CHATTER_DEVICE: out of
// memory.
chatter_status study_pack_lists(study *self);

void study_destroy(study *self);

// Makes a copy with its own block, to be destroyed. It shares the document of `from`, which must
// outlive it, and lists outside the block of `from` (put there by hand). CHATTER_DEVICE: out of
// memory, nothing to destroy.
chatter_status study_copy(const study *from, study *to);

// Replaces the study's list of ensemble parameters: samples may come from another file.
chatter_status study_set_parameters(study *self, int n, const study_scalar *parameters);

#endif
