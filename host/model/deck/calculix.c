// Models of CalculiX decks: ccx is run as a program on a copy of the deck whose steps are replaced by the one
// that stores K and M (numerics note 12).
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/log.h"
#include "base/program.h"
#include "model/deck/ccx_files.h"
#include "model/deck/mesh.h"
#include "model/kinds.h"

enum { CCX_SECONDS = 2 * 3600 };

// Parameters that say what ccx does anyway, and that it warns of.
static void write_line(const char *text, int is_keyword, FILE *file) {
  static const char *const needless[] = {"UNSORTED", "INTERNAL", "ADJUST=YES"};
  const char *cursor = text;
  deck_entry e;
  for (int n = 0; is_keyword && deck_next_entry(&cursor, &e); n++) {
    int skip = 0;
    for (size_t i = 0; i < sizeof needless / sizeof *needless; i++)
      skip |= (size_t)(e.end - e.at) == strlen(needless[i]) &&
              strncasecmp(e.at, needless[i], strlen(needless[i])) == 0;
    if (!skip) fprintf(file, "%s%.*s", n ? ", " : "", (int)(e.end - e.at), e.at);
  }
  const size_t length = strlen(text);
  fputs(is_keyword ? (length > 0 && text[length - 1] == ',' ? ",\n" : "\n") : "", file);
  if (!is_keyword) fprintf(file, "%s\n", text);
}

// What hourglass control does where it must not, for messages.
static const char *find_resistance(const deck *d) {
  deck_card card;
  const deck_line *line;
  const char *where;
  char type[DECK_NAME];
  for (long at = 0; deck_next_card(d, &at, &card);)
    if (strcmp(card.name, "ELEMENT") == 0 && deck_parameter(d, &card, "TYPE", type, &line, &where) &&
        strcmp(type, "C3D8R") == 0)
      return "The deck has C3D8R, and ccx's hourglass control resists the rotation of such bricks where they "
             "are "
             "distorted: take C3D8I instead (C3D8 is too stiff in bending), or C3D20R";
  return NULL;
}

// Whether ccx gets a card now, or behind the others: sections may stand before their material, which ccx
// wants first.
static int is_given(const deck_card *card, int last) {
  const char *reason;
  const int section = strcmp(card->name, "SOLIDSECTION") == 0;
  return section == last && deck_find_card(card->name, &reason) != CARD_DROPPED;
}

static void write_sections(const deck *d, FILE *file) {
  deck_card card;
  deck_steps steps = {0};
  for (long at = 0; deck_next_card(d, &at, &card) && deck_keeps(&steps, &card);)
    for (long l = card.line; is_given(&card, 1) && l < card.end; l++) fprintf(file, "%s\n", d->lines[l].text);
}

// The deck up to its first step, then our step with the boundary conditions of that first step; or neither
// these nor those before it.
static void write_cards(const deck *d, int free, FILE *file) {
  static const char *const our_step = "*STEP\n*FREQUENCY, SOLVER=MATRIXSTORAGE\n";
  long at = 0;
  deck_card card;
  deck_steps steps = {0};
  while (deck_next_card(d, &at, &card)) {
    int n_before = steps.n, kept = deck_keeps(&steps, &card);
    if (steps.n == 1 && n_before == 0) write_sections(d, file), fputs(our_step, file);
    if (free && strcmp(card.name, "BOUNDARY") == 0) continue;
    for (long l = card.line; kept && is_given(&card, 0) && l < card.end; l++)
      write_line(d->lines[l].text, l < card.begin, file);
  }
  if (steps.n == 0) write_sections(d, file), fputs(our_step, file);
  fputs("*END STEP\n", file);
}

static chatter_status write_deck(const deck *d, int free, const char *path) {
  FILE *file = fopen(path, "w");
  if (!file) return error_raise(CHATTER_IO, "%s: cannot be written: %s", path, strerror(errno));
  write_cards(d, free, file);
  int failed = ferror(file);
  failed |= fclose(file) != 0;
  if (failed) return error_raise(CHATTER_IO, "%s: writing failed: %s", path, strerror(errno));
  return CHATTER_OK;
}

