// The key of a reduced model: every key of the schema is varied in studies of each kind of model,
// and the reduced model changes only if its key does. An ensemble parameter that leaves
// trajectories in one group leaves them the key of the reduced model. A contact whose stiffness was
// 0 before does not get the model that was cached for that.
#include "base/log.h"
#include "model/load.h"
#include "reduction/reduce.h"
#include "study/file/parse.h"
#include "study/file/scalar.h"
#include "study/file/storage.h"
#include "study/schema/schema_catalogue.h"
#include "tests/check.h"
#include "reduction/store/reduction_input.h"
#include "reduction/store/reduced_content.h"
#include "study/schema/schema.h"
#include "study/study_kind.h"

static const char blade[] =
    "study: transient\n"
    "model: {type: matrices, stiffness: K.mtx, mass: M.mtx, dof: dof.csv, nodes: nodes.csv}\n"
    "reduction: {method: craig_bampton, modes: 2, hold: 3, hold_direction: y}\n"
    "contact:\n"
    "  - {nodes: LEFT_PLATFORM, partner: DAMPER, law: elastic, normal: [-0.5, 0.86602540378443865, 0],\n"
    "     tangential_stiffness: 1e5, normal_stiffness: 1e5, friction: 0.3, preload: 50, merge: 1e-3}\n"
    "  - {node: 4, law: friction, normal: x, friction: 0.1}\n"
    "excitation: {node: RIGHT_BLADE, direction: x, amplitude: 1.0, frequency: 203.0}\n"
    "integrator: {scheme: leapfrog, steps_per_period: 2000, periods: 200}\n"
    "outputs: {tip: {node: 5, direction: x, reduce: rms}, left: {sum: [{node: 1, direction: x}, {node: 2, "
    "direction: y, weight: -1}]}}\n";
static const char chain[] =
    "study: transient\n"
    "model: {type: chain, masses: [1, 2.5], springs: [1e3, 2e3, 3e3], dashpots: [1, 2, 3]}\n"
    "reduction: {method: modal, rayleigh: {mass: 0.1, stiffness: 1e-4}}\n"
    "contact: [{nodes: 1, law: unilateral, gap: 1e-4}, {nodes: 2, law: coulomb, mu: 0.3, preload: 5}]\n"
    "excitation: [{node: 2, amplitude: 2, frequency: 7}, {type: constant, node: 1, amplitude: 1}]\n"
    "integrator: {scheme: moreau, step: 1e-3, duration: 2}\n"
    "initial: {shape: [1, -1], velocity: 0.25}\n"
    "ensemble: {design: {type: grid, parameters: {contact.1.friction: {values: [0.1, 0.2]}}}}\n"
    "outputs: {tip: {node: 2, reduce: max}}\n";
static const char bar[] =
    "study: transient\n"
    "model: {type: bar, youngs_modulus: 2e11, density: 7800, length: 1, area: 1e-4, elements: 6}\n"
    "reduction: {method: macneal, modes: 3, rigid_stiffness: 1e6, modal_damping: [0.01, 0.02]}\n"
    "contact: {nodes: 7, law: unilateral, gap: 1e-4}\n"
    "excitation: {type: gravity, amplitude: 9.81}\n"
    "integrator: {step: 1e-6, duration: 1e-3}\n"
    "initial: {velocity: 0.25}\n"
    "outputs: {tip: {node: 7, reduce: max}, force: {quantity: normal_force, reduce: max}}\n";
static const char plane[] =
    "study: response\n"
    "model: {type: plane, youngs_modulus: 2e11, poisson_ratio: 0.3, density: 7800, length: 1, height: 0.1,\n"
    "  width: 0.01, elements: 6, elements_across: 1, clamped: left}\n"
    "reduction: {method: massless_craig_bampton, modes: 3, damping: 0.01, gravity: consistent}\n"
    "contact: {nodes: 14, law: friction, normal: y, friction: 0.3, tangents: 1}\n"
    "excitation: {type: base, direction: y, amplitude: 1}\n"
    "response: {from: 1, to: 20, harmonics: 3}\n"
    "outputs: {tip: {quantity: peak_amplitude, node: 13, direction: y}}\n";
