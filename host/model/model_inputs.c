// The files of a study, so that no output replaces one.
#include "base/inputs.h"
#include "model/deck/deck.h"
#include "model/kinds.h"

static void note(const char *study_path, const char *file) {
  char path[MODEL_PATH];
  if (!file[0]) return;
  model_file_path(study_path, file, path);
  inputs_note(path);
}

// What the deck includes; a deck that cannot be read is complained of where it is needed.
static void note_deck(const char *study_path, const char *name) {
  char path[MODEL_PATH];
  deck d;
  int before = error_count();
  if (!name[0]) return;
  model_file_path(study_path, name, path);
  if (deck_read(path, NULL, &d) == CHATTER_OK) {
    deck_note_inputs(&d);
    deck_destroy(&d);
  }
  error_keep(before);
}

void model_note_inputs(const study *s) {
  const model_config *m = &s->model;
  const char *const files[] = {m->stiffness, m->mass, m->damping, m->dof,          m->nodes,
                               m->contact,   m->deck, m->file,    s->ensemble.file};
  inputs_note(s->path);
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) note(s->path, files[i]);
  note_deck(s->path, m->deck);
}
