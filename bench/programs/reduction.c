// Time and memory of a reduction: a solid block of 8-node bricks with about 100,000 degrees of
// freedom, clamped at one end, 100 boundary coordinates, 50 modes.
// usage: bench_reduction [elements x y z [method]]
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "base/log.h"
#include "model/sparse_matrix.h"
#include "reduction/reduce.h"

enum { CORNERS = 8, MODES = 50, FRICTIONAL = 33 };
static const double E = 210e9, NU = 0.3, RHO = 7850, EDGE = 0.002; // Pa, 1, kg/m³, m

typedef struct block {
  int n[3]; // elements along x, y, z
} block;

static int node_at(const block *b, int i, int j, int k) {
  return (i * (b->n[1] + 1) + j) * (b->n[2] + 1) + k;
}

// Element matrices of a cube by 2×2×2 Gauss points: K_ab = ∫ λ ∇N_a ∇N_bᵀ + µ (∇N_b ∇N_aᵀ + ∇N_a·∇N_b 1).
static void brick(double k[24][24], double m[24][24]) {
  double lambda = E * NU / ((1 + NU) * (1 - 2 * NU)), mu = E / (2 * (1 + NU)), w = EDGE * EDGE * EDGE / 8;
  memset(k, 0, 24 * sizeof *k);
  memset(m, 0, 24 * sizeof *m);
  for (int point = 0; point < CORNERS; point++) {
    double value[CORNERS], gradient[CORNERS][3];
    for (int a = 0; a < CORNERS; a++) {
      double f[3], s[3];
      for (int d = 0; d < 3; d++) {
        s[d] = a >> d & 1 ? 1 : -1;
        f[d] = (1 + s[d] * (point >> d & 1 ? 1 : -1) / sqrt(3)) / 2;
      }
      value[a] = f[0] * f[1] * f[2];
      for (int d = 0; d < 3; d++) gradient[a][d] = s[d] / EDGE * f[(d + 1) % 3] * f[(d + 2) % 3];
    }
    for (int a = 0; a < CORNERS; a++)
      for (int b = 0; b < CORNERS; b++) {
        double *g = gradient[a], *h = gradient[b], dot = g[0] * h[0] + g[1] * h[1] + g[2] * h[2];
        for (int i = 0; i < 3; i++) {
          for (int j = 0; j < 3; j++)
            k[3 * a + i][3 * b + j] += w * (lambda * g[i] * h[j] + mu * (g[j] * h[i] + (i == j) * dot));
          m[3 * a + i][3 * b + i] += w * RHO * value[a] * value[b];
        }
      }
  }
}

static chatter_status assemble(const block *b, const double element[24][24], model *out, sparse *matrix,
                               int n) {
  long most = 300L * b->n[0] * b->n[1] * b->n[2], count = 0;
  int *row, *column;
  double *value;
  ALLOCATE(row, most);
  ALLOCATE(column, most);
  ALLOCATE(value, most);
  for (int e = 0; e < b->n[0] * b->n[1] * b->n[2]; e++) {
    int x = e / (b->n[1] * b->n[2]), y = e / b->n[2] % b->n[1], z = e % b->n[2], equation[24];
    for (int a = 0; a < CORNERS; a++)
      for (int d = 0; d < 3; d++)
        equation[3 * a + d] =
            out->nodes[node_at(b, x + (a & 1), y + (a >> 1 & 1), z + (a >> 2 & 1))].equation[d];
    for (int i = 0; i < 24; i++)
      for (int j = 0; j < 24; j++)
        if (equation[i] >= 0 && equation[i] <= equation[j] && element[i][j] != 0) {
          row[count] = equation[i];
          column[count] = equation[j];
          value[count++] = element[i][j];
        }
  }
  chatter_status status = sparse_from_triplets(out->memory, n, count, row, column, value, matrix);
  memory_free(row);
  memory_free(column);
  memory_free(value);
  return status;
}

static chatter_status make_model(const block *b, model *out) {
  double k[24][24], m[24][24];
  int n = 0;
  *out = (model){.memory = arena_create(), .n_nodes = (b->n[0] + 1) * (b->n[1] + 1) * (b->n[2] + 1)};
  out->nodes = arena_allocate(out->memory, (size_t)out->n_nodes * sizeof *out->nodes);
  out->node_index = arena_allocate(out->memory, (size_t)out->n_nodes * sizeof *out->node_index);
  for (int i = 0; i < out->n_nodes; i++) {
    int y = i / (b->n[2] + 1) % (b->n[1] + 1), x = i / (b->n[2] + 1) / (b->n[1] + 1), z = i % (b->n[2] + 1);
    out->nodes[i] = (model_node){.id = i + 1, .position = {EDGE * x, EDGE * y, EDGE * z}};
    for (int d = 0; d < 3; d++) out->nodes[i].equation[d] = x == 0 ? -1 : n++;
    out->node_index[i] = i;
  }
  out->n_sets = 1; // contact nodes along the lower edge of the free end
  out->sets = arena_allocate(out->memory, sizeof *out->sets);
  out->sets[0] = (node_set){.name = "TIP", .n = FRICTIONAL};
  out->sets[0].node = arena_allocate(out->memory, FRICTIONAL * sizeof(int));
  for (int c = 0; c < FRICTIONAL; c++)
    out->sets[0].node[c] = node_at(b, b->n[0] - c / (b->n[2] + 1), 0, c % (b->n[2] + 1));
  brick(k, m);
  TRY(assemble(b, (const double(*)[24])k, out, &out->stiffness, n));
  return assemble(b, (const double(*)[24])m, out, &out->mass, n);
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main(int count, char **word) {
  static study s;
  block b = {{32, 32, 32}};
  for (int d = 0; d < 3 && count >= 4; d++) b.n[d] = atoi(word[1 + d]);
  s.reduction.method = count >= 5 ? atoi(word[4]) : REDUCTION_MACNEAL;
  s.reduction.modes = MODES;
  contact_config contacts[2];
  s.n_contacts = 2, s.contacts = contacts;
  s.contacts[0] = (contact_config){.nodes = "TIP", .law = LAW_FRICTION, .normal = {0, 1, 0}};
  s.contacts[1] = (contact_config){.law = LAW_UNILATERAL, .normal = {-1, 0, 0}};
  snprintf(s.contacts[1].nodes, STUDY_NAME, "%d", node_at(&b, b.n[0], b.n[1], b.n[2]) + 1);
  model m;
  struct rusage usage;
  reduced_model r = {.memory = arena_create()};
  double start = now();
  if (make_model(&b, &m) != CHATTER_OK) return log_errors(), 1;
  double meshed = now();
  if (reduce_model(&s, &m, &r) != CHATTER_OK) return log_errors(), 1;
  double end = now();
  getrusage(RUSAGE_SELF, &usage);
  printf("equations,boundary,modes,method,mesh_s,reduce_s,processor_s,peak_mib,f_first_hz,f_last_hz\n");
  printf("%d,%d,%d,%s,%.2f,%.2f,%.0f,%.0f,%.4f,%.1f\n", m.stiffness.n, r.n_boundary, r.n_modes, r.method,
         meshed - start, end - meshed, (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec),
         (double)usage.ru_maxrss / 1024, sqrt(r.omega2[0]) / 6.283185307179586,
         sqrt(r.omega2[MODES - 1]) / 6.283185307179586);
  reduced_destroy(&r);
  model_destroy(&m);
  return 0;
}
