#include "level_vocabulary.h"

#include <stddef.h>
#include <string.h>

typedef struct symbol_entry {
    const char *name;
    int arity;
    bool stored; /* as an array of ip_relations */
    size_t offset;
} symbol_entry;

static const symbol_entry symbols[IP_SYMBOL_COUNT] = {
#define X(id, name, arity, field) [id] = {name, arity, true, offsetof(ip_relations, field)},
    IP_LEVEL_SYMBOLS(X)
#undef X
        [IP_SYMBOL_AT_LEVEL] = {"at-level", 1, false, 0},
};

const char *ip_level_symbol_name(ip_level_symbol symbol)
{
    return symbols[symbol].name;
}

int ip_level_symbol_arity(ip_level_symbol symbol)
{
    return symbols[symbol].arity;
}

ip_level_symbol ip_level_symbol_find(const char *name)
{
    int found = 0;
    while (found < IP_SYMBOL_COUNT && strcmp(symbols[found].name, name) != 0)
        found++;
    return (ip_level_symbol)found;
}

const Z3_ast *ip_level_symbol_terms(const ip_relations *relations, ip_level_symbol symbol)
{
    if (!symbols[symbol].stored)
        return NULL;
    Z3_ast *const *field = (Z3_ast *const *)(const void *)((const char *)relations + symbols[symbol].offset);
    return *field;
}

bool ip_level_symbol_reserved(const char *name)
{
    static const char *const reserved[] = {"Step", "txn", "po", "sees", "locks", "current"};
    for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++)
        if (strcmp(reserved[i], name) == 0)
            return true;
    return false;
}

const char *ip_level_vocabulary(ip_arena *arena)
{
    const char *text = "";
    for (int i = 0; i < IP_SYMBOL_COUNT; i++)
        text = ip_arena_printf(arena, "%s%s(%s t%s)", text, i ? ", " : "", symbols[i].name,
                               symbols[i].arity == 2 ? " u" : "");
    return text;
}

/* Levenshtein 1966, by rows. */
static int edit_distance(ip_arena *arena, const char *a, const char *b)
{
    int columns = (int)strlen(b) + 1;
    int *row = IP_NEW_ARRAY(arena, int, columns);
    for (int j = 0; j < columns; j++)
        row[j] = j;
    for (int i = 0; a[i]; i++) {
        int diagonal = row[0];
        row[0] = i + 1;
        for (int j = 1; j < columns; j++) {
            int change = diagonal + (a[i] != b[j - 1]);
            diagonal = row[j];
            int gap = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1;
            row[j] = change < gap ? change : gap;
        }
    }
    return row[columns - 1];
}

const char *ip_level_nearest(ip_arena *arena, const char *name, const char *const *candidates, int count)
{
    enum { LONGEST = 200 }; /* nobody mistypes a symbol that long */
    const char *best = NULL;
    size_t length = strlen(name);
    if (length > LONGEST)
        return NULL;
    int best_distance = length <= 3 ? 2 : (int)length / 3 + 1; /* first distance that is too far */
    for (int i = 0; i < count; i++) {
        int distance = edit_distance(arena, name, candidates[i]);
        if (distance < best_distance) {
            best_distance = distance;
            best = candidates[i];
        }
    }
    return best;
}
