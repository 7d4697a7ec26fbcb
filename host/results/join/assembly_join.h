// Common layout and attributes of the files of an assembly.
#ifndef CHATTER_RESULTS_JOIN_ASSEMBLY_JOIN_H
#define CHATTER_RESULTS_JOIN_ASSEMBLY_JOIN_H

#include "results/join/assembly_files.h"
#include "results/read/result_input.h"

// Refuses attributes that determine the numbers (study, reduced model, seed, ...) and differ from
// the first file's.
chatter_status assembly_compare_attributes(const result_set *first, const char *first_owner,
                                           const result_set *other, const char *other_owner);
chatter_status assembly_copy_attributes(const result_set *from, result_set *to);
// Compares the content of another file with the layout and adds what is new in it.
chatter_status assembly_join_layout(assembly *self, result_input *input, const char *owner);
// Adds lines to the attribute RESULT_WARNINGS of a set, each once.
chatter_status assembly_add_warnings(result_set *to, const char *lines);

#endif
