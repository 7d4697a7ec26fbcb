// The study's initial field in a reduced model.
#include "reduction/reduced.h"

chatter_status reduced_check_field(const study *s, const reduced_model *self) {
  const initial_config *c = &s->initial;
  const int moved = c->displacement != 0 || c->velocity != 0;
  const int along = c->direction[0] != 0 || c->direction[1] != 0 || c->direction[2] != 0;
  if (moved && !along && c->shape.n == 0)
    return error_raise(CHATTER_BAD_STUDY,
                       "%s: an initial displacement or velocity needs a direction or a shape",
                       study_place(s, "initial"));
  if (c->shape.n > 0 && c->shape.n != self->n_masses)
    return error_raise(CHATTER_BAD_STUDY,
                       "%s: initial.shape has %d factors; allowed: one per mass of a chain (%d masses)",
                       study_place(s, "initial.shape"), c->shape.n, self->n_masses);
  if (c->modal.n > 0 && c->modal.n != self->n_modes)
    return error_raise(
        CHATTER_BAD_STUDY,
        "%s: initial.modal has %d coordinates; allowed: one per mode of the reduced model (%d)",
        study_place(s, "initial.modal"), c->modal.n, self->n_modes);
  return CHATTER_OK;
}

// Σ of rows of n numbers, of a chain's masses or of the translations.
static double field_sum(const initial_config *field, const double *masses, const double *translation, int n,
                        int at) {
  double sum = 0;
  for (int i = 0; i < field->shape.n; i++) sum += field->shape.value[i] * masses[(long)i * n + at];
  for (int d = 0; d < 3 && field->shape.n == 0; d++)
    if (field->direction[d] != 0) sum += field->direction[d] * translation[(long)d * n + at];
  return sum;
}

double reduced_field(const reduced_model *self, const initial_config *field, int mode) {
  return field_sum(field, self->mass_motion, self->translation, self->n_modes, mode);
}

double reduced_field_boundary(const reduced_model *self, const initial_config *field, int row) {
  return field_sum(field, self->mass_boundary, self->translation_boundary, self->n_boundary, row);
}
