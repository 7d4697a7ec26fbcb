// The kernel, compared with a direct implementation of the same equations: physical coordinates
// with dense matrices, one predictor, search, force and corrector after the other, angles by atan2,
// full rows, in long double. Thousands of steps over several elements in both directions, with
// guides of constant and variable velocity.
#include "tests/engines/sliding/sliding_case.h"

typedef long double number;
enum { SLIDER = 7, TARGET = 45, NODES = 12, MODES = SLIDER + TARGET, TRAJECTORIES = 21 };
static const double STEPS = 3000;

typedef struct body_pair {
  number stiffness[MODES][MODES], damping[MODES][MODES]; // mass 1
  number turn[MODES][MODES];                             // coordinates of the modes, as columns
  number point[1 + NODES][2][MODES], position[1 + NODES][2], arc[NODES];
  number preload[MODES], drag[MODES], inertia[MODES], response[SLIDE_CASE_RESPONSES][MODES];
} body_pair;

// Makes random orthogonal blocks from a few reflections.
static void turn_make(body_pair *b, int first, int n, uint64_t *seed) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) b->turn[first + i][first + j] = i == j;
  for (int r = 0; r < 4; r++) {
    number v[MODES], length = 0;
    for (int i = 0; i < n; i++) v[i] = case_random(seed), length += v[i] * v[i];
    for (int j = 0; j < n; j++) {
      number dot = 0;
      for (int i = 0; i < n; i++) dot += v[i] * b->turn[first + i][first + j];
      for (int i = 0; i < n; i++) b->turn[first + i][first + j] -= 2 * v[i] * dot / length;
    }
  }
}

static void row_turn(const body_pair *b, const double *modal, int first, int n, number *to) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++) to[first + i] += b->turn[first + i][first + k] * modal[k];
}

static void pair_make(const batch_case *c, body_pair *b) {
  const int *dim = c->host.sizes.dim;
  const double *model = c->host.model;
  uint64_t seed = 99;
  memset(b, 0, sizeof *b);
  turn_make(b, 0, SLIDER, &seed), turn_make(b, SLIDER, TARGET, &seed);
  for (int i = 0; i < MODES; i++)
    for (int j = 0; j < MODES; j++)
      for (int k = 0; k < MODES; k++) {
        const number both = b->turn[i][k] * b->turn[j][k];
        b->stiffness[i][j] += both * model[sliding_model_at(dim, SLIDE_MODEL_OMEGA2) + k];
        b->damping[i][j] += both * model[sliding_model_at(dim, SLIDE_MODEL_DAMPING) + k];
      }
  for (int i = 0; i < 2; i++) {
    row_turn(b, model + sliding_model_at(dim, SLIDE_MODEL_CONTACT) + i * SLIDER, 0, SLIDER, b->point[0][i]);
    for (int j = 0; j < NODES; j++)
      row_turn(b, model + sliding_model_at(dim, SLIDE_MODEL_NODES) + (2 * j + i) * TARGET, SLIDER, TARGET,
               b->point[1 + j][i]);
  }
  row_turn(b, model + sliding_model_at(dim, SLIDE_MODEL_PRELOAD), 0, SLIDER, b->preload);
  row_turn(b, model + sliding_model_at(dim, SLIDE_MODEL_DRAG), 0, SLIDER, b->drag);
  if (dim[DIM_GUIDE_IS_DRIVEN])
    row_turn(b, model + sliding_model_at(dim, SLIDE_MODEL_INERTIA), 0, SLIDER, b->inertia);
  row_turn(b, model + sliding_model_at(dim, SLIDE_MODEL_RESPONSE), 0, SLIDER, b->response[0]);
  row_turn(b, model + sliding_model_at(dim, SLIDE_MODEL_RESPONSE) + MODES + SLIDER, SLIDER, TARGET,
           b->response[1]);
  for (int i = 0; i < 2 * (1 + NODES); i++)
    b->position[i / 2][i % 2] = model[sliding_model_at(dim, SLIDE_MODEL_POSITION) + i];
  for (int i = 0; i < NODES; i++) b->arc[i] = model[sliding_model_at(dim, SLIDE_MODEL_ARC) + i];
}

