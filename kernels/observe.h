// Outputs computed while stepping: signals (one number per step) and what is kept of them, counters of the
// contact points, bounce apexes. Everything is masked by `recorded`, the lanes whose recorded part has begun.
#ifndef CHATTER_KERNELS_OBSERVE_H
#define CHATTER_KERNELS_OBSERVE_H

#include "transient/contact.h"

// Kahan: sum[0] += x with its compensation in sum[1], in the lanes of `mask`.
KERNEL_FN void compensated_add(lane_t *sum, lane_t x, mask_t mask) {
  const lane_t corrected = x - sum[1], total = sum[0] + corrected;
  sum[1] = lane_select(mask, (total - sum[0]) - corrected, sum[1]);
  sum[0] = lane_select(mask, total, sum[0]);
}

KERNEL_FN lane_t observe_response(const kernel_run *run, const transient *self, int response) {
  const int modes = DIM(DIM_MODES), rows = DIM(DIM_BOUNDARY), loads = DIM(DIM_LOADS);
  const real *f_y = BLOCK(MODEL_F_Y) + response * rows, *f_yf = BLOCK(MODEL_F_YF) + response * loads;
  lane_t sum = row_product(BLOCK(MODEL_PHI_Y) + response * modes, self->p, modes);
  if (self->touching)
    for (int b = 0; b < rows; b++) sum = lane_fma(lane_set(f_y[b]), self->force[b], sum);
  for (int j = 0; j < loads; j++) sum = lane_fma(lane_set(f_yf[j]), self->load[j], sum);
  return sum;
}

KERNEL_FN lane_t observe_kinetic(const kernel_run *run, const transient *self) {
  lane_t sum = lane_set(0);
  for (int k = 0; k < DIM(DIM_MODES); k++) sum = lane_fma(self->mean[k], self->mean[k], sum);
  return lane_set(0.5) * sum;
}

// ½ pᵀω²p + ½ rᵀF r with r = λ + F⁻¹ F_f f and F λ = q_b - base.
KERNEL_FN lane_t observe_elastic(const kernel_run *run, const transient *self) {
  const int loads = DIM(DIM_LOADS);
  const real *omega2 = BLOCK(MODEL_OMEGA2), *f_f = BLOCK(MODEL_F_F), *own = BLOCK(MODEL_LOAD_ENERGY);
  lane_t sum = lane_set(0);
  for (int k = 0; k < DIM(DIM_MODES); k++) sum = lane_fma(lane_set(omega2[k]) * self->p[k], self->p[k], sum);
  for (int b = 0; b < DIM(DIM_BOUNDARY); b++) {
    lane_t under_load = self->q[b] - self->base[b];
    for (int j = 0; j < loads; j++)
      under_load = lane_fma(lane_set(2 * f_f[b * loads + j]), self->load[j], under_load);
    sum = lane_fma(self->force[b], under_load, sum);
  }
  for (int i = 0; i < loads; i++)
    for (int j = 0; j < loads; j++)
      sum = lane_fma(lane_set(own[i * loads + j]) * self->load[i], self->load[j], sum);
  return lane_set(0.5) * sum;
}

// Of constant loads and gravity: -Σ_j f_j (Φ_f p + F_fᵀ λ + F_ff f)_j + f_j load_offset_j.
KERNEL_FN lane_t observe_potential(const kernel_run *run, const transient *self) {
  const int modes = DIM(DIM_MODES), loads = DIM(DIM_LOADS);
  const real *phi_f = BLOCK(MODEL_PHI_F), *f_f = BLOCK(MODEL_F_F), *f_ff = BLOCK(MODEL_F_FF);
  lane_t sum = lane_set(0);
  for (int j = 0; j < loads; j++) {
    if (TABLE(transient_load_table(DIMS(run), j) + LOAD_KIND) == LOAD_HARMONIC) continue;
    lane_t moved = row_product(phi_f + j * modes, self->p, modes);
    for (int b = 0; b < DIM(DIM_BOUNDARY); b++)
      moved = lane_fma(lane_set(f_f[b * loads + j]), self->force[b], moved);
    for (int i = 0; i < loads; i++) moved = lane_fma(lane_set(f_ff[j * loads + i]), self->load[i], moved);
    sum = lane_fma(self->load[j], lane_set(BLOCK(MODEL_LOAD_OFFSET)[j]) - moved, sum);
  }
  return sum;
}

