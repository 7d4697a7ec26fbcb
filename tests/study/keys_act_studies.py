"""Studies in which keys_act.py varies every key, small ones of every engine: {engine: {name:
(study, sections that are varied, None: all)}}, the files that they name, and the keys that a study
accepts without effect, each with its reason."""
import math

CHAIN = {"type": "chain", "masses": [1.0, 0.8], "springs": [90.0, 70.0, 30.0]}
MASSLESS = {"model": {"type": "chain", "masses": [1.0, 0.0], "springs": [90.0, 70.0]},
            "reduction": {"method": "massless_craig_bampton", "modes": 1, "damping": 0.02}}
PLANE = {"type": "plane", "youngs_modulus": 2.1e9, "poisson_ratio": 0.3, "density": 7850, "length": 0.2, "height": 0.02, "width": 0.01,
         "elements": 4, "elements_across": 1, "clamped": "left"}
BEAM = {"type": "beam", "youngs_modulus": 2.1e9, "density": 7850, "length": 0.2, "height": 0.02, "width": 0.01, "elements": 4, "clamped": "left"}
BAR = {"type": "bar", "youngs_modulus": 900, "density": 1, "length": 10, "area": 1, "elements": 8}
MATRICES = {"type": "matrices", "stiffness": "K.mtx", "mass": "M.mtx", "damping": "C.mtx", "dof": "dof.csv", "nodes": "nodes.csv", "contact": "contact.csv"}
LOAD = {"node": 1, "amplitude": 1.0, "frequency": 1.3, "phase": "cos"}
WAVE = {"wave": {"type": "harmonic", "frequency": 2.0}}
LEAPFROG = {"scheme": "leapfrog", "steps_per_period": 100, "periods": 3, "window": 2}
MOREAU = {"scheme": "moreau", "steps_per_period": 150, "periods": 4, "window": 2}
OUT = {"x": {"node": 2, "reduce": "rms"}, "v": {"quantity": "velocity", "node": 1, "reduce": "max"}, "w": {"node": 1, "reduce": "windows"},
       "late": {"node": 1, "reduce": "rms", "last": 0.3}, "s": {"node": 2, "reduce": "series", "every": 20, "trajectories": [0]}}
FORCE = {"push": {"quantity": "normal_force", "reduce": "mean"}, "hits": {"quantity": "impacts"}, "top": {"quantity": "apex", "index": 1}}
SLIP = {"drag": {"quantity": "tangential_force", "reduce": "mean"}, "slip": {"quantity": "slip_velocity", "reduce": "rms"}}
LAWS = {"elastic": {"tangential_stiffness": 60, "friction": 0.4, "preload": 1.0}, "lift": {"law": "elastic", "normal_stiffness": 150, "gap": 0.002, "preload": 0.1},
        "cubic": {"cubic_stiffness": 900}, "kelvin_voigt": {"gap": 0.002, "normal_stiffness": 200, "normal_damping": 1.0},
        "polynomial": {"powers": [1, 3], "coefficients": [10, 900]}, "dashpot": {"normal_damping": 1.0, "power": 1.5},
        "tanh_friction": {"friction": 0.3, "preload": 1, "velocity_scale": 0.1}, "bouc_wen": {"stiffness": 30, "alpha": 0.4, "beta": 20, "gamma": 5},
        "iwan": {"limit_force": 1, "tangential_stiffness": 60, "chi": -0.5, "beta": 0.3, "sliders": 5},
        "spring": {"gap": 0.002, "normal_stiffness": 200}}
STOP = {"node": 2, "law": "unilateral", "gap": 0.002}
RUB = {"node": 2, "law": "coulomb", "preload": 1, "friction": 0.3}


def chain(kind, contact, **more):
    return {"study": kind, "model": CHAIN, "reduction": {"method": "modal", "damping": 0.02}, "contact": contact, "excitation": LOAD,
            **({"integrator": LEAPFROG, "outputs": OUT} if kind == "transient" else {}), **more}


def law(name):
    return {"node": 2, "law": name, **LAWS[name]}


