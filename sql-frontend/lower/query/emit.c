/* From a query under construction to a statement of the program. */
#include "lower/body/inserted.h"
#include "lower/lower.h"

#include <string.h>

void ip_lower_mark(ip_query *query, const ip_expr *expr, bool output)
{
    if (!expr)
        return;
    /* A column of the outer query has a number of that query: then this query is not followed. */
    if (expr->kind == IP_EXPR_COLUMN && expr->source < query->statement.sources.count) {
        ip_row_source *source = &query->statement.sources.items[expr->source];
        (output ? source->output_columns : source->filter_columns)[expr->index] = true;
    }
    for (int i = 0; i < expr->arg_count; i++)
        ip_lower_mark(query, expr->args[i], output);
}

/* Not true if a column of these sources is NULL. */
static bool refuses_null(const ip_expr *e, uint64_t sources)
{
    if (e->kind == IP_EXPR_COLUMN)
        return (sources >> e->source) & 1;
    if (e->kind != IP_EXPR_OPERATOR)
        return false;
    switch (e->op) {
    case IP_OP_IS_TRUE:
    case IP_OP_AND:
        for (int i = 0; i < e->arg_count; i++)
            if (refuses_null(e->args[i], sources))
                return true;
        return false;
    case IP_OP_OR:
        for (int i = 0; i < e->arg_count; i++)
            if (!refuses_null(e->args[i], sources))
                return false;
        return e->arg_count > 0;
    case IP_OP_NOT: {
        const ip_expr *a = e->args[0];
        if (a->kind == IP_EXPR_OPERATOR && a->op == IP_OP_IS_NULL)
            return refuses_null(a->args[0], sources);
        if (a->kind == IP_EXPR_OPERATOR && (a->op == IP_OP_AND || a->op == IP_OP_OR || a->op == IP_OP_IS_TRUE))
            return false;
        return refuses_null(a, sources);
    }
    default:
        break;
    }
    if (!ip_program_operator_passes_null(e->op))
        return false;
    for (int i = 0; i < e->arg_count; i++)
        if (refuses_null(e->args[i], sources))
            return true;
    return false;
}

/* If an outer condition excludes NULLs of an outer join's optional side, it is an inner join. */
static void reduce_outer_joins(ip_query *query)
{
    for (int i = 0; i < query->outers.count; i++) {
        ip_outer *outer = &query->outers.items[i];
        bool inner = false;
        for (int k = 0; k < query->conjuncts.count && !inner; k++) {
            const ip_conjunct *c = &query->conjuncts.items[k];
            bool own = k >= outer->first && k < outer->first + outer->count;
            inner = !own && c->only == UINT64_MAX && refuses_null(c->expr, outer->optional);
        }
        if (!inner)
            continue;
        for (int k = outer->first; k < outer->first + outer->count; k++)
            query->conjuncts.items[k].only = UINT64_MAX;
        for (int s = 0; s < query->statement.sources.count; s++)
            if ((outer->optional >> s) & 1)
                query->statement.sources.items[s].optional = false;
        outer->optional = 0;
    }
}

static void make_filters(ip_lowerer *l, ip_query *query)
{
    reduce_outer_joins(query);
    for (int s = 0; s < query->statement.sources.count; s++) {
        ip_row_source *source = &query->statement.sources.items[s];
        if (query->statement.kind == IP_INSERT && s == 0)
            continue;
        bool optional = source->optional;
        for (int k = 0; k < query->conjuncts.count; k++) {
            const ip_conjunct *c = &query->conjuncts.items[k];
            uint64_t named = ip_program_expr_sources(c->expr);
            if ((named != 0 && !((named >> s) & 1)) || !((c->only >> s) & 1))
                continue;
            /* A row of the optional side that an outer condition discards has still prevented the other side from being
             * null-extended. */
            bool member = (query->members >> s) & 1;
            if (optional && !member && c->only == UINT64_MAX && named != 0)
                continue;
            source->own = source->own || ip_lower_finds_own_rows(l, &query->statement, s, c->expr);
            source->filter = ip_program_expr_and(l->arena, source->filter,
                                                 member ? ip_lower_of_member(l, query, c->expr, s) : c->expr);
        }
    }
    for (int k = 0; k < query->conjuncts.count; k++)
        ip_lower_mark(query, query->conjuncts.items[k].expr, false);
    ip_lower_raising(l, query);
}

static const ip_expr *statement_path(ip_lowerer *l)
{
    const ip_expr *path = ip_lower_path(l);
    if (l->handlers > 0) {
        /* An error anywhere in the block may have undone this statement, or come before it. */
        const ip_expr *maybe =
            ip_lower_bind(l, "happened", ip_lower_boolean_type, ip_lower_unknown(l, ip_lower_boolean_type, 0, NULL));
        path = ip_program_expr_and(l->arena, path, maybe);
    }
    return path;
}

