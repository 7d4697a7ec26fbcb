// Converts a study to the modal friction model of one trajectory.
#include "engines/regimes/bind/regimes_system.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engines/regimes/regimes_engine.h"
#include "reduction/damping.h"
#include "reduction/reduced_entries.h"
#include "study/contact_laws.h"
#include "study/file/entries.h"
#include "study/file/key_place.h"
#include "study/file/path.h"

int regimes_is_chain(const study *s) {
  return s->n_excitations == 0 && s->model.type == MODEL_CHAIN;
}

static int chain_masses(const study *s) {
  return s->model.masses.n > 0 ? s->model.masses.n : 1 + regimes_of(s)->gamma.n;
}

// Finds the mass and stiffness ratios of a chain within the size limit, from regimes.gamma and
// kappa or from a chain in physical units; unused entries are not set.
static void chain_of(const study *s, regimes_chain *out) {
  const regimes_config *c = regimes_of(s);
  const number_list *m = &s->model.masses, *k = &s->model.springs, *g = &c->gamma, *h = &c->kappa;
  out->n = chain_masses(s), out->n_springs = m->n > 0 ? k->n : 1 + h->n;
  out->wall = c->wall, out->contact = (int)c->contact_mass;
  for (int i = 0; i < out->n; i++)
    out->mass[i] = m->n > 0 ? m->value[i] / m->value[0] : i > 0 ? g->value[i - 1] : 1;
  for (int i = 0; i < out->n_springs; i++)
    out->spring[i] = m->n > 0 ? k->value[i] / k->value[0] : i > 0 ? h->value[i - 1] : 1;
}

static int same_chain(const regimes_chain *a, const regimes_chain *b) {
  return a->n == b->n && a->n_springs == b->n_springs && a->wall == b->wall && a->contact == b->contact &&
         memcmp(a->mass, b->mass, (size_t)a->n * sizeof *a->mass) == 0 &&
         memcmp(a->spring, b->spring, (size_t)a->n_springs * sizeof *a->spring) == 0;
}

static chatter_status check_chain(const study *s) {
  const int n = chain_masses(s);
  if (s->model.dashpots.n > 0)
    return error_raise(CHATTER_BAD_STUDY,
                       "%s: dashpots couple the modes; a regime map needs modal damping (allowed: "
                       "reduction.damping, modal_damping, rayleigh)",
                       study_place(s, "model.dashpots"));
  if (n > FRICTION_MODES)
    return error_raise(CHATTER_BAD_STUDY, "%s: a chain of %d masses (allowed: up to %d)",
                       study_place(s, "regimes.gamma"), n, FRICTION_MODES);
  regimes_chain r;
  chain_of(s, &r);
  for (int i = 0; i < n; i++)
    if (!(r.mass[i] > 0 && isfinite(r.mass[i])))
      return error_raise(CHATTER_BAD_STUDY, "%s: mass ratio %g of mass %d (allowed: more than 0)",
                         study_place(s, "regimes.gamma"), r.mass[i], i + 1);
  for (int i = 0; i < r.n_springs; i++)
    if (!(r.spring[i] > 0 && isfinite(r.spring[i])))
      return error_raise(CHATTER_BAD_STUDY, "%s: stiffness ratio %g of spring %d (allowed: more than 0)",
                         study_place(s, "regimes.kappa"), r.spring[i], i + 1);
  if (r.n_springs > n && regimes_of(s)->wall == WALL_BASE)
    return error_raise(
        CHATTER_BAD_STUDY,
        "%s: wall base needs a chain that only the base holds, but a last spring goes to the ground",
        study_place(s, "regimes.wall"));
  const int last = regimes_of(s)->wall == WALL_MASS ? n - 1 : n;
  if (regimes_of(s)->contact_mass < 1 || regimes_of(s)->contact_mass > last)
    return error_raise(CHATTER_BAD_STUDY,
                       "%s: there is no contact at mass %g of a chain of %d (allowed: 1 to %d)",
                       study_place(s, "regimes.contact_mass"), regimes_of(s)->contact_mass, n, last);
  return CHATTER_OK;
}

