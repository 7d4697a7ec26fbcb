// The co-rotational beam element (Crisfield 1990), with internal force and tangent as exact first
// and second derivatives of its energy by displacements and spins, d/dθ of exp(θ) R at θ = 0
// (docs/theory/beams.md).
//
// Everything is computed in the mean triad r, half way between the two nodal triads T and U. The
// energy is a function F(y, w) of y = rᵀ (x₂ - x₁) and of w, half of the rotation from T to U as
// the vector tan(φ/4) n: T = r C(-w), U = r C(w). With δx = ξ, σ = α + β, δ = β - α of the spins α
// of T and β of U (all in r) and p = 1 + w², to second order
//   y → y + ξ - ω × (y + ξ) - ω₂ × y + ½ ω × (ω × y),   ω = ½ σ - ½ w × δ,   ω₂ = ¼ (w·δ) ω - ⅛ (σ·δ) w
//   w → w + ¼ p (δ - ¼ σ × δ + ½ (w·δ) δ - ¼ δ² w)
// This follows from r = (q_T + q_U)/|q_T + q_U| and w = vector/scalar part of (q_T + q_U)* q_U.
#ifndef CHATTER_KERNELS_BEAMS_ELEMENT_H
#define CHATTER_KERNELS_BEAMS_ELEMENT_H

#include "vector.h"

typedef struct beam_section {
  lane_t length;                  // of the element, undeformed
  lane_t stretch, twist, bending; // EA, GJ, EI
} beam_section;

// Terms of the energy, and their derivatives by y (first three) and w (last three).
typedef struct beam_form {
  lane_t gradient[6];
  lane_t hessian[36];
} beam_form;

enum { BEAM_MEASURES = 6 }; // θ₁ to θ₃ of the first node, θ₄ to θ₆ of the second

// Matrix B of a node: Σ_k f_k 2 sin θ_k is the sum of the products of the entries of B and of the
// node's triad A (in r).
KERNEL_FN void measure_matrix(const lane_t *f, const lane_t *e, lane_t *b) {
  const lane_t half = lane_set(0.5), tilt = half * lane_fma(f[1], e[1], f[2] * e[2]);
  FOR_EACH_AXIS(j) {
    const lane_t sum = j == 0 ? e[0] + lane_set(1) : e[j];
    b[3 * j] = (j == 1 ? f[1] : j == 2 ? f[2] : lane_set(0)) - tilt * sum;
    b[3 * j + 1] = (j == 2 ? f[0] : lane_set(0)) - lane_fma(half * f[0] * e[2], sum, f[1] * e[j]);
    b[3 * j + 2] = (j == 1 ? -f[0] : lane_set(0)) + lane_fma(half * f[0] * e[1], sum, -(f[2] * e[j]));
  }
}

// Derivative of B by e_i.
KERNEL_FN void measure_matrix_by(const lane_t *f, const lane_t *e, int i, lane_t *b) {
  const lane_t half = lane_set(0.5), none = lane_set(0), tilt = half * lane_fma(f[1], e[1], f[2] * e[2]),
               own = half * (i == 1   ? f[1]
                             : i == 2 ? f[2]
                                      : none);
  FOR_EACH_AXIS(j) {
    const lane_t sum = j == 0 ? e[0] + lane_set(1) : e[j];
    lane_t first = -(own * sum), second = i == 2 ? -(half * f[0] * sum) : none,
           third = i == 1 ? half * f[0] * sum : none;
    if (i == j) {
      first = first - tilt;
      second = second - lane_fma(half * f[0], e[2], f[1]);
      third = third + lane_fma(half * f[0], e[1], -f[2]);
    }
    b[3 * j] = first, b[3 * j + 1] = second, b[3 * j + 2] = third;
  }
}

// Second derivative of Σ B A by e_i and e_k.
KERNEL_FN lane_t measure_curvature(const lane_t *f, const lane_t *a, int i, int k) {
  const lane_t half = lane_set(0.5);
  lane_t sum = lane_set(0);
  for (int turn = 0; turn < 2; turn++) {
    const int at = turn ? k : i, other = turn ? i : k;
    if (at == 0) continue;
    sum = lane_fma(-half * f[at], a[3 * other], sum);
    sum = at == 2 ? lane_fma(-half * f[0], a[3 * other + 1], sum)
                  : lane_fma(half * f[0], a[3 * other + 2], sum);
  }
  return sum;
}

