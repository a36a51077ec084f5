/* Reads files in order, statement by statement, into definitions. */
#define _GNU_SOURCE /* strcasestr */
#include "catalog/collation_names.h"
#include "catalog/definition.h"

#include "missing_names/missing_name.h"
#include "workload/client_file.h"
#include "workload/definition_pieces.h"
#include "workload/result_columns.h"
#include "catalog/unit_index.h"

#include <string.h>

void ip_workload_report_ran_before(ip_reader *reader, ip_range range)
{
    ip_diagnostics_add(reader->diagnostics, IP_ASSUMPTION, range, NULL,
                       "what this migration runs is assumed to have run once, before the programs");
}

static void report_implicit(ip_reader *reader, const ip_file *file)
{
    if (file->implicit && file->first_implicit.source->migration)
        ip_workload_report_ran_before(reader, file->first_implicit);
    else if (file->implicit)
        ip_diagnostics_add(
            reader->diagnostics, IP_REMARK, file->first_implicit, NULL,
            "%d statement%s outside BEGIN … COMMIT, from here on: transactions of their own, not analyzed "
            "(--implicit does)",
            file->implicit, file->implicit == 1 ? "" : "s");
}

/* Statements of one step are sent as one. */
static bool sent_with_next(const ip_file *file, size_t at)
{
    const ip_source *source = file->session->text;
    size_t end = file->session->steps.items[file->step].end;
    ip_token token = ip_parse_next_token(source, &at, end, false);
    while (ip_parse_token_is(source, token, ";"))
        token = ip_parse_next_token(source, &at, end, false);
    return token.kind != IP_TOKEN_END;
}

/* A session of the isolation tester: its steps in the order of the file, regardless of permutations. */
static void read_session(ip_reader *reader, const ip_client_file_session *session)
{
    reader->prepared.count = 0;
    reader->session_level = (ip_declared){0};
    ip_file file = {.psql = ip_psql_new(reader->arena, reader->variables, session->text, NULL), .session = session};
    ip_sql_item item;
    file.psql->plain = true;
    while (ip_psql_next(file.psql, &item)) {
        while (file.step + 1 < session->steps.count && item.place.begin >= session->steps.items[file.step].end)
            file.step++;
        if (strcmp(session->steps.items[file.step].name, "teardown") == 0 && !file.script.unit)
            break;
        item.joined = sent_with_next(&file, ip_psql_at(file.psql));
        ip_workload_file_read_item(reader, &file, &item);
        ip_workload_file_close_implicit(reader, &file);
    }
    ip_workload_file_forget_last(&file);
    if (file.script.unit) {
        ip_diagnostics_add(reader->diagnostics, IP_APPROXIMATION, file.script.unit->range, file.script.unit->name,
                           "the transaction that begins here does not end in its session: as if it committed there");
        ip_workload_file_close_script(reader, &file, session->text, session->text->length);
    }
    report_implicit(reader, &file);
}

/* Tables, routines and initial rows; an analysis considers any rows. */
static void read_setup(ip_reader *reader, const ip_source *setup)
{
    ip_file file = {.psql = ip_psql_new(reader->arena, reader->variables, setup, NULL)};
    ip_sql_item item;
    file.psql->plain = true;
    while (ip_psql_next(file.psql, &item))
        ip_workload_file_read_item(reader, &file, &item);
    ip_workload_file_forget_last(&file);
    if (file.script.unit)
        ip_workload_file_close_script(reader, &file, setup, setup->length);
}

static void read_client(ip_reader *reader, const ip_source *given)
{
    ip_diagnostics said = {.arena = reader->arena};
    ip_client_file *client = ip_workload_client_file_read(reader->arena, given, &said);
    bool implicit = reader->implicit;
    for (int i = 0; i < said.list.count; i++) {
        const ip_diagnostic *d = &said.list.items[i];
        if (d->kind == IP_ERROR) /* its remarks concern exploration */
            ip_diagnostics_add(reader->diagnostics, d->kind, d->range, NULL, "%s", d->message);
    }
    reader->implicit = false;
    for (int i = 0; i < client->setups.count; i++)
        read_setup(reader, client->setups.items[i]);
    reader->implicit = implicit;
    for (int i = 0; i < client->sessions.count; i++)
        if (client->sessions.items[i].text)
            read_session(reader, &client->sessions.items[i]);
}

