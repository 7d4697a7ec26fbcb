// Single opcodes of the PTX machine, compared with C and with the numbers of the PTX manual:
// rounding, saturation, NaN, signed zeros, shifts beyond the width, wide products.
#include "ptx_text.h"

#include <float.h>
#include <math.h>

static uint64_t bits(double x) {
  uint64_t b;
  memcpy(&b, &x, sizeof b);
  return b;
}
static uint64_t bits_f(float x) {
  uint32_t b;
  memcpy(&b, &x, sizeof b);
  return b;
}

static const char *register_of(const char *type) {
  return strcmp(type, "f64") == 0   ? "%fd"
         : strcmp(type, "f32") == 0 ? "%f"
         : strcmp(type, "b64") == 0 ? "%rd"
         : strcmp(type, "b32") == 0 ? "%r"
         : strcmp(type, "b16") == 0 ? "%rs"
                                    : "%p";
}

static int operands_of(const char *opcode) {
  static const char *const ONE[] = {"cvt", "sqrt", "rcp", "neg", "abs"};
  for (size_t i = 0; i < sizeof ONE / sizeof *ONE; i++)
    if (strncmp(opcode, ONE[i], strlen(ONE[i])) == 0) return 1;
  return strncmp(opcode, "fma", 3) == 0 || strncmp(opcode, "mad", 3) == 0 ? 3 : 2;
}

// Returns the bits of d = opcode(a, b, c) with registers of type `to` and `from`.
static uint64_t apply(const char *opcode, const char *to, const char *from, uint64_t a, uint64_t b,
                      uint64_t c) {
  const ptx_options options = {.inside = text_inside};
  const int n = operands_of(opcode), is_test = strcmp(to, "pred") == 0;
  const char *second = strncmp(opcode, "sh", 2) == 0 ? "b32" : from; // a shift's count has 32 bits
  const char *third = strstr(opcode, ".wide") ? to : from;
  const char *types[] = {from, second, third};
  char body[600] = "", line[120], problem[300];
  text_memory[0] = a, text_memory[1] = b, text_memory[2] = c, text_memory[3] = 0;
  for (int i = 0; i < n; i++) {
    snprintf(line, sizeof line, "ld.global.%s %s%d, [%%rd0+%d];\n", types[i], register_of(types[i]), 4 + i,
             8 * i);
    strcat(body, line);
  }
  snprintf(line, sizeof line, "%s %s7", opcode, register_of(to));
  strcat(body, line);
  for (int i = 0; i < n; i++) {
    snprintf(line, sizeof line, ", %s%d", register_of(types[i]), 4 + i);
    strcat(body, line);
  }
  snprintf(line, sizeof line, ";\nst.global.%s [%%rd0+24], %s7;", to, register_of(to));
  strcat(body, is_test ? ";\nselp.b32 %r8, 1, 0, %p7;\nst.global.b32 [%rd0+24], %r8;" : line);
  if (text_run(body, 1, 0, &options, problem, sizeof problem) != PTX_OK) {
    fprintf(stderr, "%s: %s\n", opcode, problem);
    check_failures++;
  }
  return text_memory[3];
}

#define GIVES(opcode, to, from, a, b, c, expected)                                                           \
  do {                                                                                                       \
    const uint64_t got_ = apply(opcode, to, from, a, b, c), wanted_ = (uint64_t)(expected);                  \
    if (got_ != wanted_) {                                                                                   \
      fprintf(stderr, "line %d: %s gave %llx, not %llx\n", __LINE__, opcode, (unsigned long long)got_,       \
              (unsigned long long)wanted_);                                                                  \
      check_failures++;                                                                                      \
    }                                                                                                        \
  } while (0)