// Returns Σ B A with A = C(sense w), and its gradient by w.
KERNEL_FN lane_t triad_sum(const lane_t *b, const lane_t *a, lane_t sense, const lane_t *w, lane_t p,
                           lane_t *gradient) {
  const lane_t two = lane_set(2), trace = b[0] + b[4] + b[8];
  const lane_t axial[3] = {b[7] - b[5], b[2] - b[6], b[3] - b[1]};
  lane_t value = lane_set(0);
  for (int e = 0; e < 9; e++) value = lane_fma(b[e], a[e], value);
  FOR_EACH_AXIS(i) {
    lane_t sum = lane_fma(sense, axial[i], -(trace + value) * w[i]);
    FOR_EACH_AXIS(j) sum = lane_fma(b[3 * i + j] + b[3 * j + i], w[j], sum);
    gradient[i] = two * sum / p;
  }
  return value;
}
KERNEL_FN lane_t triad_curvature(const lane_t *b, lane_t value, const lane_t *gradient, const lane_t *w,
                                 lane_t p, int i, int j) {
  const lane_t two = lane_set(2), trace = b[0] + b[4] + b[8];
  lane_t sum = b[3 * i + j] + b[3 * j + i] - lane_fma(gradient[i], w[j], gradient[j] * w[i]);
  if (i == j) sum = sum - (trace + value);
  return two * sum / p;
}

// Computes 2 sin θ_k of a node with its derivatives by e and w, [3][6].
KERNEL_FN void node_measures(const lane_t *e, const lane_t *a, lane_t sense, const lane_t *w, lane_t p,
                             lane_t *value, lane_t *slope) {
  for (int k = 0; k < 3; k++) {
    lane_t f[3] = {lane_set(k == 0), lane_set(k == 1), lane_set(k == 2)}, b[9];
    measure_matrix(f, e, b);
    value[k] = triad_sum(b, a, sense, w, p, slope + 6 * k + 3);
    FOR_EACH_AXIS(i) {
      lane_t sum = lane_set(0);
      measure_matrix_by(f, e, i, b);
      for (int n = 0; n < 9; n++) sum = lane_fma(b[n], a[n], sum);
      slope[6 * k + i] = sum;
    }
  }
}

// Adds Σ_k f_k ∇²(2 sin θ_k) of a node to the upper triangle of `to` [6][6].
KERNEL_FN void node_curvature(const lane_t *f, const lane_t *e, const lane_t *a, lane_t sense,
                              const lane_t *w, lane_t p, lane_t *to) {
  lane_t b[9], gradient[3];
  measure_matrix(f, e, b);
  const lane_t value = triad_sum(b, a, sense, w, p, gradient);
  FOR_EACH_AXIS(i) for (int j = i; j < 3; j++) {
    to[6 * i + j] = to[6 * i + j] + measure_curvature(f, a, i, j);
    to[6 * (3 + i) + 3 + j] = to[6 * (3 + i) + 3 + j] + triad_curvature(b, value, gradient, w, p, i, j);
  }
  FOR_EACH_AXIS(i) {
    measure_matrix_by(f, e, i, b);
    (void)triad_sum(b, a, sense, w, p, gradient);
    FOR_EACH_AXIS(j) to[6 * i + 3 + j] = to[6 * i + 3 + j] + gradient[j];
  }
}

// Computes C(sense w).
KERNEL_FN void half_rotation(const lane_t *w, lane_t sense, lane_t *to) {
  lane_t q[4] = {lane_set(1), sense * w[0], sense * w[1], sense * w[2]};
  quaternion_matrix(q, to);
}

// Converts derivatives by e = y/|y| into those by y, and adds the stretch.
KERNEL_FN void form_from_unit_vector(const beam_section *section, const lane_t *e, lane_t length,
                                     lane_t longer, const lane_t *by_e, const lane_t *curve, beam_form *to) {
  const lane_t rate = section->stretch / section->length, force = rate * longer;
  const lane_t along = by_e[0] * e[0] + by_e[1] * e[1] + by_e[2] * e[2];
  lane_t project[9], half[18];
  FOR_EACH_AXIS(i)
  FOR_EACH_AXIS(j) project[3 * i + j] = ((i == j ? lane_set(1) : lane_set(0)) - e[i] * e[j]) / length;
  lane_t bent[3];
  FOR_EACH_AXIS(i) bent[i] = (by_e[i] - along * e[i]) / length;
  FOR_EACH_AXIS(i) to->gradient[i] = lane_fma(force, e[i], bent[i]);
  FOR_EACH_AXIS(i) for (int j = 0; j < 6; j++) {
    lane_t sum = lane_set(0);
    FOR_EACH_AXIS(m) sum = lane_fma(project[3 * i + m], curve[6 * m + j], sum);
    half[6 * i + j] = sum;
  }
  FOR_EACH_AXIS(i) FOR_EACH_AXIS(j) {
    lane_t sum = lane_set(0);
    FOR_EACH_AXIS(m) sum = lane_fma(half[6 * i + m], project[3 * m + j], sum);
    sum = lane_fma(force - along / length, project[3 * i + j], sum);
    sum = sum - lane_fma(e[i], bent[j], bent[i] * e[j]) / length;
    to->hessian[6 * i + j] = lane_fma(rate * e[i], e[j], sum);
    to->hessian[6 * i + 3 + j] = half[6 * i + 3 + j];
    to->hessian[6 * (3 + j) + i] = half[6 * i + 3 + j];
    to->hessian[6 * (3 + i) + 3 + j] = curve[6 * (3 + i) + 3 + j];
  }
}

