/* Processes one statement of a file, or one of psql's commands. */
#include "catalog/definition.h"

#include "psql/template.h"
#include "workload/client_file.h"
#include "workload/declared_level.h"
#include "base/words.h"
#include "workload/definition_pieces.h"
#include "catalog/settings.h"

#include <string.h>

/* Garbage may look like the beginning of a statement at every line, each reaching to the end of the file: the reader
 * re-reads at most this multiple of the file before it skips a broken statement as a whole. */
enum { REREAD_LIMIT = 32 };

static const char *place_text(ip_arena *arena, ip_range range)
{
    return ip_arena_printf(arena, "%s:%d", range.source->path, ip_range_position(range).line);
}

/* Counts the routines of that name, in whatever schema; returns how many there were before. */
static intptr_t count_name(ip_reader *reader, const ip_unit *unit, int change)
{
    if (unit->kind != IP_UNIT_ROUTINE)
        return 0;
    ip_text_entry *entry = ip_text_table_add(reader->arena, &reader->routine_names, ip_last_part(unit->name));
    intptr_t before = (intptr_t)entry->value;
    entry->value = (void *)(before + change);
    return before;
}

/* A definition replaces an earlier one with the same input types; a script's name must be its own. */
static void add_unit(ip_reader *reader, ip_unit *unit)
{
    ip_definitions *d = reader->definitions;
    for (int i = 0; i < d->units.count; i++) {
        ip_unit *other = d->units.items[i];
        if (strcmp(other->name, unit->name) != 0)
            continue;
        bool same = unit->kind == other->kind &&
                    (strcmp(other->signature, unit->signature) == 0 || strcmp(unit->signature, unit->name) == 0);
        if (unit->kind == IP_UNIT_SCRIPT || other->kind == IP_UNIT_SCRIPT) {
            unit->name = unit->signature =
                ip_arena_printf(reader->arena, "%s@%s", unit->name, place_text(reader->arena, unit->range));
            ip_diagnostics_add(reader->diagnostics, IP_REMARK, unit->range, unit->name,
                               "another transaction is named \"%s\" (%s): this one is \"%s\"", other->name,
                               place_text(reader->arena, other->range), unit->name);
        } else if (same) {
            ip_diagnostics_add(reader->diagnostics, IP_REMARK, unit->range, unit->name,
                               "\"%s\" is defined twice: this definition replaces the one at %s", unit->name,
                               place_text(reader->arena, other->range));
            d->routines_replaced++;
            unit->made = other->made;
            unit->owner = other->owner;
            count_name(reader, other, -1);
            memmove(&d->units.items[i], &d->units.items[i + 1],
                    sizeof d->units.items[0] * (size_t)(d->units.count - i - 1));
            d->units.count--;
            i--;
        } else {
            unit->overloaded = other->overloaded = true;
        }
    }
    if (!unit->made)
        unit->made = ++d->made;
    if (count_name(reader, unit, +1) > 0)
        ip_ddl_rebind_overloaded(&reader->ddl, unit->name);
    IP_PUSH(reader->arena, &d->units, unit);
}

void ip_workload_definitions_add_routine(ip_reader *reader, ip_unit *unit, const ip_notices *notices, bool written)
{
    reader->definitions->routines_read += written;
    reader->definitions->routines_broken += written && unit->broken;
    ip_workload_notices_apply(reader, notices, unit);
    add_unit(reader, unit);
}

void ip_workload_file_close_script(ip_reader *reader, ip_file *file, const ip_source *source, size_t end)
{
    ip_workload_schema_change_commit(reader, &file->script);
    ip_unit *unit = ip_workload_script_end(reader, &file->script, source, end);
    if (unit)
        add_unit(reader, unit);
}

