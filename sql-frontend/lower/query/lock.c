/* Advisory locks and table locks. Each is a SELECT that locks one row of a hidden table (ip_catalog_lock_table). */
#include "lower/body/concurrent_outcome.h"
#include "lower/lower.h"
#include "catalog/truncate.h"

#include <string.h>

static const ip_type integer_type = {IP_INTEGER, false, "integer"};

/* Adds the lock on the row of this key to the query, as one more source. */
static void add_lock(ip_lowerer *l, ip_query *query, const ip_table *table, const ip_expr *const *key, ip_lock lock)
{
    int number = query->statement.sources.count;
    ip_row_source source = {.table = table, .alias = "lock", .lock = lock};
    source.filter_columns = IP_NEW_ARRAY(l->arena, bool, table->columns.count);
    source.output_columns = IP_NEW_ARRAY(l->arena, bool, table->columns.count);
    IP_PUSH(l->arena, &query->statement.sources, source);
    const ip_entry self = {.table = table, .source = number};
    for (int i = 0; i < table->columns.count; i++) {
        ip_conjunct equal = {.expr = ip_lower_binary(l, IP_OP_EQ, ip_lower_column(l, &self, i), key[i]),
                             .only = UINT64_C(1) << number};
        IP_PUSH(l->arena, &query->conjuncts, equal);
    }
}

static void emit_lock(ip_lowerer *l, const ip_table *table, const ip_expr *const *key, ip_lock lock, bool uncertain)
{
    ip_query *query = IP_NEW(l->arena, ip_query);
    query->statement.kind = IP_SELECT;
    query->statement.uncertain = uncertain;
    add_lock(l, query, table, key, lock);
    ip_lower_emit(l, query);
}

/* ---- advisory locks ---- */
static void note_ignored(ip_lowerer *l, const ip_tree *node, const char *name, const char *why)
{
    ip_lower_note(l, node, "the lock that %s() takes is not modelled%s: more interleavings than there are", name, why);
}

/* got: the value of the call. */
static const ip_expr *advisory_lock(ip_lowerer *l, const ip_tree *node, const char *name, const ip_values *args,
                                    ip_scope *scope, const ip_expr *got)
{
    const ip_expr *key[2], *rel = l->rel;
    bool tries = strstr(name, "pg_try") != NULL;
    uint64_t sources = 0;
    if (strstr(name, "unlock"))
        return got;
    if (!strstr(name, "xact") || args->count < 1 || args->count > 2) {
        note_ignored(l, node, name, ", as it need not be held to the end of the transaction");
        return got;
    }
    ip_type type = args->count == 1 ? ip_lower_integer_type : integer_type;
    for (int i = 0; i < args->count; i++) {
        key[i] = ip_lower_convert(l, args->items[i], type);
        sources |= ip_program_expr_sources(key[i]);
        if (!ip_program_expr_stable(key[i]) && sources == 0)
            key[i] = ip_lower_bind(l, "key", type, key[i]);
    }
    const ip_table *table = ip_catalog_lock_table(l->arena, &l->workload->schema,
                                                  args->count == 1 ? IP_LOCKS_ADVISORY : IP_LOCKS_ADVISORY_PAIR);
    ip_lock lock = strstr(name, "shared") ? IP_LOCK_SHARE : IP_LOCK_UPDATE;
    bool of_rows = scope && scope->query->statement.sources.count > 0;
    if (sources != 0 && (tries || !scope || l->conditional > 0 || (scope->parent && !scope->parent->names_only) ||
                         scope->optional || scope->query->statement.sources.count >= IP_MAX_SOURCES)) {
        note_ignored(l, node, name, " here, for each row of a query");
        return got;
    }
    if (sources != 0) {
        add_lock(l, scope->query, table, key, lock);
        scope->query->statement.uncertain = true; /* the server decides for which rows it is called */
        return got;
    }
    if (tries) {
        l->rel = ip_program_expr_and(l->arena, rel, ip_lower_is_true(l, got));
        ip_lower_note(l, node, "%s(): either outcome, whether the lock is free or not", name);
    }
    emit_lock(l, table, key, lock, of_rows || l->conditional > 0);
    l->rel = rel;
    return got;
}

const ip_expr *ip_lower_advisory_lock(ip_lowerer *l, const ip_tree *node, const char *name, const ip_values *args,
                                      ip_scope *scope)
{
    const ip_expr *got = ip_lower_unknown(l, ip_lower_boolean_type, args->count, args->items);
    if (strstr(name, "pg_try") && !strstr(name, "unlock")) {
        bool once = !scope || scope->query->statement.sources.count == 0;
        if (once)
            got = ip_lower_bind(l, "got", ip_lower_boolean_type, got);
        ip_lower_choice_of_result(l, ip_lower_place(l, node), ip_arena_printf(l->arena, "%s()", name),
                                  once ? got : NULL);
    }
    return advisory_lock(l, node, name, args, scope, got);
}

