#include "engines/response/extract/period_energy.h"

#include <math.h>
#include <string.h>

#include "engines/response/bind/response_plan.h"
#include "engines/response/stability/compliant_path.h"

// Parts of the period, at least and per harmonic: both divide the instants of a contact's period.
enum { LEAST_PARTS = 1024, PARTS_PER_HARMONIC = 16 };

chatter_status period_energy_create(int harmonics, arena *memory, period_energy *out) {
  const int wanted = PARTS_PER_HARMONIC * harmonics, parts = wanted > LEAST_PARTS ? wanted : LEAST_PARTS;
  const size_t room = (size_t)parts + 1;
  *out = (period_energy){.parts = parts,
                         .wave = arena_allocate(memory, room * sizeof *out->wave),
                         .value = arena_allocate(memory, room * sizeof *out->value),
                         .q = arena_allocate(memory, room * sizeof *out->q)};
  double *tau = arena_allocate(memory, room * sizeof *tau);
  if (!out->wave || !out->value || !out->q || !tau) return error_raise(CHATTER_DEVICE, "out of memory");
  for (int i = 0; i <= parts; i++) {
    tau[i] = 2 * M_PI * i / parts;
    out->wave[i] = cexp(CMPLX(0, tau[i]));
  }
  out->reduced = (contact_period){.n = parts + 1, .tau = tau};
  return CHATTER_OK;
}

static void add_modes(const response_motion *motion, period_energy *self) {
  const int modes = motion->system.n_modes, harmonics = motion->orbit.harmonics;
  for (int k = 0; k < modes; k++)
    for (int i = 0; i <= self->parts; i++) {
      double p = 0, rate = 0;
      for (int h = 0; h <= harmonics; h++) {
        const double complex x = response_motion_mode(motion, k, h) * self->wave[(long)h * i % self->parts];
        p += creal(x);
        rate -= h * motion->orbit.omega * cimag(x);
      }
      self->value[i] += 0.5 * (rate * rate + motion->system.omega2[k] * p * p);
    }
}

// Adds ½ rᵀ F r + rᵀ F_f f + ½ fᵀ F_ff f for contact forces r and loads f.
static void add_flexibility(const response_motion *motion, period_energy *self) {
  const response_setup *setup = motion->layout->setup;
  const reduced_model *reduced = motion->layout->reduced;
  const int n = motion->system.n_boundary, loads = motion->layout->sizes.dim[DIM_HB_LOADS];
  motion_orbit of = motion->orbit;
  of.coefficient = motion->force;
  for (int i = 0; i < self->parts + 1; i++) {
    const double tau = self->reduced.tau[i];
    const motion_instant at = motion_instant_of(tau);
    double sum = 0, r[2], by[2];
    for (int b = 0; b < n; b++) {
      motion_orbit_value(&of, b, at, r);
      sum += r[0] * response_motion_direct(motion, b, tau);
      for (int c = 0; c < n; c++) {
        const double flexibility = motion->system.flexibility[(long)b * n + c];
        if (flexibility == 0) continue;
        motion_orbit_value(&of, c, at, by);
        sum += 0.5 * r[0] * flexibility * by[0];
      }
    }
    for (int l = 0; l < loads; l++)
      for (int m = 0; m < loads; m++)
        sum += 0.5 * reduced->f_ff[(long)setup->load[l] * reduced->n_loads + setup->load[m]] *
               response_motion_load(motion, l, tau) * response_motion_load(motion, m, tau);
    self->value[i] += sum;
  }
}

// Adds the stored energy of a compliant law, with that of its internal states.
static void add_compliant(const motion_contact *c, const motion_orbit *law, period_energy *self) {
  double state[LAW_MAX_PARAMETERS], move[2];
  for (int i = 0; i <= self->parts; i++) {
    compliant_motion(c, law, motion_instant_of(self->reduced.tau[i]), move);
    self->q[i] = move[0];
  }
  compliant_periodic_states(c, self->q, self->parts, state);
  for (int i = 0; i <= self->parts; i++) {
    self->value[i] += compliant_force(c, law, motion_instant_of(self->reduced.tau[i])).energy;
    self->value[i] += compliant_stored_energy(c, i ? self->q[i] - self->q[i - 1] : 0, state);
  }
}

// Adds the energy in the springs of elastic elements: N²/2kn and T²/2kt.
static void add_element(const motion_contact *c, const contact_period *contact, period_energy *self) {
  const int has_tangent = c->count > c->has_normal && c->tangential > 0;
  for (int i = 0; i <= self->parts; i++) {
    const int at = contact_period_instant(contact, i, self->parts);
    const double normal = contact->normal[at], along = contact->along[0][at];
    if (c->has_normal && c->normal > 0) self->value[i] += 0.5 * normal * normal / c->normal;
    if (has_tangent) self->value[i] += 0.5 * along * along / c->tangential;
  }
}

chatter_status period_energy_find(const response_motion *motion, const motion_orbit *law,
                                  contact_period *contact, period_energy *self) {
  const motion_system *system = &motion->system;
  memset(self->value, 0, ((size_t)self->parts + 1) * sizeof *self->value);
  add_modes(motion, self);
  add_flexibility(motion, self);
  for (int j = 0; j < system->n_contacts; j++) {
    const motion_contact *c = &system->contact[j];
    if (c->law == HB_LAW_COMPLIANT) add_compliant(c, law, self);
    if (!motion_is_elastic(c)) continue;
    TRY(contact_period_find(system, law, j, contact));
    add_element(c, contact, self);
  }
  return CHATTER_OK;
}

double period_energy_reduce(period_energy *self, int reduce) {
  return contact_period_reduce(&self->reduced, self->value, reduce);
}