def planar(contact, model=PLANE, **more):
    out = {"x": {"node": 10, "direction": "y", "reduce": "rms"}, "push": {"quantity": "normal_force", "reduce": "mean"}, "hits": {"quantity": "impacts"}, "top": {"quantity": "apex", "index": 1},
           "w": {"node": 10, "direction": "y", "reduce": "windows"}}
    return {"study": "transient", "model": model, "reduction": {"method": "macneal", "modes": 4, "damping": 0.01},
            "contact": {"nodes": 10, "normal": "-y", "gap": 1e-5, **contact},
            "excitation": {"node": 9, "direction": "y", "amplitude": 5, "frequency": 200, "phase": "cos"},
            "integrator": {"scheme": "leapfrog", "step": 1e-6, "duration": 3e-3}, "outputs": out, **more}


def loaded(load, **more):
    """A chain or the model of `more`, with a varied load."""
    return {**chain("transient", law("cubic")), "excitation": load, **more}


def table_of(step, n, function, head="time"):
    return f"{head},a,b\n" + "".join(f"{step * i:.17g},{function(step * i)[0]:.17g},{function(step * i)[1]:.17g}\n" for i in range(n))


def matrix(n, entries):
    return f"%%MatrixMarket matrix coordinate real symmetric\n{n} {n} {len(entries)}\n" + "".join(f"{i} {j} {x}\n" for i, j, x in entries)


def waves(a, b):
    return lambda t: (math.sin(a * t) - math.sin(a * t) ** 3 / 2, math.cos(b * t))


TURN = 2 * math.pi
FILES = {"table.csv": table_of(0.05, 121, waves(5, 7)), "other.csv": table_of(0.05, 121, waves(4, 3)),
         "turns.csv": table_of(0.05, 21, waves(TURN, 2 * TURN), "turns"), "other_turns.csv": table_of(0.05, 21, waves(2 * TURN, TURN), "turns"),
         "psd.csv": "frequency,density\n1,0.1\n4,0.2\n", "other_psd.csv": "frequency,density\n1,0.3\n4,0.1\n",
         "force.csv": "time,force\n" + "".join(f"{1e-5 * i:.17g},{0.02 * math.sin(0.3 * i):.17g}\n" for i in range(61)),
         "other_force.csv": "time,force\n" + "".join(f"{1e-5 * i:.17g},{0.01 * math.cos(0.2 * i):.17g}\n" for i in range(61)),
         "K.mtx": matrix(4, [(1, 1, 160), (2, 2, 90), (3, 1, -70), (3, 3, 70), (4, 2, -20), (4, 4, 60)]),
         "K2.mtx": matrix(4, [(1, 1, 170), (2, 2, 95), (3, 1, -70), (3, 3, 75), (4, 2, -20), (4, 4, 60)]),
         "M.mtx": matrix(4, [(1, 1, 1), (2, 2, 1), (3, 1, 0.2), (3, 3, 0.8), (4, 4, 0.8)]),
         "M2.mtx": matrix(4, [(1, 1, 1.1), (2, 2, 1), (3, 1, 0.2), (3, 3, 0.9), (4, 4, 0.8)]),
         "C.mtx": matrix(4, [(1, 1, 0.2), (2, 2, 0.2), (3, 3, 0.1), (4, 4, 0.1)]), "C2.mtx": matrix(4, [(1, 1, 0.4), (2, 2, 0.2), (3, 3, 0.1), (4, 4, 0.1)]),
         "dof.csv": "eq,node,dof\n1,1,1\n2,1,2\n3,2,1\n4,2,2\n", "dof2.csv": "eq,node,dof\n3,1,1\n4,1,2\n1,2,1\n2,2,2\n",
         "nodes.csv": "id,x,y,z,sets\n1,0,0,0,NEAR\n2,1,0,0,FAR\n", "nodes2.csv": "id,x,y,z,sets\n1,0,0,0,FAR\n2,1,0,0,NEAR\n",
         "contact.csv": "id,node,partner,nx,ny,nz,gap,area\n1,2,ground,1,0,0,0.002,0.5\n",
         "contact2.csv": "id,node,partner,nx,ny,nz,gap,area\n1,2,ground,1,0,0,0.004,0.5\n"}
