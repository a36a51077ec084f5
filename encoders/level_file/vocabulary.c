/* The symbols that level files may use, with their sorts. */
#include "level_file/vocabulary.h"

#include <string.h>

typedef struct symbol_entry {
    const char *name;
    ip_vocabulary vocabulary;
    int arity;
    ip_level_sort sorts[IP_SYMBOL_MOST_ARGUMENTS];
} symbol_entry;

static const symbol_entry symbols[IP_SYMBOL_COUNT] = {
#define X(id, name, arity, field) [id] = {name, IP_VISIBILITY, arity, {IP_SORT_TXN, IP_SORT_TXN}},
    IP_LEVEL_SYMBOLS(X)
#undef X
#define X(id, name, field) [id] = {name, IP_VISIBILITY, 2, {IP_SORT_TXN, IP_SORT_STEP}},
        IP_STEP_SYMBOLS(X)
#undef X
            [IP_SYMBOL_PO] = {"po", IP_VISIBILITY, 2, {IP_SORT_STEP, IP_SORT_STEP}},
    [IP_SYMBOL_AT_LEVEL] = {"at-level", IP_VISIBILITY, 1, {IP_SORT_TXN}},
    [IP_SYMBOL_WRITES] = {"writes", IP_VISIBILITY, 2, {IP_SORT_TXN, IP_SORT_OBJECT}},
#define X(id, name, ...)                                                                                               \
    [id] = {name, IP_COMMIT_ORDER, sizeof((ip_level_sort[]){__VA_ARGS__}) / sizeof(ip_level_sort), {__VA_ARGS__}},
    IP_ORDER_SYMBOLS(X)
#undef X
};

static const char *const vocabularies[IP_VOCABULARY_COUNT] = {"visibility", "commit-order"};

static const struct {
    const char *name;
    const char *variables[IP_SYMBOL_MOST_ARGUMENTS]; /* for examples of use */
} sorts[IP_SORT_COUNT] = {[IP_SORT_TXN] = {"Txn", {"t", "u", "v"}},
                          [IP_SORT_STEP] = {"Step", {"p", "q", "r"}},
                          [IP_SORT_OBJECT] = {"Object", {"x", "y", "z"}}};

const char *ip_level_file_symbol_name(ip_level_symbol symbol)
{
    return symbols[symbol].name;
}

int ip_level_file_symbol_arity(ip_level_symbol symbol)
{
    return symbols[symbol].arity;
}

ip_vocabulary ip_level_file_symbol_vocabulary(ip_level_symbol symbol)
{
    return symbols[symbol].vocabulary;
}

ip_level_sort ip_level_file_symbol_sort(ip_level_symbol symbol, int argument)
{
    return symbols[symbol].sorts[argument];
}

static bool is_called(ip_level_symbol symbol, ip_vocabulary vocabulary, const char *name)
{
    return symbols[symbol].vocabulary == vocabulary && strcmp(symbols[symbol].name, name) == 0;
}

ip_level_symbol ip_level_file_symbol_find(ip_vocabulary vocabulary, const char *name)
{
    int found = 0;
    while (found < IP_SYMBOL_COUNT && !is_called((ip_level_symbol)found, vocabulary, name))
        found++;
    return (ip_level_symbol)found;
}

ip_level_symbol ip_level_file_symbol_resolve(ip_vocabulary vocabulary, const char *name, const ip_level_sort *given,
                                             int count)
{
    for (int s = 0; s < IP_SYMBOL_COUNT; s++) {
        bool fits = is_called((ip_level_symbol)s, vocabulary, name) && symbols[s].arity == count;
        for (int i = 0; fits && i < count; i++)
            fits = symbols[s].sorts[i] == given[i];
        if (fits)
            return (ip_level_symbol)s;
    }
    return IP_SYMBOL_COUNT;
}

const char *ip_level_file_sort_name(ip_level_sort sort)
{
    return sorts[sort].name;
}

const char *ip_level_file_vocabulary_name(ip_vocabulary vocabulary)
{
    return vocabularies[vocabulary];
}

ip_vocabulary ip_level_file_vocabulary_find(const char *name)
{
    int found = 0;
    while (found < IP_VOCABULARY_COUNT && strcmp(vocabularies[found], name) != 0)
        found++;
    return (ip_vocabulary)found;
}

bool ip_level_file_symbol_reserved(const char *name)
{
    for (int s = 0; s < IP_SORT_COUNT; s++)
        if (sorts[s].name && strcmp(sorts[s].name, name) == 0)
            return true;
    return strcmp(name, IP_LEVEL_OWNER) == 0;
}

/* "(wr x t u)" */
static const char *form_of(ip_arena *arena, ip_level_symbol symbol)
{
    const char *text = ip_arena_printf(arena, "(%s", symbols[symbol].name);
    int used[IP_SORT_COUNT] = {0};
    for (int i = 0; i < symbols[symbol].arity; i++) {
        ip_level_sort sort = symbols[symbol].sorts[i];
        text = ip_arena_printf(arena, "%s %s", text, sorts[sort].variables[used[sort]++]);
    }
    return ip_arena_printf(arena, "%s)", text);
}

const char *ip_level_file_vocabulary_text(ip_arena *arena, ip_vocabulary vocabulary)
{
    const char *text = "";
    for (int s = 0; s < IP_SYMBOL_COUNT; s++)
        if (symbols[s].vocabulary == vocabulary)
            text = ip_arena_printf(arena, "%s%s%s", text, *text ? ", " : "", form_of(arena, (ip_level_symbol)s));
    return text;
}

const char *ip_level_file_symbol_forms(ip_arena *arena, ip_level_symbol symbol)
{
    const char *text = "";
    for (int s = 0; s < IP_SYMBOL_COUNT; s++)
        if (is_called((ip_level_symbol)s, symbols[symbol].vocabulary, symbols[symbol].name))
            text = ip_arena_printf(arena, "%s%s%s", text, *text ? " or " : "", form_of(arena, (ip_level_symbol)s));
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

const char *ip_level_file_nearest(ip_arena *arena, const char *name, const char *const *candidates, int count)
{
    enum { LONGEST = 200 }; /* longer symbols are no misspelling of a known one */
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
