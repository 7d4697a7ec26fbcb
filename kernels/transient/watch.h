// Signals of the time steppers, and counters of contact points: fractions, impacts, bounce apexes,
// the work of friction. observe.h accumulates the signals.
#ifndef CHATTER_KERNELS_WATCH_H
#define CHATTER_KERNELS_WATCH_H

#include "../observe.h"
#include "../tree.h"
#include "springs.h"

KERNEL_FN lane_t watch_response(const kernel_run *run, const transient *self, int response) {
  const int modes = DIM(DIM_MODES), rows = DIM(DIM_BOUNDARY), loads = DIM(DIM_LOADS);
  const real *f_y = MODEL_BLOCK(MODEL_F_Y) + response * rows,
             *f_yf = MODEL_BLOCK(MODEL_F_YF) + response * loads;
  lane_t sum = row_product(MODEL_BLOCK(MODEL_PHI_Y) + response * modes, self->p, modes);
  if (self->touching)
    for (int b = 0; b < rows; b++) sum = lane_fma(lane_set(f_y[b]), self->force[b], sum);
  for (int j = 0; j < loads; j++) sum = lane_fma(lane_set(f_yf[j]), self->load[j], sum);
  return sum;
}

// Returns the number of rows with forces: 0 if all forces are zero. With few rows the compiler
// knows the number and unrolls.
KERNEL_FN int watch_n_force_rows(const kernel_run *run, const transient *self) {
  return self->touching || DIM(DIM_BOUNDARY) < MANY_BOUNDARY_ROWS ? DIM(DIM_BOUNDARY) : 0;
}

// Long sums: Σ u²; Σ pᵀω²p; Σ λ (F λ + 2 F_f f) over rows; Σ -λ_t · slip over points.
typedef enum { TERM_KINETIC, TERM_MODES, TERM_ROWS, TERM_FRICTION } watch_terms;

KERNEL_FN int watch_n_terms(const kernel_run *run, const transient *self, watch_terms of) {
  if (of == TERM_FRICTION) return DIM(DIM_CONTACT_POINTS);
  return of == TERM_ROWS ? watch_n_force_rows(run, self) : DIM(DIM_MODES);
}

// Adds term k.
KERNEL_FN lane_t watch_add_term(const kernel_run *run, const transient *self, watch_terms of, int k,
                                lane_t sum) {
  const int loads = DIM(DIM_LOADS);
  if (of == TERM_KINETIC) return lane_fma(self->mean[k], self->mean[k], sum);
  if (of == TERM_MODES) {
    const lane_t pull = DIM(DIM_MODE_COUPLING) > 1
                            ? sparse_row_product(run, MODEL_BLOCK(MODEL_SPARSE), self->p, k)
                            : lane_set(MODEL_BLOCK(MODEL_OMEGA2)[k]) * self->p[k];
    return lane_fma(pull, self->p[k], sum);
  }
  if (of == TERM_ROWS) {
    lane_t under_load = self->q[k] - self->q_free[k];
    for (int j = 0; j < loads; j++)
      under_load = lane_fma(lane_set(2 * MODEL_BLOCK(MODEL_F_F)[k * loads + j]), self->load[j], under_load);
    return lane_fma(self->force[k], under_load, sum);
  }
  for (int d = 0; d < 2; d++)
    if (point_tangent(run, k, d) >= 0)
      sum = lane_fma(-self->force[point_tangent(run, k, d)], self->slip[point_tangent(run, k, d)], sum);
  return sum;
}

// Returns 1 if the sums are formed as trees (tree.h) by the whole team: for many modes or rows.
KERNEL_FN int watch_sums_by_tree(const kernel_run *run) {
  return DIM(DIM_MODES) >= TREE_LEAVES || DIM(DIM_BOUNDARY) >= TREE_LEAVES;
}

