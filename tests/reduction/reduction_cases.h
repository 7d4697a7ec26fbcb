// Studies that several tests of the reduction share.
#ifndef CHATTER_TESTS_REDUCTION_CASES_H
#define CHATTER_TESTS_REDUCTION_CASES_H

#include "base/log.h"
#include "tests/check.h"
#include "tests/hand_study.h"

// The bar of benchmark 1 with contact at its lower end, under gravity, released at 5 m.
static inline void bar_study(study *s, int method, double modes) {
  hand_study(s);
  s->model.type = MODEL_BAR;
  s->model.youngs_modulus = 900;
  s->model.density = s->model.area = 1;
  s->model.length = 10;
  s->model.elements = 1000;
  s->reduction.method = method;
  s->reduction.modes = modes;
  s->n_contacts = 1;
  s->contacts[0] = (contact_config){.nodes = "LOWER", .normal = {1, 0, 0}};
  s->n_excitations = 1;
  s->excitations[0] =
      (excitation_config){.type = EXCITATION_GRAVITY, .direction = {-1, 0, 0}, .amplitude = 10};
  s->initial.direction[0] = 1;
  s->initial.displacement = 5;
}

// A grounded chain of four masses with two loads, two responses and a Coulomb contact between
// masses 2 and 3.
static inline void chain_study(study *s, int method, double modes) {
  hand_study(s);
  s->model.type = MODEL_CHAIN;
  s->model.masses = NUMBERS(1, 2, 0.5, 1.5);
  s->model.springs = NUMBERS(100, 300, 200, 150);
  s->reduction = (reduction_config){.method = method, .modes = modes, .damping = 0.02};
  s->n_contacts = 1;
  s->contacts[0] = (contact_config){.nodes = "2", .partner = "3", .law = LAW_COULOMB};
  s->n_excitations = 2;
  s->excitations[0] = (excitation_config){.node = "1", .direction = {1, 0, 0}};
  s->excitations[1] = (excitation_config){.node = "4", .direction = {-1, 0, 0}};
  s->n_outputs = 2;
  s->outputs[0] = (output_config){.name = "a", .node = "4", .direction = {1, 0, 0}};
  s->outputs[1] = (output_config){.name = "b", .node = "2", .direction = {1, 0, 0}};
  s->initial.shape = NUMBERS(1, 0, 2, 0);
  s->initial.displacement = 0.1;
}

// The cantilevered plate of benchmark 2.
static inline void plate_study(study *s, int method, double modes) {
  hand_study(s);
  snprintf(s->path, sizeof s->path, "%s/models/plate/steady.yaml", source_folder());
  s->model = (model_config){.type = MODEL_CALCULIX, .deck = "plate.inp"};
  s->reduction = (reduction_config){.method = method, .modes = modes, .damping = 0.01};
  s->n_contacts = 1;
  s->contacts[0] = (contact_config){.nodes = "TIP_EDGE", .normal = {0, 1, 0}};
  s->n_excitations = 1;
  s->excitations[0] = (excitation_config){.node = "FORCE", .direction = {0, 1, 0}};
  s->n_outputs = 1;
  s->outputs[0] = (output_config){.name = "y", .node = "RESPONSE", .direction = {0, 1, 0}};
}

#endif
