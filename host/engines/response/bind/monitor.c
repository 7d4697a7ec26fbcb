#include "engines/response/bind/monitor.h"

#include <stdio.h>
#include <string.h>

#include "engines/response/study/response_keys.h"
#include "reduction/algebra/dense.h"
#include "reduction/interface/interface_names.h"
#include "study/file/key_place.h"

// No node can have this name: names of nodes and sets have no blanks.
static const char NODE[] = "first load";
static const double ALONG[3] = {1, 0, 0};

static int is_of_node(const output_config *output) {
  return output->quantity && output->quantity->place == QUANTITY_OF_NODE;
}

chatter_status response_find_monitor(const study *config, int *output) {
  const char *name = response_config_of(config)->monitor;
  for (*output = 0; *output < config->n_outputs; ++*output) {
    const output_config *o = &config->outputs[*output];
    if (is_of_node(o) && (!name[0] || strcmp(o->name, name) == 0)) return CHATTER_OK;
  }
  *output = -1;
  if (!name[0]) return CHATTER_OK;
  return error_raise(CHATTER_BAD_STUDY,
                     "%s: there is no output '%s' of a node (allowed: the name of an output with 'node' or "
                     "'sum'; without this key the first of them is taken or, where there is none, the "
                     "displacement along the first harmonic load)",
                     study_place(config, "response.monitor"), name);
}

// Copies n rows of length `width` and appends one more.
static chatter_status add_row(arena *memory, int n, int width, const double *from, const double *row,
                              double **to) {
  DENSE(*to, memory, n + 1, width);
  if (n > 0) memcpy(*to, from, (size_t)n * (size_t)width * sizeof **to);
  memcpy(*to + (long)n * width, row, (size_t)width * sizeof **to);
  return CHATTER_OK;
}

static chatter_status add_name(const reduced_model *r, arena *memory, reduced_model *out) {
  const size_t n = (size_t)r->n_responses;
  out->response_name = arena_allocate(memory, (n + 1) * sizeof *out->response_name);
  if (!out->response_name) return error_raise(CHATTER_DEVICE, "out of memory");
  if (n > 0) memcpy(out->response_name, r->response_name, n * sizeof *out->response_name);
  return interface_direction_name(NODE, ALONG, out->response_name[n]);
}

// A load's row of a matrix is that of the displacement on which it does work: phi_f, f_f
// transposed, f_ff.
chatter_status response_monitor_load(const reduced_model *r, int load, arena *memory, reduced_model *out,
                                     int *index) {
  const int n = r->n_responses;
  double *under;
  DENSE(under, memory, r->n_boundary, 1);
  for (int b = 0; b < r->n_boundary; b++) under[b] = r->f_f[(long)b * r->n_loads + load];
  *out = *r;
  TRY(add_row(memory, n, r->n_modes, r->phi_y, r->phi_f + (long)load * r->n_modes, &out->phi_y));
  TRY(add_row(memory, n, r->n_boundary, r->f_y, under, &out->f_y));
  TRY(add_row(memory, n, r->n_loads, r->f_yf, r->f_ff + (long)load * r->n_loads, &out->f_yf));
  TRY(add_name(r, memory, out));
  out->n_responses = n + 1;
  *index = n;
  return CHATTER_OK;
}

void response_monitor_output(output_config *out) {
  snprintf(out->name, sizeof out->name, "%s", NODE);
  snprintf(out->node, sizeof out->node, "%s", NODE);
  memcpy(out->direction, ALONG, sizeof ALONG);
}
