// Contact points named one by one: a list of nodes and sets, each paired with the nearest of a list of
// partners.
#include "base/log.h"
#include "tests/check.h"
#include "reduction/interface/interface.h"

#define BAR                                                                                                  \
  "study: transient\nmodel: {type: bar, youngs_modulus: 900, density: 1, length: 10, area: 1, elements: "    \
  "10}\n"                                                                                                    \
  "reduction: {method: massless_craig_bampton, modes: 3}\nexcitation: {type: gravity, direction: -x, "       \
  "amplitude: 1}\n"                                                                                          \
  "initial: {direction: x, displacement: 1}\n"                                                               \
  "integrator: {step: 1.0e-3, duration: 1}\noutputs: {e: {quantity: energy_total, reduce: drift}}\n"

static void check_points(const char *contact, int n, const long *node, const long *partner) {
  static study s;
  model m;
  interface f;
  char text[1000];
  snprintf(text, sizeof text, "%scontact: %s\n", BAR, contact);
  CHECK_OK(study_parse(text, strlen(text), "bar.yaml", 0, NULL, &s));
  CHECK_OK(model_load(&s, &m));
  CHECK_OK(interface_create(&s, &m, &f));
  TEST_CHECK(f.n_contacts == n);
  for (int i = 0; i < n && i < f.n_contacts; i++)
    TEST_CHECK(f.contacts[i].node == node[i] && f.contacts[i].partner == partner[i]);
  interface_destroy(&f);
  model_destroy(&m);
  study_destroy(&s);
}

static void check_refused(const char *contact, const char *message) {
  static study s;
  char text[1000];
  snprintf(text, sizeof text, "%scontact: %s\n", BAR, contact);
  TEST_CHECK(study_parse(text, strlen(text), "bar.yaml", 0, NULL, &s) == CHATTER_BAD_STUDY);
  CHECK_EQUAL_TEXT(error_message(0), message);
  error_clear();
}

int main(void) {
  log_quiet(1);
  check_points("{nodes: [1, UPPER, 5], law: unilateral}", 3, (const long[]){1, 11, 5},
               (const long[]){-1, -1, -1});
  check_points("{nodes: [5], law: unilateral}", 1, (const long[]){5}, (const long[]){-1});
  // nodes lie 1 m apart in the order of their ids: three points share two partners
  check_points("{nodes: [1, 3, 9], partner: [2, UPPER], law: coulomb, friction: 1}", 3,
               (const long[]){1, 3, 9}, (const long[]){2, 2, 11});
  check_refused("{nodes: [1, {a: 2}], law: unilateral}",
                "bar.yaml:8:22: contact.nodes.1: a node set or node id is expected, not a map");
  check_refused(
      "{nodes: [10001, 10002, 10003, 10004, 10005, 10006, 10007, 10008, 10009, 10010, 10011], law: "
      "unilateral}",
      "bar.yaml:8:89: contact.nodes: the list is longer than 63 characters: make a node set of these nodes "
      "in the model");
  check_refused("{nodes: [], law: unilateral}",
                "bar.yaml:8:18: contact.nodes: a node set or node id is expected, not a list");
  return TEST_END();
}
