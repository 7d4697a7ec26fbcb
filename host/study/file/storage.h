// Where a study keeps what its sections say. Lists are read one by one into the document's memory and then
// packed into one block; a copy has a block of its own, in which every number lies at the same place.
#ifndef CHATTER_STUDY_FILE_STORAGE_H
#define CHATTER_STUDY_FILE_STORAGE_H

#include "base/status.h"
#include "study/file/scalar.h"
#include "study/schema/schema.h"
#include "study/study.h"

// Where a study keeps a section: its first entry (NULL: none), how many there are, and a key of one of them.
// No section: what stands at the top.
const void *study_section(const study *self, const schema_section *section);
void *study_section_writable(study *self, const schema_section *section);
int study_count_entries(const study *self, const schema_section *section);
const void *study_entry(const study *self, const schema_section *section, int entry);
void *study_entry_writable(study *self, const schema_section *section, int entry);
const void *study_field(const study *self, const schema_field *field, int entry);
void study_set_section(study *self, const schema_section *section, int n, void *entries);

// *to is `from` with other entries of a section that is a map in a slot; `slots` has room for those of
// `from`. All else is shared.
void study_with_section(const study *from, const schema_section *section, void *entry, study_slot *slots,
                        study *to);

// Moves all lists into the study's block: once, when they are complete. CHATTER_DEVICE: no memory.
chatter_status study_pack_lists(study *self);

void study_destroy(study *self);

// A copy with a block of its own, to be destroyed; the document stays that of `from`, which outlives it.
// Lists that lie outside the block of `from` (put there by hand) are shared. CHATTER_DEVICE: no memory, and
// nothing to destroy.
chatter_status study_copy(const study *from, study *to);

// These instead of the study's own list of ensemble parameters: samples may come from another file.
chatter_status study_set_parameters(study *self, int n, const study_scalar *parameters);

#endif
