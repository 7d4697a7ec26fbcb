// The sections `slider`, `target`, `sliding` and `roughness` of a study.
#ifndef CHATTER_ENGINES_SLIDING_KEYS_H
#define CHATTER_ENGINES_SLIDING_KEYS_H

#include "study/study_kind.h"

typedef struct slider_config {
  double angle;                       // rad, of its model's x axis above the global one
  char contact[STUDY_NAME];           // the node that slides
  char guide[STUDY_NODES];            // nodes that move along x as imposed and carry the preload
  number_list weights;                // of the preload, one per guide node; none: equal
  double start;                       // m along the target's path, undeformed, at t = 0
  double velocity, preload, friction; // m/s along x; N downwards; μ
  char velocity_drive[STUDY_NAME];    // m/s on top of it; "": none
  double velocity_factor;             // what that is multiplied with
} slider_config;

typedef struct target_config {
  double angle;           // rad
  char path[STUDY_NODES]; // nodes of the polyline
} target_config;

typedef struct sliding_config {
  double duration, step; // s
  double record;         // s: the last so many are recorded; 0: all
  double windows;        // the recorded time is cut into so many
  double divergence;     // m √kg
} sliding_config;

typedef struct roughness_config {
  double deviation; // standard deviation over the preload
  double band[2];   // Hz
  double seed;
  char file[STUDY_PATH];  // time (s), force (N)
  char drive[STUDY_NAME]; // N
} roughness_config;

// The two bodies: the sections BODY_NAME.model and BODY_NAME.reduction.
typedef enum { BODY_SLIDER, BODY_TARGET, N_BODIES } body_name;
extern const char *const body_names[N_BODIES];
const model_config *body_model(const study *self, body_name body);
const reduction_config *body_reduction(const study *self, body_name body);

extern const schema_section *const sliding_sections[]; // NULL behind the last
extern const schema_field sliding_fields[];            // the last one is empty
void bodies_rules(struct parser *p);                   // of every kind that has the two bodies
void sliding_rules(struct parser *p);

const slider_config *slider_of(const study *self);
const target_config *slid_target_of(const study *self);
const sliding_config *sliding_of(const study *self);
const roughness_config *roughness_of(const study *self);
double sliding_sense(const study *self); // +1: C slides in the sense of the path, -1: backwards

#endif
