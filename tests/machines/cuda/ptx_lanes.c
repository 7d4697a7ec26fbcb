// Opcodes of the PTX machine whose result differs from lane to lane (shuffles, votes, bit fields),
// compared with C.
#include "ptx_text.h"

// Every lane writes its result; `expected`: the function of the lane.
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
static unsigned up(unsigned lane) { // lanes without a source keep their own value
  return 3 * (lane < 4 ? lane : lane - 4);
}
static unsigned down(unsigned lane) {
  return 3 * (lane > 27 ? lane : lane + 4);
}
static unsigned segment(unsigned lane) { // lane 2 of each eight
  return 3 * (lane / 8 * 8 + 2);
}
static unsigned inserted(unsigned lane) { // three bits of 3 lane are inserted at bits 2 to 4 of
                                          // lane
  return (lane & ~28u) | (3 * lane & 7) << 2;
}
static unsigned cut_off(unsigned lane) { // at bit 30 only two bits are left
  return (lane & 0x3fffffff) | 3 * lane << 30;
}
static unsigned taken_out(unsigned lane) {
  return 3 * lane >> 1 & 7;
}
static unsigned funnel_left(unsigned lane) { // the upper half of lane·2^32 + 3 lane, shifted by 33
                                             // - 32 bits
  return 2 * lane | 3 * lane >> 31;
}
static unsigned funnel_right(unsigned lane) {
  return lane << 31 | 3 * lane >> 1;
}
static unsigned tripled(unsigned lane) {
  return 3 * lane;
}
static unsigned five(unsigned lane) {
  return (void)lane, 5;
}
static unsigned one(unsigned lane) {
  return (void)lane, 1;
}
static unsigned none(unsigned lane) {
  return (void)lane, 0;
}

int main(void) {
  lanes("shfl.sync.bfly.b32 %r5|%p2, %r4, 5, 31, -1;", butterfly);
  lanes("shfl.sync.up.b32 %r5, %r4, 4, 0, -1;", up);
  lanes("shfl.sync.down.b32 %r5, %r4, 4, 31, -1;", down);
  lanes("shfl.sync.idx.b32 %r5, %r4, 2, 6175, -1;", segment); // 0x181f: segments of eight
  lanes("bfi.b32 %r5, %r4, %r0, 2, 3;", inserted);
  lanes("bfi.b32 %r5, %r4, %r0, 30, 7;", cut_off);
  lanes("cvt.u64.u32 %rd2, %r4;\nbfi.b64 %rd2, %rd2, 5, 33, 30;\nshr.u64 %rd2, %rd2, 33;\ncvt.u32.u64 %r5, "
        "%rd2;",
        tripled);
  lanes("cvt.u64.u32 %rd2, %r4;\nbfi.b64 %rd2, %rd2, 5, 33, 30;\ncvt.u32.u64 %r5, %rd2;", five);
  lanes("bfe.u32 %r5, %r4, 1, 3;", taken_out);
  lanes("shf.l.wrap.b32 %r5, %r4, %r0, 33;", funnel_left);
  lanes("shf.r.wrap.b32 %r5, %r4, %r0, 1;", funnel_right);
  lanes("vote.sync.any.pred %p3, %p1, -1;\nselp.u32 %r5, 1, 0, %p3;", one);
  lanes("vote.sync.all.pred %p3, %p1, -1;\nselp.u32 %r5, 1, 0, %p3;", none);
  lanes("bar.red.or.pred %p3, 0, %p1;\nselp.u32 %r5, 1, 0, %p3;", one);
  return TEST_END();
}
