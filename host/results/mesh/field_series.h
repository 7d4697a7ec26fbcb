// One trajectory of a field output of a results file, with other fields at the same nodes and
// instants. Instants are computed one by one, so memory holds the bases and one instant only.
#ifndef CHATTER_RESULTS_MESH_FIELD_SERIES_H
#define CHATTER_RESULTS_MESH_FIELD_SERIES_H

#include "results/mesh/result_field.h"
#include "results/read/result_input.h"

enum { MESH_MAX_PARTS = 8, MESH_FIRST_TRAJECTORY = -1 };

typedef struct mesh_part {
  field of;
  char word[RESULT_NAME]; // "displacement", "velocity", "stress", or else the output's name
  double *basis, *coordinate, *shift;
  int *moves;
  double *value; // [nodes][components] at the last computed instant
} mesh_part;

typedef struct mesh_series {
  result_input *input;
  const result_set *content;
  arena *memory;
  size_t row;
  int trajectory;
  int n_parts; // the first is the requested field
  mesh_part part[MESH_MAX_PARTS];
  const field *forces; // NULL: no contacts
  double *force;       // [instants][points][3]
  int *force_node;
  double *time, *position;
  int *node, *cells;
  size_t entries, n_cells;
  cell only; // type and number of nodes, if all cells agree; type 0: mixed
} mesh_series;

// Opens a field; name NULL: the first of the file. The input stays the caller's.
chatter_status mesh_series_open(result_input *input, const char *path, const char *name, long trajectory,
                                arena *memory, mesh_series *out);
int mesh_series_has_instant(const mesh_series *self, size_t instant); // 1: all its numbers are there
void mesh_series_form_instant(mesh_series *self, size_t instant);
// Computes the contact forces at the nodes, summed over the points of each: [nodes][3].
void mesh_series_forces(const mesh_series *self, size_t instant, double *out);

#endif