/* Not inside the text of one of its blocks. */
static bool is_client(const ip_source *source)
{
    size_t length = strlen(source->path);
    return !source->origin && length > 5 && strcmp(source->path + length - 5, ".spec") == 0;
}

/* Words that occur in dumps and schemas of MySQL and MariaDB, but not of PostgreSQL. */
static const char *const mysql_words[] = {"ENGINE=InnoDB",          "ENGINE = InnoDB", "AUTO_INCREMENT",
                                          "-- MySQL dump",          "-- MariaDB dump", "UNSIGNED NOT NULL",
                                          "ON DUPLICATE KEY UPDATE"};

/* For a file of the wrong kind, one message that says so is more useful than a list of syntax errors. */
static void report_dialect(ip_reader *reader, const ip_source *given, int errors_before)
{
    if (given->origin || ip_diagnostics_count(reader->diagnostics, IP_ERROR) == errors_before)
        return;
    for (size_t w = 0; w < sizeof mysql_words / sizeof *mysql_words; w++) {
        const char *at = strcasestr(given->text, mysql_words[w]);
        if (!at)
            continue;
        size_t begin = (size_t)(at - given->text);
        ip_diagnostics_add(reader->diagnostics, IP_ERROR, (ip_range){given, begin, begin + strlen(mysql_words[w])},
                           NULL, "\"%s\": this looks like MySQL; expected PostgreSQL's SQL", mysql_words[w]);
        return;
    }
}

static void read_sql(ip_reader *reader, const ip_source *given)
{
    reader->prepared.count = 0;
    reader->session_level = (ip_declared){0};
    ip_file file = {.psql = ip_psql_new(reader->arena, reader->variables, given, reader->diagnostics)};
    ip_sql_item item;
    while (ip_psql_next(file.psql, &item)) {
        if (!(item.command && file.last.ended_by_command))
            ip_workload_file_close_implicit(reader, &file);
        ip_workload_file_read_item(reader, &file, &item);
        if (!file.last.ended_by_command)
            ip_workload_file_close_implicit(reader, &file);
        bool binds = item.command && strcmp(item.command, "bind") == 0;
        file.last.ended_by_command = binds ? file.last.ended_by_command : !item.command && item.ended_by_command;
    }
    ip_workload_file_close_implicit(reader, &file);
    ip_workload_file_forget_last(&file);
    for (int i = 1; i < file.psql->sources.count; i++)
        IP_PUSH(reader->arena, &reader->definitions->included, file.psql->sources.items[i]);
    if (file.script.unit) {
        const char *message = "BEGIN without COMMIT or ROLLBACK";
        ip_diagnostics_add(reader->diagnostics, IP_ERROR, file.script.unit->range, file.script.unit->name, "%s",
                           message);
        ip_workload_script_broken(reader, &file.script, message, file.script.unit->range);
        ip_workload_file_close_script(reader, &file, given, given->length);
    }
    report_implicit(reader, &file);
}

