// The table of common keys and sections.
#include "study/schema/schema_table.h"

#include "study/schema/schema_rows.h"
#include "study/schema/structure_keys.h"

#define REDUCE_WORDS                                                                                         \
  "final min max mean rms half_peak_to_peak drift integral max_abs share_above share_below "                 \
  "windows window_min window_max window_mean window_rms window_max_abs window_share_above "                  \
  "window_share_below series"
#define DESIGN_WORDS "none grid random latin_hypercube sobol file saltelli"
#define STATISTIC_WORDS "mean deviation quantile exceedance sobol_first sobol_total"
#define SPREAD_WORDS "linear logarithmic values uniform normal lognormal truncated_normal"

const char SCHEMA_BY_LAW[] = "";

// clang-format off
// Keys that only compliant laws have.
#define LAW_NUMBER(name, range, some, of, begins, says, sign) {"contact." #name, NULL, FIELD_NUMBER, \
 AT(contact_config, name), range, .flags = some, .unit = of, .initial = begins, .only = SCHEMA_BY_LAW, \
 .doc = says, .symbol = sign},
#define LAW_LIST(name, range, some, of, says) {"contact." #name, NULL, FIELD_LIST, AT(contact_config, name), \
 range, .flags = some, .unit = of, .only = SCHEMA_BY_LAW, .doc = says},
#define LAW_ROWS(NAME, name, none) LAW_##NAME##_ROWS(LAW_NUMBER, LAW_LIST)
// Keys of drives, each with the shapes that have it.
#define DRIVE_WORD(NAME, name) #name " "
#define DRIVE_SENTENCE(NAME, name) "; " #name ": " DRIVE_##NAME##_DOC
#define DRIVE_NUMBER(shape, name, other, range, some, of, begins, says, sign) {"drives." #name, other, \
 FIELD_NUMBER, AT(drive_config, name), range, .flags = some, .unit = of, .initial = begins, .only = #shape, \
 .doc = says, .symbol = sign},
#define DRIVE_PHASE(shape, name, other, range, some, of, begins, says, sign) {"drives." #name, other, \
 FIELD_PHASE, AT(drive_config, name), range, .flags = some, .unit = of, .initial = begins, .only = #shape, \
 .doc = says, .symbol = sign},
