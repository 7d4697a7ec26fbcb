// Checks decks for prestress and changed temperatures.
#include "model/deck/deck_prestress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "model/deck/deck.h"
#include "model/deck/deck_nodes.h"

// Load cards that hold from step to step until one says OP=NEW, with the entry of their lines that
// is zero for no load.
static const struct {
  const char *name;
  int entry;
} load_cards[] = {{"CLOAD", 2}, {"DLOAD", 2}, {"DSLOAD", 2}, {"TEMPERATURE", 1}, {"BOUNDARY", 3}};
enum { N_LOAD_CARDS = sizeof load_cards / sizeof *load_cards };

// Linear procedures, about the state before them.
static const char *const linear_procedures[] =
    {"FREQUENCY", "COMPLEXFREQUENCY", "MODALDYNAMIC",     "STEADYSTATEDYNAMICS", "BUCKLE",
     "GREEN",     "RANDOMRESPONSE",   "RESPONSESPECTRUM", "SUBSTRUCTUREGENERATE"},
                         *const thermal_procedures[] = {"HEATTRANSFER", "COUPLEDTEMPERATURE-DISPLACEMENT",
                                                        "UNCOUPLEDTEMPERATURE-DISPLACEMENT"};

typedef struct deck_state {
  const deck *of;
  const model *m;
  double *initial; // [n_nodes] initial temperatures; 0 where the deck gives none
  const deck_line
      *load[N_LOAD_CARDS]; // the last load of each card that still holds in the current step; NULL: none
  const deck_line *own[N_LOAD_CARDS]; // loads of the current step, if it says PERTURBATION
  const deck_line *small;             // a load of the last step with PERTURBATION and *STATIC; NULL: none
  const deck_line *stress;            // *INITIAL CONDITIONS, TYPE=STRESS
  const deck_line *large;             // a step with NLGEOM and loads
  const deck_line *heated;            // first line that changes a temperature
} deck_state;

static int is_one_of(const char *name, const char *const *list, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (strcmp(name, list[i]) == 0) return 1;
  return 0;
}

// Reads a line "node or set, value" and finds its nodes. Returns 0 for another line or unknown
// nodes.
static int read_node_value(const deck_line *line, const model *m, int *n, int *single, const int **nodes,
                           double *value) {
  const char *cursor = line->text;
  deck_entry label, e;
  const int before = error_count();
  if (!deck_next_entry(&cursor, &label) || !deck_next_entry(&cursor, &e) || !deck_entry_number(e, value))
    return 0;
  if (deck_find_label_nodes(line, label, m, single, n, nodes) == CHATTER_OK) return 1;
  error_keep(before); // ccx will report it
  return 0;
}

static void read_initial(deck_state *self, const deck_card *card) {
  char type[DECK_NAME];
  deck_read_parameter(self->of, card, "TYPE", type);
  if (strcmp(type, "STRESS") == 0 && !self->stress) self->stress = &self->of->lines[card->line];
  for (long l = card->begin; strcmp(type, "TEMPERATURE") == 0 && l < card->end; l++) {
    int n, single;
    const int *nodes;
    double value;
    if (read_node_value(&self->of->lines[l], self->m, &n, &single, &nodes, &value))
      for (int i = 0; i < n; i++) self->initial[nodes[i]] = value;
  }
}

// Returns 1 if a line of *TEMPERATURE differs from the initial temperature.
static int changes_temperature(const deck_state *self, const deck_line *line) {
  int n, single, other = 0;
  const int *nodes;
  double value;
  if (!read_node_value(line, self->m, &n, &single, &nodes, &value)) return 0;
  for (int i = 0; i < n; i++) other |= self->initial[nodes[i]] != value;
  return other;
}

static int is_load_line(const deck_state *self, int kind, const deck_line *line) {
  const char *cursor = line->text;
  deck_entry e = {cursor, cursor};
  double value = 0;
  int n = 0;
  if (strcmp(load_cards[kind].name, "TEMPERATURE") == 0) return changes_temperature(self, line);
  while (n <= load_cards[kind].entry && deck_next_entry(&cursor, &e)) n++;
  if (n <= load_cards[kind].entry || e.at == e.end) return 0;
  return !deck_entry_number(e, &value) || value != 0;
}

// Reads the loads of a card into load[N_LOADS].
static void read_loads(const deck_state *self, const deck_card *card, const deck_line **load) {
  char value[DECK_NAME];
  for (int k = 0; k < N_LOAD_CARDS; k++) {
    if (strcmp(card->name, load_cards[k].name) != 0) continue;
    if (deck_read_parameter(self->of, card, "OP", value) && strcmp(value, "NEW") == 0) load[k] = NULL;
    for (long l = card->begin; l < card->end; l++)
      if (is_load_line(self, k, &self->of->lines[l])) load[k] = &self->of->lines[card->line];
    if (deck_read_parameter(self->of, card, "FILE", value) ||
        deck_read_parameter(self->of, card, "USER", value))
      load[k] = &self->of->lines[card->line];
  }
}

