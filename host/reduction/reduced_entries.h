// Entries of a study in its reduced model: contact entries with the numbers of their points, the initial
// field, and the displacements that outputs ask for.
#ifndef CHATTER_REDUCTION_REDUCED_ENTRIES_H
#define CHATTER_REDUCTION_REDUCED_ENTRIES_H

#include "base/memory.h"
#include "base/status.h"
#include "reduction/reduced.h"
#include "study/sections.h"
#include "study/study.h"

typedef struct reduced_row {
  int n, *index;  // of the responses
  double *weight; // of each
} reduced_row;

// The row of an output among the *n that there are, behind which it is added where it is a new one: there
// must be room. Arrays of rows belong to `memory`.
chatter_status reduced_find_row(const study *config, const output_config *output, const reduced_model *r,
                                arena *memory, reduced_row *rows, int *n, int *index);

// The study's initial field of unit amplitude, along its direction or of its shape: modal coordinate `mode`,
// and q_b in `row`. Raises where the field is missing or has another number of factors than the chain masses.
chatter_status reduced_check_field(const study *s, const reduced_model *self);
double reduced_field_mode(const reduced_model *self, const initial_config *field, int mode);
double reduced_field_boundary(const reduced_model *self, const initial_config *field, int row);

// What a contact entry and the point's own numbers make together: its gap at rest, m, the normal force at
// rest, weight · (preload + pressure · area) + own preload, N, and the phase of its moving gap and wall, rad.
// `index` counts the points of the entry.
double reduced_contact_gap(const contact_config *entry, const reduced_contact *point);
double reduced_contact_weight(const contact_config *entry, int index);
double reduced_contact_preload(const contact_config *entry, const reduced_contact *point, int index);
double reduced_contact_phase(const contact_config *entry, const reduced_contact *point, int index);

// Raises CHATTER_BAD_STUDY where an entry has another number of weights, phases or columns than points, a
// pressure (also one that varies) without areas, or a constant normal load that pulls.
chatter_status reduced_check_contacts(const study *s, const reduced_model *self);

#endif