# Values that are tried besides those of the type of a key.
TRIED = {"drives.*.file": ["other.csv", "other_turns.csv"], "drives.*.spectrum": ["other_psd.csv"], "roughness.file": ["other_force.csv", "force.csv"],
         "model.stiffness": ["K2.mtx"], "model.mass": ["M2.mtx"], "model.damping": ["C2.mtx"], "model.dof": ["dof2.csv"], "model.nodes": ["nodes2.csv"],
         "model.contact": ["contact2.csv"], "model.file": ["other_model.h5"], "initial.from": ["other_kept.h5", "kept.h5"],
         "model.materials.*.youngs_modulus": [1e9], "outputs.*.node": ["target.31", "slider.2"], "slider.guide": ["TOP"],
         "contact.phases": [[0.7]], "ridges.from": [1.48], "response.samples": [512], "response.monitor": ["x"],
         "supports.at": ["1"], "supports.of": ["upper"], "supports.fix": ["x"], "loads.at": ["2"], "loads.of": ["upper"], "target.path": ["BOTTOM"],
         "backbone.methods": ["extremum", "phase"], "excitation.nodes": ["UPPER", [1, 2]], "drives.*.column": [2, "b"]}
BASIS = chain("transient", law("cubic"))
# Results and models from which studies start: (file, command, study).
PREPARED = [("kept.h5", "run", BASIS), ("other_kept.h5", "run", {**BASIS, "excitation": {**LOAD, "amplitude": 2.0}}),
            ("model.h5", "reduce", BASIS), ("other_model.h5", "reduce", {**BASIS, "model": {**CHAIN, "masses": [1.0, 0.9]}})]

CURVE = {"from": 0.9, "to": 1.9, "harmonics": 5, "grid": [1, 1.8, 5]}
PEAKS = {"p": {"quantity": "peak_amplitude", "node": 1}, "f": {"quantity": "peak_frequency"}, "x": {"node": 2}}
HB_LOAD = {"node": 1, "amplitude": 1.0, "phase": "cos"}


def curve(contact, **more):
    return {**chain("response", contact), "excitation": HB_LOAD, "response": CURVE, "outputs": PEAKS, **more}


def backbone(contact, **more):
    return {**curve(contact), "study": "backbone", "backbone": {"methods": ["extremum"], "to": 2}, **more}


def bodies(kind, **more):
    def body(length, elements, modes, **rest):
        return {"model": {**PLANE, "length": length, "height": 0.003, "elements": elements, **rest},
                "reduction": {"method": "craig_bampton", "modes": modes, "rayleigh": {"mass": 20, "stiffness": 5e-8}}}
    return {"study": kind,
            "slider": {**body(0.075, 9, 4, clamped="none"), "angle": 0.52, "contact": 1, "guide": "RIGHT", "start": 0.0233, "velocity": 0.5,
                       "preload": 0.1, "friction": 0.3},
            "target": {**body(0.1, 15, 4), "path": "TOP"}, **more}


SLIDE = {"sliding": {"duration": 4e-4, "step": 2e-7, "windows": 2, "record": 3e-4},
         "outputs": {"tip": {"node": "target.31", "direction": "y", "reduce": "rms"}, "force": {"quantity": "normal_force", "reduce": "window_min"}}}
GROWTH = {"growth": {"quantity": "max_growth"}, "answer": {"quantity": "receptance", "node": "target.31", "direction": "y"},
          "force": {"quantity": "normal_force"}, "second": {"quantity": "growth", "index": 2}, "all": {"quantity": "growths"}}
REGIME = {"amplitude": {}, "stops_per_cycle": {}, "x": {"node": 1, "reduce": "half_peak_to_peak"}}
DIMENSIONLESS = {"study": "regimes", "regimes": {"gamma": [1], "kappa": [1], "r1": 1.3, "beta": 0.1, "contact_mass": 2, "cycles": 6, "window": 3, "early_exit": False},
                 "outputs": REGIME}
EXACT = chain("regimes", RUB, regimes={"cycles": 6, "window": 3, "early_exit": False}, outputs=REGIME)
STEPPED = chain("regimes", RUB, regimes={"cycles": 6, "window": 3}, integrator={"scheme": "moreau", "steps_per_period": 150},
                outputs={"regime": {}, "regime_stick_fraction": {}, "x": {"node": 1, "reduce": "half_peak_to_peak"}})
