// A distributing coupling spreads the force F and moment M of its reference node over the nodes of
// its surface, as a rigid body with the masses w_i would: F_i = w_i (F + (T⁻¹ M) × r_i), with r_i
// from the centroid and T = Σ w_i (r·r I - r rᵀ). By duality the reference node moves with the mean
// displacement and rotation of the surface: θ = T⁻¹ Σ w_i r_i × u_i, u = Σ w_i u_i + θ × (x - x_c).
#include "model/deck/mesh/coupling.h"

#include <math.h>
#include <string.h>

#include "base/dot.h"
#include "model/arena_array.h"
#include "model/deck/deck_nodes.h"
#include "model/deck/mesh/surface.h"

static double find_node_distance(const model *m, int a, int b) {
  const double *x = m->nodes[a].position, *y = m->nodes[b].position;
  return hypot(hypot(x[0] - y[0], x[1] - y[1]), x[2] - y[2]);
}

// Makes the weights fall linearly with the distance from the reference node, to 0 at the farthest
// node.
static chatter_status apply_weighting_method(const deck *self, const deck_card *card, const model *m,
                                             int reference, double *weight) {
  static const char *const words[] = {"UNIFORM", "LINEAR", "QUADRATIC", "CUBIC"};
  char value[DECK_NAME];
  const deck_line *line;
  const char *where;
  size_t kind = 0;
  if (!deck_find_parameter_place(self, card, "WEIGHTINGMETHOD", value, &line, &where)) return CHATTER_OK;
  while (kind < 4 && strcmp(words[kind], value) != 0) kind++;
  if (kind == 4)
    return deck_raise(line, where, "the weighting method %.30s; allowed: UNIFORM, LINEAR, QUADRATIC, CUBIC",
                      value);
  double farthest = 0;
  for (int i = 0; i < m->n_nodes; i++)
    if (weight[i] > 0) farthest = fmax(farthest, find_node_distance(m, i, reference));
  for (int i = 0; i < m->n_nodes && kind > 0 && farthest > 0; i++) {
    const double r = find_node_distance(m, i, reference) / farthest;
    weight[i] *= kind == 1 ? 1 - r : kind == 2 ? 1 - r * r : 1 - 3 * r * r + 2 * r * r * r;
  }
  return CHATTER_OK;
}

// Reads "first direction, last direction". Rotations may be released; displacements always follow.
static chatter_status read_directions(const deck *self, const deck_card *card, int *rotations) {
  int given = 0, displacements = 0;
  *rotations = 0;
  for (long l = card->begin; l < card->end; l++) {
    const char *cursor = self->lines[l].text;
    deck_entry e;
    long range[2] = {0, 0};
    int n = 0;
    for (; n < 2 && deck_next_entry(&cursor, &e) && e.at < e.end; n++)
      TRY(deck_entry_id(&self->lines[l], e, "a direction", &range[n]));
    if (n == 1) range[1] = range[0];
    if (range[1] > 6) return deck_raise(&self->lines[l], self->lines[l].text, "directions are 1 to 6");
    given |= n > 0;
    for (long d = range[0]; n > 0 && d <= range[1]; d++)
      *(d > 3 ? rotations : &displacements) |= 1 << (d - 1) % 3;
  }
  if (!given) *rotations = 7;
  if (displacements != 0 && displacements != 7)
    return deck_raise(&self->lines[card->begin], self->lines[card->begin].text,
                      "some displacements only: a distributing coupling spreads all three");
  return CHATTER_OK;
}

static chatter_status find_reference_node(const deck *self, const deck_card *card, const model *m,
                                          int *reference) {
  char name[DECK_NAME];
  const deck_line *line;
  const char *where;
  int n, single;
  const int *nodes;
  if (!deck_find_parameter_place(self, card, "REFNODE", name, &line, &where))
    return deck_raise(line, where, "*COUPLING needs: REF NODE=..., SURFACE=..., CONSTRAINT NAME=...");
  TRY(deck_find_label_nodes(line, (deck_entry){where, where + strcspn(where, ", \t")}, m, &single, &n,
                            &nodes));
  if (n != 1) return deck_raise(line, where, "the set of the reference node has %d nodes; allowed: one", n);
  *reference = nodes[0];
  return CHATTER_OK;
}

static chatter_status read_coupling(const deck *self, const deck_card *head, const deck_card *card,
                                    const model *m, const deck_mesh *mesh, double *weight, arena *memory,
                                    coupling *out) {
  char name[DECK_NAME], value[DECK_NAME];
  const deck_line *line;
  const char *where;
  int found = 0;
  double total = 0;
  out->line = &self->lines[head->line];
  TRY(find_reference_node(self, head, m, &out->reference));
  TRY(read_directions(self, card, &out->rotations));
  if (deck_find_parameter_place(self, head, "ORIENTATION", value, &line, &where))
    return deck_raise(line, where, "a coupling with local directions is not supported");
  if (deck_find_parameter_place(self, head, "SURFACE", name, &line, &where))
    TRY(deck_read_surface_weights(self, m, mesh, name, weight, &found));
  if (!found)
    return deck_raise(line, where, "the coupling has no surface that the deck knows; expected: SURFACE=...");
  if (deck_find_parameter_place(self, head, "INFLUENCERADIUS", value, &line, &where)) {
    double radius = 0;
    if (!deck_entry_number((deck_entry){value, value + strlen(value)}, &radius))
      return deck_raise(line, where, "not a number");
    for (int i = 0; i < m->n_nodes; i++)
      if (find_node_distance(m, i, out->reference) > radius) weight[i] = 0;
  }
  TRY(apply_weighting_method(self, card, m, out->reference, weight));
  weight[out->reference] = 0;
  for (int i = 0; i < m->n_nodes; i++) total += weight[i], out->n += weight[i] > 0;
  if (!(total > 0)) return deck_raise(out->line, out->line->text, "the surface of the coupling has no nodes");
  ARENA_ARRAY(out->node, memory, out->n);
  ARENA_ARRAY(out->weight, memory, out->n);
  for (int i = 0, n = 0; i < m->n_nodes; i++)
    if (weight[i] > 0) out->node[n] = i, out->weight[n++] = weight[i] / total;
  return CHATTER_OK;
}

