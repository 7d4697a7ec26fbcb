// Bodies from Matrix Market files instead of planes: the same beams, already rotated to the global
// axes, with the equations in another order, give the same run. The target slopes upwards by 1/10.
#include "base/log.h"
#include "engines/sliding/sliding_engine.h"
#include "model/load.h"
#include "model/sparse_matrix.h"
#include "study/file/parse.h"
#include "study/file/storage.h"
#include "study/samples/samples.h"
#include "tests/engines/eval_value.h"
#include "tests/scratch.h"
#include "sliding_study.h"

static const double COSINE = 0.86602540378443865, SINE = 0.5;

static FILE *open_file(const char *body, const char *name) {
  char both[64];
  snprintf(both, sizeof both, "%s-%s", body, name);
  FILE *file = fopen(in_folder(both), "w");
  if (!file) exit(1);
  return file;
}

// The direction of every equation in the global axes, and its position in the files, from the last
// to the first.
typedef struct turned {
  model m;
  int *node, *direction; // [n] of every equation
  double cosine, sine;
} turned;

static void write_matrix(const turned *t, const char *body, const char *name, const sparse *a) {
  const int n = a->n;
  double *full = calloc((size_t)n * (size_t)n, sizeof *full);
  // Pairs of equations x, y of a node: a' = R a R^T.
  for (int i = 0; full && i < n; i++)
    for (long e = a->row[i]; e < a->row[i + 1]; e++) {
      const int j = a->column[e];
      for (int side = 0; side < (i == j ? 1 : 2); side++) {
        const int p = side ? j : i, q = side ? i : j;
        const int *np = t->m.nodes[t->node[p]].equation, *nq = t->m.nodes[t->node[q]].equation;
        const double rp[2] = {t->direction[p] ? -t->sine : t->cosine, t->direction[p] ? t->cosine : t->sine};
        const double rq[2] = {t->direction[q] ? -t->sine : t->cosine, t->direction[q] ? t->cosine : t->sine};
        for (int d = 0; d < 2; d++)
          for (int f = 0; f < 2; f++) full[(long)np[d] * n + nq[f]] += rp[d] * rq[f] * a->value[e];
      }
    }
  FILE *file = open_file(body, name);
  long entries = 0;
  for (int pass = 0; full && pass < 2; pass++) {
    if (pass) fprintf(file, "%%%%MatrixMarket matrix coordinate real symmetric\n%d %d %ld\n", n, n, entries);
    for (int i = 0; i < n; i++)
      for (int j = 0; j <= i; j++) {
        const double value = full[(long)(n - 1 - i) * n + n - 1 - j];
        if (value == 0) continue;
        if (pass)
          fprintf(file, "%d %d %.17g\n", i + 1, j + 1, value);
        else
          entries++;
      }
  }
  fclose(file);
  free(full);
}

static void write_tables(const turned *t, const char *body) {
  FILE *dof = open_file(body, "dof.csv"), *nodes = open_file(body, "nodes.csv");
  fprintf(dof, "eq,node,dof\n");
  fprintf(nodes, "id,x,y,z,sets\n");
  for (int i = 0; i < t->m.mass.n; i++)
    fprintf(dof, "%d,%ld,%d\n", t->m.mass.n - i, t->m.nodes[t->node[i]].id, t->direction[i] + 1);
  for (int i = 0; i < t->m.n_nodes; i++) {
    const model_node *node = &t->m.nodes[i];
    const double x = node->position[0], y = node->position[1];
    fprintf(nodes, "%ld,%.17g,%.17g,0,", node->id, t->cosine * x - t->sine * y, t->sine * x + t->cosine * y);
    for (int s = 0; s < t->m.n_sets; s++)
      for (int k = 0; k < t->m.sets[s].n; k++)
        if (t->m.sets[s].node[k] == i) fprintf(nodes, "%s ", t->m.sets[s].name);
    fprintf(nodes, "\n");
  }
  fclose(dof), fclose(nodes);
}

