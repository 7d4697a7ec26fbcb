// The engine of `study: response`: packs a study and its reduced model for the kernel of the harmonic
// balance, and reads curves and their peaks from what that keeps. Engines of other programs of the same
// kernel (backbones) are made of its parts.
#ifndef CHATTER_ENGINES_RESPONSE_ENGINE_H
#define CHATTER_ENGINES_RESPONSE_ENGINE_H

#include "engines/response/extract/grid.h"
#include "engines/response/study/response_keys.h"
#include "engines/response/stability/stuck_mode.h"
#include "ensemble/engine.h"
#include "kernels/response/response_layout.h"
#include "reduction/reduced_entries.h"
#include "study/contact_laws.h"

#define KERNEL KERNEL_DECLARE
#include "kernels/response/kernels.h"
#undef KERNEL

// What a trajectory goes through.
typedef struct response_program {
  int stages;               // 1 << hb_stage, of each
  double factor, factor_to; // on the loads: of the response curve, and where backbones end
  double amplitude_to;      // m, where a damped nonlinear normal mode ends; 0: chosen
  double restart;           // what is added to it where a backbone of maxima begins anew; 0: it never does
} response_program;

// A contact point of the kernel: its coordinates stand side by side, the normal one first.
typedef struct response_point {
  int entry, contact, index; // of the study; of the reduced model; its number within the entry
  int law;                   // hb_law
  int contact_law;           // of the study, LAW_…
  int compliant_law;         // of HB_LAW_COMPLIANT: law of kernels/laws/laws.h
  law_size size;             // its numbers and states
  int numbers;               // where its numbers begin
  int first, count, has_normal;
  int slopes;       // where its block of ∂r/∂u begins
  int is_dependent; // 1: other contact coordinates tell one of its own
} response_point;

typedef struct response_setup {
  int stages;              // that any trajectory goes through
  int is_at;               // outputs are of the state at response.at
  int restarts;            // 1: backbones may begin anew, behind a gap
  int has_forces;          // 1: an output is of a contact point
  int has_grid;            // 1: curves or backbones are wanted on a grid too
  response_grid load_grid; // of backbones; n 0: none
  int n_points;            // contact points
  int n_rows;              // displacements, the monitored one first
  int n_slopes;            // numbers of ∂r/∂u
  int n_numbers;           // of compliant laws
  int more_harmonics;      // above the first, of loads
  int gap_harmonics;       // of gaps that move
  struct drive_table
      *drive;      // [drives of the study]; of no columns where nothing uses it (bind/response_drives.h)
  int *excitation; // of the study, of every load of the kernel: the first one drives
  int *load;       // of the reduced model, likewise
  int *coordinate; // row of the reduced model, of each contact coordinate
  response_point *point;
  reduced_row *row;
  int *output_row; // of every output, -1: of no node
  int is_coupled;  // 1: the damping matrix couples the modes
  // [modes], 1/s: the matrix' diagonal without what the study's numbers add; NULL: no matrix
  double *own_damping;
  double
      *hold; // [boundary] N/m, of the kernel's coordinates: what holds means of rigid-body modes; NULL: none
} response_setup;

typedef enum {
  RESPONSE_CURVE,   // a motion or what a contact point does, of every point or at response.at
  RESPONSE_PEAK,    // likewise, at the peak
  RESPONSE_PEAK_AT, // where the peak is
  RESPONSE_KIND,    // what it is
  RESPONSE_PHASE,   // where phase resonance is
  RESPONSE_DNNM,    // where the damped nonlinear normal mode reaches the loads
  RESPONSE_FIELD    // of a period
} response_what;

typedef enum {
  CONTACT_NOTHING, // of no contact point
  CONTACT_ENERGY,  // of the whole model, springs at contacts included
  CONTACT_NORMAL_FORCE,
  CONTACT_TANGENTIAL_FORCE,
  CONTACT_GAP,
  CONTACT_TANGENTIAL,  // displacement
  CONTACT_DISSIPATION, // of a period
  CONTACT_CLOSED,      // share of the period
  CONTACT_STUCK
} response_contact_of;

typedef struct response_quantity {
  study_quantity is;
  response_what what;
  response_contact_of contact;
  int is_angular; // of a frequency: rad/s
  int derivative; // of a motion: 0 displacement, 1 velocity, 2 acceleration
} response_quantity;
extern const response_quantity response_quantities[];                       // the last one is empty
const response_quantity *response_quantity_of(const output_config *output); // NULL: of another engine

#define RESPONSE_REFUSED "all harmonic loads are 0"
#define RESPONSE_DOUBLE_ONLY "Newton's method finds maxima by more digits than single precision has"

engine_time response_time(const study *config); // of `end_time`: steps

// What engines of this kernel have in common.
#define RESPONSE_ENGINE                                                                                      \
  .restart = {.rows_written = response_rows_written},                                                        \
  .messages = {.refused = RESPONSE_REFUSED, .report = response_report, .advise = response_advise},           \
  .tally = {.add = response_tally, .reads = response_tally_reads, .bytes = sizeof(response_tally_sums)},     \
  .verify = response_verify

extern const study_kind response_kind;
extern const engine *const response_engines[]; // NULL behind the last

