/* UPDATE and DELETE with triggers, checks and actions: the rows that they find, the changes by triggers, and the
 * write. */
#include "lower/lower.h"

#include <string.h>

/* The rows of an UPDATE or DELETE while triggers run on them. */
typedef struct ip_rows_found {
    int statement; /* that finds them */
    bool single;
    const ip_expr *found; /* single: is there one */
    const ip_expr **old_row, **new_row;
    int variables; /* made before them */
    ip_rows_entered around;
} ip_rows_found;

/* Outputs of the statement: the row's columns and the assigned values. */
static void push_rows(ip_lowerer *l, ip_statement *s, const ip_expr *const *assigned)
{
    const ip_entry self = {.table = s->sources.items[0].table, .source = 0};
    for (int part = 0; part < 2; part++)
        for (int i = 0; i < self.table->columns.count; i++) {
            const ip_expr *expr = part ? assigned ? assigned[i] : NULL : ip_lower_column(l, &self, i);
            ip_output output = {IP_AGG_NONE, expr, self.table->columns.items[i].type};
            if (expr)
                IP_PUSH(l->arena, &s->outputs, output);
        }
}

static const ip_expr *row_value(ip_lowerer *l, int statement, int index, const char *name)
{
    const ip_expr *value = ip_lower_variable(
        l, IP_VAR_RESULT, name, l->program->statements.items[statement].outputs.items[index].type, l->loop);
    l->program->variables.items[value->index].statement = statement;
    l->program->variables.items[value->index].index = index;
    return value;
}

ip_rows_entered ip_lower_enter_rows(ip_lowerer *l, int statement)
{
    ip_rows_entered r = {.base = l->base, .rel = l->rel, .loop = l->loop, .aborted = l->aborted};
    r.single = ip_program_statement_names_one_row(&l->program->statements.items[statement]);
    if (r.single) {
        r.found = ip_lower_variable(l, IP_VAR_FOUND, "found", ip_lower_boolean_type, l->loop);
        l->program->variables.items[r.found->index].statement = statement;
        l->rel = ip_program_expr_and(l->arena, l->rel, r.found);
    } else {
        int loop = ip_lower_open_loop(l, IP_LOOP_QUERY, l->range);
        l->program->loops.items[loop].query = statement;
        l->base = ip_lower_path(l);
        l->rel = NULL;
        l->loop = loop;
    }
    return r;
}

void ip_lower_leave_rows(ip_lowerer *l, ip_rows_entered rows)
{
    l->base = rows.base;
    l->rel = rows.rel;
    l->loop = rows.loop;
    l->aborted = rows.aborted;
}

/* first: the place of push_rows' outputs. */
static ip_rows_found enter_rows(ip_lowerer *l, int statement, int first, const ip_table *table,
                                const ip_expr *const *assigned)
{
    int width = table->columns.count, next = first + width;
    ip_rows_found r = {.statement = statement, .variables = l->program->variables.count};
    ip_row_outputs outputs = {statement, first};
    IP_PUSH(l->arena, &l->row_outputs, outputs);
    r.around = ip_lower_enter_rows(l, statement);
    r.single = r.around.single;
    r.found = r.around.found;
    r.old_row = IP_NEW_ARRAY(l->arena, const ip_expr *, width);
    r.new_row = IP_NEW_ARRAY(l->arena, const ip_expr *, width);
    for (int i = 0; i < width; i++)
        r.new_row[i] = r.old_row[i] =
            row_value(l, statement, first + i, ip_arena_printf(l->arena, "old.%s", table->columns.items[i].name));
    for (int i = 0; i < width && assigned; i++)
        if (assigned[i])
            r.new_row[i] =
                row_value(l, statement, next++, ip_arena_printf(l->arena, "new.%s", table->columns.items[i].name));
    return r;
}

static void queue_rows(ip_lowerer *l, ip_event e, const ip_rows_found *r)
{
    e.old_row = r->old_row;
    e.new_row = e.kind == IP_DELETE ? NULL : r->new_row;
    ip_lower_queue(l, e);
}

