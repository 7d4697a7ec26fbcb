// The tables of the contact laws that are projections, through the headers of the laws and through
// harmonic balance: by samples, in 1, 4 and 8 lanes and both precisions, and by exact events for
// the elastic element.
#include "tests/kernels/elastic_stamp.h"
#include "tests/kernels/projection_table.h"
#include "tests/processor.h"

static const struct {
  int lanes, single;
  projection_stamp *stamp;
} BUILD[] = {
#define X(lanes, precision, single) {lanes, single, projection_stamp_##lanes##_##precision},
    PROJECTION_STAMPS(X)
#undef X
};
enum {
  N_BUILDS = sizeof BUILD / sizeof *BUILD,
  MOST_LANES = 8,
  N_WAVES = PROJECTION_MOST * PROJECTION_WAVES
};

typedef struct outcome {
  double path[(PROJECTION_ROWS + 1) * N_ROW * MOST_LANES], r[N_WAVES * MOST_LANES];
} outcome;
static outcome result, alone;

static void check_lane(const projection_table *t, const projection_shape *shape, int lanes, int lane) {
  const int numbers = (shape->steps / shape->every + 1) * N_ROW;
  int same = 1;
  for (int i = 0; i < numbers; i++)
    same &= memcmp(&result.path[i * lanes + lane], &alone.path[i], sizeof(double)) == 0;
  for (int i = 0; shape->samples && i < projection_directions(t) * PROJECTION_WAVES; i++)
    same &= memcmp(&result.r[i * lanes + lane], &alone.r[i], sizeof(double)) == 0;
  if (same) return;
  fprintf(stderr, "%s: lane %d of %d has other bits than alone\n", t->name, lane, lanes);
  check_failures++;
}

// Even lanes have the motion of the table, odd ones another: neighbours must not influence each
// other.
static void check_build(const projection_table *t, int b, const double *number, const double *motion,
                        const double *u) {
  const projection_shape shape = projection_table_shape(t, PROJECTION_SAMPLES);
  const int lanes = BUILD[b].lanes, single = BUILD[b].single;
  double scale[MOST_LANES];
  char what[60];
  if (!processor_has(lanes)) return;
  for (int i = 0; i < lanes; i++) scale[i] = i % 2 ? 1 + 0.25 * i : 1;
  BUILD[b].stamp(&shape, number, motion, u, scale, result.path, result.r);
  for (int lane = 0; lanes > 1 && lane < lanes; lane++) {
    (single ? projection_stamp_1_single : projection_stamp_1_double)(&shape, number, motion, u, &scale[lane],
                                                                     alone.path, alone.r);
    check_lane(t, &shape, lanes, lane);
  }
  if (lanes > 1) return; // the same bits
  snprintf(what, sizeof what, "%s precision", single ? "single" : "double");
  projection_table_path(t, what, result.path, 0, lanes, single);
  if (!shape.samples) return;
  snprintf(what, sizeof what, "sampled, %s precision", single ? "single" : "double");
  projection_table_harmonics(t, what, result.r, 0, lanes,
                             projection_harmonic_allowed(t, PROJECTION_SAMPLES, single));
}

// elastic_friction.h: for x and y = -(q_n + gap) it gives the forces of the spring against both.
static void check_exact(const projection_table *t, int lanes, elastic_stamp *stamp) {
  static elastic_case list[MOST_LANES];
  static double r[N_WAVES];
  const contact_config *c = &t->s.contacts[0];
  char what[60];
  if (!processor_has(lanes)) return;
  for (int lane = 0; lane < lanes; lane++) {
    elastic_case *own = &list[lane];
    const double law[] = {t->tangents ? c->tangential_stiffness : 0, c->normal_stiffness, c->friction,
                          c->preload};
    memset(own, 0, sizeof *own), memcpy(own->law, law, sizeof law);
    own->harmonics = PROJECTION_HARMONICS, own->is_static = 1, own->is_normal = t->has_normal;
    for (int j = 0; j < PROJECTION_WAVES; j++) {
      own->q[j] = t->wave[1][j]; // zero without tangents
      own->q[PROJECTION_WAVES + j] = -(t->wave[0][j] + (j ? 0 : c->gap));
    }
  }
  stamp(list, 1);
  for (int lane = 0; lane < lanes; lane++) {
    TEST_CHECK(!list[lane].failed);
    TEST_CHECK(memcmp(list[lane].force, list[0].force, sizeof list[0].force) == 0);
  }
  for (int j = 0; j < PROJECTION_WAVES; j++) {
    if (t->has_normal) r[j] = list[0].force[PROJECTION_WAVES + j] - (j ? 0 : c->preload);
    if (t->tangents) r[t->has_normal * PROJECTION_WAVES + j] = -list[0].force[j];
  }
  snprintf(what, sizeof what, "exact, %d lanes", lanes);
  projection_table_harmonics(t, what, r, 0, 1, 1e-7); // error of the table, the square of 2^-15
                                                      // periods
}

static void check(projection_table *t) {
  static double motion[(PROJECTION_STEPS + 1) * PROJECTION_MOST];
  double number[N_PROJECTION_NUMBERS], u[N_WAVES];
  projection_table_motion(t, motion);
  projection_table_numbers(t, number, u);
  for (int b = 0; b < N_BUILDS; b++) check_build(t, b, number, motion, u);
  if (!projection_is_elastic(t) || t->tangents > 1) return;
#define X(lanes) check_exact(t, lanes, elastic_stamp_##lanes);
  ELASTIC_STAMPS(X)
#undef X
}

int main(void) {
  projection_tables_each(check);
  return TEST_END();
}
