/* One SQL statement: parses and lowers it, or reports why not. */
#include "lower/lower.h"
#include "access_summary/definition_change.h"
#include "catalog/resolve.h"
#include "workload/script_text.h"
#include "parse/statement.h"

#include <ctype.h>
#include <string.h>

const char *ip_lower_folded_text(ip_lowerer *l, const char *text)
{
    char *copy = ip_arena_strdup(l->arena, text);
    size_t count = 0;
    bool space = false;
    for (const char *c = text; *c; c++) {
        if (isspace((unsigned char)*c)) {
            space = true;
            continue;
        }
        if (space && count > 0)
            copy[count++] = ' ';
        space = false;
        copy[count++] = *c;
    }
    copy[count] = '\0';
    return copy;
}

static ip_result *unknown_result(ip_lowerer *l)
{
    ip_result *result = IP_NEW(l->arena, ip_result);
    result->unknown = true;
    result->statement = -1;
    return result;
}

/* The variable that is an argument of CALL, to receive the value of an OUT parameter; -1. */
static int argument_slot(ip_lowerer *l, const ip_tree *node)
{
    const PgQuery__NamedArgExpr *named = ip_as_named_arg_expr(node);
    const ip_tree *fields = IP_ITEMS(ip_as_column_ref(named ? IP_GET(named, arg) : node), fields);
    const char *parts[3] = {"", "", ""};
    int length = (int)ip_parse_list_size(fields);
    for (int m = 0; m < length && m < 3; m++)
        parts[m] = ip_arena_strdup(l->arena, ip_parse_string_node(ip_parse_list_item(fields, (size_t)m)));
    return length >= 1 && length <= 3 ? ip_lower_find_variable(l, parts, length) : -1;
}

/* CALL assigns OUT arguments to the variables in their places. */
static bool hand_back(ip_lowerer *l, const PgQuery__FuncCall *call, const ip_unit *unit, const ip_result *result)
{
    const ip_tree *args = IP_ITEMS(call, args);
    int count = (int)ip_parse_list_size(args), out = 0;
    ip_argument *given = IP_NEW_ARRAY(l->arena, ip_argument, count);
    int *places = IP_NEW_ARRAY(l->arena, int, count);
    for (int i = 0; i < count; i++)
        given[i] = ip_catalog_argument_of(l->arena, ip_parse_list_item(args, (size_t)i));
    if (!unit || !ip_catalog_resolve_places(unit, given, count, IP_GET(call, func_variadic), places))
        return false;
    for (int k = 0; k < unit->parameters.count; k++) {
        if (!unit->parameters.items[k].out)
            continue;
        const ip_expr *value = out < result->columns.count ? result->columns.items[out++].value : NULL;
        for (int i = 0; i < count; i++) {
            int slot = places[i] == k ? argument_slot(l, ip_parse_list_item(args, (size_t)i)) : -1;
            if (slot >= 0 && value)
                ip_lower_assign_value(l, slot, value);
            else if (slot >= 0)
                ip_lower_forget(l, slot, l->loop);
        }
    }
    return true;
}

static ip_result *lower_call_statement(ip_lowerer *l, const PgQuery__CallStmt *body)
{
    const PgQuery__FuncCall *call = IP_GET(body, funccall);
    ip_result *result = IP_NEW(l->arena, ip_result);
    ip_called called = {.columns = result};
    result->statement = -1;
    result->keeps = true; /* as the server does, tests/statement-outcomes */
    if (!ip_lower_user_call(l, call, call, NULL, &called))
        ip_lower_refuse(l, call, "call of %s(): no such procedure", ip_parse_call_name(l->arena, call));
    if (!hand_back(l, call, called.unit, result)) {
        size_t i;
        const ip_tree *arg;
        IP_LIST_EACH(IP_ITEMS(call, args), i, arg)
        if (argument_slot(l, arg) >= 0)
            ip_lower_forget(l, argument_slot(l, arg), l->loop);
    }
    result->columns.count = 0;
    return result;
}

static bool any_deferrable(const ip_lowerer *l)
{
    for (int i = 0; i < l->definitions->triggers.count; i++)
        if (l->definitions->triggers.items[i].deferrable)
            return true;
    return false;
}

