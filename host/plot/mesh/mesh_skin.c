// Finds the visible faces and edges of a mesh.
#include "plot/mesh/mesh_skin.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/dot.h"

// Corners and faces of the types of cells; faces are oriented outwards (fourth -1: a triangle).
typedef struct cell_shape {
  int type, quadratic, corners, is_solid, n_faces;
  int face[6][4];
} cell_shape;

static const cell_shape cell_shapes[] = {
    {4, 36, 3, 0, 1, {{0, 1, 2, -1}}},
    {5, 37, 4, 0, 1, {{0, 1, 2, 3}}},
    {6, 38, 4, 1, 4, {{0, 2, 1, -1}, {0, 1, 3, -1}, {1, 2, 3, -1}, {2, 0, 3, -1}}},
    {7, 39, 5, 1, 5, {{0, 3, 2, 1}, {0, 1, 4, -1}, {1, 2, 4, -1}, {2, 3, 4, -1}, {3, 0, 4, -1}}},
    {8, 40, 6, 1, 5, {{0, 2, 1, -1}, {3, 4, 5, -1}, {0, 1, 4, 3}, {1, 2, 5, 4}, {2, 0, 3, 5}}},
    {9, 48, 8, 1, 6, {{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}}}};
enum { N_SHAPES = sizeof cell_shapes / sizeof *cell_shapes, MOST_FACES = 6 };

static const cell_shape *shape_of(int type) {
  for (int i = 0; i < N_SHAPES; i++)
    if (cell_shapes[i].type == type || cell_shapes[i].quadratic == type) return &cell_shapes[i];
  return NULL;
}

typedef struct keyed_face {
  int key[4]; // nodes in ascending order
  skin_face face;
} keyed_face;

static int compare_nodes(const int *a, const int *b, int n) {
  for (int i = 0; i < n; i++)
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
  return 0;
}

static int compare_faces(const void *a, const void *b) {
  return compare_nodes(((const keyed_face *)a)->key, ((const keyed_face *)b)->key, 4);
}

static void sort_nodes(int *node, int n) {
  for (int i = 1; i < n; i++)
    for (int k = i; k > 0 && node[k] < node[k - 1]; k--) {
      const int other = node[k];
      node[k] = node[k - 1], node[k - 1] = other;
    }
}

static void subtract(const double *a, const double *b, double out[3]) {
  for (int k = 0; k < 3; k++) out[k] = a[k] - b[k];
}

// Computes half the cross product of a quadrilateral's diagonals or a triangle's sides: the area
// vector.
static void find_normal(const skin_face *face, const double *position, double out[3]) {
  double a[3], b[3];
  const double *p[4] = {NULL};
  for (int i = 0; i < face->n; i++) p[i] = position + 3 * (size_t)face->node[i];
  subtract(p[face->n == 4 ? 2 : 1], p[0], a);
  subtract(p[face->n - 1], p[face->n == 4 ? 1 : 0], b);
  for (int k = 0; k < 3; k++)
    out[k] = 0.5 * (a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3]);
}

// Orients a face away from the middle of its cell, whatever the order of corners in the file.
static void turn_face_outside(skin_face *face, const cell *of, int corners, const double *position) {
  double middle[3] = {0}, normal[3], away[3];
  for (int i = 0; i < corners; i++)
    for (int k = 0; k < 3; k++) middle[k] += position[3 * (size_t)of->node[i] + (size_t)k] / corners;
  find_normal(face, position, normal);
  subtract(position + 3 * (size_t)face->node[0], middle, away);
  if (dot(3, normal, away) >= 0) return;
  const int last = face->n - 1, other = face->node[1];
  face->node[1] = face->node[last], face->node[last] = other;
}

static size_t add_faces(const cell *of, const cell_shape *shape, const double *position, keyed_face *out) {
  for (int f = 0; f < shape->n_faces; f++) {
    keyed_face *fresh = &out[f];
    *fresh = (keyed_face){.key = {-1, -1, -1, -1}};
    fresh->face.is_solid = shape->is_solid;
    fresh->face.n = shape->face[f][3] < 0 ? 3 : 4;
    for (int i = 0; i < fresh->face.n; i++) fresh->face.node[i] = of->node[shape->face[f][i]];
    if (shape->is_solid) turn_face_outside(&fresh->face, of, shape->corners, position);
    memcpy(fresh->key, fresh->face.node, (size_t)fresh->face.n * sizeof(int));
    sort_nodes(fresh->key, 4);
  }
  return (size_t)shape->n_faces;
}

