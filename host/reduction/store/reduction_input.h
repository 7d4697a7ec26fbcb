// What a reduction reads of a study, and all that it reads of it: the interface, the methods and their
// projections get this and no study. It is plain bytes, and their SHA-256 is the key of the cache of reduced
// models: what is not in the key cannot be read.
#ifndef CHATTER_REDUCTION_REDUCTION_INPUT_H
#define CHATTER_REDUCTION_REDUCTION_INPUT_H

#include "base/memory.h"
#include "base/status.h"
#include "study/study.h"

// Records of numbers of eight bytes and of texts filled up with zeros: no gaps, so that equal ones have equal
// bytes.
typedef struct input_settings {
  char source[STUDY_NAME + 8]; // SHA-256 of all that the model is made from: model.source_hash
  char hold[STUDY_NODES];      // nodes that cannot move along hold_direction
  double hold_direction[3];
  long n_contacts, n_loads, n_responses;
  long method;  // reduction_method
  long gravity; // 1: consistent
  double modes, rigid_stiffness;
} input_settings;

typedef struct input_contact { // an entry of the study: one point, or many
  char nodes[STUDY_NODES], partner[STUDY_NODES];
  long from_file, may_be_fixed;
  long has_normal, has_tangents; // the coordinates that its law moves along
  long tangents;                 // how many; 0: all there are
  long adds_up;                  // 1: its force may be one of several at a coordinate
  long points;                   // of each node: 2 where tangents are apart
  long in_order;                 // 1: nodes are paired with partners in their order
  double normal[3], tangent[3];
} input_contact;

typedef enum { INPUT_FORCE, INPUT_PRESSURE, INPUT_GRAVITY, INPUT_BASE, INPUT_CENTRIFUGAL } input_load_kind;
typedef struct input_load {
  char name[STUDY_NAME], nodes[STUDY_NODES];
  long kind;           // input_load_kind
  long is_list;        // 1: `nodes` are sets and ids, 0: one node
  long n_weights;      // of a pressure: areas; 0: `nodes` is a surface
  long from_deck;      // INPUT_CENTRIFUGAL: the deck says the axis, and how fast
  double direction[3]; // of a pressure 0: into the body
  double origin[3];
} input_load;

typedef struct input_response {
  char name[STUDY_NAME], node[STUDY_SET];
  double direction[3];
} input_response;

typedef struct input_words input_words; // where the study says it, for messages alone
typedef struct reduction_input {
  arena *memory;
  input_words *words;
  size_t n_bytes;
  unsigned char *bytes; // [n_bytes]: all that follows lies in them
  input_settings *settings;
  input_contact *contacts;   // [settings->n_contacts]
  input_load *loads;         // [settings->n_loads]
  input_response *responses; // [settings->n_responses], each displacement once
  double *weights;           // of the loads, one list behind the other
} reduction_input;

// `source`: of the model, source_hash or model_source_hash. The study outlives it. On failure nothing is left
// to destroy.
chatter_status reduction_input_create(const study *s, const char *source, reduction_input *out);
void reduction_input_destroy(reduction_input *self);
// SHA-256 of its bytes and of the version of the reduction.
void reduction_input_hash(const reduction_input *self, char hash[65]);

// For messages: as study_place, of a key, of entry i of a section, of the output that wants response i; the
// law of contact entry i and what else is allowed.
const char *reduction_input_place(const reduction_input *self, const char *dotted_path);
const char *reduction_input_entry_place(const reduction_input *self, const char *section, int i);
const char *reduction_input_response_place(const reduction_input *self, int i);
const char *reduction_input_law(const reduction_input *self, int i, const char **allowed);

#endif
