// All reductions, compared with textbook reductions in transformed coordinates: a network in space,
// small (dense eigenvalues) and large (MUMPS and ARPACK), grounded and free, with an oblique
// frictional contact between two nodes and one to ground, non-proportional damping and gravity.
#include <float.h>

#include "reduction/algebra/direction.h"
#include "reduction/interface/interface.h"
#include "reduction/reduce.h"
#include "reduction_oracle.h"
#include "tests/hand_study.h"

enum { MODES = 12 };

static void make_study(study *s, int method, int nodes) {
  hand_study(s);
  s->reduction.method = method;
  s->reduction.modes = MODES;
  s->n_contacts = 2;
  s->contacts[0] =
      (contact_config){.law = LAW_FRICTION, .normal = {0.6, 0, 0.8}, .nodes = "3", .partner = "7"};
  s->contacts[1] = (contact_config){.law = LAW_UNILATERAL, .normal = {0.48, 0.6, 0.64}, .nodes = "5"};
  s->n_excitations = 2;
  s->excitations[0] = (excitation_config){.node = "4", .direction = {0, 0.8, 0.6}};
  s->excitations[1] = (excitation_config){.type = EXCITATION_GRAVITY, .direction = {0, 0, -1}};
  s->n_outputs = 1;
  s->outputs[0] = (output_config){.name = "y", .direction = {1, 0, 0}};
  snprintf(s->outputs[0].node, STUDY_NAME, "%d", nodes - 1);
}

// Returns T with q = T (q_b, q_i): the inverse of the rows of Bᵀ and, for q_i, all coordinates but
// one of each row of B.
static double *transformation(const interface *f) {
  int n = f->n, nb = f->n_boundary, row = nb;
  int drop[4] = {6, 7, 8, 12}; // node 3 x, y, z and node 5 x: B restricted to these is regular
  double *t = zeros(n * n);
  for (int b = 0; b < nb; b++) direction_add(&f->boundary[b], 1, t + b * n);
  for (int i = 0; i < n; i++)
    if (i != drop[0] && i != drop[1] && i != drop[2] && i != drop[3]) t[row++ * n + i] = 1;
  lapack_int *pivot = malloc((size_t)n * sizeof *pivot);
  TEST_CHECK(LAPACKE_dgetrf(LAPACK_ROW_MAJOR, n, n, t, n, pivot) == 0);
  LAPACKE_dgetri(LAPACK_ROW_MAJOR, n, t, n, pivot);
  free(pivot);
  return t;
}

static void make_textbook(const model *m, const interface *f, int method, textbook *out) {
  int n = f->n, nb = f->n_boundary, fixed = method <= REDUCTION_MASSLESS_CRAIG_BAMPTON;
  int s = out->size = method == REDUCTION_MODAL ? MODES : nb + MODES,
      skip = method == REDUCTION_MODAL ? 0 : nb;
  double *t = transformation(f),
         *full[3] = {dense_of(&m->stiffness), dense_of(&m->mass), dense_of(&m->damping)};
  double *moved[3], **small[3] = {&out->k, &out->m, &out->d}, *r = out->r = zeros(n * s);
  for (int i = 0; i < 3; i++) congruent(n, n, full[i], t, moved[i] = zeros(n * n));
  if (fixed)
    textbook_fixed(n, nb, MODES, moved[0], moved[1], method == REDUCTION_MASSLESS_CRAIG_BAMPTON, out);
  else
    textbook_free(n, skip, MODES, moved[0], moved[1], out);
  out->r = zeros(n * s);
  times(0, n, s, n, t, r, out->r); // back to the coordinates of the model
  for (int i = 0; i < 3; i++) congruent(s, n, full[i], out->r, *small[i] = zeros(s * s));
  int massless = method == REDUCTION_MACNEAL || method == REDUCTION_MASSLESS_CRAIG_BAMPTON;
  for (int i = 0; i < s && massless; i++) // Monjaraz-Tec et al. 2022, equations 19, 24
    for (int j = 0; j < s; j++) {
      out->m[i * s + j] = i == j && i >= nb;
      if (i < nb || j < nb) out->d[i * s + j] = 0;
    }
  if (method == REDUCTION_MACNEAL) { // mass ΦᵀMΦ = 1 there, damping ΦᵀCΦ
    double *d = zeros(MODES * MODES);
    congruent(s, n, full[2], out->r, out->d);
    congruent(MODES, s, out->d, out->follow, d);
    for (int i = 0; i < s * s; i++)
      out->d[i] = i / s < nb || i % s < nb ? 0 : d[(i / s - nb) * MODES + i % s - nb];
    free(d);
  }
  for (int i = 0; i < 3; i++) free(full[i]), free(moved[i]);
  free(t), free(r), free(out->follow);
}

static textbook canonical(const reduced_model *r) { // the modal part as a separate system
  int m = r->n_modes;
  textbook t = {.size = m, .m = zeros(m * m), .d = zeros(m * m), .k = zeros(m * m)};
  for (int i = 0; i < m; i++) t.m[i * m + i] = 1, t.k[i * m + i] = r->omega2[i];
  memcpy(t.d, r->damping, (size_t)(m * m) * sizeof *t.d);
  return t;
}

