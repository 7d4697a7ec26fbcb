// Parameters and initial state of one trajectory.
#include "engines/beams/bind/beams_bind.h"

#include <math.h>
#include <string.h>

#include "base/dot.h"
#include "engines/beams/beams_engine.h"
#include "engines/beams/bind/beams_equilibrium.h"
#include "engines/beams/bind/beams_plan.h"
#include "engines/beams/bind/beams_start.h"
#include "ensemble/observe/field_outputs.h"
#include "ensemble/state/start_states.h"

// Returns 1 if beams intersect at rest; x: positions of all nodes.
static int intersects(const study *config, const beams_setup *setup, const double *x) {
  for (int z = 0; z < beam_zones_count(config); z++) {
    int beam[2];
    beam_zone_at(config, z, beam);
    const beam_at_rest a = beams_rest(config, beam[0]), b = beams_rest(config, beam[1]);
    const double radii = beam_at(config, beam[0])->radius + beam_at(config, beam[1])->radius;
    if (beams_distance(&a, x + 3 * setup->first[beam[0]], &b, x + 3 * setup->first[beam[1]]) <
        radii * (1 - 1e-12))
      return 1;
  }
  return 0;
}

chatter_status beams_estimate(const engine_layout *layout, const study *config, long trajectory,
                              void *scratch, trajectory_estimate *estimate) {
  const double steps = beams_increments(config);
  beams_places(config, layout->setup, scratch);
  if (intersects(config, layout->setup, scratch)) {
    estimate->status = TRAJECTORY_INTERSECTING;
    return CHATTER_OK;
  }
  if (!(steps >= 1 && steps < 1e9))
    return error_raise(CHATTER_BAD_STUDY, "trajectory %ld: %g increments (allowed: 1 to 1e9)", trajectory,
                       steps);
  if (layout->start) TRY(start_states_find(layout, config, trajectory, 1, estimate));
  if (estimate->status != TRAJECTORY_OK) return CHATTER_OK;
  TRY(fields_check(layout, config, trajectory, 1, estimate->from.first + steps));
  estimate->steps = estimate->cost = steps;
  estimate->recorded = beams_recorded(config);
  estimate->step = 1;
  return CHATTER_OK;
}

// Binds one beam. x: positions of its nodes; triad: of its elements, [4] each.
static void bind_beam(const study *config, int which, const double *x, double *to, double *triad) {
  const beam_config *b = beam_at(config, which);
  const assembly_config *a = assembly_of(config);
  const beam_at_rest rest = beams_rest(config, which);
  const double r2 = b->radius * b->radius, area = M_PI * r2, inertia = area * r2 / 4;
  double length = 0;
  for (int e = 0; e < rest.elements; e++) {
    const double y[3] = {x[3 * e + 3] - x[3 * e], x[3 * e + 4] - x[3 * e + 1], x[3 * e + 5] - x[3 * e + 2]};
    length += sqrt(dot(3, y, y));
    beams_element_axes(&rest, x + 3 * e, triad + 4 * e);
  }
  for (int i = 0; i < 4; i++) to[BEAM_AXES + i] = rest.axes[i];
  to[BEAM_ELEMENT_LENGTH] = length / rest.elements;
  to[BEAM_SECTION_RADIUS] = b->radius;
  to[BEAM_AXIAL_STIFFNESS] = a->youngs_modulus * area;
  to[BEAM_BENDING_STIFFNESS] = a->youngs_modulus * inertia;
  to[BEAM_TORSIONAL_STIFFNESS] = a->youngs_modulus / (2 * (1 + a->poisson_ratio)) * 2 * inertia;
}

chatter_status beams_bind(const engine_layout *layout, const study *config, long trajectory, void *scratch,
                          double *parameter, double *state, trajectory_estimate *estimate) {
  const beams_setup *setup = layout->setup;
  const int *dim = layout->sizes.dim;
  const loading_config *l = loading_of(config);
  const beam_contact_config *c = beam_contact_config_of(config);
  TRY(beams_estimate(layout, config, trajectory, scratch, estimate));
  const double last = estimate->from.first + estimate->steps;
  parameter[PARAMETER_STEPS] = last;
  parameter[PARAMETER_FIRST_RECORDED] = last - estimate->recorded;
  parameter[PARAMETER_SERIES_ROW] =
      layout->series_values > 0 && signals_chosen(config->n_outputs, config->outputs, trajectory) ? 0 : -1;
  parameter[BEAMS_STEP_UNIT] = 1;
  parameter[BEAMS_INCREMENTS_PER_LEG] = l->increments;
  parameter[BEAMS_TOLERANCE] = l->tolerance;
  parameter[BEAMS_MAX_ITERATIONS] = l->iterations;
  parameter[BEAMS_MAX_HALVINGS] = l->halvings;
  parameter[BEAMS_NORMAL_PENALTY] = c->normal_penalty;
  parameter[BEAMS_TANGENTIAL_PENALTY] = c->tangential_penalty > 0 ? c->tangential_penalty : 1;
  parameter[BEAMS_FRICTION_COEFFICIENT] = c->friction;
  parameter[BEAMS_VECTOR_FRICTION] = c->friction_law == FRICTION_VECTOR;
  parameter[BEAMS_PAIR_SHIFT] = c->shift;
  parameter[BEAMS_FIRST_STEP] = estimate->from.first;
  parameter[BEAMS_FIRST_LOAD_FACTOR] = beams_first_factor(layout, estimate);
  parameter[BEAMS_MAX_AUGMENTATIONS] = c->augmentations;
  parameter[BEAMS_MAX_PENETRATION] = c->penetration;
  const double *x = scratch; // as set by beams_estimate
  memcpy(parameter + beams_rest_place(dim, 0), x, 3 * (size_t)setup->n_nodes * sizeof *x);
  for (int b = 0; b < setup->n_beams; b++)
    bind_beam(config, b, x + 3 * setup->first[b], parameter + beams_beam_parameter(dim, b),
              // a beam has one node more than elements
              parameter + beams_rest_axes(dim, setup->first[b] - b));
  for (int i = 0; i < dim[DIM_LOAD_LEGS]; i++)
    parameter[beams_leg_parameter(dim) + i] = l->path.n > 0 ? l->path.value[i] : 1;
  for (int d = 0; d < setup->n_driven; d++)
    parameter[beams_driven_parameter(dim) + d] = beam_load_at(config, setup->driven_by[d])->displacement;
  for (int f = 0; f < setup->n_loaded; f++)
    parameter[beams_loaded_parameter(dim) + f] = beam_load_at(config, setup->loaded_by[f])->force;
  signals_bind(&setup->signals, 1, last - estimate->recorded, last, NULL,
               parameter + beams_n_parameters(dim));
  if (estimate->status != TRAJECTORY_OK) return CHATTER_OK;
  for (int node = 0; node < setup->n_nodes; node++)
    state[beams_row_rotations(dim) + N_TURN_NUMBERS * node] = 1;
  if (layout->start) start_states_copy(layout, &estimate->from, state);
  state[BEAMS_REACHED] = parameter[BEAMS_FIRST_LOAD_FACTOR];
  signals_start(&setup->signals, state + beams_row_observed(dim));
  return CHATTER_OK;
}
