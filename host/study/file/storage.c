// Packs and copies the lists of a study.
#include "study/file/storage.h"

#include <string.h>

#include "study/file/document.h"
#include "study/schema/schema_catalogue.h"

// Reads a pointer of any type: members of struct study have pointers of many types, all of the same
// size.
static void *read_pointer(const void *address) {
  void *pointer;
  memcpy(&pointer, address, sizeof pointer);
  return pointer;
}

static study_slot *find_slot(const study *self, const schema_section *section) {
  for (int i = 0; i < self->n_slots; i++)
    if (self->slots[i].section == section) return &self->slots[i];
  return NULL;
}

// Returns 1 if the section lies in struct study itself, at its offset.
static int is_struct_member(const schema_section *section) {
  return !section || (section->shape == SECTION_MAP && !section->in_slot);
}

static size_t member_offset(const schema_section *section) {
  return section ? section->offset : 0;
}

// Returns the entries of a section that lies outside struct study.
static void *section_entries(const study *self, const schema_section *section) {
  const study_slot *slot;
  if (!section->in_slot) return read_pointer((const char *)self + section->offset);
  slot = find_slot(self, section);
  return slot ? slot->entries : NULL;
}

const void *study_section(const study *self, const schema_section *section) {
  return is_struct_member(section) ? (const char *)self + member_offset(section)
                                   : section_entries(self, section);
}

void *study_section_writable(study *self, const schema_section *section) {
  return is_struct_member(section) ? (char *)self + member_offset(section) : section_entries(self, section);
}

int study_count_entries(const study *self, const schema_section *section) {
  if (section && section->in_slot) {
    const study_slot *slot = find_slot(self, section);
    return slot ? slot->n : 0;
  }
  return !section || section->shape == SECTION_MAP
             ? 1
             : *(const int *)((const char *)self + section->count_offset);
}

static size_t entry_offset(const schema_section *section, int entry) {
  return section ? section->stride * (size_t)entry : 0;
}

const void *study_entry(const study *self, const schema_section *section, int entry) {
  return (const char *)study_section(self, section) + entry_offset(section, entry);
}

void *study_entry_writable(study *self, const schema_section *section, int entry) {
  return (char *)study_section_writable(self, section) + entry_offset(section, entry);
}

const void *study_field(const study *self, const schema_field *field, int entry) {
  return (const char *)study_entry(self, schema_section_of(field), entry) + field->offset;
}

void study_set_section(study *self, const schema_section *section, int n, void *entries) {
  if (section->in_slot) {
    study_slot *slot = find_slot(self, section);
    if (slot) slot->n = n, slot->entries = entries; // a study made by hand may lack it
    return;
  }
  memcpy((char *)self + section->offset, &entries, sizeof entries);
  memcpy((char *)self + section->count_offset, &n, sizeof n);
}

void study_with_section(const study *from, const schema_section *section, void *entry, study_slot *slots,
                        study *to) {
  *to = *from;
  to->slots = slots;
  if (from->n_slots > 0) memcpy(slots, from->slots, sizeof *slots * (size_t)from->n_slots);
  study_set_section(to, section, 1, entry);
}

// Moves every list of a study: the entries of a section before the lists in them.
typedef struct list_mover list_mover;
struct list_mover {
  void *(*move)(list_mover *self, void *list, size_t bytes); // returns the new address
  const study *from;
  char *block; // of the new study
  size_t used;
};

static int is_in_block(const study *self, const void *pointer) {
  const char *p = pointer;
  return self->block && p >= self->block && p < self->block + self->block_bytes;
}

static int has_list(const schema_field *field) {
  return field->type == FIELD_LIST || field->type == FIELD_SUM || field->type == FIELD_COLUMNS;
}

static void move_list(list_mover *m, const schema_field *field, void *target) {
  if (field->type == FIELD_LIST) {
    number_list *list = target;
    list->value = m->move(m, list->value, sizeof *list->value * (size_t)list->n);
  } else if (field->type == FIELD_COLUMNS) {
    column_list *list = target;
    list->choice = m->move(m, list->choice, sizeof *list->choice * (size_t)list->n);
  } else if (field->type == FIELD_SUM) {
    response_sum *sum = target;
    sum->term = m->move(m, sum->term, sizeof *sum->term * (size_t)sum->n);
  }
}

