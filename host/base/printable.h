// Texts from files and users, made safe to show: on terminals, in logs and between the marks of HTML and XML.
#ifndef CHATTER_BASE_PRINTABLE_H
#define CHATTER_BASE_PRINTABLE_H

#include <stdio.h>

// A text for people: control bytes (but line ends and tabs) and what is no UTF-8 as \xNN, so that no file's
// content steers a terminal or breaks a log. Cut at a whole character where `size` is too small.
const char *text_printable(const char *text, char *buffer, size_t size);
// Between or inside of the marks of HTML and XML; bytes that neither may hold (control characters) as U+FFFD.
void text_escape(FILE *out, const char *text);

#endif
