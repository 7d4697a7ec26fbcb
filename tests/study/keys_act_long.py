"""keys_act_long.py CHATTER: every key of the schema in every engine: where a study takes a key, another value of it moves an
output in one of that engine's studies at least, or all of them refuse it. Prints the keys that are taken and do nothing."""
import concurrent.futures
import copy
import json
import os
import subprocess
import sys
import tempfile

CHATTER = sys.argv[1]
ONLY = sys.argv[2:]  # engines

CHAIN = {"type": "chain", "masses": [1.0, 0.8], "springs": [90.0, 70.0, 30.0]}
LOAD = {"node": 1, "amplitude": 1.0, "frequency": 1.3, "phase": "cos"}
STOP = {"node": 2, "law": "friction", "normal": "x", "tangents": 0, "gap": 0.002, "restitution": 0.4}
OUT = {"x": {"node": 2, "reduce": "rms"}, "v": {"quantity": "velocity", "node": 1, "reduce": "max"}}
FORCE = {"push": {"quantity": "normal_force", "reduce": "mean"}, "hits": {"quantity": "impacts"}}
SLIP = {"drag": {"quantity": "tangential_force", "reduce": "rms"}}
PLANE = {"type": "plane", "youngs_modulus": 2.1e9, "poisson_ratio": 0.3, "density": 7850, "length": 0.2, "height": 0.02, "width": 0.01,
         "elements": 4, "elements_across": 1, "clamped": "left"}


WAVE = {"wave": {"type": "harmonic", "frequency": 2.0}}


def chain(kind, contact, **more):
    return {"study": kind, **({"drives": WAVE} if kind == "transient" else {}), "model": CHAIN, "reduction": {"method": "modal", "damping": 0.02}, "contact": contact, "excitation": LOAD,
            **more}


def bodies(kind, **more):
    def body(length, elements, modes, **rest):
        return {"model": {**PLANE, "length": length, "height": 0.003, "elements": elements, **rest},
                "reduction": {"method": "craig_bampton", "modes": modes, "rayleigh": {"mass": 20, "stiffness": 5e-8}}}
    return {"study": kind,
            "slider": {**body(0.075, 9, 4, clamped="none"), "angle": 0.52, "contact": 1, "guide": "RIGHT", "start": 0.0233, "velocity": 0.5,
                       "preload": 0.1, "friction": 0.3},
            "target": {**body(0.1, 15, 4), "path": "TOP"}, **more}


LEAPFROG = {"scheme": "leapfrog", "step": 0.002, "duration": 1.5}
MOREAU = {"scheme": "moreau", "steps_per_period": 150, "periods": 4, "window": 2}
MASSLESS = {"model": {"type": "chain", "masses": [1.0, 0.0], "springs": [90.0, 70.0]},
            "reduction": {"method": "massless_craig_bampton", "modes": 1, "damping": 0.02}}
LAWS = [{"law": "elastic", "tangential_stiffness": 60, "friction": 0.4, "preload": 1.0}, {"law": "cubic", "cubic_stiffness": 900},
        {"law": "kelvin_voigt", "gap": 0.002, "normal_stiffness": 200, "normal_damping": 1.0},
        {"law": "polynomial", "powers": [1, 3], "coefficients": [10, 900]}, {"law": "dashpot", "normal_damping": 1.0, "power": 1.5},
        {"law": "tanh_friction", "friction": 0.3, "preload": 1, "velocity_scale": 0.1},
        {"law": "bouc_wen", "stiffness": 30, "alpha": 0.4, "beta": 20, "gamma": 5},
        {"law": "iwan", "limit_force": 1, "tangential_stiffness": 60, "chi": -0.5, "beta": 0.3, "sliders": 5},
        {"law": "spring", "gap": 0.002, "normal_stiffness": 200}]
CURVE = {"response": {"from": 0.9, "to": 1.9, "harmonics": 5, "grid": [1, 1.8, 5]},
         "outputs": {"p": {"quantity": "peak_amplitude", "node": 1}, "f": {"quantity": "peak_frequency"}, "x": {"node": 2}}}
HB_LOAD = {"node": 1, "amplitude": 1.0, "phase": "cos"}


def planar(law, **more):
    if law == "friction":
        more["tangent"] = "x"
    return {"study": "transient", "model": PLANE, "reduction": {"method": "macneal", "modes": 4, "damping": 0.01},
            "contact": {"nodes": 10, "normal": "-y", "law": law, "gap": 1e-5, **more},
            "excitation": {"node": 9, "direction": "y", "amplitude": 5, "frequency": 200}, "integrator": {"scheme": "leapfrog", "step": 1e-6, "duration": 3e-3},
            "outputs": {"x": {"node": 10, "direction": "y", "reduce": "rms"}, "push": {"quantity": "normal_force", "reduce": "mean"}}}