static const char beam[] =
    "study: response\n"
    "model: {type: beam, youngs_modulus: 2e11, density: 7800, length: 1, height: 0.01, width: 0.01, "
    "elements: "
    "6, clamped: left}\n"
    "reduction: {method: rubin, modes: 3, damping: 0.01}\n"
    "contact: {nodes: 3, law: elastic, tangential_stiffness: 1e4, friction: 0.3, preload: 2}\n"
    "excitation: {node: RIGHT, amplitude: 1}\n"
    "response: {from: 1, to: 20, harmonics: 3}\n"
    "outputs: {tip: {quantity: peak_amplitude, node: RIGHT}}\n";

typedef struct identity {
  char key[65], content[65]; // content "": the reduction fails
} identity;

static int key_of(const study *s, char key[65]) {
  char source[65];
  reduction_input in;
  int is_good =
      model_source_hash(s, source) == CHATTER_OK && reduction_input_create(s, source, &in) == CHATTER_OK;
  if (is_good) {
    reduction_input_hash(&in, key);
    reduction_input_destroy(&in);
  }
  error_clear();
  return is_good;
}

// Returns 0 if the study is refused before its key is made.
static int identify(const study *s, identity *out) {
  model m;
  reduced_model r = {.memory = arena_create()};
  *out = (identity){.key = ""};
  const int has_key = key_of(s, out->key);
  if (has_key && model_load(s, &m) == CHATTER_OK) {
    if (reduce_model(s, &m, &r) == CHATTER_OK && reduced_find_limits(&r) == CHATTER_OK) {
      reduced_hash(&r);
      memcpy(out->content, r.hash, sizeof r.hash);
    }
    model_destroy(&m);
  }
  arena_destroy(r.memory);
  error_clear();
  return has_key;
}

typedef struct tally {
  identity before;
  int tried, other_key, other_content, refused;
} tally;

static void try_one(const study *changed, const schema_field *f, tally *t) {
  identity now;
  t->tried++;
  if (!identify(changed, &now)) {
    t->refused++;
    return;
  }
  const int same_key = strcmp(now.key, t->before.key) == 0,
            same_content = strcmp(now.content, t->before.content) == 0;
  t->other_key += !same_key;
  t->other_content += !same_key && !same_content && now.content[0];
  if (same_key && !same_content) fprintf(stderr, "%s changes the reduced model and not its key\n", f->path);
  TEST_CHECK(!same_key || same_content);
}

static void try_numbers(const study *s, const schema_field *f, double *at, tally *t) {
  const double own = *at, others[] = {0, 1, 2, 3, 0.5 * own, 2 * own, own + 1};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    if (others[i] == own || (f->flags & FIELD_WHOLE && floor(others[i]) != others[i])) continue;
    if (!(others[i] >= f->minimum && others[i] <= f->maximum)) continue;
    *at = others[i];
    try_one(s, f, t);
  }
  *at = own;
}

static void try_direction(const study *s, const schema_field *f, double *at, tally *t) {
  static const double others[][3] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, 0.6, 0.8}, {0.6, 0.8, 0}};
  double own[3];
  memcpy(own, at, sizeof own);
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    memcpy(at, others[i], sizeof own);
    try_one(s, f, t);
  }
  memcpy(at, own, sizeof own);
}

static void try_texts(const study *s, const schema_field *f, char *at, size_t size, tally *t) {
  static const char *const others[] = {"", "1", "2", "3", "13", "RIGHT", "LEFT_BLADE", "M.mtx", "K.mtx", "x"};
  char own[STUDY_FILES];
  memcpy(own, at, size);
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    memset(at, 0, size);
    memcpy(at, others[i], strlen(others[i]));
    try_one(s, f, t);
  }
  memcpy(at, own, size);
}

