// Convergence of Markov chains: agreement between chains, and effective number of independent
// samples.
#ifndef CHATTER_STATISTICS_CHAINS_H
#define CHATTER_STATISTICS_CHAINS_H

#include <stddef.h>

// Returns split R̂ of one number: value[step][chain], each half of a chain counted as a chain
// (Gelman et al. 2013, section 11.4). Near 1 for mixed chains; NAN for less than four steps, or
// without variation. `scratch` [4 n_chains].
double statistics_split_rhat(const double *value, size_t n_steps, size_t n_chains, double *scratch);

// Returns the integrated autocorrelation time in steps, at least 1: τ = −1 + 2 Σ P̂ over pairs P =
// ρ(2 k) + ρ(2 k + 1) up to the first negative one, each limited to the one before (Geyer 1992,
// section 3.3). ρ is the chains' mean autocorrelation about the mean of all of them, so chains that
// have not mixed give a large τ (Gelman et al. 2013, section 11.5). The samples are worth n_steps
// n_chains / τ independent ones. NAN without variation. `scratch` [n_chains].
double statistics_autocorrelation_time(const double *value, size_t n_steps, size_t n_chains, double *scratch);

#endif
