// Reads PTX text, line by line as NVRTC writes it, into functions of decoded instructions.
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ptx_parse.h"

const char *const ptx_space_names[PTX_SPACES] = {"param", "const", "global", "shared", "local"};

enum { LINE = 1 << 16, LEAST_ROOM = 8 };

void ptx_refuse(ptx_parser *p, const char *format, ...) {
  if (p->bad) return;
  p->bad = 1;
  const int n = snprintf(p->problem, p->size, "line %d: ", p->line);
  va_list list;
  va_start(list, format);
  vsnprintf(p->problem + n, p->size - (size_t)n, format, list);
  va_end(list);
}

// Makes room for one more element after n, zeroed.
void *ptx_grow(void **list, int *n, size_t size) {
  if ((*n & (*n - 1)) == 0 || *n < LEAST_ROOM) {
    const size_t room = *n < LEAST_ROOM ? LEAST_ROOM : 2 * (size_t)*n;
    *list = realloc(*list, room * size);
    if (!*list) abort();
  }
  void *added = (char *)*list + (size_t)(*n)++ * size;
  return memset(added, 0, size);
}

char *ptx_trim(char *s) {
  while (isspace((unsigned char)*s)) s++;
  char *end = s + strlen(s);
  while (end > s && isspace((unsigned char)end[-1])) *--end = 0;
  return s;
}

int ptx_starts(const char *s, const char *with) {
  return strncmp(s, with, strlen(with)) == 0;
}

void ptx_copy_name(char *to, size_t size, const char *from) {
  snprintf(to, size, "%.*s", (int)size - 1, from);
}

// Splits s at the commas outside of [] and {}.
int ptx_split(char *s, char **parts, int most) {
  int n = 0, depth = 0;
  char *start = s;
  for (;; s++) {
    depth += *s == '[' || *s == '{';
    depth -= *s == ']' || *s == '}';
    const int end = !*s;
    if (!end && (*s != ',' || depth > 0)) continue;
    *s = 0;
    if (n < most) parts[n] = ptx_trim(start);
    n++;
    if (end) break;
    start = s + 1;
  }
  return n == 1 && !*parts[0] ? 0 : n;
}

static int type_bytes(const char *type) {
  const char *digits = type + strcspn(type, "0123456789");
  return strcmp(type, "pred") == 0 ? 1 : atoi(digits) / 8;
}

// Reads "{1, 2, 0d3FF0000000000000}" into the data of the array.
static void initialise(ptx_parser *p, ptx_array *a, char *text, int element) {
  char *parts[1 << 12], *end = strchr(text, '}');
  if (*text != '{' || !end || element == 0) {
    ptx_refuse(p, "unknown initialiser of %s", a->name);
    return;
  }
  *end = 0;
  const int n = ptx_split(text + 1, parts, 1 << 12);
  if (n > 1 << 12 || (size_t)(n * element) > a->bytes) {
    ptx_refuse(p, "too long an initialiser of %s", a->name);
    return;
  }
  for (int i = 0; i < n; i++) {
    const int is_bits = parts[i][0] == '0' && strchr("dDfF", parts[i][1]) && parts[i][1];
    const uint64_t value = is_bits ? strtoull(parts[i] + 2, NULL, 16) : (uint64_t)strtoll(parts[i], NULL, 0);
    memcpy(a->data + i * element, &value, (size_t)element);
  }
}

// Reads ".align 8 .b8 name[192] = {...}": an array of the module, or of the function with an offset
// in its space.
static void declare(ptx_parser *p, char *s, ptx_space space) {
  ptx_array a = {.space = space};
  char type[16] = "", *initialiser = strchr(s, '='), *bracket;
  int used = 0, n_align = 0;
  const int own = p->f && (p->depth > 0 || p->in_parameters);
  if (initialiser) *initialiser++ = 0;
  s = ptx_trim(s);
  if (sscanf(s, ".align %zu %n", &a.align, &n_align) == 1) s += n_align;
  if (sscanf(s, ".%15[a-z0-9] %n", type, &used) != 1 || type_bytes(type) == 0) {
    ptx_refuse(p, "unknown declaration %s", s);
    return;
  }
  ptx_copy_name(a.name, sizeof a.name, s + used);
  a.name[strcspn(a.name, " ,;[")] = 0;
  bracket = strchr(s + used, '[');
  a.bytes = (size_t)type_bytes(type);
  if (bracket) a.bytes *= strtoul(bracket + 1, NULL, 10);
  if (!a.align) a.align = (size_t)type_bytes(type);
  if (own) {
    a.at = (p->f->bytes[space] + a.align - 1) / a.align * a.align;
    p->f->bytes[space] = a.at + a.bytes;
    *(ptx_array *)PTX_GROW(p->f->arrays, p->f->n_arrays) = a;
    return;
  }
  if (space == PTX_SHARED) {
    a.at = UINT64_MAX; // dynamic: after the static ones
    if (a.bytes || a.align > PTX_DYNAMIC_ALIGN) ptx_refuse(p, "shared memory of the module, %s", a.name);
  } else {
    a.data = aligned_alloc(256, (a.bytes + 511) / 256 * 256);
    a.at = (uint64_t)(uintptr_t)memset(a.data, 0, a.bytes);
    if (initialiser) initialise(p, &a, ptx_trim(initialiser), type_bytes(type));
  }
  *(ptx_array *)PTX_GROW(p->module->arrays, p->module->n_arrays) = a;
}

