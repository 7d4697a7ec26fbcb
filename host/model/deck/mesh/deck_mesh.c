// Reads elements, element sets and surfaces of a deck.
#include "model/deck/mesh/deck_mesh.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/cells.h"
#include "model/arena_array.h"
#include "model/deck/mesh/elements.h"
#include "model/model_lookup.h"
#include "model/number.h"

int deck_is_skin_type(const char *type, int *n_nodes) {
  static const char *const families[] = {"T3D",  "B3",    "CPS", "CPE", "CAX",
                                         "STRI", "SFM3D", "M3D", "R3D", "S"};
  for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
    const size_t n = strlen(families[i]);
    if (strncmp(type, families[i], n) != 0 || !isdigit((unsigned char)type[n])) continue;
    *n_nodes = type[n] - '0' + (strcmp(families[i], "B3") == 0); // B31: two nodes
    return 1;
  }
  return 0;
}

// Returns 1 if a type known to deck_is_skin_type is a face; the others are lines.
static int is_face_type(const char *type) {
  int n;
  return deck_is_skin_type(type, &n) && strncmp(type, "T3D", 3) != 0 && strncmp(type, "B3", 2) != 0 &&
         (n == 3 || n == 4 || n == 6 || n == 8);
}

int deck_count_element_nodes(const char *type) {
  int n, of_skin = 0;
  const deck_element_type *types = deck_element_types(&n);
  for (int i = 0; i < n; i++)
    if (strcmp(types[i].name, type) == 0) return types[i].n_nodes;
  return deck_is_skin_type(type, &of_skin) ? of_skin : 0;
}

static const char *find_body_type(const char *type) {
  int n;
  const deck_element_type *types = deck_element_types(&n);
  for (int i = 0; i < n; i++)
    if (strcmp(types[i].name, type) == 0) return types[i].name;
  return NULL;
}

static chatter_status open_element_set(deck_mesh *self, const char *name, int *set) {
  for (*set = 0; *set < self->n_sets; ++*set)
    if (strcmp(self->sets[*set].name, name) == 0) return CHATTER_OK;
  if ((self->n_sets & (self->n_sets - 1)) == 0) { // the capacity is a power of two and is full
    element_set *larger;
    ARENA_ARRAY(larger, self->memory, self->n_sets ? 2 * self->n_sets : 1);
    if (self->n_sets) memcpy(larger, self->sets, (size_t)self->n_sets * sizeof *larger);
    self->sets = larger;
  }
  self->sets[self->n_sets] = (element_set){.name = arena_string(self->memory, name)};
  if (!self->sets[self->n_sets].name) return error_raise(CHATTER_DEVICE, "out of memory for element sets");
  self->n_sets++;
  return CHATTER_OK;
}

static chatter_status add_set_element(deck_mesh *self, int set, long id) {
  element_set *s = &self->sets[set];
  if (s->n == s->capacity) {
    long *larger;
    s->capacity = s->capacity ? 2 * s->capacity : 16;
    ARENA_ARRAY(larger, self->memory, s->capacity);
    if (s->n) memcpy(larger, s->id, (size_t)s->n * sizeof *larger);
    s->id = larger;
  }
  s->id[s->n++] = id;
  return CHATTER_OK;
}

static chatter_status read_elements(const deck *self, const deck_card *card, const model *m, deck_mesh *out) {
  char type[DECK_NAME] = "", name[DECK_NAME];
  int set = -1, n = 0;
  deck_read_parameter(self, card, "TYPE", type);
  const int n_nodes = deck_count_element_nodes(type);
  if (n_nodes == 0) return CHATTER_OK;
  if (deck_read_parameter(self, card, "ELSET", name)) TRY(open_element_set(out, name, &set));
  for (long l = card->begin; l < card->end; l++) {
    const char *cursor = self->lines[l].text;
    deck_entry e;
    while (deck_next_entry(&cursor, &e)) {
      long id;
      if (e.at == e.end) continue;
      if (number_read_whole(e.at, e.end, &id) != e.end) return CHATTER_OK;
      if (n == 0) {
        mesh_element *next = &out->elements[out->n];
        *next = (mesh_element){.id = id, .type = find_body_type(type), .is_face = is_face_type(type)};
        ARENA_ARRAY(next->node, out->memory, n_nodes);
        if (set >= 0) TRY(add_set_element(out, set, id));
      } else {
        const int node = model_find_node_id(m, id);
        if (node < 0) return CHATTER_OK;
        out->elements[out->n].node[out->elements[out->n].n_nodes++] = node;
      }
      out->n += n == n_nodes;
      n = n == n_nodes ? 0 : n + 1;
      if (n == 0) break; // ccx ignores the rest of the line
    }
  }
  return CHATTER_OK;
}

