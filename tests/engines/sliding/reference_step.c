// One step of the engine's batch, compared with a step of another program, all 248 numbers. Vectors
// of that program are in the coordinates of its Craig-Bampton bases. This test computes these bases
// and converts through finite-element vectors to the modes of the engine and back.
//
// reference/one-step.json: an independent implementation of the same beams (dense matrices in
// Craig-Bampton coordinates), from the middle of a rough run with mu = 0.3.
#include <jansson.h>

#include "cb_basis.h"
#include "model/load.h"
#include "model/sparse_matrix.h"
#include "sliding_study.h"
#include "tests/scratch.h"

enum { SLIDER_BOUNDARY = 8, TARGET_BOUNDARY = 200, KEPT = 20, N_SLIDER = 28, N_TARGET = 220, N_ALL = 248 };
static const double DAMPING[2][2] = {{20, 5e-8}, {60, 3e-8}}; // Rayleigh's a and b of both bodies
static const double COSINE = 0.86602540378443865, SINE = 0.5, SPEED = 0.03;

typedef struct reference {
  double h, t, noise, guide, alpha, gamma, force, acceleration, velocity;
  int element;
  double u[3][N_ALL]; // at n - 1, n, n + 1
} reference;

static reference read_reference(void) {
  static const char *const vectors[] = {"u_nm1", "u_n", "u_np1"};
  char path[1024];
  reference out;
  snprintf(path, sizeof path, "%s/tests/engines/sliding/reference/one-step.json", source_folder());
  json_t *root = json_load_file(path, 0, NULL);
  TEST_CHECK(root != NULL);
#define NUMBER(member, key) out.member = json_number_value(json_object_get(root, key))
  NUMBER(h, "h"), NUMBER(t, "t_n"), NUMBER(noise, "noise_force_n"), NUMBER(guide, "xA_n");
  NUMBER(alpha, "alpha"), NUMBER(gamma, "gamma"), NUMBER(force, "lambda_n");
  NUMBER(acceleration, "acc_tip_n"), NUMBER(velocity, "vC_forward");
#undef NUMBER
  out.element = (int)json_integer_value(json_object_get(root, "element"));
  for (int v = 0; v < 3; v++) {
    const json_t *list = json_object_get(root, vectors[v]);
    TEST_CHECK(json_array_size(list) == N_ALL);
    for (int i = 0; i < N_ALL; i++) out.u[v][i] = json_number_value(json_array_get(list, (size_t)i));
  }
  json_decref(root);
  return out;
}

// A body: its finite elements, its basis, and the modes of the engine as vectors of its equations.
typedef struct side {
  model m;
  cb_basis basis;
  int is_slider, n_modes, sign[KEPT]; // signs of the file's fixed-interface modes relative to this
                                      // test's
  double *mode;                       // [n_modes][n]
  double *mass_mode;                  // M times the modes
} side;

static int equation(const side *s, long id, int direction) {
  for (int i = 0; i < s->m.n_nodes; i++)
    if (s->m.nodes[i].id == id) return s->m.nodes[i].equation[direction];
  exit(1);
}

// Rotates global x and y of a node to the body's own axes (sense 1), or back (-1).
static void turn(const side *s, double sense, double *x, double *y) {
  if (!s->is_slider) return;
  const double a = *x, b = *y;
  *x = COSINE * a + sense * SINE * b, *y = -sense * SINE * a + COSINE * b;
}

static void load_side(const sliding_run *run, body_name name, side *s) {
  const study alone = {.path = "a.yaml", .model = *body_model(&run->s, name)};
  int boundary[TARGET_BOUNDARY], n = 0;
  memset(s, 0, sizeof *s);
  s->is_slider = name == BODY_SLIDER;
  CHECK_OK(model_load(&alone, &s->m));
  for (int i = 0; i < (s->is_slider ? 4 : 100); i++) { // C and nodes of the guide; nodes of the
                                                       // path
    const long id = !s->is_slider ? 6 + 3 * i : i == 0 ? 1 : 225 + i;
    for (int d = 0; d < 2; d++) boundary[n++] = equation(s, id, d);
  }
  s->basis = cb_make(&s->m, n, boundary, KEPT);
}

