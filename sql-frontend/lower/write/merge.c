/* MERGE (documentation, MERGE): an UPDATE or DELETE for each WHEN MATCHED, a query and an INSERT for each WHEN NOT
 * MATCHED, in one step. */
#include "lower/lower.h"
#include "parse/statement.h"

#include <string.h>

typedef struct ip_merge {
    const PgQuery__MergeStmt *statement;
    ip_scope *around;
    int actions;    /* on rows that match */
    int conditions; /* of them */
    bool nothing;   /* a DO NOTHING among them */
} ip_merge;

static bool is_action(const PgQuery__MergeWhenClause *clause, PgQuery__CmdType command)
{
    return IP_GET(clause, command_type) == command;
}

static const PgQuery__MergeWhenClause *clause_at(const ip_merge *m, size_t i)
{
    return ip_as_merge_when_clause(ip_parse_list_item(IP_ITEMS(m->statement, merge_when_clauses), i));
}

static size_t clause_count(const ip_merge *m)
{
    return ip_parse_list_size(IP_ITEMS(m->statement, merge_when_clauses));
}

static void count_actions(ip_merge *m)
{
    for (size_t i = 0; i < clause_count(m); i++) {
        const PgQuery__MergeWhenClause *clause = clause_at(m, i);
        if (!ip_parse_merge_is_matched(clause))
            continue;
        m->actions++;
        m->conditions += IP_GET(clause, condition) != NULL;
        m->nothing = m->nothing || is_action(clause, PG_QUERY__CMD_TYPE__CMD_NOTHING);
    }
}

static void add_source(ip_lowerer *l, const ip_merge *m, ip_scope *scope)
{
    const ip_tree *list = ip_parse_list_one(l->arena, m->statement->source_relation);
    l->conditional++; /* it is lowered once for each action */
    ip_lower_from(l, list, scope);
    l->conditional--;
}

/* With one action its condition counts as WHERE does: in the snapshot, and again once the row is locked. With several
 * actions, a row that has changed meanwhile may get another action than its snapshot's. */
static void add_condition(ip_lowerer *l, const ip_merge *m, const PgQuery__MergeWhenClause *clause, ip_scope *scope)
{
    if (m->actions == 1) {
        if (IP_GET(clause, condition))
            ip_lower_condition(l, IP_GET(clause, condition), scope);
        return;
    }
    for (size_t i = 0; i < clause_count(m); i++)
        if (ip_parse_merge_is_matched(clause_at(m, i)) && clause_at(m, i)->condition)
            ip_lower_mark(scope->query,
                          ip_lower_not_understood(l, clause_at(m, i)->condition, scope, ip_lower_boolean_type), false);
    ip_lower_conjunct(l, scope, ip_lower_unknown(l, ip_lower_boolean_type, 0, NULL));
    scope->query->statement.uncertain = true;
}

static void lower_matched(ip_lowerer *l, const ip_merge *m, const PgQuery__MergeWhenClause *clause)
{
    ip_query *query = IP_NEW(l->arena, ip_query);
    ip_scope *scope = ip_lower_scope_new(l, m->around, query);
    const ip_tree *list = ip_parse_list_one(l->arena, m->statement->source_relation);
    query->statement.kind = is_action(clause, PG_QUERY__CMD_TYPE__CMD_DELETE) ? IP_DELETE : IP_UPDATE;
    ip_lower_scope_target(l, scope, m->statement->relation, true, NULL);
    if (query->statement.sources.count > 0 && !l->why) {
        int outside = ip_lower_open_part_loops(l, list, m->around);
        add_source(l, m, scope);
        ip_lower_condition(l, m->statement->join_condition, scope);
        add_condition(l, m, clause, scope);
        if (query->statement.kind == IP_UPDATE && !l->why)
            ip_lower_assignments(l, IP_ITEMS(clause, target_list), scope);
        if (!l->why)
            ip_lower_change_rows(l, scope, NULL);
        ip_lower_close_part_loops(l, outside, m->around);
    }
}

/* The source's rows, with those of the target that match: what is inserted depends on their absence. */
static ip_scope *unmatched_rows(ip_lowerer *l, const ip_merge *m, bool *tables)
{
    ip_query *query = IP_NEW(l->arena, ip_query);
    ip_scope *scope = ip_lower_scope_new(l, m->around, query);
    query->statement.kind = IP_SELECT;
    add_source(l, m, scope);
    int target = query->statement.sources.count;
    *tables = target > 0;
    ip_lower_scope_table(l, scope, m->statement->relation, NULL);
    if (query->statement.sources.count == target || l->why)
        return scope;
    scope->optional = UINT64_C(1) << target;
    ip_lower_condition(l, m->statement->join_condition, scope);
    scope->optional = 0;
    query->statement.sources.items[target].optional = true;
    return scope;
}

static const ip_expr *unknown_boolean(ip_lowerer *l, const char *name)
{
    const ip_expr *any =
        ip_lower_bind(l, name, ip_lower_boolean_type, ip_lower_unknown(l, ip_lower_boolean_type, 0, NULL));
    return ip_lower_is_true(l, any);
}

static const ip_expr *as_output(ip_lowerer *l, ip_query *query, ip_result *rows, const ip_expr *value)
{
    ip_output output = {IP_AGG_NONE, value, value->type};
    ip_result_column column = {"value", value, query->statement.outputs.count, value->type};
    IP_PUSH(l->arena, &query->statement.outputs, output);
    IP_PUSH(l->arena, &rows->columns, column);
    return value;
}

/* A row that matched may be deleted, or no longer match, once it is locked: then it counts as not matched. So it is
 * unknown whether a row is inserted, but its key must be absent. */
