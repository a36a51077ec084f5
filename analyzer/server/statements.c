/* Runs the statements of a session: transactions and savepoints here, SQL by the database. */
#include "server/guarded.h"
#include "server/client_state.h"
#include "server/words.h"
#include "workload/client_definition.h"

#include <string.h>
#include <strings.h>

/* Tells whether the statement begins with the word. */
static bool begins(const char *text, const char *word)
{
    while (*text && strchr(" \t\r\n", *text))
        text++;
    size_t length = strlen(word);
    return strncasecmp(text, word, length) == 0 && (!text[length] || strchr(" \t\r\n;(", text[length]));
}

static const char *idle_tag(const char *text)
{
    return begins(text, "discard")   ? "DISCARD ALL"
           : begins(text, "analyze") ? "ANALYZE"
           : begins(text, "vacuum")  ? "VACUUM"
                                     : NULL;
}

static bool defines(ip_served_client *client, const char *text)
{
    return ip_workload_client_defines(text) || ip_served_guarded_definition_of(client->message, text).text ||
           ip_served_created_as_takes(client, text);
}

bool ip_served_is_sql(ip_served_client *client, const ip_client_statement *statement, const char *text)
{
    return statement->kind == IP_CLIENT_SQL && !idle_tag(text) && !begins(text, "notify") &&
           !ip_served_refreshed_takes(text) && !ip_served_explained_takes(text) && !ip_served_listening_takes(text) &&
           !begins(text, "checkpoint") && !defines(client, text) &&
           (client->engine || !ip_served_held_takes(client, text)) && !ip_served_catalog_answer_to(client, text);
}

bool ip_served_needs_turn(ip_served_client *client, const ip_client_statement *statement, const char *text)
{
    if (statement->kind == IP_CLIENT_SAVEPOINT)
        return client->in_block && !client->failed;
    if (statement->kind == IP_CLIENT_EXECUTE)
        return !client->failed;
    return !client->failed &&
           (ip_served_is_sql(client, statement, text) ||
            (statement->kind == IP_CLIENT_SQL &&
             (begins(text, "checkpoint") || defines(client, text) || begins(text, "declare") ||
              begins(text, "notify") || ip_served_refreshed_takes(text) || ip_served_explained_takes(text))));
}

static void release(ip_served_client *client)
{
    client->running = false;
    client->service->owner = NULL;
    ip_arena_reset(client->drawn_arena);
    client->drawn = ip_served_drawn(client->service->served, client->drawn_arena);
}

static void begin(ip_served_client *client)
{
    ip_served_set_read_only(client->service->served, ip_served_setting_is_read_only(client));
    if (client->running)
        return;
    client->running = true;
    client->service->owner = client;
    ip_served_begin(client->service->served, client->session,
                    client->reads != IP_STORE_UNIFORM ? client->reads : client->service->policy,
                    client->isolation ? client->isolation : client->default_isolation);
    ip_served_drew(client->service->served, client->drawn);
}

static ip_served_error commit(ip_served_client *client)
{
    ip_served_error error = {0};
    if (client->running) {
        error = ip_served_temporary_commit(client);
        if (error.sqlstate) {
            ip_served_abort(client->service->served);
            ip_served_held_end(client, false);
        } else if (ip_served_commit(client->service->served, &error))
            ip_served_held_commit(client);
        else
            ip_served_held_end(client, false);
        release(client);
    }
    client->savepoints.count = 0;
    if (!error.sqlstate) {
        ip_served_listening_commit(client);
        ip_served_settings_commit(client);
    }
    ip_served_settings_undo(client, 0);
    client->listening.count = 0;
    return error;
}

void ip_served_leave(ip_served_client *client)
{
    if (client->engine) {
        ip_engine_db_disconnect(client->engine);
        client->service->owner = client->service->owner == client ? NULL : client->service->owner;
        return;
    }
    if (client->running) {
        ip_served_abort(client->service->served);
        ip_served_held_end(client, false);
        release(client);
    }
    ip_served_settings_undo(client, 0);
    client->savepoints.count = client->listening.count = 0;
}