static void registers(ptx_parser *p, char *s) {
  char type[16], name[64] = "";
  if (p->n_ranges == PTX_RANGES || sscanf(s, ".reg .%15[a-z0-9] %63[^;]", type, name) != 2) {
    ptx_refuse(p, "unknown registers %s", s);
    return;
  }
  ptx_range *r = &p->ranges[p->n_ranges++];
  char *bracket = strchr(name, '<');
  r->n = bracket ? atoi(bracket + 1) : 0;
  if (bracket) *bracket = 0;
  ptx_copy_name(r->name, sizeof r->name, ptx_trim(name));
  r->first = p->f->n_slots, r->depth = p->depth;
  p->f->n_slots += r->n ? r->n : 1;
}

static void entry(ptx_parser *p, const char *s) {
  ptx_function *f = calloc(1, sizeof *f);
  f->module = p->module, f->next = p->module->functions, f->most_threads = PTX_MOST_THREADS;
  f->n_slots = 1; // slot 0: for opcodes without this operand
  p->module->functions = p->f = f;
  sscanf(s, "%*[^y]y %159[^( ]", f->name);
  p->in_parameters = !strchr(s, ')');
  p->n_ranges = p->n_labels = p->n_jumps = 0;
}

// At the closing brace of a function: labels become instructions.
static void finish(ptx_parser *p) {
  ptx_instruction *stop = PTX_GROW(p->f->code, p->f->n_code);
  *stop = (ptx_instruction){.guard = -1, .line = p->line};
  for (int i = 0; i < ptx_opcode_count; i++)
    if (strcmp(ptx_opcodes[i].name, "ret") == 0) stop->op = &ptx_opcodes[i];
  for (int j = 0; j < p->n_jumps; j++) {
    int *target = &p->f->code[p->jumps[j].at].target;
    for (int i = 0; i < p->n_labels; i++)
      if (strcmp(p->labels[i].name, p->jumps[j].name) == 0) *target = p->labels[i].at;
    if (*target < 0) ptx_refuse(p, "unknown label %s", p->jumps[j].name);
  }
}

static void module_line(ptx_parser *p, char *s) {
  char *space;
  if (p->in_parameters && *s == ')')
    p->in_parameters = 0;
  else if (p->in_parameters && ptx_starts(s, ".param"))
    declare(p, s + 6, PTX_PARAM);
  else if (ptx_starts(s, ".visible .entry") || ptx_starts(s, ".entry"))
    entry(p, s);
  else if (ptx_starts(s, ".maxntid") && p->f)
    p->f->most_threads = atoi(s + 8);
  else if (*s == '{' && p->f)
    p->depth = 1;
  else if (ptx_starts(s, ".extern .shared"))
    declare(p, s + 15, PTX_SHARED);
  else if ((space = strstr(s, ".global ")) && (space == s || ptx_starts(s, ".visible")))
    declare(p, space + 7, PTX_GLOBAL);
  else if ((space = strstr(s, ".const ")) && (space == s || ptx_starts(s, ".visible")))
    declare(p, space + 6, PTX_CONST);
  else if (!ptx_starts(s, ".version ") && !ptx_starts(s, ".target ") && !ptx_starts(s, ".address_size "))
    ptx_refuse(p, "unknown directive %.60s", s);
}

static void function_line(ptx_parser *p, char *s) {
  if (*s == '{')
    p->depth++;
  else if (*s == '}') {
    while (p->n_ranges > 0 && p->ranges[p->n_ranges - 1].depth == p->depth) p->n_ranges--;
    if (--p->depth == 0) finish(p), p->n_ranges = 0;
  } else if (ptx_starts(s, ".reg "))
    registers(p, s);
  else if (ptx_starts(s, ".local "))
    declare(p, s + 6, PTX_LOCAL);
  else if (ptx_starts(s, ".shared "))
    declare(p, s + 7, PTX_SHARED);
  else if (*s == '$' && s[strlen(s) - 1] == ':') {
    ptx_label *l = PTX_GROW(p->labels, p->n_labels);
    ptx_copy_name(l->name, sizeof l->name, s);
    l->name[strcspn(l->name, ":")] = 0;
    l->at = p->f->n_code;
  } else if (*s != '.')
    ptx_instruction_read(p, s);
  else if (!ptx_starts(s, ".pragma \"nounroll\"") && !ptx_starts(s, ".pragma \"used_bytes_mask"))
    ptx_refuse(p, "unknown directive %.60s", s);
}

ptx_module *ptx_module_read(const char *text, char *problem, size_t size) {
  ptx_parser *p = calloc(1, sizeof *p);
  char *line = malloc(LINE);
  ptx_module *m = p->module = calloc(1, sizeof *m);
  p->problem = problem, p->size = size;
  for (const char *at = text; *at && !p->bad;) {
    const size_t length = strcspn(at, "\n");
    p->line++;
    if (length >= LINE) {
      ptx_refuse(p, "longer than %d characters", LINE);
      break;
    }
    memcpy(line, at, length);
    line[length] = 0;
    at += length + (at[length] == '\n');
    char *comment = strstr(line, "//");
    if (comment) *comment = 0;
    char *s = ptx_trim(line);
    if (*s && p->depth == 0)
      module_line(p, s);
    else if (*s)
      function_line(p, s);
  }
  if (p->depth > 0) ptx_refuse(p, "the text ends within a function");
  const int bad = p->bad;
  free(p->labels), free(p->jumps), free(line), free(p);
  if (!bad) return m;
  ptx_module_free(m);
  return NULL;
}

void ptx_module_free(ptx_module *m) {
  while (m->functions) {
    ptx_function *f = m->functions;
    m->functions = f->next;
    free(f->executed), free(f->code), free(f->constants), free(f->arrays), free(f);
  }
  for (int i = 0; i < m->n_arrays; i++) free(m->arrays[i].data);
  free(m->arrays), free(m);
}
