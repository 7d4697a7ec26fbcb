// A study file in memory, filled through the offsets of the schema table. What there is once lies in struct
// study itself; lists (entries of sections, numbers, terms of sums) lie in one block behind it, so that a
// copy is a struct, a block and the pointers between them, and an ensemble parameter is one double at an
// offset. Units are SI; angles are radians, frequencies hertz.
#ifndef CHATTER_STUDY_STUDY_H
#define CHATTER_STUDY_STUDY_H

#include <stdint.h>

#include "base/memory.h"
#include "base/status.h"
#include "kernels/drives/drives.h"
#include "kernels/laws/laws.h"

enum { STUDY_NAME = 64, STUDY_PATH = 512, STUDY_FILES = 16384 };

typedef enum {
  MODEL_CHAIN,
  MODEL_BAR,
  MODEL_PLANE,
  MODEL_BEAM,
  MODEL_MATRICES,
  MODEL_CALCULIX,
  MODEL_REDUCED
} model_type;
// The ends of a bar, as bits, and of a plane or beam; NONE and BOTH are common to them.
typedef enum {
  CLAMPED_NONE,
  CLAMPED_LOWER, // x = 0
  CLAMPED_UPPER,
  CLAMPED_BOTH,
  CLAMPED_LEFT, // x = 0
  CLAMPED_RIGHT
} model_clamped;
typedef enum {
  REDUCTION_CRAIG_BAMPTON,
  REDUCTION_MASSLESS_CRAIG_BAMPTON,
  REDUCTION_MACNEAL,
  REDUCTION_RUBIN,
  REDUCTION_MODAL // all or the lowest modes, no static vectors: chains
} reduction_method;
typedef enum {
  EXCITATION_HARMONIC,
  EXCITATION_CONSTANT,
  EXCITATION_GRAVITY,
  EXCITATION_BASE,       // harmonic acceleration of the ground; the body moves relative to it
  EXCITATION_CENTRIFUGAL // constant: in a frame that turns with the body
} excitation_type;
typedef struct study_kind study_kind;         // study_kind.h
typedef struct study_quantity study_quantity; // likewise

typedef struct number_list {
  int n;
  double *value; // [n]
} number_list;

typedef struct model_config {
  int type;                    // model_type
  number_list masses, springs; // chain: m_i (kg), k_i (N/m) from ground upwards; spring n+1 goes to ground
  number_list dashpots;        // chain: N s/m, beside the springs; may be left out
  double youngs_modulus, density, length; // bar, plane, beam
  double area;                            // bar
  double poisson_ratio, height, width;    // plane, beam: height along y, width along z
  double elements, elements_across;       // along x; plane: along y (whole numbers)
  int clamped;                            // model_clamped
  char stiffness[STUDY_PATH], mass[STUDY_PATH], damping[STUDY_PATH]; // matrices: Matrix Market files
  char dof[STUDY_PATH], nodes[STUDY_PATH], contact[STUDY_PATH];      // matrices: CSV files
  char deck[STUDY_PATH];                                             // calculix
  char file[STUDY_PATH];                                             // reduced
} model_config;

typedef struct reduction_config {
  int method;                               // reduction_method
  double modes;                             // a whole number; 0: all (modal only)
  double damping;                           // one modal ratio for all modes
  number_list modal_damping;                // or one per mode
  double rayleigh_mass, rayleigh_stiffness; // or D = a M + b K
  double rigid_stiffness; // MacNeal/Rubin with rigid-body modes: artificial k_a at the boundary, N/m
  int gravity;            // massless CB: 0 projected Rᵀf, 1 consistent -M̃ r g (numerics note 9)
  int cache;              // 1: use the cache of reduced models
  char hold[STUDY_NAME];  // sets or ids of nodes that cannot move along hold_direction
  double hold_direction[3];
} reduction_config;

