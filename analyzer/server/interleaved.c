/* Runs the sessions of an engine: the statements of several transactions interleave, wait for each other's locks, and
 * fail as on a server. */
#define _GNU_SOURCE /* strcasestr */
#include "server/client_state.h"

#include "replay/schedule/schedule.h"
#include "server/parameters.h"
#include "server/story.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

/* Tells whether the statement is run by this server rather than by the engine. */
static bool is_own(ip_served_client *client, const ip_client_statement *s, const char *text)
{
    static const char *const engines[] = {"default_transaction_isolation", "transaction_isolation", "lock_timeout",
                                          "statement_timeout", "deadlock_timeout"};
    if (s->kind == IP_CLIENT_SHOW || s->kind == IP_CLIENT_UNKNOWN || s->kind == IP_CLIENT_PREPARE ||
        s->kind == IP_CLIENT_DEALLOCATE || s->chains)
        return true;
    if (s->kind == IP_CLIENT_SQL)
        return !ip_served_is_sql(client, s, text);
    for (size_t i = 0; s->kind == IP_CLIENT_SET && i < sizeof engines / sizeof *engines; i++)
        if (strcasecmp(s->name, engines[i]) == 0)
            return false;
    return s->kind == IP_CLIENT_SET;
}

/* The server's own statements run after all others of their message. */
static void refuse_after_set(const ip_served_client *client)
{
    if (client->sets)
        ip_engine_db_refuse(client->engine, "a setting that the same message sets");
}

static const char *about(void *data, const char *what, int index)
{
    if (strcmp(what, "schema") == 0)
        refuse_after_set(data);
    return ip_served_client_about(data, what, index);
}

static const char *setting(void *data, const char *name)
{
    refuse_after_set(data);
    return ip_served_setting_of(data, name);
}

void ip_served_interleaved_connect(ip_served_client *client)
{
    ip_db *engine = ip_served_engine(client->service->served);
    ip_db_message message = {.statements = {0}};
    ip_db_statement statement = {
        .given = {.kind = IP_CLIENT_SET, .name = "default_transaction_isolation", .value = client->service->isolation}};
    client->engine = ip_engine_db_connect(engine, ip_arena_printf(client->message, "%d", client->number), NULL);
    const ip_db_client asked = {about, setting, client};
    ip_engine_db_ask_client(client->engine, &asked);
    client->sending = ip_arena_new();
    IP_PUSH(client->message, &message.statements, statement);
    ip_engine_db_send(client->engine, &message);
    ip_engine_db_settle(engine);
}

/* Copies the names of savepoints and settings, which outlive the message. */
static ip_client_statement kept(ip_served_client *client, ip_client_statement s)
{
    s.name = s.name ? ip_arena_strdup(client->arena, s.name) : NULL;
    s.value = s.value ? ip_arena_strdup(client->arena, s.value) : NULL;
    return s;
}

static bool is_code(const ip_client_statement *s)
{
    return s->kind == IP_CLIENT_SQL || s->kind == IP_CLIENT_EXECUTE;
}

/* Returns an earlier PREPARE or DEALLOCATE of the same name in this message. Its effect comes only after all statements
 * have run. */
static const ip_client_statement *prepared_before(const ip_interleaved *given, int i)
{
    const char *name = given->statements.items[i].name;
    for (int k = i - 1; k >= 0; k--) {
        const ip_client_statement *s = &given->statements.items[k];
        if ((s->kind == IP_CLIENT_PREPARE || s->kind == IP_CLIENT_DEALLOCATE) &&
            (!s->name || strcmp(s->name, name) == 0))
            return s;
    }
    return NULL;
}

static const ip_code *code_of(ip_served_client *client, const ip_interleaved *given, int i, const ip_datum **arguments,
                              ip_served_error *error)
{
    const ip_client_statement *s = &given->statements.items[i];
    const ip_code *code = given->codes ? given->codes[i] : NULL;
    if (code)
        return code;
    if (s->kind == IP_CLIENT_SQL)
        return ip_served_compile(client->service->served, ip_served_temporary_names(client, given->texts[i]), error);
    if (!prepared_before(given, i))
        return ip_served_prepared_execute(client, s, client->sending, arguments, error);
    *error = (ip_served_error){"0A000", "isoproof executes in a message of its own what is prepared"};
    return NULL;
}

