// Reading of the tables of the contact laws (laws/make_tables.py), and comparison of results with
// them.
#ifndef CHATTER_TESTS_LAW_TABLE_H
#define CHATTER_TESTS_LAW_TABLE_H

#include "kernels/laws/laws.h"
#include "study/contact_laws.h"
#include "study/file/storage.h"
#include "tests/kernels/law_stamp.h"
#include "tests/kernels/table_file.h"

enum { COLUMN_T, COLUMN_Q, COLUMN_V, COLUMN_FORCE, COLUMN_WORK, COLUMN_BY_Q, COLUMN_BY_V, N_COLUMN };
enum { TABLE_ROWS = LAW_STAMP_PERIODS * LAW_STAMP_ROWS };

typedef struct law_table {
  char name[64];
  study s; // with the entry of the law
  law_size size;
  double number[LAW_MAX_PARAMETERS], motion[N_STAMP], r[LAW_STAMP_WAVES];
  double force, work, slope; // tolerances, relative to the largest number in their column
  double most[N_COLUMN];
  int periods;
  double row[TABLE_ROWS + 1][N_COLUMN]; // NaN: empty
} law_table;

static inline void law_table_law(law_table *t, const char *keys) {
  table_study(t->name, TABLE_CHAIN, keys, &t->s);
  const contact_config *c = &t->s.contacts[0];
  t->size = law_size_of(c);
  TEST_CHECK(law_check_keys(c) == NULL && t->size.numbers <= LAW_MAX_PARAMETERS);
  law_numbers_of(c, c->preload, t->number);
  t->motion[STAMP_GAP] = law_force_arguments(c->law) & LAW_HAS_GAP ? c->gap : 0;
}

static inline void law_table_head(law_table *t, const char *line) {
  double rows = 0;
  if (strncmp(line, "# contact: ", 11) == 0)
    law_table_law(t, line + 11);
  else if (strncmp(line, "# motion: ", 10) == 0) {
    t->motion[STAMP_OMEGA] = atof(line + 10);
    const char *at = strchr(line, '='), *comma = at ? strchr(at, ',') : NULL;
    if (!comma || sscanf(comma, ", %d periods of %lf rows", &t->periods, &rows) != 2) exit(1);
    table_numbers(at + 1, LAW_STAMP_WAVES, t->motion + STAMP_WAVE);
    TEST_CHECK((int)rows == LAW_STAMP_ROWS && t->periods >= 1 && t->periods <= LAW_STAMP_PERIODS);
  } else if (strncmp(line, "# harmonics: ", 13) == 0)
    table_numbers(line + 13, LAW_STAMP_WAVES, t->r);
  else if (strncmp(line, "# tolerance", 11) == 0)
    TEST_CHECK(
        sscanf(strchr(line, ':'), ": force %lf, slope %lf, work %lf", &t->force, &t->slope, &t->work) == 3);
}

static inline law_table *law_table_read(const char *path) {
  char line[1000];
  int n = 0;
  law_table *t = calloc(1, sizeof *t);
  FILE *file = fopen(path, "r");
  if (!file || !t) fprintf(stderr, "%s: not read\n", path), exit(1);
  table_name(path, t->name, sizeof t->name);
  while (fgets(line, sizeof line, file)) {
    if (*line == '#') law_table_head(t, line);
    if (n > TABLE_ROWS) fprintf(stderr, "%s: too many rows\n", path), exit(1);
    if (!table_row(line, N_COLUMN, t->row[n])) continue;
    for (int i = 0; i < N_COLUMN; i++) t->most[i] = fmax(t->most[i], fabs(t->row[n][i])); // fmax ignores NaNs
    n++;
  }
  fclose(file);
  TEST_CHECK(n == t->periods * LAW_STAMP_ROWS + 1);
  return t;
}

static inline void law_table_free(law_table *t) {
  study_destroy(&t->s);
  free(t);
}