static const char *refuses(int law, int massless) {
  if (law != LAW_COULOMB) return "a regime map has contacts of law coulomb only";
  return massless
             ? "a regime map needs a boundary with mass: on a massless one its contact coordinate would jump "
               "at every reversal of the friction force (allowed: reduction.method rubin, craig_bampton, "
               "modal)"
             : NULL;
}
const study_law_use regimes_law_uses[] = {{"", refuses}, {0}};

chatter_status regimes_check_laws(const study *s, const reduced_model *r) {
  for (int j = 0; j < r->n_contacts; j++) {
    const int law = s->contacts[r->contacts[j].entry].law;
    const char *why = refuses(law, r->massless);
    if (why)
      return error_raise(CHATTER_BAD_STUDY, "%s: law %s, reduction.method %s: %s", study_place(s, "contact"),
                         law_kinds[law]->name, r->method, why);
  }
  return CHATTER_OK;
}

static chatter_status check_contact(const study *s, const reduced_model *r) {
  TRY(regimes_check_laws(s, r));
  if (s->n_contacts != 1 || r->n_boundary != 1)
    return error_raise(
        CHATTER_BAD_STUDY,
        "%s: an event-exact regime map needs exactly one friction coordinate: one contact point with "
        "law coulomb and tangents 1; found %d of them (several: integrator.scheme moreau)",
        study_place(s, "contact"), r->n_boundary);
  if (s->contacts[0].wall_velocity[0] != 0 || s->contacts[0].wall_velocity[1] != 0)
    return error_raise(CHATTER_BAD_STUDY, "%s: a regime map has a wall at rest (allowed: 0)",
                       study_place(s, "contact.wall_velocity"));
  return CHATTER_OK;
}

chatter_status regimes_check_load(const study *s) {
  if (s->n_excitations == 1 && s->excitations[0].type == EXCITATION_HARMONIC &&
      s->excitations[0].sweep_from == 0 && s->excitations[0].sweep_rate == 0)
    return CHATTER_OK;
  return error_raise(CHATTER_BAD_STUDY, "%s: a regime map needs exactly one harmonic load without a sweep",
                     study_place(s, "excitation"));
}

// Checks the load's phase: cycles are counted between maxima of the load.
static chatter_status check_phase(const study *s) {
  const double phase = s->excitations[0].phase;
  if (!study_given(s, "excitation.0.phase") && !study_varies(s, "excitation.0.phase")) return CHATTER_OK;
  if (fabs(remainder(phase - M_PI / 2, 2 * M_PI)) < 1e-6) return CHATTER_OK;
  return error_raise(
      CHATTER_BAD_STUDY,
      "%s: an event-exact regime map begins where its load has its maximum, not at the phase %g "
      "(allowed: none, or cos; any with integrator.scheme moreau)",
      study_place(s, "excitation.0.phase"), phase);
}

static chatter_status check_reduced(const study *s, const reduced_model *r) {
  TRY(check_contact(s, r));
  TRY(reduced_check_contacts(s, r));
  if (r->damping)
    return error_raise(CHATTER_BAD_STUDY,
                       "%s: the damping matrix couples the modes; a regime map needs modal damping",
                       study_place(s, "reduction"));
  if (r->n_modes > FRICTION_MODES)
    return error_raise(CHATTER_BAD_STUDY, "%s: %d modes (allowed in a regime map: up to %d)",
                       study_place(s, "reduction.modes"), r->n_modes, FRICTION_MODES);
  for (int i = 0; i < r->n_modes; i++) {
    if (!(r->omega2[i] > 0))
      return error_raise(CHATTER_BAD_STUDY, "%s: the structure is not held: mode %d is a rigid-body motion",
                         study_place(s, "model"), i + 1);
    if (!(r->zeta[i] >= 0 && r->zeta[i] < 1))
      return error_raise(CHATTER_BAD_STUDY, "%s: damping ratio %g of mode %d (allowed: 0 to less than 1)",
                         study_place(s, "reduction.damping"), r->zeta[i], i + 1);
  }
  TRY(regimes_check_load(s));
  TRY(check_phase(s));
  if (regimes_of(s)->wall != WALL_GROUND)
    return error_raise(
        CHATTER_BAD_STUDY,
        "%s: walls base and mass belong to dimensionless chains; with a load of its own the model's "
        "contact entry says what it rubs against (contact.partner)",
        study_place(s, "regimes.wall"));
  return CHATTER_OK;
}

