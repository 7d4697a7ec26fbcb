// The table of the contact laws and functions that look things up in it. Laws that are not
// compliant (law_is_compliant) have no numbers, sizes and bounds here.
#ifndef CHATTER_STUDY_CONTACT_LAWS_H
#define CHATTER_STUDY_CONTACT_LAWS_H

#include <stddef.h>

#include "study/sections.h"

// Numbers and internal states of an entry's law in the kernels.
typedef struct law_size {
  int numbers, states;
} law_size;

// A contact law as studies know it. The rows of compliant laws stand in their headers
// (kernels/laws), the others in contact_laws.c. Functions may be NULL, except `numbers` of a
// compliant law.
typedef struct law_kind {
  const char *name, *doc;                    // word of contact.law; text of the reference page
  const char *needed, *optional;             // its keys of `contact`, separated by blanks; NULL: none
  int n_numbers, n_states;                   // if keys do not change them
  law_size (*size)(const contact_config *c); // otherwise this function
  // Returns the reason why keys that are each in range exclude each other; NULL: they do not.
  const char *(*check)(const contact_config *c);
  // Fills the kernels' numbers, in the order of the law's enum; they are zero before.
  void (*numbers)(const contact_config *c, double *number);
  // Returns the largest stiffness, N/m, for the limit of the time step; 0: none, or unbounded.
  double (*stiffness_bound)(const double *number, int n);
} law_kind;

extern const law_kind *const law_kinds[]; // by contact_law; ends with NULL

// Returns key `index` of a law's keys, needed ones first; "" after the last.
const char *law_key(int law, int index, char *buffer, size_t size);
int law_knows_key(int law, const char *key); // 1: the law has this key of `contact`
int law_is_set_valued(int law); // 1: the force is not a function of the motion but an element of a set
// Lists the words of all laws that have a key, separated by blanks.
const char *law_words_that_know(const char *key, char *buffer, size_t size);
// Returns what is wrong with an entry's keys that are each in range; NULL: nothing.
const char *law_check_keys(const contact_config *c);
law_size law_size_of(const contact_config *c);
// Compute the numbers of an entry's law under a preload at the point, and the largest stiffness
// from them.
void law_numbers_of(const contact_config *c, double preload, double *number);
double law_stiffness_bound(int law, const double *number, int n);

#endif
