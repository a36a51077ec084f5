/* A key that identifies rows needs none of this: a transaction that inserts a row has locked it. With another key, or
 * EXCLUDE, two rows conflict: the server makes the second transaction wait for the first, whose row exists already,
 * committed or not (PostgreSQL 15 sources, check_exclusion_or_unique_constraint). */
#include "explorer/apart.h"

#include <string.h>

static ip_transactions bit(int t)
{
    return (ip_transactions)1 << t;
}

/* The value that the transaction leaves in the cell: its write, else its last read. false: unknown. */
static bool left(const ip_explore_apart *a, const ip_history *h, int t, int object, ip_datum *value)
{
    if (object >= h->object_count)
        return false;
    if (h->writers[object] & bit(t)) {
        *value = ip_explore_engine_written(a->engine, t, object);
        return true;
    }
    for (int r = h->transactions[t].read_count - 1; r >= 0; r--)
        if (h->transactions[t].reads[r].object == object) {
            *value = ip_explore_engine_written(a->engine, h->transactions[t].reads[r].from, object);
            return true;
        }
    return false;
}

static bool writes_row(const ip_explore_apart *a, const ip_history *h, int t, int row)
{
    bool any = false;
    for (int o = row * a->width; o < (row + 1) * a->width && o < h->object_count && !any; o++)
        any = h->writers[o] & bit(t);
    return any;
}

/* The row as the transaction leaves it, with its changes; NULL: it is absent. */
static ip_datum *left_row(ip_arena *arena, const ip_explore_apart *a, const ip_history *h, int t, int row)
{
    const ip_table *table = ip_interpreter_rows_table(a->rows, row);
    ip_datum *values = IP_NEW_ARRAY(arena, ip_datum, table->columns.count), exists;
    if (!writes_row(a, h, t, row) || (left(a, h, t, row * a->width, &exists) && !exists.as.boolean))
        return NULL;
    const int *key;
    int count = ip_interpreter_rows_key_columns(table, &key);
    for (int c = 0; c < table->columns.count; c++)
        left(a, h, t, row * a->width + c + 1, &values[c]);
    for (int k = 0; k < count; k++)
        values[key[k]] = ip_interpreter_rows_key(a->rows, row)[k];
    return values;
}

static bool in_the_way(ip_arena *arena, const ip_explore_apart *a, const ip_history *h, int reader, int writer, int row)
{
    const ip_table *table = ip_interpreter_rows_table(a->rows, row);
    const int *rows;
    int count = ip_interpreter_rows_of(a->rows, table, &rows);
    ip_datum *theirs = left_row(arena, a, h, writer, row);
    for (int i = 0; i < count && theirs; i++) {
        ip_datum *own = rows[i] == row ? NULL : left_row(arena, a, h, reader, rows[i]);
        if (own && ip_exec_interpreter_keeps_apart(a->interpreter, a->rows, table, own, theirs))
            return true;
    }
    return false;
}

static ip_transactions writers_in_the_way(ip_arena *arena, const ip_explore_apart *a, const ip_history *h, int reader,
                                          int row)
{
    ip_transactions result = 0;
    for (int v = 1; v < h->count; v++)
        if (v != reader && !h->transactions[v].aborted && in_the_way(arena, a, h, reader, v, row))
            result |= bit(v);
    return result;
}

static bool is_asked(const ip_explore_apart *a, const ip_history_read *read)
{
    const ip_table *table = ip_interpreter_rows_table(a->rows, read->object / a->width);
    return read->newest && read->check && (table->keys.count > 1 || table->exclusions.count > 0);
}

const ip_history *ip_explore_keep_apart(ip_arena *arena, const ip_explore_apart *a, const ip_history *history)
{
    ip_history *copy = NULL;
    for (int u = 1; u < history->count; u++) {
        const ip_history_transaction *t = &history->transactions[u];
        ip_history_read *reads = NULL;
        int known = -1;
        ip_transactions apart = 0;
        for (int r = 0; r < t->read_count && !t->aborted; r++) {
            int row = t->reads[r].object / a->width;
            if (!is_asked(a, &t->reads[r]))
                continue;
            apart = row == known ? apart : writers_in_the_way(arena, a, history, u, row);
            known = row;
            if (!apart)
                continue;
            if (!copy) {
                copy = IP_NEW(arena, ip_history);
                *copy = *history;
            }
            if (!reads) {
                reads = IP_NEW_ARRAY(arena, ip_history_read, t->read_count);
                memcpy(reads, t->reads, sizeof *reads * (size_t)t->read_count);
                copy->transactions[u].reads = reads;
            }
            reads[r].apart = apart;
        }
    }
    return copy ? copy : history;
}
