// Sobol sequence, 32 bits, direction numbers new-joe-kuo-6 (Joe and Kuo 2008).
#ifndef CHATTER_STUDY_SAMPLES_SOBOL_SEQUENCE_H
#define CHATTER_STUDY_SAMPLES_SOBOL_SEQUENCE_H

#include <stdint.h>

enum { SOBOL_DIMENSIONS = 64 };

// Computes the direction numbers of one dimension (from 0), most significant bit first.
void sobol_directions(int dimension, uint32_t direction[32]);
// Returns the coordinate of point `index` (from 0, in the order of the van der Corput sequence, not
// of the Gray code) as a fraction of 2^32.
uint32_t sobol_coordinate(const uint32_t direction[32], uint32_t index);

#endif
