/* Places and messages of lowering. */
#include "lower/lower.h"

#include <string.h>

/* A parse tree gives most nodes a location; otherwise the statement's place is used. */
static bool location(const ip_tree *node, long *found)
{
    *found = ip_parse_location(node);
    return *found > 0;
}

ip_range ip_lower_place(const ip_lowerer *l, const ip_tree *node)
{
    long at;
    if (!node || !l->source || !location(node, &at) || at + l->shift < 0 ||
        (size_t)(at + l->shift) >= l->source->length)
        return l->range;
    ip_range range = {l->source, (size_t)(at + l->shift), (size_t)(at + l->shift) + 1};
    return range;
}

void ip_lower_note(ip_lowerer *l, const ip_tree *node, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    ip_diagnostics_add(l->diagnostics, IP_APPROXIMATION, ip_lower_place(l, node), l->program->name, "%s",
                       ip_arena_vprintf(l->arena, format, args));
    va_end(args);
}

void ip_lower_refuse(ip_lowerer *l, const ip_tree *node, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *message = ip_arena_vprintf(l->arena, format, args);
    va_end(args);
    ip_diagnostics_add(l->diagnostics, IP_UNSUPPORTED, ip_lower_place(l, node), l->program->name, "%s", message);
    if (!l->why)
        l->why = message;
}

void ip_lower_too_wide(ip_lowerer *l, const ip_tree *node)
{
    if (l->why)
        return;
    l->why = ip_arena_printf(l->arena, "more than %d tables in one statement", IP_MAX_SOURCES);
    l->wide = ip_lower_place(l, node);
}

void ip_lower_report_wide(ip_lowerer *l)
{
    if (l->wide.source)
        ip_diagnostics_add(l->diagnostics, IP_UNSUPPORTED, l->wide, l->program->name,
                           "more than %d tables in one statement", IP_MAX_SOURCES);
    l->wide.source = NULL;
}

void ip_lower_break(ip_lowerer *l, ip_range range, const char *message)
{
    if (l->program->broken)
        return;
    l->program->broken = message;
    l->program->broken_range = range;
}

void ip_lower_bad_name(ip_lowerer *l, const ip_tree *node, const char *format, ...)
{
    va_list args;
    /* The name may belong to something that was not understood before, such as a column of a query in WITH, which is
     * then the cause. */
    if (l->why && !l->bad_name)
        return;
    va_start(args, format);
    const char *message = ip_arena_vprintf(l->arena, format, args);
    va_end(args);
    ip_range place = ip_lower_place(l, node);
    ip_diagnostics_add(l->diagnostics, IP_ERROR, place, l->program->name, "%s", message);
    ip_lower_break(l, place, message);
    l->bad_name = true;
    if (!l->why)
        l->why = message;
}

static bool add_counted(const ip_pl_statement **table, int room, const ip_pl_statement *s)
{
    size_t mask = (size_t)room - 1, at = ((uintptr_t)s >> 4) * 0x9E3779B97F4A7C15u >> 20 & mask;
    for (; table[at]; at = (at + 1) & mask)
        if (table[at] == s)
            return false;
    table[at] = s;
    return true;
}

void ip_lower_count(ip_lowerer *l, const ip_pl_statement *s)
{
    if (l->program->read.count * 2 >= l->counted_room) {
        int room = l->counted_room ? l->counted_room * 2 : 32;
        const ip_pl_statement **table = IP_NEW_ARRAY(l->arena, const ip_pl_statement *, room);
        for (int i = 0; i < l->counted_room; i++)
            if (l->counted[i])
                add_counted(table, room, l->counted[i]);
        l->counted = table;
        l->counted_room = room;
    }
    if (add_counted(l->counted, l->counted_room, s))
        IP_PUSH(l->arena, &l->program->read, s->range);
}

/* Levenshtein's distance, cut off at names of 63 bytes as PostgreSQL's are. */
static int distance(const char *a, const char *b)
{
    enum { LONGEST = 63 };
    int row[LONGEST + 1];
    int m = (int)strnlen(a, LONGEST), n = (int)strnlen(b, LONGEST);
    for (int k = 0; k <= n; k++)
        row[k] = k;
    for (int i = 1; i <= m; i++) {
        int diagonal = row[0];
        row[0] = i;
        for (int k = 1; k <= n; k++) {
            int change = diagonal + (a[i - 1] != b[k - 1]);
            diagonal = row[k];
            int best = row[k] < row[k - 1] ? row[k] + 1 : row[k - 1] + 1;
            row[k] = best < change ? best : change;
        }
    }
    return row[n];
}

const char *ip_lower_nearest(ip_lowerer *l, const char *name, const char *const *names, int count)
{
    const char *best = NULL;
    int least = (int)strlen(name) / 2 + 1;
    for (int i = 0; i < count; i++) {
        int d = distance(name, names[i]);
        if (d <= least && (!best || d < least)) {
            best = names[i];
            least = d;
        }
    }
    return best ? ip_arena_printf(l->arena, "; the nearest name is \"%s\"", best) : "";
}
