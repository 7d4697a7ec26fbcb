// The section `regimes` of a study, its numbers by their paths, and an output without a quantity,
// which its name implies.
#include "base/log.h"
#include "engines/regimes/regimes_engine.h"
#include "engines/transient/transient_engine.h"
#include "study/file/parse.h"
#include "study/file/scalar.h"
#include "study/file/storage.h"
#include "tests/check.h"

static study s;

static double value_of(const char *path) {
  study_scalar scalar = {0};
  CHECK_OK(study_find_scalar(&s, path, NULL, &scalar));
  return study_scalar_value(&s, &scalar);
}

int main(void) {
  const char text[] = "study: regimes\nregimes: {wall: base, gamma: 1, kappa: [2], r1: 0.5}\noutputs: "
                      "{regime: , x: {node: 1}}\n";
  CHECK_OK(study_parse(text, sizeof text - 1, "map.yml", 0, NULL, &s));
  TEST_CHECK(s.kind == &regimes_kind && regimes_of(&s)->wall == WALL_BASE && regimes_of(&s)->cycles == 400);
  TEST_CHECK(regimes_of(&s)->gamma.n == 1 && regimes_of(&s)->gamma.value[0] == 1);
  TEST_CHECK(value_of("regimes.kappa") == 2 && value_of("regimes.kappa.0") == 2);
  TEST_CHECK(study_quantity_kind(s.outputs[0].quantity) == &regimes_kind);
  CHECK_EQUAL_TEXT(s.outputs[0].quantity->word, "regime");
  // with the words of that kind too
  TEST_CHECK(study_quantity_kind(s.outputs[1].quantity) == &transient_kind);
  CHECK_EQUAL_TEXT(s.outputs[1].quantity->word, "displacement");
  CHECK_EQUAL_TEXT(s.name, "map");
  study_destroy(&s);
  return TEST_END();
}
