// The motion of both bodies at a step, for fields on the mesh.
#include "engines/sliding/extract/sliding_motion.h"

#include <math.h>
#include <string.h>

#include "engines/sliding/sliding_engine.h"

// Solves A x = b, [n][n] symmetric and positive; zero rows, of fixed displacements, give 0.
static void solve(int n, double *a, double *b) {
  for (int k = 0; k < n; k++) {
    if (!(a[k * n + k] > 0)) continue;
    for (int i = k + 1; i < n; i++) {
      const double factor = a[i * n + k] / a[k * n + k];
      for (int j = k; j < n; j++) a[i * n + j] -= factor * a[k * n + j];
      b[i] -= factor * b[k];
    }
  }
  for (int k = n - 1; k >= 0; k--) {
    for (int j = k + 1; j < n; j++) b[k] -= a[k * n + j] * b[j];
    b[k] = a[k * n + k] > 0 ? b[k] / a[k * n + k] : 0;
  }
}

// Finds the forces on n displacements with these rows of modes from the modal displacements that
// they caused, h² rowsᵀ force.
static void forces_on(int n, int modes, const double *rows, const double *moved, double h, double *force) {
  double gram[16];
  for (int i = 0; i < n; i++) {
    force[i] = 0;
    for (int k = 0; k < modes; k++) force[i] += rows[i * modes + k] * moved[k] / (h * h);
    for (int j = 0; j < n; j++) {
      gram[i * n + j] = 0;
      for (int k = 0; k < modes; k++) gram[i * n + j] += rows[i * modes + k] * rows[j * modes + k];
    }
  }
  solve(n, gram, force);
}

// Finds the forces on the contact node and on the two nodes of the target's element: d_{n+1} = d* +
// h² Φᵀ f, where d* is the prediction of the step before; the very first step has none.
static void contact_forces(const engine_layout *layout, double h, const double *before, const double *after,
                           double *moved, double *contact) {
  const int *dim = layout->sizes.dim, slider = dim[DIM_SLIDER_MODES], target = dim[DIM_TARGET_MODES];
  const int p = sliding_row_p(dim), d = sliding_row_d(dim), element = (int)after[SLIDE_ELEMENT];
  const double *rows = layout->model + sliding_model_at(dim, SLIDE_MODEL_NODES) + 2L * element * target;
  double force[4];
  if (before[SLIDE_STATE_IS_PREDICTED] == 0) {
    for (int i = 0; i < 3 * layout->reduced->n_contacts; i++) contact[i] = NAN;
    return;
  }
  for (int k = 0; k < slider + target; k++) moved[k] = after[p + k] - before[p + k] - before[d + k];
  forces_on(2, slider, layout->model + sliding_model_at(dim, SLIDE_MODEL_CONTACT), moved, h, force);
  memcpy(contact, force, 2 * sizeof *contact);
  forces_on(4, target, rows, moved + slider, h, force);
  for (int i = 0; i < 2; i++) memcpy(contact + 3 * (1 + element + i), force + 2 * i, 2 * sizeof *contact);
}

// Writes p_n, d_{n+1} / h, x_A(t_n) and its forward difference.
void sliding_motion(const engine_layout *layout, const kernel_batch *host, long i, const double *before,
                    const double *after, engine_motion *to) {
  const int *dim = layout->sizes.dim, modes = sliding_n_modes(dim), p = sliding_row_p(dim);
  const double h = engine_parameter(host, SLIDE_DT, i);
  memset(to->contact, 0, 3 * (size_t)layout->reduced->n_contacts * sizeof *to->contact);
  contact_forces(layout, h, before, after, to->velocity, to->contact);
  for (int k = 0; k < modes; k++) {
    to->coordinate[k] = before[p + k];
    to->velocity[k] = (after[p + k] - before[p + k]) / h;
  }
  const int way = sliding_row_guide(dim) + GUIDE_ROW_WAY;
  memset(to->shift, 0, sizeof to->shift);
  to->shift[0][0] = engine_parameter(host, SLIDE_GUIDE_OFFSET, i) +
                    engine_parameter(host, SLIDE_GUIDE_ADVANCE, i) * before[STATE_STEPS] +
                    (dim[DIM_GUIDE_IS_DRIVEN] ? before[way] : 0);
  to->shift[1][0] = engine_parameter(host, SLIDE_GUIDE_SPEED, i) +
                    (dim[DIM_GUIDE_IS_DRIVEN] ? (after[way] - before[way]) / h : 0);
}