// Returns `sum` plus all terms, in sequence or as a tree over the team's threads.
KERNEL_FN lane_t watch_sum_terms(const kernel_run *run, const transient *self, watch_terms of, lane_t sum) {
  const int n = watch_n_terms(run, self, of);
  if (!watch_sums_by_tree(run)) {
    for (int k = 0; k < n; k++) sum = watch_add_term(run, self, of, k, sum);
    return sum;
  }
#if KERNEL_CUDA && TEAM > 1
  lane_t leaf[TREE_LEAVES_PER_THREAD];
  KERNEL_REGISTERS
  for (int i = 0; i < TREE_LEAVES_PER_THREAD; i++) {
    leaf[i] = lane_set(0);
    for (int k = TREE_FIRST_LEAF + i; k < n; k += TREE_LEAVES)
      leaf[i] = watch_add_term(run, self, of, k, leaf[i]);
  }
  return sum + tree_sum_team(leaf);
#else
  lane_t level[TREE_LEVELS + 1];
  for (int i = 0; i < TREE_LEAVES; i++) {
    lane_t leaf = lane_set(0);
    for (int k = i; k < n; k += TREE_LEAVES) leaf = watch_add_term(run, self, of, k, leaf);
    tree_add_leaf(level, i, leaf);
  }
  return sum + level[TREE_LEVELS];
#endif
}

KERNEL_FN lane_t watch_kinetic_energy(const kernel_run *run, const transient *self) {
  return lane_set(0.5) * watch_sum_terms(run, self, TERM_KINETIC, lane_set(0));
}

// Returns ½ pᵀω²p + ½ rᵀF r with r = λ + F⁻¹ F_f f and F λ = q_b - q_free, plus the energy in
// contact springs.
KERNEL_FN lane_t watch_elastic_energy(const kernel_run *run, const transient *self) {
  const int loads = DIM(DIM_LOADS);
  const real *own = MODEL_BLOCK(MODEL_LOAD_ENERGY);
  lane_t sum = watch_sum_terms(run, self, TERM_ROWS, watch_sum_terms(run, self, TERM_MODES, lane_set(0)));
  for (int i = 0; i < loads; i++)
    for (int j = 0; j < loads; j++)
      sum = lane_fma(lane_set(own[i * loads + j]) * self->load[i], self->load[j], sum);
  if (DIM(DIM_SPRING_KIND)) return lane_fma(lane_set(0.5), sum, springs_energy(run, self));
  return lane_set(0.5) * sum;
}

// Energies that the threads of a team sum together before each evaluates its own signals; only
// those that some signal needs.
typedef struct watch_energies {
  lane_t kinetic, elastic;
} watch_energies;

KERNEL_FN watch_energies watch_energies_by_team(const kernel_run *run, const transient *self) {
  watch_energies is = {lane_set(0), lane_set(0)};
  int kinetic = 0, elastic = 0;
  for (int s = 0; s < DIM(DIM_SIGNALS); s++) {
    const int kind = TABLE(transient_signal_table(DIMS(run), s) + SIGNAL_KIND);
    kinetic |= TREE_OWNS_LEAF(s) && (kind == SIGNAL_KINETIC || kind == SIGNAL_TOTAL);
    elastic |= TREE_OWNS_LEAF(s) && (kind == SIGNAL_ELASTIC || kind == SIGNAL_TOTAL);
  }
  if (kinetic) is.kinetic = watch_kinetic_energy(run, self);
  if (elastic) is.elastic = watch_elastic_energy(run, self);
  return is;
}

// Returns the potential energy of constant loads and gravity: -Σ_j f_j (Φ_f p + F_fᵀ λ + F_ff f)_j
// + f_j load_offset_j.
KERNEL_FN lane_t watch_potential_energy(const kernel_run *run, const transient *self) {
  const int modes = DIM(DIM_MODES), loads = DIM(DIM_LOADS);
  const real *phi_f = MODEL_BLOCK(MODEL_PHI_F), *f_f = MODEL_BLOCK(MODEL_F_F),
             *f_ff = MODEL_BLOCK(MODEL_F_FF);
  lane_t sum = lane_set(0);
  for (int j = 0; j < loads; j++) {
    if (TABLE(transient_drive_table(DIMS(run), j) + DRIVE_KIND) != DRIVE_CONSTANT) continue;
    lane_t moved = row_product(phi_f + j * modes, self->p, modes);
    for (int b = 0; b < watch_n_force_rows(run, self); b++)
      moved = lane_fma(lane_set(f_f[b * loads + j]), self->force[b], moved);
    for (int i = 0; i < loads; i++) moved = lane_fma(lane_set(f_ff[j * loads + i]), self->load[i], moved);
    sum = lane_fma(self->load[j], lane_set(MODEL_BLOCK(MODEL_LOAD_OFFSET)[j]) - moved, sum);
  }
  return sum;
}