typedef enum { PAIRING_NEAREST, PAIRING_IN_ORDER } contact_pairing; // of nodes and partners
typedef struct contact_config {
  char nodes[STUDY_NAME], partner[STUDY_NAME]; // sets or ids, parted by blanks; partner empty: ground
  double node;         // id of the one node, where `nodes` is empty and the points come from no file
  int law;             // contact_law
  double normal[3];    // unit vector from the wall into the body: its positive side opens the gap
  double tangent[3];   // first tangent for friction; zero: chosen
  double tangents;     // how many tangential rows: 1, 2, or 0: as many as the model has directions for
  double direction[3]; // of a law along one direction, which becomes normal or tangent
  int pairing;         // contact_pairing
  double gap;          // m, initially
  double gap_amplitude, gap_frequency, gap_phase; // + a cos(2π f t + φ)
  double preload;              // λ0, N per contact point; where no normal moves, all the load
  double pressure;             // or Pa, times the area of the point
  number_list weights;         // one factor of both per contact point; none: 1
  double friction;             // μ
  double tangential_stiffness; // LAW_ELASTIC, N/m, per contact point
  double normal_stiffness;     // likewise; 0: a constant normal load
#define LAW_NUMBER(name, ...) double name;
#define LAW_LIST(name, ...) number_list name;
#define LAW_LINE(NAME, name) LAW_##NAME##_ROWS(LAW_NUMBER, LAW_LIST)
  LAWS(LAW_LINE) // what the laws of the list have besides (kernels/laws)
#undef LAW_NUMBER
#undef LAW_LIST
#undef LAW_LINE
  double restitution;                                 // e of the mass-carrying scheme (normal)
  double wall_velocity[2];                            // m/s along the tangents
  char gap_drive[STUDY_NAME], wall_drive[STUDY_NAME]; // drives that move the wall; "": none
  double gap_factor, wall_factor;                     // what they are multiplied with
  double merge;                                       // s: touches less apart than this count as one contact
  int from_file;    // 1: points, normals, gaps come from the model's contact.csv
  int may_be_fixed; // of entries made by hand: a point that cannot move along a direction has no row there
} contact_config;

typedef enum { INTERPOLATION_LINEAR, INTERPOLATION_CUBIC } drive_interpolation;
typedef enum { ABSCISSA_TIME, ABSCISSA_TURNS } drive_abscissa;
// Which column of a table: its number, or its name.
typedef struct column_choice {
  double number; // from 1, the abscissa not counted; 0: by name
  char name[STUDY_NAME];
} column_choice;
// What a load, a gap or a wall takes its value from over time: offset + factor · shape.
typedef struct drive_config {
  char name[STUDY_NAME];
  int type; // drive_kind - 1
  double factor, offset;
#define DRIVE_NUMBER(shape, name, ...) double name;
#define DRIVE_LINE(NAME, name) DRIVE_##NAME##_ROWS(DRIVE_NUMBER, DRIVE_NUMBER, name)
  DRIVES(DRIVE_LINE) // numbers of the shapes (kernels/drives)
#undef DRIVE_LINE
#undef DRIVE_NUMBER
  char file[STUDY_FILES]; // table: files, a line each
  int abscissa, interpolation, periodic;
  column_choice column;
  char spectrum[STUDY_PATH]; // noise
  double band[2];            // Hz; of a spectrum where not equal
} drive_config;

typedef struct excitation_config {
  int type;                                 // excitation_type
  char drive[STUDY_NAME];                   // name of its drive; "": the sine of frequency, phase, sweep
  char node[STUDY_NAME], nodes[STUDY_NAME]; // one node, or sets and ids parted by blanks
  number_list weights; // one factor for each of the nodes, or its area (pressure); none: 1
  double
      direction[3];   // unit vector; of a centrifugal load the axis; 0: against a surface's normal (pressure)
  double amplitude;   // N (gravity, base: m/s²)
  int is_pressure;    // 1: it is pressure that counts
  double pressure;    // Pa
  number_list origin; // centrifugal: a point of the axis, m; none: 0, 0, 0
  double rotation;    // centrifugal: turns per second
  int from_deck;      // centrifugal: axis and speed are those of the deck
  double frequency;   // Hz; of a sweep: where it ends; 0: that of the harmonic load before it, with its sweep
  double phase;       // rad; the force is amplitude · sin(2π∫f dt + phase)
  double sweep_from;  // Hz, 0: no sweep
  double sweep_rate;  // Hz/s, > 0; the direction follows from sweep_from and frequency
} excitation_config;