/* SELECT … INTO TEMPORARY t is CREATE TEMPORARY TABLE t AS SELECT …. */
static ip_result *lower_select_into(ip_lowerer *l, const PgQuery__SelectStmt *select, PgQuery__IntoClause *into)
{
    PgQuery__SelectStmt *query = ip_parse_message_copy(l->arena, select);
    PgQuery__CreateTableAsStmt *statement = ip_parse_message_new(l->arena, &pg_query__create_table_as_stmt__descriptor);
    query->into_clause = NULL;
    statement->query = ip_parse_node_of(l->arena, query);
    statement->into = into;
    return ip_lower_temporary_table(l, ip_parse_node_of(l->arena, statement));
}

/* None of it is followed, and facts about the program together with others would not hold afterwards. */
static void break_meaning(ip_lowerer *l, const ip_tree *statement)
{
    const char *message =
        ip_arena_printf(l->arena, "%s changes what others mean", ip_summary_meaning_words(l->arena, statement));
    ip_diagnostics_add(l->diagnostics, IP_UNSUPPORTED, l->range, l->program->name, "%s", message);
    ip_lower_break(l, l->range, message);
}

/* CREATE TABLE AS and SELECT INTO: the query's rows are those of the new table. */
static ip_result *lower_table_as(ip_lowerer *l, const ip_tree *statement, const PgQuery__SelectStmt *query,
                                 const PgQuery__IntoClause *into)
{
    const PgQuery__RangeVar *rangevar = IP_GET(into, rel);
    bool correlated = false;
    break_meaning(l, statement);
    if (IP_GET(into, skip_data))
        return unknown_result(l);
    ip_lower_select(l, query, NULL, &correlated);
    if (l->why)
        return unknown_result(l);
    if (!ip_lower_relation(l, rangevar).table) {
        ip_lower_note(l, rangevar, "table %s, which is created here: its rows are not followed",
                      ip_lower_relation(l, rangevar).name);
        return unknown_result(l);
    }
    PgQuery__InsertStmt *insert = ip_parse_message_new(l->arena, &pg_query__insert_stmt__descriptor);
    insert->relation = (PgQuery__RangeVar *)rangevar;
    const ip_tree *statements = ip_parse_statements_of(l->arena, insert);
    ip_lower_emit_effects(l, rangevar, ip_summary_of_statements(l->summaries, ip_lower_path_of_names(l), statements),
                          "CREATE TABLE AS", false);
    return unknown_result(l);
}

/* REFRESH MATERIALIZED VIEW: deletes its rows, and inserts those of its query. */
static ip_result *lower_refresh(ip_lowerer *l, const ip_tree *statement)
{
    const PgQuery__RefreshMatViewStmt *refresh = ip_as_refresh_mat_view_stmt(statement);
    const PgQuery__RangeVar *rangevar = IP_GET(refresh, relation);
    const ip_relation relation = ip_lower_relation(l, rangevar);
    const ip_materialized *view = NULL;
    for (int i = 0; i < l->definitions->materialized.count; i++)
        if (l->definitions->materialized.items[i].table == relation.table)
            view = &l->definitions->materialized.items[i];
    if (!relation.table)
        ip_lower_no_such_table(l, rangevar, &relation);
    else if (!view)
        ip_lower_bad_name(l, rangevar, "\"%s\" is no materialized view", relation.name);
    if (!view || l->why)
        return unknown_result(l);
    break_meaning(l, statement);
    const ip_path *path = l->path_of_names;
    const ip_tree *query = view->query->tree;
    /* Found by its full name, regardless of the query's search path. */
    PgQuery__RangeVar *target = ip_parse_message_copy(l->arena, rangevar);
    const char *dot = strchr(relation.name, '.');
    PgQuery__DeleteStmt *whole = ip_parse_message_new(l->arena, &pg_query__delete_stmt__descriptor);
    PgQuery__InsertStmt *rows = ip_parse_message_new(l->arena, &pg_query__insert_stmt__descriptor);
    target->schemaname =
        dot ? ip_arena_strndup(l->arena, relation.name, (size_t)(dot - relation.name)) : (char *)"public";
    whole->relation = rows->relation = target;
    rows->select_stmt = (PgQuery__Node *)query;
    l->path_of_names = view->path;
    IP_VEC(ip_visible) visible = {l->visible.items, l->visible.count, l->visible.capacity};
    memset(&l->visible, 0, sizeof l->visible);
    ip_lower_delete(l, whole, NULL);
    if (!l->why)
        ip_lower_insert(l, rows, NULL);
    l->visible.items = visible.items;
    l->visible.count = visible.count;
    l->visible.capacity = visible.capacity;
    l->path_of_names = path;
    return unknown_result(l);
}

