// Part of coulomb_body.h: the end of an excitation cycle, and the saved state.

// Writes the lanes of `mask` to the state.
COULOMB_FN void C(_save)(const kernel_run *run, const C(_lanes) * self, wide_mask_t mask) {
  const mask_t lanes = mask_narrow(mask);
  state_save_wide(run, COULOMB_KIND, lanes, self->kind);
  state_save_wide(run, COULOMB_F, lanes, self->f);
  state_save_wide(run, COULOMB_F_RATE, lanes, self->rate);
  state_save_wide(run, COULOMB_U, lanes, self->u);
  state_save_wide(run, COULOMB_PHASE_START, lanes, self->began);
  state_save_wide(run, COULOMB_PENDING, lanes, self->pending);
  for (int row = COULOMB_REPEATED; row < COULOMB_PAIRS; row++)
    state_save_wide(run, row, lanes, self->window[row]);
  EACH_MODE(i) {
    state_save_wide(run, COULOMB_PAIRS + 2 * i, lanes, self->point.a[i]);
    state_save_wide(run, COULOMB_PAIRS + 2 * i + 1, lanes, self->point.b[i]);
  }
  state_save_wide(run, STATE_STATUS, lanes, self->status);
  state_save_wide(run, STATE_STEPS, lanes, self->steps);
  state_save_wide(run, STATE_TIME, lanes, wide_fma(self->steps, wide_set(COULOMB_TWO_PI), self->tau));
}

// Compares the state with that of the previous cycle (kept in the state rows) and keeps the new one
// there.
KERNEL_FN wide_mask_t C(_repeats)(const kernel_run *run, C(_lanes) * self, wide_mask_t mask) {
  const int at = coulomb_row_previous(DIMS(run));
  const mask_t lanes = mask_narrow(mask);
  wide_t change = wide_abs(self->u - wide_load(state_row(run, at + 1))), size = wide_abs(self->u);
  EACH_MODE(i) {
    const int row = at + 2 + 2 * i;
    change = wide_max(change, wide_abs(self->point.a[i] - wide_load(state_row(run, row))));
    change = wide_max(change, wide_abs(self->point.b[i] - wide_load(state_row(run, row + 1))));
    size = wide_max(size, wide_max(wide_abs(self->point.a[i]), wide_abs(self->point.b[i])));
  }
  const wide_mask_t same = wide_equal(self->kind, wide_load(state_row(run, at)));
  const wide_t limit = wide_set(COULOMB_REPEAT_TOLERANCE) * wide_max(size, wide_set(1.0));
  state_save_wide(run, at, lanes, self->kind);
  state_save_wide(run, at + 1, lanes, self->u);
  EACH_MODE(i) {
    state_save_wide(run, at + 2 + 2 * i, lanes, self->point.a[i]);
    state_save_wide(run, at + 3 + 2 * i, lanes, self->point.b[i]);
  }
  return same & wide_less_equal(change, limit);
}

// Returns the lanes in a stick phase that cannot end: by its amplitudes the resultant stays below
// β.
KERNEL_FN wide_mask_t C(_stuck)(const kernel_run *run, const C(_lanes) * self) {
  wide_t most = wide_abs(self->constant) + wide_abs(self->cosine) + wide_abs(self->sine);
  EACH_MODE(i) {
    const wide_t a = self->point.a[i], b = self->point.b[i];
    most = wide_fma(wide_abs(self->weight[i]), wide_sqrt(wide_fma(a, a, b * b)), most);
  }
  return wide_equal(self->kind, wide_set(0.0)) & wide_less(most, self->high);
}

// Ends a cycle of the lanes of `mask` at τ = 2π.
COULOMB_FN void C(_cycle)(const kernel_run *run, C(_lanes) * self, wide_mask_t mask, wide_t record,
                          wide_t last) {
  const C(_system) *s = &self->system;
  const wide_t zero = wide_set(0.0), one = wide_set(1.0);
  const wide_mask_t recording = wide_less_equal(record, self->steps);
  wide_t q[COULOMB_MODE_LIMIT], v[COULOMB_MODE_LIMIT], u = zero;
  C(_coordinates)(run, self, &self->point, q, v);
  EACH_MODE(i) u = wide_fma(s->contact[i], q[i], u);
  u = wide_select(wide_equal(self->kind, zero), self->u, u);
  C(_account)(self, mask, recording, u);
  C(_add)
  (self, COULOMB_STUCK_CYCLES,
   mask & recording & wide_less_equal(self->slip_time, wide_set(COULOMB_MIN_STICK)), one);
  C(_add)(self, COULOMB_RECORDED, mask & recording, one);
  self->u = wide_select(mask, u, self->u);
  self->began = wide_select(mask, self->began - wide_set(COULOMB_TWO_PI), self->began);
  self->slip_time = wide_select(mask, zero, self->slip_time);
  self->events = wide_select(mask, zero, self->events);
  self->steps = self->steps + wide_select(mask, one, zero);
  self->tau = wide_select(mask, zero, self->tau);
  self->point.cosine = wide_select(mask, one, self->point.cosine);
  self->point.sine = wide_select(mask, zero, self->point.sine);
  C(_enter_phase)(run, self, mask);
  if (run->batch->tables[COULOMB_TABLE_EARLY_EXIT]) {
    const wide_mask_t repeats = C(_repeats)(run, self, mask);
    wide_t count = wide_select(repeats, self->window[COULOMB_REPEATED] + one, zero);
    self->window[COULOMB_REPEATED] = wide_select(mask, count, self->window[COULOMB_REPEATED]);
    // Every later cycle equals this one, so one more stands for the whole window.
    wide_mask_t settled = wide_less_equal(wide_set(COULOMB_REPEAT_CYCLES), count) | C(_stuck)(run, self);
    settled = settled & mask & wide_less_equal(self->steps, record);
    self->steps = wide_select(settled, last - one, self->steps);
  }
  const wide_mask_t opens = mask & wide_not(recording) & wide_less_equal(record, self->steps);
  self->window[COULOMB_U_MIN] = wide_select(opens, u, self->window[COULOMB_U_MIN]);
  self->window[COULOMB_U_MAX] = wide_select(opens, u, self->window[COULOMB_U_MAX]);
}
