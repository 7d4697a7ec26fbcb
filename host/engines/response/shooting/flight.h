// One period of a motion with stops in time, from event to event, with what small deviations from it become.
// Steps are 2⁻ᵏ parts of the period (k from 8 on): a step in which a stop closes or opens is halved until it
// is 2⁻⁴⁰ of the period long, which is where the event is. While stops are closed, steps are short against
// their vibration. Equations: shooting.h.
#ifndef CHATTER_ENGINES_RESPONSE_FLIGHT_H
#define CHATTER_ENGINES_RESPONSE_FLIGHT_H

#include "engines/response/stability/motion_system.h"

typedef struct flight flight;
enum { FLIGHT_ROUGH, FLIGHT_FINE }; // the latter's steps are half as long while a stop is closed
enum { FLIGHT_STEPS = 1000 };       // of a period, about

// 1: stops that are elastic, compliant, or lie behind a massless boundary; no contact slides
// or remembers.
int flight_applies(const motion_system *system);
chatter_status flight_create(const motion_system *system, const motion_orbit *orbit, arena *memory,
                             flight **out);
// The state at τ = 0, displacements and velocities of δ, [2 n_modes], as the balance has it.
void flight_initial_state(const flight *self, double *state);
// end[2 n_modes], and map[2 n_modes][2 n_modes] of deviations. *ended = 0: too many events, or not finite.
chatter_status flight_period(flight *self, int fine, const double *begin, double *end, double *map,
                             int *ended);
// Root of twice the energy of a state; the largest of the last period.
double flight_energy_norm(const flight *self, const double *state);
double flight_motion_size(const flight *self);
// How far the contact coordinates of the last period are from those of the balance, of how far these move.
double flight_distance(const flight *self);

#endif
