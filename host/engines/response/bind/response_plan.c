#include "engines/response/bind/response_plan.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engines/response/bind/mean_stiffness.h"
#include "engines/response/extract/response_quantities.h"
#include "engines/response/response_advice.h"
#include "engines/response/study/response_keys.h"
#include "engines/response/bind/response_drives.h"
#include "engines/response/bind/monitor.h"
#include "base/dot.h"
#include "reduction/algebra/dense.h"
#include "reduction/damping.h"
#include "reduction/reduced_entries.h"
#include "study/contact_laws.h"
#include "study/file/entries.h"
#include "study/file/key_place.h"
#include "study/file/path.h"
#include "study/study_kind.h"

static chatter_status refuse_contact_key(const study *config, int entry, const char *key, const char *why) {
  char path[64];
  snprintf(path, sizeof path, "contact.%d.%s", entry, key);
  return error_raise(CHATTER_BAD_STUDY, "%s: contact.%s: %s", study_place(config, path), key, why);
}

static chatter_status check_entry(const study *config, int entry, int tangents) {
  const contact_config *c = &config->contacts[entry];
  if (c->gap_amplitude != 0 || study_entry_varies(config, "contact.gap_amplitude", entry))
    return refuse_contact_key(
        config, entry, "gap_amplitude",
        "its frequency is not that of the response (allowed: 0; a gap that moves with the turns of "
        "the loads: gap_drive)");
  for (int i = 0; i < 2; i++)
    if (c->wall_velocity[i] != 0)
      return refuse_contact_key(config, entry, "wall_velocity",
                                "harmonic balance has no sliding walls (allowed: 0)");
  if (study_entry_varies(config, "contact.wall_velocity", entry))
    return refuse_contact_key(config, entry, "wall_velocity",
                              "harmonic balance has no sliding walls (allowed: 0)");
  if (study_entry_varies(config, "contact.restitution", entry))
    return refuse_contact_key(config, entry, "restitution",
                              "harmonic balance has no impacts that lose energy");
  if (c->law != LAW_ELASTIC) return CHATTER_OK;
  if (tangents > 1)
    return refuse_contact_key(config, entry, "tangents",
                              "an elastic friction element slides along one direction (allowed: 1)");
  return CHATTER_OK;
}

static int law_of(const study *config, const contact_config *c) {
  if (c->law == LAW_CUBIC) return HB_LAW_SPRING;
  if (law_is_compliant(c->law)) return HB_LAW_COMPLIANT;
  if (c->law != LAW_ELASTIC) return HB_LAW_SET_VALUED;
  return response_config_of(config)->evaluation == EVALUATION_EXACT ? HB_LAW_ELASTIC : HB_LAW_ELASTIC_SAMPLED;
}

// Finds the dependent coordinates b: those with a part in vanishing linear combinations of the rows
// of [Φ, F]. The reduction knows the number of such combinations. Rows are scaled to length 1 to
// remove units.
static chatter_status find_dependent(const reduced_model *r, arena *memory, double *part) {
  const int n = r->n_boundary, modes = r->n_modes;
  double *product, *lambda, *row;
  DENSE(product, memory, n, n);
  DENSE(lambda, memory, n, 1);
  DENSE(row, memory, n, modes + n);
  double of_phi = 0, of_f = 0;
  for (long i = 0; i < (long)n * modes; i++) of_phi = fmax(of_phi, fabs(r->phi_b[i]));
  for (long i = 0; i < (long)n * n; i++) of_f = fmax(of_f, fabs(r->flexibility[i]));
  for (int b = 0; b < n; b++) {
    double *to = row + (long)b * (modes + n);
    for (int k = 0; k < modes; k++) to[k] = of_phi > 0 ? r->phi_b[(long)b * modes + k] / of_phi : 0;
    for (int c = 0; c < n; c++) to[modes + c] = of_f > 0 ? r->flexibility[(long)b * n + c] / of_f : 0;
    const double square = dot(modes + n, to, to);
    for (int i = 0; i < modes + n && square > 0; i++) to[i] /= sqrt(square);
  }
  dense_multiply(0, 1, n, n, modes + n, 1, row, row, 0, product);
  TRY(dense_eigen(n, product, NULL, lambda, "products of contact coordinates"));
  for (int i = 0; i < n - r->n_independent; i++)
    for (int b = 0; b < n; b++) part[b] += product[(long)i * n + b] * product[(long)i * n + b];
  return CHATTER_OK;
}
static chatter_status plan_dependent(const reduced_model *r, arena *memory, response_setup *setup) {
  static const double rounding = 1e-12; // for squares of components of unit vectors
  double *part;
  DENSE(part, memory, r->n_boundary, 1);
  if (r->n_independent < r->n_boundary) {
    TRY(dense_begin());
    const chatter_status status = find_dependent(r, memory, part);
    dense_end();
    TRY(status);
  }
  for (int j = 0; j < setup->n_points; j++)
    for (int i = 0; i < setup->point[j].count; i++)
      setup->point[j].is_dependent |= part[setup->coordinate[setup->point[j].first + i]] > rounding;
  return CHATTER_OK;
}

