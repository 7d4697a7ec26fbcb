// Fields on a mesh in results files: coordinates over time, and once the basis that gives the
// field. A field NAME has these variables:
//   NAME (series, NAME_instant, NAME_coordinate): role RESULT_FIELD; NaN if not reached
//   NAME_time (series, NAME_instant): s
//   NAME_basis (NAME_coordinate, NAME_node, NAME_component): in the unit of the field;
//     3 components x, y, z, or 6: xx, yy, zz, xy, yz, zx
//   NAME_node (NAME_node): ids
//   NAME_position (NAME_node, NAME_axis): m
//   NAME_cells (NAME_cell_entry): cells as in base/cells.h
// and optionally
//   NAME_shift (series, NAME_instant, NAME_axis): added to the field of the nodes with NAME_moves 1
//   NAME_moves (NAME_node): 1: the node moves as part of a whole body
//   NAME_force (series, NAME_instant, NAME_force_row): contact forces on the body, N,
//     3 numbers per point
//   NAME_force_node (NAME_point): index of each point's node, from 0; -1: none
#ifndef CHATTER_RESULTS_MESH_RESULT_FIELD_H
#define CHATTER_RESULTS_MESH_RESULT_FIELD_H

#include "base/cells.h"
#include "results/result_set.h"

typedef struct field {
  const char *name;
  const result_variable *value, *time, *basis, *node, *position, *cells;
  const result_variable *shift, *moves;      // NULL: nothing moves as a whole
  const result_variable *force, *force_node; // NULL: no contacts
  size_t instants, coordinates, nodes, components, entries, points;
} field;

int field_is_named_by(const result_variable *variable); // 1: the variable that gives a field its name
// Returns 1 if a variable belongs to a field of the content; tables leave it out.
int field_has_variable(const result_set *content, const result_variable *variable);
// Finds the parts of that field; raises CHATTER_IO if they are missing or inconsistent. Needs no
// data of the content.
chatter_status field_open(const result_set *content, const result_variable *value, field *out);
// Finds the row of a trajectory in `series` with n numbers; otherwise raises with the numbers that
// exist.
chatter_status field_find_row(const field *self, const int *series, size_t n, long trajectory, size_t *row);

// Computes out[node][component] = Σ_k coordinate[k] basis[k][node][component], in the order of k.
void field_combine_basis(const field *self, const double *basis, const double *coordinate, double *out);
// Adds shift[3] to the field of moving nodes.
void field_add_shift(const field *self, const double *shift, const int *moves, double *out);
int field_is_displacement(const field *self);
int field_is_stress(const field *self);         // six components
double field_von_mises(const double stress[6]); // xx, yy, zz, xy, yz, zx
// Returns the length of a vector, or von Mises' stress of a stress.
double field_magnitude(const field *self, const double *value);

// Checks a list of cells of the field `name` (base/cells.h); raises CHATTER_IO if it is damaged.
// *n: number of cells; *only: their common type and number of nodes, type 0 if they differ.
chatter_status field_check_cells(const char *name, const int *list, size_t entries, size_t nodes, size_t *n,
                                 cell *only);

#endif
