/* Texts that are one value. */
#include "live/compare.h"

#include <string.h>

/* pg_type.dat */
enum { TYPE_CHAR = 1042, TYPE_NUMERIC = 1700 };

const char *ip_live_canonical(ip_arena *arena, const char *text, Oid type)
{
    if (!text || (type != TYPE_CHAR && (type != TYPE_NUMERIC || !strchr(text, '.'))))
        return text;
    size_t length = strlen(text);
    char filler = type == TYPE_CHAR ? ' ' : '0';
    while (length && text[length - 1] == filler)
        length--;
    if (type == TYPE_NUMERIC && length && text[length - 1] == '.')
        length--;
    return ip_arena_strndup(arena, text, length);
}

static ip_outcome canonical_rows(ip_arena *arena, const ip_outcome *outcome, const Oid *types)
{
    ip_outcome copy = *outcome;
    int count = outcome->row_count * outcome->column_count;
    const char **values = IP_NEW_ARRAY(arena, const char *, count);
    for (int i = 0; i < count; i++)
        values[i] = ip_live_canonical(arena, outcome->values[i], types[i % outcome->column_count]);
    copy.values = values;
    return copy;
}

bool ip_live_agrees(ip_arena *arena, const ip_outcome *predicted, const ip_outcome *got, const Oid *types)
{
    if (predicted->kind == IP_OUTCOME_DONE)
        return got->kind != IP_OUTCOME_ERROR;
    if (predicted->kind != IP_OUTCOME_ROWS || got->kind != IP_OUTCOME_ROWS ||
        (predicted->row_count && predicted->column_count != got->column_count))
        return ip_schedule_outcome_equal(predicted, got);
    ip_outcome a = canonical_rows(arena, predicted, types), b = canonical_rows(arena, got, types);
    return ip_schedule_outcome_equal(&a, &b);
}
