// Assignments are bound and uploaded outside the scheduler's lock, so that other devices continue.
// An assignment that a device has no room for, or that a lost device cannot take, is given back and
// assigned again. Every trajectory is run once, with the bits that a single device gives.
#include <stdatomic.h>
#include <time.h>

#include "ensemble/batch/execute.h"
#include "ensemble_bench.h"
#include "study/file/parse.h"
#include "study/samples/design.h"

// Two models with 40 trajectories each.
static const char bars[] =
    "study: transient\n"
    "model: {type: bar, youngs_modulus: 900, density: 1, length: 10, area: 1, elements: 10}\n"
    "reduction: {method: massless_craig_bampton, modes: 4}\n"
    "contact: {nodes: LOWER, law: unilateral, merge: 0.2}\n"
    "excitation: {type: gravity, direction: -x, amplitude: 10}\n"
    "integrator: {scheme: leapfrog, step: 1.0e-3, duration: 1, half_step: false}\n"
    "initial: {direction: x, displacement: 5}\n"
    "ensemble: {design: {type: grid, parameters: {model.youngs_modulus: {values: [900, 1200]},\n"
    "  integrator.step: {from: 1.0e-3, to: 4.0e-3, count: 40}}}}\n"
    "outputs: {energy_drift: {quantity: energy_total, reduce: drift}}\n";
enum { N = 80, OF_A_MODEL = 40 };

typedef struct gathered {
  int n, times[N], from[N]; // size of the batch in which a trajectory was returned
  double drift[N];
} gathered;

// Behaviour of the first of two devices; the second is an ordinary device.
static struct {
  atomic_int parts; // number of closed batches
  int wait_for;     // closed batches to wait for before it goes on with its first assignment
  atomic_int arrived, late;
  atomic_int refuse; // 1: no room for its first assignment or any other of that size
  atomic_size_t least_refused;
  atomic_int lost; // 1: every upload fails
  backend_result (*allocate)(backend *b, size_t bytes, void **pointer);
  backend_result (*upload)(backend *b, void *to, const void *from, size_t bytes);
  backend_result (*others_allocate)(backend *b, size_t bytes, void **pointer);
  const engine *engine;
  int bind_waits;
} odd;

static void nap(void) {
  nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
}

static void wait_for_parts(void) {
  odd.arrived = 1;
  for (int i = 0; odd.parts < odd.wait_for; i++) {
    if (i > 20000) { // 20 s: the other devices wait for this one
      odd.late = 1;
      return;
    }
    nap();
  }
}

static backend_result odd_allocate(backend *b, size_t bytes, void **pointer) {
  wait_for_parts();
  if (odd.refuse && odd.least_refused == 0) odd.least_refused = bytes;
  if (odd.refuse && bytes >= odd.least_refused) {
    snprintf(b->message, sizeof b->message, "no room for %zu bytes", bytes);
    return BACKEND_OUT_OF_MEMORY;
  }
  return odd.allocate(b, bytes, pointer);
}

static backend_result odd_upload(backend *b, void *to, const void *from, size_t bytes) {
  if (!odd.lost) return odd.upload(b, to, from, bytes);
  snprintf(b->message, sizeof b->message, "the odd device is lost");
  return BACKEND_FAILED;
}

// The second device begins once the first device has an assignment.
static backend_result others_allocate(backend *b, size_t bytes, void **pointer) {
  for (int i = 0; !odd.arrived && i < 20000; i++) nap();
  return odd.others_allocate(b, bytes, pointer);
}

// The first trajectory that is bound in a run waits.
static chatter_status slow_bind(const engine_layout *layout, const study *config, long trajectory,
                                void *scratch, double *parameter, double *state,
                                trajectory_estimate *estimate) {
  if (!atomic_exchange(&odd.arrived, 1)) wait_for_parts();
  return odd.engine->columns.bind(layout, config, trajectory, scratch, parameter, state, estimate);
}

static chatter_status gather(void *self, result_set *part) {
  gathered *g = self;
  const result_variable *number = result_set_find(part, "trajectory");
  const double *drift = result_set_find(part, "energy_drift")->data;
  for (size_t i = 0; i < number->size[0]; i++) {
    int t = ((const int *)number->data)[i];
    g->drift[t] = drift[i];
    g->times[t]++;
    g->from[t] = (int)number->size[0];
    g->n++;
  }
  odd.parts++;
  return CHATTER_OK;
}

