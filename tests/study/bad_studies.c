// Erroneous studies: all errors of a file at once, each with its position and the whole message.
#include "study/file/parse.h"
#include "study/file/storage.h"
#include "base/log.h"
#include "tests/check.h"
#include "study/study.h"

// Lines 1 to 4 of a valid transient study; each case appends to it.
#define GOOD                                                                                                 \
  "study: transient\nmodel: {type: chain, masses: 1, springs: 1}\nintegrator: {step: 0.1, duration: 1}\n"    \
  "outputs: {x: {node: 1}}\n"
#define LONG "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"

static const struct {
  const char *text, *messages; // joined by newlines
} table[] = {
#include "bad_studies.inc"
};

static void expect(const char *text, size_t length, const char *messages) {
  static study s;
  char all[8000] = "";
  TEST_CHECK(study_parse(text, length, "f.yml", 0, NULL, &s) == CHATTER_BAD_STUDY);
  for (int i = 0; i < error_count(); i++)
    snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", i ? "\n" : "", error_message(i));
  if (getenv("SHOW") && strcmp(all, messages)) printf("---- %s\n%s\n", text, all);
  CHECK_EQUAL_TEXT(all, messages);
  TEST_CHECK(s.document == NULL); // nothing to release after a failure
  error_clear();
}

static void test_overrides(void) {
  static study s;
  const struct {
    const char *set, *message;
  } cases[] = {
      {"contact.gap", "--set contact.gap: PATH=VALUE is expected"},
      {"contact.gap=", "--set contact.gap=: a value is expected behind '=' (null removes the key)"},
      {"integrator.step=0",
       "--set integrator.step=0: integrator.step: 0 s is out of range (allowed: more than 0 s)"},
      {"integrator.stepp=1", "--set integrator.stepp=1: unknown key 'stepp' (did you mean 'step'?)"},
      {"model.masses.4=1", "--set model.masses.4=1: '4' does not exist: a plain value has no parts"},
      {"title=[", "--set title=[:2:1: while parsing a flow node: did not find expected node content"},
      {"title=&a b", "--set title=&a b:1:1: anchors (&name) are not used in studies"},
      {"integrator..step=1", "--set integrator..step=1: the path has an empty part"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    TEST_CHECK(study_parse(GOOD, strlen(GOOD), "f.yml", 1, &cases[i].set, &s) == CHATTER_BAD_STUDY);
    TEST_CHECK(error_count() == 1);
    CHECK_EQUAL_TEXT(error_count() ? error_message(0) : "", cases[i].message);
    error_clear();
  }
  TEST_CHECK(study_load("/nonexistent/study.yaml", 0, NULL, &s) == CHATTER_IO);
  error_clear();
}

// Input that would take hours or gigabytes in a careless reader.
static void test_bombs(void) {
  enum { SIZE = 5000000 };
  char *text = malloc(SIZE);
  memset(text, '[', SIZE);
  expect(text, 100000, "f.yml:1:17: nested deeper than 16 levels");
  expect(text, SIZE, "f.yml: larger than 4 MB: not a study");
  size_t n = 0;
  for (int i = 0; i < 350000; i++) n += (size_t)snprintf(text + n, SIZE - n, "- 1\n");
  expect(text, n, "f.yml:300000:3: more than 300000 values: too large for a study");
  n = 0;
  for (int i = 0; i < 12000; i++) n += (size_t)snprintf(text + n, SIZE - n, "k%d: 1\n", i);
  expect(text, n, "f.yml:10001:9: more than 10000 keys in one map");
  const char *laughs = "a: &a [x,x]\nb: &b [*a,*a]\nc: [*b,*b]\n";
  expect(laughs, strlen(laughs), "f.yml:1:4: anchors (&name) are not used in studies");
  free(text);
}

// The largest number of parameters per design: 64 dimensions of Sobol's sequence, two of them for
// each parameter of Saltelli's design, 1000 streams of random numbers.
static void test_parameters(const char *design, int most, const char *message) {
  static char text[100000];
  static study s;
  for (int n = most; n <= most + 1; n++) {
    size_t used = (size_t)snprintf(text, sizeof text,
                                   "study: transient\nintegrator: {step: 0.1, duration: 1}\n"
                                   "model: {type: chain, masses: [1");
    for (int i = 1; i < n; i++) used += (size_t)snprintf(text + used, sizeof text - used, ", 1");
    used += (size_t)snprintf(text + used, sizeof text - used, "], springs: [1");
    for (int i = 1; i < n; i++) used += (size_t)snprintf(text + used, sizeof text - used, ", 1");
    used += (size_t)snprintf(text + used, sizeof text - used,
                             "]}\nensemble: {design: {type: %s, count: 4, parameters: {\n", design);
    for (int i = 0; i < n; i++)
      used += (size_t)snprintf(text + used, sizeof text - used, "  model.masses.%d: {from: 1, to: 2},\n", i);
    used += (size_t)snprintf(text + used, sizeof text - used, "}}}\n");
    if (n > most) expect(text, used, message);
    if (n > most) continue;
    CHECK_OK(study_parse(text, used, "f.yml", 0, NULL, &s));
    study_destroy(&s);
  }
}

int main(void) {
  static study s;
  CHECK_OK(study_parse(GOOD, strlen(GOOD), "f.yml", 0, NULL, &s));
  study_destroy(&s);
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    expect(table[i].text, strlen(table[i].text), table[i].messages);
  expect("study: \0", 8, "f.yml:1:8: not valid UTF-8 text: control characters are not allowed");
  test_overrides();
  test_bombs();
  test_parameters("sobol", 64,
                  "f.yml:4:56: ensemble.design.parameters: 65 parameters (allowed in a Sobol design, by its "
                  "direction numbers: at most 64)");
  test_parameters("saltelli", 32,
                  "f.yml:4:59: ensemble.design.parameters: 33 parameters (allowed in a Saltelli design, by "
                  "the direction numbers of twice as many dimensions: at most 32)");
  test_parameters("random", 1000,
                  "f.yml:4:57: ensemble.design.parameters: 1001 parameters (allowed in a random design: at "
                  "most 1000)");
  return TEST_END();
}
