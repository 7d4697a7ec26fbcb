// Counter-based random numbers: Philox4x32-10 (Salmon et al. 2011). There is no state: a number is
// a function of seed, trajectory, stream and step, so it is the same in every batch, shard and
// restart. C17 and CUDA C++.
#ifndef CHATTER_KERNELS_RANDOM_H
#define CHATTER_KERNELS_RANDOM_H

#if defined(__CUDACC__) || defined(__CUDACC_RTC__)
#define RANDOM_FN static __host__ __device__ __forceinline__
#else
#define RANDOM_FN static inline
#endif

// Streams, one per purpose, so that no two purposes use the same numbers.
enum {
  RANDOM_STREAM_DESIGN = 0,
  RANDOM_STREAM_SHIFT = 1000,
  RANDOM_STREAM_PERMUTATION = 2000,
  RANDOM_STREAM_STEPPER = 10000,
  RANDOM_STREAM_ROUGHNESS = 20000 // then that of its beginning
};

// Applies ten rounds to counter[4] with the key; the result replaces the counter.
RANDOM_FN void random_philox(unsigned int counter[4], unsigned int key0, unsigned int key1) {
  for (int round = 0; round < 10; round++) {
    unsigned long long a = 0xD2511F53ull * counter[0], b = 0xCD9E8D57ull * counter[2];
    unsigned int next0 = (unsigned int)(b >> 32) ^ counter[1] ^ key0;
    unsigned int next2 = (unsigned int)(a >> 32) ^ counter[3] ^ key1;
    counter[0] = next0;
    counter[1] = (unsigned int)b;
    counter[2] = next2;
    counter[3] = (unsigned int)a;
    key0 += 0x9E3779B9u;
    key1 += 0xBB67AE85u;
  }
}

// Returns nearly Gaussian noise of mean 0 and variance 1: the sum of eight uniform 16-bit integers,
// the same on every machine. Kurtosis 3 - 1.2 / 8; at most 4.9 in magnitude.
RANDOM_FN double random_white_noise(unsigned long long seed, unsigned int stream, unsigned long long index) {
  unsigned int counter[4] = {(unsigned int)index, stream, (unsigned int)(index >> 32), 0}, sum = 0;
  random_philox(counter, (unsigned int)seed, (unsigned int)(seed >> 32));
  for (int i = 0; i < 4; i++) sum += (counter[i] & 0xffffu) + (counter[i] >> 16);
  return ((double)sum - 262140) * 1.8688123650118534e-5; // 1 / √(8 (2^32 - 1) / 12)
}

// Returns 64 random bits.
RANDOM_FN unsigned long long random_bits(unsigned long long seed, unsigned long long trajectory,
                                         unsigned int stream, unsigned int step) {
  unsigned int counter[4] = {step, stream, (unsigned int)trajectory, (unsigned int)(trajectory >> 32)};
  random_philox(counter, (unsigned int)seed, (unsigned int)(seed >> 32));
  return (unsigned long long)counter[0] << 32 | counter[1];
}

// Returns a uniform number in (0, 1), never 0 or 1: the centre of one of 2^52 equal cells.
RANDOM_FN double random_uniform(unsigned long long seed, unsigned long long trajectory, unsigned int stream,
                                unsigned int step) {
  return ((double)(random_bits(seed, trajectory, stream, step) >> 12) + 0.5) * 2.220446049250313e-16; // 2^-52
}

#endif
