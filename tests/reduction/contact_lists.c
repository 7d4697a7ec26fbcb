// Contact points named one by one: a list of nodes and sets, each paired with the nearest of a list
// of partners.
#include <strings.h>

#include "base/log.h"
#include "model/load.h"
#include "reduction/interface/interface_names.h"
#include "study/file/parse.h"
#include "study/file/storage.h"
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
  char text[10000];
  snprintf(text, sizeof text, "%scontact: %s\n", BAR, contact);
  TEST_CHECK(study_parse(text, strlen(text), "bar.yaml", 0, NULL, &s) == CHATTER_BAD_STUDY);
  TEST_CHECK(error_count() > 0 && strstr(error_message(0), message) != NULL);
  error_clear();
}

// Names of long lists, by which a saved model recognises its own: equal for equal lists, with sets
// in any case.
static void check_names(void) {
  static excitation_config one = {.type = EXCITATION_CONSTANT, .direction = {1, 0, 0}}, other;
  char list[300] = "TIP", lower[300], name[STUDY_NAME], next[STUDY_NAME], set[STUDY_NAME];
  const double oblique[3] = {0.123456, 0.654321, 0.746055};
  for (int i = 0; i < 40; i++) snprintf(list + strlen(list), sizeof list - strlen(list), " %d", 10001 + i);
  snprintf(lower, sizeof lower, "tip%s", list + 3);
  interface_nodes_name(list, name);
  interface_nodes_name(lower, next);
  TEST_CHECK(strlen(name) == 63 && strcasecmp(name, next) == 0);
  list[strlen(list) - 1]++; // another last node, beyond the visible part of the name
  interface_nodes_name(list, next);
  TEST_CHECK(strcasecmp(name, next) != 0);
  other = one;
  strcpy(one.nodes, list), strcpy(other.nodes, lower);
  CHECK_OK(interface_load_name(&one, name));
  CHECK_OK(interface_load_name(&other, next));
  TEST_CHECK(strcmp(name, next) != 0);
  memset(set, 'S', sizeof set); // the longest name of a set, along an oblique direction
  set[sizeof set - 1] = 0;
  CHECK_OK(interface_direction_name(set, oblique, name));
  set[sizeof set - 2] = 'T';
  CHECK_OK(interface_direction_name(set, oblique, next));
  TEST_CHECK(strcmp(name, next) != 0);
}

int main(void) {
  log_quiet(1);
  check_points("{nodes: [1, UPPER, 5], law: unilateral}", 3, (const long[]){1, 11, 5},
               (const long[]){-1, -1, -1});
  check_points("{nodes: [5], law: unilateral}", 1, (const long[]){5}, (const long[]){-1});
  // Nodes are 1 m apart in the order of their ids: three points share two partners.
  check_points("{nodes: [1, 3, 9], partner: [2, UPPER], law: coulomb, friction: 1}", 3,
               (const long[]){1, 3, 9}, (const long[]){2, 2, 11});
  check_refused("{nodes: [1, {a: 2}], law: unilateral}",
                "bar.yaml:8:22: contact.nodes.1: a node set or node id is expected, not a map");
  check_points("{nodes: [0000000001, 0000000002, 0000000003, 0000000004, 0000000005, 0000000006, 0000000007, "
               "0000000008, 0000000009], partner: [11], law: coulomb, friction: 1}",
               9, (const long[]){1, 2, 3, 4, 5, 6, 7, 8, 9},
               (const long[]){11, 11, 11, 11, 11, 11, 11, 11, 11});
  char *list = malloc(10 * 600 + 100); // 600 names of 7 letters
  size_t used = (size_t)sprintf(list, "{nodes: [");
  for (int i = 0; i < 600; i++) used += (size_t)sprintf(list + used, "%d, ", 1000001 + i);
  sprintf(list + used, "], law: unilateral}");
  check_refused(list,
                "contact.nodes: the list is longer than 4095 characters: give the rest of it in another "
                "entry of this section, or name a node set (models of decks and matrices)");
  free(list);
  check_names();
  check_refused("{nodes: [], law: unilateral}",
                "bar.yaml:8:18: contact.nodes: a node set or node id is expected, not a list");
  return TEST_END();
}