// Returns a tangential vector's size: signed with one tangent, its length with two.
KERNEL_FN lane_t watch_tangential_size(const kernel_run *run, const lane_t *vector, int j) {
  const int first = point_tangent(run, j, 0), second = point_tangent(run, j, 1);
  if (first < 0) return lane_set(0);
  if (second < 0) return vector[first];
  return lane_sqrt(lane_fma(vector[second], vector[second], vector[first] * vector[first]));
}

KERNEL_FN lane_t watch_normal_force(const kernel_run *run, const transient *self, int j) {
  const lane_t preload = point_preload(run, self, j);
  return point_normal(run, j) < 0 ? preload : self->force[point_normal(run, j)] + preload;
}

// Returns λ Δt, N s.
KERNEL_FN lane_t watch_impulse(const kernel_run *run, const transient *self, int j) {
  return watch_normal_force(run, self, j) * self->dt;
}

// Acceleration (u⁺ - u⁻)/Δt at t^k; if a point has closed, that without contact forces, (u_free -
// u⁻)/Δt. Both equal 2 (u⁺ - ū)/Δt.
KERNEL_FN lane_t watch_acceleration(const kernel_run *run, const transient *self, int response) {
  const int modes = DIM(DIM_MODES);
  const real *phi_y = MODEL_BLOCK(MODEL_PHI_Y) + response * modes;
  const lane_t gained = row_product(phi_y, self->u, modes) - row_product(phi_y, self->mean, modes);
  return (gained + gained) * self->slip_scale;
}

// Returns the lanes where the point is closed. A constant normal load keeps its point closed.
KERNEL_FN mask_t watch_is_closed(const kernel_run *run, const transient *self, int j) {
  if (point_normal(run, j) < 0) return mask_set(1);
  return lane_less(lane_set(0), watch_normal_force(run, self, j));
}

// Sums the forces over the contact points, in their order.
KERNEL_FN lane_t watch_force_sum(const kernel_run *run, const transient *self, int is_normal) {
  lane_t sum = lane_set(0);
  for (int j = 0; j < DIM(DIM_CONTACT_POINTS); j++)
    sum = sum + (is_normal ? watch_normal_force(run, self, j) : watch_tangential_size(run, self->force, j));
  return sum;
}
KERNEL_FN lane_t watch_any_point(const kernel_run *run, const transient *self, int is_closed) {
  mask_t any = mask_set(0);
  for (int j = 0; j < DIM(DIM_CONTACT_POINTS); j++)
    any = any | (is_closed ? watch_is_closed(run, self, j) : point_sticks(run, self, j));
  return lane_select(any, lane_set(1), lane_set(0));
}

