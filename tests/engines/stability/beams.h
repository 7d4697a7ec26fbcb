// The beams of models/beam-on-beam, for tests that compare with numbers of an independent program,
// which has its own finite elements, reduction, equilibrium and eigenvalues (numpy, primal
// assembly).
#ifndef CHATTER_TESTS_BEAMS_H
#define CHATTER_TESTS_BEAMS_H

#include "engines/stability/stability_place.h"
#include "base/log.h"
#include "engines/sliding/pair/bodies.h"
#include "engines/stability/stability_engine.h"
#include "study/file/parse.h"
#include "study/file/storage.h"
#include "tests/check.h"

typedef struct beams {
  study config;
  reduced_model joined;
  contact_pair pair;
  arena *memory;
  double *room;
} beams;

// The target of that program: elements and damping differ from those of the figures.
static inline void beams_open(beams *self, const char *name) {
  static const char *const own[] = {"target.model.elements=100",
                                    "target.reduction.rayleigh={mass: 60, stiffness: 3.0e-8}",
                                    // the last one: only if the study has it
                                    "outputs.tip.node=target.303"};
  const int has_tip = strcmp(name, "response.yaml") == 0;
  char path[1024];
  snprintf(path, sizeof path, "%s/models/beam-on-beam/%s", source_folder(), name);
  CHECK_OK(study_load(path, 2 + has_tip, own, &self->config));
  CHECK_OK(bodies_reduce(&self->config, &self->joined));
  self->memory = arena_create();
  CHECK_OK(contact_pair_of_model(&self->joined, self->memory, &self->pair));
  self->room = arena_allocate(self->memory, stability_place_doubles(&self->pair) * sizeof *self->room);
}

static inline void beams_close(beams *self) {
  arena_destroy(self->memory);
  reduced_destroy(&self->joined);
  study_destroy(&self->config);
}

static inline stability_place beams_at(beams *self, double position, double friction, double deformed) {
  stability_point at = stability_point_of(&self->config);
  stability_place out;
  at.position = position, at.friction = friction, at.deformed = deformed;
  TEST_CHECK(stability_place_at(&self->pair, &at, self->room, &out));
  return out;
}

// Returns a study of these beams up to the section `stability`.
static inline const char *beams_head(void) {
  static char head[8192];
  char path[1024], line[1024];
  int inside = 0;
  snprintf(path, sizeof path, "%s/models/beam-on-beam/stability.yaml", source_folder());
  FILE *file = fopen(path, "r");
  TEST_CHECK(file != NULL);
  strcpy(head, "study: stability\n");
  while (file && fgets(line, sizeof line, file) && strncmp(line, "stability:", 10) != 0) {
    inside |= strncmp(line, "slider:", 7) == 0;
    if (inside) strcat(head, line);
  }
  fclose(file);
  return head;
}

// Opens a table of the independent program, after its header.
static inline FILE *beams_table(const char *name) {
  char path[1024], header[200];
  snprintf(path, sizeof path, "%s/tests/engines/stability/%s", source_folder(), name);
  FILE *file = fopen(path, "r");
  TEST_CHECK(file != NULL);
  if (!file || !fgets(header, sizeof header, file)) exit(1);
  return file;
}

#endif
