// Reduced models on disk: saved and loaded, from the cache, and in place of the deck, always with
// the same bits.
#include <glob.h>
#include <hdf5.h>
#include <sys/stat.h>
#include <unistd.h>

#include "model/load.h"
#include "reduction/reduce.h"
#include "reduction/store/reduced_io.h"
#include "reduction_cases.h"
#include "reduction/store/reduced_content.h"

static void check_same(reduced_model *a, reduced_model *b) {
  reduced_array x[REDUCED_MAX_ARRAYS], y[REDUCED_MAX_ARRAYS];
  int n = reduced_list_arrays(a, x);
  reduced_list_arrays(b, y);
  CHECK_EQUAL_TEXT(b->method, a->method);
  CHECK_EQUAL_TEXT(b->hash, a->hash);
  for (int i = 0; i < n; i++) {
    size_t bytes = (size_t)x[i].rows * (size_t)x[i].columns * sizeof(double);
    TEST_CHECK((*x[i].data == NULL) == (*y[i].data == NULL));
    TEST_CHECK(x[i].rows == y[i].rows && x[i].columns == y[i].columns);
    if (*x[i].data && *y[i].data) TEST_CHECK(memcmp(*x[i].data, *y[i].data, bytes) == 0);
  }
  for (int i = 0; i < a->n_contacts; i++) {
    CHECK_EQUAL_TEXT(b->contacts[i].nodes, a->contacts[i].nodes);
    TEST_CHECK(b->contacts[i].node == a->contacts[i].node &&
               b->contacts[i].partner == a->contacts[i].partner);
    TEST_CHECK(b->contacts[i].row_tangent[0] == a->contacts[i].row_tangent[0]);
    TEST_CHECK(b->contacts[i].gap == a->contacts[i].gap && b->contacts[i].area == a->contacts[i].area &&
               b->contacts[i].preload == a->contacts[i].preload &&
               b->contacts[i].gap_phase == a->contacts[i].gap_phase);
  }
}

// The call must fail with this status, and one of its messages must contain `part`.
static void check_refused(chatter_status status, chatter_status expected, const char *part) {
  int found = 0;
  for (int i = 0; i < error_count(); i++) found |= strstr(error_message(i), part) != NULL;
  if (status != expected || !found) {
    fprintf(stderr, "expected a refusal with '%s'\n", part);
    log_errors();
    check_failures++;
  }
  error_clear();
}

// Truncates the file to half, or changes one bit of the number at its position in the file; loading
// must notice it.
static void damage(const char *path, int cut, const double *number) {
  static char bytes[1 << 20];
  FILE *file = fopen(path, "r+b");
  size_t size = file ? fread(bytes, 1, sizeof bytes, file) : 0;
  char *at = memmem(bytes, size, number, sizeof *number);
  TEST_CHECK(at != NULL);
  if (!at) exit(1);
  *at ^= 1;
  fseek(file, at - bytes, SEEK_SET);
  fputc(*at, file);
  fclose(file);
  if (cut) TEST_CHECK(truncate(path, (off_t)size / 2) == 0);
  reduced_model r;
  check_refused(reduced_load(path, &r), CHATTER_BAD_MODEL, cut ? "cut short" : "is damaged");
}

