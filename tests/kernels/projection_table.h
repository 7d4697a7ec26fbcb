// Reading of the tables of the contact laws that are projections (laws/make_projections.py), and
// comparison of results with them.
#ifndef CHATTER_TESTS_PROJECTION_TABLE_H
#define CHATTER_TESTS_PROJECTION_TABLE_H

#include "kernels/laws/laws.h"
#include "study/file/storage.h"
#include "tests/kernels/projection_stamp.h"
#include "tests/kernels/table_file.h"

enum {
  PROJECTED_T,
  PROJECTED_Q,
  PROJECTED_FORCE = PROJECTED_Q + PROJECTION_MOST,
  PROJECTED_WORK = PROJECTED_FORCE + PROJECTION_MOST,
  PROJECTED_SLOPE,
  N_PROJECTED = PROJECTED_SLOPE + 6
};

typedef struct projection_table {
  char name[64];
  study s;                                        // with the entry of the law
  int has_normal, tangents, periods, steps, rows; // steps and rows per period
  int waves, sums;                                // lines of the head read so far
  double omega, flexibility[PROJECTION_MOST], mobility;
  double wave[PROJECTION_MOST][PROJECTION_WAVES], harmonics[PROJECTION_MOST][PROJECTION_WAVES];
  double force, slope, harmonic;                // tolerances, relative to the largest
  int order;                                    // order of convergence in the samples of harmonic
                                                // balance
  double most_force, most_slope, most_harmonic; // the largest over all directions
  double row[PROJECTION_ROWS + 1][N_PROJECTED]; // NaN: empty
} projection_table;

static inline int projection_is_elastic(const projection_table *t) {
  return !law_is_compliant(t->s.contacts[0].law) && t->s.contacts[0].law >= LAW_ELASTIC;
}
static inline int projection_directions(const projection_table *t) {
  return t->has_normal + t->tangents;
}
static inline int projection_steps(const projection_table *t) {
  return t->periods * t->steps;
}

static inline void projection_head(projection_table *t, const char *line) {
  const char *at = strchr(line, ':');
  const size_t word = at ? (size_t)(at - line) : 0;
  int n = 1;
#define HEAD(text) (word == strlen(text) && strncmp(line, text, word) == 0)
  if (HEAD("# contact"))
    table_study(t->name, TABLE_SOLID, at + 1, &t->s);
  else if (HEAD("# directions"))
    n = sscanf(at, ": %d %d", &t->has_normal, &t->tangents) == 2;
  else if (HEAD("# steps"))
    n = sscanf(at, ": %lf rad/s, %d periods of %d steps, %d rows", &t->omega, &t->periods, &t->steps,
               &t->rows) == 4;
  else if (HEAD("# flexibility"))
    n = sscanf(at, ": %lf %lf %lf, mobility %lf", &t->flexibility[0], &t->flexibility[1], &t->flexibility[2],
               &t->mobility) == 4;
  else if (HEAD("# wave") && t->waves < PROJECTION_MOST)
    table_numbers(at + 1, PROJECTION_WAVES, t->wave[t->waves++]);
  else if (HEAD("# harmonics") && t->sums < PROJECTION_MOST)
    table_numbers(at + 1, PROJECTION_WAVES, t->harmonics[t->sums++]);
  else if (HEAD("# tolerance of the largest"))
    n = sscanf(at, ": force %lf, slope %lf, harmonics %lf of order %d", &t->force, &t->slope, &t->harmonic,
               &t->order) == 4;
#undef HEAD
  if (!n) fprintf(stderr, "%s: %s", t->name, line), exit(1);
}

static inline double projection_most(double most, const double *x, int n) {
  for (int i = 0; i < n; i++) most = fmax(most, fabs(x[i])); // fmax ignores NaNs
  return most;
}

static inline projection_table *projection_table_read(const char *path) {
  char line[1000];
  int n = 0;
  projection_table *t = calloc(1, sizeof *t);
  FILE *file = fopen(path, "r");
  if (!file || !t) fprintf(stderr, "%s: not read\n", path), exit(1);
  table_name(path, t->name, sizeof t->name);
  while (fgets(line, sizeof line, file)) {
    double row[N_PROJECTED];
    if (*line == '#') projection_head(t, line);
    if (!table_row(line, N_PROJECTED, row)) continue;
    if (n > PROJECTION_ROWS) fprintf(stderr, "%s: too many rows\n", path), exit(1);
    memcpy(t->row[n++], row, sizeof row);
    t->most_force = projection_most(t->most_force, row + PROJECTED_FORCE, PROJECTION_MOST);
    t->most_slope = projection_most(t->most_slope, row + PROJECTED_SLOPE, 6);
  }
  fclose(file);
  t->most_harmonic = projection_most(0, t->harmonics[0], PROJECTION_MOST * PROJECTION_WAVES);
  TEST_CHECK(n == t->periods * t->rows + 1 && projection_steps(t) <= PROJECTION_STEPS);
  TEST_CHECK(t->waves == 1 + t->tangents && (t->mobility > 0 || t->sums == t->waves));
  return t;
}

