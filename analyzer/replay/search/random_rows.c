/* If no model leads to a run: random but reproducible initial rows, arguments and values; some draws use the same
 * values throughout, so that values from distant places match. */
#include "replay/search/random_rows.h"

#include "replay/world/draw.h"
#include "replay/trial/special_values.h"

/* Initial rows of tables without a key are numbered from this on: beyond those of the model, and of guide.c. */
enum { FIRST_SCATTERED = 2000, MOST_ROWS = 3, LIKELY = 4 };

static ip_datum drawn_value(uint64_t *state, const ip_value_list *usual)
{
    int among = usual->count < LIKELY ? usual->count : LIKELY;
    return usual->items[ip_draw(state) % (uint64_t)among];
}

/* number 1: the common value; above: another value. */
static ip_datum even_value(ip_arena *arena, const ip_value_list *usual, int even, int number)
{
    int other = 0, special = number == 1 ? ip_trial_special_option(usual, even) : -1;
    if (special >= 0)
        return usual->items[special];
    for (int i = 0; i < usual->count; i++)
        if (ip_trial_is_even_value(arena, usual->items[i]) == (number == 1) && (number == 1 || ++other == number - 1))
            return usual->items[i];
    return usual->items[0];
}

/* Of rows with the same values in their keys the last column differs. */
static bool drawn_key(ip_arena *arena, ip_subject *subject, uint64_t *state, int even, int number,
                      const ip_table *table, ip_datum *key)
{
    const int *columns;
    int n = ip_interpreter_rows_key_columns(table, &columns);
    for (int i = 0; i < n; i++) {
        const ip_value_list *usual = ip_trial_subject_usual(subject, table->columns.items[columns[i]].type, 0);
        if (!usual->count)
            return false;
        key[i] = number ? even_value(arena, usual, even, i == n - 1 ? number : 1) : drawn_value(state, usual);
    }
    return true;
}

/* The first draws of the same values have all rows except those that an instance may insert; then all; one row of each
 * table, then two. */
static int drawn_count(const ip_subject *subject, uint64_t *state, uint64_t draw, const ip_table *table)
{
    int even = ip_even_draw(draw), most = even % 2 ? 1 : 2;
    if (!subject->named[table->id])
        return 0;
    if (!even)
        return (int)(ip_draw(state) % (MOST_ROWS + 1));
    if (even <= 2)
        return subject->inserted[table->id] ? 0 : most;
    return even <= 4 || ip_draw(state) % 3 ? most : 0;
}

void ip_replay_random_rows(ip_arena *arena, ip_subject *subject, uint64_t draw, ip_fixed_values *facts)
{
    uint64_t state = draw * 0x9E3779B97F4A7C15ull | 1;
    for (int t = 0; t < subject->schema->tables.count; t++) {
        const ip_table *table = subject->schema->tables.items[t];
        int count = drawn_count(subject, &state, draw, table);
        for (int r = 0; r < count; r++) {
            const int *columns;
            int n = ip_interpreter_rows_key_columns(table, &columns);
            ip_datum *key = IP_NEW_ARRAY(arena, ip_datum, n + 1);
            key[0] = ip_interpreter_rows_hidden_key(0, FIRST_SCATTERED + r);
            if (!drawn_key(arena, subject, &state, ip_even_draw(draw), ip_even_draw(draw) ? r + 1 : 0, table, key))
                continue;
            ip_fixed_value fact = {table, key, IP_EXISTS, -1, ip_value_datum_boolean(true)};
            IP_PUSH(arena, facts, fact);
        }
    }
}
