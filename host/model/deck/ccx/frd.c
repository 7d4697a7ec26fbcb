// Reads result files of ccx.
#include "model/deck/ccx/frd.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/model_lookup.h"

enum {
  LINE_LENGTH = 256,
  NUMBERS_COLUMN = 13,
  NUMBER_WIDTH = 12,
  MAX_NODE_VALUES = 6
}; // columns of a node's line

// A block of values, from " -4  DISP ..." to " -3".
typedef struct result_block {
  const char *name;
  int n;      // values of a node
  int n_read; // blocks so far
  double *to; // [blocks][n_nodes][n]
} result_block;

static chatter_status raise_unreadable(const char *path, const char *what) {
  return error_raise(CHATTER_BAD_MODEL, "%s: ccx's results cannot be read: %s", path, what);
}

// Reads the numbers of a node, in columns without blanks between them.
static int read_numbers(const char *line, int n, double scale, double *to) {
  const size_t length = strcspn(line, "\r\n");
  if (length < (size_t)(NUMBERS_COLUMN + n * NUMBER_WIDTH)) return 0;
  for (int i = 0; i < n; i++) {
    char text[NUMBER_WIDTH + 1] = "", *end;
    memcpy(text, line + NUMBERS_COLUMN + i * NUMBER_WIDTH, NUMBER_WIDTH);
    to[i] = strtod(text, &end) / scale;
    if (end == text || !isfinite(to[i])) return 0;
  }
  return 1;
}

static chatter_status read_block(FILE *file, const char *path, const model *m, double scale,
                                 result_block *of) {
  char line[LINE_LENGTH];
  double *to = of->to + (long)of->n_read * m->n_nodes * of->n;
  while (fgets(line, sizeof line, file) && strncmp(line, " -3", 3) != 0) {
    char id[11] = "";
    if (strncmp(line, " -1", 3) != 0) continue;
    memcpy(id, line + 3, 10);
    const int node = model_find_node_id(m, strtol(id, NULL, 10)); // nodes that ccx adds are not in the model
    if (node >= 0 && !read_numbers(line, of->n, scale, to + (long)node * of->n))
      return raise_unreadable(path, "the line of a node is cut off or not finite (is the disk full?)");
  }
  of->n_read++;
  return CHATTER_OK;
}

static chatter_status read_blocks(FILE *file, const char *path, const model *m, int n, const double *scale,
                                  result_block of[2]) {
  char line[LINE_LENGTH];
  while (fgets(line, sizeof line, file))
    for (int k = 0; k < 2; k++)
      if (strncmp(line, " -4  ", 5) == 0 && strncmp(line + 5, of[k].name, strlen(of[k].name)) == 0 &&
          of[k].n_read < n)
        TRY(read_block(file, path, m, scale[of[k].n_read], &of[k]));
  if (ferror(file)) return raise_unreadable(path, strerror(errno));
  return of[0].n_read == n && of[1].n_read == n ? CHATTER_OK : raise_unreadable(path, "it ends too early");
}

chatter_status frd_read_results(const char *path, const model *m, int n, const double *scale, double *u,
                                double *stress) {
  result_block of[2] = {{.name = "DISP ", .n = 3, .to = u},
                        {.name = "STRESS ", .n = MAX_NODE_VALUES, .to = stress}};
  FILE *file = fopen(path, "r");
  if (!file) return raise_unreadable(path, strerror(errno));
  const chatter_status status = read_blocks(file, path, m, n, scale, of);
  fclose(file);
  return status;
}
