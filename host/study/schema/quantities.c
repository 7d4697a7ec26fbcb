// The quantities of all kinds of studies, for the reference page.
#include <stdio.h>

#include "study/study_kind.h"

static void print_kind(const study_kind *kind) {
  printf("\n### Quantities of `%s`\n", kind->name);
  if (kind->quantities_doc) printf("%s\n", kind->quantities_doc);
  printf("\n| quantity | unit | |\n| --- | --- | --- |\n");
  const study_quantity *q;
  for (int i = 0; (q = study_kind_quantity(kind, i)); i++)
    printf("| `%s` | %s | %s |\n", q->word, q->unit, q->doc);
}

void schema_print_quantities(void) {
  for (const study_kind *const *k = study_kinds; *k; k++)
    if ((*k)->quantities) print_kind(*k);
}
