// Transfer functions of modes coupled by a damping matrix, with their derivatives in ω and ξ,
// compared with complex elimination with pivoting and its differences in extended precision: random
// structures with dashpots, from 1 % of critical damping to far beyond it, at random frequencies
// and at resonances.
#include <complex.h>

#include "tests/machines/batch_case.h"

#include "response/response_transfer.h"

enum { MODES = 7, CONTACTS = 2, PORTS = CONTACTS + 2, HARMONICS = 3, BLOCKS = HARMONICS + 1, CASES = 300 };
enum { COLUMNS = CONTACTS + 1, PARAMETERS = 64, MODEL = 256 };
typedef long double complex longer;

typedef struct example {
  kernel_sizes sizes;
  double model[MODEL], parameter[PARAMETERS], damping[MODES][MODES], omega, xi;
  int tables[CONTACTS * N_HB_POINT_INTEGERS], is_modal;
} example;

// Makes dashpots between random places, and a little damping of each mode.
static void example_make(example *e, uint64_t *seed, int i) {
  int *dim = e->sizes.dim;
  *e = (example){.is_modal = i % 3 == 2};
  dim[DIM_HB_MODES] = MODES, dim[DIM_HB_BOUNDARY] = dim[DIM_HB_POINTS] = CONTACTS, dim[DIM_HB_RESPONSES] = 1;
  dim[DIM_HB_HARMONICS] = HARMONICS, dim[DIM_HB_STATIC] = 1, dim[DIM_HB_LOADS] = 1, dim[DIM_HB_COUPLED] = 1;
  TEST_CHECK(response_n_model(dim) <= MODEL && hb_n_parameters(dim) <= PARAMETERS);
  for (long k = 0; k < hb_model_at(dim, HB_MODEL_END); k++) e->model[k] = case_random(seed);
  for (int k = 0; k < PORTS * CONTACTS; k++) e->model[hb_model_at(dim, HB_MODEL_FLEXIBILITY) + k] *= 1e-4;
  for (int k = 0; k < PORTS; k++) e->model[hb_model_at(dim, HB_MODEL_LOAD_FLEXIBILITY) + k] *= 1e-4;
  for (int k = 0; k < MODES; k++) {
    const double omega = 10 * (k + 1) + 3 * case_random(seed);
    e->model[hb_model_at(dim, HB_MODEL_OMEGA2) + k] =
        k == 0 && i % 7 == 0 ? 0 : omega * omega; // one rigid body
    e->damping[k][k] = 0.02 * omega;
  }
  for (int dashpot = 0; dashpot < 2; dashpot++) {
    const double size = pow(10, 2 * case_random(seed));
    double place[MODES];
    for (int k = 0; k < MODES; k++) place[k] = case_random(seed);
    for (int k = 0; k < MODES; k++)
      for (int l = 0; l < MODES; l++) e->damping[k][l] += size * place[k] * place[l];
  }
  for (int k = 0; k < MODES; k++) {
    e->parameter[hb_damping_parameter(dim, k)] = e->damping[k][k];
    for (int l = 0; l < MODES; l++)
      e->model[hb_model_at(dim, HB_MODEL_COUPLING) + k * MODES + l] = k == l ? 0 : e->damping[k][l];
  }
  for (int l = 0; l < N_HB_LOAD_NUMBERS; l++) e->parameter[hb_load_parameter(dim, 0) + l] = case_random(seed);
  for (int p = 0; p < CONTACTS; p++) {
    e->tables[p * N_HB_POINT_INTEGERS + HB_POINT_LAW] = HB_LAW_ELASTIC;
    e->tables[p * N_HB_POINT_INTEGERS + HB_POINT_FIRST_COORDINATE] = p,
                                        e->tables[p * N_HB_POINT_INTEGERS + HB_POINT_N_COORDINATES] = 1;
  }
  e->omega = i % 5 == 0 ? sqrt(e->model[1 + i % 4]) : 40 + 39 * case_random(seed);
  e->xi = e->is_modal ? 2 * case_random(seed) : 0;
}

static void solve(longer a[MODES][MODES], longer x[MODES][COLUMNS]) {
  for (int k = 0; k < MODES; k++) {
    int best = k;
    for (int i = k + 1; i < MODES; i++)
      if (cabsl(a[i][k]) > cabsl(a[best][k])) best = i;
    for (int j = 0; j < MODES; j++) {
      const longer keep = a[k][j];
      a[k][j] = a[best][j], a[best][j] = keep;
    }
    for (int c = 0; c < COLUMNS; c++) {
      const longer keep = x[k][c];
      x[k][c] = x[best][c], x[best][c] = keep;
    }
    for (int i = 0; i < MODES; i++) {
      if (i == k) continue;
      const longer part = a[i][k] / a[k][k];
      for (int j = k; j < MODES; j++) a[i][j] -= part * a[k][j];
      for (int c = 0; c < COLUMNS; c++) x[i][c] -= part * x[k][c];
    }
  }
  for (int k = 0; k < MODES; k++)
    for (int c = 0; c < COLUMNS; c++) x[k][c] /= a[k][k];
}