/* Checks stand before their statement: their values of its rows have no number yet. */
static const ip_expr *ahead(ip_lowerer *l, ip_variable_kind kind, const char *name, ip_type type, int index)
{
    const ip_expr *value = ip_lower_variable(l, kind, name, type, l->loop);
    l->program->variables.items[value->index].index = index;
    return value;
}

/* The primary key has values that no row is asked for. */
static bool finds_one(ip_lowerer *l, const ip_query *query)
{
    const ip_table *table = query->statement.sources.items[0].table;
    const ip_key *key = table->primary_key < 0 ? NULL : &table->keys.items[table->primary_key];
    bool one = key && query->statement.sources.count == 1 && !query->members;
    for (int i = 0; one && i < key->column_count; i++)
        one = ip_lower_equated_target(l, query, key->columns[i]) != NULL;
    return one;
}

/* The checks of the rows that the UPDATE finds, if any; for a single row the values are known. Returns the number of
 * variables before. */
static int check_ahead(ip_lowerer *l, ip_query *query)
{
    const ip_table *table = query->statement.sources.items[0].table;
    const ip_entry self = {.table = table, .source = 0};
    const ip_expr **before = IP_NEW_ARRAY(l->arena, const ip_expr *, table->columns.count), *rel = l->rel;
    bool single = table->exclusions.count > 0 && finds_one(l, query);
    int variables = l->program->variables.count;
    for (int c = 0; c < table->columns.count && single; c++) {
        ip_output output = {IP_AGG_NONE, ip_lower_column(l, &self, c), table->columns.items[c].type};
        before[c] = ahead(l, IP_VAR_RESULT, ip_arena_printf(l->arena, "old.%s", table->columns.items[c].name),
                          output.type, query->statement.outputs.count);
        IP_PUSH(l->arena, &query->statement.outputs, output);
    }
    l->rel = ip_program_expr_and(l->arena, rel, ahead(l, IP_VAR_FOUND, "found", ip_lower_boolean_type, 0));
    ip_lower_key_checks(l, query, query->statement.assignments, false, single ? before : NULL);
    l->rel = rel;
    return variables;
}

/* The statement that variables made since were waiting for; its outputs from this one on are for them. */
static void now_at(ip_lowerer *l, int variables, int statement, int output)
{
    const ip_row_outputs outputs = {statement, output};
    for (int v = variables; v < l->program->variables.count; v++) {
        ip_variable *variable = &l->program->variables.items[v];
        if ((variable->kind == IP_VAR_FOUND || variable->kind == IP_VAR_RESULT) && variable->statement < 0)
            variable->statement = statement;
    }
    if (l->program->statements.items[statement].outputs.count > output)
        IP_PUSH(l->arena, &l->row_outputs, outputs);
}

/* For the rows that the UPDATE has changed: without a row nothing is checked or locked. */
static void check_references(ip_lowerer *l, const ip_table *table, const ip_expr *const *assigned, int statement)
{
    bool any = false;
    for (int k = 0; k < table->foreign_keys.count; k++)
        for (int i = 0; i < table->foreign_keys.items[k].column_count; i++)
            any = any || assigned[table->foreign_keys.items[k].columns[i]];
    if (!any)
        return;
    const ip_expr *rel = l->rel, *found = ip_lower_variable(l, IP_VAR_FOUND, "found", ip_lower_boolean_type, l->loop);
    l->program->variables.items[found->index].statement = statement;
    l->rel = ip_program_expr_and(l->arena, rel, found);
    ip_lower_foreign_checks(l, table, assigned, false);
    l->rel = rel;
}

/* The statement as it stands, and AFTER triggers for its rows. */
static ip_result *change_plainly(ip_lowerer *l, ip_scope *scope, const ip_tree *returning, const ip_event *e)
{
    ip_query *query = scope->query;
    const ip_table *table = query->statement.sources.items[0].table;
    const ip_expr *const *assigned = query->statement.assignments;
    ip_result *result = IP_NEW(l->arena, ip_result);
    bool after = ip_lower_triggers(l, e, IP_AFTER).count > 0;
    ip_lower_returning(l, returning, scope, result);
    if (l->why)
        return result;
    int first = query->statement.outputs.count;
    if (after)
        push_rows(l, &query->statement, assigned);
    int for_checks = query->statement.outputs.count;
    int variables = e->kind == IP_UPDATE ? check_ahead(l, query) : l->program->variables.count;
    result->statement = ip_lower_emit(l, query);
    now_at(l, variables, result->statement, for_checks);
    if (e->kind == IP_UPDATE)
        check_references(l, table, assigned, result->statement);
    ip_lower_reference_checks(l, query, assigned, result->statement);
    if (e->kind == IP_UPDATE)
        ip_lower_refusing_checks(l, table, assigned, result->statement);
    if (!after)
        return result;
    ip_rows_found r = enter_rows(l, result->statement, first, table, assigned);
    queue_rows(l, *e, &r);
    ip_lower_leave_rows(l, r.around);
    return result;
}

