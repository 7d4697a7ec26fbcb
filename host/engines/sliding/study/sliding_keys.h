// The sections `slider`, `target`, `sliding` and `roughness` of a study.
#ifndef CHATTER_ENGINES_SLIDING_KEYS_H
#define CHATTER_ENGINES_SLIDING_KEYS_H

#include "study/study_kind.h"

typedef struct slider_config {
  double angle;                       // rad, from the global x axis to that of its model
  char contact[STUDY_NAME];           // the node that slides
  char guide[STUDY_NODES];            // nodes moved along x, which carry the preload
  number_list weights;                // of the preload, one per guide node; none: equal
  double start;                       // m along the target's path, undeformed, at t = 0
  double velocity, preload, friction; // m/s along x; N downwards; μ
  char velocity_drive[STUDY_NAME];    // name of a drive, m/s, added to it; "": none
  double velocity_factor;             // factor of that drive
} slider_config;

typedef struct target_config {
  double angle;           // rad
  char path[STUDY_NODES]; // nodes of the polyline
} target_config;

typedef struct sliding_config {
  double duration, step; // s
  double record;         // s: recorded last part; 0: everything
  double windows;        // number of equal windows of the recorded time
  double divergence;     // m √kg
} sliding_config;

typedef struct roughness_config {
  double deviation; // standard deviation relative to the preload
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
void bodies_rules(struct parser *p);                   // for kinds of study with the two bodies
void sliding_rules(struct parser *p);

const slider_config *slider_of(const study *self);
const target_config *slid_target_of(const study *self);
const sliding_config *sliding_of(const study *self);
const roughness_config *roughness_of(const study *self);
double sliding_sense(const study *self); // +1: C slides in the sense of the path, -1: backwards

#endif
