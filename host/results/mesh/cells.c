#include "results/mesh/cells.h"

// By the numbers and words of XDMF.
static const struct {
  int type, n; // nodes; 0: counted in the list
  const char *word;
} types[] = {{CELL_VERTEX, 0, "Polyvertex"},
             {CELL_LINE, 0, "Polyline"},
             {CELL_POLYGON, 0, "Polygon"},
             {4, 3, "Triangle"},
             {5, 4, "Quadrilateral"},
             {6, 4, "Tetrahedron"},
             {7, 5, "Pyramid"},
             {8, 6, "Wedge"},
             {9, 8, "Hexahedron"},
             {CELL_EDGE_3, 3, "Edge_3"},
             {36, 6, "Triangle_6"},
             {37, 8, "Quadrilateral_8"},
             {38, 10, "Tetrahedron_10"},
             {39, 13, "Pyramid_13"},
             {40, 15, "Wedge_15"},
             {48, 20, "Hexahedron_20"}};

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

// 0: it ends before its nodes do, or is of no known type.
static int take(const int *list, size_t entries, size_t *at, cell *out) {
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
  return *at < entries && take(list, entries, at, out);
}

chatter_status cells_check(const char *name, const int *list, size_t entries, size_t nodes, size_t *n,
                           cell *only) {
  cell one;
  *only = (cell){.type = 0};
  *n = 0;
  for (size_t at = 0; at < entries; ++*n) {
    int good = take(list, entries, &at, &one);
    for (int i = 0; good && i < one.n; i++) good = one.node[i] >= 0 && (size_t)one.node[i] < nodes;
    if (!good) return error_raise(CHATTER_IO, "the cells of the field '%s' are damaged", name);
    if (*n == 0) *only = one;
    if (one.type != only->type || one.n != only->n) only->type = 0;
  }
  return CHATTER_OK;
}