// `known`: energies that the team has summed already.
KERNEL_FN lane_t watch_signal_value(const kernel_run *run, const transient *self, const watch_energies *known,
                                    int kind, int index) {
  const int is_known = watch_sums_by_tree(run);
  switch (kind) {
  case SIGNAL_DISPLACEMENT:
    return watch_response(run, self, index);
  case SIGNAL_VELOCITY:
    return row_product(MODEL_BLOCK(MODEL_PHI_Y) + index * DIM(DIM_MODES), self->mean, DIM(DIM_MODES));
  case SIGNAL_ACCELERATION:
    return watch_acceleration(run, self, index);
  case SIGNAL_GAP:
    return self->q[point_normal(run, index)] + point_gap(run, self, index);
  case SIGNAL_NORMAL_FORCE:
    return watch_normal_force(run, self, index);
  case SIGNAL_TANGENTIAL_FORCE:
    return watch_tangential_size(run, self->force, index);
  case SIGNAL_SLIP_VELOCITY:
    return watch_tangential_size(run, self->slip, index) * self->slip_scale;
  case SIGNAL_IMPULSE:
    return watch_impulse(run, self, index);
  case SIGNAL_BOUNDARY:
    return self->q[point_normal(run, index) < 0 ? point_tangent(run, index, 0) : point_normal(run, index)];
  case SIGNAL_NORMAL_SUM:
  case SIGNAL_TANGENTIAL_SUM:
    return watch_force_sum(run, self, kind == SIGNAL_NORMAL_SUM);
  case SIGNAL_ANY_CLOSED:
  case SIGNAL_ANY_STUCK:
    return watch_any_point(run, self, kind == SIGNAL_ANY_CLOSED);
  case SIGNAL_KINETIC:
    return is_known ? known->kinetic : watch_kinetic_energy(run, self);
  case SIGNAL_ELASTIC:
    return is_known ? known->elastic : watch_elastic_energy(run, self);
  case SIGNAL_POTENTIAL:
    return watch_potential_energy(run, self);
  case SIGNAL_TOTAL:
    return (is_known ? known->kinetic + known->elastic
                     : watch_kinetic_energy(run, self) + watch_elastic_energy(run, self)) +
           watch_potential_energy(run, self);
  case SIGNAL_DISSIPATION:
    return self->work[0];
  default:
    return self->iterations;
  }
}

// Adds the impulse of this step to the last impact in the lanes of `strikes`; in those of `begins`
// a new impact starts.
KERNEL_FN void watch_add_impulse(const kernel_run *run, lane_t *count, lane_t impulse, mask_t begins,
                                 mask_t strikes) {
  const int apexes = DIM(DIM_MAX_APEXES);
  lane_t *kept = count + COUNTER_FIRST_APEX + 2 * apexes;
  if (!apexes || !lane_any(strikes)) return;
  for (int n = 0; n < apexes; n++) {
    const mask_t here = strikes & lane_equal(count[COUNTER_IMPACTS], lane_set((real)(n + 1)));
    kept[n] = lane_select(here, lane_select(begins, impulse, kept[n] + impulse), kept[n]);
  }
}

// Counts fractions, impacts and bounce apexes of point j. An impact is a contact with an impulse
// per step above a limit. Apex n is the largest q_b between the end of impact n and the start of
// impact n + 1; impacts less than `merge` apart are one.
KERNEL_FN void watch_count_contact(const kernel_run *run, transient *self, int j, wide_t time, mask_t mask) {
  lane_t *count = self->counts + j * transient_n_counter_rows(DIMS(run));
  const int normal = point_normal(run, j), apexes = DIM(DIM_MAX_APEXES),
            entry = transient_entry_parameter(DIMS(run), point_entry(run, j));
  const lane_t merge = parameter_load(run, entry + ENTRY_IMPACT_MERGE_TIME),
               limit = parameter_load(run, entry + ENTRY_IMPACT_IMPULSE);
  const lane_t t = lane_narrow(time), one = lane_set(1), none = lane_set(0);
  const mask_t closed = mask & watch_is_closed(run, self, j);
  const mask_t sticks = mask & point_sticks(run, self, j);
  count[COUNTER_CLOSED] = count[COUNTER_CLOSED] + lane_select(closed, one, none);
  count[COUNTER_STUCK] = count[COUNTER_STUCK] + lane_select(sticks, one, none);
  if (normal < 0) return;
  const lane_t impulse = watch_impulse(run, self, j);
  const mask_t strikes = closed & lane_less(limit, impulse);
  const mask_t first = lane_equal(count[COUNTER_IMPACTS], none);
  const mask_t apart =
      // not continued from the step before
      lane_less(self->dt * lane_set(1.5), t - count[COUNTER_LAST_IMPACT_TIME]) &
      lane_less_equal(merge, t - count[COUNTER_LAST_IMPACT_TIME]);
  const mask_t impact = strikes & (first | apart);
  if (apexes && lane_any(impact)) {
    for (int n = 0; n < apexes; n++) {
      const mask_t here = impact & lane_equal(count[COUNTER_IMPACTS], lane_set((real)(n + 1)));
      count[COUNTER_FIRST_APEX + n] =
          lane_select(here, count[COUNTER_APEX_HEIGHT], count[COUNTER_FIRST_APEX + n]);
      count[COUNTER_FIRST_APEX + apexes + n] =
          lane_select(here, count[COUNTER_APEX_TIME], count[COUNTER_FIRST_APEX + apexes + n]);
    }
  }
  count[COUNTER_IMPACTS] = count[COUNTER_IMPACTS] + lane_select(impact, one, none);
  watch_add_impulse(run, count, impulse, impact, strikes);
  count[COUNTER_LAST_IMPACT_TIME] = lane_select(strikes, t, count[COUNTER_LAST_IMPACT_TIME]);
  count[COUNTER_APEX_HEIGHT] = lane_select(strikes, lane_set(-REAL_LARGEST), count[COUNTER_APEX_HEIGHT]);
  const mask_t higher = mask & mask_not(strikes) & lane_less(count[COUNTER_APEX_HEIGHT], self->q[normal]);
  count[COUNTER_APEX_HEIGHT] = lane_select(higher, self->q[normal], count[COUNTER_APEX_HEIGHT]);
  count[COUNTER_APEX_TIME] = lane_select(higher, t, count[COUNTER_APEX_TIME]);
}

