// Part of coulomb_body.h: one trial point per lane, and the loop over them.

// Finds where the quintic through f, f' and f'' at 0 and at dt meets the target, near the time
// s·dt: the cubic plus s²(1 − s)²((1 − s)·start + s·end), by three Newton steps with the cubic's
// slope. It is a better first estimate of a root than one from a single end.
KERNEL_FN wide_t C(_quintic)(const C(_lanes) * self, wide_t dt, wide_t f, wide_t rate, wide_t curve,
                             wide_t s) {
  const wide_t one = wide_set(1.0), half = wide_set(0.5), three = wide_set(3.0);
  const wide_t r0 = self->rate * dt, r1 = rate * dt, rise = f - self->f;
  const wide_t c2 = three * rise - (r0 + r0) - r1, c3 = r0 + r1 - (rise + rise);
  const wide_t start = wide_fma(half * dt, self->curve * dt, -c2);
  const wide_t end = wide_fma(half * dt, curve * dt, -wide_fma(three, c3, c2));
  for (int i = 0; i < 3; i++) {
    const wide_t cubic = wide_fma(s, wide_fma(s, wide_fma(s, c3, c2), r0), self->f - self->target);
    const wide_t slope = wide_fma(s, wide_fma(s, three * c3, c2 + c2), r0);
    const wide_t bump = s * (one - s), bend = wide_fma(s, end - start, start);
    s = s - wide_fma(bump * bump, bend, cubic) / slope;
  }
  return s * dt;
}

// The lanes of `mask` (all of one trial) search a root of side·(f − target) in (near, far): a
// Halley step from the point `at`, or bisection if it leaves the bracket. The remaining error is
// about |dx| (q² + (dx Ω)²/6). Returns the lanes whose step is the last and short enough for
// C(_rotate).
KERNEL_FN wide_mask_t C(_search)(C(_lanes) * self, wide_mask_t mask, wide_t at, wide_t f, wide_t rate,
                                 wide_t curve, wide_t *last_step) {
  const wide_t zero = wide_set(0.0), phi = self->side * (f - self->target);
  const wide_t newton = -(f - self->target) / rate;
  const wide_t q = wide_set(-0.5) * newton * (curve / rate);
  const wide_t step = newton / (wide_set(1.0) - q);
  const wide_mask_t before = wide_less(zero, phi);
  self->near = wide_select(mask & before, at, self->near);
  self->far = wide_select(mask & wide_not(before), at, self->far);
  const wide_t next = at + step;
  const wide_mask_t inside = wide_less(self->near, next) & wide_less(next, self->far);
  const wide_t bend = step / self->reach, size = wide_abs(step);
  const wide_mask_t close =
      inside & wide_less_equal(size * self->fastest, wide_set(COULOMB_SERIES_MAX_ANGLE)) &
      wide_less_equal(size * wide_fma(q, q, bend * bend), wide_set(COULOMB_EVENT_TOLERANCE));
  const wide_mask_t narrow = wide_less_equal(self->far - self->near, wide_set(COULOMB_EVENT_TOLERANCE));
  self->tries = wide_select(mask, self->tries + wide_set(1.0), self->tries);
  const wide_t middle = wide_set(0.5) * (self->near + self->far);
  self->trial = wide_select(mask, wide_select(inside, next, middle), self->trial);
  *last_step = wide_select(close, step, zero);
  return mask & (close | narrow | wide_less(wide_set(80.0), self->tries));
}

