/* Control flow to path conditions. See README.md: a region is run with the path of its entry as base; rel collects the
 * negated conditions of EXIT, CONTINUE and RETURN inside it. */
#include "lower/body/concurrent_outcome.h"
#include "lower/body/raised.h"
#include "lower/lower.h"
#include "parse/pg_parse.h"
#include "parse/statement.h"

#include <string.h>
#include <strings.h>

static const ip_expr *false_value(ip_lowerer *l)
{
    return ip_program_expr_not(l->arena, ip_program_expr_true(l->arena));
}

static void leave(ip_lowerer *l)
{
    l->rel = false_value(l);
}

static void abort_here(ip_lowerer *l, ip_range range, const char *text, const ip_expr *path)
{
    l->range = range;
    l->text = ip_lower_folded_text(l, text);
    if (l->handlers > 0)
        return;
    ip_lower_emit_abort(l, path);
}

/* A row is passed as its fields, or as one value. */
static void return_fields(ip_lowerer *l, int slot, ip_result *result)
{
    int width = result->columns.count;
    const ip_expr *first = ip_lower_result_value(l, result, 0, l->loop);
    if (width == 1 && (l->slots.items[slot].open || ip_lower_value_shape(l, first))) {
        ip_lower_assign_row(l, slot, first);
        return;
    }
    ip_row_shape *shape = IP_NEW(l->arena, ip_row_shape);
    ip_values parts = {0};
    for (int i = 0; i < width; i++) {
        IP_PUSH(l->arena, &parts, ip_lower_result_value(l, result, i, l->loop));
        IP_PUSH(l->arena, &shape->names, result->columns.items[i].name);
        IP_PUSH(l->arena, &shape->types, result->columns.items[i].type);
    }
    ip_lower_assign_row(l, slot, ip_lower_row(l, shape, ip_lower_other_type, parts.items));
}

/* A body in SQL returns the first row of its last statement, whose columns are the result or the OUT parameters. */
static void return_row(ip_lowerer *l, ip_result *result)
{
    const ip_unit *unit = l->unit;
    int routine = l->targets.count - 1, column = 0;
    while (routine >= 0 && l->targets.items[routine].kind != IP_TARGET_ROUTINE)
        routine--;
    int slot = routine >= 0 ? l->targets.items[routine].result : -1;
    int width = result->columns.count;
    bool known = !result->unknown && width > 0 && !ip_lower_column_is_any(result, width);
    if (slot >= 0 && known && l->slots.items[slot].record)
        return_fields(l, slot, result);
    else if (slot >= 0 && known && width == 1)
        ip_lower_assign(l, slot, ip_lower_result_value(l, result, 0, l->loop));
    else if (slot >= 0)
        ip_lower_forget_row(l, slot, l->loop);
    for (int i = 0; i < unit->parameters.count; i++) {
        const char *name = unit->parameters.items[i].name;
        int out = unit->parameters.items[i].out ? ip_lower_find_variable(l, &name, 1) : -1;
        if (out < 0)
            continue;
        if (known && column < result->columns.count)
            ip_lower_assign_value(l, out, ip_lower_result_value(l, result, column, l->loop));
        else
            ip_lower_forget(l, out, l->loop);
        column++;
    }
}

/* INTO fetches, and so locks, the first row only; with STRICT or ORDER BY … LIMIT 1 there is no other. EXECUTE runs to
 * the last row. */
static void fetch_first(ip_lowerer *l, const ip_pl_statement *s, ip_statement *created)
{
    if (created->aggregated) /* one row of all those that it has locked */
        return;
    bool fetches = strcmp(l->unit->language, "plpgsql") == 0 && !s->executes;
    created->first_only = fetches && l->handlers == 0 && l->conditional == 0;
    if (!s->strict && !(created->order_expr && created->order_exact) && !ip_program_statement_names_one_row(created))
        created->uncertain = true;
}

/* The query whose first row is the value of an SQL function runs only up to that row, and locks no other row; in a
 * function of type void it runs to its end (PostgreSQL 15, src/backend/executor/functions.c, fmgr_sql: lazyEval). */
static bool gives_value(const ip_lowerer *l, const ip_pl_statement *s)
{
    const ip_unit *unit = l->unit;
    const ip_pl_statement *tree = unit->tree;
    bool last = tree && tree->body.count > 0 && tree->body.items[tree->body.count - 1] == s;
    return last && strcmp(unit->language, "sql") == 0 && !unit->procedure && !unit->returns_set &&
           strcasecmp(unit->return_type, "void") != 0;
}

