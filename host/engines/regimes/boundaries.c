#include "engines/regimes/boundaries.h"

#include <complex.h>
#include <math.h>

// Terms of one mode, with e = 1/R − 1 and R = r/Ω0: near R = 1 V and U both diverge like 1/e; their
// ratio is accurate only if both use the same e.
typedef struct mode_terms {
  double frequency; // 1/R
  double e;
  double weight; // ψ_j² = g²/r²
} mode_terms;

static mode_terms terms_of(const friction_modes *m, int i, double r) {
  mode_terms t = {.frequency = m->omega[i] / r, .weight = m->contact[i] * m->contact[i] / (r * r)};
  t.e = t.frequency - 1;
  if (t.e == 0) t.e = 1e-150;
  return t;
}

// Returns tan(π/2R); near R = 1 from e, so that its pole is that of V.
static double tangent(mode_terms t) {
  if (fabs(t.e) < 0.5) return -cos(M_PI / 2 * t.e) / sin(M_PI / 2 * t.e);
  return tan(M_PI / 2 * t.frequency);
}

// Terms of all modes in `share` that do not depend on τ.
typedef struct share_terms {
  int n;
  mode_terms mode[FRICTION_MODES];
  double tangent[FRICTION_MODES];
} share_terms;

// Returns Σ ψ² R [sin(τ/R) + tan(π/2R)(cos τ − cos(τ/R))] / sin τ: friction's share of the
// velocity, Marino and Cicirello 2021, equation 16 for each mode.
static double share(const share_terms *of, double tau) {
  double sum = 0;
  for (int i = 0; i < of->n; i++) {
    const mode_terms t = of->mode[i];
    const double up = sin(tau * (t.frequency + 1) / 2), down = sin(tau * t.e / 2);
    double bend = 2 * up * down * of->tangent[i]; // cos τ − cos(τ/R) as a product
    if (fabs(t.e) < 1e-100) bend = -2 * up * tau / M_PI;
    sum += t.weight / t.frequency * (sin(tau * t.frequency) + bend);
  }
  return sum / sin(tau);
}

// Returns the largest `share` in [low, high] with a single maximum, by golden section. The maximum
// is flat: its error is of second order in the last interval.
static double share_peak(const share_terms *of, double low, double high) {
  const double golden = 0.6180339887498949;
  while (high - low > 1e-7) {
    const double a = high - golden * (high - low), b = low + golden * (high - low);
    if (share(of, a) < share(of, b))
      low = a;
    else
      high = b;
  }
  return share(of, 0.5 * (low + high));
}

// Returns the maximum of `share` over 0 < τ < π. It takes many samples per shortest period, both
// ends included, then a search around every local maximum of the samples; around an end too, since
// the function may rise and fall within the first interval. share(π − τ) = −share(τ), so the end
// mirrors the beginning.
static double share_maximum(const friction_modes *m, double r) {
  double limit = 0; // at τ = 0
  share_terms of = {.n = m->n};
  for (int i = 0; i < m->n; i++) {
    of.mode[i] = terms_of(m, i, r);
    of.tangent[i] = tangent(of.mode[i]);
    limit += of.mode[i].weight;
  }
  const int n = 64 + 24 * (int)fmin(m->omega[m->n - 1] / r, 1e4);
  const double step = M_PI / n, nearest = 1e-6; // at the ends themselves it is 0/0
  double most = limit, before = -INFINITY, here = limit;
  for (int i = 0; i <= n; i++) {
    const double after = i + 1 < n ? share(&of, (i + 1) * step) : i < n ? -limit : -INFINITY;
    if (here >= before && here >= after)
      most = fmax(most, share_peak(&of, fmax((i - 1) * step, nearest), fmin((i + 1) * step, M_PI - nearest)));
    before = here, here = after;
  }
  return most;
}

// Returns the amplitude of the force that holds the contact: drive/give, the sums of the
// receptances h = 1/(Ω0² − r² + 2iζΩ0 r). If a mode is in resonance both diverge, and the
// constrained modes determine the limit.
static double holding_force(const friction_modes *m, double r) {
  double complex drive = 0, give = 0, drive_slope = 0, give_slope = 0; // slopes: derivatives by r²
  double most = 0, most_drive = 0;
  for (int i = 0; i < m->n; i++) {
    const double load = m->load[i] + r * r * m->inertia[i];
    const double complex d = (m->omega[i] - r) * (m->omega[i] + r) + 2 * I * m->zeta[i] * m->omega[i] * r;
    if (cabs(d) <= 1e-9 * r * r && m->contact[i] != 0) return fabs(load / m->contact[i]);
    if (cabs(d) <= 1e-9 * r * r) continue; // this mode does not move the contact
    drive += m->contact[i] * load / d, give += m->contact[i] * m->contact[i] / d;
    drive_slope += m->contact[i] * (load / (d * d) + m->inertia[i] / d);
    give_slope += m->contact[i] * m->contact[i] / (d * d);
    most = fmax(most, m->contact[i] * m->contact[i] / cabs(d));
    most_drive = fmax(most_drive, fabs(m->contact[i] * load) / cabs(d));
  }
  if (cabs(give) > 1e-14 * most) return cabs(drive / give);
  // At a resonance of the held system the force is infinite, unless the load does not excite it;
  // then it is the limit of 0/0.
  return cabs(drive) > 1e-13 * most_drive ? INFINITY : cabs(drive_slope / give_slope);
}

void friction_boundaries(const friction_modes *m, double r, regime_boundaries *out) {
  *out = (regime_boundaries){NAN, NAN, NAN, holding_force(m, r)};
  if (m->damped) return;
  double v = 0, u = 0, inverse_mass = 0;
  for (int i = 0; i < m->n; i++) {
    const mode_terms t = terms_of(m, i, r);
    const double load = m->load[i] + r * r * m->inertia[i];
    v += m->contact[i] * load / (r * r * t.e * (t.frequency + 1));
    u += t.weight / t.frequency * tangent(t);
    inverse_mass += t.weight;
  }
  const double share_most = share_maximum(m, r);
  out->s = share_most / inverse_mass;
  out->limit = fabs(v) / hypot(u, share_most);
  out->limit_s1 = fabs(v) / hypot(u, inverse_mass);
}
