// The engine of `study: transient`: packs a study and its reduced model for the leapfrog and Moreau kernels.
#ifndef CHATTER_ENGINES_TRANSIENT_ENGINE_H
#define CHATTER_ENGINES_TRANSIENT_ENGINE_H

#include "engines/transient/study/transient_keys.h"
#include "ensemble/drives/drives.h"
#include "ensemble/observe/kept.h"
#include "kernels/transient/transient_layout.h"
#include "reduction/reduced_rows.h"

#define KERNEL KERNEL_DECLARE
#include "kernels/transient/kernels.h"
#undef KERNEL

typedef struct transient_output_plan {
  int n_values; // 1, or one for every contact point
  int *signal;  // [n_values], -1: a counter of a contact point
  int *index;   // [n_values], of the response, or of the contact point
} transient_output_plan;

// What the kernel takes for a contact entry: points of one entry of the study that share all their numbers.
typedef struct transient_contact_plan {
  int entry, point, index; // of the study; its first point, and that point's number within the entry
} transient_contact_plan;

// All rows of a symmetric sparse matrix: starts [n + 1], then columns, ascending, and values.
typedef struct sparse_rows {
  int n, n_entries; // n_entries: those of the kernel's slices
  long *start;
  int *column;
  double *value;
} sparse_rows;

typedef struct transient_own {
  reduction_config reduction; // the damping that the reduced model has
  integrator_config integrator;
  double dt;              // of the study itself; 0 where the study gives none
  double most_relaxation; // optimum of the open inclusion: beyond it Jacobi only oscillates
  int n_responses;        // those that outputs want
  reduced_row *response;
  int *load;          // of the reduced model, of every excitation
  drive_plan *drives; // of every drive
  int n_entries;
  transient_contact_plan *entries;
  int *point_entry; // which of them, of every contact point
  signals_plan signals;
  transient_output_plan *outputs; // of every output
  int n_apexes, contacts, dissipation, velocity;
  int springs;        // transient_springs
  double limit_stuck; // largest stable step with all contacts stuck, springs of the study's own stiffness, s
  sparse_rows sparse; // the stiffness of a model that is not reduced
  int has_warned;     // 1: of a trajectory without static equilibrium
  int limit_varies;   // 1: these stiffnesses differ between trajectories
} transient_own;

extern const study_kind transient_kind;
extern const engine transient_engine;
extern const engine *const transient_engines[]; // NULL behind the last

// transient_laws.c
extern const study_law_use transient_law_uses[]; // by scheme
// reduced NULL: by the study's own method.
chatter_status transient_check_laws(const study *config, const reduced_model *r);

// transient_advice.c
#define TRANSIENT_REFUSED "the step is above the stability limit with open contacts"
#define TRANSIENT_DOUBTFUL "a step between the two stability limits"
void transient_caution(const engine_layout *layout, engine_caution *out);
void transient_advise(const study *config, const engine_outcome *outcome);

// transient_time.c: steps and sweeps.
double transient_step(const study *config);                 // Δt, s; 0: not given
double transient_period_frequency(const study *config);     // Hz; 0: none
chatter_status transient_check_period(const study *config); // raises where a period is wanted and unknown
// The load that gives load number `load` its frequency and sweep: itself, or one before it.
const excitation_config *transient_frequency_of(const study *config, int load);
// Steps from the time `began` on: what is left of sweeps, and the duration; the last so many are recorded.
double transient_steps(const study *config, double dt, double began);
double transient_recorded(const study *config, double dt, double began);
chatter_status transient_check_time(const study *config, const reduced_model *reduced,
                                    const transient_own *own);

// transient_outputs.c: what the kernel evaluates; transient_extract.c: what results get of it.
chatter_status transient_plan_outputs(const study *config, const engine_layout *layout, transient_own *own);
chatter_status transient_outline(const study *config, outline_add add, void *to);
chatter_status transient_extract(const engine_layout *layout, const study *config, long n,
                                 const kernel_batch *host, result_set *out);