// Computes the modes of the engine at all nodes, from responses of all nodes.
static void find_modes(const sliding_run *run, side *s) {
  const reduced_model *r = &run->r;
  const int first = s->is_slider ? 0 : r->n_first, n = s->basis.n;
  s->n_modes = s->is_slider ? r->n_first : r->n_modes - r->n_first;
  s->mode = cb_array((long)s->n_modes * n), s->mass_mode = cb_array((long)s->n_modes * n);
  for (int i = 0; i < s->m.n_nodes; i++) {
    const model_node *node = &s->m.nodes[i];
    if (node->equation[0] < 0) continue;
    for (int k = 0; k < s->n_modes; k++) {
      double u[2];
      for (int d = 0; d < 2; d++) {
        char name[64];
        int row;
        snprintf(name, sizeof name, "%s.%ld:%c", s->is_slider ? "slider" : "target", node->id, "xy"[d]);
        CHECK_OK(reduced_find_response(r, name, "here", &row));
        u[d] = r->phi_y[(long)row * r->n_modes + first + k];
      }
      turn(s, 1, &u[0], &u[1]);
      for (int d = 0; d < 2; d++) s->mode[(long)k * n + node->equation[d]] = u[d];
    }
  }
  for (int k = 0; k < s->n_modes; k++)
    sparse_multiply(&s->m.mass, s->mode + (long)k * n, s->mass_mode + (long)k * n);
}

static double dot(int n, const double *a, const double *b) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

// Converts coordinates of the file, less the motion of the guide, to those of the test's basis and
// axes.
static void to_basis(const side *s, const double *u, double guide, double *out) {
  const int n = s->basis.n_boundary;
  memcpy(out, u, (size_t)(n + KEPT) * sizeof *out);
  for (int i = 0; i < n; i += 2) {
    if (s->is_slider) out[i] -= guide;
    turn(s, 1, &out[i], &out[i + 1]);
  }
  for (int k = 0; k < KEPT; k++) out[n + k] *= s->sign[k];
}

// The modes are orthonormal only to rounding (those of the slider to 5e-12): with their own Gram
// matrix the conversion to modal coordinates and back is exact.
static void to_modes(const side *s, const double *u, double guide, double *p, long stride) {
  const int n = s->n_modes, size = s->basis.n;
  double *reduced = cb_array(s->basis.n_boundary + KEPT), *full = cb_array(size),
         *gram = cb_array((long)n * n), *right = cb_array(n);
  to_basis(s, u, guide, reduced);
  cb_expand(&s->basis, reduced, full);
  for (int k = 0; k < n; k++) {
    right[k] = dot(size, full, s->mass_mode + (long)k * size);
    for (int j = 0; j < n; j++)
      gram[k * n + j] = dot(size, s->mode + (long)j * size, s->mass_mode + (long)k * size);
  }
  TEST_CHECK(LAPACKE_dposv(LAPACK_COL_MAJOR, 'L', n, 1, gram, n, right, n) == 0);
  for (int k = 0; k < n; k++) p[k * stride] = right[k];
  free(reduced), free(full), free(gram), free(right);
}

static void from_modes(const side *s, const double *p, long stride, double guide, double *u) {
  double *full = cb_array(s->basis.n);
  for (int k = 0; k < s->n_modes; k++)
    for (int i = 0; i < s->basis.n; i++) full[i] += p[k * stride] * s->mode[(long)k * s->basis.n + i];
  cb_restrict(&s->basis, full, u);
  for (int i = 0; i < s->basis.n_boundary; i += 2) {
    turn(s, -1, &u[i], &u[i + 1]);
    if (s->is_slider) u[i] += guide;
  }
  for (int k = 0; k < KEPT; k++) u[s->basis.n_boundary + k] *= s->sign[k];
  free(full);
}

