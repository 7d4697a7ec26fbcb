// When an elastic friction element sticks, slips and separates while its coordinates move along a periodic
// motion: by marching with the times of transition found by bisection. The map of one period is a clip, so
// that the second period is periodic.
#ifndef CHATTER_ENGINES_RESPONSE_ELEMENT_PATH_H
#define CHATTER_ENGINES_RESPONSE_ELEMENT_PATH_H

#include "engines/response/stability/motion.h"

typedef enum { ELEMENT_OPEN, ELEMENT_STICK, ELEMENT_SLIP_UP, ELEMENT_SLIP_DOWN } element_state;
double element_sense(element_state state); // of the slip: 1, -1; else 0

typedef struct element_event {
  double tau; // in [0, 2π)
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

// More events than a period of a motion with so many harmonics has unless it chatters.
int element_room(int harmonics);

// N = N0 - kn (q_n + gap), negative while open, and its derivative in τ.
void element_load(const motion_contact *contact, const motion_orbit *orbit, motion_instant at,
                  double load[2]);

// Displacement along the direction of friction and its derivative in τ; 0 where there is none.
void element_stretch(const motion_contact *contact, const motion_orbit *orbit, motion_instant at,
                     double x[2]);

// The path of contact `index`, sampled `samples` times a period; its events are written to event[room], in
// the order of time. CHATTER_BAD_MODEL: there are more than that.
chatter_status element_follow(const motion_system *system, const motion_orbit *orbit, int index, int samples,
                              int room, element_event *event, element_path *out);

#endif
