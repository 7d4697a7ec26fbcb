// The sections of a study of beams.
#ifndef CHATTER_ENGINES_BEAMS_KEYS_H
#define CHATTER_ENGINES_BEAMS_KEYS_H

#include "study/study.h"

typedef struct assembly_config {
  double youngs_modulus, poisson_ratio;
  double angle; // degrees
  double gap;
} assembly_config;

typedef struct beam_config {
  char name[STUDY_NAME];
  number_list centre, span; // m: middle, and vector from the first node to the last
  double radius, elements;
  double turn;               // factor on assembly.angle, about z
  double lift;               // factor on (radius + half of assembly.gap), along z
  double roll, arc;          // degrees
  double crimp, crimp_waves; // m; waves over the length
} beam_config;

typedef struct support_config {
  char of[STUDY_NAME], at[STUDY_NAME], fix[STUDY_NAME];
} support_config;

typedef struct beam_load_config {
  char of[STUDY_NAME], at[STUDY_NAME];
  int along;                  // freedom of the node
  double displacement, force; // m or rad, N or N m, at load factor 1
} beam_load_config;

typedef enum { FRICTION_COMPONENTS, FRICTION_VECTOR } beam_friction;
typedef struct beam_contact_config {
  int friction_law; // beam_friction
  double friction, normal_penalty, tangential_penalty, pairs, shift, augmentations, penetration;
} beam_contact_config;

typedef struct beam_pair_config {
  char first[STUDY_NAME], second[STUDY_NAME];
} beam_pair_config;

typedef struct loading_config {
  double increments, record, windows;
  number_list path;
  double tolerance, iterations, halvings;
} loading_config;

int beam_load_turns(const beam_load_config *load); // 1: it drives or loads a rotation
extern const char beam_freedoms[];                 // words of the six freedoms of a node

const assembly_config *assembly_of(const study *self);
int beams_count(const study *self);
const beam_config *beam_at(const study *self, int index);
int beams_find(const study *self, const char *name); // -1: none
int supports_count(const study *self);
const support_config *support_at(const study *self, int index);
int beam_loads_count(const study *self);
const beam_load_config *beam_load_at(const study *self, int index);
const beam_contact_config *beam_contact_config_of(const study *self);
// Returns the number of zones: those of beam_pairs, or all pairs of beams.
int beam_zones_count(const study *self);
void beam_zone_at(const study *self, int zone, int beam[2]);
const loading_config *loading_of(const study *self);

// Returns the node that `at` names (start, middle, end or a number from 0) on a beam of n elements;
// -1: none.
int beams_node(const char *at, int elements);

#endif