// Observes everything required at t^k, when λ^k, q_b^k and u^{k+1/2} are known and p is still p^k.
KERNEL_FN void watch_step(const kernel_run *run, transient *self, long step, wide_t t, mask_t recorded) {
  const signal_layout layout = transient_signal_layout(DIMS(run));
  watch_energies known = {lane_set(0), lane_set(0)};
  if (watch_sums_by_tree(run)) known = watch_energies_by_team(run, self);
  if (DIM(DIM_DISSIPATION)) {
    lane_t power = lane_set(0);
    if (watch_sums_by_tree(run) && TREE_OWNS_LEAF(0))
      power = watch_sum_terms(run, self, TERM_FRICTION, power);
    team_for(i, 1) {
      if (!watch_sums_by_tree(run)) power = watch_sum_terms(run, self, TERM_FRICTION, power);
      compensated_add(self->work, power, recorded);
    }
    team_sync();
  }
  team_for(s, DIM(DIM_SIGNALS)) {
    const int at = transient_signal_table(DIMS(run), s), kind = TABLE(at + SIGNAL_KIND);
    const lane_t value = watch_signal_value(run, self, &known, kind, TABLE(at + SIGNAL_INDEX));
    const lane_t x = observe_apply_filter(run, layout, self->filters, s, step, value);
    const mask_t mask =
        kind == SIGNAL_ITERATIONS ? recorded & lane_less(lane_set(0), self->iterations) : recorded;
    observe_signal(run, layout, &self->recording, self->observed, s, step, x, mask);
  }
  if (DIM(DIM_CONTACT_COUNTERS)) {
    team_for(j, DIM(DIM_CONTACT_POINTS)) watch_count_contact(run, self, j, t, recorded);
  }
  team_sync();
}

KERNEL_FN void watch_begin(const kernel_run *run, transient *self) {
  const int *dim = DIMS(run);
  observe_begin(run, transient_signal_layout(dim), &self->recording, self->observed);
  observe_begin_filters(run, transient_signal_layout(dim), self->filters);
  team_for(i, dim[DIM_CONTACT_POINTS] * transient_n_counter_rows(dim)) self->counts[i] =
      state_load(run, transient_row_counters(dim) + i);
  team_for(i, dim[DIM_DISSIPATION] ? 2 : 0) self->work[i] =
      state_load(run, transient_row_dissipation(dim) + i);
}

KERNEL_FN void watch_save(const kernel_run *run, const transient *self, mask_t mask) {
  const int *dim = DIMS(run);
  observe_save(run, transient_signal_layout(dim), self->observed, mask);
  observe_save_filters(run, transient_signal_layout(dim), self->filters, mask);
  team_for(i, dim[DIM_CONTACT_POINTS] * transient_n_counter_rows(dim))
      state_save(run, transient_row_counters(dim) + i, mask, self->counts[i]);
  team_for(i, dim[DIM_DISSIPATION] ? 2 : 0)
      state_save(run, transient_row_dissipation(dim) + i, mask, self->work[i]);
}

#endif
