// The linear part of both time steppers: excitation, modal coefficients, boundary coordinates
// without contact force, and the velocity and displacement update of the modes.
#ifndef CHATTER_KERNELS_MODES_H
#define CHATTER_KERNELS_MODES_H

#include "../laws/wall.h"
#include "per_lane.h"
#include "sparse.h"
#include "transient_state.h"

// Layout of run->uniform: decay, stiffness_gain, force_gain [modes], drive [loads][modes]; for
// Moreau also G [rows][rows] and 1 / row sum [rows]. Coefficients of one mode from 2ζω and Δt
// (Monjaraz-Tec et al. 2022, equation B.1, as corrected in docs/theory/time_stepping.md):
//   (1 + ζωΔt) u⁺ = (1 - ζωΔt) u + Δt (Φᵀ forces - ω² p)
#define MODE_COEFFICIENTS(type, dt, damping, omega2, decay, stiffness_gain, force_gain)                      \
  do {                                                                                                       \
    type half_ = (damping) * (dt)*CONSTANT_##type(0.5), below_ = CONSTANT_##type(1.0) + half_;               \
    (decay) = (CONSTANT_##type(1.0) - half_) / below_;                                                       \
    (force_gain) = (dt) / below_;                                                                            \
    (stiffness_gain) = -((force_gain) * (omega2));                                                           \
  } while (0)
#define CONSTANT_double(x) (x)
#define CONSTANT_wide_t(x) wide_set(x)

// Computes row a of Moreau's G = Φ_b diag(Δt/(1 + ζωΔt)) Φ_bᵀ for the unknown λ = ΔP/Δt, and 1 /
// row sum of |G|.
KERNEL_FN void delassus_row(const kernel_run *run, real *matrix, real *scale, int a) {
  const kernel_batch *batch = run->batch;
  const int modes = DIM(DIM_MODES), rows = DIM(DIM_BOUNDARY), first = transient_damping_parameter(DIMS(run));
  const double dt = batch->parameters[batch->parameter_offset[TRANSIENT_DT]];
  const real *phi_b = MODEL_BLOCK(MODEL_PHI_B), *omega2 = MODEL_BLOCK(MODEL_OMEGA2),
             *dense = MODEL_BLOCK(MODEL_DENSE_FORCE_GAIN);
  double total = 0;
  for (int b = 0; b < rows; b++) {
    double sum = 0;
    for (int k = 0; k < modes; k++) {
      double decay, stiffness_gain, force_gain, modal = 0;
      const double damping = batch->parameters[batch->parameter_offset[first + k]];
      MODE_COEFFICIENTS(double, dt, damping, (double)omega2[k], decay, stiffness_gain, force_gain);
      (void)decay, (void)stiffness_gain;
      if (DIM(DIM_MODE_COUPLING) == 1)
        for (int l = 0; l < modes; l++)
          modal = double_fma((double)dense[k * modes + l], (double)phi_b[b * modes + l], modal);
      else
        modal = force_gain * (double)phi_b[b * modes + k];
      sum = double_fma((double)phi_b[a * modes + k], modal, sum);
    }
    matrix[a * rows + b] = (real)sum;
    total += sum < 0 ? -sum : sum;
  }
  scale[a] = (real)(total > 0 ? 1 / total : 0);
}
// The same for each lane, if Δt or damping vary.
KERNEL_FN void delassus_lanes(const kernel_run *run, transient *self, int a) {
  const int modes = DIM(DIM_MODES), rows = DIM(DIM_BOUNDARY), first = transient_damping_parameter(DIMS(run));
  const real *phi_b = MODEL_BLOCK(MODEL_PHI_B), *omega2 = MODEL_BLOCK(MODEL_OMEGA2);
  wide_t total = wide_set(0);
  for (int b = 0; b < rows; b++) {
    wide_t sum = wide_set(0);
    for (int k = 0; k < modes; k++) {
      wide_t decay, stiffness_gain, force_gain;
      MODE_COEFFICIENTS(wide_t, self->dt_wide, parameter_load_wide(run, first + k),
                        wide_set((double)omega2[k]), decay, stiffness_gain, force_gain);
      (void)decay, (void)stiffness_gain;
      sum = wide_fma(wide_set((double)phi_b[a * modes + k]),
                     force_gain * wide_set((double)phi_b[b * modes + k]), sum);
    }
    self->delassus[a * rows + b] = lane_narrow(sum);
    total = total + wide_select(wide_less(sum, wide_set(0)), -sum, sum);
  }
  self->row_scale[a] =
      lane_narrow(wide_select(wide_less(wide_set(0), total), wide_set(1) / total, wide_set(0)));
}

// Fills run->uniform; worker `rank` of `size` computes every size-th mode.
KERNEL_FN void transient_uniform(const kernel_run *run, real *uniform, int rank, int size) {
  const kernel_batch *batch = run->batch;
  const int modes = DIM(DIM_MODES), loads = DIM(DIM_LOADS), first = transient_damping_parameter(DIMS(run));
  const double dt = batch->parameters[batch->parameter_offset[TRANSIENT_DT]];
  const real *omega2 = MODEL_BLOCK(MODEL_OMEGA2), *phi_f = MODEL_BLOCK(MODEL_PHI_F);
  if (DIM(DIM_COEFFICIENTS_VARY)) return;
  if (DIM(DIM_DELASSUS)) {
    real *matrix = uniform + transient_uniform_delassus_at(DIMS(run));
    for (int a = rank; a < DIM(DIM_BOUNDARY); a += size)
      delassus_row(run, matrix, matrix + DIM(DIM_BOUNDARY) * DIM(DIM_BOUNDARY), a);
  }
  for (int k = rank; k < modes; k += size) {
    const double damping = batch->parameters[batch->parameter_offset[first + k]];
    double decay, stiffness_gain, force_gain;
    MODE_COEFFICIENTS(double, dt, damping, (double)omega2[k], decay, stiffness_gain, force_gain);
    uniform[k] = (real)decay;
    uniform[modes + k] = (real)stiffness_gain;
    uniform[2 * modes + k] = (real)force_gain;
    for (int j = 0; j < loads; j++)
      uniform[(3 + j) * modes + k] = (real)(force_gain * (double)phi_f[j * modes + k]);
  }
}

KERNEL_FN void modes_begin(const kernel_run *run, transient *self) {
  const int modes = DIM(DIM_MODES), loads = DIM(DIM_LOADS), first = transient_damping_parameter(DIMS(run));
  team_for(i, transient_drives(DIMS(run)) * N_DRIVE_PARAMETERS) self->drive_numbers[i] =
      parameter_load_wide(run, transient_drive_parameter(DIMS(run), 0) + i);
  const real *omega2 = MODEL_BLOCK(MODEL_OMEGA2), *phi_f = MODEL_BLOCK(MODEL_PHI_F);
  team_for(k, modes) {
    self->p[k] = state_load(run, transient_row_p(DIMS(run)) + k);
    self->u[k] = state_load(run, transient_row_u(DIMS(run)) + k);
    if (DIM(DIM_COEFFICIENTS_VARY)) {
      const wide_t damping = parameter_load_wide(run, first + k);
      wide_t decay, stiffness_gain, force_gain;
      MODE_COEFFICIENTS(wide_t, self->dt_wide, damping, wide_set((double)omega2[k]), decay, stiffness_gain,
                        force_gain);
      self->decay[k] = lane_narrow(decay);
      self->force_gain[k] = lane_narrow(force_gain);
      if (MODAL_GAINS_RECOMPUTED) continue;
      self->stiffness_gain[k] = lane_narrow(stiffness_gain);
      for (int j = 0; j < loads; j++)
        self->modal_load_gain[j * modes + k] =
            lane_narrow(force_gain * wide_set((double)phi_f[j * modes + k]));
    }
  }
}

// Evaluates drive `which` and its rate at t.
KERNEL_FN wide_t drive_value_at(const kernel_run *run, transient *self, int which, wide_t t, wide_t *rate) {
  const int of = transient_drive_table(DIMS(run), which);
  return drive_at(MODEL_BLOCK(MODEL_DRIVES), TABLES_FROM(of), TABLE(of + DRIVE_KIND),
                  self->drive_numbers + which * N_DRIVE_PARAMETERS, t, DIM(DIM_LOADS_SWEEP), rate);
}
// Returns the force of load j at t, N; for a base its acceleration. Without drives loads are sines
// and constants.
KERNEL_FN lane_t load_force(const kernel_run *run, transient *self, int j, wide_t t) {
  const wide_t *wave = self->drive_numbers + j * N_DRIVE_PARAMETERS;
  wide_t rate;
  if (DIM(DIM_DRIVE_NUMBERS)) return lane_narrow(drive_value_at(run, self, j, t, &rate));
  if (TABLE(transient_drive_table(DIMS(run), j) + DRIVE_KIND) == DRIVE_CONSTANT)
    return lane_narrow(wave[DRIVE_AMPLITUDE]);
  return lane_narrow(wave[DRIVE_AMPLITUDE] * wide_sin_turns(turns_at(wave, t, DIM(DIM_LOADS_SWEEP))));
}
// Adds the drives of gaps at t and of walls at `halfway`, the time of velocities.
KERNEL_FN void entry_drives(const kernel_run *run, transient *self, int e, wide_t t, wide_t halfway) {
  wide_t rate;
  const wide_t gap = drive_value_at(run, self, transient_gap_drive(DIMS(run), e), t, &rate);
  if (DIM(DIM_MOVING_GAP)) self->moving[e] = lane_narrow(lane_widen(self->moving[e]) + gap);
  self->gap_rate[e] = lane_narrow(rate);
  self->wall_speed[e] =
      lane_narrow(drive_value_at(run, self, transient_wall_drive(DIMS(run), e), halfway, &rate));
}
// Returns row b of Φ_b times x, over the first `near` modes. Neighbouring threads of a team have
// neighbouring rows; the transposed copy makes their reads contiguous.
KERNEL_FN lane_t boundary_product(const kernel_run *run, const lane_t *x, int b, int near) {
  if (KERNEL_CUDA && TEAM > 1 && transient_has_boundary_columns(DIMS(run)))
    return strided_product(MODEL_BLOCK(MODEL_PHI_B_COLUMNS) + b, DIM(DIM_BOUNDARY), x, near);
  return row_product(MODEL_BLOCK(MODEL_PHI_B) + b * DIM(DIM_MODES), x, near);
}
// y = Φ_b x for all rows. Returns 0 if row by row is faster; y is then not set.
KERNEL_FN int boundary_products(const kernel_run *run, const lane_t *x, int near, lane_t *y) {
  const int rows = DIM(DIM_BOUNDARY);
#if LANES > 1
  rows_product(MODEL_BLOCK(MODEL_PHI_B), DIM(DIM_MODES), rows, x, near, y);
  return 1;
#elif PACKED_IS_VECTOR
  if (transient_has_boundary_columns(DIMS(run)))
    per_lane_rows_product(MODEL_BLOCK(MODEL_PHI_B_COLUMNS), rows, x, near, y);
  return transient_has_boundary_columns(DIMS(run));
#else
  return (void)rows, (void)x, (void)near, (void)y, 0;
#endif
}

// Evaluates loads and moving gaps at t and walls at `halfway`, then q_b at λ = 0: Φ_b p + F_f f.
KERNEL_FN void modes_q_free(const kernel_run *run, transient *self, wide_t t, wide_t halfway) {
  const int modes = DIM(DIM_MODES), loads = DIM(DIM_LOADS);
  const real *f_f = MODEL_BLOCK(MODEL_F_F);
  team_for(j, loads) self->load[j] = load_force(run, self, j, t);
  if (DIM(DIM_MOVING_GAP) || DIM(DIM_DRIVE_NUMBERS)) {
    team_for(e, DIM(DIM_CONTACT_ENTRIES)) {
      if (DIM(DIM_MOVING_GAP))
        self->moving[e] = lane_narrow(law_wall_gap(self->gap_motion[3 * e], self->gap_motion[3 * e + 1],
                                                   self->gap_motion[3 * e + 2], t));
      if (DIM(DIM_DRIVE_NUMBERS)) entry_drives(run, self, e, t, halfway);
    }
  }
  team_sync();
  const int near =
      // the other coordinates do not affect q_b
      DIM(DIM_MODE_COUPLING) > 1 ? sparse_n_boundary_modes(run) : modes;
  const int done = boundary_products(run, self->p, near, self->q_free);
  team_for(b, DIM(DIM_BOUNDARY)) {
    lane_t sum = done ? self->q_free[b] : boundary_product(run, self->p, b, near);
    for (int j = 0; j < loads; j++) sum = lane_fma(lane_set(f_f[b * loads + j]), self->load[j], sum);
    self->q_free[b] = sum;
  }
  team_sync();
}

// Returns a coefficient of mode k, that of the trajectory if coefficients vary.
KERNEL_FN lane_t mode_coefficient(const kernel_run *run, const lane_t *varying, int block, int k) {
  return DIM(DIM_COEFFICIENTS_VARY) ? varying[k] : lane_set(run->uniform[block * DIM(DIM_MODES) + k]);
}
KERNEL_FN lane_t mode_stiffness_gain(const kernel_run *run, const transient *self, int k) {
  if (MODAL_GAINS_RECOMPUTED && DIM(DIM_COEFFICIENTS_VARY))
    return -(self->force_gain[k] * lane_set(MODEL_BLOCK(MODEL_OMEGA2)[k]));
  return mode_coefficient(run, self->stiffness_gain, 1, k);
}
KERNEL_FN lane_t mode_load_gain(const kernel_run *run, const transient *self, int j, int k) {
  const int at = j * DIM(DIM_MODES) + k;
  if (!DIM(DIM_COEFFICIENTS_VARY)) return lane_set(run->uniform[3 * DIM(DIM_MODES) + at]);
  if (MODAL_GAINS_RECOMPUTED) return self->force_gain[k] * lane_set(MODEL_BLOCK(MODEL_PHI_F)[at]);
  return self->modal_load_gain[at];
}

// u^{k+1/2} is computed in two parts: the motion of the modes without contact, whose independent
// operations fill the latency of the solver's dependent ones, and the contribution of the contact
// forces.

// First part for `n` modes from k on: decay u + stiffness_gain p + modal_load_gain f, or with a
// sparse stiffness decay u - force_gain A (p + b u) + modal_load_gain f.
KERNEL_FN void tile_step_free(const kernel_run *run, const transient *self, int k, int n, lane_t *u) {
  const int modes = DIM(DIM_MODES);
  const lane_t *p = DIM(DIM_MODE_COUPLING) > 1 ? self->modal_work + modes : self->p;
  KERNEL_UNROLL
  for (int i = 0; i < n; i++) {
    u[i] = mode_coefficient(run, self->decay, 0, k + i) * self->u[k + i];
    u[i] = lane_fma(mode_stiffness_gain(run, self, k + i), p[k + i], u[i]);
  }
  for (int j = 0; j < DIM(DIM_LOADS); j++) {
    const lane_t load = self->load[j];
    KERNEL_UNROLL
    for (int i = 0; i < n; i++) u[i] = lane_fma(mode_load_gain(run, self, j, k + i), load, u[i]);
  }
}

// Computes Φ_bᵀ λ (leapfrog) or Φ_bᵀ ΔP/Δt (Moreau) for `n` modes from k on.
KERNEL_FN void tile_contact_force(const kernel_run *run, const transient *self, int k, int n, lane_t *sum) {
  const real *phi_b = MODEL_BLOCK(MODEL_PHI_B) + k;
  KERNEL_UNROLL
  for (int i = 0; i < n; i++) sum[i] = lane_set(0);
  if (DIM(DIM_MODE_COUPLING) > 1 && k >= sparse_n_boundary_modes(run)) return;
  KERNEL_UNROLL
  for (int b = 0; b < DIM(DIM_BOUNDARY); b++) {
    const lane_t force = self->force[b];
    KERNEL_UNROLL
    for (int i = 0; i < n; i++) sum[i] = lane_fma(lane_set(phi_b[b * DIM(DIM_MODES) + i]), force, sum[i]);
  }
}

// Second part, added to the first: force_gain Φ_bᵀ λ.
KERNEL_FN void tile_add_contact(const kernel_run *run, const transient *self, int k, int n, lane_t *u) {
  lane_t sum[TILE_ROWS];
  tile_contact_force(run, self, k, n, sum);
  KERNEL_UNROLL
  for (int i = 0; i < n; i++)
    u[i] = lane_fma(mode_coefficient(run, self->force_gain, 2, k + i), sum[i], self->u[k + i]);
}

// Computes one part of u, and p^{k+1} = p + Δt u in the same pass if `moves`.
KERNEL_FN void modes_tile_step(const kernel_run *run, transient *self, int k, int n, int adds_contact,
                               int moves) {
  lane_t u[TILE_ROWS];
  if (adds_contact)
    tile_add_contact(run, self, k, n, u);
  else
    tile_step_free(run, self, k, n, u);
  KERNEL_UNROLL
  for (int i = 0; i < n; i++) {
    if (DIM(DIM_MEAN_VELOCITY) && !adds_contact && !moves) self->mean[k + i] = self->u[k + i];
    self->u[k + i] = u[i];
    if (moves) u[i] = lane_fma(self->dt, u[i], self->p[k + i]);
  }
  KERNEL_UNROLL
  for (int i = 0; moves && i < n; i++) self->p[k + i] = u[i];
}
KERNEL_FN void modes_step_pass(const kernel_run *run, transient *self, int adds_contact, int moves) {
  const int modes = DIM(DIM_MODES);
#if LANES == 1
  const int tiled = KERNEL_CUDA || DIM(DIM_BOUNDARY) < MANY_BOUNDARY_ROWS ? 0 : modes / TILE_ROWS * TILE_ROWS;
  for (int k = 0; k < tiled; k += TILE_ROWS) modes_tile_step(run, self, k, TILE_ROWS, adds_contact, moves);
  team_for(k, modes) if (k >= tiled) modes_tile_step(run, self, k, 1, adds_contact, moves);
#else
  const int tiled = modes / TILE_ROWS * TILE_ROWS;
  for (int k = 0; k < tiled; k += TILE_ROWS) modes_tile_step(run, self, k, TILE_ROWS, adds_contact, moves);
  for (int k = tiled; k < modes; k++) modes_tile_step(run, self, k, 1, adds_contact, moves);
#endif
  team_sync();
}

// The same with a dense damping matrix: (1 - Δt/2 D) and (1 + Δt/2 D)⁻¹ are precomputed for the
// only Δt.
KERNEL_FN void dense_step_free(const kernel_run *run, transient *self) {
  const int modes = DIM(DIM_MODES), loads = DIM(DIM_LOADS);
  const real *omega2 = MODEL_BLOCK(MODEL_OMEGA2), *phi_f = MODEL_BLOCK(MODEL_PHI_F);
  const real *decay = MODEL_BLOCK(MODEL_DENSE_DECAY), *force_gain = MODEL_BLOCK(MODEL_DENSE_FORCE_GAIN);
  team_for(k, modes) {
    lane_t sum = lane_set(-omega2[k]) * self->p[k];
    for (int j = 0; j < loads; j++) sum = lane_fma(lane_set(phi_f[j * modes + k]), self->load[j], sum);
    self->modal_work[k] = sum;
  }
  team_sync();
  team_for(k, modes) self->modal_work[modes + k] =
      row_product(decay + k * modes, self->u, modes) +
      row_product(force_gain + k * modes, self->modal_work, modes);
  team_sync();
  team_for(k, modes) {
    if (DIM(DIM_MEAN_VELOCITY)) self->mean[k] = self->u[k];
    self->u[k] = self->modal_work[modes + k];
  }
  team_sync();
}
KERNEL_FN void dense_add_contact(const kernel_run *run, transient *self) {
  const int modes = DIM(DIM_MODES);
  const real *force_gain = MODEL_BLOCK(MODEL_DENSE_FORCE_GAIN);
  team_for(k, modes) tile_contact_force(run, self, k, 1, self->modal_work + k);
  team_sync();
  team_for(k, modes) self->u[k] = self->u[k] + row_product(force_gain + k * modes, self->modal_work, modes);
  team_sync();
}

// Computes A (p + b u) into the second half of `modal_work`.
KERNEL_FN void sparse_forces(const kernel_run *run, transient *self) {
  const int n = DIM(DIM_MODES);
  const lane_t lag = parameter_load(run, TRANSIENT_DAMPING_LAG);
  team_for(k, n) self->modal_work[k] = lane_fma(lag, self->u[k], self->p[k]);
  team_sync();
  sparse_product(run, MODEL_BLOCK(MODEL_SPARSE), self->modal_work, self->modal_work + n);
  team_sync();
}

// Computes the first part for all modes, and p too if `moves`.
KERNEL_FN void modes_step_open(const kernel_run *run, transient *self, int moves) {
  if (DIM(DIM_MODE_COUPLING) > 1) sparse_forces(run, self);
  modes_step_pass(run, self, 0, moves);
}

KERNEL_FN void modes_step_free(const kernel_run *run, transient *self) {
  if (DIM(DIM_MODE_COUPLING) == 1)
    dense_step_free(run, self);
  else
    modes_step_open(run, self, 0);
}

// Returns 1 if velocities can jump within a step and a signal needs them.
KERNEL_FN int velocities_jump(const kernel_run *run) {
  return DIM(DIM_MEAN_VELOCITY) && DIM(DIM_DELASSUS) && DIM(DIM_SPRING_KIND) == SPRINGS_NONE;
}

// Computes u^{k+1/2}, and ū if a signal needs it: the mean velocity of the step, (u⁻ + u⁺)/2, at
// t^k. If a point has closed, the velocity jumps at t^k by u⁺ - u_free, and ū is the velocity after
// the jump, (u⁻ + u_free)/2 + u⁺ - u_free. `touching`: modes_step_free is done, and there may be
// contact forces.
KERNEL_FN void modes_velocity(const kernel_run *run, transient *self, int touching) {
  if (touching && velocities_jump(run)) {
    team_for(k, DIM(DIM_MODES)) self->mean[k] =
        self->mean[k] - lane_select(self->struck, self->u[k], lane_set(0));
  }
  if (!touching)
    modes_step_free(run, self);
  else if (DIM(DIM_MODE_COUPLING) == 1)
    dense_add_contact(run, self);
  else
    modes_step_pass(run, self, 1, 0);
  if (DIM(DIM_MEAN_VELOCITY)) {
    team_for(k, DIM(DIM_MODES)) {
      const lane_t mean = lane_set(0.5) * (self->mean[k] + self->u[k]);
      self->mean[k] =
          velocities_jump(run)
              ? lane_select(self->struck, lane_fma(lane_set(0.5), self->mean[k], self->u[k]), mean)
              : mean;
    }
    team_sync();
  }
}

KERNEL_FN void modes_displacement(const kernel_run *run, transient *self) {
  team_for(k, DIM(DIM_MODES)) self->p[k] = lane_fma(self->dt, self->u[k], self->p[k]);
  team_sync();
}

// Computes velocity and displacement in one pass, for steps that are not observed; the operations
// are the same.
KERNEL_FN void modes_advance(const kernel_run *run, transient *self, int touching) {
  if (DIM(DIM_MODE_COUPLING) == 1) {
    modes_velocity(run, self, touching);
    modes_displacement(run, self);
  } else if (touching) {
    modes_step_pass(run, self, 1, 1);
  } else {
    modes_step_open(run, self, 1);
  }
}

#endif
