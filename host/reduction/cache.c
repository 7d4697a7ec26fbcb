#include "reduction/cache.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/log.h"
#include "base/sha256.h"
#include "reduction/interface.h"

// Raise when the same inputs lead to another content than before.
static const char reduction_version[] = "chatter reduction 9";

static chatter_status key_with(const study *s, arena *memory, char hash[65]) {
  char source[65];
  interface_response *list;
  int n_names;
  const reduction_config *c = &s->reduction;
  TRY(model_source_hash(s, source));
  TRY(interface_list_responses(s, memory, &n_names, &list));
  sha256 h;
  sha256_begin(&h);
  sha256_add_text(&h, reduction_version);
  sha256_add_text(&h, source);
  double numbers[] = {c->method,        c->modes, c->rigid_stiffness, c->gravity, s->n_contacts,
                      s->n_excitations, n_names};
  sha256_add_doubles(&h, sizeof numbers / sizeof *numbers, numbers);
  sha256_add_text(&h, c->hold);
  sha256_add_doubles(&h, 3, c->hold_direction);
  for (int i = 0; i < s->n_contacts; i++) {
    const contact_config *e = &s->contacts[i];
    char nodes[STUDY_NAME];
    double rows[] = {e->law, e->tangents, e->from_file}, normal = study_contact_has_normal(s, i);
    sha256_add_text(&h, study_contact_nodes(e, nodes));
    sha256_add_text(&h, e->partner);
    sha256_add_doubles(&h, 3, rows);
    if (e->law == LAW_ELASTIC) sha256_add_doubles(&h, 1, &normal);
    sha256_add_doubles(&h, 3, e->normal);
    sha256_add_doubles(&h, 3, e->tangent);
  }
  for (int i = 0; i < s->n_excitations; i++) {
    const excitation_config *e = &s->excitations[i];
    double type = e->type == EXCITATION_BASE ? 2 : e->type == EXCITATION_GRAVITY;
    sha256_add_text(&h, e->node);
    sha256_add_doubles(&h, 1, &type);
    sha256_add_doubles(&h, 3, e->direction);
  }
  for (int i = 0; i < n_names; i++) sha256_add_text(&h, list[i].name);
  double moved =
      s->initial.displacement != 0 || s->initial.velocity != 0; // a study without a field is refused
  sha256_add_doubles(&h, 1, &moved);
  sha256_add_doubles(&h, 3, s->initial.direction);
  sha256_add_doubles(&h, (size_t)s->initial.shape.n, s->initial.shape.value);
  sha256_end(&h, hash);
  return CHATTER_OK;
}

static chatter_status key(const study *s, char hash[65]) {
  arena *memory = arena_create();
  const chatter_status status =
      memory ? key_with(s, memory, hash) : error_raise(CHATTER_DEVICE, "out of memory for the reduction");
  arena_destroy(memory);
  return status;
}

// The folder with its parents; 0 where it cannot be made.
static int make_folders(char *path) {
  for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
    *slash = 0;
    int failed = mkdir(path, 0777) != 0 && errno != EEXIST;
    *slash = '/';
    if (failed) return 0;
  }
  return mkdir(path, 0777) == 0 || errno == EEXIST;
}

chatter_status cache_path(const study *s, char path[CACHE_PATH]) {
  char hash[65];
  const char *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
  path[0] = 0;
  TRY(key(s, hash));
  int use_xdg = xdg && xdg[0] == '/';
  if (!use_xdg && !(home && home[0])) return CHATTER_OK;
  int length =
      snprintf(path, CACHE_PATH, "%s%s/chatter/reduced", use_xdg ? xdg : home, use_xdg ? "" : "/.cache");
  if (length >= CACHE_PATH - 80 || !make_folders(path)) {
    path[0] = 0;
    return CHATTER_OK;
  }
  snprintf(path + length, (size_t)(CACHE_PATH - length), "/%s.h5", hash);
  return CHATTER_OK;
}

int cache_fetch(const char *path, reduced_model *out) {
  if (access(path, F_OK) != 0) return 0;
  if (reduced_load(path, out) == CHATTER_OK) return 1;
  for (int i = 0; i < error_count(); i++) log_warning("%s; it is computed again", error_message(i));
  error_clear();
  return 0;
}

void cache_store(const char *path, const reduced_model *self) {
  if (reduced_save(self, path) == CHATTER_OK) return;
  for (int i = 0; i < error_count(); i++) log_warning("%s: the next run reduces again", error_message(i));
  error_clear();
}