// Of a tangential vector: signed with one tangent, its length with two.
KERNEL_FN lane_t observe_tangential(const kernel_run *run, const lane_t *vector, int j) {
  const int first = point_tangent(run, j, 0), second = point_tangent(run, j, 1);
  if (first < 0) return lane_set(0);
  if (second < 0) return vector[first];
  return lane_sqrt(lane_fma(vector[second], vector[second], vector[first] * vector[first]));
}

KERNEL_FN lane_t observe_signal(const kernel_run *run, const transient *self, int kind, int index) {
  switch (kind) {
  case SIGNAL_DISPLACEMENT:
    return observe_response(run, self, index);
  case SIGNAL_VELOCITY:
    return row_product(BLOCK(MODEL_PHI_Y) + index * DIM(DIM_MODES), self->mean, DIM(DIM_MODES));
  case SIGNAL_GAP:
    return self->q[point_normal(run, index)] + point_gap(run, self, index);
  case SIGNAL_NORMAL_FORCE:
    return point_normal(run, index) < 0
               ? point_preload(run, self, index)
               : self->force[point_normal(run, index)] + point_preload(run, self, index);
  case SIGNAL_TANGENTIAL_FORCE:
    return observe_tangential(run, self->force, index);
  case SIGNAL_SLIP_VELOCITY:
    return observe_tangential(run, self->slip, index) * self->slip_scale;
  case SIGNAL_BOUNDARY:
    return self->q[point_normal(run, index) < 0 ? point_tangent(run, index, 0) : point_normal(run, index)];
  case SIGNAL_KINETIC:
    return observe_kinetic(run, self);
  case SIGNAL_ELASTIC:
    return observe_elastic(run, self);
  case SIGNAL_POTENTIAL:
    return observe_potential(run, self);
  case SIGNAL_TOTAL:
    return observe_kinetic(run, self) + observe_elastic(run, self) + observe_potential(run, self);
  case SIGNAL_DISSIPATION:
    return self->work[0];
  default:
    return self->iterations;
  }
}

KERNEL_FN void observe_accumulate(lane_t *kept, int keep, lane_t x, mask_t mask) {
  if (keep & KEEP_FINAL) kept[ACCUMULATE_FINAL] = lane_select(mask, x, kept[ACCUMULATE_FINAL]);
  if (keep & KEEP_MIN)
    kept[ACCUMULATE_MIN] = lane_select(mask & lane_less(x, kept[ACCUMULATE_MIN]), x, kept[ACCUMULATE_MIN]);
  if (keep & KEEP_MAX)
    kept[ACCUMULATE_MAX] = lane_select(mask & lane_less(kept[ACCUMULATE_MAX], x), x, kept[ACCUMULATE_MAX]);
  if (keep & KEEP_DRIFT) {
    const mask_t first = mask & lane_equal(kept[ACCUMULATE_COUNT], lane_set(0));
    kept[ACCUMULATE_FIRST] = lane_select(first, x, kept[ACCUMULATE_FIRST]);
    const lane_t distance = lane_abs(x - kept[ACCUMULATE_FIRST]);
    kept[ACCUMULATE_DRIFT] =
        lane_select(mask, lane_max(kept[ACCUMULATE_DRIFT], distance), kept[ACCUMULATE_DRIFT]);
  }
  if (keep & KEEP_MEAN) compensated_add(kept + ACCUMULATE_SUM, x, mask);
  if (keep & KEEP_SQUARE) compensated_add(kept + ACCUMULATE_SQUARE, x * x, mask);
  if (keep & (KEEP_MEAN | KEEP_SQUARE | KEEP_DRIFT))
    kept[ACCUMULATE_COUNT] = kept[ACCUMULATE_COUNT] + lane_select(mask, lane_set(1), lane_set(0));
}

