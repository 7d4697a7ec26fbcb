// All fields and sections in one list, made once: whoever copies a study or looks for a key walks through
// them, a hundred times for one evaluation of a bound study.
#include <pthread.h>
#include <string.h>

#include "base/memory.h"
#include "study/study_kind.h"

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int n_fields, n_sections;
static const schema_field **fields;     // [n_fields + 1], NULL behind the last
static const schema_section **sections; // [n_sections + 1], likewise
static const schema_section **of_field; // [n_fields] its section
// The tables that fields come from, each in one piece in memory and in the list.
static struct table {
  const schema_field *first;
  int n, index;
} * tables;
static int n_tables;

static const schema_section *find_section_of(const schema_field *field) {
  const schema_section *found = NULL; // the longest name: sections may stand in sections
  for (int i = 0; i < n_sections; i++) {
    const schema_section *s = sections[i];
    if (schema_in_group(field->path, s->name) && (!found || strlen(s->name) > strlen(found->name))) found = s;
  }
  return found;
}

static void add_table(const schema_field *first, int n) {
  if (tables) tables[n_tables] = (struct table){first, n, n_fields};
  for (int i = 0; i < n && fields; i++) fields[n_fields + i] = &first[i];
  n_tables++;
  n_fields += n;
}

static void add_section(const schema_section *section) {
  if (sections) sections[n_sections] = section;
  n_sections++;
}

// Counts; with lists there, fills them too.
static void walk(void) {
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

// A process without memory for these few kilobytes sees no key at all, and refuses every study.
static void make(void) {
  walk();
  fields = memory_array((size_t)n_fields + 1, sizeof *fields, __FILE__, __LINE__);
  sections = memory_array((size_t)n_sections + 1, sizeof *sections, __FILE__, __LINE__);
  of_field = memory_array((size_t)n_fields + 1, sizeof *of_field, __FILE__, __LINE__);
  tables = memory_array((size_t)n_tables, sizeof *tables, __FILE__, __LINE__);
  if (!fields || !sections || !of_field || !tables) {
    n_fields = n_sections = n_tables = 0;
    return;
  }
  walk();
  for (int i = 0; i < n_fields; i++) of_field[i] = find_section_of(fields[i]);
}

const schema_field *schema_field_at(int index) {
  pthread_once(&once, make);
  return index < n_fields ? fields[index] : NULL;
}

const schema_section *schema_section_at(int index) {
  pthread_once(&once, make);
  return index < n_sections ? sections[index] : NULL;
}

const schema_section *schema_section_of(const schema_field *field) {
  pthread_once(&once, make);
  for (int i = 0; i < n_tables; i++) {
    const struct table *t = &tables[i];
    if (field >= t->first && field < t->first + t->n) return of_field[t->index + (int)(field - t->first)];
  }
  return find_section_of(field); // of no table: a caller's own
}
