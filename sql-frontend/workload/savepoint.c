/* Savepoints of scripts. The statements that ROLLBACK TO undoes become a block that always ends in an error, which it
 * handles: a subtransaction, like a block with EXCEPTION (PostgreSQL 15 documentation, sections 13.5 and 43.6.8).
 * Values that the client has read are kept. */
#include "workload/definition_pieces.h"

#include <string.h>

/* The innermost savepoint of that name; -1: there is none. */
static int find(const ip_script *script, const char *name)
{
    int i = script->savepoints.count - 1;
    while (i >= 0 && strcmp(script->savepoints.items[i].name, name) != 0)
        i--;
    return i;
}

static ip_pl_statement *error_at(ip_reader *reader, ip_range range)
{
    ip_pl_statement *s = IP_NEW(reader->arena, ip_pl_statement);
    ip_pl_raise *said = IP_NEW(reader->arena, ip_pl_raise);
    said->format = "ROLLBACK TO SAVEPOINT";
    s->kind = IP_PL_RAISE;
    s->range = range;
    s->raise = said;
    s->aborts = true;
    return s;
}

static void undo(ip_reader *reader, const ip_script_savepoint *to, ip_range range)
{
    if (to->at == to->block->body.count)
        return;
    ip_pl_statement *undone = IP_NEW(reader->arena, ip_pl_statement);
    ip_pl_handler handler = {0};
    undone->kind = IP_PL_BLOCK;
    undone->has_handlers = true;
    for (int i = to->at; i < to->block->body.count; i++) {
        ip_pl_statement *s = to->block->body.items[i];
        s->schema_text = s->schema_statement ? "" : NULL;
        IP_PUSH(reader->arena, &undone->body, s);
    }
    undone->range = undone->body.items[0]->range;
    IP_PUSH(reader->arena, &undone->body, error_at(reader, range));
    IP_PUSH(reader->arena, &handler.conditions, "others");
    IP_PUSH(reader->arena, &undone->handler_list, handler);
    to->block->body.count = to->at;
    IP_PUSH(reader->arena, &to->block->body, undone);
}

void ip_workload_script_savepoint_statement(ip_reader *reader, ip_script *script, const ip_sql_item *item,
                                            const PgQuery__TransactionStmt *control)
{
    PgQuery__TransactionStmtKind kind = IP_GET(control, kind);
    const char *name = IP_TEXT(control, savepoint_name);
    if (kind == PG_QUERY__TRANSACTION_STMT_KIND__TRANS_STMT_SAVEPOINT) {
        ip_script_savepoint created = {ip_arena_strdup(reader->arena, name), script->block, script->block->body.count,
                                       script->changes.count, reader->ddl.path};
        IP_PUSH(reader->arena, &script->savepoints, created);
        return;
    }
    int at = find(script, name);
    const char *message = NULL;
    if (at < 0)
        message = ip_arena_printf(reader->arena, "there is no savepoint \"%s\" here", name);
    else if (script->savepoints.items[at].block != script->block)
        message = "a savepoint of before \\if, \\elif, \\else or a loop is not followed";
    if (message) {
        ip_diagnostics_add(reader->diagnostics, at < 0 ? IP_ERROR : IP_UNSUPPORTED, item->range, script->unit->name,
                           "%s", message);
        ip_workload_script_broken(reader, script, message, item->range);
        return;
    }
    if (kind != PG_QUERY__TRANSACTION_STMT_KIND__TRANS_STMT_ROLLBACK_TO) {
        script->savepoints.count = at; /* RELEASE */
        return;
    }
    undo(reader, &script->savepoints.items[at], item->range);
    ip_workload_schema_change_undo(reader, script, script->savepoints.items[at].changes,
                                   script->savepoints.items[at].path);
    script->savepoints.count = at + 1;
    script->savepoints.items[at].at = script->block->body.count;
}
