// Residual and tangent of all beams and zones.
#ifndef CHATTER_KERNELS_BEAMS_ASSEMBLY_H
#define CHATTER_KERNELS_BEAMS_ASSEMBLY_H

#include "../observe.h"
#include "element.h"
#include "zone_fan.h"

typedef struct beams_stepper {
  ARRAYS_FIELDS(BEAMS_ARRAYS)
  zone_law law;
  lane_t tolerance, most_iterations, most_halvings, shift;
  lane_t solved, halved;
  lane_t factor; // load factor
  lane_t most_augmentations, deepest;
  recording recording;
} beams_stepper;

KERNEL_FN lane_t beam_parameter(const kernel_run *run, int beam, int which) {
  return parameter_load(run, beams_beam_parameter(DIMS(run), beam) + which);
}
KERNEL_FN int beam_integer(const kernel_run *run, int beam, int which) {
  return TABLE(beams_beam_table(DIMS(run), beam) + which);
}
KERNEL_FN int zone_beam(const kernel_run *run, int zone, int side) {
  return TABLE(beams_zone_table(DIMS(run), zone) + side);
}
KERNEL_FN lane_t *zone_numbers_now(const kernel_run *run, const beams_stepper *self, int zone) {
  (void)run;
  return self->zone + zone * zone_n_numbers(DIM(DIM_PAIRS_PER_ZONE));
}
KERNEL_FN lane_t *zone_numbers_before(const kernel_run *run, const beams_stepper *self, int zone) {
  (void)run;
  return self->zone_kept + zone * zone_n_numbers(DIM(DIM_PAIRS_PER_ZONE));
}

// Returns the beam of node `node`.
KERNEL_FN int beam_of_node(const kernel_run *run, int node) {
  int beam = 0;
  while (beam + 1 < DIM(DIM_BEAMS) && TABLE(beams_beam_table(DIMS(run), beam + 1) + BEAM_FIRST_NODE) <= node)
    beam++;
  return beam;
}
KERNEL_FN beam_section beam_section_of(const kernel_run *run, int beam) {
  beam_section is;
  is.length = beam_parameter(run, beam, BEAM_ELEMENT_LENGTH);
  is.stretch = beam_parameter(run, beam, BEAM_AXIAL_STIFFNESS);
  is.twist = beam_parameter(run, beam, BEAM_TORSIONAL_STIFFNESS);
  is.bending = beam_parameter(run, beam, BEAM_BENDING_STIFFNESS);
  return is;
}

KERNEL_FN void assembly_update_places(const kernel_run *run, beams_stepper *self) {
  team_for(i, N_NODE_NUMBERS * DIM(DIM_BEAM_NODES)) self->place[i] =
      parameter_load(run, beams_rest_place(DIMS(run), 0) + i) + self->moved[i];
  team_sync();
}

// Evaluates element e of a beam. |span| minus the length is computed from displacements alone,
// without cancellation.
KERNEL_FN void assembly_evaluate_element(const kernel_run *run, beams_stepper *self, int beam, int e) {
  const int node = beam_integer(run, beam, BEAM_FIRST_NODE) + e,
            element = beam_integer(run, beam, BEAM_FIRST_ELEMENT) + e,
            place = beams_rest_place(DIMS(run), node);
  beam_section section = beam_section_of(run, beam);
  const lane_t *u = self->moved + N_NODE_NUMBERS * node, *q = self->turned + N_TURN_NUMBERS * node;
  lane_t rest[3], change[3], span[3], axes[4], spins[4];
  FOR_EACH_AXIS(c) {
    rest[c] = parameter_load(run, place + 3 + c) - parameter_load(run, place + c);
    change[c] = u[N_NODE_NUMBERS + c] - u[c];
    span[c] = rest[c] + change[c];
  }
  for (int i = 0; i < 4; i++) {
    axes[i] = parameter_load(run, beams_rest_axes(DIMS(run), element) + i);
    spins[i] = beam_parameter(run, beam, BEAM_AXES + i);
  }
  // the same operations as for |span|, so that an unloaded element has exactly no stress
  section.length = lane_sqrt(vector_dot(rest, rest));
  const lane_t now = lane_sqrt(vector_dot(span, span));
  const lane_t longer =
      lane_fma(lane_set(2), vector_dot(rest, change), vector_dot(change, change)) / (now + section.length);
  beam_element form;
  beam_element_form(&section, span, longer, q, q + N_TURN_NUMBERS, axes, spins, &form);
  lane_t *to = self->element + (long)N_BEAM_ELEMENT_NUMBERS * element;
  to[0] = form.energy;
  for (int i = 0; i < 12; i++) to[1 + i] = form.force[i];
  for (int i = 0; i < 144; i++) to[13 + i] = form.tangent[i];
}

