// The contact of two beams (kernels/beams/zone.h): cases of an independent program with
// second-order automatic differentiation (tests/kernels/beams/contacts.txt), three pairs of points
// that slip or stick, on one facet and over the boundary of two. Compared are places, gaps, forces,
// history, residual and tangent; the tangent also with differences of the residual. A case is
//   nodes per beam, μ, ε_N, ε_T, r_m, r_s, length of an element of s, S_mp, S_sp; S_m, S_s, shift
//   of the pairs c, b, f: g^e before (m, s); gap, F_N, F_m, F_s, g^e after (m, s)
//   positions of all nodes; residual; number of coordinates with a tangent, which, the tangent
#include "tests/check.h"

#include "kernels/beams/assembly.h"

enum { MOST_NODES = 16, NODES_OF_TWO = 2 * MOST_NODES, FREEDOMS = 3 * NODES_OF_TWO, PAIRS = 3 };

typedef struct contact_case {
  int nodes;
  double number[11]; // see the list at the top
  double pair[PAIRS][8];
  double place[FREEDOMS], residual[FREEDOMS];
  int n, freedom[FREEDOMS];
  double tangent[FREEDOMS * FREEDOMS];
} contact_case;
enum { FRICTION, NORMAL, TANGENTIAL, RADIUS_M, RADIUS_S, ELEMENT, WAS_M, WAS_S, NOW_M, NOW_S, SHIFT };

static int read_numbers(FILE *file, int n, double *to) {
  int read = 0;
  for (int i = 0; i < n; i++) read += fscanf(file, "%lf", &to[i]) == 1;
  return read == n;
}
static int read_case(FILE *file, contact_case *c) {
  if (fscanf(file, "%d", &c->nodes) != 1) return 0;
  const int all = 6 * c->nodes;
  int good = read_numbers(file, 11, c->number) && read_numbers(file, 8 * PAIRS, c->pair[0]) &&
             read_numbers(file, all, c->place) && read_numbers(file, all, c->residual);
  good = good && fscanf(file, "%d", &c->n) == 1;
  for (int i = 0; good && i < c->n; i++) good = fscanf(file, "%d", &c->freedom[i]) == 1;
  TEST_CHECK(good && read_numbers(file, c->n * c->n, c->tangent));
  return good;
}

typedef struct contact_answer {
  double now[ZONE_MAX_NUMBERS], force[FREEDOMS], tangent[FREEDOMS * FREEDOMS], shift;
} contact_answer;

static void history_of(const contact_case *c, double *kept) {
  memset(kept, 0, ZONE_MAX_NUMBERS * sizeof *kept);
  kept[ZONE_PLACE_KNOWN] = kept[ZONE_ACTIVE] = 1;
  kept[ZONE_FIRST_PLACE] = c->number[WAS_M], kept[ZONE_SECOND_PLACE] = c->number[WAS_S];
  for (int q = 0; q < PAIRS; q++)
    for (int i = 0; i < 2; i++)
      kept[ZONE_FIRST_PAIR + q * N_PAIR_NUMBERS + PAIR_ELASTIC_GAP + i] = c->pair[q][i];
}

static void fill(const beam_zone *zone, const contact_case *c, contact_answer *to) {
  static double fan[NODES_OF_TWO]
                   [ZONE_MAX_PAIRS * N_FAN_WEIGHTS + 3 * (2 * ZONE_MAX_PLACES + ZONE_MAX_PAIRS * N_FAN_ROWS)];
  const int own = N_FAN_WEIGHTS * PAIRS, each = fan_n_freedom_numbers(PAIRS),
            all = zone->span[0] + zone->span[1];
  int at[NODES_OF_TWO], sides[NODES_OF_TWO];
  for (int i = 0; i < all; i++) {
    const int side = i >= zone->span[0], k = zone->from[side] + (side ? i - zone->span[0] : i);
    sides[i] = side, at[i] = 3 * (side * c->nodes + k);
    fan_fill_node(zone, side, k, fan[i]);
    for (int r = 0; r < 3; r++) to->force[at[i] + r] = fan_force(zone, fan[i] + own + r * each);
  }
  for (int i = 0; i < all; i++)
    for (int j = 0; j < all; j++) {
      double block[9];
      fan_curvature_block(zone, sides[i], fan[i], sides[j], fan[j], block);
      for (int r = 0; r < 3; r++)
        for (int k = 0; k < 3; k++)
          to->tangent[(at[i] + r) * FREEDOMS + at[j] + k] =
              block[3 * r + k] + fan_tangent_entry(zone, fan[i] + own + r * each, fan[j] + own + k * each);
    }
}