static void plan_numbers(const contact_config *c, response_point *point, response_setup *setup) {
  point->compliant_law = c->law;
  point->size = law_size_of(c);
  point->numbers = setup->n_numbers;
  setup->n_numbers += point->size.numbers;
}

static chatter_status plan_points(const study *config, const reduced_model *r, arena *memory,
                                  response_setup *setup) {
  const int width = response_has_static(config) + 2 * (int)response_config_of(config)->harmonics;
  int next = 0;
  setup->point = arena_allocate(memory, (size_t)(r->n_contacts + 1) * sizeof *setup->point);
  setup->coordinate = arena_allocate(memory, (size_t)(r->n_boundary + 1) * sizeof *setup->coordinate);
  if (!setup->point || !setup->coordinate) return error_raise(CHATTER_DEVICE, "out of memory");
  TRY(reduced_check_contacts(config, r));
  for (int j = 0, index = 0; j < r->n_contacts; j++) {
    const reduced_contact *c = &r->contacts[j];
    response_point *point = &setup->point[setup->n_points++];
    const int row[] = {c->row_normal, c->row_tangent[0], c->row_tangent[1]};
    index = j > 0 && c->entry == r->contacts[j - 1].entry ? index + 1 : 0;
    *point = (response_point){.entry = c->entry,
                              .contact = j,
                              .index = index,
                              .law = law_of(config, &config->contacts[c->entry]),
                              .contact_law = config->contacts[c->entry].law,
                              .first = next,
                              .has_normal = row[0] >= 0,
                              .slopes = setup->n_slopes};
    for (int i = 0; i < 3; i++)
      if (row[i] >= 0) setup->coordinate[next++] = row[i];
    point->count = next - point->first;
    setup->n_slopes += point->count * width * point->count * width;
    if (point->law == HB_LAW_COMPLIANT) plan_numbers(&config->contacts[c->entry], point, setup);
    TRY(check_entry(config, c->entry, point->count - point->has_normal));
  }
  CHECK(next == r->n_boundary, "a contact coordinate belongs to one point");
  return plan_dependent(r, memory, setup);
}

// A varied amplitude may be 0 in some trajectories; those are not run.
static chatter_status check_size_of_loads(const study *config) {
  for (int i = 0; i < config->n_excitations; i++)
    if (study_load_is_harmonic(&config->excitations[i]) &&
        (study_load_size(&config->excitations[i]) != 0 || study_load_varies(config, i)))
      return CHATTER_OK;
  return error_raise(CHATTER_BAD_STUDY,
                     "%s: " RESPONSE_REFUSED ", so that nothing moves (allowed: an excitation.amplitude "
                     "other than 0)",
                     study_place(config, "excitation.0.amplitude"));
}