static void unused_notices(ip_reader *reader, const ip_notices *notices, ip_range statement)
{
    for (int i = 0; i < notices->ignores.count; i++) /* inside a script it applies to the statement */
        ip_diagnostics_add(reader->diagnostics, IP_REMARK, notices->ignores.items[i].range, NULL,
                           "\"isoproof: ignore\" stands before something that is no transaction (line %d)",
                           ip_range_position(statement).line);
    if (notices->promise.text)
        ip_diagnostics_add(reader->diagnostics, IP_REMARK, notices->promise.range, NULL,
                           "\"isoproof: level\" stands before something that is no transaction (line %d)",
                           ip_range_position(statement).line);
}

/* ROLLBACK of the transaction. If it has changed the schema, it names objects that exist only inside it. */
static void roll_back(ip_reader *reader, ip_file *file, const ip_sql_item *item)
{
    ip_script *script = &file->script;
    ip_workload_script_rollback(reader, script, item);
    if (ip_psql_conditional(file->psql))
        return;
    if (!file->session && ip_workload_schema_change_any(reader, script)) {
        ip_diagnostics_add(reader->diagnostics, IP_REMARK, script->unit->range, script->unit->name,
                           "is rolled back, and with it what it changes of the schema: nothing of it is analyzed");
        script->touches_rows = false;
        script->schema_statements = 0;
    }
    ip_workload_schema_change_undo(reader, script, 0, script->path);
}

static void transaction_control(ip_reader *reader, ip_file *file, const ip_sql_item *item, const ip_tree *statement,
                                const ip_notices *notices)
{
    const PgQuery__TransactionStmt *control = ip_as_transaction_stmt(statement);
    const PgQuery__TransactionStmtKind kind = IP_GET(control, kind);
    bool begins = kind == PG_QUERY__TRANSACTION_STMT_KIND__TRANS_STMT_BEGIN ||
                  kind == PG_QUERY__TRANSACTION_STMT_KIND__TRANS_STMT_START;
    bool commits = kind == PG_QUERY__TRANSACTION_STMT_KIND__TRANS_STMT_COMMIT;
    bool rolls_back = kind == PG_QUERY__TRANSACTION_STMT_KIND__TRANS_STMT_ROLLBACK;
    if (begins && file->joined) { /* statements sent together with it belong to it */
        file->joined = false;
    } else if (begins && file->script.unit) {
        ip_diagnostics_add(reader->diagnostics, IP_REMARK, item->range, file->script.unit->name,
                           "there is already a transaction in progress (%s)",
                           place_text(reader->arena, file->script.unit->range));
    } else if (begins) {
        ip_workload_script_begin(reader, &file->script, item, notices);
        file->script.named = notices->name && !file->session;
    } else if (!file->script.unit) {
        if (commits || rolls_back)
            ip_diagnostics_add(reader->diagnostics, IP_REMARK, item->range, NULL,
                               "there is no transaction in progress");
    } else if ((commits || rolls_back) && file->script.ifs.count > 0 && !IP_GET(control, chain)) {
        ip_workload_script_end_way(reader, &file->script, item, rolls_back);
    } else if (commits || rolls_back) {
        if (rolls_back)
            roll_back(reader, file, item);
        const ip_declared declared = file->script.unit->declared;
        if (commits && file->script.sets_session_level)
            reader->session_level = file->script.session_level;
        ip_workload_file_close_script(reader, file, item->place.source, item->place.end);
        if (IP_GET(control, chain)) {
            ip_workload_script_begin(reader, &file->script, item, &(ip_notices){0});
            file->script.unit->declared = declared;
        }
    } else if (kind == PG_QUERY__TRANSACTION_STMT_KIND__TRANS_STMT_PREPARE) {
        ip_workload_script_broken(reader, &file->script, "PREPARE TRANSACTION is not followed", item->range);
        ip_workload_file_close_script(reader, file, item->place.source, item->place.end);
    } else {
        ip_workload_script_statement(reader, &file->script, item, statement, false);
    }
}