static number dot(const number *a, const number *b) {
  number sum = 0;
  for (int i = 0; i < MODES; i++) sum += a[i] * b[i];
  return sum;
}

typedef struct contact_state {
  int element;
  number angle, length, along, ratio; // of the element, and of C in it
} contact_state;

static void place(const body_pair *b, const number *u, number guide, contact_state *at) {
  number x[3][2]; // C, T1, T2
  for (int i = 0; i < 2; i++) {
    x[0][i] = b->position[0][i] + dot(b->point[0][i], u) + (i == 0 ? guide : 0);
    for (int j = 0; j < 2; j++)
      x[1 + j][i] = b->position[1 + at->element + j][i] + dot(b->point[1 + at->element + j][i], u);
  }
  at->angle = atan2l(x[2][1] - x[1][1], x[2][0] - x[1][0]);
  at->length = hypotl(x[2][0] - x[1][0], x[2][1] - x[1][1]);
  at->along = (x[0][0] - x[1][0]) * cosl(at->angle) + (x[0][1] - x[1][1]) * sinl(at->angle);
  at->ratio = at->along / at->length;
}

static void find(const body_pair *b, const number *u, number guide, contact_state *at) {
  place(b, u, guide, at);
  while (at->along >= at->length && at->element < NODES - 2) at->element++, place(b, u, guide, at);
  while (at->along < 0 && at->element > 0) {
    contact_state before = *at;
    before.element--, place(b, u, guide, &before);
    if (before.along >= before.length) break;
    *at = before;
  }
}

// Makes the row over all coordinates. Returns b (X), the part that does not depend on u.
static number row_make(const body_pair *b, const contact_state *at, number grip, number guide, number *row) {
  const number s = sinl(at->angle), co = cosl(at->angle), a = at->ratio;
  const number g[2] = {-s - grip * co, co - grip * s}, weight[3] = {-1, 1 - a, a};
  const int point[3] = {0, 1 + at->element, 2 + at->element};
  number rigid = -g[0] * guide;
  memset(row, 0, MODES * sizeof *row);
  for (int j = 0; j < 3; j++)
    for (int i = 0; i < 2; i++) {
      rigid += weight[j] * g[i] * b->position[point[j]][i];
      for (int k = 0; k < MODES; k++) row[k] += weight[j] * g[i] * b->point[point[j]][i][k];
    }
  return rigid;
}

typedef struct accumulated {
  double least, most, last;
  number sum;
} accumulated;

static void keep(accumulated *a, number x) {
  a->least = fmin(a->least, (double)x), a->most = fmax(a->most, (double)x), a->last = (double)x, a->sum += x;
}

typedef struct motion {
  number u[MODES], d[MODES], next[MODES];
  number guide, way[2]; // x_A now; its distance over the previous step and over this one
  contact_state at;
} motion;

// Velocity of the guide at time t; drive: NULL, or the numbers of its sine.
static number velocity(const double *p, const double *drive, number t) {
  if (!drive) return p[SLIDE_GUIDE_SPEED];
  const number turns = drive[TURNS_FREQUENCY] * t + drive[TURNS_PHASE];
  return p[SLIDE_GUIDE_SPEED] + drive[DRIVE_AMPLITUDE] * sinl(2 * acosl(-1) * turns) + drive[DRIVE_OFFSET];
}

