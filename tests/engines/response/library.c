// Harmonic balance with LAPACK's factorisations: the same curves as with those of the kernel, in
// one piece and in chunks of steps. A model like that of a blade (16 contact nodes with three
// coordinates each, 20 harmonics and the static one, 1968 unknowns): its points satisfy the balance
// evaluated by other means, the contact laws at instants of the period and sums over modes in
// complex numbers.
#include <cblas.h>
#include <complex.h>

#include "large_case.h"

static void check_same(int law, int count, double to, double load) {
  const large_shape shape = large_three_points(law, count, 5, 60);
  large_case kernel = large_create(shape, 0.9, to, load), library = large_create(shape, 0.9, to, load),
             chunks = large_create(shape, 0.9, to, load);
  large_run_kernel(&kernel, 1, 1);
  large_run_library(&library, 2, 0);
  for (int end = 1; end < 40 * shape.kept; end += 7) {
    chunks.batch.step_end = end;
    large_run_library(&chunks, 1, 0);
  }
  large_check_ends(&kernel, &library);
  // The same library calls for any number of threads and chunks.
  TEST_CHECK(
      memcmp(library.batch.windows, chunks.batch.windows,
             sizeof(double) * (size_t)(hb_n_windows(library.batch.sizes.dim) * library.batch.stride)) == 0);
  large_free(&kernel), large_free(&library), large_free(&chunks);
}

typedef struct periodic {
  int harmonics, samples;
  const double *cosine;
} periodic;

static double value_at(const periodic *p, const double *x, int instant) {
  double sum = x[0];
  for (int h = 1; h <= p->harmonics; h++) {
    const long turn = (long)h * instant;
    sum += x[2 * h - 1] * p->cosine[turn % p->samples] +
           x[2 * h] * p->cosine[(turn + 3L * p->samples / 4) % p->samples];
  }
  return sum;
}

// r(u) of one contact point from its values in time: unilateral with preload 1 and friction 0.3.
// Counts the instants of slip and of separation.
static void law_in_time(const periodic *p, const double *u, double *r, long *slips, long *opens) {
  const int width = 1 + 2 * p->harmonics;
  for (int i = 0; i < 3 * width; i++) r[i] = 0;
  for (int t = 0; t < p->samples; t++) {
    double at[3], force[3];
    for (int i = 0; i < 3; i++) at[i] = value_at(p, u + i * width, t);
    force[0] = fmax(-1, at[0]);
    const double radius = 0.3 * (force[0] + 1), size = hypot(at[1], at[2]);
    const double by = size > radius ? radius / size : 1;
    force[1] = by * at[1], force[2] = by * at[2];
    *slips += size > radius, *opens += at[0] < -1;
    for (int i = 0; i < 3; i++)
      for (int c = 0; c < width; c++) {
        const int h = (c + 1) / 2;
        const long turn = (long)h * t + (c > 0 && c % 2 == 0 ? 3L * p->samples / 4 : 0);
        r[i * width + c] += (c ? 2 : 1) * force[i] * p->cosine[turn % p->samples] / p->samples;
      }
  }
}

// Returns the complex coefficient c - is of harmonic h.
static double complex coefficient(const double *x, int h) {
  return h ? CMPLX(x[2 * h - 1], -x[2 * h]) : x[0];
}

// Returns the largest entry of R = u - r + E q over the largest of u, at point k of member i.
static double residual(const large_case *c, int k, long i, const double *u, const double *r) {
  const int *dim = c->batch.sizes.dim;
  const int modes = c->shape.modes, boundary = dim[DIM_HB_BOUNDARY], width = hb_n_coefficients(dim);
  const double omega = large_kept(c, k, RECORD_OMEGA, i), grip = 1e-6, lagrange = 2;
  const double load = c->parameters[(long)(hb_load_parameter(dim, 0) + HB_LOAD_COS) * c->batch.stride + i];
  const double *shape = c->model + hb_model_at(dim, HB_MODEL_SHAPES);
  double worst = 0, largest = 0;
  for (int j = 0; j < boundary * width; j++) largest = fmax(largest, fabs(u[j]));
  for (int h = 0; h <= c->shape.harmonics; h++) {
    double complex modal[64];
    for (int m = 0; m < modes; m++) {
      double complex force = h == 1 ? load * c->model[hb_model_at(dim, HB_MODEL_LOADS) + m] : 0;
      for (int b = 0; b < boundary; b++) force += shape[b * modes + m] * coefficient(r + b * width, h);
      modal[m] =
          force / (pow(1 + 1.7 * m, 2) - pow(h * omega, 2) + CMPLX(0, h * omega * 0.04 * (1 + 1.7 * m)));
    }
    for (int b = 0; b < boundary; b++) {
      const double f = c->model[hb_model_at(dim, HB_MODEL_FLEXIBILITY) + (long)b * boundary + b];
      double complex q = f * coefficient(r + b * width, h);
      for (int m = 0; m < modes; m++) q += shape[b * modes + m] * modal[m];
      const double complex by = b % 3 == 0 ? lagrange : h ? CMPLX(0, h * lagrange) : lagrange * grip;
      const double complex rest = coefficient(u + b * width, h) - coefficient(r + b * width, h) + by * q;
      worst = fmax(worst, cabs(rest));
    }
  }
  return worst / largest;
}