/* psql's \gset needs one row: with none, or several, its variables do not change. */
static void keep_targets(ip_lowerer *l, const ip_pl_statement *s, const ip_result *result, const ip_values *before)
{
    ip_values kept = ip_lower_copy(l, &l->values);
    const ip_expr *took = ip_lower_value(l, l->found);
    bool element, had_value = false;
    for (int i = 0; i < s->targets.count; i++) {
        int slot = ip_lower_target_slot(l, s->targets.items[i], &element);
        if (slot < 0 || slot >= kept.count || l->slots.items[slot].record)
            continue;
        kept.items[slot] = slot < before->count ? before->items[slot] : NULL;
        had_value = had_value || kept.items[slot];
    }
    if (!ip_lower_at_most_one(l, result)) {
        ip_lower_note(l, NULL, "\\gset of a query that may give several rows: it may set nothing");
        took = ip_program_expr_and(l->arena, took, ip_lower_any(l, "one row", ip_lower_boolean_type, l->loop));
    } else if (!had_value) { /* of no row it is NULL, as it was */
        return;
    }
    ip_lower_join(l, ip_lower_is_true(l, took), &l->values, &kept);
}

static void lower_sql(ip_lowerer *l, const ip_pl_statement *s)
{
    const ip_expr *before = ip_lower_value(l, l->found);
    ip_result *result = ip_lower_statement_text(l, s);
    const ip_expr *found = ip_lower_value(l, l->found);
    if (s->executes) /* EXECUTE leaves FOUND alone (PostgreSQL 15 documentation, section 43.5.5) */
        ip_lower_assign(l, l->found, before);
    if (s->executes && result->keeps) /* but ROW_COUNT is that of the statement it ran */
        ip_lower_forget(l, l->row_count, l->loop);
    if (s->targets.count == 0 && strcmp(l->unit->language, "sql") == 0)
        return_row(l, result);
    if (s->targets.count == 0 && gives_value(l, s) && result->statement >= 0) {
        ip_statement *query = &l->program->statements.items[result->statement];
        if (query->kind == IP_SELECT && ip_program_statement_locks_rows(query) &&
            !ip_program_statement_names_one_row(query))
            query->uncertain = true;
    }
    if (s->targets.count > 0 || gives_value(l, s))
        ip_lower_takes_first(l, s->range);
    if (s->kind == IP_PL_PERFORM)
        ip_lower_discard(l, s, result);
    if (s->targets.count == 0)
        return;
    ip_statement *created = result->statement >= 0 ? &l->program->statements.items[result->statement] : NULL;
    if (created && created->kind == IP_SELECT && ip_program_statement_locks_rows(created))
        fetch_first(l, s, created);
    bool counts_all = s->executes || strcmp(l->unit->language, "plpgsql") != 0;
    if (created && created->kind == IP_SELECT && !counts_all && !ip_lower_at_most_one(l, result))
        ip_lower_count_first_row(l);
    const ip_values kept = s->keeps_targets ? ip_lower_copy(l, &l->values) : (ip_values){0};
    ip_lower_targets_into(l, s, result, l->loop);
    if (s->keeps_targets)
        keep_targets(l, s, result, &kept);
    l->observations += s->strict;
    if (!s->strict || l->handlers > 0)
        return;
    /* INTO STRICT raises an error unless there is exactly one row. The case of more
     * than one row is not modelled: the first is used, which allows more behaviours. */
    abort_here(l, s->range, "INTO STRICT found no row", ip_program_expr_not(l->arena, found));
}

ip_branch_end ip_lower_end_of_branch(const ip_lowerer *l)
{
    return (ip_branch_end){l->values, l->rel, l->aborted};
}

static bool never(const ip_expr *e)
{
    return e && e->kind == IP_EXPR_BOOLEAN && !e->boolean;
}

