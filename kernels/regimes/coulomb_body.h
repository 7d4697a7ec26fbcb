// The event-exact stepper for at most COULOMB_MODE_LIMIT modes; included once per size with
// COULOMB_MODE_LIMIT and its name COULOMB_NAME defined, and with COULOMB_EXACT when it serves that
// number of modes only; COULOMB_DAMPED is 0 or 1. See coulomb_stepper.h.
#define COULOMB_PASTE_(a, b) a##b
#define COULOMB_PASTE(a, b) COULOMB_PASTE_(a, b)
#define C(name)                                                                                              \
  COULOMB_PASTE(COULOMB_PASTE(COULOMB_PASTE(coulomb_, COULOMB_NAME), COULOMB_PASTE(_, COULOMB_DAMPED)), name)
#ifdef COULOMB_EXACT
#define COULOMB_MODES(run) ((void)(run), COULOMB_MODE_LIMIT)
#define EACH_MODE(i) KERNEL_UNROLL for (int i = 0; i < COULOMB_MODES(run); i++)
#define EACH_SLOT(k) KERNEL_UNROLL for (int k = 0; k < COULOMB_MODES(run) - 1; k++)
#else
#define COULOMB_MODES(run) ((void)(run), DIM(DIM_COULOMB_MODES))
#define EACH_MODE(i) for (int i = 0; i < COULOMB_MODES(run); i++)
#define EACH_SLOT(k) for (int k = 0; k < COULOMB_MODES(run) - 1; k++)
#endif

// Coefficients of the modes in slip and of the slots in stick.
typedef struct C(_system) {
  wide_t omega[COULOMB_MODE_LIMIT], inverse[COULOMB_MODE_LIMIT], contact[COULOMB_MODE_LIMIT],
      cosine[COULOMB_MODE_LIMIT], fixed[COULOMB_MODE_LIMIT];
  wide_t resultant[COULOMB_MODE_LIMIT], sine[COULOMB_MODE_LIMIT], decay[COULOMB_MODE_LIMIT],
      rate[COULOMB_MODE_LIMIT], ratio[COULOMB_MODE_LIMIT];
  wide_t slot_omega[COULOMB_MODE_LIMIT], slot_inverse[COULOMB_MODE_LIMIT], slot_weight[COULOMB_MODE_LIMIT],
      slot_decay[COULOMB_MODE_LIMIT];
  wide_t slot_lock[COULOMB_MODE_LIMIT], slot_cosine[COULOMB_MODE_LIMIT], locked[COULOMB_MODE_LIMIT];
  wide_t head[COULOMB_FIRST_BLOCK];
  int at_modes, at_enter, at_leave_cos, at_leave_sin, at_leave, at_leave_rate; // first rows of the matrices
} C(_system);

// A point of a phase: pairs and the excitation's angle.
typedef struct C(_point) {
  wide_t a[COULOMB_MODE_LIMIT], b[COULOMB_MODE_LIMIT], cosine, sine;
} C(_point);

typedef struct C(_lanes) {
  C(_system) system;
  C(_point) point;                  // accepted
  wide_t kind, tau, f, rate, curve; // f, f' and f'' at the point
  wide_t omega[COULOMB_MODE_LIMIT], weight[COULOMB_MODE_LIMIT], decay[COULOMB_MODE_LIMIT], constant, cosine,
      sine; // of the phase's f
  // bounds of f, its rounding level, error factor, first interval
  wide_t low, high, noise, error, reach;
  wide_t fastest; // highest frequency
  wide_t trial;   // next interval, or estimate of the root
  wide_mask_t searching, active;
  wide_mask_t event, turned; // at an event or at the end of a cycle, still to be processed
  wide_t near, far, target, side, tries;
  wide_t u, began, pending, slip_time, events;
  wide_t steps, status;
  wide_t window[COULOMB_PAIRS]; // accumulators, by their state row
} C(_lanes);

KERNEL_FN void C(_load_block)(const kernel_run *run, int block, wide_t *to) {
  const int at = coulomb_block_at(DIMS(run), block), n = coulomb_block_size(DIMS(run), block);
  for (int i = 0; i < n; i++) to[i] = parameter_load_wide(run, at + i);
}

