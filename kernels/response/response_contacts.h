// Contact points of a trajectory: their forces r(u) with first and second derivatives, by their
// laws.
#ifndef CHATTER_KERNELS_RESPONSE_CONTACTS_H
#define CHATTER_KERNELS_RESPONSE_CONTACTS_H

#include "../laws/elastic_friction.h"
#include "response_state.h"
#include "sampled/sampled.h"
#include "sampled/sampled_curvature.h"
#include "sampled/sampled_compliant.h"

// Table entries of a contact point, and the places of its numbers.
typedef struct contact_point {
  int law, first, count, has_normal, has_tangent, slopes, width; // first: of its coefficients
  int parameters;
} contact_point;
KERNEL_FN contact_point contact_point_of(const kernel_run *run, const response_stepper *self, int point) {
  contact_point c;
  const int at = point * N_HB_POINT_INTEGERS;
  c.width = balance_width(run, self);
  c.law = TABLE(at + HB_POINT_LAW);
  c.first = TABLE(at + HB_POINT_FIRST_COORDINATE) * c.width;
  c.count = TABLE(at + HB_POINT_N_COORDINATES);
  c.has_normal = TABLE(at + HB_POINT_HAS_NORMAL);
  c.has_tangent = c.count > c.has_normal;
  c.slopes = TABLE(at + HB_POINT_SLOPES_AT);
  c.parameters = hb_contact_parameter(DIMS(run), point);
  return c;
}

// Returns coefficient i of a set-valued contact's moving gap; 0 for its mean and above its
// harmonics.
KERNEL_FN lane_t contact_gap_moves(const kernel_run *run, int point, int i) {
  const int at = i - DIM(DIM_HB_STATIC);
  return at < 0 || at >= 2 * DIM(DIM_HB_GAP_HARMONICS)
             ? lane_set(0)
             : parameter_load(run, hb_gap_parameter(DIMS(run), point) + at);
}

// An elastic contact during its evaluation: its trace is in self->path, followed by space for y,
// forces and slopes.
typedef struct elastic_contact {
  elastic_law law;
  elastic_path path;
  lane_t *y, *still, *room; // hb_elastic_numbers; still: x of a contact without friction
} elastic_contact;

KERNEL_FN void elastic_contact_at(const kernel_run *run, const response_stepper *self, int point,
                                  contact_point c, elastic_contact *to) {
  lane_t *numbers = self->path + (long)point * DIM(DIM_HB_ELASTIC_NUMBERS);
  // harmonics of the arrays' size
  const int is_static = DIM(DIM_HB_STATIC), harmonics = DIM(DIM_HB_HARMONICS);
  const lane_t gap = parameter_load(run, c.parameters + HB_GAP),
               normal = parameter_load(run, c.parameters + HB_NORMAL_STIFFNESS),
               preload = parameter_load(run, c.parameters + HB_PRELOAD);
  to->y = numbers;
  to->still = numbers + c.width;
  numbers = to->still + c.width;
  to->room = numbers + elastic_trace_numbers(harmonics, c.has_normal);
  to->law.tangential = parameter_load(run, c.parameters + HB_TANGENTIAL_STIFFNESS);
  to->law.normal = normal;
  to->law.friction = parameter_load(run, c.parameters + HB_FRICTION);
  // Without a static harmonic the gap lowers the preload.
  to->law.preload = c.has_normal && !is_static ? lane_fma(-normal, gap, preload) : preload;
  const lane_t *x = c.has_tangent ? self->z + c.first + (c.has_normal ? c.width : 0) : to->still;
  to->path =
      elastic_path_of(&to->law, harmonics, is_static, x, c.has_normal ? to->y : (const lane_t *)0, numbers);
  if (!DIM(DIM_HB_ADAPT)) return;
  to->path.harmonics = to->path.forces = balance_harmonics(run, self);
  to->path.own = self->lane_harmonics;
}
// Traces the contact at the iterate, x = u_t and y = -(u_n + gap). Returns the lanes that failed.
KERNEL_FN mask_t elastic_contact_begin(const kernel_run *run, response_stepper *self, int point,
                                       contact_point c, elastic_contact *to) {
  elastic_contact_at(run, self, point, c, to);
  for (int i = 0; !c.has_tangent && i < c.width; i++) to->still[i] = lane_set(0);
  if (c.has_normal) {
    for (int i = 0; i < c.width; i++) to->y[i] = -self->z[c.first + i];
    if (DIM(DIM_HB_STATIC)) to->y[0] = to->y[0] - parameter_load(run, c.parameters + HB_GAP);
  }
  const mask_t stuck = lane_equal(self->held[point], lane_set((real)HELD_STUCK)),
               onset = lane_equal(self->held[point], lane_set((real)HELD_ONSET));
  return elastic_trace(&to->path, stuck, onset);
}

