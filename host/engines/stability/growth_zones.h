// Zones of a parameter in which eigenvalues grow.
#ifndef CHATTER_ENGINES_STABILITY_GROWTH_ZONES_H
#define CHATTER_ENGINES_STABILITY_GROWTH_ZONES_H

#include "engines/stability/eigen_lines.h"

// An interval where the real part of a line is above a limit.
typedef struct growth_zone {
  int line;
  double from, to;        // ends at the first or last place if the line grows there
  double peak;            // place of the largest growth
  double complex highest; // eigenvalue there
} growth_zone;

// Finds the zones of all lines with Re > above, by line and place, with edges and peaks to
// `tolerance`. A zone between two neighbouring places is found if the line has a maximum near it.
chatter_status growth_zones(const eigen_source *source, const eigen_lines *lines, double above,
                            double tolerance, arena *memory, growth_zone **zone, int *n_zones);

#endif
