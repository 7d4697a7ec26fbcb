// Models from other programs: K, M and C as Matrix Market files, and CSV tables that name their
// rows.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/csv.h"
#include "base/text.h"
#include "model/model.h"
#include "model/model_kinds.h"
#include "model/matrices/mtx.h"
#include "model/model_lookup.h"
#include "model/scan.h"
#include "model/sparse_matrix.h"

// Files of the model and their keys in the study.
static const struct {
  const char *key;
  size_t offset; // of the name in model_config
  int needed;
} file_keys[] = {
    {"stiffness", offsetof(model_config, stiffness), 1}, {"mass", offsetof(model_config, mass), 1},
    {"damping", offsetof(model_config, damping), 0},     {"dof", offsetof(model_config, dof), 1},
    {"nodes", offsetof(model_config, nodes), 0},         {"contact", offsetof(model_config, contact), 0}};
enum { STIFFNESS_FILE, MASS_FILE, DAMPING_FILE, DOF_FILE, NODES_FILE, CONTACT_FILE, N_FILES };

typedef struct file_name {
  int is_given;
  char key[32]; // dotted path
  char path[MODEL_PATH];
} file_name;

static chatter_status find_file(const study *s, int which, file_name *out) {
  const char *name = (const char *)&s->model + file_keys[which].offset;
  snprintf(out->key, sizeof out->key, "model.%s", file_keys[which].key);
  out->is_given = name[0] != 0;
  if (!out->is_given && file_keys[which].needed)
    return error_raise(CHATTER_BAD_MODEL, "%s: a model of matrices needs a file in %s",
                       model_key_place(s, "model"), out->key);
  model_file_path(s->path, name, out->path);
  return CHATTER_OK;
}

// Opens a table and finds its columns; a column not among `names` is an error. column[i] is -1 for
// absent names among the last n_optional.
static chatter_status open_table(const char *path, int n, const char *const *names, int n_optional,
                                 csv_table *table, int *column) {
  char near[80], list[160] = "";
  TRY(csv_read(path, CHATTER_BAD_MODEL, CHATTER_BAD_MODEL, table));
  for (int i = 0; i < n; i++) text_list_add(list, sizeof list, names[i]);
  for (int c = 0; c < table->n_columns; c++) {
    int known = 0;
    for (int i = 0; i < n; i++) known |= strcmp(table->header[c].text, names[i]) == 0;
    if (!known)
      return csv_raise(table, &table->header[c], "unknown column '%s'; allowed: %s%s", table->header[c].text,
                       list, text_did_you_mean(table->header[c].text, n, names, near, sizeof near));
  }
  for (int i = 0; i < n; i++) {
    column[i] = csv_find(table, names[i]);
    if (i < n - n_optional) TRY(csv_require(table, names[i], &column[i]));
  }
  if (table->n_rows == 0) return error_raise(CHATTER_BAD_MODEL, "%s:1:1: the table has no rows", path);
  return CHATTER_OK;
}

static chatter_status read_id(const csv_table *table, long row, int column, long *id) {
  TRY(csv_integer(table, row, column, id));
  if (*id >= 0) return CHATTER_OK;
  return csv_raise(table, csv_at(table, row, column), "the id %ld is negative", *id);
}

static int compare_ids(const void *a, const void *b) {
  const model_node *x = a, *y = b;
  return x->id < y->id ? -1 : x->id > y->id;
}

// Reads nodes.csv: id,x,y,z[,sets].
static chatter_status read_nodes(const csv_table *table, const int *column, model *out) {
  out->n_nodes = (int)table->n_rows;
  ARENA_ARRAY(out->nodes, out->memory, out->n_nodes);
  for (int i = 0; i < out->n_nodes; i++) {
    model_node *node = &out->nodes[i];
    *node = (model_node){.equation = {-1, -1, -1}};
    TRY(read_id(table, i, column[0], &node->id));
    for (int d = 0; d < 3; d++) TRY(csv_number(table, i, column[1 + d], &node->position[d]));
  }
  qsort(out->nodes, (size_t)out->n_nodes, sizeof *out->nodes, compare_ids);
  for (int i = 0; i < out->n_nodes; i++) { // in file order, so that the second node of an id is reported
    long id = 0;
    TRY(read_id(table, i, column[0], &id));
    model_node *node = &out->nodes[model_find_node_id(out, id)];
    if (node->equation[0] == -2)
      return csv_raise(table, csv_at(table, i, column[0]), "node %ld is given twice", id);
    node->equation[0] = -2;
  }
  for (int i = 0; i < out->n_nodes; i++) out->nodes[i].equation[0] = -1;
  return CHATTER_OK;
}

