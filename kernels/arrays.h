// Arrays of a stepper from one list: the members of its struct, their places in `work`, and the
// bytes of `work`. A list is a macro LIST(LANE, WIDE, SHARED, D) with a line per array: LANE(name,
// length) for lane_t, WIDE for wide_t, SHARED for lane_t without an own member in builds that keep
// the arrays in registers. D(i) is kernel_sizes.dim[i]: a constant in the struct of such a build,
// read at run time elsewhere.
#ifndef CHATTER_KERNELS_ARRAYS_H
#define CHATTER_KERNELS_ARRAYS_H

#include "batch.h"

// Each array begins at a multiple of the widest number, as work_allocate aligns it.
#define ARRAY_PADDED(bytes) (((bytes) + wide_bytes - 1) / wide_bytes * wide_bytes)
#define ARRAY_LANE_BYTES(name, n) +ARRAY_PADDED((long)(n)*lane_bytes)
#define ARRAY_WIDE_BYTES(name, n) +((long)(n)*wide_bytes)
#define ARRAY_DIM(i) (dim[i])
// Bytes of `work` for one group of lanes; needs `dim`, `lane_bytes` and `wide_bytes` in scope.
#define ARRAYS_BYTES(LIST)                                                                                   \
  ((0 LIST(ARRAY_LANE_BYTES, ARRAY_WIDE_BYTES, ARRAY_LANE_BYTES, ARRAY_DIM) + WORK_ALIGN - 1) / WORK_ALIGN * \
   WORK_ALIGN)

// Struct members; needs lane.h.
#define ARRAY_LANE_FIELD(name, n) LANE_FIELD(name, n);
#define ARRAY_WIDE_FIELD(name, n) WIDE_FIELD(name, n);
#define ARRAY_SHARED_FIELD(name, n) LANE_SHARED(name, n);
#define ARRAYS_FIELDS(LIST) LIST(ARRAY_LANE_FIELD, ARRAY_WIDE_FIELD, ARRAY_SHARED_FIELD, DIM)

// Places in `work`; needs `self`, `work` and `run` in scope.
#define ARRAY_LANE_PLACE(name, n) LANE_PLACE(self->name, n);
#define ARRAY_WIDE_PLACE(name, n) WIDE_PLACE(self->name, n);
#define ARRAYS_PLACE(LIST) LIST(ARRAY_LANE_PLACE, ARRAY_WIDE_PLACE, ARRAY_LANE_PLACE, DIM)

#endif
