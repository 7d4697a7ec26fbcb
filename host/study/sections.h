// Structs of the sections of a study file, one entry each; the schema table fills them through
// offsets. SI units; angles in radians, frequencies in hertz.
#ifndef CHATTER_STUDY_SECTIONS_H
#define CHATTER_STUDY_SECTIONS_H

#include "kernels/drives/drives.h"
#include "kernels/laws/laws.h"

enum {
  STUDY_NAME = 64,
  STUDY_SET = 96, // names of node sets; ccx takes 80 characters
  STUDY_PATH = 512,
  STUDY_NODES = 4096, // lists of sets and ids, or of paths that share a value
  STUDY_FILES = 16384
};

typedef enum {
  MODEL_CHAIN,
  MODEL_BAR,
  MODEL_PLANE,
  MODEL_BEAM,
  MODEL_MATRICES,
  MODEL_CALCULIX,
  MODEL_REDUCED
} model_type;
// Clamped ends as bits, first of a bar, then of a plane or beam; both share NONE and BOTH.
typedef enum {
  CLAMPED_NONE,
  CLAMPED_LOWER, // x = 0
  CLAMPED_UPPER,
  CLAMPED_BOTH,
  CLAMPED_LEFT, // x = 0
  CLAMPED_RIGHT
} model_clamped;
typedef enum { MASS_CONSISTENT, MASS_LUMPED } model_mass;
typedef enum {
  REDUCTION_CRAIG_BAMPTON,
  REDUCTION_MASSLESS_CRAIG_BAMPTON,
  REDUCTION_MACNEAL,
  REDUCTION_RUBIN,
  REDUCTION_MODAL, // all or the lowest modes, no static vectors: chains
  REDUCTION_NONE   // the model itself (reduction/unreduced.c)
} reduction_method;
typedef enum {
  EXCITATION_HARMONIC,
  EXCITATION_CONSTANT,
  EXCITATION_GRAVITY,
  EXCITATION_BASE,       // acceleration of the ground; displacements are relative to it
  EXCITATION_CENTRIFUGAL // constant, in a frame that rotates with the body
} excitation_type;
typedef struct study_kind study_kind;         // study_kind.h
typedef struct study_quantity study_quantity; // likewise

typedef struct number_list {
  int n;
  double *value; // [n]
} number_list;

// A column of a table, by number or by name.
typedef struct column_choice {
  double number; // from 1, without the abscissa; 0: by name
  char name[STUDY_NAME];
} column_choice;
typedef struct column_list {
  int n;                 // 0: not given
  column_choice *choice; // [n]; a single name "all": all columns of the table in their order
} column_list;

typedef struct model_config {
  int type; // model_type
  number_list masses,
      springs;          // chain: m_i (kg), k_i (N/m) from the ground upwards; spring n + 1 goes to the ground
  number_list dashpots; // chain: N s/m, beside the springs; optional
  double youngs_modulus, density, length; // bar, plane, beam
  double area;                            // bar
  double poisson_ratio, height, width;    // plane, beam: height along y, width along z
  double elements, elements_across;       // along x; plane: along y (whole numbers)
  int clamped;                            // model_clamped
  int mass_matrix;                        // model_mass
  char stiffness[STUDY_PATH], mass[STUDY_PATH], damping[STUDY_PATH]; // matrices: Matrix Market files
  char dof[STUDY_PATH], nodes[STUDY_PATH], contact[STUDY_PATH];      // matrices: CSV files
  char deck[STUDY_PATH];                                             // calculix
  char ignore[STUDY_NAME]; // calculix: parts of the deck that are ignored on purpose, words separated by
                           // blanks
  char file[STUDY_PATH];   // reduced
} model_config;

// Constants of a deck's material; 0: the deck's own.
typedef struct material_config {
  char name[STUDY_NAME];
  double youngs_modulus, density;
} material_config;

typedef struct reduction_config {
  int method;                               // reduction_method
  double modes;                             // whole number; 0: all (modal only)
  double damping;                           // one modal ratio for all modes
  number_list modal_damping;                // or one per mode
  double rayleigh_mass, rayleigh_stiffness; // or D = a M + b K
  double rigid_stiffness; // MacNeal, Rubin with rigid-body modes: artificial k_a at the boundary, N/m
  int gravity; // massless CB: 0 projected, Rᵀf; 1 consistent, -M̃ r g (docs/theory/reduction.md)
  int cache;   // 1: use the cache of reduced models
  char hold[STUDY_NODES]; // sets or ids of nodes that are held along hold_direction
  double hold_direction[3];
  int mesh; // recovery_want in addition to the outputs' needs; not a key
} reduction_config;

