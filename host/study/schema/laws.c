// Which contact law each kind of study takes, for the reference page: made of what their engines refuse by.
#include <stdio.h>
#include <string.h>

#include "study/contact_laws.h"
#include "study/schema/schema.h"
#include "study/study_kind.h"

enum { MOST_REASONS = 32 };

// Number of a reason, from 1, each once.
static int number_of(const char *why, const char *reason[MOST_REASONS]) {
  int n = 0;
  while (n + 1 < MOST_REASONS && reason[n] && strcmp(reason[n], why) != 0) n++;
  reason[n] = why;
  return n + 1;
}

static void print_cell(const study_law_use *use, int law, const char *reason[MOST_REASONS]) {
  const char *behind = use->refuses(law, 1), *carried = use->refuses(law, 0);
  if (!behind && !carried) {
    printf(" yes |");
    return;
  }
  printf(" %s (", !behind ? "massless" : !carried ? "with mass" : "no");
  if (carried) printf("%d", number_of(carried, reason));
  if (behind && (!carried || strcmp(behind, carried) != 0))
    printf("%s%d", carried ? ", " : "", number_of(behind, reason));
  printf(") |");
}

void schema_print_laws(void) {
  const char *reason[MOST_REASONS] = {NULL};
  const study_law_use *use;
  int columns = 0;
  printf(
      "\n### What works with which law\n\nyes: on every boundary; massless: on a massless boundary alone "
      "(`reduction.method` macneal, massless_craig_bampton); with mass: on one with mass alone.\n\n| law |");
  for (const study_kind *const *k = study_kinds; *k; k++)
    for (use = (*k)->law_uses; use && use->title; use++, columns++)
      printf(" `%s`%s%s |", (*k)->name, *use->title ? " " : "", use->title);
  printf("\n| --- |");
  for (int i = 0; i < columns; i++) printf(" --- |");
  for (int law = 0; law_kinds[law]; law++) {
    printf("\n| `%s` |", law_kinds[law]->name);
    for (const study_kind *const *k = study_kinds; *k; k++)
      for (use = (*k)->law_uses; use && use->title; use++) print_cell(use, law, reason);
  }
  printf("\n\n");
  for (int i = 0; i < MOST_REASONS && reason[i]; i++) printf("%d. %s\n", i + 1, reason[i]);
  for (const study_kind *const *k = study_kinds; *k; k++)
    if ((*k)->has_bodies) printf("\nStudies of kind `%s` have no `contact`.", (*k)->name);
  printf("\n");
}
