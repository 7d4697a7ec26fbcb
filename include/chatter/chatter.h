// chatter from another program: evaluate a study for many rows of inputs, in one run.
//
//   chatter_study *study;
//   if (chatter_open("plate.yaml", NULL, &study) != 0) puts(chatter_error());
//   const char *names[] = {"frequency"};
//   chatter_evaluate(study, n, 1, names, inputs, chatter_output_count(study), outputs, statuses);
//   chatter_close(study);
//
// Link with libchatter.so, or load it (Python: ctypes.CDLL). Functions return 0 or the exit code that the
// program would end with: 1 internal error, 2 usage, 3 invalid study, 4 model import, 5 device or memory, 6
// input or output. A handle may be used by one thread at a time; different handles likewise, not at once.
#ifndef CHATTER_CHATTER_H
#define CHATTER_CHATTER_H

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
  const char *device;    // auto, cpu, cpu_scalar, device_sim, cuda, cuda:N, cuda:all; NULL: auto
  int threads;           // CPU threads, 0: all that this process may use
  int lanes;             // trajectories per CPU thread: 1, 4, 8; 0: by how many
  int team;              // GPU threads per trajectory: 1, 32, 128; 0: by size
  const char *precision; // double, single; NULL: double
  int n_overrides;
  const char *const *overrides; // [n_overrides], "path=value", as --set
  int quiet;                    // 1: no messages on stderr but warnings
} chatter_options;

CHATTER_API chatter_options chatter_options_default(void);

// Reads and validates a study; options NULL: the defaults (quiet). *out is NULL on failure.
CHATTER_API int chatter_open(const char *study_path, const chatter_options *options, chatter_study **out);
CHATTER_API void chatter_close(chatter_study *study); // NULL is allowed

// The outputs that have one value per trajectory, in the study's order, and the inputs it names. Behind
// all outputs stands what is known about them: in studies of harmonic balance NAME_stable (0 unknown, 1
// stable, 2 fold, 3 flip, 4 neimark_sacker).
CHATTER_API int chatter_output_count(const chatter_study *study);
CHATTER_API const char *chatter_output_name(const chatter_study *study, int index); // NULL: no such
CHATTER_API int chatter_input_count(const chatter_study *study);
CHATTER_API const char *chatter_input_name(const chatter_study *study, int index);

// Evaluates n rows, all in one run.
//   names    [n_inputs], inputs of the study or dotted paths; what is not named keeps the study's value
//   inputs   [n][n_inputs], row-major, in the study's units (SI)
//   outputs  [n][n_outputs], row-major; n_outputs must be chatter_output_count. A failed row holds NaN;
//            an output that does not exist for a good row is NaN with status 0
//   statuses [n], 0 ok, else chatter_status_word tells; NULL: not wanted
CHATTER_API int chatter_evaluate(chatter_study *study, long n, int n_inputs, const char *const *names,
                                 const double *inputs, int n_outputs, double *outputs, int *statuses);

CHATTER_API const char *chatter_status_word(int status); // "ok", "diverged", ...
CHATTER_API const char *chatter_error(void); // what went wrong in this thread's last call, one message a line
CHATTER_API const char *chatter_version(void); // "0.1.0"

#ifdef __cplusplus
}
#endif
#endif
