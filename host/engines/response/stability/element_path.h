// When an elastic friction element sticks, slips and separates while its coordinates move along a periodic
// motion, and the forces of its states: the host's view of kernels/laws/elastic_trace.h, which finds the
// events exactly. What the element was before the period is what the balance has it to be: without force at
// rest at 0.
#ifndef CHATTER_ENGINES_RESPONSE_ELEMENT_PATH_H
#define CHATTER_ENGINES_RESPONSE_ELEMENT_PATH_H

#include "engines/response/stability/motion_system.h"

typedef enum { ELEMENT_OPEN, ELEMENT_STICK, ELEMENT_SLIP_UP, ELEMENT_SLIP_DOWN } element_state;

double element_slip_direction(element_state state); // of the slip: 1, -1; else 0

typedef struct element_event {
  double tau; // in [0, 2π]
  int contact;
  element_state state; // from there on
  double slider;       // it sticks: where its force is 0, m
  double drag; // contact begins and sticks: x'/N', how far the slider lies off per normal force missing
} element_event;

typedef struct element_path {
  element_state state; // at τ = 0
  double slider;       // where the force is 0, there, m
  int n;               // events added
} element_path;

// Most events of a period of a motion with so many harmonics.
int element_most_events(int harmonics);

// Numbers of scratch that its path takes.
size_t element_scratch_size(int harmonics);

// N = N0 - kn (q_n + gap), negative while open, and its derivative in τ.
void element_normal_force(const motion_contact *contact, const motion_orbit *orbit, motion_instant at,
                          double load[2]);

// Displacement along the direction of friction and its derivative in τ; 0 where there is none.
void element_displacement(const motion_contact *contact, const motion_orbit *orbit, motion_instant at,
                          double x[2]);

// N, and the force on the body along the direction of friction, in a state.
void element_force(const motion_contact *contact, const motion_orbit *orbit, motion_instant at,
                   element_state state, double slider, double force[2]);

// The path of contact `index`; its events are written to event[element_most_events], in the order of time.
// CHATTER_BAD_MODEL: it has none.
chatter_status element_path_find(const motion_system *system, const motion_orbit *orbit, int index,
                                 double *scratch, element_event *event, element_path *out);

// When a stop closes and opens while its coordinate moves along a periodic motion: where the argument of its
// law, the dynamic Lagrangian, passes the normal force at rest (kernels/laws/lagrangian.h).
// 1: a unilateral contact without friction behind a flexibility of its own, the massless boundary: one that
// takes up what would be an impact.
int contact_is_massless_stop(const motion_system *system, int index);

// The path of contact `index` as element_path_find's: ELEMENT_STICK is closed.
chatter_status stop_path_find(const motion_system *system, const motion_orbit *orbit, int index,
                              double *scratch, element_event *event, element_path *out);

#endif
