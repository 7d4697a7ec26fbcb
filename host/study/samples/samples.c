// Allocates, compares and expands samples.
#include "study/samples/samples.h"

#include <unistd.h>

#include "study/file/key_place.h"
#include "study/file/path.h"

chatter_status samples_allocate(long n, int n_parameters, samples *out) {
  double need = (double)n * (n_parameters + 1) * sizeof(double);
  double memory = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
  if (need > 0.5 * memory)
    return error_raise(CHATTER_DEVICE,
                       "%ld samples of %d parameters need %.1f GB of memory, half of the %.1f GB here is the "
                       "limit: run the ensemble in parts",
                       n, n_parameters, need / 1e9, memory / 1e9);
  *out = (samples){.n = n, .n_parameters = n_parameters};
  ALLOCATE(out->parameters, n_parameters + 1); // never of size 0
  ALLOCATE(out->value, n * n_parameters + 1);
  return CHATTER_OK;
}

void samples_destroy(samples *self) {
  memory_free(self->parameters);
  memory_free(self->value);
  memory_free(self->id);
  *self = (samples){0};
}

static int count_input_paths(const study *self, const study_scalar *scalar) {
  char text[STUDY_PATH];
  int n = 1;
  while (scalar->input > 0 && path_resolve_alias_at(self, self->inputs[scalar->input - 1].name, n, text)) n++;
  return n;
}

// Fills columns `to` and following with the paths of parameter `from`.
static chatter_status spread_parameter(const study *self, const samples *narrow, int from, samples *out,
                                       int to) {
  const study_scalar *first = &narrow->parameters[from];
  const int n = count_input_paths(self, first);
  char text[STUDY_PATH];
  for (int k = 0; k < n; k++) {
    study_scalar *scalar = &out->parameters[to + k];
    *scalar = *first;
    if (k > 0)
      TRY(study_find_scalar(self, path_resolve_alias_at(self, self->inputs[first->input - 1].name, k, text),
                            NULL, scalar));
    scalar->input = 0;
    for (int j = 0; j < to; j++)
      if (out->parameters[j].offset == scalar->offset)
        return error_raise(CHATTER_BAD_STUDY, "%s: '%s' has values already under another name",
                           study_place(self, "inputs"), scalar->path);
    for (long i = 0; i < out->n; i++)
      out->value[i * out->n_parameters + to + k] = narrow->value[i * narrow->n_parameters + from];
  }
  return CHATTER_OK;
}

chatter_status samples_spread_inputs(const study *self, samples *io) {
  samples out;
  int n = 0, is_any = 0;
  for (int j = 0; j < io->n_parameters; j++) {
    n += count_input_paths(self, &io->parameters[j]);
    is_any |= io->parameters[j].input > 0;
  }
  if (!is_any) return CHATTER_OK;
  chatter_status status = samples_allocate(io->n, n, &out);
  for (int j = 0, to = 0; status == CHATTER_OK && j < io->n_parameters; j++) {
    status = spread_parameter(self, io, j, &out, to);
    to += count_input_paths(self, &io->parameters[j]);
  }
  if (status != CHATTER_OK) return samples_destroy(&out), status;
  out.id = io->id;
  io->id = NULL;
  samples_destroy(io);
  *io = out;
  return CHATTER_OK;
}

int samples_have_structural(const samples *s) {
  for (int p = 0; p < s->n_parameters; p++) {
    if (s->parameters[p].structural) return 1;
  }
  return 0;
}

int samples_same_structure(const samples *s, long i, long j) {
  for (int p = 0; p < s->n_parameters; p++) {
    if (s->parameters[p].structural && s->value[i * s->n_parameters + p] != s->value[j * s->n_parameters + p])
      return 0;
  }
  return 1;
}

int samples_compare_structure(const void *a, const void *b, void *context) {
  const samples *s = *(const samples *const *)context;
  long i = *(const long *)a, j = *(const long *)b;
  for (int p = 0; p < s->n_parameters; p++) {
    if (!s->parameters[p].structural) continue;
    double x = s->value[i * s->n_parameters + p], y = s->value[j * s->n_parameters + p];
    if (x != y) return x < y ? -1 : 1;
  }
  return i < j ? -1 : i > j;
}
