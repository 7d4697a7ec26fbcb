// All that a reduction reads of a study. The interface, the methods and their projections get this
// record and no study. It is plain bytes, and their SHA-256 is the key of the cache of reduced
// models, so nothing outside the key can be read.
#ifndef CHATTER_REDUCTION_REDUCTION_INPUT_H
#define CHATTER_REDUCTION_REDUCTION_INPUT_H

#include "base/memory.h"
#include "base/status.h"
#include "study/study.h"

// Records of 8-byte numbers and of texts padded with zeros. There are no gaps, so equal records
// have equal bytes.
typedef struct input_settings {
  char source[STUDY_NAME + 8]; // SHA-256 of all inputs of the model: model.source_hash
  char hold[STUDY_NODES];      // nodes that are held along hold_direction
  double hold_direction[3];
  long n_contacts, n_loads, n_responses;
  long method;  // reduction_method
  long gravity; // 1: consistent
  double modes, rigid_stiffness;
} input_settings;

typedef struct input_contact { // an entry of the study: one or many points
  char nodes[STUDY_NODES], partner[STUDY_NODES];
  long from_file, may_be_fixed;
  long has_normal, has_tangents; // coordinates that its law uses
  long tangents;                 // number of tangents; 0: all there are
  long adds_up;                  // 1: several such forces may act at a coordinate
  long points;                   // of each node: 2 if the tangents are separate points
  long in_order;                 // 1: nodes and partners are paired in their order
  double normal[3], tangent[3];
} input_contact;

typedef enum { INPUT_FORCE, INPUT_PRESSURE, INPUT_GRAVITY, INPUT_BASE, INPUT_CENTRIFUGAL } input_load_kind;
typedef struct input_load {
  char name[STUDY_NAME], nodes[STUDY_NODES];
  long kind;           // input_load_kind
  long is_list;        // 1: `nodes` are sets and ids, 0: one node
  long n_weights;      // areas of a pressure; 0: `nodes` is a surface
  long from_deck;      // INPUT_CENTRIFUGAL: axis and speed are the deck's
  double direction[3]; // 0 for a pressure: into the body
  double origin[3];
} input_load;

typedef struct input_response {
  char name[STUDY_NAME], node[STUDY_SET];
  double direction[3];
} input_response;

typedef struct input_words input_words; // places in the study, for messages alone
typedef struct reduction_input {
  arena *memory;
  input_words *words;
  size_t n_bytes;
  unsigned char *bytes; // [n_bytes]: holds all arrays below
  input_settings *settings;
  input_contact *contacts;   // [settings->n_contacts]
  input_load *loads;         // [settings->n_loads]
  input_response *responses; // [n_responses], each displacement once
  double *weights;           // of all loads, one list behind the other
} reduction_input;

// Makes the record. source: model.source_hash or model_source_hash. The study must outlive it. On
// failure nothing is left to destroy.
chatter_status reduction_input_create(const study *s, const char *source, reduction_input *out);
void reduction_input_destroy(reduction_input *self);
// Computes SHA-256 of its bytes and of the reduction's version.
void reduction_input_hash(const reduction_input *self, char hash[65]);

// For messages, as study_place: the place of a key, of entry i of a section, of the output that
// needs response i; the law of contact entry i and the alternatives.
const char *reduction_input_place(const reduction_input *self, const char *dotted_path);
const char *reduction_input_entry_place(const reduction_input *self, const char *section, int i);
const char *reduction_input_response_place(const reduction_input *self, int i);
const char *reduction_input_law(const reduction_input *self, int i, const char **allowed);

#endif