static void write_body(const study *s, body_name name, double cosine, double sine) {
  const study alone = {.path = "a.yaml", .model = *body_model(s, name)};
  turned t = {.cosine = cosine, .sine = sine};
  CHECK_OK(model_load(&alone, &t.m));
  t.node = calloc((size_t)t.m.mass.n, sizeof *t.node);
  t.direction = calloc((size_t)t.m.mass.n, sizeof *t.direction);
  if (!t.node || !t.direction) exit(1);
  for (int i = 0; i < t.m.n_nodes; i++)
    for (int d = 0; d < 2; d++) {
      const int row = t.m.nodes[i].equation[d];
      if (row >= 0) t.node[row] = i, t.direction[row] = d;
    }
  write_matrix(&t, body_names[name], "K.mtx", &t.m.stiffness);
  write_matrix(&t, body_names[name], "M.mtx", &t.m.mass);
  write_tables(&t, body_names[name]);
  free(t.node), free(t.direction);
  model_destroy(&t.m);
}

static chatter_status evaluate(const char *text, const char *path, const char *const *sets, int n,
                               eval_table *out) {
  study config;
  samples values;
  device_set devices;
  TRY(study_parse(text, strlen(text), path, n, sets, &config));
  TRY(eval_own_values(&config, &values));
  TRY(devices_open(&(device_choice){.device = "cpu"}, &devices));
  TRY(eval_samples(&config, &values, &devices, 0, out));
  devices_close(&devices);
  samples_destroy(&values);
  study_destroy(&config);
  return CHATTER_OK;
}

int main(void) {
  static const char outputs[] =
      "  tip: {node: target.303, direction: y, reduce: rms}\n"
      "  shaft: {node: slider.113, direction: x, quantity: velocity, reduce: rms}\n"
      "  guide: {node: slider.227, direction: y, quantity: displacement}\n"
      "  force: {quantity: normal_force}\n  force_min: {quantity: normal_force, reduce: min}\n"
      "  place: {quantity: contact_arc}\n  height: {quantity: contact_y}\n";
  static const char slider[] =
      "slider.model={type: matrices, stiffness: slider-K.mtx, mass: slider-M.mtx, dof: "
      "slider-dof.csv, nodes: slider-nodes.csv}",
                    target[] =
                        "target.model={type: matrices, stiffness: target-K.mtx, mass: target-M.mtx, dof: "
                        "target-dof.csv, nodes: target-nodes.csv}";
  const char *planes[] = {"sliding.duration=0.01", "target.angle=0.1"},
             *matrices[] = {"sliding.duration=0.01", slider, target, "slider.angle=0"};
  char *text = sliding_text(outputs);
  study config;
  eval_table plane = {0}, other = {0};
  scratch_create();
  CHECK_OK(study_parse(text, strlen(text), in_folder("slide.yaml"), 0, NULL, &config));
  write_body(&config, BODY_SLIDER, COSINE, SINE);
  write_body(&config, BODY_TARGET, cos(0.1), sin(0.1));
  study_destroy(&config);
  CHECK_OK(evaluate(text, in_folder("slide.yaml"), planes, 2, &plane));
  CHECK_OK(evaluate(text, in_folder("slide.yaml"), matrices, 4, &other));
  TEST_CHECK(plane.status[0] == TRAJECTORY_OK && other.status[0] == TRAJECTORY_OK);
  // Rounding at 3 MHz is 5e-9 of the stiffness of the lowest modes, 45 and 294 Hz, which deflect
  // under the preload by 6e-5 m at the guide and 7e-7 m below C; accelerations are rounded to 1e-7,
  // forces to 2e-8 N (reference_step.c).
  static const struct {
    const char *name;
    double absolute, relative;
  } numbers[] = {{"tip", 0, 1e-6},       {"shaft", 0, 1e-9},  {"guide", 0, 2e-8},  {"force", 2e-8, 0},
                 {"force_min", 2e-8, 0}, {"place", 1e-12, 0}, {"height", 1e-13, 0}};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    CHECK_NEAR(eval_value(&other, 0, numbers[i].name), eval_value(&plane, 0, numbers[i].name),
               numbers[i].absolute, numbers[i].relative);
  eval_destroy(&plane), eval_destroy(&other);
  free(text);
  scratch_remove();
  return TEST_END();
}