// Finds the n-th word (from 0) of a cell of blank-separated set names. Returns its length; 0: no
// more.
static size_t find_set_word(const char *text, int n, char word[STUDY_SET]) {
  for (int k = 0;; k++) {
    text += strspn(text, " \t");
    size_t length = strcspn(text, " \t");
    if (length == 0) return 0;
    if (k == n) {
      snprintf(word, STUDY_SET, "%.*s", (int)length, text);
      return length;
    }
    text += length;
  }
}

// Reads the column `sets` in two passes, names and sizes first.
static chatter_status read_node_sets(const csv_table *table, const int *column, model *out) {
  enum { MOST_SETS = 1000 };
  char word[STUDY_SET];
  int *size;
  if (column[4] < 0) return CHATTER_OK;
  ARENA_ARRAY(out->sets, out->memory, MOST_SETS);
  ARENA_ARRAY(size, out->memory, MOST_SETS);
  for (int pass = 0; pass < 2; pass++) {
    for (int i = 0; pass == 1 && i < out->n_sets; i++) {
      ARENA_ARRAY(out->sets[i].node, out->memory, size[i]);
      out->sets[i].n = 0;
    }
    for (long r = 0; r < table->n_rows; r++)
      for (int n = 0; find_set_word(csv_text(table, r, column[4]), n, word); n++) {
        int set = 0;
        long id;
        if (find_set_word(csv_text(table, r, column[4]), n, word) >= STUDY_SET)
          return csv_raise(table, csv_at(table, r, column[4]),
                           "the set name '%s...' is too long; allowed: %d characters", word, STUDY_SET - 1);
        while (set < out->n_sets && strcasecmp(out->sets[set].name, word) != 0) set++;
        if (set == MOST_SETS)
          return csv_raise(table, csv_at(table, r, column[4]), "more than %d node sets", MOST_SETS);
        if (set == out->n_sets) snprintf(out->sets[out->n_sets++].name, STUDY_SET, "%s", word);
        TRY(read_id(table, r, column[0], &id));
        if (pass == 0)
          size[set]++;
        else
          out->sets[set].node[out->sets[set].n++] = model_find_node_id(out, id);
      }
  }
  return CHATTER_OK;
}

// Makes the nodes of dof.csv, at the origin, if there is no nodes.csv.
static chatter_status read_nodes_of_dofs(const csv_table *table, const int *column, model *out) {
  ARENA_ARRAY(out->nodes, out->memory, table->n_rows);
  for (long r = 0; r < table->n_rows; r++) {
    out->nodes[r] = (model_node){.equation = {-1, -1, -1}};
    TRY(read_id(table, r, column[1], &out->nodes[r].id));
  }
  qsort(out->nodes, (size_t)table->n_rows, sizeof *out->nodes, compare_ids);
  for (long r = 0; r < table->n_rows; r++)
    if (r == 0 || out->nodes[r].id != out->nodes[out->n_nodes - 1].id)
      out->nodes[out->n_nodes++] = out->nodes[r];
  return CHATTER_OK;
}

// Returns 0, 1, 2 for dof 1, 2, 3 or x, y, z; 3, 4, 5 for rotations 4, 5, 6 or rx, ry, rz; -1
// otherwise.
static int parse_dof(const char *text) {
  static const char *const names[] = {"1", "2", "3", "4", "5", "6", "x", "y", "z", "rx", "ry", "rz"};
  for (int i = 0; i < 12; i++)
    if (strcmp(text, names[i]) == 0) return i % 6;
  return -1;
}

