// Solves equations between nodes for dependent directions.
#include "model/deck/equations.h"

#include <math.h>
#include <string.h>

#include "model/arena_array.h"

chatter_status equations_begin_row(equations *self, const deck_line *line) {
  if (self->n == self->capacity) {
    equation *larger;
    self->capacity = self->capacity ? 2 * self->capacity : 16;
    ARENA_ARRAY(larger, self->memory, self->capacity);
    if (self->n) memcpy(larger, self->row, (size_t)self->n * sizeof *larger);
    self->row = larger;
  }
  self->row[self->n++] = (equation){.line = line};
  return CHATTER_OK;
}

chatter_status equations_add_term(equations *self, int node, int direction, double factor) {
  equation *e = &self->row[self->n - 1];
  if (e->n == e->capacity) {
    int *at;
    double *larger;
    e->capacity = e->capacity ? 2 * e->capacity : 16;
    ARENA_ARRAY(at, self->memory, e->capacity);
    ARENA_ARRAY(larger, self->memory, e->capacity);
    if (e->n)
      memcpy(at, e->at, (size_t)e->n * sizeof *at), memcpy(larger, e->factor, (size_t)e->n * sizeof *larger);
    e->at = at, e->factor = larger;
  }
  e->at[e->n] = 6 * node + direction;
  e->factor[e->n++] = factor;
  return CHATTER_OK;
}

// The equations as rows of a table with a column for every direction in them.
typedef struct equation_table {
  const equations *equations;
  int n, n_columns;
  int *of;         // [n_columns] 6 node + direction of each column
  int *prefer;     // [n_columns] find_preference of each column
  int *taken;      // [n] the column that a row is solved for, or -1
  double **factor; // [n][n_columns]
} equation_table;

// Returns how well a direction suits as the dependent one: 3 a rotation, 2 a direction of the body,
// 1 a displacement of a reference node, 0 not at all. A reference node that nothing else holds
// keeps its displacements, which may be loaded and observed.
static int find_preference(const equation_table *self, const equation_marks *marks, int column) {
  const int node = self->of[column] / 6, d = self->of[column] % 6;
  if ((marks->fixed[node] | marks->bound[node]) >> d & 1) return 0;
  return d >= 3 ? 3 : marks->reference[node] ? 1 : 2;
}

// Terms below this fraction of a row's largest initial term are rounding.
static const double rounding_level = 1e-11;

// Subtracts multiples of row `by` with its pivot from all other rows.
static void eliminate_column(equation_table *self, int by, int pivot) {
  double *own = self->factor[by];
  const double scale = 1 / own[pivot];
  for (int c = 0; c < self->n_columns; c++) own[c] *= scale;
  own[pivot] = 1;
  for (int r = 0; r < self->n; r++) {
    double *row = self->factor[r];
    const double factor = row[pivot];
    if (r == by || factor == 0) continue;
    for (int c = 0; c < self->n_columns; c++) row[c] -= factor * own[c];
    row[pivot] = 0;
  }
}

// Finds the largest term, in rows without a pivot, whose preference is at least `wanted`.
static int find_pivot(const equation_table *self, int wanted, int *row, int *pivot) {
  double best = rounding_level;
  for (int r = 0; r < self->n; r++)
    for (int c = 0; c < self->n_columns && self->taken[r] < 0; c++)
      if (self->prefer[c] == wanted && fabs(self->factor[r][c]) > best) {
        best = fabs(self->factor[r][c]);
        *row = r, *pivot = c;
      }
  return best > rounding_level;
}

// Prints "node, direction" and the factor of each term, with the 20 characters that ccx reads.
static chatter_status print_row(const equation_table *self, int row, deck *out) {
  const double *factor = self->factor[row];
  const model *m = self->equations->m;
  const deck_line *line = self->equations->row[row].line;
  const int pivot = self->taken[row];
  int n = 0;
  for (int c = 0; c < self->n_columns; c++) n += fabs(factor[c]) > 1e-14;
  TRY(deck_print_line(out, line, "%d", n));
  for (int c = -1; c < self->n_columns; c++) {
    const int at = c < 0 ? pivot : c;
    if (c == pivot || fabs(factor[at]) <= 1e-14) continue;
    TRY(deck_print_line(out, line, "%ld,%d,%.12e", m->nodes[self->of[at] / 6].id, self->of[at] % 6 + 1,
                        factor[at]));
  }
  return CHATTER_OK;
}