chatter_status regimes_check(const study *s, const reduced_model *r) {
  return r ? check_reduced(s, r) : check_chain(s);
}

int regimes_n_modes(const study *s, const reduced_model *r) {
  return r ? r->n_modes : chain_masses(s);
}

int regimes_damped(const study *s, const reduced_model *r) {
  const reduction_config *c = &s->reduction;
  if (damping_varies(s) || c->rayleigh_mass != 0 || c->rayleigh_stiffness != 0) return 1;
  for (int i = 0, n = regimes_n_modes(s, r); i < n; i++)
    if ((r ? damping_mode_ratio(r, c, i) : damping_ratio(c, 0, i)) != 0) return 1;
  return 0;
}

// Writes a number; returns 1 if its bits changed.
static int put(double *at, double value) {
  if (memcmp(at, &value, sizeof value) == 0) return 0;
  *at = value;
  return 1;
}

static void reduced_system(const study *s, const reduced_model *r, int load, regimes_system *self) {
  friction_modes *m = &self->modes;
  const excitation_config *e = &s->excitations[0];
  double reach = 0;
  int moved = m->n != r->n_modes, driven = 0;
  m->n = r->n_modes;
  for (int i = 0; i < m->n; i++) {
    moved |= put(&m->omega[i], sqrt(r->omega2[i]));
    moved |= put(&m->contact[i], r->phi_b[i]);
    driven |= put(&m->load[i], study_load_size(e) * r->phi_f[(long)load * r->n_modes + i]);
    driven |= put(&m->inertia[i], 0);
    reach += fabs(m->contact[i] * m->load[i]) / r->omega2[i];
  }
  driven |= put(&self->r, 2 * M_PI * e->frequency);
  if (moved) self->is_locked = 0;
  if (moved || driven) self->has_boundaries = 0;
  self->beta = s->contacts[0].friction * reduced_contact_preload(&s->contacts[0], &r->contacts[0], 0);
  self->scale = reach > 0 ? reach : 1;
}

static chatter_status chain_system(const study *s, regimes_system *self) {
  regimes_chain chain;
  chain_of(s, &chain);
  if (!self->has_chain || !same_chain(&chain, &self->chain)) {
    self->has_chain = self->is_locked = self->has_boundaries = 0;
    self->chain = chain;
    TRY(friction_modes_chain(chain.n, chain.mass, chain.n_springs, chain.spring, chain.wall, chain.contact,
                             &self->modes, self->shape));
    self->has_chain = 1;
  }
  if (put(&self->r, regimes_of(s)->r1)) self->has_boundaries = 0;
  self->beta = regimes_of(s)->beta, self->scale = 1;
  return CHATTER_OK;
}

chatter_status regimes_system_of(const study *s, const reduced_model *r, int load, int damped,
                                 regimes_system *self) {
  friction_modes *m = &self->modes;
  if (r)
    reduced_system(s, r, load, self);
  else
    TRY(chain_system(s, self));
  int moved = m->damped != damped;
  m->damped = damped;
  for (int i = 0; i < m->n; i++)
    moved |= put(&m->zeta[i],
                 r ? damping_mode_ratio(r, &s->reduction, i) : damping_ratio(&s->reduction, m->omega[i], i));
  if (moved) self->is_locked = self->has_boundaries = 0;
  for (int i = 0; i < m->n; i++)
    if (!(m->zeta[i] < 1))
      return error_raise(CHATTER_BAD_STUDY, "%s: damping ratio %g (allowed: 0 to less than 1)",
                         study_place(s, "reduction.damping"), m->zeta[i]);
  if (!self->is_locked) TRY(friction_modes_lock(m));
  self->is_locked = 1;
  return CHATTER_OK;
}

const regime_boundaries *regimes_boundaries_of(regimes_system *self) {
  if (!self->has_boundaries) friction_boundaries(&self->modes, self->r, &self->boundaries);
  self->has_boundaries = 1;
  return &self->boundaries;
}
