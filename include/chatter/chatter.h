// chatter from another program: evaluate a study for many rows of inputs, in one run.
//
//   chatter_study *study;
//   if (chatter_open("plate.yaml", NULL, &study) != 0) puts(chatter_error());
//   const char *names[] = {"frequency"};
//   chatter_evaluate(study, n, 1, names, inputs, chatter_output_count(study), outputs, statuses);
//   chatter_close(study);
//
// Link with libchatter.so, or load it (Python: the package `chatter`, or ctypes.CDLL). Functions return 0 or
// the exit code that the program would end with: 1 internal error, 2 usage, 3 invalid study, 4 model import,
// 5 device or memory, 6 input or output, 75 a run was interrupted and can go on, 130 interrupted.
//
// A handle stays bound: what the first call has read and reduced serves all later ones, and is made anew only
// for other values of structural inputs (the last few of these stay too). Files are not looked at again: open
// the study anew after changing one.
//
// Any thread may call; a process computes one call at a time, and the others wait for their turn. Signals
// are left alone: a handler may call chatter_interrupt. fork() waits for the running call; the child may use
// the handles that it inherits, on the CPU.
//
// Programs written for version 1 of this interface (libchatter.so.0) are compiled anew against this header:
// - chatter_options2, chatter_options2_default and chatter_open2 lose their 2. They replace those of the same
//   names without it, which had neither `size` nor `bad_rows`.
// - Options made by hand, {.device = "cpu"}, need .size = sizeof(chatter_options) and .quiet = 1, which
//   chatter_options_default() gives.
#ifndef CHATTER_CHATTER_H
#define CHATTER_CHATTER_H

#include <stddef.h>

#define CHATTER_API_VERSION 2 // counts changes that programs have to follow; libchatter.so.2

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define CHATTER_API __attribute__((visibility("default")))
#else
#define CHATTER_API
#endif

typedef struct chatter_study chatter_study; // opaque

typedef struct chatter_options {
  size_t size;           // sizeof(chatter_options): tells the library which members the caller knows
  const char *device;    // auto, cpu, cpu_scalar, device_sim, cuda, cuda:N, cuda:all; NULL: auto
  int threads;           // CPU threads, 0: all that this process may use
  int lanes;             // trajectories per CPU thread: 1, 4, 8; 0: by how many
  int team;              // GPU threads per trajectory: 1, 4, 8, 16, 32, 128; 0: chosen
  const char *precision; // double, single; NULL: double
  int n_overrides;
  const char *const *overrides; // [n_overrides], "path=value", as --set
  int quiet;                    // 1: no messages on stderr but warnings
  const char *bad_rows; // what a row does with a value that is out of range or NaN. error, NULL: it ends the
                        // call with 3; row: it is a row of NaN with the status out_of_range
} chatter_options;

// Returns the default options: all members that this header knows, quiet.
static inline chatter_options chatter_options_default(void) {
  chatter_options options = {sizeof(chatter_options), NULL, 0, 0, 0, NULL, 0, NULL, 1, NULL};
  return options;
}

// Reads and validates a study; options NULL: the defaults (quiet). *out is NULL on failure.
CHATTER_API int chatter_open(const char *study_path, const chatter_options *options, chatter_study **out);
CHATTER_API void chatter_close(chatter_study *study); // NULL is allowed; no call may be running

// The outputs that have one value per trajectory, in the study's order, and the inputs it names. Behind
// all outputs stands what is known about them: in studies of harmonic balance NAME_stable (0 unknown, 1
// stable, 2 fold, 3 flip, 4 neimark_sacker).
CHATTER_API int chatter_output_count(const chatter_study *study);
CHATTER_API const char *chatter_output_name(const chatter_study *study, int index); // NULL: no such
CHATTER_API int chatter_input_count(const chatter_study *study);
CHATTER_API const char *chatter_output_unit(const chatter_study *study, int index); // "m", "1" for none
CHATTER_API const char *chatter_input_name(const chatter_study *study, int index);

// Describes an input, or any number of the study by its dotted path.
typedef struct chatter_input {
  size_t size;             // sizeof(chatter_input), set by the caller
  char path[512];          // dotted path; of an input with several paths the first
  char unit[16];           // "" for none
  double value;            // the study's own; NaN: it gives none
  double minimum, maximum; // allowed, both ends included
  int whole;               // 1: whole numbers only
  int structural;          // 1: other values are other reduced models
} chatter_input;
CHATTER_API int chatter_find_input(const chatter_study *study, const char *name, chatter_input *out);

// Evaluates n rows, all in one run.
//   names    [n_inputs], inputs of the study or dotted paths; what is not named keeps the study's value
//   inputs   [n][n_inputs], row-major, in the study's units (SI)
//   outputs  [n][n_outputs], row-major; n_outputs must be chatter_output_count. A failed row holds NaN;
//            an output that does not exist for a good row is NaN with status 0
//   statuses [n], 0 ok, else chatter_status_word tells; NULL: not wanted
// Interrupted it returns 130 and has written to neither.
CHATTER_API int chatter_evaluate(chatter_study *study, long n, int n_inputs, const char *const *names,
                                 const double *inputs, int n_outputs, double *outputs, int *statuses);

// The study's own ensemble to a results file, as `chatter run` does it; an existing file is kept (6) unless
// `replace`. Interrupted, it leaves what is finished beside the file, for `chatter run --resume`, and returns
// 75.
CHATTER_API int chatter_run(chatter_study *study, const char *results_path, int replace);

// All calls of this handle that run or wait end with 130, at the latest after the launch of a fraction of a
// second that is under way; without one it does nothing. Safe in signal handlers and from other threads.
CHATTER_API void chatter_interrupt(chatter_study *study);
// Returns the finished part of the running evaluation, 0 ... 1. Safe from other threads.
CHATTER_API double chatter_progress(const chatter_study *study);

CHATTER_API const char *chatter_status_word(int status); // "ok", "diverged", ...
CHATTER_API const char *chatter_error(void); // what went wrong in this thread's last call, one message a line
CHATTER_API const char *chatter_version(void); // MAJOR.MINOR.PATCH

#ifdef __cplusplus
}
#endif
#endif