static chatter_status run_ccx(const char *deck_path, const char *folder) {
  const char *name = getenv("CHATTER_CCX");
  if (!name || !*name) name = "ccx";
  const char *arguments[] = {name, "model", NULL};
  const char *environment[] = {"OMP_NUM_THREADS=1", "CCX_NPROC_STIFFNESS=1",
                               NULL}; // the same sums in every run
  char log[FOLDER_NAME + 16], file[FOLDER_NAME + 16], said[1200];
  snprintf(log, sizeof log, "%s/log", folder);
  snprintf(file, sizeof file, "%s/model.dof", folder);
  program_end end;
  const program run = {.arguments = arguments,
                       .folder = folder,
                       .log = log,
                       .environment = environment,
                       .timeout = CCX_SECONDS};
  TRY(program_run(&run, &end));
  if (end.missing)
    return error_raise(
        CHATTER_BAD_MODEL,
        "%s: the program '%s' is needed for decks and is not found; install the Debian package "
        "calculix-ccx, or name it in the environment variable CHATTER_CCX",
        deck_path, name);
  int is_error;
  ccx_read_error(log, said, sizeof said, &is_error);
  const char *what = is_error ? "its first error" : "its last lines";
  if (end.timed_out)
    return error_raise(CHATTER_BAD_MODEL, "%s: ccx did not end within %d s; %s:%s", deck_path, CCX_SECONDS,
                       what, said);
  if (end.signal)
    return error_raise(CHATTER_BAD_MODEL, "%s: ccx was killed by signal %d; %s:%s", deck_path, end.signal,
                       what, said);
  if (end.exit_code != 0 || access(file, R_OK) != 0)
    return error_raise(CHATTER_BAD_MODEL, "%s: ccx failed (exit code %d); %s:%s", deck_path, end.exit_code,
                       what, said);
  ccx_log_warnings(log, deck_path);
  return CHATTER_OK;
}

// So that what a run leaves is its own.
static void remove_matrices(const char *folder) {
  static const char *const endings[] = {"dof", "sti", "mas"};
  char file[FOLDER_NAME + 16];
  for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
    snprintf(file, sizeof file, "%s/model.%s", folder, endings[i]);
    unlink(file);
  }
}

// Directions without an equation that no boundary condition fixes (model_node.unknown).
static void find_unknown(const unsigned char *fixed, model *out) {
  for (int i = 0; i < out->n_nodes; i++)
    for (int k = 0; k < 3; k++)
      if (out->nodes[i].equation[k] < 0 && !(fixed[i] >> k & 1)) out->nodes[i].unknown |= 1 << k;
}

static int has_inertia(const study *s) {
  int inertia = 0;
  for (int i = 0; i < s->n_excitations; i++) inertia |= !study_load_has_nodes(&s->excitations[i]);
  return inertia;
}

// What the study's loads ask of the deck's elements: areas of surfaces, a rotation of its own.
static chatter_status read_loads(const study *s, const deck *d, const deck_mesh *mesh, model *out) {
  for (int i = 0; i < s->n_excitations; i++) {
    const excitation_config *e = &s->excitations[i];
    if (e->is_pressure && e->weights.n == 0 && out->n_surfaces == 0) TRY(deck_surfaces(d, mesh, out));
    if (e->type != EXCITATION_CENTRIFUGAL) continue;
    model_rotation about = {.square = 1};
    if (e->from_deck) TRY(deck_rotation(d, mesh, out));
    if (e->from_deck && !out->rotation) continue;
    if (e->from_deck) about = *out->rotation;
    for (int k = 0; k < 3 && !e->from_deck; k++) {
      about.axis[k] = e->direction[k];
      if (k < e->origin.n) about.origin[k] = e->origin.value[k];
    }
    TRY(deck_check_rotation(d, out, &about));
  }
  return CHATTER_OK;
}

static chatter_status find_loads(const study *s, const deck *d, model *out) {
  deck_mesh mesh;
  int needed = 0;
  for (int i = 0; i < s->n_excitations; i++)
    needed |= s->excitations[i].is_pressure || s->excitations[i].type == EXCITATION_CENTRIFUGAL;
  if (!needed) return CHATTER_OK;
  TRY(deck_mesh_read(d, out, &mesh));
  const chatter_status status = read_loads(s, d, &mesh, out);
  deck_mesh_destroy(&mesh);
  return status;
}

