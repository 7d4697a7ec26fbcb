// A contact law along a motion, move by move and by the samples of a period, as its callers use it:
// the same text for any number of lanes on the CPU, for the emulated GPU and for NVRTC.
#ifndef CHATTER_TESTS_LAW_CASE_H
#define CHATTER_TESTS_LAW_CASE_H

#ifndef CHATTER_TESTS_LAW_STAMP_H // NVRTC gets them before this text
#include "tests/kernels/kernel_entry.h"
#include "tests/kernels/law_stamp.h"
#endif
#include "response/sampled/sampled_compliant.h"

typedef struct law_case {
  const lane_t *number; // [numbers]
  lane_t *state;        // [states]
  lane_t scale;
} law_case;

// Returns the result after a move from `last` to q; the states are updated.
KERNEL_FN law_result law_case_move(const law_shape *s, const law_case *c, lane_t last, lane_t q, lane_t v,
                                   lane_t gap) {
  const lane_t pull = law_state_factor(s->law, c->number);
  law_result answer = law_force(s->law, c->number, s->numbers, q + gap, v);
  lane_t states = lane_set(0), gains = lane_set(0);
  for (int i = 0; i < s->states; i++) {
    const law_state next = law_update(s->law, c->number, i, c->state[i], q - last);
    c->state[i] = next.value;
    states = states + next.value, gains = gains + next.by_move;
    answer.energy = answer.energy + next.energy;
  }
  answer.force = lane_fma(pull, states, answer.force);
  answer.by_q = lane_fma(pull, gains, answer.by_q);
  return answer;
}

KERNEL_FN void law_case_path(const law_shape *s, const law_case *c, double gap, const double *q,
                             const double *v, double *path) {
  lane_t last = c->scale * lane_set((real)q[0]), before = lane_set(0), work = lane_set(0);
  for (int i = 0; i < s->states; i++) c->state[i] = lane_set(0);
  for (int i = 0; i <= s->moves; i++) {
    const lane_t at = c->scale * lane_set((real)q[i]), rate = c->scale * lane_set((real)v[i]);
    const law_result answer = law_case_move(s, c, last, at, rate, lane_set((real)gap));
    if (i > 0) work = lane_fma(lane_set((real)-0.5) * (answer.force + before), at - last, work);
    before = answer.force, last = at;
    if (i == 0 || i % s->every) continue;
    double *row = path + (long)(i / s->every - 1) * N_PATH * LANES;
    wide_store(row + PATH_FORCE * LANES, lane_widen(answer.force));
    wide_store(row + PATH_WORK * LANES, lane_widen(work));
    wide_store(row + PATH_BY_Q * LANES, lane_widen(answer.by_q));
    wide_store(row + PATH_BY_V * LANES, lane_widen(answer.by_v));
    wide_store(row + PATH_ENERGY * LANES, lane_widen(answer.energy));
  }
}

// u [LAW_STAMP_WAVES], r likewise; work: compliant_work_size, in which the forces remain.
KERNEL_FN const lane_t *law_case_sampled(const law_shape *s, const law_case *c, const double *motion,
                                         const real *cosine, const lane_t *u, lane_t *work, lane_t *r) {
  sampled_plan plan;
  plan.harmonics = LAW_STAMP_HARMONICS, plan.beyond = 0, plan.is_static = 1, plan.samples = s->samples;
  plan.coordinates = 1, plan.has_normal = 1, plan.cosine = cosine;
  compliant_element law;
  law.law = s->law, law.n = s->numbers, law.states = s->states, law.number = c->number;
  law.gap = lane_set((real)motion[STAMP_GAP]), law.omega = lane_set((real)motion[STAMP_OMEGA]);
  compliant_evaluate(&plan, &law, u, work, r, 0, 0);
  return compliant_field_place(&plan, work).force;
}

#if KERNEL_CUDA
// One block; arguments and work arrays lie in shared memory.
KERNEL_ENTRY TEAM_ENTRY(const law_shape *shape, const double *cosine, const double *number,
                        const double *motion, const double *q, const double *v, const double *scale,
                        double *path, double *sampled, double *r) {
  KERNEL_SHARED(kernel_shared);
  lane_t *own_number = (lane_t *)kernel_shared, *own_state = own_number + shape->numbers;
  lane_t *own_u = own_state + shape->states, *own_r = own_u + LAW_STAMP_WAVES;
  real *own_cosine = (real *)(own_r + LAW_STAMP_WAVES);
  lane_t *work = own_cosine + shape->samples;
  law_case c;
  c.number = own_number, c.state = own_state, c.scale = (lane_t)*scale;
  team_for(i, shape->numbers) own_number[i] = (lane_t)number[i];
  team_for(i, shape->samples) own_cosine[i] = (real)cosine[i];
  team_for(i, LAW_STAMP_WAVES) own_u[i] = c.scale * (lane_t)motion[STAMP_WAVE + i];
  team_sync();
  if (TEAM_RANK == 0) law_case_path(shape, &c, motion[STAMP_GAP], q, v, path);
  const lane_t *force = law_case_sampled(shape, &c, motion, own_cosine, own_u, work, own_r);
  team_for(i, shape->samples) sampled[i] = (double)force[i];
  team_for(i, LAW_STAMP_WAVES) r[i] = (double)own_r[i];
}
#endif

#endif
