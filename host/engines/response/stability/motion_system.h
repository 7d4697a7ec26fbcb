// The reduced model of a trajectory in the time domain, and periodic motions of it:
//   p_k'' + d_k p_k' + ω_k² p_k = Σ_b φ_bk r_b + load_k(t),
//   q = Φ p + F r + direct(t),   r by the contact laws.
// A damping matrix adds its other elements to d_k. Time steps are exact in the linear part: the
// modal equations are solved for a contact force that is linear over the step. Modes that are fast
// relative to the step then follow quasi-statically, the scheme is symmetric in time (no numerical
// damping), and its error is that of linear interpolation of r(t), O(h²).
#ifndef CHATTER_ENGINES_RESPONSE_STABILITY_MOTION_SYSTEM_H
#define CHATTER_ENGINES_RESPONSE_STABILITY_MOTION_SYSTEM_H

#include <complex.h>

#include "engines/response/stability/coupled_step.h"

typedef struct motion_contact {
  int law;           // hb_law; HB_LAW_COMPLIANT in place of HB_LAW_SPRING
  int first, count;  // coordinates
  int has_normal;    // 1: the first coordinate is the normal one
  double tangential; // kt, N/m
  double normal;     // kn, N/m
  double friction;   // μ
  double preload;    // N0 or λ0, N
  double gap;        // m
  // ε along the normal, N/m, and yield of the contact, for the dynamic Lagrangian
  double lagrangian;
  double yield;
  int compliant_law;    // for HB_LAW_COMPLIANT: law of kernels/laws/laws.h
  int numbers, states;  // numbers of parameters and internal states
  const double *number; // [numbers]
} motion_contact;

typedef struct motion_system {
  int n_modes, n_boundary, n_contacts;
  const double *omega2, *damping; // [n_modes], 1/s² and 1/s
  const double *coupling;         // [n_modes][n_modes], D without its diagonal; NULL: none
  const double *phi;              // [n_boundary][n_modes]
  const double *flexibility;      // F, [n_boundary][n_boundary], m/N
  const motion_contact *contact;  // [n_contacts]
} motion_system;

// Contact coordinates of a periodic motion, q(τ) = [a0 +] Σ c_h cos hτ + s_h sin hτ, τ = ωt.
typedef struct motion_orbit {
  double omega; // rad/s
  int harmonics, is_static;
  const double *coefficient; // [n_boundary][is_static + 2 harmonics]
  // the same for arguments of the laws: the dynamic Lagrangian for set-valued laws
  const double *argument;
  const double *force; // the same for contact forces; NULL: unknown
} motion_orbit;
typedef struct motion_instant { // an instant τ at which all coordinates can be evaluated
  double cosine, sine;
} motion_instant;
motion_instant motion_instant_of(double tau);
// Finds value and derivative in τ of coordinate b.
void motion_orbit_value(const motion_orbit *self, int b, motion_instant at, double value[2]);

// Modal state after a step, per state before it and per unit of the force at the step's beginning
// and end.
typedef struct mode_step {
  double xx, xv, vx, vv;
  double x0, x1, v0, v1;
} mode_step;
mode_step mode_step_of(double omega2, double damping, double length);

// A step of all modes.
typedef struct motion_step {
  double length;   // s
  mode_step *mode; // [n_modes], for uncoupled modes
  coupled_step coupled;
  double *compliance; // [n_boundary][n_boundary]: q at the end per r at the end, F + Σ φ x1 φᵀ
} motion_step;
chatter_status motion_step_create(const motion_system *system, arena *memory, motion_step *out);
void motion_step_set(const motion_system *system, double length, motion_step *self);
// Computes the mobility [n_boundary][n_boundary]: velocity at the end per r at the end, Σ φ v1 φᵀ.
void motion_step_mobility(const motion_system *system, const motion_step *self, double *mobility);
// Advances `wide` columns (1 or COUPLED_BLOCK_WIDTH) of p, v and modal forces, [n_modes][wide],
// through a step without the forces at its end; then adds the effect of those.
void motion_step_advance(const motion_system *system, const motion_step *self, int wide, const double *force,
                         double *p, double *v);
void motion_step_add_end_forces(const motion_system *system, const motion_step *self, int wide,
                                const double *force, double *p, double *v);

// Finds the steady motion x exp(ist) of the modes under forces f exp(ist), in place. A rigid-body
// mode without stiffness has an undetermined mean and gets 0. `work` [2 n_modes][2 n_modes + 1].
void motion_steady_response(const motion_system *system, double s, double *work, double complex *x);

int motion_is_elastic(const motion_contact *contact); // 1: a friction element
// Returns the contact with an elastic friction element whose tangential coordinate is b; -1: none.
int motion_slider_contact(const motion_system *system, int b);

// Solves a x = b for `columns` right-hand sides, b [n][columns], in place; a [n][n] is overwritten.
// Returns 0 if singular.
int motion_solve_linear(int n, double *a, int columns, double *b);

#endif