COULOMB_FN void C(_load)(const kernel_run *run, C(_lanes) * self) {
  C(_system) *s = &self->system;
  for (int i = PARAMETER_STEPPER_FIRST; i < COULOMB_FIRST_BLOCK; i++)
    s->head[i] = parameter_load_wide(run, i);
  C(_load_block)(run, BLOCK_OMEGA, s->omega);
  C(_load_block)(run, BLOCK_INVERSE, s->inverse);
  C(_load_block)(run, BLOCK_CONTACT, s->contact);
  C(_load_block)(run, BLOCK_COS, s->cosine);
  C(_load_block)(run, BLOCK_STATIC, s->fixed);
  C(_load_block)(run, BLOCK_RESULTANT, s->resultant);
  C(_load_block)(run, BLOCK_SLOT_OMEGA, s->slot_omega);
  C(_load_block)(run, BLOCK_SLOT_INVERSE, s->slot_inverse);
  C(_load_block)(run, BLOCK_SLOT_WEIGHT, s->slot_weight);
  C(_load_block)(run, BLOCK_LOCKED, s->locked);
  if (COULOMB_DAMPED) {
    C(_load_block)(run, BLOCK_SIN, s->sine);
    C(_load_block)(run, BLOCK_DECAY, s->decay);
    C(_load_block)(run, BLOCK_RESULTANT_RATE, s->rate);
    C(_load_block)(run, BLOCK_RATIO, s->ratio);
    C(_load_block)(run, BLOCK_SLOT_DECAY, s->slot_decay);
  } else {
    C(_load_block)(run, BLOCK_SLOT_LOCK, s->slot_lock);
    C(_load_block)(run, BLOCK_SLOT_COS, s->slot_cosine);
  }
  s->at_modes = coulomb_block_at(DIMS(run), BLOCK_MODES);
  s->at_enter = coulomb_block_at(DIMS(run), BLOCK_ENTER);
  s->at_leave_cos = coulomb_block_at(DIMS(run), BLOCK_LEAVE_COS);
  s->at_leave_sin = coulomb_block_at(DIMS(run), BLOCK_LEAVE_SIN);
  s->at_leave = coulomb_block_at(DIMS(run), BLOCK_LEAVE);
  s->at_leave_rate = coulomb_block_at(DIMS(run), BLOCK_LEAVE_RATE);
  self->kind = wide_load(state_row(run, COULOMB_KIND));
  self->f = wide_load(state_row(run, COULOMB_F));
  self->rate = wide_load(state_row(run, COULOMB_F_RATE));
  self->u = wide_load(state_row(run, COULOMB_U));
  self->began = wide_load(state_row(run, COULOMB_PHASE_START));
  self->pending = wide_load(state_row(run, COULOMB_PENDING));
  for (int row = COULOMB_REPEATED; row < COULOMB_PAIRS; row++)
    self->window[row] = wide_load(state_row(run, row));
  EACH_MODE(i) {
    self->point.a[i] = wide_load(state_row(run, COULOMB_PAIRS + 2 * i));
    self->point.b[i] = wide_load(state_row(run, COULOMB_PAIRS + 2 * i + 1));
    self->omega[i] = self->weight[i] = self->decay[i] = wide_set(0.0);
  }
  self->steps = wide_load(state_row(run, STATE_STEPS));
  self->status = wide_load(state_row(run, STATE_STATUS));
  self->tau = self->slip_time = self->events = wide_set(0.0);
  self->point.cosine = wide_set(1.0), self->point.sine = wide_set(0.0);
  self->constant = self->cosine = self->sine = self->low = self->high = self->noise = self->error =
      self->curve = self->fastest = wide_set(0.0);
  self->reach = self->trial = self->near = self->far = self->target = self->side = self->tries =
      wide_set(0.0);
  self->searching = self->event = self->turned = wide_less(wide_set(1.0), wide_set(0.0));
}

// Returns the longest interval with watched coordinates, a fraction of the shortest period: it has
// at most one extremum of each.
KERNEL_FN wide_t C(_watch_reach)(const kernel_run *run, const C(_lanes) * self) {
  wide_t fastest = wide_set(1.0);
  EACH_MODE(i) fastest = wide_max(fastest, self->omega[i]);
  return wide_set(COULOMB_WATCH_MAX_INTERVAL) / fastest;
}