static void floats(void) {
  const double x = 1 + 0x1p-27, y = 1 + 0x1p-26; // x² = y + 2^-54: an fma keeps the last term, a
                                                 // product drops it
  GIVES("fma.rn.f64", "f64", "f64", bits(x), bits(x), bits(-y), bits(0x1p-54));
  GIVES("mul.rn.f64", "f64", "f64", bits(x), bits(x), 0, bits(y));
  GIVES("add.rn.f64", "f64", "f64", bits(1), bits(0x1p-53), 0, bits(1)); // ties to even
  GIVES("add.rn.f64", "f64", "f64", bits(1 + 0x1p-52), bits(0x1p-53), 0, bits(1 + 0x1p-51));
  GIVES("sub.rn.f64", "f64", "f64", bits(DBL_MIN), bits(DBL_MIN * 0.75), 0, bits(DBL_MIN * 0.25)); // denormal
  GIVES("mul.rn.f32", "f32", "f32", bits_f(FLT_MIN), bits_f(0.5f), 0, bits_f(FLT_MIN / 2));
  GIVES("fma.rn.f32", "f32", "f32", bits_f(1 + 0x1p-12f), bits_f(1 + 0x1p-12f), bits_f(-1 - 0x1p-11f),
        bits_f(0x1p-24f));
  GIVES("div.rn.f64", "f64", "f64", bits(1), bits(-0.0), 0, bits(-INFINITY));
  GIVES("div.rn.f64", "f64", "f64", bits(1), bits(3), 0, 0x3fd5555555555555);
  GIVES("rcp.rn.f64", "f64", "f64", bits(3), 0, 0, 0x3fd5555555555555);
  GIVES("sqrt.rn.f64", "f64", "f64", bits(2), 0, 0, 0x3ff6a09e667f3bcd);
  GIVES("min.f64", "f64", "f64", bits(NAN), bits(2), 0, bits(2));
  GIVES("max.f64", "f64", "f64", bits(2), bits(NAN), 0, bits(2));
  GIVES("min.f64", "f64", "f64", bits(0.0), bits(-0.0), 0, bits(-0.0));
  GIVES("max.f64", "f64", "f64", bits(-0.0), bits(0.0), 0, bits(0.0));
  GIVES("neg.f64", "f64", "f64", bits(0.0), 0, 0, bits(-0.0));
  GIVES("abs.f64", "f64", "f64", bits(-3), 0, 0, bits(3));
}

static void comparisons(void) {
  static const struct {
    const char *name;
    int less, equal, more, nan;
  } TESTS[] = {{"lt", 1, 0, 0, 0},  {"le", 1, 1, 0, 0},  {"gt", 0, 0, 1, 0},  {"ge", 0, 1, 1, 0},
               {"eq", 0, 1, 0, 0},  {"ne", 1, 0, 1, 0},  {"ltu", 1, 0, 0, 1}, {"leu", 1, 1, 0, 1},
               {"gtu", 0, 0, 1, 1}, {"geu", 0, 1, 1, 1}, {"equ", 0, 1, 0, 1}, {"neu", 1, 0, 1, 1},
               {"num", 1, 1, 1, 0}, {"nan", 0, 0, 0, 1}};
  for (size_t i = 0; i < sizeof TESTS / sizeof *TESTS; i++) {
    char opcode[32];
    snprintf(opcode, sizeof opcode, "setp.%s.f64", TESTS[i].name);
    GIVES(opcode, "pred", "f64", bits(1), bits(2), 0, TESTS[i].less);
    GIVES(opcode, "pred", "f64", bits(-0.0), bits(0.0), 0, TESTS[i].equal);
    GIVES(opcode, "pred", "f64", bits(2), bits(1), 0, TESTS[i].more);
    GIVES(opcode, "pred", "f64", bits(NAN), bits(1), 0, TESTS[i].nan);
    GIVES(opcode, "pred", "f64", bits(1), bits(NAN), 0, TESTS[i].nan);
  }
  GIVES("setp.lt.s32", "pred", "b32", (uint32_t)-1, 1, 0, 1);
  GIVES("setp.lt.u32", "pred", "b32", (uint32_t)-1, 1, 0, 0);
}