/* A statement that sets the level of the transaction or the session (declared_level.h). */
static void note_level(ip_reader *reader, ip_file *file, const ip_sql_item *item, const ip_tree *statement)
{
    const char *level = NULL;
    ip_script *script = &file->script;
    const PgQuery__TransactionStmt *control = ip_as_transaction_stmt(statement);
    const PgQuery__VariableSetStmt *set = ip_as_variable_set_stmt(statement);
    ip_level_scope scope = control ? ip_catalog_level_begun(control, &level)
                           : set   ? ip_catalog_level_said(set, &level)
                                   : IP_LEVEL_NOT;
    if (ip_as_discard_stmt(statement))
        scope = IP_GET(ip_as_discard_stmt(statement), target) == PG_QUERY__DISCARD_MODE__DISCARD_ALL
                    ? IP_LEVEL_OF_SESSION
                    : IP_LEVEL_NOT;
    else if (!control && !set && ip_catalog_level_configured(reader->arena, statement, &level))
        scope = IP_LEVEL_OF_SESSION;
    if (scope == IP_LEVEL_NOT)
        return;
    ip_declared said = {.level = level && *level ? level : NULL, .range = item->range};
    if (ip_psql_conditional(file->psql))
        said = (ip_declared){.range = item->range, .unclear = "which level it has depends on the ways of \\if"};
    else if (level && !*level)
        said.unclear = "its level is not known";
    if (scope == IP_LEVEL_OF_SESSION && script->unit) {
        script->session_level = said;
        script->sets_session_level = true;
    } else if (scope == IP_LEVEL_OF_SESSION) {
        reader->session_level = said;
    } else if (script->unit && !level) {
        /* RESET and TO DEFAULT choose the server's default, not the session's, also after queries. */
        script->unit->declared = (ip_declared){.level = "read committed", .range = item->range};
        if (script->touches_rows || said.unclear)
            script->unit->declared = (ip_declared){.range = item->range, .unclear = "its level changes within it"};
    } else if (script->unit && (!script->touches_rows || !script->unit->declared.level)) {
        /* After a query PostgreSQL accepts only the level that the transaction already has. */
        script->unit->declared = said;
    }
}

/* DO: a block without a name, a separate transaction. */
static void do_statement(ip_reader *reader, const ip_sql_item *item, const PgQuery__DoStmt *block,
                         const ip_notices *notices)
{
    ip_unit *unit = ip_workload_routine_anonymous(reader, item, block, notices->name);
    unit->declared = reader->session_level;
    ip_workload_notices_apply(reader, notices, unit);
    add_unit(reader, unit);
    ip_psql_variables_begin(reader->variables);
}

/* SELECT set_config('search_path', '', false), with which pg_dump begins: like SET it belongs to no transaction. */
static bool only_configures(const ip_tree *statement)
{
    const PgQuery__SelectStmt *select = ip_as_select_stmt(statement);
    const ip_tree *targets = IP_ITEMS(select, target_list);
    const PgQuery__FuncCall *call = ip_parse_list_size(targets) == 1
                                        ? ip_as_func_call(IP_GET(ip_as_res_target(ip_parse_list_item(targets, 0)), val))
                                        : NULL;
    const ip_tree *names = IP_ITEMS(call, funcname);
    return call && !IP_ITEMS(select, from_clause) && strcmp(ip_parse_last_string(names), "set_config") == 0;
}

/* A statement outside BEGIN … COMMIT. Statements joined by "\\;" are sent, and so run, as one. */
static void implicit_statement(ip_reader *reader, ip_file *file, const ip_sql_item *item, const ip_tree *statement,
                               const ip_notices *notices)
{
    const PgQuery__DoStmt *block = ip_as_do_stmt(statement);
    if (!reader->implicit || (item->range.source->migration && !notices->name)) {
        bool counted = notices->name && reader->composes; /* composed.c */
        if (!counted && !only_configures(statement) && file->implicit++ == 0)
            file->first_implicit = item->range;
        return;
    }
    if (block && !item->joined) {
        do_statement(reader, item, block, notices);
        return;
    }
    ip_workload_script_begin(reader, &file->script, item, notices);
    file->joined = item->joined;
    ip_workload_script_statement(reader, &file->script, item, statement, false);
    file->closes = !item->joined;
}