typedef enum { CLOCK_ZERO, CLOCK_CONTINUE } initial_clock;
typedef struct initial_config {  // one field of displacement and one of velocity
  double direction[3];           // rigid translation of the whole body, or for chains:
  number_list shape;             // one factor per mass
  double displacement, velocity; // m, m/s: amplitudes of that field
  number_list modal;             // m√kg, a displacement of each mode
  char from[STUDY_PATH];         // instead of all that: results with the states that trajectories go on from
  double trajectory;             // which of them; below 0: the same number
  int clock;                     // initial_clock
} initial_config;

// What is kept of an output over the recorded steps.
typedef enum {
  REDUCE_FINAL,
  REDUCE_MIN,
  REDUCE_MAX,
  REDUCE_MEAN,
  REDUCE_RMS,
  REDUCE_HALF_PEAK_TO_PEAK,
  REDUCE_DRIFT,   // largest |value - first value|
  REDUCE_WINDOWS, // half peak-to-peak per window
  REDUCE_WINDOW_MIN,
  REDUCE_WINDOW_MAX,
  REDUCE_WINDOW_MEAN,
  REDUCE_WINDOW_RMS,
  REDUCE_SERIES // decimated time series of chosen trajectories
} output_reduce;

enum { OUTPUT_ALL_POINTS = -1 }; // output_config.contact

typedef struct response_term {
  char node[STUDY_NAME];
  double direction[3], weight;
} response_term;
typedef struct response_sum {
  int n;
  response_term *term; // [n]
} response_sum;

typedef struct output_config {
  char name[STUDY_NAME];
  const study_quantity *quantity; // NULL: of a study made by hand, at `node`
  int reduce;                     // output_reduce
  char node[STUDY_NAME];
  double direction[3];
  response_sum sum;         // instead of node and direction: Σ weight · displacement (or velocity)
  double contact;           // index of the contact point, from 0, or OUTPUT_ALL_POINTS
  int is_curve;             // 1: values of every point of a curve, no single number
  double index;             // which one of those that are counted, from 1
  double every;             // series: one sample per so many steps
  double band[2];           // Hz: the signal is filtered first; equal: it is not
  double last;              // s: of a signal's steps the last ones only; 0: all that is recorded
  number_list trajectories; // series: which; empty: the first
} output_config;

typedef enum {
  DESIGN_NONE,
  DESIGN_GRID,
  DESIGN_RANDOM,
  DESIGN_LATIN_HYPERCUBE,
  DESIGN_SOBOL,
  DESIGN_FILE
} design_type;
typedef enum {
  SPREAD_LINEAR,
  SPREAD_LOGARITHMIC,
  SPREAD_VALUES,
  SPREAD_UNIFORM,
  SPREAD_NORMAL,
  SPREAD_LOGNORMAL,
  SPREAD_TRUNCATED_NORMAL
} spread_type;

typedef struct parameter_config {
  char path[STUDY_PATH];  // dotted path or an alias of `inputs`
  int spread;             // spread_type
  double from, to, count; // grid; also bounds of uniform and truncated
  number_list values;
  double mean, deviation; // normal, lognormal (of the logarithm), truncated
} parameter_config;

typedef struct ensemble_config {
  double seed;
  int design;            // design_type
  double count;          // trajectories of random, latin hypercube, Sobol
  char file[STUDY_PATH]; // design: file (CSV, header of paths or aliases)
  int n_parameters;
  parameter_config *parameters; // [n_parameters]
} ensemble_config;

typedef enum { SCALE_LINEAR, SCALE_LOGARITHMIC } plot_scale;