// Computes F(y, w) with its derivatives; `longer`: |y| minus the length, computed by the caller
// without cancellation. Returns the energy.
KERNEL_FN lane_t beam_energy(const beam_section *section, const lane_t *y, lane_t length, lane_t longer,
                             const lane_t *w, beam_form *to) {
  const lane_t p = lane_set(1) + vector_dot(w, w), two = lane_set(2), half = lane_set(0.5);
  const lane_t twist = section->twist / section->length, bend = two * section->bending / section->length;
  lane_t e[3], triad[2][9], value[BEAM_MEASURES], slope[6 * BEAM_MEASURES], angle[BEAM_MEASURES],
      rate[BEAM_MEASURES], moment[BEAM_MEASURES], f[BEAM_MEASURES], curve[36];
  FOR_EACH_AXIS(i) e[i] = y[i] / length;
  for (int node = 0; node < 2; node++) {
    const lane_t sense = lane_set(node ? 1 : -1);
    half_rotation(w, sense, triad[node]);
    node_measures(e, triad[node], sense, w, p, value + 3 * node, slope + 18 * node);
  }
  for (int k = 0; k < BEAM_MEASURES; k++) {
    const lane_t sine = half * value[k], cosine = lane_sqrt(lane_fma(-sine, sine, lane_set(1)));
    angle[k] = lane_narrow(wide_atan2(lane_widen(sine), lane_widen(cosine)));
    rate[k] = half / cosine;
  }
  for (int k = 0; k < 3; k++) {
    const lane_t a = angle[k], b = angle[3 + k];
    moment[k] = k ? bend * lane_fma(two, a, b) : twist * (a - b);
    moment[3 + k] = k ? bend * lane_fma(two, b, a) : twist * (b - a);
  }
  for (int i = 0; i < 36; i++) curve[i] = lane_set(0);
  for (int k = 0; k < BEAM_MEASURES; k++) f[k] = moment[k] * rate[k];
  for (int node = 0; node < 2; node++)
    node_curvature(f + 3 * node, e, triad[node], lane_set(node ? 1 : -1), w, p, curve);
  lane_t gradient[6];
  for (int i = 0; i < 6; i++) {
    gradient[i] = lane_set(0);
    for (int k = 0; k < BEAM_MEASURES; k++) gradient[i] = lane_fma(f[k], slope[6 * k + i], gradient[i]);
  }
  for (int k = 0; k < 3; k++) { // θ_k and θ_{k+3} are coupled
    const lane_t own = k ? two * bend : twist, cross = (k ? bend : -twist) * rate[k] * rate[3 + k];
    const lane_t *one = slope + 6 * k, *other = slope + 6 * (3 + k);
    // d²θ/dS² = sin θ / (4 cos³ θ), S = 2 sin θ
    const lane_t first = lane_fma(own * rate[k], rate[k], moment[k] * value[k] * rate[k] * rate[k] * rate[k]);
    const lane_t second = lane_fma(own * rate[3 + k], rate[3 + k],
                                   moment[3 + k] * value[3 + k] * rate[3 + k] * rate[3 + k] * rate[3 + k]);
    for (int i = 0; i < 6; i++)
      for (int j = i; j < 6; j++) {
        lane_t sum = lane_fma(first * one[i], one[j], curve[6 * i + j]);
        sum = lane_fma(second * other[i], other[j], sum);
        curve[6 * i + j] = lane_fma(cross, lane_fma(one[i], other[j], other[i] * one[j]), sum);
      }
  }
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < i; j++) curve[6 * i + j] = curve[6 * j + i];
  FOR_EACH_AXIS(i) to->gradient[3 + i] = gradient[3 + i];
  form_from_unit_vector(section, e, length, longer, gradient, curve, to);
  lane_t energy = half * section->stretch / section->length * longer * longer;
  for (int k = 0; k < BEAM_MEASURES; k++) energy = lane_fma(half * moment[k], angle[k], energy);
  return energy;
}

