/* Enforces the analysis' assumptions about the initial state. */
#include "replay/world/assumed.h"

#include <string.h>

/* The row of the counter that this row's key is drawn from; -1: it does not exist. */
static int counter_of(const ip_assumed *a, const ip_client_rows *rows, const ip_client_row *row)
{
    for (int r = 0; r < rows->count; r++) {
        const ip_client_row *counter = &rows->items[r];
        bool same = counter->table == a->counter;
        for (int k = 0; same && k < a->count; k++)
            same = ip_value_datum_equal(counter->values[a->counter_key[k]], row->values[a->columns[k]]);
        if (same)
            return r;
    }
    return -1;
}

/* The least value that the counter may have for this row. */
static bool least_counter(const ip_assumed *a, const ip_client_rows *rows, int r, int *counter, int64_t *least)
{
    const ip_client_row *row = &rows->items[r];
    if (row->table != a->table || row->values[a->column].kind != IP_DATUM_INTEGER)
        return false;
    *counter = counter_of(a, rows, row);
    *least = row->values[a->column].as.integer - a->offset + 1;
    return *counter >= 0 && rows->items[*counter].values[a->counter_column].kind == IP_DATUM_INTEGER &&
           rows->items[*counter].values[a->counter_column].as.integer < *least;
}

void ip_world_assumed_raise(ip_arena *arena, const ip_assumed *assumed, int count, ip_client_rows *rows)
{
    for (int i = 0; i < count; i++)
        for (int r = 0; r < rows->count; r++) {
            int counter;
            int64_t least;
            if (!least_counter(&assumed[i], rows, r, &counter, &least))
                continue;
            int width = assumed[i].counter->columns.count;
            ip_datum *values = IP_NEW_ARRAY(arena, ip_datum, width);
            memcpy(values, rows->items[counter].values, sizeof *values * (size_t)width);
            values[assumed[i].counter_column] = ip_value_datum_integer(least);
            rows->items[counter].values = values;
        }
}

bool ip_world_assumed_holds(const ip_assumed *assumed, int count, const ip_client_rows *rows)
{
    for (int i = 0; i < count; i++)
        for (int r = 0; r < rows->count; r++) {
            int counter;
            int64_t least;
            if (least_counter(&assumed[i], rows, r, &counter, &least))
                return false;
        }
    return true;
}