static const deck_line *find_first_load(const deck_line *const *load) {
  for (int k = 0; k < N_LOAD_CARDS; k++)
    if (load[k]) return load[k];
  return NULL;
}

static const deck_line *find_load(const deck_state *self) {
  const deck_line *load = find_first_load(self->load);
  return load ? load : self->stress;
}

// Reads the temperatures of any step, linear or not.
static void read_temperatures(deck_state *self, const deck_card *card) {
  char value[DECK_NAME];
  const deck *d = self->of;
  if (self->heated) return;
  if (is_one_of(card->name, thermal_procedures, sizeof thermal_procedures / sizeof *thermal_procedures))
    self->heated = &d->lines[card->line];
  if (strcmp(card->name, "TEMPERATURE") != 0) return;
  if (deck_read_parameter(d, card, "FILE", value) || deck_read_parameter(d, card, "USER", value))
    self->heated = &d->lines[card->line];
  for (long l = card->begin; l < card->end && !self->heated; l++)
    if (changes_temperature(self, &d->lines[l])) self->heated = &d->lines[l];
}

static int is_material_used(const deck *self, const char *material) {
  deck_card card;
  char name[DECK_NAME];
  for (long at = 0; deck_next_card(self, &at, &card);)
    if (strcmp(card.name, "SOLIDSECTION") == 0 && deck_read_parameter(self, &card, "MATERIAL", name) &&
        strcmp(name, material) == 0)
      return 1;
  return 0;
}

// Reads at most 8 numbers of a line; absent ones are 0.
static void read_numbers(const deck_line *line, double value[8]) {
  const char *cursor = line->text;
  deck_entry e;
  memset(value, 0, 8 * sizeof *value);
  for (int n = 0; n < 8 && deck_next_entry(&cursor, &e); n++)
    if (e.at < e.end && !deck_entry_number(e, &value[n])) value[n] = 0;
}

// Returns 1 if a card gives constants at several temperatures: lines of `n` constants and a
// temperature, or several lines for each temperature, as anisotropic materials have.
static int depends_on_temperature(const deck *self, const deck_card *card) {
  char type[DECK_NAME];
  double first[8], next[8];
  deck_read_parameter(self, card, "TYPE", type);
  const int is_elastic = strcmp(card->name, "ELASTIC") == 0;
  const int lines = !is_elastic                                                              ? 1
                    : strncmp(type, "ANISO", 5) == 0                                         ? 3
                    : !type[0] || strcmp(type, "ISO") == 0 || strcmp(type, "ISOTROPIC") == 0 ? 1
                                                                                             : 2;
  if (card->end - card->begin <= lines) return 0;
  if (lines > 1) return 1;
  read_numbers(&self->lines[card->begin], first);
  for (long l = card->begin + 1; l < card->end; l++) {
    read_numbers(&self->lines[l], next);
    for (int i = 0; i < 1 + is_elastic; i++)
      if (first[i] != next[i]) return 1;
  }
  return 0;
}

// Finds the first stiffness or mass constant of a used material that depends on the temperature;
// NULL: none.
static const deck_line *find_temperature_dependent(const deck *self, char material[DECK_NAME]) {
  deck_card card;
  for (long at = 0; deck_next_card(self, &at, &card);) {
    if (strcmp(card.name, "MATERIAL") == 0) deck_read_parameter(self, &card, "NAME", material);
    if (strcmp(card.name, "ELASTIC") != 0 && strcmp(card.name, "DENSITY") != 0) continue;
    if (depends_on_temperature(self, &card) && is_material_used(self, material))
      return &self->lines[card.line];
  }
  return NULL;
}

static const char no_prestress[] = "the prestressed state is not supported";
static const char how_to_go_on[] = "model.ignore: [prestress], to go on with the body without load";

static chatter_status report_prestress(const deck_line *line, int ignored, const char *what) {
  if (!ignored) return deck_raise(line, line->text + strspn(line->text, " \t"), "%s", what);
  log_warning("%s:%ld:1: %s (ignored: model.ignore)", line->path, line->number, what);
  return CHATTER_OK;
}

static const char *find_card_name(const deck_line *line, char name[DECK_NAME]) {
  const char *at = line->text + strspn(line->text, " \t");
  snprintf(name, DECK_NAME, "%.*s", (int)strcspn(at, ",\r\n"), at);
  return name;
}

