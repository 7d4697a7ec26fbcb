// Reads Matrix Market files: coordinate or array; real or integer; general or symmetric.
#ifndef CHATTER_MODEL_MTX_H
#define CHATTER_MODEL_MTX_H

#include "model/sparse_matrix.h"

// Reads a symmetric n x n matrix; n = 0: any size. A `symmetric` file may hold either triangle. A
// `general` one must be symmetric up to MTX_ASYMMETRY · max|A| and is replaced by (A + Aᵀ)/2;
// *asymmetry is max|A - Aᵀ| / max|A| as read. Mistakes raise CHATTER_BAD_MODEL "file:line:column:
// ...". `place` as in scan_read.
#define MTX_ASYMMETRY 1e-8 // asymmetry left by printing with nine digits
chatter_status mtx_read(const char *path, const char *place, int n, arena *memory, sparse *out,
                        double *asymmetry);
chatter_status mtx_parse(const char *path, const char *bytes, size_t size, int n, arena *memory, sparse *out,
                         double *asymmetry);

#endif
