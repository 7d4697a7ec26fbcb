// A finite-element model as the reduction wants it: sparse symmetric K, M (and C), nodes with directions, node
// sets, contact points. Every kind of model is one file with one line in the table of model.c.
#ifndef CHATTER_MODEL_MODEL_H
#define CHATTER_MODEL_MODEL_H

#include "base/memory.h"
#include "base/status.h"
#include "study/study.h"

// Symmetric matrix, upper triangle with diagonal, compressed by rows, columns ascending, 0-based.
typedef struct sparse {
  int n;
  long n_entries;
  long *row;    // [n + 1]
  int *column;  // [n_entries]
  double *value; // [n_entries]
} sparse;

// y = A x (x, y: [n])
void sparse_multiply(const sparse *a, const double *x, double *y);
// Builds from triplets of either triangle (duplicates are summed; i > j is mirrored); arrays from `memory`.
chatter_status sparse_from_triplets(arena *memory, int n, long n_triplets, const int *i, const int *j,
                                    const double *value, sparse *out);

typedef struct model_node {
  long id;             // as the user numbers it
  double position[3];  // m
  int equation[3];     // row of x, y, z in K and M; -1: fixed or absent
} model_node;

typedef struct node_set {
  char name[STUDY_NAME];
  int n;
  int *node; // indices into model.nodes
} node_set;

// One contact point of the model's own file (contact.csv), used when a contact entry names no nodes.
typedef struct model_contact {
  long id;
  int node, partner; // indices into nodes; partner -1: ground
  double normal[3], gap, area;
} model_contact;

typedef struct model {
  arena *memory; // owns everything below
  char kind[STUDY_NAME];
  sparse stiffness, mass, damping; // damping.n == 0: none
  int n_nodes;
  model_node *nodes;
  int n_sets;
  node_set *sets;
  int n_contacts;
  model_contact *contacts;
  char source_hash[65]; // SHA-256 of everything the matrices depend on, hex; part of the reduction's cache key
} model;

chatter_status model_load(const study *study, model *out);
void model_destroy(model *self);

// Index of the node a study means by `name` (a node id, or a set with exactly one node); raises with the nearest
// names and the study's place.
chatter_status model_find_node(const model *self, const char *name, const char *place, int *node);
// Indices of all nodes of a set or of one id; *nodes is owned by the model.
chatter_status model_find_nodes(const model *self, const char *name, const char *place, int *n, const int **nodes);

// What every import reports.
typedef struct model_report {
  int n_equations, n_nodes;
  double stiffness_asymmetry, mass_asymmetry; // max |A - A'| / max |A| as read
  int n_rigid_modes;                           // null pivots of K (inertia of K + shift M)
  int stiffness_negative, mass_negative;       // negative pivots
  double mass[3];                              // kg, unit translation x, y, z
  int n_frequencies;
  double frequency[10];                        // Hz, lowest, free interface
} model_report;
// Lives in reduction (it needs the factorisation): see reduction/report.h.

#endif