#define DRIVE_ROWS(NAME, name) DRIVE_##NAME##_ROWS(DRIVE_NUMBER, DRIVE_PHASE, name)
const schema_field schema_common_fields[] = {
    {"study", NULL, FIELD_KIND, AT(study, kind), .doc = "what is computed"},
    {"title", NULL, FIELD_TEXT, AT(study, title), .doc = "title of results and figures"},

#define IN ""
#define IN_DAMPING 0
#include "study/schema/structure_keys.h"
#undef IN
#undef IN_DAMPING

    {"model.materials.youngs_modulus", NULL, FIELD_NUMBER, AT(material_config, youngs_modulus), FROM(0),
     .flags = FIELD_STRUCTURAL, .unit = "Pa", .initial = "0",
     .doc = "Young's modulus of an isotropic material of the deck; 0: the deck's. K is linear in it: ccx "
     "runs once more for each material, whatever the values", .symbol = "Young's modulus"},
    {"model.materials.density", NULL, FIELD_NUMBER, AT(material_config, density), FROM(0),
     .flags = FIELD_STRUCTURAL, .unit = "kg/m³", .initial = "0", .doc = "its density; 0: the deck's",
     .symbol = "density"},

    {"contact.nodes", NULL, FIELD_NAMES, AT(contact_config, nodes),
     .doc = "node set, node id, or a list of them; every node is one contact point"},
    {"contact.node", NULL, FIELD_NUMBER, AT(contact_config, node), RANGE(0, 2147483647),
     .flags = FIELD_WHOLE | FIELD_STRUCTURAL,
     .doc = "instead of nodes: the id of one node, as a number that may vary", .symbol = "contact node"},
    {"contact.partner", NULL, FIELD_NAMES, AT(contact_config, partner),
     .doc = "node set, id, or a list of them on the other side; absent: the ground. Every contact node is "
     "paired with the partner node nearest to it: the two may differ in number, and several may share a "
     "partner. Both may be nodes of one body: the law is then between any two nodes"},
    {"contact.pairing", NULL, FIELD_WORD, AT(contact_config, pairing), .words = "nearest in_order",
     .initial = "nearest",
     .doc = "which node of `partner` belongs to which of `nodes`: the nearest to it, or the first to the "
     "first, the second to the second (as many of both; several of a chain, whose nodes have no places, need "
     "it)"},
    {"contact.law", NULL, FIELD_LAW, AT(contact_config, law), .doc = ""},
    {"contact.normal", NULL, FIELD_DIRECTION, AT(contact_config, normal),
     .doc = "from the wall into the body; motion along it opens the gap; absent for chain and bar: x, for "
     "beam: y; an elastic element without normal_stiffness acts across it, but along it where the model "
     "moves along one direction only (chain, bar, beam); a second contact of the same node with the opposite "
     "normal is a stop on its other side (where both are closed, the motion and the difference of their "
     "normal forces are determined, how much both press is not). Sliders of law coulomb along one direction "
     "of a node, such as the sides of a groove, add up: their discs are entries of their own (while they "
     "stick their forces' sum is determined, the share of each is not: outputs with `contact: any` or "
     "`contact: sum` tell what is)"},
    {"contact.direction", NULL, FIELD_DIRECTION, AT(contact_config, direction), .only = SCHEMA_BY_LAW,
     .doc = "instead of normal or tangent: the direction along which a law acts that has one, between node "
     "and ground or node and partner; q is the displacement of the node along it, minus that of the partner"},
    {"contact.tangent", NULL, FIELD_DIRECTION, AT(contact_config, tangent), .only = SCHEMA_BY_LAW,
     .doc = "first direction of friction, positive for slip velocities, tangential forces and wall_velocity; "
     "the second is normal × tangent; absent: of x, y, z that the model moves along the one least along the "
     "normal, the first of equals, made orthogonal to it"},
    {"contact.tangents", NULL, FIELD_NUMBER, AT(contact_config, tangents), RANGE(0, 2),
     .flags = FIELD_WHOLE | FIELD_STRUCTURAL, .initial = "0", .only = SCHEMA_BY_LAW,
     .doc = "number of directions of friction; 0: as many as the model has: 2 in space, 1 in a plane, and 1 "
     "along the only direction of chain, bar and beam, where there is no normal. 2 lie across the normal: "
     "they need a model with three coordinates at its nodes, of law elastic without normal_stiffness and of "
     "coulomb too, whose normal load is constant. Laws tanh_friction, bouc_wen, iwan: 1 where it is absent; "
     "with 2 they act along each by itself, which is a contact point of its own, one behind the other, with "
     "no limit in common"},
    {"contact.gap", NULL, FIELD_NUMBER, AT(contact_config, gap), ANY, .unit = "m", .initial = "0",
     .only = SCHEMA_BY_LAW, .doc = "gap at rest"},
    {"contact.gap_amplitude", NULL, FIELD_NUMBER, AT(contact_config, gap_amplitude), ANY, .unit = "m",
     .initial = "0", .only = SCHEMA_BY_LAW,
     .doc = "moving wall: the gap varies by amplitude · cos(2π frequency t + phase)"},
    {"contact.gap_frequency", NULL, FIELD_NUMBER, AT(contact_config, gap_frequency), FROM(0), .unit = "Hz",
     .initial = "0", .only = SCHEMA_BY_LAW, .doc = "its frequency"},
    {"contact.gap_phase", NULL, FIELD_NUMBER, AT(contact_config, gap_phase), ANY, .unit = "rad",
     .initial = "0", .only = SCHEMA_BY_LAW,
     .doc = "its phase, and the angle that gap_drive and wall_drive begin from: of a sine or the turns of a "
     "load it is added to their phase, of a table over time that is periodic 2π is the period; drives "
     "without an angle (noise, constants, tables over time that end) take none"},
    {"contact.phases", NULL, FIELD_LIST, AT(contact_config, phases), ANY, .unit = "rad",
     .only = SCHEMA_BY_LAW,
     .doc = "one angle per contact point, in the order of the node set (or of the rows of model.contact), on "
     "top of gap_phase and of that of model.contact: such as of the points of a rotor that a casing's "
     "profile passes one after the other"},
    {"contact.preload", NULL, FIELD_NUMBER, AT(contact_config, preload), ANY, .unit = "N", .initial = "0",
     .only = SCHEMA_BY_LAW,
     .doc = "normal force per contact point at rest, times its weight, and on top of its own of "
     "model.contact. Where there is no coordinate along the normal (laws coulomb and tanh_friction, and "
     "elastic without normal_stiffness) it is the constant normal load, at least 0"},
    {"contact.pressure", NULL, FIELD_NUMBER, AT(contact_config, pressure), ANY, .unit = "Pa", .initial = "0",
     .only = SCHEMA_BY_LAW,
     .doc = "instead of preload: normal pressure at rest, times the area of each contact point: that of "
     "model.contact, or its weight; at least 0 where preload is"},
    {"contact.weights", NULL, FIELD_LIST, AT(contact_config, weights), FROM(0), .only = SCHEMA_BY_LAW,
     .doc = "one factor per contact point, in the order of the node set (or of the rows of model.contact), "
     "of preload and pressure; without an area in model.contact and with pressure: the areas of the points "
     "in m². With preload or pressure, or from_file"},
    {"contact.friction", "contact.mu", FIELD_NUMBER, AT(contact_config, friction), FROM(0), .initial = "0",
     .only = SCHEMA_BY_LAW, .doc = "friction coefficient μ", .symbol = "friction coefficient"},
    {"contact.tangential_stiffness", NULL, FIELD_NUMBER, AT(contact_config, tangential_stiffness), FROM(0),
     .unit = "N/m", .initial = "0", .only = SCHEMA_BY_LAW,
     .doc = "stiffness of the spring before the slider, along each direction of friction, per contact point; "
     "0: no friction and none of these directions", .symbol = "tangential contact stiffness"},
    {"contact.normal_stiffness", NULL, FIELD_NUMBER, AT(contact_config, normal_stiffness), FROM(0),
     .unit = "N/m", .initial = "0", .only = SCHEMA_BY_LAW,
     .doc = "stiffness along the normal, per contact point: the normal force is preload - normal_stiffness · "
     "(displacement along the normal + gap), and 0 where that is negative; 0: a constant normal load, and no "
     "coordinate along the normal (a stiffness that varies has one)", .symbol = "normal contact stiffness"},
    LAWS(LAW_ROWS, )
    {"contact.restitution", NULL, FIELD_NUMBER, AT(contact_config, restitution), RANGE(0, 1), .initial = "0",
     .only = SCHEMA_BY_LAW, .doc = "coefficient of restitution along the normal",
     .symbol = "coefficient of restitution"},
    {"contact.wall_velocity", NULL, FIELD_PAIR, AT(contact_config, wall_velocity), ANY, .unit = "m/s",
     .initial = "0", .only = SCHEMA_BY_LAW,
     .doc = "velocity of the wall along the directions of friction (with a partner: on top of the partner's "
     "own motion); a positive one drags the body along +tangent"},
    {"contact.gap_drive", NULL, FIELD_TEXT, AT(contact_config, gap_drive), .only = SCHEMA_BY_LAW,
     .doc = "name of one of the drives, in m, on top of gap; by turns those of the first load with a "
     "frequency; it begins from gap_phase"},
    {"contact.gap_columns", NULL, FIELD_COLUMNS, AT(contact_config, gap_columns), RANGE(1, 1e6),
     .flags = FIELD_WHOLE, .only = SCHEMA_BY_LAW,
     .doc = "instead of the column of gap_drive's table: a column for each contact point, by name or number, "
     "in the order of the node set (or of the rows of model.contact); all: the table's columns in their "
     "order, as many as points"},
    {"contact.gap_factor", NULL, FIELD_NUMBER, AT(contact_config, gap_factor), ANY, .initial = "1",
     .only = SCHEMA_BY_LAW, .doc = "what gap_drive is multiplied with"},
    {"contact.wall_drive", NULL, FIELD_TEXT, AT(contact_config, wall_drive), .only = SCHEMA_BY_LAW,
     .doc = "likewise, in m/s, on top of the first wall_velocity"},
    {"contact.wall_columns", NULL, FIELD_COLUMNS, AT(contact_config, wall_columns), RANGE(1, 1e6),
     .flags = FIELD_WHOLE, .only = SCHEMA_BY_LAW, .doc = "likewise, of wall_drive's table"},
    {"contact.wall_factor", NULL, FIELD_NUMBER, AT(contact_config, wall_factor), ANY, .initial = "1",
     .only = SCHEMA_BY_LAW, .doc = "what wall_drive is multiplied with"},
    {"contact.merge", NULL, FIELD_NUMBER, AT(contact_config, merge), FROM(0), .unit = "s", .initial = "0",
     .doc = "touches less apart than this count as one contact; of laws with a gap"},
    {"contact.impulse_limit", NULL, FIELD_NUMBER, AT(contact_config, impulse_limit), FROM(0), .unit = "N s",
     .initial = "0", .only = SCHEMA_BY_LAW,
     .doc = "a contact counts as an impact where its impulse in a step is above this"},
    {"contact.from_file", NULL, FIELD_SWITCH, AT(contact_config, from_file), .initial = "false",
     .doc = "points and normals come from model.contact, with gaps, areas, preloads and phases of their own"},

    {"drives.type", NULL, FIELD_WORD, AT(drive_config, type), .words = DRIVES(DRIVE_WORD), .initial = "table",
     .doc = "its shape; the drive is offset + factor · shape" DRIVES(DRIVE_SENTENCE)},
    {"drives.factor", NULL, FIELD_NUMBER, AT(drive_config, factor), ANY, .initial = "1",
     .doc = "what the shape is multiplied with"},
    {"drives.offset", NULL, FIELD_NUMBER, AT(drive_config, offset), ANY, .initial = "0",
     .doc = "what is added, in the unit of the drive"},
    {"drives.file", NULL, FIELD_FILES, AT(drive_config, file), .only = "table",
     .doc = "CSV with a header: `time` (s) or `turns`, rising, and beside it columns of values; or HDF5 with "
     "data sets of these names at its root: each of one dimension is a column, of two (rows × records) as "
     "many (NAME.1, NAME.2, …), in the alphabetical order of their names. A list of files: all their columns "
     "one after the other, each with the rows of its file"},
    {"drives.abscissa", NULL, FIELD_WORD, AT(drive_config, abscissa), .words = "time turns",
     .initial = "time", .only = "table",
     .doc = "of the table: time, or the turns of the load's frequency, ∫f dt + phase/2π, its sweep included "
     "(the profile of a rotor that runs up)"},
    {"drives.column", NULL, FIELD_COLUMN, AT(drive_config, column), RANGE(1, 1e6), .flags = FIELD_WHOLE,
     .initial = "1", .only = "table",
     .doc = "which of the table's columns: its name, or its number from 1 through all files, abscissas not "
     "counted; an ensemble draws records by the number"},
    {"drives.interpolation", NULL, FIELD_WORD, AT(drive_config, interpolation), .words = "linear cubic",
     .initial = "linear", .only = "table",
     .doc = "between the rows: linear (second order), or cubic: continuous slopes, those of the polynomial "
     "through five rows (fourth order)"},
    {"drives.periodic", NULL, FIELD_SWITCH, AT(drive_config, periodic), .initial = "false", .only = "table",
     .doc = "the table goes on for ever: its last row is the first, one period later; false: once, and no "
     "shorter than the run"},
    DRIVES(DRIVE_ROWS)
    {"drives.spectrum", NULL, FIELD_FILE, AT(drive_config, spectrum), .only = "noise",
     .doc = "instead of deviation: CSV with a header, `frequency` (Hz, rising) and the one-sided power "
     "spectral density there (square of the drive's unit per Hz), between the rows straight in double "
     "logarithmic scale (linear beside a 0), 0 outside; the noise has its integral as variance"},
    {"drives.band", NULL, FIELD_PAIR, AT(drive_config, band), FROM(0), FIXED, .unit = "Hz", .only = "noise",
     .doc = "[from, to]: the frequencies of the noise; of a spectrum absent: all that it has. Steps are at "
     "most an eighth of the period of the highest"},

    {"excitation.type", NULL, FIELD_WORD, AT(excitation_config, type),
     .words = "harmonic constant gravity base centrifugal", .initial = "harmonic",
     .doc = "amplitude · sin(2π∫f dt + phase), a constant force, a constant acceleration of all masses, a "
     "base that is shaken: its acceleration is that of harmonic, displacements are relative to it, and the "
     "ground of contacts moves with it (an entry for each direction), or centrifugal: the constant load (2π "
     "rotation)² M r of a body that turns about an axis, r from the axis to each node, in the frame that "
     "turns with it; stress stiffening, spin softening and Coriolis forces are not in it. Forces of inertia "
     "are those of the whole mass matrix, clamped nodes included (of model.mass: what it holds)"},
    {"excitation.node", NULL, FIELD_NAME, AT(excitation_config, node), .only = "harmonic constant",
     .doc = "node id, or a set of one node"},
    {"excitation.nodes", NULL, FIELD_NAMES, AT(excitation_config, nodes), .only = "harmonic constant",
     .doc = "instead of node: node set, id, or a list of them; each of the nodes takes the force, times its "
     "weight; what the model holds along the direction takes none. With pressure and without weights: one of "
     "the model's surfaces, LOWER and UPPER of a bar, LEFT, RIGHT, BOTTOM and TOP of a plane, a *SURFACE of "
     "element faces of a deck"},
    {"excitation.weights", NULL, FIELD_LIST, AT(excitation_config, weights), ANY, .flags = FIELD_STRUCTURAL,
     .only = "harmonic constant",
     .doc = "one factor per node, in the order of the set or the list; with pressure: their areas in m²; "
     "absent: 1"},
    {"excitation.direction", NULL, FIELD_DIRECTION, AT(excitation_config, direction),
     .doc = "absent for chain and bar: x, for beam: y; of a pressure on a surface: against its normal, into "
     "the body, which is its usual direction; of centrifugal the axis of rotation"},
    {"excitation.amplitude", NULL, FIELD_NUMBER, AT(excitation_config, amplitude), ANY, .unit = "N or m/s²",
     .only = "harmonic constant gravity base", .doc = "force; of gravity and base the acceleration in m/s²",
     .symbol = "excitation amplitude"},
    {"excitation.pressure", NULL, FIELD_NUMBER, AT(excitation_config, pressure), ANY, .unit = "Pa",
     .only = "harmonic constant",
     .doc = "instead of amplitude: force per area of the nodes, which weights give, or the model's surface",
     .symbol = "pressure"},
    {"excitation.rotation", NULL, FIELD_NUMBER, AT(excitation_config, rotation), FROM(0), .unit = "Hz",
     .only = "centrifugal",
     .doc = "turns per second; of a deck with *DLOAD, CENTRIF for all its elements rotation, direction and "
     "origin may be left out together: they are those of the deck then", .symbol = "speed of rotation"},
    {"excitation.origin", NULL, FIELD_LIST, AT(excitation_config, origin), ANY, .flags = FIELD_STRUCTURAL,
     .unit = "m", .only = "centrifugal", .doc = "[x, y, z] of a point of the axis; absent: 0, 0, 0"},
    {"excitation.drive", NULL, FIELD_TEXT, AT(excitation_config, drive), .only = "harmonic base",
     .doc = "name of one of the drives; the load is amplitude times that instead of the sine and needs a "
     "frequency only by turns"},
    {"excitation.frequency", NULL, FIELD_NUMBER, AT(excitation_config, frequency), FROM(POSITIVE),
     .unit = "Hz", .only = "harmonic base",
     .doc = "frequency; of a sweep: where it ends and is held; absent in a later load: that of the load "
     "before it with its sweep, also where it varies", .symbol = "excitation frequency"},
    {"excitation.phase", NULL, FIELD_PHASE, AT(excitation_config, phase), ANY, .unit = "rad", .initial = "0",
     .only = "harmonic base", .doc = "sin (0), cos (π/2) or radians"},
    {"excitation.sweep_from", "excitation.sweep.from", FIELD_NUMBER, AT(excitation_config, sweep_from),
     FROM(0), .unit = "Hz", .initial = "0", .only = "harmonic base",
     .doc = "a linear sweep begins here; 0: no sweep"},
    {"excitation.sweep_rate", "excitation.sweep.rate", FIELD_NUMBER, AT(excitation_config, sweep_rate),
     FROM(0), .unit = "Hz/s", .initial = "0", .only = "harmonic base",
     .doc = "its rate, positive; the direction follows from where it begins and ends"},

    {"initial.direction", NULL, FIELD_DIRECTION, AT(initial_config, direction),
     .doc = "rigid translation of the whole body"},
    {"initial.shape", NULL, FIELD_LIST, AT(initial_config, shape), ANY, .doc = "chains: one factor per mass instead"},
    {"initial.displacement", NULL, FIELD_NUMBER, AT(initial_config, displacement), ANY, .unit = "m",
     .initial = "0",
     .doc = "initial displacement along direction or shape; contacts with friction start from where it puts "
     "them, whatever the loads at t = 0"},
    {"initial.velocity", NULL, FIELD_NUMBER, AT(initial_config, velocity), ANY, .unit = "m/s", .initial = "0",
     .doc = "initial velocity along direction or shape"},
    {"initial.modal", NULL, FIELD_LIST, AT(initial_config, modal), ANY, .unit = "m·√kg",
     .doc = "coordinates of the reduced model's modes, one for each in the order of mode_frequency, instead "
     "of displacement or beside it"},
    {"initial.static", NULL, FIELD_SWITCH, AT(initial_config, is_static), .initial = "false",
     .doc = "true: at rest in static equilibrium under what acts at t = 0: constant loads, drives at their "
     "values then, preloads, gaps and interference, with the contact laws themselves, in one increment from "
     "the unloaded body: a point sticks where its friction holds it, else it has slid along the increment; a "
     "moving wall slides; laws with memory were unstressed at q = 0. A body that nothing holds ends with "
     "status no_equilibrium"},
    {"initial.steady", NULL, FIELD_SWITCH, AT(initial_config, is_steady), .initial = "false",
     .doc = "true: in the steady state of the linear system with open contacts: displacements and velocities "
     "that the harmonic loads of the first load's frequency (of a sweep: where it begins) keep going, about "
     "what constant loads hold"},
    {"initial.from", NULL, FIELD_FILE, AT(initial_config, from),
     .doc = "results of `chatter run --keep-state`: trajectories go on from the ends of those, under the "
     "loads of this study; the model, its reduction and the contacts' directions are the same, everything "
     "else may differ. With another Δt velocities, which stand half a step before, are moved by a (Δt_old − "
     "Δt_new)/2. What is recorded begins anew"},
    {"initial.trajectory", NULL, FIELD_NUMBER, AT(initial_config, trajectory), RANGE(-1, 1e12),
     .flags = FIELD_WHOLE, .initial = "-1",
     .doc = "from: of which trajectory there; -1: of that with the same number"},
    {"initial.clock", NULL, FIELD_WORD, AT(initial_config, clock), .words = "zero continue",
     .initial = "zero",
     .doc = "from: whether time, and with it every drive, begins at 0, or goes on: then the run and its "
     "continuation are one run, to the same bits"},

    {"ensemble.seed", NULL, FIELD_NUMBER, AT(ensemble_config, seed), RANGE(0, 9007199254740992.0),
     .flags = FIELD_WHOLE | FIELD_FIXED, .initial = "0", .doc = "seed of all random numbers"},
    {"ensemble.design.type", NULL, FIELD_WORD, AT(ensemble_config, design), .words = DESIGN_WORDS,
     .doc = "how trajectories are laid out over the parameters. saltelli: for Sobol' indices, count groups "
     "of d + 2 trajectories one after the other: a point A, A with one parameter after the other from B, and "
     "B, where A and B are points of a Sobol' sequence of 2 d dimensions"},
    {"ensemble.design.count", "ensemble.count", FIELD_NUMBER, AT(ensemble_config, count), RANGE(1, 1e9),
     .flags = FIELD_WHOLE | FIELD_FIXED, .only = "random latin_hypercube sobol saltelli",
     .doc = "number of trajectories; of saltelli: of groups of d + 2 trajectories, d parameters vary"},
    {"ensemble.design.correlation", NULL, FIELD_LIST, AT(ensemble_config, correlation), RANGE(-1, 1),
     .flags = FIELD_FIXED | FIELD_MATRIX,
     .doc = "of random, latin_hypercube and sobol: matrix of correlations between the parameters in their "
     "order, [[1, 0.6], [0.6, 1]]: of the normal variables that a Gaussian copula makes them of, so that "
     "each keeps its distribution, and of normal ones these are their own. latin_hypercube: strata are kept, "
     "put in the order of correlated ranks. saltelli takes none: its indices are of independent inputs"},
    {"ensemble.design.file", "ensemble.file", FIELD_FILE, AT(ensemble_config, file), .only = "file",
     .doc = "CSV with a header of dotted paths or names of inputs, or HDF5 with one 1-D data set of doubles "
     "per path"},
    {"ensemble.design.parameters.distribution", "ensemble.design.parameters.spacing", FIELD_WORD,
     AT(parameter_config, spread), .words = SPREAD_WORDS,
     .doc = "absent: values where values are given, else linear (equal to uniform); of a key that takes "
     "whole numbers it draws each of them from `from` to `to` alike"},
    {"ensemble.design.parameters.from", NULL, FIELD_NUMBER, AT(parameter_config, from), ANY, FIXED,
     .doc = "lower end; of truncated_normal too"},
    {"ensemble.design.parameters.to", NULL, FIELD_NUMBER, AT(parameter_config, to), ANY, FIXED, .doc = "upper end"},
    {"ensemble.design.parameters.count", NULL, FIELD_NUMBER, AT(parameter_config, count), RANGE(1, 1e9),
     .flags = FIELD_WHOLE | FIELD_FIXED, .doc = "grid: number of values"},
    {"ensemble.design.parameters.values", NULL, FIELD_LIST, AT(parameter_config, values), ANY, FIXED,
     .doc = "the values themselves; random designs draw from them"},
    {"ensemble.design.parameters.mean", NULL, FIELD_NUMBER, AT(parameter_config, mean), ANY, FIXED,
     .doc = "of normal and truncated_normal; of lognormal: of the logarithm (-1.2: the median is e^-1.2 = "
     "0.3)"},
    {"ensemble.design.parameters.deviation", NULL, FIELD_NUMBER, AT(parameter_config, deviation),
     FROM(POSITIVE), FIXED, .doc = "standard deviation; of lognormal: of the logarithm (0.3: about 30 %)"},

    {"outputs.quantity", NULL, FIELD_QUANTITY, AT(output_config, quantity),
     .doc = "absent: what the output's name says where no node is given, else displacement"},
    {"outputs.reduce", NULL, FIELD_WORD, AT(output_config, reduce), .words = REDUCE_WORDS, .initial = "final",
     .doc = "what is kept of it over the recorded time: n steps of Δt stand at t = 0, Δt … (n - 1) Δt, the "
     "last of them is final, integral is Δt times their sum, max_abs the largest magnitude, share_above and "
     "share_below the share of these steps in which it is above `above`, below `below`. windows and "
     "window_…: over each of the equal windows that the recorded time is cut into, a dimension `window` with "
     "the coordinates window_start and window_end; series: its values at every step, or one in `every`"},
    {"outputs.node", NULL, FIELD_NAME, AT(output_config, node),
     .doc = "displacement, velocity: node id, or a set of one node"},
    {"outputs.direction", NULL, FIELD_DIRECTION, AT(output_config, direction),
     .doc = "absent for chain and bar: x, for beam: y"},
    {"outputs.sum", NULL, FIELD_SUM, AT(output_config, sum),
     .doc = "instead of node and direction: the weighted sum of displacements (or velocities), such as the "
     "opening of a gap, `{opening: {sum: [{node: 12, direction: y}, {node: 40, direction: y, weight: -1}], "
     "reduce: max}}`; weight absent: 1"},
    {"outputs.contact", NULL, FIELD_POINT, AT(output_config, contact), RANGE(0, 1e6),
     .flags = FIELD_WHOLE | FIELD_FIXED, .initial = "0",
     .doc = "number of the contact point, from 0; all: of every point, a dimension `point` of the results "
     "with the node ids as `point_node`, columns NAME.0, NAME.1 … of tables; not in eval. sum: of forces at "
     "every step the sum over all points; any: of shares whether any point is so, which reduce takes the "
     "mean (absent: that) or window_mean of"},
    {"outputs.index", NULL, FIELD_NUMBER, AT(output_config, index), RANGE(1, 1e6),
     .flags = FIELD_WHOLE | FIELD_FIXED, .initial = "1", .doc = "which one of those that are counted, from 1"
     },
    {"outputs.every", NULL, FIELD_NUMBER, AT(output_config, every), RANGE(1, 1e9),
     .flags = FIELD_WHOLE | FIELD_FIXED, .initial = "1",
     .doc = "series: one value per so many steps, as it is then: parts above 1 / (2 every Δt) fold down to "
     "lower frequencies, unless `band` has taken them away"},
    {"outputs.band", NULL, FIELD_PAIR, AT(output_config, band), FROM(0), FIXED, .unit = "Hz", .initial = "0",
     .doc = "of quantities that know it (their tables, below), [from, to]: what is kept is the part of the "
     "signal in this band of frequencies, behind a digital band-pass (Butterworth, order 8 in all, 3 dB down "
     "at both ends; from 0: low-pass of order 4). It runs from the first step on, at rest under the first "
     "value, whatever is recorded, and settles within a few times 1 / (to - from). `to` is less than half a "
     "period per step"},
    {"outputs.last", NULL, FIELD_NUMBER, AT(output_config, last), FROM(0), FIXED, .unit = "s", .initial = "0",
     .doc = "of quantities that know it: only the last so many seconds of the run are kept of it, as far as "
     "they are recorded, one step at least; 0: all that is recorded. Of windows these seconds are cut into "
     "as many as the recorded time is, with times of their own, NAME_window_start and NAME_window_end; a "
     "series begins with them"},
    {"outputs.factor", NULL, FIELD_NUMBER, AT(output_config, factor), FROM(POSITIVE), FIXED, .initial = "1",
     .doc = "of quantities that know it: what its values are multiplied by, such as 0.2 for the integral "
     "over five turns per turn"},
    {"outputs.above", NULL, FIELD_NUMBER, AT(output_config, above), ANY, FIXED,
     .doc = "share_above, window_share_above: the limit, in the unit that the output has with other words of "
     "reduce, its factor included; a value that equals it is not above it. The share of a magnitude above a "
     "limit is share_above of the limit plus share_below of its negative"},
    {"outputs.below", NULL, FIELD_NUMBER, AT(output_config, below), ANY, FIXED,
     .doc = "share_below, window_share_below: likewise"},
    {"outputs.trajectories", NULL, FIELD_LIST, AT(output_config, trajectories), RANGE(0, 1e12),
     .flags = FIELD_WHOLE | FIELD_FIXED | FIELD_ALL,
     .doc = "series, field: of which trajectories, from 0, or all; absent: the first"},
    {"outputs.of", NULL, FIELD_WORD, AT(output_config, of), .words = "displacement velocity stress",
     .initial = "displacement",
     .doc = "field: what of it. velocity: that of the modes, without what moves a massless boundary against "
     "them; stress: at the nodes, six components, of models of decks (ccx recovers it from the modes)"},
    {"outputs.nodes", NULL, FIELD_NAMES, AT(output_config, nodes), .initial = "all",
     .doc = "field: at which nodes, a set, an id or a list of them, or all; elements come with it whose "
     "nodes are all there"},
    {"outputs.at", NULL, FIELD_LIST, AT(output_config, at), FROM(0), FIXED, .unit = "s",
     .doc = "field: at these times, each moved to the nearest step of its trajectory, instead of one instant "
     "in `every` steps of the recorded time"},
    {"outputs.event", NULL, FIELD_WORD, AT(output_config, event), .words = "none maximum", .initial = "none",
     .doc = "field: maximum: of the instants only the one where the field is largest at any of its nodes: "
     "the longest vector, the largest von Mises stress"},

    {"statistics.quantiles", NULL, FIELD_LIST, AT(statistics_config, quantiles), RANGE(0, 1), FIXED,
     .doc = "which quantiles, between 0 and 1; absent: 0.05, 0.5 and 0.95"},
    {"statistics.outputs.limits", NULL, FIELD_LIST, AT(statistics_output, limits), ANY, FIXED,
     .doc = "limits, in the output's unit, of which it is told how likely they are exceeded"},
    {"statistics.outputs.edges", NULL, FIELD_LIST, AT(statistics_output, edges), ANY, FIXED,
     .doc = "edges of the histogram's bins, rising; absent: chosen by the rule of Freedman and Diaconis; "
     "numbers over windows, points or a grid have no histogram then"},
    {"statistics.until.output", NULL, FIELD_TEXT, AT(statistics_config, until_output),
     .doc = "the run stops when a statistic of this output is known well enough, at ensemble.design.count at "
     "most. It looks at count, count/2, count/4 … not below 64 (trajectories, or groups of saltelli) only, "
     "and all intervals are widened for the number of these looks (Bonferroni): 1 - 0.05 / looks instead of "
     "0.95"},
    {"statistics.until.statistic", NULL, FIELD_WORD, AT(statistics_config, until_statistic),
     .words = STATISTIC_WORDS, .initial = "mean",
     .doc = "which one; of several quantiles, limits, inputs or windows the one whose interval is widest"},
    {"statistics.until.half_width", NULL, FIELD_NUMBER, AT(statistics_config, until_half_width),
     FROM(POSITIVE), FIXED, .doc = "half the width of its interval, in its unit, at which the run stops"},

    {"identify.noise", NULL, FIELD_NUMBER, AT(identify_config, noise), FROM(0), FIXED, .initial = "0",
     .doc = "deviation of the measured values, as a share of them; 0: not known, and it is found for each "
     "column. A column NAME_deviation of the measured file counts instead, in the unit of NAME"},
    {"identify.noise_of", NULL, FIELD_WORD, AT(identify_config, noise_of), .words = "value column",
     .initial = "value",
     .doc = "the noise is a share of each value, or the same for all values of a column: a share of their "
     "root mean square"},
    {"identify.starts", NULL, FIELD_NUMBER, AT(identify_config, starts), COUNT(1, 100000) | FIELD_FIXED,
     .initial = "32", .doc = "from how many points of the prior the fit begins; all are evaluated together"},
    {"identify.iterations", NULL, FIELD_NUMBER, AT(identify_config, iterations), COUNT(1,
     10000) | FIELD_FIXED, .initial = "40", .doc = "steps of each fit at most"},
    {"identify.walkers", NULL, FIELD_NUMBER, AT(identify_config, walkers), COUNT(4, 1000000) | FIELD_FIXED,
     .initial = "64", .doc = "walkers of the sampler, an even number; a half of them is one launch"},
    {"identify.warmup", NULL, FIELD_NUMBER, AT(identify_config, warmup), COUNT(0, 10000000) | FIELD_FIXED,
     .initial = "300", .doc = "steps of every walker that are not kept"},
    {"identify.steps", NULL, FIELD_NUMBER, AT(identify_config, steps), COUNT(4, 10000000) | FIELD_FIXED,
     .initial = "1500", .doc = "steps of every walker that are kept"},
    {"identify.draws", NULL, FIELD_NUMBER, AT(identify_config, draws), COUNT(2, 100000000) | FIELD_FIXED,
     .initial = "256", .doc = "so many of the samples become trajectories of the results, with all outputs"},

    {"plot.kind", NULL, FIELD_TEXT, AT(plot_config, kind),
     .doc = "kind of figure: curves, curves_over_load, shape, sobol, chart, frequency_response, windows, "
     "quantiles, exceedance, series, phase, spectrogram, spectrum, histogram, bifurcation, fragility, "
     "convergence, map, scatter, shape3d, of what `chatter identify` found fit and posterior; absent: chosen"
     },
    {"plot.x", NULL, FIELD_TEXT, AT(plot_config, x),
     .doc = "variable on the x axis: an output, a dotted path or an input that varies (frequency_response, "
     "map, scatter, chart, bifurcation, fragility); of phase a time series; of curves a value at their "
     "points; of quantiles and exceedance instead of the time an output over the same windows that rises or "
     "falls from each to the next, such as a position: its mean over the trajectories; of spectrogram a time "
     "series of the same trajectories that goes evenly with time"},
    {"plot.y", NULL, FIELD_TEXTS, AT(plot_config, y),
     .doc = "variable on the y axis; of a histogram the one that is counted, of sobol the one whose Sobol' "
     "indices are shown, of a spectrogram and a spectrum the time series that is analysed, of phase the one "
     "drawn over that in x, of bifurcation an output over windows or a time series whose values are dots, of "
     "fragility the output that is compared with the threshold, of shape3d the field shown by colour; "
     "series, spectrogram, spectrum, quantiles, exceedance, convergence, curves, shape and chart take a list "
     "too; of exceedance outputs in bands of frequencies lie over the frequency"},
    {"plot.colour", NULL, FIELD_TEXT, AT(plot_config, colour),
     .doc = "variable shown by colour (map, scatter); a map of an output over windows has these along x, at "
     "the frequency of the sweep, else over time, and one parameter along y; of quantiles, exceedance, "
     "chart, bifurcation and fragility the parameter that parts the trajectories, absent: the first that has "
     "few values"},
    {"plot.title", NULL, FIELD_TEXT, AT(plot_config, title), .doc = "title of the figure; absent: the study's"},
    {"plot.x_range", NULL, FIELD_PAIR, AT(plot_config, x_range), ANY, FIXED,
     .doc = "[from, to] of the x axis, in the unit of its variable; absent: all values. Ranges, scale, "
     "threshold and marks of a study hold for the kind and the variables that they stand beside: where --set "
     "names another kind, or a variable of another unit, they are left out and a message says so"},
    {"plot.y_range", NULL, FIELD_PAIR, AT(plot_config, y_range), ANY, FIXED,
     .doc = "[from, to] of the y axis, likewise"},
    {"plot.colour_range", NULL, FIELD_PAIR, AT(plot_config, colour_range), ANY, FIXED,
     .doc = "[from, to] of the colours (map, shape3d), likewise; of a spectrogram in dB"},
    {"plot.scale", NULL, FIELD_WORD, AT(plot_config, scale), .words = "linear logarithmic",
     .initial = "linear",
     .doc = "of the colours (map, exceedance of several outputs), of the y axis (spectrum, quantiles, "
     "exceedance, curves, chart)"},
    {"plot.trajectories", NULL, FIELD_LIST, AT(plot_config, trajectories), RANGE(0, 1e12),
     .flags = FIELD_WHOLE | FIELD_FIXED,
     .doc = "whose time series or curves are drawn (series: absent: all there are; spectrogram, spectrum: "
     "absent: the first; curves, shape: absent: the first six; shape3d: absent: the first)"},
    {"plot.window", NULL, FIELD_NUMBER, AT(plot_config, window), FROM(0), FIXED, .unit = "s", .initial = "0",
     .doc = "length of the Hann windows of short-time Fourier transforms; 0: chosen by a spectrogram for "
     "about as many windows as frequencies; of a spectrum with 0 the whole interval, else the rms over "
     "windows that overlap by half"},
    {"plot.intervals", NULL, FIELD_LIST, AT(plot_config, intervals), FROM(0), FIXED, .unit = "s",
     .doc = "spectrum: [from, to, from, to, …], one line each; absent: the whole time"},
    {"plot.threshold", NULL, FIELD_LIST, AT(plot_config, threshold), ANY, FIXED,
     .doc = "exceedance, fragility: level that is exceeded, in the unit of the variable: one for all of y, "
     "or one for each"},
    {"plot.reference", NULL, FIELD_NUMBER, AT(plot_config, reference), FROM(0), FIXED, .initial = "0",
     .doc = "spectrogram: amplitude that is 0 dB, in the unit of the variable; 0: the largest in the figure"},
    {"plot.event", NULL, FIELD_TEXT, AT(plot_config, event),
     .doc = "shape: word of what happens at the points of curves that are drawn, such as maximum; absent: "
     "the first of these words that a curve has, else where the first output is largest"},
    {"plot.instant", NULL, FIELD_NUMBER, AT(plot_config, instant), FROM(0), FIXED, .unit = "s",
     .initial = "0",
     .doc = "shape3d: the instant of the field next to this time is drawn; absent: the one where it is "
     "largest anywhere, the longest vector or the largest von Mises stress"},
    {"plot.quantile", NULL, FIELD_NUMBER, AT(plot_config, quantile), RANGE(0, 1), FIXED, .initial = "0.5",
     .doc = "chart: given, the line of this quantile over the trajectories is drawn too, and where it is "
     "least is marked: the robust optimum of a design"},
    {"plot.stable", NULL, FIELD_SWITCH, AT(plot_config, stable), .initial = "false",
     .doc = "quantiles, exceedance: only values count beside which NAME_stable says stable, as it stands "
     "beside grids of harmonic balance"},
    {"plot.names", NULL, FIELD_LINES, AT(plot_config, names),
     .doc = "names in legends and above panels: of several files one for each; of one file one for each of "
     "its lines (curves, chart, series, phase, spectrum, quantiles, exceedance, bifurcation, fragility)"},
    {"plot.overlay", NULL, FIELD_SWITCH, AT(plot_config, overlay), .initial = "false",
     .doc = "series, spectrum: the time series of all files and trajectories in one panel for each output; "
     "`chatter plot a.h5:2 b.h5:0,1` draws trajectory 2 of one file and 0 and 1 of another"},
    {"plot.marks", NULL, FIELD_FILE, AT(plot_config, marks),
     .doc = "CSV with a header from,to or from,to,frequency: intervals of the x axis, in the unit of its "
     "variable, that are marked over the figure: bands, or where a frequency stands frames about it (map, "
     "windows, quantiles, exceedance, series, spectrogram, scatter, curves, chart); a relative name is "
     "looked for in the folder of the study, or of the results that are drawn"},
};
const int schema_n_common_fields = sizeof schema_common_fields / sizeof *schema_common_fields;