static void try_column(const study *s, const schema_field *f, column_choice *at, tally *t) {
  try_numbers(s, f, &at->number, t);
  try_texts(s, f, at->name, sizeof at->name, t);
}

static void try_words(const study *s, const schema_field *f, int *at, tally *t) {
  const int own = *at;
  char word[64];
  const int n_switch = f->type == FIELD_SWITCH ? 2 : 0;
  for (int i = 0; i < n_switch || (!n_switch && schema_field_word(f, i, word, sizeof word)[0]); i++) {
    if (i == own || (strcmp(f->path, "model.type") == 0 && (i == MODEL_CALCULIX || i == MODEL_REDUCED)))
      continue;
    *at = i;
    try_one(s, f, t);
  }
  *at = own;
}

static void try_field(study *s, const schema_field *f, int entry, tally *t) {
  void *at = (char *)study_entry_writable(s, schema_section_of(f), entry) + f->offset;
  const number_list *list = at;
  const response_sum *sum = at;
  const column_list *columns = at;
  switch (f->type) {
  case FIELD_NUMBER:
  case FIELD_PHASE:
  case FIELD_POINT:
    try_numbers(s, f, at, t);
    break;
  case FIELD_PAIR:
    for (int i = 0; i < 2; i++) try_numbers(s, f, (double *)at + i, t);
    break;
  case FIELD_LIST:
    for (int i = 0; i < list->n; i++) try_numbers(s, f, list->value + i, t);
    break;
  case FIELD_COLUMN:
    try_column(s, f, at, t);
    break;
  case FIELD_COLUMNS:
    for (int i = 0; i < columns->n; i++) try_column(s, f, &columns->choice[i], t);
    break;
  case FIELD_DIRECTION:
    try_direction(s, f, at, t);
    break;
  case FIELD_TEXT:
  case FIELD_NAME:
  case FIELD_NAMES:
  case FIELD_TEXTS:
  case FIELD_FILES:
  case FIELD_LINES:
  case FIELD_FILE:
    try_texts(s, f, at, f->size, t);
    break;
  case FIELD_WORD:
  case FIELD_LAW:
  case FIELD_SWITCH:
    try_words(s, f, at, t);
    break;
  case FIELD_SUM:
    for (int i = 0; i < sum->n; i++) {
      try_texts(s, f, sum->term[i].node, sizeof sum->term->node, t);
      try_direction(s, f, sum->term[i].direction, t);
      try_numbers(s, f, &sum->term[i].weight, t);
    }
    break;
  case FIELD_KIND:       // the reduction does not know kinds of studies, and
  case FIELD_QUANTITY: { // a quantity belongs to a node or not
    const void *own = *(void **)at, *none = NULL;
    memcpy(at, &none, sizeof none);
    try_one(s, f, t);
    memcpy(at, &own, sizeof own);
    break;
  }
  }
}

// Checks a parameter of which trajectories with the same reduced model may have different values.
static int check_parameter(const study *s, const char *path) {
  study_scalar scalar;
  study varied;
  char before[65], now[65];
  const int is_scalar = study_find_scalar(s, path, NULL, &scalar) == CHATTER_OK;
  error_clear();
  if (!is_scalar || scalar.structural) return 0;
  CHECK_OK(study_copy(s, &varied));
  CHECK_OK(study_set_parameters(&varied, 1, &scalar));
  const double own = study_scalar_value(&varied, &scalar), others[] = {0, 1, 2, 0.5 * own, 2 * own, -1};
  int n = 0;
  TEST_CHECK(key_of(&varied, before));
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    if (!study_scalar_fits(&scalar, others[i]) || others[i] == own) continue;
    CHECK_OK(study_scalar_set(&varied, &scalar, others[i]));
    if (!key_of(&varied, now)) continue;
    if (strcmp(now, before) != 0) fprintf(stderr, "%s changes the key within a group\n", path);
    TEST_CHECK(strcmp(now, before) == 0);
    n++;
  }
  study_destroy(&varied);
  return n;
}

