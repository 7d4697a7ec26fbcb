// Makes functions and table from the lines of ptx_opcodes.inc.
#include <math.h>

#include "ptx_machine.h"

typedef uint8_t c_pred, c_b8, c_u8;
typedef int8_t c_s8;
typedef uint16_t c_b16, c_u16;
typedef int16_t c_s16;
typedef uint32_t c_b32, c_u32;
typedef int32_t c_s32;
typedef uint64_t c_b64, c_u64;
typedef int64_t c_s64;
typedef float c_f32;
typedef double c_f64;
typedef uint32_t wide_u16;
typedef uint64_t wide_u32;
typedef int32_t wide_s16;
typedef int64_t wide_s32;

// M(name of the type in PTX, its member of ptx_value)
#define PREDICATE(M, ...) M(pred, pred, __VA_ARGS__)
#define B32(M, ...) M(b32, b32, __VA_ARGS__)
#define S32(M, ...) M(s32, s32, __VA_ARGS__)
#define U32(M, ...) M(u32, u32, __VA_ARGS__)
#define S64(M, ...) M(s64, s64, __VA_ARGS__)
#define U64(M, ...) M(u64, u64, __VA_ARGS__)
#define B64(M, ...) M(b64, b64, __VA_ARGS__)
#define FLOATS(M, ...) M(f32, f32, __VA_ARGS__) M(f64, f64, __VA_ARGS__)
#define UNTYPED(M, ...) M(b16, b16, __VA_ARGS__) M(b32, b32, __VA_ARGS__) M(b64, b64, __VA_ARGS__)
#define SIGNED(M, ...) M(s16, s16, __VA_ARGS__) M(s32, s32, __VA_ARGS__) M(s64, s64, __VA_ARGS__)
#define UNSIGNED(M, ...) M(u16, u16, __VA_ARGS__) M(u32, u32, __VA_ARGS__) M(u64, u64, __VA_ARGS__)
#define DIVISIBLE(M, ...) SIGNED(M, __VA_ARGS__) UNSIGNED(M, __VA_ARGS__)
#define INTEGERS DIVISIBLE
#define NARROW(M, ...)                                                                                       \
  M(s16, s16, __VA_ARGS__) M(u16, u16, __VA_ARGS__) M(s32, s32, __VA_ARGS__) M(u32, u32, __VA_ARGS__)
#define NUMBERS(M, ...) FLOATS(M, __VA_ARGS__) INTEGERS(M, __VA_ARGS__)
#define BITS(M, ...)                                                                                         \
  UNTYPED(M, __VA_ARGS__)                                                                                    \
  M(u16, b16, __VA_ARGS__)                                                                                   \
  M(s16, b16, __VA_ARGS__)                                                                                   \
  M(u32, b32, __VA_ARGS__)                                                                                   \
  M(s32, b32, __VA_ARGS__)                                                                                   \
  M(f32, b32, __VA_ARGS__) M(u64, b64, __VA_ARGS__) M(s64, b64, __VA_ARGS__) M(f64, b64, __VA_ARGS__)
#define ANY(M, ...) BITS(M, __VA_ARGS__) M(b8, b8, __VA_ARGS__) M(u8, u8, __VA_ARGS__) M(s8, s8, __VA_ARGS__)

#define VALUE_OF(operand) w->value[in->at[operand]][lane]
#define FUSED(a, b, c) (sizeof(a) == 4 ? fmaf((float)(a), (float)(b), (float)(c)) : fma(a, b, c))
#define ROOT(a) (sizeof(a) == 4 ? sqrtf((float)(a)) : sqrt(a))
#define LEAST(a, b) least(a, b)
#define MOST(a, b) (-least(-(a), -(b)))
#define SHIFT (VALUE_OF(2).u32)
#define WIDTH(a) (8 * (uint32_t)sizeof(a))
#define QUOTIENT(a, b) (divisible(block, in, lane, (uint64_t)(b)) ? (__int128)(a) / (b) : 0)
#define REMAINDER(a, b) (divisible(block, in, lane, (uint64_t)(b)) ? (__int128)(a) % (b) : 0)
// `length` bits above bit `position` of a word, as far as they fit.
#define FIELD(position, length) (uint32_t) field(32, (position)&255, (length)&255)
#define FIELD_WIDE(position, length) field(64, (position)&255, (length)&255)
#define INSERT(a, b, position, length)                                                                       \
  (((b) & ~(FIELD(position, length) << ((position)&31))) | ((a)&FIELD(position, length)) << ((position)&31))