#define MAP(member) SECTION_MAP, .offset = offsetof(study, member), .stride = sizeof(((study *)0)->member)
#define ENTRIES(array, counter) .offset = offsetof(study, array), .stride = sizeof(*((study *)0)->array), .count_offset = offsetof(study, counter)
#define NAMED(type, member) .name_offset = offsetof(type, member), .name_size = sizeof(((type *)0)->member)

const schema_section schema_common_sections[] = {
    {"model", MAP(model), .doc = "the structure"},
    {"model.materials", SECTION_NAMED, ENTRIES(materials, n_materials), NAMED(material_config, name),
     .doc = "calculix: constants of materials of the deck in place of its own, by the name of the material, "
     "as ensemble parameters too: `materials: {STEEL: {youngs_modulus: 2.1e11}}`, `ensemble: {design: {type: "
     "grid, parameters: {model.materials.STEEL.youngs_modulus: {from: 1.9e11, to: 2.2e11, count: 4}}}}`. An "
     "entry may be empty ({}) where all its numbers vary"},
    {"reduction", MAP(reduction), .doc = "how it is reduced"},
    {"contact", SECTION_LIST, ENTRIES(contacts, n_contacts), .doc = "one contact, or a list of them"},
    {"drives", SECTION_NAMED, ENTRIES(drives, n_drives), NAMED(drive_config, name),
     .doc = "what loads, gaps, walls and whatever else names a drive can take their course from, by name"},
    {"excitation", SECTION_LIST, ENTRIES(excitations, n_excitations), .doc = "one load, or a list of them"},
    {"initial", MAP(initial), .doc = "initial displacement and velocity"},
    {"ensemble", MAP(ensemble), .doc = "the trajectories"},
    {"ensemble.design.parameters", SECTION_NAMED, ENTRIES(ensemble.parameters, ensemble.n_parameters),
     NAMED(parameter_config, path),
     .doc = "what varies: dotted path or name of an input, and how; absent in designs random, "
     "latin_hypercube and sobol whose trajectories differ by the noise of a drive alone"},
    {"inputs", SECTION_TEXTS, ENTRIES(inputs, n_inputs), NAMED(input_alias, name),
     .doc = "short names of dotted paths, for eval, ensembles and --set; a list of paths: all get the value"},
    {"outputs", SECTION_NAMED, ENTRIES(outputs, n_outputs), NAMED(output_config, name), .doc = "what is kept, by name"},
    {"statistics", MAP(statistics),
     .doc = "what results hold of each output over all trajectories, with 95 % intervals: mean, deviation, "
     "skewness, excess kurtosis, quantiles, histogram, how likely limits are exceeded, failures, with design "
     "saltelli Sobol' indices; `chatter stats OUT.h5` prints it"},
    {"statistics.outputs", SECTION_NAMED, ENTRIES(statistics.outputs, statistics.n_outputs),
     NAMED(statistics_output, name), .doc = "of which outputs, by name; absent: of all"},
    {"identify", MAP(identify),
     .doc = "`chatter identify`: parameters from measured curves. What is sought is what ensemble.design "
     "varies, whose distributions are the prior"},
    {"plot", MAP(plot),
     .doc = "the figure; `chatter plot OUT.h5 --set plot.x=…` draws a finished file by other keys than its "
     "study's, `-o FIGURE.json` writes it as data (docs/figures.md)"},
};
// clang-format on
const int schema_n_common_sections = sizeof schema_common_sections / sizeof *schema_common_sections;
