// Positions of all nodes at rest, [n_nodes][3], in an array of beams_room numbers.
#ifndef CHATTER_ENGINES_BEAMS_BIND_BEAMS_EQUILIBRIUM_H
#define CHATTER_ENGINES_BEAMS_BIND_BEAMS_EQUILIBRIUM_H

#include "engines/beams/beams_engine.h"

beam_at_rest beams_rest(const study *config, int beam);
size_t beams_room(const beams_setup *setup);
void beams_places(const study *config, const beams_setup *setup, double *x);
// Computes the quaternion of the triad of the element between the nodes at x and x + 3.
void beams_element_axes(const beam_at_rest *rest, const double *x, double q[4]);
// Returns the least distance of the center lines of two beams with nodes at x and y, m.
double beams_distance(const beam_at_rest *a, const double *x, const beam_at_rest *b, const double *y);

#endif