// Runs the check for every table of every compliant law.
static void (*law_table_check)(law_table *t);
static inline void law_table_one(const char *path) {
  law_table *t = law_table_read(path);
  law_table_check(t);
  law_table_free(t);
}
static inline void law_tables_each(void (*check)(law_table *t)) {
  enum { FIRST = LAW_ELASTIC + 1, N = LAW_SPRING - FIRST };
  const char *words[N];
  for (int i = 0; i < N; i++) words[i] = law_kinds[FIRST + i]->name;
  law_table_check = check;
  tables_each(words, N, law_table_one);
}

// The motion of all periods in `steps` moves per period.
static inline void law_table_motion(const law_table *t, int steps, double *q, double *v) {
  const double *wave = t->motion + STAMP_WAVE, omega = t->motion[STAMP_OMEGA];
  for (int i = 0; i <= t->periods * steps; i++) {
    const double tau = 8 * atan(1) * (i % steps) / steps;
    q[i] = i % steps ? wave[0] : 0, v[i] = 0; // at rest at 0 at the beginning of a period
    for (int h = 1; h <= LAW_STAMP_HARMONICS && i % steps; h++) {
      const double c = cos(h * tau), s = sin(h * tau), a = wave[2 * h - 1], b = wave[2 * h];
      q[i] += a * c + b * s, v[i] += h * omega * (b * c - a * s);
    }
  }
}

static inline law_shape law_table_shape(const law_table *t, int steps) {
  return (law_shape){.law = t->s.contacts[0].law,
                     .numbers = t->size.numbers,
                     .states = t->size.states,
                     .moves = t->periods * steps,
                     .every = steps / LAW_STAMP_ROWS,
                     .samples = steps};
}

// Returns 1 if x is within `tolerance` of a number of the table, or that is empty; otherwise prints
// a message. *worst: the largest difference so far.
static inline int law_table_near(const law_table *t, const char *what, int k, int column, double x,
                                 double tolerance, double *worst) {
  static const char *const WORDS[] = {"time", "q", "v", "force", "work", "slope by q", "slope by v"};
  const double off = fabs(x - t->row[k][column]);
  if (isnan(t->row[k][column])) return 1;
  if (off > *worst) *worst = off;
  if (off <= tolerance) return 1;
  fprintf(stderr, "%s, %s, row %d: %s %.12g, in the table %.12g, off by %.2g of the largest (allowed %.2g)\n",
          t->name, what, k, WORDS[column], x, t->row[k][column], off / t->most[column],
          tolerance / t->most[column]);
  check_failures++;
  return 0;
}

// Rounding of single precision in thousands of moves that add up.
#define LAW_TABLE_SINGLE 5e-5
// Tolerances of laws with memory are given for 4096 moves per period and decrease with the square
// of the step; so does the error of the trapezoidal rule of the work.
static inline double law_table_allowed(const law_table *t, double share, int column, int steps, int single) {
  const double coarse = (double)LAW_STAMP_SAMPLES / steps;
  double all = t->size.states || column == COLUMN_WORK ? share * coarse * coarse : share;
  if (single) all = fmax(all, LAW_TABLE_SINGLE);
  return all * t->most[column];
}

// Compares the path of lane `lane` of `lanes`.
static inline void law_table_path(const law_table *t, const char *what, const double *path, int lane,
                                  int lanes, int steps, int single) {
  static const int PATH[] = {PATH_FORCE, PATH_WORK, PATH_BY_Q, PATH_BY_V};
  const double share[] = {t->force, t->work, t->slope, t->slope};
  double worst[4] = {0};
  for (int k = 1; k <= t->periods * LAW_STAMP_ROWS; k++) {
    const double *row = path + ((long)(k - 1) * N_PATH) * lanes + lane;
    for (int i = 0; i < 4; i++) {
      const int column = COLUMN_FORCE + i;
      if (!law_table_near(t, what, k, column, row[PATH[i] * lanes],
                          law_table_allowed(t, share[i], column, steps, single), &worst[i]))
        return;
    }
  }
  printf("%s, %s: force %.1e, work %.1e, slopes %.1e %.1e of the largest\n", t->name, what,
         worst[0] / t->most[COLUMN_FORCE], worst[1] / t->most[COLUMN_WORK],
         worst[2] / fmax(t->most[COLUMN_BY_Q], 1e-300), worst[3] / fmax(t->most[COLUMN_BY_V], 1e-300));
}

