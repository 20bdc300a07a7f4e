/* What compiled kernels call besides each other: Numba's allocator of arrays, and memory for the caller.
   In Numba's code sizes have 64 bits; pointers have 32. */

typedef unsigned long long u64;
typedef unsigned long size;

/* As in numba/core/runtime/nrt.cpp: kernels count references and read `data`. */
typedef struct {
  u64 references;
  void *destructor, *destructor_info, *data;
  u64 bytes;
  void *allocator;
} MemInfo;

#ifdef SIDE_MODULE /* in the memory of Python */

void *malloc(size bytes);
void free(void *pointer);
void *NRT_Allocate(u64 bytes) { return malloc((size)bytes); }
void NRT_Free(void *pointer) { free(pointer); }

#else

/* Kernels need arrays of few sizes, for moments: freed blocks are kept by size, in units of 32 bytes. */
typedef struct Block {
  u64 unit;
  struct Block *next;
} Block;

enum { UNITS = 4096 };
static Block *freed[UNITS];
extern unsigned char __heap_base;
static size top;

/* Memory that is never freed, aligned to 16 bytes; 0 if there is none left. */
__attribute__((export_name("allocate"))) void *allocate(size bytes) {
  if (!top) top = ((size)&__heap_base + 15) & ~15ul;
  size start = top, have = __builtin_wasm_memory_size(0) << 16;
  top += (bytes + 15) & ~15ul;
  if (top > have && __builtin_wasm_memory_grow(0, (top - have + 65535) >> 16) == (size)-1) {
    top = start;
    return 0;
  }
  return (void *)start;
}

void *NRT_Allocate(u64 bytes) {
  u64 unit = (bytes + 31) >> 5;
  Block *block = unit < UNITS ? freed[unit] : 0;
  if (block) {
    freed[unit] = block->next;
    return block + 1;
  }
  block = allocate((size)(unit << 5) + sizeof(Block));
  if (!block) return 0;
  block->unit = unit;
  return block + 1;
}

void NRT_Free(void *pointer) {
  Block *block = (Block *)pointer - 1;
  if (block->unit >= UNITS) return;
  block->next = freed[block->unit];
  freed[block->unit] = block;
}

#endif

MemInfo *NRT_MemInfo_alloc_aligned(u64 bytes, unsigned align) {
  MemInfo *info = NRT_Allocate(sizeof(MemInfo) + bytes + align);
  if (!info) return 0;
  size data = ((size)(info + 1) + align - 1) / align * align;
  *info = (MemInfo){1, 0, 0, (void *)data, bytes, 0};
  return info;
}

MemInfo *NRT_MemInfo_alloc_safe_aligned(u64 bytes, unsigned align) { return NRT_MemInfo_alloc_aligned(bytes, align); }
MemInfo *NRT_MemInfo_alloc(u64 bytes) { return NRT_MemInfo_alloc_aligned(bytes, 16); }
MemInfo *NRT_MemInfo_alloc_safe(u64 bytes) { return NRT_MemInfo_alloc_aligned(bytes, 16); }
void NRT_MemInfo_call_dtor(MemInfo *info) { NRT_Free(info); }
