// Copies of a study: the same numbers at the same offsets in a separate block; a change of one is
// not seen in the other.
#include "base/log.h"
#include "study/file/key_place.h"
#include "study/file/parse.h"
#include "study/file/scalar.h"
#include "study/file/storage.h"
#include "study/schema/schema_catalogue.h"
#include "tests/check.h"
#include "study/schema/schema.h"

static const char text[] = "study: transient\n"
                           "model: {type: chain, masses: [1, 2.5], springs: [1e3, 2e3, 3e3]}\n"
                           "reduction: {modal_damping: [0.01, 0.02]}\n"
                           "contact:\n"
                           "  - {nodes: 1, law: unilateral, gap: -1.0e-4}\n"
                           "  - {nodes: 2, law: coulomb, mu: 0.3, preload: 5}\n"
                           "excitation: {node: 2, amplitude: 2, frequency: 7}\n"
                           "integrator: {step: 1e-3, duration: 2}\n"
                           "initial: {shape: [1, -1], velocity: 0.25}\n"
                           "inputs: {mu: contact.1.friction}\n"
                           "ensemble: {design: {type: grid, parameters: {mu: {values: [0.1, 0.2, 0.4]}}}}\n"
                           "outputs:\n"
                           "  opening: {sum: [{node: 1}, {node: 2, weight: -1}]}\n"
                           "  tip: {node: 2, reduce: series, trajectories: [0, 2]}\n";

static int in_block(const study *s, const void *at, size_t bytes) {
  const char *first = at;
  return first >= s->block && first + bytes <= s->block + s->block_bytes;
}

static void check_numbers(const study *a, const number_list *x, const study *b, const number_list *y) {
  TEST_CHECK(x->n == y->n);
  if (x->n == 0) return;
  const size_t bytes = sizeof *x->value * (size_t)x->n;
  TEST_CHECK(in_block(a, x->value, bytes) && in_block(b, y->value, bytes));
  TEST_CHECK(memcmp(x->value, y->value, bytes) == 0);
}

static void check_sums(const study *a, const response_sum *x, const study *b, const response_sum *y) {
  TEST_CHECK(x->n == y->n);
  if (x->n == 0) return;
  const size_t bytes = sizeof *x->term * (size_t)x->n;
  TEST_CHECK(in_block(a, x->term, bytes) && in_block(b, y->term, bytes));
  TEST_CHECK(memcmp(x->term, y->term, bytes) == 0);
}

// Compares every key of every entry; each list lies in the block of its own study.
static void check_same(const study *a, const study *b) {
  int lists = 0;
  const schema_section *s;
  for (int i = 0; (s = schema_section_at(i)); i++) {
    const int n = study_count_entries(a, s);
    TEST_CHECK(study_count_entries(b, s) == n);
    if (s->shape != SECTION_MAP && n > 0)
      TEST_CHECK(in_block(a, study_section(a, s), s->stride * (size_t)n) &&
                 in_block(b, study_section(b, s), s->stride * (size_t)n));
  }
  const schema_field *f;
  for (int i = 0; (f = schema_field_at(i)); i++) {
    for (int e = 0; e < study_count_entries(a, schema_section_of(f)); e++) {
      const void *x = study_field(a, f, e), *y = study_field(b, f, e);
      TEST_CHECK(x != y);
      lists += (f->type == FIELD_LIST || f->type == FIELD_SUM) && *(const int *)x > 0;
      if (f->type == FIELD_LIST)
        check_numbers(a, x, b, y);
      else if (f->type == FIELD_SUM)
        check_sums(a, x, b, y);
      else
        TEST_CHECK(memcmp(x, y, f->size) == 0);
    }
  }
  TEST_CHECK(lists == 7); // masses, springs, modal_damping, shape, values, sum, trajectories
  for (int i = 0; i < a->n_inputs; i++) CHECK_EQUAL_TEXT(b->inputs[i].path, a->inputs[i].path);
  for (int i = 0; i < a->n_outputs; i++) CHECK_EQUAL_TEXT(b->outputs[i].name, a->outputs[i].name);
}

