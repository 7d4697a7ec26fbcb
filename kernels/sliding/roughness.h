// The force of roughness_layout.h in lanes. A lane takes its next knot when its own time passes
// one, so the force at a time does not depend on its step or its neighbours. The data that generate
// the knots are in the state, updated once per knot; only the cubic between two knots is kept while
// stepping.
#ifndef CHATTER_KERNELS_ROUGHNESS_H
#define CHATTER_KERNELS_ROUGHNESS_H

#include "../filter.h"
#include "../random.h"
#include "../run.h"

#include "../drives/knots.h"
#include "driven.h"
#include "roughness_layout.h"

typedef struct roughness {
  wide_t rate, start; // knots per s, time of knot 0
  wide_t cell;        // this knot and the next enclose the present time
  wide_t cubic[4];    // coefficients of the powers of the time since `cell`, in knots
} roughness;

KERNEL_FN void roughness_load(const kernel_run *run, roughness_layout layout, roughness *self) {
  wide_t knot[4];
  self->cell = wide_load(state_row(run, layout.row + ROUGHNESS_CELL));
  KERNEL_REGISTERS
  for (int i = 0; i < 4; i++) knot[i] = wide_load(state_row(run, layout.row + ROUGHNESS_KNOTS + i));
  knots_cubic(knot, self->cubic);
}

KERNEL_FN void roughness_begin(const kernel_run *run, roughness_layout layout, roughness *self) {
  self->rate = self->start = self->cell = wide_set(0);
  KERNEL_REGISTERS
  for (int i = 0; i < 4; i++) self->cubic[i] = wide_set(0);
  if (layout.kind == ROUGHNESS_NONE || layout.kind == ROUGHNESS_DRIVE) return;
  self->rate = parameter_load_wide(run, layout.parameter + ROUGHNESS_KNOT_RATE);
  self->start = parameter_load_wide(run, layout.parameter + ROUGHNESS_START_TIME);
  roughness_load(run, layout, self);
}

// Returns knot cell + 3 of noise: white noise through the filter, whose memory is updated in the
// lanes of `mask`. White sample m gives knot m - 1.
KERNEL_FN wide_t roughness_noise_knot(const kernel_run *run, roughness_layout layout, wide_t cell,
                                      mask_t mask) {
  const wide_t seed = parameter_load_wide(run, layout.parameter + ROUGHNESS_SEED);
  wide_t x = wide_set(0);
  for (int lane = 0; lane < LANES; lane++)
    if (mask_get(mask, lane))
      wide_put(&x, lane,
               random_white_noise((unsigned long long)(long)wide_get(seed, lane), RANDOM_STREAM_ROUGHNESS,
                                  (unsigned long long)((long)wide_get(cell, lane) + 4)));
  x = x * parameter_load_wide(run, layout.parameter + ROUGHNESS_GAIN);
  for (int i = 0; i < ROUGHNESS_SECTIONS; i++) {
    const int row = layout.row + ROUGHNESS_FILTER_MEMORY + i * N_SECTION_MEMORY;
    wide_t c[N_SECTION_COEFFICIENTS], memory[N_SECTION_MEMORY];
    KERNEL_REGISTERS
    for (int k = 0; k < N_SECTION_COEFFICIENTS; k++)
      c[k] = parameter_load_wide(run, layout.parameter + ROUGHNESS_FILTER + i * N_SECTION_COEFFICIENTS + k);
    KERNEL_REGISTERS
    for (int k = 0; k < N_SECTION_MEMORY; k++) memory[k] = wide_load(state_row(run, row + k));
    x = filter_section(c, memory, x);
    KERNEL_REGISTERS
    for (int k = 0; k < N_SECTION_MEMORY; k++) state_save_wide(run, row + k, mask, memory[k]);
  }
  return x;
}

// Returns knot cell + 3 of a file.
KERNEL_FN wide_t roughness_file_knot(const kernel_run *run, roughness_layout layout, wide_t cell,
                                     mask_t mask) {
  wide_t x = wide_set(0);
  for (int lane = 0; lane < LANES; lane++)
    if (mask_get(mask, lane))
      wide_put(&x, lane, (double)run->model[layout.model + (long)wide_get(cell, lane) + 4]);
  return x * parameter_load_wide(run, layout.parameter + ROUGHNESS_GAIN);
}

// Advances the lanes of `mask` by one knot.
KERNEL_FN void roughness_advance_knots(const kernel_run *run, roughness_layout layout, roughness *self,
                                       mask_t mask) {
  team_sync(); // wait until all ranks have read the knots
  team_for(one, 1) {
    const int row = layout.row + ROUGHNESS_KNOTS;
    const wide_t next = layout.kind == ROUGHNESS_FILE ? roughness_file_knot(run, layout, self->cell, mask)
                                                      : roughness_noise_knot(run, layout, self->cell, mask);
    for (int i = 0; i < 3; i++) state_save_wide(run, row + i, mask, wide_load(state_row(run, row + i + 1)));
    state_save_wide(run, row + 3, mask, next);
    state_save_wide(run, layout.row + ROUGHNESS_CELL, mask, self->cell + wide_set(1));
  }
  team_sync();
  roughness_load(run, layout, self);
}

// Returns the force at time t, N, in the lanes of `active`; their times must not decrease.
KERNEL_FN wide_t roughness_force_at(const kernel_run *run, roughness_layout layout, roughness *self, wide_t t,
                                    mask_t active) {
  if (layout.kind == ROUGHNESS_NONE) return wide_set(0);
  if (layout.kind == ROUGHNESS_DRIVE) return driven_value(run, layout.drive, t);
  const wide_t now = (t - self->start) * self->rate, one = wide_set(1);
  const wide_t end = wide_set(layout.kind == ROUGHNESS_FILE ? (double)(layout.samples - 1) : 1e300);
  for (;;) {
    const wide_t next = self->cell + one;
    const mask_t passed =
        active & mask_narrow(wide_less_equal(next, now)) & mask_narrow(wide_less(next, end));
    if (!lockstep_any(passed)) break;
    roughness_advance_knots(run, layout, self, passed);
  }
  return knots_value(self->cubic, now - self->cell);
}

#endif
