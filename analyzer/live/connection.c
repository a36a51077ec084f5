/* libpq without unbounded waiting: deadlines, interruptions, lost connections. */
#include "live/connection.h"

#include "base/clock.h"

#include <errno.h>
#include <poll.h>
#include <string.h>

/* poll() would not notice a signal that arrives just before it, so its timeout is short. */
static const double LONGEST_POLL = 0.1;

static const char CONNECT_SECONDS[] = "10";

bool ip_live_fail(ip_live_context *context, const char *format, ...)
{
    if (context->error)
        return false;
    va_list args;
    va_start(args, format);
    context->error = ip_arena_vprintf(context->arena, format, args);
    va_end(args);
    return false;
}

static void hear_nothing(void *data, const PGresult *result)
{
    (void)data;
    (void)result;
}

const char *ip_live_message(ip_arena *arena, const PGconn *connection)
{
    char *text = ip_arena_strdup(arena, connection ? PQerrorMessage(connection) : "out of memory");
    size_t length = strlen(text);
    while (length && (text[length - 1] == '\n' || text[length - 1] == ' '))
        text[--length] = '\0';
    for (char *at = text; *at; at++)
        if (*at == '\n' || *at == '\t')
            *at = ' ';
    return text;
}

/* Predictions are texts, so settings that change how values are printed are set to PostgreSQL's defaults. The server's
 * timeouts would end a transaction that waits for its turn. A server that crashes must not bring back a schema that was
 * dropped. */
static const char SETTINGS[] =
    "SET client_encoding = 'UTF8'; SET client_min_messages = warning; SET datestyle = 'ISO, MDY';"
    "SET intervalstyle = 'postgres'; SET timezone = 'UTC'; SET extra_float_digits = 1; SET bytea_output = 'hex';"
    "SET standard_conforming_strings = on; SET default_transaction_read_only = off;"
    "SET default_transaction_deferrable = off; SET statement_timeout = 0; SET lock_timeout = 0;"
    "SET idle_in_transaction_session_timeout = 0; SET synchronous_commit = local";

PGconn *ip_live_connect(ip_live_context *context, const char *who)
{
    /* Later settings win: a user's connection string may set its own limits. */
    const char *const keywords[] = {"connect_timeout", "application_name", "dbname", NULL};
    const char *const values[] = {CONNECT_SECONDS, "isoproof replay", context->conninfo, NULL};
    PGconn *connection = PQconnectdbParams(keywords, values, 1);
    if (PQstatus(connection) != CONNECTION_OK) {
        ip_live_fail(context, "cannot connect%s%s: %s", *who ? " for " : "", who,
                     ip_live_message(context->arena, connection));
        PQfinish(connection);
        return NULL;
    }
    PQsetNoticeReceiver(connection, hear_nothing, NULL);
    if (!ip_live_command(context, connection, "session settings", SETTINGS)) {
        PQfinish(connection);
        return NULL;
    }
    return connection;
}

void ip_live_disconnect(PGconn *connection)
{
    if (!connection)
        return;
    if (PQstatus(connection) == CONNECTION_OK && PQtransactionStatus(connection) == PQTRANS_ACTIVE) {
        PGcancel *cancel = PQgetCancel(connection);
        char ignored_error[256];
        if (cancel)
            PQcancel(cancel, ignored_error, sizeof ignored_error);
        PQfreeCancel(cancel);
    }
    PQfinish(connection);
}

ip_live_wait ip_live_wait_for(ip_live_context *context, PGconn *connection, double deadline)
{
    for (;;) {
        if (context->interrupted && *context->interrupted)
            return IP_LIVE_INTERRUPTED;
        if (!PQisBusy(connection))
            return PQstatus(connection) == CONNECTION_BAD ? IP_LIVE_LOST : IP_LIVE_ANSWERED;
        double left = deadline - ip_clock();
        if (left <= 0)
            return IP_LIVE_TIMED_OUT;
        struct pollfd wanted = {.fd = PQsocket(connection), .events = POLLIN};
        if (wanted.fd < 0)
            return IP_LIVE_LOST;
        int ready = poll(&wanted, 1, (int)((left < LONGEST_POLL ? left : LONGEST_POLL) * 1000) + 1);
        if (ready < 0 && errno != EINTR)
            return IP_LIVE_LOST;
        if (ready > 0 && !PQconsumeInput(connection))
            return IP_LIVE_LOST;
    }
}

static void report_why(ip_live_context *context, PGconn *connection, ip_live_wait wait, const char *what)
{
    if (wait == IP_LIVE_INTERRUPTED)
        ip_live_fail(context, "interrupted");
    else if (wait == IP_LIVE_TIMED_OUT)
        ip_live_fail(context, "%s: no answer within %g s", what, context->seconds);
    else
        ip_live_fail(context, "%s: the connection was lost: %s", what, ip_live_message(context->arena, connection));
}

PGresult *ip_live_query(ip_live_context *context, PGconn *connection, const char *what, const char *sql)
{
    if (!PQsendQuery(connection, sql)) {
        report_why(context, connection, IP_LIVE_LOST, what);
        return NULL;
    }
    PGresult *last = NULL;
    double deadline = ip_clock() + context->seconds;
    for (;;) {
        ip_live_wait wait = ip_live_wait_for(context, connection, deadline);
        PGresult *result = wait == IP_LIVE_ANSWERED ? PQgetResult(connection) : NULL;
        if (wait != IP_LIVE_ANSWERED) {
            PQclear(last);
            report_why(context, connection, wait, what);
            return NULL;
        }
        if (!result)
            break;
        PQclear(last);
        last = result;
    }
    ExecStatusType status = PQresultStatus(last);
    if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK)
        return last;
    const char *state = last ? PQresultErrorField(last, PG_DIAG_SQLSTATE) : NULL;
    const char *message = last ? PQresultErrorField(last, PG_DIAG_MESSAGE_PRIMARY) : NULL;
    if (PQstatus(connection) == CONNECTION_BAD)
        report_why(context, connection, IP_LIVE_LOST, what);
    else
        ip_live_fail(context, "%s: %s%s%s%s", what, message ? message : ip_live_message(context->arena, connection),
                     state ? " (" : "", state ? state : "", state ? ")" : "");
    PQclear(last);
    return NULL;
}

bool ip_live_command(ip_live_context *context, PGconn *connection, const char *what, const char *sql)
{
    PGresult *result = ip_live_query(context, connection, what, sql);
    PQclear(result);
    return result != NULL;
}
