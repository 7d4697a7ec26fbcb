// Attributes of results files.
#ifndef CHATTER_RESULTS_READ_ATTRIBUTE_TEXT_H
#define CHATTER_RESULTS_READ_ATTRIBUTE_TEXT_H

#include <hdf5.h>

#include "results/result_set.h"

hid_t attribute_text_type(void); // variable-length UTF-8 in memory; H5Tclose it
// Returns the text of a scalar attribute, copied into `memory`; NULL: there is none.
char *attribute_text(hid_t object, const char *name, arena *memory);
void attribute_text_copy(hid_t object, const char *name, char *out,
                         size_t size); // cut to size; "": there is none
// Reads all texts and numbers of the root, in the order they were written.
chatter_status attribute_read_all(hid_t file, const char *path, result_set *content);

#endif
