// What Markov chains tell: whether they agree with each other, and how many independent samples they are
// worth.
#ifndef CHATTER_STATISTICS_CHAINS_H
#define CHATTER_STATISTICS_CHAINS_H

#include <stddef.h>

// Split R̂ of one number: value[step][chain], every half of a chain a chain of its own (A. Gelman et al.,
// Bayesian Data Analysis, 3rd ed. 2013, 11.4). Near 1 where they have mixed; NAN of less than four steps, or
// where nothing varies. `scratch` [4 n_chains].
double statistics_split_rhat(const double *value, size_t n_steps, size_t n_chains, double *scratch);

// Integrated autocorrelation time in steps, at least 1, from the autocorrelation averaged over the chains,
// with the smallest window M ≥ 5 τ(M) (J. Goodman, J. Weare, Commun. Appl. Math. Comput. Sci. 5 (2010) 65-80,
// section 5; A. Sokal). n_steps n_chains / τ samples are worth as many independent ones. NAN where nothing
// varies. `scratch` [n_chains].
double statistics_autocorrelation_time(const double *value, size_t n_steps, size_t n_chains, double *scratch);

#endif
