/* Assumptions of the analysis about the initial state besides the schema's constraints, which the report lists: a
 * replay that violated them would confirm something that the analysis never claimed. */
#ifndef IP_ASSUMED_H
#define IP_ASSUMED_H

#include "replay/world/client.h"

/* Keys of a table that are drawn from a counter are below it: row.column < counter.counter_column + offset, where the
 * counter's row has the values of these columns as its key. */
typedef struct ip_assumed {
    const ip_table *table;
    int column;
    const ip_table *counter;
    int counter_column;
    int64_t offset;
    int count;
    const int *columns, *counter_key;
} ip_assumed;

typedef IP_VEC(ip_client_row) ip_client_rows;

/* Raises counters until it holds; values are changed in copies. */
void ip_world_assumed_raise(ip_arena *arena, const ip_assumed *assumed, int count, ip_client_rows *rows);
bool ip_world_assumed_holds(const ip_assumed *assumed, int count, const ip_client_rows *rows);

#endif
