// Models of CalculiX decks. ccx runs on a copy of the deck whose steps are replaced by one that
// stores K and M (*FREQUENCY, SOLVER=MATRIXSTORAGE).
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/log.h"
#include "model/deck/cards.h"
#include "model/deck/ccx/frd.h"
#include "model/deck/ccx/matrix_cache.h"
#include "model/deck/ccx/ccx_run.h"
#include "model/deck/deck_nodes.h"
#include "model/deck/deck_prestress.h"
#include "model/deck/deck_read.h"
#include "model/deck/materials.h"
#include "model/deck/mesh/deck_mesh.h"
#include "model/deck/mesh/elements.h"
#include "model/deck/mesh/rotation.h"
#include "model/deck/mesh/skin_elements.h"
#include "model/deck/mesh/surface.h"
#include "model/deck/rewrite.h"
#include "model/model.h"
#include "model/model_checks.h"
#include "model/model_kinds.h"
#include "model/sparse_matrix.h"
#include "study/file/entries.h"

// Writes a line of the deck without parameters that only state ccx's default and that ccx warns of.
static void write_deck_line(const char *text, int is_keyword, FILE *file) {
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

// Returns the sentence for the message about hourglass control that resists rigid rotations; NULL:
// none.
static const char *find_hourglass_resistance(const deck *d) {
  deck_card card;
  const deck_line *line;
  const char *where;
  char type[DECK_NAME];
  for (long at = 0; deck_next_card(d, &at, &card);)
    if (strcmp(card.name, "ELEMENT") == 0 && deck_find_parameter(d, &card, "TYPE", type, &line, &where) &&
        strcmp(type, "C3D8R") == 0)
      return "The deck has C3D8R, and ccx's hourglass control resists the rotation of such bricks where they "
             "are "
             "distorted: take C3D8I instead (C3D8 is too stiff in bending), or C3D20R";
  return NULL;
}

// Returns 1 if a card is written in this pass. Sections may stand before their material in the
// deck, but ccx wants the material first, so they are written last.
static int is_written_now(const deck_card *card, int last) {
  const char *reason;
  const int section = strcmp(card->name, "SOLIDSECTION") == 0;
  return section == last && deck_find_treatment(card->name, &reason) != CARD_DROPPED;
}

static void write_sections(const deck *d, FILE *file) {
  deck_card card;
  deck_steps steps = {0};
  for (long at = 0; deck_next_card(d, &at, &card) && deck_keeps_card(&steps, &card);)
    for (long l = card.line; is_written_now(&card, 1) && l < card.end; l++)
      fprintf(file, "%s\n", d->lines[l].text);
}

// Writes the deck up to its first step and then our step, which is left open, with the boundary
// conditions of the first step. free: without any boundary conditions.
static void write_cards(const deck *d, int free, const char *our_step, FILE *file) {
  long at = 0;
  deck_card card;
  deck_steps steps = {0};
  while (deck_next_card(d, &at, &card)) {
    int n_before = steps.n, kept = deck_keeps_card(&steps, &card);
    if (steps.n == 1 && n_before == 0) write_sections(d, file), fputs(our_step, file);
    if (free && strcmp(card.name, "BOUNDARY") == 0) continue;
    for (long l = card.line; kept && is_written_now(&card, 0) && l < card.end; l++)
      write_deck_line(d->lines[l].text, l < card.begin, file);
  }
  if (steps.n == 0) write_sections(d, file), fputs(our_step, file);
}

static chatter_status close_deck(FILE *file, const char *path) {
  int failed = ferror(file);
  failed |= fclose(file) != 0;
  return failed ? error_raise(CHATTER_IO, "%s: writing failed: %s", path, strerror(errno)) : CHATTER_OK;
}

static chatter_status write_deck(const deck *d, int free, const char *path) {
  FILE *file = fopen(path, "w");
  if (!file) return error_raise(CHATTER_IO, "%s: cannot be written: %s", path, strerror(errno));
  write_cards(d, free, "*STEP\n*FREQUENCY, SOLVER=MATRIXSTORAGE\n", file);
  fputs("*END STEP\n", file);
  return close_deck(file, path);
}

// Removes matrix files of an earlier run, so that those found afterwards are of this one.
static void remove_matrices(const char *folder) {
  static const char *const endings[] = {"dof", "sti", "mas"};
  char file[CCX_FOLDER + 16];
  for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
    snprintf(file, sizeof file, "%s/model.%s", folder, endings[i]);
    unlink(file);
  }
}

