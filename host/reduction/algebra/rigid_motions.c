// Finds rigid motions that cost energy.
#include "reduction/algebra/rigid_motions.h"

#include <math.h>
#include <stdio.h>

#include "base/dot.h"
#include "base/log.h"
#include "model/model.h"
#include "model/sparse_matrix.h"

// Returns 1 if nothing of the model is fixed: every node moves in three directions or depends on
// other nodes.
static int is_free(const model *m) {
  int free = 1;
  for (int i = 0; i < m->n_nodes; i++)
    for (int d = 0; d < 3; d++) free &= m->nodes[i].equation[d] >= 0 || m->nodes[i].unknown >> d & 1;
  return free;
}

// Computes translations along and rotations about x, y, z through the centre of the nodes,
// M-orthonormal. image: M times them. Returns 1 if there are six; nodes without coordinates have no
// rotations.
static int rigid_motions(const model *m, int n, double *motion, double *image) {
  double middle[3] = {0};
  for (int i = 0; i < m->n_nodes; i++)
    for (int d = 0; d < 3; d++) middle[d] += m->nodes[i].position[d] / m->n_nodes;
  for (int r = 0; r < MAX_RIGID_MOTIONS; r++) {
    double *q = motion + (long)r * n, *mq = image + (long)r * n;
    for (int i = 0; i < m->n_nodes; i++)
      for (int d = 0; d < 3; d++) {
        const int equation = m->nodes[i].equation[d], axis = r - 3;
        if (equation < 0) continue;
        if (r < 3)
          q[equation] = d == r;
        else if (d != axis) // e_axis × (x - centre)
          q[equation] =
              (d == (axis + 1) % 3 ? -1 : 1) * (m->nodes[i].position[3 - axis - d] - middle[3 - axis - d]);
      }
    sparse_multiply(&m->mass, q, mq);
    const double before = dot(n, q, mq);
    for (int pass = 0; pass < 2; pass++)
      for (int k = 0; k < r; k++) {
        const double along = dot(n, image + (long)k * n, q);
        for (int i = 0; i < n; i++) q[i] -= along * motion[(long)k * n + i];
      }
    sparse_multiply(&m->mass, q, mq);
    const double left = dot(n, q, mq), factor = 1 / sqrt(left);
    if (!(left > 1e-12 * before)) return 0;
    for (int i = 0; i < n; i++) q[i] *= factor, mq[i] *= factor;
  }
  return 1;
}

static const double nearly = 0.9; // fraction of a mode's kinetic energy in rigid motion

// Finds the elastic modes that are rigid motions. If translations cost energy, the body stands on
// springs; rotations may cost energy then too, and nothing is reported.
static void find(const structure *s, const double *image, int *n, double *frequency) {
  for (int k = s->n_rigid; k < s->n_modes && *n < MAX_RIGID_MOTIONS; k++) {
    double rigid = 0, translation = 0;
    for (int r = 0; r < MAX_RIGID_MOTIONS; r++) {
      const double along = dot(s->n, image + (long)r * s->n, s->modes + (long)k * s->n);
      rigid += along * along;
      translation += r < 3 ? along * along : 0;
    }
    if (rigid > nearly && translation > 1e-3) {
      *n = 0;
      return;
    }
    if (rigid > nearly) frequency[(*n)++] = sqrt(s->lambda[k]) / (2 * M_PI);
  }
}

chatter_status rigid_find_costly(const model *m, const structure *s, int *n, double *frequency) {
  double *motion, *image;
  *n = 0;
  if (s->n_held > 0 || s->n_added > 0 || s->n_rigid < 3 || s->n_modes == s->n_rigid || !is_free(m))
    return CHATTER_OK;
  ALLOCATE(motion, (long)MAX_RIGID_MOTIONS * s->n);
  ALLOCATE(image, (long)MAX_RIGID_MOTIONS * s->n);
  if (rigid_motions(m, s->n, motion, image)) find(s, image, n, frequency);
  memory_free(motion);
  memory_free(image);
  return CHATTER_OK;
}

const char *rigid_costly_text(const model *m, int n, const double *frequency, char *text, size_t size) {
  int used = snprintf(text, size, "%d rigid %s energy:", n, n == 1 ? "motion costs" : "motions cost");
  for (int k = 0; k < n; k++)
    used += snprintf(text + used, size - (size_t)used, "%s %.4g", k ? "," : "", frequency[k]);
  snprintf(text + used, size - (size_t)used, " Hz where a free body has 0. %s",
           m->rotation_resists
               ? m->rotation_resists
               : "The stiffness resists rotation: look for equations or springs that bind nodes "
                 "which lie apart, and for directions that the matrices lack");
  return text;
}

chatter_status rigid_warn_costly(const model *m, const structure *s) {
  int n;
  double frequency[MAX_RIGID_MOTIONS];
  char text[600];
  TRY(rigid_find_costly(m, s, &n, frequency));
  if (n > 0) log_warning("%s", rigid_costly_text(m, n, frequency, text, sizeof text));
  return CHATTER_OK;
}
