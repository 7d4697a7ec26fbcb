// What the sections of a study file say, an entry of each: the schema table fills these structs through their
// offsets. Units are SI; angles are radians, frequencies hertz.
#ifndef CHATTER_STUDY_SECTIONS_H
#define CHATTER_STUDY_SECTIONS_H

#include "kernels/drives/drives.h"
#include "kernels/laws/laws.h"

enum {
  STUDY_NAME = 64,
  STUDY_SET = 96, // names of node sets; ccx takes 80 characters
  STUDY_PATH = 512,
  STUDY_NODES = 4096, // lists of sets and ids, and of paths that share a value
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
// The ends of a bar, as bits, and of a plane or beam; NONE and BOTH are common to them.
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
  EXCITATION_BASE,       // harmonic acceleration of the ground; the body moves relative to it
  EXCITATION_CENTRIFUGAL // constant: in a frame that turns with the body
} excitation_type;
typedef struct study_kind study_kind;         // study_kind.h
typedef struct study_quantity study_quantity; // likewise

typedef struct number_list {
  int n;
  double *value; // [n]
} number_list;

// Which column of a table: its number, or its name.
typedef struct column_choice {
  double number; // from 1, the abscissa not counted; 0: by name
  char name[STUDY_NAME];
} column_choice;
typedef struct column_list {
  int n;                 // 0: not given
  column_choice *choice; // [n]; one of the name "all": the table's columns in their order
} column_list;

typedef struct model_config {
  int type;                    // model_type
  number_list masses, springs; // chain: m_i (kg), k_i (N/m) from ground upwards; spring n+1 goes to ground
  number_list dashpots;        // chain: N s/m, beside the springs; may be left out
  double youngs_modulus, density, length; // bar, plane, beam
  double area;                            // bar
  double poisson_ratio, height, width;    // plane, beam: height along y, width along z
  double elements, elements_across;       // along x; plane: along y (whole numbers)
  int clamped;                            // model_clamped
  int mass_matrix;                        // model_mass
  char stiffness[STUDY_PATH], mass[STUDY_PATH], damping[STUDY_PATH]; // matrices: Matrix Market files
  char dof[STUDY_PATH], nodes[STUDY_PATH], contact[STUDY_PATH];      // matrices: CSV files
  char deck[STUDY_PATH];                                             // calculix
  char ignore[STUDY_NAME]; // calculix: what of the deck is left out knowingly, words parted by blanks
  char file[STUDY_PATH];   // reduced
} model_config;

// A material of a deck with other constants than the deck gives it; 0: the deck's.
typedef struct material_config {
  char name[STUDY_NAME];
  double youngs_modulus, density;
} material_config;

typedef struct reduction_config {
  int method;                               // reduction_method
  double modes;                             // a whole number; 0: all (modal only)
  double damping;                           // one modal ratio for all modes
  number_list modal_damping;                // or one per mode
  double rayleigh_mass, rayleigh_stiffness; // or D = a M + b K
  double rigid_stiffness; // MacNeal/Rubin with rigid-body modes: artificial k_a at the boundary, N/m
  int gravity;            // massless CB: 0 projected Rᵀf, 1 consistent -M̃ r g (numerics note 9)
  int cache;              // 1: use the cache of reduced models
  char hold[STUDY_NODES]; // sets or ids of nodes that cannot move along hold_direction
  double hold_direction[3];
  int mesh; // recovery_want beside what outputs ask for; no key
} reduction_config;

typedef enum { PAIRING_NEAREST, PAIRING_IN_ORDER } contact_pairing; // of nodes and partners
typedef struct contact_config {
  char nodes[STUDY_NODES], partner[STUDY_NODES]; // sets or ids, parted by blanks; partner empty: ground
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
#define LAW_LINE(NAME, name, none) LAW_##NAME##_ROWS(LAW_NUMBER, LAW_LIST)
  LAWS(LAW_LINE, ) // keys of the compliant laws that no others have (kernels/laws)
#undef LAW_NUMBER
#undef LAW_LIST
#undef LAW_LINE
  double restitution;                                 // e of the mass-carrying scheme (normal)
  double wall_velocity[2];                            // m/s along the tangents
  char gap_drive[STUDY_NAME], wall_drive[STUDY_NAME]; // drives that move the wall; "": none
  double gap_factor, wall_factor;                     // what they are multiplied with
  column_list gap_columns, wall_columns;              // of their tables, one per contact point
  number_list phases;                                 // rad, on top of gap_phase, one per contact point
  double merge;                                       // s: touches less apart than this count as one contact
  double impulse_limit;                               // N s: an impact is a contact whose impulse is above it
  int from_file;    // 1: points, normals, gaps come from the model's contact.csv
  int may_be_fixed; // of entries made by hand: a point that cannot move along a direction has no row there
} contact_config;

typedef enum { INTERPOLATION_LINEAR, INTERPOLATION_CUBIC } drive_interpolation;
typedef enum { ABSCISSA_TIME, ABSCISSA_TURNS } drive_abscissa;
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
  int is_named;              // 1: a load, gap, wall or body takes its course from it
} drive_config;