KERNEL_FN void assembly_evaluate_elements(const kernel_run *run, beams_stepper *self) {
  for (int beam = 0; beam < DIM(DIM_BEAMS); beam++)
    team_for(e, beam_integer(run, beam, BEAM_N_NODES) - 1) assembly_evaluate_element(run, self, beam, e);
  team_sync();
}

// Adds one entry of the tangent between two freedoms; that of a driven freedom goes to the right
// side.
KERNEL_FN void assembly_add_entry(const kernel_run *run, beams_stepper *self, int unknown, int other,
                                  lane_t x) {
  const int to = TABLE(beams_unknown_table(DIMS(run), other));
  if (to >= 0)
    self->tangent[unknown * DIM(DIM_BEAM_UNKNOWNS) + to] =
        self->tangent[unknown * DIM(DIM_BEAM_UNKNOWNS) + to] + x;
  else if (to < -1)
    self->step[unknown] = lane_fma(-x, self->pace[-2 - to], self->step[unknown]);
}

// The tangent is a skyline matrix: row k goes from the first row that reaches it to the end of the
// unknowns coupled with it or with an earlier row, by elements and by zones in contact.
KERNEL_FN int skyline_end(const beams_stepper *self, int k) {
  return (int)lane_get(self->reach[k], 0);
}
KERNEL_FN int skyline_begin(const beams_stepper *self, int k) {
  return (int)lane_get(self->start[k], 0);
}
KERNEL_FN void skyline_of_elements(const kernel_run *run, beams_stepper *self) {
  team_for(k, DIM(DIM_BEAM_UNKNOWNS)) {
    self->reach[k] = lane_set((real)TABLE(beams_reach_table(DIMS(run), k)));
    self->start[k] = lane_set((real)TABLE(beams_start_table(DIMS(run), k)));
  }
  team_sync();
}

// Adds the forces of elements and loads to every freedom, and fills their rows of the tangent.
KERNEL_FN void assembly_fill_rows(const kernel_run *run, beams_stepper *self) {
  const int n = DIM(DIM_BEAM_UNKNOWNS);
  team_for(freedom, 6 * DIM(DIM_BEAM_NODES)) {
    const int node = freedom / 6, c = freedom % 6, beam = beam_of_node(run, node),
              k = node - beam_integer(run, beam, BEAM_FIRST_NODE),
              parts = beam_integer(run, beam, BEAM_N_NODES) - 1,
              unknown = TABLE(beams_unknown_table(DIMS(run), freedom));
    lane_t force = lane_set(0);
    if (unknown >= 0) {
      const int end = skyline_end(self, unknown);
      for (int i = skyline_begin(self, unknown); i < end; i++) self->tangent[unknown * n + i] = lane_set(0);
      self->step[unknown] = lane_set(0);
    }
    for (int e = k > 0 ? k - 1 : 0; e <= k && e < parts; e++) {
      const lane_t *from =
          self->element + (long)N_BEAM_ELEMENT_NUMBERS * (beam_integer(run, beam, BEAM_FIRST_ELEMENT) + e);
      const int own = c + (e < k ? 6 : 0);
      force = force + from[1 + own];
      if (unknown >= 0)
        for (int i = 0; i < 12; i++)
          assembly_add_entry(run, self, unknown, 6 * (beam_integer(run, beam, BEAM_FIRST_NODE) + e) + i,
                             from[13 + 12 * own + i]);
    }
    for (int l = 0; l < DIM(DIM_BEAM_LOADED_FREEDOMS); l++)
      if (TABLE(beams_loaded_freedom_table(DIMS(run), l)) == freedom)
        force = lane_fma(-self->factor, parameter_load(run, beams_loaded_parameter(DIMS(run)) + l), force);
    self->force[freedom] = force;
  }
  team_sync();
}

// Reads the beams, law and nodes of a zone.
KERNEL_FN void zone_read(const kernel_run *run, const beams_stepper *self, int z, int holds,
                         beam_zone *zone) {
  zone->holds = holds;
  zone->pairs = DIM(DIM_PAIRS_PER_ZONE), zone->places = zone_n_places(DIM(DIM_PAIRS_PER_ZONE));
  zone->law = self->law;
  zone->law.radii = lane_set(0);
  for (int side = 0; side < 2; side++) {
    const int beam = zone_beam(run, z, side);
    zone->nodes[side] = beam_integer(run, beam, BEAM_N_NODES);
    zone->first[side] = beam_integer(run, beam, BEAM_FIRST_NODE);
    zone->law.radii = zone->law.radii + beam_parameter(run, beam, BEAM_SECTION_RADIUS);
  }
  const beam_section second = beam_section_of(run, zone_beam(run, z, 1));
  zone->law.shift = self->shift * beam_parameter(run, zone_beam(run, z, 0), BEAM_SECTION_RADIUS) /
                    (lane_set(3) * second.length);
}

