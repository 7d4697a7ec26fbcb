#include "engines/beams/beams_mesh.h"

#include <stdio.h>
#include <string.h>

#include "base/cells.h"
#include "engines/beams/beams_engine.h"
#include "engines/beams/bind/beams_equilibrium.h"
#include "ensemble/observe/field_outputs.h"
#include "kernels/beams/zone_fan.h"
#include "reduction/recovery/recovery.h"
#include "study/file/key_place.h"

// Makes the basis of fields, whose coordinates are the displacements themselves: a row moves one
// node along one axis.
static chatter_status make_recovery(const study *config, arena *memory, const beams_setup *setup,
                                    recovery *to) {
  const size_t n = (size_t)setup->n_nodes;
  double *x = arena_allocate(memory, beams_room(setup) * sizeof *x);
  to->id = arena_allocate(memory, n * sizeof *to->id);
  to->position = arena_allocate(memory, n * sizeof *to->position);
  to->cells = arena_allocate(memory, 4 * (size_t)setup->n_elements * sizeof *to->cells);
  to->displacement = arena_allocate(memory, 9 * n * n * sizeof *to->displacement);
  to->sets = arena_allocate(memory, (size_t)setup->n_beams * sizeof *to->sets);
  int *node = arena_allocate(memory, n * sizeof *node);
  if (!x || !to->id || !to->position || !to->cells || !to->displacement || !to->sets || !node)
    return error_raise(CHATTER_DEVICE, "out of memory for the mesh of the beams");
  to->n_nodes = (int)n, to->n_coordinates = 3 * (int)n, to->n_sets = setup->n_beams;
  beams_places(config, setup, x);
  for (size_t k = 0; k < n; k++) {
    to->id[k] = (long)k + 1, node[k] = (int)k;
    memcpy(to->position[k], x + 3 * k, sizeof to->position[k]);
    for (size_t c = 0; c < 3; c++) to->displacement[(3 * k + c) * 3 * n + 3 * k + c] = 1;
  }
  for (int b = 0; b < setup->n_beams; b++) {
    snprintf(to->sets[b].name, sizeof to->sets[b].name, "%s", beam_at(config, b)->name);
    to->sets[b].n = setup->elements[b] + 1, to->sets[b].node = node + setup->first[b];
    for (int e = 0; e < setup->elements[b]; e++) {
      const int line[] = {CELL_LINE, 2, setup->first[b] + e, setup->first[b] + e + 1};
      memcpy(to->cells + to->n_cells, line, sizeof line);
      to->n_cells += 4;
    }
  }
  return CHATTER_OK;
}

static chatter_status check_fields(const study *config, int *wanted) {
  for (int o = 0; o < config->n_outputs; o++) {
    const output_config *output = &config->outputs[o];
    if (!study_is_field(output)) continue;
    *wanted = 1;
    if (output->of != FIELD_OF_DISPLACEMENT)
      return error_raise(CHATTER_BAD_STUDY,
                         "%s: output '%s': fields of beams are displacements (allowed: of: displacement)",
                         study_output_place(config, output, "of"), output->name);
  }
  return CHATTER_OK;
}

chatter_status beams_mesh(const study *config, engine_layout *layout) {
  const beams_setup *setup = layout->setup;
  reduced_model *mesh = arena_allocate(layout->memory, sizeof *mesh);
  const size_t n = (size_t)setup->n_nodes;
  int wanted = 0;
  if (!mesh) return error_raise(CHATTER_DEVICE, "out of memory");
  layout->reduced = mesh;
  TRY(check_fields(config, &wanted));
  mesh->n_modes = 3 * setup->n_nodes, mesh->n_contacts = setup->n_nodes;
  mesh->omega2 = arena_allocate(layout->memory, 3 * n * sizeof *mesh->omega2);
  mesh->contacts = arena_allocate(layout->memory, n * sizeof *mesh->contacts);
  if (!mesh->omega2 || !mesh->contacts) return error_raise(CHATTER_DEVICE, "out of memory");
  for (int b = 0; b < setup->n_beams; b++)
    for (int k = 0; k <= setup->elements[b]; k++) {
      reduced_contact *point = &mesh->contacts[setup->first[b] + k];
      point->node = setup->first[b] + k + 1, point->partner = -1, point->entry = b;
    }
  if (!wanted) return CHATTER_OK;
  mesh->recovery = arena_allocate(layout->memory, sizeof *mesh->recovery);
  if (!mesh->recovery) return error_raise(CHATTER_DEVICE, "out of memory");
  return make_recovery(config, layout->memory, setup, mesh->recovery);
}