/* No other transaction sees a temporary table: TRUNCATE concerns only the other tables. */
static ip_result *lower_truncate(ip_lowerer *l, const PgQuery__TruncateStmt *truncate)
{
    PgQuery__TruncateStmt *others = ip_parse_message_copy(l->arena, truncate);
    ip_list relations = {0};
    const ip_tree *item;
    size_t i;
    IP_LIST_EACH(IP_ITEMS(truncate, relations), i, item)
    {
        const PgQuery__RangeVar *rangevar = ip_as_range_var(item);
        if (!ip_lower_find_temporary(l, rangevar))
            ip_parse_list_add(l->arena, &relations, item);
    }
    IP_SET_LIST(others, relations, relations);
    if (relations.count > 0)
        ip_lower_truncate(l, others);
    return unknown_result(l);
}

static ip_result *lower_tree(ip_lowerer *l, const ip_tree *statement);

/* COPY … FROM inserts any rows, and fires triggers, but no rules. COPY … TO reads: a table without its children, or the
 * result of a query. */
static ip_result *lower_copy(ip_lowerer *l, const PgQuery__CopyStmt *copy)
{
    const PgQuery__RangeVar *rangevar = copy->relation;
    const PgQuery__Node *query = copy->query;
    bool correlated = false;
    if (rangevar && ip_lower_find_temporary(l, rangevar))
        return unknown_result(l);
    if (query) {
        lower_tree(l, query);
    } else if (IP_GET(copy, is_from)) {
        if (ip_lower_relation(l, rangevar).catalog)
            ip_lower_break(l, l->range, "COPY into a system catalog changes what others mean");
        PgQuery__CopyStmt *whole = ip_parse_message_new(l->arena, &pg_query__copy_stmt__descriptor);
        whole->relation = (PgQuery__RangeVar *)rangevar;
        const ip_tree *statements = ip_parse_statements_of(l->arena, whole);
        const ip_summary *summary = ip_summary_of_statements(l->summaries, ip_lower_path_of_names(l), statements);
        if (summary->missing)
            ip_lower_bad_name(l, rangevar, "table \"%s\" does not exist", summary->missing);
        else if (summary->any)
            ip_lower_refuse(l, rangevar, "COPY: %s: it may read and write any table", summary->any);
        else
            ip_lower_emit_effects(l, rangevar, summary, "COPY", false);
    } else {
        PgQuery__RangeVar *own = ip_parse_message_copy(l->arena, rangevar);
        PgQuery__SelectStmt *select = ip_parse_message_new(l->arena, &pg_query__select_stmt__descriptor);
        own->inh = 0;
        IP_SET_LIST(
            select, target_list,
            *ip_parse_list_one(l->arena, ip_parse_target_of(l->arena, ip_parse_column_of(l->arena, NULL, NULL))));
        IP_SET_LIST(select, from_clause, *ip_parse_list_one(l->arena, ip_parse_node_of(l->arena, own)));
        ip_lower_select(l, select, NULL, &correlated);
    }
    return unknown_result(l);
}

/* EXPLAIN only plans; with ANALYZE the statement also runs. The plan is rows of any text. */
static ip_result *lower_explain(ip_lowerer *l, const PgQuery__ExplainStmt *explain)
{
    ip_result *result = unknown_result(l);
    if (ip_parse_explain_runs(explain))
        lower_tree(l, IP_GET(explain, query));
    return result;
}

