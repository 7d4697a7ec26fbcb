// The beta distribution, and Student's and the binomial one, which it gives.
#ifndef CHATTER_STATISTICS_BETA_H
#define CHATTER_STATISTICS_BETA_H

// I_x(a, b), the probability of less than x, 0 <= x <= 1; a, b > 0
double statistics_beta_below(double a, double b, double x);
// x with I_x(a, b) = p, 0 <= p <= 1
double statistics_beta_quantile(double a, double b, double p);
// t with P(|T| < t) = level for Student's T of so many degrees of freedom
double statistics_student(double degrees, double level);
// P(B <= k) of n trials that succeed with probability p, 0 < p < 1
double statistics_binomial_below(double n, double k, double p);

#endif