// Finds the central places in the lanes of `mask`. Returns the lanes where both lines have a common
// normal within their ends. `lost`: lanes where the beams touch and have none, as parallel beams.
KERNEL_FN mask_t zone_locate_places(beam_zone *zone, const lane_t *places, lane_t *now, mask_t mask,
                                    mask_t *lost) {
  const mask_t known = lane_less(lane_set(0), now[ZONE_PLACE_KNOWN]);
  const mask_t wanted = mask & (known | zone_boxes_near(zone, places, lane_set(2) * zone->law.radii));
  lane_t place[2] = {now[ZONE_FIRST_PLACE], now[ZONE_SECOND_PLACE]};
  if (lane_any(wanted & mask_not(known)))
    zone_find_nearest_nodes(zone, places, place, wanted & mask_not(known));
  mask_t found = mask_set(0);
  if (lane_any(wanted)) found = zone_find_common_normal(zone, places, now, place, wanted);
  const mask_t inside = found & zone_inside(zone, 0, place[0]) & zone_inside(zone, 1, place[1]);
  *lost = mask_set(0);
  if (lane_any(wanted & mask_not(inside)))
    *lost = wanted & mask_not(inside) & lane_less(zone_closeness(zone, places), zone->law.radii);
  now[ZONE_FIRST_PLACE] = lane_select(mask, place[0], now[ZONE_FIRST_PLACE]);
  now[ZONE_SECOND_PLACE] = lane_select(mask, place[1], now[ZONE_SECOND_PLACE]);
  now[ZONE_PLACE_KNOWN] =
      lane_select(mask, lane_select(inside, lane_set(1), lane_set(0)), now[ZONE_PLACE_KNOWN]);
  return inside;
}

// Evaluates the points, forces and derivatives of a zone from the history `kept`; `now` is written
// in the lanes of `mask`.
KERNEL_FN void zone_evaluate_contact(beam_zone *zone, const lane_t *places, const lane_t *kept, lane_t *now,
                                     mask_t mask, mask_t inside) {
  const mask_t known = lane_less(lane_set(0), kept[ZONE_PLACE_KNOWN]),
               all = lane_less(lane_set(0), kept[ZONE_ACTIVE]);
  const lane_t first = now[ZONE_FIRST_PLACE], second = now[ZONE_SECOND_PLACE],
               was_first = lane_select(known, kept[ZONE_FIRST_PLACE], first),
               was_second = lane_select(known, kept[ZONE_SECOND_PLACE], second);
  zone->active = mask_set(0);
  for (int q = 0; q < zone->pairs; q++) {
    zone_pair *pair = &zone->pair[q];
    const int shift = pair_shift_count(q);
    lane_t *own = now + ZONE_FIRST_PAIR + q * N_PAIR_NUMBERS;
    mask_t takes = inside;
    pair->place[POINT_NOW_FIRST] = first, pair->place[POINT_NOW_SECOND] = second;
    pair->place[POINT_BEFORE_FIRST] = was_first, pair->place[POINT_BEFORE_SECOND] = was_second;
    if (q == 0 && zone->pairs > 1) {
      pair_points(zone, places, now, q, pair);
      zone->angle = angle_between(pair->point[POINT_NOW_FIRST].slope, pair->point[POINT_NOW_SECOND].slope);
      zone->shift = zone->law.shift / zone->angle.sine;
    }
    if (q > 0) {
      const lane_t by = lane_set((real)shift) * zone->shift;
      curve_point target;
      pair->place[POINT_NOW_SECOND] = second + by, pair->place[POINT_BEFORE_SECOND] = was_second + by;
      takes = takes & all & zone_inside(zone, 1, pair->place[POINT_NOW_SECOND]);
      curve_point_at(zone_nodes(zone, places, 1), pair->place[POINT_NOW_SECOND],
                     zone_facet(zone, now, q, 1, pair->place[POINT_NOW_SECOND]), &target);
      takes = zone_find_facing_place(zone, places, now, q, &target, &pair->place[POINT_NOW_FIRST], takes);
      takes = takes & zone_inside(zone, 0, pair->place[POINT_NOW_FIRST]);
      pair->place[POINT_BEFORE_FIRST] = pair->place[POINT_NOW_FIRST] - (first - was_first);
    }
    pair_points(zone, places, now, q, pair);
    pair_forces(&zone->law, pair, takes, kept + ZONE_FIRST_PAIR + q * N_PAIR_NUMBERS, own, mask);
    const mask_t closed = pair->closed;
    for (int side = 0; side < 2; side++)
      own[PAIR_PLACE + side] = lane_select(mask, pair->place[side], own[PAIR_PLACE + side]);
    pair_set_motions(pair, q, zone->places);
    zone->active = zone->active | closed;
    if (q > 0) continue;
    now[ZONE_ACTIVE] = lane_select(mask, lane_select(closed, lane_set(1), lane_set(0)), now[ZONE_ACTIVE]);
    FOR_EACH_AXIS(c)
    now[ZONE_NORMAL + c] = lane_select(mask, lane_select(inside, pair->is[RELATION_GAP].n[c], lane_set(0)),
                                       now[ZONE_NORMAL + c]);
  }
}