/* Finds and locks the rows that the statement will write. */
static int look_at_rows(ip_lowerer *l, const ip_query *query)
{
    ip_query look = *query;
    ip_statement *s = &look.statement;
    const ip_expr *const *assigned = s->assignments;
    int width = s->sources.count;
    ip_row_source *sources = IP_NEW_ARRAY(l->arena, ip_row_source, width);
    for (int i = 0; i < width; i++) {
        sources[i] = s->sources.items[i];
        sources[i].filter = NULL;
        sources[i].filter_columns = IP_NEW_ARRAY(l->arena, bool, sources[i].table->columns.count);
        sources[i].output_columns = IP_NEW_ARRAY(l->arena, bool, sources[i].table->columns.count);
    }
    sources[0].lock = s->kind == IP_DELETE ? IP_LOCK_UPDATE : IP_LOCK_NO_KEY_UPDATE;
    s->sources.items = sources;
    s->sources.capacity = width;
    s->kind = IP_SELECT;
    s->assignments = NULL;
    memset(&s->outputs, 0, sizeof s->outputs);
    memset(&look.aggregate_variables, 0, sizeof look.aggregate_variables);
    memset(&look.conjuncts, 0, sizeof look.conjuncts);
    memset(&look.outers, 0, sizeof look.outers);
    for (int i = 0; i < query->conjuncts.count; i++)
        IP_PUSH(l->arena, &look.conjuncts, query->conjuncts.items[i]);
    for (int i = 0; i < query->outers.count; i++)
        IP_PUSH(l->arena, &look.outers, query->outers.items[i]);
    push_rows(l, s, assigned);
    /* A row that joins with several others is changed once; which of them counts is unknown. */
    s->uncertain = s->uncertain || width > 1;
    return ip_lower_emit(l, &look);
}

/* From values in terms of the rows found back to their columns. */
typedef struct ip_back {
    ip_lowerer *l;
    const ip_rows_found *rows;
    bool all;         /* every variable created since must be removed */
    uint64_t sources; /* whose columns may be named */
    int size;
} ip_back;

enum { LARGEST_VALUE = 300 };

static const ip_expr *back(ip_back *b, const ip_expr *e);

static const ip_expr *back_variable(ip_back *b, const ip_expr *e)
{
    const ip_variable v = b->l->program->variables.items[e->index];
    if (v.kind == IP_VAR_RESULT && v.statement == b->rows->statement) {
        const ip_expr *column = b->l->program->statements.items[v.statement].outputs.items[v.index].expr;
        return ip_program_expr_sources(column) & ~b->sources ? e : column;
    }
    if (e->index < b->rows->variables)
        return e;
    if (v.kind == IP_VAR_EXPR) {
        const ip_expr *inner = back(b, v.expr);
        /* A value that is any is one and the same wherever the variable stands. */
        return b->all || (inner != v.expr && ip_program_expr_stable(inner)) ? inner : e;
    }
    return b->all ? ip_lower_unknown(b->l, v.type, 0, NULL) : e;
}

static const ip_expr *back(ip_back *b, const ip_expr *e)
{
    if (++b->size > LARGEST_VALUE)
        return e;
    if (e->kind == IP_EXPR_VARIABLE)
        return back_variable(b, e);
    const ip_expr **args = IP_NEW_ARRAY(b->l->arena, const ip_expr *, e->arg_count);
    bool changed = false;
    for (int i = 0; i < e->arg_count; i++) {
        args[i] = back(b, e->args[i]);
        changed = changed || args[i] != e->args[i];
    }
    if (!changed)
        return e;
    ip_expr *copy = ip_program_expr_new(b->l->arena, e->kind, e->type);
    *copy = *e;
    copy->args = args;
    return copy;
}