// Moves a section and its lists; shared entries keep theirs.
static void move_section(list_mover *m, study *self, const schema_section *section) {
  const int n = study_count_entries(self, section), alone = section && section->shape == SECTION_MAP;
  if (section && (!alone || section->in_slot)) {
    void *before = study_section_writable(self, section);
    void *entries = m->move(m, before, section->stride * (size_t)n);
    study_set_section(self, section, n, entries);
    if (entries == before) return;
  }
  const schema_field *field;
  for (int i = 0; (field = schema_field_at(i)); i++) {
    if (!has_list(field) || schema_section_of(field) != section) continue;
    for (int entry = 0; entry < n; entry++)
      move_list(m, field, (char *)study_entry_writable(self, section, entry) + field->offset);
  }
}

static void move_all_lists(list_mover *m, study *self) {
  self->slots = m->move(m, self->slots, sizeof *self->slots * (size_t)self->n_slots);
  const schema_section *s;
  for (int i = 0; (s = schema_section_at(i)); i++) move_section(m, self, s);
}

static size_t padded_list_size(size_t bytes) {
  return (bytes + 15) / 16 * 16;
}

static void *copy_list_into_block(list_mover *m, void *list, size_t bytes) {
  if (bytes == 0) return NULL;
  char *to = m->block + m->used;
  m->used += padded_list_size(bytes);
  return memcpy(to, list, bytes);
}

static size_t count_list_bytes(const schema_field *field, const void *list) {
  if (field->type == FIELD_LIST) return sizeof(double) * (size_t)((const number_list *)list)->n;
  if (field->type == FIELD_COLUMNS) return sizeof(column_choice) * (size_t)((const column_list *)list)->n;
  return sizeof(response_term) * (size_t)((const response_sum *)list)->n;
}

static size_t count_all_list_bytes(const study *self) {
  size_t bytes = padded_list_size(sizeof *self->slots * (size_t)self->n_slots);
  const schema_section *s;
  for (int i = 0; (s = schema_section_at(i)); i++) {
    if (s->shape != SECTION_MAP || s->in_slot)
      bytes += padded_list_size(s->stride * (size_t)study_count_entries(self, s));
  }
  const schema_field *f;
  for (int i = 0; (f = schema_field_at(i)); i++) {
    for (int entry = 0; has_list(f) && entry < study_count_entries(self, schema_section_of(f)); entry++)
      bytes += padded_list_size(count_list_bytes(f, study_field(self, f, entry)));
  }
  return bytes;
}

chatter_status study_pack_lists(study *self) {
  const size_t bytes = count_all_list_bytes(self);
  char *block;
  ALLOCATE(block, bytes + 1);
  move_all_lists(&(list_mover){.move = copy_list_into_block, .block = block}, self);
  self->block = block;
  self->block_bytes = bytes;
  return CHATTER_OK;
}

static void *relocate_list(list_mover *m, void *list, size_t bytes) {
  (void)bytes;
  return is_in_block(m->from, list) ? m->block + ((char *)list - m->from->block) : list;
}

chatter_status study_copy(const study *from, study *to) {
  char *block = NULL;
  if (from->block) {
    ALLOCATE(block, from->block_bytes + 1);
    memcpy(block, from->block, from->block_bytes);
  }
  *to = *from;
  move_all_lists(&(list_mover){.move = relocate_list, .from = from, .block = block}, to);
  to->block = block;
  to->is_copy = 1;
  return CHATTER_OK;
}

// The parameters go behind all other lists, so that offsets of scalars stay valid.
chatter_status study_set_parameters(study *self, int n, const study_scalar *parameters) {
  const size_t before = padded_list_size(self->block_bytes), more = sizeof(parameter_config) * (size_t)n;
  const study from = *self;
  char *block;
  ALLOCATE(block, before + more + 1);
  if (from.block) memcpy(block, from.block, from.block_bytes);
  move_all_lists(&(list_mover){.move = relocate_list, .from = &from, .block = block}, self);
  memory_free(from.block);
  self->block = block;
  self->block_bytes = before + more;
  self->ensemble.n_parameters = n;
  self->ensemble.parameters = (parameter_config *)(void *)(block + before);
  for (int p = 0; p < n; p++)
    memcpy(self->ensemble.parameters[p].path, parameters[p].path, sizeof parameters[p].path);
  return CHATTER_OK;
}

void study_destroy(study *self) {
  memory_free(self->block);
  if (self->document && !self->is_copy) arena_destroy(self->document->memory);
  *self = (study){0};
}
