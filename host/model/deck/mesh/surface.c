// Integrates over faces and reads surfaces of a deck.
#include "model/deck/mesh/surface.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "base/log.h"
#include "model/arena_array.h"
#include "model/deck/deck_nodes.h"
#include "model/deck/mesh/deck_mesh.h"
#include "model/model_building.h"
#include "model/number.h"

// Corners of the faces S1, S2, ... for each number of corners of the element, as ccx and Abaqus
// number them.
static const signed char
    hexahedron_faces[6][4] = {{0, 1, 2, 3}, {4, 7, 6, 5}, {0, 4, 5, 1},
                              {1, 5, 6, 2}, {2, 6, 7, 3}, {3, 7, 4, 0}},
    wedge_faces[5][4] = {{0, 1, 2, -1}, {3, 5, 4, -1}, {0, 3, 4, 1}, {1, 4, 5, 2}, {2, 5, 3, 0}},
    tetrahedron_faces[4][4] = {{0, 1, 2, -1}, {0, 3, 1, -1}, {1, 3, 2, -1}, {2, 3, 0, -1}};
// Edges in the order in which their middle nodes follow the corners.
static const signed char hexahedron_edges[12][2] = {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {4, 5}, {5, 6},
                                                    {6, 7}, {7, 4}, {0, 4}, {1, 5}, {2, 6}, {3, 7}},
                         wedge_edges[9][2] = {{0, 1}, {1, 2}, {2, 0}, {3, 4}, {4, 5},
                                              {5, 3}, {0, 3}, {1, 4}, {2, 5}},
                         tetrahedron_edges[6][2] = {{0, 1}, {1, 2}, {2, 0}, {0, 3}, {1, 3}, {2, 3}};

// Finds the nodes of face `number` (from 1): corners, then middles of edges. Returns 0 if there is
// no such face.
static int find_face_nodes(const mesh_element *e, int number, int node[8]) {
  const int quadratic = e->n_nodes == 10 || e->n_nodes == 15 || e->n_nodes == 20;
  const int corners = quadratic ? (e->n_nodes == 10 ? 4 : e->n_nodes == 15 ? 6 : 8) : e->n_nodes;
  const int n_faces = corners == 4 ? 4 : corners == 6 ? 5 : corners == 8 ? 6 : 0;
  if (number < 1 || number > n_faces || !e->type || strncmp(e->type, "C3D", 3) != 0) return 0;
  const signed char *face = corners == 4   ? tetrahedron_faces[number - 1]
                            : corners == 6 ? wedge_faces[number - 1]
                                           : hexahedron_faces[number - 1];
  const signed char(*edge)[2] = corners == 4   ? tetrahedron_edges
                                : corners == 6 ? wedge_edges
                                               : hexahedron_edges;
  const int n = face[3] < 0 ? 3 : 4, n_edges = corners == 4 ? 6 : corners == 6 ? 9 : 12;
  for (int c = 0; c < n; c++) {
    const int a = face[c], b = face[(c + 1) % n];
    node[c] = e->node[a];
    for (int k = 0; k < n_edges && quadratic; k++)
      if ((edge[k][0] == a && edge[k][1] == b) || (edge[k][0] == b && edge[k][1] == a))
        node[n + c] = e->node[corners + k];
  }
  return quadratic ? 2 * n : n;
}