static const ip_expr *any_of_row(ip_lowerer *l, const ip_table *table, ip_type type)
{
    const ip_entry self = {.table = table, .source = 0};
    const ip_expr **args = IP_NEW_ARRAY(l->arena, const ip_expr *, table->columns.count);
    for (int i = 0; i < table->columns.count; i++)
        args[i] = ip_lower_column(l, &self, i);
    return ip_lower_unknown(l, type, table->columns.count, args);
}

/* The values that the UPDATE assigns after the triggers. */
static const ip_expr **assigned_now(ip_lowerer *l, const ip_query *query, const ip_rows_found *r,
                                    const ip_expr *const *row, bool all)
{
    const ip_table *table = query->statement.sources.items[0].table;
    const ip_expr **now = IP_NEW_ARRAY(l->arena, const ip_expr *, table->columns.count);
    for (int i = 0; i < table->columns.count; i++) {
        const ip_expr *given = query->statement.assignments[i];
        bool same = row[i] == r->new_row[i];
        if (same && (!given || all || !(ip_program_expr_sources(given) & ~UINT64_C(1)))) {
            now[i] = given;
            continue;
        }
        ip_back b = {l, r, all, all ? UINT64_MAX : 1, 0};
        now[i] = back(&b, row[i]);
        if (b.size > LARGEST_VALUE)
            now[i] = all ? any_of_row(l, table, table->columns.items[i].type) : row[i];
    }
    return now;
}

/* The statement that looked at the rows is dropped: whatever still refers to its values gets any value. ordered: as
 * many comparisons were known before it. */
static void forget_look(ip_lowerer *l, const ip_rows_found *r, int ordered)
{
    ip_program *p = l->program;
    ip_lower_ordered_columns(l, ordered, r->variables);
    for (int v = r->variables; v < p->variables.count; v++) {
        ip_variable *variable = &p->variables.items[v];
        bool of_look =
            variable->kind == IP_VAR_RESULT || variable->kind == IP_VAR_FOUND || variable->kind == IP_VAR_COUNT;
        if (of_look && variable->statement == r->statement)
            variable->kind = IP_VAR_ANY;
    }
}

/* The write of the found row: by the same conditions if they have no other tables, else by its key. */
static ip_query *write_of_row(ip_lowerer *l, const ip_query *query, const ip_rows_found *r)
{
    ip_query *write = IP_NEW(l->arena, ip_query);
    ip_row_source source = query->statement.sources.items[0];
    const ip_entry self = {.table = source.table, .source = 0};
    int key = source.table->primary_key;
    source.filter = NULL;
    source.filter_columns = IP_NEW_ARRAY(l->arena, bool, source.table->columns.count);
    source.output_columns = IP_NEW_ARRAY(l->arena, bool, source.table->columns.count);
    write->statement.kind = query->statement.kind;
    IP_PUSH(l->arena, &write->statement.sources, source);
    ip_scope *scope = ip_lower_scope_new(l, NULL, write);
    bool named = (r->single && query->statement.sources.count == 1) || key < 0;
    for (int i = 0; i < query->conjuncts.count && named; i++)
        if (!(ip_program_expr_sources(query->conjuncts.items[i].expr) & ~UINT64_C(1)))
            IP_PUSH(l->arena, &write->conjuncts, query->conjuncts.items[i]);
    write->statement.uncertain = key < 0 && !r->single;
    for (int i = 0; !named && i < source.table->keys.items[key].column_count; i++) {
        int column = source.table->keys.items[key].columns[i];
        ip_lower_conjunct(l, scope,
                          ip_lower_binary(l, IP_OP_EQ, ip_lower_column(l, &self, column), r->old_row[column]));
    }
    return write;
}

