// A finite-element model as the reduction wants it: sparse symmetric K, M (and C), nodes with directions,
// node sets, contact points. Every kind of model is one file (functions in model_kinds.h) with one line in
// the table of load.c. Units are those of the study: SI.
#ifndef CHATTER_MODEL_MODEL_H
#define CHATTER_MODEL_MODEL_H

#include "base/memory.h"
#include "base/status.h"
#include "model/sparse_matrix.h"
#include "study/sections.h"
#include "study/study.h"

typedef struct model_node {
  long id;            // as the user numbers it
  double position[3]; // m
  int equation[3];    // row of x, y, z in K and M; -1: fixed or absent
  int unknown; // bit d: direction d has no equation though nothing fixes it (an *EQUATION binds it, or no
               // element has the node); model_find_nodes refuses such nodes
} model_node;

typedef struct node_set {
  char name[STUDY_SET];
  int n;
  int *node;         // indices into model.nodes
  const char *place; // of an empty set in its deck, "file:line"; else NULL
} node_set;

// One contact point of the model's own file (contact.csv), used when a contact entry names no nodes.
typedef struct model_contact {
  long id;
  int node, partner;           // indices into nodes; partner -1: ground
  double normal[3], gap, area; // area 0: not given
  double preload, gap_phase;   // N, rad
} model_contact;

// An entry of the structure's mass matrix between a free and a fixed coordinate.
typedef struct clamped_mass {
  int equation;        // of the free one
  int node, direction; // the fixed one
  int behind;  // 1: it stands behind the free one; both kinds are summed apart, as sparse_multiply does
  double mass; // kg
} clamped_mass;

// A face or edge of the body, and what of its area belongs to each of its nodes.
typedef struct model_surface {
  char name[STUDY_SET];
  int n;
  int *node;           // indices into model.nodes
  double *area;        // [n] ∫ N dA, m²
  double (*inward)[3]; // [n] ∫ N n dA with the normal n into the body
} model_surface;

// A steady rotation about an axis.
typedef struct model_rotation {
  double origin[3], axis[3]; // a point of it, m; a unit vector
  double square;             // ω², (rad/s)²
} model_rotation;

typedef struct model {
  arena *memory; // owns everything below
  char kind[STUDY_NAME];
  sparse stiffness, mass, damping;                               // damping.n == 0: none
  double stiffness_asymmetry, mass_asymmetry, damping_asymmetry; // max |A - A'| / max |A| as read
  int n_internal; // rows of motions inside elements (C3D8I), which belong to no node
  long n_clamped_masses, clamped_capacity;
  clamped_mass *clamped; // M_fc: what the fixed coordinates add to the inertia of the free ones
  double fixed_mass[3];  // kg of unit translations along x, y, z that the rows of fixed coordinates have
  int fixed_is_unknown;  // 1: something is fixed, and fixed_mass is not known
  int n_nodes;
  model_node *nodes; // ascending ids
  int *node_index;   // [n_nodes] 0, 1, 2, ...: what model_find_nodes hands out for a single id
  int n_sets;
  node_set *sets;
  long n_cells;
  int *cells; // [n_cells] the elements as base/cells.h lists them, nodes by their indices
  int n_contacts;
  model_contact *contacts;
  int n_surfaces;
  model_surface *surfaces;
  const model_rotation *rotation; // that the deck gives all its elements; NULL: none
  const char
      *rotation_resists; // what of the deck may make rigid rotations cost energy, and what to take; or NULL
  char source_hash[65];  // SHA-256 of all the matrices depend on, hex; part of the reduction's cache key
} model;

void model_destroy(model *self);      // an empty (zeroed) model is allowed
enum { MODEL_PATH = 2 * STUDY_PATH }; // a study's folder and a file name in it

// File names of a study are relative to its folder.
void model_file_path(const char *study_path, const char *file, char path[MODEL_PATH]);

// M of the structure times the distance of each place from the axis, for ω² = 1: the load of a rotation is
// rotation->square times that. distance: [n], gets that of the free coordinates.
void model_rotation_load(const model *self, const model_rotation *rotation, double *distance, double *force);

// Inertia of the free coordinates when the whole structure translates along a vector, fixed coordinates and
// all: (M_ff r_f + M_fc r_c). translation: [n], gets r_f.
chatter_status model_inertia_force(const model *self, const double along[3], double *translation,
                                   double *force);

// r_f alone.
void model_rigid_translation(const model *self, const double along[3], double *translation);

// "file:line:column" of a key of the study, for messages.
const char *model_key_place(const study *s, const char *dotted_path);

#endif