ip_served_error ip_served_end_implicit(ip_served_client *client)
{
    client->implicit = false;
    return client->in_block ? (ip_served_error){0} : commit(client);
}

void ip_served_fail(ip_served_client *client)
{
    client->implicit = false;
    if (client->in_block)
        client->failed = true;
    else
        ip_served_leave(client);
    if (client->failed && !client->savepoints.count)
        ip_served_leave(client); /* the transaction can only be rolled back, and others wait */
}

static ip_served_answer failed(const char *sqlstate, const char *message)
{
    return (ip_served_answer){.error = {sqlstate, message}};
}

static ip_served_answer done(const char *tag)
{
    return (ip_served_answer){.tag = tag};
}

/* ------------------------------------------------------------ savepoints -- */

static int savepoint_named(const ip_served_client *client, const char *name)
{
    int at = client->savepoints.count - 1;
    while (at >= 0 && strcmp(client->savepoints.items[at].name, name) != 0)
        at--;
    return at;
}

static ip_served_answer no_savepoint(ip_served_client *client, const char *name)
{
    return failed("3B001", ip_arena_printf(client->message, "savepoint \"%s\" does not exist", name));
}

/* Notes a statement about a savepoint. */
static void note_savepoint(ip_served_client *client, const char *text)
{
    ip_served_result nothing = {.verb = ""};
    ip_served_note(client->service->served, text, NULL, NULL);
    ip_served_note_answer(client->service->served, &nothing);
}

static ip_served_answer set_savepoint(ip_served_client *client, const char *name, const char *text)
{
    begin(client);
    note_savepoint(client, text);
    IP_PUSH(client->arena, &client->savepoints,
            ((ip_served_savepoint){ip_arena_strdup(client->arena, name), ip_served_now(client->service->served),
                                   client->listening.count, client->changed.count, client->read_only}));
    return done("SAVEPOINT");
}

static ip_served_answer roll_back_to(ip_served_client *client, const char *name, const char *text)
{
    int at = savepoint_named(client, name);
    if (at < 0)
        return no_savepoint(client, name);
    note_savepoint(client, text);
    ip_served_rollback_to(client->service->served, client->savepoints.items[at].mark);
    client->savepoints.count = at + 1;
    client->listening.count = client->savepoints.items[at].listening;
    client->read_only = client->savepoints.items[at].read_only;
    ip_served_settings_undo(client, client->savepoints.items[at].changed);
    client->failed = false;
    return done("ROLLBACK");
}

static ip_served_answer release_savepoint(ip_served_client *client, const char *name, const char *text)
{
    int at = savepoint_named(client, name);
    if (at < 0)
        return no_savepoint(client, name);
    note_savepoint(client, text);
    client->read_only = client->savepoints.items[at].read_only;
    client->savepoints.count = at;
    return done("RELEASE");
}

/* ------------------------------------------------------------------- SQL -- */

const char *ip_served_tag(ip_arena *arena, const char *verb, long count)
{
    bool counts = strcmp(verb, "SELECT") == 0 || strcmp(verb, "FETCH") == 0 || strcmp(verb, "MOVE") == 0 ||
                  strcmp(verb, "INSERT 0") == 0 || strcmp(verb, "UPDATE") == 0 || strcmp(verb, "DELETE") == 0 ||
                  strcmp(verb, "MERGE") == 0;
    return counts ? ip_arena_printf(arena, "%s %ld", verb, count) : verb;
}

ip_served_answer ip_served_code(ip_served_client *client, const char *text, const ip_code *code,
                                const ip_datum *arguments)
{
    ip_served_answer answer = {.is_sql = true};
    begin(client);
    ip_served_note(client->service->served, text, code, arguments);
    answer.result = ip_served_run(client->service->served, code, arguments);
    ip_served_note_answer(client->service->served, &answer.result);
    answer.error = answer.result.error;
    const char *verb = begins(text, "do") ? "DO" : answer.result.verb;
    answer.tag = ip_served_tag(client->message, verb, answer.result.row_count);
    return answer;
}

