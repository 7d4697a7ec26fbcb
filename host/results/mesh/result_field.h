// Fields on a mesh, as results files hold them: coordinates over time, and once the fields that go with them.
// A field NAME is
//   NAME (series, NAME_instant, NAME_coordinate), role RESULT_FIELD: NaN where an instant was not reached
//   NAME_time (series, NAME_instant), s
//   NAME_basis (NAME_coordinate, NAME_node, NAME_component), in the unit of the field: 3 components x, y, z,
//     or 6: xx, yy, zz, xy, yz, zx
//   NAME_node (NAME_node), ids; NAME_position (NAME_node, NAME_axis), m
//   NAME_cells (NAME_cell_entry): cells as base/cells.h reads them
// and where there is such a thing
//   NAME_shift (series, NAME_instant, NAME_axis): what is added to the field of the nodes with NAME_moves
//     (NAME_node) 1, which move as a whole
//   NAME_force (series, NAME_instant, NAME_force_row): contact forces on the body, N, 3 numbers a point
//   NAME_force_node (NAME_point): the points' places among the nodes from 0, -1: at none of them
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

int field_is_named_by(const result_variable *variable); // the variable that a field has its name from
// Whether a variable belongs to any field of the content: it is of no use in tables.
int field_has_variable(const result_set *content, const result_variable *variable);
// What belongs to that field; raises CHATTER_IO where its parts are missing or do not fit together. Needs no
// data of the content.
chatter_status field_open(const result_set *content, const result_variable *value, field *out);
// The row of a trajectory in `series`, whose n numbers those are; raises what there is where it has none.
chatter_status field_find_row(const field *self, const int *series, size_t n, long trajectory, size_t *row);

// out[node][component] = sum of coordinate[k] basis[k][node][component], in the order of k.
void field_combine_basis(const field *self, const double *basis, const double *coordinate, double *out);
// Adds shift[3] to the field of nodes that move.
void field_add_shift(const field *self, const double *shift, const int *moves, double *out);
int field_is_displacement(const field *self);
int field_is_stress(const field *self);         // six components
double field_von_mises(const double stress[6]); // xx, yy, zz, xy, yz, zx
// The length of a vector, von Mises' stress of a stress.
double field_magnitude(const field *self, const double *value);

// Checks a list of cells of the field `name` (base/cells.h); raises CHATTER_IO where it is damaged. *n: how
// many cells; *only: type and number of nodes of all of them, type 0 where they differ.
chatter_status field_check_cells(const char *name, const int *list, size_t entries, size_t nodes, size_t *n,
                                 cell *only);

#endif