static chatter_status run_on(device_set *devices, long batch, gathered *out, execute_summary *summary) {
  bench b;
  execute_options options = {.batch = batch, .checkpoint_every = -1, .sink = gather, .sink_self = out};
  memset(out, 0, sizeof *out);
  odd.parts = odd.arrived = odd.late = 0;
  CHECK_OK(study_parse(bars, strlen(bars), "bars.yaml", 0, NULL, &b.config));
  CHECK_OK(samples_from_design(&b.config, &b.values));
  CHECK_OK(plan_create(&b.config, &b.values, 1, 1, NULL, &b.plan));
  TEST_CHECK(b.values.n == N && b.plan.n_groups == 2);
  engine slow = *b.plan.engine;
  odd.engine = b.plan.engine;
  slow.columns.bind = slow_bind;
  if (odd.bind_waits) b.plan.engine = &slow;
  chatter_status status = execute_plan(&b.plan, devices, &options, summary);
  bench_close(&b);
  return status;
}

static void add(device_set *set) {
  backend_options options = backend_default();
  options.threads = 1;
  TEST_CHECK(backend_open("cpu", options, &set->device[set->n]) == BACKEND_OK);
  set->n++;
}

static void add_odd(device_set *set) {
  add(set);
  backend *b = &set->device[set->n - 1];
  odd.allocate = b->allocate, odd.upload = b->upload;
  b->allocate = odd_allocate, b->upload = odd_upload;
}

static void add_other(device_set *set) {
  add(set);
  backend *b = &set->device[set->n - 1];
  odd.others_allocate = b->allocate;
  b->allocate = others_allocate;
}

static gathered reference;

static void all_came(const gathered *g, int line) {
  int good = g->n == N;
  for (int t = 0; t < N; t++)
    good &= g->times[t] == 1 && memcmp(&g->drift[t], &reference.drift[t], sizeof(double)) == 0;
  if (good) return;
  fprintf(stderr, "scheduling.c:%d: %d trajectories, or other bits\n", line, g->n);
  check_failures++;
}
#define ALL_CAME(g) all_came(g, __LINE__)

static void refuse_after(int parts) {
  odd.wait_for = parts;
  odd.least_refused = 0;
  odd.refuse = 1;
}

// A batch of 40 trajectories does not fit; batches of 20 do.
static void no_room_alone(void) {
  gathered g;
  execute_summary summary;
  device_set set = {.n = 0};
  refuse_after(0);
  add_odd(&set);
  CHECK_OK(run_on(&set, OF_A_MODEL, &g, &summary));
  ALL_CAME(&g);
  for (int t = 0; t < N; t++) TEST_CHECK(g.from[t] <= OF_A_MODEL / 2);
  TEST_CHECK(summary.finished == N && error_count() == 0);
  odd.refuse = 0;
  devices_close(&set);
}

// The first device holds an assignment of the first model until the other device has closed all
// other batches of that model and one batch of the second. Then it has no room for its assignment.
static void no_room_in_a_group_left_behind(void) {
  gathered g;
  execute_summary summary;
  device_set set = {.n = 0};
  refuse_after(2);
  add_odd(&set);
  add_other(&set);
  CHECK_OK(run_on(&set, 20, &g, &summary));
  TEST_CHECK(!odd.late && odd.least_refused > 0);
  ALL_CAME(&g);
  TEST_CHECK(error_count() == 0);
  odd.refuse = 0;
  devices_close(&set);
}

// Neither binding nor uploading of one assignment stops the other device from doing all the rest.
static void others_go_on(int bind_waits) {
  gathered g;
  execute_summary summary;
  device_set set = {.n = 0};
  odd.wait_for = bind_waits ? 7 : 3, odd.bind_waits = bind_waits;
  if (bind_waits)
    add(&set), add(&set);
  else
    add_odd(&set), add_other(&set);
  CHECK_OK(run_on(&set, bind_waits ? 10 : 20, &g, &summary));
  TEST_CHECK(!odd.late);
  ALL_CAME(&g);
  odd.bind_waits = 0;
  devices_close(&set);
}

// The first device is lost while it holds the last assignment, for which the other device waits.
static void a_lost_one_gives_back(void) {
  gathered g;
  execute_summary summary;
  device_set set = {.n = 0};
  odd.wait_for = 3;
  odd.lost = 1;
  add_odd(&set);
  add_other(&set);
  TEST_CHECK(run_on(&set, 20, &g, &summary) == CHATTER_DEVICE);
  TEST_CHECK(!odd.late && error_count() == 1 && strstr(error_message(0), "the odd device is lost"));
  error_clear();
  ALL_CAME(&g);
  TEST_CHECK(summary.finished == N);
  odd.lost = 0;
  devices_close(&set);
}

int main(void) {
  log_quiet(1);
  execute_summary summary;
  device_set set = {.n = 0};
  add(&set);
  CHECK_OK(run_on(&set, 0, &reference, &summary));
  devices_close(&set);
  ALL_CAME(&reference);
  no_room_alone();
  no_room_in_a_group_left_behind();
  others_go_on(0);
  others_go_on(1);
  a_lost_one_gives_back();
  return TEST_END();
}
