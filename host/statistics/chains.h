// What Markov chains tell: whether they agree with each other, and how many independent samples they are
// worth.
#ifndef CHATTER_STATISTICS_CHAINS_H
#define CHATTER_STATISTICS_CHAINS_H

#include <stddef.h>

// Split R̂ of one number: value[step][chain], every half of a chain a chain of its own (A. Gelman et al.,
// Bayesian Data Analysis, 3rd ed. 2013, 11.4). Near 1 where they have mixed; NAN of less than four steps, or
// where nothing varies. `scratch` [4 n_chains].
double statistics_split_rhat(const double *value, size_t n_steps, size_t n_chains, double *scratch);

// Integrated autocorrelation time in steps, at least 1: τ = −1 + 2 Σ P̂ over pairs P = ρ(2 k) + ρ(2 k + 1) up
// to the first negative one, none larger than the one before (C. Geyer, Statist. Sci. 7 (1992) 473-483,
// section 3.3), of the chains' mean autocorrelation about the mean of all of them, so that chains that have
// not mixed are worth little (A. Gelman et al., as above, 11.5). n_steps n_chains / τ samples are worth as
// many independent ones. NAN where nothing varies. `scratch` [n_chains].
double statistics_autocorrelation_time(const double *value, size_t n_steps, size_t n_chains, double *scratch);

#endif