// Returns the number among all nodes of local node i of a zone, and its beam's side.
KERNEL_FN int zone_local_node(const kernel_run *run, const beam_zone *zone, int z, int i, int *side) {
  *side = i >= zone->span[0];
  const int k = *side ? i - zone->span[0] : i;
  return beam_integer(run, zone_beam(run, z, *side), BEAM_FIRST_NODE) + zone->from[*side] + k;
}

// Adds a zone's forces and its part of the tangent.
KERNEL_FN void zone_add_to_tangent(const kernel_run *run, beams_stepper *self, int z, const beam_zone *zone) {
  const int size = fan_n_numbers(zone->pairs), own = N_FAN_WEIGHTS * zone->pairs,
            each = fan_n_freedom_numbers(zone->pairs), nodes = zone->span[0] + zone->span[1];
  team_for(i, nodes) {
    int side;
    const int node = zone_local_node(run, zone, z, i, &side);
    fan_fill_node(zone, side, node - beam_integer(run, zone_beam(run, z, side), BEAM_FIRST_NODE),
                  self->fan + (long)i * size);
    FOR_EACH_AXIS(c)
    self->force[6 * node + c] =
        self->force[6 * node + c] + fan_force(zone, self->fan + (long)i * size + own + c * each);
  }
  team_sync();
  team_for(i, nodes) {
    int a, b;
    const int node = zone_local_node(run, zone, z, i, &a);
    for (int j = 0; j < nodes; j++) {
      const int other = zone_local_node(run, zone, z, j, &b);
      const lane_t *one = self->fan + (long)i * size, *two = self->fan + (long)j * size;
      lane_t block[9];
      fan_curvature_block(zone, a, one, b, two, block);
      FOR_EACH_AXIS(r) FOR_EACH_AXIS(c) {
        const int unknown = TABLE(beams_unknown_table(DIMS(run), 6 * node + r));
        if (unknown < 0) continue;
        const lane_t x =
            block[3 * r + c] + fan_tangent_entry(zone, one + own + r * each, two + own + c * each);
        assembly_add_entry(run, self, unknown, 6 * other + c, lane_select(zone->active, x, lane_set(0)));
      }
    }
  }
  team_sync();
}

// Extends the skyline by the unknowns of a zone in contact, which are all coupled; clears new
// entries.
KERNEL_FN void skyline_widen(const kernel_run *run, beams_stepper *self, int z, const beam_zone *zone) {
  int low = DIM(DIM_BEAM_UNKNOWNS), high = 0;
  for (int i = 0; i < zone->span[0] + zone->span[1]; i++) {
    int side;
    const int node = zone_local_node(run, zone, z, i, &side);
    for (int c = 0; c < 3; c++) {
      const int unknown = TABLE(beams_unknown_table(DIMS(run), 6 * node + c));
      if (unknown < 0) continue;
      if (unknown < low) low = unknown;
      if (unknown + 1 > high) high = unknown + 1;
    }
  }
  team_for(i, high - low) {
    const int row = low + i, begin = skyline_begin(self, row), end = skyline_end(self, row);
    lane_t *to = self->tangent + (long)row * DIM(DIM_BEAM_UNKNOWNS);
    for (int k = low; k < begin; k++) to[k] = lane_set(0);
    for (int k = end; k < high; k++) to[k] = lane_set(0);
    if (low < begin) self->start[row] = lane_set((real)low);
    if (high > end) self->reach[row] = lane_set((real)high);
  }
  team_sync();
}

#endif
