// Unilateral contact and Coulomb friction as functions of their dynamic Lagrangian u (Nacivet et
// al. 2003): the force r is the projection of u, along the normal max(-λ0, u_n), along tangents
// onto the disc of radius ρ = μ (r_n + λ0), or μ λ0 for a constant load. The signs of two functions
// of u give the state: `normal` = u_n + λ0 (positive: closed) and `slip` = μ normal - |u_t| or μ λ0
// - |u_t| (positive: stuck). r is continuous where they vanish; its slopes jump by direction ⊗
// gradient: (1, μ û) ⊗ ∇normal and -û ⊗ ∇slip, û = u_t / |u_t|.
#ifndef CHATTER_KERNELS_LAW_LAGRANGIAN_H
#define CHATTER_KERNELS_LAW_LAGRANGIAN_H

#include "../lane.h"

enum { LAGRANGIAN_TANGENTS = 2 };

// The contact at one instant. With one tangent the numbers of the second are zero.
typedef struct lagrangian_point {
  lane_t normal, slip;                   // switch functions
  lane_t radius, inverse;                // ρ, 1 / |u_t| or zero; zero with one tangent
  lane_t direction[LAGRANGIAN_TANGENTS]; // û, zero for u_t = 0
  lane_t coupling;                       // dρ/du_n while closed: μ, or 0
} lagrangian_point;

KERNEL_FN lagrangian_point law_lagrangian_point(const lane_t *u, int has_normal, int tangents, int constant,
                                                lane_t friction, lane_t preload) {
  const lane_t none = lane_set(0), one = lane_set(1);
  lagrangian_point at;
  at.normal = has_normal ? u[0] + preload : preload;
  lane_t size = none;
  at.inverse = at.direction[0] = at.direction[1] = none;
  if (tangents == 1) {
    size = lane_abs(u[has_normal]);
    at.direction[0] = lane_select(lane_less(u[has_normal], none), -one, one);
  } else if (tangents == 2) {
    const lane_t first = u[has_normal], second = u[has_normal + 1];
    size = lane_sqrt(lane_fma(second, second, first * first));
    at.inverse = lane_select(lane_less(none, size), one / size, none);
    at.direction[0] = first * at.inverse, at.direction[1] = second * at.inverse;
  }
  at.coupling = has_normal && !constant ? friction : none;
  const lane_t load = has_normal && !constant ? at.normal : preload;
  at.slip = friction * load - size;
  at.radius = friction * lane_max(load, none);
  return at;
}

KERNEL_FN mask_t law_lagrangian_slips(const lagrangian_point *at) {
  return lane_less(at->slip, lane_set(0));
}
KERNEL_FN mask_t law_lagrangian_open(const lagrangian_point *at) {
  return lane_less(at->normal, lane_set(0));
}
// Returns r_n + λ0, from which the caller subtracts λ0: exactly -λ0 while open.
KERNEL_FN lane_t law_lagrangian_normal(lane_t u, lane_t preload) {
  return lane_max(u, -preload);
}
KERNEL_FN lane_t law_lagrangian_tangent(const lagrangian_point *at, lane_t u, int i) {
  return lane_select(law_lagrangian_slips(at), at->radius * at->direction[i], u);
}
// The following functions return dr_ti/du_n and dr_ti/du_tj.
KERNEL_FN lane_t law_lagrangian_load_slope(const lagrangian_point *at, int i) {
  const lane_t none = lane_set(0), slipping = lane_select(law_lagrangian_slips(at), at->coupling, none);
  return lane_select(law_lagrangian_open(at), none, slipping) * at->direction[i];
}
KERNEL_FN lane_t law_lagrangian_slope(const lagrangian_point *at, int i, int j) {
  const lane_t same = lane_set(i == j ? 1 : 0);
  const lane_t turn = at->radius * at->inverse * (same - at->direction[i] * at->direction[j]);
  return lane_select(law_lagrangian_slips(at), turn, same);
}
// Computes Σ left_i d²r_ti/du_a du_b v_a in slip: for b = u_n in bend[0], then for the tangents.
// left, v: all coordinates. Zero with one tangent.
KERNEL_FN void law_lagrangian_curvature(const lagrangian_point *at, const lane_t *left, const lane_t *v,
                                        int has_normal, lane_t *bend) {
  const lane_t none = lane_set(0);
  const lane_t *l = left + has_normal, *w = v + has_normal;
  const lane_t inverse = lane_select(law_lagrangian_slips(at), at->inverse, none);
  const lane_t *e = at->direction;
  const lane_t along_l = lane_fma(l[1], e[1], l[0] * e[0]), along_w = lane_fma(w[1], e[1], w[0] * e[0]);
  const lane_t across = lane_fma(l[1], w[1], l[0] * w[0]) - along_l * along_w; // left · (1 - û ûᵀ) v
  const lane_t coupling = lane_select(law_lagrangian_open(at), none, at->coupling) * inverse;
  const lane_t bow = -(at->radius * (inverse * inverse)), turn = has_normal ? coupling * v[0] : none;
  bend[0] = coupling * across;
  for (int i = 0; i < LAGRANGIAN_TANGENTS; i++) {
    const lane_t left_across = l[i] - along_l * e[i], v_across = w[i] - along_w * e[i];
    lane_t sum = across * e[i];
    sum = lane_fma(along_w, left_across, sum);
    sum = lane_fma(along_l, v_across, sum);
    bend[1 + i] = lane_fma(bow, sum, turn * left_across);
  }
}

#endif
