// Loads and stores: every access must lie in one live array and be aligned to its size.
#include <string.h>

#include "ptx_machine.h"

// Kernels do not write arrays of the module; constants are read as constants, other arrays as
// global memory.
static char *find_global(const ptx_block *b, const ptx_instruction *in, uint64_t address, size_t bytes) {
  const ptx_module *m = b->f->module;
  for (int i = 0; i < m->n_arrays; i++) {
    const ptx_array *a = &m->arrays[i];
    if (!a->data || address < a->at || address - a->at >= a->bytes) continue;
    const int fits = bytes <= a->bytes - (address - a->at) && a->space == in->space;
    return fits && in->op->class == PTX_LOAD ? (char *)(uintptr_t)address : NULL;
  }
  if (in->space == PTX_CONST || !b->options->inside || !b->options->inside(address, bytes)) return NULL;
  return (char *)(uintptr_t)address;
}

char *ptx_memory_find(ptx_block *b, const ptx_instruction *in, uint64_t address, size_t bytes,
                      unsigned thread) {
  const ptx_space space = in->space;
  const char *verb = in->op->class == PTX_LOAD ? "reads" : "writes";
  char *start = NULL;
  size_t size = 0;
  if (address % bytes != 0) {
    ptx_fault(b, in, thread, PTX_MISALIGNED, "%s %zu bytes of %s memory at %#llx, which is not aligned", verb,
              bytes, ptx_space_names[space], (unsigned long long)address);
    return NULL;
  }
  switch (space) {
  case PTX_PARAM:
    start = in->op->class == PTX_LOAD ? b->parameters : NULL, size = b->f->bytes[PTX_PARAM];
    break;
  case PTX_SHARED:
    start = b->shared, size = b->shared_bytes;
    break;
  case PTX_LOCAL:
    size = b->f->bytes[PTX_LOCAL], start = b->local + thread * size;
    break;
  default:
    start = find_global(b, in, address, bytes);
    if (start) return start;
  }
  if (start && address <= size && bytes <= size - address) return start + address;
  ptx_fault(b, in, thread, PTX_OUTSIDE, "%s %zu bytes of %s memory at %#llx, outside of every array", verb,
            bytes, ptx_space_names[space], (unsigned long long)address);
  return NULL;
}

// Returns the place of the elements of one lane's access.
static char *access_begin(ptx_block *b, ptx_warp *w, const ptx_instruction *in, uint32_t lane) {
  const uint64_t address = w->value[in->at[4]][lane].b64 + (uint64_t)in->offset;
  const int bytes = in->op->bytes * in->vector;
  char *found = ptx_memory_find(b, in, address, (size_t)bytes, w->first + lane);
  if (found && b->race && (in->space == PTX_SHARED || in->space == PTX_GLOBAL))
    ptx_race_access(b, in, address, bytes, w->first + lane);
  return b->error ? NULL : found;
}

void ptx_load(ptx_block *b, ptx_warp *w, const ptx_instruction *in, uint32_t mask) {
  const int bytes = in->op->bytes;
  const char *type = strrchr(in->op->name, '.');
  const int is_signed = type[1] == 's' && bytes < 8; // the register may be wider: sign-extended
  ptx_count_memory(b->f, in, w->value[in->at[4]], mask);
  PTX_EACH(lane, mask) {
    const char *from = access_begin(b, w, in, lane);
    if (!from) return;
    for (int k = 0; k < in->vector; k++) {
      ptx_value x = {0};
      memcpy(&x, from + k * bytes, (size_t)bytes);
      if (is_signed) x.s64 = bytes == 1 ? x.s8 : bytes == 2 ? x.s16 : x.s32;
      w->value[in->at[k]][lane] = x;
    }
  }
}

void ptx_store(ptx_block *b, ptx_warp *w, const ptx_instruction *in, uint32_t mask) {
  const int bytes = in->op->bytes;
  ptx_count_memory(b->f, in, w->value[in->at[4]], mask);
  PTX_EACH(lane, mask) {
    char *to = access_begin(b, w, in, lane);
    if (!to) return;
    for (int k = 0; k < in->vector; k++) memcpy(to + k * bytes, &w->value[in->at[k]][lane], (size_t)bytes);
  }
}
