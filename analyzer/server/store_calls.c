/* What the interpreter asks of a database, answered by the store, in which each cell is an object. */
#include "server/database_state.h"

#include <string.h>

enum { MOST_STEPS = 2000000 }; /* of a statement: queries of the catalog call functions for each of its rows */

static const char concurrent_update[] = "could not serialize access due to concurrent update";

static int group_of(const ip_served *s, int row)
{
    return s->now.groups + ip_interpreter_rows_table(s->rows, row)->id;
}

void ip_served_meet(ip_served *s)
{
    while (s->met < ip_interpreter_rows_count(s->rows)) {
        int row = s->met++;
        ip_store_met(s->store, group_of(s, row), row);
    }
    for (int row; (row = ip_interpreter_rows_given_again(s->rows)) >= 0;)
        ip_store_met(s->store, group_of(s, row), row);
}

static int group_to_forget(void *data, int row)
{
    const ip_served *s = data;
    const ip_table *table = ip_interpreter_rows_table(s->rows, row);
    if (ip_interpreter_rows_is_free(s->rows, row))
        return IP_ROW_IS_FREE;
    return table && !table->own ? group_of(s, row) : IP_ROW_IS_GONE;
}

/* Where rows come and go under ever new keys, rows that everyone sees as deleted would be most of what scans read. */
void ip_served_forget_rows(ip_served *s)
{
    ip_arena *scratch = ip_arena_new();
    const bool *gone =
        ip_store_forgotten_rows(s->store, scratch, ip_interpreter_rows_count(s->rows), group_to_forget, s);
    if (gone) {
        ip_served_drop_names(s, gone);
        ip_arena *arena = ip_arena_new();
        s->rows = ip_interpreter_rows_without(arena, s->rows, gone);
        ip_arena_free(s->now.arena);
        s->now.arena = arena;
        s->database.rows = s->now.rows = s->rows;
    }
    ip_arena_free(scratch);
}

static void refuse(const ip_served *s, const char *message)
{
    ip_exec_session_raise(s->interpreter, "40001", message);
}

static bool on_statement(void *data, const ip_code_statement *statement, int depth, bool new_snapshot)
{
    ip_served *s = data;
    (void)statement;
    ip_store_statement(s->store, depth, new_snapshot);
    return true;
}

static bool on_checks(void *data, int depth)
{
    ip_served *s = data;
    if (*ip_level_engine(s->level))
        ip_store_statement(s->store, depth, true);
    return true;
}

static bool on_ends(void *data)
{
    ip_store_statement(((ip_served *)data)->store, 0, true);
    return true;
}

static void on_resumed(void *data, int depth)
{
    ip_store_resume(((ip_served *)data)->store, depth);
}

static bool is_found(const ip_served *s, int row)
{
    for (int i = 0; i < s->found.count; i++)
        if (s->found.items[i] == row)
            return true;
    return false;
}

/* explorer/explorer.c has the same rule. */
static bool is_newest(const ip_served *s, int row, ip_read_mode mode)
{
    if (ip_reads_snapshot(mode) || !*ip_level_engine(s->level))
        return false;
    if (ip_checks_committed(mode) || ip_level_rereads_locked_rows(s->running))
        return true;
    return mode == IP_READ_CURRENT && (!ip_store_has_locked(s->store, row) || is_found(s, row));
}

static bool on_read(void *data, int row, int column, ip_read_mode mode, ip_datum *value)
{
    ip_served *s = data;
    bool newest = is_newest(s, row, mode);
    /* Only its own session knows a temporary table, and misses nothing in it. */
    s->touched = true;
    bool own = ip_catalog_name_is_temporary(ip_interpreter_rows_table(s->rows, row)->name);
    ip_store_policy policy = own ? ip_store_prefer(s->store, IP_STORE_LATEST) : IP_STORE_LATEST;
    ip_served_meet(s);
    if (ip_checks_committed(mode))
        ip_store_scan(s->store, group_of(s, row));
    ip_store_answer answer = ip_store_read(s->store, row * s->width + column + 1, newest, value);
    if (own)
        ip_store_prefer(s->store, policy);
    if (answer == IP_STORE_CONFLICT)
        refuse(s, IP_NO_SERIALIZATION);
    if (newest && column == IP_EXISTS && value->as.boolean)
        IP_PUSH(s->arena, &s->found, row);
    return true;
}

static bool on_write(void *data, int row, int column, ip_datum value)
{
    ip_served *s = data;
    s->touched = true;
    ip_served_meet(s);
    ip_store_write(s->store, row * s->width + column + 1, value);
    return true;
}