typedef struct plot_config {
  char kind[STUDY_NAME];                  // empty: chosen from the study
  char x[STUDY_NAME], colour[STUDY_NAME]; // variables
  char y[STUDY_PATH];                     // one or several, parted by blanks
  char title[STUDY_NAME * 2];
  double x_range[2], y_range[2], colour_range[2]; // limits in the unit of the variable; equal: chosen
  int scale;                                      // plot_scale, of colours or of the y axis
  number_list trajectories;                       // of time series; empty: the first
  double window;                                  // s, of Fourier transforms; 0: chosen
  number_list intervals;                          // s: from, to, from, to ...
  number_list threshold;                          // one, or one for each y
  double reference;                               // what 0 dB is; 0: the largest value
  char event[STUDY_NAME];                         // of curves
  double quantile;                                // whose least value is marked
  int stable;                                     // 1: only values of stable motions count
  char marks[STUDY_PATH];                         // CSV file
} plot_config;

typedef struct input_alias {
  char name[STUDY_NAME], path[STUDY_PATH];
  char also[STUDY_PATH]; // further paths that get the same value, parted by blanks
} input_alias;

typedef struct study_document study_document; // parsed text with places, for messages

// Entries of a section that struct study has no member for.
typedef struct study_slot {
  const struct schema_section *section;
  int n;
  void *entries; // [n] of the section's stride
} study_slot;

// Where the keys `from`... of a study made of a part of another stand in the file, for study_place.
typedef struct study_moved {
  const char *from, *to; // "model", "slider.model"; the last one {NULL}
} study_moved;

typedef struct study {
  study_document *document; // shared by copies; owned by the study that was loaded
  int is_copy;
  const study_moved *moved; // of a study made of a part of another; NULL: none
  char *block;              // all lists; NULL: of a study made by hand, which keeps them itself
  size_t block_bytes;
  char path[STUDY_PATH]; // of the file; relative file names in it are resolved against its folder
  char name[STUDY_NAME]; // file name without folder and .yaml
  char title[STUDY_NAME * 2];
  const study_kind *kind; // NULL: none given
  model_config model;
  reduction_config reduction;
  int n_contacts;
  contact_config *contacts; // [n_contacts]
  int n_drives;
  drive_config *drives; // [n_drives]
  int n_excitations;
  excitation_config *excitations; // [n_excitations]
  initial_config initial;
  ensemble_config ensemble;
  int n_outputs;
  output_config *outputs; // [n_outputs]
  int n_inputs;
  input_alias *inputs; // [n_inputs]
  plot_config plot;
  int n_slots;
  study_slot *slots; // [n_slots]
} study;

// Reads and validates; on failure every mistake is raised as "file:line:column: ...". `overrides` are
// "path=value" texts of --set, applied before validation.
chatter_status study_load(const char *path, int n_overrides, const char *const *overrides, study *out);
chatter_status study_parse(const char *text, size_t length, const char *path, int n_overrides,
                           const char *const *overrides, study *out); // as study_load, from memory
void study_destroy(study *self);
// A copy with a block of its own, to be destroyed; the document stays that of `from`, which outlives it.
// Lists that lie outside the block of `from` (put there by hand) are shared. CHATTER_DEVICE: no memory, and
// nothing to destroy.
chatter_status study_copy(const study *from, study *to);
const char *study_text(const study *self); // the whole file as read
// "file:line:column" of a dotted path, for messages from later layers (of the nearest part above it where it
// is not written, else the file alone; "--set path=value" where it came from there). Valid for the next three
// calls.
const char *study_place(const study *self, const char *dotted_path);
const char *study_output_place(const study *self, const output_config *output, const char *key);

// What a displacement or velocity is taken from: the output's sum, or its node with weight 1, which is
// written to `single`. 0 terms: no node.
response_sum study_output_terms(const output_config *output, response_term *single);