BEGUN = {"initial": {"displacement": 0.4, "direction": "x", "velocity": 0.2}}
SHAPED = {"initial": {"displacement": 0.4, "velocity": 0.1, "shape": [1, -0.5]}}
CROSSED = {"study": "beams", "assembly": {"youngs_modulus": 2.5e7, "poisson_ratio": 0.3, "angle": 20, "gap": 0.001},
           "beams": {"lower": {"centre": [3, 0, 0], "span": [6, 0, 0], "radius": 0.1, "elements": 3, "turn": 0.5, "lift": -1},
                     "upper": {"centre": [3, 0, 0], "span": [6, 0, 0], "radius": 0.1, "elements": 3, "turn": -0.5, "lift": 1}},
           "supports": [{"of": "lower", "at": "start", "fix": "all"}, {"of": "upper", "at": "end", "fix": "all"}],
           "loads": [{"of": "lower", "at": "end", "along": "z", "displacement": 0.1}, {"of": "upper", "at": "start", "along": "z", "displacement": -0.1}],
           "beam_contact": {"friction": 0.1, "normal_penalty": 3000, "tangential_penalty": 1000, "pairs": 3}, "loading": {"increments": 6},
           "outputs": {"force": {"quantity": "reaction"}, "solves": {"quantity": "linear_solves"}, "w": {"quantity": "strain_energy", "reduce": "windows"}}}
OF_LAW = ("contact", "integrator")