static void check_cache(const char *folder) {
  static study s;
  reduced_model fresh, stored, cached;
  char pattern[256];
  glob_t found;
  setenv("XDG_CACHE_HOME", folder, 1);
  bar_study(&s, REDUCTION_MASSLESS_CRAIG_BAMPTON, 20);
  CHECK_OK(reduce_study(&s, &fresh));
  s.reduction.cache = 1;
  CHECK_OK(reduce_study(&s, &stored));
  check_same(&fresh, &stored);
  snprintf(pattern, sizeof pattern, "%s/chatter/reduced/*.h5", folder);
  TEST_CHECK(glob(pattern, 0, NULL, &found) == 0 && found.gl_pathc == 1);
  // Damping is not part of the key; the model is.
  s.reduction.damping = 0.3;
  CHECK_OK(reduce_study(&s, &cached));
  CHECK_NEAR(cached.zeta[3], 0.3, 0, 0);
  reduced_destroy(&cached);
  s.reduction.damping = 0;
  CHECK_OK(reduce_study(&s, &cached));
  check_same(&fresh, &cached);
  reduced_destroy(&cached);
  // A changed bit of a number, then a truncated file: the model is computed again with the same
  // bits.
  for (int cut = 0; cut < 2 && found.gl_pathc == 1; cut++) {
    damage(found.gl_pathv[0], cut, fresh.omega2 + 5);
    CHECK_OK(reduce_study(&s, &cached));
    check_same(&fresh, &cached);
    reduced_destroy(&cached);
  }
  globfree(&found);
  reduced_destroy(&fresh);
  reduced_destroy(&stored);
}

static void check_in_place_of_the_model(const char *folder) {
  static study s;
  reduced_model fresh, loaded;
  char path[256];
  snprintf(path, sizeof path, "%s/chain.h5", folder);
  chain_study(&s, REDUCTION_RUBIN, 2);
  CHECK_OK(reduce_study(&s, &fresh));
  CHECK_OK(reduced_save(&fresh, path));
  CHECK_OK(reduced_load(path, &loaded));
  check_same(&fresh, &loaded);
  reduced_destroy(&loaded);
  s.model = (model_config){.type = MODEL_REDUCED};
  snprintf(s.model.file, sizeof s.model.file, "%s", path);
  CHECK_OK(reduce_study(&s, &loaded));
  check_same(&fresh, &loaded);
  reduced_destroy(&loaded);
  s.reduction.modes = 3; // with the attachment modes the saved one has 2 + 3
  check_refused(reduce_study(&s, &loaded), CHATTER_BAD_STUDY, "the saved model was reduced with 2");
  s.reduction.modes = 2;
  // Loads and responses are selected by name, in the order of the study.
  s.n_excitations = s.n_outputs = 1;
  s.excitations[0] = s.excitations[1];
  s.outputs[0] = s.outputs[1];
  CHECK_OK(reduce_study(&s, &loaded));
  TEST_CHECK(loaded.n_loads == 1 && loaded.n_responses == 1);
  CHECK_EQUAL_TEXT(loaded.load_name[0], "4:-x");
  for (int k = 0; k < fresh.n_modes; k++) {
    CHECK_NEAR(loaded.phi_f[k], fresh.phi_f[fresh.n_modes + k], 0, 0);
    CHECK_NEAR(loaded.phi_y[k], fresh.phi_y[fresh.n_modes + k], 0, 0);
  }
  reduced_destroy(&loaded);
  snprintf(s.excitations[0].node, STUDY_NAME, "5");
  check_refused(reduce_study(&s, &loaded), CHATTER_BAD_MODEL, "did you mean '4:-x'");
  chain_study(&s, REDUCTION_RUBIN, 2);
  s.model = (model_config){.type = MODEL_REDUCED};
  snprintf(s.model.file, sizeof s.model.file, "%s", path);
  snprintf(s.contacts[0].partner, STUDY_NAME, "4");
  check_refused(reduce_study(&s, &loaded), CHATTER_BAD_STUDY, "was reduced with nodes '2', partner 3");
  s.n_contacts = 0;
  check_refused(reduce_study(&s, &loaded), CHATTER_BAD_STUDY, "the saved model has 1");
  snprintf(s.model.file, sizeof s.model.file, "%s/LICENSE", source_folder());
  check_refused(reduce_study(&s, &loaded), CHATTER_BAD_MODEL, "is not a reduced model");
  snprintf(s.model.file, sizeof s.model.file, "%s/absent.h5", folder);
  check_refused(reduce_study(&s, &loaded), CHATTER_IO, "absent.h5");
  reduced_destroy(&fresh);
}