typedef enum { PAIRING_NEAREST, PAIRING_IN_ORDER } contact_pairing; // of nodes and partners
typedef struct contact_config {
  char nodes[STUDY_NODES], partner[STUDY_NODES]; // sets or ids, separated by blanks; partner empty: ground
  double node;         // id of a single node, if `nodes` is empty and the points come from no file
  int law;             // contact_law
  double normal[3];    // unit vector from the wall into the body; positive displacement opens the gap
  double tangent[3];   // first tangent for friction; zero: chosen automatically
  double tangents;     // number of tangential rows: 1, 2, or 0 for all directions of the model
  double direction[3]; // for a law along one direction: becomes normal or tangent
  int pairing;         // contact_pairing
  double gap;          // m, at rest
  double gap_amplitude, gap_frequency, gap_phase; // + a cos(2π f t + φ)
  double preload;              // λ0, N per contact point; without a normal coordinate the whole normal load
  double pressure;             // Pa, times the area of the point
  number_list weights;         // one factor of preload and pressure per contact point; none: 1
  double friction;             // μ
  double tangential_stiffness; // LAW_ELASTIC, N/m, per contact point
  double normal_stiffness;     // N/m; 0: a constant normal load
#define LAW_NUMBER(name, ...) double name;
#define LAW_LIST(name, ...) number_list name;
#define LAW_LINE(NAME, name, none) LAW_##NAME##_ROWS(LAW_NUMBER, LAW_LIST)
  LAWS(LAW_LINE, ) // keys that only compliant laws have (kernels/laws)
#undef LAW_NUMBER
#undef LAW_LIST
#undef LAW_LINE
  double restitution;                                 // e of the mass-carrying scheme, along the normal
  double wall_velocity[2];                            // m/s along the tangents
  char gap_drive[STUDY_NAME], wall_drive[STUDY_NAME]; // drives that move gap and wall; "": none
  double gap_factor, wall_factor;                     // factors of the drives
  column_list gap_columns, wall_columns;              // columns of their tables, one per contact point
  number_list phases;                                 // rad, added to gap_phase, one per contact point
  double merge;                                       // s: touches closer together count as one contact
  double impulse_limit;                               // N s: a contact with a larger impulse is an impact
  int from_file;    // 1: points, normals, gaps come from the model's contact.csv
  int may_be_fixed; // for entries made in code: a point that cannot move along a direction has no row there
} contact_config;

typedef enum { INTERPOLATION_LINEAR, INTERPOLATION_CUBIC } drive_interpolation;
typedef enum { ABSCISSA_TIME, ABSCISSA_TURNS } drive_abscissa;
// A time function of a load, gap or wall: offset + factor · shape.
typedef struct drive_config {
  char name[STUDY_NAME];
  int type; // drive_kind - 1
  double factor, offset;
#define DRIVE_NUMBER(shape, name, ...) double name;
#define DRIVE_LINE(NAME, name) DRIVE_##NAME##_ROWS(DRIVE_NUMBER, DRIVE_NUMBER, name)
  DRIVES(DRIVE_LINE) // numbers of the shapes (kernels/drives)
#undef DRIVE_LINE
#undef DRIVE_NUMBER
  char file[STUDY_FILES]; // table: file names, one a line
  int abscissa, interpolation, periodic;
  column_choice column;
  char spectrum[STUDY_PATH]; // noise
  double band[2];            // Hz; equal: no band
  int is_named;              // 1: a load, gap, wall or body uses it
} drive_config;