ENGINES = {
    "transient": {
        "stop": ({**chain("transient", STOP), **MASSLESS, "outputs": {**OUT, **FORCE}}, None),
        "moving stop": ({**chain("transient", {**STOP, "gap_amplitude": 0.001, "gap_frequency": 2}), **MASSLESS, "outputs": {**OUT, **FORCE}}, OF_LAW),
        "driven stop": ({**chain("transient", {**STOP, "gap_drive": "wave"}), **MASSLESS, "drives": WAVE, "outputs": {**OUT, **FORCE}}, OF_LAW + ("drives",)),
        "begun": ({**chain("transient", law("cubic")), **BEGUN}, ("initial", "integrator")),
        "shaped": ({**chain("transient", law("cubic")), **SHAPED}, ("initial",)),
        "modal": ({**chain("transient", law("cubic")), "initial": {"modal": [0.1, 0.2]}}, ("initial",)),
        "static": ({**chain("transient", law("cubic")), "initial": {"static": True}}, ("initial",)),
        "steady": ({**chain("transient", law("cubic")), "initial": {"steady": True}}, ("initial",)),
        "going on": ({**chain("transient", law("cubic")), "initial": {"from": "kept.h5"}}, ("initial", "integrator")),
        "saved": ({**chain("transient", {**law("cubic"), "direction": "x"}), "model": {"type": "reduced", "file": "model.h5"}, "reduction": {"damping": 0.02}, "excitation": {**LOAD, "direction": "x"},
                   "outputs": {"x": {"node": 2, "direction": "x", "reduce": "rms"}}}, ("model", "reduction")),
        "seconds": ({**chain("transient", law("cubic")), "integrator": {"step": 0.005, "duration": 2.0}}, ("integrator",)),
        "periods": ({**chain("transient", law("cubic")), "integrator": {**LEAPFROG, "windows": 3, "period_frequency": 2}}, ("integrator",)),
        "matrices": ({**chain("transient", {"from_file": True, "law": "unilateral", "preload": 0.1}), "model": MATRICES, "reduction": {"method": "macneal", "modes": 2},
                      "excitation": {**LOAD, "direction": "x"}, "outputs": {"x": {"node": "FAR", "direction": "x", "reduce": "rms"}, **FORCE}}, ("model", "reduction", "contact")),
        "plane": (planar({"law": "unilateral"}), ("model", "reduction", "contact", "excitation", "integrator", "outputs")),
        "plane, friction": (planar({"law": "friction", "friction": 0.3, "tangent": "x"}), OF_LAW),
        "plane, held": (planar({"law": "unilateral"}, reduction={"method": "massless_craig_bampton", "modes": 3, "hold": 8, "hold_direction": "y"}), ("reduction",)),
        "plane, pair": (planar({"law": "elastic", "nodes": [9, 10], "partner": [8, 7], "pairing": "in_order", "normal_stiffness": 1e4, "preload": 1, "weights": [1.0, 2.0]}), ("contact",)),
        "beam": (planar({"law": "unilateral", "nodes": 4}, BEAM, excitation={"node": 4, "amplitude": 5, "frequency": 200}, outputs={"x": {"node": 4, "reduce": "rms"}, **FORCE}),
                 ("model", "reduction", "contact")),
        "bar": ({**chain("transient", {"nodes": "LOWER", "law": "unilateral", "gap": 0.01}), "model": BAR, "reduction": {"method": "massless_craig_bampton", "modes": 3},
                 "excitation": {"type": "gravity", "amplitude": -9.81}, "integrator": {"step": 1e-3, "duration": 0.5}, "outputs": {"x": {"node": "LOWER", "reduce": "rms"}, "top": {"node": "UPPER", "reduce": "rms"}}},
                ("model", "reduction", "excitation")),
        "bar, macneal": ({**chain("transient", {"nodes": "LOWER", "law": "unilateral", "gap": 0.01}), "model": BAR, "reduction": {"method": "macneal", "modes": 3},
                          "excitation": {"type": "gravity", "amplitude": -9.81}, "integrator": {"step": 1e-3, "duration": 0.5},
                          "outputs": {"x": {"node": "LOWER", "reduce": "rms"}, "top": {"node": "UPPER", "reduce": "rms"}}}, ("reduction",)),
        "unreduced": ({**chain("transient", law("cubic")), "reduction": {"method": "none", "rayleigh": {"mass": 0.1, "stiffness": 1e-4}}}, ("reduction",)),
        **{name: ({**chain("transient", law(name)), "outputs": {**OUT, **(FORCE if "gap" in LAWS[name] else {})}}, OF_LAW) for name in LAWS if name != "lift"}},
    "loads": {
        "two": (loaded([LOAD, {"node": 2, "amplitude": 0.5}]), None),
        "swept": (loaded({**LOAD, "sweep_from": 1.0, "sweep_rate": 1.0}), ("excitation", "drives")),
        "base": (loaded({"type": "base", "amplitude": 1.0, "frequency": 1.3}), ("excitation",)),
        "constant": (loaded([{"type": "constant", "node": 1, "amplitude": 1.0}], integrator={"step": 0.005, "duration": 2.0}), ("excitation", "integrator")),
        "one constant": (loaded({"type": "constant", "node": 1, "amplitude": 1.0}, integrator={"step": 0.005, "duration": 2.0}), ("excitation", "integrator")),
        "rotation": (planar({"law": "unilateral"}, excitation={"type": "centrifugal", "rotation": 3, "direction": "z", "origin": [0.1, 0, 0]}), ("excitation",)),
        "pressure": (planar({"law": "unilateral"}, excitation={"nodes": "TOP", "pressure": 100, "frequency": 200}), ("excitation",)),
        "weights": (planar({"law": "unilateral"}, excitation={"nodes": "TOP", "weights": [1.0, 2.0, 3.0, 4.0, 5.0], "direction": "y", "amplitude": 1, "frequency": 200}), ("excitation",)),
        **{name: (loaded({"node": 1, "amplitude": 1.0, "drive": "d"}, drives={"d": drive}, integrator={"step": 0.005, "duration": 2.0}), ("drives", "excitation"))
           for name, drive in {"harmonic": {"type": "harmonic", "frequency": 2.0}, "sweep": {"type": "harmonic", "frequency": 2.0, "sweep_from": 1.0, "sweep_rate": 1.0},
                               "table": {"file": "table.csv"}, "noise": {"type": "noise", "deviation": 1.0, "band": [1.0, 4.0]},
                               "spectrum": {"type": "noise", "spectrum": "psd.csv"}, "constant drive": {"type": "constant", "offset": 0.5}}.items()},
        "by turns": (loaded({**LOAD, "drive": "d"}, drives={"d": {"file": "turns.csv", "abscissa": "turns", "periodic": True}}), ("drives", "excitation"))},
    "moreau": {
        "stop": (chain("transient", {**STOP, "restitution": 0.4}, integrator=MOREAU, outputs={**OUT, **FORCE}), None),
        "moving stop": (chain("transient", {**STOP, "gap_amplitude": 0.001, "gap_frequency": 2}, integrator=MOREAU, outputs={**OUT, **FORCE}), OF_LAW),
        "friction": (chain("transient", RUB, integrator=MOREAU, outputs={**OUT, **SLIP}), OF_LAW),
        "driven wall": (chain("transient", {**RUB, "wall_drive": "wave"}, drives=WAVE, integrator=MOREAU, outputs={**OUT, **SLIP}), OF_LAW),
        "plane": ({**planar({"law": "friction", "friction": 0.3, "restitution": 0.2}), "reduction": {"method": "craig_bampton", "modes": 4, "damping": 0.01},
                   "integrator": {"scheme": "moreau", "step": 1e-6, "duration": 3e-3}}, OF_LAW)},
    "regimes": {
        "chain": ({**DIMENSIONLESS, **BEGUN}, None), "chain, shaped": ({**DIMENSIONLESS, **SHAPED}, ("initial",)), "chain, at rest": (DIMENSIONLESS, ("regimes", "initial")),
        "model": ({**EXACT, **BEGUN}, None), "model, shaped": ({**EXACT, **SHAPED}, ("initial",)),
        "stepped": ({**STEPPED, **BEGUN}, None), "stepped, shaped": ({**STEPPED, **SHAPED}, ("initial", "integrator"))},
    "response": {
        "stop": ({**curve(STOP), **MASSLESS}, None), "driven stop": ({**curve({**STOP, "gap_drive": "d"}), **MASSLESS, "drives": {"d": {"file": "turns.csv", "abscissa": "turns", "periodic": True, "factor": 1e-3}}}, ("contact", "drives")),
        "friction": (curve(RUB), ("contact", "response")), "two ridges": (curve(law("cubic"), ridges=[{"from": 1.0, "to": 1.5}, {"take": "last"}], response={**CURVE, "to": 3.0, "ridge": 1}), ("response", "ridges", "outputs")),
        "state": (curve(law("cubic"), response={"from": 0.9, "to": 1.9, "harmonics": 5, "at": 1.4}, outputs={"x": {"node": 2}, "push": {"quantity": "normal_force"}}), ("response", "outputs")),
        "with modes": (curve(law("cubic"), outputs={**PEAKS, "normal": {"quantity": "dnnm_frequency"}}), ("ridges",)),
        "adapted": (curve(law("cubic"), response={**CURVE, "adapt": 1e-3}), ("response",)),
        **{name: (curve(law(name)) if name != "lift" else curve({"node": 2, **LAWS[name]}), None if name == "cubic" else ("contact", "response")) for name in LAWS}},
    "backbone": {
        "elastic": (backbone(law("elastic")), None), "cubic": (backbone(law("cubic")), ("contact", "response", "ridges", "backbone")),
        "phase": (backbone(law("cubic"), backbone={"methods": ["phase"], "to": 2, "grid": [1, 2, 3]}), ("response", "backbone", "ridges")),
        "normal mode": (backbone(law("cubic"), backbone={"methods": ["dnnm"], "to": 2}), ("response", "backbone", "ridges"))},
    "sliding": {
        "smooth": (bodies("sliding", **SLIDE), None), "rough": (bodies("sliding", **SLIDE, roughness={"deviation": 0.1, "band": [2000.0, 20000.0]}), ("roughness", "sliding")),
        "driven guide": ({**bodies("sliding", **SLIDE, drives={"wave": {"type": "harmonic", "frequency": 3000.0, "factor": 0.01}}), "slider": {**bodies("sliding")["slider"], "velocity_drive": "wave"}},
                         ("slider", "drives")),
        "recorded force": (bodies("sliding", **SLIDE, roughness={"file": "force.csv"}), ("roughness",)),
        "shaken": (bodies("sliding", **SLIDE, roughness={"drive": "wave"}, drives={"wave": {"type": "harmonic", "frequency": 3000.0, "factor": 0.01}}), ("roughness", "drives"))},
    "stability": {
        "undeformed": (bodies("stability", stability={"position": 0.03, "frequency": 2000}, outputs=GROWTH), None),
        "deformed": (bodies("stability", stability={"position": 0.03, "deformed": 1}, outputs=GROWTH), ("stability", "slider"))},
    "zones": {"zones": (bodies("stability", stability={"position": 0.03, "deformed": 1, "step": 0.003, "modes": 4, "above": -15}, outputs=GROWTH), ("stability", "slider"))},
    "beams": {"crossed": (CROSSED, None),
              "augmented": ({**CROSSED, "beam_contact": {**CROSSED["beam_contact"], "augmentations": 5}}, ("beam_contact", "loading")),
              "smooth": ({**CROSSED, "beam_contact": {"normal_penalty": 3000}}, ("beam_contact",)),
              "crimped": ({**CROSSED, "beams": {**CROSSED["beams"], "lower": {**CROSSED["beams"]["lower"], "crimp": 0.01}}, "loading": {"increments": 6, "windows": 2}}, ("beams", "loading"))},
}
COMMANDS = {"zones": "zones"}  # others are evaluated

