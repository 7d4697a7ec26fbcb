// Two bodies with random modes in contact: frequencies, damping and displacements drawn from a
// seed.
#ifndef CHATTER_TESTS_RANDOM_PAIR_H
#define CHATTER_TESTS_RANDOM_PAIR_H

#include <math.h>

#include "engines/stability/coupled/coupled.h"
#include "kernels/random.h"

enum { MOST_MODES = 256, NODES = 3, ALL_ROWS = 2 + 2 * NODES };

typedef struct random_pair {
  contact_pair pair;
  double omega2[MOST_MODES], damping[MOST_MODES], row[ALL_ROWS * MOST_MODES], load[MOST_MODES],
      response[MOST_MODES], store[COUPLED_ROWS * MOST_MODES];
  pair_contact at;
  double friction, sense, force;
} random_pair;

static inline double random_between(unsigned seed, unsigned *draw, double low, double high) {
  return low + (high - low) * random_uniform(seed, 0, 0, (*draw)++);
}

// Draws a slider with a quarter of the modes, one of them rigid, and a target; Rayleigh damping as
// in the benchmark.
static inline void random_pair_fill(random_pair *out, int n, unsigned seed) {
  unsigned draw = 0;
  const int n_slider = (n + 3) / 4;
  for (int k = 0; k < n; k++) {
    const int slider = k < n_slider;
    const double omega = 2 * M_PI * 200 * exp(random_between(seed, &draw, 0, 7));
    out->omega2[k] = k ? omega * omega : 0;
    out->damping[k] = slider ? 20 + 5e-8 * out->omega2[k] : 60 + 3e-8 * out->omega2[k];
    for (int r = 0; r < ALL_ROWS; r++)
      out->row[r * n + k] = (r < 2) == slider ? random_between(seed, &draw, -20, 20) : 0;
    // Neighbouring nodes move nearly equally.
    for (int r = 4; r < ALL_ROWS; r++)
      out->row[r * n + k] = out->row[(r - 2) * n + k] + 0.1 * out->row[r * n + k];
    out->load[k] = slider ? out->row[n + k] : 0;
    out->response[k] = slider ? 0 : random_between(seed, &draw, -20, 20);
  }
  out->pair = (contact_pair){.n_slider = n_slider,
                             .n_target = n - n_slider,
                             .n_modes = n,
                             .n_nodes = NODES,
                             .omega2 = out->omega2,
                             .damping = out->damping,
                             .row = out->row};
  out->at = (pair_contact){.element = (int)(seed % 2),
                           .alpha = random_between(seed, &draw, 0, 1),
                           .gamma = random_between(seed, &draw, -0.2, 0.2),
                           .length = 1e-3};
  out->friction = 0.3, out->sense = seed % 3 ? 1 : -1, out->force = 0;
}

static inline coupled_system random_pair_system(random_pair *self) {
  coupled_system out;
  coupled_system_at_contact(&self->pair, &self->at, self->friction, self->sense, self->force, self->store,
                            &out);
  return out;
}

#endif
