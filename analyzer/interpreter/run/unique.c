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
    const bool *changed; /* NULL: a new row */
    const bool *differs; /* the columns of keys that get another value; NULL: all */
    bool everywhere;     /* it gets an entry in all indexes */
} entry;

static void enter_indexes(ip_run_state *run, const ip_table_plan *plan, entry e)
{
    for (int u = 0; u < plan->unique_count; u++) {
        const ip_key *key = plan->uniques[u].key;
        const ip_exclusion_plan *exclusion = plan->uniques[u].exclusion;
        if (key && is_in(key, e.differs) && ip_exec_find_duplicate(run, plan, key, e.values, e.row) >= 0)
            ip_exec_raise_duplicate(run, plan->table, key, e.subject);
        if (exclusion && (e.everywhere || ip_exec_exclusion_moves(run, plan, exclusion, e.row, e.values, e.changed)))
            ip_exec_check_exclusion(run, plan, exclusion, e.row, e.subject, e.values, e.changed);
    }
}

void ip_exec_enter_new(ip_run_state *run, const ip_table_plan *plan, int row, ip_datum *values)
{
    enter_indexes(run, plan, (entry){.row = -1, .subject = row, .values = values, .everywhere = true});
}

void ip_exec_enter_moved(ip_run_state *run, const ip_table_plan *plan, int row, int new_row, ip_datum *values,
                         bool everywhere)
{
    bool *all = IP_NEW_ARRAY(run->arena, bool, plan->table->columns.count);
    for (int i = 0; i < plan->table->columns.count; i++)
        all[i] = true;
    enter_indexes(run, plan, (entry){row, new_row, values, all, NULL, everywhere});
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
    enter_indexes(run, plan, (entry){row, row, values, changed, differs, everywhere});
}

int ip_exec_find_arbiter_row(ip_run_state *run, const ip_write *write, ip_datum *values)
{
    const ip_table_plan *plan = write->plan;
    const ip_key *only_key = write->source->conflict_key;
    const ip_exclusion *only = write->source->conflict_exclusion;
    int found = -1;
    for (int u = 0; u < plan->unique_count && found < 0; u++) {
        const ip_key *key = plan->uniques[u].key;
        const ip_exclusion_plan *exclusion = plan->uniques[u].exclusion;
        bool meant = (!only_key && !only) || (key ? key == only_key : exclusion->source == only);
        if (meant)
            found = key ? ip_exec_find_duplicate(run, plan, key, values, -1)
                        : ip_exec_find_excluded(run, plan, exclusion, values);
    }
    return found;
}
