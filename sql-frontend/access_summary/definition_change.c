/* A table of the statements that are known not to change the schema, rights or catalogs. A statement that is not in it
 * counts as a statement that does. */
#include "access_summary/definition_change.h"
#include "parse/statement.h"

#include <string.h>

static const struct {
    const char *kind;
    ip_meaning meaning;
} kinds[] = {
    {"SelectStmt", IP_MEANING_STAYS},
    {"InsertStmt", IP_MEANING_STAYS},
    {"UpdateStmt", IP_MEANING_STAYS},
    {"DeleteStmt", IP_MEANING_STAYS},
    {"MergeStmt", IP_MEANING_STAYS},
    {"CallStmt", IP_MEANING_STAYS},
    {"DoStmt", IP_MEANING_STAYS},
    {"CopyStmt", IP_MEANING_STAYS},
    {"TruncateStmt", IP_MEANING_STAYS},
    {"LockStmt", IP_MEANING_STAYS},
    {"ExplainStmt", IP_MEANING_STAYS},
    {"TransactionStmt", IP_MEANING_STAYS},
    {"VariableSetStmt", IP_MEANING_STAYS},
    {"VariableShowStmt", IP_MEANING_STAYS},
    {"ConstraintsSetStmt", IP_MEANING_STAYS},
    {"NotifyStmt", IP_MEANING_STAYS},
    {"ListenStmt", IP_MEANING_STAYS},
    {"UnlistenStmt", IP_MEANING_STAYS},
    {"PrepareStmt", IP_MEANING_STAYS},
    {"ExecuteStmt", IP_MEANING_STAYS},
    {"DeallocateStmt", IP_MEANING_STAYS},
    {"DeclareCursorStmt", IP_MEANING_STAYS},
    {"FetchStmt", IP_MEANING_STAYS},
    {"ClosePortalStmt", IP_MEANING_STAYS},
    {"CheckPointStmt", IP_MEANING_STAYS},
    {"DiscardStmt", IP_MEANING_STAYS},
    {"CommentStmt", IP_MEANING_DESCRIBED},
    {"SecLabelStmt", IP_MEANING_DESCRIBED},
    {"CreateStatsStmt", IP_MEANING_DESCRIBED},
    {"AlterStatsStmt", IP_MEANING_DESCRIBED},
    {"VacuumStmt", IP_MEANING_DESCRIBED}, /* ANALYZE, too */
    {"ReindexStmt", IP_MEANING_DESCRIBED},
    {"ClusterStmt", IP_MEANING_DESCRIBED},
};

/* ALTER TABLE that changes only how a table is stored, or the planner's statistics. */
static bool alters_storage(const PgQuery__AlterTableStmt *alter)
{
    static const PgQuery__AlterTableType storage[] = {
        PG_QUERY__ALTER_TABLE_TYPE__AT_SetStatistics, PG_QUERY__ALTER_TABLE_TYPE__AT_SetStorage,
        PG_QUERY__ALTER_TABLE_TYPE__AT_ClusterOn, PG_QUERY__ALTER_TABLE_TYPE__AT_DropCluster};
    size_t i;
    const ip_tree *command;
    IP_LIST_EACH(IP_ITEMS(alter, cmds), i, command)
    {
        bool found = false;
        for (size_t k = 0; k < sizeof storage / sizeof storage[0]; k++)
            found = found || IP_GET(ip_as_alter_table_cmd(command), subtype) == storage[k];
        if (!found)
            return false;
    }
    return true;
}

ip_meaning ip_summary_meaning_of(const ip_tree *statement)
{
    const char *kind = ip_parse_node_kind(statement);
    const PgQuery__AlterTableStmt *alter = ip_as_alter_table_stmt(statement);
    if (IP_GET(ip_as_select_stmt(statement), into_clause))
        return IP_MEANING_CHANGES;
    if (alter && alters_storage(alter))
        return IP_MEANING_DESCRIBED;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (strcmp(kinds[i].kind, kind) == 0)
            return kinds[i].meaning;
    return IP_MEANING_CHANGES;
}

bool ip_summary_meaning_is_temporary(const ip_tree *statement)
{
    const PgQuery__RangeVar *created = IP_GET(ip_parse_into_of(statement), rel);
    return strcmp(IP_TEXT(created, relpersistence), "t") == 0 ||
           strcmp(IP_TEXT(ip_parse_relation_of_statement(statement), relpersistence), "t") == 0;
}

const char *ip_summary_meaning_words(ip_arena *arena, const ip_tree *statement)
{
    const char *verb = ip_parse_statement_words(arena, statement),
               *name = IP_TEXT(IP_GET(ip_parse_into_of(statement), rel), relname);
    if (!*name)
        name = IP_TEXT(ip_parse_relation_of_statement(statement), relname);
    return *name ? ip_arena_printf(arena, "%s %s", verb, name) : verb;
}
