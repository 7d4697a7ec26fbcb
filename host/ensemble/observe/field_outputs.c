// Plans and stores field outputs.
#include "ensemble/observe/field_outputs.h"

#include <math.h>
#include <string.h>

#include "ensemble/observe/field_nodes.h"
#include "ensemble/observe/signal_outputs.h"
#include "results/mesh/result_field.h"
#include "study/file/key_place.h"
#include "study/study_kind.h"

// Counts the numbers of an instant: modal coordinates alone if the boundary has mass, and for
// velocities.
static void count_numbers(const reduced_model *r, field_plan *plan) {
  const int of_velocity = plan->output.of == FIELD_OF_VELOCITY;
  plan->n_modes = r->n_modes;
  plan->n_forces = r->massless && !of_velocity ? r->n_boundary : 0;
  plan->n_points = r->n_contacts;
  plan->has_shift = r->recovery->n_moving > 0 && plan->output.of != FIELD_OF_STRESS;
  plan->length =
      FIELD_NUMBERS + plan->n_modes + plan->n_forces + 3 * plan->n_points + (plan->has_shift ? 3 : 0);
}

static chatter_status choose_nodes(const study *config, const output_config *output, engine_layout *layout,
                                   field_plan *plan) {
  field_nodes nodes;
  TRY(field_nodes_create(layout->reduced->recovery, output->nodes,
                         study_output_place(config, output, "nodes"), &nodes));
  plan->n_nodes = nodes.n;
  plan->node = arena_allocate(layout->memory, (size_t)(nodes.n + 1) * sizeof *plan->node);
  if (plan->node) memcpy(plan->node, nodes.node, (size_t)nodes.n * sizeof *plan->node);
  field_nodes_destroy(&nodes);
  return plan->node ? CHATTER_OK : error_raise(CHATTER_DEVICE, "out of memory");
}

// Plans one field. before: numbers of a trajectory that other outputs store.
static chatter_status plan_one(const study *config, const output_config *output, engine_layout *layout,
                               double recorded, long before, field_plan *plan) {
  *plan = (field_plan){0};
  TRY(signals_keep_output(output, layout->memory, &plan->output));
  count_numbers(layout->reduced, plan);
  plan->every = output->at.n > 0 ? 0 : output->every >= 1 ? (long)output->every : 1;
  const double candidates = output->at.n > 0 ? output->at.n : ceil(recorded / (double)plan->every);
  const double kept = output->event == FIELD_EVENT_MAXIMUM ? 1 : candidates,
               most = 2e8; // with all before it: an int
  if ((double)before + kept * (double)plan->length > most)
    return error_raise(CHATTER_BAD_STUDY,
                       "%s: output '%s': %.3g instants of %ld numbers per trajectory are too much (allowed: "
                       "%g numbers); raise 'every', give times by 'at', or record less",
                       study_output_place(config, output, "every"), output->name, kept, plan->length, most);
  TRY(choose_nodes(config, output, layout, plan));
  plan->candidates = (long)candidates;
  plan->instants = (long)kept;
  return CHATTER_OK;
}

chatter_status fields_plan(const study *config, engine_layout *layout, double recorded, long *series_values) {
  layout->fields = arena_allocate(layout->memory, (size_t)(config->n_outputs + 1) * sizeof *layout->fields);
  if (!layout->fields) return error_raise(CHATTER_DEVICE, "out of memory");
  layout->n_fields = 0;
  for (int o = 0; o < config->n_outputs; o++) {
    if (!study_is_field(&config->outputs[o])) continue;
    CHECK(layout->reduced->recovery, "fields need the recovery basis of their model");
    field_plan *plan = &layout->fields[layout->n_fields++];
    TRY(plan_one(config, &config->outputs[o], layout, recorded, *series_values, plan));
    plan->place = *series_values;
    *series_values += plan->instants * plan->length;
  }
  return CHATTER_OK;
}

chatter_status fields_check(const engine_layout *layout, const study *config, long trajectory, double dt,
                            double steps) {
  for (int f = 0; f < layout->n_fields && signals_chosen(config->n_outputs, config->outputs, trajectory);
       f++) {
    const output_config *output = &layout->fields[f].output;
    for (int j = 0; j < output->at.n; j++)
      if (output->at.value[j] > (steps + 0.5) * dt)
        return error_raise(CHATTER_BAD_STUDY,
                           "%s: output '%s': at %g s trajectory %ld is over, it ends at %.9g s",
                           study_output_place(config, output, "at"), output->name, output->at.value[j],
                           trajectory, steps * dt);
  }
  return CHATTER_OK;
}

// Returns the step of instant j of a column. If the motion is that at the end of a step, time n Δt
// belongs to step n - 1. Otherwise the last of n steps begins at (n - 1) Δt, and the end time is
// taken there.
static double instant_step(const engine_layout *layout, const field_plan *plan, const kernel_batch *host,
                           long i, long j) {
  const double steps = engine_parameter(host, PARAMETER_STEPS, i);
  const int which = layout->engine->columns.step_parameter;
  if (plan->every > 0) return engine_parameter(host, PARAMETER_FIRST_RECORDED, i) + (double)(j * plan->every);
  const double step = floor(plan->output.at.value[j] / (which ? engine_parameter(host, which, i) : 1) + 0.5);
  if (layout->engine->fields.ends) return step > 0 ? step - 1 : 0;
  return step == steps ? step - 1 : step;
}

