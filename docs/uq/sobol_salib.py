"""Sobol' indices of the amplitude by SALib."""
import chatter
from SALib.analyze import sobol as analyze
from SALib.sample import sobol as sample

problem = {"num_vars": 3, "names": ["frequency", "gap", "force"], "bounds": [[1.0, 1.1], [0.018, 0.03], [0.8, 1.2]]}
study = chatter.Study("wall.yaml", on_failure="raise")  # one NaN makes every index of SALib 0
rows = sample.sample(problem, 256, seed=1)
Y, status = study.evaluate_array(rows, problem["names"])
indices = analyze.analyze(problem, Y[:, 0], seed=1)
for name, first, total in zip(problem["names"], indices["S1"], indices["ST"]):
    print(name, first, total)
