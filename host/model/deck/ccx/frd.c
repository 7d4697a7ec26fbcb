#include "model/deck/ccx/frd.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/model_lookup.h"

enum { LINE = 256, NUMBERS_AT = 13, NUMBER = 12, MOST_NUMBERS = 6 }; // columns of a node's line

// A block of values, " -4  DISP ...", up to " -3".
typedef struct block {
  const char *name;
  int n;      // values of a node
  int n_read; // blocks so far
  double *to; // [blocks][n_nodes][n]
} block;

static chatter_status raise(const char *path, const char *what) {
  return error_raise(CHATTER_BAD_MODEL, "%s: ccx's results cannot be read: %s", path, what);
}

// A node's numbers, in columns that touch each other.
static int read_numbers(const char *line, int n, double scale, double *to) {
  const size_t length = strcspn(line, "\r\n");
  if (length < (size_t)(NUMBERS_AT + n * NUMBER)) return 0;
  for (int i = 0; i < n; i++) {
    char text[NUMBER + 1] = "", *end;
    memcpy(text, line + NUMBERS_AT + i * NUMBER, NUMBER);
    to[i] = strtod(text, &end) / scale;
    if (end == text || !isfinite(to[i])) return 0;
  }
  return 1;
}

static chatter_status read_block(FILE *file, const char *path, const model *m, double scale, block *of) {
  char line[LINE];
  double *to = of->to + (long)of->n_read * m->n_nodes * of->n;
  while (fgets(line, sizeof line, file) && strncmp(line, " -3", 3) != 0) {
    char id[11] = "";
    if (strncmp(line, " -1", 3) != 0) continue;
    memcpy(id, line + 3, 10);
    const int node = model_node_of_id(m, strtol(id, NULL, 10)); // those that ccx adds are not there
    if (node >= 0 && !read_numbers(line, of->n, scale, to + (long)node * of->n))
      return raise(path, "a line of a node is damaged");
  }
  of->n_read++;
  return CHATTER_OK;
}

static chatter_status read_all(FILE *file, const char *path, const model *m, int n, const double *scale,
                               block of[2]) {
  char line[LINE];
  while (fgets(line, sizeof line, file))
    for (int k = 0; k < 2; k++)
      if (strncmp(line, " -4  ", 5) == 0 && strncmp(line + 5, of[k].name, strlen(of[k].name)) == 0 &&
          of[k].n_read < n)
        TRY(read_block(file, path, m, scale[of[k].n_read], &of[k]));
  if (ferror(file)) return raise(path, strerror(errno));
  return of[0].n_read == n && of[1].n_read == n ? CHATTER_OK : raise(path, "it ends too early");
}

chatter_status frd_read(const char *path, const model *m, int n, const double *scale, double *u,
                        double *stress) {
  block of[2] = {{.name = "DISP ", .n = 3, .to = u}, {.name = "STRESS ", .n = MOST_NUMBERS, .to = stress}};
  FILE *file = fopen(path, "r");
  if (!file) return raise(path, strerror(errno));
  const chatter_status status = read_all(file, path, m, n, scale, of);
  fclose(file);
  return status;
}