// No force acts on a fixed-interface mode: eta'' + (a + b w^2) eta' + w^2 eta = -M_kb (u_b'' + a
// u_b'), by the differences of the file's scheme. The sign of the vector is the one that satisfies
// this.
static void find_signs(const reference *ref, int first, side *s) {
  const double *before = ref->u[0] + first, *now = ref->u[1] + first, *after = ref->u[2] + first, h = ref->h;
  const int n = s->basis.n_boundary;
  const double a = DAMPING[!s->is_slider][0], b = DAMPING[!s->is_slider][1];
  double *reduced = cb_array(n + KEPT), *full = cb_array(s->basis.n);
  for (int k = 0; k < KEPT; k++) s->sign[k] = 0;
  double *push = cb_array(n + KEPT);
  for (int i = 0; i < n; i++)
    push[i] = (after[i] - 2 * now[i] + before[i]) / (h * h) + a * (now[i] - before[i]) / h;
  to_basis(s, push, 0, reduced); // with eta = 0
  cb_expand(&s->basis, reduced, full);
  for (int k = 0; k < KEPT; k++) {
    const double w2 = s->basis.omega2[k], *eta = &now[n + k], old = before[n + k], next = after[n + k];
    const double own = (next - 2 * *eta + old) / (h * h) + (a + b * w2) * (*eta - old) / h + w2 * *eta;
    const double ratio = -own / cb_mass_row(&s->basis, k, full);
    CHECK_NEAR(fabs(ratio), 1, 0.01, 0); // differences of u_b amount to a few of its roundings
    s->sign[k] = ratio > 0 ? 1 : -1;
  }
  free(reduced), free(full), free(push);
}

static char *outputs_of_all_nodes(const side *sides) {
  char *text = calloc(1, 256 * 1024);
  if (!text) exit(1);
  char *at = text;
  at += sprintf(at, "  force: {quantity: normal_force}\n  angle: {quantity: contact_angle}\n"
                    "  velocity: {quantity: contact_velocity}\n  arc: {quantity: contact_arc}\n"
                    "  tip: {node: target.303, direction: y}\n");
  for (int b = 0; b < 2; b++)
    for (int i = 0; i < sides[b].m.n_nodes; i++)
      for (int d = 0; d < 2 && sides[b].m.nodes[i].equation[d] >= 0; d++)
        at += sprintf(at, "  %s%ld%c: {quantity: displacement, node: %s.%ld, direction: %c}\n", b ? "t" : "s",
                      sides[b].m.nodes[i].id, "xy"[d], b ? "target" : "slider", sides[b].m.nodes[i].id,
                      "xy"[d]);
  return text;
}

// Writes a file of samples that are all `value`.
static void write_force(const char *path, double value) {
  FILE *file = fopen(path, "w");
  if (!file) exit(1);
  fprintf(file, "time,force\n");
  for (int i = 0; i < 5; i++) fprintf(file, "%g,%.17g\n", 0.02 * i, value);
  fclose(file);
}

// Writes p_n, d_n, element and step to the state and makes one step.
static void do_step(const reference *ref, const side *sides, sliding_run *run) {
  const int *dim = run->batch.sizes.dim;
  const long stride = run->batch.stride;
  double moved[N_ALL], *p = sliding_state(run, sliding_row_p(dim)),
                       *d = sliding_state(run, sliding_row_d(dim));
  for (int i = 0; i < N_ALL; i++) moved[i] = ref->u[1][i] - ref->u[0][i];
  for (int b = 0; b < 2; b++) {
    const int at = b ? run->r.n_first : 0, from = b ? N_SLIDER : 0;
    to_modes(&sides[b], ref->u[1] + from, ref->guide, p + at * stride, stride);
    to_modes(&sides[b], moved + from, SPEED * ref->h, d + at * stride, stride);
  }
  const double step = floor(ref->t / ref->h + 0.5);
  *sliding_state(run, SLIDE_ELEMENT) = ref->element;
  *sliding_state(run, STATE_STEPS) = step;
  sliding_launch(run, step + 1);
  TEST_CHECK(*sliding_state(run, STATE_STATUS) == TRAJECTORY_OK);
}

