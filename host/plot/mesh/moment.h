// What a figure of a mesh shows: one field at one instant of one trajectory, over the part as it is deformed
// then.
#ifndef CHATTER_PLOT_MOMENT_H
#define CHATTER_PLOT_MOMENT_H

#include "plot/figure.h"
#include "results/mesh/result_field.h"

typedef struct moment {
  field shown;
  int is_deformed; // 0: no displacement is known there
  long trajectory;
  double time;
  double *value;  // [nodes] length of the vector, von Mises' stress
  double *before; // [nodes][3] where the nodes are undeformed, moved on with a body that moves as a whole
  double *move;   // [nodes][3] displacement from there
  double longest, largest; // displacement anywhere, value anywhere
  double size;             // diagonal of what encloses the part
  size_t n_forces;
  double (*force)[3]; // of contact points among the nodes
  int *force_node;
} moment;

int moment_has_field(const figure *self); // there is a field to show
// What plot.y and plot.trajectories name is there.
chatter_status moment_check(const figure *self);
// At plot.instant, or where the field is largest.
chatter_status moment_find(const figure *self, moment *out);

#endif
