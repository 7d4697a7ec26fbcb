// The recovery basis of all nodes: at every node and in every direction it gives the response of
// the reduced model there, for all reductions, with and without mass at the boundary, and with
// dependent contacts. It is stored in the cache, loaded, and computed again; saved models contain
// it if it was asked for.
#include <glob.h>
#include <math.h>
#include <unistd.h>

#include "reduction/recovery/recovery.h"
#include "reduction/reduce.h"
#include "reduction/store/reduced_cache.h"
#include "reduction/store/reduced_io.h"
#include "reduction_cases.h"
#include "study/study_kind.h"

static const study_quantity field = {.word = "field", .place = QUANTITY_OF_FIELD};

static void refuse(chatter_status status, chatter_status expected, const char *part) {
  int found = 0;
  for (int i = 0; i < error_count(); i++) found |= strstr(error_message(i), part) != NULL;
  if (status != expected || !found) fprintf(stderr, "expected a refusal with '%s'\n", part);
  TEST_CHECK(status == expected && found);
  error_clear();
}

// A plane cantilever with two opposite contacts at one node, one oblique to both, and one
// elsewhere.
static void plane_study(study *s, int method, int dependent) {
  hand_study(s);
  s->model = (model_config){.type = MODEL_PLANE,
                            .youngs_modulus = 2e11,
                            .poisson_ratio = 0.3,
                            .density = 7800,
                            .length = 0.3,
                            .height = 0.02,
                            .width = 0.01,
                            .elements = 8,
                            .elements_across = 2,
                            .clamped = CLAMPED_LEFT};
  s->reduction = (reduction_config){.method = method, .modes = 6};
  s->n_contacts = dependent ? 4 : 2;
  s->contacts[0] = (contact_config){.law = LAW_UNILATERAL, .normal = {0, 1, 0}, .nodes = "27"};
  s->contacts[1] = (contact_config){.law = LAW_UNILATERAL, .normal = {0.6, 0.8, 0}, .nodes = "15"};
  s->contacts[2] = (contact_config){.law = LAW_UNILATERAL, .normal = {0, -1, 0}, .nodes = "27"};
  s->contacts[3] = (contact_config){.law = LAW_UNILATERAL, .normal = {0.8, -0.6, 0}, .nodes = "15"};
  s->n_excitations = 2;
  s->excitations[0] = (excitation_config){.node = "22", .direction = {0.6, -0.8, 0}};
  s->excitations[1] = (excitation_config){.type = EXCITATION_GRAVITY, .direction = {0, -1, 0}};
  for (int node = 4; node <= 27; node++) // the free nodes
    for (int d = 0; d < 2; d++) {
      output_config *o = &s->outputs[s->n_outputs++];
      snprintf(o->name, sizeof o->name, "n%d%c", node, "xy"[d]);
      snprintf(o->node, sizeof o->node, "%d", node);
      o->direction[d] = 1;
    }
}

// Returns u at node i along d for modal coordinates p and forces r on the rows.
static double displaced(const recovery *r, int i, int d, const double *x) {
  double sum = 0;
  for (int k = 0; k < r->n_coordinates; k++)
    sum += x[k] * r->displacement[((long)k * r->n_nodes + i) * 3 + d];
  return sum;
}

// Checks each coordinate alone, then each load by r = F⁻¹ F_f f, against Φ_y, F_y and F_yf.
static void check_responses(const reduced_model *m, double *worst) {
  const recovery *r = m->recovery;
  const int nm = m->n_modes, nb = m->n_boundary, nl = m->n_loads;
  double *x = calloc((size_t)(nm + nb + 1), sizeof *x), largest[3] = {0}, off[3] = {0};
  for (int y = 0; y < m->n_responses; y++) {
    const int node = 3 + y / 2, d = y % 2;
    for (int k = 0; k < nm + nb + nl; k++) {
      const int kind = k < nm ? 0 : k < nm + nb ? 1 : 2, l = k - nm - nb;
      memset(x, 0, (size_t)(nm + nb) * sizeof *x);
      if (kind < 2) x[k] = 1;
      for (int a = 0; a < nb && kind == 2 && m->stiffness; a++)
        for (int b = 0; b < nb; b++) x[nm + a] += m->stiffness[a * nb + b] * m->f_f[b * nl + l];
      const double expected = kind == 0   ? m->phi_y[(long)y * nm + k]
                              : kind == 1 ? m->f_y[(long)y * nb + k - nm]
                                          : m->f_yf[(long)y * nl + l];
      off[kind] = fmax(off[kind], fabs(displaced(r, node, d, x) - expected));
      largest[kind] = fmax(largest[kind], fabs(expected));
    }
  }
  for (int i = 0; i < 3; i++) *worst = fmax(*worst, off[i] / fmax(largest[i], 1e-300));
  for (int k = 0; k < r->n_coordinates; k++)
    for (int i = 0; i < 9; i++) TEST_CHECK(r->displacement[(long)k * r->n_nodes * 3 + i] == 0); // the clamp
  if (m->massless) TEST_CHECK(largest[1] > 0 && largest[2] > 0);
  free(x);
}