/* It is known whether the statement touches rows when its transaction commits and its schema changes exist. */
static void add_run(ip_reader *reader, ip_file *file, const ip_sql_item *item, const ip_tree *statement,
                    bool touched_rows)
{
    const ip_pl_statement *block = file->script.block;
    ip_pl_statement *last = block->body.count ? block->body.items[block->body.count - 1] : NULL;
    if (!last || last->kind != IP_PL_SQL)
        return;
    file->script.touches_rows = touched_rows;
    ip_workload_schema_change_run(reader, &file->script, item, statement, last);
}

/* For transactions that are composed of it (composed.c). */
static void note_query(ip_reader *reader, const ip_sql_item *item, const char *name)
{
    ip_named_query query = {.name = name, .item = *item, .path = reader->ddl.path};
    for (int i = 0; i < item->comments.count; i++) {
        const char *text = ip_workload_comment_text(reader->arena, item->comments.items[i]);
        query.many |= strncmp(text, "name:", 5) == 0 && strstr(text, " :many");
    }
    IP_PUSH(reader->arena, &reader->queries, query);
}

static void one_statement(ip_reader *reader, ip_file *file, const ip_sql_item *item, const ip_tree *statement)
{
    ip_notices notices;
    ip_workload_notices_read(reader, item, &notices);
    if (notices.name && !file->script.unit && !file->session && !ip_as_transaction_stmt(statement))
        note_query(reader, item, notices.name);
    if (file->session && !notices.name)
        notices.name =
            ip_arena_printf(reader->arena, "%s.%s", file->session->name, file->session->steps.items[file->step].name);
    if (file->script.unit)
        ip_workload_script_marks(reader, &file->script, item);
    if (ip_as_transaction_stmt(statement)) {
        transaction_control(reader, file, item, statement, &notices);
        note_level(reader, file, item, statement);
        return;
    }
    if (!file->script.unit && !file->session && !reader->setup && ip_psql_switch(file->psql, "AUTOCOMMIT") == 0) {
        ip_workload_script_begin(reader, &file->script, item, &notices);
        file->script.named = notices.name;
    }
    if (file->script.unit && ip_psql_switch(file->psql, "ON_ERROR_ROLLBACK") == 1)
        ip_workload_script_broken(reader, &file->script,
                                  "with ON_ERROR_ROLLBACK it goes on after an error, which is not followed",
                                  item->range);
    note_level(reader, file, item, statement);
    const PgQuery__CreateFunctionStmt *create = ip_as_create_function_stmt(statement);
    if (create)
        ip_workload_schema_change_define(reader, &file->script, ip_workload_routine_read(reader, item, create),
                                         &notices);
    const ip_path *path = ip_catalog_path_of_set(reader->arena, ip_as_variable_set_stmt(statement));
    if (ip_as_variable_set_stmt(statement) && !file->script.unit)
        ip_catalog_setting_of_session(reader->definitions, ip_as_variable_set_stmt(statement), item->range);
    const char *setting = IP_TEXT(ip_as_variable_set_stmt(statement), name);
    if (strcmp(setting, "role") == 0 || strcmp(setting, "session_authorization") == 0)
        reader->definitions->several_roles = true;
    bool runs_text = ip_as_select_stmt(statement) || ip_as_do_stmt(statement);
    if (runs_text && !file->script.unit && !reader->implicit)
        ip_catalog_setting_by_statement(reader->definitions, item->range);
    const PgQuery__AlterDatabaseSetStmt *of_database = ip_as_alter_database_set_stmt(statement);
    const PgQuery__AlterRoleSetStmt *of_role = ip_as_alter_role_set_stmt(statement);
    const PgQuery__AlterSystemStmt *of_server = ip_as_alter_system_stmt(statement);
    if (of_server)
        ip_catalog_setting_of_later_sessions(reader->definitions, of_server->setstmt, IP_OF_ALL_SESSIONS, item->range,
                                             reader->diagnostics);
    if (of_database)
        ip_catalog_setting_of_later_sessions(reader->definitions, of_database->setstmt, IP_OF_ALL_SESSIONS, item->range,
                                             reader->diagnostics);
    if (of_role)
        ip_catalog_setting_of_later_sessions(reader->definitions, of_role->setstmt,
                                             of_role->role ? IP_OF_ONE_ROLE : IP_OF_ALL_ROLES, item->range,
                                             reader->diagnostics);
    if (IP_GET(ip_as_discard_stmt(statement), target) == PG_QUERY__DISCARD_MODE__DISCARD_ALL)
        ip_workload_session_begin(reader);
    if (create || ip_ddl_changes(statement) || file->script.unit || ip_as_do_stmt(statement))
        ip_workload_database_used(reader);
    if (path && !(file->script.unit && IP_GET(ip_as_variable_set_stmt(statement), is_local)))
        reader->ddl.path = path;
    if (!file->script.unit && ip_workload_prepare_statement(reader, &file->script, item, statement))
        return;
    /* The steps of a client's sessions run in several orders: one step may use an object before another drops it. */
    bool drops = file->session && ip_as_drop_stmt(statement);
    bool runs = !file->session && ip_workload_schema_may_run(reader, statement);
    bool own = file->script.unit && ip_ddl_is_temporary(statement);
    bool schema_statement = create || drops || (!own && ip_ddl_is(statement));
    if (!create && !drops && !own && ip_ddl_changes(statement))
        ip_workload_schema_change_add(reader, &file->script, statement, item->range);
    if (schema_statement && ip_psql_conditional(file->psql) && !file->reported_conditional) {
        file->reported_conditional = true;
        ip_diagnostics_add(reader->diagnostics, IP_ASSUMPTION, item->range, NULL,
                           "from here on, what any branch of \\if creates is assumed to exist");
    }
    if (runs && !file->script.unit) {
        ip_schema_ran ran = ip_workload_schema_run(reader, item, statement, true);
        schema_statement |= ip_schema_ran_only(&ran);
    }
    if (file->script.unit) {
        bool touches_rows = file->script.touches_rows;
        ip_workload_script_statement(reader, &file->script, item, statement, schema_statement);
        if (runs)
            add_run(reader, file, item, statement, touches_rows);
        file->closes = file->joined && !item->joined;
        file->joined = file->joined && item->joined;
        return;
    }
    if (create)
        return;
    if (!reader->implicit || schema_statement)
        unused_notices(reader, &notices, item->range);
    if (schema_statement || ip_as_variable_set_stmt(statement))
        return;
    if (reader->setup && ip_catalog_setting_empties_path(statement))
        return;
    if (reader->setup) {
        ip_script script = {.unit = reader->definitions->setup, .block = reader->definitions->setup->tree};
        if (!ip_workload_copied_rows(reader, &script, item, statement))
            ip_workload_script_statement(reader, &script, item, statement, false);
    } else {
        implicit_statement(reader, file, item, statement, &notices);
    }
}

