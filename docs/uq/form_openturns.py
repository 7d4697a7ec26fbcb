"""The probability that the amplitude is above 0.0195 m, by FORM and by Monte Carlo, with OpenTURNS."""
import chatter
import openturns as ot

study = chatter.Study("wall.yaml", {"contact.gap": 0.03}, on_failure="raise")  # OpenTURNS counts NaN as no event, silently
model = ot.PythonFunction(2, 1, func_sample=lambda x: study.evaluate_array(x, ["frequency", "force"])[0])
function = ot.MemoizeFunction(model)
function.setGradient(ot.CenteredFiniteDifferenceGradient([1e-3, 1e-3], function.getEvaluation()))  # not the default 1e-5
inputs = ot.JointDistribution([ot.Normal(1.05, 0.02), ot.Normal(1.0, 0.05)])
event = ot.ThresholdEvent(ot.CompositeRandomVector(function, ot.RandomVector(inputs)), ot.Greater(), 0.0195)
solver = ot.AbdoRackwitz()
solver.setStartingPoint(inputs.getMean())
for error in (solver.setMaximumAbsoluteError, solver.setMaximumRelativeError, solver.setMaximumResidualError, solver.setMaximumConstraintError):
    error(1e-3)
form = ot.FORM(solver, event)
form.run()
ot.RandomGenerator.SetSeed(1)
monte_carlo = ot.ProbabilitySimulationAlgorithm(event, ot.MonteCarloExperiment())
monte_carlo.setBlockSize(1000)  # rows of one launch; the default is 1
monte_carlo.setMaximumOuterSampling(10)
monte_carlo.setMaximumCoefficientOfVariation(0.01)
monte_carlo.run()
print(form.getResult().getEventProbability(), monte_carlo.getResult().getProbabilityEstimate())