// Computes r_n = N - N0, r_t = -f_x, and ∂r/∂u from ∂f/∂(x, y), y = -u_n.
KERNEL_FN void elastic_contact_forces(const kernel_run *run, response_stepper *self, int point,
                                      contact_point c) {
  elastic_contact e;
  self->lost = self->lost | elastic_contact_begin(run, self, point, c, &e);
  lane_t *fx = e.room, *fy = e.room + c.width, *k = e.room + 2 * c.width, *force = self->force + c.first,
         *slope = self->slope + c.slopes;
  const int w = c.width, m = c.count * w, n = c.has_normal ? 2 * w : w; // n: columns of k
  elastic_force(&e.path, fx, fy);
  elastic_stiffness(&e.path, k);
  if (!c.has_normal) {
    for (int i = 0; i < w; i++) force[i] = -fx[i];
    for (int i = 0; i < w * w; i++) slope[i] = -k[i];
    return;
  }
  for (int i = 0; i < w; i++) force[i] = fy[i];
  if (DIM(DIM_HB_STATIC)) force[0] = force[0] - parameter_load(run, c.parameters + HB_PRELOAD);
  for (int i = 0; i < w; i++)
    for (int j = 0; j < w; j++) slope[i * m + j] = -k[(w + i) * n + w + j];
  if (!c.has_tangent) return;
  for (int i = 0; i < w; i++) force[w + i] = -fx[i];
  for (int i = 0; i < w; i++)
    for (int j = 0; j < w; j++) { // k: x then y; slope: normal then tangent
      slope[i * m + w + j] = k[(w + i) * n + j];
      slope[(w + i) * m + j] = k[i * n + w + j];
      slope[(w + i) * m + w + j] = -k[i * n + j];
    }
}

// Computes r up to the highest harmonic of the truncation estimate, from the same trace.
KERNEL_FN void elastic_contact_more_harmonics(const kernel_run *run, response_stepper *self, int point,
                                              contact_point c, lane_t *force) {
  const int width = hb_truncation_width(DIMS(run));
  elastic_contact e;
  elastic_contact_at(run, self, point, c, &e);
  lane_t *fx = e.room, *fy = e.room + width;
  elastic_force_of_more_harmonics(&e.path, hb_truncation_harmonics(DIMS(run)), fx, fy);
  for (int i = 0; i < width; i++) {
    if (c.has_tangent) force[c.has_normal ? width + i : i] = -fx[i];
    if (c.has_normal) force[i] = fy[i];
  }
  if (DIM(DIM_HB_STATIC) && c.has_normal)
    force[0] = force[0] - parameter_load(run, c.parameters + HB_PRELOAD);
}

