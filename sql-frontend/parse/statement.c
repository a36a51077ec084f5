/* Parts that several kinds of statements and messages have, each as a field of its own struct. */
#include "parse/statement.h"

#include <pg_query.h>
#include <string.h>

ip_statement_parts ip_parse_parts_of(const ip_tree *statement)
{
    const ip_tree *content = ip_as_node(statement) ? ip_parse_node_body(statement) : statement;
    const PgQuery__SelectStmt *select = ip_message_as(content, &pg_query__select_stmt__descriptor);
    const PgQuery__InsertStmt *insert = ip_message_as(content, &pg_query__insert_stmt__descriptor);
    const PgQuery__UpdateStmt *update = ip_message_as(content, &pg_query__update_stmt__descriptor);
    const PgQuery__DeleteStmt *delete = ip_message_as(content, &pg_query__delete_stmt__descriptor);
    const PgQuery__MergeStmt *merge = ip_message_as(content, &pg_query__merge_stmt__descriptor);
    if (select)
        return (ip_statement_parts){
            .with = select->with_clause, .from = IP_ITEMS(select, from_clause), .where = select->where_clause};
    if (insert)
        return (ip_statement_parts){.with = insert->with_clause,
                                    .target = insert->relation,
                                    .returning = IP_ITEMS(insert, returning_list),
                                    .insert = insert,
                                    .conflict = insert->on_conflict_clause};
    if (update)
        return (ip_statement_parts){.with = update->with_clause,
                                    .target = update->relation,
                                    .from = IP_ITEMS(update, from_clause),
                                    .where = update->where_clause,
                                    .assigned = IP_ITEMS(update, target_list),
                                    .returning = IP_ITEMS(update, returning_list)};
    if (delete)
        return (ip_statement_parts){.with = delete->with_clause,
                                    .target = delete->relation,
                                    .from = IP_ITEMS(delete, using_clause),
                                    .where = delete->where_clause,
                                    .returning = IP_ITEMS(delete, returning_list)};
    if (merge)
        return (ip_statement_parts){.with = merge->with_clause, .target = merge->relation};
    return (ip_statement_parts){0};
}

const PgQuery__WithClause *ip_parse_with_of(const ip_tree *statement)
{
    return ip_parse_parts_of(statement).with;
}

const PgQuery__RangeVar *ip_parse_written_relation(const ip_tree *statement)
{
    return ip_as_node(statement) ? ip_parse_parts_of(statement).target : NULL;
}

const ip_list *ip_parse_returning_of(const ip_tree *statement)
{
    return ip_parse_parts_of(statement).returning;
}

const PgQuery__IntoClause *ip_parse_into_of(const ip_tree *statement)
{
    return ip_as_select_stmt(statement) ? ip_as_select_stmt(statement)->into_clause
                                        : IP_GET(ip_as_create_table_as_stmt(statement), into);
}

const PgQuery__RangeVar *ip_parse_relation_of_statement(const ip_tree *statement)
{
    const PgQuery__Node *node = ip_as_node(statement);
    switch (IP_GET(node, node_case)) {
#define ABOUT(KIND, kind, field)                                                                                       \
    case PG_QUERY__NODE__NODE_##KIND:                                                                                  \
        return node->kind->field;
        ABOUT(INSERT_STMT, insert_stmt, relation)
        ABOUT(UPDATE_STMT, update_stmt, relation)
        ABOUT(DELETE_STMT, delete_stmt, relation)
        ABOUT(MERGE_STMT, merge_stmt, relation)
        ABOUT(COPY_STMT, copy_stmt, relation)
        ABOUT(CREATE_STMT, create_stmt, relation)
        ABOUT(ALTER_TABLE_STMT, alter_table_stmt, relation)
        ABOUT(ALTER_OBJECT_DEPENDS_STMT, alter_object_depends_stmt, relation)
        ABOUT(ALTER_OBJECT_SCHEMA_STMT, alter_object_schema_stmt, relation)
        ABOUT(ALTER_OWNER_STMT, alter_owner_stmt, relation)
        ABOUT(RENAME_STMT, rename_stmt, relation)
        ABOUT(INDEX_STMT, index_stmt, relation)
        ABOUT(RULE_STMT, rule_stmt, relation)
        ABOUT(CREATE_TRIG_STMT, create_trig_stmt, relation)
        ABOUT(REFRESH_MAT_VIEW_STMT, refresh_mat_view_stmt, relation)
        ABOUT(CLUSTER_STMT, cluster_stmt, relation)
        ABOUT(REINDEX_STMT, reindex_stmt, relation)
        ABOUT(CREATE_SEQ_STMT, create_seq_stmt, sequence)
        ABOUT(ALTER_SEQ_STMT, alter_seq_stmt, sequence)
        ABOUT(VIEW_STMT, view_stmt, view)
        ABOUT(CREATE_POLICY_STMT, create_policy_stmt, table)
        ABOUT(ALTER_POLICY_STMT, alter_policy_stmt, table)
#undef ABOUT
    default:
        return NULL;
    }
}

const ip_list *ip_parse_function_names(const ip_tree *message)
{
    const PgQuery__FuncCall *call = ip_message_as(message, &pg_query__func_call__descriptor);
    const PgQuery__CreateFunctionStmt *create = ip_message_as(message, &pg_query__create_function_stmt__descriptor);
    const PgQuery__CreateTrigStmt *trigger = ip_message_as(message, &pg_query__create_trig_stmt__descriptor);
    const PgQuery__CreateEventTrigStmt *event = ip_message_as(message, &pg_query__create_event_trig_stmt__descriptor);
    return call      ? IP_ITEMS(call, funcname)
           : create  ? IP_ITEMS(create, funcname)
           : trigger ? IP_ITEMS(trigger, funcname)
                     : IP_ITEMS(event, funcname);
}