static void evaluate(const contact_case *c, const double *place, int vector, contact_answer *to) {
  static beam_zone zone;
  double kept[ZONE_MAX_NUMBERS];
  int lost;
  memset(to, 0, sizeof *to);
  history_of(c, kept);
  memcpy(to->now, kept, sizeof kept);
  zone.holds = 0, zone.pairs = PAIRS, zone.places = zone_n_places(PAIRS);
  for (int side = 0; side < 2; side++) {
    zone.nodes[side] = c->nodes;
    zone.first[side] = side * c->nodes;
  }
  zone.law = (zone_law){.normal = c->number[NORMAL],
                        .tangential = c->number[TANGENTIAL],
                        .friction = c->number[FRICTION],
                        .radii = c->number[RADIUS_M] + c->number[RADIUS_S],
                        .vector = vector,
                        .shift = c->number[RADIUS_M] / (3 * c->number[ELEMENT])};
  const int inside = zone_locate_places(&zone, place, to->now, 1, &lost);
  TEST_CHECK(inside && !lost);
  zone_evaluate_contact(&zone, place, kept, to->now, 1, inside);
  zone_find_active_nodes(&zone);
  zone_multipliers(&zone);
  zone_curvature(&zone);
  fill(&zone, c, to);
  to->shift = zone.shift;
}

static double largest(int n, const double *x) {
  double most = 0;
  for (int i = 0; i < n; i++) most = fmax(most, fabs(x[i]));
  return most;
}

// The cases have 15 digits; rounding of positions is amplified by 1/sin² φ ≈ 10, and more by
// penalties of a thousand and more.
static void check_case(const contact_case *c, const contact_answer *is) {
  TEST_CHECK(fabs(is->now[ZONE_FIRST_PLACE] - c->number[NOW_M]) < 1e-11);
  TEST_CHECK(fabs(is->now[ZONE_SECOND_PLACE] - c->number[NOW_S]) < 1e-11);
  TEST_CHECK(fabs(is->shift - c->number[SHIFT]) < 1e-12);
  for (int q = 0; q < PAIRS; q++) {
    const double *pair = is->now + ZONE_FIRST_PAIR + q * N_PAIR_NUMBERS, *want = c->pair[q] + 2;
    TEST_CHECK(fabs(pair[PAIR_GAP] - want[0]) < 1e-12);
    TEST_CHECK(fabs(pair[PAIR_NORMAL_FORCE] - want[1]) < 1e-9 * want[1]);
    for (int i = 0; i < 2; i++) {
      TEST_CHECK(fabs(pair[PAIR_FRICTION_FORCE + i] - want[2 + i]) < 1e-9 * want[1]);
      TEST_CHECK(fabs(pair[PAIR_ELASTIC_GAP + i] - want[4 + i]) < 1e-11);
    }
  }
  const double force = largest(6 * c->nodes, c->residual), most = largest(c->n * c->n, c->tangent);
  for (int i = 0; i < 6 * c->nodes; i++) TEST_CHECK(fabs(is->force[i] - c->residual[i]) < 1e-9 * force);
  for (int i = 0; i < c->n; i++)
    for (int j = 0; j < c->n; j++)
      TEST_CHECK(fabs(is->tangent[c->freedom[i] * FREEDOMS + c->freedom[j]] - c->tangent[i * c->n + j]) <
                 1e-9 * most);
}

// The friction vector is at most μ F_N long, and exactly as long in slip.
static void check_vector(const contact_case *c, const contact_answer *is) {
  for (int q = 0; q < PAIRS; q++) {
    const double *pair = is->now + ZONE_FIRST_PAIR + q * N_PAIR_NUMBERS,
                 limit = c->number[FRICTION] * pair[PAIR_NORMAL_FORCE];
    TEST_CHECK(pair[PAIR_STATE] == 2 ? fabs(pair[PAIR_MUTUAL_FORCE] - limit) <= 1e-11 * limit
                                     : pair[PAIR_MUTUAL_FORCE] <= limit);
  }
}

// Central differences of 1e-6: the tolerance of 1e-6 of the largest entry is a hundred times their
// error.
static void check_differences(const contact_case *c, int vector, const contact_answer *is) {
  static contact_answer up, down;
  const double h = 1e-6, most = largest(FREEDOMS * FREEDOMS, is->tangent);
  double place[FREEDOMS];
  for (int j = 0; j < 6 * c->nodes; j++) {
    memcpy(place, c->place, sizeof place);
    place[j] += h, evaluate(c, place, vector, &up);
    place[j] -= 2 * h, evaluate(c, place, vector, &down);
    for (int i = 0; i < 6 * c->nodes; i++)
      TEST_CHECK(fabs((up.force[i] - down.force[i]) / (2 * h) - is->tangent[i * FREEDOMS + j]) < 1e-6 * most);
  }
}

int main(void) {
  static contact_case c;
  static contact_answer is;
  char path[4096];
  int cases = 0;
  snprintf(path, sizeof path, "%s/tests/kernels/beams/contacts.txt", source_folder());
  FILE *file = fopen(path, "r");
  TEST_CHECK(file != NULL);
  while (file && read_case(file, &c)) {
    evaluate(&c, c.place, 0, &is);
    check_case(&c, &is);
    check_differences(&c, 0, &is);
    evaluate(&c, c.place, 1, &is);
    check_vector(&c, &is);
    check_differences(&c, 1, &is);
    cases++;
  }
  TEST_CHECK(cases == 8);
  if (file) fclose(file);
  return TEST_END();
}