# A load, a gap and a wall that drives move, a beginning, windows.
MOVED = {"drives": WAVE, "excitation": {"node": 1, "amplitude": 1.0, "drive": "wave"}, "initial": {"displacement": 0.01, "velocity": 0.1, "shape": [1, -0.5]}}
WINDOWS = {"w": {"node": 1, "reduce": "windows"}, "late": {"node": 1, "reduce": "rms", "last": 0.3}}
FREE = {"study": "transient", "model": {"type": "bar", "youngs_modulus": 900, "density": 1, "length": 10, "area": 1, "elements": 8},
        "contact": {"nodes": "LOWER", "law": "unilateral", "gap": 0.01}, "excitation": {"type": "gravity", "amplitude": -9.81},
        "integrator": {"scheme": "leapfrog", "step": 1e-3, "duration": 0.5}, "outputs": {"x": {"node": "LOWER", "reduce": "rms"}}}

ENGINES = {
    "transient, leapfrog": [
        {**chain("transient", {"node": 2, "law": "unilateral", "gap": 0.002, "normal": "x"}, integrator=LEAPFROG), **MASSLESS, "outputs": {**OUT, **FORCE}},
        planar("unilateral"), planar("friction", friction=0.3),
        {**chain("transient", {"node": 2, "law": "unilateral", "gap": 0.002, "gap_amplitude": 0.001, "gap_frequency": 2, "normal": "x", "merge": 0.3}, integrator={**LEAPFROG, "windows": 3}),
         **MASSLESS, **MOVED, "outputs": {**OUT, **FORCE, **WINDOWS}},
        {**FREE, "reduction": {"method": "massless_craig_bampton", "modes": 3}}, {**FREE, "reduction": {"method": "macneal", "modes": 3}},
        {**chain("transient", {"node": 1, "law": "cubic", "cubic_stiffness": 900}, integrator={"scheme": "leapfrog", "steps_per_period": 100, "periods": 3, "window": 2, "period_frequency": 2}), "outputs": OUT},
        {**planar("unilateral"), "reduction": {"method": "massless_craig_bampton", "modes": 3, "hold": 8, "hold_direction": "y"}}] + [
        {**chain("transient", {"node": 2, **law}, integrator=LEAPFROG), "outputs": OUT} for law in LAWS],
    "transient, moreau": [
        {**chain("transient", {"node": 2, "law": "unilateral", "gap": 0.002, "normal": "x", "restitution": 0.4}, integrator=MOREAU), "outputs": {**OUT, **FORCE}},
        {**chain("transient", {"node": 2, "law": "coulomb", "preload": 1, "friction": 0.3}, integrator=MOREAU), "outputs": {**OUT, **SLIP}},
        {**planar("friction", friction=0.3, restitution=0.2), "reduction": {"method": "craig_bampton", "modes": 4, "damping": 0.01},
         "integrator": {"scheme": "moreau", "step": 1e-6, "duration": 3e-3}},
        {**chain("transient", {"node": 2, "law": "unilateral", "gap": 0.002, "gap_amplitude": 0.001, "gap_frequency": 2, "normal": "x", "merge": 0.3}, integrator={**MOREAU, "windows": 3, "period_frequency": 2}),
         **MOVED, "outputs": {**OUT, **FORCE, **WINDOWS}}],
    "regimes, chain": [
        {"study": "regimes", "regimes": {"gamma": [1], "kappa": [1], "r1": 1.3, "beta": 0.1, "contact_mass": 2, "cycles": 6, "window": 3, "early_exit": False},
         "outputs": {"amplitude": {}, "stops_per_cycle": {}, "x": {"node": 1, "reduce": "half_peak_to_peak"}}}],
    "regimes, model": [
        chain("regimes", {"node": 2, "law": "coulomb", "preload": 1, "friction": 0.3}, regimes={"cycles": 6, "window": 3, "early_exit": False},
              outputs={"amplitude": {}, "stops_per_cycle": {}, "x": {"node": 1, "reduce": "half_peak_to_peak"}})],
    "regimes, stepped": [
        chain("regimes", {"node": 2, "law": "coulomb", "preload": 1, "friction": 0.3}, regimes={"cycles": 6, "window": 3},
              integrator={"scheme": "moreau", "steps_per_period": 150},
              outputs={"regime": {}, "regime_stick_fraction": {}, "x": {"node": 1, "reduce": "half_peak_to_peak"}})],
    "sliding": [bodies("sliding", sliding={"duration": 4e-4, "step": 2e-7, "windows": 2, "record": 3e-4},
                       roughness={"deviation": 0.1, "band": [2000, 20000]},
                       outputs={"tip": {"node": "target.31", "direction": "y", "reduce": "rms"}, "force": {"quantity": "normal_force", "reduce": "window_min"}})],
    "stability": [bodies("stability", stability={"position": 0.03, "frequency": 2000},
                         outputs={"growth": {"quantity": "max_growth"}, "answer": {"quantity": "receptance", "node": "target.31", "direction": "y"}})],
    "response": [{**chain("response", {"node": 2, **law}, **CURVE), "excitation": HB_LOAD} for law in LAWS] + [
        {**chain("response", {"node": 2, "law": "unilateral", "gap": 0.002, "normal": "x"}, **CURVE), **MASSLESS, "excitation": HB_LOAD}],
    "backbone": [{**chain("backbone", {"node": 2, **law}, **CURVE, backbone={"methods": ["extremum"], "to": 2}), "excitation": HB_LOAD} for law in LAWS[:2]],
    "beams": [{"study": "beams", "assembly": {"youngs_modulus": 2.5e7, "poisson_ratio": 0.3, "angle": 20, "gap": 0.001},
               "beams": {"lower": {"centre": [3, 0, 0], "span": [6, 0, 0], "radius": 0.1, "elements": 3, "turn": 0.5, "lift": -1},
                         "upper": {"centre": [3, 0, 0], "span": [6, 0, 0], "radius": 0.1, "elements": 3, "turn": -0.5, "lift": 1}},
               "supports": [{"of": "lower", "at": "start", "fix": "all"}, {"of": "upper", "at": "end", "fix": "all"}],
               "loads": [{"of": "lower", "at": "end", "along": "z", "displacement": 0.1}, {"of": "upper", "at": "start", "along": "z", "displacement": -0.1}],
               "beam_contact": {"friction": 0.1, "normal_penalty": 3000, "tangential_penalty": 1000, "pairs": 3},
               "loading": {"increments": 6},
               "outputs": {"force": {"quantity": "reaction"}}}],
}