// Whether an ensemble parameter is the key `path` of the schema ("contact.gap") in that entry of its section.
int study_entry_varies(const study *self, const char *path, int entry);
// Which coordinates the law of a contact entry moves along: its normal, the directions of friction. An
// elastic one has those that it has a stiffness along, also one that varies.
int study_contact_has_normal(const study *self, int entry);
int study_contact_has_tangents(const study *self, int entry);
int study_load_is_harmonic(const excitation_config *load);
int study_load_has_nodes(const excitation_config *load);     // a force; else it acts on all masses
const char *study_load_nodes(const excitation_config *load); // its sets and ids
// What the load's row in a reduced model is multiplied with, constant or as an amplitude: N, Pa, m/s² or
// (rad/s)²; the key that says so, its unit ("Pa"), and whether it is an ensemble parameter.
double study_load_size(const excitation_config *load);
const char *study_load_key(const excitation_config *load);
const char *study_load_unit(const excitation_config *load);
int study_load_varies(const study *self, int load);
void study_caution_loads(const study *self);             // warns of what a kind of load leaves out
int study_drive_of(const study *self, const char *name); // which of the drives; -1: none
// The file that `rest` of such lines begins with; returns what is left, NULL: there was none.
const char *study_next_file(const char *rest, char file[STUDY_PATH]);
drive_kind study_drive_kind(const drive_config *drive);
int study_drive_turns(const drive_config *drive); // 1: by the turns of a load
// The harmonic drive of a load; NULL: it has none.
const drive_config *study_load_sine(const study *self, const excitation_config *load);
int study_load_has_frequency(const study *self, const excitation_config *load); // a sine, or a drive by turns
// How many contact points each node of an entry has: two where its law acts along two tangents.
int study_contact_points(const contact_config *entry);
// The words for the entry's nodes: a list of sets and ids, or its one node's id, written to `text`.
const char *study_contact_nodes(const contact_config *entry, char text[STUDY_NAME]);

int study_given(const study *self, const char *dotted_path);  // 1: written in the file or by --set
int study_by_set(const study *self, const char *dotted_path); // 1: by --set

// A scalar of the study, resolved once from its dotted path or alias ("excitation.frequency",
// "contact.1.gap", "model.springs.2"); lists of one entry need no index.
typedef struct study_scalar {
  char path[STUDY_PATH]; // canonical
  char unit[16];
  size_t offset; // of the double: in struct study, or sizeof(study) + that in its block
  double minimum, maximum;
  int whole;      // 1: whole numbers only
  int input;      // 1 + number of the input whose first path it is, where that has several; 0: none
  int structural; // 1: changes the reduced model (model.*, reduction.* but damping of modes, nodes)
} study_scalar;
chatter_status study_find_scalar(const study *self, const char *path_or_alias, const char *place,
                                 study_scalar *out);
double study_get(const study *self, const study_scalar *scalar);
int study_fits(const study_scalar *scalar, double value); // 1: finite, in range, whole where it must be
// Raises, with "place: " in front unless NULL, when it does not fit.
chatter_status study_check(const study_scalar *scalar, const char *place, double value);
// Writes, after that check.
chatter_status study_set(study *self, const study_scalar *scalar, double value);
// Whether an ensemble parameter has `part` in its path: the study's own value need not be right then.
int study_varies(const study *self, const char *part);
// These instead of the study's own list of ensemble parameters: samples may come from another file.
chatter_status study_name_parameters(study *self, int n, const study_scalar *parameters);

// "x", "-y" or "(0.6,0.8,0)" of a unit vector: how loads and responses are named, "node:direction".
void study_direction_text(const double direction[3], char *text, size_t size);

// The samples of the ensemble: n trajectories × n parameters.
typedef struct samples {
  long n;
  int n_parameters;
  study_scalar *parameters; // [n_parameters]
  double *value;            // [n][n_parameters]
  char (*id)[STUDY_NAME];   // sample_id of a file, or NULL
} samples;
// The study's own design (none: one trajectory).
chatter_status samples_from_design(const study *self, samples *out);
// The rows of `eval`: header sample_id,names.
chatter_status samples_from_csv(const study *self, const char *path, samples *out);
// Parameters that are inputs of several paths become one for each of these. Those functions do so.
chatter_status samples_spread_inputs(const study *self, samples *io);
void samples_destroy(samples *self);

chatter_status schema_print_json(void);      // JSON Schema on stdout
chatter_status schema_print_reference(void); // Markdown reference page on stdout

#endif
