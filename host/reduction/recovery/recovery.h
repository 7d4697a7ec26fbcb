// The recovery basis of a reduced model.
#ifndef CHATTER_REDUCTION_RECOVERY_H
#define CHATTER_REDUCTION_RECOVERY_H

#include "study/sections.h"

typedef struct recovery_set {
  char name[STUDY_NAME];
  int n, *node; // places in the list of nodes
} recovery_set;

typedef struct recovery {
  int n_nodes;
  long *id;              // [n_nodes]
  double (*position)[3]; // [n_nodes], m
  long n_cells;          // ints in cells
  int *cells;            // XDMF mixed topology over these nodes
  int n_coordinates;     // n_modes + n_boundary of the reduced model
  double *displacement;  // [n_coordinates][n_nodes][3]
  double *stress;        // [n_coordinates][n_nodes][6] Pa: xx yy zz xy yz zx; NULL: not recovered
  int n_moving;          // of two bodies the first so many nodes, which besides are moved as a whole; else 0
  int n_sets;
  recovery_set *sets; // node sets of the model
} recovery;

enum { CELL_POINTS = 1, CELL_LINE = 2 };
// How many nodes a cell has, which stand behind the *head numbers that tell its type.
int recovery_cell_nodes(const int *cell, int *head);

#endif