// Whether the study's loads are forces of inertia of a structure that the deck fixes somewhere.
static int needs_clamped(const study *s, const model *m, const unsigned char *fixed) {
  int n_fixed = 0;
  for (int i = 0; i < m->n_nodes; i++) n_fixed += fixed[i] != 0;
  return has_inertia(s) && n_fixed > 0;
}

// ccx leaves the rows of what is fixed out of its matrices. Their mass, where the study asks for it, comes
// from a second run on the deck without its *BOUNDARY cards.
static chatter_status load_in(const char *folder, const char *path, const study *s, const deck *d, long n_own,
                              model *out) {
  char file[FOLDER_NAME + 16];
  unsigned char *fixed;
  ARENA_ARRAY(fixed, out->memory, out->n_nodes);
  deck_fixed(d, out, fixed);
  snprintf(file, sizeof file, "%s/model.inp", folder);
  TRY(write_deck(d, 0, file));
  log_info("%s: %d nodes; ccx makes the matrices", path, out->n_nodes);
  TRY(run_ccx(path, folder));
  TRY(ccx_read_files(folder, path, n_own, out));
  find_unknown(fixed, out);
  out->rotation_resists = find_resistance(d);
  if (!needs_clamped(s, out, fixed)) return CHATTER_OK;
  TRY(write_deck(d, 1, file));
  log_info("%s: once more for the mass of what is fixed", path);
  remove_matrices(folder);
  TRY(run_ccx(path, folder));
  return ccx_read_clamped(folder, path, n_own, fixed, out);
}

// Our own folder: whatever ccx leaves in it.
static void remove_folder(const char *folder) {
  char file[FOLDER_NAME + 260];
  DIR *list = opendir(folder);
  for (struct dirent *entry; list && (entry = readdir(list));) {
    snprintf(file, sizeof file, "%s/%s", folder, entry->d_name);
    if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) unlink(file);
  }
  if (list) closedir(list);
  if (rmdir(folder) != 0) log_warning("%s: not removed: %s", folder, strerror(errno));
}

static chatter_status open_deck(const study *s, char path[MODEL_PATH], deck *d) {
  const char *place = model_place(s, "model.deck");
  if (!s->model.deck[0])
    return error_raise(CHATTER_BAD_MODEL,
                       "%s: a calculix model needs a deck; expected: model: {deck: FILE.inp}", place);
  model_file_path(s, s->model.deck, path);
  return deck_read(path, place, d);
}

chatter_status calculix_load(const study *s, model *out) {
  char path[MODEL_PATH], folder[FOLDER_NAME];
  deck d;
  TRY(open_deck(s, path, &d));
  long n_own = 0;
  chatter_status status = deck_nodes(&d, out);
  if (status == CHATTER_OK) status = deck_check_cards(&d);
  if (status == CHATTER_OK) status = deck_pass_skin(&d, out);
  if (status == CHATTER_OK) status = deck_check_elements(&d, out, &n_own);
  if (status == CHATTER_OK) status = deck_rewrite(&d, out);
  if (status == CHATTER_OK) status = find_loads(s, &d, out);
  if (status == CHATTER_OK) {
    deck_check_units(&d);
    const char *base = getenv("TMPDIR");
    if (snprintf(folder, sizeof folder, "%s/chatter-ccx-XXXXXX", base && *base ? base : "/tmp") >=
            FOLDER_NAME ||
        !mkdtemp(folder)) {
      status = error_raise(CHATTER_IO, "%s: a temporary folder cannot be made: %s", folder, strerror(errno));
    } else {
      status = load_in(folder, path, s, &d, n_own, out);
      remove_folder(folder);
    }
  }
  deck_destroy(&d);
  return status;
}

chatter_status calculix_hash(const study *s, sha256 *hash) {
  char path[MODEL_PATH];
  deck d;
  TRY(open_deck(s, path, &d));
  deck_hash(&d, hash);
  sha256_add_text(hash, has_inertia(s) ? "with the mass of what is fixed" : "");
  deck_destroy(&d);
  return CHATTER_OK;
}
