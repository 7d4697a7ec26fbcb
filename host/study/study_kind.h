// Kinds of studies: what engines register with the layers below them. Common code walks these
// tables and names no engine.
#ifndef CHATTER_STUDY_STUDY_KIND_H
#define CHATTER_STUDY_STUDY_KIND_H

#include "study/schema/schema.h"

struct parser; // study/file/document.h

// Source of an output's values.
typedef enum {
  QUANTITY_OF_FIELD =
      -1, // of many nodes at chosen instants: takes `of`, `nodes`, `at`, `event`; stored like a series
  QUANTITY_OF_MODEL, // of the whole model
  QUANTITY_OF_NODE,  // at `node` along `direction`, or `sum`: a response of the reduced model
  QUANTITY_OF_POINT, // `contact`
  QUANTITY_OF_NORMAL // at `contact`, a point with a normal coordinate
} quantity_place;

enum {
  QUANTITY_DEFAULT = 1, // default of outputs without a quantity
  QUANTITY_COUNTED = 2, // takes `index`
  QUANTITY_STEPPED = 4, // has a value at every step: takes `band`, `last`, `factor`, reduce: integral
  QUANTITY_SUMMED = 8,  // takes contact: sum
  QUANTITY_ANY = 16     // takes contact: any
};

struct study_quantity {
  const char *word; // of outputs.quantity
  const char *unit; // in studies with units
  const char *name; // in the long names of results
  const char *doc;  // for the reference page
  quantity_place place;
  int flags;
};

// Row of quantity `field` in the table of every kind that has it.
#define QUANTITY_FIELD                                                                                       \
  {                                                                                                          \
    .word = "field", .unit = "1", .name = "field",                                                           \
    .doc = "displacement, velocity or stress (`of`) of all nodes, or of `nodes`, at instants of chosen "     \
           "trajectories: for `export --mesh` and the figure `shape3d`",                                     \
    .place = QUANTITY_OF_FIELD                                                                               \
  }
int study_is_field(const output_config *output);

// Kinds of figures and their keys of the section `plot`.
// Flags of the keys that a kind uses; all use `title` and the axis ranges.
enum {
  FIGURE_X = 1,
  FIGURE_Y = 2,
  FIGURE_COLOUR = 4,
  FIGURE_SEVERAL = 8, // y may be a list
  FIGURE_SCALE = 16,
  FIGURE_COLOUR_RANGE = 32,
  FIGURE_TRAJECTORIES = 64,
  FIGURE_WINDOW = 128,
  FIGURE_INTERVALS = 256,
  FIGURE_THRESHOLD = 512,
  FIGURE_REFERENCE = 1024,
  FIGURE_MARKS = 2048,
  FIGURE_QUANTILE = 8192,
  FIGURE_EVENT = 16384,
  FIGURE_STABLE = 32768,
  FIGURE_INSTANT = 65536,
  FIGURE_NAMES = 131072,
  FIGURE_OVERLAY = 262144,
  FIGURE_FILES = 4096, // not a key: draws several files side by side
  FIGURE_CURVES = FIGURE_X | FIGURE_Y | FIGURE_SEVERAL | FIGURE_SCALE | FIGURE_TRAJECTORIES | FIGURE_MARKS |
                  FIGURE_NAMES | FIGURE_FILES // of curves
};

typedef struct study_figure {
  const char *name;
  int keys;
  const struct figure_kind *kind; // plot/figure.h
} study_figure;

// Text that a kind adds to a common key on the reference page.
typedef struct study_note {
  const char *path, *text;
} study_note;

// A variable beside an output with one value per trajectory, named after it with `end` appended,
// also in the tables of evaluations: the reliability of that value.
typedef struct study_companion {
  const char *end; // "_stable"
  const char *unit;
  int (*is_beside)(const study *config, const output_config *output);
} study_companion;

// Contact laws that a kind accepts, for its engine's checks and for the table of the reference
// page.
typedef struct study_law_use {
  const char *title; // part of the kind, such as a scheme; "": all
  // Returns why law LAW_… (kernels/laws/laws.h) is refused at a point of a massless boundary, or of
  // one with mass; NULL: it is accepted.
  const char *(*refuses)(int law, int massless);
} study_law_use;

struct study_kind {
  const char *name;                     // the word behind `study:`
  const char *doc;                      // what is computed
  const struct study_kind *const *uses; // kinds whose sections and quantities it also has; NULL: none
  int needs_model;                      // 1: every study needs a model
  int has_bodies;  // 1: several structures in its own sections, in the plane; no keys of a single structure
  int whole_loads; // 1: every load needs amplitude and frequency
  int drives;      // 1: takes drives
  int goes_on;     // 1: trajectories may continue those of another run (initial.from)
  const schema_section *const *sections; // its own, in slots of the study; ends with NULL
  const schema_field *fields;            // their keys; end with an empty one; NULL: none
  const void *quantities;          // rows that begin with a study_quantity, the last one empty; NULL: none
  size_t quantity_size;            // of a row, bytes
  const char *quantities_doc;      // a sentence before their table; NULL: none
  void (*rules)(struct parser *p); // checks its keys, and those of the kinds it uses, against each other
  const study_figure *figures; // its own, tried before the common ones; ends with an empty one; NULL: none
  const study_note *notes;     // end with an empty one; NULL: none
  const study_companion *companions; // of its outputs; end with an empty one; NULL: none
  const study_law_use *law_uses;     // end with an empty one; NULL: none of its own
  // Returns the unit of the number of a key (schema_field.path) in entry `entry`, if it is not that
  // of the key's row; NULL: it is. The pointer itself may be NULL.
  const char *(*unit)(const study *self, const char *path, int entry);
  // Returns why an output may not converge as the study is refined; NULL: it converges. The pointer
  // itself may be NULL: all outputs converge.
  const char *(*without_limit)(const study *self, const output_config *output);
};

extern const study_kind *const study_kinds[]; // NULL behind the last; defined with the list of engines
extern const char *const study_kinds_known[]; // names of all kinds, also those that this build lacks

const study_kind *study_kind_find(const char *name); // NULL: not in this build
// Returns 1 if `self` is `other` or uses it.
int study_kind_has(const study_kind *self, const study_kind *other);
const study_quantity *study_kind_quantity(const study_kind *self,
                                          int index); // its own; NULL after the last
// Finds a quantity of the kind or of one that it uses; NULL: none.
const study_quantity *study_quantity_find(const study_kind *self, const char *word);
// Finds a quantity of that kind (NULL: unknown), else of the first kind that has the word; NULL:
// none.
const study_quantity *study_quantity_for(const study_kind *kind, const char *word);
// Returns the kind whose table contains the quantity.
const study_kind *study_quantity_kind(const study_quantity *quantity);
// Returns companion `index` of that output; NULL after the last.
const study_companion *study_companion_of(const study *config, const output_config *output, int index);
// Returns the separator before kind `index` in a list of all kinds: "", ", " or `last`.
const char *study_kinds_separator(int index, const char *last);
// Writes "a, b or c": the names of all kinds of this build, with `last` before the last one.
const char *study_kinds_text(const char *last, char *text, size_t size);

#endif
