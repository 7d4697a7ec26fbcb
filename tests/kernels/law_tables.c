// The tables of the contact laws through the headers of the laws and through the sampled path of
// harmonic balance, in 1, 4 and 8 lanes and both precisions.
#include "tests/kernels/law_table.h"
#include "tests/processor.h"

static const struct {
  int lanes, single;
  law_stamp *stamp;
} BUILD[] = {
#define X(lanes, precision, single) {lanes, single, law_stamp_##lanes##_##precision},
    LAW_STAMPS(X)
#undef X
};
enum { N_BUILDS = sizeof BUILD / sizeof *BUILD, STEPS = LAW_STAMP_SAMPLES, MOST_LANES = 8 };

typedef struct outcome {
  double path[TABLE_ROWS * N_PATH * MOST_LANES], sampled[STEPS * MOST_LANES], r[LAW_STAMP_WAVES * MOST_LANES];
} outcome;
static outcome result, alone;
static double q[LAW_STAMP_MOVES + 1], v[LAW_STAMP_MOVES + 1];

static void check_lane(const law_table *t, int lanes, int lane) {
  int same = 1;
  for (int i = 0; i < t->periods * LAW_STAMP_ROWS * N_PATH; i++)
    same &= memcmp(&result.path[i * lanes + lane], &alone.path[i], sizeof(double)) == 0;
  for (int i = 0; i < STEPS; i++)
    same &= memcmp(&result.sampled[i * lanes + lane], &alone.sampled[i], sizeof(double)) == 0;
  for (int i = 0; i < LAW_STAMP_WAVES; i++)
    same &= memcmp(&result.r[i * lanes + lane], &alone.r[i], sizeof(double)) == 0;
  if (same) return;
  fprintf(stderr, "%s: lane %d of %d has other bits than alone\n", t->name, lane, lanes);
  check_failures++;
}

// Even lanes have the motion of the table, odd ones another: neighbours must not influence each
// other.
static void check(law_table *t) {
  const law_shape shape = law_table_shape(t, STEPS);
  law_table_motion(t, STEPS, q, v);
  for (int b = 0; b < N_BUILDS; b++) {
    const int lanes = BUILD[b].lanes, single = BUILD[b].single;
    double scale[MOST_LANES];
    char what[60];
    if (!processor_has(lanes)) continue;
    for (int i = 0; i < lanes; i++) scale[i] = i % 2 ? 1 + 0.25 * i : 1;
    BUILD[b].stamp(&shape, t->number, t->motion, q, v, scale, result.path, result.sampled, result.r);
    for (int lane = 0; lane < lanes; lane++) {
      if (lanes == 1) break;
      (single ? law_stamp_1_single : law_stamp_1_double)(&shape, t->number, t->motion, q, v, &scale[lane],
                                                         alone.path, alone.sampled, alone.r);
      check_lane(t, lanes, lane);
    }
    if (lanes > 1) continue; // the same bits
    snprintf(what, sizeof what, "%s precision", single ? "single" : "double");
    law_table_path(t, what, result.path, 0, lanes, STEPS, single);
    snprintf(what, sizeof what, "sampled, %s precision", single ? "single" : "double");
    law_table_sampled(t, what, result.sampled, result.r, 0, lanes, STEPS, single);
  }
}

int main(void) {
  law_tables_each(check);
  return TEST_END();
}
