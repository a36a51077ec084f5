#include "replay/scatter.h"

#include "replay/draw.h"

/* Initial rows of tables without a key are numbered from this on: beyond those of the model, and of guide.c. */
enum { FIRST_SCATTERED = 2000, MOST_ROWS = 3, LIKELY = 4 };

static bool drawn_key(ip_subject *subject, uint64_t *state, const ip_table *table, ip_datum *key)
{
    const int *columns;
    int n = ip_rows_key_columns(table, &columns);
    for (int i = 0; i < n; i++) {
        const ip_values *usual = ip_subject_usual(subject, table->columns.items[columns[i]].type, 0);
        if (!usual->count)
            return false;
        int among = usual->count < LIKELY ? usual->count : LIKELY;
        key[i] = usual->items[ip_draw(state) % (uint64_t)among];
    }
    return true;
}

void ip_scatter(ip_arena *arena, ip_subject *subject, uint64_t draw, ip_facts *facts)
{
    uint64_t state = draw * 0x9E3779B97F4A7C15ull | 1;
    for (int t = 0; t < subject->schema->tables.count; t++) {
        const ip_table *table = subject->schema->tables.items[t];
        int count = subject->named[t] ? (int)(ip_draw(&state) % (MOST_ROWS + 1)) : 0;
        for (int r = 0; r < count; r++) {
            const int *columns;
            int n = ip_rows_key_columns(table, &columns);
            ip_datum *key = IP_NEW_ARRAY(arena, ip_datum, n + 1);
            key[0] = ip_rows_hidden_key(0, FIRST_SCATTERED + r);
            if (!drawn_key(subject, &state, table, key))
                continue;
            ip_fact fact = {table, key, IP_EXISTS, -1, ip_datum_boolean(true)};
            IP_PUSH(arena, facts, fact);
        }
    }
}
