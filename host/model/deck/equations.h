// Homogeneous linear equations between directions of nodes (1 to 3; rotations 4 to 6 of the
// reference nodes of couplings), and their form for ccx, which eliminates the first term of each.
#ifndef CHATTER_MODEL_DECK_EQUATIONS_H
#define CHATTER_MODEL_DECK_EQUATIONS_H

#include "model/deck/deck.h"

// Properties of the directions of a node, by bits 0 to 5.
typedef struct equation_marks {
  unsigned char *reference; // [n_nodes] 1: reference node of a coupling
  unsigned char *fixed;     // [n_nodes] held by *BOUNDARY, rotations too
  unsigned char *bound;     // [n_nodes] follows other nodes already (*EQUATION, *TIE)
} equation_marks;

typedef struct equation {
  const deck_line *line; // for messages
  int n, capacity;
  int *at;        // [n] 6 node + direction
  double *factor; // [n]
} equation;

typedef struct equations {
  arena *memory;
  const model *m;
  int n, capacity;
  equation *row;
} equations;

chatter_status equations_begin_row(equations *self, const deck_line *line); // begins a new equation
// Adds a term to the last equation; direction from 0.
chatter_status equations_add_term(equations *self, int node, int direction, double factor);
// Solves the equations for as many dependent directions. Rotations come first and are then dropped.
// Each remaining equation has a dependent direction that no other has. Appends them to `out` as
// *EQUATION.
chatter_status equations_solve_and_print(const equations *self, const equation_marks *marks, deck *out);

#endif