/* DO: its block in place of it. */
static ip_result *lower_do(ip_lowerer *l, const ip_tree *statement)
{
    if (!l->anonymous || ip_lower_may_end(l, l->anonymous))
        ip_lower_refuse(l, statement, "DO");
    else
        ip_lower_inline(l, l->anonymous, statement, NULL, NULL);
    if (l->why) /* its code is not in this tree */
        ip_lower_emit_unknown(l, NULL, l->why);
    ip_result *result = unknown_result(l);
    result->unknown = false;
    result->found = ip_lower_value(l, l->found);
    return result;
}

/* The meaning of names from here on; only if the transaction always passes here, and continues. */
static void set_path(ip_lowerer *l, const ip_path *path)
{
    int routines = 0;
    for (int i = 0; i < l->targets.count; i++)
        routines += l->targets.items[i].kind == IP_TARGET_ROUTINE;
    /* The whole body of an SQL function is parsed before any of it runs (PostgreSQL 15, section 38.5). */
    bool parsed_before = strcmp(l->unit->language, "sql") == 0;
    if (parsed_before || routines > 1 || l->loop >= 0 || l->handlers > 0 || !ip_program_expr_is_true(ip_lower_path(l)))
        ip_lower_break(
            l, l->range,
            "search_path is set in a branch, a loop, a block that may be undone, a called routine or an SQL function");
    l->path_of_names = path;
}

static ip_result *lower_tree(ip_lowerer *l, const ip_tree *statement)
{
    const char *kind = ip_parse_node_kind(statement);
    const PgQuery__SelectStmt *select = ip_as_select_stmt(statement);
    const PgQuery__CreateTableAsStmt *create_as = ip_as_create_table_as_stmt(statement);
    const PgQuery__VariableSetStmt *set = ip_as_variable_set_stmt(statement);
    bool correlated = false;
    l->begun = l->begun || !(ip_as_lock_stmt(statement) || set);
    if (select) {
        PgQuery__IntoClause *into = select->into_clause;
        if (ip_catalog_path_of_set_config(l->arena, select))
            set_path(l, ip_catalog_path_of_set_config(l->arena, select));
        if (strcmp(IP_TEXT(IP_GET(into, rel), relpersistence), "t") == 0)
            return lower_select_into(l, select, into);
        if (into)
            return lower_table_as(l, statement, select, into);
        return ip_lower_select(l, select, NULL, &correlated);
    }
    if (ip_as_insert_stmt(statement))
        return ip_lower_insert(l, ip_as_insert_stmt(statement), NULL);
    if (ip_as_update_stmt(statement))
        return ip_lower_update(l, ip_as_update_stmt(statement), NULL);
    if (ip_as_delete_stmt(statement))
        return ip_lower_delete(l, ip_as_delete_stmt(statement), NULL);
    if (ip_as_merge_stmt(statement))
        return ip_lower_merge(l, ip_as_merge_stmt(statement));
    if (ip_as_call_stmt(statement))
        return lower_call_statement(l, ip_as_call_stmt(statement));
    if (ip_as_copy_stmt(statement))
        return lower_copy(l, ip_as_copy_stmt(statement));
    if (ip_as_truncate_stmt(statement))
        return lower_truncate(l, ip_as_truncate_stmt(statement));
    if (ip_as_explain_stmt(statement))
        return lower_explain(l, ip_as_explain_stmt(statement));
    if (ip_as_do_stmt(statement))
        return lower_do(l, statement);
    ip_result *of_cursor;
    if (ip_lower_sql_cursor(l, statement, &of_cursor))
        return of_cursor;
    ip_result *result = ip_lower_temporary_table(l, statement);
    if (result)
        return result;
    if (ip_as_select_stmt(IP_GET(create_as, query)))
        return lower_table_as(l, statement, ip_as_select_stmt(create_as->query), create_as->into);
    if (ip_as_refresh_mat_view_stmt(statement))
        return lower_refresh(l, statement);
    result = unknown_result(l);
    l->constraints_set = l->constraints_set || ip_as_constraints_set_stmt(statement) != NULL;
    if (ip_as_constraints_set_stmt(statement) && any_deferrable(l)) {
        ip_lower_refuse(l, statement, "SET CONSTRAINTS where triggers are deferrable");
        ip_lower_break(l, l->range, l->why);
        return result;
    }
    if (ip_as_constraints_set_stmt(statement) && !IP_GET(ip_as_constraints_set_stmt(statement), deferred))
        ip_lower_checks_at_once(l);
    static const char *const harmless[] = {"VariableSetStmt", "VariableShowStmt", "ConstraintsSetStmt", "NotifyStmt",
                                           "ListenStmt",      "UnlistenStmt",     "CheckPointStmt"};
    if (set && ip_catalog_path_of_set(l->arena, set))
        set_path(l, ip_catalog_path_of_set(l->arena, set));
    if (strcmp(IP_TEXT(set, name), "session_replication_role") == 0) {
        ip_lower_refuse(l, statement, "SET session_replication_role, which switches triggers and foreign keys off");
        ip_lower_break(l, l->range, l->why);
        return result;
    }
    bool nothing =
        ip_summary_meaning_of(statement) == IP_MEANING_DESCRIBED; /* of rows: see access_summary/outside_state.h */
    for (size_t i = 0; i < sizeof harmless / sizeof harmless[0]; i++)
        nothing = nothing || strcmp(kind, harmless[i]) == 0;
    if (nothing) {
        result->unknown = false;
        result->found = ip_lower_value(l, l->found);
        return result;
    }
    if (ip_as_lock_stmt(statement)) {
        ip_lower_lock_statement(l, ip_as_lock_stmt(statement));
        result->unknown = false;
        result->found = ip_lower_value(l, l->found);
        return result;
    }
    if (ip_summary_meaning_of(statement) != IP_MEANING_CHANGES)
        ip_lower_refuse(l, statement, "%s", kind);
    else if (!l->why)
        l->why =
            ip_arena_printf(l->arena, "%s changes what others mean", ip_summary_meaning_words(l->arena, statement));
    if (ip_as_execute_stmt(statement) || ip_as_execute_stmt(IP_GET(create_as, query)))
        /* Its code is not in this tree. */
        ip_lower_emit_unknown(l, NULL, kind);
    else if (ip_summary_meaning_of(statement) == IP_MEANING_CHANGES)
        break_meaning(l, statement);
    return result;
}