bool ip_parse_has_with_query(const ip_tree *tree, const char *name)
{
    const ip_tree *value;
    size_t i;
    const PgQuery__CommonTableExpr *query = ip_as_common_table_expr(tree);
    if (query && *name && strcmp(query->ctename, name) == 0)
        return true;
    IP_LIST_EACH(tree, i, value) if (ip_parse_has_with_query(value, name)) return true;
    IP_TREE_EACH(tree, at, value) if (ip_parse_has_with_query(value, name)) return true;
    return false;
}

bool ip_parse_is_set_operation(const PgQuery__SelectStmt *select)
{
    return select && select->op != PG_QUERY__SET_OPERATION__SET_OPERATION_UNDEFINED &&
           select->op != PG_QUERY__SET_OPERATION__SETOP_NONE;
}

/* PostgreSQL 17 knows three kinds of clauses in place of two, and RETURNING. */
#if PG_VERSION_NUM >= 170000
bool ip_parse_merge_is_matched(const PgQuery__MergeWhenClause *clause)
{
    return clause->match_kind == PG_QUERY__MERGE_MATCH_KIND__MERGE_WHEN_MATCHED;
}

const char *ip_parse_merge_addition(const PgQuery__MergeStmt *statement)
{
    if (statement->n_returning_list)
        return "MERGE … RETURNING";
    for (size_t i = 0; i < statement->n_merge_when_clauses; i++) {
        const PgQuery__MergeWhenClause *clause = ip_as_merge_when_clause(statement->merge_when_clauses[i]);
        if (!clause || clause->match_kind == PG_QUERY__MERGE_MATCH_KIND__MERGE_WHEN_NOT_MATCHED_BY_SOURCE)
            return "MERGE … WHEN NOT MATCHED BY SOURCE";
    }
    return NULL;
}
#else
bool ip_parse_merge_is_matched(const PgQuery__MergeWhenClause *clause)
{
    return clause->matched;
}

const char *ip_parse_merge_addition(const PgQuery__MergeStmt *statement)
{
    (void)statement;
    return NULL;
}
#endif

bool ip_parse_is_between(const PgQuery__AExpr *expr)
{
    return expr->kind == PG_QUERY__A__EXPR__KIND__AEXPR_BETWEEN ||
           expr->kind == PG_QUERY__A__EXPR__KIND__AEXPR_NOT_BETWEEN ||
           expr->kind == PG_QUERY__A__EXPR__KIND__AEXPR_BETWEEN_SYM ||
           expr->kind == PG_QUERY__A__EXPR__KIND__AEXPR_NOT_BETWEEN_SYM;
}

bool ip_parse_nulls_first(const PgQuery__SortBy *by)
{
    return by->sortby_nulls == PG_QUERY__SORT_BY_NULLS__SORTBY_NULLS_FIRST ||
           (by->sortby_dir == PG_QUERY__SORT_BY_DIR__SORTBY_DESC &&
            by->sortby_nulls != PG_QUERY__SORT_BY_NULLS__SORTBY_NULLS_LAST);
}

/* "AlterTableStmt": "ALTER TABLE". */
static const char *spelled(ip_arena *arena, const char *kind)
{
    size_t length = strlen(kind), used = 0;
    char *words = ip_arena_alloc(arena, 2 * length + 1);
    if (length > 4 && strcmp(kind + length - 4, "Stmt") == 0)
        length -= 4;
    for (size_t i = 0; i < length; i++) {
        bool capital = kind[i] >= 'A' && kind[i] <= 'Z';
        if (capital && i > 0)
            words[used++] = ' ';
        words[used++] = capital || kind[i] < 'a' || kind[i] > 'z' ? kind[i] : (char)(kind[i] - 'a' + 'A');
    }
    words[used] = '\0';
    return words;
}

const char *ip_parse_statement_words(ip_arena *arena, const ip_tree *statement)
{
    static const struct {
        const char *kind, *words;
    } names[] = {{"IndexStmt", "CREATE INDEX"},
                 {"ViewStmt", "CREATE VIEW"},
                 {"CreateStmt", "CREATE TABLE"},
                 {"CreateTableAsStmt", "CREATE TABLE AS"},
                 {"SelectStmt", "SELECT INTO"},
                 {"CreateFunctionStmt", "CREATE FUNCTION"},
                 {"CreateTrigStmt", "CREATE TRIGGER"},
                 {"CreateSeqStmt", "CREATE SEQUENCE"},
                 {"AlterSeqStmt", "ALTER SEQUENCE"},
                 {"AlterEnumStmt", "ALTER TYPE"},
                 {"CreateEnumStmt", "CREATE TYPE"},
                 {"CompositeTypeStmt", "CREATE TYPE"},
                 {"RuleStmt", "CREATE RULE"},
                 {"RefreshMatViewStmt", "REFRESH MATERIALIZED VIEW"},
                 {"RenameStmt", "RENAME"},
                 {"AlterObjectSchemaStmt", "SET SCHEMA"},
                 {"DefineStmt", "CREATE"},
                 {"SecLabelStmt", "SECURITY LABEL"},
                 {"VariableSetStmt", "SET"},
                 {"VariableShowStmt", "SHOW"},
                 {"TransactionStmt", "transaction control"},
                 {"VacuumStmt", "VACUUM or ANALYZE"}};
    const char *kind = ip_parse_node_kind(statement);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(names[i].kind, kind) == 0)
            return names[i].words;
    return spelled(arena, kind);
}