static void check_methods(void) {
  static study s;
  reduced_model m, again;
  double worst = 0;
  for (int method = 0; method <= REDUCTION_MODAL; method++)
    for (int dependent = 0; dependent < 2; dependent++) {
      plane_study(&s, method, dependent);
      s.reduction.mesh = RECOVERY_DISPLACEMENT;
      CHECK_OK(reduce_study(&s, &m));
      s.reduction.mesh = RECOVERY_NONE;
      TEST_CHECK(m.recovery && m.recovery->n_nodes == 27 && m.recovery->n_cells == 5 * 16);
      TEST_CHECK(m.recovery->n_coordinates == m.n_modes + m.n_boundary && m.recovery->stress == NULL);
      TEST_CHECK(m.n_boundary == (dependent ? 4 : 2) && m.n_independent == (dependent ? 3 : 2));
      check_responses(&m, &worst);
      CHECK_OK(reduce_study(&s, &again)); // the recovery basis is not part of the hash
      TEST_CHECK(again.recovery == NULL);
      CHECK_EQUAL_TEXT(again.hash, m.hash);
      reduced_destroy(&m), reduced_destroy(&again);
    }
  printf("recovery beside responses: %.1e\n", worst);
  TEST_CHECK(worst <= 1e-12);
}

static void check_same(const recovery *a, const recovery *b) {
  TEST_CHECK(a && b && a->n_nodes == b->n_nodes && a->n_coordinates == b->n_coordinates);
  if (!a || !b) return;
  const size_t n = (size_t)a->n_nodes * (size_t)a->n_coordinates * 3;
  TEST_CHECK(memcmp(a->displacement, b->displacement, n * sizeof(double)) == 0);
  TEST_CHECK(a->n_cells == b->n_cells && memcmp(a->cells, b->cells, (size_t)a->n_cells * sizeof(int)) == 0);
  TEST_CHECK(memcmp(a->position, b->position, (size_t)a->n_nodes * sizeof *a->position) == 0);
}

// Changes one byte in the middle of the displacements.
static void damage(const char *path, const recovery *r) {
  static char bytes[1 << 20];
  FILE *file = fopen(path, "r+b");
  const size_t size = file ? fread(bytes, 1, sizeof bytes, file) : 0;
  char *at = memmem(bytes, size, r->displacement + 40, 5 * sizeof(double));
  TEST_CHECK(at != NULL);
  if (!at) return;
  fseek(file, at - bytes, SEEK_SET);
  fputc(*at ^ 1, file);
  fclose(file);
}

