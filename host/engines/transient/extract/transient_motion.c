// The motion of a trajectory at a step, for fields on the mesh.
#include "engines/transient/extract/transient_motion.h"

#include "engines/transient/bind/transient_drives.h"

// Returns load j of the study at time t, N.
static double load_at(const engine_layout *layout, const kernel_batch *host, long i, int j, double t) {
  double number[N_DRIVE_PARAMETERS];
  const int first = transient_drive_parameter(layout->sizes.dim, j);
  for (int n = 0; n < N_DRIVE_PARAMETERS; n++) number[n] = engine_parameter(host, first + n, i);
  return transient_load_at(layout, j, number, t);
}

// Computes r = λ + F⁻¹ F_f f.
static void bending_forces(const engine_layout *layout, const kernel_batch *host, long i, double t,
                           const double *contact, double *to) {
  const int *dim = layout->sizes.dim, rows = dim[DIM_BOUNDARY], loads = dim[DIM_LOADS];
  const double *stiffness = layout->model + transient_model_at(dim, MODEL_STIFFNESS),
               *f_f = layout->model + transient_model_at(dim, MODEL_F_F);
  for (int b = 0; b < rows; b++) to[b] = contact[b];
  for (int j = 0; j < loads; j++) {
    const double load = load_at(layout, host, i, j, t);
    for (int a = 0; a < rows; a++) {
      const double moved = f_f[a * loads + j] * load;
      for (int b = 0; moved != 0 && b < rows; b++) to[b] += stiffness[b * rows + a] * moved;
    }
  }
}

// Finds λ0 n + λ along the rows of each point, as vectors. A constant normal load without a
// coordinate presses from both sides and has no resultant.
static void contact_vectors(const engine_layout *layout, const kernel_batch *host, long i,
                            const double *force, double *to) {
  const transient_setup *setup = layout->setup;
  const reduced_model *r = layout->reduced;
  for (int j = 0; j < r->n_contacts; j++, to += 3) {
    const reduced_contact *c = &r->contacts[j];
    const int preload = transient_entry_parameter(layout->sizes.dim, setup->point_entry[j]) + ENTRY_PRELOAD;
    const double normal = c->row_normal < 0 ? 0 : force[c->row_normal] + engine_parameter(host, preload, i);
    for (int d = 0; d < 3; d++) {
      to[d] = normal * c->normal[d];
      for (int t = 0; t < 2; t++)
        if (c->row_tangent[t] >= 0) to[d] += force[c->row_tangent[t]] * c->tangent[t][d];
    }
  }
}

// Returns 1 if a rigid contact closed in the step, so that velocities jumped (modes_velocity of the
// kernel).
static int has_struck(const engine_layout *layout, const kernel_batch *host, long i, const double *before,
                      const double *after) {
  const transient_setup *setup = layout->setup;
  const reduced_model *r = layout->reduced;
  if (setup->integrator.scheme != SCHEME_MOREAU) return 0;
  for (int j = 0; j < r->n_contacts; j++) {
    const int entry = transient_entry_parameter(layout->sizes.dim, setup->point_entry[j]),
              at = transient_row_force(layout->sizes.dim) + r->contacts[j].row_normal;
    const double open = -engine_parameter(host, entry + ENTRY_PRELOAD, i);
    if (r->contacts[j].row_normal >= 0 && !(before[at] > open) && after[at] > open) return 1;
  }
  return 0;
}

// Adds half of the velocity jump, (1 + Δt/2 D)⁻¹ Φ_bᵀ ΔP / 2, to the mean velocities.
static void add_jump(const engine_layout *layout, const kernel_batch *host, long i, const double *force,
                     double *velocity) {
  const int *dim = layout->sizes.dim, modes = dim[DIM_MODES];
  const double *phi_b = layout->model + transient_model_at(dim, MODEL_PHI_B),
               *dense = layout->model + transient_model_at(dim, MODEL_DENSE_FORCE_GAIN);
  const double dt = engine_parameter(host, TRANSIENT_DT, i);
  for (int l = 0; l < modes; l++) {
    double pushed = 0;
    for (int b = 0; b < dim[DIM_BOUNDARY]; b++) pushed += phi_b[b * modes + l] * force[b];
    const double damping = engine_parameter(host, transient_damping_parameter(dim) + l, i);
    if (dim[DIM_MODE_COUPLING] != 1) velocity[l] += 0.5 * dt / (1 + 0.5 * damping * dt) * pushed;
    for (int k = 0; dim[DIM_MODE_COUPLING] == 1 && k < modes; k++)
      velocity[k] += 0.5 * dense[k * modes + l] * pushed;
  }
}

// `before`: p at the beginning of the step. λ and the velocity half a step later are known at its
// end.
void transient_motion(const engine_layout *layout, const kernel_batch *host, long i, const double *before,
                      const double *after, engine_motion *to) {
  const int *dim = layout->sizes.dim;
  const double t = before[STATE_STEPS] * engine_parameter(host, TRANSIENT_DT, i);
  const double *force = after + transient_row_force(dim);
  for (int k = 0; k < dim[DIM_MODES]; k++) {
    to->coordinate[k] = before[transient_row_p(dim) + k];
    to->velocity[k] = 0.5 * (before[transient_row_u(dim) + k] + after[transient_row_u(dim) + k]);
  }
  if (has_struck(layout, host, i, before, after)) add_jump(layout, host, i, force, to->velocity);
  if (layout->reduced->massless) bending_forces(layout, host, i, t, force, to->force);
  contact_vectors(layout, host, i, force, to->contact);
}