/* Columns of what was found as values: those of the target as they are now, those of other tables fetched with it. */
static const ip_expr *in_row(ip_lowerer *l, const ip_rows_found *r, const ip_expr *e, const ip_expr *const *row)
{
    if (e->kind == IP_EXPR_COLUMN && e->source == 0)
        return row[e->index];
    if (e->kind == IP_EXPR_COLUMN) {
        ip_statement *s = &l->program->statements.items[r->statement];
        ip_output output = {IP_AGG_NONE, e, e->type};
        IP_PUSH(l->arena, &s->outputs, output);
        return row_value(l, r->statement, s->outputs.count - 1, s->sources.items[e->source].alias);
    }
    const ip_expr **args = IP_NEW_ARRAY(l->arena, const ip_expr *, e->arg_count);
    bool changed = false;
    for (int i = 0; i < e->arg_count; i++) {
        args[i] = in_row(l, r, e->args[i], row);
        changed = changed || args[i] != e->args[i];
    }
    if (!changed)
        return e;
    ip_expr *copy = ip_program_expr_new(l->arena, e->kind, e->type);
    *copy = *e;
    copy->args = args;
    return copy;
}

static void write_row(ip_lowerer *l, const ip_query *query, const ip_rows_found *r, const ip_expr *const *row,
                      const ip_event *e)
{
    ip_query *write = write_of_row(l, query, r);
    const ip_table *table = write->statement.sources.items[0].table;
    if (e->kind == IP_UPDATE) {
        write->statement.assignments = assigned_now(l, query, r, row, false);
        ip_lower_key_checks(l, write, write->statement.assignments, false, r->old_row);
    }
    const ip_expr *const *assigned = write->statement.assignments;
    int written = ip_lower_emit(l, write);
    if (e->kind == IP_UPDATE)
        ip_lower_foreign_checks(l, table, assigned, false);
    ip_lower_reference_checks(l, write, assigned, written);
    ip_event after = *e;
    after.old_row = r->old_row;
    after.new_row = e->kind == IP_DELETE ? NULL : (const ip_expr **)row;
    ip_lower_queue(l, after);
}

static ip_result *result_of_rows(ip_lowerer *l, ip_scope *scope, const ip_tree *returning, const ip_rows_found *r,
                                 const ip_expr *const *row, const ip_expr *left_out)
{
    ip_result *result = IP_NEW(l->arena, ip_result);
    result->statement = r->statement;
    if (!r->single) {
        result->unknown = left_out || returning;
        result->any_count = scope->query->statement.sources.count > 1;
        if (result->unknown)
            result->statement = -1;
        if (returning)
            ip_lower_note(l, returning, "RETURNING of several rows that triggers change: any values");
        return result;
    }
    ip_lower_targets(l, returning, scope, result);
    for (int i = 0; i < result->columns.count && !l->why; i++)
        result->columns.items[i].value = in_row(l, r, result->columns.items[i].value, row);
    const ip_expr *there =
        left_out ? ip_program_expr_and(l->arena, r->found, ip_program_expr_not(l->arena, left_out)) : r->found;
    ip_lower_result_if(l, there, result);
    return result;
}

static ip_result *change_after_triggers(ip_lowerer *l, ip_scope *scope, const ip_tree *returning, const ip_event *e)
{
    ip_query *query = scope->query;
    const ip_table *table = query->statement.sources.items[0].table;
    int width = table->columns.count, statements = l->program->statements.count, loops = l->program->loops.count;
    int ordered = l->program->ordered.count;
    int look = look_at_rows(l, query);
    int next = l->program->statements.count;
    ip_rows_found r = enter_rows(l, look, 0, table, query->statement.assignments);
    ip_event seen = *e;
    const ip_expr **row = IP_NEW_ARRAY(l->arena, const ip_expr *, width);
    memcpy(row, r.new_row, (size_t)width * sizeof *row);
    bool aborts;
    seen.old_row = r.old_row;
    seen.new_row = e->kind == IP_DELETE ? NULL : row;
    int inside = l->program->loops.count;
    const ip_expr *left_out = ip_lower_run_before(l, &seen, row, &aborts);
    if (l->undone_depth == 0 && l->program->statements.count == next && next == statements + 1 && look == statements &&
        !left_out && l->program->loops.count == inside) {
        /* They only compute values: only the write, with these values. */
        if (e->kind == IP_UPDATE)
            query->statement.assignments = assigned_now(l, query, &r, row, true);
        forget_look(l, &r, ordered);
        l->program->statements.count = statements;
        l->program->loops.count = loops;
        l->row_outputs.count--;
        ip_lower_leave_rows(l, r.around);
        return change_plainly(l, scope, returning, e);
    }
    if (left_out)
        l->rel = ip_program_expr_and(l->arena, l->rel, ip_program_expr_not(l->arena, left_out));
    if (!aborts)
        write_row(l, query, &r, row, e);
    ip_lower_leave_rows(l, r.around);
    return result_of_rows(l, scope, returning, &r, row, left_out);
}