# (study, keys, reason why it accepts them without effect)
EXCEPT = [
    ("*", "*reduction.cache", "never changes an answer"),
    ("*", "reduction.method", "a chain's modes are the same by several of them"),
    ("*", "reduction.gravity", "of gravity and a shaken base; `chatter reduce` keeps it in saved models, whatever the study's loads"),
    ("*", "outputs.*.quantity", "several quantities are the same in small studies, and their own keys come with them"),
    ("*", "outputs.*.direction", "the only direction of a chain, whose sign an amplitude does not show"),
    ("*", "outputs.*.trajectories", "the first is what a study with one has anyway"),
    ("*", "contact.normal contact.direction contact.tangent", "the only direction of a chain, whose sign laws that are odd do not show"),
    ("*", "contact.tangents", "1 is what models of one direction have anyway"),
    ("*", "integrator.preloaded", "spares work alone"),
    ("*", "integrator.contact_solver integrator.tolerance integrator.relaxation integrator.max_iterations",
     "the solution is the same within the tolerance; springs on a boundary with mass need no solver"),
    ("transient/saved", "reduction.*", "settled in a saved model, which stands in place of what it was made of"),
    ("*/going on", "initial.trajectory", "the only trajectory there is 0"),
    ("stability/*", "slider.start stability.from stability.to stability.above stability.step", "of `chatter zones`, whose study is zones/zones"),
    ("zones/*", "stability.position stability.frequency stability.force", "of other commands: zones are sought at all positions"),
    ("zones/*", "slider.weights", "shares of a preload that moves zones by less than is printed"),
    ("zones/*", "stability.step", "how narrow a zone may be that is found; these are wide"),
    ("transient/plane, pair", "contact.merge", "its points are pressed together all the time"),
    ("*/spring", "contact.law", "elastic is the same law"),
    ("*", "response.least", "ends a curve that needs smaller steps"),
    ("response/elastic", "response.samples", "warned of: elastic contacts are evaluated by the exact times of their events"),
    ("response/lift", "response.samples", "warned of, likewise"),
    ("response/spring", "response.samples", "warned of, likewise"),
    ("backbone/elastic", "response.samples", "warned of, likewise"),
    ("sliding/*", "roughness.band roughness.seed", "of the noise, whose deviation may come with samples"),
    ("*", "ridges.mode", "belongs to a ridge, whichever of its curves are asked for: methods may come with --set"),
    ("*", "ridges.take", "curves with one peak in the range of a ridge"),
    ("*", "response.static", "without a mean load the mean of odd laws is 0"),
    ("beams/*", "loading.halvings", "of increments that do not converge"),
    ("regimes/*", "regimes.early_exit", "ends a run that repeats itself, whose answer is the same"),
    ("regimes/*", "regimes.max_events", "ends cycles with more events, which these studies do not have"),
]