static bool on_lock(void *data, int row, ip_lock lock)
{
    ip_served *s = data;
    s->touched = true;
    ip_served_meet(s);
    if (ip_store_lock(s->store, row, lock) == IP_STORE_CONFLICT)
        refuse(s, concurrent_update);
    return true;
}

static bool on_met(void *data, int row)
{
    ip_served *s = data;
    ip_served_meet(s);
    if (ip_store_found_row(s->store, row) == IP_STORE_CONFLICT)
        refuse(s, concurrent_update);
    return true;
}

static bool is_one_row(const ip_table *table, const ip_sought *sought, int count)
{
    const int *columns;
    int width = ip_interpreter_rows_key_columns(table, &columns), equal = 0;
    for (int c = 0; c < width; c++) {
        bool found = false;
        for (int i = 0; i < count; i++)
            found = found || (sought[i].column == columns[c] && strcmp(sought[i].comparison, "=") == 0);
        equal += found;
    }
    return width > 0 && equal == width;
}

static void on_seeks(void *data, const ip_table *table, const ip_sought *sought, int count)
{
    ip_served *s = data;
    s->touched = true;
    ip_served_meet(s);
    if (!is_one_row(table, sought, count))
        ip_store_scan(s->store, s->now.groups + table->id);
}

/* TRUNCATE: once it has committed, no snapshot shows the old rows (PostgreSQL 15, section 13.6). Every session then
 * reads the latest committed versions. */
static bool on_empty(void *data, const ip_table *table)
{
    ip_served *s = data;
    const int *rows;
    int count = ip_interpreter_rows_of(s->rows, table, &rows);
    ip_served_meet(s);
    ip_store_scan(s->store, s->now.groups + table->id);
    for (int i = 0; i < count; i++)
        ip_store_write(s->store, rows[i] * s->width + IP_EXISTS + 1, ip_value_datum_boolean(false));
    s->emptied = true;
    return true;
}

static int on_savepoint(void *data)
{
    ip_served *s = data;
    IP_PUSH(s->arena, &s->blocks, ((ip_block_mark){ip_store_savepoint(s->store), s->sends.count}));
    return s->blocks.count - 1;
}

static void on_rollback_to(void *data, int savepoint)
{
    ip_served *s = data;
    ip_store_rollback_to(s->store, s->blocks.items[savepoint].store);
    s->sends.count = s->blocks.items[savepoint].sends;
}

/* A transaction sends each notification once (PostgreSQL 15, NOTIFY). */
static void on_notify(void *data, const char *channel, const char *payload)
{
    ip_served *s = data;
    for (int i = 0; i < s->sends.count; i++)
        if (strcmp(s->sends.items[i].channel, channel) == 0 && strcmp(s->sends.items[i].payload, payload) == 0)
            return;
    IP_PUSH(s->sent, &s->sends, ((ip_sending){ip_arena_strdup(s->sent, channel), ip_arena_strdup(s->sent, payload)}));
}

static void on_result(void *data, const ip_code_statement *statement, int row_count, int column_count,
                      const ip_datum *rows)
{
    (void)statement, (void)column_count, (void)rows;
    ((ip_served *)data)->changed = row_count;
}

static bool on_held(void *data, int row, ip_lock lock)
{
    (void)data, (void)row, (void)lock;
    return false; /* transactions run one after the other */
}

ip_database ip_served_calls_of_store(ip_served *s)
{
    return (ip_database){.data = s,
                         .rows = s->rows,
                         .instance = 1,
                         .meets_rows = true,
                         .rereads_locked_rows = ip_level_rereads_locked_rows(s->level),
                         .rechecks_keys = *ip_level_engine(s->level) != '\0',
                         .answers_clients = true,
                         .step_limit = MOST_STEPS,
                         .statement = on_statement,
                         .checks = on_checks,
                         .ends = on_ends,
                         .resumed = on_resumed,
                         .read = on_read,
                         .write = on_write,
                         .lock = on_lock,
                         .held = on_held,
                         .met = on_met,
                         .empty = on_empty,
                         .savepoint = on_savepoint,
                         .rollback_to = on_rollback_to,
                         .notifies = on_notify,
                         .setting = ip_served_setting_asked,
                         .configures = ip_served_setting_configured,
                         .about_session = ip_served_session_asked,
                         .notice = ip_served_notice_raised,
                         .draws = ip_served_draws,
                         .restarts = ip_served_restarts,
                         .result = on_result,
                         .seeks = on_seeks};
}
