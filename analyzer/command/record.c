/* isoproof record: runs an application's tests against a server through a relay that records the statements. */
#include "command/commands.h"
#include "command/options/output.h"
#include "recorder/relay.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char *const *command_of(const ip_arguments *arguments)
{
    int count = arguments->operands.count;
    char **command = IP_NEW_ARRAY(arguments->arena, char *, count + 1);
    for (int i = 0; i < count; i++)
        command[i] = ip_arena_strdup(arguments->arena, arguments->operands.items[i]);
    return count ? command : NULL;
}

/* Writes what the recording lacks, so that the numbers of connections add up. */
static void report_others(const ip_relay_result *result)
{
    const struct {
        long count;
        const char *what;
    } others[] = {{result->cancels, "requests to cancel a statement"},
                  {result->silent, "ended before their first message"},
                  {result->refused, "refused"},
                  {result->foreign, "of no version 3 of the protocol"}};
    const char *before = "not recorded: ";
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        if (!others[i].count)
            continue;
        fprintf(stderr, "%s%ld %s", before, others[i].count, others[i].what);
        before = ", ";
    }
    if (strcmp(before, ", ") == 0)
        fprintf(stderr, ", of %ld connections\n", result->connections);
}

static void tell(const ip_trace *trace, const ip_relay_result *result, const char *path)
{
    fprintf(stderr, "recorded: %ld connections, %ld statements, %ld of them failed", trace->sessions, trace->statements,
            trace->failures);
    if (trace->errors)
        fprintf(stderr, "; %ld errors of connections and at the end of transactions", trace->errors);
    fprintf(stderr, ", in %s\n", path);
    report_others(result);
    if (result->wanted_tls)
        fprintf(stderr,
                "isoproof: error: %ld connections asked for encryption, which record does not offer, and ended: set "
                "sslmode=prefer or disable (and gssencmode) for the application; --upstream has that of the server\n",
                result->wanted_tls);
    if (result->unread)
        fprintf(
            stderr,
            "isoproof: remark: of %ld connections not everything could be read, or the server had not answered when "
            "they ended: the rest of them is missing\n",
            result->unread);
    if (!result->connections && !result->error)
        fputs("isoproof: remark: nothing has connected: clients have to use the address in PGHOST and PGPORT, or "
              "DATABASE_URL\n",
              stderr);
    if (result->refused)
        fprintf(stderr, "isoproof: error: %ld connections were refused: %s\n", result->refused, result->error);
}

static ip_exit record(const ip_arguments *arguments, ip_endpoint *listen, const ip_endpoint *upstream,
                      const ip_tls_rules *tls, int listening)
{
    const char *path = ip_option_value(arguments, IP_OPT_OUTPUT);
    int descriptor =
        open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600); /* the recording contains the application's data */
    bool redacts = ip_option_given(arguments, IP_OPT_REDACT);
    ip_trace trace = {.file = descriptor < 0 ? NULL : fdopen(descriptor, "w"),
                      .redaction = ip_recorder_redaction_new(arguments->arena, redacts)};
    if (!trace.file)
        return ip_option_usage_error("%s: cannot write: %s", path, strerror(errno));
    if (!trace.redaction)
        return ip_option_usage_error("--redact: the system has no random numbers: %s", strerror(errno));
    ip_recorder_trace_begin(&trace, ip_arena_printf(arguments->arena, "%s:%s", upstream->host, upstream->port),
                            redacts);
    if (!arguments->operands.count)
        fprintf(stderr, "listening: %s\n", ip_recorder_endpoint_url(arguments->arena, listen, upstream));
    ip_relay_result result = ip_recorder_relay(arguments->arena, &(ip_relay_options){.listening = listening,
                                                                                     .listen = listen,
                                                                                     .upstream = upstream,
                                                                                     .tls = tls,
                                                                                     .trace = &trace,
                                                                                     .command = command_of(arguments)});
    if (!ip_recorder_trace_end(&trace))
        return ip_option_usage_error("%s: cannot write: %s", path, strerror(errno));
    if (!ip_option_given(arguments, IP_OPT_QUIET) || result.unread || result.refused || result.wanted_tls)
        tell(&trace, &result, path);
    if (!arguments->operands.count)
        return result.refused ? IP_EXIT_ERROR : IP_EXIT_SAFE;
    return (ip_exit)result.status; /* the command's status, so that record can precede any command */
}

ip_exit ip_command_record(const ip_arguments *arguments)
{
    const char *error = NULL, *conninfo = ip_option_value(arguments, IP_OPT_UPSTREAM);
    if (!ip_option_value(arguments, IP_OPT_OUTPUT))
        return ip_option_usage_error("record needs --output FILE for the recording");
    const ip_endpoint *upstream = ip_recorder_upstream_of(arguments->arena, conninfo ? conninfo : "", &error);
    if (!upstream)
        return ip_option_usage_error("--upstream: %s", error);
    ip_tls_rules *tls = ip_recorder_tls_rules_new(arguments->arena, upstream, &error);
    if (error)
        return ip_option_usage_error("--upstream: %s", error);
    const ip_endpoint *asked =
        ip_recorder_listen_at(arguments->arena, ip_option_value(arguments, IP_OPT_LISTEN), &error);
    if (!asked)
        return ip_option_usage_error("--listen: %s", error);
    ip_endpoint listen = *asked;
    int listening = ip_recorder_endpoint_listen(arguments->arena, &listen, &error);
    ip_exit status = listening < 0 ? ip_option_usage_error("--listen: %s", error) : IP_EXIT_SAFE;
    if (listening >= 0) {
        status = record(arguments, &listen, upstream, tls, listening);
        close(listening);
    }
    ip_recorder_tls_rules_free(tls);
    ip_recorder_endpoint_close(&listen);
    return status;
}
