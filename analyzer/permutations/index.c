/* Reads CREATE INDEX statements of an isolation test's setup. */
#include "permutations/index.h"

#include "parse/lexer.h"

typedef struct words {
    ip_arena *arena;
    ip_range range;
    size_t at;
    ip_token now;
} words;

static void next(words *w)
{
    w->now = ip_parse_next_token(w->range.source, &w->at, w->range.end, false);
}

static bool take(words *w, const char *text)
{
    if (!ip_parse_token_is(w->range.source, w->now, text))
        return false;
    next(w);
    return true;
}

static const char *take_name(words *w)
{
    if (w->now.kind != IP_TOKEN_WORD && w->now.kind != IP_TOKEN_QUOTED)
        return NULL;
    const char *name = ip_parse_token_name(w->arena, w->range.source, w->now);
    next(w);
    return name;
}

/* Reads column names separated by commas, after the opening parenthesis. */
static bool take_columns(words *w, ip_compiled_index *index)
{
    IP_VEC(const char *) columns = {0};
    do {
        const char *name = take_name(w);
        if (!name)
            return false;
        IP_PUSH(w->arena, &columns, name);
        take(w, "asc");
    } while (take(w, ","));
    index->columns = columns.items;
    index->column_count = columns.count;
    return take(w, ")");
}

bool ip_permutations_read_index(ip_arena *arena, ip_range statement, ip_compiled_index *index)
{
    words w = {.arena = arena, .range = statement, .at = statement.begin};
    *index = (ip_compiled_index){0};
    next(&w);
    if (!take(&w, "create"))
        return false;
    bool unique = take(&w, "unique"), known = true;
    if (!take(&w, "index"))
        return false;
    while (w.now.kind != IP_TOKEN_END && !take(&w, "on"))
        next(&w);
    take(&w, "only");
    index->table = take_name(&w);
    if (take(&w, "."))
        index->table = ip_arena_printf(arena, "%s.%s", index->table, take_name(&w));
    if (take(&w, "using"))
        known = take(&w, "btree");
    if (!index->table || !known || !take(&w, "(") || !take_columns(&w, index) || w.now.kind != IP_TOKEN_END) {
        index->column_count = 0;
        return index->table;
    }
    return !unique;
}