static int check_parameters(const study *s, const schema_field *f, int entry) {
  const schema_section *section = schema_section_of(f);
  const number_list *list = study_field(s, f, entry);
  char path[2 * STUDY_PATH];
  int n = 0;
  if (!section || section->shape == SECTION_NAMED) return 0;
  const char *key = f->path + strlen(section->name);
  const int length = section->shape == SECTION_LIST
                         ? snprintf(path, sizeof path, "%s.%d%s", section->name, entry, key)
                         : snprintf(path, sizeof path, "%s", f->path);
  if (f->type != FIELD_LIST) return check_parameter(s, path);
  for (int i = 0; i < list->n; i++) {
    snprintf(path + length, sizeof path - (size_t)length, ".%d", i);
    n += check_parameter(s, path);
  }
  return n;
}

static void check_study(const char *text, const char *file, int least_other) {
  static study s;
  char path[STUDY_PATH];
  const schema_field *f;
  tally t = {.tried = 0};
  int n_parameters = 0;
  snprintf(path, sizeof path, "%s/models/blade-damper-blade/%s", source_folder(), file);
  CHECK_OK(study_parse(text, strlen(text), path, 0, NULL, &s));
  TEST_CHECK(identify(&s, &t.before) && t.before.content[0]);
  for (int i = 0; (f = schema_field_at(i)); i++)
    for (int e = 0; e < study_count_entries(&s, schema_section_of(f)); e++) {
      if (!study_entry(&s, schema_section_of(f), e)) continue;
      n_parameters += check_parameters(&s, f, e);
      try_field(&s, f, e, &t);
    }
  for (int e = 0; e < s.n_contacts; e++) { // entries of studies built in memory
    static const schema_field hidden = {.path = "contact.may_be_fixed", .type = FIELD_SWITCH};
    try_words(&s, &hidden, &s.contacts[e].may_be_fixed, &t);
  }
  identity after;
  TEST_CHECK(identify(&s, &after) && strcmp(after.key, t.before.key) == 0 &&
             strcmp(after.content, t.before.content) == 0); // everything is unchanged
  if (t.other_content < least_other || n_parameters < 20 || t.tried < 300)
    fprintf(stderr, "%s: %d tried, %d refused, %d other keys, %d other models, %d parameters\n", file,
            t.tried, t.refused, t.other_key, t.other_content, n_parameters);
  TEST_CHECK(t.other_content >= least_other && n_parameters >= 20 && t.tried >= 300);
  study_destroy(&s);
}

// Both tangential stiffnesses 0, then the plain study, through the cache.
static void check_cache(void) {
  static study s;
  char path[STUDY_PATH];
  const char *const without[] = {"contact.0.tangential_stiffness=0", "contact.1.tangential_stiffness=0"};
  snprintf(path, sizeof path, "%s/models/blade-damper-blade/base.yaml", source_folder());
  for (int run = 0; run < 4; run++) {
    reduced_model r;
    const int n = run % 2 == 0 ? 2 : 0;
    CHECK_OK(study_load(path, n, without, &s));
    CHECK_OK(reduce_study(&s, &r));
    TEST_CHECK(r.n_contacts == 2 && r.n_boundary == (n ? 2 : 4));
    reduced_destroy(&r);
    study_destroy(&s);
  }
}

int main(void) {
  log_quiet(1);
  check_study(blade, "blade.yaml", 40);
  check_study(chain, "chain.yaml", 40);
  check_study(bar, "bar.yaml", 20);
  check_study(plane, "plane.yaml", 20);
  check_study(beam, "beam.yaml", 20);
  check_cache();
  return TEST_END();
}
