// A finite-element model: sparse symmetric K, M (and C), nodes with directions, node sets, contact
// points. Each kind of model is one file (functions in model_kinds.h) with one line in the table of
// load.c. SI units.
#ifndef CHATTER_MODEL_MODEL_H
#define CHATTER_MODEL_MODEL_H

#include "base/memory.h"
#include "base/status.h"
#include "model/sparse_matrix.h"
#include "study/sections.h"
#include "study/study.h"

typedef struct model_node {
  long id;            // the user's number
  double position[3]; // m
  int equation[3];    // row of x, y, z in K and M; -1: fixed or absent
  int unknown; // bit d: direction d has no equation though nothing fixes it (an *EQUATION binds it, or no
               // element has the node); model_find_nodes refuses such nodes
} model_node;

typedef struct node_set {
  char name[STUDY_SET];
  int n;
  int *node;         // indices into model.nodes
  const char *place; // "file:line" of an empty set in its deck; else NULL
} node_set;

// A contact point of the model's file contact.csv, used if a contact entry of the study names no
// nodes.
typedef struct model_contact {
  long id;
  int node, partner;           // indices into nodes; partner -1: ground
  double normal[3], gap, area; // area 0: not given
  double preload, gap_phase;   // N, rad
} model_contact;

// An entry of the mass matrix between a free and a fixed coordinate.
typedef struct clamped_mass {
  int equation;        // of the free coordinate
  int node, direction; // the fixed coordinate
  int behind;          // 1: the fixed one follows the free one in a row; the two are summed apart, as in
                       // sparse_multiply
  double mass;         // kg
} clamped_mass;

// A face or edge of the body, with the area that belongs to each of its nodes.
typedef struct model_surface {
  char name[STUDY_SET];
  int n;
  int *node;           // indices into model.nodes
  double *area;        // [n] ∫ N dA, m²
  double (*inward)[3]; // [n] ∫ N n dA with the normal n into the body
} model_surface;

// A steady rotation about an axis.
typedef struct model_rotation {
  double origin[3], axis[3]; // a point of the axis, m; unit vector
  double square;             // ω², (rad/s)²
} model_rotation;

typedef struct model {
  arena *memory; // owns all arrays below
  char kind[STUDY_NAME];
  sparse stiffness, mass, damping;                               // damping.n == 0: none
  double stiffness_asymmetry, mass_asymmetry, damping_asymmetry; // max |A - Aᵀ| / max |A| as read
  int n_internal; // rows of motions inside elements (C3D8I), which belong to no node
  long n_clamped_masses, clamped_capacity;
  clamped_mass *clamped; // M_fc: couplings of fixed coordinates with free ones
  double fixed_mass[3];  // kg, mass of the fixed coordinates' rows under unit translation along x, y, z
  int fixed_is_unknown;  // 1: coordinates are fixed and fixed_mass is not known
  int n_nodes;
  model_node *nodes; // ascending ids
  int *node_index;   // [n_nodes] 0, 1, 2, ...: storage for single nodes that model_find_nodes returns
  int n_sets;
  node_set *sets;
  long n_cells;
  int *cells; // [n_cells] the elements as in base/cells.h, nodes by index
  int n_contacts;
  model_contact *contacts;
  int n_surfaces;
  model_surface *surfaces;
  const model_rotation *rotation; // rotation that the deck gives all elements; NULL: none
  const char *rotation_resists;   // text for messages: what may make rigid rotations cost energy, and what
                                  // helps; NULL: nothing
  char source_hash[65]; // SHA-256, hex, of all inputs of the matrices; part of the reduction's cache key
} model;

void model_destroy(model *self);      // an empty (zeroed) model is allowed
enum { MODEL_PATH = 2 * STUDY_PATH }; // a study's folder and a file name

// Makes the path of a file named in a study, relative to the study's folder.
void model_file_path(const char *study_path, const char *file, char path[MODEL_PATH]);

// Computes the load of a rotation for ω² = 1: force = M times the distances from the axis. The load
// is rotation->square times that. distance: [n], gets the distances of the free coordinates.
void model_rotation_load(const model *self, const model_rotation *rotation, double *distance, double *force);

// Computes force = M_ff r_f + M_fc r_c, the inertia of the free coordinates when the whole
// structure, fixed coordinates included, translates along a vector. translation: [n], gets r_f.
chatter_status model_inertia_force(const model *self, const double along[3], double *translation,
                                   double *force);

// Computes r_f alone.
void model_rigid_translation(const model *self, const double along[3], double *translation);

// Returns "file:line:column" of a key of the study, for messages.
const char *model_key_place(const study *s, const char *dotted_path);

#endif
