// How loads and displacements of a study are named, "node:direction".
#include <stdio.h>
#include <string.h>

#include "reduction/interface/interface.h"

chatter_status interface_name(const char *node, const double along[3], char name[STUDY_NAME]) {
  char text[96];
  study_direction_text(along, text, sizeof text);
  if (snprintf(name, STUDY_NAME, "%s:%s", node, text) >= STUDY_NAME)
    return error_raise(CHATTER_BAD_STUDY, "the name '%s:%s' is too long; allowed: %d characters", node, text,
                       STUDY_NAME - 1);
  return CHATTER_OK;
}

chatter_status interface_load_name(const excitation_config *load, char name[STUDY_NAME]) {
  const char *node = load->type == EXCITATION_GRAVITY ? "gravity"
                     : load->type == EXCITATION_BASE  ? "base_acceleration"
                                                      : load->node;
  return interface_name(node, load->direction, name);
}

chatter_status interface_list_responses(const study *s, arena *memory, int *n, interface_response **list) {
  size_t most = 0;
  response_term single;
  for (int o = 0; o < s->n_outputs; o++) most += (size_t)study_output_terms(&s->outputs[o], &single).n;
  *list = arena_allocate(memory, (most + 1) * sizeof **list);
  if (!*list) return error_raise(CHATTER_DEVICE, "out of memory for the responses");
  *n = 0;
  for (int o = 0; o < s->n_outputs; o++) {
    const response_sum sum = study_output_terms(&s->outputs[o], &single);
    for (int t = 0; t < sum.n; t++) {
      interface_response *next = &(*list)[*n];
      int known = 0;
      *next = (interface_response){.term = sum.term[t], .output = o};
      TRY(interface_name(sum.term[t].node, sum.term[t].direction, next->name));
      for (int k = 0; k < *n; k++) known |= strcmp((*list)[k].name, next->name) == 0;
      *n += !known;
    }
  }
  return CHATTER_OK;
}