# Sections that say what becomes of the answer, or of many: not what it is.
ELSEWHERE = {"title", "plot", "statistics", "identify", "ensemble", "inputs", "study"}


# Keys that no study above can be moved by alone, and why.
EXCEPT = {
    "reduction.cache": "never changes an answer",
    "slider.reduction.cache": "likewise", "target.reduction.cache": "likewise",
    "contact.law": "comes with keys of its own", "reduction.method": "a chain's modes are the same by all of them",
    "contact.tangents": "1 is what the models above have anyway",
    "contact.pairing": "orders partners", "contact.normal": "x is the only direction of a chain",
    "contact.direction": "x is the only direction of a chain", "contact.tangent": "likewise",
    "outputs.*.quantity": "comes with keys of its own", "loading.record": "the last value is that of any record",
    "beams.*.crimp_waves": "of a beam with crimp", "beam_contact.penetration": "with augmentations",
    "contact.from_file": "false is what it is without a file", "excitation.type": "comes with keys of its own",
    "regimes.early_exit": "shortens a run that repeats itself",
    "integrator.contact_solver": "the solution is the same within the tolerance", "integrator.tolerance": "likewise",
    "integrator.relaxation": "likewise", "integrator.max_iterations": "likewise", "integrator.divergence": "ends what diverges",
    "sliding.divergence": "likewise",
    "response.lagrangian": "of set-valued laws", "response.least": "ends a curve that does not converge", "response.step": "tried by curves of many points",
    "ridges.take": "the curves above have one peak", "ridges.mode": "of normal modes",
    "loading.halvings": "of increments that do not converge", "loading.iterations": "likewise",
    "loading.windows": "beams above have no windows", "outputs.*.last": "the last value is that of any last seconds",
    "regimes.wall": "has other ground to rub against", "outputs.*.direction": "x is the only direction of a chain",
}
# the entry without `initial` of those engines
for _studies in (ENGINES["regimes, chain"], ENGINES["regimes, model"], ENGINES["regimes, stepped"]):
    _studies[0]["initial"] = {"displacement": 0.4, "direction": "x", "velocity": 0.2}
    _studies.append({**_studies[0], "initial": {"displacement": 0.4, "velocity": 0.1, "shape": [1, -0.5]}})


