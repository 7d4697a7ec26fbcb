// Shared parts of the reader: ptx_parse.c reads lines and declarations, ptx_operands.c
// instructions.
#ifndef CHATTER_TOOLS_PTX_PARSE_H
#define CHATTER_TOOLS_PTX_PARSE_H

#include "ptx_machine.h"

enum { PTX_RANGES = 256 };

typedef struct { // %r<20> or %p1, known within its braces
  char name[32];
  int first, n, depth; // n 0: a single one
} ptx_range;

typedef struct {
  char name[64];
  int at; // instruction
} ptx_label;

typedef struct ptx_parser {
  ptx_module *module;
  ptx_function *f;
  char *problem;
  size_t size;
  int line, bad, depth, in_parameters;
  ptx_range ranges[PTX_RANGES];
  int n_ranges;
  ptx_label *labels, *jumps;
  int n_labels, n_jumps;
} ptx_parser;

__attribute__((format(printf, 2, 3))) void ptx_refuse(ptx_parser *p, const char *format, ...);
int ptx_starts(const char *s, const char *with);
char *ptx_trim(char *s);
void ptx_copy_name(char *to, size_t size, const char *from);
// Splits s at the commas outside of [] and {}. Returns how many parts there are, of which the first
// `most` are given.
int ptx_split(char *s, char **parts, int most);
// Adds one more element to a list, zeroed.
void *ptx_grow(void **list, int *n, size_t size);
#define PTX_GROW(list, n) ptx_grow((void **)&(list), &(n), sizeof *(list))

// Appends "@%p1 add.s32 %r1, %r2, 3;" to p->f.
void ptx_instruction_read(ptx_parser *p, char *s);

#endif
