// Texts of the tables of keys: dotted paths and lists of words separated by blanks.
#ifndef CHATTER_STUDY_SCHEMA_SCHEMA_WORDS_H
#define CHATTER_STUDY_SCHEMA_SCHEMA_WORDS_H

#include <stddef.h>

int schema_in_group(const char *path, const char *group);   // 1: the path begins with "group."
int schema_word_index(const char *words, const char *word); // -1: not among them
const char *schema_word(const char *words, int index, char *buffer, size_t size); // word `index`

#endif