KERNEL_FN void elastic_contact_weighted(const kernel_run *run, response_stepper *self, int point,
                                        contact_point c, const lane_t *weight, const lane_t *v, lane_t *out) {
  elastic_contact e;
  elastic_contact_at(run, self, point, c, &e);
  const int w = c.width;
  lane_t *lambda = e.room, *direction = e.room + 2 * w, *sum = e.room + 4 * w;
  for (int i = 0; i < w; i++) {
    if (c.has_normal) {
      lambda[i] = c.has_tangent ? -weight[w + i] : lane_set(0), lambda[w + i] = weight[i];
      direction[i] = c.has_tangent ? v[w + i] : lane_set(0), direction[w + i] = -v[i];
    } else {
      lambda[i] = -weight[i], direction[i] = v[i];
    }
  }
  elastic_curvature(&e.path, lambda, direction, sum);
  for (int i = 0; i < w; i++) {
    if (c.has_tangent) out[c.has_normal ? w + i : i] = sum[i];
    if (c.has_normal) out[i] = -sum[w + i];
  }
}

KERNEL_FN void sampled_contact_period(const kernel_run *run, const response_stepper *self, contact_point c,
                                      sampled_plan *plan) {
  plan->harmonics = balance_harmonics(run, self);
  plan->beyond = 0;
  plan->is_static = DIM(DIM_HB_STATIC);
  plan->samples = DIM(DIM_HB_SAMPLES);
  plan->coordinates = c.count;
  plan->has_normal = c.has_normal;
  plan->cosine = HB_MODEL_BLOCK(HB_MODEL_COSINES);
}
// Returns 0 if the law is none of sampled_law.h.
KERNEL_FN int sampled_contact_begin(const kernel_run *run, const response_stepper *self, contact_point c,
                                    sampled_plan *plan, sampled_law *law) {
  if (c.law == HB_LAW_ELASTIC || c.law == HB_LAW_COMPLIANT) return 0;
  sampled_contact_period(run, self, c, plan);
  law->kind = c.law == HB_LAW_SPRING       ? SAMPLED_LAW_CUBIC
              : c.law == HB_LAW_SET_VALUED ? SAMPLED_LAW_FRICTION
                                           : SAMPLED_LAW_ELASTIC;
  law->friction = parameter_load(run, c.parameters + HB_FRICTION);
  law->preload = parameter_load(run, c.parameters + HB_PRELOAD);
  law->stiffness = parameter_load(
      run, c.parameters + (c.law == HB_LAW_SPRING ? HB_CUBIC_STIFFNESS : HB_TANGENTIAL_STIFFNESS));
  law->normal_stiffness = parameter_load(run, c.parameters + HB_NORMAL_STIFFNESS);
  law->gap = parameter_load(run, c.parameters + HB_GAP);
  return 1;
}

// Plans the force up to the highest harmonic of the truncation estimate, for which fewer samples
// suffice.
KERNEL_FN void sampled_plan_more_harmonics(const kernel_run *run, sampled_plan *plan) {
  plan->beyond = hb_truncation_harmonics(DIMS(run)) - plan->harmonics;
  if (!DIM(DIM_HB_TRUNCATION_SAMPLES)) return;
  plan->samples = DIM(DIM_HB_TRUNCATION_SAMPLES);
  plan->cosine = HB_MODEL_BLOCK(HB_MODEL_FEW_COSINES);
}

// Returns a compliant law with its parameters at the beginning of self->sampled.
KERNEL_FN compliant_element compliant_contact_begin(const kernel_run *run, response_stepper *self, int point,
                                                    contact_point c) {
  const int at = point * N_HB_POINT_INTEGERS,
            first = hb_law_parameter(DIMS(run)) + TABLE(at + HB_POINT_PARAMETERS_AT);
  compliant_element law;
  law.law = TABLE(at + HB_POINT_COMPLIANT_LAW);
  law.n = TABLE(at + HB_POINT_N_PARAMETERS);
  law.states = TABLE(at + HB_POINT_N_STATES);
  law.number = self->sampled;
  law.gap = parameter_load(run, c.parameters + HB_GAP);
  law.omega = self->z[HB_SIZE];
  team_sync(); // the earlier contents are not needed any more
  team_for(i, law.n) self->sampled[i] = parameter_load(run, first + i);
  team_sync();
  return law;
}
// Computes r, ∂r/∂u and ∂r/∂ω of a compliant law; with `is_beyond` only r, as contact_laws.
KERNEL_FN void compliant_contact_forces(const kernel_run *run, response_stepper *self, int point,
                                        contact_point c, int is_beyond, lane_t *force) {
  sampled_plan plan;
  sampled_contact_period(run, self, c, &plan);
  if (is_beyond) sampled_plan_more_harmonics(run, &plan);
  const compliant_element law = compliant_contact_begin(run, self, point, c);
  compliant_evaluate(&plan, &law, self->z + c.first, self->sampled + law.n, force,
                     is_beyond ? (lane_t *)0 : self->slope + c.slopes,
                     is_beyond || !DIM(DIM_HB_RATE_DEPENDENT) ? (lane_t *)0 : self->by_omega + c.first);
}

