// Builds of a test kernel for all teams of the emulator: EMULATED_KERNEL is its name, whose builds
// are EMULATED_KERNEL_tTEAM_PRECISION_run.
#ifndef CHATTER_TESTS_TEAM_BUILDS_H
#define CHATTER_TESTS_TEAM_BUILDS_H

#define BUILD_PASTE(kernel, team, precision) kernel##_t##team##_##precision##_run
#define BUILD_NAME(kernel, team, precision) BUILD_PASTE(kernel, team, precision)
#define BUILDS(X)                                                                                            \
  X(1, double, 0) X(32, double, 0) X(128, double, 0) X(1, single, 1) X(32, single, 1) X(128, single, 1)

typedef void emulated_run(const void *arguments);
#define X(team, precision, single) emulated_run BUILD_NAME(EMULATED_KERNEL, team, precision);
BUILDS(X)
#undef X
static const struct {
  int team, single;
  emulated_run *run;
} BUILD[] = {
#define X(team, precision, single) {team, single, BUILD_NAME(EMULATED_KERNEL, team, precision)},
    BUILDS(X)
#undef X
};
enum { N_BUILDS = sizeof BUILD / sizeof *BUILD };

#endif