// Reads dof.csv: eq,node,dof with equations from 1, each once. Rotations (of beams and shells) are
// rows of the matrices, but no node keeps their equations: no contact, load or output can name
// them.
static chatter_status read_dofs(const csv_table *table, const int *column, model *out) {
  long n = table->n_rows, equation, id;
  char *taken;
  int(*rotation)[3]; // by node, equation from 1
  ARENA_ARRAY(taken, out->memory, n);
  ARENA_ARRAY(rotation, out->memory, out->n_nodes);
  for (long r = 0; r < n; r++) {
    TRY(csv_integer(table, r, column[0], &equation));
    if (equation < 1 || equation > n)
      return csv_raise(table, csv_at(table, r, column[0]),
                       "equation %ld; allowed: 1 to %ld, the number of rows", equation, n);
    if (taken[equation - 1]++)
      return csv_raise(table, csv_at(table, r, column[0]), "equation %ld is given twice", equation);
    TRY(read_id(table, r, column[1], &id));
    int node = model_find_node_id(out, id);
    if (node < 0)
      return csv_raise(table, csv_at(table, r, column[1]), "there is no node %ld among the nodes", id);
    const char *direction = csv_text(table, r, column[2]);
    int dof = parse_dof(direction);
    if (dof < 0)
      return csv_raise(
          table, csv_at(table, r, column[2]),
          "direction '%.30s'; allowed: 1, 2, 3 or x, y, z, and the rotations 4, 5, 6 or rx, ry, rz",
          direction);
    int before = dof < 3 ? out->nodes[node].equation[dof] + 1 : rotation[node][dof - 3];
    if (before > 0)
      return csv_raise(table, csv_at(table, r, column[2]),
                       "node %ld has direction '%s' already in equation %d", id, direction, before);
    if (dof < 3)
      out->nodes[node].equation[dof] = (int)equation - 1;
    else
      rotation[node][dof - 3] = (int)equation;
  }
  return CHATTER_OK;
}

// Reads contact.csv: id,node,partner,nx,ny,nz[,gap,area,preload,gap_phase]. partner: a node or
// `ground`; the normal has any length.
static chatter_status read_contacts(const csv_table *table, const int *column, model *out) {
  out->n_contacts = (int)table->n_rows;
  ARENA_ARRAY(out->contacts, out->memory, out->n_contacts);
  for (int r = 0; r < out->n_contacts; r++) {
    model_contact *c = &out->contacts[r];
    *c = (model_contact){.partner = -1};
    TRY(read_id(table, r, column[0], &c->id));
    for (int i = 0; i < r; i++)
      if (out->contacts[i].id == c->id)
        return csv_raise(table, csv_at(table, r, column[0]), "contact %ld is given twice", c->id);
    for (int side = 0; side < 2; side++) {
      const csv_cell *cell = csv_at(table, r, column[1 + side]);
      long id;
      if (side == 1 && strcmp(cell->text, "ground") == 0) continue;
      if (side == 1 && !strchr("0123456789-+", cell->text[0]))
        return csv_raise(table, cell, "partner '%.30s'; allowed: a node of the model, or ground", cell->text);
      TRY(read_id(table, r, column[1 + side], &id));
      int node = model_find_node_id(out, id);
      if (node < 0) return csv_raise(table, cell, "there is no node %ld among the nodes", id);
      const int *e = out->nodes[node].equation;
      if (e[0] < 0 && e[1] < 0 && e[2] < 0)
        return csv_raise(table, cell, "node %ld cannot move: it has no equation", id);
      *(side ? &c->partner : &c->node) = node;
    }
    if (c->partner == c->node)
      return csv_raise(table, csv_at(table, r, column[2]), "a node in contact with itself");
    double length = 0;
    for (int d = 0; d < 3; d++) {
      TRY(csv_number(table, r, column[3 + d], &c->normal[d]));
      length = hypot(length, c->normal[d]);
    }
    if (!(length > 1e-12 && isfinite(length)))
      return csv_raise(table, csv_at(table, r, column[3]), "the normal has no direction");
    for (int d = 0; d < 3; d++) c->normal[d] /= length;
    if (column[6] >= 0) TRY(csv_number(table, r, column[6], &c->gap));
    if (column[7] >= 0) TRY(csv_number(table, r, column[7], &c->area));
    if (column[7] >= 0 && !(c->area > 0))
      return csv_raise(table, csv_at(table, r, column[7]), "area %g m²; allowed: positive", c->area);
    if (column[8] >= 0) TRY(csv_number(table, r, column[8], &c->preload));
    if (column[9] >= 0) TRY(csv_number(table, r, column[9], &c->gap_phase));
  }
  return CHATTER_OK;
}