static void lower_not_matched(ip_lowerer *l, const ip_merge *m, const PgQuery__MergeWhenClause *clause)
{
    bool tables;
    ip_scope *scope = unmatched_rows(l, m, &tables);
    ip_query *query = scope->query;
    ip_result rows = {.statement = -1};
    ip_values values = {0};
    size_t i;
    const ip_tree *item;
    if (l->why)
        return;
    const ip_expr *condition = NULL, *rel = l->rel;
    if (IP_GET(clause, condition))
        condition = as_output(l, query, &rows, ip_lower_expr(l, IP_GET(clause, condition), scope));
    IP_LIST_EACH(IP_ITEMS(clause, values), i, item)
    {
        bool given = !ip_as_set_to_default(item);
        IP_PUSH(l->arena, &values, given ? as_output(l, query, &rows, ip_lower_expr(l, item, scope)) : NULL);
    }
    if (!tables)
        query->statement.aggregated = true;
    if (l->why)
        return;
    rows.statement = ip_lower_emit(l, query);
    int outside = l->loop;
    if (tables || query->statement.grouped) {
        l->loop = ip_lower_open_loop(l, IP_LOOP_QUERY, l->range);
        l->program->loops.items[l->loop].query = rows.statement;
        int next = 0;
        if (condition)
            condition = ip_lower_result_value(l, &rows, next++, l->loop);
        for (int k = 0; k < values.count; k++)
            if (values.items[k])
                values.items[k] = ip_lower_result_value(l, &rows, next++, l->loop);
    }
    l->rel = ip_program_expr_and(l->arena, l->rel, unknown_boolean(l, "not_matched"));
    if (condition)
        l->rel = ip_program_expr_and(l->arena, l->rel, ip_lower_is_true(l, condition));
    ip_lower_insert_into(l, m->statement, IP_ITEMS(clause, target_list), &values, m->around);
    l->loop = outside;
    l->rel = rel;
}

/* Nothing is done, but the conditions are evaluated: they may raise errors, and call functions. */
static void lower_nothing(ip_lowerer *l, const ip_merge *m, const PgQuery__MergeWhenClause *clause)
{
    bool tables;
    ip_scope *scope = unmatched_rows(l, m, &tables);
    if (!l->why && IP_GET(clause, condition))
        ip_lower_condition(l, IP_GET(clause, condition), scope);
    if (!l->why)
        ip_lower_emit(l, scope->query);
}

static const bool *all_columns(ip_lowerer *l, const ip_table *table)
{
    bool *all = IP_NEW_ARRAY(l->arena, bool, table->columns.count);
    memset(all, true, (size_t)table->columns.count * sizeof *all);
    return all;
}

/* Statement triggers of every action that is named, whether or not it is taken. */
static void fire_statement(ip_lowerer *l, const ip_merge *m, ip_moment moment)
{
    static const struct {
        PgQuery__CmdType command;
        ip_statement_kind kind;
    } events[] = {{PG_QUERY__CMD_TYPE__CMD_INSERT, IP_INSERT},
                  {PG_QUERY__CMD_TYPE__CMD_UPDATE, IP_UPDATE},
                  {PG_QUERY__CMD_TYPE__CMD_DELETE, IP_DELETE}};
    const ip_table *table = ip_lower_relation(l, m->statement->relation).table;
    for (size_t e = 0; table && e < sizeof events / sizeof events[0]; e++)
        for (size_t i = 0; i < clause_count(m); i++)
            if (is_action(clause_at(m, i), events[e].command)) {
                ip_event event = ip_lower_event(l, events[e].kind, table);
                event.set = events[e].kind == IP_UPDATE ? all_columns(l, table) : NULL;
                ip_lower_fire_statement(l, &event, moment);
                break;
            }
}

/* Targets whose rows are those of several tables, or part of one's. */
static void refuse_others(ip_lowerer *l, const PgQuery__RangeVar *rangevar)
{
    const ip_relation relation = ip_lower_relation(l, rangevar);
    ip_partition_path path = {0};
    if (relation.view)
        ip_lower_refuse(l, rangevar, "MERGE into view %s", relation.name);
    else if (relation.table && (ip_catalog_family_of(l->definitions, relation.table).count > 1 ||
                                ip_catalog_partition_whole(l->definitions, relation.table, &path)))
        ip_lower_refuse(l, rangevar, "MERGE into table %s, which is a partition or has tables that inherit from it",
                        relation.name);
}

ip_result *ip_lower_merge(ip_lowerer *l, const PgQuery__MergeStmt *statement)
{
    ip_merge m = {.statement = statement, .around = ip_lower_with_names(l, statement, NULL)};
    ip_result *result = IP_NEW(l->arena, ip_result);
    result->statement = -1;
    result->unknown = true;
    refuse_others(l, IP_GET(statement, relation));
    if (ip_parse_merge_addition(statement))
        ip_lower_refuse(l, statement, "%s", ip_parse_merge_addition(statement));
    count_actions(&m);
    if (m.actions > 1)
        ip_lower_note(l, IP_GET(statement, relation),
                      "MERGE with several actions on rows that match: which of them a row gets is not followed");
    fire_statement(l, &m, IP_BEFORE);
    for (size_t i = 0; i < clause_count(&m) && !l->why; i++) {
        const PgQuery__MergeWhenClause *clause = clause_at(&m, i);
        if (is_action(clause, PG_QUERY__CMD_TYPE__CMD_NOTHING))
            lower_nothing(l, &m, clause);
        else if (ip_parse_merge_is_matched(clause))
            lower_matched(l, &m, clause);
        else
            lower_not_matched(l, &m, clause);
    }
    fire_statement(l, &m, IP_AFTER);
    return result;
}