static chatter_status read_element_set(const deck *self, const deck_card *card, deck_mesh *out) {
  char name[DECK_NAME];
  int set;
  if (!deck_read_parameter(self, card, "ELSET", name)) return CHATTER_OK;
  TRY(open_element_set(out, name, &set));
  const int generate = deck_read_parameter(self, card, "GENERATE", name);
  for (long l = card->begin; l < card->end; l++) {
    const char *cursor = self->lines[l].text;
    deck_entry e;
    long id, range[3] = {0, -1, 1};
    for (int n = 0; deck_next_entry(&cursor, &e); n++) {
      if (number_read_whole(e.at, e.end, &id) == e.end) {
        if (generate && n < 3) range[n] = id;
        if (!generate) TRY(add_set_element(out, set, id));
        continue;
      }
      size_t length = 0;
      for (const char *c = e.at; c < e.end && length + 1 < sizeof name; c++)
        name[length++] = (char)toupper((unsigned char)*c);
      name[length] = 0;
      const element_set *other = deck_mesh_find_set(out, name);
      for (long i = 0, most = other ? other->n : 0; i < most && other != &out->sets[set]; i++)
        TRY(add_set_element(out, set, other->id[i]));
    }
    for (long i = 0; generate && range[2] > 0 && i < out->n; i++) {
      id = out->elements[i].id;
      if (id >= range[0] && id <= range[1] && (id - range[0]) % range[2] == 0)
        TRY(add_set_element(out, set, id));
    }
  }
  return CHATTER_OK;
}

static int compare_element_ids(const void *a, const void *b) {
  const mesh_element *x = a, *y = b;
  return x->id < y->id ? -1 : x->id > y->id;
}

static chatter_status read_mesh(const deck *self, const model *m, deck_mesh *out) {
  deck_card card;
  deck_steps steps = {0};
  ARENA_ARRAY(out->elements, out->memory, self->n_lines + 1);
  for (long at = 0; deck_next_card(self, &at, &card) && deck_keeps_card(&steps, &card);)
    if (strcmp(card.name, "ELEMENT") == 0) TRY(read_elements(self, &card, m, out));
  qsort(out->elements, (size_t)out->n, sizeof *out->elements, compare_element_ids);
  steps = (deck_steps){0};
  for (long at = 0; deck_next_card(self, &at, &card) && deck_keeps_card(&steps, &card);)
    if (strcmp(card.name, "ELSET") == 0) TRY(read_element_set(self, &card, out));
  return CHATTER_OK;
}

chatter_status deck_mesh_read(const deck *self, const model *m, deck_mesh *out) {
  *out = (deck_mesh){.memory = arena_create()};
  if (!out->memory) return error_raise(CHATTER_DEVICE, "out of memory for the elements of the deck");
  chatter_status status = read_mesh(self, m, out);
  if (status != CHATTER_OK) deck_mesh_destroy(out);
  return status;
}

void deck_mesh_destroy(deck_mesh *self) {
  arena_destroy(self->memory);
  *self = (deck_mesh){.memory = NULL};
}

const mesh_element *deck_mesh_find_element(const deck_mesh *self, long id) {
  const mesh_element key = {.id = id};
  return self->n ? bsearch(&key, self->elements, (size_t)self->n, sizeof key, compare_element_ids) : NULL;
}

const element_set *deck_mesh_find_set(const deck_mesh *self, const char *name) {
  for (int i = 0; i < self->n_sets; i++)
    if (strcmp(self->sets[i].name, name) == 0) return &self->sets[i];
  return NULL;
}

static int find_cell_type(const char *type) {
  int n;
  const deck_element_type *types = deck_element_types(&n);
  for (int i = 0; i < n; i++)
    if (types[i].name == type) return types[i].cell;
  return 0;
}

chatter_status deck_mesh_add_cells(const deck_mesh *self, model *out) {
  long n = 0;
  for (long e = 0; e < self->n; e++) n += 1 + self->elements[e].n_nodes;
  ARENA_ARRAY(out->cells, out->memory, n + 1);
  int *to = out->cells;
  for (long e = 0; e < self->n; e++) {
    const mesh_element *element = &self->elements[e];
    const int type = element->type ? find_cell_type(element->type) : 0;
    if (!type) continue;
    *to++ = type;
    for (int i = 0; i < element->n_nodes; i++) *to++ = element->node[i];
  }
  out->n_cells = to - out->cells;
  return CHATTER_OK;
}
