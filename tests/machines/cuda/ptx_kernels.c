// PTX from NVRTC gives the bits of the CPU, without a race, for a selection of all steppers and
// mappings. Alterations of that PTX (a divided fma, missing barriers, a moved array) are noticed.
#include "ptx_cases.h"

static char cache[CACHE_PATH];

static int check(const ptx_case *c, int index) {
  setenv("PTX_RACE", index % 2 ? "2" : "1", 1);
  return ptx_case_check(c, cache, 0);
}

// Returns the text with every line that begins with `opcode` replaced by `line`, in which $ stands
// for the operands.
static char *replace_lines(const char *text, const char *opcode,
                           void (*line)(char *to, const char *operands)) {
  char *changed = calloc(4, strlen(text) + 1), *to = changed;
  int n = 0;
  for (const char *at = text; *at;) {
    const size_t length = strcspn(at, "\n");
    const char *start = at + strspn(at, "\t ");
    if (strncmp(start, opcode, strlen(opcode)) == 0) {
      char operands[200];
      snprintf(operands, sizeof operands, "%.*s", (int)(at + length - start - (long)strlen(opcode)),
               start + strlen(opcode));
      line(to, operands);
      n++;
    } else
      snprintf(to, length + 1, "%.*s", (int)length, at); // without the rest of the text, which it
                                                         // would read
    to += strlen(to);
    *to++ = '\n';
    at += length + (at[length] == '\n');
  }
  TEST_CHECK(n > 0);
  return changed;
}
static void unfused(char *to, const char *operands) {
  char d[32], a[32], b[32], c[32];
  TEST_CHECK(sscanf(operands, " %31[^,], %31[^,], %31[^,], %31[^;]", d, a, b, c) == 4);
  sprintf(to, "{\n.reg .f64 %%product;\nmul.rn.f64 %%product, %s, %s;\nadd.rn.f64 %s, %%product, %s;\n}", a,
          b, d, c);
}
static void left_out(char *to, const char *operands) {
  (void)operands;
  *to = 0;
}
static void moved(char *to, const char *operands) { // " %rd1, kernel_shared;"
  char d[32], array[128];
  TEST_CHECK(sscanf(operands, " %31[^,], %127[^;]", d, array) == 2);
  sprintf(to, "mov.u64 %s, %s;", d, array);
  if (strcmp(array, "kernel_shared") == 0) sprintf(to + strlen(to), "\nadd.s64 %s, %s, 4;", d, d);
}

static const struct {
  const char *what, *opcode, *words;
  void (*line)(char *to, const char *operands);
  int team;
} ALTERED[] = {{"an fma taken apart", "fma.rn.f64", "numbers differ", unfused, 1},
               {"no barriers of a warp", "bar.warp.sync", "race in shared memory", left_out, 32},
               {"no barriers of a block", "bar.sync", "race in shared memory", left_out, 128},
               {"doubles at 4 mod 8", "mov.u64", "which is not aligned", moved, 32}};

// Writes the altered image to a separate cache, where the launcher finds it.
static void alter(const ptx_case *c, const batch_case *batch, int which, const char *folder) {
  static cuda_program program;
  static char source[PROGRAM_TEXT], key[1024], problem[CACHE_TEXT];
  cuda_nvrtc nvrtc;
  cuda_image image;
  program = (cuda_program){.sizes = batch->host.sizes, .team = c->team, .single = c->single};
  program.n_tables = cuda_program_tables(&program.sizes, c->team);
  memcpy(program.tables, batch->host.tables, (size_t)program.n_tables * sizeof(int));
  TEST_CHECK(cuda_nvrtc_find(0, 91, &nvrtc) && cuda_program_source(&program, source) &&
             cuda_program_key(source, 91, key, sizeof key) && nvrtc_cached(&nvrtc, source, 91, 0, &image));
  char *text = replace_lines(image.bytes, ALTERED[which].opcode, ALTERED[which].line);
  TEST_CHECK(cuda_cache_write(folder, key, nvrtc.major, nvrtc.minor, text, strlen(text) + 1, problem));
  free(text);
  cuda_image_release(&image);
}

static int check_altered(const ptx_case *c, int which) {
  char folder[] = "/tmp/chatter_ptx_XXXXXX", path[64], command[80], said[4000] = "";
  batch_case batch = ptx_case_batch(c);
  case_result cpu, gpu;
  if (!mkdtemp(folder)) return 1;
  snprintf(path, sizeof path, "%s/said", folder);
  alter(c, &batch, which, folder);
  setenv("PTX_RACE", "1", 1);
  fflush(NULL);
  const pid_t child = fork();
  if (child == 0) { // a failing launch ends the process
    if (!freopen(path, "w", stderr)) exit(2);
    if (!ptx_case_launch("cpu", c, NULL, &batch, &cpu) || !ptx_case_launch("cuda", c, folder, &batch, &gpu))
      exit(3);
    if (case_compare(&batch, &cpu, &gpu, "altered") > 0) fprintf(stderr, "numbers differ\n");
    exit(0);
  }
  waitpid(child, NULL, 0);
  FILE *file = fopen(path, "r");
  if (file) said[fread(said, 1, sizeof said - 1, file)] = 0, fclose(file);
  snprintf(command, sizeof command, "rm -rf %s", folder);
  const int found = strstr(said, ALTERED[which].words) != NULL;
  if (!found) fprintf(stderr, "%s is not noticed: '%s'\n", ALTERED[which].what, said);
  case_free(&batch);
  return system(command) != 0 || !found || check_failures;
}

int main(void) {
  const ptx_case *quick[PTX_N_CASES], *altered[4];
  ptx_case base[4];
  int n = 0;
  if (!ptx_cases_begin(cache)) TEST_SKIP("no NVRTC found");
  for (int i = 0; i < PTX_N_CASES; i++)
    if (PTX_CASES[i].quick) quick[n++] = &PTX_CASES[i];
  for (int i = 0; i < 4; i++) {
    base[i] =
        (ptx_case){&kernel_leapfrog, 3, 2, POINT_LAYOUT_NORMAL, ALTERED[i].team, 0, 3, 100, CASE_PLAIN, 1};
    altered[i] = &base[i];
  }
  TEST_CHECK(n >= 12);
  TEST_CHECK(ptx_cases_run(quick, n, check) == 0);
  TEST_CHECK(ptx_cases_run(altered, 4, check_altered) == 0);
  return TEST_END();
}
