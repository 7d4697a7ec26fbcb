// The table of arrays of a reduced model, and its hash.
#include "reduction/store/reduced_content.h"

#include "reduction/algebra/dense.h"

int reduced_list_arrays(reduced_model *r, reduced_array table[REDUCED_MAX_ARRAYS]) {
  int m = r->n_modes, nb = r->n_boundary, nl = r->n_loads, ny = r->n_responses;
  const reduced_array all[] = {
      {"omega2", "rad2 s-2", "squared angular frequencies, ascending, 0 for rigid-body modes", &r->omega2, 1,
       m},
      {"zeta", "1", "modal damping ratios", &r->zeta, 1, m},
      {"own_zeta", "1", "part of the ratios that the model's own damping gives, absent where it has none",
       &r->own_zeta, 1, m},
      {"damping", "s-1", "dense modal damping matrix, absent where the ratios say it all", &r->damping, m, m},
      {"phi_b", "kg-1/2", "boundary coordinates of the modes", &r->phi_b, nb, m},
      {"flexibility", "m N-1", "F, zero for a mass-carrying boundary", &r->flexibility, nb, nb},
      {"stiffness", "N m-1",
       "inverse of F (pseudoinverse of dependent rows), absent for a mass-carrying boundary", &r->stiffness,
       nb, nb},
      {"phi_f", "kg-1/2", "modal forces per unit load", &r->phi_f, nl, m},
      {"f_f", "m N-1", "boundary displacement per unit load", &r->f_f, nb, nl},
      {"phi_y", "kg-1/2", "responses of the modes", &r->phi_y, ny, m},
      {"f_y", "m N-1", "static response per unit boundary force", &r->f_y, ny, nb},
      {"f_yf", "m N-1", "static response per unit load", &r->f_yf, ny, nl},
      {"f_ff", "m N-1", "static displacement of a load under loads", &r->f_ff, nl, nl},
      {"load_offset", "J", "potential of a unit load on the body at rest", &r->load_offset, 1, nl},
      {"mass_motion", "kg1/2", "modal coordinates of a unit displacement of each mass of a chain",
       &r->mass_motion, r->n_masses, m},
      {"mass_boundary", "1", "boundary coordinates of these displacements", &r->mass_boundary, r->n_masses,
       nb},
      {"translation", "kg1/2", "modal coordinates of unit rigid translations along x, y, z", &r->translation,
       3, m},
      {"translation_boundary", "1", "boundary coordinates of unit rigid translations along x, y, z",
       &r->translation_boundary, 3, nb},
  };
  int n = (int)(sizeof all / sizeof *all);
  for (int i = 0; i < n; i++) table[i] = all[i];
  return n;
}

int reduced_is_optional(const reduced_model *self, const reduced_array *array) {
  return array->data == &self->own_zeta || array->data == &self->damping || array->data == &self->stiffness;
}

chatter_status reduced_allocate(reduced_model *self) {
  reduced_array arrays[REDUCED_MAX_ARRAYS];
  const int n = reduced_list_arrays(self, arrays);
  for (int i = 0; i < n; i++)
    if (!reduced_is_optional(self, &arrays[i]))
      DENSE(*arrays[i].data, self->memory, arrays[i].rows, arrays[i].columns);
  self->load_name = arena_allocate(self->memory, (size_t)(self->n_loads + 1) * STUDY_NAME);
  self->response_name = arena_allocate(self->memory, (size_t)(self->n_responses + 1) * STUDY_NAME);
  self->contacts = arena_allocate(self->memory, (size_t)(self->n_contacts + 1) * sizeof *self->contacts);
  if (!self->load_name || !self->response_name || !self->contacts)
    return error_raise(CHATTER_DEVICE, "out of memory for the reduced model");
  return CHATTER_OK;
}