// Compares the displacement along `row` under a unit force along `column` (n numbers each) with
// rows of the canonical form.
static void compare(const model *model_, const interface *f, const reduced_model *r, int method) {
  int n = f->n, nb = f->n_boundary, ports = nb + f->n_loads + 1, m = r->n_modes;
  textbook t = {.n = f->n}, c = canonical(r);
  make_textbook(model_, f, method, &t);
  double *port = zeros(ports * n), *phi = zeros(ports * m), *statics = zeros(ports * ports),
         *x = zeros(2 * t.size), *p = zeros(2 * m), *load = zeros(t.size);
  for (int b = 0; b < nb; b++) direction_add(&f->boundary[b], 1, port + b * n);
  memcpy(port + nb * n, f->loads, (size_t)(f->n_loads * n) * sizeof *port);
  direction_add(&f->responses[0], 1, port + (ports - 1) * n);
  memcpy(phi, r->phi_b, (size_t)(nb * m) * sizeof *phi);
  memcpy(phi + nb * m, r->phi_f, (size_t)(r->n_loads * m) * sizeof *phi);
  memcpy(phi + (ports - 1) * m, r->phi_y, (size_t)m * sizeof *phi);
  for (int i = 0; i < ports; i++) // statics[i][j]: no force acts on a response, so its column is
                                  // left out
    for (int j = 0; j < ports - 1; j++) {
      int kind_i = i < nb ? 0 : i < ports - 1 ? 1 : 2, li = i - nb, lj = j - nb;
      statics[i * ports + j] = j < nb ? (kind_i == 0   ? r->flexibility[i * nb + j]
                                         : kind_i == 1 ? r->f_f[j * r->n_loads + li]
                                                       : r->f_y[j])
                                      : (kind_i == 0   ? r->f_f[i * r->n_loads + lj]
                                         : kind_i == 1 ? r->f_ff[li * r->n_loads + lj]
                                                       : r->f_yf[lj]);
    }
  // Rounding, amplified by the condition number of two dense solutions; and that of the
  // flexibility, relative √n ε κ (κ = 900, the ratio of the extreme ω²). The latter remains where
  // soft mounts no longer contribute and the rest is a thousandth of the flexibility.
  const double of_flexibility = 900 * sqrt(n) * DBL_EPSILON / 2;
  for (int j = 0; j < ports - 1; j++) {
    double most = 0; // nearly static, at the lowest frequency
    for (double omega = 3; omega < 100; omega *= 2.3) {
      times(0, 1, t.size, n, port + j * n, t.r, load);
      textbook_response(&t, omega, load, x);
      textbook_response(&c, omega, phi + j * m, p);
      double off = 0, largest = 0;
      for (int i = 0; i < ports; i++)
        for (int part = 0; part < 2; part++) {
          double exact = 0, ours = part ? 0 : statics[i * ports + j];
          times(0, 1, t.size, n, port + i * n, t.r, load);
          for (int a = 0; a < t.size; a++) exact += load[a] * x[part * t.size + a];
          for (int a = 0; a < m; a++) ours += phi[i * m + a] * p[part * m + a];
          off = fmax(off, fabs(exact - ours));
          largest = fmax(largest, fabs(exact));
        }
      most = fmax(most, largest);
      CHECK_NEAR(off / largest, 0, 1e-10 + of_flexibility * most / largest, 0);
    }
  }
  textbook all[2] = {t, c};
  for (int i = 0; i < 2; i++) free(all[i].m), free(all[i].d), free(all[i].k), free(all[i].r);
  free(port), free(phi), free(statics), free(x), free(p), free(load);
}

int main(void) {
  static study s;
  log_quiet(1);
  for (int size = 0; size < 2; size++) // 81 and 324 equations: dense and sparse eigenvalues
    for (int floating = 0; floating < 2; floating++) {
      model m;
      network(&m, size ? 6 : 3, size ? 6 : 3, 3, floating ? 0 : 20);
      for (int method = REDUCTION_CRAIG_BAMPTON; method <= REDUCTION_MODAL; method++) {
        make_study(&s, method, m.n_nodes);
        interface f;
        reduced_model r = {.memory = arena_create()};
        CHECK_OK(interface_create(&s, &m, &f));
        CHECK_OK(reduce_model(&s, &m, &r));
        int n_rigid = 0, massless = method == REDUCTION_MACNEAL || method == REDUCTION_MASSLESS_CRAIG_BAMPTON;
        for (int k = 0; k < r.n_modes; k++) n_rigid += r.omega2[k] == 0;
        TEST_CHECK(n_rigid == (floating ? 6 : 0));
        TEST_CHECK(r.massless == massless);
        compare(&m, &f, &r, method);
        interface_destroy(&f);
        reduced_destroy(&r);
      }
      model_destroy(&m);
    }
  return TEST_END();
}
