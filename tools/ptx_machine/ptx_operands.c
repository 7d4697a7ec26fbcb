// Decodes one instruction: its opcode from the table, its operands to slots.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ptx_parse.h"

// Returns a slot whose value is constant from the start of a block.
static int constant_slot(ptx_parser *p, ptx_constant_kind kind, uint64_t value) {
  ptx_function *f = p->f;
  for (int i = 0; i < f->n_constants; i++)
    if (f->constants[i].kind == kind && f->constants[i].value == value) return f->constants[i].slot;
  ptx_constant *c = PTX_GROW(f->constants, f->n_constants);
  *c = (ptx_constant){f->n_slots, kind, value};
  return f->n_slots++;
}

static const ptx_array *array_find(const ptx_parser *p, const char *name) {
  for (int i = 0; p->f && i < p->f->n_arrays; i++)
    if (strcmp(p->f->arrays[i].name, name) == 0) return &p->f->arrays[i];
  for (int i = 0; i < p->module->n_arrays; i++)
    if (strcmp(p->module->arrays[i].name, name) == 0) return &p->module->arrays[i];
  return NULL;
}

static int register_slot(ptx_parser *p, const char *name) {
  static const struct {
    const char *name;
    ptx_constant_kind kind;
  } SPECIAL[] = {{"%tid.x", PTX_TID},
                 {"%ntid.x", PTX_NTID},
                 {"%ctaid.x", PTX_CTAID},
                 {"%nctaid.x", PTX_NCTAID},
                 {"%laneid", PTX_LANEID}};
  for (size_t i = 0; i < sizeof SPECIAL / sizeof *SPECIAL; i++)
    if (strcmp(SPECIAL[i].name, name) == 0) return constant_slot(p, SPECIAL[i].kind, 0);
  size_t letters = strlen(name);
  while (letters > 0 && isdigit((unsigned char)name[letters - 1])) letters--;
  const int number = atoi(name + letters);
  for (int i = p->n_ranges - 1; i >= 0; i--) { // the innermost first
    const ptx_range *r = &p->ranges[i];
    if (r->n == 0 && strcmp(r->name, name) == 0) return r->first;
    if (number < r->n && strlen(r->name) == letters && strncmp(r->name, name, letters) == 0)
      return r->first + number;
  }
  ptx_refuse(p, "unknown register %s", name);
  return 0;
}

// Returns the slot of a register, a number (12, -3, 0x1F, 0d<16 hex digits>, 0f<8>) or an array
// name.
static int operand_slot(ptx_parser *p, char *text) {
  char *s = ptx_trim(text), *end = s;
  if (*s == '%') return register_slot(p, s);
  const int is_bits = s[0] == '0' && s[1] && strchr("dDfF", s[1]);
  if (is_bits || isdigit((unsigned char)*s) || *s == '-') {
    const uint64_t value = is_bits     ? strtoull(s + 2, &end, 16)
                           : *s == '-' ? (uint64_t)strtoll(s, &end, 0)
                                       : strtoull(s, &end, 0);
    if (*end) ptx_refuse(p, "unknown number %s", s);
    return constant_slot(p, PTX_NUMBER, value);
  }
  const ptx_array *array = array_find(p, s);
  if (!array) {
    ptx_refuse(p, "unknown operand %s", s);
    return 0;
  }
  return constant_slot(p, array->space == PTX_SHARED && array->at == UINT64_MAX ? PTX_ADDRESS : PTX_NUMBER,
                       array->at);
}

// Decodes {a,b} or, with `single`, a alone. Returns the number of elements.
static int list_slots(ptx_parser *p, char *text, int single, int *slots) {
  char *parts[4], *s = ptx_trim(text), *end = s + strlen(s) - 1;
  if (*s != '{' && single) return slots[0] = operand_slot(p, s), 1;
  *end = 0;
  const int n = ptx_split(s + 1, parts, 4);
  for (int i = 0; i < n && i < 4; i++) slots[i] = operand_slot(p, parts[i]);
  return n;
}

static void address_slot(ptx_parser *p, char *text, ptx_instruction *in) {
  char *plus = strchr(text, '+');
  text[strcspn(text, "]")] = 0;
  if (plus) *plus = 0;
  in->offset = plus ? strtoll(plus + 1, NULL, 0) : 0;
  in->at[4] = operand_slot(p, text + 1);
}

// Returns 1 if the texts have the form of the opcode's operands.
static int operands_fit(const ptx_opcode *op, char *const *texts, int n) {
  if ((int)strlen(op->operands) != n) return 0;
  for (int i = 0; i < n; i++) {
    const char first = *texts[i];
    switch (op->operands[i]) {
    case '2':
      if (first != '{') return 0;
      break;
    case 'm':
      if (first != '[') return 0;
      break;
    case '0':
      if (strcmp(texts[i], "0") != 0) return 0;
      break;
    case 'v':
      break;
    default:
      if (first == '{' || first == '[' || !first) return 0;
    }
  }
  return 1;
}