typedef struct excitation_config {
  int type;                                 // excitation_type
  char drive[STUDY_NAME];                   // name of its drive; "": the sine of frequency, phase, sweep
  char node[STUDY_SET], nodes[STUDY_NODES]; // one node, or sets and ids parted by blanks
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
  int is_static, is_steady;      // instead: static equilibrium, or the linear steady state
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
  REDUCE_DRIFT,       // largest |value - first value|
  REDUCE_INTEGRAL,    // Δt Σ value
  REDUCE_MAX_ABS,     // largest |value|
  REDUCE_SHARE_ABOVE, // of the steps, with value > above
  REDUCE_SHARE_BELOW, // with value < below
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

// number_list: instead of its numbers the word all (FIELD_ALL).
enum { LIST_ALL = -1 };
static inline int list_is_all(const number_list *list) {
  return list->n == 1 && list->value[0] == LIST_ALL;
}

// output_config.contact: a value of each point, one of all of them together, whether any of them is.
enum { OUTPUT_ALL_POINTS = -1, OUTPUT_SUM = -2, OUTPUT_ANY = -3 };

// What a field on the mesh is of.
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
  const study_quantity *quantity; // NULL: of a study made by hand, at `node`
  const char *unit;               // where it is not the quantity's; NULL: it is
  int reduce;                     // output_reduce
  char node[STUDY_SET];
  double direction[3];
  response_sum sum;         // instead of node and direction: Σ weight · displacement (or velocity)
  double contact;           // index of the contact point, from 0, or one of OUTPUT_ALL_POINTS ...
  int is_curve;             // 1: values of every point of a curve, no single number
  double index;             // which one of those that are counted, from 1
  double every;             // series: one sample per so many steps
  double band[2];           // Hz: the signal is filtered first; equal: it is not
  double last;              // s: of a signal's steps the last ones only; 0: all that is recorded
  double factor;            // of a signal's values, > 0; 0: 1
  double above, below;      // limits of shares, in the output's unit
  number_list trajectories; // series: which, or all; empty: the first
  int of;                   // of a field: field_of
  char nodes[STUDY_NODES];  // at which nodes: sets and ids parted by blanks, or all
  number_list at;           // s: at these times, instead of one instant per `every` steps
  int event;                // field_event: of those instants only the one where it happens
} output_config;

typedef enum {
  DESIGN_NONE,
  DESIGN_GRID,
  DESIGN_RANDOM,
  DESIGN_LATIN_HYPERCUBE,
  DESIGN_SOBOL,
  DESIGN_FILE,
  DESIGN_SALTELLI // groups of rows for Sobol' indices (samples/saltelli.c)
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
  int design;              // design_type
  double count;            // trajectories of random, latin hypercube, Sobol; groups of them of Saltelli
  number_list correlation; // [n_parameters][n_parameters] of the normal variables behind them; n 0: none
  char file[STUDY_PATH];   // design: file (CSV, header of paths or aliases)
  int n_parameters;
  parameter_config *parameters; // [n_parameters]
} ensemble_config;

// What is told of an output over the trajectories, with an interval: the words of statistics.until.statistic.
typedef enum {
  STATISTIC_MEAN,
  STATISTIC_DEVIATION,
  STATISTIC_QUANTILE,
  STATISTIC_EXCEEDANCE,
  STATISTIC_SOBOL_FIRST,
  STATISTIC_SOBOL_TOTAL
} statistic_word;

typedef struct statistics_output {
  char name[STUDY_NAME]; // of the output, as results name it
  number_list limits;    // of which exceedance is told
  number_list edges;     // of the histogram's bins; none: chosen
} statistics_output;

typedef struct statistics_config {
  number_list quantiles; // none: 0.05, 0.5, 0.95
  int n_outputs;         // 0: all, without limits
  statistics_output *outputs;
  char until_output[STUDY_NAME]; // the run stops when its statistic is known so well; "": it does not
  int until_statistic;           // statistic_word
  double until_half_width;       // in the statistic's unit
} statistics_config;

typedef enum { NOISE_OF_VALUE, NOISE_OF_COLUMN } identify_noise;
// `chatter identify`: parameters from measured curves; what varies, and what was known of it before, is the
// design's.
typedef struct identify_config {
  double noise; // deviation as a share; 0: not known
  int noise_of; // identify_noise: of each value, or of the root mean square of its column
  double starts, iterations;
  double walkers, warmup, steps; // steps: those that are kept
  double draws;                  // of the posterior, that results hold with their outputs
} identify_config;

typedef enum { SCALE_LINEAR, SCALE_LOGARITHMIC } plot_scale;

typedef struct plot_config {
  char kind[STUDY_NAME];                  // empty: chosen from the study
  char x[STUDY_NAME], colour[STUDY_NAME]; // variables
  char y[STUDY_NODES];                    // one or several, parted by blanks
  char title[STUDY_NAME * 2];
  double x_range[2], y_range[2], colour_range[2]; // limits in the unit of the variable; equal: chosen
  int scale;                                      // plot_scale, of colours or of the y axis
  number_list trajectories;                       // of time series; empty: the first
  double window;                                  // s, of Fourier transforms; 0: chosen
  number_list intervals;                          // s: from, to, from, to ...
  number_list threshold;                          // one, or one for each y
  double reference;                               // what 0 dB is; 0: the largest value
  char event[STUDY_NAME];                         // of curves
  double instant;                                 // s, of fields; whether it is given says study_given
  double quantile;                                // whose least value is marked
  int stable;                                     // 1: only values of stable motions count
  char marks[STUDY_PATH];                         // CSV file
  char names[2 * STUDY_PATH];                     // of files or lines in legends, a line each
  int overlay;                                    // 1: time series of all files in one panel
} plot_config;

typedef struct input_alias {
  char name[STUDY_NAME], path[STUDY_PATH];
  char also[STUDY_NODES]; // further paths that get the same value, parted by blanks
} input_alias;

#endif