#define INSERT_WIDE(a, b, position, length)                                                                  \
  (((b) & ~(FIELD_WIDE(position, length) << ((position)&63))) | ((a)&FIELD_WIDE(position, length))           \
                                                                    << ((position)&63))
#define CUT(a, low, high, least_, most, nan) cut((double)(a), low, high, least_, most, nan)

// Returns the smaller number, or the other one if one is NaN; -0 is less than 0.
static double least(double a, double b) {
  if (isnan(a) || isnan(b)) return isnan(a) ? b : a;
  if (a == b) return signbit(a) ? a : b;
  return a < b ? a : b;
}
static uint64_t field(uint32_t width, uint32_t position, uint32_t length) {
  if (position >= width) return 0;
  if (length > width - position) length = width - position;
  return length < 64 ? (1ull << length) - 1 : ~0ull;
}
static int64_t cut(double a, double low, double high, int64_t least_, int64_t most, int64_t nan) {
  return isnan(a) ? nan : a < low ? least_ : a >= high ? most : (int64_t)a;
}
static int divisible(ptx_block *b, const ptx_instruction *in, uint32_t lane, uint64_t by) {
  if (by == 0) ptx_fault(b, in, lane, PTX_ERROR, "integer division by zero, whose result is not specified");
  return by != 0;
}

// The bits of a GPU's NaN are not specified: by default the usual pattern, on request random bits.
static uint64_t nan_bits(ptx_block *b, int single) {
  const uint64_t random = b->options->random_nan ? ptx_random(&b->random) : 0;
  if (single) return b->options->random_nan ? (random & 0x803fffffu) | 0x7fc00000u : 0x7fffffffu;
  return (random & 0x8007ffffffffffffu) | 0x7ff8000000000000u;
}
#define PUT_INTEGER(type, x)                                                                                 \
  VALUE_OF(0) = (ptx_value) {                                                                                \
    .type = (c_##type)(x)                                                                                    \
  }
#define put_pred(x) PUT_INTEGER(pred, x)
#define put_b16(x) PUT_INTEGER(b16, x)
#define put_u16(x) PUT_INTEGER(u16, x)
#define put_s16(x) PUT_INTEGER(s16, x)
#define put_b32(x) PUT_INTEGER(b32, x)
#define put_u32(x) PUT_INTEGER(u32, x)
#define put_s32(x) PUT_INTEGER(s32, x)
#define put_b64(x) PUT_INTEGER(b64, x)
#define put_u64(x) PUT_INTEGER(u64, x)
#define put_s64(x) PUT_INTEGER(s64, x)
#define PUT_FLOAT(type, single, x)                                                                           \
  const c_##type put = (c_##type)(x);                                                                        \
  VALUE_OF(0) = isnan(put) ? (ptx_value){.b64 = nan_bits(block, single)} : (ptx_value) {                     \
    .type = put                                                                                              \
  }
#define put_f32(x) PUT_FLOAT(f32, 1, x)
#define put_f64(x) PUT_FLOAT(f64, 0, x)

// A complete warp runs through a simple loop.
#define LANES(...)                                                                                           \
  if (mask == UINT32_MAX) {                                                                                  \
    for (uint32_t lane = 0; lane < PTX_WARP; lane++) __VA_ARGS__                                             \
  } else {                                                                                                   \
    PTX_EACH(lane, mask) __VA_ARGS__                                                                         \
  }
#define FUNCTION(name, ...)                                                                                  \
  static void name(ptx_block *block, ptx_warp *w, const ptx_instruction *in, uint32_t mask) {                \
    (void)block;                                                                                             \
    LANES(__VA_ARGS__)                                                                                       \
  }
#define VALUE_FUNCTION(spelled, type, function, ...)                                                         \
  FUNCTION(function##_##spelled, {                                                                           \
    const c_##type a = VALUE_OF(1).type, b = VALUE_OF(2).type, c = VALUE_OF(3).type;                         \
    (void)a, (void)b, (void)c;                                                                               \
    put_##type(__VA_ARGS__);                                                                                 \
  })
#define TEST_FUNCTION(spelled, type, function, ...)                                                          \
  FUNCTION(function##_##spelled, {                                                                           \
    const c_##type a = VALUE_OF(1).type, b = VALUE_OF(2).type;                                               \
    put_pred(__VA_ARGS__);                                                                                   \
  })