static chatter_status print_rows(const equation_table *self, deck *out) {
  int first = 1;
  for (int r = 0; r < self->n; r++) {
    if (self->taken[r] < 0 || self->of[self->taken[r]] % 6 >= 3)
      continue; // a rotation, which the body does not have
    if (first) TRY(deck_print_line(out, self->equations->row[r].line, "*EQUATION"));
    first = 0;
    TRY(print_row(self, r, out));
  }
  return CHATTER_OK;
}

// Fills the table with rows scaled to a largest factor of 1. Held rotations are left out; ccx
// itself leaves out held displacements.
static chatter_status fill_table(equation_table *self, const equation_marks *marks) {
  const equations *e = self->equations;
  int *column, most = 0;
  for (int r = 0; r < e->n; r++) most += e->row[r].n;
  ARENA_ARRAY(column, e->memory, 6L * e->m->n_nodes);
  ARENA_ARRAY(self->of, e->memory, most);
  ARENA_ARRAY(self->taken, e->memory, e->n);
  ARENA_ARRAY(self->factor, e->memory, e->n);
  for (int r = 0; r < e->n; r++)
    for (int t = 0; t < e->row[r].n; t++) {
      const int at = e->row[r].at[t];
      if (column[at] > 0) continue;
      self->of[self->n_columns++] = at;
      column[at] = self->n_columns; // numbered from 1
    }
  ARENA_ARRAY(self->prefer, e->memory, self->n_columns);
  for (int c = 0; c < self->n_columns; c++) self->prefer[c] = find_preference(self, marks, c);
  for (int r = 0; r < e->n; r++) {
    double largest = 0;
    self->taken[r] = -1;
    ARENA_ARRAY(self->factor[r], e->memory, self->n_columns);
    for (int t = 0; t < e->row[r].n; t++) {
      const int at = e->row[r].at[t], held = marks->fixed[at / 6] >> at % 6 & 1 && at % 6 >= 3;
      double *factor = &self->factor[r][column[at] - 1];
      if (!held) *factor += e->row[r].factor[t];
      largest = fmax(largest, fabs(*factor));
    }
    for (int c = 0; c < self->n_columns && largest > 0; c++) self->factor[r][c] /= largest;
  }
  return CHATTER_OK;
}

// Checks an equation that was solved for nothing: the rest must be rounding, or be held as it
// stands.
static chatter_status check_unsolved_row(const equation_table *self, const equation_marks *marks, int row) {
  const deck_line *line = self->equations->row[row].line;
  for (int c = 0; c < self->n_columns; c++)
    if (fabs(self->factor[row][c]) > rounding_level &&
        !(marks->fixed[self->of[c] / 6] >> self->of[c] % 6 & 1))
      return deck_raise(
          line, line->text,
          "every node that this could bind follows other nodes already (*TIE, *EQUATION): give the "
          "coupling a surface with nodes of its own, or leave one of the two out");
  return CHATTER_OK;
}

chatter_status equations_solve_and_print(const equations *self, const equation_marks *marks, deck *out) {
  equation_table t = {.equations = self, .n = self->n};
  int row = 0, pivot = 0;
  TRY(fill_table(&t, marks));
  for (int wanted = 3; wanted > 0; wanted--)
    while (find_pivot(&t, wanted, &row, &pivot)) {
      eliminate_column(&t, row, pivot);
      t.taken[row] = pivot;
    }
  for (int r = 0; r < t.n; r++)
    if (t.taken[r] < 0) TRY(check_unsolved_row(&t, marks, r));
  return print_rows(&t, out);
}