// One sample per `every` steps of the chosen trajectories, from the first recorded step on.
KERNEL_FN void observe_sample(const kernel_run *run, const transient *self, int signal, long step,
                              mask_t mask) {
  const int at = transient_signal(DIMS(run), signal);
  const long every = TABLE(at + SIGNAL_EVERY);
  for (int lane = 0; lane < LANES; lane++) {
    const double row = wide_get(self->series, lane);
    const long since = step - (long)wide_get(self->record, lane), sample = since / every;
    if (!mask_get(mask, lane) || row < 0 || since % every || sample >= TABLE(at + SIGNAL_CAPACITY)) continue;
    const double x = lane_get(self->values[signal], lane);
    run->batch->series[(long)row * DIM(DIM_SERIES) + TABLE(at + SIGNAL_SERIES) + sample] = number_kept(x);
  }
}

// Fractions, impacts and bounce apexes of point j. Apex n is the largest q_b between the end of contact n and
// the start of contact n + 1; touches less than `merge` apart are one contact.
KERNEL_FN void observe_contact(const kernel_run *run, transient *self, int j, wide_t time, mask_t mask) {
  lane_t *count = self->counts + j * transient_contact_rows(DIMS(run));
  const int normal = point_normal(run, j), apexes = DIM(DIM_APEXES);
  const lane_t merge = parameter(run, transient_entry(DIMS(run), point_entry(run, j)) + ENTRY_MERGE);
  const lane_t t = lane_narrow(time), one = lane_set(1), none = lane_set(0);
  const mask_t closed =
      normal < 0 ? mask : mask & lane_less(none, self->force[normal] + point_preload(run, self, j));
  const mask_t sticks = mask & point_sticks(run, self, j);
  count[COUNT_CLOSED] = count[COUNT_CLOSED] + lane_select(closed, one, none);
  count[COUNT_STUCK] = count[COUNT_STUCK] + lane_select(sticks, one, none);
  if (normal < 0) return;
  const mask_t first = lane_equal(count[COUNT_IMPACTS], none);
  const mask_t apart = lane_less(self->step * lane_set(1.5), t - count[COUNT_LAST]) & // not the step before
                       lane_less_equal(merge, t - count[COUNT_LAST]);
  const mask_t impact = closed & (first | apart);
  if (apexes && lane_any(impact)) {
    for (int n = 0; n < apexes; n++) {
      const mask_t here = impact & lane_equal(count[COUNT_IMPACTS], lane_set((real)(n + 1)));
      count[COUNT_APEXES + n] = lane_select(here, count[COUNT_TOP], count[COUNT_APEXES + n]);
      count[COUNT_APEXES + apexes + n] =
          lane_select(here, count[COUNT_TOP_TIME], count[COUNT_APEXES + apexes + n]);
    }
  }
  count[COUNT_IMPACTS] = count[COUNT_IMPACTS] + lane_select(impact, one, none);
  count[COUNT_LAST] = lane_select(closed, t, count[COUNT_LAST]);
  count[COUNT_TOP] = lane_select(closed, lane_set(-REAL_MOST), count[COUNT_TOP]);
  const mask_t higher = mask & mask_not(closed) & lane_less(count[COUNT_TOP], self->q[normal]);
  count[COUNT_TOP] = lane_select(higher, self->q[normal], count[COUNT_TOP]);
  count[COUNT_TOP_TIME] = lane_select(higher, t, count[COUNT_TOP_TIME]);
}