#define WIDE_FUNCTION(spelled, type, function, ...)                                                          \
  FUNCTION(function##_##spelled, {                                                                           \
    const uint64_t A = (uint64_t)VALUE_OF(1).type, B = (uint64_t)VALUE_OF(2).type, c = VALUE_OF(3).b64;      \
    (void)c;                                                                                                 \
    VALUE_OF(0) = (ptx_value){.b64 = sizeof(wide_##type) == 4 ? (uint32_t)(__VA_ARGS__) : (__VA_ARGS__)};    \
  })

// Bit operations that no expression of one type describes.
#define SELP_FUNCTION(spelled, type, ...)                                                                    \
  FUNCTION(ptx_selp_##spelled,                                                                               \
           { VALUE_OF(0) = (ptx_value){.type = VALUE_OF(VALUE_OF(3).pred ? 1 : 2).type}; })
BITS(SELP_FUNCTION, 0)
FUNCTION(ptx_neg_float_f32, { VALUE_OF(0) = (ptx_value){.b32 = VALUE_OF(1).b32 ^ 0x80000000u}; })
FUNCTION(ptx_neg_float_f64, { VALUE_OF(0) = (ptx_value){.b64 = VALUE_OF(1).b64 ^ 0x8000000000000000u}; })
FUNCTION(ptx_abs_float_f32, { VALUE_OF(0) = (ptx_value){.b32 = VALUE_OF(1).b32 & 0x7fffffffu}; })
FUNCTION(ptx_abs_float_f64, { VALUE_OF(0) = (ptx_value){.b64 = VALUE_OF(1).b64 & 0x7fffffffffffffffu}; })
FUNCTION(ptx_mov_pack_b64, {
  const uint64_t low = VALUE_OF(1).b32, high = VALUE_OF(2).b32;
  VALUE_OF(0) = (ptx_value){.b64 = low | high << 32};
})
FUNCTION(ptx_mov_pack_b32, {
  const uint32_t low = VALUE_OF(1).b16, high = VALUE_OF(2).b16;
  VALUE_OF(0) = (ptx_value){.b32 = low | high << 16};
})
FUNCTION(ptx_mov_unpack_b64, {
  const uint64_t both = VALUE_OF(2).b64;
  VALUE_OF(0) = (ptx_value){.b32 = (uint32_t)both};
  VALUE_OF(1) = (ptx_value){.b32 = (uint32_t)(both >> 32)};
})

// First pass: functions.
#define VALUE(function, name, types, operands, class, ...) types(VALUE_FUNCTION, function, __VA_ARGS__)
#define TEST(function, name, types, operands, class, ...) types(TEST_FUNCTION, function, __VA_ARGS__)
#define WIDE(function, name, types, operands, class, ...) types(WIDE_FUNCTION, function, __VA_ARGS__)
#define CONVERT(function, name, to, from, ...)                                                               \
  FUNCTION(function, {                                                                                       \
    const c_##from a = VALUE_OF(1).from;                                                                     \
    put_##to(__VA_ARGS__);                                                                                   \
  })
#define CALL(function, name, types, operands, class)
#define TYPELESS(function, name, types, operands, class)
#define PLAIN(function, name, operands, class)
#include "ptx_opcodes.inc"
#undef VALUE
#undef TEST
#undef WIDE
#undef CONVERT
#undef CALL
#undef TYPELESS
#undef PLAIN

// Second pass: the table.
#define FP64(type) _Generic((c_##type)0, double : 1, default : 0)
#define ROW(spelled, type, function, name, operands, class)                                                  \
  {name "." #spelled, operands, class, FP64(type), (int)sizeof(c_##type), function##_##spelled},
#define TYPELESS_ROW(spelled, type, function, name, operands, class)                                         \
  {name "." #spelled, operands, class, FP64(type), (int)sizeof(c_##type), function},
#define VALUE(function, name, types, operands, class, ...) types(ROW, function, name, operands, class)
#define TEST VALUE
#define WIDE VALUE
#define CONVERT(function, name, to, from, ...) {name, "da", PTX_MOVE, 0, 0, function},
#define CALL(function, name, types, operands, class) types(ROW, ptx_##function, name, operands, class)
#define TYPELESS(function, name, types, operands, class)                                                     \
  types(TYPELESS_ROW, ptx_##function, name, operands, class)
#define PLAIN(function, name, operands, class) {name, operands, class, 0, 0, ptx_##function},
const ptx_opcode ptx_opcodes[] = {
#include "ptx_opcodes.inc"
};
const int ptx_opcode_count = sizeof ptx_opcodes / sizeof *ptx_opcodes;
