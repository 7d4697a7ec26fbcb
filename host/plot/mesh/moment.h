// Contents of a figure of a mesh: one field at one instant of one trajectory, on the deformed part.
#ifndef CHATTER_PLOT_MOMENT_H
#define CHATTER_PLOT_MOMENT_H

#include "plot/figure.h"
#include "results/mesh/result_field.h"

typedef struct moment {
  field shown;
  int is_deformed; // 0: there is no displacement
  long trajectory;
  double time;
  double *value;           // [nodes] length of the vector, or von Mises' stress
  double *before;          // [nodes][3] undeformed positions, moved with a rigidly moving body
  double *move;            // [nodes][3] displacement from there
  double longest, largest; // largest displacement, largest value
  double size;             // diagonal of the bounding box
  size_t n_forces;
  double (*force)[3]; // of the contact points at nodes
  int *force_node;
} moment;

int moment_has_field(const figure *self); // 1: there is a field
// Checks that the fields and trajectories of plot.y and plot.trajectories exist.
chatter_status moment_check(const figure *self);
// Finds the moment: plot.instant, or the largest field.
chatter_status moment_find(const figure *self, moment *out);

#endif