static ip_db_statement statement_of(ip_served_client *client, const ip_interleaved *given, int i)
{
    ip_db_statement statement = {.given = kept(client, given->statements.items[i])};
    if (!is_code(&statement.given))
        return statement;
    ip_served_error error = {0};
    const ip_datum *arguments = given->arguments ? given->arguments[i] : NULL;
    const ip_code *code = code_of(client, given, i, &arguments, &error);
    if (code && code->parameter_count && !arguments)
        error = (ip_served_error){"42P02", "there is no parameter $1"};
    bool opens = code && code->body.count == 1 && code->body.items[0]->kind == IP_CODE_OPEN;
    if (opens && strcasestr(given->texts[i], "with hold"))
        error = (ip_served_error){"0A000", "isoproof does not run this with --policy interleaved: a cursor WITH HOLD"};
    else if (opens && given->statements.count == 1 && !ip_engine_db_session_in_block(client->engine))
        error = (ip_served_error){"25P01", "DECLARE CURSOR can only be used in transaction blocks"};
    statement.sqlstate = error.sqlstate;
    statement.error = error.message ? ip_arena_strdup(client->sending, error.message) : NULL;
    statement.code = code;
    statement.arguments = arguments;
    return statement;
}

static void push_end(ip_served_client *client, ip_db_message *message, ip_client_statement_kind kind)
{
    ip_db_statement statement = {.given = {.kind = kind, .read_only = -1, .deferrable = -1}};
    IP_PUSH(client->sending, &message->statements, statement);
}

enum { MOST_TOLD = 200 };

static void report_step(ip_served_client *client, const char *text, const char *answer)
{
    ip_service *service = client->service;
    if (service->arena && service->schedule.count < MOST_TOLD)
        IP_PUSH(service->arena, &service->schedule,
                ip_arena_printf(service->arena, "connection %d: %s → %s", client->number,
                                ip_served_on_one_line(service->arena, text), answer));
}

static bool ends_in_number(const char *tag)
{
    return *tag && isdigit((unsigned char)tag[strlen(tag) - 1]);
}

/* As the other policies' schedules have it. */
static const char *shown(ip_served_client *client, const ip_served_answer *answer, const ip_db_result *result)
{
    ip_outcome outcome = {.kind = IP_OUTCOME_CHANGED, .changed = result->changed};
    if (!answer->is_sql || answer->error.sqlstate || (result->width < 0 && !ends_in_number(answer->tag)))
        return answer->tag;
    if (result->width < 0)
        return ip_schedule_outcome_text(client->message, &outcome);
    const char **values =
        IP_NEW_ARRAY(client->message, const char *, (size_t)result->row_count *(size_t)result->width + 1);
    for (int i = 0; i < result->row_count * result->width; i++)
        values[i] = ip_value_datum_text(client->message, result->values[i]);
    outcome = (ip_outcome){
        .kind = IP_OUTCOME_ROWS, .row_count = result->row_count, .column_count = result->width, .values = values};
    return ip_schedule_outcome_text(client->message, &outcome);
}

static void count_answer(ip_served_client *client, const char *text, const ip_served_answer *answer,
                         const ip_db_result *result)
{
    const char *state = answer->error.sqlstate;
    client->service->refused += state && (strcmp(state, "40001") == 0 || strcmp(state, "40P01") == 0);
    report_step(client, text,
                state ? ip_arena_printf(client->message, "error %s", state) : shown(client, answer, result));
}

static void send_message(ip_served_client *client, const ip_db_message *message)
{
    ip_service *service = client->service;
    if (service->in_turn)
        service->owner = client;
    client->sent = true;
    ip_engine_db_send(client->engine, message);
    ip_engine_db_settle(ip_served_engine(service->served));
}

