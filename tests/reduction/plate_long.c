// The plate of benchmark 2, compared with CalculiX: 20 frequencies by *FREQUENCY and the
// flexibility of the three contact nodes by *STATIC, both from one run of ccx in this test.
#include <unistd.h>

#include "base/program.h"
#include "reduction/reduce.h"
#include "reduction_cases.h"

enum { MODES = 20, CONTACTS = 3 };
static const long contact_id[CONTACTS] = {19090, 19095, 19100};

// Writes the deck without its step, then a unit load in y on each contact node in turn, then the
// modes.
static void write_deck(const char *folder) {
  char path[256], line[256];
  snprintf(path, sizeof path, "%s/models/plate/plate.inp", source_folder());
  FILE *in = fopen(path, "r");
  snprintf(path, sizeof path, "%s/check.inp", folder);
  FILE *out = fopen(path, "w");
  if (!in || !out) exit(1);
  while (fgets(line, sizeof line, in) && strncmp(line, "*STEP", 5) != 0) fputs(line, out);
  for (int c = 0; c < CONTACTS; c++)
    fprintf(out, "*STEP\n*STATIC\n*CLOAD, OP=NEW\n%ld, 2, 1.\n*NODE PRINT, NSET=TIP_EDGE\nU\n*END STEP\n",
            contact_id[c]);
  fprintf(out, "*STEP\n*FREQUENCY\n%d\n*NODE PRINT, NSET=FORCE\n*END STEP\n", MODES);
  fclose(in);
  fclose(out);
}

// Reads flexibilities [load][node] and frequencies from check.dat.
static int read_results(const char *folder, double flexibility[CONTACTS][CONTACTS], double frequency[MODES]) {
  char path[256], line[256];
  int load = -1, n_frequencies = 0, in_table = 0;
  snprintf(path, sizeof path, "%s/check.dat", folder);
  FILE *in = fopen(path, "r");
  if (!in) return 0;
  while (fgets(line, sizeof line, in)) {
    long id;
    int mode;
    double x, y, z, w;
    if (strstr(line, "displacements")) load++;
    if (strstr(line, "E I G E N V A L U E   O U T P U T")) in_table = 1;
    if (strstr(line, "P A R T I C I P A T I O N")) in_table = 0;
    if (in_table && sscanf(line, "%d %lf %lf %lf %lf", &mode, &x, &y, &z, &w) == 5 &&
        mode == n_frequencies + 1 && n_frequencies < MODES)
      frequency[n_frequencies++] = z; // ccx prints seven digits
    if (!in_table && load >= 0 && load < CONTACTS && sscanf(line, "%ld %lf %lf %lf", &id, &x, &y, &z) == 4)
      for (int c = 0; c < CONTACTS; c++)
        if (id == contact_id[c]) flexibility[load][c] = y;
  }
  fclose(in);
  return load >= CONTACTS - 1 && n_frequencies == MODES;
}

static void check_method(int method, double flexibility[CONTACTS][CONTACTS], const double frequency[MODES]) {
  static study s;
  reduced_model r;
  plate_study(&s, method, MODES);
  CHECK_OK(reduce_study(&s, &r));
  for (int i = 0; i < CONTACTS; i++)
    for (int j = 0; j < CONTACTS; j++) {
      double sum = r.flexibility[i * CONTACTS + j];
      for (int k = 0; k < r.n_modes; k++)
        sum += r.phi_b[i * r.n_modes + k] * r.phi_b[j * r.n_modes + k] / r.omega2[k];
      CHECK_NEAR(sum, flexibility[i][j], 0, 1e-6); // ccx prints seven digits
    }
  if (method == REDUCTION_MACNEAL) {
    for (int k = 0; k < MODES; k++)
      CHECK_NEAR(sqrt(r.omega2[k]) / 6.283185307179586, frequency[k], 0, 3e-7); // likewise
    // f_1, f_20 and steps per pseudo-period, computed independently for benchmark 2.
    double period = 1 / 278.0901;
    CHECK_NEAR(sqrt(r.omega2[0]) / 6.283185307179586, 278.0901, 0.00006, 0);
    CHECK_NEAR(sqrt(r.omega2[MODES - 1]) / 6.283185307179586, 26841.3, 0.06, 0);
    CHECK_NEAR(period / r.limit_open, 303, 0.5, 0);
    CHECK_NEAR(period / r.limit_stuck, 318, 0.5, 0);
  }
  reduced_destroy(&r);
}

int main(void) {
  char folder[] = "/tmp/chatter-plate-XXXXXX", log[64], command[64];
  double flexibility[CONTACTS][CONTACTS] = {{0}}, frequency[MODES] = {0};
  if (!mkdtemp(folder)) return 1;
  log_quiet(1);
  write_deck(folder);
  snprintf(log, sizeof log, "%s/log", folder);
  const char *arguments[] = {"ccx", "-i", "check", NULL};
  program run = {.arguments = arguments, .folder = folder, .log = log, .timeout = 900};
  program_end end;
  CHECK_OK(program_run(&run, &end));
  int read = end.missing ? 0 : read_results(folder, flexibility, frequency);
  if (!end.missing) TEST_CHECK(read);
  if (read) {
    check_method(REDUCTION_MACNEAL, flexibility, frequency);
    check_method(REDUCTION_RUBIN, flexibility, frequency);
    check_method(REDUCTION_MASSLESS_CRAIG_BAMPTON, flexibility, frequency);
    check_method(REDUCTION_CRAIG_BAMPTON, flexibility, frequency);
  }
  snprintf(command, sizeof command, "rm -rf %s", folder);
  TEST_CHECK(system(command) == 0);
  if (end.missing) TEST_SKIP("ccx is not installed");
  return TEST_END();
}
