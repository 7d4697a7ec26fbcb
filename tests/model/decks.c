// Reading of decks: case, blanks, comments, continued keyword lines, sets in all forms, fixed
// directions.
#include "model/deck/deck_nodes.h"
#include "model/deck/deck_read.h"
#include "model/model_lookup.h"
#include "tests/check.h"
#include "base/log.h"
#include "model/deck/deck.h"

static const char text[] = "** comment\r\n"
                           "*Heading\n"
                           " any text, 12, *not a card\n"
                           "\n"
                           "*NODE, nset = Left Side\n"
                           "30, 3.0, .5, -1.25e-1\n"
                           "  2 , 1d-3\t, 0,\n"
                           "** between\n"
                           "*ELEMENT, TYPE=C3D8, ELSET=NODE\n"
                           "1,2,3,4,5,6,7,8,9\n"
                           "*NODE\r\n"
                           "7,7,7,7\r\n"
                           "5\n"
                           "30, 3, 0.5, -0.125\n"
                           "*NODE PRINT, NSET=PRINTED\n"
                           "U\n"
                           "*N SET, GENERATE,\n"
                           " NSET=Steps\n"
                           "2,30,3\n"
                           "*NSET, NSET=mixed, UNSORTED\n"
                           "7, steps, 30,\n"
                           "5,5\n"
                           "*NSET, NSET=STEPS\n"
                           "30,7\n"
                           "*BOUNDARY, FIXED\n"
                           "leftside, 1\n"
                           "5, 2, 3\n"
                           "*STEP\n"
                           "*STATIC\n"
                           "*BOUNDARY\n"
                           "mixed, 3, 3, 0.5\n"
                           "*END STEP\n"
                           "*BOUNDARY\n"
                           "7,1\n"
                           "*STEP\n"
                           "*BOUNDARY\n"
                           "7,2\n"
                           "*END STEP\n";

static void check_ids(const model *m, const char *name, int n, const long *ids) {
  int found;
  const int *nodes;
  CHECK_OK(model_find_nodes(m, name, "test", &found, &nodes));
  TEST_CHECK(found == n);
  for (int i = 0; i < n && i < found; i++) TEST_CHECK(m->nodes[nodes[i]].id == ids[i]);
}

static void check_kept(const deck *d) {
  long at = 0;
  deck_card card;
  deck_steps steps = {0};
  char kept[200] = "";
  while (deck_next_card(d, &at, &card))
    if (deck_keeps_card(&steps, &card))
      snprintf(kept + strlen(kept), sizeof kept - strlen(kept), "%s ", card.name);
  CHECK_EQUAL_TEXT(kept, "HEADING NODE ELEMENT NODE NODEPRINT NSET NSET NSET BOUNDARY BOUNDARY ");
  TEST_CHECK(steps.n == 2);
}

int main(void) {
  deck d;
  model m = {.memory = arena_create()};
  CHECK_OK(deck_read_memory("test.inp", text, sizeof text - 1, &d));
  CHECK_OK(deck_read_nodes(&d, &m));
  const long ids[] = {2, 5, 7, 30};
  const double x[4][3] = {{1e-3, 0, 0}, {0, 0, 0}, {7, 7, 7}, {3, 0.5, -0.125}};
  TEST_CHECK(m.n_nodes == 4 && m.n_sets == 3);
  for (int i = 0; i < 4; i++) {
    TEST_CHECK(m.nodes[i].id == ids[i]);
    for (int k = 0; k < 3; k++) TEST_CHECK(m.nodes[i].position[k] == x[i][k]);
  }
  check_ids(&m, "LEFTSIDE", 2, (const long[]){30, 2});    // in the order of the deck
  check_ids(&m, "steps", 4, (const long[]){2, 5, 30, 7}); // 8, 11, ... are no nodes; two more below
  check_ids(&m, "Mixed", 4, (const long[]){7, 2, 5, 30}); // each node once
  check_kept(&d);

  unsigned char fixed[4] = {0};
  deck_mark_fixed(&d, &m, fixed); // node 7 by the first step only, not by later cards
  TEST_CHECK(fixed[0] == (1 | 4) && fixed[1] == (2 | 4) && fixed[2] == 4 && fixed[3] == (1 | 4));
  arena_destroy(m.memory);
  deck_destroy(&d);
  return TEST_END();
}