// Orders the loads: harmonic ones first. The first of them is the driving load.
static chatter_status plan_loads(const study *config, const reduced_model *r, arena *memory,
                                 response_setup *setup) {
  const size_t room = (size_t)config->n_excitations + 1;
  int n = 0;
  setup->excitation = arena_allocate(memory, room * sizeof *setup->excitation);
  setup->load = arena_allocate(memory, room * sizeof *setup->load);
  if (!setup->excitation || !setup->load) return error_raise(CHATTER_DEVICE, "out of memory");
  for (int pass = 0; pass < 2; pass++) {
    for (int i = 0; i < config->n_excitations; i++)
      if (study_load_is_harmonic(&config->excitations[i]) != pass) setup->excitation[n++] = i;
    if (n == 0)
      return error_raise(CHATTER_BAD_STUDY,
                         "%s: there is no harmonic load, so that nothing moves (at least one 'excitation' of "
                         "type harmonic is needed)",
                         study_place(config, "excitation"));
  }
  for (int j = 0; j < n; j++) TRY(reduced_find_excitation(r, config, setup->excitation[j], &setup->load[j]));
  return check_size_of_loads(config);
}

static chatter_status refuse_contact(const study *config, const output_config *output, const char *why) {
  return error_raise(CHATTER_BAD_STUDY, "%s: output '%s': %s is not defined at contact point %g, %s",
                     study_output_place(config, output, "contact"), output->name, output->quantity->name,
                     output->contact, why);
}

// Checks that an output belongs to an existing contact point whose law has that quantity.
static chatter_status plan_contact(const study *config, const output_config *output, response_setup *setup) {
  const contact_quantity_kind of = response_quantity_of(output)->contact;
  setup->has_forces = 1;
  if (of == CONTACT_ENERGY) return CHATTER_OK;
  if (!(output->contact >= 0 && output->contact < setup->n_points))
    return error_raise(CHATTER_BAD_STUDY, "%s: output '%s': %s (allowed: 0 to %d, an output for each)",
                       study_output_place(config, output, "contact"), output->name,
                       output->contact < 0 ? "harmonic balance has no outputs of all contact points"
                                           : "there is no such contact point",
                       setup->n_points - 1);
  const response_point *point = &setup->point[(int)output->contact];
  const int has_tangent = point->count > point->has_normal, is_spring = point->law == HB_LAW_SPRING,
            is_compliant = point->law == HB_LAW_COMPLIANT;
  const int is_along = of == CONTACT_TANGENTIAL_FORCE || of == CONTACT_TANGENTIAL ||
                       of == CONTACT_DISSIPATION || of == CONTACT_STUCK;
  if (of == CONTACT_GAP && !point->has_normal)
    return refuse_contact(config, output, "which has a constant normal load and no normal coordinate");
  if (is_along && !has_tangent) return refuse_contact(config, output, "which has no direction of friction");
  if (is_spring && (of == CONTACT_CLOSED || of == CONTACT_STUCK || of == CONTACT_DISSIPATION))
    return refuse_contact(config, output, "a spring, which neither slips nor separates");
  if (is_spring && of == CONTACT_NORMAL_FORCE && !point->has_normal)
    return refuse_contact(config, output, "a spring along another direction");
  if (is_compliant && (of == CONTACT_STUCK ||
                       (of == CONTACT_CLOSED && !(law_force_arguments(point->compliant_law) & LAW_HAS_GAP))))
    return refuse_contact(config, output, "whose law knows no such state");
  if (is_compliant && of == CONTACT_NORMAL_FORCE && !point->has_normal)
    return refuse_contact(config, output, "whose law acts along the tangent");
  return CHATTER_OK;
}

// Plans row 0 of the displacements, the monitored one. A study without outputs of nodes uses the
// displacement along the first load, in a model with one more response.
static chatter_status plan_monitor(const study *config, engine_layout *layout, response_setup *setup) {
  arena *memory = layout->memory;
  int output, *index = arena_allocate(memory, sizeof *index);
  double *weight = arena_allocate(memory, sizeof *weight);
  reduced_model *more = arena_allocate(memory, sizeof *more);
  if (!index || !weight || !more) return error_raise(CHATTER_DEVICE, "out of memory");
  TRY(response_find_monitor(config, &output));
  if (output >= 0)
    return reduced_find_row(config, &config->outputs[output], layout->reduced, memory, setup->row,
                            &setup->n_rows, &setup->output_row[output]);
  TRY(response_monitor_load(layout->reduced, setup->load[0], memory, more, index));
  *weight = 1;
  setup->row[setup->n_rows++] = (reduced_row){.n = 1, .index = index, .weight = weight};
  layout->reduced = more;
  return CHATTER_OK;
}