static void (*projection_table_check)(projection_table *t);
static inline void projection_table_one(const char *path) {
  projection_table *t = projection_table_read(path);
  projection_table_check(t);
  study_destroy(&t->s);
  free(t);
}
// Runs the check for every table of every law that is not in the list of laws.h.
static inline void projection_tables_each(void (*check)(projection_table *t)) {
  static const char *const WORDS[] = {"unilateral", "friction", "coulomb", "elastic", "spring"};
  projection_table_check = check;
  tables_each(WORDS, sizeof WORDS / sizeof *WORDS, projection_table_one);
}

static inline double projection_wave(const projection_table *t, int i, int step) {
  const double *wave = t->wave[i], tau = 8 * atan(1) * (step % t->steps) / t->steps;
  double sum = wave[0];
  for (int h = 1; h <= PROJECTION_HARMONICS; h++)
    sum += wave[2 * h - 1] * cos(h * tau) + wave[2 * h] * sin(h * tau);
  return sum;
}
// motion [steps + 1][PROJECTION_MOST].
static inline void projection_table_motion(const projection_table *t, double *motion) {
  for (int k = 0; k <= projection_steps(t); k++)
    for (int i = 0; i < PROJECTION_MOST; i++)
      motion[k * PROJECTION_MOST + i] = i <= t->tangents ? projection_wave(t, i, k) : 0;
}

// Returns the iterations down to rounding. x = P(x - ε (G x + c)) converges in one step if the
// tangents have the same G (with a spring k G + 1); otherwise each step leaves at most 1 -
// least/most of the error.
static inline int projection_iterations(const projection_table *t) {
  const double spring = projection_is_elastic(t) ? t->s.contacts[0].tangential_stiffness : 0;
  const double *g = t->flexibility, first = spring > 0 ? spring * g[1] + 1 : g[1],
               second = spring > 0 ? spring * g[2] + 1 : g[2];
  const double left = 1 - fmin(first, second) / fmax(first, second);
  return t->tangents < 2 || !(left > 0) ? 2 : 2 + (int)ceil(log(1e-16) / log(left));
}

// Returns the shape with `instants` samples per period in harmonic balance, which has no elastic
// element with two tangents and no impacts.
static inline projection_shape projection_table_shape(const projection_table *t, int instants) {
  const int elastic = projection_is_elastic(t), has = t->sums > 0 && !(elastic && t->tangents > 1);
  return (projection_shape){.elastic = elastic,
                            .constant = !t->has_normal,
                            .impacts = t->mobility > 0,
                            .has_normal = t->has_normal,
                            .tangents = t->tangents,
                            .steps = projection_steps(t),
                            .every = t->steps / t->rows,
                            .iterations = projection_iterations(t),
                            .samples = has ? instants : 0};
}

// Computes the numbers of the point, and the input of harmonic balance: for the element its motion,
// for the others -q/G, with one G for the tangents.
static inline void projection_table_numbers(const projection_table *t, double *number, double *u) {
  const contact_config *c = &t->s.contacts[0];
  const double dt = 8 * atan(1) / t->omega / t->steps, angle = c->gap_phase;
  memset(number, 0, N_PROJECTION_NUMBERS * sizeof *number);
  number[PROJECTION_FRICTION] = c->friction, number[PROJECTION_PRELOAD] = c->preload;
  number[PROJECTION_RESTITUTION] = c->restitution, number[PROJECTION_GAP] = c->gap;
  number[PROJECTION_SWING] = c->gap_amplitude, number[PROJECTION_SWING + 1] = c->gap_frequency;
  number[PROJECTION_SWING + 2] = angle / (8 * atan(1)), number[PROJECTION_DT] = dt;
  for (int i = 0; i < 2; i++) number[PROJECTION_WALL + i] = c->wall_velocity[i];
  for (int i = 0; i < PROJECTION_MOST; i++) {
    number[PROJECTION_FLEXIBILITY + i] = t->mobility > 0 ? t->mobility * dt : t->flexibility[i];
    if (projection_is_elastic(t))
      number[PROJECTION_SPRING + i] = i ? c->tangential_stiffness : c->normal_stiffness;
  }
  memset(u, 0, PROJECTION_MOST * PROJECTION_WAVES * sizeof *u);
  for (int i = 0; i < projection_directions(t); i++)
    for (int j = 0; j < PROJECTION_WAVES; j++) {
      const int direction = i + !t->has_normal;
      double x = t->wave[direction][j];
      if (!projection_is_elastic(t)) {
        if (direction == 0)
          x += j == 0   ? c->gap
               : j == 1 ? c->gap_amplitude * cos(angle)
               : j == 2 ? -c->gap_amplitude * sin(angle)
                        : 0;
        x /= -t->flexibility[direction > 0];
      }
      u[i * PROJECTION_WAVES + j] = x;
    }
}

