// Decks of a bar along x with any type of solid element: bricks, or each brick divided into two
// wedges or six tetrahedra.
#ifndef CHATTER_TESTS_BAR_DECK_H
#define CHATTER_TESTS_BAR_DECK_H

#include <stdio.h>
#include <string.h>

typedef struct bar_shape {
  int cells[3];     // along x, y, z
  double length[3]; // m
} bar_shape;

enum { BAR_BRICK = 8, BAR_WEDGE = 6, BAR_TETRAHEDRON = 4 }; // corners of an element

// Nodes lie on a grid of half cells; their ids are positions in it, so that they are in the order
// of x.
static inline int bar_node(const bar_shape *b, const int at[3]) {
  return 1 + at[2] + (2 * b->cells[2] + 1) * (at[1] + (2 * b->cells[1] + 1) * at[0]);
}

// Corners of the elements of one cell, each 0 or 1 along x, y, z, in ccx's order. Returns the
// number of elements.
static inline int bar_cut(int corners, int out[6][8][3]) {
  static const int brick[8][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                  {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
  static const int wedge[2][6] = {{0, 1, 2, 4, 5, 6}, {0, 2, 3, 4, 6, 7}};
  static const int order[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
  if (corners == BAR_BRICK) memcpy(out[0], brick, sizeof brick);
  for (int e = 0; e < 2 && corners == BAR_WEDGE; e++)
    for (int c = 0; c < 6; c++) memcpy(out[e][c], brick[wedge[e][c]], sizeof brick[0]);
  for (int e = 0; e < 6 && corners == BAR_TETRAHEDRON; e++) { // along the edges from (0, 0, 0) to (1, 1, 1)
    memset(out[e], 0, sizeof out[e]);
    for (int c = 1; c < 4; c++)
      for (int d = 0; d < c; d++) out[e][c][order[e][d]] = 1;
    for (int d = 0; d < 3 && e >= 3; d++) { // other orientation: two corners change places
      int t = out[e][1][d];
      out[e][1][d] = out[e][2][d];
      out[e][2][d] = t;
    }
  }
  return corners == BAR_BRICK ? 1 : corners == BAR_WEDGE ? 2 : 6;
}

// Nodes of one element at a cell: corners, then the midpoints of its edges.
static inline int bar_element(const bar_shape *b, const int cell[3], int corners, int middles,
                              const int at[8][3], int id[20]) {
  static const int edges[3][12][2] = {
      {{0, 1}, {1, 2}, {2, 0}, {0, 3}, {1, 3}, {2, 3}},
      {{0, 1}, {1, 2}, {2, 0}, {3, 4}, {4, 5}, {5, 3}, {0, 3}, {1, 4}, {2, 5}},
      {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {4, 5}, {5, 6}, {6, 7}, {7, 4}, {0, 4}, {1, 5}, {2, 6}, {3, 7}}};
  int shape = corners / 2 - 2, n_edges = shape == 0 ? 6 : shape == 1 ? 9 : 12, n = 0, half[3];
  for (int c = 0; c < corners; c++) {
    for (int d = 0; d < 3; d++) half[d] = 2 * (cell[d] + at[c][d]);
    id[n++] = bar_node(b, half);
  }
  for (int e = 0; e < n_edges && middles; e++) {
    const int *from = at[edges[shape][e][0]], *to = at[edges[shape][e][1]];
    for (int d = 0; d < 3; d++) half[d] = 2 * cell[d] + from[d] + to[d];
    id[n++] = bar_node(b, half);
  }
  return n;
}

// Writes a bar with E = 210 GPa, the given ν, 7850 kg/m³; then the text `more`. The ends are the
// node sets LEFT and RIGHT.
static inline void write_bar(const char *path, const char *type, int corners, int middles, const bar_shape *b,
                             double poisson, const char *more) {
  static char used[200000];
  int id[20], cut[6][8][3], n_cut = bar_cut(corners, cut), n_elements = 0, at[3];
  const int *c = b->cells;
  memset(used, 0, sizeof used);
  FILE *file = fopen(path, "w");
  for (int pass = 0; pass < 2; pass++) {
    if (pass == 1) {
      fputs("*NODE, NSET=ALL\n", file);
      for (at[0] = 0; at[0] <= 2 * c[0]; at[0]++)
        for (at[1] = 0; at[1] <= 2 * c[1]; at[1]++)
          for (at[2] = 0; at[2] <= 2 * c[2]; at[2]++)
            if (used[bar_node(b, at)])
              fprintf(file, "%d,%.9g,%.9g,%.9g\n", bar_node(b, at), b->length[0] * at[0] / (2 * c[0]),
                      b->length[1] * at[1] / (2 * c[1]), b->length[2] * at[2] / (2 * c[2]));
      fprintf(file, "*ELEMENT, TYPE=%s, ELSET=BAR\n", type);
    }
    for (at[0] = 0; at[0] < c[0]; at[0]++)
      for (at[1] = 0; at[1] < c[1]; at[1]++)
        for (at[2] = 0; at[2] < c[2]; at[2]++)
          for (int e = 0; e < n_cut; e++) {
            int n = bar_element(b, at, corners, middles, (const int(*)[3])cut[e], id);
            for (int k = 0; k < n; k++) used[id[k]] = 1;
            if (pass == 1) fprintf(file, "%d", ++n_elements);
            for (int k = 0; k < n && pass == 1; k++) fprintf(file, "%s%d", k == 10 ? ",\n" : ",", id[k]);
            if (pass == 1) fputs("\n", file);
          }
  }
  for (int end = 0; end < 2; end++) {
    fprintf(file, "*NSET, NSET=%s\n", end ? "RIGHT" : "LEFT");
    at[0] = end ? 2 * c[0] : 0;
    for (at[1] = 0; at[1] <= 2 * c[1]; at[1]++)
      for (at[2] = 0; at[2] <= 2 * c[2]; at[2]++)
        if (used[bar_node(b, at)]) fprintf(file, "%d\n", bar_node(b, at));
  }
  fprintf(file,
          "*MATERIAL, NAME=STEEL\n*ELASTIC\n2.1e11,%g\n*DENSITY\n7850\n"
          "*SOLID SECTION, ELSET=BAR, MATERIAL=STEEL\n%s",
          poisson, more);
  fclose(file);
}

#endif
