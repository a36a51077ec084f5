/* If the code raises a user-defined error, a guard mostly found too little, or too much, in the rows: a balance that
 * does not cover an amount. For a sum of several rows no single value helps, so every row gets the same value. */
#include "replay/search/raised_guard.h"

#include "replay/search/guide_state.h"

#include <inttypes.h>
#include <string.h>

enum { MOST_COLUMNS = 4, PLENTY = 1000, LARGEST = 1000000000 };

/* RAISE without an SQLSTATE, ASSERT, STRICT. */
static bool is_raised_by_code(const ip_run_outcome *ended)
{
    return ended->end == IP_RUN_ABORTED && ended->sqlstate && strncmp(ended->sqlstate, "P0", 2) == 0;
}

static bool is_number(const ip_table *table, int column)
{
    const ip_type type = table->columns.items[column].type;
    int position;
    return !type.array && (type.kind == IP_INTEGER || type.kind == IP_NUMERIC) &&
           !ip_replay_guide_is_key(table, column, &position);
}

/* Above what is asked for. */
static int64_t plenty(const ip_subject *subject, const ip_world *world)
{
    int64_t most = PLENTY;
    for (int i = 0; i < subject->count; i++)
        for (int p = 0, in = 0; p < subject->codes[i]->parameter_count; p++) {
            ip_datum argument = subject->codes[i]->in.items[p] ? ip_world_arguments(world, i)[in++] : (ip_datum){0};
            if (argument.kind == IP_DATUM_INTEGER && argument.as.integer > most && argument.as.integer < LARGEST)
                most = argument.as.integer;
            else if (argument.kind == IP_DATUM_NUMERIC &&
                     ip_value_datum_compare(argument, ip_value_datum_integer(most)) > 0 &&
                     ip_value_datum_compare(argument, ip_value_datum_integer(LARGEST)) < 0)
                most = LARGEST;
        }
    return most;
}

void ip_replay_propose_for_guard(ip_arena *arena, const ip_subject *subject, const ip_world *world, int instance,
                                 ip_moves *moves)
{
    const ip_world_reads *reads = ip_world_reads_of(world);
    IP_VEC(ip_fixed_value) columns = {0};
    if (!is_raised_by_code(ip_world_outcome(world, instance)))
        return;
    for (int r = 0; r < reads->count; r++) {
        const ip_world_read *read = &reads->items[r];
        const ip_table *table = ip_interpreter_rows_table(ip_world_all_rows(world), read->row);
        bool known = read->instance != instance || read->column < 0 || !is_number(table, read->column);
        for (int c = 0; c < columns.count && !known; c++)
            known = columns.items[c].table == table && columns.items[c].column == read->column;
        if (!known && columns.count < MOST_COLUMNS)
            IP_PUSH(arena, &columns, ((ip_fixed_value){.table = table, .column = read->column, .instance = -1}));
    }
    int64_t values[] = {0, plenty(subject, world)};
    for (int pass = 0; pass < 2; pass++)
        for (int c = columns.count - 1; c >= 0; c--) {
            ip_fixed_values move = {0};
            ip_code_type type =
                ip_value_code_type_of_column(&columns.items[c].table->columns.items[columns.items[c].column]);
            const char *error = NULL;
            columns.items[c].value =
                ip_value_datum_parse(arena, &type, ip_arena_printf(arena, "%" PRId64, values[pass]), &error);
            if (error)
                continue;
            IP_PUSH(arena, &move, columns.items[c]);
            IP_PUSH(arena, moves, move);
        }
}
