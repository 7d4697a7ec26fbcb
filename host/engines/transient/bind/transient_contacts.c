// The kernel's contact entries. A point with its own parameters (a preload, a phase, a weight, a
// column of a drive) needs an own entry. Points with equal parameters share one, so an entry of the
// study usually is one entry here.
#include "engines/transient/bind/transient_contacts.h"

#include <string.h>

#include "engines/transient/transient_engine.h"
#include "reduction/reduced_entries.h"
#include "study/file/entries.h"
#include "study/file/path.h"

// Parameters that may vary between trajectories.
typedef struct contact_variation {
  int weights, pressure, phases, columns;
} contact_variation;

static int shares_column(const column_list *columns, contact_variation vary, int a, int b) {
  if (columns->n == 0) return 1;
  if (vary.columns || study_has_all_columns(columns)) return a == b;
  const column_choice *x = &columns->choice[a], *y = &columns->choice[b];
  return x->number == y->number && !strcmp(x->name, y->name);
}

// Returns 1 if two points can share an entry. Varied parameters are never taken as equal; areas
// count if a pressure acts on them.
static int shares(const contact_config *entries, const reduced_model *r, contact_variation vary,
                  const transient_contact_plan *a, const transient_contact_plan *b) {
  const contact_config *c = &entries[a->entry];
  const reduced_contact *x = &r->contacts[a->point], *y = &r->contacts[b->point];
  if (a->entry != b->entry || (vary.weights && c->weights.n > 0) || (vary.phases && c->phases.n > 0))
    return 0;
  if ((vary.pressure || c->pressure != 0) && x->area != y->area) return 0;
  const int points = study_contact_points(c), i = a->index / points, j = b->index / points;
  return x->preload == y->preload && x->gap_phase == y->gap_phase &&
         (c->phases.n == 0 || c->phases.value[i] == c->phases.value[j]) &&
         reduced_contact_weight(c, a->index) == reduced_contact_weight(c, b->index) &&
         shares_column(&c->gap_columns, vary, i, j) && shares_column(&c->wall_columns, vary, i, j);
}

chatter_status transient_plan_contacts(const study *config, const reduced_model *r, arena *memory,
                                       transient_setup *setup) {
  const contact_variation vary = {.weights = study_varies(config, ".weights"),
                                  .pressure = study_varies(config, ".pressure"),
                                  .phases = study_varies(config, ".phases"),
                                  .columns = study_varies(config, "_columns")};
  const size_t n = (size_t)r->n_contacts + 1;
  setup->entries = arena_allocate(memory, n * sizeof *setup->entries);
  setup->point_entry = arena_allocate(memory, n * sizeof *setup->point_entry);
  if (!setup->entries || !setup->point_entry) return error_raise(CHATTER_DEVICE, "out of memory");
  TRY(reduced_check_contacts(config, r));
  for (int j = 0, index = 0; j < r->n_contacts; j++) {
    index = j > 0 && r->contacts[j].entry == r->contacts[j - 1].entry ? index + 1 : 0;
    transient_contact_plan *next = &setup->entries[setup->n_entries];
    *next = (transient_contact_plan){.entry = r->contacts[j].entry, .point = j, .index = index};
    int e = 0;
    while (e < setup->n_entries && !shares(config->contacts, r, vary, next, &setup->entries[e])) e++;
    setup->point_entry[j] = e;
    setup->n_entries += e == setup->n_entries;
  }
  return CHATTER_OK;
}