// Returns a mode's part of f'' from its parts of f.
KERNEL_FN wide_t C(_curve)(const C(_lanes) * self, int i, wide_t wa, wide_t wb) {
  const wide_t omega = self->omega[i], d = self->decay[i];
  if (!COULOMB_DAMPED) return -(omega * omega) * wa;
  return wide_fma(wide_fma(d, d, -(omega * omega)), wa, (d + d) * omega * wb);
}

// Sets the coefficients of the phase of the lanes of `mask`, its error bound and first interval.
COULOMB_FN void C(_enter_phase)(const kernel_run *run, C(_lanes) * self, wide_mask_t mask) {
  const C(_system) *s = &self->system;
  const wide_mask_t stick = wide_equal(self->kind, wide_set(0.0));
  const wide_t zero = wide_set(0.0), far = wide_set(COULOMB_NO_BOUND);
  EACH_MODE(i) {
    const int slot = i < COULOMB_MODES(run) - 1;
    wide_t omega = wide_select(stick, slot ? s->slot_omega[i] : zero, s->omega[i]);
    wide_t weight = wide_select(stick, slot ? s->slot_weight[i] : zero, s->omega[i] * s->contact[i]);
    self->omega[i] = wide_select(mask, omega, self->omega[i]);
    self->weight[i] = wide_select(mask, weight, self->weight[i]);
    if (COULOMB_DAMPED) {
      wide_t decay = wide_select(stick, slot ? s->slot_decay[i] : zero, s->decay[i]);
      self->decay[i] = wide_select(mask, decay, self->decay[i]);
    }
  }
  const wide_t beta = s->head[COULOMB_BETA], locked = -s->head[COULOMB_STICK_STIFFNESS] * self->u;
  self->constant = wide_select(mask, wide_select(stick, locked, zero), self->constant);
  self->cosine = wide_select(mask, wide_select(stick, s->head[COULOMB_STICK_COS], s->head[COULOMB_SLIP_COS]),
                             self->cosine);
  self->sine = wide_select(mask, wide_select(stick, s->head[COULOMB_STICK_SIN], s->head[COULOMB_SLIP_SIN]),
                           self->sine);
  wide_t low = wide_select(stick, -beta, wide_select(wide_less(zero, self->kind), zero, -far));
  wide_t high = wide_select(stick, beta, wide_select(wide_less(self->kind, zero), zero, far));
  self->low = wide_select(mask, low, self->low), self->high = wide_select(mask, high, self->high);
  // max|f| and max|f''''| follow from the amplitudes; the effective frequency is the fourth root of
  // their ratio.
  wide_t most = wide_abs(self->cosine) + wide_abs(self->sine), most4 = most;
  wide_t curve = -wide_fma(self->cosine, self->point.cosine, self->sine * self->point.sine);
  wide_t fastest = wide_set(1.0);
  EACH_MODE(i) {
    fastest = wide_max(fastest, self->omega[i]);
    curve =
        curve + C(_curve)(self, i, self->weight[i] * self->point.a[i], self->weight[i] * self->point.b[i]);
    wide_t square = self->omega[i] * self->omega[i];
    if (COULOMB_DAMPED) square = wide_fma(self->decay[i], self->decay[i], square);
    wide_t amplitude = wide_abs(self->weight[i]) * (wide_abs(self->point.a[i]) + wide_abs(self->point.b[i]));
    most = most + amplitude;
    most4 = wide_fma(amplitude, square * square, most4);
  }
  wide_t ratio = (most + wide_set(1e-300)) / (most4 + wide_set(1e-300));
  wide_t reach = wide_set(COULOMB_FIRST_TRIAL) * wide_sqrt(wide_sqrt(ratio));
  if (DIM(DIM_COULOMB_WATCHED)) reach = wide_min(reach, C(_watch_reach)(run, self));
  self->curve = wide_select(mask, curve, self->curve);
  self->fastest = wide_select(mask, fastest, self->fastest);
  self->noise = wide_select(mask, most * wide_set(COULOMB_ROUNDING), self->noise);
  self->error = wide_select(mask, most4 * wide_set(1.0 / 288.0), self->error);
  self->reach = wide_select(mask, reach, self->reach);
  self->trial = wide_select(mask, reach, self->trial);
  // Amplitudes that are not finite end the trajectory.
  const wide_mask_t lost = wide_not(wide_less_equal(most4, wide_set(COULOMB_NO_BOUND))) & mask & self->active;
  self->status = wide_select(lost, wide_set(TRAJECTORY_NOT_FINITE), self->status);
  self->active = self->active & wide_not(lost);
}

