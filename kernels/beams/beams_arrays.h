// The arrays of a beam assembly (arrays.h): of every trajectory, one of each.
#ifndef CHATTER_KERNELS_BEAMS_ARRAYS_H
#define CHATTER_KERNELS_BEAMS_ARRAYS_H

enum {
  BEAM_ELEMENT_NUMBERS = 157, // energy, force, tangent
  NODE_NUMBERS = 3,           // a place
  TURN_NUMBERS = 4            // a quaternion
};

// clang-format off
#define BEAMS_ARRAYS(LANE, WIDE, SHARED, D)                                                                  \
  LANE(moved, NODE_NUMBERS * D(DIM_BEAM_NODES))          /* displacements of the nodes */                    \
  LANE(turned, TURN_NUMBERS * D(DIM_BEAM_NODES))         /* their rotations */                               \
  LANE(moved_kept, NODE_NUMBERS * D(DIM_BEAM_NODES))     /* where the last increment ended */                \
  LANE(turned_kept, TURN_NUMBERS * D(DIM_BEAM_NODES))                                                        \
  LANE(place, NODE_NUMBERS * D(DIM_BEAM_NODES))          /* X + u */                                         \
  LANE(element, BEAM_ELEMENT_NUMBERS * D(DIM_BEAM_ELEMENTS))                                                 \
  LANE(force, 6 * D(DIM_BEAM_NODES))                     /* of all freedoms: internal, contact, less loads */ \
  LANE(tangent, D(DIM_BEAM_FREE) * D(DIM_BEAM_FREE))     /* of those that are free, by unknowns */           \
  LANE(reach, D(DIM_BEAM_FREE))                          /* one behind the last unknown of each row, of all lanes */ \
  LANE(start, D(DIM_BEAM_FREE))                          /* the first row that reaches each unknown */       \
  LANE(step, D(DIM_BEAM_FREE))                           /* right side, then the change of the unknowns */   \
  LANE(pace, D(DIM_BEAM_DRIVEN))                         /* change of the driven freedoms in this round */   \
  LANE(reaction, D(DIM_BEAM_DRIVEN))                     /* where the last increment ended */                \
  LANE(zone, zone_numbers(D(DIM_PAIRS)) * D(DIM_ZONES))  /* of each zone, ZONE_... */                        \
  LANE(zone_kept, zone_numbers(D(DIM_PAIRS)) * D(DIM_ZONES))                                                 \
  LANE(fan, fan_numbers(D(DIM_PAIRS)) * 2 * D(DIM_MOST_NODES)) /* of a zone's nodes, FAN_... */              \
  LANE(observed, D(DIM_BEAM_OBSERVED))
// clang-format on

#endif
