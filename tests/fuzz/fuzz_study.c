// libFuzzer target for study files, dotted paths and designs. A first line "#set PATH=VALUE" is an
// override, a first line "#path PATH" a path to look up.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "study/file/key_place.h"
#include "study/file/parse.h"
#include "study/file/scalar.h"
#include "study/file/storage.h"
#include "study/samples/design.h"
#include "study/samples/samples.h"
#include "study/study.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// Returns the rest of the first line after `mark`, or NULL.
static const char *first_line(const char *text, const char *mark, char *buffer, size_t size) {
  size_t n = strlen(mark);
  if (strncmp(text, mark, n)) return NULL;
  snprintf(buffer, size, "%.*s", (int)strcspn(text + n, "\n"), text + n);
  return buffer;
}

static void use(study *s, const char *path) {
  study_scalar scalar;
  samples x;
  study_place(s, path);
  if (study_find_scalar(s, path, "here", &scalar) == CHATTER_OK) {
    double value = study_scalar_value(s, &scalar);
    if (value != 0 && study_scalar_set(s, &scalar, value) != CHATTER_OK)
      abort(); // accepted values are in range; 0: absent
  }
  double points = s->ensemble.count;
  if (s->ensemble.design == DESIGN_GRID) {
    points = 1;
    for (int i = 0; i < s->ensemble.n_parameters; i++)
      points *= s->ensemble.parameters[i].values.n > 0 ? s->ensemble.parameters[i].values.n
                                                       : s->ensemble.parameters[i].count;
  }
  if (s->ensemble.design != DESIGN_FILE && points < 2000 && samples_from_design(s, &x) == CHATTER_OK)
    samples_destroy(&x);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static study s;
  char line[1000], *text = malloc(size + 1);
  memcpy(text, data, size);
  text[size] = 0;
  const char *override = first_line(text, "#set ", line, sizeof line);
  chatter_status status = study_parse(text, size, "fuzz.yaml", override != NULL, &override, &s);
  if (status == CHATTER_OK) {
    const char *path = first_line(text, "#path ", line, sizeof line);
    use(&s, path ? path : "excitation.frequency");
    study_destroy(&s);
  } else if (!error_count() || s.document)
    abort(); // a failure has a message and owns no memory
  error_clear();
  free(text);
  return 0;
}
