// The quantities of all kinds of studies, for the reference page.
#include <stdio.h>

#include "study/study_kind.h"

// Prints which optional keys a quantity accepts.
static void print_known(int flags) {
  static const struct {
    int flag;
    const char *words;
  } known[] = {{QUANTITY_STEPPED, "`band`, `last`, `factor`, `reduce: integral`"},
               {QUANTITY_COUNTED, "`index`"},
               {QUANTITY_SUMMED, "`contact: sum`"},
               {QUANTITY_ANY, "`contact: any`"}};
  const char *between = "";
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (flags & known[i].flag) {
      printf("%s%s", between, known[i].words);
      between = ", ";
    }
}

static void print_kind(const study_kind *kind) {
  printf("\n### Quantities of `%s`\n", kind->name);
  if (kind->quantities_doc) printf("%s\n", kind->quantities_doc);
  printf("\n| quantity | unit | knows | |\n| --- | --- | --- | --- |\n");
  const study_quantity *q;
  for (int i = 0; (q = study_kind_quantity(kind, i)); i++) {
    printf("| `%s` | %s | ", q->word, q->unit);
    print_known(q->flags);
    printf(" | %s |\n", q->doc);
  }
}

void schema_print_quantities(void) {
  for (const study_kind *const *k = study_kinds; *k; k++)
    if ((*k)->quantities) print_kind(*k);
}