// Returns 1 if any point has set-valued friction.
KERNEL_FN int contacts_have_friction(const kernel_run *run) {
  for (int point = 0; point < DIM(DIM_HB_POINTS); point++) {
    const int at = point * N_HB_POINT_INTEGERS;
    if (TABLE(at + HB_POINT_LAW) == HB_LAW_SET_VALUED &&
        TABLE(at + HB_POINT_N_COORDINATES) > TABLE(at + HB_POINT_HAS_NORMAL))
      return 1;
  }
  return 0;
}

// Clears rows and columns of ∂r/∂u of harmonics that a lane leaves out.
KERNEL_FN void slopes_restrict(const kernel_run *run, response_stepper *self) {
  if (!balance_differs(run, self)) return;
  for (int point = 0; point < DIM(DIM_HB_POINTS); point++) {
    const contact_point c = contact_point_of(run, self, point);
    const int m = c.count * c.width;
    team_for(e, m * m) {
      const mask_t has = balance_has_coefficient(run, self, e / m % c.width) &
                         balance_has_coefficient(run, self, e % m % c.width);
      lane_t *to = self->slope + c.slopes + e;
      *to = lane_select(has, *to, lane_set(0));
    }
  }
  team_sync();
}

// Evaluates all points, exact elastic ones by one rank each, sampled ones by the whole team: r(u)
// and ∂r/∂u, or with `is_beyond` only r, up to the highest harmonic of the truncation estimate,
// into self->truncation_force.
KERNEL_FN void contact_laws(const kernel_run *run, response_stepper *self, int is_beyond) {
  const int points = DIM(DIM_HB_POINTS),
            width = is_beyond ? hb_truncation_width(DIMS(run)) : balance_width(run, self);
  lane_t *force = is_beyond ? self->truncation_force : self->force;
  if (DIM(DIM_HB_ELASTIC_NUMBERS)) team_for(point, points) {
      const contact_point c = contact_point_of(run, self, point);
      if (c.law != HB_LAW_ELASTIC) continue;
      if (is_beyond)
        elastic_contact_more_harmonics(run, self, point, c, force + c.first / c.width * width);
      else
        elastic_contact_forces(run, self, point, c);
    }
  team_sync();
  if (DIM(DIM_HB_SAMPLES))
    for (int point = 0; point < points; point++) {
      const contact_point c = contact_point_of(run, self, point);
      lane_t *to = force + c.first / c.width * width;
      sampled_plan plan;
      sampled_law law;
      if (DIM(DIM_HB_LAW_PARAMETERS) && c.law == HB_LAW_COMPLIANT)
        compliant_contact_forces(run, self, point, c, is_beyond, to);
      if (!sampled_contact_begin(run, self, c, &plan, &law)) continue;
      if (is_beyond) sampled_plan_more_harmonics(run, &plan);
      sampled_evaluate(&plan, &law, self->z + c.first, self->sampled, to,
                       is_beyond ? (lane_t *)0 : self->slope + c.slopes);
    }
}
// r̃ of the means with springs K = `hold` at coordinate b, as a + b r + c u of the contact's r and
// u (response_layout.h).
typedef struct held_force {
  lane_t constant, by_force, by_argument;
} held_force;
KERNEL_FN held_force held_force_part(const kernel_run *run, int b, lane_t share) {
  const int *dim = DIMS(run);
  const lane_t hold = share * lane_set(HB_MODEL_BLOCK(HB_MODEL_HOLDING_SPRINGS)[b]), none = lane_set(0),
               one = lane_set(1);
  held_force f;
  f.constant = none, f.by_force = one, f.by_argument = hold;
  for (int point = 0; point < DIM(DIM_HB_POINTS); point++) {
    const int at = point * N_HB_POINT_INTEGERS, of = hb_contact_parameter(dim, point);
    if (TABLE(at + HB_POINT_LAW) != HB_LAW_SET_VALUED) continue;
    if (TABLE(at + HB_POINT_FIRST_COORDINATE) != b || !TABLE(at + HB_POINT_HAS_NORMAL)) continue;
    const lane_t part = hold / parameter_load(run, of + HB_LAGRANGE_NORMAL);
    f.constant = -(hold * parameter_load(run, of + HB_GAP));
    f.by_force = lane_fma(part, one - parameter_load(run, of + HB_DEPENDENT_YIELD), one);
    f.by_argument = -part;
  }
  return f;
}
KERNEL_FN held_force held_force_of(const kernel_run *run, int b) {
  return held_force_part(run, b, lane_set(1));
}
// Returns r from r̃ and u.
KERNEL_FN lane_t held_force_removed(const kernel_run *run, int b, lane_t u, lane_t force) {
  const held_force f = held_force_of(run, b);
  return (force - lane_fma(f.by_argument, u, f.constant)) / f.by_force;
}
// Converts the means of all contacts, and their rows of ∂r/∂u. In the latter K is reduced by the
// part self->loosening, as if a spring of that part held the structure: while all contacts are open
// ∂R/∂u is singular, and Newton's step would not close any. With the spring the step goes far along
// the mean load, where contacts close. R itself has no such spring.
KERNEL_FN void contacts_hold_means(const kernel_run *run, response_stepper *self) {
  team_for(point, DIM(DIM_HB_POINTS)) {
    const contact_point c = contact_point_of(run, self, point);
    const int m = c.count * c.width;
    for (int i = 0; i < c.count; i++) {
      const int b = c.first / c.width + i;
      const held_force f = held_force_of(run, b), by = held_force_part(run, b, lane_set(1) - self->loosening);
      lane_t *force = self->force + c.first + i * c.width, *row = self->slope + c.slopes + i * c.width * m;
      *force =
          lane_fma(f.by_force, *force, lane_fma(f.by_argument, self->z[c.first + i * c.width], f.constant));
      for (int e = 0; e < m; e++) row[e] = by.by_force * row[e];
      row[i * c.width] = row[i * c.width] + by.by_argument;
    }
  }
  team_sync();
}

