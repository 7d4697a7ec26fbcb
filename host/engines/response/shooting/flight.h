// Time stepping of one period of a motion with stops, from event to event, together with its
// linearised deviations. A step is a part 2⁻ᵏ of the period, k ≥ 8. A step in which a stop closes
// or opens is halved down to 2⁻⁴⁰ of the period, which locates the event. While stops are closed,
// steps are short relative to their vibration. Equations: shooting.h.
#ifndef CHATTER_ENGINES_RESPONSE_FLIGHT_H
#define CHATTER_ENGINES_RESPONSE_FLIGHT_H

#include "engines/response/stability/motion_system.h"

typedef struct flight flight;
enum { FLIGHT_ROUGH, FLIGHT_FINE }; // FLIGHT_FINE halves the steps while a stop is closed
enum { FLIGHT_STEPS = 1000 };       // per period, approximately

// Returns 1 if all stops are elastic, compliant, or behind a massless boundary, and no contact
// slides or has memory.
int flight_applies(const motion_system *system);
chatter_status flight_create(const motion_system *system, const motion_orbit *orbit, arena *memory,
                             flight **out);
// Writes the state at τ = 0 of the balance: displacements and velocities of δ, [2 n_modes].
void flight_initial_state(const flight *self, double *state);
// Computes end[2 n_modes] and map[2 n_modes][2 n_modes] of deviations. *ended = 0: too many events,
// or values that are not finite.
chatter_status flight_period(flight *self, int fine, const double *begin, double *end, double *map,
                             int *ended);
// Returns the root of twice the energy of a state, and for the last period its maximum.
double flight_energy_norm(const flight *self, const double *state);
double flight_motion_size(const flight *self);
// Returns the distance of the contact coordinates of the last period from those of the balance,
// relative to their motion.
double flight_distance(const flight *self);

#endif
