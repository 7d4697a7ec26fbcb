// Makes texts from files and users safe to show: on terminals, in logs, in HTML and XML.
#ifndef CHATTER_BASE_PRINTABLE_H
#define CHATTER_BASE_PRINTABLE_H

#include <stdio.h>

// Replaces control bytes (except line ends and tabs) and invalid UTF-8 by \xNN, so that no file's
// content controls a terminal or breaks a log. Cut at a whole character if `size` is too small.
const char *text_printable(const char *text, char *buffer, size_t size);
// Escapes a text for HTML and XML content and attributes; forbidden control characters become
// U+FFFD.
void text_escape(FILE *out, const char *text);

#endif