ip_definitions *ip_workload_definitions_read(ip_arena *arena, const ip_source *const *sources, int source_count,
                                             unsigned flags, ip_schema *schema, ip_diagnostics *diagnostics)
{
    static const ip_notices setup_name = {.name = "setup"};
    ip_definitions *definitions = IP_NEW(arena, ip_definitions);
    IP_PUSH(arena, &definitions->schemas, (const char *)"public");
    definitions->arena = arena;
    definitions->schema = schema;
    definitions->flags = flags;
    ip_reader reader = {.arena = arena,
                        .definitions = definitions,
                        .diagnostics = diagnostics,
                        .ddl = {.definitions = definitions, .diagnostics = diagnostics},
                        .setup = (flags & IP_READ_SETUP) != 0,
                        .implicit = (flags & IP_READ_IMPLICIT) != 0,
                        .variables = ip_psql_variables_new(arena, sources, source_count)};
    if (reader.setup) {
        ip_script script;
        ip_workload_script_begin(&reader, &script, &(ip_sql_item){.place = {source_count ? sources[0] : NULL, 0, 0}},
                                 &setup_name);
        definitions->setup = script.unit;
    }
    for (int i = 0; i < source_count; i++)
        reader.composes |= !reader.setup && strstr(sources[i]->text, "transaction:");
    for (int i = 0; i < source_count; i++) {
        ip_catalog_collations_read(definitions, sources[i]);
        int errors = ip_diagnostics_count(diagnostics, IP_ERROR);
        if (is_client(sources[i]))
            read_client(&reader, sources[i]);
        else
            read_sql(&reader, sources[i]);
        report_dialect(&reader, sources[i], errors);
        ip_workload_recorded_share_report(&reader, sources[i]);
    }
    for (int i = 0; i < definitions->included.count; i++)
        ip_catalog_collations_read(definitions, definitions->included.items[i]);
    if (reader.composes)
        ip_workload_composed_read(&reader, sources, source_count);
    ip_workload_composed_find_apart(&reader);
    ip_arena_free(reader.scratch);
    ip_workload_result_columns_check(&reader);
    ip_ddl_finish(&reader.ddl);
    ip_catalog_schema_index(arena, schema);
    ip_catalog_index_units(definitions);
    return definitions;
}

ip_unit *ip_workload_definitions_read_script(const ip_definitions *definitions, const char *name, ip_range text,
                                             ip_diagnostics *diagnostics)
{
    ip_arena *arena = definitions->arena;
    ip_reader reader = {.arena = arena,
                        .definitions = (ip_definitions *)definitions,
                        .diagnostics = diagnostics,
                        .variables = ip_psql_variables_new(arena, &text.source, 1)};
    reader.ddl.path = definitions->script_path;
    const ip_notices named = {.name = name};
    ip_sql_item item = {.range = text, .place = text};
    ip_script script;
    ip_workload_script_begin(&reader, &script, &item, &named);
    ip_unit *unit = script.unit;
    /* A source that ends at the end of the text; with the same offsets. */
    size_t *offsets = IP_NEW_ARRAY(arena, size_t, text.end + 1);
    for (size_t i = 0; i <= text.end; i++)
        offsets[i] = i;
    const ip_source *source = ip_source_derive(arena, text.source, text.source->text, text.end, offsets);
    for (size_t at = text.begin; ip_psql_split_next(arena, reader.variables, source, &at, &item);) {
        ip_parse_error error = {item.fault, item.fault ? item.fault_at - item.range.begin : 0};
        const ip_tree *statements = item.fault || item.command ? NULL : ip_parse_pg_parse(arena, item.text, &error);
        const ip_tree *statement = ip_parse_statement_at(statements, 0);
        PgQuery__TransactionStmtKind kind = IP_GET(ip_as_transaction_stmt(statement), kind);
        size_t place = item.range.begin + error.offset;
        ip_range range = {item.range.source, place < item.range.end ? place : item.range.end, item.range.end};
        if (!statements) {
            const char *message = item.command ? "psql commands are not run" : error.message;
            ip_workload_script_broken(&reader, &script, message, range);
        } else if (kind == PG_QUERY__TRANSACTION_STMT_KIND__TRANS_STMT_ROLLBACK) {
            ip_workload_script_rollback(&reader, &script, &item);
        } else if (statement && kind != PG_QUERY__TRANSACTION_STMT_KIND__TRANS_STMT_BEGIN &&
                   kind != PG_QUERY__TRANSACTION_STMT_KIND__TRANS_STMT_START &&
                   kind != PG_QUERY__TRANSACTION_STMT_KIND__TRANS_STMT_COMMIT) {
            ip_workload_script_statement(&reader, &script, &item, statement, false);
        }
    }
    unit->range = unit->tree->range = text;
    if (definitions->created) {
        ip_missing_created_add(definitions->created, text.source);
        ip_missing_fail_in_unit(arena, definitions, unit, diagnostics);
    }
    return unit;
}