// Force [12] and tangent [12][12] of the element by the displacements and spins of its nodes.
typedef struct beam_element {
  lane_t energy;
  lane_t force[12];
  lane_t tangent[144];
} beam_element;

// Derivatives by ξ, σ, δ, all in r: gradients and second-derivative blocks.
typedef struct beam_mean {
  lane_t force[9];
  lane_t xx[9], xs[9], xd[9], ss[9], sd[9], dd[9];
} beam_mean;

KERNEL_FN void mean_first(const beam_form *form, const lane_t *y, const lane_t *w, lane_t quarter,
                          beam_mean *to) {
  lane_t turn_s[9], turn_d[9], hyy[9], hyw[9], hww[9], bent[9], mixed[9], own[9];
  FOR_EACH_AXIS(i) FOR_EACH_AXIS(j) {
    turn_s[3 * i + j] = lane_set(0.5) * vector_hat(y, i, j);
    mixed[3 * i + j] = -vector_hat(w, i, j);
    hyy[3 * i + j] = form->hessian[6 * i + j];
    hyw[3 * i + j] = quarter * form->hessian[6 * i + 3 + j];
    hww[3 * i + j] = quarter * quarter * form->hessian[6 * (3 + i) + 3 + j];
  }
  matrix_product(turn_s, mixed, turn_d); // -½ ŷ ŵ
  matrix_product(hyy, turn_s, to->xs);
  matrix_product(hyy, turn_d, bent);
  for (int n = 0; n < 9; n++) to->xx[n] = hyy[n], to->xd[n] = bent[n] + hyw[n];
  matrix_product_left(turn_s, to->xs, to->ss);
  matrix_product_left(turn_s, to->xd, to->sd);
  matrix_product_left(turn_d, bent, to->dd);
  matrix_product_left(turn_d, hyw, own);
  FOR_EACH_AXIS(i)
  FOR_EACH_AXIS(j) to->dd[3 * i + j] = to->dd[3 * i + j] + hww[3 * i + j] + own[3 * i + j] + own[3 * j + i];
}

// Adds the second-order terms of y and w.
KERNEL_FN void mean_second(const beam_form *form, const lane_t *y, const lane_t *w, lane_t quarter,
                           beam_mean *to) {
  const lane_t *g = form->gradient, *h = form->gradient + 3, half = lane_set(0.5), eighth = lane_set(0.125);
  lane_t moment[3], tilt[3], gate[9], hat_w[9], hat_g[9], turned[9], twice[9], along[9];
  vector_cross(y, g, moment);
  vector_cross(moment, w, tilt);
  FOR_EACH_AXIS(i) {
    to->force[i] = g[i];
    to->force[3 + i] = -(half * moment[i]);
    to->force[6 + i] = lane_fma(half, tilt[i], quarter * h[i]);
  }
  const lane_t yg = vector_dot(y, g), wm = vector_dot(w, moment), wh = vector_dot(w, h);
  FOR_EACH_AXIS(i) FOR_EACH_AXIS(j) {
    const int n = 3 * i + j;
    gate[n] = half * lane_fma(g[i], y[j], y[i] * g[j]) - (i == j ? yg : lane_set(0));
    hat_w[n] = vector_hat(w, i, j), hat_g[n] = vector_hat(g, i, j);
  }
  matrix_product(hat_g, hat_w, along);
  matrix_product(gate, hat_w, turned);
  matrix_product_left(hat_w, turned, twice);
  FOR_EACH_AXIS(i) FOR_EACH_AXIS(j) {
    const int n = 3 * i + j;
    to->xs[n] = to->xs[n] - half * hat_g[n];
    to->xd[n] = lane_fma(half, along[n], to->xd[n]);
    to->ss[n] = lane_fma(lane_set(0.25), gate[n], to->ss[n]);
    lane_t sd = lane_fma(-lane_set(0.25), turned[n], to->sd[n]) - eighth * moment[i] * w[j];
    sd = lane_fma(lane_set(0.25) * quarter, vector_hat(h, i, j), sd);
    lane_t dd = lane_fma(lane_set(0.25), twice[n], to->dd[n]);
    dd = lane_fma(eighth, lane_fma(w[i], tilt[j], tilt[i] * w[j]), dd);
    dd = lane_fma(half * quarter, lane_fma(w[i], h[j], h[i] * w[j]), dd);
    if (i == j) sd = lane_fma(eighth, wm, sd), dd = lane_fma(-half * quarter, wh, dd);
    to->sd[n] = sd, to->dd[n] = dd;
  }
}