static void operands_read(ptx_parser *p, ptx_instruction *in, char **texts, int n) {
  int at = 0;
  for (int i = 0; i < n; i++) switch (in->op->operands[i]) {
    case '0':
      break;
    case 'l': {
      ptx_label *jump = PTX_GROW(p->jumps, p->n_jumps);
      ptx_copy_name(jump->name, sizeof jump->name, texts[i]);
      jump->at = p->f->n_code;
      break;
    }
    case 'm':
      address_slot(p, texts[i], in);
      break;
    case 'v':
      in->vector = (unsigned char)list_slots(p, texts[i], 1, in->at);
      break;
    case '2':
      if (list_slots(p, texts[i], 0, in->at + at) != 2) ptx_refuse(p, "a pair is not two");
      at += 2;
      break;
    case 'p': { // d|p: the second register tells whether the source lane was in range
      char *bar = strchr(texts[i], '|');
      if (bar) *bar = 0;
      in->at[at++] = operand_slot(p, texts[i]);
      in->at[5] = bar ? operand_slot(p, bar + 1) : -1;
      break;
    }
    default:
      in->at[at++] = operand_slot(p, texts[i]);
    }
}

// Converts "ld.shared.v2.f64" to "ld.f64", which names the opcode. Returns 0 without a space. .nc,
// for memory that is constant while the kernel runs, uses another cache and reads the same.
static int memory_name(char *name, int *vector, ptx_instruction *in) {
  char rest[64] = "", part[32];
  int found = 0, used;
  *vector = 1;
  for (const char *s = name; sscanf(s, "%31[^.]%n", part, &used) == 1; s += used + (s[used] == '.')) {
    int is_space = 0;
    for (int k = 0; k < PTX_SPACES; k++)
      if (strcmp(part, ptx_space_names[k]) == 0) in->space = (unsigned char)k, is_space = found = 1;
    const int is_vector = strcmp(part, "v2") == 0 || strcmp(part, "v4") == 0;
    if (is_vector) *vector = part[1] - '0';
    if (is_space || is_vector || (found && in->space == PTX_GLOBAL && strcmp(part, "nc") == 0)) continue;
    if (*rest) strncat(rest, ".", sizeof rest - strlen(rest) - 1);
    strncat(rest, part, sizeof rest - strlen(rest) - 1);
  }
  strcpy(name, rest);
  return found;
}

static void unknown(ptx_parser *p, const char *spelled, int named) {
  const char *type = strrchr(spelled, '.');
  static const char *const ROUNDED_ONES[] = {"add", "sub", "mul", "fma", "mad", "div", "rcp", "sqrt"};
  if (named) {
    ptx_refuse(p, "%s has operands that are not modelled", spelled);
    return;
  }
  for (size_t i = 0; i < sizeof ROUNDED_ONES / sizeof *ROUNDED_ONES; i++) {
    const size_t n = strlen(ROUNDED_ONES[i]);
    if (type && (strcmp(type, ".f64") == 0 || strcmp(type, ".f32") == 0) &&
        strncmp(spelled, ROUNDED_ONES[i], n) == 0 && spelled[n] == '.' && !strstr(spelled, ".rn")) {
      ptx_refuse(p, "%s is floating point without an explicit rounding to nearest", spelled);
      return;
    }
  }
  ptx_refuse(p, "unknown opcode %s", spelled);
}

static const ptx_opcode *opcode_find(ptx_parser *p, const char *spelled, ptx_instruction *in, char **texts,
                                     int n) {
  char name[64];
  int vector = 0, named = 0;
  ptx_copy_name(name, sizeof name, spelled);
  const int is_memory = ptx_starts(name, "ld.") || ptx_starts(name, "st.");
  if (is_memory && !memory_name(name, &vector, in)) {
    ptx_refuse(p, "%s does not say which memory", spelled);
    return NULL;
  }
  for (int i = 0; i < ptx_opcode_count; i++) {
    if (strcmp(ptx_opcodes[i].name, name) != 0) continue;
    named = 1;
    if (operands_fit(&ptx_opcodes[i], texts, n)) return &ptx_opcodes[i];
  }
  unknown(p, spelled, named);
  return NULL;
}

void ptx_instruction_read(ptx_parser *p, char *s) {
  ptx_instruction in = {.guard = -1, .target = -1, .line = p->line};
  char *texts[8], *spelled;
  s[strcspn(s, ";")] = 0;
  if (*s == '@') {
    in.guard_not = s[1] == '!';
    char *name = s + 1 + in.guard_not;
    s = name + strcspn(name, " \t");
    if (*s) *s++ = 0;
    in.guard = operand_slot(p, name);
    s = ptx_trim(s);
  }
  spelled = s;
  s += strcspn(s, " \t");
  if (*s) *s++ = 0;
  const int n = ptx_split(s, texts, 8);
  if (n > 8 || strlen(spelled) > 60) {
    ptx_refuse(p, "unknown opcode %.60s", spelled);
    return;
  }
  in.op = opcode_find(p, spelled, &in, texts, n);
  if (!in.op) return;
  operands_read(p, &in, texts, n);
  const char *vector = strstr(spelled, ".v");
  if (in.op->class == PTX_LOAD || in.op->class == PTX_STORE)
    if (in.vector != (vector ? vector[2] - '0' : 1)) ptx_refuse(p, "%s with %d elements", spelled, in.vector);
  if (p->bad) return;
  ptx_instruction *added = PTX_GROW(p->f->code, p->f->n_code);
  *added = in;
}