/* ---- tables ---- */
static void hold(ip_lowerer *l, const ip_table *table, ip_lock lock)
{
    bool sure = !ip_lower_path(l) && l->loop < 0 && l->handlers == 0;
    IP_PUSH(l->arena, &l->table_locks, ((ip_held_table){table, lock, l->step, sure}));
}

static void lock_table(ip_lowerer *l, const ip_table *table, ip_lock lock)
{
    const ip_expr *key = ip_lower_literal(l, IP_EXPR_TEXT, ip_lower_text_type, table->name);
    emit_lock(l, ip_catalog_lock_table(l->arena, &l->workload->schema, IP_LOCKS_TABLE), &key, lock, false);
}

/* The last statement is one of a LOCK TABLE that takes no snapshot: the client's own, since CALL has taken it already
 * (PostgreSQL 15, tests/postgresql-model/cases/capacity-table-lock-in-procedure.spec). */
static void note_before_snapshot(ip_lowerer *l)
{
    ip_program *program = l->program;
    bool first = program->kind == IP_SCRIPT && !l->begun && l->loop < 0 && !ip_lower_path(l);
    if (first && program->statements.count > 0)
        program->statements.items[program->statements.count - 1].before_snapshot = true;
}

void ip_lower_lock_statement(ip_lowerer *l, const PgQuery__LockStmt *statement)
{
    const ip_tree *relations = IP_ITEMS(statement, relations);
    int mode = (int)IP_GET(statement, mode);
    l->nowaits += IP_GET(statement, nowait);
    size_t i;
    const ip_tree *item;
    IP_LIST_EACH(relations, i, item)
    {
        const ip_relation relation = ip_lower_relation(l, ip_as_range_var(item));
        const ip_table *table = relation.table;
        ip_lock lock = (ip_lock)(IP_LOCK_TABLE_ACCESS_SHARE + mode - 1);
        if (table && lock >= IP_LOCK_TABLE_ACCESS_SHARE && lock <= IP_LOCK_TABLE_ACCESS_EXCLUSIVE) {
            lock_table(l, table, lock);
            ip_statement *last = &l->program->statements.items[l->program->statements.count - 1];
            last->no_wait = last->no_wait || IP_GET(statement, nowait);
            note_before_snapshot(l);
            if (lock != IP_LOCK_TABLE_SHARE) /* which excludes less than ROW EXCLUSIVE does */
                hold(l, table, lock);
        } else if (!table)
            ip_lower_refuse(l, item, "LOCK of %s, which is no table", relation.name);
    }
}

static ip_lock implicit_lock(const ip_statement *s, int source)
{
    if (source == 0 && (s->kind == IP_INSERT || s->kind == IP_UPDATE || s->kind == IP_DELETE))
        return IP_LOCK_TABLE_ROW_EXCLUSIVE;
    return s->sources.items[source].lock != IP_LOCK_NONE ? IP_LOCK_TABLE_ROW_SHARE : IP_LOCK_TABLE_ACCESS_SHARE;
}

/* The lock is surely held by now, perhaps by this statement: it need not be emitted again. */
static bool surely_held(const ip_lowerer *l, const ip_table *table, ip_lock lock)
{
    for (int i = 0; i < l->table_locks.count; i++) {
        const ip_held_table *held = &l->table_locks.items[i];
        if (held->table == table && held->lock >= lock && (held->sure || held->step == l->step))
            return true;
    }
    return false;
}

/* An error releases the locks of the statements that it undoes, so the table may have been emptied when it is read
 * again, which one snapshot would not show. */
static void note_read_twice(ip_lowerer *l, const ip_table *table)
{
    if (!table->emptied || l->undone_depth == 0)
        return;
    ip_diagnostics_add(
        l->diagnostics, IP_APPROXIMATION, l->range, l->program->name,
        "%s, which some program empties by TRUNCATE, in a block whose errors are caught: its lock is given back",
        table->name);
    ip_lower_break(l, l->range, "TRUNCATE beside a block whose errors are caught");
}

void ip_lower_table_locks(ip_lowerer *l, const ip_statement *s)
{
    for (int i = 0; i < s->sources.count; i++) {
        const ip_table *table = s->sources.items[i].table;
        ip_lock lock = implicit_lock(s, i);
        note_read_twice(l, table);
        if (!table->locked_whole || surely_held(l, table, lock))
            continue;
        ip_open_step outer = ip_lower_lock_step(l);
        lock_table(l, table, lock);
        ip_lower_close_step(l, outer);
        hold(l, table, lock);
    }
}