static void check_own(const study *whole) {
  static const char *const paths[] = {"model.springs.2", "contact.1.friction", "mu",
                                      "initial.shape.1", "integrator.step",    "reduction.modal_damping.0"};
  study copy, second;
  CHECK_OK(study_copy(whole, &copy));
  for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
    study_scalar scalar, same;
    CHECK_OK(study_find_scalar(whole, paths[i], NULL, &scalar));
    CHECK_OK(study_find_scalar(&copy, paths[i], NULL, &same));
    TEST_CHECK(same.offset == scalar.offset);
    const double before = study_scalar_value(whole, &scalar);
    CHECK_OK(study_scalar_set(&copy, &scalar, 0.5 + 0.01 * (double)i));
    CHECK_OK(study_copy(&copy, &second));
    TEST_CHECK(study_scalar_value(whole, &scalar) == before &&
               study_scalar_value(&copy, &scalar) == 0.5 + 0.01 * (double)i);
    TEST_CHECK(study_scalar_value(&second, &scalar) == study_scalar_value(&copy, &scalar));
    check_same(&copy, &second);
    study_destroy(&second);
  }
  TEST_CHECK(copy.model.springs.value[2] == 0.5 && whole->model.springs.value[2] == 3e3);
  TEST_CHECK(copy.contacts[1].friction == 0.52 && whole->contacts[1].friction == 0.3);
  CHECK_EQUAL_TEXT(study_place(&copy, "contact.1.friction"), "a.yaml:6:34");
  study_destroy(&copy);
}

// Further ensemble parameters are appended: scalars that were found before stay valid.
static void check_parameters(const study *whole) {
  enum { N = 70 };
  static study_scalar named[N];
  study_scalar spring;
  study copy, second;
  CHECK_OK(study_find_scalar(whole, "model.springs.1", NULL, &spring));
  for (int i = 0; i < N; i++) snprintf(named[i].path, sizeof named[i].path, "parameter.%d", i);
  CHECK_OK(study_copy(whole, &copy));
  CHECK_OK(study_set_parameters(&copy, N, named));
  CHECK_OK(study_scalar_set(&copy, &spring, 7));
  CHECK_OK(study_copy(&copy, &second));
  TEST_CHECK(second.model.springs.value[1] == 7 && second.ensemble.n_parameters == N);
  for (int i = 0; i < N; i++) CHECK_EQUAL_TEXT(second.ensemble.parameters[i].path, named[i].path);
  TEST_CHECK(in_block(&second, second.ensemble.parameters, N * sizeof *second.ensemble.parameters));
  study_destroy(&copy);
  TEST_CHECK(second.outputs[0].sum.n == 2 && second.outputs[0].sum.term[1].weight == -1);
  study_destroy(&second);
  TEST_CHECK(whole->ensemble.n_parameters == 1);
  CHECK_EQUAL_TEXT(whole->ensemble.parameters[0].path, "mu");
}

// Lists outside the block are shared, with everything they point to.
static void check_shared(const study *whole) {
  output_config outputs[2];
  study mine = *whole, copy;
  memcpy(outputs, whole->outputs, sizeof outputs);
  mine.outputs = outputs;
  CHECK_OK(study_copy(&mine, &copy));
  TEST_CHECK(copy.outputs == outputs && outputs[0].sum.term == whole->outputs[0].sum.term);
  TEST_CHECK(copy.contacts != whole->contacts && copy.model.masses.value != whole->model.masses.value);
  study_destroy(&copy);
}

int main(void) {
  static study whole;
  log_quiet(1);
  CHECK_OK(study_parse(text, sizeof text - 1, "a.yaml", 0, NULL, &whole));
  study copy;
  CHECK_OK(study_copy(&whole, &copy));
  check_same(&whole, &copy);
  study_destroy(&copy);
  check_own(&whole);
  check_parameters(&whole);
  check_shared(&whole);
  study_destroy(&whole);
  return TEST_END();
}
