// What a config may not change: which files the study reads. Whoever reaches the port may ask for numbers,
// not for what else lies on this machine.
#ifndef CHATTER_SERVE_GUARD_H
#define CHATTER_SERVE_GUARD_H

#include <jansson.h>

// 1: the value at a path of the study names a file, itself or in a map or list below it.
int guard_names_file(const char *path, json_t *value);

#endif