ip_served_answer ip_served_query(ip_served_client *client, const char *text)
{
    ip_served_answer answer = {.is_sql = true};
    const ip_code *code =
        ip_served_compile(client->service->served, ip_served_temporary_names(client, text), &answer.error);
    return code ? ip_served_code(client, text, code, ip_served_arguments(client->message, code, NULL, 0)) : answer;
}

static ip_served_answer execute(ip_served_client *client, const ip_client_statement *s)
{
    const ip_datum *arguments;
    ip_served_error error = {0};
    begin(client);
    const ip_code *code = ip_served_prepared_execute(client, s, client->message, &arguments, &error);
    if (!code)
        return (ip_served_answer){.error = error};
    return ip_served_code(client, ip_served_prepared_named(client, s->name)->text, code, arguments);
}

ip_served_answer ip_served_definition(ip_served_client *client, const char *text)
{
    if (client->engine)
        return failed("0A000", "isoproof does not run this with --policy interleaved: definitions come with --schema");
    begin(client);
    ip_served_note_other(client->service->served, text, "clients define tables and the like");
    ip_temporary_definition temporary;
    bool is_temporary = ip_served_temporary_create(client, text, &temporary);
    if (is_temporary && temporary.refers)
        return failed("0A000", "isoproof does not run this: a foreign key of a temporary table");
    if (is_temporary)
        text = temporary.text;
    else
        text = ip_served_temporary_names(client, text);
    ip_guarded_definition guarded = ip_served_guarded_definition_of(client->message, text);
    ip_served_defined defined = ip_served_define(client->service->served, guarded.text ? guarded.text : text);
    if (!defined.changed)
        ip_served_note_no_change(client->service->served);
    ip_served_temporary_look_along(client);
    bool caught = guarded.text && defined.error.sqlstate && strcmp(defined.error.sqlstate, guarded.caught) == 0;
    if (guarded.text && (caught || !defined.error.sqlstate))
        return done("DO");
    if (is_temporary && !defined.error.sqlstate && !defined.skipped)
        ip_served_temporary_created(client, &temporary);
    return (ip_served_answer){.error = defined.error, .tag = defined.tag, .skipped = defined.skipped};
}

static void reset_session(ip_served_client *client)
{
    client->drawn = NULL;
    ip_served_prepared_forget(client, NULL);
    ip_served_held_end(client, true);
    ip_served_listening_end(client);
    ip_served_settings_reset(client);
}

/* DISCARD ALL, PLANS, SEQUENCES or TEMP. */
static ip_served_answer discard(ip_served_client *client, const char *text)
{
    ip_client_words words = ip_served_client_words_of(client->message, text);
    ip_served_client_words_next(&words);
    bool all = ip_parse_token_is(words.source, words.now, "all");
    bool temporary =
        ip_parse_token_is(words.source, words.now, "temp") || ip_parse_token_is(words.source, words.now, "temporary");
    if (all && client->in_block)
        return failed("25001", "DISCARD ALL cannot run inside a transaction block");
    if (all)
        reset_session(client);
    else if (ip_parse_token_is(words.source, words.now, "sequences") && !client->running)
        client->drawn = NULL;
    else if (ip_parse_token_is(words.source, words.now, "sequences"))
        return failed("0A000", "isoproof does not run this: DISCARD SEQUENCES within a transaction");
    if ((all || temporary) && !client->engine)
        ip_served_temporary_end(client);
    return done(all                                                       ? "DISCARD ALL"
                : temporary                                               ? "DISCARD TEMP"
                : ip_parse_token_is(words.source, words.now, "sequences") ? "DISCARD SEQUENCES"
                                                                          : "DISCARD PLANS");
}

