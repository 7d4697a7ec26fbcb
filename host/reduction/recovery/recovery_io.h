// The recovery basis in a file of a reduced model: the group `recovery`.
#ifndef CHATTER_REDUCTION_RECOVERY_RECOVERY_IO_H
#define CHATTER_REDUCTION_RECOVERY_RECOVERY_IO_H

#include "base/memory.h"
#include "reduction/recovery/recovery.h"

// Writes it as a group of the open HDF5 file of a reduced model. Returns 0 where it went well.
int recovery_write(long file, const recovery *self);

// Reads it into `memory`; *out is NULL where the file has none.
int recovery_read(long file, arena *memory, recovery **out);

#endif
