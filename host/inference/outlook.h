// Tells what `chatter identify` will need, before there are measured curves.
#ifndef CHATTER_INFERENCE_OUTLOOK_H
#define CHATTER_INFERENCE_OUTLOOK_H

#include "results/result_set.h"
#include "study/study.h"

// Adds the variables NAME_measured, which figures of `chatter identify` use, to the outline of a
// run, for a study with a section `identify`. Refuses a study without curves.
chatter_status outlook_add_measured(const study *config, result_set *outline);
// Prints the command, the possible columns of the measured file and the largest number of curves to
// evaluate. each: s per trajectory; 0: unknown.
void outlook_print(const study *config, const result_set *outline, double each);

#endif