/* ---- TRUNCATE ---- */
static void empty_table(ip_lowerer *l, const ip_table *table)
{
    ip_statement statement = {.kind = IP_TRUNCATE};
    ip_row_source source = {.table = table, .alias = table->name};
    source.filter_columns = IP_NEW_ARRAY(l->arena, bool, table->columns.count);
    source.output_columns = IP_NEW_ARRAY(l->arena, bool, table->columns.count);
    IP_PUSH(l->arena, &statement.sources, source);
    ip_lower_push(l, &statement);
}

void ip_lower_truncate(ip_lowerer *l, const PgQuery__TruncateStmt *truncate)
{
    const ip_truncation all = ip_catalog_truncation_of(l->definitions, ip_lower_path_of_names(l), truncate);
    size_t i;
    const ip_tree *item;
    IP_LIST_EACH(IP_ITEMS(truncate, relations), i, item)
    {
        const ip_relation relation = ip_lower_relation(l, ip_as_range_var(item));
        if (relation.view || relation.composite)
            ip_lower_bad_name(l, item, "\"%s\" is not a table", relation.name);
        else if (!relation.table)
            ip_lower_no_such_table(l, ip_as_range_var(item), &relation);
    }
    if (all.error) {
        ip_diagnostics_add(l->diagnostics, IP_REMARK, l->range, l->program->name, "fails: %s", all.error);
        if (l->handlers == 0)
            ip_lower_emit_abort(l, NULL);
        l->aborted = l->handlers == 0;
    }
    if (!l->why && !all.error && all.unfollowed) {
        ip_lower_refuse(l, truncate, "TRUNCATE %s", all.unfollowed);
        ip_lower_break(l, l->range, l->why);
    }
    if (l->why || all.error)
        return;
    ip_open_step outer = ip_lower_lock_step(l);
    for (int t = 0; t < all.tables.count; t++) {
        lock_table(l, all.tables.items[t], IP_LOCK_TABLE_ACCESS_EXCLUSIVE);
        hold(l, all.tables.items[t], IP_LOCK_TABLE_ACCESS_EXCLUSIVE);
    }
    ip_lower_close_step(l, outer);
    for (int t = 0; t < all.tables.count; t++)
        empty_table(l, all.tables.items[t]);
}

/* ---- the tables that some program locks ---- */
static bool mentions(const char *text, const char *small, const char *large)
{
    return strstr(text, small) || strstr(text, large);
}

static void find_in_text(const ip_definitions *d, const ip_path *path, const char *text)
{
    ip_parse_error error;
    bool may = mentions(text, "ock", "OCK") || mentions(text, "runc", "RUNC");
    const ip_tree *statements = may ? ip_parse_pg_parse(d->arena, text, &error) : NULL;
    const ip_tree *statement = ip_parse_statement_at(statements, 0);
    const PgQuery__LockStmt *lock = ip_as_lock_stmt(statement);
    const PgQuery__TruncateStmt *truncate = ip_as_truncate_stmt(statement);
    const ip_truncation emptied = truncate ? ip_catalog_truncation_of(d, path, truncate) : (ip_truncation){0};
    for (int i = 0; i < emptied.tables.count; i++) {
        ip_table *table = ip_catalog_schema_table(d->schema, emptied.tables.items[i]->name);
        table->emptied = table->locked_whole = true;
    }
    for (size_t i = 0; i < ip_parse_list_size(IP_ITEMS(lock, relations)); i++) {
        const PgQuery__RangeVar *relation = ip_as_range_var(ip_parse_list_item(IP_ITEMS(lock, relations), i));
        ip_table *table = ip_catalog_relation_of(d, path, relation).table;
        if (table)
            table->locked_whole = true;
    }
}

static void find_in(const ip_definitions *d, const ip_path *path, ip_pl_statement *const *items, int count)
{
    for (int i = 0; i < count; i++) {
        const ip_pl_statement *s = items[i];
        if (s->kind == IP_PL_SQL && s->sql_text)
            find_in_text(d, path, s->sql_text);
        if (s->anonymous && s->anonymous->tree)
            find_in(d, s->anonymous->path, &s->anonymous->tree, 1);
        find_in(d, path, s->body.items, s->body.count);
        find_in(d, path, s->handlers.items, s->handlers.count);
        for (int b = 0; b < s->branches.count; b++)
            find_in(d, path, s->branches.items[b].body.items, s->branches.items[b].body.count);
    }
}

void ip_lower_find_locked_tables(const ip_definitions *definitions)
{
    for (int i = 0; i < definitions->units.count; i++)
        if (definitions->units.items[i]->tree)
            find_in(definitions, definitions->units.items[i]->path, &definitions->units.items[i]->tree, 1);
}