// The numbers of contact.csv are read back; a file of an earlier version is recognised by its name.
static void check_contact_numbers(const char *folder) {
  static study s;
  model m;
  reduced_model fresh, loaded;
  char path[256], table[256];
  snprintf(path, sizeof path, "%s/points.h5", folder), snprintf(table, sizeof table, "%s/points.csv", folder);
  FILE *file = fopen(table, "w");
  fprintf(file, "preload,id,node,partner,nx,ny,nz,gap_phase,gap,area\n"
                "-3.5,1,25,ground,0,1,0,0.75,1e-4,2e-4\n12,2,27,ground,0,1,0,-1,0,3e-4\n");
  fclose(file);
  hand_study(&s);
  snprintf(s.path, sizeof s.path, "%s/models/matrices/study.yaml", source_folder());
  s.model = (model_config){
      .type = MODEL_MATRICES, .stiffness = "K.mtx", .mass = "M.mtx", .dof = "dof.csv", .nodes = "nodes.csv"};
  snprintf(s.model.contact, sizeof s.model.contact, "%s", table);
  s.reduction = (reduction_config){.method = REDUCTION_MACNEAL, .modes = 2};
  s.n_contacts = 1, s.contacts[0] = (contact_config){.from_file = 1, .law = LAW_UNILATERAL};
  CHECK_OK(model_load(&s, &m));
  CHECK_OK(reduce_study(&s, &fresh));
  CHECK_OK(reduced_save(&fresh, path));
  CHECK_OK(reduced_load(path, &loaded));
  check_same(&fresh, &loaded);
  TEST_CHECK(loaded.contacts[0].preload == -3.5 && loaded.contacts[1].preload == 12);
  TEST_CHECK(loaded.contacts[0].gap_phase == 0.75 && loaded.contacts[1].gap_phase == -1);
  TEST_CHECK(loaded.contacts[0].gap == 1e-4 && loaded.contacts[1].area == 3e-4);
  model_destroy(&m), reduced_destroy(&fresh), reduced_destroy(&loaded);
  hid_t model_file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT),
        kind = H5Aopen(model_file, "kind", H5P_DEFAULT), type = H5Aget_type(kind);
  TEST_CHECK(H5Awrite(kind, type, "chatter reduced model 4") >= 0);
  H5Tclose(type), H5Aclose(kind), H5Fclose(model_file);
  check_refused(reduced_load(path, &loaded), CHATTER_BAD_MODEL,
                "points.h5' is a 'chatter reduced model 4' of another version of chatter");
}

// Every third byte of a saved model is changed, one after the other: the same model results, or an
// error. HDF5 never receives a text that it cannot hold.
static void check_every_byte(const char *folder) {
  static study s;
  reduced_model fresh, loaded;
  char path[256];
  struct stat info;
  snprintf(path, sizeof path, "%s/bytes.h5", folder);
  chain_study(&s, REDUCTION_RUBIN, 2);
  CHECK_OK(reduce_study(&s, &fresh));
  CHECK_OK(reduced_save(&fresh, path));
  TEST_CHECK(stat(path, &info) == 0);
  FILE *file = fopen(path, "r+b");
  for (long at = 0; file && at < info.st_size; at += 3) {
    fseek(file, at, SEEK_SET);
    const int byte = fgetc(file);
    for (int turned = 1; turned >= 0; turned--) {
      fseek(file, at, SEEK_SET);
      fputc(turned ? byte ^ 0xff : byte, file);
      fflush(file);
      if (!turned || reduced_load(path, &loaded) != CHATTER_OK) continue;
      check_same(&fresh, &loaded);
      reduced_destroy(&loaded);
    }
    error_clear();
  }
  if (file) fclose(file);
  reduced_destroy(&fresh);
}

int main(void) {
  char folder[] = "/tmp/chatter-saved-XXXXXX", command[64];
  if (!mkdtemp(folder)) return 1;
  log_quiet(1);
  check_in_place_of_the_model(folder);
  check_contact_numbers(folder);
  check_every_byte(folder);
  check_cache(folder);
  snprintf(command, sizeof command, "rm -rf %s", folder);
  TEST_CHECK(system(command) == 0);
  return TEST_END();
}