static chatter_status plan_outputs(const study *config, engine_layout *layout, response_setup *setup) {
  arena *memory = layout->memory;
  const size_t room = (size_t)config->n_outputs + 1;
  setup->row = arena_allocate(memory, room * sizeof *setup->row);
  setup->output_row = arena_allocate(memory, room * sizeof *setup->output_row);
  if (!setup->row || !setup->output_row) return error_raise(CHATTER_DEVICE, "out of memory");
  TRY(plan_monitor(config, layout, setup));
  for (int o = 0; o < config->n_outputs; o++) {
    const output_config *output = &config->outputs[o];
    const response_quantity *quantity = response_quantity_of(output);
    if (!quantity)
      return error_raise(CHATTER_BAD_STUDY,
                         "%s: output '%s': this quantity does not belong to harmonic balance",
                         study_output_place(config, output, "quantity"), output->name);
    setup->output_row[o] = -1;
    if (output->quantity->place == QUANTITY_OF_NODE)
      TRY(reduced_find_row(config, output, layout->reduced, memory, setup->row, &setup->n_rows,
                           &setup->output_row[o]));
    if (quantity->contact != CONTACT_NOTHING) TRY(plan_contact(config, output, setup));
    if (quantity->what == RESPONSE_FIELD) setup->has_forces = 1;
  }
  return CHATTER_OK;
}

static chatter_status check_model(const study *config, const reduced_model *r) {
  if (r->n_contacts == 0)
    return error_raise(CHATTER_BAD_STUDY,
                       "%s: harmonic balance is of nonlinear contacts, this model has none (at least one "
                       "'contact' is needed)",
                       study_place(config, "contact"));
  return CHATTER_OK;
}

// The damping matrix is that of the model plus terms by the study's numbers, which vary between
// trajectories. It may be diagonal if a rigid-body mode, which has no damping ratio, is damped.
static chatter_status plan_damping(const reduction_config *of, const reduced_model *r, arena *memory,
                                   response_setup *setup) {
  // relative to the largest element: remainder of the projection
  static const double rounding = 1e-12;
  const int m = r->n_modes;
  double largest = 0, beside = 0;
  if (!r->damping) return CHATTER_OK;
  DENSE(setup->own_damping, memory, m, 1);
  for (int k = 0; k < m; k++) setup->own_damping[k] = r->damping[(long)k * (m + 1)] - damping_rate(r, of, k);
  for (int i = 0; i < m; i++)
    for (int j = 0; j < m; j++) {
      const double size = fabs(r->damping[(long)i * m + j]);
      largest = fmax(largest, size);
      if (i != j) beside = fmax(beside, size);
    }
  setup->is_coupled = beside > rounding * largest;
  return CHATTER_OK;
}

double response_damping(const engine_layout *layout, const reduction_config *of, int mode) {
  const double *own = ((const response_setup *)layout->setup)->own_damping;
  return damping_rate(layout->reduced, of, mode) + (own ? own[mode] : 0);
}

int response_uses_differences(const response_setup *setup) {
  int any = 0;
  for (int j = 0; j < setup->n_points; j++) any |= setup->point[j].law == HB_LAW_COMPLIANT;
  return any && setup->stages >> STAGE_EXTREMUM & 1;
}

chatter_status response_plan(const study *config, engine_layout *layout, response_setup *setup) {
  const reduced_model *r = layout->reduced;
  arena *memory = layout->memory;
  TRY(check_model(config, r));
  TRY(plan_damping(&config->reduction, r, memory, setup));
  TRY(plan_loads(config, r, memory, setup));
  TRY(response_plan_drives(config, r, memory, setup));
  TRY(plan_points(config, r, memory, setup));
  TRY(response_plan_mean_stiffness(config, r, memory, setup));
  return plan_outputs(config, layout, setup);
}
