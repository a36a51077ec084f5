/* A CHECK often ties a column to a status: "output IS NULL OR status = 'done'". An UPDATE that sets the status reads
 * the column for the CHECK only, as the last of all, and any value but NULL is wrong there. */
#include "replay/search/refused_row.h"

#include <string.h>

enum { MOST_COLUMNS = 4 };

static bool is_refused(const ip_run_outcome *ended)
{
    return ended->end == IP_RUN_ABORTED && ended->sqlstate && strcmp(ended->sqlstate, "23514") == 0;
}

static bool is_among(const ip_fixed_values *facts, const ip_table *table, int column)
{
    for (int i = 0; i < facts->count; i++)
        if (facts->items[i].table == table && facts->items[i].column == column)
            return true;
    return false;
}

void ip_replay_propose_for_refused_row(ip_arena *arena, const ip_world *world, int instance, ip_moves *moves)
{
    const ip_world_reads *reads = ip_world_reads_of(world);
    const ip_table *last = NULL;
    ip_fixed_values columns = {0};
    if (!is_refused(ip_world_outcome(world, instance)))
        return;
    for (int r = reads->count - 1; r >= 0 && columns.count < MOST_COLUMNS; r--) {
        const ip_world_read *read = &reads->items[r];
        const ip_table *table = ip_interpreter_rows_table(ip_world_all_rows(world), read->row);
        ip_datum value;
        if (read->instance != instance || read->column < 0)
            continue;
        last = last ? last : table;
        if (table != last) /* read before the statement that writes the row */
            break;
        if (read->from < 0 && !table->columns.items[read->column].not_null &&
            ip_world_initial(world, read->row, read->column, &value) && value.kind != IP_DATUM_NULL &&
            !is_among(&columns, table, read->column))
            IP_PUSH(arena, &columns,
                    ((ip_fixed_value){
                        .table = table, .column = read->column, .instance = -1, .value = {.kind = IP_DATUM_NULL}}));
    }
    for (int c = columns.count - 1; c >= 0; c--) {
        ip_fixed_values move = {0};
        IP_PUSH(arena, &move, columns.items[c]);
        IP_PUSH(arena, moves, move);
    }
}
