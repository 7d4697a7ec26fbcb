// Checks of the numbers of models that a study describes itself, also for studies made without a
// file.
#include "model/model_checks.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/model_building.h"
#include "model/model_lookup.h"
#include "study/file/entries.h"

chatter_status model_check_number(const study *s, const char *key, double value, int within,
                                  const char *allowed, const char *unit) {
  char path[64];
  if (within && isfinite(value)) return CHATTER_OK;
  snprintf(path, sizeof path, "model.%s", key);
  return error_raise(CHATTER_BAD_MODEL, "%s: %s is %g%s; allowed: %s", model_key_place(s, path), path, value,
                     unit, allowed);
}

chatter_status model_check_positive(const study *s, const char *key, double value, const char *unit) {
  return model_check_number(s, key, value, value > 0, "positive", unit);
}

chatter_status model_check_count(const study *s, const char *key, double value, int most) {
  char allowed[64];
  snprintf(allowed, sizeof allowed, "a whole number from 1 to %d", most);
  return model_check_number(s, key, value, value >= 1 && value <= most && floor(value) == value, allowed, "");
}

static const char *entry_place(const study *s, const char *section, int entry) {
  char path[STUDY_NAME];
  snprintf(path, sizeof path, "%s.%d", section, entry);
  return model_key_place(s, path);
}

// Checks a list of sets and ids. along: direction that must have an equation; NULL: all directions.
static void check_node_names(const model *m, const char *names, const double *along, const char *place) {
  while (*names) {
    char name[STUDY_SET];
    const size_t length = strcspn(names, " ");
    int n;
    const int *nodes;
    snprintf(name, sizeof name, "%.*s", (int)length, names);
    names += length + strspn(names + length, " ");
    if (along)
      model_find_nodes_along(m, name, along, place, &n, &nodes);
    else
      model_find_nodes(m, name, place, &n, &nodes);
  }
}

static void check_contact_nodes(const study *s, const model *m) {
  for (int i = 0; i < s->n_contacts; i++) {
    const contact_config *c = &s->contacts[i];
    const char *place = entry_place(s, "contact", i);
    char text[STUDY_NAME];
    if (c->from_file) continue;
    check_node_names(m, study_contact_nodes(c, text), NULL, place);
    check_node_names(m, c->partner, NULL, place);
  }
}

static void check_load_nodes(const study *s, const model *m, int has_surfaces) {
  int node;
  for (int i = 0; i < s->n_excitations; i++) {
    const excitation_config *e = &s->excitations[i];
    const char *place = entry_place(s, "excitation", i), *names = study_load_nodes(e);
    const model_surface *surface;
    if (!study_load_has_nodes(e)) continue;
    if (e->is_pressure && e->weights.n == 0)
      (void)(has_surfaces && model_find_surface(m, names, place, &surface));
    else if (e->nodes[0] || e->weights.n > 0)
      check_node_names(m, names, e->direction, place);
    else
      model_find_node_along(m, names, e->direction, place, MODEL_SEVERAL_LOADED, &node);
  }
}

static void check_output_nodes(const study *s, const model *m) {
  int node;
  for (int o = 0; o < s->n_outputs; o++) {
    response_term single;
    char path[STUDY_NAME + 16];
    snprintf(path, sizeof path, "outputs.%s", s->outputs[o].name);
    const response_sum sum = study_output_terms(&s->outputs[o], &single);
    for (int t = 0; t < sum.n; t++)
      model_find_node_along(m, sum.term[t].node, sum.term[t].direction, model_key_place(s, path),
                            MODEL_SEVERAL_SEEN, &node);
  }
}

chatter_status model_check_names(const study *s, model *m, int has_surfaces, long most_equations) {
  const int before = error_count();
  TRY(model_index_nodes(m));
  check_contact_nodes(s, m);
  check_load_nodes(s, m, has_surfaces);
  check_output_nodes(s, m);
  if (s->reduction.hold[0])
    check_node_names(m, s->reduction.hold, NULL, model_key_place(s, "reduction.hold"));
  if (s->reduction.method != REDUCTION_NONE && s->reduction.modes > (double)most_equations)
    error_raise(CHATTER_BAD_STUDY, "%s: reduction.modes is %g; allowed: less than %ld, 3 for each node",
                model_key_place(s, "reduction.modes"), s->reduction.modes, most_equations);
  return error_count() > before ? CHATTER_BAD_MODEL : CHATTER_OK;
}