// Evaluates zone z as the kernel does (kernels/beams/zone.h), with the computed forces, for a slip
// that is about to continue. x: positions of all nodes. Returns 1 if any pair is closed.
static int zone_at(const engine_layout *layout, const kernel_batch *host, long i, int z, const double *now,
                   const double *x, beam_zone *zone) {
  const beams_setup *setup = layout->setup;
  const int *dim = layout->sizes.dim, *beam = layout->tables + beams_zone_table(dim, z);
  const int first = beams_beam_parameter(dim, beam[0]), second = beams_beam_parameter(dim, beam[1]);
  zone->holds = 0, zone->active = 0;
  zone->pairs = dim[DIM_PAIRS_PER_ZONE], zone->places = zone_n_places(dim[DIM_PAIRS_PER_ZONE]);
  zone->law = (zone_law){.shift = engine_parameter(host, BEAMS_PAIR_SHIFT, i) *
                                  engine_parameter(host, first + BEAM_SECTION_RADIUS, i) /
                                  (3 * engine_parameter(host, second + BEAM_ELEMENT_LENGTH, i))};
  for (int side = 0; side < 2; side++)
    zone->nodes[side] = setup->elements[beam[side]] + 1, zone->first[side] = setup->first[beam[side]];
  for (int q = 0; q < zone->pairs; q++) {
    const double *from = now + ZONE_FIRST_PAIR + q * N_PAIR_NUMBERS;
    zone_pair *pair = &zone->pair[q];
    for (int side = 0; side < 2; side++)
      pair->place[side] = pair->place[POINT_BEFORE_FIRST + side] = from[PAIR_PLACE + side];
    pair_points(zone, x, now, q, pair);
    pair_set_motions(pair, q, zone->places);
    pair->closed = from[PAIR_STATE] > 0;
    pair->weight[RELATION_GAP] = pair->closed ? -from[PAIR_NORMAL_FORCE] : 0;
    for (int side = 0; side < 2; side++)
      pair->weight[RELATION_SLIP + side] = pair->closed ? from[PAIR_FRICTION_FORCE + side] : 0;
    zone->active |= pair->closed;
  }
  zone->angle =
      angle_between(zone->pair[0].point[POINT_NOW_FIRST].slope, zone->pair[0].point[POINT_NOW_SECOND].slope);
  zone->shift = zone->law.shift / zone->angle.sine;
  return zone->active;
}

// Adds the forces of a zone to the nodes.
static void add_zone(beam_zone *zone, double *contact) {
  double fan[ZONE_MAX_PAIRS * N_FAN_WEIGHTS + 3 * (2 * ZONE_MAX_PLACES + ZONE_MAX_PAIRS * N_FAN_ROWS)];
  const int own = N_FAN_WEIGHTS * zone->pairs, each = fan_n_freedom_numbers(zone->pairs);
  zone_find_active_nodes(zone);
  zone_multipliers(zone);
  for (int v = 0; v < zone->places; v++)
    for (int w = 0; w < zone->places; w++) zone->curve[v][w] = 0; // affects only the tangent
  for (int side = 0; side < 2; side++)
    for (int k = zone->from[side]; k < zone->from[side] + zone->span[side]; k++) {
      fan_fill_node(zone, side, k, fan);
      for (int c = 0; c < 3; c++)
        contact[3 * (zone->first[side] + k) + c] -= fan_force(zone, fan + own + c * each);
    }
}

// Writes the displacements at the end of the step and the contact forces on the nodes. Positions
// are those of the study itself; displacements of a sample with other positions include the
// difference.
void beams_fill_motion(const engine_layout *layout, const kernel_batch *host, long i, const double *before,
                       const double *after, engine_motion *to) {
  const beams_setup *setup = layout->setup;
  const int *dim = layout->sizes.dim, n = 3 * setup->n_nodes;
  const recovery *rest = layout->reduced->recovery;
  double *x = to->velocity; // used as scratch: velocities are not needed
  beam_zone zone = {0};
  (void)before;
  for (int k = 0; k < n; k++) {
    x[k] = engine_parameter(host, beams_rest_place(dim, 0) + k, i) + after[BEAMS_MOVED + k];
    to->coordinate[k] = x[k] - rest->position[k / 3][k % 3];
    to->contact[k] = 0;
  }
  for (int z = 0; z < dim[DIM_CONTACT_ZONES]; z++)
    if (zone_at(layout, host, i, z, after + beams_row_zone(dim) + z * zone_n_numbers(dim[DIM_PAIRS_PER_ZONE]),
                x, &zone))
      add_zone(&zone, to->contact);
}