// Computes the point `dt` later, with f, f' and f'' there.
KERNEL_FN void C(_advance)(const kernel_run *run, const C(_lanes) * self, wide_t dt, C(_point) * to,
                           wide_t *f, wide_t *rate, wide_t *curve) {
  const C(_point) *from = &self->point;
  wide_t s, c;
  wide_sincos(dt, &s, &c);
  to->cosine = wide_fma(from->cosine, c, -(from->sine * s));
  to->sine = wide_fma(from->sine, c, from->cosine * s);
  const wide_t excited = wide_fma(self->cosine, to->cosine, self->sine * to->sine);
  *f = self->constant + excited;
  *rate = wide_fma(self->sine, to->cosine, -(self->cosine * to->sine));
  *curve = -excited;
  EACH_MODE(i) {
    const wide_t omega = self->omega[i], d = self->decay[i];
    wide_sincos(omega * dt, &s, &c);
    wide_t a = wide_fma(from->a[i], c, -(from->b[i] * s)), b = wide_fma(from->b[i], c, from->a[i] * s);
    if (COULOMB_DAMPED) {
      const wide_t shrink = wide_decay(d * dt);
      a = a * shrink, b = b * shrink;
    }
    to->a[i] = a, to->b[i] = b;
    const wide_t wa = self->weight[i] * a, wb = self->weight[i] * b;
    *f = *f + wa;
    *rate = COULOMB_DAMPED ? *rate - wide_fma(d, wa, omega * wb) : wide_fma(-omega, wb, *rate);
    *curve = *curve + C(_curve)(self, i, wa, wb);
  }
}

// Computes η and η' of every lane at a point p of its phase, slip or stick.
COULOMB_FN void C(_coordinates)(const kernel_run *run, const C(_lanes) * self, const C(_point) * p, wide_t *q,
                                wide_t *v) {
  const C(_system) *s = &self->system;
  const wide_mask_t stick = wide_equal(self->kind, wide_set(0.0));
  const wide_t friction = -(self->kind * s->head[COULOMB_BETA]);
  EACH_MODE(i) {
    const wide_t omega = s->omega[i];
    if (COULOMB_DAMPED) {
      v[i] = wide_fma(omega, p->a[i], wide_fma(-s->cosine[i], p->sine, s->sine[i] * p->cosine));
      wide_t free = wide_fma(omega, p->b[i], -(s->decay[i] * p->a[i])) / (omega * s->ratio[i]);
      q[i] = wide_fma(s->fixed[i], friction,
                      wide_fma(s->cosine[i], p->cosine, wide_fma(s->sine[i], p->sine, free)));
    } else {
      v[i] = wide_fma(omega, p->a[i], -(s->cosine[i] * p->sine));
      q[i] = wide_fma(s->fixed[i], friction, wide_fma(s->cosine[i], p->cosine, p->b[i]));
    }
  }
  if (!wide_any(stick)) return;
  const int slots = COULOMB_MODES(run) - 1;
  EACH_MODE(i) {
    wide_t x = s->locked[i] * self->u, y = wide_set(0.0);
    if (COULOMB_DAMPED) {
      const wide_t xc = parameter_load_wide(run, s->at_leave_cos + i),
                   xs = parameter_load_wide(run, s->at_leave_sin + i);
      x = wide_fma(xc, p->cosine, wide_fma(xs, p->sine, x));
      y = wide_fma(xs, p->cosine, -(xc * p->sine));
    }
    EACH_SLOT(k) {
      if (COULOMB_DAMPED) {
        const int row = 2 * (i * slots + k);
        x = wide_fma(parameter_load_wide(run, s->at_leave + row), p->a[k], x);
        x = wide_fma(parameter_load_wide(run, s->at_leave + row + 1), p->b[k], x);
        y = wide_fma(parameter_load_wide(run, s->at_leave_rate + row), p->a[k], y);
        y = wide_fma(parameter_load_wide(run, s->at_leave_rate + row + 1), p->b[k], y);
      } else {
        const wide_t z = parameter_load_wide(run, s->at_modes + i * slots + k);
        x = wide_fma(z, wide_fma(s->slot_cosine[k], p->cosine, p->a[k]), x);
        y = wide_fma(-z, wide_fma(s->slot_cosine[k], p->sine, s->slot_omega[k] * p->b[k]), y);
      }
    }
    q[i] = wide_select(stick, x, q[i]);
    v[i] = wide_select(stick, y, v[i]);
  }
}