typedef struct excitation_config {
  int type;                                 // excitation_type
  char drive[STUDY_NAME];                   // name of its drive; "": the sine of frequency, phase, sweep
  char node[STUDY_SET], nodes[STUDY_NODES]; // one node; or sets and ids, separated by blanks
  number_list weights;                      // one factor per node, or its area (pressure); none: 1
  double direction[3]; // unit vector; axis of a centrifugal load; 0: into the surface (pressure)
  double amplitude;    // N (gravity, base: m/s²)
  int is_pressure;     // 1: `pressure` is used
  double pressure;     // Pa
  number_list origin;  // centrifugal: a point of the axis, m; none: 0, 0, 0
  double rotation;     // centrifugal: turns per second
  int from_deck;       // centrifugal: axis and speed from the deck
  double frequency;  // Hz; final frequency of a sweep; 0: that of the preceding harmonic load, with its sweep
  double phase;      // rad; the force is amplitude · sin(2π∫f dt + phase)
  double sweep_from; // Hz; 0: no sweep
  double sweep_rate; // Hz/s, > 0; the sign follows from sweep_from and frequency
} excitation_config;

typedef enum { CLOCK_ZERO, CLOCK_CONTINUE } initial_clock;
typedef struct initial_config {  // one displacement field and one velocity field
  double direction[3];           // rigid translation of the whole body, or for chains:
  number_list shape;             // one factor per mass
  double displacement, velocity; // m, m/s: amplitudes of the field
  number_list modal;             // m√kg, displacement of each mode
  int is_static, is_steady;      // instead: static equilibrium, or linear steady state
  char from[STUDY_PATH];         // instead of all above: results with the states to continue from
  double trajectory;             // trajectory in that file; below 0: the same number
  int clock;                     // initial_clock
} initial_config;

// Reduction of an output over the recorded steps.
typedef enum {
  REDUCE_FINAL,
  REDUCE_MIN,
  REDUCE_MAX,
  REDUCE_MEAN,
  REDUCE_RMS,
  REDUCE_HALF_PEAK_TO_PEAK,
  REDUCE_DRIFT,       // max |value - first value|
  REDUCE_INTEGRAL,    // Δt Σ value
  REDUCE_MAX_ABS,     // max |value|
  REDUCE_SHARE_ABOVE, // fraction of steps with value > above
  REDUCE_SHARE_BELOW, // fraction of steps with value < below
  REDUCE_WINDOWS,     // half peak-to-peak per window
  REDUCE_WINDOW_MIN,
  REDUCE_WINDOW_MAX,
  REDUCE_WINDOW_MEAN,
  REDUCE_WINDOW_RMS,
  REDUCE_WINDOW_MAX_ABS,
  REDUCE_WINDOW_SHARE_ABOVE,
  REDUCE_WINDOW_SHARE_BELOW,
  REDUCE_SERIES // decimated time series of chosen trajectories
} output_reduce;

// number_list.n: the word all instead of numbers (FIELD_ALL).
enum { LIST_ALL = -1 };
static inline int list_is_all(const number_list *list) {
  return list->n == 1 && list->value[0] == LIST_ALL;
}

// output_config.contact: a value for each point, the sum of all points, or whether any point is in
// the state.
enum { OUTPUT_ALL_POINTS = -1, OUTPUT_SUM = -2, OUTPUT_ANY = -3 };

// Quantity of a field on the mesh.
typedef enum { FIELD_OF_DISPLACEMENT, FIELD_OF_VELOCITY, FIELD_OF_STRESS } field_of;
typedef enum { FIELD_EVENT_NONE, FIELD_EVENT_MAXIMUM } field_event;

typedef struct response_term {
  char node[STUDY_SET];
  double direction[3], weight;
} response_term;
typedef struct response_sum {
  int n;
  response_term *term; // [n]
} response_sum;

typedef struct output_config {
  char name[STUDY_NAME];
  const study_quantity *quantity; // NULL: a study made in code, at `node`
  const char *unit;               // if it is not the quantity's; NULL: it is
  int reduce;                     // output_reduce
  char node[STUDY_SET];
  double direction[3];
  response_sum sum;    // instead of node and direction: Σ weight · displacement (or velocity)
  double contact;      // index of the contact point, from 0, or OUTPUT_ALL_POINTS, OUTPUT_SUM, OUTPUT_ANY
  int is_curve;        // 1: values at every point of a curve instead of one number
  double index;        // which of the counted items, from 1
  double every;        // series: steps between samples
  double band[2];      // Hz, band-pass filter of the signal; equal: none
  double last;         // s: only the last steps; 0: all recorded ones
  double factor;       // factor of the signal's values, > 0; 0: 1
  double above, below; // limits of the shares, in the output's unit
  number_list trajectories; // of series: numbers, or all; empty: the first
  int of;                   // field_of, for fields
  char nodes[STUDY_NODES];  // nodes of a field: sets and ids separated by blanks, or all
  number_list at;           // s: instants, in place of one per `every` steps
  int event;                // field_event: keep only the instant where it happens
} output_config;