// Keeps faces of solids that occur once, and one copy of each surface.
static void keep_outer_faces(keyed_face *all, size_t n, skin *out) {
  qsort(all, n, sizeof *all, compare_faces);
  for (size_t i = 0, end; i < n; i = end) {
    for (end = i + 1; end < n && compare_faces(&all[i], &all[end]) == 0;) end++;
    if (end == i + 1 || !all[i].face.is_solid) out->face[out->n_faces++] = all[i].face;
  }
}

static int compare_edges(const void *a, const void *b) {
  const skin_edge *left = a, *right = b;
  const int nodes = compare_nodes(left->node, right->node, 2);
  return nodes ? nodes : compare_nodes(left->face, right->face, 1);
}

static int is_sharp(const skin *self, const skin_edge *edge, const double *position) {
  double a[3], b[3];
  if (edge->face[1] < 0) return 1;
  find_normal(&self->face[edge->face[0]], position, a);
  find_normal(&self->face[edge->face[1]], position, b);
  return fabs(dot(3, a, b)) < cos(M_PI / 6) * sqrt(dot(3, a, a) * dot(3, b, b));
}

static void find_edges(skin *self, const double *position) {
  size_t n = 0;
  for (size_t f = 0; f < self->n_faces; f++)
    for (int i = 0; i < self->face[f].n; i++) {
      const int a = self->face[f].node[i], b = self->face[f].node[(i + 1) % self->face[f].n];
      self->edge[n++] = (skin_edge){.node = {a < b ? a : b, a < b ? b : a}, .face = {(int)f, -1}};
    }
  qsort(self->edge, n, sizeof *self->edge, compare_edges);
  for (size_t i = 0; i < n; i++) {
    skin_edge *last = self->n_edges ? &self->edge[self->n_edges - 1] : NULL;
    if (last && compare_nodes(last->node, self->edge[i].node, 2) == 0)
      last->face[1] = self->edge[i].face[0];
    else
      self->edge[self->n_edges++] = self->edge[i];
  }
  for (size_t i = 0; i < self->n_edges; i++)
    self->edge[i].is_sharp = is_sharp(self, &self->edge[i], position);
}

static void add_lines(const cell *of, skin *out) {
  const int n = of->type == CELL_EDGE_3 ? 2 : of->n; // its middle node comes last
  for (int i = 0; i + 1 < n; i++) {
    out->line[out->n_lines][0] = of->node[i];
    out->line[out->n_lines++][1] = of->node[i + 1];
  }
}

static chatter_status allocate_skin(const field *of, arena *memory, size_t n_cells, skin *out,
                                    keyed_face **all) {
  const size_t faces = MOST_FACES * n_cells + 1;
  *all = arena_allocate(memory, faces * sizeof **all);
  out->line = arena_allocate(memory, (of->entries + 1) * sizeof *out->line);
  out->vertex = arena_allocate(memory, (of->entries + of->nodes + 1) * sizeof *out->vertex);
  out->face = arena_allocate(memory, faces * sizeof *out->face);
  const int good = *all && out->line && out->vertex && out->face;
  return good ? CHATTER_OK : error_raise(CHATTER_DEVICE, "out of memory for a figure");
}

chatter_status skin_of_field(const field *of, arena *memory, skin *out) {
  const int *list = of->cells->data;
  const double *position = of->position->data;
  keyed_face *all = NULL;
  size_t n_cells, n = 0, at = 0;
  cell one;
  *out = (skin){.n_faces = 0};
  TRY(field_check_cells(of->name, list, of->entries, of->nodes, &n_cells, &one));
  TRY(allocate_skin(of, memory, n_cells, out, &all));
  while (cells_next(list, of->entries, &at, &one)) {
    const cell_shape *shape = shape_of(one.type);
    if (shape) n += add_faces(&one, shape, position, all + n);
    if (one.type == CELL_LINE || one.type == CELL_EDGE_3) add_lines(&one, out);
    for (int i = 0; one.type == CELL_VERTEX && i < one.n; i++) out->vertex[out->n_vertices++] = one.node[i];
  }
  for (size_t i = 0; n_cells == 0 && i < of->nodes; i++) out->vertex[out->n_vertices++] = (int)i;
  keep_outer_faces(all, n, out);
  out->edge = arena_allocate(memory, (4 * out->n_faces + 1) * sizeof *out->edge);
  if (!out->edge) return error_raise(CHATTER_DEVICE, "out of memory for a figure");
  find_edges(out, position);
  return CHATTER_OK;
}
