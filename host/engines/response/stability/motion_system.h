// The reduced model of a trajectory in time, and what a periodic motion of it is:
//   p_k'' + d_k p_k' + ω_k² p_k = Σ_b φ_bk r_b + load_k(t),   q = Φ p + F r + direct(t),   r by the contact
//   laws
// and where a damping matrix couples the modes, its other elements beside d_k. Steps of time are exact in
// everything linear: the modes' equations are solved for a contact force that changes linearly over the step.
// So fast modes follow as the static ones they then are, the scheme is symmetric in time (it neither damps
// nor excites), and its error is that of the chords of r(t), O(h²).
#ifndef CHATTER_ENGINES_RESPONSE_STABILITY_MOTION_SYSTEM_H
#define CHATTER_ENGINES_RESPONSE_STABILITY_MOTION_SYSTEM_H

#include <complex.h>

#include "engines/response/stability/coupled_step.h"

typedef struct motion_contact {
  int law;           // hb_law; HB_LAW_COMPLIANT in place of HB_LAW_SPRING
  int first, count;  // coordinates
  int has_normal;    // 1: the first is the normal one
  double tangential; // kt, N/m
  double normal;     // kn, N/m
  double friction;   // μ
  double preload;    // N0 or λ0, N
  double gap;        // m
  double lagrangian; // ε along the normal, N/m, and what the contact yields: of the dynamic Lagrangian
  double yield;
  int compliant_law;    // of HB_LAW_COMPLIANT: law of kernels/laws/laws.h,
  int numbers, states;  // its numbers and internal states
  const double *number; // [numbers]
} motion_contact;

typedef struct motion_system {
  int n_modes, n_boundary, n_contacts;
  const double *omega2, *damping; // [n_modes], 1/s² and 1/s
  const double *coupling;         // [n_modes][n_modes] of a damping matrix without its diagonal; NULL: none
  const double *phi;              // [n_boundary][n_modes]
  const double *flexibility;      // F, [n_boundary][n_boundary], m/N
  const motion_contact *contact;  // [n_contacts]
} motion_system;

// The contact coordinates of a periodic motion, q(τ) = [a0 +] Σ c_h cos hτ + s_h sin hτ, τ = ωt.
typedef struct motion_orbit {
  double omega; // rad/s
  int harmonics, is_static;
  const double *coefficient; // [n_boundary][is_static + 2 harmonics]
  const double *argument;    // likewise, of the laws, which of set-valued ones is their dynamic Lagrangian
  const double *force;       // likewise, contact forces; NULL: not known
} motion_orbit;
typedef struct motion_instant { // of τ, which all coordinates are asked for at once
  double cosine, sine;
} motion_instant;
motion_instant motion_instant_of(double tau);
// Value and derivative in τ of coordinate b.
void motion_orbit_value(const motion_orbit *self, int b, motion_instant at, double value[2]);

// What a mode is after a step: of its state before, and per unit of the force at the step's beginning and
// end.
typedef struct mode_step {
  double xx, xv, vx, vv;
  double x0, x1, v0, v1;
} mode_step;
mode_step mode_step_of(double omega2, double damping, double length);

// A step of all modes.
typedef struct motion_step {
  double length;   // s
  mode_step *mode; // [n_modes], of modes that nothing couples
  coupled_step coupled;
  double *compliance; // [n_boundary][n_boundary]: q at the end per r at the end, F + Σ φ x1 φᵀ
} motion_step;
chatter_status motion_step_create(const motion_system *system, arena *memory, motion_step *out);
void motion_step_set(const motion_system *system, double length, motion_step *self);
// [n_boundary][n_boundary]: velocity at the end per r at the end, Σ φ v1 φᵀ.
void motion_step_mobility(const motion_system *system, const motion_step *self, double *mobility);
// Of `wide` columns side by side (1 or COUPLED_BLOCK_WIDTH), p, v and forces on modes [n_modes][wide]: from
// the step's beginning to its end without the forces there, and then what those add.
void motion_step_advance(const motion_system *system, const motion_step *self, int wide, const double *force,
                         double *p, double *v);
void motion_step_add_end_forces(const motion_system *system, const motion_step *self, int wide,
                                const double *force, double *p, double *v);

// Forces f exp(ist) on the modes become the motion that they keep up, x exp(ist); a rigid-body mode that
// nothing holds has no place of its own, 0. `work` [2 n_modes][2 n_modes + 1].
void motion_steady_response(const motion_system *system, double s, double *work, double complex *x);

int motion_is_elastic(const motion_contact *contact); // 1: a friction element
// The contact that coordinate b is the tangential one of, with an elastic friction element; -1: of none.
int motion_slider_contact(const motion_system *system, int b);

// Solves a x = b for `columns` right sides, b [n][columns], in place; a [n][n] is destroyed. 0: singular.
int motion_solve_linear(int n, double *a, int columns, double *b);

#endif