void ip_lower_join_branches(ip_lowerer *l, const ip_expr *condition, const ip_branch_end *a, const ip_branch_end *b,
                            const ip_expr *base, const ip_expr *rel)
{
    const ip_expr *otherwise = ip_program_expr_not(l->arena, condition);
    const ip_expr *rest;
    l->base = base;
    l->aborted = a->aborted && b->aborted;
    if (a->aborted || b->aborted) {
        /* No committed instance went through the branch that aborts. */
        const ip_branch_end *other = a->aborted ? b : a;
        l->values = ip_lower_copy(l, &other->values);
        rest = other->rel;
    } else {
        if (never(a->rel))
            l->values = ip_lower_copy(l, &b->values);
        else if (never(b->rel))
            l->values = ip_lower_copy(l, &a->values);
        else
            ip_lower_join(l, condition, &a->values, &b->values);
        rest = ip_lower_or(l, ip_program_expr_and(l->arena, condition, a->rel),
                           ip_program_expr_and(l->arena, otherwise, b->rel));
        if (ip_program_expr_is_true(a->rel) && ip_program_expr_is_true(b->rel))
            rest = NULL;
    }
    l->rel = ip_program_expr_and(l->arena, rel, rest);
}

static const ip_expr *branch_condition(ip_lowerer *l, const ip_pl_branch *branch, const ip_expr *operand)
{
    if (!operand)
        return ip_lower_text_expr(l, branch->condition);
    /* CASE operand WHEN a, b: the condition is a list. */
    ip_parse_error error;
    l->source = branch->condition.source;
    l->shift = (long)branch->condition.begin - IP_PG_EXPR_SHIFT;
    const ip_tree *statements = ip_parse_pg_parse(
        l->arena, ip_arena_printf(l->arena, "SELECT %s", ip_range_text(l->arena, branch->condition)), &error);
    const ip_tree *list = IP_ITEMS(ip_as_select_stmt(ip_parse_statement_at(statements, 0)), target_list);
    const ip_expr *condition = NULL;
    int before = l->program->statements.count;
    ip_open_step outer = ip_lower_open_step(l);
    size_t i;
    const ip_tree *item;
    IP_LIST_EACH(list, i, item)
    {
        bool several = ip_parse_list_size(list) > 1;
        l->conditional += several;
        const ip_expr *value = ip_lower_expr(l, IP_GET(ip_as_res_target(item), val), NULL);
        l->conditional -= several;
        const ip_expr *same = ip_lower_binary(l, IP_OP_EQ, operand, value);
        const ip_expr *const both[] = {condition, same};
        condition = condition ? ip_program_expr_op(l->arena, IP_OP_OR, ip_lower_boolean_type, 2, both) : same;
    }
    if (l->why) {
        ip_lower_emit_unknown(l, NULL, l->why);
        l->why = NULL;
    }
    ip_lower_close_step(l, outer);
    ip_lower_count_rows(l, list, before);
    return condition ? condition : ip_lower_unknown(l, ip_lower_boolean_type, 0, NULL);
}

static void lower_branches(ip_lowerer *l, const ip_pl_statement *s, int number, const ip_expr *operand)
{
    if (number >= s->branches.count)
        return;
    const ip_pl_branch *branch = &s->branches.items[number];
    if (!branch->condition.source || branch->condition.begin >= branch->condition.end) {
        ip_lower_statements(l, branch->body.items, branch->body.count);
        return;
    }
    if (branch->operand.source && branch->operand.begin < branch->operand.end && !operand) {
        const ip_expr *value = ip_lower_text_expr(l, branch->operand);
        operand = ip_lower_bind(l, "case", value->type, value);
    }
    l->range = branch->condition;
    const ip_expr *condition = ip_lower_is_true(l, branch_condition(l, branch, operand));
    if (condition->kind == IP_EXPR_BOOLEAN) { /* known, like TG_OP: the impossible branch is skipped */
        if (condition->boolean)
            ip_lower_statements(l, branch->body.items, branch->body.count);
        else
            lower_branches(l, s, number + 1, operand);
        return;
    }
    const ip_expr *base = l->base, *rel = l->rel, *here = ip_lower_path(l);
    ip_values before = ip_lower_copy(l, &l->values);
    l->base = ip_program_expr_and(l->arena, here, condition);
    l->rel = NULL;
    ip_lower_statements(l, branch->body.items, branch->body.count);
    ip_branch_end then_end = ip_lower_end_of_branch(l);
    l->values = before;
    l->base = ip_program_expr_and(l->arena, here, ip_program_expr_not(l->arena, condition));
    l->rel = NULL;
    l->aborted = false;
    lower_branches(l, s, number + 1, operand);
    ip_branch_end else_end = ip_lower_end_of_branch(l);
    ip_lower_join_branches(l, condition, &then_end, &else_end, base, rel);
}