static void integers(void) {
  GIVES("add.s32", "b32", "b32", 0x7fffffff, 1, 0, 0x80000000);
  GIVES("mul.lo.s32", "b32", "b32", 0x10001, 0x10001, 0, 0x20001);
  GIVES("mad.lo.s32", "b32", "b32", 7, (uint32_t)-3, 1, (uint32_t)-20);
  GIVES("mul.hi.s32", "b32", "b32", (uint32_t)-2, 0x40000000, 0, 0xffffffff);
  GIVES("mul.hi.u32", "b32", "b32", (uint32_t)-2, 0x40000000, 0, 0x3fffffff);
  GIVES("mul.hi.s64", "b64", "b64", (uint64_t)-1, 3, 0, (uint64_t)-1);
  GIVES("mul.hi.u64", "b64", "b64", (uint64_t)-1, 3, 0, 2);
  GIVES("mul.wide.s32", "b64", "b32", (uint32_t)-5, 7, 0, (uint64_t)-35);
  GIVES("mul.wide.u32", "b64", "b32", (uint32_t)-5, 7, 0, 4294967291ull * 7);
  GIVES("mul.wide.u16", "b32", "b16", 65535, 65535, 0, 4294836225u);
  GIVES("mad.wide.s32", "b64", "b32", (uint32_t)-5, 7, 36, 1);
  GIVES("shl.b32", "b32", "b32", 1, 31, 0, 0x80000000);
  GIVES("shl.b32", "b32", "b32", 1, 32, 0, 0);
  GIVES("shl.b64", "b64", "b64", 1, 64, 0, 0);
  GIVES("shr.u32", "b32", "b32", 0x80000000, 40, 0, 0);
  GIVES("shr.s32", "b32", "b32", 0x80000000, 40, 0, 0xffffffff);
  GIVES("shr.s64", "b64", "b64", (uint64_t)-8, 1, 0, (uint64_t)-4);
  GIVES("div.s64", "b64", "b64", (uint64_t)-7, 2, 0, (uint64_t)-3);
  GIVES("div.s64", "b64", "b64", (uint64_t)INT64_MIN, (uint64_t)-1, 0, (uint64_t)INT64_MIN);
  GIVES("rem.s64", "b64", "b64", (uint64_t)-7, 2, 0, (uint64_t)-1);
  GIVES("div.u32", "b32", "b32", (uint32_t)-7, 2, 0, 0x7ffffffc);
  GIVES("max.s32", "b32", "b32", (uint32_t)-1, 1, 0, 1);
  GIVES("neg.s32", "b32", "b32", 5, 0, 0, (uint32_t)-5);
}

static void conversions(void) {
  GIVES("cvt.s64.s32", "b64", "b32", (uint32_t)-1, 0, 0, (uint64_t)-1);
  GIVES("cvt.s64.s16", "b64", "b16", 0xfffe, 0, 0, (uint64_t)-2);
  GIVES("cvt.u64.u32", "b64", "b32", (uint32_t)-1, 0, 0, 0xffffffff);
  GIVES("cvt.u32.u64", "b32", "b64", 0x123456789a, 0, 0, 0x3456789a);
  GIVES("cvt.rn.f64.s64", "f64", "b64", (1ull << 53) + 1, 0, 0, bits(0x1p53));
  GIVES("cvt.rn.f64.u16", "f64", "b16", 0xfffe, 0, 0, bits(65534));
  GIVES("cvt.rn.f32.u16", "f32", "b16", 0xfffe, 0, 0, bits_f(65534));
  GIVES("cvt.rn.f32.f64", "f32", "f64", bits(1 + 0x1p-24), 0, 0, bits_f(1));
  GIVES("cvt.rn.f32.f64", "f32", "f64", bits(1e300), 0, 0, bits_f(INFINITY));
  GIVES("cvt.f64.f32", "f64", "f32", bits_f(-0.1f), 0, 0, bits((double)-0.1f));
  GIVES("cvt.rzi.s64.f64", "b64", "f64", bits(-2.9), 0, 0, (uint64_t)-2);
  GIVES("cvt.rzi.s64.f64", "b64", "f64", bits(1e300), 0, 0, INT64_MAX);
  GIVES("cvt.rzi.s64.f64", "b64", "f64", bits(-1e300), 0, 0, (uint64_t)INT64_MIN);
  GIVES("cvt.rzi.s64.f64", "b64", "f64", bits(NAN), 0, 0, (uint64_t)INT64_MIN);
  GIVES("cvt.rzi.s32.f64", "b32", "f64", bits(3e9), 0, 0, INT32_MAX);
  GIVES("cvt.rzi.u32.f64", "b32", "f64", bits(-1), 0, 0, 0);
  GIVES("cvt.rzi.s32.f32", "b32", "f32", bits_f(NAN), 0, 0, 0);
}

int main(void) {
  floats(), comparisons(), integers(), conversions();
  return TEST_END();
}