typedef enum {
  DESIGN_NONE,
  DESIGN_GRID,
  DESIGN_RANDOM,
  DESIGN_LATIN_HYPERCUBE,
  DESIGN_SOBOL,
  DESIGN_FILE,
  DESIGN_SALTELLI // groups of rows for Sobol' indices (samples/design.c)
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
  char path[STUDY_PATH];  // dotted path, or alias of `inputs`
  int spread;             // spread_type
  double from, to, count; // grid; bounds of uniform and truncated
  number_list values;
  double mean, deviation; // normal, lognormal (of the logarithm), truncated
} parameter_config;

typedef struct ensemble_config {
  double seed;
  int design;              // design_type
  double count;            // trajectories of random, Latin hypercube, Sobol; groups of Saltelli
  number_list correlation; // [n_parameters][n_parameters] of the underlying normal variables; n 0: none
  char file[STUDY_PATH];   // design file: CSV with a header of paths or aliases
  int n_parameters;
  parameter_config *parameters; // [n_parameters]
} ensemble_config;

// Statistics of an output over the trajectories, with intervals: the words of
// statistics.until.statistic.
typedef enum {
  STATISTIC_MEAN,
  STATISTIC_DEVIATION,
  STATISTIC_QUANTILE,
  STATISTIC_EXCEEDANCE,
  STATISTIC_SOBOL_FIRST,
  STATISTIC_SOBOL_TOTAL
} statistic_word;

typedef struct statistics_output {
  char name[STUDY_NAME]; // the output's name in results
  number_list limits;    // limits of exceedance shares
  number_list edges;     // edges of the histogram's bins; none: chosen automatically
} statistics_output;

typedef struct statistics_config {
  number_list quantiles; // none: 0.05, 0.5, 0.95
  int n_outputs;         // 0: all outputs, without limits
  statistics_output *outputs;
  char until_output[STUDY_NAME]; // stop the run when this output's statistic is known well enough; "": never
  int until_statistic;           // statistic_word
  double until_half_width;       // half width of the interval, in the statistic's unit
} statistics_config;

typedef enum { NOISE_OF_VALUE, NOISE_OF_COLUMN } identify_noise;
// Settings of `chatter identify`: parameters from measured curves. The design gives the varied
// parameters and their prior distributions.
typedef struct identify_config {
  double noise; // relative standard deviation; 0: unknown
  int noise_of; // identify_noise: relative to each value, or to the root mean square of its column
  double starts, iterations;
  double walkers, warmup, steps; // steps: those kept after the warm-up
  double draws;                  // samples of the posterior that results store with their outputs
} identify_config;

typedef enum { SCALE_LINEAR, SCALE_LOGARITHMIC } plot_scale;

typedef struct plot_config {
  char kind[STUDY_NAME];                  // empty: chosen from the study
  char x[STUDY_NAME], colour[STUDY_NAME]; // variables
  char y[STUDY_NODES];                    // one or several, separated by blanks
  char title[STUDY_NAME * 2];
  double x_range[2], y_range[2],
      colour_range[2];        // limits in the variable's unit; equal: chosen automatically
  int scale;                  // plot_scale, of the colours or of the y axis
  number_list trajectories;   // for time series; empty: the first
  double window;              // s, of Fourier transforms; 0: chosen automatically
  number_list intervals;      // s: from, to, from, to ...
  number_list threshold;      // one, or one for each y
  double reference;           // value of 0 dB; 0: the largest value
  char event[STUDY_NAME];     // for curves
  double instant;             // s, for fields; study_given says if it is set
  double quantile;            // quantile whose minimum is marked
  int stable;                 // 1: only values of stable motions
  char marks[STUDY_PATH];     // CSV file
  char names[2 * STUDY_PATH]; // names of files or lines in legends, one a line
  int overlay;                // 1: time series of all files in one panel
} plot_config;

typedef struct input_alias {
  char name[STUDY_NAME], path[STUDY_PATH];
  char also[STUDY_NODES]; // further paths with the same value, separated by blanks
} input_alias;

#endif
