// How messages name a place of the study and how loads are named by their direction.
#ifndef CHATTER_REDUCTION_WORDS_H
#define CHATTER_REDUCTION_WORDS_H

#include "study/study.h"

const char *reduction_place(const study *s, const char *dotted_path);          // the entry a message is about
void reduction_direction_text(const double along[3], char *text, size_t size); // "x", "-y" or "(0.6,0.8,0)"

#endif