// Returns the first instant of a column not before `from`; those of `at` may be in any order.
static double next_of(const engine_layout *layout, const field_plan *plan, const kernel_batch *host, long i,
                      double from) {
  double least = INFINITY;
  if (plan->every > 0) {
    const double since = from - engine_parameter(host, PARAMETER_FIRST_RECORDED, i);
    const double j = since > 0 ? ceil(since / (double)plan->every) : 0;
    return j < (double)plan->candidates ? instant_step(layout, plan, host, i, (long)j) : INFINITY;
  }
  for (long j = 0; j < plan->candidates; j++) {
    const double step = instant_step(layout, plan, host, i, j);
    if (step >= from && step < least) least = step;
  }
  return least;
}

double fields_next(const engine_layout *layout, const kernel_batch *host, long i, double from) {
  double least = INFINITY;
  for (int f = 0; f < layout->n_fields; f++)
    least = fmin(least, next_of(layout, &layout->fields[f], host, i, from));
  return least < engine_parameter(host, PARAMETER_STEPS, i) ? least : INFINITY;
}

const double *field_basis(const recovery *basis, int of, int *components) {
  *components = of == FIELD_OF_STRESS ? 6 : 3;
  return of == FIELD_OF_STRESS ? basis->stress : basis->displacement;
}

// Returns the length of a vector, or the von Mises stress.
static double size_of(const double *value, int components) {
  return components == 6 ? field_von_mises(value) : hypot(hypot(value[0], value[1]), value[2]);
}

// Returns the largest value of a field. value: workspace for the field.
static double largest_of(const engine_layout *layout, const field_plan *plan, const double *number,
                         double *value) {
  int components;
  const recovery *recovered = layout->reduced->recovery;
  const double *basis = field_basis(recovered, plan->output.of, &components);
  double largest = 0;
  memset(value, 0, (size_t)(plan->n_nodes * components) * sizeof *value);
  for (long k = 0; k < plan->n_modes + plan->n_forces; k++, basis += (long)recovered->n_nodes * components)
    for (long a = 0; a < plan->n_nodes; a++)
      for (int c = 0; c < components; c++)
        value[a * components + c] += number[k] * basis[(long)plan->node[a] * components + c];
  for (long a = 0; a < plan->n_nodes; a++)
    largest = fmax(largest, size_of(value + a * components, components));
  return largest;
}

size_t fields_room(const engine_layout *layout) {
  long length = 0;
  int events = 0;
  for (int f = 0; f < layout->n_fields; f++) {
    length = layout->fields[f].length > length ? layout->fields[f].length : length;
    events |= layout->fields[f].output.event == FIELD_EVENT_MAXIMUM;
  }
  return (size_t)length + (events ? 6 * (size_t)layout->reduced->recovery->n_nodes : 0);
}

// Writes p or v, r, contact forces, shift.
void field_write(const field_plan *plan, const engine_motion *motion, double *to) {
  const double *first = plan->output.of == FIELD_OF_VELOCITY ? motion->velocity : motion->coordinate;
  memcpy(to, first, (size_t)plan->n_modes * sizeof *to);
  to += plan->n_modes;
  if (plan->n_forces > 0) memcpy(to, motion->force, (size_t)plan->n_forces * sizeof *to);
  to += plan->n_forces;
  if (plan->n_points > 0) memcpy(to, motion->contact, 3 * (size_t)plan->n_points * sizeof *to);
  to += 3 * plan->n_points;
  if (plan->has_shift) memcpy(to, motion->shift[plan->output.of], sizeof motion->shift[0]);
}

// Keeps the instant with the larger value; of equal ones the earlier.
static void keep_largest(const engine_layout *layout, const field_plan *plan, double step,
                         const engine_motion *motion, double *kept, double *room) {
  field_write(plan, motion, room);
  const double largest = largest_of(layout, plan, room, room + plan->length);
  if (kept[FIELD_STEP] > 0 && !(largest > kept[FIELD_LARGEST])) return;
  kept[FIELD_STEP] = step + 1;
  kept[FIELD_LARGEST] = largest;
  memcpy(kept + FIELD_NUMBERS, room, (size_t)(plan->length - FIELD_NUMBERS) * sizeof *room);
}

void fields_keep(const engine_layout *layout, const kernel_batch *host, long i, double step,
                 const engine_motion *motion, double *room, double *series) {
  for (int f = 0; f < layout->n_fields; f++) {
    const field_plan *plan = &layout->fields[f];
    const long first =
        plan->every > 0
            ? (long)((step - engine_parameter(host, PARAMETER_FIRST_RECORDED, i)) / (double)plan->every)
            : 0;
    const long end = plan->every > 0 ? first + 1 : plan->candidates;
    for (long j = first; j >= 0 && j < end && j < plan->candidates; j++) {
      double *kept = series + plan->place + (plan->instants > 1 ? j : 0) * plan->length;
      if (instant_step(layout, plan, host, i, j) != step) continue;
      if (plan->output.event == FIELD_EVENT_MAXIMUM) {
        keep_largest(layout, plan, step, motion, kept, room);
        continue;
      }
      kept[FIELD_STEP] = step + 1;
      field_write(plan, motion, kept + FIELD_NUMBERS);
    }
  }
}
