// Contact points of the model's own CSV file: order, gaps, areas, normals; loads and responses
// beside them; the static flexibility, compared with a dense solution of the matrices in the files.
#include "model/load.h"
#include "reduction_oracle.h"

#include "reduction/algebra/direction.h"
#include "reduction/interface/interface.h"
#include "reduction/reduce.h"
#include "reduction_cases.h"

int main(void) {
  static study s;
  hand_study(&s);
  snprintf(s.path, sizeof s.path, "%s/models/matrices/study.yaml", source_folder());
  s.model = (model_config){.type = MODEL_MATRICES,
                           .stiffness = "K.mtx",
                           .mass = "M.mtx",
                           .dof = "dof.csv",
                           .nodes = "nodes.csv",
                           .contact = "contact.csv"};
  s.n_contacts = 1;
  s.contacts[0] = (contact_config){.from_file = 1, .law = LAW_FRICTION};
  model m;
  CHECK_OK(model_load(&s, &m));
  int n = m.stiffness.n, n_contacts = m.n_contacts;
  double *k = dense_of(&m.stiffness), *x = zeros(n * 64);
  for (int method = REDUCTION_CRAIG_BAMPTON; method <= REDUCTION_RUBIN; method++) {
    reduced_model r;
    s.reduction = (reduction_config){.method = method, .modes = 10};
    CHECK_OK(reduce_study(&s, &r));
    TEST_CHECK(r.n_contacts == n_contacts && r.n_boundary % n_contacts == 0);
    interface f;
    CHECK_OK(interface_create(&s, &m, &f));
    for (int b = 0; b < r.n_boundary; b++) { // unit boundary forces on K
      memset(x + b * n, 0, (size_t)n * sizeof *x);
      direction_add(&f.boundary[b], 1, x + b * n);
    }
    double *a = zeros(n * n);
    lapack_int *pivot = malloc((size_t)n * sizeof *pivot);
    memcpy(a, k, (size_t)(n * n) * sizeof *a);
    TEST_CHECK(LAPACKE_dgesv(LAPACK_COL_MAJOR, n, r.n_boundary, a, n, pivot, x, n) == 0);
    double largest = 0, off = 0;
    for (int i = 0; i < r.n_boundary; i++)
      for (int j = 0; j < r.n_boundary; j++) {
        double ours = r.flexibility[i * r.n_boundary + j], exact = direction_dot(&f.boundary[i], x + j * n);
        for (int e = 0; e < r.n_modes; e++)
          ours += r.phi_b[i * r.n_modes + e] * r.phi_b[j * r.n_modes + e] / r.omega2[e];
        off = fmax(off, fabs(ours - exact));
        largest = fmax(largest, fabs(exact));
      }
    CHECK_NEAR(off / largest, 0, 1e-10, 0);  // accuracy that the reduction guarantees
    for (int c = 0; c < r.n_contacts; c++) { // the file: 25 and 27 to ground, normal y, gap 0.1 mm, 2 cm²
      const reduced_contact *p = &r.contacts[c];
      TEST_CHECK(p->node == (c ? 27 : 25) && p->partner == -1 && p->entry == 0);
      CHECK_NEAR(p->gap, 1e-4, 0, 0);
      CHECK_NEAR(p->area, 2e-4, 0, 0);
      CHECK_NEAR(p->normal[1], 1, 0, 0);
      CHECK_NEAR(p->tangent[0][1], 0, 0, 0);
      TEST_CHECK(p->row_normal >= 0 && p->row_tangent[0] == p->row_normal + 1);
    }
    free(a), free(pivot);
    interface_destroy(&f);
    reduced_destroy(&r);
  }
  free(k), free(x);
  model_destroy(&m);
  return TEST_END();
}