// Evaluates the contact forces; coefficients that a lane leaves out are 0.
KERNEL_FN void contact_forces(const kernel_run *run, response_stepper *self) {
  contact_laws(run, self, 0);
  if (DIM(DIM_HB_RIGID_BODY)) contacts_hold_means(run, self);
  balance_restrict(run, self, self->force, DIM(DIM_HB_BOUNDARY));
  if (DIM(DIM_HB_RATE_DEPENDENT)) balance_restrict(run, self, self->by_omega, DIM(DIM_HB_BOUNDARY));
  slopes_restrict(run, self);
}

// Converts weights of r̃ into those of r, in place.
KERNEL_FN void held_force_weights(const kernel_run *run, const response_stepper *self, lane_t *weight) {
  const int width = balance_width(run, self);
  team_for(b, DIM(DIM_HB_BOUNDARY)) weight[b * width] = held_force_of(run, b).by_force * weight[b * width];
  team_sync();
}

// Computes Σ weight_i ∂²r_i/∂(u, ω)² · v with v [n + 1]: out [n] by u, and returns the part by ω.
// Compliant laws use differences. The others do not depend on ω and have second derivatives.
KERNEL_FN lane_t contact_curvature(const kernel_run *run, response_stepper *self, const lane_t *weight,
                                   const lane_t *v, lane_t *out) {
  const int points = DIM(DIM_HB_POINTS);
  lane_t by_omega = lane_set(0);
  if (DIM(DIM_HB_ELASTIC_NUMBERS)) team_for(point, points) {
      const contact_point c = contact_point_of(run, self, point);
      if (c.law == HB_LAW_ELASTIC)
        elastic_contact_weighted(run, self, point, c, weight + c.first, v + c.first, out + c.first);
    }
  team_sync();
  if (DIM(DIM_HB_SAMPLES))
    for (int point = 0; point < points; point++) {
      const contact_point c = contact_point_of(run, self, point);
      sampled_plan plan;
      sampled_law law;
      if (DIM(DIM_HB_LAW_PARAMETERS) && c.law == HB_LAW_COMPLIANT) {
        compliant_element own = compliant_contact_begin(run, self, point, c);
        sampled_contact_period(run, self, c, &plan);
        by_omega = by_omega + compliant_curvature(&plan, &own, self->z + c.first, self->sampled + own.n,
                                                  weight + c.first, v + c.first, v[HB_SIZE], out + c.first);
      }
      if (!sampled_contact_begin(run, self, c, &plan, &law)) continue;
      sampled_curvature(&plan, &law, self->z + c.first, self->sampled, weight + c.first, v + c.first,
                        out + c.first);
    }
  balance_restrict(run, self, out, DIM(DIM_HB_BOUNDARY));
  return by_omega;
}

