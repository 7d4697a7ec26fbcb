// Single opcodes of the PTX machine against C and the numbers of the PTX manual: roundings, saturation, NaN,
// signed zeros, shifts beyond the width, wide products, shuffles and votes.
#include "cuda/ptx_text.h"

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

// d = opcode(a, b, c) with registers of the opcode's last two types; the bits of d.
static uint64_t apply(const char *opcode, const char *to, const char *from, uint64_t a, uint64_t b,
                      uint64_t c) {
  const ptx_options options = {.inside = text_inside};
  const int n = strstr("fma.rn mad.lo selp", to) ? 3 : 2;
  char body[1000], problem[300], last[16];
  (void)n;
  const char *name[] = {"f64", "%fd", "f32", "%f", "b64", "%rd", "b32", "%r", "b16", "%rs", "pred", "%p"};
  const char *d = "", *s = "";
  for (int i = 0; i < 12; i += 2) {
    if (strcmp(name[i], to) == 0) d = name[i + 1];
    if (strcmp(name[i], from) == 0) s = name[i + 1];
  }
  const int operands = strncmp(opcode, "fma", 3) == 0 || strncmp(opcode, "mad", 3) == 0 ? 3
                       : strncmp(opcode, "cvt", 3) == 0 || strncmp(opcode, "sqrt", 4) == 0 ||
                               strncmp(opcode, "rcp", 3) == 0 || strncmp(opcode, "neg", 3) == 0 ||
                               strncmp(opcode, "abs", 3) == 0
                           ? 1
                           : 2;
  const int shift = strncmp(opcode, "sh", 2) == 0; // its count has 32 bits
  snprintf(last, sizeof last, operands == 3 ? ", %s6" : "", strstr(opcode, ".wide") ? d : s);
  text_memory[0] = a, text_memory[1] = b, text_memory[2] = c, text_memory[3] = 0;
  int used = snprintf(body, sizeof body, "ld.global.%s %s4, [%%rd0];\nld.global.%s %s5, [%%rd0+8];\n", from,
                      s, shift ? "b32" : from, shift ? "%r" : s);
  if (operands == 3)
    used += snprintf(body + used, sizeof body - (size_t)used, "ld.global.%s %s6, [%%rd0+16];\n",
                     strstr(opcode, ".wide") ? to : from, strstr(opcode, ".wide") ? d : s);
  used += snprintf(body + used, sizeof body - (size_t)used, "%s %s7, %s4", opcode, d, s);
  if (operands > 1)
    used += snprintf(body + used, sizeof body - (size_t)used, ", %s5%s", shift ? "%r" : s, last);
  used += snprintf(body + used, sizeof body - (size_t)used, ";\n");
  if (*d == '%' && d[1] == 'p')
    used += snprintf(body + used, sizeof body - (size_t)used,
                     "selp.b32 %%r8, 1, 0, %%p7;\nst.global.b32 "
                     "[%%rd0+24], %%r8;\n");
  else
    snprintf(body + used, sizeof body - (size_t)used, "st.global.%s [%%rd0+24], %s7;\n", to, d);
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
  const double x = 1 + 0x1p-27, y = 1 + 0x1p-26; // x² = y + 2^-54: an fma keeps what a product drops
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
  GIVES("cvt.u64.u32", "b64", "b32", (uint32_t)-1, 0, 0, 0xffffffff);
  GIVES("cvt.u32.u64", "b32", "b64", 0x123456789a, 0, 0, 0x3456789a);
  GIVES("cvt.rn.f64.s64", "f64", "b64", (1ull << 53) + 1, 0, 0, bits(0x1p53));
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

// Every lane writes what it got; the function of the lane that is expected.
static void lanes(const char *line, unsigned (*expected)(unsigned lane)) {
  const ptx_options options = {.inside = text_inside};
  char body[400], problem[300];
  snprintf(body, sizeof body,
           "mul.lo.s32 %%r4, %%r0, 3;\nsetp.eq.s32 %%p1, %%r0, 5;\n%s\nst.global.u32 [%%rd1], %%r5;\n", line);
  TEST_CHECK(text_run(body, 32, 0, &options, problem, sizeof problem) == PTX_OK);
  for (unsigned lane = 0; lane < 32; lane++) TEST_CHECK((uint32_t)text_memory[lane] == expected(lane));
}
static unsigned butterfly(unsigned lane) {
  return 3 * (lane ^ 5);
}
static unsigned up(unsigned lane) { // those without a source keep their own
  return 3 * (lane < 4 ? lane : lane - 4);
}
static unsigned down(unsigned lane) {
  return 3 * (lane > 27 ? lane : lane + 4);
}
static unsigned segment(unsigned lane) { // lane 2 of each eight
  return 3 * (lane / 8 * 8 + 2);
}
static unsigned inserted(unsigned lane) { // three bits of 3 lane at bits 2 to 4 of lane
  return (lane & ~28u) | (3 * lane & 7) << 2;
}
static unsigned cut_off(unsigned lane) { // at bit 30 only two bits are left
  return (lane & 0x3fffffff) | 3 * lane << 30;
}
static unsigned taken_out(unsigned lane) {
  return 3 * lane >> 1 & 7;
}
static unsigned funnel_left(unsigned lane) { // the upper half of lane·2^32 + 3 lane after 33 - 32 bits
  return 2 * lane | 3 * lane >> 31;
}
static unsigned funnel_right(unsigned lane) {
  return lane << 31 | 3 * lane >> 1;
}
static unsigned one(unsigned lane) {
  return (void)lane, 1;
}
static unsigned none(unsigned lane) {
  return (void)lane, 0;
}

int main(void) {
  floats(), comparisons(), integers(), conversions();
  lanes("shfl.sync.bfly.b32 %r5|%p2, %r4, 5, 31, -1;", butterfly);
  lanes("shfl.sync.up.b32 %r5, %r4, 4, 0, -1;", up);
  lanes("shfl.sync.down.b32 %r5, %r4, 4, 31, -1;", down);
  lanes("shfl.sync.idx.b32 %r5, %r4, 2, 6175, -1;", segment); // 0x181f: segments of eight
  lanes("bfi.b32 %r5, %r4, %r0, 2, 3;", inserted);
  lanes("bfi.b32 %r5, %r4, %r0, 30, 7;", cut_off);
  lanes("bfe.u32 %r5, %r4, 1, 3;", taken_out);
  lanes("shf.l.wrap.b32 %r5, %r4, %r0, 33;", funnel_left);
  lanes("shf.r.wrap.b32 %r5, %r4, %r0, 1;", funnel_right);
  lanes("vote.sync.any.pred %p3, %p1, -1;\nselp.u32 %r5, 1, 0, %p3;", one);
  lanes("vote.sync.all.pred %p3, %p1, -1;\nselp.u32 %r5, 1, 0, %p3;", none);
  lanes("bar.red.or.pred %p3, 0, %p1;\nselp.u32 %r5, 1, 0, %p3;", one);
  return TEST_END();
}
