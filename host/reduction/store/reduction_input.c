// Copies what a reduction needs from a study, and hashes it.
#include "reduction/store/reduction_input.h"

#include <stdio.h>
#include <string.h>

#include "base/sha256.h"
#include "reduction/interface/interface_names.h"
#include "study/contact_laws.h"
#include "study/file/entries.h"
#include "study/file/key_place.h"

// Raise the version when the same input gives another content than before.
static const char reduction_version[] = "chatter reduction 11";

struct input_words {
  const study *study;
  const interface_response *responses;
};

_Static_assert(sizeof(input_settings) == STUDY_NAME + STUDY_NODES + 8 + 8 * 10,
               "no gaps between the numbers");
_Static_assert(sizeof(input_contact) == 2 * STUDY_NODES + 8 * 14, "no gaps between the numbers");
_Static_assert(sizeof(input_load) == STUDY_NAME + STUDY_NODES + 8 * 10, "no gaps between the numbers");
_Static_assert(sizeof(input_response) == STUDY_NAME + STUDY_SET + 8 * 3, "no gaps between the numbers");

// Copies a text and fills the rest with zeros, whatever the study has there. No text of a record is
// longer.
static void copy_padded_text(char *to, size_t size, const char *from) {
  memset(to, 0, size);
  memcpy(to, from, strnlen(from, size - 1));
}

// Copies a direction with -0 replaced by 0.
static void copy_direction(double to[3], const double from[3]) {
  for (int d = 0; d < 3; d++) to[d] = from[d] + 0.0;
}

static void fill_settings(const reduction_config *c, const char *source, int n_contacts, int n_loads,
                          int n_responses, input_settings *to) {
  copy_padded_text(to->source, sizeof to->source, source);
  copy_padded_text(to->hold, sizeof to->hold, c->hold);
  copy_direction(to->hold_direction, c->hold_direction);
  to->n_contacts = n_contacts;
  to->n_loads = n_loads;
  to->n_responses = n_responses;
  to->method = c->method;
  to->gravity = c->gravity;
  to->modes = c->modes;
  to->rigid_stiffness = c->rigid_stiffness;
}

static void fill_contact(const study *s, int entry, input_contact *to) {
  const contact_config *c = &s->contacts[entry];
  char text[STUDY_NAME];
  copy_padded_text(to->nodes, sizeof to->nodes, study_contact_nodes(c, text));
  copy_padded_text(to->partner, sizeof to->partner, c->partner);
  to->from_file = c->from_file;
  to->may_be_fixed = c->may_be_fixed;
  to->has_normal = study_contact_has_normal(s, entry);
  to->has_tangents = study_contact_has_tangents(s, entry);
  to->tangents = (long)c->tangents;
  to->points = study_contact_points(c);
  to->in_order = c->pairing == PAIRING_IN_ORDER;
  to->adds_up = c->law == LAW_ELASTIC || law_is_compliant(c->law);
  copy_direction(to->normal, c->normal);
  copy_direction(to->tangent, c->tangent);
}

static chatter_status fill_load(const excitation_config *e, double **weights, input_load *to) {
  TRY(interface_load_name(e, to->name));
  to->kind = e->type == EXCITATION_GRAVITY       ? INPUT_GRAVITY
             : e->type == EXCITATION_BASE        ? INPUT_BASE
             : e->type == EXCITATION_CENTRIFUGAL ? INPUT_CENTRIFUGAL
             : e->is_pressure                    ? INPUT_PRESSURE
                                                 : INPUT_FORCE;
  copy_padded_text(to->nodes, sizeof to->nodes, study_load_nodes(e));
  to->is_list = e->nodes[0] != 0 || e->weights.n > 0;
  to->n_weights = e->weights.n;
  to->from_deck = e->from_deck;
  copy_direction(to->direction, e->direction);
  for (int d = 0; d < e->origin.n && d < 3; d++) to->origin[d] = e->origin.value[d] + 0.0;
  for (int i = 0; i < e->weights.n; i++) *(*weights)++ = e->weights.value[i] + 0.0;
  return CHATTER_OK;
}

