// Plans the study's outputs: the signals that the kernel evaluates for them, and the places of
// their values in its state.
#include "engines/transient/extract/transient_outputs.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engines/transient/bind/transient_time.h"
#include "engines/transient/transient_engine.h"
#include "engines/transient/extract/transient_quantities.h"
#include "study/file/key_place.h"

static chatter_status check_point(const study *config, const output_config *output, const reduced_model *r,
                                  int point) {
  if (point >= r->n_contacts || r->n_contacts == 0)
    return error_raise(CHATTER_BAD_STUDY, "%s: output '%s': there is no contact point %d (allowed: %s%d)",
                       study_output_place(config, output, "contact"), output->name, point,
                       r->n_contacts > 0 ? "0 to " : "none, the study has contact points: ",
                       r->n_contacts > 0 ? r->n_contacts - 1 : 0);
  if (output->quantity->place == QUANTITY_OF_NORMAL && r->contacts[point].row_normal < 0)
    return error_raise(
        CHATTER_BAD_STUDY,
        "%s: output '%s': %s is not defined at contact point %d, which has a constant normal load and "
        "no normal coordinate",
        study_output_place(config, output, "contact"), output->name, output->quantity->name, point);
  return CHATTER_OK;
}

static chatter_status plan_counter(const study *config, const output_config *output, transient_setup *setup) {
  setup->contacts = 1;
  if (!(output->quantity->flags & QUANTITY_COUNTED)) return CHATTER_OK;
  if (!(output->index >= 1 && output->index <= 1000))
    return error_raise(CHATTER_BAD_STUDY, "%s: output '%s': impact number %g (allowed: 1 to 1000)",
                       study_output_place(config, output, "index"), output->name, output->index);
  if (output->index > setup->n_apexes) setup->n_apexes = (int)output->index;
  return CHATTER_OK;
}

// Returns 1 for reductions of a force that grow without bound as the step shrinks, if the force is
// an impulse over Δt.
static int is_peak(int reduce) {
  return reduce == REDUCE_MAX || reduce == REDUCE_RMS || reduce == REDUCE_HALF_PEAK_TO_PEAK ||
         reduce == REDUCE_DRIFT || reduce == REDUCE_MAX_ABS || reduce == REDUCE_WINDOWS ||
         reduce == REDUCE_WINDOW_MAX || reduce == REDUCE_WINDOW_RMS || reduce == REDUCE_WINDOW_MAX_ABS;
}

static int has_impacts(const reduced_model *r, const output_config *output, int point) {
  for (int j = 0; j < r->n_contacts; j++)
    if ((j == point || output->contact == OUTPUT_SUM) && r->contacts[j].row_normal >= 0) return 1;
  return 0;
}

// Forces of rigid impacts are impulses and have no peaks. Finite forces have no impulse per step.
static chatter_status check_impulses(const study *config, const reduced_model *r, const output_config *output,
                                     int point) {
  const transient_quantity *quantity = transient_quantity_of(output);
  const int is_moreau = integrator_of(config)->scheme == SCHEME_MOREAU,
            is_force = quantity->signal == SIGNAL_NORMAL_FORCE || quantity->signal == SIGNAL_TANGENTIAL_FORCE,
            is_impulse = quantity->signal == SIGNAL_IMPULSE,
            is_of_impact = is_impulse || (quantity->signal < 0 && quantity->block == 2);
  if (is_of_impact && !is_moreau)
    return error_raise(CHATTER_BAD_STUDY,
                       "%s: output '%s': impulses belong to scheme moreau; contact forces of scheme leapfrog "
                       "are finite (allowed: normal_force, such as reduce: max or integral)",
                       study_output_place(config, output, "quantity"), output->name);
  if (is_impulse && output->reduce == REDUCE_INTEGRAL)
    return error_raise(CHATTER_BAD_STUDY,
                       "%s: output '%s': an impulse has no integral over time (allowed: max, series and the "
                       "like; the sum of all impulses is quantity: normal_force, reduce: integral)",
                       study_output_place(config, output, "reduce"), output->name);
  if (is_moreau && is_force && is_peak(output->reduce) && has_impacts(r, output, point))
    return error_raise(
        CHATTER_BAD_STUDY,
        "%s: output '%s': the %s of a rigid contact has no peaks: in an impact it is impulse/Δt, which grows "
        "as the step shrinks (allowed: final, min, mean, integral, share_above, share_below, window_min, "
        "window_mean, window_share_above, window_share_below, series; the largest impulse in N s is "
        "quantity: impulse, "
        "reduce: max; for peaks of force give the contact a stiffness, such as law: spring with scheme "
        "leapfrog)",
        study_output_place(config, output, "reduce"), output->name, quantity->is.word);
  return CHATTER_OK;
}

