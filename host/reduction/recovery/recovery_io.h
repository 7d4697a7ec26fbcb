// Reads and writes the recovery basis in a file of a reduced model: the group `recovery`.
#ifndef CHATTER_REDUCTION_RECOVERY_RECOVERY_IO_H
#define CHATTER_REDUCTION_RECOVERY_RECOVERY_IO_H

#include "base/memory.h"
#include "reduction/recovery/recovery.h"

// Writes it as a group of an open HDF5 file of a reduced model. Returns 0 on success.
int recovery_write(long file, const recovery *self);

// Reads it into `memory`; *out is NULL if the file has none. Returns 0 on success.
int recovery_read(long file, arena *memory, recovery **out);

#endif
