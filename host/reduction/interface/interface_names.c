// Names loads and displacements.
#include "reduction/interface/interface_names.h"

#include <ctype.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fnv.h"
#include "study/file/entries.h"

// Returns 1 if six digits give the direction up to rounding, as it stands or scaled to a unit
// vector.
static int is_exact_in_text(const double along[3]) {
  double read[3], sum = 0;
  int same = 1, near = 1;
  for (int i = 0; i < 3; i++) {
    char text[32];
    snprintf(text, sizeof text, "%.6g", along[i]);
    read[i] = strtod(text, NULL);
    sum += read[i] * read[i];
    same &= read[i] == along[i];
  }
  for (int i = 0; i < 3; i++) near &= fabs(read[i] / sqrt(sum) - along[i]) <= 4 * DBL_EPSILON;
  return same || near;
}

// Makes a shortened name: the start of the whole name and a hash of what it leaves out.
static void shorten_name(const char *whole, const number_list *numbers, const double along[3],
                         char name[STUDY_NAME]) {
  uint64_t sum = fnv_add(FNV_BEGIN, whole, strlen(whole));
  for (int i = 0; i < numbers->n; i++) {
    const double value = numbers->value[i] + 0.0; // -0 is 0
    sum = fnv_add(sum, &value, sizeof value);
  }
  for (int i = 0; i < 3 && !is_exact_in_text(along); i++) {
    const double value = along[i] + 0.0;
    sum = fnv_add(sum, &value, sizeof value);
  }
  snprintf(name, STUDY_NAME, "%.46s %016llx", whole, (unsigned long long)sum);
}

chatter_status interface_direction_name(const char *node, const double along[3], char name[STUDY_NAME]) {
  static const number_list none;
  char text[96], whole[STUDY_SET + 100];
  study_direction_text(along, text, sizeof text);
  const int length = snprintf(whole, sizeof whole, "%s:%s", node, text);
  if (is_exact_in_text(along) && length < STUDY_NAME)
    snprintf(name, STUDY_NAME, "%.*s", STUDY_NAME - 1, whole);
  else
    shorten_name(whole, &none, along, name);
  return CHATTER_OK;
}

chatter_status interface_load_name(const excitation_config *load, char name[STUDY_NAME]) {
  static const char *const of_masses[] = {[EXCITATION_GRAVITY] = "gravity",
                                          [EXCITATION_BASE] = "base_acceleration",
                                          [EXCITATION_CENTRIFUGAL] = "centrifugal"};
  const double *d = load->direction;
  const int has_nodes = study_load_has_nodes(load), has_direction = d[0] != 0 || d[1] != 0 || d[2] != 0;
  const number_list *numbers = has_nodes ? &load->weights : &load->origin;
  const char *what = has_nodes ? study_load_nodes(load) : of_masses[load->type];
  char text[48], whole[STUDY_NODES + STUDY_NAME];
  if (has_nodes && load->node[0] && numbers->n == 0 && !load->is_pressure)
    return interface_direction_name(load->node, d, name);
  if (has_direction)
    study_direction_text(d, text, sizeof text);
  else
    snprintf(text, sizeof text, load->from_deck ? "deck" : "inward");
  snprintf(whole, sizeof whole, "%s%s:%s", load->is_pressure ? "pressure " : "", what, text);
  if (numbers->n == 0 && is_exact_in_text(d) && strlen(whole) < STUDY_NAME)
    snprintf(name, STUDY_NAME, "%.*s", STUDY_NAME - 1, whole);
  else
    shorten_name(whole, numbers, d, name);
  return CHATTER_OK;
}

void interface_nodes_name(const char *nodes, char name[STUDY_NAME]) {
  uint64_t sum = FNV_BEGIN;
  if (strlen(nodes) < STUDY_NAME) {
    memcpy(name, nodes, strlen(nodes) + 1);
    return;
  }
  for (const char *c = nodes; *c; c++) { // names of sets ignore case
    const char upper = (char)toupper((unsigned char)*c);
    sum = fnv_add(sum, &upper, 1);
  }
  snprintf(name, STUDY_NAME, "%.46s %016llx", nodes, (unsigned long long)sum);
}

chatter_status interface_list_responses(int n_outputs, const output_config *outputs, arena *memory, int *n,
                                        interface_response **list) {
  size_t most = 0;
  response_term single;
  for (int o = 0; o < n_outputs; o++) most += (size_t)study_output_terms(&outputs[o], &single).n;
  *list = arena_allocate(memory, (most + 1) * sizeof **list);
  if (!*list) return error_raise(CHATTER_DEVICE, "out of memory for the responses");
  *n = 0;
  for (int o = 0; o < n_outputs; o++) {
    const response_sum sum = study_output_terms(&outputs[o], &single);
    for (int t = 0; t < sum.n; t++) {
      interface_response *next = &(*list)[*n];
      int known = 0;
      *next = (interface_response){.term = sum.term[t], .output = o};
      TRY(interface_direction_name(sum.term[t].node, sum.term[t].direction, next->name));
      for (int k = 0; k < *n; k++) known |= strcmp((*list)[k].name, next->name) == 0;
      *n += !known;
    }
  }
  return CHATTER_OK;
}

// Makes the displacement of one node along a unit vector.
chatter_status interface_direction(const model *m, int node, const double along[3], const char *name,
                                   const char *place, direction *out) {
  *out = (direction){.n = 0};
  for (int d = 0; d < 3; d++)
    if (along[d] != 0 && m->nodes[node].equation[d] >= 0) {
      out->equation[out->n] = m->nodes[node].equation[d];
      out->weight[out->n++] = along[d];
    }
  if (out->n == 0)
    return error_raise(CHATTER_BAD_STUDY,
                       "%s: '%s' cannot move: the node is fixed there or has no such direction", place, name);
  return CHATTER_OK;
}

chatter_status interface_first_failure(chatter_status a, chatter_status b) {
  return b == CHATTER_OK || a == CHATTER_DEVICE ? a : b;
}
