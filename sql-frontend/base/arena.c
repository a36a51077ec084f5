/* Arenas: memory in blocks, freed all at once. */
#include "base/arena.h"

#include "base/shared_memory.h"
#include "base/stop.h"
#include "base/text_format.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { HUGE_PAGE = 2 * 1024 * 1024, FIRST_BLOCK = 16 * 1024, CLEARED_AT_ONCE = 1024 };

typedef struct block {
    struct block *next;
    size_t size, used, cleared; /* bytes of data; those from cleared on hold anything */
    int generation; /* of the process that made it (ip_shared_generation); 0: its memory is shared with no other */
    _Alignas(max_align_t) unsigned char data[];
} block;

enum { LARGEST_BLOCK = HUGE_PAGE - sizeof(block) };

struct ip_arena {
    block *blocks; /* newest first */
    size_t bytes;
    void *companion;
};

static void *must(void *pointer)
{
    if (!pointer)
        ip_memory_failed();
    return pointer;
}

/* Not zeroed yet: most arenas of a run in memory use a small part of their first block. Blocks of the largest size
 * begin at a huge page: hundreds of megabytes are then a few hundred page faults instead of a hundred thousand. */
static block *new_block(size_t room)
{
    block *b = ip_shared_generation() ? ip_shared_take(sizeof(block) + room) : NULL;
    if (b) {
        b->generation = ip_shared_generation();
    } else if (ip_shared_generation()) {
        ip_memory_failed();
    } else if (room == LARGEST_BLOCK) {
        b = must(aligned_alloc(HUGE_PAGE, HUGE_PAGE));
        madvise(b, HUGE_PAGE, MADV_HUGEPAGE);
        b->generation = 0;
    } else {
        b = must(malloc(sizeof(block) + room));
        b->generation = 0;
    }
    b->size = room;
    b->used = b->cleared = 0;
    return b;
}

/* What another process has made is left alone: it may be what that one hands on. */
static void free_block(block *b)
{
    if (!b->generation)
        free(b);
    else if (b->generation == ip_shared_generation())
        ip_shared_give(b, sizeof(block) + b->size);
}

ip_arena *ip_arena_new(void)
{
    return must(calloc(1, sizeof(ip_arena)));
}

void ip_arena_free(ip_arena *arena)
{
    if (!arena)
        return;
    for (block *b = arena->blocks, *next; b; b = next) {
        next = b->next;
        free_block(b);
    }
    free(arena);
}

void ip_arena_reset(ip_arena *arena)
{
    arena->bytes = 0;
    arena->companion = NULL;
    block *kept = arena->blocks;
    if (!kept)
        return;
    for (block *b = kept->next, *next; b; b = next) {
        next = b->next;
        if (b->size > kept->size) {
            block *smaller = kept;
            kept = b;
            b = smaller;
        }
        free_block(b);
    }
    kept->used = kept->cleared = 0;
    kept->next = NULL;
    arena->blocks = kept;
}

void **ip_arena_companion(ip_arena *arena)
{
    return &arena->companion;
}

/* Zeroes in pieces: for the many small allocations a call each would cost more than the zeroes. */
static void clear_up_to(block *b, size_t end)
{
    size_t more = b->cleared + CLEARED_AT_ONCE;
    if (more < end)
        more = end;
    if (more > b->size)
        more = b->size;
    memset(b->data + b->cleared, 0, more - b->cleared);
    b->cleared = more;
}

void *ip_arena_alloc(ip_arena *arena, size_t size)
{
    const size_t align = _Alignof(max_align_t);
    size = (size + align - 1) / align * align;
    block *b = arena->blocks;
    if (!b || b->generation != ip_shared_generation() || b->size - b->used < size) {
        size_t room = b ? b->size * 2 : FIRST_BLOCK;
        if (room > LARGEST_BLOCK)
            room = LARGEST_BLOCK;
        if (room < size)
            room = size;
        b = new_block(room);
        b->next = arena->blocks;
        arena->blocks = b;
    }
    void *result = b->data + b->used;
    b->used += size;
    arena->bytes += size;
    if (b->used > b->cleared)
        clear_up_to(b, b->used);
    return result;
}

char *ip_arena_strndup(ip_arena *arena, const char *text, size_t length)
{
    char *copy = ip_arena_alloc(arena, length + 1);
    memcpy(copy, text, length);
    return copy;
}

char *ip_arena_strdup(ip_arena *arena, const char *text)
{
    return ip_arena_strndup(arena, text, strlen(text));
}

char *ip_arena_vprintf(ip_arena *arena, const char *format, va_list args)
{
    char short_text[128]; /* most are: they are formatted once */
    va_list again;
    va_copy(again, args);
    int length = ip_text_format(short_text, sizeof short_text, format, args);
    char *text = ip_arena_alloc(arena, (size_t)(length < 0 ? 0 : length) + 1);
    if (length >= (int)sizeof short_text)
        vsnprintf(text, (size_t)length + 1, format, again);
    else if (length > 0)
        memcpy(text, short_text, (size_t)length);
    va_end(again);
    return text;
}

char *ip_arena_printf(ip_arena *arena, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *text = ip_arena_vprintf(arena, format, args);
    va_end(args);
    return text;
}

size_t ip_arena_bytes(const ip_arena *arena)
{
    return arena->bytes;
}

void *ip_arena_grow(ip_arena *arena, void *items, int count, int *capacity, size_t item_size)
{
    int larger = *capacity ? *capacity * 2 : 8;
    void *moved = ip_arena_alloc(arena, item_size * (size_t)larger);
    if (count)
        memcpy(moved, items, item_size * (size_t)count);
    *capacity = larger;
    return moved;
}
