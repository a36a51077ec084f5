/* Memory by lifespan: everything allocated from an arena lives until the arena is freed, and nothing in it is freed
 * singly. One arena per run, one per query. Allocation failure ends the process with "out of memory" (exit status 2): a
 * caller could do nothing better. */
#ifndef IP_ARENA_H
#define IP_ARENA_H

#include <stdarg.h>
#include <stddef.h>

typedef struct ip_arena ip_arena;

ip_arena *ip_arena_new(void);
void ip_arena_free(ip_arena *arena); /* NULL is allowed */
/* Frees everything, and keeps the largest block for later allocations: a loop that fills and resets one arena soon
 * needs no memory from the system. */
void ip_arena_reset(ip_arena *arena);

/* Zero-filled, aligned for any type. size 0 gives a valid, unusable pointer. */
void *ip_arena_alloc(ip_arena *arena, size_t size);
char *ip_arena_strdup(ip_arena *arena, const char *text);
char *ip_arena_strndup(ip_arena *arena, const char *text, size_t length);
char *ip_arena_printf(ip_arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));
char *ip_arena_vprintf(ip_arena *arena, const char *format, va_list args);
/* One object that lives as long as the arena's contents do; NULL at first. parse/ keeps the texts' trees there. */
void **ip_arena_companion(ip_arena *arena);
size_t ip_arena_bytes(const ip_arena *arena); /* handed out so far */

#define IP_NEW(arena, type) ((type *)ip_arena_alloc((arena), sizeof(type)))
#define IP_NEW_ARRAY(arena, type, count) ((type *)ip_arena_alloc((arena), sizeof(type) * (size_t)(count)))

/* A growable array whose items live in an arena. Declare a field or variable
 * as IP_VEC(int) v; it starts zeroed. Items move when it grows: keep indexes,
 * not pointers into .items. */
#define IP_VEC(type)                                                                                                   \
    struct {                                                                                                           \
        type *items;                                                                                                   \
        int count;                                                                                                     \
        int capacity;                                                                                                  \
    }

#define IP_PUSH(arena, vec, item)                                                                                      \
    do {                                                                                                               \
        if ((vec)->count == (vec)->capacity)                                                                           \
            (vec)->items = ip_arena_grow((arena), (vec)->items, (vec)->count, &(vec)->capacity, sizeof *(vec)->items); \
        (vec)->items[(vec)->count++] = (item);                                                                         \
    } while (0)

/* Room for more items of a full array; used by IP_PUSH only. */
void *ip_arena_grow(ip_arena *arena, void *items, int count, int *capacity, size_t item_size);

#endif