// transient_contacts.c: the kernel's contact entries.
chatter_status transient_plan_contacts(const study *config, const reduced_model *reduced, arena *memory,
                                       transient_own *own);
// transient_drives.c: what moves loads, gaps and walls; drives are counted as transient_drives does.
// Reads their files; *numbers: of their block.
chatter_status transient_plan_drives(const study *config, const reduced_model *reduced, arena *memory,
                                     transient_own *own, long *numbers);
void transient_pack_drive(const study *config, const reduced_model *reduced, const transient_own *own,
                          int which, int *table); // [N_DRIVE_TABLE]
chatter_status transient_bind_drive(const study *config, const reduced_model *reduced,
                                    const transient_own *own, int which, long trajectory,
                                    double *number); // [N_DRIVE]
// Load number `load` at the time t, N, of its numbers.
double transient_load_at(const engine_layout *layout, int load, const double *number, double t);
// Whether the drives have what a trajectory of `end` seconds in steps of `step` asks of them.
chatter_status transient_check_drives(const engine_layout *layout, const study *config, long trajectory,
                                      double end, double step);
// transient_pack.c: sizes, model, tables.
// Whether the forces of all contacts stuck follow from F⁻¹ (eq. 13): not where rows depend on each other.
int transient_predicts_stick(const reduced_model *reduced);
chatter_status transient_pack(const study *config, const reduced_model *reduced, engine_layout *layout);
// transient_limits.c: which springs the contacts have, and the steps that these allow.
chatter_status transient_find_springs(const study *config, const reduced_model *reduced, transient_own *own);
size_t transient_limit_scratch(const reduced_model *reduced); // bytes that transient_is_doubtful works in
// 2/ω_max with open contacts, of a model that is not reduced with its damping.
double transient_open_limit(const reduction_config *damping, const reduced_model *reduced);
// Whether a step that is stable with open contacts is too large with all contacts stuck.
int transient_is_doubtful(const transient_own *own, const study *config, const reduced_model *reduced,
                          double dt, void *scratch);
void transient_report(const engine_layout *layout, const study *config, FILE *stream);
// transient_sparse.c: the rows of a stiffness that is sparse; the kernel's slices of them, and its tables.
chatter_status transient_sparse_rows(const reduced_model *reduced, arena *memory, sparse_rows *to);
void transient_pack_sparse(const sparse_rows *rows, int near, const int *dim, double *value, int *tables);
// transient_start.c: the state that a trajectory begins with, from its parameters.
size_t transient_start_scratch(const engine_layout *layout,
                               const initial_config *of); // bytes that it works in
chatter_status transient_start(const engine_layout *layout, const study *config, long trajectory,
                               const double *parameter, void *scratch, double *state,
                               trajectory_price *price);
// steady_start.c: p and velocities at t = 0 of the linear steady state, and the bytes that it works in.
size_t transient_steady_scratch(const reduced_model *reduced);
chatter_status transient_steady(const engine_layout *layout, const study *config, const double *parameter,
                                void *scratch, double *p, double *v);
// Of a trajectory that goes on from another: the step that it begins with.
chatter_status transient_price_start(const engine_layout *layout, const study *config, long trajectory,
                                     double dt, trajectory_price *price);
int transient_rows(const engine_layout *layout, engine_rows to[ENGINE_ROWS]);
// transient_motion.c
void transient_motion(const engine_layout *layout, const kernel_batch *host, long i, const double *before,
                      const double *after, engine_motion *to);
// transient_bind.c
chatter_status transient_price(const engine_layout *layout, const study *config, long trajectory,
                               void *scratch, trajectory_price *price);
chatter_status transient_bind(const engine_layout *layout, const study *config, long trajectory,
                              void *scratch, double *parameter, double *state, trajectory_price *price);
void transient_specialise(const engine_layout *layout, const kernel_batch *batch, kernel_sizes *sizes);

#endif
