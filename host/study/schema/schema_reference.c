// Prints the Markdown reference.
#include "study/schema/schema_reference.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "study/contact_laws.h"
#include "study/schema/schema.h"
#include "study/schema/schema_catalogue.h"
#include "study/schema/schema_words.h"
#include "study/study_kind.h"

static const char *type_text(const schema_field *f) {
  int whole = f->flags & FIELD_WHOLE;
  switch (f->type) {
  case FIELD_NUMBER:
    return whole ? "whole number" : "number";
  case FIELD_LIST:
    if (f->flags & FIELD_ALL) return "`all`, or list of whole numbers";
    return f->flags & FIELD_MATRIX ? "list of rows" : whole ? "list of whole numbers" : "number or list";
  case FIELD_PAIR:
    return "number or list of two";
  case FIELD_PHASE:
    return "`sin`, `cos` or number";
  case FIELD_COLUMN:
    return "whole number or name";
  case FIELD_COLUMNS:
    return "`all`, or list of whole numbers and names";
  case FIELD_DIRECTION:
    return "`x`, `-y`, … or `[a, b, c]`";
  case FIELD_TEXT:
    return "text";
  case FIELD_TEXTS:
  case FIELD_LINES:
    return "text or list";
  case FIELD_NAME:
    return "node set or id";
  case FIELD_NAMES:
    return "node set, id, or list";
  case FIELD_FILE:
    return "file";
  case FIELD_FILES:
    return "file or list";
  case FIELD_WORD:
  case FIELD_KIND:
  case FIELD_LAW:
  case FIELD_QUANTITY:
    return "word";
  case FIELD_POINT:
    return "`all`, `sum`, `any` or whole number";
  case FIELD_SUM:
    return "list of `{node, direction, weight}`";
  case FIELD_SWITCH:
    return "`true`, `false`";
  }
  return "";
}

static int is_numeric(const schema_field *f) {
  return f->type == FIELD_NUMBER || f->type == FIELD_LIST || f->type == FIELD_PAIR ||
         f->type == FIELD_PHASE || f->type == FIELD_POINT || f->type == FIELD_COLUMN ||
         f->type == FIELD_COLUMNS;
}

static void print_words(const char *words) {
  char word[64];
  for (int i = 0; *schema_word(words, i, word, sizeof word); i++) printf("%s`%s`", i ? ", " : "", word);
}

static void print_field(const schema_field *f, size_t front) {
  char range[160], doc[SCHEMA_DOC], only[SCHEMA_TYPES_SIZE];
  printf("| `%s`", f->path + front);
  if (f->also)
    printf(" (or `%s`)", f->also + (schema_in_group(f->also, "ensemble") ? strlen("ensemble.") : front));
  printf(" | ");
  if (*schema_field_word(f, 0, range, sizeof range))
    for (int i = 0; *schema_field_word(f, i, range, sizeof range); i++)
      printf("%s`%s`", i ? ", " : "", range);
  else
    printf("%s", type_text(f));
  printf(" | %s | %s | %s | %s", f->unit ? f->unit : "",
         is_numeric(f) ? schema_range_text(f, range, sizeof range) : "", f->initial ? f->initial : "",
         schema_doc(f, doc));
  if (f->only) {
    printf(" (only with ");
    print_words(schema_types_that_know(f, only));
    printf(")");
  }
  printf(" |\n");
}

static void print_fields(const schema_section *s, size_t front) {
  int any = 0;
  const schema_field *f;
  for (int i = 0; (f = schema_field_at(i)); i++) {
    if (schema_section_of(f) != s) continue;
    if (!any++)
      printf("\n| key | value | unit | allowed | default | |\n| --- | --- | --- | --- | --- | --- |\n");
    print_field(f, front);
  }
}

static const char *shape_text(const schema_section *s) {
  switch (s->shape) {
  case SECTION_LIST:
    return " A map, or a list of maps.";
  case SECTION_NAMED:
    return " A map from name to keys.";
  case SECTION_TEXTS:
    return " A map from name to dotted path, or to a list of them.";
  case SECTION_MAP:
    break;
  }
  return "";
}

