// Makes the list of all fields and sections.
#include "study/schema/schema_catalogue.h"

#include <pthread.h>
#include <string.h>

#include "base/memory.h"
#include "study/schema/schema_table.h"
#include "study/schema/schema_words.h"
#include "study/study_kind.h"

static pthread_once_t catalogue_once = PTHREAD_ONCE_INIT;
static int n_fields, n_sections;
static const schema_field **all_fields;         // [n_fields + 1], ends with NULL
static const schema_section **all_sections;     // [n_sections + 1], ends with NULL
static const schema_section **section_of_field; // [n_fields] section of each field
// Tables of fields, each contiguous in memory and in the list.
static struct table {
  const schema_field *first;
  int n, index;
} * tables;
static int n_tables;

static const schema_section *find_section_of(const schema_field *field) {
  const schema_section *found = NULL; // the longest name: sections may contain sections
  for (int i = 0; i < n_sections; i++) {
    const schema_section *s = all_sections[i];
    if (schema_in_group(field->path, s->name) && (!found || strlen(s->name) > strlen(found->name))) found = s;
  }
  return found;
}

static void add_table(const schema_field *first, int n) {
  if (tables) tables[n_tables] = (struct table){first, n, n_fields};
  for (int i = 0; i < n && all_fields; i++) all_fields[n_fields + i] = &first[i];
  n_tables++;
  n_fields += n;
}

static void add_section(const schema_section *section) {
  if (all_sections) all_sections[n_sections] = section;
  n_sections++;
}

// Counts the fields; if the lists exist, fills them too.
static void walk_tables(void) {
  n_fields = n_sections = n_tables = 0;
  add_table(schema_common_fields, schema_n_common_fields);
  for (int i = 0; i < schema_n_common_sections; i++) add_section(&schema_common_sections[i]);
  for (const study_kind *const *k = study_kinds; *k; k++) {
    int n = 0;
    while ((*k)->fields && (*k)->fields[n].path) n++;
    add_table((*k)->fields, n);
    for (const schema_section *const *s = (*k)->sections; s && *s; s++) add_section(*s);
  }
}

// Makes the lists. Without memory for these few kilobytes there are no keys, and every study is
// refused.
static void make_catalogue(void) {
  walk_tables();
  all_fields = memory_array((size_t)n_fields + 1, sizeof *all_fields, __FILE__, __LINE__);
  all_sections = memory_array((size_t)n_sections + 1, sizeof *all_sections, __FILE__, __LINE__);
  section_of_field = memory_array((size_t)n_fields + 1, sizeof *section_of_field, __FILE__, __LINE__);
  tables = memory_array((size_t)n_tables, sizeof *tables, __FILE__, __LINE__);
  if (!all_fields || !all_sections || !section_of_field || !tables) {
    n_fields = n_sections = n_tables = 0;
    return;
  }
  walk_tables();
  for (int i = 0; i < n_fields; i++) section_of_field[i] = find_section_of(all_fields[i]);
}

const schema_field *schema_field_at(int index) {
  pthread_once(&catalogue_once, make_catalogue);
  return index < n_fields ? all_fields[index] : NULL;
}

const schema_section *schema_section_at(int index) {
  pthread_once(&catalogue_once, make_catalogue);
  return index < n_sections ? all_sections[index] : NULL;
}

const schema_section *schema_section_of(const schema_field *field) {
  pthread_once(&catalogue_once, make_catalogue);
  for (int i = 0; i < n_tables; i++) {
    const struct table *t = &tables[i];
    if (field >= t->first && field < t->first + t->n)
      return section_of_field[t->index + (int)(field - t->first)];
  }
  return find_section_of(field); // in no table: a caller's own field
}