// Adds block (row, column) of the tangent, rotated by `left` and `right` into the axes of its
// freedoms, and its transpose.
KERNEL_FN void tangent_add_block(beam_element *to, int row, int column, const lane_t *left,
                                 const lane_t *block, const lane_t *right, lane_t sign) {
  lane_t turned[9], both[9];
  matrix_product(left, block, turned);
  matrix_product_right(turned, right, both);
  FOR_EACH_AXIS(i) FOR_EACH_AXIS(j) {
    to->tangent[12 * (row + i) + column + j] = sign * both[3 * i + j];
    to->tangent[12 * (column + j) + row + i] = sign * both[3 * i + j];
  }
}

// Evaluates the element between nodes at distance `span` (in the frame of the coordinates), with
// rotations q1, q2 since it lay along the first axis of the triad `axes` (a quaternion). Spins are
// about the axes of the triad `spins`.
KERNEL_FN void beam_element_form(const beam_section *section, const lane_t *span, lane_t longer,
                                 const lane_t *q1, const lane_t *q2, const lane_t *axes, const lane_t *spins,
                                 beam_element *to) {
  lane_t sum[4], back[4], relative[4], mean_q[4], r[9], base[9], w_frame[3], w[3], y[3], spin[9];
  beam_form form;
  beam_mean mean;
  for (int i = 0; i < 4; i++) sum[i] = q1[i] + q2[i], back[i] = i ? -sum[i] : sum[i];
  quaternion_product(back, q2, relative);
  FOR_EACH_AXIS(i) w_frame[i] = relative[1 + i] / relative[0];
  quaternion_product(sum, axes, mean_q);
  quaternion_matrix(mean_q, r);
  quaternion_matrix(axes, base);
  matrix_apply_transposed(base, w_frame, w);
  matrix_apply_transposed(r, span, y);
  to->energy = beam_energy(section, y, section->length + longer, longer, w, &form);
  const lane_t quarter = lane_set(0.25) * (lane_set(1) + vector_dot(w, w));
  mean_first(&form, y, w, quarter, &mean);
  mean_second(&form, y, w, quarter, &mean);
  quaternion_matrix(spins, base);
  matrix_product_left(base, r, spin);
  lane_t aa[9], ab[9], bb[9], xa[9], xb[9], first[3], second[3];
  FOR_EACH_AXIS(i) {
    first[i] = mean.force[3 + i] - mean.force[6 + i], second[i] = mean.force[3 + i] + mean.force[6 + i];
    FOR_EACH_AXIS(j) {
      const int n = 3 * i + j, t = 3 * j + i;
      aa[n] = mean.ss[n] - mean.sd[n] - mean.sd[t] + mean.dd[n];
      ab[n] = mean.ss[n] + mean.sd[n] - mean.sd[t] - mean.dd[n];
      bb[n] = mean.ss[n] + mean.sd[n] + mean.sd[t] + mean.dd[n];
      xa[n] = mean.xs[n] - mean.xd[n], xb[n] = mean.xs[n] + mean.xd[n];
    }
  }
  matrix_apply(r, mean.force, to->force + 6);
  FOR_EACH_AXIS(i) to->force[i] = -to->force[6 + i];
  matrix_apply(spin, first, to->force + 3);
  matrix_apply(spin, second, to->force + 9);
  const lane_t plus = lane_set(1), minus = lane_set(-1);
  tangent_add_block(to, 0, 0, r, mean.xx, r, plus);
  tangent_add_block(to, 0, 6, r, mean.xx, r, minus);
  tangent_add_block(to, 6, 6, r, mean.xx, r, plus);
  tangent_add_block(to, 0, 3, r, xa, spin, minus);
  tangent_add_block(to, 6, 3, r, xa, spin, plus);
  tangent_add_block(to, 0, 9, r, xb, spin, minus);
  tangent_add_block(to, 6, 9, r, xb, spin, plus);
  tangent_add_block(to, 3, 3, spin, aa, spin, plus);
  tangent_add_block(to, 3, 9, spin, ab, spin, plus);
  tangent_add_block(to, 9, 9, spin, bb, spin, plus);
}

#endif