/* Returns false if the engine is still running the message. */
static bool is_through(ip_served_client *client)
{
    ip_service *service = client->service;
    ip_db_state state = ip_engine_db_session_state(client->engine);
    if (state == IP_DB_READY)
        ip_engine_db_settle(ip_served_engine(service->served));
    if (ip_engine_db_session_state(client->engine) != IP_DB_IDLE)
        return false;
    client->sent = false;
    if (service->owner == client && !ip_engine_db_session_in_block(client->engine))
        service->owner = NULL;
    return true;
}

static const char *tag_of(ip_served_client *client, const ip_client_statement *s, const ip_code *code,
                          const ip_db_result *result, bool was_failed)
{
    switch (s->kind) {
    case IP_CLIENT_BEGIN:
        return s->starts ? "START TRANSACTION" : "BEGIN";
    case IP_CLIENT_COMMIT:
        return was_failed ? "ROLLBACK" : "COMMIT";
    case IP_CLIENT_ROLLBACK:
    case IP_CLIENT_ROLLBACK_TO:
        return "ROLLBACK";
    case IP_CLIENT_SAVEPOINT:
        return "SAVEPOINT";
    case IP_CLIENT_RELEASE:
        return "RELEASE";
    case IP_CLIENT_SET_TRANSACTION:
        return "SET";
    case IP_CLIENT_SQL:
    case IP_CLIENT_EXECUTE:
        break;
    default:
        return s->value || s->defaults ? "SET" : "RESET";
    }
    long count = result->width >= 0 ? result->row_count : result->changed;
    return ip_served_tag(client->message, ip_served_verb(code), count);
}

static ip_served_answer answer_of(ip_served_client *client, const ip_interleaved *given, int i,
                                  const ip_db_result *result, bool was_failed)
{
    const ip_client_statement *s = &given->statements.items[i];
    ip_served_answer answer = {
        .error = {result->sqlstate, result->error}, .about = result->about, .is_sql = is_code(s)};
    ip_served_error ignored_error;
    const ip_code *code = given->codes ? given->codes[i] : NULL;
    const ip_served_prepared *executed =
        s->kind == IP_CLIENT_EXECUTE ? ip_served_prepared_named(client, s->name) : NULL;
    if (executed)
        code = executed->code;
    else if (answer.is_sql && !code)
        code = ip_served_compile(client->service->served, ip_served_temporary_names(client, given->texts[i]),
                                 &ignored_error);
    const char *missing = answer.error.sqlstate && strcmp(answer.error.sqlstate, "0A000") == 0 && code
                              ? ip_served_missing_function(client->message, code)
                              : NULL;
    if (missing)
        answer.error = (ip_served_error){"42883", missing};
    if (answer.error.sqlstate)
        return answer;
    answer.tag = tag_of(client, s, code, result, was_failed);
    if (result->width < 0)
        return answer;
    answer.result = (ip_served_result){.has_rows = true,
                                       .width = result->width,
                                       .row_count = result->row_count,
                                       .names = result->names,
                                       .types = result->types,
                                       .values = result->values,
                                       .code = code};
    return answer;
}

