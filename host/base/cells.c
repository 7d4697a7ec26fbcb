// Table of cell types, and reading of cells.
#include "base/cells.h"

// Types of cells with XDMF's numbers and words.
static const struct {
  int type, n; // number of nodes; 0: given in the list
  const char *word;
} types[] = {{CELL_VERTEX, 0, "Polyvertex"},
             {CELL_LINE, 0, "Polyline"},
             {CELL_POLYGON, 0, "Polygon"},
             {CELL_TRIANGLE, 3, "Triangle"},
             {CELL_QUADRILATERAL, 4, "Quadrilateral"},
             {CELL_TETRAHEDRON, 4, "Tetrahedron"},
             {CELL_PYRAMID, 5, "Pyramid"},
             {CELL_WEDGE, 6, "Wedge"},
             {CELL_HEXAHEDRON, 8, "Hexahedron"},
             {CELL_EDGE_3, 3, "Edge_3"},
             {CELL_TRIANGLE_6, 6, "Triangle_6"},
             {CELL_QUADRILATERAL_8, 8, "Quadrilateral_8"},
             {CELL_TETRAHEDRON_10, 10, "Tetrahedron_10"},
             {CELL_PYRAMID_13, 13, "Pyramid_13"},
             {CELL_WEDGE_15, 15, "Wedge_15"},
             {CELL_HEXAHEDRON_20, 20, "Hexahedron_20"}};

static int find(int type) {
  for (int i = 0; i < (int)(sizeof types / sizeof *types); i++)
    if (types[i].type == type) return i;
  return -1;
}

const char *cells_word(int type) {
  const int at = find(type);
  return at < 0 ? "" : types[at].word;
}

int cells_has_count(int type) {
  const int at = find(type);
  return at >= 0 && types[at].n == 0;
}

// Reads a cell. Returns 0 if the list ends within it, or if its type is unknown.
static int read_cell(const int *list, size_t entries, size_t *at, cell *out) {
  const int type = find(list[*at]);
  if (type < 0) return 0;
  *out = (cell){.type = list[(*at)++], .n = types[type].n};
  if (!out->n) {
    if (*at == entries) return 0;
    out->n = list[(*at)++];
  }
  if (out->n < 1 || (size_t)out->n > entries - *at) return 0;
  out->node = list + *at;
  *at += (size_t)out->n;
  return 1;
}

int cells_next(const int *list, size_t entries, size_t *at, cell *out) {
  return *at < entries && read_cell(list, entries, at, out);
}
