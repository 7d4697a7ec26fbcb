// Keeps the folders of caches within a bound.
#ifndef CHATTER_BASE_CACHE_BOUND_H
#define CHATTER_BASE_CACHE_BOUND_H

// Marks a kept file as used now.
void cache_used(const char *path);

// Call it once `path` is written. Removes files of its folder, the least recently used first, until they hold
// CHATTER_CACHE_GB (10⁹ bytes, default 10) or less together. Leaves `path` itself and everything whose name
// does not begin with 32 hexadecimal digits. Returns how many are removed; where nothing can be read, 0.
int cache_bound(const char *path);

#endif