/* CREATE, DROP or REINDEX … CONCURRENTLY and VACUUM, which end the transaction in between; NULL: another statement. */
static const char *outside_of_blocks(const ip_served_client *client, const char *text)
{
    static const char *const starts[][2] = {{"create", "CREATE INDEX CONCURRENTLY"},
                                            {"drop", "DROP INDEX CONCURRENTLY"},
                                            {"reindex", "REINDEX CONCURRENTLY"}};
    if (begins(text, "vacuum"))
        return "VACUUM";
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        ip_client_words words = ip_served_client_words_of(client->message, text);
        for (int n = 0; begins(text, starts[i][0]) && n < 4; n++, ip_served_client_words_next(&words))
            if (ip_parse_token_is(words.source, words.now, "concurrently"))
                return starts[i][1];
    }
    return NULL;
}

static ip_served_answer run_sql(ip_served_client *client, const char *text, const ip_code *code,
                                const ip_datum *arguments)
{
    ip_served_answer answer = {
        .catalog = ip_served_catalog_answer_to(client, text), .tag = idle_tag(text), .is_sql = true};
    if (answer.catalog)
        answer.tag = ip_arena_printf(client->message, "SELECT %d", answer.catalog->count);
    bool block = client->engine ? ip_engine_db_session_in_block(client->engine) : client->in_block;
    const char *outside = block || client->several ? outside_of_blocks(client, text) : NULL;
    if (outside)
        return failed("25001", ip_arena_printf(client->message, "%s cannot run inside a transaction block", outside));
    if (begins(text, "discard") && !answer.catalog)
        return discard(client, text);
    if (answer.tag && !answer.catalog && !client->engine)
        answer.error = ip_served_idles(client->service->served, ip_served_temporary_names(client, text));
    if (answer.tag)
        return answer;
    if (begins(text, "checkpoint")) {
        if (client->in_block)
            return failed("25001", "isoproof: CHECKPOINT cannot run inside a transaction block");
        if (!client->engine)
            ip_served_settle(client->service->served);
        return done("CHECKPOINT");
    }
    if (ip_served_created_as_takes(client, text))
        return ip_served_created_as_run(client, text);
    if (defines(client, text))
        return ip_served_definition(client, text);
    if (ip_served_refreshed_takes(text))
        return ip_served_refreshed_run(client, text);
    if (ip_served_listening_takes(text))
        return ip_served_listening_run(client, text);
    if (ip_served_explained_takes(text))
        return ip_served_explained_run(client, text, code, arguments);
    if (begins(text, "notify"))
        return ip_served_notify_run(client, text);
    if (!client->engine && ip_served_held_takes(client, text))
        return ip_served_held_run(client, text);
    if (!code)
        code = ip_served_compile(client->service->served, ip_served_temporary_names(client, text), &answer.error);
    if (!client->in_block && !client->several && begins(text, "lock") && (code || answer.error.sqlstate) &&
        strcmp(answer.error.sqlstate ? answer.error.sqlstate : "", "42601") != 0)
        return failed("25P01", "LOCK TABLE can only be used in transaction blocks");
    if (!code)
        return answer;
    if (code->parameter_count && !arguments)
        return failed("42P02", "there is no parameter $1");
    if (!client->in_block && !client->several && ip_served_locks_table(code))
        return failed("25P01", "LOCK TABLE can only be used in transaction blocks");
    if (!client->in_block && !client->several && code->body.count == 1 && code->body.items[0]->kind == IP_CODE_OPEN)
        return failed("25P01", "DECLARE CURSOR can only be used in transaction blocks");
    return ip_served_code(client, text, code, arguments);
}

static ip_served_answer end_block(ip_served_client *client, bool commits)
{
    bool was_block = client->in_block, was_failed = client->failed;
    ip_served_answer answer = done(commits && !was_failed ? "COMMIT" : "ROLLBACK");
    client->failed = false;
    client->isolation = NULL;
    client->read_only = -1;
    if (commits && !was_failed)
        answer.error = commit(client);
    else
        ip_served_leave(client);
    client->in_block = false;
    if (!was_block)
        answer.warning = "there is no transaction in progress";
    return answer;
}

