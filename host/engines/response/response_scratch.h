// What evaluating a contact point takes of the kernel's scratch, in numbers.
#ifndef CHATTER_ENGINES_RESPONSE_SCRATCH_H
#define CHATTER_ENGINES_RESPONSE_SCRATCH_H

// By exact events, by samples, of a point of `law` (hb_law) with so many coordinates; 0: it is not evaluated
// so.
long response_path_numbers(const int *dim, int law, int has_normal);
long response_sampled_numbers(const int *dim, int law, int coordinates);

#endif