static void broken_statement(ip_reader *reader, ip_file *file, const ip_sql_item *item, const char *message,
                             size_t offset)
{
    size_t at = item->range.begin + offset;
    if (at > item->range.end)
        at = item->range.end;
    ip_range place = {item->range.source, at, at};
    ip_notices notices;
    ip_workload_notices_read(reader, item, &notices);
    ip_unit *unit = ip_workload_routine_broken(reader, item, message, place);
    const char *transaction = unit ? unit->name : file->script.unit ? file->script.unit->name : NULL;
    const char *unfilled = ip_psql_template_unfilled(reader->arena, item->range);
    if (unfilled)
        message =
            ip_arena_printf(reader->arena, "%s; a value has to be put in first: --define %s=VALUE", message, unfilled);
    ip_diagnostics_add(reader->diagnostics, IP_ERROR, place, transaction, "%s", message);
    if (unit) {
        ip_workload_schema_change_define(reader, &file->script, unit, &notices);
    } else if (file->script.unit) {
        ip_workload_script_statement(reader, &file->script, item, NULL, false);
        ip_workload_script_broken(reader, &file->script, message, place);
    }
}

void ip_workload_file_forget_last(ip_file *file)
{
    file->last_tree = NULL;
    file->last_statement = NULL;
}

/* \copy t FROM … is COPY with the client's file. */
static void copy_command(ip_reader *reader, ip_file *file, const ip_sql_item *item)
{
    char *text = ip_arena_strdup(reader->arena, ip_range_text(reader->arena, item->place));
    ip_sql_item statement = *item;
    ip_parse_error error;
    text[0] = ' ';
    statement.text = text;
    statement.command = NULL;
    const ip_tree *tree = ip_parse_pg_parse(reader->arena, text, &error);
    if (tree)
        ip_workload_script_statement(reader, &file->script, &statement, ip_parse_statement_at(tree, 0), false);
    else
        ip_workload_script_broken(reader, &file->script, "\\copy of what is not understood", item->place);
}