chatter_status deck_read_couplings(const deck *self, const model *m, const deck_mesh *mesh, arena *memory,
                                   int *n, coupling **out) {
  deck_card card, head = {0};
  deck_steps steps = {0};
  double *weight;
  int n_cards = 0, open = 0;
  *n = 0;
  for (long at = 0; deck_next_card(self, &at, &card);) n_cards += strcmp(card.name, "DISTRIBUTING") == 0;
  if (n_cards == 0) return CHATTER_OK;
  ARENA_ARRAY(weight, memory, m->n_nodes);
  ARENA_ARRAY(*out, memory, n_cards);
  for (long at = 0; deck_next_card(self, &at, &card) && deck_keeps_card(&steps, &card);) {
    if (strcmp(card.name, "DISTRIBUTING") == 0) {
      if (!open)
        return deck_raise(&self->lines[card.line], self->lines[card.line].text,
                          "*DISTRIBUTING without *COUPLING");
      TRY(read_coupling(self, &head, &card, m, mesh, weight, memory, &(*out)[(*n)++]));
    }
    open = strcmp(card.name, "COUPLING") == 0;
    head = card;
  }
  return CHATTER_OK;
}

// Inverts a symmetric positive definite 3 x 3 matrix. Returns 0 if the nodes lie on a line, about
// which they have no rotation.
static int invert_symmetric(double t[3][3], double out[3][3]) {
  const double size = t[0][0] + t[1][1] + t[2][2];
  for (int i = 0; i < 3; i++) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    for (int l = 0; l < 3; l++) {
      const int a = (l + 1) % 3, b = (l + 2) % 3;
      out[l][i] = t[j][a] * t[k][b] - t[j][b] * t[k][a];
    }
  }
  const double det = t[0][0] * out[0][0] + t[0][1] * out[1][0] + t[0][2] * out[2][0];
  for (int i = 0; i < 3; i++)
    for (int l = 0; l < 3; l++) out[i][l] /= det;
  return det > 1e-9 * size * size * size;
}

// Makes [a]x, so that [a]x b = a × b.
static void cross_product_matrix(const double a[3], double out[3][3]) {
  for (int i = 0; i < 3; i++) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    out[i][i] = 0, out[i][j] = -a[k], out[i][k] = a[j];
  }
}

static void multiply_matrices(const double a[3][3], const double b[3][3], double factor, double out[3][3]) {
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      out[i][j] = 0;
      for (int k = 0; k < 3; k++) out[i][j] += factor * a[i][k] * b[k][j];
    }
}

static void find_moments(const coupling *c, const model *m, double centre[3], double t[3][3]) {
  memset(centre, 0, 3 * sizeof *centre);
  memset(t, 0, 9 * sizeof **t);
  for (int n = 0; n < c->n; n++)
    for (int d = 0; d < 3; d++) centre[d] += c->weight[n] * m->nodes[c->node[n]].position[d];
  for (int n = 0; n < c->n; n++) {
    const double *x = m->nodes[c->node[n]].position;
    const double r[3] = {x[0] - centre[0], x[1] - centre[1], x[2] - centre[2]};
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++) t[i][j] += c->weight[n] * ((i == j) * (dot(3, r, r)) - r[i] * r[j]);
  }
}

chatter_status coupling_add_equations(const coupling *c, equations *out) {
  const model *m = out->m;
  double centre[3], t[3][3], inverse[3][3], arm[3], lever[3][3];
  find_moments(c, m, centre, t);
  if (!invert_symmetric(t, inverse))
    return deck_raise(c->line, c->line->text,
                      "the %d nodes of the coupling lie on a line: their mean has no rotation about it",
                      c->n);
  for (int d = 0; d < 3; d++) arm[d] = m->nodes[c->reference].position[d] - centre[d];
  cross_product_matrix(arm, lever);
  for (int row = 0; row < 6; row++) {
    const int d = row % 3;
    if (row >= 3 && !(c->rotations >> d & 1)) continue;
    TRY(equations_begin_row(out, c->line));
    TRY(equations_add_term(out, c->reference, row, 1));
    for (int n = 0; n < c->n; n++) {
      const double *x = m->nodes[c->node[n]].position;
      const double r[3] = {x[0] - centre[0], x[1] - centre[1], x[2] - centre[2]};
      double spin[3][3], turn[3][3], moved[3][3];
      cross_product_matrix(r, spin);
      multiply_matrices(inverse, spin, c->weight[n], turn); // the share of node n in θ
      multiply_matrices(lever, turn, -1, moved);            // its part of θ × arm
      for (int k = 0; k < 3; k++)
        TRY(equations_add_term(out, c->node[n], k,
                               row < 3 ? -(c->weight[n] * (k == d) + moved[d][k]) : -turn[d][k]));
    }
  }
  return CHATTER_OK;
}
