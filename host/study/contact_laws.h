// The table of the contact laws, and what studies ask of it. Laws that are not compliant (law_is_compliant)
// have no numbers, sizes and bounds here.
#ifndef CHATTER_STUDY_CONTACT_LAWS_H
#define CHATTER_STUDY_CONTACT_LAWS_H

#include <stddef.h>

#include "study/sections.h"

// How many numbers and internal states the kernels have of an entry's law.
typedef struct law_size {
  int numbers, states;
} law_size;

// A law as studies know it. The rows of compliant laws stand in their headers (kernels/laws), the others in
// contact_laws.c. Functions may be NULL but for `numbers` of a compliant law.
typedef struct law_kind {
  const char *name, *doc;        // the word of contact.law, and what the reference page says of it
  const char *needed, *optional; // its keys of `contact`, parted by blanks; NULL: none
  int n_numbers, n_states;       // where no keys change them,
  law_size (*size)(const contact_config *c); // else this
  // Returns what is wrong with keys that are each in range; NULL: nothing.
  const char *(*check)(const contact_config *c);
  // The kernels' numbers, in the order of the law's enum; zero before.
  void (*numbers)(const contact_config *c, double *number);
  // The largest stiffness, N/m, for the limit of the time step; 0: none, or without bound.
  double (*stiffness_bound)(const double *number, int n);
} law_kind;

extern const law_kind *const law_kinds[]; // by contact_law; NULL behind the last

// Key `index` of those that a law has, needed ones first; "" behind the last.
const char *law_key(int law, int index, char *buffer, size_t size);
int law_knows_key(int law, const char *key); // 1: the law has this key of `contact`
int law_is_set_valued(int law);              // 1: the force is none of a function, but one of a set
// The words of all laws that have a key, parted by blanks.
const char *law_words_that_know(const char *key, char *buffer, size_t size);
// What is wrong with an entry's keys that are each in range; NULL: nothing.
const char *law_check_keys(const contact_config *c);
law_size law_size_of(const contact_config *c);
// The numbers of an entry's law where `preload` presses the point, and its largest stiffness of them.
void law_numbers_of(const contact_config *c, double preload, double *number);
double law_stiffness_bound(int law, const double *number, int n);

#endif