static void check_blade(void) {
  enum { SAMPLES = 1 << 14 };
  const large_shape shape = {.points = 16,
                             .count = 3,
                             .harmonics = 20,
                             .law = HB_LAW_SET_VALUED,
                             .samples = 1024,
                             .modes = 6,
                             .members = 1,
                             .kept = 8};
  large_case c = large_create(shape, 1.12, 1.6, 0.3);
  const int *dim = c.batch.sizes.dim, n = hb_n_unknowns(dim), width = hb_n_coefficients(dim);
  static double cosine[SAMPLES];
  double *u = large_array(n, sizeof *u), *r = large_array(n, sizeof *r), *in_time = large_array(n, sizeof *r);
  long slips = 0, opens = 0;
  TEST_CHECK(n == 1968);
  for (int t = 0; t < SAMPLES; t++) cosine[t] = cos(2 * M_PI * t / SAMPLES);
  const periodic p = {.harmonics = 20, .samples = SAMPLES, .cosine = cosine};
  large_run_library(&c, 1, 0);
  TEST_CHECK(large_state(&c, HB_N_POINTS, 0) == shape.kept);
  for (int k = 0; k < (int)large_state(&c, HB_N_POINTS, 0); k++) {
    const int first = N_RECORD + width;
    double largest = 0;
    for (int j = 0; j < n; j++) {
      u[j] = large_kept(&c, k, first + j, 0), r[j] = large_kept(&c, k, first + n + j, 0);
      largest = fmax(largest, fabs(r[j]));
    }
    for (int point = 0; point < shape.points; point++)
      law_in_time(&p, u + point * 3 * width, in_time + point * 3 * width, &slips, &opens);
    // 1024 instants with kinks integrated linearly: error O(1/N²) of the forces.
    for (int j = 0; j < n; j++) CHECK_NEAR(r[j], in_time[j], 2e-5 * largest, 0);
    // Newton's corrections end below 1e-9 and converge quadratically.
    CHECK_NEAR(residual(&c, k, 0, u, r), 0, 1e-9, 0);
  }
  // Friction must slip.
  TEST_CHECK(slips > 100);
  free(u), free(r), free(in_time);
  large_free(&c);
}

// 450 unknowns, for which OpenBLAS would use several threads if it were allowed to.
static void check_one_thread(void) {
  const int before = openblas_get_num_threads();
  const large_shape shape = {.points = 10,
                             .count = 3,
                             .harmonics = 7,
                             .law = HB_LAW_SET_VALUED,
                             .samples = 256,
                             .modes = 4,
                             .members = 2,
                             .kept = 3};
  large_case one = large_create(shape, 1.12, 1.6, 0.3), many = large_create(shape, 1.12, 1.6, 0.3);
  openblas_set_num_threads(1);
  large_run_library(&one, 1, 0);
  openblas_set_num_threads(3);
  large_run_library(&many, 2, 0);
  TEST_CHECK(openblas_get_num_threads() == 3); // restored
  openblas_set_num_threads(before);
  TEST_CHECK(large_state(&one, HB_N_POINTS, 1) == shape.kept);
  TEST_CHECK(memcmp(one.batch.windows, many.batch.windows,
                    sizeof(double) * (size_t)(hb_n_windows(one.batch.sizes.dim) * one.batch.stride)) == 0);
  large_free(&one), large_free(&many);
}

int main(void) {
  check_same(HB_LAW_SET_VALUED, 3, 1.2, 0.1);
  check_same(HB_LAW_ELASTIC, 2, 1.4, 1.0);
  check_one_thread();
  check_blade();
  return TEST_END();
}
