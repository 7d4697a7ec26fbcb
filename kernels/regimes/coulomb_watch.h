// Part of coulomb_body.h: extremes of the watched coordinates y = row·η + frame cos τ, or of their
// first or second derivative by τ, over the window.

// Replaces pairs and angle of the point by those of the τ-derivative of the phase's motion, which
// has the same form.
KERNEL_FN void C(_derive)(const kernel_run *run, const C(_lanes) * self, C(_point) * p) {
  const wide_t sine = p->sine;
  p->sine = p->cosine, p->cosine = -sine;
  EACH_MODE(i) {
    const wide_t a = p->a[i], b = p->b[i], omega = self->omega[i];
    p->a[i] = -(omega * b), p->b[i] = omega * a;
    if (!COULOMB_DAMPED) continue;
    p->a[i] = wide_fma(-self->decay[i], a, p->a[i]), p->b[i] = wide_fma(-self->decay[i], b, p->b[i]);
  }
}

// Evaluates the watched derivative and the next one at a point of the lanes' phases.
COULOMB_FN void C(_watched)(const kernel_run *run, const C(_lanes) * self, const C(_point) * point, int watch,
                            wide_t *y, wide_t *rate) {
  wide_t q[COULOMB_MODE_LIMIT], v[COULOMB_MODE_LIMIT];
  const int row = coulomb_block_at(DIMS(run), BLOCK_WATCH_ROW) + watch * COULOMB_MODES(run);
  const wide_t frame = parameter_load_wide(run, coulomb_block_at(DIMS(run), BLOCK_WATCH_COS) + watch);
  const int order = run->batch->tables[COULOMB_TABLE_WATCH + watch];
  C(_point) at = *point;
  *rate = wide_set(0.0);
  for (int derivative = 0;; derivative++) {
    C(_coordinates)(run, self, &at, q, v);
    *y = derivative ? *rate : frame * at.cosine;
    *rate = -(frame * at.sine);
    EACH_MODE(i) {
      const wide_t on = parameter_load_wide(run, row + i);
      if (!derivative) *y = wide_fma(on, q[i], *y);
      *rate = wide_fma(on, v[i], *rate);
    }
    if (derivative == order) return;
    C(_derive)(run, self, &at);
  }
}

// Moves the lanes of `mask` by dt to the point `to`, and updates the extremes: both ends, and, if
// the derivative changes sign, the extremum between them (regula falsi of Illinois; an error ε of
// its place is an error ε² of its value). An acceleration that jumps at an event counts with both
// its values: the phases before and after it end there.
COULOMB_FN void C(_watch)(const kernel_run *run, C(_lanes) * self, wide_mask_t mask, wide_t dt,
                          const C(_point) * to) {
  const wide_t zero = wide_set(0.0);
  const mask_t lanes = mask_narrow(mask);
  for (int watch = 0; watch < DIM(DIM_COULOMB_WATCHED); watch++) {
    const int row = coulomb_row_watch(DIMS(run)) + 2 * watch;
    wide_t y0, y1, y, left, right, rate, low = zero, high = dt, f, fr, fc;
    C(_watched)(run, self, &self->point, watch, &y0, &left);
    C(_watched)(run, self, to, watch, &y1, &right);
    wide_t least = wide_min(y0, y1), most = wide_max(y0, y1);
    const wide_mask_t turns = mask & wide_less(left * right, zero);
    for (int i = 0; i < 12 && wide_any(turns); i++) {
      const wide_t at = wide_select(turns, wide_fma(-right, (high - low) / (right - left), high), high);
      C(_point) point;
      C(_advance)(run, self, at, &point, &f, &fr, &fc);
      C(_watched)(run, self, &point, watch, &y, &rate);
      least = wide_select(turns, wide_min(least, y), least);
      most = wide_select(turns, wide_max(most, y), most);
      const wide_mask_t same = wide_less(zero, rate * right);
      low = wide_select(same, low, high), left = wide_select(same, left * wide_set(0.5), right);
      high = at, right = wide_select(wide_equal(rate, zero), right, rate);
    }
    state_save_wide(run, row, lanes, wide_min(wide_load(state_row(run, row)), least));
    state_save_wide(run, row + 1, lanes, wide_max(wide_load(state_row(run, row + 1)), most));
  }
}
