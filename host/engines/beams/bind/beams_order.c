// Order of the nodes: by their coordinates along one of nine directions, the one with the fewest
// operations of elimination for the pairs of nodes that are in contact at rest, or nearly so.
#include "engines/beams/bind/beams_order.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engines/beams/beams_engine.h"
#include "engines/beams/bind/beams_equilibrium.h"

typedef struct node_place {
  int node;
  double along;
} node_place;
static int by_place(const void *a, const void *b) {
  const node_place *one = a, *other = b;
  if (one->along != other->along) return one->along < other->along ? -1 : 1;
  return one->node - other->node;
}

typedef struct node_couples {
  long n;
  int (*pair)[2];
} node_couples;

static void couple(node_couples *to, int a, int b) {
  if (to->pair) to->pair[to->n][0] = a, to->pair[to->n][1] = b;
  to->n++;
}

// Finds pairs of coupled nodes: of elements, and of beams that may touch, if they are not farther
// apart than the length of a facet.
static void find_couples(const study *config, const beams_setup *setup, const double *x, node_couples *to) {
  to->n = 0;
  for (int b = 0; b < setup->n_beams; b++)
    for (int e = 0; e < setup->elements[b]; e++) couple(to, setup->first[b] + e, setup->first[b] + e + 1);
  for (int z = 0; z < beam_zones_count(config); z++) {
    int beam[2];
    beam_zone_at(config, z, beam);
    double near = 0;
    for (int i = 0; i < 2; i++) {
      const double *from = x + 3 * setup->first[beam[i]];
      const double each = hypot(hypot(from[3] - from[0], from[4] - from[1]), from[5] - from[2]);
      near = fmax(near, 2 * each) + beam_at(config, beam[i])->radius;
    }
    for (int i = setup->first[beam[0]]; i <= setup->first[beam[0]] + setup->elements[beam[0]]; i++)
      for (int j = setup->first[beam[1]]; j <= setup->first[beam[1]] + setup->elements[beam[1]]; j++) {
        const double *a = x + 3 * i, *c = x + 3 * j;
        if (hypot(hypot(a[0] - c[0], a[1] - c[1]), a[2] - c[2]) < near) couple(to, i, j);
      }
  }
}

// Returns Σ (width of each row)² for the nodes in that order. rank, reach: [n] scratch.
static double cost_of(const node_couples *couples, const node_place *order, int n, int *rank, int *reach) {
  double cost = 0;
  for (int k = 0; k < n; k++) rank[order[k].node] = k, reach[k] = k;
  for (long c = 0; c < couples->n; c++) {
    const int a = rank[couples->pair[c][0]], b = rank[couples->pair[c][1]], low = a < b ? a : b,
              high = a < b ? b : a;
    if (high > reach[low]) reach[low] = high;
  }
  for (int k = 0, far = 0; k < n; k++) {
    far = reach[k] > far ? reach[k] : far;
    cost += (far - k + 1.0) * (far - k + 1.0);
  }
  return cost;
}

chatter_status beams_order(const study *config, const beams_setup *setup, arena *memory, int *node) {
  static const double directions[][3] = {{1, 0, 0}, {0, 1, 0},  {0, 0, 1}, {1, 1, 0}, {1, -1, 0},
                                         {1, 0, 1}, {1, 0, -1}, {0, 1, 1}, {0, 1, -1}};
  const int n = setup->n_nodes;
  double *x = arena_allocate(memory, beams_room(setup) * sizeof *x), least = INFINITY;
  node_place *order = arena_allocate(memory, (size_t)n * sizeof *order);
  int *room = arena_allocate(memory, 2 * (size_t)n * sizeof *room);
  node_couples couples = {0};
  if (!x || !order || !room) return error_raise(CHATTER_DEVICE, "out of memory");
  beams_places(config, setup, x);
  find_couples(config, setup, x, &couples);
  couples.pair = arena_allocate(memory, (size_t)(couples.n + 1) * sizeof *couples.pair);
  if (!couples.pair) return error_raise(CHATTER_DEVICE, "out of memory");
  find_couples(config, setup, x, &couples);
  for (size_t d = 0; d < sizeof directions / sizeof *directions; d++) {
    const double *u = directions[d];
    for (int k = 0; k < n; k++)
      order[k] = (node_place){k, u[0] * x[3 * k] + u[1] * x[3 * k + 1] + u[2] * x[3 * k + 2]};
    qsort(order, (size_t)n, sizeof *order, by_place);
    const double cost = cost_of(&couples, order, n, room, room + n);
    if (!(cost < least)) continue;
    least = cost;
    for (int k = 0; k < n; k++) node[k] = order[k].node;
  }
  return CHATTER_OK;
}