// Returns how much the slope decreases between the rows with slopes before and after row k: the
// stiffness that begins to slip there. If it increases, the motion reverses, and the whole
// stiffness may slip.
static inline double law_table_let_go(const law_table *t, int k) {
  int before = k, behind = k;
  while (before > 0 && isnan(t->row[before][COLUMN_BY_Q])) before--;
  while (behind < t->periods * LAW_STAMP_ROWS && isnan(t->row[behind][COLUMN_BY_Q])) behind++;
  const double fall = fabs(t->row[before][COLUMN_BY_Q]) - fabs(t->row[behind][COLUMN_BY_Q]);
  return fall >= 0 ? fall : law_stiffness_bound(t->s.contacts[0].law, t->number, t->size.numbers);
}

// Returns the largest error of a sample by a corner in the step of h before or after row k, which
// has no slope then. A state that follows q for a fraction θ of a step and is constant for the
// rest, with stiffness k, differs from the chord by the area θ (1 - θ)/2 k v h of the step;
// compliant_add_corner distributes it like a linear function at θ, (1 - θ) before and θ after. Each
// share is at most that of θ = 1/3 or 2/3, 2/27 k v h; if the motion reverses in the step it is
// smaller. No slider has two such steps in succession, so that a sample gets at most 2/27 of the
// stiffness of all that begin to slip; v is at most that of the row plus the change over h.
// Harmonics are not affected.
static inline double law_table_corner(const law_table *t, int k, int steps) {
  const double omega = t->motion[STAMP_OMEGA], h = 8 * atan(1) / omega / steps;
  double speed = fabs(t->row[k][COLUMN_V]);
  for (int i = 1; i <= LAW_STAMP_HARMONICS; i++) {
    const double *wave = t->motion + STAMP_WAVE + 2 * i - 1;
    speed += h * i * omega * i * omega * (fabs(wave[0]) + fabs(wave[1]));
  }
  if (!t->size.states || !isnan(t->row[k][COLUMN_BY_Q])) return 0;
  return 2.0 / 27 * law_table_let_go(t, k) * speed * h;
}

// Compares the forces of the last period and their harmonics.
static inline void law_table_sampled(const law_table *t, const char *what, const double *force,
                                     const double *r, int lane, int lanes, int steps, int single) {
  const double allowed = law_table_allowed(t, t->force, COLUMN_FORCE, steps, single);
  double worst = 0, off = 0;
  for (int i = 0; i < LAW_STAMP_ROWS; i++) {
    const int k = i + (t->periods - 1) * LAW_STAMP_ROWS;
    if (!law_table_near(t, what, k, COLUMN_FORCE, force[(long)i * (steps / LAW_STAMP_ROWS) * lanes + lane],
                        allowed + law_table_corner(t, k, steps), &worst))
      return;
  }
  // The error of the sums where the force or its slope jumps is of second order too.
  const double coarse = (double)LAW_STAMP_SAMPLES / steps;
  for (int i = 0; i < LAW_STAMP_WAVES; i++) off = fmax(off, fabs(r[i * lanes + lane] - t->r[i]));
  CHECK_NEAR(off, 0, allowed + 1e-6 * coarse * coarse * t->most[COLUMN_FORCE], 0);
  printf("%s, %s: force %.1e, harmonics %.1e of the largest\n", t->name, what, worst / t->most[COLUMN_FORCE],
         off / t->most[COLUMN_FORCE]);
}

#endif
