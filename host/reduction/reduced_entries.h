// Entries of a study in its reduced model: contact entries with the numbers of their points, the
// initial field, and the displacements that outputs ask for.
#ifndef CHATTER_REDUCTION_REDUCED_ENTRIES_H
#define CHATTER_REDUCTION_REDUCED_ENTRIES_H

#include "base/memory.h"
#include "base/status.h"
#include "reduction/reduced.h"
#include "study/sections.h"
#include "study/study.h"

typedef struct reduced_row {
  int n, *index;  // number and indices of its responses
  double *weight; // of each
} reduced_row;

// Finds the row of an output among *n rows, and adds it behind them if it is new; there must be
// room. Arrays of rows belong to `memory`.
chatter_status reduced_find_row(const study *config, const output_config *output, const reduced_model *r,
                                arena *memory, reduced_row *rows, int *n, int *index);

// The study's initial field of unit amplitude, along its direction or with its shape: its modal
// coordinate `mode`, and q_b in `row`. The check raises if the field is missing, or if the number
// of its factors is not that of the chain's masses.
chatter_status reduced_check_field(const study *s, const reduced_model *self);
double reduced_field_mode(const reduced_model *self, const initial_config *field, int mode);
double reduced_field_boundary(const reduced_model *self, const initial_config *field, int row);

// Combine a contact entry with the numbers of its point: the gap at rest, m; the normal force at
// rest, weight · (preload + pressure · area) + own preload, N; the phase of its moving gap and
// wall, rad. `index` counts the points of the entry.
double reduced_contact_gap(const contact_config *entry, const reduced_contact *point);
double reduced_contact_weight(const contact_config *entry, int index);
double reduced_contact_preload(const contact_config *entry, const reduced_contact *point, int index);
double reduced_contact_phase(const contact_config *entry, const reduced_contact *point, int index);

// Raises CHATTER_BAD_STUDY if the number of an entry's weights, phases or columns is not that of
// its points, if a pressure (also a varying one) has no areas, or if a constant normal load pulls.
chatter_status reduced_check_contacts(const study *s, const reduced_model *self);

#endif