static void watch(const body_pair *b, const double *p, const motion *m, number force, accumulated *to) {
  const number h = p[SLIDE_DT], way = m->way[1], guide = m->guide + way, v = way / h;
  number after[MODES], row[MODES], slip[2];
  const int e = m->at.element;
  const number a = m->at.ratio;
  for (int k = 0; k < MODES; k++) after[k] = m->u[k] + m->next[k];
  for (int i = 0; i < 2; i++) {
    keep(to + 4 + i, dot(b->response[i], m->u) + (i == 0 ? m->guide : 0));
    keep(to + 6 + i, dot(b->response[i], m->next) / h + (i == 0 ? v : 0));
    keep(to + 2 + i,
         (dot(b->response[i], m->next) - dot(b->response[i], m->d) + (i == 0 ? way - m->way[0] : 0)) /
             (h * h));
    slip[i] = dot(b->point[0][i], m->next) - (1 - a) * dot(b->point[1 + e][i], m->next) -
              a * dot(b->point[2 + e][i], m->next) + (i == 0 ? v * h : 0);
    keep(to + (i == 0 ? 1 : 8), dot(b->point[0][i], m->next) / h + (i == 0 ? v : 0));
    keep(to + 10 + i, b->position[0][i] + dot(b->point[0][i], after) + (i == 0 ? guide : 0));
  }
  keep(to, force);
  keep(to + 9, (slip[0] * cosl(m->at.angle) + slip[1] * sinl(m->at.angle)) / h);
  keep(to + 12, b->arc[e] + a * (b->arc[e + 1] - b->arc[e]));
  keep(to + 13, m->at.angle);
  const number rigid = row_make(b, &m->at, 0, guide, row);
  keep(to + 14, rigid + dot(row, after));
}

// Integrates one trajectory to its end. `m`: initial state; accumulators of its signals.
static void slide(const body_pair *b, const double *p, const double *drive, motion *m, accumulated *to) {
  const number h = p[SLIDE_DT];
  m->guide = p[SLIDE_GUIDE_OFFSET], m->way[0] = h * velocity(p, drive, 0);
  for (double step = 0; step < p[PARAMETER_STEPS]; step++) {
    number ahead[MODES], pressed[MODES], held[MODES];
    m->way[1] = h * velocity(p, drive, (step + 0.5L) * h);
    const number guide = m->guide + m->way[1], surge = m->way[1] - m->way[0];
    for (int i = 0; i < MODES; i++) {
      const number load =
          p[SLIDE_PRELOAD] * b->preload[i] - b->drag[i] * m->way[0] / h - b->inertia[i] * surge / (h * h);
      m->next[i] = m->d[i] - h * dot(b->damping[i], m->d) - h * h * dot(b->stiffness[i], m->u) + h * h * load;
      ahead[i] = m->u[i] + m->next[i];
    }
    find(b, ahead, guide, &m->at);
    row_make(b, &m->at, p[SLIDE_DIRECTION] * p[SLIDE_FRICTION], guide, pressed);
    const number rigid = row_make(b, &m->at, 0, guide, held);
    const number force = (rigid + dot(held, ahead)) / (h * h * dot(held, pressed));
    for (int i = 0; i < MODES; i++) m->next[i] -= h * h * pressed[i] * force;
    if (step >= p[PARAMETER_FIRST_RECORDED]) watch(b, p, m, force, to);
    for (int i = 0; i < MODES; i++) m->u[i] += m->next[i], m->d[i] = m->next[i];
    m->guide = guide, m->way[0] = m->way[1];
  }
}