/* Where EXIT or CONTINUE goes: the innermost loop, or the loop or block of that label. */
static int find_target(const ip_lowerer *l, const char *label, bool block)
{
    for (int i = l->targets.count - 1; i >= 0; i--) {
        const ip_target *t = &l->targets.items[i];
        if (t->kind == IP_TARGET_ROUTINE)
            return -1;
        if (label ? t->label && strcmp(t->label, label) == 0 : t->kind == IP_TARGET_LOOP)
            return t->kind == IP_TARGET_BLOCK && !block ? -1 : i;
    }
    return -1;
}

static void record_exit(ip_lowerer *l, int target)
{
    ip_region_exit exit = {ip_lower_path(l), ip_lower_copy(l, &l->values), l->loop};
    if (ip_lower_unreachable(l) || (l->undone_depth > 0 && target < l->first_undone_target))
        return;
    /* Before it an error may have led to a handler. */
    if (l->handlers > 0)
        exit.path = ip_program_expr_and(
            l->arena, exit.path,
            ip_lower_bind(l, "happened", ip_lower_boolean_type, ip_lower_unknown(l, ip_lower_boolean_type, 0, NULL)));
    IP_PUSH(l->arena, &l->targets.items[target].exits, exit);
}

static void lower_exit(ip_lowerer *l, const ip_pl_statement *s)
{
    const ip_expr *condition = NULL;
    if (s->expr.source && s->expr.begin < s->expr.end)
        condition = ip_lower_is_true(l, ip_lower_text_expr(l, s->expr));
    int target = find_target(l, s->label, s->kind == IP_PL_EXIT);
    if (target < 0) {
        ip_diagnostics_add(l->diagnostics, IP_ERROR, s->range, l->program->name, "EXIT or CONTINUE outside a loop%s%s",
                           s->label ? " labelled " : "", s->label ? s->label : "");
        ip_lower_break(l, s->range, "EXIT or CONTINUE outside its loop");
        return;
    }
    const ip_expr *rel = l->rel;
    l->rel = ip_program_expr_and(l->arena, rel, condition);
    record_exit(l, target);
    l->rel = rel;
    if (condition)
        l->rel = ip_program_expr_and(l->arena, rel, ip_program_expr_not(l->arena, condition));
    else
        leave(l);
}

static const ip_target *routine_target(const ip_lowerer *l)
{
    for (int i = l->targets.count - 1; i >= 0; i--)
        if (l->targets.items[i].kind == IP_TARGET_ROUTINE)
            return &l->targets.items[i];
    return NULL;
}

static void lower_return(ip_lowerer *l, const ip_pl_statement *s)
{
    const ip_target *routine = routine_target(l);
    if (routine && routine->trigger && s->expr.source && s->expr.begin < s->expr.end) {
        ip_lower_return_row(l, routine, s->expr);
    } else if (s->sql_text && *s->sql_text && s->sql.source && s->sql.begin < s->sql.end) {
        ip_lower_statement_text(l, s);
    } else if (s->expr.source && s->expr.begin < s->expr.end) {
        const ip_expr *value = ip_lower_text_expr(l, s->expr);
        for (int i = l->targets.count - 1; i >= 0; i--)
            if (l->targets.items[i].kind == IP_TARGET_ROUTINE) {
                if (l->targets.items[i].result >= 0 && !s->more_follows)
                    ip_lower_assign_value(l, l->targets.items[i].result, value);
                break;
            }
    }
    if (s->more_follows)
        return;
    for (int i = l->targets.count - 1; i >= 0; i--)
        if (l->targets.items[i].kind == IP_TARGET_ROUTINE) {
            record_exit(l, i);
            break;
        }
    leave(l);
}

/* After a block or a routine: executions that left early continue here. */
void ip_lower_close_target(ip_lowerer *l, int target, const ip_expr *entry_rel)
{
    const ip_target t = l->targets.items[target];
    for (int i = 0; i < t.exits.count; i++) {
        const ip_region_exit *exit = &t.exits.items[i];
        if (exit->loop != l->loop) {
            for (int slot = 0; slot < l->slots.count; slot++) {
                const ip_expr *a = slot < exit->values.count ? exit->values.items[slot] : NULL;
                const ip_expr *b = slot < l->values.count ? l->values.items[slot] : NULL;
                if (a != b && !l->slots.items[slot].record)
                    ip_lower_forget(l, slot, l->loop);
            }
        } else if (never(l->rel)) {
            l->values = ip_lower_copy(l, &exit->values);
            l->rel = NULL;
        } else {
            ip_values now = l->values;
            const ip_expr *path = exit->path ? exit->path : ip_program_expr_true(l->arena);
            ip_lower_join(l, path, &exit->values, &now);
        }
    }
    if (t.kind == IP_TARGET_ROUTINE || t.exits.count > 0)
        l->rel = entry_rel;
}

