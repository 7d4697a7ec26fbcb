// Stick, slip and separation of an elastic friction element along a periodic motion, and its
// forces. Host interface to kernels/laws/elastic_trace.h, which finds the events exactly. The
// initial state is that of the balance: the spring is unloaded at x = 0 at rest.
#ifndef CHATTER_ENGINES_RESPONSE_ELEMENT_PATH_H
#define CHATTER_ENGINES_RESPONSE_ELEMENT_PATH_H

#include "engines/response/stability/motion_system.h"

typedef enum { ELEMENT_OPEN, ELEMENT_STICK, ELEMENT_SLIP_UP, ELEMENT_SLIP_DOWN } element_state;

double element_slip_direction(element_state state); // slip direction: 1, -1; else 0

typedef struct element_event {
  double tau; // in [0, 2π]
  int contact;
  element_state state; // from this event on
  double slider;       // in stick: position of zero force, m
  double drag;         // at closing with stick: x'/N', slider offset per missing normal force
} element_event;

typedef struct element_path {
  element_state state; // at τ = 0
  double slider;       // position of zero force at τ = 0, m
  int n;               // number of events added
} element_path;

// Returns the largest number of events per period of a motion with this many harmonics.
int element_most_events(int harmonics);

// Returns the size of the scratch of a path, in numbers.
size_t element_scratch_size(int harmonics);

// Finds N = N0 - kn (q_n + gap), negative while open, and its derivative in τ.
void element_normal_force(const motion_contact *contact, const motion_orbit *orbit, motion_instant at,
                          double load[2]);

// Finds the displacement along the direction of friction and its derivative in τ; 0 without
// friction.
void element_displacement(const motion_contact *contact, const motion_orbit *orbit, motion_instant at,
                          double x[2]);

// Finds N and the friction force on the body in a given state.
void element_force(const motion_contact *contact, const motion_orbit *orbit, motion_instant at,
                   element_state state, double slider, double force[2]);

// Finds the path of contact `index`; its events are written to event[element_most_events] in the
// order of time. CHATTER_BAD_MODEL: it changes state too often.
chatter_status element_path_find(const motion_system *system, const motion_orbit *orbit, int index,
                                 double *scratch, element_event *event, element_path *out);

// Closing and opening of a stop along a periodic motion: the instants at which the argument of its
// law, the dynamic Lagrangian, passes the normal force at rest (kernels/laws/lagrangian.h).
//
// Returns 1 for a unilateral contact without friction at a massless boundary, whose own flexibility
// replaces impacts by finite forces.
int contact_is_massless_stop(const motion_system *system, int index);

// Finds the path of contact `index` as element_path_find does; ELEMENT_STICK means closed.
chatter_status stop_path_find(const motion_system *system, const motion_orbit *orbit, int index,
                              double *scratch, element_event *event, element_path *out);

#endif