// Moves a point of the lanes of `mask` by a short step: rotations by their series, exact to
// rounding up to COULOMB_SERIES_MAX_ANGLE.
KERNEL_FN void C(_rotate)(wide_mask_t mask, wide_t angle, wide_t decay, wide_t *x, wide_t *y) {
  const wide_t one = wide_set(1.0), z = angle * angle;
  wide_t c = wide_fma(z, wide_fma(z, wide_set(1.0 / 24.0), wide_set(-0.5)), one);
  wide_t s = angle * wide_fma(z, wide_fma(z, wide_set(1.0 / 120.0), wide_set(-1.0 / 6.0)), one);
  if (COULOMB_DAMPED) {
    wide_t e = wide_set(1.0 / 120.0);
    e = wide_fma(-e, decay, wide_set(1.0 / 24.0)), e = wide_fma(-e, decay, wide_set(1.0 / 6.0));
    e = wide_fma(-e, decay, wide_set(0.5)), e = wide_fma(-e, decay, one), e = wide_fma(-e, decay, one);
    c = c * e, s = s * e;
  }
  const wide_t a = wide_fma(*x, c, -(*y * s)), b = wide_fma(*y, c, *x * s);
  *x = wide_select(mask, a, *x), *y = wide_select(mask, b, *y);
}
KERNEL_FN void C(_nudge)(const kernel_run *run, const C(_lanes) * self, wide_mask_t mask, wide_t step,
                         C(_point) * to) {
  EACH_MODE(i) C(_rotate)(mask, self->omega[i] * step, self->decay[i] * step, &to->a[i], &to->b[i]);
  const wide_t angle = step, none = wide_set(0.0);
  C(_rotate)(mask, angle, none, &to->cosine, &to->sine);
}