// Transfer functions of harmonic h from the contact coordinates and the load to the ports;
// `is_direct`: with the flexibilities besides the modes.
static void plainly(const example *e, int h, long double omega, long double xi, int is_direct,
                    longer out[PORTS][COLUMNS]) {
  const int *dim = e->sizes.dim;
  const double *shape = e->model + hb_model_at(dim, HB_MODEL_SHAPES),
               *load = e->parameter + hb_load_parameter(dim, 0),
               *direct = e->model + hb_model_at(dim, HB_MODEL_LOAD_FLEXIBILITY),
               *flexibility = e->model + hb_model_at(dim, HB_MODEL_FLEXIBILITY);
  const longer force = h == 0   ? load[HB_LOAD_STATIC]
                       : h == 1 ? load[HB_LOAD_COS] - I * (long double)load[HB_LOAD_SIN]
                                : 0;
  longer a[MODES][MODES], x[MODES][COLUMNS];
  for (int k = 0; k < MODES; k++) {
    for (int l = 0; l < MODES; l++)
      a[k][l] = I * (h * omega * ((long double)e->damping[k][l] - (k == l ? xi : 0)));
    a[k][k] += e->model[k] - (long double)(h * h) * omega * omega;
    for (int b = 0; b < CONTACTS; b++) x[k][b] = shape[b * MODES + k];
    x[k][CONTACTS] = force * (longer)e->model[hb_model_at(dim, HB_MODEL_LOADS) + k];
  }
  solve(a, x);
  for (int p = 0; p < PORTS; p++)
    for (int c = 0; c < COLUMNS; c++) {
      out[p][c] = c < CONTACTS ? (longer)flexibility[p * CONTACTS + c] : force * (longer)direct[p];
      if (!is_direct) out[p][c] = 0;
      for (int k = 0; k < MODES; k++) out[p][c] += shape[p * MODES + k] * x[k][c];
      if (p < CONTACTS) out[p][c] *= -1; // E of springs
    }
}

// Value and derivatives by differences of fourth order, with steps of 1e-4 of the smallest
// half-width of a resonance, 0.1 rad/s, and ten times that for the second derivative, which loses
// more to rounding.
static void differences(const example *e, int h, int order, longer out[PORTS][COLUMNS]) {
  static const long double first[] = {1, -8, 0, 8, -1}, second[] = {-1, 16, -30, 16, -1};
  const long double step = 1e-4L * 0.1L * (order == 2 ? 10 : 1);
  longer at[PORTS][COLUMNS];
  memset(out, 0, sizeof at);
  if (h == 0 && order > 0) return; // static values do not depend on ω
  for (int i = -2; i <= 2; i++) {
    const int by_xi = order == 2 && e->is_modal;
    const long double weight = order == 0            ? i == 0
                               : order == 1 || by_xi ? first[i + 2] / (12 * step)
                                                     : second[i + 2] / (12 * step * step);
    if (weight == 0) continue;
    plainly(e, h, e->omega + (by_xi || order == 0 ? 0 : i * step), e->xi + (by_xi ? i * step : 0), order == 0,
            at);
    for (int p = 0; p < PORTS; p++)
      for (int c = 0; c < COLUMNS; c++) out[p][c] += weight * at[p][c];
  }
}

// Returns the largest error relative to the largest number of that order and harmonic.
static double compare(const example *e, const kernel_run *run, const response_stepper *self, int h,
                      int order) {
  longer wanted[PORTS][COLUMNS];
  double size = 0, error = 0;
  differences(e, h, order, wanted);
  for (int p = 0; p < PORTS; p++)
    for (int c = 0; c < COLUMNS; c++) {
      const lane_t *got =
          c < CONTACTS ? transfer_at(run, self, order, h, p, c) : load_transfer_at(run, self, order, h, p);
      size = fmax(size, (double)cabsl(wanted[p][c]));
      error = fmax(error, (double)cabsl(CMPLX(got[0], got[1]) - wanted[p][c]));
    }
  return size > 0 ? error / size : error;
}

static void check(const example *e, double worst[3]) {
  long offset[PARAMETERS];
  int varies[PARAMETERS] = {0};
  double factors[MODES * (MODES + 1)], excited[N_POLE_NUMBERS * MODES * COLUMNS], load[3 * MODES],
      direct[3 * PORTS], transfer[6 * BLOCKS * PORTS * CONTACTS], linear[6 * BLOCKS * PORTS];
  for (int i = 0; i < PARAMETERS; i++) offset[i] = i;
  const kernel_batch batch = {.sizes = e->sizes,
                              .parameters = e->parameter,
                              .parameter_offset = offset,
                              .parameter_varies = varies,
                              .tables = e->tables,
                              .model = e->model};
  const kernel_run run = {.batch = &batch, .sizes = e->sizes, .model = e->model};
  response_stepper self = {.factors = factors,
                           .excited = excited,
                           .load = load,
                           .direct = direct,
                           .transfer = transfer,
                           .linear = linear,
                           .stage = e->is_modal ? STAGE_DNNM : STAGE_CURVE};
  transfer_loads(&run, &self);
  transfer_at_frequency(&run, &self, e->omega, e->xi, 3);
  for (int h = 0; h < BLOCKS; h++) {
    if (h == 0 && e->model[0] == 0) continue; // a rigid body has no static position
    for (int order = 0; order < 3; order++)
      worst[order] = fmax(worst[order], compare(e, &run, &self, h, order));
  }
}

int main(void) {
  uint64_t seed = 5;
  double worst[3] = {0};
  for (int i = 0; i < CASES; i++) {
    example e;
    example_make(&e, &seed, i);
    check(&e, worst);
  }
  // Rounding times the condition number, a hundred or so; for the differences 1e-19 · ω / step and
  // its square.
  CHECK_NEAR(worst[0], 0, 1e-13, 0);
  CHECK_NEAR(worst[1], 0, 1e-11, 0);
  CHECK_NEAR(worst[2], 0, 1e-7, 0);
  return TEST_END();
}