void ip_lower_whole_table(ip_lowerer *l, ip_statement *statement, const ip_table *table)
{
    for (int i = 0; i < statement->sources.count; i++)
        if (statement->sources.items[i].table == table)
            return;
    if (table->locks_only && !table->outside)
        return;
    ip_row_source source = {.table = table, .alias = table->name};
    source.filter_columns = IP_NEW_ARRAY(l->arena, bool, table->columns.count);
    source.output_columns = IP_NEW_ARRAY(l->arena, bool, table->columns.count);
    for (int i = 0; i < table->columns.count; i++)
        source.filter_columns[i] = source.output_columns[i] = true;
    IP_PUSH(l->arena, &statement->sources, source);
}

int ip_lower_push(ip_lowerer *l, ip_statement *statement)
{
    statement->id = l->program->statements.count;
    statement->path = statement_path(l);
    statement->loop = l->loop;
    /* A statement that an error has undone has read, but neither written nor locked. */
    if (l->handlers > 0 && statement->kind != IP_ABORT)
        statement->uncertain = statement->caught = true;
    /* A subquery that may not be run locks nothing for certain. */
    bool doubted = l->conditional > 0 && !statement->uncertain && ip_program_statement_locks_rows(statement);
    if (doubted)
        statement->uncertain = true;
    l->doubted = doubted ? statement->id : l->doubted;
    if (!statement->range.source)
        statement->range = l->range;
    statement->times_out = l->definitions->locks_time_out;
    if (!statement->text)
        statement->text = l->text;
    if (l->step >= 0)
        statement->step = l->step;
    else if (statement->kind == IP_ABORT) /* takes no snapshot */
        statement->step = l->program->step_count ? l->program->step_count - 1 : l->program->step_count++;
    else
        statement->step = l->program->step_count++;
    IP_PUSH(l->arena, &l->program->statements, *statement);
    return statement->id;
}

/* The weakest: an UPDATE that names a key's column and keeps its value locks like any other UPDATE. */
static void lock_target(ip_statement *s)
{
    if (s->kind == IP_INSERT || s->kind == IP_DELETE)
        s->sources.items[0].lock = IP_LOCK_UPDATE;
    else if (s->kind == IP_UPDATE)
        s->sources.items[0].lock = IP_LOCK_NO_KEY_UPDATE;
}

/* LIMIT does not change a result of at most one row, if it keeps the first row, in any order: a snapshot has no two
 * rows of one key (PostgreSQL 15, SELECT, LIMIT Clause). Of an outer join of both sides no condition says how many rows
 * there are. */
static void drop_limit(ip_query *query)
{
    ip_statement *s = &query->statement;
    int optional = 0;
    for (int i = 0; i < query->joined; i++)
        optional += s->sources.items[i].optional;
    if (s->kind == IP_SELECT && !s->grouped && optional < 2 &&
        ip_program_statement_first_name_one_row(s, query->joined)) {
        s->limited = false;
        s->order_expr = NULL;
        s->order_exact = s->order_descending = false;
    }
}

int ip_lower_emit(ip_lowerer *l, ip_query *query)
{
    make_filters(l, query);
    drop_limit(query);
    query->statement.uncertain = query->statement.uncertain || ip_lower_may_leave_out(l, &query->statement);
    lock_target(&query->statement);
    for (int i = 0; i < query->statement.outputs.count; i++)
        ip_lower_mark(query, query->statement.outputs.items[i].expr, true);
    if (query->statement.order_expr)
        ip_lower_mark(query, query->statement.order_expr, false);
    if (query->statement.assignments && query->statement.sources.count > 0)
        for (int i = 0; i < query->statement.sources.items[0].table->columns.count; i++)
            ip_lower_mark(query, query->statement.assignments[i], true);
    ip_lower_stored(l, query);
    ip_lower_table_locks(l, &query->statement);
    int id = ip_lower_push(l, &query->statement);
    for (int i = 0; i < query->aggregate_variables.count; i++)
        l->program->variables.items[query->aggregate_variables.items[i]].statement = id;
    ip_lower_report_rules(l, &query->statement);
    ip_lower_foreign_actions(l, id);
    return id;
}

int ip_lower_emit_abort(ip_lowerer *l, const ip_expr *path)
{
    ip_statement statement = {.kind = IP_ABORT};
    const ip_expr *rel = l->rel;
    l->rel = ip_program_expr_and(l->arena, rel, path);
    int id = ip_lower_push(l, &statement);
    l->rel = rel;
    return id;
}

const ip_expr *ip_lower_result_value(ip_lowerer *l, ip_result *result, int column, int loop)
{
    ip_result_column *c = &result->columns.items[column];
    if (c->output < 0)
        return c->value;
    const ip_expr *value = ip_lower_variable(l, IP_VAR_RESULT, c->name, c->type, loop);
    ip_variable *variable = &l->program->variables.items[value->index];
    variable->statement = result->statement;
    variable->index = c->output;
    return value;
}
