#include "engines/sliding/pair/pair.h"

#include <math.h>
#include <string.h>

#include "base/dot.h"
#include "reduction/algebra/dense.h"

const double *pair_row(const contact_pair *self, int which) {
  return self->row + (long)which * self->n_modes;
}

chatter_status contact_pair_of_model(const reduced_model *joined, arena *memory, contact_pair *out) {
  const int n = joined->n_modes, nodes = joined->n_contacts - 1;
  double *damping, *position;
  *out = (contact_pair){.n_slider = joined->n_first,
                        .n_target = n - joined->n_first,
                        .n_modes = n,
                        .n_nodes = nodes,
                        .n_responses = joined->n_responses,
                        .omega2 = joined->omega2,
                        .row = joined->phi_b,
                        .preload = joined->phi_f,
                        .drag = joined->phi_f + n,
                        .inertia = joined->translation,
                        .response = joined->phi_y};
  DENSE(damping, memory, n, 1);
  DENSE(position, memory, 1 + nodes, 2);
  DENSE(out->arc, memory, nodes, 1);
  for (int k = 0; k < n; k++) damping[k] = joined->damping[(long)k * n + k];
  out->damping = damping;
  out->position = (double(*)[2])(void *)position;
  for (int i = 0; i <= nodes; i++)
    memcpy(out->position[i], joined->contacts[i].position, sizeof *out->position);
  for (int i = 1; i < nodes; i++) {
    const double *a = out->position[i], *b = out->position[i + 1];
    out->arc[i] = out->arc[i - 1] + hypot(b[0] - a[0], b[1] - a[1]);
  }
  return CHATTER_OK;
}

static void directions(const pair_contact *at, const double g[2], double out[PAIR_ROWS]) {
  for (int d = 0; d < 2; d++) {
    out[d] = (1 - at->alpha) * g[d];
    out[2 + d] = at->alpha * g[d];
    out[4 + d] = -g[d];
  }
}

void pair_directions(const pair_contact *at, double friction, double sense, double equilibrium[PAIR_ROWS],
                     double compatibility[PAIR_ROWS]) {
  const double s = sin(at->gamma), c = cos(at->gamma), mu = sense * friction;
  directions(at, (const double[2]){-s - mu * c, c - mu * s}, equilibrium);
  directions(at, (const double[2]){-s, c}, compatibility);
}

void pair_combine(const contact_pair *self, int element, const double weight[PAIR_ROWS], double *out) {
  const double *target = pair_row(self, 2 + 2 * element), *slider = pair_row(self, 0);
  const long n = self->n_modes;
  for (int k = 0; k < self->n_slider; k++) out[k] = weight[4] * slider[k] + weight[5] * slider[n + k];
  for (long k = self->n_slider; k < n; k++)
    out[k] = weight[0] * target[k] + weight[1] * target[n + k] + weight[2] * target[2 * n + k] +
             weight[3] * target[3 * n + k];
}

void pair_positions(const contact_pair *self, int element, const double *p, double offset,
                    double at[PAIR_ROWS]) {
  for (int i = 0; i < PAIR_ROWS; i++) {
    const int is_slider = i >= 4, row = is_slider ? i - 4 : 2 + 2 * element + i;
    at[i] = is_slider ? self->position[0][i - 4] : self->position[1 + element + i / 2][i % 2];
    if (p)
      at[i] += is_slider ? dot(self->n_slider, pair_row(self, row), p)
                         : dot(self->n_modes - self->n_slider, pair_row(self, row) + self->n_slider,
                               p + self->n_slider);
  }
  at[4] += offset;
}

void pair_project(const double at[PAIR_ROWS], pair_contact *contact) {
  const double x = at[2] - at[0], y = at[3] - at[1];
  contact->length = sqrt(x * x + y * y);
  contact->gamma = atan2(y, x);
  contact->alpha = ((at[4] - at[0]) * x + (at[5] - at[1]) * y) / (x * x + y * y);
}

int pair_at_arc(const contact_pair *self, double arc, pair_contact *contact) {
  int e = 0;
  // 1e-12: rounding of a sum of lengths
  const double end = self->arc[self->n_nodes - 1] * (1 + 1e-12);
  if (!(arc >= 0 && arc <= end)) return 0;
  // At a node, up to the rounding of sums of lengths, the element after it.
  while (e < self->n_nodes - 2 && arc >= self->arc[e + 1] - 1e-9 * (self->arc[e + 1] - self->arc[e])) e++;
  const double *a = self->position[1 + e], *b = self->position[2 + e];
  contact->element = e;
  contact->length = self->arc[e + 1] - self->arc[e];
  contact->gamma = atan2(b[1] - a[1], b[0] - a[0]);
  contact->alpha = fmax((arc - self->arc[e]) / contact->length, 0);
  return 1;
}
