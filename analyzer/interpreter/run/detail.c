/* The details of errors that constraints raise: the row, or the values of its key. */
#include "interpreter/run/write.h"
#include "parse/quoted_name.h"

#include <string.h>

/* The detail of the error: all values of the row, long ones cut (ExecBuildSlotValueDescription of execMain.c). It is a
 * read of the whole row, so it is computed only where some code or a client reads it. */
const char *ip_exec_failing_row(ip_run_state *run, const ip_table_plan *plan, int row, const ip_datum *values,
                                const bool *changed)
{
    enum { LONGEST = 64, CONTINUES = 0xC0, CONTINUED = 0x80 };
    const char *text = "";
    if ((!run->interpreter->asks_detail && !run->database->answers_clients) || plan->partition.expr)
        return NULL;
    for (int i = 0; i < plan->table->columns.count; i++) {
        ip_datum value = !changed || changed[i] ? values[i] : ip_exec_row_value(run, plan, row, i);
        const char *shown = value.kind == IP_DATUM_NULL ? "null" : ip_value_datum_text(run->arena, value);
        size_t length = strlen(shown), kept = length > LONGEST ? LONGEST : length;
        while (kept < length && kept > 0 && ((unsigned char)shown[kept] & CONTINUES) == CONTINUED)
            kept--;
        text = ip_arena_printf(run->arena, "%s%s%.*s%s", text, i ? ", " : "", (int)kept, shown,
                               kept < length ? "..." : "");
    }
    return ip_arena_printf(run->arena, "Failing row contains (%s).", text);
}

static const char *as_it_is(ip_arena *arena, const char *name)
{
    (void)arena;
    return name;
}

/* As in "Key (a, b)=(1, null)". quote: indexes have names with their quotes, foreign keys without (genam.c,
 * BuildIndexValueDescription; ri_triggers.c, ri_ReportViolation). */
static const char *key_text(ip_run_state *run, const ip_table *table, const int *columns, const ip_datum *values,
                            int count, const char *(*quote)(ip_arena *arena, const char *name))
{
    const char *names = "", *texts = "";
    for (int i = 0; i < count; i++) {
        const char *text = values[i].kind == IP_DATUM_NULL ? "null" : ip_value_datum_text(run->arena, values[i]);
        if (!text)
            return NULL;
        names = ip_arena_printf(run->arena, "%s%s%s", names, i ? ", " : "",
                                quote(run->arena, table->columns.items[columns[i]].name));
        texts = ip_arena_printf(run->arena, "%s%s%s", texts, i ? ", " : "", text);
    }
    return ip_arena_printf(run->arena, "Key (%s)=(%s)", names, texts);
}

const char *ip_exec_key_text(ip_run_state *run, const ip_table *table, const int *columns, const ip_datum *values,
                             int count)
{
    return key_text(run, table, columns, values, count, as_it_is);
}

const char *ip_exec_detail_of_duplicate(ip_run_state *run, const ip_table *table, const ip_key *key,
                                        const ip_datum *values)
{
    ip_datum *of_key = IP_NEW_ARRAY(run->arena, ip_datum, key->column_count);
    for (int i = 0; i < key->column_count; i++)
        of_key[i] = values[key->columns[i]];
    const char *text = key_text(run, table, key->columns, of_key, key->column_count, ip_parse_quoted_name);
    return text ? ip_arena_printf(run->arena, "%s already exists.", text) : NULL;
}
