// Which cards of a deck the matrices depend on, and what its boundary conditions fix.
#include <string.h>
#include <strings.h>

#include "model/deck/deck.h"
#include "model/model_lookup.h"
#include "model/number.h"

int deck_keeps(deck_steps *state, const deck_card *card) {
  if (strcmp(card->name, "STEP") == 0) {
    state->n++;
    state->inside = 1;
    return 0;
  }
  if (strcmp(card->name, "ENDSTEP") == 0) state->inside = 0;
  return state->n == 0 || (state->n == 1 && state->inside && strcmp(card->name, "BOUNDARY") == 0);
}

// "node or set, first direction[, last direction[, value]]"
static void fix(const deck_line *line, const model *m, unsigned char *fixed) {
  const char *cursor = line->text;
  deck_entry name, e;
  long id = 0, first = 0, last;
  if (!deck_next_entry(&cursor, &name) || !deck_next_entry(&cursor, &e)) return;
  if (number_read_whole(e.at, e.end, &first) != e.end) return;
  if (!deck_next_entry(&cursor, &e) || number_read_whole(e.at, e.end, &last) != e.end) last = first;
  int single = -1, n = 0;
  const int *nodes = &single;
  if (number_read_whole(name.at, name.end, &id) == name.end) {
    single = model_node_of_id(m, id);
    n = single >= 0;
  }
  for (int s = 0; s < m->n_sets && n == 0; s++)
    if (strncasecmp(m->sets[s].name, name.at, (size_t)(name.end - name.at)) == 0 &&
        m->sets[s].name[name.end - name.at] == 0) {
      n = m->sets[s].n;
      nodes = m->sets[s].node;
    }
  for (int i = 0; i < n; i++)
    for (long d = first < 1 ? 1 : first; d <= last && d <= 3; d++)
      fixed[nodes[i]] |= (unsigned char)(1 << (d - 1));
}

void deck_fixed(const deck *self, const model *m, unsigned char *fixed) {
  long at = 0;
  deck_card card;
  deck_steps steps = {0};
  while (deck_next_card(self, &at, &card))
    if (deck_keeps(&steps, &card) && strcmp(card.name, "BOUNDARY") == 0)
      for (long l = card.begin; l < card.end; l++) fix(&self->lines[l], m, fixed);
}