// Marks the directions that have no equation although no boundary condition fixes them
// (model_node.unknown).
static void mark_unknown_directions(const unsigned char *fixed, model *out) {
  for (int i = 0; i < out->n_nodes; i++)
    for (int k = 0; k < 3; k++)
      if (out->nodes[i].equation[k] < 0 && !(fixed[i] >> k & 1)) out->nodes[i].unknown |= 1 << k;
}

// Returns 1 if the study needs the mass of fixed coordinates: for loads of inertia and for lumped
// mass.
static int needs_inertia(const model_config *of, int n_loads, const excitation_config *loads) {
  int inertia = of->mass_matrix == MASS_LUMPED;
  for (int i = 0; i < n_loads; i++) inertia |= !study_load_has_nodes(&loads[i]);
  return inertia;
}

// Returns 1 if a pressure acts on surfaces of the deck.
static int has_pressure(int n_loads, const excitation_config *loads) {
  int n = 0;
  for (int i = 0; i < n_loads; i++) n += loads[i].is_pressure && loads[i].weights.n == 0;
  return n > 0;
}

// Reads what the study's loads need of the deck's elements: areas of surfaces, the deck's rotation.
static chatter_status read_load_data(int n_loads, const excitation_config *loads, const deck *d,
                                     const deck_mesh *mesh, model *out) {
  if (has_pressure(n_loads, loads)) TRY(deck_add_face_surfaces(d, mesh, out));
  for (int i = 0; i < n_loads; i++) {
    const excitation_config *e = &loads[i];
    if (e->type != EXCITATION_CENTRIFUGAL) continue;
    model_rotation about = {.square = 1};
    if (e->from_deck) TRY(deck_read_rotation(d, mesh, out));
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

static chatter_status read_mesh(int n_loads, const excitation_config *loads, const deck *d, model *out) {
  deck_mesh mesh;
  TRY(deck_mesh_read(d, out, &mesh));
  chatter_status status = deck_mesh_add_cells(&mesh, out);
  if (status == CHATTER_OK) status = read_load_data(n_loads, loads, d, &mesh, out);
  deck_mesh_destroy(&mesh);
  return status;
}

// Returns 1 if the study needs the inertia of a structure that the deck fixes somewhere.
static int needs_clamped_mass(const model_config *of, int n_loads, const excitation_config *loads,
                              const model *m) {
  return needs_inertia(of, n_loads, loads) && m->fixed_is_unknown;
}

// Inputs of a run of ccx.
typedef struct ccx_work {
  const study *s;
  const char *folder, *path; // working folder, and the deck
  long n_internal_nodes;
  const deck_material *materials; // [s->n_materials]
} ccx_work;

// Gets the matrices of a deck from the cache or by a run of ccx. free: without its *BOUNDARY cards.
static chatter_status make_matrices(const ccx_work *work, const deck *d, int free, const char *why,
                                    model *out) {
  char file[CCX_FOLDER + 16], kept[CACHE_PATH] = "";
  snprintf(file, sizeof file, "%s/model.inp", work->folder);
  TRY(write_deck(d, free, file));
  if (work->s->reduction.cache) matrix_cache_path(work->folder, kept);
  snprintf(file, sizeof file, "%s/log", work->folder);
  if (matrix_cache_fetch(kept, work->folder, out)) {
    ccx_log_warnings(file, work->path);
    return CHATTER_OK;
  }
  log_info("%s: %s", work->path, why);
  remove_matrices(work->folder);
  TRY(ccx_run(work->path, work->folder, "dof", 1));
  TRY(ccx_read_files(work->folder, work->path, work->n_internal_nodes, out));
  if (kept[0]) matrix_cache_store(kept, work->folder, out);
  return CHATTER_OK;
}

// K and M of the deck as they are, and the part of each material, from runs with its constants
// doubled.
typedef struct matrix_parts {
  int n;
  const sparse **stiffness, **mass;
  double *of_stiffness, *of_mass; // their factors in the sum
} matrix_parts;

static chatter_status add_material_part(const ccx_work *work, const deck *d, int free, int which,
                                        const model *whole, matrix_parts *to, arena *memory) {
  const deck_material *m = &work->materials[which];
  char why[STUDY_NAME + 80];
  double got[2];
  deck other;
  model *part;
  if (m->modulus_factor == 1 && m->density_factor == 1) return CHATTER_OK;
  ARENA_ARRAY(part, memory, 1);
  *part = (model){.memory = memory, .n_nodes = whole->n_nodes};
  ARENA_ARRAY(part->nodes, memory, whole->n_nodes);
  for (int i = 0; i < whole->n_nodes; i++)
    part->nodes[i] = (model_node){.id = whole->nodes[i].id, .equation = {-1, -1, -1}};
  TRY(deck_scale_material(d, m, 2, 2, got, &other));
  snprintf(why, sizeof why, "once more for the part of material %s", work->s->materials[which].name);
  const chatter_status status = make_matrices(work, &other, free, why, part);
  deck_destroy_scaled(&other);
  TRY(status);
  CHECK(part->stiffness.n == whole->stiffness.n, "a material's constants change no rows");
  const double k = m->elastic < 0 ? 0 : (m->modulus_factor - 1) / (got[0] / m->own_modulus - 1);
  const double mass = m->density < 0 ? 0 : (m->density_factor - 1) / (got[1] / m->own_density - 1);
  to->stiffness[to->n] = &part->stiffness, to->of_stiffness[to->n] = k, to->of_stiffness[0] -= k;
  to->mass[to->n] = &part->mass, to->of_mass[to->n] = mass, to->of_mass[0] -= mass;
  to->n++;
  return CHATTER_OK;
}

// Sums K = K(E) + Σ (E_m'/E_m - 1) K_m. The part K_m of material m is K with its E doubled, less K.
// M likewise.
static chatter_status sum_material_parts(const ccx_work *work, const deck *d, int free, model *out,
                                         arena *memory) {
  const long most = work->s->n_materials + 1L;
  const sparse stiffness = out->stiffness, mass = out->mass;
  matrix_parts parts = {.n = 1};
  ARENA_ARRAY(parts.stiffness, memory, most);
  ARENA_ARRAY(parts.mass, memory, most);
  ARENA_ARRAY(parts.of_stiffness, memory, most);
  ARENA_ARRAY(parts.of_mass, memory, most);
  parts.stiffness[0] = &stiffness, parts.mass[0] = &mass;
  parts.of_stiffness[0] = parts.of_mass[0] = 1;
  for (int i = 0; i < work->s->n_materials; i++)
    TRY(add_material_part(work, d, free, i, out, &parts, memory));
  if (parts.n == 1) return CHATTER_OK;
  TRY(sparse_weighted_sum(out->memory, parts.n, parts.stiffness, parts.of_stiffness, &out->stiffness));
  return sparse_weighted_sum(out->memory, parts.n, parts.mass, parts.of_mass, &out->mass);
}

static chatter_status make_scaled_matrices(const ccx_work *work, const deck *d, int free, const char *why,
                                           model *out) {
  TRY(make_matrices(work, d, free, why, out));
  arena *scratch = arena_create();
  if (!scratch) return error_raise(CHATTER_DEVICE, "out of memory for the materials of %s", work->path);
  const chatter_status status = sum_material_parts(work, d, free, out, scratch);
  arena_destroy(scratch);
  return status;
}

// Loads the mass between free and fixed coordinates (model.clamped) from the deck without *BOUNDARY
// cards.
static chatter_status load_clamped_masses(const ccx_work *work, const deck *d, const unsigned char *fixed,
                                          model *out) {
  model whole = {.memory = arena_create(), .n_nodes = out->n_nodes};
  if (!whole.memory) return error_raise(CHATTER_DEVICE, "out of memory for the mass of %s", work->path);
  whole.nodes = arena_array(whole.memory, (size_t)out->n_nodes, sizeof *whole.nodes);
  chatter_status status = whole.nodes ? CHATTER_OK : CHATTER_DEVICE;
  for (int i = 0; i < out->n_nodes && whole.nodes; i++)
    whole.nodes[i] = (model_node){.id = out->nodes[i].id, .equation = {-1, -1, -1}};
  if (status == CHATTER_OK)
    status = make_scaled_matrices(work, d, 1, "once more for the mass of what is fixed", &whole);
  if (status == CHATTER_OK) status = ccx_add_clamped(work->path, fixed, &whole, out);
  arena_destroy(whole.memory);
  return status;
}

// Loads the model in a working folder. ccx omits the rows of fixed coordinates from its matrices;
// where the study needs their mass, a second run on the deck without its *BOUNDARY cards gives it.
static chatter_status load_in_folder(const char *folder, const char *path, const study *s, const deck *d,
                                     long n_internal_nodes, model *out) {
  char why[80];
  unsigned char *fixed;
  deck_material *materials;
  ARENA_ARRAY(fixed, out->memory, out->n_nodes);
  deck_mark_fixed(d, out, fixed);
  TRY(deck_find_study_materials(s, d, out->memory, &materials));
  const ccx_work work = {s, folder, path, n_internal_nodes, materials};
  snprintf(why, sizeof why, "%d nodes; ccx makes the matrices", out->n_nodes);
  TRY(make_scaled_matrices(&work, d, 0, why, out));
  mark_unknown_directions(fixed, out);
  out->rotation_resists = find_hourglass_resistance(d);
  for (int i = 0; i < out->n_nodes; i++) out->fixed_is_unknown |= fixed[i] != 0;
  if (!needs_clamped_mass(&s->model, s->n_excitations, s->excitations, out)) return CHATTER_OK;
  out->fixed_is_unknown = 0;
  return load_clamped_masses(&work, d, fixed, out);
}

static chatter_status open_deck(const study *s, char path[MODEL_PATH], deck *d) {
  const char *place = model_key_place(s, "model.deck");
  if (!s->model.deck[0])
    return error_raise(CHATTER_BAD_MODEL,
                       "%s: a calculix model needs a deck; expected: model: {deck: FILE.inp}", place);
  model_file_path(s->path, s->model.deck, path);
  return deck_read(path, place, d);
}

// Reads all that is known without ccx, and rewrites the deck for ccx.
static chatter_status read_deck(const study *s, deck *d, long *n_internal_nodes, model *out) {
  *n_internal_nodes = -1; // -1: the nodes are not known
  TRY(deck_read_nodes(d, out));
  *n_internal_nodes = 0;
  chatter_status status = deck_check_cards(d),
                 next = deck_remove_skin(d, has_pressure(s->n_excitations, s->excitations), out);
  if (next == CHATTER_OK)
    next = deck_check_elements(d, out, n_internal_nodes); // the internal nodes of the solid elements
  if (next != CHATTER_OK) status = next;
  next = deck_check_sections(d, out);
  if (next != CHATTER_OK) status = next;
  next = deck_check_prestress(d, out, strstr(s->model.ignore, "prestress") != NULL);
  if (next != CHATTER_OK) status = next;
  TRY(status);
  return deck_rewrite_for_ccx(d, out);
}

chatter_status calculix_load(const study *s, model *out) {
  char path[MODEL_PATH], folder[CCX_FOLDER];
  deck d;
  long n_internal_nodes;
  TRY(open_deck(s, path, &d));
  chatter_status status = read_deck(s, &d, &n_internal_nodes, out);
  if (status == CHATTER_OK) status = read_mesh(s->n_excitations, s->excitations, &d, out);
  if (n_internal_nodes >= 0 && status != CHATTER_DEVICE) {
    const chatter_status named =
        model_check_names(s, out, status == CHATTER_OK, 3L * (out->n_nodes + 3 * n_internal_nodes));
    if (status == CHATTER_OK) status = named;
  }
  if (status == CHATTER_OK) deck_check_units(&d);
  if (status == CHATTER_OK) status = ccx_make_folder(folder);
  if (status == CHATTER_OK) {
    status = load_in_folder(folder, path, s, &d, n_internal_nodes, out);
    ccx_remove_folder(folder);
  }
  deck_destroy(&d);
  return status;
}

chatter_status calculix_hash(const study *s, sha256 *hash) {
  char path[MODEL_PATH];
  deck d;
  TRY(open_deck(s, path, &d));
  deck_hash(&d, hash);
  sha256_add_text(hash, needs_inertia(&s->model, s->n_excitations, s->excitations)
                            ? "with the mass of what is fixed"
                            : "");
  deck_destroy(&d);
  return CHATTER_OK;
}

// Returns the factor that scales the largest of n displacements to a millimetre: ccx prints few
// digits of small numbers.
static double find_displacement_scale(int n, const double *displacement) {
  double most = 0;
  for (int i = 0; i < n; i++) most = fmax(most, fabs(displacement[i]));
  return most > 0 ? 1e-3 / most : 1;
}

static void write_displacement(const model *m, const double *displacement, FILE *file) {
  const double scale = find_displacement_scale(m->stiffness.n, displacement);
  fputs("*BOUNDARY\n", file);
  for (int i = 0; i < m->n_nodes; i++)
    for (int d = 0; d < 3; d++)
      if (m->nodes[i].equation[d] >= 0)
        fprintf(file, "%ld, %d, %d, %.12e\n", m->nodes[i].id, d + 1, d + 1,
                scale * displacement[m->nodes[i].equation[d]]);
  fputs("*NODE FILE\nU\n*EL FILE\nS\n*END STEP\n", file);
}

// Writes a linear static step for each displacement. All directions with an equation are
// prescribed; ccx computes dependent nodes and stresses.
static chatter_status write_recovery_steps(const deck *d, const model *m, int n,
                                           const double *const *displacement, const char *path) {
  FILE *file = fopen(path, "w");
  if (!file) return error_raise(CHATTER_IO, "%s: cannot be written: %s", path, strerror(errno));
  for (int i = 0; i < n; i++) {
    if (i == 0)
      write_cards(d, 0, "*STEP\n*STATIC\n", file);
    else
      fputs("*STEP\n*STATIC\n", file);
    write_displacement(m, displacement[i], file);
  }
  return close_deck(file, path);
}

static chatter_status recover_modes_in_one_ccx_run(const char *folder, const char *path, const deck *d,
                                                   const model *m, int n, const double *const *displacement,
                                                   double *u, double *stress) {
  char file[CCX_FOLDER + 16];
  double *scale;
  ALLOCATE(scale, n + 1);
  for (int i = 0; i < n; i++) scale[i] = find_displacement_scale(m->stiffness.n, displacement[i]);
  snprintf(file, sizeof file, "%s/model.inp", folder);
  chatter_status status = write_recovery_steps(d, m, n, displacement, file);
  if (status == CHATTER_OK)
    status = ccx_run(path, folder, "frd", 0); // 0: its warning that no free equation is left would mislead
  snprintf(file, sizeof file, "%s/model.frd", folder);
  if (status == CHATTER_OK) status = frd_read_results(file, m, n, scale, u, stress);
  memory_free(scale);
  return status;
}

// Recovers the n displacements in several runs, so that the files of one run stay at some hundred
// megabytes.
static chatter_status recover_modes_in_ccx_runs(const char *folder, const char *path, const deck *d,
                                                const model *m, int n, const double *const *displacement,
                                                double *u, double *stress) {
  const int most = 2000000 / m->n_nodes > 1 ? 2000000 / m->n_nodes : 1;
  log_info("%s: ccx recovers the stress of %d modes", path, n);
  for (int first = 0; first < n; first += most) {
    const int some = n - first < most ? n - first : most;
    const long nodes = (long)first * m->n_nodes;
    TRY(recover_modes_in_one_ccx_run(folder, path, d, m, some, displacement + first, u + 3 * nodes,
                                     stress + 6 * nodes));
  }
  return CHATTER_OK;
}

// Puts the study's material constants into the deck.
static chatter_status set_materials(const study *s, deck *d, arena *memory) {
  deck_material *materials;
  TRY(deck_find_study_materials(s, d, memory, &materials));
  for (int i = 0; i < s->n_materials; i++) {
    deck other;
    double got[2];
    TRY(deck_scale_material(d, &materials[i], materials[i].modulus_factor, materials[i].density_factor, got,
                            &other));
    deck_replace_lines(d, &other);
  }
  return CHATTER_OK;
}

chatter_status calculix_recover_stress(const study *s, const model *m, int n,
                                       const double *const *displacement, double *u, double *stress) {
  char path[MODEL_PATH], folder[CCX_FOLDER];
  model nodes = {.memory = arena_create()}; // the deck's nodes, read anew
  deck d;
  long n_internal_nodes;
  if (!nodes.memory) return error_raise(CHATTER_DEVICE, "out of memory for the nodes of the deck");
  chatter_status status = open_deck(s, path, &d);
  if (status == CHATTER_OK) {
    status = read_deck(s, &d, &n_internal_nodes, &nodes);
    if (status == CHATTER_OK) status = set_materials(s, &d, nodes.memory);
    if (status == CHATTER_OK) status = ccx_make_folder(folder);
    if (status == CHATTER_OK) {
      status = recover_modes_in_ccx_runs(folder, path, &d, m, n, displacement, u, stress);
      ccx_remove_folder(folder);
    }
    deck_destroy(&d);
  }
  arena_destroy(nodes.memory);
  return status;
}
