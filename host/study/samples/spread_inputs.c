// Inputs that stand for several numbers of a study.
#include "study/file/path.h"
#include "study/samples/samples.h"

static int paths_of(const study *self, const study_scalar *scalar) {
  char text[STUDY_PATH];
  int n = 1;
  while (scalar->input > 0 && path_of_alias_at(self, self->inputs[scalar->input - 1].name, n, text)) n++;
  return n;
}

// Column `to` of the spread samples and those behind it, of parameter `from`.
static chatter_status spread_one(const study *self, const samples *narrow, int from, samples *out, int to) {
  const study_scalar *first = &narrow->parameters[from];
  const int n = paths_of(self, first);
  char text[STUDY_PATH];
  for (int k = 0; k < n; k++) {
    study_scalar *scalar = &out->parameters[to + k];
    *scalar = *first;
    if (k > 0)
      TRY(study_find_scalar(self, path_of_alias_at(self, self->inputs[first->input - 1].name, k, text), NULL,
                            scalar));
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
    n += paths_of(self, &io->parameters[j]);
    is_any |= io->parameters[j].input > 0;
  }
  if (!is_any) return CHATTER_OK;
  chatter_status status = samples_allocate(io->n, n, &out);
  for (int j = 0, to = 0; status == CHATTER_OK && j < io->n_parameters; j++) {
    status = spread_one(self, io, j, &out, to);
    to += paths_of(self, &io->parameters[j]);
  }
  if (status != CHATTER_OK) return samples_destroy(&out), status;
  out.id = io->id;
  io->id = NULL;
  samples_destroy(io);
  *io = out;
  return CHATTER_OK;
}
