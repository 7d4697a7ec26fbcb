// The contact laws of kernels/laws/laws.h as studies have them. Laws that are not of its list (law_responds)
// have no numbers, sizes and bounds here.
#ifndef CHATTER_STUDY_CONTACT_LAWS_H
#define CHATTER_STUDY_CONTACT_LAWS_H

#include "study/study.h"

const char *law_word(int law);
int law_is_set_valued(int law);          // 1: the force is none of a function, but one of a set
int law_knows(int law, const char *key); // 1: the law has this key of `contact`
// The words of all laws that do, parted by blanks.
const char *law_words_that_know(const char *key, char *buffer, size_t size);
const char *law_keys_of(int law);     // those that it has, parted by blanks
const char *law_needed_keys(int law); // keys without which the law is nothing, parted by blanks
// What is wrong with an entry's keys that are each in range; NULL: nothing.
const char *law_wrong(const contact_config *of);
// How many numbers and internal states the kernels have of an entry's law; the numbers, where `preload`
// presses the point; and the law's largest stiffness, N/m, 0: none, or without bound.
law_size law_size_of(const contact_config *of);
void law_numbers_of(const contact_config *of, double preload, double *number);
double law_stiffness_bound(int law, const double *number, int n);

#endif