// Returns the largest difference between accumulators and final coordinates of the kernel and of
// the direct implementation, relative to the signal.
static double check(const batch_case *c, const body_pair *b, const case_result *r, long i, double *worst) {
  const int *dim = c->host.sizes.dim;
  const long stride = c->host.stride;
  double p[N_SLIDE_PARAMETERS + N_DRIVE_PARAMETERS];
  motion m = {.at.element = (int)c->host.state[SLIDE_ELEMENT * stride + i]};
  accumulated all[SLIDE_CASE_SIGNALS];
  for (int s = 0; s < sliding_n_parameters(dim); s++) p[s] = c->host.parameters[s * stride + i];
  for (int s = 0; s < SLIDE_CASE_SIGNALS; s++) all[s] = (accumulated){1e300, -1e300, 0, 0};
  for (int j = 0; j < MODES; j++)
    for (int k = 0; k < MODES; k++)
      m.u[j] += b->turn[j][k] * c->host.state[(sliding_row_p(dim) + k) * stride + i];
  const int start = m.at.element;
  slide(b, p, dim[DIM_GUIDE_IS_DRIVEN] ? p + sliding_guide_parameter(dim) : NULL, &m, all);
  const double *state = r->state + i;
  TEST_CHECK(state[STATE_STATUS * stride] == TRAJECTORY_OK &&
             state[STATE_STEPS * stride] == p[PARAMETER_STEPS]);
  TEST_CHECK(state[SLIDE_ELEMENT * stride] == m.at.element && abs(m.at.element - start) >= 4);
  TEST_CHECK((m.at.element > start) == (p[SLIDE_DIRECTION] > 0));
  for (int s = 0; s < SLIDE_CASE_SIGNALS; s++) {
    const double *a = state + (sliding_row_observed(dim) + 2 * s * N_ACCUMULATORS) * stride;
    const double size = s == 14 ? 1 : fmax(fabs(all[s].least), fabs(all[s].most));
    const double mean = (double)(all[s].sum / (p[PARAMETER_STEPS] - p[PARAMETER_FIRST_RECORDED]));
    worst[s] = fmax(worst[s], fabs(a[ACCUMULATOR_MIN * stride] - all[s].least) / size);
    worst[s] = fmax(worst[s], fabs(a[ACCUMULATOR_MAX * stride] - all[s].most) / size);
    worst[s] = fmax(worst[s], fabs(a[ACCUMULATOR_FINAL * stride] - all[s].last) / size);
    worst[s] =
        fmax(worst[s], fabs(a[ACCUMULATOR_SUM * stride] / a[ACCUMULATOR_COUNT * stride] - mean) / size);
  }
  double most = 0, difference = 0;
  for (int k = 0; k < MODES; k++) {
    number modal = 0;
    for (int j = 0; j < MODES; j++) modal += b->turn[j][k] * m.u[j];
    most = fmax(most, fabs((double)modal));
    difference = fmax(difference, fabs(state[(sliding_row_p(dim) + k) * stride] - (double)modal));
  }
  return difference / most;
}

static void check_slides(int driven) {
  static body_pair b;
  kernel_sizes sizes = slide_case_sizes(SLIDER, TARGET, NODES, SLIDE_CASE_SIGNALS);
  if (driven) slide_case_guide(&sizes, DRIVE_HARMONIC);
  batch_case c = slide_case_create(sizes, TRAJECTORIES, STEPS, 3);
  backend_options options = backend_default();
  backend cpu;
  pair_make(&c, &b);
  if (backend_open("cpu", options, &cpu) != BACKEND_OK) exit(1);
  case_result r = case_run(&cpu, &c, 1);
  double worst[SLIDE_CASE_SIGNALS] = {0}, final = 0;
  for (long i = 0; i < TRAJECTORIES; i++) final = fmax(final, check(&c, &b, &r, i, worst));
  // A modal coordinate is updated 3000 times, each time with half an ulp: 3e-13 of it at most, as
  // for sums of coordinates. Forces, velocities and accelerations are differences of coordinates
  // over one or two steps, in which a mode moves by h ω ≥ 0.01 of its size: 100 or 10,000 times
  // more. The gap is below a thousandth of an element length of 1e-3 m, to which it is rounded.
  for (int s = 0; s < SLIDE_CASE_SIGNALS; s++) {
    const double limit = s == SLIDE_CASE_SIGNALS - 1 ? 1e-19 : s == 4 || s == 5 || s > 9 ? 3e-13 : 3e-11;
    if (!(worst[s] <= limit)) {
      fprintf(stderr, "signal %d: %.3g\n", s, worst[s]);
      check_failures++;
    }
  }
  TEST_CHECK(final <= 3e-13);
  cpu.close(&cpu);
  case_result_free(&r);
  case_free(&c);
}

int main(void) {
  for (int driven = 0; driven < 2; driven++) check_slides(driven);
  return TEST_END();
}
