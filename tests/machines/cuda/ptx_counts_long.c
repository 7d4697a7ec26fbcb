// Cost of one step of one trajectory in each kernel and mapping, counted by the PTX machine and
// compared with kernels/COUNTS.csv in both directions: a row without a kernel fails, and a kernel
// without a row. The counts are those of lockstep warps and reproducible. CHATTER_WRITE_COUNTS=FILE
// writes the table. CHATTER_WRITE_LINES=FOLDER writes instead the counts of each line of PTX with
// the text and the number of steps, the input of bench/predict.
#include "ptx_cases.h"
#include "tools/ptx_machine/ptx.h"

enum { MOST_ROWS = 100, ROW = 300 };

static const char *lines; // CHATTER_WRITE_LINES
static char cache[CACHE_PATH], folder[] = "/tmp/chatter_counts_XXXXXX";

// Reads the counts of the kernel itself: of the two lines that the module wrote, the one without
// _uniform.
static int counts_read(const char *path, ptx_counts *counts) {
  char line[ROW];
  int found = 0;
  FILE *file = fopen(path, "r");
  while (file && fgets(line, sizeof line, file)) {
    const char *at = strchr(line, ',');
    if (!at || strncmp(at - 8, "_uniform", 8) == 0) continue;
    found++;
#define X(name, meaning) counts->name = strtoull(at + 1, NULL, 10), at = strchr(at + 1, ',');
    PTX_COUNT_LIST(X)
#undef X
  }
  if (file) fclose(file);
  return found == 1;
}

// Runs a case and writes its row to the folder.
static int count(const ptx_case *c, int index) {
  char path[80], text[ROW];
  ptx_counts n = {0};
  case_result result;
  if (lines) {
    snprintf(path, sizeof path, "%.60s/%d", lines, index);
    setenv("PTX_LINES", path, 1);
  }
  snprintf(path, sizeof path, "%s/counts%d", folder, index);
  setenv("PTX_COUNTS", path, 1);
  batch_case batch = ptx_case_batch(c);
  if (!ptx_case_launch("cuda", c, cache, &batch, &result) || !counts_read(path, &n)) return 1;
  const double steps = counted_steps(&batch, result.state);
  snprintf(path, sizeof path, "%s/row%d", folder, index);
  counted_key(c, text, sizeof text);
  if (lines) {
    snprintf(path, sizeof path, "%.60s/%d.case", lines, index);
    FILE *file = fopen(path, "w");
    if (!file) return 1;
    fprintf(file, "%s%.17g,%ld,%ld\n", text, steps, c->n,
            cuda_program_work(
                &(cuda_program){.sizes = batch.host.sizes, .team = c->team, .single = c->single}, c->team));
    return fclose(file) != 0;
  }
  FILE *file = fopen(path, "w");
  if (!file) return 1;
  fprintf(file, "%s%.2f,%.2f,%.2f,%.2f,%.2f,%.2f,%.2f,%.2f,%.2f", text, (double)n.warp / steps,
          (double)n.lanes / steps, (double)n.lanes / (double)n.warp, (double)n.fp64 / steps,
          (double)n.fp64_slow / steps, (double)n.shared_wavefronts / steps, (double)n.global_sectors / steps,
          (double)n.local_loads / steps, (double)n.local_stores / steps);
  return fclose(file) != 0;
}

static int table_read(const char *path, char rows[MOST_ROWS][ROW], char *version) {
  int n = 0;
  FILE *file = fopen(path, "r");
  TEST_CHECK(file != NULL);
  while (file && n < MOST_ROWS && fgets(rows[n], ROW, file)) {
    rows[n][strcspn(rows[n], "\n")] = 0;
    if (rows[n][0] == '#')
      sscanf(rows[n], "# NVRTC %39[0-9.]", version);
    else if (strncmp(rows[n], "kernel,", 7) != 0)
      n++;
  }
  if (file) fclose(file);
  return n;
}

static void compare(char counted[N_COUNTED][ROW], char rows[MOST_ROWS][ROW], int n, int same_version) {
  int seen[MOST_ROWS] = {0};
  for (int i = 0; i < N_COUNTED; i++) {
    char head[ROW];
    int row = -1;
    counted_key(&COUNTED[i], head, sizeof head);
    for (int r = 0; r < n; r++)
      if (strncmp(rows[r], head, strlen(head)) == 0) row = r, seen[r]++;
    if (row < 0) {
      fprintf(stderr, "kernels/COUNTS.csv has no row for %s\n", head);
      check_failures++;
    } else if (same_version && strcmp(rows[row], counted[i]) != 0) {
      fprintf(stderr, "kernels/COUNTS.csv: %s\nis now:             %s\n", rows[row], counted[i]);
      check_failures++;
    }
  }
  for (int r = 0; r < n; r++)
    if (seen[r] != 1) {
      fprintf(stderr, "kernels/COUNTS.csv: row %s %s\n", rows[r], seen[r] ? "is doubled" : "fits no kernel");
      check_failures++;
    }
}

int main(void) {
  static char rows[MOST_ROWS][ROW], counted[N_COUNTED][ROW];
  const char *table = CHATTER_SOURCE_DIR "/kernels/COUNTS.csv", *write = getenv("CHATTER_WRITE_COUNTS");
  const ptx_case *list[N_COUNTED];
  char version[40] = "", own[40], path[80], command[80];
  cuda_nvrtc nvrtc;
  if (access(CHATTER_SOURCE_DIR "/kernels", R_OK) != 0) TEST_SKIP("the source folder is not there");
  if (!ptx_cases_begin(cache) || !cuda_nvrtc_find(0, 90, &nvrtc)) TEST_SKIP("no NVRTC found");
  lines = getenv("CHATTER_WRITE_LINES");
  if (!mkdtemp(folder)) return 1;
  for (int i = 0; i < N_COUNTED; i++) list[i] = &COUNTED[i];
  TEST_CHECK(ptx_cases_run(list, N_COUNTED, count) == 0);
  for (int i = 0; i < N_COUNTED && !lines; i++) {
    snprintf(path, sizeof path, "%s/row%d", folder, i);
    FILE *file = fopen(path, "r");
    TEST_CHECK(file && fgets(counted[i], ROW, file));
    if (file) fclose(file);
  }
  if (lines) {
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command) == 0 ? TEST_END() : 1;
  }
  snprintf(own, sizeof own, "%d.%d", nvrtc.major, nvrtc.minor);
  FILE *out = write ? fopen(write, "w") : NULL;
  if (out) {
    fprintf(
        out,
        "# NVRTC %s, compute_90. Per step (coulomb: cycle; response: point) of a trajectory, in lockstep:\n"
        "# instructions of warps and lanes, lanes per warp instruction, lane operations in FP64 (slow: div,\n"
        "# rcp, sqrt), passes through shared memory, sectors of global memory, lane loads and stores of "
        "local\n"
        "# memory.\n"
        "kernel,team,precision,modes,points,layout,warp,lanes,active,fp64,fp64_slow,shared_wavefronts,"
        "global_sectors,local_loads,local_stores\n",
        own);
    for (int i = 0; i < N_COUNTED; i++) fprintf(out, "%s\n", counted[i]);
    fclose(out);
  }
  const int n = table_read(table, rows, version);
  compare(counted, rows, n, strcmp(version, own) == 0);
  snprintf(command, sizeof command, "rm -rf %s", folder);
  return system(command) == 0 ? TEST_END() : 1;
}