// Returns b_C Phi Phi^T b_E^T, 1/kg, at the contact of the file.
static double compliance(const reference *ref, const sliding_run *run) {
  const contact_pair *pair = sliding_pair(run);
  const pair_contact at = {.element = ref->element, .alpha = ref->alpha, .gamma = ref->gamma};
  double be[PAIR_ROWS], bc[PAIR_ROWS], *e = cb_array(N_ALL), *c = cb_array(N_ALL);
  pair_directions(&at, 0.3, 1, be, bc);
  pair_combine(pair, ref->element, be, e), pair_combine(pair, ref->element, bc, c);
  const double sum = dot(pair->n_modes, e, c);
  free(e), free(c);
  return sum;
}

static void compare(const reference *ref, const side *sides, const sliding_run *run) {
  const int *dim = run->batch.sizes.dim;
  const double h = ref->h, guide = ref->guide + SPEED * h;
  // A place 7.5 mm along the target is rounded to 4e-19 m, about ten times.
  const double rounding = 4e-18;
  double u[N_ALL];
  for (int b = 0; b < 2; b++)
    from_modes(&sides[b], sliding_state(run, sliding_row_p(dim) + (b ? run->r.n_first : 0)),
               run->batch.stride, guide, u + (b ? N_SLIDER : 0));
  for (int i = 0; i < N_ALL; i++) CHECK_NEAR(u[i], ref->u[2][i], rounding, 0);
  TEST_CHECK(*sliding_state(run, SLIDE_ELEMENT) == ref->element);
  // 4e-15 in alpha, and in gamma over the element length.
  CHECK_NEAR(sliding_final(run, "arc"), 1e-3 * (ref->element + ref->alpha), rounding, 0);
  CHECK_NEAR(sliding_final(run, "angle"), ref->gamma, rounding / 1e-3, 0);
  // lambda = gap / (h^2 b_C Phi Phi^T b_E^T), 1 / (2.5e-15 s^2 * 8.5e4 / kg): this rounding of the
  // gap is 2e-8 N.
  const double off = rounding / (h * h * compliance(ref, run));
  TEST_CHECK(off < 2e-8);
  CHECK_NEAR(sliding_final(run, "force"), ref->force, off, 0);
  // Differences of u of the file, over h and h^2.
  CHECK_NEAR(sliding_final(run, "velocity"), ref->velocity, rounding / h, 0);
  CHECK_NEAR(sliding_final(run, "tip"), ref->acceleration, 4 * 2.3e-16 * fabs(u[N_SLIDER + 199]) / (h * h),
             0);
}

int main(void) {
  const reference ref = read_reference();
  static side sides[2];
  sliding_run run;
  char rough[160];
  scratch_create();
  snprintf(rough, sizeof rough, "roughness.file=%s", in_folder("force.csv"));
  write_force(in_folder("force.csv"), ref.noise);
  const char *overrides[] = {rough, "sliding.duration=0.06", "sliding.step=5.0e-8"};
  sliding_reduce(&run, "  tip: {node: target.303, direction: y}\n", 3, overrides);
  for (int b = 0; b < 2; b++) load_side(&run, b, &sides[b]);
  sliding_close(&run);
  char *outputs = outputs_of_all_nodes(sides);
  sliding_open(&run, outputs, 3, overrides);
  free(outputs);
  for (int b = 0; b < 2; b++) find_modes(&run, &sides[b]), find_signs(&ref, b ? N_SLIDER : 0, &sides[b]);
  do_step(&ref, sides, &run);
  compare(&ref, sides, &run);
  for (int b = 0; b < 2; b++) {
    free(sides[b].mode), free(sides[b].mass_mode);
    cb_free(&sides[b].basis), model_destroy(&sides[b].m);
  }
  sliding_close(&run);
  scratch_remove();
  return TEST_END();
}