static const bool *columns_set(ip_lowerer *l, const ip_statement *s)
{
    int width = s->sources.items[0].table->columns.count;
    bool *set = s->kind == IP_UPDATE ? IP_NEW_ARRAY(l->arena, bool, width) : NULL;
    for (int i = 0; i < width && set; i++)
        set[i] = s->assignments[i] != NULL;
    return set;
}

/* A statement without a text: of a foreign key. */
void ip_lower_change_with_triggers(ip_lowerer *l, ip_scope *scope)
{
    const ip_statement *s = &scope->query->statement;
    ip_event e = ip_lower_event(l, s->kind, s->sources.items[0].table);
    e.set = columns_set(l, s);
    ip_lower_fire_statement(l, &e, IP_BEFORE);
    ip_lower_change_rows(l, scope, NULL);
    ip_lower_fire_statement(l, &e, IP_AFTER);
}

ip_result *ip_lower_change_rows(ip_lowerer *l, ip_scope *scope, const ip_tree *returning)
{
    const ip_statement *s = &scope->query->statement;
    const ip_table *table = s->sources.items[0].table;
    ip_event e = ip_lower_event(l, s->kind, table);
    e.set = columns_set(l, s);
    if (ip_lower_triggers(l, &e, IP_BEFORE).count == 0)
        return change_plainly(l, scope, returning, &e);
    return change_after_triggers(l, scope, returning, &e);
}

/* ---- when the program is complete ---- */

void ip_lower_mark_statement(ip_statement *s, const ip_expr *e)
{
    if (e && e->kind == IP_EXPR_COLUMN)
        s->sources.items[e->source].output_columns[e->index] = true;
    for (int i = 0; e && i < e->arg_count; i++)
        ip_lower_mark_statement(s, e->args[i]);
}

/* Columns that were fetched for triggers and that none of them uses are not read. */
void ip_lower_prune_rows(ip_lowerer *l)
{
    ip_program *p = l->program;
    for (int i = 0; i < l->row_outputs.count; i++) {
        const ip_row_outputs rows = l->row_outputs.items[i];
        ip_statement *s = &p->statements.items[rows.statement];
        int kept = rows.first, *number = IP_NEW_ARRAY(l->arena, int, s->outputs.count);
        bool *used = IP_NEW_ARRAY(l->arena, bool, s->outputs.count);
        for (int k = 0; k < p->variables.count; k++)
            if (p->variables.items[k].kind == IP_VAR_RESULT && p->variables.items[k].statement == rows.statement)
                used[p->variables.items[k].index] = true;
        for (int k = 0; k < s->outputs.count; k++) {
            number[k] = k < rows.first ? k : kept;
            if (k >= rows.first && used[k])
                s->outputs.items[kept++] = s->outputs.items[k];
        }
        s->outputs.count = kept;
        for (int k = 0; k < p->variables.count; k++)
            if (p->variables.items[k].kind == IP_VAR_RESULT && p->variables.items[k].statement == rows.statement)
                p->variables.items[k].index = number[p->variables.items[k].index];
        for (int k = 0; k < s->sources.count; k++)
            memset(s->sources.items[k].output_columns, 0, (size_t)s->sources.items[k].table->columns.count);
        for (int k = 0; k < s->outputs.count; k++)
            ip_lower_mark_statement(s, s->outputs.items[k].expr);
        for (int k = 0; s->assignments && k < s->sources.items[0].table->columns.count; k++)
            ip_lower_mark_statement(s, s->assignments[k]);
        for (int k = 0; s->read_with_others && k < s->sources.items[0].table->columns.count; k++)
            s->sources.items[0].output_columns[k] |= s->read_with_others[k];
    }
}