// Plans value v of an output.
static chatter_status plan_value(const study *config, const reduced_model *r, arena *memory,
                                 transient_setup *setup, const output_config *output, int v,
                                 transient_output_plan *plan) {
  const transient_quantity *quantity = transient_quantity_of(output);
  plan->signal[v] = -1;
  if (quantity->is.place == QUANTITY_OF_FIELD) return CHATTER_OK;
  if (quantity->is.place == QUANTITY_OF_NODE)
    TRY(reduced_find_row(config, output, r, memory, setup->response, &setup->n_responses, &plan->index[v]));
  if (quantity->is.place >= QUANTITY_OF_POINT) {
    plan->index[v] = transient_is_of_all_points(output) ? v : (int)fmax(output->contact, 0);
    TRY(check_point(config, output, r, plan->index[v]));
    TRY(check_impulses(config, r, output, plan->index[v]));
  }
  const int signal = transient_signal_of(output);
  if (signal < 0) return plan_counter(config, output, setup);
  plan->signal[v] = signals_want(&setup->signals, signal, plan->index[v], output);
  setup->velocity |= quantity->signal == SIGNAL_VELOCITY || quantity->signal == SIGNAL_KINETIC ||
                     quantity->signal == SIGNAL_TOTAL || quantity->signal == SIGNAL_ACCELERATION;
  setup->dissipation |= quantity->signal == SIGNAL_DISSIPATION;
  return CHATTER_OK;
}

static chatter_status plan_output(const study *config, const reduced_model *r, arena *memory,
                                  transient_setup *setup, int o) {
  const output_config *output = &config->outputs[o];
  transient_output_plan *plan = &setup->outputs[o];
  for (int v = 0; v < plan->n_values; v++) TRY(plan_value(config, r, memory, setup, output, v, plan));
  return CHATTER_OK;
}

// Allocates the values of all outputs and as many signals and responses.
static chatter_status make_room(const study *config, const reduced_model *r, arena *memory,
                                transient_setup *setup) {
  size_t n = 0;
  setup->outputs = arena_allocate(memory, (size_t)(config->n_outputs + 1) * sizeof *setup->outputs);
  setup->response = arena_allocate(memory, (size_t)(config->n_outputs + 1) * sizeof *setup->response);
  if (!setup->outputs || !setup->response) return error_raise(CHATTER_DEVICE, "out of memory");
  for (int o = 0; o < config->n_outputs; o++) {
    const output_config *output = &config->outputs[o];
    if (!transient_quantity_of(output))
      return error_raise(CHATTER_BAD_STUDY,
                         "%s: output '%s': this quantity does not belong to a transient study",
                         study_output_place(config, output, "quantity"), output->name);
    setup->outputs[o].n_values = transient_is_of_all_points(output) && r->n_contacts > 0 ? r->n_contacts : 1;
    n += (size_t)setup->outputs[o].n_values;
  }
  int *value = arena_allocate(memory, (2 * n + 1) * sizeof *value);
  setup->signals.signal = arena_allocate(memory, (n + 1) * sizeof *setup->signals.signal);
  if (!value || !setup->signals.signal) return error_raise(CHATTER_DEVICE, "out of memory");
  for (int o = 0; o < config->n_outputs; value += 2 * setup->outputs[o++].n_values) {
    setup->outputs[o].signal = value;
    setup->outputs[o].index = value + setup->outputs[o].n_values;
  }
  return CHATTER_OK;
}

chatter_status transient_plan_outputs(const study *config, const engine_layout *layout,
                                      transient_setup *setup) {
  TRY(make_room(config, layout->reduced, layout->memory, setup));
  for (int o = 0; o < config->n_outputs; o++)
    TRY(plan_output(config, layout->reduced, layout->memory, setup, o));
  return signals_place(&setup->signals, layout->series_step > 0 ? layout->series_step : setup->dt,
                       setup->dt > 0 ? transient_recorded(config, setup->dt, 0) : 0,
                       integrator_of(config)->windows);
}
