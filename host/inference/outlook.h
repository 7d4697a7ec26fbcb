// Tells what `chatter identify` will need, before there are measured curves.
#ifndef CHATTER_INFERENCE_OUTLOOK_H
#define CHATTER_INFERENCE_OUTLOOK_H

#include "results/result_set.h"
#include "study/study.h"

// Adds to the outline of a run the variables NAME_measured that figures of `chatter identify` look for, for a
// study with a section `identify`. Refuses a study without curves.
chatter_status outlook_add_measured(const study *config, result_set *outline);
// Prints how to call it, which columns the measured file may have and how many curves are evaluated at most.
// `each`: s that a trajectory takes, 0: not known.
void outlook_print(const study *config, const result_set *outline, double each);

#endif
