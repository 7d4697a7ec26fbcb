// Keys of a structure and of its reduction, as rows of a table of keys. Each place where a study
// has them includes this file with IN defined as the prefix of "model" and "reduction" ("" at the
// top, "slider." in that section), and with IN_DAMPING defined as the flags of modal damping:
// FIELD_STRUCTURAL if its values are not read for each trajectory.
#ifndef CHATTER_STUDY_SCHEMA_STRUCTURE_KEYS_H
#define CHATTER_STUDY_SCHEMA_STRUCTURE_KEYS_H

#include "study/schema/schema.h"
#define MODEL_WORDS "chain bar plane beam matrices calculix reduced"
#define REDUCTION_WORDS "craig_bampton massless_craig_bampton macneal rubin modal none"
#endif

#ifdef IN
// clang-format off
    {IN "model.type", NULL, FIELD_WORD, AT(model_config, type), .words = MODEL_WORDS,
     .doc = "where the structure comes from; plane: a rectangle in plane stress in the x-y plane, of "
     "bilinear quadrilaterals with incompatible modes (QM6), which bend without locking; beam: along x, "
     "bending along y (Euler-Bernoulli, cubic elements, rectangular section), nodes 0 to elements, node sets "
     "LEFT, RIGHT"},
    {IN "model.masses", NULL, FIELD_LIST, AT(model_config, masses), FROM(0), .flags = FIELD_STRUCTURAL,
     .unit = "kg", .only = "chain",
     .doc = "masses m_1 … m_N: nodes 1 … N; 0: a node without mass that follows its springs and its contact "
     "(reduction.method massless_craig_bampton or macneal), with no dashpot at it"},
    {IN "model.springs", NULL, FIELD_LIST, AT(model_config, springs), FROM(0), .flags = FIELD_STRUCTURAL,
     .unit = "N/m", .only = "chain",
     .doc = "springs from the ground upwards: k_1 … k_N, an optional k_N+1 from the last mass to the ground"},
    {IN "model.dashpots", NULL, FIELD_LIST, AT(model_config, dashpots), FROM(0), .flags = FIELD_STRUCTURAL,
     .unit = "N·s/m", .only = "chain",
     .doc = "dashpots beside the springs, c_1 … c_N and an optional c_N+1, 0 where there is none"},
    {IN "model.youngs_modulus", NULL, FIELD_NUMBER, AT(model_config, youngs_modulus), FROM(POSITIVE),
     .flags = FIELD_STRUCTURAL, .unit = "Pa", .only = "bar plane beam", .doc = "Young's modulus",
     .symbol = "Young's modulus"},
    {IN "model.poisson_ratio", NULL, FIELD_NUMBER, AT(model_config, poisson_ratio), RANGE(-1, 0.5),
     .flags = FIELD_STRUCTURAL, .only = "plane", .doc = "Poisson's ratio, more than -1 and less than 0.5",
     .symbol = "Poisson's ratio"},
    {IN "model.density", NULL, FIELD_NUMBER, AT(model_config, density), FROM(POSITIVE),
     .flags = FIELD_STRUCTURAL, .unit = "kg/m³", .only = "bar plane beam", .doc = "density"},
    {IN "model.length", NULL, FIELD_NUMBER, AT(model_config, length), FROM(POSITIVE),
     .flags = FIELD_STRUCTURAL, .unit = "m", .only = "bar plane beam", .doc = "length, along x from 0"},
    {IN "model.height", NULL, FIELD_NUMBER, AT(model_config, height), FROM(POSITIVE),
     .flags = FIELD_STRUCTURAL, .unit = "m", .only = "plane beam", .doc = "height, along y (plane: from 0)"},
    {IN "model.width", NULL, FIELD_NUMBER, AT(model_config, width), FROM(POSITIVE), .flags = FIELD_STRUCTURAL,
     .unit = "m", .only = "plane beam", .doc = "thickness, along z"},
    {IN "model.area", NULL, FIELD_NUMBER, AT(model_config, area), FROM(POSITIVE), .flags = FIELD_STRUCTURAL,
     .unit = "m²", .initial = "1", .only = "bar", .doc = "cross-section"},
    {IN "model.elements", NULL, FIELD_NUMBER, AT(model_config, elements), RANGE(1, 1e6),
     .flags = FIELD_WHOLE | FIELD_STRUCTURAL | FIELD_FINER_ABOVE, .only = "bar plane beam",
     .doc = "number n of elements along x; from x = 0 on, a bar has nodes 1 … n + 1 and node sets LOWER, "
     "UPPER, a beam nodes 0 … n and LEFT, RIGHT (of a plane: elements_across)"},
    {IN "model.elements_across", NULL, FIELD_NUMBER, AT(model_config, elements_across), RANGE(1, 1e6),
     .flags = FIELD_WHOLE | FIELD_STRUCTURAL | FIELD_FINER_ABOVE, .only = "plane",
     .doc = "number of elements along y; node 1 + (elements_across + 1) i + j lies at i elements along x and "
     "j along y, from 0; node sets: LEFT, RIGHT, BOTTOM, TOP"},
    {IN "model.clamped", NULL, FIELD_WORD, AT(model_config, clamped),
     .words = "none lower upper both left right", .initial = "none", .only = "bar plane beam",
     .doc = "which ends are held: x = 0 is the lower one of a bar, the left one of a plane or beam"},
    {IN "model.stiffness", NULL, FIELD_FILE, AT(model_config, stiffness), .only = "matrices",
     .doc = "K, Matrix Market"},
    {IN "model.mass", NULL, FIELD_FILE, AT(model_config, mass), .only = "matrices",
     .doc = "M, Matrix Market: as it is, rows and columns of fixed coordinates left out; what those would "
     "add to gravity and base (below, excitation.type) is not known: leave the coordinates in and name them "
     "in reduction.hold, or take nodal loads"},
    {IN "model.mass_matrix", NULL, FIELD_WORD, AT(model_config, mass_matrix), .words = "consistent lumped",
     .initial = "consistent", .only = "bar plane matrices calculix",
     .doc = "that of the elements (or of the file), or lumped: each row's sum on the diagonal, so that "
     "nothing is lost of a translation's inertia; for nodes that move along x, y and z alone, of elements "
     "whose sums are positive (not those with nodes amid their edges: of decks C3D4, C3D6, C3D8, C3D8R, and "
     "C3D8I, whose inner motions have no mass then and follow statically)"},
    {IN "model.damping", NULL, FIELD_FILE, AT(model_config, damping), .only = "matrices",
     .doc = "C, Matrix Market; absent: none"},
    {IN "model.dof", NULL, FIELD_FILE, AT(model_config, dof), .only = "matrices",
     .doc = "CSV eq,node,dof: which row of the matrices is which direction of which node: 1, 2, 3 or x, y, "
     "z; rotations 4, 5, 6 or rx, ry, rz"},
    {IN "model.nodes", NULL, FIELD_FILE, AT(model_config, nodes), .only = "matrices",
     .doc = "CSV id,x,y,z,sets: coordinates in m and names of sets, parted by blanks; absent: nodes at the "
     "origin"},
    {IN "model.contact", NULL, FIELD_FILE, AT(model_config, contact), .only = "matrices",
     .doc = "CSV id,node,partner,nx,ny,nz,gap,area,preload,gap_phase: contact points; partner: a node or "
     "ground; normals from the wall into the body; each of the last four may be absent: gap (m), preload (N) "
     "and gap_phase (rad) are added to those of the contact entry, area (m²) is what its pressure acts on"},
    {IN "model.deck", NULL, FIELD_FILE, AT(model_config, deck), .only = "calculix",
     .doc = "CalculiX input deck in SI units, of bodies: elements C3D4, C3D6, C3D8, C3D8I, C3D8R, C3D10, "
     "C3D10T, C3D15, C3D20, C3D20R, with MASS, SPRING1, SPRING2, SPRINGA; linear C3D4, C3D6 and C3D8 are too "
     "stiff in bending: C3D8I, C3D10 and C3D20 are not. Supports (*BOUNDARY, by ENCASTRE, XSYMM, ... too), "
     "*EQUATION, *TIE and distributing couplings count, parts and instances (node sets as INSTANCE.SET) and "
     "*SYSTEM are placed (ccx leaves supports out of its matrices: with loads gravity, base and centrifugal "
     "it runs a second time without them, for their share of the mass); loads (but *DLOAD, CENTRIF: "
     "excitation.type centrifugal), damping and contacts of decks do not, and are warned of. Supports in the "
     "first step that *RETAINED NODAL DOFS keeps are let go. Surface elements that a mesher leaves on a "
     "solid mesh are passed over, their sets are node sets"},
    {IN "model.ignore", NULL, FIELD_TEXTS, AT(model_config, ignore), .only = "calculix",
     .doc = "what of the deck may be left out though it changes the stiffness, a list of: prestress (the "
     "state that loads and temperatures of steps bring about, where a *STEP, PERTURBATION follows or "
     "constants depend on the temperature). Such decks are refused without it; with it the model is the body "
     "without load at its initial temperature"},
    {IN "model.file", NULL, FIELD_FILE, AT(model_config, file), .only = "reduced",
     .doc = "reduced model saved by `chatter reduce`"},

    {IN "reduction.method", NULL, FIELD_WORD, AT(reduction_config, method), .words = REDUCTION_WORDS,
     .doc = "component mode synthesis; massless_craig_bampton and macneal have a massless boundary; macneal "
     "and rubin keep the free frequencies, those of massless_craig_bampton fall towards them slowly with "
     "more modes; none: not reduced at all, each step multiplies by the sparse stiffness matrix itself: "
     "studies in time by leapfrog alone, a diagonal mass matrix (model.mass_matrix: lumped), no mass at "
     "contact nodes, damping by rayleigh alone; absent for a chain: modal; with a saved model, method and "
     "modes may stand but must be those it was reduced with"},
    {IN "reduction.modes", NULL, FIELD_NUMBER, AT(reduction_config, modes), RANGE(0, 10000),
     .flags = FIELD_WHOLE | FIELD_STRUCTURAL | FIELD_FINER_ABOVE | FIELD_REFINED, .initial = "0",
     .doc = "number of modes kept; 0: all (modal only), and with none; settled in a saved model"},
    {IN "reduction.damping", NULL, FIELD_NUMBER, AT(reduction_config, damping), RANGE(0, 1),
     .flags = IN_DAMPING, .initial = "0",
     .doc = "one damping ratio for all modes that `chatter reduce` lists, those of the reduced model with "
     "open contacts: with macneal the free modes kept (the static boundary has none), with "
     "massless_craig_bampton, craig_bampton and rubin those that remain after its diagonalisation, static "
     "shapes of the boundary included where it has mass, never the fixed-interface modes that other programs "
     "damp; damping given here replaces that of a saved model; what the model's own damping matrix gives "
     "comes on top", .symbol = "damping ratio"},
    {IN "reduction.modal_damping", NULL, FIELD_LIST, AT(reduction_config, modal_damping), RANGE(0, 1),
     .flags = IN_DAMPING, .doc = "or one ratio per mode of that list, the last for all above"},
    {IN "reduction.rayleigh_mass", IN "reduction.rayleigh.mass", FIELD_NUMBER, AT(reduction_config,
     rayleigh_mass), FROM(0), .flags = IN_DAMPING | FIELD_RATE, .unit = "1/s", .initial = "0",
     .doc = "or Rayleigh damping a M + b K: a"},
    {IN "reduction.rayleigh_stiffness", IN "reduction.rayleigh.stiffness", FIELD_NUMBER, AT(reduction_config,
     rayleigh_stiffness), FROM(0), .flags = IN_DAMPING | FIELD_RATE, .unit = "s", .initial = "0",
     .doc = "and b"},
    {IN "reduction.rigid_stiffness", NULL, FIELD_NUMBER, AT(reduction_config, rigid_stiffness), FROM(0),
     .flags = FIELD_STRUCTURAL, .unit = "N/m", .initial = "0",
     .doc = "artificial boundary stiffness for rigid-body modes (macneal, rubin); 0: chosen; settled in a "
     "saved model"},
    {IN "reduction.gravity", NULL, FIELD_WORD, AT(reduction_config, gravity), .words = "projected consistent",
     .initial = "projected",
     .doc = "gravity of massless_craig_bampton: projected load, or consistent with the massless boundary; "
     "settled in a saved model"},
    {IN "reduction.cache", NULL, FIELD_SWITCH, AT(reduction_config, cache), .initial = "true",
     .doc = "use the caches of reduced models and of the matrices that ccx has made of decks: "
     "$XDG_CACHE_HOME/chatter/reduced and matrices, else ~/.cache/chatter; by content, may be removed at any "
     "time; each keeps 10 GB, or what the environment variable CHATTER_CACHE_GB says, and removes what was "
     "not used for longest"},
    {IN "reduction.hold", NULL, FIELD_NAMES, AT(reduction_config, hold),
     .doc = "craig_bampton, massless_craig_bampton: node set, id, or a list of them that cannot move along "
     "hold_direction, beside what the model clamps"},
    {IN "reduction.hold_direction", NULL, FIELD_DIRECTION, AT(reduction_config, hold_direction),
     .doc = "that direction"},
// clang-format on
#endif