void ip_lower_leave_region(ip_lowerer *l, int target, const ip_expr *entry_rel, ip_pl_statement *const *items,
                           int count, const char *label)
{
    ip_effects effects = {0};
    if (l->targets.items[target].exits.count == 0)
        return;
    ip_lower_effects(l, items, count, label, &effects);
    ip_lower_close_target(l, target, entry_rel);
    if (effects.leaves) {
        /* It may also contain RETURN or an EXIT of an outer block: whether it happened is not followed. */
        const ip_expr *goes_on =
            ip_lower_bind(l, "goes_on", ip_lower_boolean_type, ip_lower_unknown(l, ip_lower_boolean_type, 0, NULL));
        l->rel = ip_program_expr_and(l->arena, entry_rel, ip_lower_is_true(l, goes_on));
    }
}

void ip_lower_block(ip_lowerer *l, const ip_pl_statement *block, const char *label)
{
    int visible = l->visible.count;
    const char *name = block->label ? block->label : label;
    const ip_expr *rel = l->rel;
    ip_target target = {.kind = IP_TARGET_BLOCK, .label = block->label, .result = -1};
    IP_PUSH(l->arena, &l->targets, target);
    int own = l->targets.count - 1;
    if (block->has_handlers || block->declarations.count > 0)
        ip_lower_count(l, block);
    ip_lower_declarations(l, block, name);
    if (block->has_handlers)
        ip_lower_with_handlers(l, block);
    else
        ip_lower_statements(l, block->body.items, block->body.count);
    ip_lower_leave_region(l, own, rel, block->body.items, block->body.count, block->label);
    l->targets.count = own;
    l->visible.count = visible;
}

static void lower_unknown_statement(ip_lowerer *l, const ip_pl_statement *s)
{
    const char *what = s->what ? s->what : "statement";
    l->range = s->range;
    l->text = ip_lower_folded_text(l, ip_range_text(l->arena, s->range));
    int first = l->diagnostics->list.count;
    bool known = false;
    ip_pl_statement choice;
    if (s->executes && ip_lower_named_tables(l, s, &choice)) {
        lower_branches(l, &choice, 0, NULL);
        return;
    }
    if (s->executes) {
        known = ip_lower_unknown_execute(l, s);
    } else {
        ip_diagnostics_add(l->diagnostics, IP_UNSUPPORTED, s->range, l->program->name,
                           "%s: it may read and write any table", what);
        ip_lower_emit_unknown(l, NULL, what);
    }
    if (!known)
        l->workload->statements_unsupported++;
    else if (l->diagnostics->list.count > first)
        l->workload->statements_approximated++;
    else
        l->workload->statements_exact++;
    ip_lower_forget(l, l->found, l->loop);
    ip_lower_forget(l, l->row_count, l->loop);
    for (int i = 0; i < s->targets.count; i++) {
        bool element;
        int slot = ip_lower_target_slot(l, s->targets.items[i], &element);
        if (slot >= 0)
            ip_lower_forget_row(l, slot, l->loop);
    }
    if (s->body.count > 0)
        ip_lower_loop(l, s);
}

/* The message of a failed assertion: a handler may depend on what it reads. */
static void lower_message(ip_lowerer *l, const ip_pl_statement *s, const ip_expr *fails)
{
    const ip_expr *rel = l->rel;
    ip_values before = ip_lower_copy(l, &l->values);
    l->rel = ip_program_expr_and(l->arena, rel, fails);
    for (int i = 0; i < s->args.count && !ip_lower_unreachable(l); i++)
        ip_lower_text_expr(l, s->args.items[i]);
    l->values = before;
    l->rel = rel;
}