def leaves(path, node):
    """(path, schema of the value) of every key below."""
    for way in [node] + node.get("anyOf", []):
        if "properties" in way:
            for key, value in way["properties"].items():
                yield from leaves(path + [key], value)
            return
        if isinstance(way.get("additionalProperties"), dict):
            yield from leaves(path + ["*"], way["additionalProperties"])
            return
    yield path, node


def values(node, now):
    """Others of the kind of the key, near what the study has."""
    found = []
    for way in [node] + node.get("anyOf", []):
        if "enum" in way:
            found += way["enum"]
        elif way.get("type") == "boolean":
            found += [True, False]
        elif way.get("type") == "integer":
            found += [int(now) + 1, max(0, int(now) - 1)] if isinstance(now, int) else [1, 2, 3, 0, 7]
        elif way.get("type") == "number":
            found += [1.3 * now, 0.7 * now] if isinstance(now, (int, float)) and now else [0.3, 1e-3, 2.0, 1e-6, 40.0]
        elif way.get("type") == "array":
            found += [[1.3 * x if isinstance(x, float) else x + 1 if isinstance(x, int) else x for x in now]] if isinstance(now, list) else [[1.0, 2.0], [0.5], [0.3, 0.2, 0.1]]
        elif way.get("type") == "string":
            found += ["wave", "all"]
    if now is None and "default" in node:
        found = [value for value in found if value != node["default"]]
    return found[:4]


def look(study, path):
    for key in path:
        study = study.get(key) if isinstance(study, dict) else None
    return study


def put(study, path, value):
    study = copy.deepcopy(study)
    at = study
    for key in path[:-1]:
        at = at.setdefault(key, {})
        if not isinstance(at, dict):
            return None
    at[path[-1]] = value
    return study


def answer(study):
    """The rows of the outputs; None: refused."""
    with tempfile.TemporaryDirectory() as folder:
        json.dump(study, open(f"{folder}/study.json", "w"))
        run = subprocess.run([CHATTER, "eval", f"{folder}/study.json", "-q", "--device", "cpu"], capture_output=True, text=True, cwd=folder)
    return (run.stdout if run.returncode == 0 else None), run.stderr


def tables(study):
    """All tables of a run: also windows and series, which are no outputs of evaluations."""
    with tempfile.TemporaryDirectory() as folder:
        json.dump(study, open(f"{folder}/study.json", "w"))
        run = subprocess.run([CHATTER, "run", "study.json", "-q", "-o", "run.h5", "--device", "cpu"], capture_output=True, text=True, cwd=folder)
        subprocess.run([CHATTER, "export", "run.h5"], capture_output=True, cwd=folder)
        return [open(f"{folder}/{name}").read() for name in sorted(os.listdir(folder)) if name.endswith(".csv")] if run.returncode == 0 else None


def paths(study, path):
    """`*` stands for each name that the study has."""
    if "*" not in path:
        return [path]
    i = path.index("*")
    there = look(study, path[:i])
    return [q for name in there or {} for q in paths(study, path[:i] + [name] + path[i + 1:])]


def judge(engine, study, path, node):
    """'acts', 'refused' or 'dead'."""
    base, message = answer(study)
    if base is None:
        return f"{engine}: the study itself is refused: {message}"
    taken = []
    for q in paths(study, path):
        for value in values(node, look(study, q)):
            other = put(study, q, value)
            if other is None or value == look(study, q):
                continue
            seen, _ = answer(other)
            if seen is not None and seen != base:
                return "acts"
            taken += [other] if seen is not None else []
    whole = tables(study) if taken else None
    if any(tables(other) not in (whole, None) for other in taken):
        return "acts"
    return "dead" if taken else "refused"


def main():
    schema = json.loads(subprocess.run([CHATTER, "schema"], capture_output=True, text=True).stdout)
    keys = [(p, n) for p, n in leaves([], schema) if p[0] not in ELSEWHERE and ".".join(p) not in EXCEPT]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for engine, studies in ENGINES.items():
            if ONLY and engine not in ONLY:
                continue
            for study in studies:
                if answer(study)[0] is None:
                    print(f"{engine}: {answer(study)[1]}")
            def key(of):
                verdicts = []
                for study in studies:
                    verdicts.append(judge(engine, study, *of))
                    if verdicts[-1] == "acts":
                        break
                return of[0], verdicts
            for path, verdicts in pool.map(key, keys):
                if "acts" not in verdicts and "dead" in verdicts:
                    print(f"{engine}: {'.'.join(path)}", flush=True)


main()
