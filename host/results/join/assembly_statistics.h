// Statistics over the trajectories of all files of an assembly, in their order.
#ifndef CHATTER_RESULTS_JOIN_ASSEMBLY_STATISTICS_H
#define CHATTER_RESULTS_JOIN_ASSEMBLY_STATISTICS_H

#include "results/join/assembly_gather.h"
#include "study/study.h"

// Adds the statistics of all n trajectories to the layout of their file, if the study asks for any.
// target[run] as in assembly_read_rows.
chatter_status assembly_add_statistics(const assembly *self, assembly_reader *reader, const size_t *target,
                                       size_t n, result_set *layout);

// Computes half the width of the interval of statistics.until over trajectories 0 ... n - 1, which
// must all be there; NAN: not known yet.
chatter_status assembly_half_width(const assembly *self, const study *config, size_t n, double *half_width);

#endif
