// Kinds of studies: what engines teach the layers below them. Whoever is common walks these tables and knows
// no engine.
#ifndef CHATTER_STUDY_STUDY_KIND_H
#define CHATTER_STUDY_STUDY_KIND_H

#include "study/schema/schema.h"

struct parser; // study/document.h

// What an output may be taken from: one row is all that is said of a quantity.
typedef enum {
  QUANTITY_OF_FIELD =
      -1, // of many nodes at chosen instants: knows `of`, `nodes`, `at`, `event`; kept like a series
  QUANTITY_OF_MODEL, // as a whole
  QUANTITY_OF_NODE,  // `node` along `direction`, or `sum`: a response of the reduced model
  QUANTITY_OF_POINT, // `contact`
  QUANTITY_OF_NORMAL // likewise, of a point that has a normal coordinate
} quantity_place;

enum {
  QUANTITY_DEFAULT = 1, // what an output is that says nothing else
  QUANTITY_COUNTED = 2, // knows `index`
  QUANTITY_STEPPED = 4, // has a value at every step: knows `band`, `last`, `factor`, reduce: integral
  QUANTITY_SUMMED = 8,  // knows contact: sum
  QUANTITY_ANY = 16     // knows contact: any
};

struct study_quantity {
  const char *word; // of outputs.quantity
  const char *unit; // in studies with units
  const char *name; // in the long names of results
  const char *doc;  // for the reference page
  quantity_place place;
  int flags;
};

// The row of quantity `field` in the table of every kind that has it.
#define QUANTITY_FIELD                                                                                       \
  {                                                                                                          \
    .word = "field", .unit = "1", .name = "field",                                                           \
    .doc = "displacement, velocity or stress (`of`) of all nodes, or of `nodes`, at instants of chosen "     \
           "trajectories: for `export --mesh` and the figure `shape3d`",                                     \
    .place = QUANTITY_OF_FIELD                                                                               \
  }
int study_is_field(const output_config *output);

// A kind of figure as the keys of the section `plot` know it.
// That it looks at; `title` and the ranges of the axes belong to all.
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
  FIGURE_FILES = 4096, // no key: draws several files side by side
  FIGURE_CURVES = FIGURE_X | FIGURE_Y | FIGURE_SEVERAL | FIGURE_SCALE | FIGURE_TRAJECTORIES | FIGURE_MARKS |
                  FIGURE_NAMES | FIGURE_FILES // of curves
};

typedef struct study_figure {
  const char *name;
  int keys;
  const struct figure_kind *kind; // plot/figure.h
} study_figure;

// What the reference page says of a common key beside the key's own words.
typedef struct study_note {
  const char *path, *text;
} study_note;

// What stands beside an output with one value of a trajectory, under the output's name with `end` behind it,
// also in the tables of evaluations: how far that value may be trusted.
typedef struct study_companion {
  const char *end; // "_stable"
  const char *unit;
  int (*is_beside)(const study *config, const output_config *output);
} study_companion;

// What a kind makes of contact laws, for its engine that refuses and for the table of the reference page.
typedef struct study_law_use {
  const char *title; // what of it, such as a scheme; "": all
  // Why law LAW_… (kernels/laws/laws.h) is refused at a point of a boundary that is massless or carries mass;
  // NULL: it is taken.
  const char *(*refuses)(int law, int massless);
} study_law_use;

struct study_kind {
  const char *name;                     // the word behind `study:`
  const char *doc;                      // what is computed
  const struct study_kind *const *uses; // kinds whose sections and quantities it has too; NULL: none
  int needs_model;                      // every study has a model
  int has_bodies;  // several structures in sections of its own, in the plane: none of what belongs to one
                   // structure
  int whole_loads; // every load has amplitude and frequency
  int drives;      // the kind knows drives
  int goes_on;     // 1: trajectories may go on from those of another run (initial.from)
  const schema_section *const *sections; // its own, in slots of the study; ends with NULL
  const schema_field *fields;            // their keys; end with an empty one; NULL: none
  const void *quantities;          // rows that begin with a study_quantity, the last one empty; NULL: none
  size_t quantity_size;            // of a row, bytes
  const char *quantities_doc;      // a sentence before their table; NULL: none
  void (*rules)(struct parser *p); // what its keys, and those it uses, say about each other
  const study_figure *figures;     // its own, tried before the common ones; end with an empty one; NULL: none
  const study_note *notes;         // end with an empty one; NULL: none
  const study_companion *companions; // of its outputs; end with an empty one; NULL: none
  const study_law_use *law_uses;     // end with an empty one; NULL: none of its own
  // Unit of the number of a key (schema_field.path) in entry `entry` of its section, where it is not that of
  // the key's row; NULL: it is. NULL as a whole: of every key.
  const char *(*unit)(const study *self, const char *path, int entry);
  // Why an output may have no limit as the study is refined; NULL: it has one. NULL as a whole: all have.
  const char *(*without_limit)(const study *self, const output_config *output);
};

extern const study_kind *const study_kinds[]; // NULL behind the last; defined with the list of engines
extern const char *const study_kinds_known[]; // names of all there are, also those that this build lacks

const study_kind *study_kind_find(const char *name); // NULL: not in this build
// 1: `self` is `other` or uses it.
int study_kind_has(const study_kind *self, const study_kind *other);
const study_quantity *study_kind_quantity(const study_kind *self,
                                          int index); // of its own; NULL behind the last
// Of its own or of one that it uses; NULL: none.
const study_quantity *study_quantity_find(const study_kind *self, const char *word);
// Of that kind (NULL: unknown), else of the first kind that has the word; NULL: none.
const study_quantity *study_quantity_for(const study_kind *kind, const char *word);
// The kind whose table it stands in.
const study_kind *study_quantity_kind(const study_quantity *quantity);
// Number `index` of those that stand beside that output; NULL behind the last.
const study_companion *study_companion_of(const study *config, const output_config *output, int index);
// What stands before kind `index` of a list of all: "", ", " or `last`.
const char *study_kinds_separator(int index, const char *last);
// "a, b or c": the names of all kinds of this build, with `last` before the last one.
const char *study_kinds_text(const char *last, char *text, size_t size);

#endif
