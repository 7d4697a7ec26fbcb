// Results that ccx writes, model.frd.
#ifndef CHATTER_MODEL_CCX_FRD_H
#define CHATTER_MODEL_CCX_FRD_H

#include "model/model.h"

// Displacements u [n][n_nodes][3] and stresses [n][n_nodes][6] (xx, yy, zz, xy, yz, zx) of n steps, each
// divided by its scale. Stresses are ccx's own at the nodes: extrapolated from the points of integration, the
// mean of the elements that meet there. Six digits are printed.
chatter_status frd_read_results(const char *path, const model *m, int n, const double *scale, double *u,
                                double *stress);

#endif
