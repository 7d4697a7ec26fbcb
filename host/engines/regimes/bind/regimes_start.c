// Converts the section `initial` to the modal state at τ = 0, when the load has its maximum.
#include "engines/regimes/bind/regimes_start.h"

#include <math.h>

#include "engines/regimes/bind/friction_parameters.h"
#include "engines/regimes/bind/regimes_system.h"
#include "engines/regimes/regimes_engine.h"
#include "reduction/reduced_entries.h"
#include "study/file/key_place.h"

static chatter_status check_chain_start(const study *s) {
  const initial_config *c = &s->initial;
  const int n = regimes_n_modes(s, NULL);
  if (c->shape.n > 0 && c->shape.n != n)
    return error_raise(CHATTER_BAD_STUDY, "%s: initial.shape has %d factors; allowed: one per mass (%d)",
                       study_place(s, "initial.shape"), c->shape.n, n);
  if (c->modal.n > 0 && c->modal.n != n)
    return error_raise(CHATTER_BAD_STUDY, "%s: initial.modal has %d coordinates; allowed: one per mode (%d)",
                       study_place(s, "initial.modal"), c->modal.n, n);
  return CHATTER_OK;
}

chatter_status regimes_check_start(const study *s, const reduced_model *r) {
  return r ? reduced_check_field(s, r) : check_chain_start(s);
}

// Returns the coordinate of mode i of a chain's initial field: ψ_iᵀ M x.
static double chain_field(const regimes_system *self, const initial_config *c, int i) {
  const int n = self->chain.n;
  double sum = 0;
  for (int k = 0; k < n; k++)
    sum +=
        self->chain.mass[k] * self->shape[k * n + i] * (c->shape.n > 0 ? c->shape.value[k] : c->direction[0]);
  return sum;
}

// Static equilibrium under the load at τ = 0, in one increment from η = 0: the contact sticks at u
// = 0 if friction can hold it there, else it has slid along the increment.
//   ω_i² η_i = P_i − λ g_i,  λ = Σ g P ω⁻² / Σ g² ω⁻²,  |λ| ≤ β
static void start_static(const regimes_system *self, double *q) {
  const friction_modes *m = &self->modes;
  double drive = 0, give = 0;
  for (int i = 0; i < m->n; i++) {
    const double w2 = m->omega[i] * m->omega[i];
    q[i] = m->load[i] + self->r * self->r * m->inertia[i];
    drive += m->contact[i] * q[i] / w2, give += m->contact[i] * m->contact[i] / w2;
  }
  const double force = fmin(fmax(drive / give, -self->beta), self->beta);
  for (int i = 0; i < m->n; i++)
    q[i] = (q[i] - force * m->contact[i]) / (m->omega[i] * m->omega[i] * self->scale);
}

// Linear steady state without friction: the particular solution in slip.
static void start_steady(const int *dim, const double *parameter, double *q, double *v) {
  const double *cosine = parameter + coulomb_block_at(dim, BLOCK_COS),
               *sine = parameter + coulomb_block_at(dim, BLOCK_SIN);
  for (int i = 0; i < dim[DIM_COULOMB_MODES]; i++)
    q[i] = cosine[i], v[i] = dim[DIM_COULOMB_DAMPED] ? sine[i] : 0;
}

static void start_fields(const initial_config *c, const reduced_model *r, const regimes_system *self,
                         double *q, double *v) {
  const double per_radian = r ? 1 / self->r : 1;
  for (int i = 0; i < self->modes.n; i++) {
    const double field = c->displacement == 0 && c->velocity == 0 ? 0
                         : r                                      ? reduced_field_mode(r, c, i)
                                                                  : chain_field(self, c, i);
    q[i] = (c->displacement * field + (c->modal.n > 0 ? c->modal.value[i] : 0)) / self->scale;
    v[i] = c->velocity * field * per_radian / self->scale;
  }
}

void regimes_start(const study *s, const reduced_model *r, const regimes_system *self, const int *dim,
                   const double *parameter, double *state) {
  double q[FRICTION_MODES] = {0}, v[FRICTION_MODES] = {0};
  if (s->initial.is_static)
    start_static(self, q);
  else if (s->initial.is_steady)
    start_steady(dim, parameter, q, v);
  else
    start_fields(&s->initial, r, self, q, v);
  friction_modes_start(&self->modes, self->r, dim, parameter, q, v, state);
}
