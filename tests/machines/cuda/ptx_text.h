// Small PTX texts for tests of the PTX machine: a body with a few registers and one pointer to
// global memory in %rd0.
#ifndef CHATTER_TESTS_CUDA_PTX_TEXT_H
#define CHATTER_TESTS_CUDA_PTX_TEXT_H

#include <stdio.h>
#include <string.h>

#include "tests/check.h"
#include "tools/ptx_machine/ptx.h"

enum { TEXT_WORDS = 512 };
static uint64_t text_memory[TEXT_WORDS]; // target of %rd0

static inline int text_inside(uint64_t address, size_t bytes) {
  const uint64_t first = (uint64_t)(uintptr_t)text_memory;
  return address >= first && address - first + bytes <= sizeof text_memory;
}

static inline ptx_module *text_read(const char *body, char *problem, size_t size) {
  static char text[8192];
  snprintf(
      text, sizeof text,
      ".version 9.0\n.target sm_90\n.address_size 64\n.extern .shared .align 16 .b8 dynamic[];\n"
      ".visible .entry test(\n.param .u64 test_param_0\n)\n.maxntid 128, 1, 1\n{\n.reg .pred %%p<8>;\n"
      ".reg .b16 %%rs<8>;\n.reg .b32 %%r<16>;\n.reg .f32 %%f<8>;\n.reg .f64 %%fd<8>;\n.reg .b64 %%rd<16>;\n"
      ".shared .align 8 .b8 fixed[64];\n"
      "ld.param.u64 %%rd0, [test_param_0];\ncvta.to.global.u64 %%rd0, %%rd0;\n"
      "mov.u32 %%r0, %%tid.x;\nmul.wide.u32 %%rd1, %%r0, 8;\nadd.s64 %%rd1, %%rd0, %%rd1;\n%s\nret;\n}\n",
      body);
  return ptx_module_read(text, problem, size);
}

// Runs the body. Returns the result of the machine, and its message in `problem`.
static inline int text_run(const char *body, unsigned threads, unsigned shared, const ptx_options *options,
                           char *problem, size_t size) {
  void *pointer = text_memory, *arguments[] = {&pointer};
  *problem = 0;
  ptx_module *m = text_read(body, problem, size);
  if (!m) return PTX_INVALID;
  const int error =
      ptx_run(ptx_function_find(m, "test"), arguments, 1, threads, shared, options, problem, size);
  ptx_module_free(m);
  return error;
}

#endif
