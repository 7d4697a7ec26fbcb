// A finite-element model as the reduction wants it: sparse symmetric K, M (and C), nodes with directions,
// node sets, contact points. Every kind of model is one file (functions in kinds.h) with one line in the
// table of load.c. Units are those of the study: SI.
#ifndef CHATTER_MODEL_MODEL_H
#define CHATTER_MODEL_MODEL_H

#include "base/memory.h"
#include "base/status.h"
#include "study/study.h"

// Symmetric matrix, upper triangle with diagonal, compressed by rows, columns ascending, 0-based.
typedef struct sparse {
  int n;
  long n_entries;
  long *row;     // [n + 1]
  int *column;   // [n_entries]
  double *value; // [n_entries]
} sparse;

// y = A x (x, y: [n], not overlapping)
void sparse_multiply(const sparse *a, const double *x, double *y);
void sparse_multiply_sizes(const sparse *a, const double *x, double *y); // y = |A| |x|, entry by entry
double sparse_diagonal(const sparse *a, int i);                          // a_ii, 0 where there is no entry
// Builds from 0-based triplets of either triangle (i > j is mirrored; duplicates are summed in their order,
// so the result is the same in every run); arrays from `memory`. Off-diagonal entries must come from one
// triangle only.
chatter_status sparse_from_triplets(arena *memory, int n, long n_triplets, const int *i, const int *j,
                                    const double *value, sparse *out);

// Σ factor_k a_k of n matrices of one size. An entry that one of them lacks counts as 0.
chatter_status sparse_combine(arena *memory, int n, const sparse *const *a, const double *factor,
                              sparse *out);

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
  long n_clamped, most_clamped;
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

// Notes every file of the study (base/inputs.h): itself, matrices, tables, deck with its includes, samples of
// its design.
void model_note_inputs(const study *s);

// M of the structure times the distance of each place from the axis, for ω² = 1: the load of a rotation is
// rotation->square times that. distance: [n], gets that of the free coordinates.
void model_rotate(const model *self, const model_rotation *rotation, double *distance, double *force);
// The surface of that name; raises with the nearest names and the study's place.
chatter_status model_find_surface(const model *self, const char *name, const char *place,
                                  const model_surface **surface);

// Inertia of the free coordinates when the whole structure translates along a vector, fixed coordinates and
// all: (M_ff r_f + M_fc r_c). translation: [n], gets r_f.
chatter_status model_inertia(const model *self, const double along[3], double *translation, double *force);
// r_f alone.
void model_translate(const model *self, const double along[3], double *translation);

// Index of the node a study means by `name` (a node id, or a set with exactly one node); raises with the
// nearest names and the study's place.
chatter_status model_find_node(const model *self, const char *name, const char *place, int *node);
// As model_find_node where only its displacement along a direction is wanted: others may hang on other nodes.
// several: what the message about a set of more nodes ends with, or "".
#define MODEL_SEVERAL_LOADED ", or all of them by 'nodes' in place of 'node', each of which takes the force"
#define MODEL_SEVERAL_SEEN ", or their weighted sum by 'sum'"
chatter_status model_find_node_along(const model *self, const char *name, const double along[3],
                                     const char *place, const char *several, int *node);
// Indices of all nodes of a set or of one id; *nodes is owned by the model.
chatter_status model_find_nodes(const model *self, const char *name, const char *place, int *n,
                                const int **nodes);
chatter_status model_find_nodes_along(const model *self, const char *name, const double along[3],
                                      const char *place, int *n, const int **nodes);

// What every import reports.
typedef struct model_report {
  int n_equations, n_nodes;
  double stiffness_asymmetry, mass_asymmetry; // max |A - A'| / max |A| as read
  int n_rigid_modes;                          // null pivots of K (inertia of K + shift M)
  int stiffness_negative, mass_negative;      // negative pivots
  int n_massless;                             // null pivots of M
  double mass[3];       // kg, unit translation x, y, z of the whole structure, of what is known of it
  int n_held;           // directions of nodes that are fixed
  int held_are_missing; // 1: the mass of those is not in it
  int n_frequencies;
  double frequency[10]; // Hz, lowest, free interface
  int n_costly;         // of those, rigid motions that cost energy (reduction/rigid.h)
  double costly[6];     // Hz
} model_report;
// Lives in reduction (it needs the factorisation): see reduction/model_report.h.

#endif