void ip_lower_schema_statement(ip_lowerer *l, const ip_pl_statement *s)
{
    ip_parse_error error;
    const ip_tree *statements = s->schema_text ? ip_parse_pg_parse(l->arena, s->schema_text, &error) : NULL;
    const ip_tree *statement = ip_parse_statement_at(statements, 0);
    ip_range outer = l->range;
    l->range = s->range;
    if (!s->schema_text) {
        const char *message = "what it runs changes what others mean";
        ip_diagnostics_add(l->diagnostics, IP_UNSUPPORTED, s->range, l->program->name, "%s", message);
        ip_lower_break(l, s->range, message);
    } else if (statement && !ip_summary_meaning_is_temporary(statement) && !ip_lower_temporary_table(l, statement) &&
               !ip_lower_find_temporary(l, ip_parse_relation_of_statement(statement)) &&
               ip_summary_meaning_of(statement) == IP_MEANING_CHANGES) {
        ip_diagnostics_add(l->diagnostics, IP_REMARK, s->range, l->program->name,
                           "--migrations takes a file that is run once, before the programs");
        break_meaning(l, statement);
    }
    l->range = outer;
}

static void count_outcome(ip_lowerer *l, int first)
{
    bool unsupported = l->why && !l->of_module, approximated = false;
    if (l->undone_depth > 0) /* counted where it is finally lowered */
        return;
    for (int i = first; i < l->diagnostics->list.count; i++) {
        ip_diagnostic_kind kind = l->diagnostics->list.items[i].kind;
        unsupported = unsupported || kind == IP_UNSUPPORTED || kind == IP_ERROR;
        approximated = approximated || kind == IP_APPROXIMATION;
    }
    if (unsupported)
        l->workload->statements_unsupported++;
    else if (approximated)
        l->workload->statements_approximated++;
    else
        l->workload->statements_exact++;
}