static chatter_status load_nodes(const file_name *names, model *out) {
  static const char *const columns[] = {"id", "x", "y", "z", "sets"};
  int column[5];
  if (!names[NODES_FILE].is_given) return CHATTER_OK;
  csv_table table = {.memory = NULL};
  chatter_status status = open_table(names[NODES_FILE].path, 5, columns, 1, &table, column);
  if (status == CHATTER_OK) status = read_nodes(&table, column, out);
  if (status == CHATTER_OK) status = read_node_sets(&table, column, out);
  csv_destroy(&table);
  return status;
}

static chatter_status load_dofs(const file_name *names, model *out, int *n) {
  static const char *const columns[] = {"eq", "node", "dof"};
  int column[3];
  csv_table table = {.memory = NULL};
  chatter_status status = open_table(names[DOF_FILE].path, 3, columns, 0, &table, column);
  if (status == CHATTER_OK && out->n_nodes == 0) status = read_nodes_of_dofs(&table, column, out);
  if (status == CHATTER_OK) status = read_dofs(&table, column, out);
  *n = (int)table.n_rows;
  csv_destroy(&table);
  return status;
}

static chatter_status load_contacts(const file_name *names, model *out) {
  static const char *const columns[] = {"id", "node", "partner", "nx",      "ny",
                                        "nz", "gap",  "area",    "preload", "gap_phase"};
  int column[10];
  if (!names[CONTACT_FILE].is_given) return CHATTER_OK;
  csv_table table = {.memory = NULL};
  chatter_status status = open_table(names[CONTACT_FILE].path, 10, columns, 4, &table, column);
  if (status == CHATTER_OK) status = read_contacts(&table, column, out);
  csv_destroy(&table);
  return status;
}

chatter_status matrices_load(const study *s, model *out) {
  file_name names[N_FILES];
  int n;
  for (int i = 0; i < N_FILES; i++) TRY(find_file(s, i, &names[i]));
  TRY(load_nodes(names, out));
  TRY(load_dofs(names, out, &n));
  TRY(load_contacts(names, out));
  out->fixed_is_unknown = 1;
  sparse *matrix[] = {&out->stiffness, &out->mass, &out->damping};
  double *asymmetry[] = {&out->stiffness_asymmetry, &out->mass_asymmetry, &out->damping_asymmetry};
  for (int i = STIFFNESS_FILE; i <= DAMPING_FILE; i++)
    if (names[i].is_given)
      TRY(mtx_read(names[i].path, model_key_place(s, names[i].key), n, out->memory, matrix[i], asymmetry[i]));
  return CHATTER_OK;
}

chatter_status matrices_hash(const study *s, sha256 *hash) {
  chatter_status status = CHATTER_OK;
  for (int i = 0; i < N_FILES; i++) {
    file_name name;
    scan file;
    char hex[65];
    sha256 content;
    TRY(find_file(s, i, &name));
    sha256_add_text(hash, name.is_given ? file_keys[i].key : "");
    if (!name.is_given) continue;
    if (scan_read(name.path, model_key_place(s, name.key), &file) != CHATTER_OK) {
      status = CHATTER_BAD_MODEL; // after all mistakes are reported
      continue;
    }
    sha256_begin(&content);
    sha256_add(&content, file.begin, (size_t)(file.end - file.begin));
    sha256_end(&content, hex);
    scan_destroy(&file);
    sha256_add_text(hash, hex);
  }
  return status;
}