static void check_cache(const char *folder) {
  static study s;
  reduced_model fresh, stored;
  char pattern[256];
  glob_t found;
  setenv("XDG_CACHE_HOME", folder, 1);
  plane_study(&s, REDUCTION_MACNEAL, 1);
  s.reduction.cache = 1;
  CHECK_OK(reduce_study(&s, &stored)); // stored without nodes
  TEST_CHECK(stored.recovery == NULL);
  reduced_destroy(&stored);
  // not part of the key
  s.outputs[s.n_outputs++] = (output_config){.name = "shape", .quantity = &field};
  TEST_CHECK(recovery_find_wanted((recovery_want)s.reduction.mesh, s.n_outputs, s.outputs) ==
             RECOVERY_DISPLACEMENT);
  CHECK_OK(reduce_study(&s, &fresh));
  CHECK_OK(reduce_study(&s, &stored));
  check_same(fresh.recovery, stored.recovery);
  CHECK_EQUAL_TEXT(stored.hash, fresh.hash);
  reduced_destroy(&stored);
  snprintf(pattern, sizeof pattern, "%s/chatter/reduced/*.h5", folder);
  TEST_CHECK(glob(pattern, 0, NULL, &found) == 0 && found.gl_pathc == 1);
  for (int way = 0; way < 4 && found.gl_pathc == 1; way++) {
    const char *path = found.gl_pathv[0];
    reduced_model plain = fresh, probe;
    plain.recovery = NULL;
    if (way == 0) TEST_CHECK(unlink(path) == 0);
    if (way == 1) damage(path, fresh.recovery);
    if (way == 2) TEST_CHECK(truncate(path, 3000) == 0);
    if (way == 3) CHECK_OK(reduced_save(&plain, path));
    TEST_CHECK(reduced_cache_fetch(path, RECOVERY_DISPLACEMENT, &probe) == 0);
    CHECK_OK(reduce_study(&s, &stored));
    check_same(fresh.recovery, stored.recovery);
    TEST_CHECK(reduced_cache_fetch(path, RECOVERY_STRESS, &probe) == 0);
    TEST_CHECK(reduced_cache_fetch(path, RECOVERY_NONE, &probe) == 1 && probe.recovery == NULL);
    reduced_destroy(&probe);
    TEST_CHECK(reduced_cache_fetch(path, RECOVERY_DISPLACEMENT, &probe) == 1);
    check_same(fresh.recovery, probe.recovery);
    reduced_destroy(&probe), reduced_destroy(&stored);
  }
  globfree(&found);
  s.reduction.cache = 0;
  CHECK_OK(reduce_study(&s, &stored));
  check_same(fresh.recovery, stored.recovery);
  reduced_destroy(&fresh), reduced_destroy(&stored);
}

static void check_saved(const char *folder) {
  static study s;
  reduced_model fresh, loaded;
  char path[256];
  snprintf(path, sizeof path, "%s/plane.h5", folder);
  plane_study(&s, REDUCTION_CRAIG_BAMPTON, 0);
  s.outputs[0].quantity = &field, s.outputs[0].node[0] = 0;
  s.reduction.damping = 0.01;
  CHECK_OK(reduce_study(&s, &fresh));
  recovery *mesh = fresh.recovery;
  CHECK_OK(reduced_save(&fresh, path));
  s.model = (model_config){.type = MODEL_REDUCED};
  snprintf(s.model.file, sizeof s.model.file, "%s", path);
  CHECK_OK(reduce_study(&s, &loaded));
  check_same(mesh, loaded.recovery);
  reduced_destroy(&loaded);
  s.outputs[0].of = FIELD_OF_STRESS;
  refuse(reduce_study(&s, &loaded), CHATTER_BAD_STUDY, "has no stress of its nodes");
  s.outputs[0].of = FIELD_OF_DISPLACEMENT;
  fresh.recovery = NULL;
  CHECK_OK(reduced_save(&fresh, path));
  refuse(reduce_study(&s, &loaded), CHATTER_BAD_STUDY, "plane.h5' has no recovery of its nodes");
  refuse(reduce_study(&s, &loaded), CHATTER_BAD_STUDY, "--mesh");
  s.outputs[0] = s.outputs[1]; // without the field
  CHECK_OK(reduce_study(&s, &loaded));
  TEST_CHECK(loaded.recovery == NULL);
  reduced_destroy(&loaded), reduced_destroy(&fresh);
  plane_study(&s, REDUCTION_MACNEAL, 0);
  s.outputs[0] = (output_config){.name = "s", .quantity = &field, .of = FIELD_OF_STRESS};
  refuse(reduce_study(&s, &loaded), CHATTER_BAD_STUDY, "stress is recovered by ccx: of models of decks");
}

int main(void) {
  char folder[] = "/tmp/chatter-recovery-XXXXXX", command[64];
  if (!mkdtemp(folder)) return 1;
  log_quiet(1);
  check_methods();
  check_cache(folder);
  check_saved(folder);
  snprintf(command, sizeof command, "rm -rf %s", folder);
  TEST_CHECK(system(command) == 0);
  return TEST_END();
}