static void command(ip_reader *reader, ip_file *file, const ip_sql_item *item)
{
    if (file->script.unit && strcmp(item->command, "copy") == 0) {
        copy_command(reader, file, item);
    } else if (file->script.unit) {
        bool unsent = file->last_statement && file->last.ended_by_command;
        if (ip_is_among("if elif else endif", item->command))
            ip_workload_script_marks(reader, &file->script, item);
        ip_workload_script_command(reader, &file->script, item, unsent ? &file->last : NULL, file->last_statement);
        if (file->script.over)
            ip_workload_file_close_script(reader, file, item->place.source, item->place.end);
    } else if (ip_is_among("c connect", item->command)) {
        ip_workload_connect(reader, item);
    } else if (strcmp(item->command, "gset") == 0) {
        ip_workload_script_forget_results(reader, item, file->last_statement);
    } else if (strcmp(item->command, "gexec") == 0) {
        ip_diagnostics_add(reader->diagnostics, IP_REMARK, item->range, NULL,
                           "\\gexec runs statements that are not known here: they are not analyzed");
    }
}

void ip_workload_file_close_implicit(ip_reader *reader, ip_file *file)
{
    if (file->closes && file->script.unit)
        ip_workload_file_close_script(reader, file, file->last.place.source, file->last.place.end);
    file->closes = false;
}

void ip_workload_file_read_item(ip_reader *reader, ip_file *file, const ip_sql_item *item)
{
    if (item->command) {
        command(reader, file, item);
        if (strcmp(item->command, "bind") != 0)
            ip_workload_file_forget_last(file);
        return;
    }
    ip_workload_file_forget_last(file);
    ip_parse_error error = {item->fault, item->fault ? item->fault_at - item->range.begin : 0};
    const ip_tree *statements = item->fault ? NULL : ip_parse_pg_parse(reader->arena, item->text, &error);
    if (!statements) {
        const ip_source *source = item->place.source;
        size_t after = ip_psql_at(file->psql), next = ip_psql_split_retry(source, item, after);
        ip_sql_item kept = *item;
        if (next < kept.place.end) {
            file->reread += kept.place.end - next;
            kept.place.end = next;
            if (kept.range.source == source)
                kept.range.end = next;
        }
        broken_statement(reader, file, &kept, error.message, error.offset);
        ip_psql_go_on(file->psql, next);
        if (file->reread / REREAD_LIMIT <= source->length)
            return;
        ip_psql_go_on(file->psql, after);
        ip_diagnostics_add(reader->diagnostics, IP_ERROR, kept.range, NULL,
                           "too many errors: not read from here to the end of the statement");
        return;
    }
    const ip_tree *statement = ip_parse_statement_at(statements, 0);
    file->last = *item;
    file->last_tree = statements;
    file->last_statement = statement;
    if (statement)
        one_statement(reader, file, item, statement);
    if (!file->script.unit)
        ip_psql_variables_begin(reader->variables);
}
