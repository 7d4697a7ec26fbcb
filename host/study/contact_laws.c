// Rows of set-valued and elastic laws, and look-ups in the table.
#include "study/contact_laws.h"

#include <stdio.h>
#include <string.h>

// Rows of the compliant laws, cubic_law and so on, from their headers.
#define LAW_STUDY
#include "kernels/laws/laws.h"
#include "study/schema/schema_words.h"
#include "study/sections.h"
#undef LAW_STUDY

#define GAP_KEYS "gap gap_amplitude gap_frequency gap_phase phases gap_drive gap_columns gap_factor "
#define WALL_KEYS "wall_velocity wall_drive wall_columns wall_factor "

static const law_kind unilateral_law = {
    .name = "unilateral", .doc = "no friction", .optional = GAP_KEYS "preload restitution impulse_limit"};
static const law_kind friction_kind = {.name = "friction",
                                       .doc = "unilateral with Coulomb friction",
                                       .optional = GAP_KEYS WALL_KEYS
                                       "tangent tangents preload friction restitution impulse_limit"};
static const law_kind coulomb_law = {.name = "coulomb",
                                     .doc = "friction under a constant normal load",
                                     .optional = WALL_KEYS "phases tangent tangents preload friction"};
static const law_kind elastic_law = {
    .name = "elastic",
    .doc =
        "an elastic friction element, a Coulomb slider behind a spring (tangential_stiffness), pressed by a "
        "spring that can lift off (normal_stiffness) or by a constant load",
    .optional = "tangent tangents gap preload friction tangential_stiffness normal_stiffness"};
static const law_kind spring_law = {
    .name = "spring",
    .doc = "an elastic element of gap and normal_stiffness alone, max(0, -normal_stiffness · (q + gap))",
    .needed = "normal_stiffness",
    .optional = "gap"};

#define LAW_LINE(NAME, name, none) [LAW_##NAME] = &name##_law,
const law_kind *const law_kinds[] = {[LAW_UNILATERAL] = &unilateral_law,
                                     [LAW_FRICTION] = &friction_kind,
                                     [LAW_COULOMB] = &coulomb_law,
                                     [LAW_ELASTIC] = &elastic_law,
                                     LAWS(LAW_LINE, )[LAW_SPRING] = &spring_law,
                                     NULL};

static int is_key_among(const char *keys, const char *key) {
  return keys && schema_word_index(keys, key) >= 0;
}

const char *law_key(int law, int index, char *buffer, size_t size) {
  const char *const lists[] = {law_kinds[law]->needed, law_kinds[law]->optional};
  buffer[0] = '\0';
  for (int i = 0; i < 2; i++)
    for (int k = 0; lists[i] && *schema_word(lists[i], k, buffer, size); k++)
      if (index-- == 0) return buffer;
  return buffer;
}

int law_knows_key(int law, const char *key) {
  const law_kind *kind = law_kinds[law];
  if (!strcmp(key, "pressure") || !strcmp(key, "weights")) key = "preload"; // other ways to give the preload
  if (!strcmp(key, "direction")) return law != LAW_FRICTION;
  if ((!strcmp(key, "tangent") || !strcmp(key, "tangents")) && law_is_compliant(law))
    return law_row_acted_on(law) == LAW_TANGENT;
  return is_key_among(kind->needed, key) || is_key_among(kind->optional, key);
}

int law_is_set_valued(int law) {
  return law < LAW_ELASTIC;
}

const char *law_words_that_know(const char *key, char *buffer, size_t size) {
  size_t used = 0;
  buffer[0] = '\0';
  for (int law = 0; law_kinds[law]; law++)
    if (law_knows_key(law, key) && used < size)
      used += (size_t)snprintf(buffer + used, size - used, "%s%s", used ? " " : "", law_kinds[law]->name);
  return buffer;
}

const char *law_check_keys(const contact_config *c) {
  const law_kind *kind = law_kinds[c->law];
  return kind->check ? kind->check(c) : NULL;
}

law_size law_size_of(const contact_config *c) {
  const law_kind *kind = law_kinds[c->law];
  return kind->size ? kind->size(c) : (law_size){kind->n_numbers, kind->n_states};
}

void law_numbers_of(const contact_config *c, double preload, double *number) {
  if (!law_is_compliant(c->law)) return;
  contact_config pressed = *c;
  pressed.preload = preload;
  memset(number, 0,
         (size_t)law_size_of(c).numbers * sizeof *number); // laws set only the numbers that their keys name
  law_kinds[c->law]->numbers(&pressed, number);
}

double law_stiffness_bound(int law, const double *number, int n) {
  const law_kind *kind = law_kinds[law];
  return kind->stiffness_bound ? kind->stiffness_bound(number, n) : 0;
}