// Sets the pairs of the lanes of `mask` for the phase self->kind that begins at their point with η
// = q, η' = v.
COULOMB_FN void C(_begin_pairs)(const kernel_run *run, C(_lanes) * self, wide_mask_t mask, const wide_t *q,
                                const wide_t *v) {
  const C(_system) *s = &self->system;
  C(_point) *p = &self->point;
  const wide_mask_t stick = wide_equal(self->kind, wide_set(0.0)), slip = mask & wide_not(stick),
                    hold = mask & stick;
  const wide_t friction = self->kind * s->head[COULOMB_BETA];
  EACH_MODE(i) {
    wide_t free = wide_fma(s->fixed[i], friction, wide_fma(-s->cosine[i], p->cosine, q[i]));
    wide_t speed = wide_fma(s->cosine[i], p->sine, v[i]);
    if (COULOMB_DAMPED) {
      free = wide_fma(-s->sine[i], p->sine, free), speed = wide_fma(-s->sine[i], p->cosine, speed);
      free = wide_fma(s->ratio[i], free, s->decay[i] * speed * s->inverse[i] * s->inverse[i]);
    }
    p->a[i] = wide_select(slip, speed * s->inverse[i], p->a[i]);
    p->b[i] = wide_select(slip, free, p->b[i]);
  }
  if (!wide_any(hold)) return;
  const int n = COULOMB_MODES(run), slots = n - 1;
  EACH_SLOT(k) {
    wide_t a, b;
    if (COULOMB_DAMPED) {
      const int row = s->at_enter + 2 * k * (2 * n + 3);
      a = b = wide_set(0.0);
      EACH_MODE(i) {
        a = wide_fma(parameter_load_wide(run, row + i), q[i], a);
        a = wide_fma(parameter_load_wide(run, row + n + i), v[i], a);
        b = wide_fma(parameter_load_wide(run, row + 2 * n + 3 + i), q[i], b);
        b = wide_fma(parameter_load_wide(run, row + 3 * n + 3 + i), v[i], b);
      }
      const wide_t rest[3] = {p->cosine, p->sine, self->u};
      for (int j = 0; j < 3; j++) {
        a = wide_fma(parameter_load_wide(run, row + 2 * n + j), rest[j], a);
        b = wide_fma(parameter_load_wide(run, row + 4 * n + 3 + j), rest[j], b);
      }
    } else {
      a = wide_fma(-s->slot_lock[k], self->u, -(s->slot_cosine[k] * p->cosine));
      b = -(s->slot_cosine[k] * p->sine);
      EACH_MODE(i) {
        const wide_t z = parameter_load_wide(run, s->at_modes + i * slots + k);
        a = wide_fma(z, q[i], a);
        b = wide_fma(-z, v[i], b);
      }
      b = b * s->slot_inverse[k];
    }
    p->a[k] = wide_select(hold, a, p->a[k]);
    p->b[k] = wide_select(hold, b, p->b[k]);
  }
  p->a[slots] = wide_select(hold, wide_set(0.0), p->a[slots]);
  p->b[slots] = wide_select(hold, wide_set(0.0), p->b[slots]);
}

KERNEL_FN void C(_add)(C(_lanes) * self, int row, wide_mask_t mask, wide_t amount) {
  self->window[row] = self->window[row] + wide_select(mask, amount, wide_set(0.0));
}

