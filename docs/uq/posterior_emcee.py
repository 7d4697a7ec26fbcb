"""Where is the wall? The gap's posterior from one measured amplitude, 0.0160 ± 0.0003 m, by emcee."""
import chatter
import emcee
import numpy

study = chatter.Study("wall.yaml", on_failure="nan")


def log_posterior(gaps):  # all walkers of a step in one launch: vectorize
    amplitude = study.evaluate_array(gaps, ["gap"])[0][:, 0]
    log = -0.5 * ((amplitude - 0.0160) / 0.0003) ** 2
    inside = (gaps[:, 0] > 0.015) & (gaps[:, 0] < 0.02)  # uniform prior
    return numpy.where(inside & numpy.isfinite(log), log, -numpy.inf)  # a failed row is no answer, not NaN


start = numpy.random.default_rng(1).uniform(0.016, 0.019, (32, 1))
sampler = emcee.EnsembleSampler(32, 1, log_posterior, vectorize=True)
sampler.random_state = numpy.random.RandomState(1).get_state()
sampler.run_mcmc(start, 200)
gaps = sampler.get_chain(discard=50, flat=True)[:, 0]
print(gaps.mean(), gaps.std())