static void fill_response(const interface_response *from, input_response *to) {
  copy_padded_text(to->name, sizeof to->name, from->name);
  copy_padded_text(to->node, sizeof to->node, from->term.node);
  copy_direction(to->direction, from->term.direction);
}

// Allocates all records in one block, one list behind the other.
static chatter_status lay_out_records(const study *s, int n_responses, reduction_input *out) {
  long n_weights = 0;
  for (int i = 0; i < s->n_excitations; i++) n_weights += s->excitations[i].weights.n;
  const size_t size[] = {sizeof *out->settings, sizeof *out->contacts * (size_t)s->n_contacts,
                         sizeof *out->loads * (size_t)s->n_excitations,
                         sizeof *out->responses * (size_t)n_responses,
                         sizeof *out->weights * (size_t)n_weights};
  void *at[sizeof size / sizeof *size];
  for (size_t i = 0; i < sizeof size / sizeof *size; i++) out->n_bytes += size[i];
  out->bytes = arena_allocate(out->memory, out->n_bytes);
  if (!out->bytes) return error_raise(CHATTER_DEVICE, "out of memory for the reduction");
  unsigned char *next = out->bytes;
  for (size_t i = 0; i < sizeof size / sizeof *size; next += size[i++]) at[i] = next;
  out->settings = at[0];
  out->contacts = at[1];
  out->loads = at[2];
  out->responses = at[3];
  out->weights = at[4];
  return CHATTER_OK;
}

static chatter_status fill_records(const study *s, const char *source, reduction_input *out) {
  interface_response *list;
  int n_responses;
  TRY(interface_list_responses(s->n_outputs, s->outputs, out->memory, &n_responses, &list));
  out->words = arena_allocate(out->memory, sizeof *out->words);
  if (!out->words) return error_raise(CHATTER_DEVICE, "out of memory for the reduction");
  *out->words = (input_words){.study = s, .responses = list};
  TRY(lay_out_records(s, n_responses, out));
  fill_settings(&s->reduction, source, s->n_contacts, s->n_excitations, n_responses, out->settings);
  for (int i = 0; i < s->n_contacts; i++) fill_contact(s, i, &out->contacts[i]);
  double *weights = out->weights;
  for (int i = 0; i < s->n_excitations; i++) TRY(fill_load(&s->excitations[i], &weights, &out->loads[i]));
  for (int i = 0; i < n_responses; i++) fill_response(&list[i], &out->responses[i]);
  return CHATTER_OK;
}

chatter_status reduction_input_create(const study *s, const char *source, reduction_input *out) {
  *out = (reduction_input){.memory = arena_create()};
  if (!out->memory) return error_raise(CHATTER_DEVICE, "out of memory for the reduction");
  const chatter_status status = fill_records(s, source, out);
  if (status != CHATTER_OK) reduction_input_destroy(out);
  return status;
}

void reduction_input_destroy(reduction_input *self) {
  arena_destroy(self->memory);
  *self = (reduction_input){.memory = NULL};
}

void reduction_input_hash(const reduction_input *self, char hash[65]) {
  sha256 h;
  sha256_begin(&h);
  sha256_add_text(&h, reduction_version);
  sha256_add(&h, self->bytes, self->n_bytes);
  sha256_end(&h, hash);
}

const char *reduction_input_place(const reduction_input *self, const char *dotted_path) {
  return study_place(self->words->study, dotted_path);
}

const char *reduction_input_entry_place(const reduction_input *self, const char *section, int i) {
  char path[STUDY_NAME];
  snprintf(path, sizeof path, "%s.%d", section, i);
  return reduction_input_place(self, path);
}

const char *reduction_input_response_place(const reduction_input *self, int i) {
  const study *s = self->words->study;
  char path[STUDY_NAME + 16];
  snprintf(path, sizeof path, "outputs.%s", s->outputs[self->words->responses[i].output].name);
  return study_place(s, path);
}

const char *reduction_input_law(const reduction_input *self, int i, const char **allowed) {
  const int friction = self->words->study->contacts[i].law == LAW_FRICTION;
  *allowed = friction ? "unilateral, coulomb, cubic, elastic with one stiffness" : "one of them";
  return friction ? "friction" : "elastic with both stiffnesses";
}
