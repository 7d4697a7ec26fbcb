// Reads the results that ccx writes into model.frd.
#ifndef CHATTER_MODEL_CCX_FRD_H
#define CHATTER_MODEL_CCX_FRD_H

#include "model/model.h"

// Reads displacements u [n][n_nodes][3] and stresses [n][n_nodes][6] (xx, yy, zz, xy, yz, zx) of n
// steps, each divided by its scale. Stresses are ccx's nodal values: extrapolated from the
// integration points and averaged over the elements at the node. ccx prints six digits.
chatter_status frd_read_results(const char *path, const model *m, int n, const double *scale, double *u,
                                double *stress);

#endif
