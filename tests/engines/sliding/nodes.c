// Nodes of two bodies in one reduced model: at every contact point the recovered displacement is
// the row of q_b, and the position is that of the pair, with rotated bodies; forces alone move
// nothing.
#include "base/cells.h"
#include "reduction/recovery/recovery.h"
#include "sliding_study.h"
#include "study/study_kind.h"

static const study_quantity field = {.word = "field", .place = QUANTITY_OF_FIELD};

// Returns the position of a contact's node in the joined lists.
static int find(const recovery *r, int n_first, int of_first, long id) {
  for (int i = of_first ? 0 : n_first; i < (of_first ? n_first : r->n_nodes); i++)
    if (r->id[i] == id) return i;
  return -1;
}

static void check(int n_overrides, const char *const *overrides) {
  static sliding_run run;
  static output_config outputs[2];
  reduced_model joined;
  sliding_reduce(&run, "  tip: {quantity: acceleration, node: target.303, direction: y, reduce: rms}\n",
                 n_overrides, overrides);
  TEST_CHECK(run.r.recovery == NULL);
  outputs[0] = run.s.outputs[0];
  outputs[1] = (output_config){.name = "shape", .quantity = &field};
  study s = run.s;
  s.outputs = outputs, s.n_outputs = 2;
  CHECK_OK(engine_reduce(engine_find(&run.s), &s, &joined));
  CHECK_EQUAL_TEXT(joined.hash, run.r.hash);
  const recovery *r = joined.recovery;
  TEST_CHECK(r && r->n_coordinates == joined.n_modes && r->stress == NULL);
  if (!r) return;
  int n_first = 1, cells = 0;
  while (n_first < r->n_nodes && r->id[n_first] > r->id[n_first - 1]) n_first++;
  TEST_CHECK(n_first < r->n_nodes);
  for (long c = 0; c < r->n_cells; c += 5, cells++)
    for (int k = 1; k < 5; k++) { // planes: a cell belongs to one body
      TEST_CHECK(r->cells[c] == CELL_QUADRILATERAL && r->cells[c + k] < r->n_nodes);
      TEST_CHECK((r->cells[c + k] < n_first) == (r->cells[c + 1] < n_first));
    }
  double largest = 0, off = 0;
  for (int i = 0; i < joined.n_contacts; i++) {
    const reduced_contact *c = &joined.contacts[i];
    const int node = find(r, n_first, i == 0, c->node);
    TEST_CHECK(node >= 0);
    for (int d = 0; d < 2 && node >= 0; d++) {
      CHECK_NEAR(r->position[node][d], c->position[d], 1e-14, 0);
      for (int k = 0; k < r->n_coordinates; k++) {
        const double u = r->displacement[((long)k * r->n_nodes + node) * 3 + d];
        const double row = k < joined.n_modes ? joined.phi_b[(long)(2 * i + d) * joined.n_modes + k] : 0;
        largest = fmax(largest, fabs(row)), off = fmax(off, fabs(u - row));
      }
    }
  }
  printf("recovery beside contact rows: %.1e of %.1e\n", off, largest);
  TEST_CHECK(cells > 1 && largest > 0 && off <= 1e-12 * largest);
  reduced_destroy(&joined);
  sliding_close(&run);
}

int main(void) {
  static const char *const turned[] = {"slider.angle=0.7", "target.angle=0.1"};
  log_quiet(1);
  check(0, NULL);
  check(2, turned);
  return TEST_END();
}
