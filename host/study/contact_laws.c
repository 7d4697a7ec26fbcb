// What a study's file can say of each contact law: the words of `law`, the keys that each knows, and the
// numbers that the kernels make of them (kernels/laws).
#include <stdio.h>
#include <string.h>

#include "study/contact_laws.h"
#include "study/schema/schema.h"

#define KEY_WORD(name) #name " "
#define LAW_LINE(NAME, name) [LAW_##NAME] = {#name, LAW_##NAME##_KEYS(KEY_WORD, KEY_WORD, KEY_WORD)},
static const struct {
  const char *word, *keys;
} LAW_TABLE[] = {
    [LAW_UNILATERAL] = {"unilateral",
                        "gap gap_amplitude gap_frequency gap_phase phases gap_drive gap_columns gap_factor "
                        "preload restitution impulse_limit"},
    [LAW_FRICTION] =
        {"friction",
         "tangent tangents gap gap_amplitude gap_frequency gap_phase phases gap_drive gap_columns gap_factor "
         "preload friction restitution impulse_limit wall_velocity wall_drive wall_columns wall_factor"},
    [LAW_COULOMB] = {"coulomb",
                     "tangent tangents preload friction wall_velocity phases wall_drive wall_columns "
                     "wall_factor"},
    [LAW_ELASTIC] = {"elastic",
                     "tangent tangents gap preload friction tangential_stiffness normal_stiffness"},
    LAWS(LAW_LINE)[LAW_SPRING] = {"spring", "gap normal_stiffness"}};
#undef LAW_LINE
enum { N_LAWS = sizeof LAW_TABLE / sizeof LAW_TABLE[0] };

int law_knows(int law, const char *key) {
  if (!strcmp(key, "pressure") || !strcmp(key, "weights")) key = "preload"; // they say it in other ways
  if (!strcmp(key, "direction")) return law != LAW_FRICTION;
  if ((!strcmp(key, "tangent") || !strcmp(key, "tangents")) && law_responds(law))
    return law_along(law) == LAW_TANGENT;
  return schema_word_index(LAW_TABLE[law].keys, key) >= 0;
}

int law_is_set_valued(int law) {
  return law < LAW_ELASTIC;
}

const char *law_words_that_know(const char *key, char *buffer, size_t size) {
  size_t used = 0;
  buffer[0] = '\0';
  for (int law = 0; law < N_LAWS; law++)
    if (law_knows(law, key) && used < size)
      used += (size_t)snprintf(buffer + used, size - used, "%s%s", used ? " " : "", LAW_TABLE[law].word);
  return buffer;
}

const char *law_word(int law) {
  return LAW_TABLE[law].word;
}

const char *law_keys_of(int law) {
  return LAW_TABLE[law].keys;
}

#define KEY_NOTHING(name)
#define KEY_NEEDED(name) #name " "
#define LAW_LINE(NAME, name)                                                                                 \
  case LAW_##NAME:                                                                                           \
    return LAW_##NAME##_KEYS(KEY_NEEDED, KEY_NOTHING, KEY_NEEDED) "";
const char *law_needed_keys(int law) {
  switch (law) { LAWS(LAW_LINE) }
  return law == LAW_SPRING ? "normal_stiffness" : "";
}
#undef LAW_LINE

// Asks a law's header about the keys of an entry.
#define KEY_NUMBER(name) of->name,
#define KEY_LIST(name) {of->name.n, of->name.value},
#define LAW_ASK(NAME, name, what)                                                                            \
  case LAW_##NAME: {                                                                                         \
    const double number[] = {LAW_##NAME##_KEYS(KEY_NUMBER, KEY_NUMBER, KEY_NOTHING) 0};                      \
    const law_list list[] = {LAW_##NAME##_KEYS(KEY_NOTHING, KEY_NOTHING, KEY_LIST){0, NULL}};                \
    const law_keys keys = {number, list};                                                                    \
    what;                                                                                                    \
  }
#define LAW_LINE(NAME, name) LAW_ASK(NAME, name, return law_##name##_wrong(&keys))
const char *law_wrong(const contact_config *of) {
  switch (of->law) { LAWS(LAW_LINE) }
  return NULL;
}
#undef LAW_LINE
#define LAW_LINE(NAME, name) LAW_ASK(NAME, name, return law_##name##_size(&keys))
law_size law_size_of(const contact_config *of) {
  const law_size none = {0, 0};
  switch (of->law) { LAWS(LAW_LINE) }
  return none;
}
#undef LAW_LINE
#define LAW_LINE(NAME, name) LAW_ASK(NAME, name, law_##name##_prepare(&keys, number_of); return )
static void numbers_of(const contact_config *of, double *number_of) {
  switch (of->law) { LAWS(LAW_LINE) }
}
#undef LAW_LINE
void law_numbers_of(const contact_config *of, double preload, double *number) {
  if (!law_responds(of->law)) return;
  contact_config pressed = *of;
  pressed.preload = preload;
  memset(number, 0, (size_t)law_size_of(of).numbers * sizeof *number); // laws set those that their keys name
  numbers_of(&pressed, number);
}
#define LAW_LINE(NAME, name)                                                                                 \
  case LAW_##NAME:                                                                                           \
    return law_##name##_bound(number, n);
double law_stiffness_bound(int law, const double *number, int n) {
  switch (law) { LAWS(LAW_LINE) }
  return 0;
}
#undef LAW_LINE
