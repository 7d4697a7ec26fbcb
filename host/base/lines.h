// Sets of lines as one text: distinct and sorted, so that it does not matter who came first.
#ifndef CHATTER_BASE_LINES_H
#define CHATTER_BASE_LINES_H

// All lines of both texts; free it. NULL only when out of memory.
char *lines_join(const char *a, const char *b);

#endif