// Shape functions of a face of n nodes and their derivatives. r, s: from -1 to 1, for triangles
// from 0 to 1.
static void find_shape_functions(int n, double r, double s, double value[8], double by[2][8]) {
  static const double at[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
  const double l[3] = {1 - r - s, r, s}, slope[3][2] = {{-1, -1}, {1, 0}, {0, 1}};
  for (int c = 0; c < 3 && n % 3 == 0; c++) {
    const int d = (c + 1) % 3;
    value[c] = n == 3 ? l[c] : l[c] * (2 * l[c] - 1);
    for (int k = 0; k < 2; k++) by[k][c] = slope[c][k] * (n == 3 ? 1 : 4 * l[c] - 1);
    if (n == 3) continue;
    value[3 + c] = 4 * l[c] * l[d];
    for (int k = 0; k < 2; k++) by[k][3 + c] = 4 * (slope[c][k] * l[d] + l[c] * slope[d][k]);
  }
  for (int c = 0; c < 4 && n % 4 == 0; c++) {
    const double a = at[c][0], b = at[c][1], p = 1 + a * r, q = 1 + b * s, bent = a * r + b * s - 1;
    value[c] = p * q / 4 * (n == 4 ? 1 : bent);
    by[0][c] = a * q / 4 * (n == 4 ? 1 : bent + p);
    by[1][c] = b * p / 4 * (n == 4 ? 1 : bent + q);
    if (n == 4) continue;
    const int along_r = c % 2 == 0; // 1: the edge to the next corner is along r
    const double side = along_r ? q : 1 + at[(c + 1) % 4][0] * r, t = along_r ? r : s;
    const double sign = along_r ? b : at[(c + 1) % 4][0];
    value[4 + c] = (1 - t * t) * side / 2;
    by[along_r ? 0 : 1][4 + c] = -t * side;
    by[along_r ? 1 : 0][4 + c] = (1 - t * t) * sign / 2;
  }
}

// Integrals over a face: of shape functions, of their squares, and of the functions times the
// normal.
typedef struct face_integrals {
  double area, value[8], square[8], normal[8][3];
} face_integrals;

static void integrate_face(const model *m, int n, const int *node, face_integrals *out) {
  static const double gauss[3] = {-0.774596669241483377, 0, 0.774596669241483377},
                      factor[3] = {5.0 / 9, 8.0 / 9, 5.0 / 9};
  *out = (face_integrals){.area = 0};
  for (int p = 0; p < 9; p++) {
    double r = gauss[p % 3], s = gauss[p / 3], w = factor[p % 3] * factor[p / 3], value[8], by[2][8];
    double along[2][3] = {{0}}, across[3], size = 0;
    if (n % 3 == 0) { // the square is mapped to a triangle
      const double half = (1 - r) / 2;
      w *= half / 4;
      s = (1 + s) / 2 * half, r = (1 + r) / 2;
    }
    find_shape_functions(n, r, s, value, by);
    for (int k = 0; k < 2; k++)
      for (int c = 0; c < n; c++)
        for (int d = 0; d < 3; d++) along[k][d] += by[k][c] * m->nodes[node[c]].position[d];
    for (int d = 0; d < 3; d++) {
      const int i = (d + 1) % 3, j = (d + 2) % 3;
      across[d] = along[0][i] * along[1][j] - along[0][j] * along[1][i];
      size = hypot(size, across[d]);
    }
    out->area += w * size;
    for (int c = 0; c < n; c++) {
      out->value[c] += w * size * value[c];
      out->square[c] += w * size * (value[c] * value[c]);
      for (int d = 0; d < 3; d++) out->normal[c][d] += w * across[d] * value[c];
    }
  }
}

// Adds the share of each node in the face: the integral of its shape function. On quadratic faces
// that integral is zero or negative at corners; there its square is used, scaled to the face's
// area.
static void add_face_weights(const model *m, int n, const int *node, double *weight) {
  face_integrals of;
  double sum = 0;
  integrate_face(m, n, node, &of);
  const double *share = n > 4 ? of.square : of.value;
  for (int c = 0; c < n; c++) sum += share[c];
  for (int c = 0; c < n && sum > 0; c++) weight[node[c]] += share[c] * of.area / sum;
}

static void copy_upper_case(deck_entry e, char name[DECK_NAME]) {
  size_t n = 0;
  for (const char *c = e.at; c < e.end && n + 1 < DECK_NAME; c++)
    name[n++] = (char)toupper((unsigned char)*c);
  name[n] = 0;
}

// Sums over the faces of a surface.
typedef struct face_sums {
  const model *m;
  double *weight;        // [n_nodes] area of each node; NULL: not wanted
  double *area, *inward; // or the integrals: [n_nodes], [n_nodes][3]
} face_sums;

// Adds integrals with the normal into the body. ccx numbers the corners of faces so;
// where they are numbered otherwise, the middle of the element decides the sign.
static void add_face_integrals(const face_sums *to, const mesh_element *e, int n, const int *node) {
  face_integrals of;
  double towards = 0;
  integrate_face(to->m, n, node, &of);
  for (int d = 0; d < 3; d++) {
    double normal = 0, body = 0, face = 0;
    for (int c = 0; c < n; c++) normal += of.normal[c][d], face += to->m->nodes[node[c]].position[d] / n;
    for (int c = 0; c < e->n_nodes; c++) body += to->m->nodes[e->node[c]].position[d] / e->n_nodes;
    towards += normal * (body - face);
  }
  for (int c = 0; c < n; c++) {
    to->area[node[c]] += of.value[c];
    for (int d = 0; d < 3; d++)
      to->inward[3L * node[c] + d] += towards < 0 ? -of.normal[c][d] : of.normal[c][d];
  }
}

// Adds the faces of a line "element or set, S1".
static chatter_status add_line_faces(const deck_line *line, const deck_mesh *mesh, const face_sums *to) {
  const char *cursor = line->text;
  deck_entry which, face;
  char name[DECK_NAME];
  long single;
  int node[8];
  if (!deck_next_entry(&cursor, &which) || !deck_next_entry(&cursor, &face)) return CHATTER_OK;
  const int number =
      face.end - face.at == 2 && toupper((unsigned char)*face.at) == 'S' ? face.at[1] - '0' : 0;
  const int alone = number_read_whole(which.at, which.end, &single) == which.end;
  copy_upper_case(which, name);
  const element_set *set = alone ? NULL : deck_mesh_find_set(mesh, name);
  if (!alone && !set)
    return deck_raise(line, which.at, "'%.60s' is neither an element nor an element set", name);
  for (long i = 0; i < (set ? set->n : 1); i++) {
    const mesh_element *e = deck_mesh_find_element(mesh, set ? set->id[i] : single);
    const int n = e ? find_face_nodes(e, number, node) : 0;
    if (n == 0)
      return deck_raise(line, face.at, "element %ld has no face '%.*s'", set ? set->id[i] : single,
                        (int)(face.end - face.at > 20 ? 20 : face.end - face.at), face.at);
    if (to->weight)
      add_face_weights(to->m, n, node, to->weight);
    else
      add_face_integrals(to, e, n, node);
  }
  return CHATTER_OK;
}

// Adds the nodes of a line "node or set[, area]".
static chatter_status add_line_nodes(const deck_line *line, const model *m, double *weight) {
  const char *cursor = line->text;
  deck_entry which, e;
  double share = 1;
  int n, single;
  const int *nodes;
  if (!deck_next_entry(&cursor, &which)) return CHATTER_OK;
  if (deck_next_entry(&cursor, &e) && e.at < e.end && !deck_entry_number(e, &share))
    return deck_raise(line, e.at, "not a number");
  TRY(deck_find_label_nodes(line, which, m, &single, &n, &nodes));
  for (int i = 0; i < n; i++) weight[nodes[i]] = share;
  return CHATTER_OK;
}

chatter_status deck_read_surface_weights(const deck *self, const model *m, const deck_mesh *mesh,
                                         const char *name, double *weight, int *found) {
  deck_card card;
  *found = 0;
  for (int i = 0; i < m->n_nodes; i++) weight[i] = 0;
  for (long at = 0; deck_next_card(self, &at, &card);) {
    char value[DECK_NAME];
    const deck_line *line;
    const char *where;
    if (strcmp(card.name, "SURFACE") != 0 ||
        !deck_find_parameter(self, &card, "NAME", value, &line, &where) || strcmp(value, name) != 0)
      continue;
    *found = 1;
    const int of_nodes =
        deck_find_parameter(self, &card, "TYPE", value, &line, &where) && strcmp(value, "NODE") == 0;
    for (long l = card.begin; l < card.end; l++)
      TRY(of_nodes ? add_line_nodes(&self->lines[l], m, weight)
                   : add_line_faces(&self->lines[l], mesh, &(face_sums){.m = m, .weight = weight}));
  }
  return CHATTER_OK;
}

static chatter_status allocate_integrals(const deck_mesh *mesh, const model *m, face_sums *to) {
  *to = (face_sums){.m = m};
  ARENA_ARRAY(to->area, mesh->memory, m->n_nodes);
  ARENA_ARRAY(to->inward, mesh->memory, 3L * m->n_nodes);
  return CHATTER_OK;
}

static void clear_integrals(face_sums *to) {
  memset(to->area, 0, (size_t)to->m->n_nodes * sizeof *to->area);
  memset(to->inward, 0, 3 * (size_t)to->m->n_nodes * sizeof *to->inward);
}

// Stores the nodes with a share as a surface of the model.
static chatter_status store_surface(const char *name, const face_sums *to, model *out) {
  int n = 0;
  for (int i = 0; i < out->n_nodes; i++) {
    const double *d = to->inward + 3L * i;
    n += to->area[i] != 0 || d[0] != 0 || d[1] != 0 || d[2] != 0;
  }
  model_surface *surface;
  TRY(model_add_surface(out, name, n, &surface));
  n = 0;
  for (int i = 0; i < out->n_nodes; i++) {
    const double *d = to->inward + 3L * i;
    if (to->area[i] == 0 && d[0] == 0 && d[1] == 0 && d[2] == 0) continue;
    surface->node[n] = i;
    surface->area[n] = to->area[i];
    memcpy(surface->inward[n++], d, 3 * sizeof *d);
  }
  return CHATTER_OK;
}

// Reads a surface of faces into the model. A surface of nodes has no area and is skipped.
static chatter_status read_face_surface(const deck *self, const deck_card *card, const char *name,
                                        const deck_mesh *mesh, face_sums *to, model *out) {
  clear_integrals(to);
  for (long l = card->begin; l < card->end; l++) TRY(add_line_faces(&self->lines[l], mesh, to));
  return store_surface(name, to, out);
}

chatter_status deck_add_face_surfaces(const deck *self, const deck_mesh *mesh, model *out) {
  deck_card card;
  face_sums to;
  TRY(allocate_integrals(mesh, out, &to));
  for (long at = 0; deck_next_card(self, &at, &card);) {
    char name[DECK_NAME], type[DECK_NAME];
    const deck_line *line;
    const char *where;
    if (strcmp(card.name, "SURFACE") != 0 || !deck_find_parameter(self, &card, "NAME", name, &line, &where) ||
        (deck_find_parameter(self, &card, "TYPE", type, &line, &where) && strcmp(type, "NODE") == 0))
      continue;
    if (strlen(name) < STUDY_SET) TRY(read_face_surface(self, &card, name, mesh, &to, out));
  }
  return CHATTER_OK;
}

// Solid elements at each node: those of node i are body[begin[i]] ... body[begin[i + 1] - 1].
typedef struct bodies_of_nodes {
  long *begin, *body;
} bodies_of_nodes;

static chatter_status find_bodies_of_nodes(const deck_mesh *mesh, const model *m, bodies_of_nodes *out) {
  long *at, n = 0;
  ARENA_ARRAY(out->begin, mesh->memory, m->n_nodes + 2L);
  for (long e = 0; e < mesh->n; e++)
    for (int i = 0; mesh->elements[e].type && i < mesh->elements[e].n_nodes; i++, n++)
      out->begin[mesh->elements[e].node[i] + 2]++;
  ARENA_ARRAY(out->body, mesh->memory, n + 1);
  for (int i = 0; i <= m->n_nodes; i++) out->begin[i + 1] += out->begin[i];
  at = out->begin + 1; // moves to the end of each node's list, which is where the next one begins
  for (long e = 0; e < mesh->n; e++)
    for (int i = 0; mesh->elements[e].type && i < mesh->elements[e].n_nodes; i++)
      out->body[at[mesh->elements[e].node[i]]++] = e;
  return CHATTER_OK;
}

static int has_node(int n, const int *nodes, int node) {
  for (int i = 0; i < n; i++)
    if (nodes[i] == node) return 1;
  return 0;
}

// Finds the face of a body with these corners. Returns its number of nodes; 0: none.
static int find_matching_face(const mesh_element *body, int corners, const int *corner, int node[8]) {
  for (int number = 1; number <= 6; number++) {
    const int n = find_face_nodes(body, number, node);
    int common = 0;
    for (int c = 0; c < corners; c++) common += has_node(n > 4 ? n / 2 : n, node, corner[c]);
    if (n > 0 && common == corners && corners == (n > 4 ? n / 2 : n)) return n;
  }
  return 0;
}

// Adds a surface element as the face of the body that has it. Returns 0 if no body has it, or two,
// between which the side of a pressure is ambiguous.
static int add_skin_element(const deck_mesh *mesh, const bodies_of_nodes *bodies, const mesh_element *skin,
                            const face_sums *to) {
  const int corners = skin->n_nodes > 4 ? skin->n_nodes / 2 : skin->n_nodes, first = skin->node[0];
  const mesh_element *owner = NULL;
  int node[8], of_owner[8], n = 0, n_owners = 0;
  for (long b = bodies->begin[first]; b < bodies->begin[first + 1]; b++) {
    const mesh_element *body = &mesh->elements[bodies->body[b]];
    const int found = find_matching_face(body, corners, skin->node, node);
    if (found == 0) continue;
    owner = body, n = found, n_owners++;
    memcpy(of_owner, node, sizeof of_owner);
  }
  if (n_owners == 1) add_face_integrals(to, owner, n, of_owner);
  return n_owners == 1;
}

static int has_surface(const deck *self, const char *name) {
  deck_card card;
  char value[DECK_NAME];
  const deck_line *line;
  const char *where;
  for (long at = 0; deck_next_card(self, &at, &card);)
    if (strcmp(card.name, "SURFACE") == 0 && deck_find_parameter(self, &card, "NAME", value, &line, &where) &&
        strcmp(value, name) == 0)
      return 1;
  return 0;
}

chatter_status deck_add_skin_surfaces(const deck *self, const deck_mesh *mesh, model *out) {
  bodies_of_nodes bodies;
  face_sums to;
  TRY(find_bodies_of_nodes(mesh, out, &bodies));
  TRY(allocate_integrals(mesh, out, &to));
  for (int s = 0; s < mesh->n_sets; s++) {
    const element_set *set = &mesh->sets[s];
    long n = 0, lost = 0;
    clear_integrals(&to);
    for (long i = 0; i < set->n; i++) {
      const mesh_element *e = deck_mesh_find_element(mesh, set->id[i]);
      if (!e || e->type || !e->is_face) continue;
      n++;
      lost += !add_skin_element(mesh, &bodies, e, &to);
    }
    if (n == 0 || strlen(set->name) >= STUDY_SET || has_surface(self, set->name)) continue;
    if (lost == 0)
      TRY(store_surface(set->name, &to, out));
    else
      log_warning("%s: %ld of the %ld surface elements of '%s' lie between two solid elements or on the face "
                  "of none: it is no surface that a pressure could act on",
                  self->lines[0].path, lost, n, set->name);
  }
  return CHATTER_OK;
}