// Evaluates one trial point per active lane.
KERNEL_FN void C(_trial)(const kernel_run *run, C(_lanes) * self, wide_t record, wide_t last) {
  const wide_t zero = wide_set(0.0), limit = wide_set(COULOMB_TWO_PI) - self->tau;
  const wide_mask_t ends = wide_not(self->searching) & wide_less_equal(limit, self->trial);
  wide_t dt = wide_select(ends, limit, self->trial);
  const wide_mask_t moving = LANES == 1 ? self->active : self->active & wide_not(self->event | self->turned);
  dt = wide_select(moving, dt, zero);
  C(_add)(self, COULOMB_TRIALS, moving, wide_set(1.0));
  C(_point) to;
  wide_t f, rate, curve;
  C(_advance)(run, self, dt, &to, &f, &rate, &curve);

  // Certificate: Bernstein coefficients 1 and 2, relative to both bounds.
  const wide_t third = dt * wide_set(1.0 / 3.0), b1 = wide_fma(third, self->rate, self->f),
               b2 = wide_fma(-third, rate, f);
  const wide_t square = dt * dt, error = self->error * square * square;
  const wide_mask_t started = wide_less(self->low, self->f) & wide_less(self->f, self->high);
  // If the interval starts on a bound, the error is below 4·error times the second Bernstein
  // polynomial.
  const wide_t margin1 = wide_select(started, error, zero),
               margin2 = wide_select(started, error, wide_set(4.0) * error);
  const wide_t low = self->low - self->noise, high = self->high + self->noise;
  const wide_mask_t clear = wide_less_equal(low, b1 - margin1) & wide_less_equal(b1 + margin1, high) &
                            wide_less(low, b2 - margin2) & wide_less(b2 + margin2, high);
  const wide_mask_t within = wide_less(low, f) & wide_less(f, high);
  const wide_mask_t scanning = moving & wide_not(self->searching);
  const wide_mask_t tiny = wide_less_equal(dt, wide_set(COULOMB_MIN_INTERVAL));
  const wide_mask_t accept = scanning & within & (clear | tiny);
  const wide_mask_t crossed = scanning & wide_not(within);
  // A phase of zero length: it begins on the bound and is beyond it at once.
  const wide_mask_t empty = crossed & wide_not(started) & wide_less_equal(dt, wide_set(COULOMB_MIN_STICK));
  // The hull has one sign change, and the error cannot hide two more roots.
  const wide_mask_t below = wide_less_equal(f, low);
  const wide_t target = wide_select(below, low, high),
               side = wide_select(below, wide_set(1.0), wide_set(-1.0));
  const wide_t p0 = side * (self->f - target), p1 = side * (b1 - target), p2 = side * (b2 - target),
               p3 = side * (f - target);
  const wide_mask_t twice = wide_less(p1, zero) & wide_less(zero, p2);
  const wide_mask_t rough = wide_less(wide_set(0.2) * wide_max(p0, -p3), error);
  // The hull must not reach the other bound first.
  const wide_mask_t aside = wide_select_mask(below, wide_less(wide_max(b1, b2) + error, high),
                                             wide_less(low, wide_min(b1, b2) - error));
  const wide_mask_t bracketed = crossed & started & ((aside & wide_not(twice | rough)) | tiny);
  const wide_mask_t refine = scanning & wide_not(accept | bracketed | empty);
  const wide_mask_t root = bracketed | (moving & self->searching);

  // A rejected interval shrinks, an accepted one grows again.
  const wide_t shrink = wide_select(started, wide_set(0.5), wide_set(0.25));
  wide_t trial = wide_select(refine, dt * shrink, self->trial);
  trial = wide_select(accept, wide_min(wide_set(2.0) * dt, self->reach), trial);
  self->trial = trial;
  self->near = wide_select(bracketed, zero, self->near), self->far = wide_select(bracketed, dt, self->far);
  self->target = wide_select(bracketed, target, self->target),
  self->side = wide_select(bracketed, side, self->side);
  self->tries = wide_select(bracketed, zero, self->tries);
  wide_mask_t event = empty;
  if (wide_any(root)) {
    wide_t step;
    const wide_mask_t found = C(_search)(self, root, dt, f, rate, curve, &step);
    if (wide_any(bracketed)) {
      const wide_t better = C(_quintic)(self, dt, f, rate, curve, self->trial / dt);
      const wide_mask_t inside = wide_less(zero, better) & wide_less(better, dt);
      self->trial = wide_select(bracketed & inside, better, self->trial);
    }
    if (wide_any(found)) {
      C(_nudge)(run, self, found, step, &to);
      dt = dt + wide_select(found, step, zero);
    }
    event = event | found;
  }
  self->searching = (self->searching | bracketed) & wide_not(event);

  const wide_mask_t move = accept | event;
  if (DIM(DIM_COULOMB_WATCHED)) {
    const wide_mask_t watched = move & wide_less_equal(record, self->steps);
    if (wide_any(watched)) C(_watch)(run, self, watched, dt, &to);
  }
  EACH_MODE(i) {
    self->point.a[i] = wide_select(move, to.a[i], self->point.a[i]);
    self->point.b[i] = wide_select(move, to.b[i], self->point.b[i]);
  }
  self->point.cosine = wide_select(move, to.cosine, self->point.cosine);
  self->point.sine = wide_select(move, to.sine, self->point.sine);
  self->tau = self->tau + wide_select(move, dt, zero);
  self->f = wide_select(accept, f, self->f), self->rate = wide_select(accept, rate, self->rate);
  self->curve = wide_select(accept, curve, self->curve);
  self->event = self->event | event;
  self->turned = self->turned | (accept & ends);
  // Events and turns cost as much as a trial, so they wait until half of the lanes have one.
  const int waiting = wide_count(self->event | self->turned);
  if (waiting == 0 || 2 * waiting < wide_count(self->active)) return;
  const wide_mask_t none = wide_less(zero, zero), turned = self->turned;
  if (wide_any(self->event)) C(_event)(run, self, self->event, wide_less_equal(record, self->steps));
  if (wide_any(turned)) C(_cycle)(run, self, turned, record, last);
  self->event = self->turned = none;
}

KERNEL_FN void C(_run)(const kernel_run *run) {
  C(_lanes) lanes, *self = &lanes;
  C(_load)(run, self);
  const wide_t last = parameter_load_wide(run, PARAMETER_STEPS),
               record = parameter_load_wide(run, PARAMETER_FIRST_RECORDED);
  const wide_t stop = wide_min(last, wide_set(run->batch->step_end));
  self->active = wide_less(self->steps, stop) & wide_equal(self->status, wide_set(TRAJECTORY_OK));
  wide_t column = last;
  for (int lane = 0; lane < LANES; lane++) wide_put(&column, lane, (double)(run->column + lane));
  self->active = self->active & wide_less(column, wide_set((double)run->batch->n_trajectories));
  wide_mask_t began = self->active;
  C(_enter_phase)(run, self, began);
  while (wide_any(self->active)) {
    C(_trial)(run, self, record, last);
    self->active = self->active & wide_less(self->steps, stop);
  }
  C(_save)(run, self, began);
}