// Everything that is asked for, at t^k, when λ^k, q_b^k and u^{k+1/2} are known and p is still p^k.
KERNEL_FN void observe(const kernel_run *run, transient *self, long step, wide_t t, mask_t recorded) {
  if (DIM(DIM_DISSIPATION)) {
    team_for(i, 1) {
      lane_t power = lane_set(0);
      for (int j = 0; j < DIM(DIM_POINTS); j++)
        for (int d = 0; d < 2; d++)
          if (point_tangent(run, j, d) >= 0)
            power =
                lane_fma(-self->force[point_tangent(run, j, d)], self->slip[point_tangent(run, j, d)], power);
      compensated_add(self->work, power, recorded);
    }
    team_sync();
  }
  team_for(s, DIM(DIM_SIGNALS)) {
    const int at = transient_signal(DIMS(run), s), keep = TABLE(at + SIGNAL_KEEP),
              kind = TABLE(at + SIGNAL_KIND);
    const lane_t x = observe_signal(run, self, kind, TABLE(at + SIGNAL_INDEX));
    const mask_t mask =
        kind == SIGNAL_ITERATIONS ? recorded & lane_less(lane_set(0), self->iterations) : recorded;
    self->values[s] = x;
    if (keep & KEEP_ALL) observe_accumulate(self->observed + TABLE(at + SIGNAL_ROW), keep, x, mask);
    if (keep >> KEEP_WINDOW)
      observe_accumulate(self->observed + TABLE(at + SIGNAL_ROW) + (keep & KEEP_ALL ? N_ACCUMULATE : 0),
                         keep >> KEEP_WINDOW, x, mask);
    if (DIM(DIM_SERIES) && TABLE(at + SIGNAL_EVERY)) observe_sample(run, self, s, step, mask);
  }
  if (DIM(DIM_CONTACTS)) { team_for(j, DIM(DIM_POINTS)) observe_contact(run, self, j, t, recorded); }
  team_sync();
}

// The step at which a lane's present window ends.
KERNEL_FN double observe_window_end(const kernel_run *run, const transient *self, int lane) {
  const double n = TABLE(transient_windows(DIMS(run))), closed = wide_get(self->window, lane);
  const double record = wide_get(self->record, lane), length = wide_get(self->last, lane) - record;
  return closed < n ? record + (double)(long)((closed + 1) * length / n) : 1e300;
}

KERNEL_FN long observe_stop(const kernel_run *run, const transient *self, long step, long stop,
                            mask_t active) {
  for (int lane = 0; lane < LANES; lane++) {
    const double end = observe_window_end(run, self, lane);
    if (mask_get(active, lane) && end > (double)step && end < (double)stop) stop = (long)end;
  }
  return stop;
}

// Writes the values of the windows that end at this step, and starts the next.
KERNEL_FN void observe_windows(const kernel_run *run, transient *self, long step, mask_t active) {
  const kernel_batch *batch = run->batch;
  mask_t closing = mask_set(0);
  for (int lane = 0; lane < LANES; lane++)
    mask_put(&closing, lane, mask_get(active, lane) && (double)step >= observe_window_end(run, self, lane));
  if (!lane_any(closing)) return;
  team_for(s, DIM(DIM_SIGNALS)) {
    const int at = transient_signal(DIMS(run), s), keep = TABLE(at + SIGNAL_KEEP) >> KEEP_WINDOW;
    lane_t *kept =
        self->observed + TABLE(at + SIGNAL_ROW) + (TABLE(at + SIGNAL_KEEP) & KEEP_ALL ? N_ACCUMULATE : 0);
    if (!keep) continue;
    const lane_t value[4] = {kept[ACCUMULATE_MIN], kept[ACCUMULATE_MAX],
                             kept[ACCUMULATE_SUM] / kept[ACCUMULATE_COUNT],
                             kept[ACCUMULATE_SQUARE] / kept[ACCUMULATE_COUNT]};
    int row = TABLE(at + SIGNAL_WINDOW);
    for (int i = 0; i < 4; i++) {
      if (!(keep & (KEEP_MIN << i))) continue;
      for (int lane = 0; lane < LANES; lane++) {
        const long window = (long)wide_get(self->window, lane) * DIM(DIM_WINDOW_VALUES) + row;
        const double x = lane_get(value[i], lane);
        if (mask_get(closing, lane))
          batch->windows[window * batch->stride + run->column + lane] = number_kept(x);
      }
      row++;
    }
    for (int i = 0; i < N_ACCUMULATE; i++) kept[i] = lane_select(closing, lane_set(0), kept[i]);
    kept[ACCUMULATE_MIN] = lane_select(closing, lane_set(REAL_MOST), kept[ACCUMULATE_MIN]);
    kept[ACCUMULATE_MAX] = lane_select(closing, lane_set(-REAL_MOST), kept[ACCUMULATE_MAX]);
  }
  for (int lane = 0; lane < LANES; lane++)
    if (mask_get(closing, lane)) wide_put(&self->window, lane, wide_get(self->window, lane) + 1);
  team_sync();
}