// bind/response_plan.c: contact points, loads, displacements; layout->reduced gets one more response where
// the monitored displacement is no output
chatter_status response_plan(const study *config, engine_layout *layout, response_setup *setup);
// Damping of a mode of a trajectory, of a matrix its diagonal, 1/s.
double response_damping(const engine_layout *layout, const reduction_config *of, int mode);
// Whether a backbone of maxima takes differences for second derivatives of a contact law.
int response_by_differences(const response_setup *setup);
// bind/response_pack.c: sizes, model and tables. `stages`: all that a trajectory may go through; `has_grid`:
// see response_setup.
chatter_status response_pack(const study *config, const reduced_model *reduced, int stages, int has_grid,
                             engine_layout *layout);
// bind/response_hold.c: means of rigid-body modes, which contacts alone hold; into a packed model
chatter_status response_plan_hold(const study *config, const reduced_model *reduced, arena *memory,
                                  response_setup *setup);
chatter_status response_pack_hold(const study *config, const response_setup *setup, const int *dim,
                                  arena *memory, double *model);
// bind/response_bind.c
chatter_status response_estimate(const engine_layout *layout, const study *config, long trajectory,
                                 void *scratch, trajectory_estimate *estimate);
// Steps for as many response curves as there may be restarts.
void response_estimate_restarts(const response_program *program, trajectory_estimate *estimate);
chatter_status response_bind_program(const engine_layout *layout, const study *config, long trajectory,
                                     const response_program *program, const trajectory_estimate *estimate,
                                     void *scratch, double *parameter, double *state);
// response_expect.c: how many points and steps a trajectory is likely to take, into an estimate with `steps`.
void response_expect_curve(const engine_layout *layout, const study *config, trajectory_estimate *estimate);
// Then the backbones from one factor on the loads to another.
void response_expect_backbones(const engine_layout *layout, const study *config, double from, double to,
                               trajectory_estimate *estimate);
// bind/response_mode.c: the start of the damped nonlinear normal mode, in the state, and where it ends; the
// scratch that takes.
size_t response_mode_bytes(const int *dim);
chatter_status response_bind_mode(const engine_layout *layout, const study *config, long trajectory,
                                  double *parameter, void *scratch, double *state);
// bind/response_library.c: 1 where systems of equations are factorised by libraries.
int response_by_library(const study *config, const int *dim);
// Then steps are those of response_advance.
chatter_status response_choose_factorisation(const study *config, engine_layout *layout);
chatter_status response_advance(const engine_layout *layout, const kernel_batch *batch,
                                engine_machine machine);
// bind/response_column.c: the records kept so far
long response_rows_written(const engine_layout *layout, const kernel_batch *host, long i);
// extract/response_extract.c
chatter_status response_extract(const engine_layout *layout, const study *config, long n,
                                const kernel_batch *host, result_set *out);
// extract/response_outline.c
// 1: an output is of every point of a curve.
int response_is_curve(const study *config, const output_config *output);
// 1: an output is one number of a state (at response.at, at the peak, at phase resonance): NAME_stable stands
// beside it.
int response_has_stability(const study *config, const output_config *output);
extern const study_companion response_companions[];       // the last one is empty
int response_has_means(const study *config);              // NAME_mean beside the coefficients of harmonics
chatter_status response_check_names(const study *config); // against those that results have beside outputs
typedef struct response_point_number {
  const char *name, *unit, *words, *role; // role: NULL: what curves may be drawn over, the usual one first
} response_point_number;
enum { RESPONSE_NUMBERS = 5 };
extern const response_point_number response_point_numbers[RESPONSE_NUMBERS]; // of every point, beside outputs
chatter_status response_outline(const study *config, outline_add add, void *to);
void response_count_values(const study *config, int stages, engine_layout *layout); // of results
// response_laws.c: what of contact laws is refused (study_law_use), by harmonic balance and its parts
extern const study_law_use response_law_uses[];
const char *response_takes_all(int law, int massless);
const char *response_multipliers_refuse(int law, int massless);

// response_report.c
void response_report(const engine_layout *layout, const study *config, FILE *stream);
// response_advice.c: how curves ended
extern const char *const response_end_names[N_STAGE]; // of results
#define RESPONSE_START "response_start"
typedef struct response_tally_sums {
  long n[N_STAGE][N_HB_REASON];    // trajectories whose curve ended for that reason
  long n_curves, far;              // response curves; those of them that begin at response.to
  long seen[N_STAGE][N_HB_REASON]; // those of them of which a last point is known,
  double least[N_STAGE][N_HB_REASON],
      most[N_STAGE][N_HB_REASON]; // and where: Hz, of backbones the load factor
  double truncation_error;        // the most that a balance leaves out
  double sampling;                // the most that samples of a period miss
  long judged, leaving;           // trajectories of which that is known; those warned of
} response_tally_sums;
void response_tally(const result_set *part, void *tally);
extern const char *const response_tally_reads[]; // all variables that it looks at
// extract/truncation_error.c: what balances leave out
void response_truncation_tally(const result_set *part, response_tally_sums *sums);
void response_truncation_advise(const study *config, const response_tally_sums *sums);
void response_advise(const study *config, const engine_outcome *outcome);
void response_warn_of_ridges(const study *config);  // that lie beside the range of the response
void response_warn_of_samples(const study *config); // that events make do without
// Of rigid stops on nodes with mass, which lose no energy here.
void response_warn_of_stops(const study *config, const reduced_model *r);
// verify/verify.c
chatter_status response_verify(const study *config, FILE *stream);

#endif
