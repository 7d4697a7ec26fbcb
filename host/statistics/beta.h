// The beta distribution, and through it Student's and the binomial distribution.
#ifndef CHATTER_STATISTICS_BETA_H
#define CHATTER_STATISTICS_BETA_H

// Returns I_x(a, b), the probability of a value below x, 0 <= x <= 1; a, b > 0.
double statistics_beta_below(double a, double b, double x);
// Returns x with I_x(a, b) = p, 0 <= p <= 1.
double statistics_beta_quantile(double a, double b, double p);
// Returns t with P(|T| < t) = level for Student's T with these degrees of freedom.
double statistics_student(double degrees, double level);
// Returns P(B <= k) for n trials with probability p of success, 0 < p < 1.
double statistics_binomial_below(double n, double k, double p);

#endif