// Refuses or warns of a step about a loaded state.
static chatter_status check_step(const deck_line *step, const deck_line *load, int ignored) {
  char what[1200], card[DECK_NAME];
  snprintf(what, sizeof what,
           "*STEP, PERTURBATION asks for small motions about the body loaded by %s (%s:%ld), whose stress "
           "changes the stiffness: %s. Allowed: a deck without this load; or %s",
           find_card_name(load, card), load->path, load->number, no_prestress, how_to_go_on);
  return report_prestress(step, ignored, what);
}

static chatter_status check_temperatures(const deck_state *self, int ignored) {
  char what[1400], material[DECK_NAME] = "";
  const deck_line *dependent = self->heated ? find_temperature_dependent(self->of, material) : NULL;
  if (!dependent) return CHATTER_OK;
  snprintf(what, sizeof what,
           "this brings about another temperature than the initial one, and constants of material %s depend "
           "on it (%s:%ld): the matrices are those at the initial temperature. Allowed: *INITIAL CONDITIONS, "
           "TYPE=TEMPERATURE with the temperature at which the body vibrates; or %s",
           material, dependent->path, dependent->number, how_to_go_on);
  return report_prestress(self->heated, ignored, what);
}

static void read_procedure(deck_state *self, const deck_card *card, int general, int *is_linear, int *told) {
  const int was = *is_linear;
  *is_linear |= general && is_one_of(card->name, linear_procedures,
                                     sizeof linear_procedures / sizeof *linear_procedures);
  if (was || !*is_linear || !self->large || *told) return;
  const deck_line *line = &self->of->lines[card->line];
  log_warning("%s:%ld:1: *%s without *STEP, PERTURBATION is of the body without load, here as in ccx; other "
              "programs (Abaqus) take the loads of the step with NLGEOM before it (%s:%ld)",
              line->path, line->number, card->name, self->large->path, self->large->number);
  *told = 1;
}

// The current step.
typedef struct deck_step {
  const deck_line *line;
  int perturbs, is_static, is_linear, is_large;
} deck_step;

// Ends the step `was` and begins that of a card. For a later *STEP, PERTURBATION ccx uses the
// stress of the last static step, also if that step says PERTURBATION itself.
static deck_step begin_step(deck_state *self, const deck_step *was, const deck_card *card) {
  char value[DECK_NAME];
  deck_step step = {.line = &self->of->lines[card->line]};
  if (was->is_large && find_load(self)) self->large = was->line;
  if (was->perturbs && was->is_static) self->small = find_first_load(self->own);
  memset(self->own, 0, sizeof self->own);
  step.perturbs = deck_read_parameter(self->of, card, "PERTURBATION", value);
  step.is_large = deck_read_parameter(self->of, card, "NLGEOM", value) && strcmp(value, "NO") != 0;
  step.is_linear = step.perturbs;
  return step;
}

// Finds the load of the state about which a card of a step vibrates; NULL: none or unknown.
static const deck_line *find_state_before(const deck_state *self, const deck_step *step,
                                          const deck_card *card) {
  if (!step->perturbs) return NULL;
  if (strcmp(card->name, "STEP") == 0) return find_load(self);
  return is_one_of(card->name, linear_procedures, sizeof linear_procedures / sizeof *linear_procedures)
             ? self->small
             : NULL;
}

static chatter_status check_steps(deck_state *self, int ignored) {
  deck_card card;
  deck_steps steps = {0};
  deck_step step = {0};
  int told = 0, refused = 0;
  for (long at = 0; deck_next_card(self->of, &at, &card);) {
    deck_keeps_card(&steps, &card);
    if (strcmp(card.name, "INITIALCONDITIONS") == 0) read_initial(self, &card);
    if (strcmp(card.name, "STEP") == 0) step = begin_step(self, &step, &card);
    if (!steps.inside) continue;
    const deck_line *load = find_state_before(self, &step, &card);
    if (load && !refused) refused = check_step(step.line, load, ignored) == CHATTER_OK ? 1 : 2;
    step.is_static |= strcmp(card.name, "STATIC") == 0;
    read_procedure(self, &card, !step.perturbs, &step.is_linear, &told);
    if (!step.is_linear) read_loads(self, &card, self->load);
    if (step.perturbs) read_loads(self, &card, self->own);
    read_temperatures(self, &card);
  }
  return refused == 2 ? CHATTER_BAD_MODEL : CHATTER_OK;
}

chatter_status deck_check_prestress(const deck *self, const model *m, int ignored) {
  deck_state now = {.of = self, .m = m, .initial = calloc((size_t)m->n_nodes + 1, sizeof *now.initial)};
  if (!now.initial) return error_raise(CHATTER_DEVICE, "out of memory for the temperatures of the deck");
  chatter_status status = check_steps(&now, ignored);
  const chatter_status heat = check_temperatures(&now, ignored);
  free(now.initial);
  return status == CHATTER_OK ? heat : status;
}
