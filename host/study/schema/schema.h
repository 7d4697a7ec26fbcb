// The keys of a study file: common ones (schema/schema_table.c) and those of each kind of study
// (study_kind.h). Parsing, defaults, checks of type and range, dotted paths, --set, copies of
// studies, JSON Schema and the reference page all read these tables. A new key is a field in a
// section's struct and a line here.
#ifndef CHATTER_STUDY_SCHEMA_H
#define CHATTER_STUDY_SCHEMA_H

#include "study/study.h"

typedef enum {
  FIELD_NUMBER,    // double
  FIELD_LIST,      // number_list; a single number stands for a list of one
  FIELD_PAIR,      // double[2]; a single number is the first
  FIELD_PHASE,     // double in radians, or the words sin (0) and cos (π/2)
  FIELD_POINT,     // double: a number, or a word of POINT_WORDS
  FIELD_COLUMN,    // column_choice: a number, or a name
  FIELD_COLUMNS,   // column_list: a list of those, or the word all
  FIELD_DIRECTION, // double[3]: x, -y, ... or [a, b, c], normalised
  FIELD_TEXT,      // char[]
  FIELD_NAME,      // char[]: a node set or a node id
  FIELD_NAMES,     // char[]: one or a list of those, separated by blanks
  FIELD_TEXTS,     // char[]: one text or a list of them, separated by blanks
  FIELD_LINES,     // char[]: one text with blanks or a list of them, one a line
  FIELD_FILE,      // char[]: a file name, relative to the study's folder
  FIELD_FILES,     // char[]: one or a list of those, one a line
  FIELD_SUM,       // response_sum: a list of {node, direction, weight}
  FIELD_WORD,      // int: index of the word in `words`
  FIELD_KIND,      // const study_kind *: its name
  FIELD_LAW,       // int: a contact_law, by its name
  FIELD_QUANTITY,  // const study_quantity *: its word, among those of the study's kind
  FIELD_SWITCH     // int: false, true
} field_type;

enum {
  FIELD_WHOLE = 1,      // whole numbers only
  FIELD_STRUCTURAL = 2, // another value gives another reduced model
  FIELD_FIXED = 4,      // cannot be an ensemble parameter
  FIELD_RATE = 8,       // structural only if the model may have a damping matrix, to which it is added
  FIELD_MATRIX = 16,    // of a list: a square matrix, as a list of its rows
  FIELD_ALL = 32,       // for a list: or the word all, stored as LIST_ALL
  // A resolution: results converge as it becomes finer (`chatter converge`).
  FIELD_FINER_ABOVE = 64,  // larger numbers are finer: modes, harmonics
  FIELD_FINER_BELOW = 128, // smaller numbers are finer: steps, tolerances
  FIELD_REFINED = 256      // refined by default, if the command names no keys
};

typedef struct schema_field {
  const char *path; // "section.key"; canonical
  const char *also; // another accepted spelling, or NULL
  field_type type;
  size_t offset, size; // bytes, in an entry of its section (at the top: in struct study)
  int flags;
  double minimum, maximum; // inclusive; POSITIVE as a minimum means "greater than 0"
  const char *unit;        // "": none
  const char *initial;     // default as it would be written; NULL: none
  const char *words;       // of FIELD_WORD, in the order of the enum, separated by blanks
  // Values of the section's `type` that know this key; NULL: all; SCHEMA_BY_LAW: the laws that have
  // it (contact_laws.h). Read it through schema_types_that_know.
  const char *only;
  const char *doc;
  const char *symbol; // in figures; NULL: the key itself
} schema_field;

#define POINT_WORDS "all sum any"        // in the order of OUTPUT_ALL_POINTS and those after it
#define POSITIVE 2.2250738585072014e-308 // smallest normal double

typedef enum {
  SECTION_MAP,   // one map
  SECTION_LIST,  // one map or a list of maps
  SECTION_NAMED, // a map of name → map
  SECTION_TEXTS  // a map of name → text
} section_shape;

typedef struct schema_section {
  const char *name;
  section_shape shape;
  // In struct study: the entry itself of a map; the pointer to the entries and their number for
  // other kinds.
  size_t offset, count_offset;
  int in_slot;                   // 1: it lies in a slot of the study (study_slot)
  size_t stride;                 // of an entry, bytes
  size_t name_offset, name_size; // of an entry's name, within the entry
  const char *doc;
  const char *like; // another section with the same keys, which the reference page does not repeat; NULL: its
                    // own keys
} schema_section;

// Returns the kind of study that a section belongs to; NULL: all kinds.
const study_kind *schema_section_kind(const schema_section *section);

// Finds the field of "section.key" in either spelling, NULL: none. Repeated sections without index.
const schema_field *schema_find_field(const char *path);
const schema_section *schema_find_section(const char *name);

// Returns the field that decides which keys apply with this one ("model.type", "contact.law").
const schema_field *schema_type_of(const schema_field *field);

// Lists the values of the section's type that know this key, separated by blanks; NULL: all.
enum { SCHEMA_TYPES_SIZE = 512 };
const char *schema_types_that_know(const schema_field *field, char buffer[SCHEMA_TYPES_SIZE]);

// Returns 1 if the key applies to the type of entry `entry` in this study; otherwise `word` is that
// type.
int schema_applies(const study *self, const schema_field *field, int entry, char *word, size_t size);

// Returns word `index` that a FIELD_WORD, _KIND, _LAW or _QUANTITY takes; "" after the last.
const char *schema_field_word(const schema_field *field, int index, char *buffer, size_t size);

// Joins the text of a key with what kinds of studies add to it.
enum { SCHEMA_DOC = 4096 };
const char *schema_doc(const schema_field *field, char buffer[SCHEMA_DOC]);

// Lists all names that may follow `group` ("" is the top), each once; the array belongs to
// `memory`. NULL: out of memory.
const char *const *schema_keys(arena *memory, const char *group, int *n);

// Writes "0 to 1 m", "more than 0", "at least 0 Hz", "any number".
const char *schema_range_text(const schema_field *field, char *buffer, size_t size);

// Writes the same for a value out of that range.
const char *schema_allowed_text(const schema_field *field, double value, char *buffer, size_t size);

#endif