// Lists the kinds of studies that have the section; "" for all.
static const char *kinds_text(const schema_section *s, char *text, size_t size) {
  const study_kind *owner = schema_section_kind(s);
  size_t used = 0;
  text[0] = '\0';
  for (const study_kind *const *k = study_kinds; owner && *k && used < size; k++)
    if (study_kind_has(*k, owner))
      used += (size_t)snprintf(text + used, size - used, "%s`%s`", used ? ", " : " Of studies of kind ",
                               (*k)->name);
  if (used > 0 && used < size) snprintf(text + used, size - used, ".");
  return text;
}

// Prints which optional keys a quantity accepts.
static void print_known_keys(int flags) {
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

static void print_kind_quantities(const study_kind *kind) {
  printf("\n### Quantities of `%s`\n", kind->name);
  if (kind->quantities_doc) printf("%s\n", kind->quantities_doc);
  printf("\n| quantity | unit | knows | |\n| --- | --- | --- | --- |\n");
  const study_quantity *q;
  for (int i = 0; (q = study_kind_quantity(kind, i)); i++) {
    printf("| `%s` | %s | ", q->word, q->unit);
    print_known_keys(q->flags);
    printf(" | %s |\n", q->doc);
  }
}

static void print_quantities(void) {
  for (const study_kind *const *k = study_kinds; *k; k++)
    if ((*k)->quantities) print_kind_quantities(*k);
}

enum { MAX_REASONS = 32 };

// Returns the footnote number of a reason, from 1; equal reasons share one.
static int number_reason(const char *why, const char *reason[MAX_REASONS]) {
  int n = 0;
  while (n + 1 < MAX_REASONS && reason[n] && strcmp(reason[n], why) != 0) n++;
  reason[n] = why;
  return n + 1;
}

static void print_law_cell(const study_law_use *use, int law, const char *reason[MAX_REASONS]) {
  const char *behind = use->refuses(law, 1), *carried = use->refuses(law, 0);
  if (!behind && !carried) {
    printf(" yes |");
    return;
  }
  printf(" %s (", !behind ? "massless" : !carried ? "with mass" : "no");
  if (carried) printf("%d", number_reason(carried, reason));
  if (behind && (!carried || strcmp(behind, carried) != 0))
    printf("%s%d", carried ? ", " : "", number_reason(behind, reason));
  printf(") |");
}

static void print_laws(void) {
  const char *reason[MAX_REASONS] = {NULL};
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
      for (use = (*k)->law_uses; use && use->title; use++) print_law_cell(use, law, reason);
  }
  printf("\n\n");
  for (int i = 0; i < MAX_REASONS && reason[i]; i++) printf("%d. %s\n", i + 1, reason[i]);
  for (const study_kind *const *k = study_kinds; *k; k++)
    if ((*k)->has_bodies) printf("\nStudies of kind `%s` have no `contact`.", (*k)->name);
  printf("\n");
}

chatter_status schema_print_reference(void) {
  char kinds[256];
  printf("# The study file\n\nYAML, SI units. Every number is an ensemble parameter by its dotted path "
         "(`excitation.frequency`, `contact.1.gap`, `model.springs.2`: entries count from 0, a list of one "
         "needs no "
         "number), but those of `ensemble`, `outputs` and `plot`. Keys written `a.b` are maps in maps: `a: "
         "{b: …}`.\n"
         "`--set PATH=VALUE` replaces or adds a value, `--set PATH=null` removes one.\n\n## At the top\n");
  print_fields(NULL, 0);
  const schema_section *s;
  for (int i = 0; (s = schema_section_at(i)); i++) {
    printf("\n## %s\n%c%s.%s%s\n", s->name, toupper((unsigned char)s->doc[0]), s->doc + 1, shape_text(s),
           kinds_text(s, kinds, sizeof kinds));
    if (s->like)
      printf("\nThe keys of [%s](#%s).\n", s->like, s->like);
    else
      print_fields(s, strlen(s->name) + 1);
    if (strcmp(s->name, "contact") == 0) print_laws();
    if (strcmp(s->name, "outputs") == 0) print_quantities();
  }
  if (fflush(stdout) || ferror(stdout))
    return error_raise(CHATTER_IO, "cannot write the reference to the standard output");
  return CHATTER_OK;
}