// The bits of `keep` that need an accumulator: the others' are neither read nor written, and cost no
// register.
KERNEL_FN int observe_need(int accumulator) {
  switch (accumulator) {
  case ACCUMULATE_FINAL:
    return KEEP_FINAL;
  case ACCUMULATE_MIN:
    return KEEP_MIN;
  case ACCUMULATE_MAX:
    return KEEP_MAX;
  case ACCUMULATE_COUNT:
    return KEEP_MEAN | KEEP_SQUARE | KEEP_DRIFT;
  case ACCUMULATE_SUM:
  case ACCUMULATE_SUM + 1:
    return KEEP_MEAN;
  case ACCUMULATE_SQUARE:
  case ACCUMULATE_SQUARE + 1:
    return KEEP_SQUARE;
  default:
    return KEEP_DRIFT;
  }
}
// What is kept of signal s in accumulator i of its up to 2 N_ACCUMULATE: over all recorded steps, then of the
// window.
KERNEL_FN int observe_keeps(const kernel_run *run, int s, int i) {
  const int keep = TABLE(transient_signal(DIMS(run), s) + SIGNAL_KEEP), window = keep >> KEEP_WINDOW;
  if (!(keep & KEEP_ALL)) return i < N_ACCUMULATE ? window & observe_need(i) : 0;
  return i < N_ACCUMULATE ? keep & observe_need(i) : window & observe_need(i - N_ACCUMULATE);
}

KERNEL_FN void observe_begin(const kernel_run *run, transient *self) {
  const int *dim = DIMS(run);
  team_for(s, dim[DIM_SIGNALS]) {
    const int row = TABLE(transient_signal(dim, s) + SIGNAL_ROW);
    KERNEL_REGISTERS
    for (int i = 0; i < 2 * N_ACCUMULATE; i++)
      if (observe_keeps(run, s, i))
        self->observed[row + i] = state_load(run, transient_row_observed(dim) + row + i);
  }
  team_for(i, dim[DIM_POINTS] * transient_contact_rows(dim)) self->counts[i] =
      state_load(run, transient_row_contacts(dim) + i);
  team_for(i, dim[DIM_DISSIPATION] ? 2 : 0) self->work[i] =
      state_load(run, transient_row_dissipation(dim) + i);
  self->window = dim[DIM_WINDOW_VALUES] ? wide_load(state_row(run, transient_row_window(dim))) : wide_set(0);
}

KERNEL_FN void observe_save(const kernel_run *run, const transient *self, mask_t mask) {
  const int *dim = DIMS(run);
  team_for(s, dim[DIM_SIGNALS]) {
    const int row = TABLE(transient_signal(dim, s) + SIGNAL_ROW);
    KERNEL_REGISTERS
    for (int i = 0; i < 2 * N_ACCUMULATE; i++)
      if (observe_keeps(run, s, i))
        state_save(run, transient_row_observed(dim) + row + i, mask, self->observed[row + i]);
  }
  team_for(i, dim[DIM_POINTS] * transient_contact_rows(dim))
      state_save(run, transient_row_contacts(dim) + i, mask, self->counts[i]);
  team_for(i, dim[DIM_DISSIPATION] ? 2 : 0)
      state_save(run, transient_row_dissipation(dim) + i, mask, self->work[i]);
  if (dim[DIM_WINDOW_VALUES]) {
    team_for(i, 1) state_save_wide(run, transient_row_window(dim), mask, self->window);
  }
}

#endif
