// libFuzzer target for decks: any bytes are read or refused, and an accepted deck has valid nodes
// and sets.
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "model/deck/cards.h"
#include "model/deck/deck_nodes.h"
#include "model/deck/deck_prestress.h"
#include "model/deck/deck_read.h"
#include "model/deck/materials.h"
#include "model/deck/mesh/elements.h"
#include "model/deck/mesh/skin_elements.h"
#include "model/deck/rewrite.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  deck d;
  if (deck_read_memory("fuzz.inp", (const char *)data, size, &d) == CHATTER_OK) {
    model m = {.memory = arena_create()};
    if (deck_read_nodes(&d, &m) == CHATTER_OK) {
      unsigned char *fixed = calloc((size_t)m.n_nodes, 1);
      deck_mark_fixed(&d, &m, fixed);
      // Reads in the order of calculix_load: each step continues after errors of others.
      long n_internal_nodes = 0;
      chatter_status status = deck_check_cards(&d);
      const chatter_status passed = deck_remove_skin(&d, 1, &m);
      if (passed == CHATTER_OK && deck_check_elements(&d, &m, &n_internal_nodes) != CHATTER_OK)
        status = CHATTER_BAD_MODEL;
      if (deck_check_sections(&d, &m) != CHATTER_OK) status = CHATTER_BAD_MODEL;
      if (deck_check_prestress(&d, &m, size % 2) != CHATTER_OK) status = CHATTER_BAD_MODEL;
      if (status == CHATTER_OK && passed == CHATTER_OK && deck_rewrite_for_ccx(&d, &m) == CHATTER_OK &&
          n_internal_nodes < 0)
        abort();
      deck_check_units(&d);
      free(fixed);
      for (int i = 0; i < m.n_nodes; i++)
        if ((i > 0 && m.nodes[i - 1].id >= m.nodes[i].id) || !isfinite(m.nodes[i].position[0])) abort();
      for (int s = 0; s < m.n_sets; s++)
        for (int i = 0; i < m.sets[s].n; i++)
          if (m.sets[s].node[i] < 0 || m.sets[s].node[i] >= m.n_nodes) abort();
    }
    arena_destroy(m.memory);
    deck_destroy(&d);
  }
  error_clear();
  return 0;
}