/* PL/pgSQL fails after a query whose rows have no destination (PostgreSQL 15, pl_exec.c, exec_stmt_execsql). */
static bool lacks_destination(const ip_lowerer *l, const ip_pl_statement *s)
{
    bool nowhere = strcmp(l->unit->language, "plpgsql") == 0 && s->targets.count == 0 && !s->executes && !s->folded;
    ip_parse_error error;
    const ip_tree *statements = nowhere && s->sql_text ? ip_parse_pg_parse(l->arena, s->sql_text, &error) : NULL;
    const PgQuery__SelectStmt *select =
        ip_parse_list_size(statements) == 1 ? ip_as_select_stmt(ip_parse_statement_at(statements, 0)) : NULL;
    return select && !IP_GET(select, into_clause);
}

static void lower_statement(ip_lowerer *l, const ip_pl_statement *s)
{
    l->range = s->range;
    l->text = "";
    switch (s->kind) {
    case IP_PL_BLOCK:
        ip_lower_block(l, s, NULL);
        break;
    case IP_PL_ASSIGN: {
        if (s->targets.count > 0 && ip_pl_subscripted(s->targets.items[0]))
            ip_lower_text_expr(l, s->targets.items[0]);
        const ip_expr *value = ip_lower_text_expr(l, s->expr);
        if (s->targets.count > 0)
            ip_lower_assign_target(l, s->targets.items[0], value);
        break;
    }
    case IP_PL_IF:
        lower_branches(l, s, 0, NULL);
        break;
    case IP_PL_LOOP:
    case IP_PL_WHILE:
    case IP_PL_FOR_RANGE:
    case IP_PL_FOR_QUERY:
    case IP_PL_FOREACH:
        ip_lower_loop(l, s);
        break;
    case IP_PL_EXIT:
    case IP_PL_CONTINUE:
        lower_exit(l, s);
        break;
    case IP_PL_RETURN:
        lower_return(l, s);
        break;
    case IP_PL_RAISE:
        for (int i = 0; i < s->args.count; i++)
            ip_lower_text_expr(l, s->args.items[i]);
        l->observations += !s->aborts;
        if (!s->aborts)
            break;
        if (!s->raise || s->raise->condition || s->raise->options.count > 0 || s->raise->unsure)
            ip_lower_raises_any(l); /* else P0001 */
        abort_here(l, s->range, ip_range_text(l->arena, s->range), NULL);
        leave(l);
        l->aborted = l->handlers == 0;
        break;
    case IP_PL_SQL:
        lower_sql(l, s);
        if (!lacks_destination(l, s))
            break;
        ip_lower_raises_any(l);
        abort_here(l, s->range, ip_range_text(l->arena, s->range), NULL);
        leave(l);
        l->aborted = l->handlers == 0;
        break;
    case IP_PL_PERFORM:
        lower_sql(l, s);
        break;
    case IP_PL_DIAGNOSTICS:
        ip_lower_diagnostics(l, s);
        break;
    case IP_PL_NULL:
        if (s->schema_statement)
            ip_lower_schema_statement(l, s);
        l->begun = l->begun || s->takes_snapshot;
        break;
    case IP_PL_ASSERT: {
        l->conditional++; /* plpgsql.check_asserts may be off */
        const ip_expr *holds = ip_lower_is_true(l, ip_lower_text_expr(l, s->expr));
        if (l->handlers > 0)
            lower_message(l, s, ip_program_expr_not(l->arena, holds));
        l->conditional--;
        if (!s->bounds && l->definitions->asserts_change)
            break;
        if (!s->bounds && l->handlers == 0)
            ip_lower_choice_of_assertion(l, s->range);
        abort_here(l, s->range, ip_range_text(l->arena, s->range), ip_program_expr_not(l->arena, holds));
        break;
    }
    case IP_PL_COMMIT:
    case IP_PL_ROLLBACK:
        ip_lower_end(l, s);
        break;
    case IP_PL_OPEN:
        ip_lower_open(l, s);
        break;
    case IP_PL_FETCH:
        ip_lower_fetch(l, s);
        break;
    case IP_PL_CLOSE:
        break;
    case IP_PL_UNKNOWN:
        lower_unknown_statement(l, s);
        break;
    }
}

void ip_lower_statements(ip_lowerer *l, ip_pl_statement *const *items, int count)
{
    for (int i = 0; i < count && !ip_lower_unreachable(l); i++) {
        if (items[i]->kind != IP_PL_BLOCK && !items[i]->schema_statement)
            ip_lower_count(l, items[i]);
        lower_statement(l, items[i]);
    }
}