/* COMMIT AND CHAIN, ROLLBACK AND CHAIN: the next transaction begins at once, and is of the same kind. */
static ip_served_answer chain_block(ip_served_client *client, bool commits)
{
    const char *isolation = client->isolation;
    int read_only = client->read_only;
    if (client->engine)
        return failed("0A000", "isoproof does not run this with --policy interleaved: AND CHAIN");
    if (!client->in_block)
        return failed("25P01", ip_arena_printf(client->message, "%s AND CHAIN can only be used in transaction blocks",
                                               commits ? "COMMIT" : "ROLLBACK"));
    ip_served_answer answer = end_block(client, commits);
    client->in_block = true;
    client->isolation = isolation;
    client->read_only = read_only;
    return answer;
}

static ip_served_answer statement_of(ip_served_client *client, const ip_client_statement *s, const char *text,
                                     const ip_code *code, const ip_datum *arguments)
{
    bool ends = s->kind == IP_CLIENT_COMMIT || s->kind == IP_CLIENT_ROLLBACK || s->kind == IP_CLIENT_ROLLBACK_TO;
    if (client->failed && !ends)
        return failed("25P02", "current transaction is aborted, commands ignored until end of transaction block");
    switch (s->kind) {
    case IP_CLIENT_SQL:
        return run_sql(client, text, code, arguments);
    case IP_CLIENT_BEGIN: {
        ip_served_answer answer = done(s->starts ? "START TRANSACTION" : "BEGIN");
        if (client->in_block)
            answer.warning = "there is already a transaction in progress";
        client->in_block = true;
        client->isolation = s->isolation ? s->isolation : client->isolation;
        client->read_only = s->read_only >= 0 ? s->read_only : client->read_only;
        return answer;
    }
    case IP_CLIENT_COMMIT:
    case IP_CLIENT_ROLLBACK:
        return s->chains ? chain_block(client, s->kind == IP_CLIENT_COMMIT)
                         : end_block(client, s->kind == IP_CLIENT_COMMIT);
    case IP_CLIENT_SAVEPOINT:
        if (!client->in_block)
            return failed("25P01", "SAVEPOINT can only be used in transaction blocks");
        return set_savepoint(client, s->name, text);
    case IP_CLIENT_ROLLBACK_TO:
        if (!client->in_block)
            return failed("25P01", "ROLLBACK TO SAVEPOINT can only be used in transaction blocks");
        return roll_back_to(client, s->name, text);
    case IP_CLIENT_RELEASE:
        if (!client->in_block)
            return failed("25P01", "RELEASE SAVEPOINT can only be used in transaction blocks");
        return release_savepoint(client, s->name, text);
    case IP_CLIENT_SET:
        return ip_served_setting_set(client, s);
    case IP_CLIENT_SET_TRANSACTION:
        return ip_served_setting_modes(client, s->isolation, s->read_only);
    case IP_CLIENT_SHOW:
        return ip_served_setting_show(client, s->name);
    case IP_CLIENT_DEALLOCATE:
        if (!ip_served_prepared_forget(client, s->name) && s->name)
            return (ip_served_answer){.error = ip_served_prepared_missing(client, s->name)};
        return done(s->name ? "DEALLOCATE" : "DEALLOCATE ALL");
    case IP_CLIENT_PREPARE:
        return (ip_served_answer){.error = ip_served_prepared_prepare(client, s), .tag = "PREPARE"};
    case IP_CLIENT_EXECUTE:
        return execute(client, s);
    case IP_CLIENT_UNKNOWN:
        break;
    }
    ip_served_answer answer = {.catalog = ip_served_catalog_answer_to(client, text), .tag = "SHOW"};
    if (answer.catalog)
        return answer;
    return failed("0A000", "isoproof does not run this statement");
}

ip_served_answer ip_served_statement(ip_served_client *client, const ip_client_statement *statement, const char *text,
                                     const ip_code *code, const ip_datum *arguments, bool last)
{
    ip_served_answer answer = statement_of(client, statement, text, code, arguments);
    if (!answer.error.sqlstate && last && !client->in_block)
        answer.error = commit(client);
    if (answer.error.sqlstate) {
        /* The message may belong to the schema that the rolled back transaction has defined. */
        answer.error.message = ip_arena_strdup(client->message, answer.error.message ? answer.error.message : "");
        ip_served_fail(client);
    }
    return answer;
}
