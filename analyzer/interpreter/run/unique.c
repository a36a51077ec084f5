/* A row's way through the indexes that keep rows apart, one after the other in the order in which they were made
 * (execIndexing.c, ExecInsertIndexTuples): the first that another row is in the way of refuses it, or is waited at, and
 * others meet the row in those before. */
#include "interpreter/run/write.h"

static bool is_in(const ip_key *key, const bool *columns)
{
    bool any = !columns;
    for (int i = 0; i < key->column_count && !any; i++)
        any = columns[key->columns[i]];
    return any;
}

typedef struct entry {
    int row, subject; /* the row as it is, -1; the row that it becomes */
    ip_datum *values;
    const bool *changed;    /* NULL: a new row */
    const bool *differs;    /* the columns of keys that get another value; NULL: all */
    bool everywhere;        /* it gets an entry in all indexes */
    const ip_write *insert; /* INSERT with ON CONFLICT; NULL */
} entry;

/* ON CONFLICT is about rows that this constraint keeps apart. */
static bool is_arbiter(const ip_write *insert, const ip_table_plan *plan, int number)
{
    const ip_key *key = plan->uniques[number].key, *only_key = insert->source->conflict_key;
    const ip_exclusion *only = insert->source->conflict_exclusion;
    return (!only_key && !only) || (key ? key == only_key : plan->uniques[number].exclusion->source == only);
}

static long waits(const ip_run_state *run)
{
    return run->database->waits ? run->database->waits(run->database->data) : 0;
}

/* false: while the row has waited, another one may have come that ON CONFLICT is about. The server finds it when it
 * enters the index, does not wait for it there, enters the other indexes, and takes the row back then (execIndexing.c:
 * speculative insertion). */
static bool enter_indexes(ip_run_state *run, const ip_table_plan *plan, entry e)
{
    const long before = waits(run);
    bool alone = true;
    for (int u = 0; u < plan->unique_count; u++) {
        if (e.insert && waits(run) > before && is_arbiter(e.insert, plan, u)) {
            alone = false;
            continue;
        }
        const ip_key *key = plan->uniques[u].key;
        const ip_exclusion_plan *exclusion = plan->uniques[u].exclusion;
        if (key && is_in(key, e.differs) && ip_exec_find_duplicate(run, plan, key, e.values, e.row) >= 0)
            ip_exec_raise_duplicate(run, plan->table, key, e.subject, e.values);
        if (exclusion && (e.everywhere || ip_exec_exclusion_moves(run, plan, exclusion, e.row, e.values, e.changed)))
            ip_exec_check_exclusion(run, plan, exclusion, e.row, e.subject, e.values, e.changed);
    }
    return alone;
}

bool ip_exec_enter_new(ip_run_state *run, const ip_write *insert, int row, ip_datum *values)
{
    return enter_indexes(run, insert->plan,
                         (entry){.row = -1,
                                 .subject = row,
                                 .values = values,
                                 .everywhere = true,
                                 .insert = insert->source->on_conflict ? insert : NULL});
}

void ip_exec_enter_moved(ip_run_state *run, const ip_table_plan *plan, int row, int new_row, ip_datum *values,
                         bool everywhere)
{
    bool *all = IP_NEW_ARRAY(run->arena, bool, plan->table->columns.count);
    for (int i = 0; i < plan->table->columns.count; i++)
        all[i] = true;
    enter_indexes(run, plan, (entry){row, new_row, values, all, NULL, everywhere, NULL});
}

/* Columns of keys that get another value; false: there are none. Keys whose value stays the same need no other row. */
static bool key_columns_that_differ(ip_run_state *run, const ip_table_plan *plan, int row, ip_datum *values,
                                    const bool *changed, bool *differs)
{
    bool any = false;
    for (int k = 0; k < plan->table->keys.count; k++) {
        const ip_key *key = &plan->table->keys.items[k];
        bool affected = false;
        for (int i = 0; i < key->column_count; i++)
            affected = affected || (changed[key->columns[i]] && plan->key_position[key->columns[i]] < 0);
        for (int i = 0; i < key->column_count && affected; i++) {
            int column = key->columns[i];
            ip_datum old = ip_exec_row_value(run, plan, row, column);
            if (!changed[column])
                values[column] = old;
            differs[column] = !ip_value_datum_equal(old, values[column]);
            any = any || differs[column];
        }
    }
    return any;
}

/* The columns of a unique index without expressions count as key columns (heapam.c): an UPDATE of them takes a stronger
 * lock, before the row is entered anywhere. */
void ip_exec_enter_changed(ip_run_state *run, const ip_table_plan *plan, int row, ip_datum *values, const bool *changed,
                           bool everywhere)
{
    bool *differs = IP_NEW_ARRAY(run->arena, bool, plan->table->columns.count);
    bool changes_key = plan->table->keys.count > (plan->key_count > 0) &&
                       key_columns_that_differ(run, plan, row, values, changed, differs);
    for (int x = 0; x < plan->exclusion_count && !changes_key; x++)
        changes_key = ip_exec_exclusion_is_of_key(&plan->exclusions[x]) &&
                      ip_exec_exclusion_moves(run, plan, &plan->exclusions[x], row, values, changed);
    if (changes_key)
        ip_interpreter_lock_row(run, row, IP_LOCK_UPDATE);
    enter_indexes(run, plan, (entry){row, row, values, changed, differs, everywhere, NULL});
}

static int find_arbiter_row(ip_run_state *run, const ip_write *write, ip_datum *values)
{
    const ip_table_plan *plan = write->plan;
    int found = -1;
    for (int u = 0; u < plan->unique_count && found < 0; u++) {
        const ip_key *key = plan->uniques[u].key;
        if (is_arbiter(write, plan, u))
            found = key ? ip_exec_find_duplicate(run, plan, key, values, -1)
                        : ip_exec_find_excluded(run, plan, plan->uniques[u].exclusion, values);
    }
    return found;
}

/* While the row waits at one index, another row may enter those before, and is found as in enter_indexes. */
int ip_exec_find_arbiter_row(ip_run_state *run, const ip_write *write, ip_datum *values)
{
    for (;;) {
        long before = waits(run);
        int found = find_arbiter_row(run, write, values);
        if (found >= 0 || waits(run) == before)
            return found;
    }
}
