/* Keeps what the transactions since the last definition, TRUNCATE or CHECKPOINT have begun with, so that a run in which
 * clients create their tables can be shown from there. */
#include "server/era.h"

#include "server/database_state.h"

bool ip_served_era_holds(const ip_table *table)
{
    return !table->locks_only && !table->own && !ip_catalog_name_is_temporary(table->name);
}

ip_era_rows ip_served_era_rows(const ip_served *s, ip_arena *arena, const ip_table *table)
{
    const int *rows;
    int n = table->columns.count, count = ip_interpreter_rows_of(s->rows, table, &rows), found = 0;
    const char **values = IP_NEW_ARRAY(arena, const char *, (size_t)count *(size_t)n);
    for (int r = 0; r < count; r++) {
        ip_datum there = ip_store_latest(s->store, rows[r] * s->width + IP_EXISTS + 1);
        if (there.kind != IP_DATUM_BOOLEAN || !there.as.boolean)
            continue;
        for (int c = 0; c < n; c++) {
            const char *text = ip_value_datum_text(arena, ip_store_latest(s->store, rows[r] * s->width + c + 1));
            values[found * n + c] = text ? ip_arena_strdup(arena, text) : NULL;
        }
        found++;
    }
    return (ip_era_rows){ip_arena_strdup(arena, table->name), found, n, values};
}

bool ip_served_era_has_ended(const ip_served *s)
{
    return s->era.end > 0;
}

void ip_served_era_end(ip_served *s, bool defines)
{
    s->era.defines = defines;
    s->era.end = s->last + !defines;
}

void ip_served_era_free(ip_served *s)
{
    if (s->era.schema)
        s->era.schema->users--;
    if (s->era.arena)
        ip_arena_free(s->era.arena);
    s->era = (ip_era){.first = 1};
}

void ip_served_era_begin(ip_served *s)
{
    ip_served_era_free(s);
    if (!s->keeps_answers)
        return;
    const ip_schema *schema = &s->schema->workload->schema;
    s->era = (ip_era){.arena = ip_arena_new(), .first = s->last + 1, .schema = s->schema};
    s->era.schema->users++;
    for (int i = 0; i < schema->tables.count; i++)
        if (ip_served_era_holds(schema->tables.items[i]))
            IP_PUSH(s->era.arena, &s->era.rows, ip_served_era_rows(s, s->era.arena, schema->tables.items[i]));
    for (int i = 0; i < s->now.sequences.count; i++) {
        drawn one = s->now.sequences.items[i];
        one.name = ip_arena_strdup(s->era.arena, one.name);
        IP_PUSH(s->era.arena, &s->era.sequences, one);
    }
}