// Returns 1 if x is within `tolerance` of a number of the table, or that is empty; otherwise prints
// a message.
static inline int projection_near(const projection_table *t, const char *what, int k, int column, double x,
                                  double tolerance, double *worst) {
  static const char *const WORDS[] = {"time", "q_n",   "q_1",   "q_2",   "force_n", "force_1", "force_2",
                                      "work", "by_nn", "by_1n", "by_2n", "by_11",   "by_12",   "by_22"};
  const double off = fabs(x - t->row[k][column]);
  if (isnan(t->row[k][column])) return 1;
  if (off > *worst) *worst = off;
  if (off <= tolerance) return 1;
  fprintf(stderr, "%s, %s, row %d: %s %.13g, in the table %.13g, off by %.2g (allowed %.2g)\n", t->name, what,
          k, WORDS[column], x, t->row[k][column], off, tolerance);
  check_failures++;
  return 0;
}

// Rounding of single precision over hundreds of steps whose tangential forces add up, and of
// slopes.
#define PROJECTION_SINGLE 2e-5
#define PROJECTION_SINGLE_SLOPE 1e-5

// Compares the path of lane `lane` of `lanes`.
static inline void projection_table_path(const projection_table *t, const char *what, const double *path,
                                         int lane, int lanes, int single) {
  const double force = t->most_force * (single ? PROJECTION_SINGLE : t->force),
               slope = t->most_slope * (single ? PROJECTION_SINGLE_SLOPE : t->slope);
  double worst[3] = {0};
  for (int k = 0; k <= t->periods * t->rows; k++) {
    const double *row = path + (long)k * N_ROW * lanes + lane;
    const int free = t->mobility > 0 && isnan(t->row[k][PROJECTED_SLOPE + (t->has_normal ? 0 : 3)]); // open
    for (int which = 0; which < (free ? 1 : 2); which++) {
      const double *x = row + (which ? ROW_LAGRANGIAN : ROW_FORCE) * lanes;
      for (int i = 0; i < PROJECTION_MOST; i++)
        if (!projection_near(t, what, k, PROJECTED_FORCE + i, x[i * lanes], force, &worst[0])) return;
      x = row + (which ? ROW_LAGRANGIAN_SLOPE : ROW_SLOPE) * lanes;
      for (int i = 0; i < 6; i++)
        if (!projection_near(t, what, k, PROJECTED_SLOPE + i, x[i * lanes], slope, &worst[1])) return;
    }
    if (!projection_near(t, what, k, PROJECTED_WORK, row[ROW_WORK * lanes], force, &worst[2])) return;
  }
  printf("%s, %s: force %.1e, slope %.1e of the largest\n", t->name, what, worst[0] / t->most_force,
         worst[1] / t->most_slope);
}

static inline void projection_table_harmonics(const projection_table *t, const char *what, const double *r,
                                              int lane, int lanes, double tolerance) {
  double off = 0;
  for (int i = 0; i < projection_directions(t); i++)
    for (int j = 0; j < PROJECTION_WAVES; j++)
      off =
          fmax(off, fabs(r[(i * PROJECTION_WAVES + j) * lanes + lane] - t->harmonics[i + !t->has_normal][j]));
  printf("%s, %s: harmonics %.1e of the largest\n", t->name, what, off / t->most_harmonic);
  if (off <= tolerance * t->most_harmonic) return;
  fprintf(stderr, "%s, %s: harmonics off by %.2g of the largest (allowed %.2g)\n", t->name, what,
          off / t->most_harmonic, tolerance);
  check_failures++;
}
// Tolerance in the head: with PROJECTION_SAMPLES per period.
static inline double projection_harmonic_allowed(const projection_table *t, int instants, int single) {
  const double coarse = (double)PROJECTION_SAMPLES / instants;
  return fmax(t->harmonic * pow(coarse, t->order), single ? PROJECTION_SINGLE : 0);
}

#endif