ip_result *ip_lower_sql(ip_lowerer *l, const char *text, ip_range range)
{
    int first = l->diagnostics->list.count, after = l->after.count;
    ip_lower_report_wide(l);
    l->texts++;
    l->source = range.source;
    l->shift = (long)range.begin;
    l->range = range;
    l->text = ip_lower_folded_text(l, ip_workload_script_text(l->arena, l->unit, text));
    l->why = NULL;
    l->of_module = false;
    l->bad_name = false;
    ip_open_step outer = ip_lower_open_step(l);
    ip_parse_error error;
    const ip_tree *statements = ip_parse_pg_parse(l->arena, text, &error);
    ip_result *result = unknown_result(l);
    if (!statements) {
        ip_range place = range;
        if (range.begin + error.offset < range.end)
            place.begin = range.begin + error.offset;
        ip_diagnostics_add(l->diagnostics, IP_ERROR, place, l->program->name, "%s", error.message);
        ip_lower_break(l, place, error.message);
        ip_lower_emit_unknown(l, NULL, error.message);
    } else if (ip_parse_list_size(statements) > 0) {
        const ip_tree *statement = ip_parse_statement_at(statements, 0);
        int before = l->program->statements.count;
        ip_lower_unasked(l, statement); /* before the locks that the statement takes */
        result = lower_tree(l, statement);
        ip_lower_domains(l); /* of what INTO and loops assign */
        const ip_tree *explained = IP_GET(ip_as_explain_stmt(statement), query);
        ip_lower_settle_parts(l, explained ? explained : statement, before);
        if (l->why) {
            /* Parts that were lowered already stay: more accesses, never fewer. */
            ip_lower_emit_unknown(l, statements, l->why);
            result = unknown_result(l);
        }
    }
    const char *why = l->why;
    l->why = NULL;
    ip_lower_fire_after(l, after);
    l->why = why;
    ip_lower_close_step(l, outer);
    count_outcome(l, first);
    ip_lower_set_found(l, result);
    l->why = NULL;
    return result;
}

/* A query of aggregates gives one row, of all that it has found. */
static bool gives_aggregates(const ip_lowerer *l, int statement)
{
    const ip_statement *s = &l->program->statements.items[statement];
    return s->kind == IP_SELECT && s->aggregated && !s->grouped && !s->limited;
}

static const ip_expr *number(ip_lowerer *l, const char *digits)
{
    return ip_lower_literal(l, IP_EXPR_INTEGER, ip_lower_integer_type, digits);
}

void ip_lower_count_first_row(ip_lowerer *l)
{
    const ip_expr *const parts[] = {ip_lower_value(l, l->found), number(l, "1"), number(l, "0")};
    ip_lower_assign(l, l->row_count, ip_program_expr_op(l->arena, IP_OP_IF, ip_lower_integer_type, 3, parts));
}

void ip_lower_set_found(ip_lowerer *l, const ip_result *result)
{
    const ip_expr *value;
    if (result->keeps)
        return;
    if (result->statement >= 0) {
        value = ip_lower_variable(l, IP_VAR_FOUND, "found", ip_lower_boolean_type, l->loop);
        l->program->variables.items[value->index].statement = result->statement;
    } else if (result->found) {
        value = result->found;
    } else {
        value = ip_lower_any(l, "found", ip_lower_boolean_type, l->loop);
    }
    ip_lower_assign(l, l->found, value);
    ip_lower_forget(l, l->row_count, l->loop);
    if (result->statement >= 0 && gives_aggregates(l, result->statement)) {
        ip_lower_assign(l, l->row_count, number(l, "1"));
    } else if (result->statement >= 0 && !result->any_count) {
        value = ip_lower_variable(l, IP_VAR_COUNT, "row_count", ip_lower_integer_type, l->loop);
        l->program->variables.items[value->index].statement = result->statement;
        ip_lower_assign(l, l->row_count, value);
    } else if (result->statement < 0 && result->count) {
        ip_lower_assign(l, l->row_count, result->count);
    }
}