bool ip_served_interleaved_run(ip_served_client *client, const ip_interleaved *given, ip_served_answers *answers)
{
    ip_service *service = client->service;
    int count = given->statements.count;
    bool any = client->sent;
    if (!client->sent) {
        ip_arena_reset(client->sending);
        client->was_failed = ip_engine_db_session_has_failed(client->engine);
        client->skipped = 0;
        client->sets = false;
        ip_db_message *message = IP_NEW(client->sending, ip_db_message);
        for (int i = 0; i < count; i++) {
            if (is_own(client, &given->statements.items[i], given->texts[i])) {
                client->sets = client->sets || given->statements.items[i].kind == IP_CLIENT_SET;
                continue;
            }
            any = true;
            ip_db_statement statement = statement_of(client, given, i);
            if (given->extended && !ip_engine_db_session_in_block(client->engine) &&
                !ip_served_locks_table(statement.code) && /* the engine refuses it where no block has begun */
                given->statements.items[i].kind != IP_CLIENT_BEGIN &&
                given->statements.items[i].kind != IP_CLIENT_SET) {
                push_end(client, message, IP_CLIENT_BEGIN);
                client->implicit = true;
                client->skipped = 1;
            }
            client->implicit = client->implicit && given->statements.items[i].kind != IP_CLIENT_BEGIN;
            IP_PUSH(client->sending, &message->statements, statement);
        }
        if (any && service->owner && service->owner != client)
            return false;
        const char *read_only = ip_served_setting_of(client, "default_transaction_read_only");
        ip_engine_db_session_default_read_only(client->engine, ip_served_setting_is_on(read_only));
        if (any)
            send_message(client, message);
    }
    if (any && !is_through(client)) {
        client->service->waited += !client->waits;
        if (!client->waits && count)
            report_step(client, given->texts[count - 1], "waits");
        client->waits = true;
        return false;
    }
    client->waits = false;
    int result = any ? client->skipped : 0;
    bool good = true, failed = client->was_failed;
    for (int i = 0; i < count && good; i++) {
        const ip_client_statement *s = &given->statements.items[i];
        ip_served_answer answer;
        if (!is_own(client, s, given->texts[i])) {
            if (result >= ip_engine_db_result_count(client->engine))
                break;
            const ip_db_result *got = ip_engine_db_session_result(client->engine, result++);
            answer = answer_of(client, given, i, got, failed);
            count_answer(client, given->texts[i], &answer, got);
            failed = failed && s->kind != IP_CLIENT_ROLLBACK && s->kind != IP_CLIENT_ROLLBACK_TO &&
                     s->kind != IP_CLIENT_COMMIT;
        } else if (failed) {
            answer = (ip_served_answer){
                .error = {"25P02", "current transaction is aborted, commands ignored until end of transaction block"}};
        } else {
            answer = ip_served_statement(client, s, given->texts[i], NULL, NULL, false);
        }
        good = !answer.error.sqlstate;
        IP_PUSH(client->message, answers, answer);
    }
    /* The implicit commit may fail after all statements have succeeded. */
    if (good && any && result < ip_engine_db_result_count(client->engine)) {
        const ip_db_result *last = ip_engine_db_session_result(client->engine, result);
        if (last->error)
            IP_PUSH(client->message, answers,
                    ((ip_served_answer){.error = {last->sqlstate, last->error}, .about = last->about}));
    }
    return true;
}

bool ip_served_interleaved_sync(ip_served_client *client, ip_served_answers *answers)
{
    if (!client->sent && client->implicit) {
        ip_arena_reset(client->sending);
        ip_db_message *message = IP_NEW(client->sending, ip_db_message);
        push_end(client, message, IP_CLIENT_COMMIT);
        client->implicit = false;
        send_message(client, message);
    }
    if (!client->sent)
        return true;
    if (!is_through(client))
        return false;
    for (int i = 0; i < ip_engine_db_result_count(client->engine); i++) {
        const ip_db_result *result = ip_engine_db_session_result(client->engine, i);
        IP_PUSH(client->message, answers,
                ((ip_served_answer){.error = {result->sqlstate, result->error}, .about = result->about}));
    }
    return true;
}

/* The error also fails the transaction block of the engine. */
void ip_served_interleaved_fail(ip_served_client *client)
{
    if (!ip_engine_db_session_in_block(client->engine) || ip_engine_db_session_has_failed(client->engine))
        return;
    ip_arena_reset(client->sending);
    ip_db_message *message = IP_NEW(client->sending, ip_db_message);
    ip_db_statement statement = {.given = {.kind = IP_CLIENT_SQL}, .sqlstate = "XX000", .error = "it has failed"};
    IP_PUSH(client->sending, &message->statements, statement);
    send_message(client, message);
    is_through(client);
}
