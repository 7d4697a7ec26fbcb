// Zones of a parameter in which eigenvalues grow.
#ifndef CHATTER_ENGINES_STABILITY_GROWTH_ZONES_H
#define CHATTER_ENGINES_STABILITY_GROWTH_ZONES_H

#include "engines/stability/eigen_lines.h"

// Where the real part of a line is above a limit.
typedef struct growth_zone {
  int line;
  double from, to;        // a line that grows at the first or last place has its zone end there
  double peak;            // where it grows most
  double complex highest; // eigenvalue there
} growth_zone;

// The zones of all lines with Re > above, by line and place, with edges and peaks to `tolerance`. A
// zone between two neighbouring places is found where the line has a maximum near it.
chatter_status growth_zones(const eigen_source *source, const eigen_lines *lines, double above,
                            double tolerance, arena *memory, growth_zone **zone, int *n_zones);

#endif
