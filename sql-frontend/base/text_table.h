/* Tables by texts, and the hash that they use (xxHash). */
#ifndef IP_TEXT_TABLE_H
#define IP_TEXT_TABLE_H

#include "base/arena.h"

#include <stddef.h>
#include <stdint.h>

uint64_t ip_hash(const void *bytes, size_t length);

typedef struct ip_text_entry {
    const char *text; /* NULL: free */
    uint64_t hash;
    void *value;
} ip_text_entry;

/* Starts zeroed; lives in the arena that its functions are given. */
typedef struct ip_text_table {
    ip_text_entry *entries;
    size_t size, used; /* size is a power of two */
} ip_text_table;

/* The text's entry, which is added with the value NULL if there is none. The text is not copied; an entry that is added
 * may be given a copy instead. The entry moves when another is added. */
ip_text_entry *ip_text_table_add(ip_arena *arena, ip_text_table *table, const char *text);
/* NULL: not in the table. */
void *ip_text_table_find(const ip_text_table *table, const char *text);

#endif