// Finds the distance of each exact elastic point from slip if it stuck: onset [points], negative if
// it can stick. `gradient` [n + 2]: of one point where it is not negative, zero elsewhere.
KERNEL_FN void contact_onsets(const kernel_run *run, response_stepper *self, lane_t *onset) {
  team_for(point, DIM(DIM_HB_POINTS)) {
    const contact_point c = contact_point_of(run, self, point);
    onset[point] = lane_set(1);
    if (c.law == HB_LAW_ELASTIC) {
      elastic_contact e;
      elastic_contact_at(run, self, point, c, &e);
      onset[point] = elastic_onset(&e.path, e.room);
    }
  }
  team_sync();
}
// Returns the onset of the point that each lane follows, with its gradient in self->row.
KERNEL_FN lane_t contact_onset_row(const kernel_run *run, response_stepper *self, lane_t *onset) {
  const int n = HB_SIZE;
  team_for(i, n + 2) self->row[i] = lane_set(0);
  team_sync();
  team_for(point, DIM(DIM_HB_POINTS)) {
    const contact_point c = contact_point_of(run, self, point);
    const mask_t followed = lane_equal(self->slider, lane_set((real)point));
    if (c.law != HB_LAW_ELASTIC || !c.has_tangent || !lane_any(followed)) continue;
    elastic_contact e;
    elastic_contact_at(run, self, point, c, &e);
    onset[point] = elastic_onset(&e.path, e.room);
    for (int i = 0; i < c.width; i++) {
      lane_t *tangent = self->row + c.first + (c.has_normal ? c.width : 0) + i;
      *tangent = lane_select(followed, e.room[i], *tangent);
      if (!c.has_normal) continue;
      lane_t *normal = self->row + c.first + i;
      *normal = lane_select(followed, -e.room[c.width + i], *normal);
    }
  }
  team_sync();
  balance_restrict(run, self, self->row, DIM(DIM_HB_BOUNDARY));
  lane_t value = lane_set(0);
  for (int point = 0; point < DIM(DIM_HB_POINTS); point++)
    value = lane_select(lane_equal(self->slider, lane_set((real)point)), onset[point], value);
  return value;
}

#endif