// Adds a phase, or its part up to the end of a cycle, to the window: time, path and extremes of u.
KERNEL_FN void C(_account)(C(_lanes) * self, wide_mask_t mask, wide_mask_t recording, wide_t u) {
  const wide_t zero = wide_set(0.0), length = self->tau - wide_max(self->began, zero);
  const wide_mask_t stick = wide_equal(self->kind, zero);
  self->slip_time = self->slip_time + wide_select(mask & wide_not(stick), length, zero);
  C(_add)(self, COULOMB_STICK_TIME, recording & mask & stick, length);
  C(_add)(self, COULOMB_SLIP_PATH, recording & mask & wide_not(stick), wide_abs(u - self->u));
  const wide_mask_t stopped = mask & stick & wide_less(wide_set(COULOMB_MIN_STICK), self->tau - self->began);
  C(_add)(self, COULOMB_STOPS, stopped, self->pending);
  self->pending = wide_select(stopped, zero, self->pending);
  wide_t least = wide_min(self->window[COULOMB_U_MIN], u), most = wide_max(self->window[COULOMB_U_MAX], u);
  self->window[COULOMB_U_MIN] = wide_select(recording & mask, least, self->window[COULOMB_U_MIN]);
  self->window[COULOMB_U_MAX] = wide_select(recording & mask, most, self->window[COULOMB_U_MAX]);
}

// Processes an event of the lanes of `mask`: zero velocity, or the resultant has reached the
// friction force.
COULOMB_FN void C(_event)(const kernel_run *run, C(_lanes) * self, wide_mask_t mask, wide_mask_t recording) {
  const C(_system) *s = &self->system;
  const wide_t zero = wide_set(0.0), one = wide_set(1.0), beta = s->head[COULOMB_BETA];
  wide_t q[COULOMB_MODE_LIMIT], v[COULOMB_MODE_LIMIT];
  C(_coordinates)(run, self, &self->point, q, v);
  const wide_mask_t stick = wide_equal(self->kind, zero);
  wide_t u = zero, force = s->head[COULOMB_RESULTANT] * self->point.cosine;
  EACH_MODE(i) {
    u = wide_fma(s->contact[i], q[i], u);
    force = wide_fma(-s->resultant[i], q[i], force);
    if (COULOMB_DAMPED) force = wide_fma(-s->rate[i], v[i], force);
  }
  u = wide_select(stick, self->u, u);
  C(_account)(self, mask, recording, u);
  // Without friction there is no stick; a change of sign is a turning point of u.
  const wide_mask_t free = wide_equal(beta, zero);
  const wide_mask_t holds = wide_not(stick | free) & wide_less_equal(wide_abs(force), beta);
  wide_t direction = wide_select(wide_less(force, zero), -one, one);
  direction = wide_select(free, -self->kind, direction);
  self->kind = wide_select(mask, wide_select(holds, zero, direction), self->kind);
  self->u = wide_select(mask, u, self->u);
  self->began = wide_select(mask, self->tau, self->began);
  self->pending = wide_select(mask, wide_select(holds & recording, one, zero), self->pending);
  self->events = self->events + wide_select(mask, one, zero);
  C(_add)(self, COULOMB_EVENTS, mask, one);
  C(_begin_pairs)(run, self, mask, q, v);
  C(_enter_phase)(run, self, mask);
  // f and f' at the start: in slip u' = 0 exactly, and u'' has the direction of the motion up to
  // rounding.
  wide_t f = self->constant + wide_fma(self->cosine, self->point.cosine, self->sine * self->point.sine);
  wide_t rate = wide_fma(self->sine, self->point.cosine, -(self->cosine * self->point.sine));
  EACH_MODE(i) {
    f = wide_fma(self->weight[i], self->point.a[i], f);
    rate = wide_fma(-self->weight[i] * self->omega[i], self->point.b[i], rate);
    if (COULOMB_DAMPED) rate = wide_fma(-self->weight[i] * self->decay[i], self->point.a[i], rate);
  }
  const wide_mask_t slips = wide_not(wide_equal(self->kind, zero));
  rate = wide_select(slips & wide_less(rate * self->kind, zero), zero, rate);
  self->f = wide_select(mask, wide_select(slips, zero, f), self->f);
  self->rate = wide_select(mask, rate, self->rate);
  const wide_mask_t over =
      mask & wide_less(wide_set((double)run->batch->tables[COULOMB_TABLE_MAX_EVENTS]), self->events);
  self->status = wide_select(over & self->active, wide_set(TRAJECTORY_EVENT_OVERFLOW), self->status);
  self->active = self->active & wide_not(over);
}

#include "coulomb_cycle.h"
#include "coulomb_watch.h"
// The order matters: each file uses functions of the earlier ones.
#include "coulomb_trial.h"

#undef C
#undef COULOMB_PASTE
#undef COULOMB_PASTE_
#undef COULOMB_MODES
#undef EACH_MODE
#undef EACH_SLOT
