/* isoproof templates: turns logs of a running application into a script to review. */
#include "templates/templates.h"
#include "command/commands.h"
#include "command/options/output.h"
#include "command/options/run_options.h"
#include "isoproof.h"
#include "server_log/server_log.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool read_support(const ip_arguments *arguments, long *support)
{
    const char *text = ip_option_value(arguments, IP_OPT_SUPPORT);
    char *end;
    errno = 0;
    *support = text ? strtol(text, &end, 10) : 5;
    if (!text || (!errno && end != text && !*end && *support >= 2))
        return true;
    ip_option_usage_error("--support: expected a whole number from 2, not '%s'", text);
    return false;
}

/* Returns NULL without --schema. *good becomes false after reporting an error in a file. */
static const ip_schema *read_schema(ip_run *run, const ip_arguments *arguments, bool *good)
{
    bool any = false;
    for (int i = 0; i < arguments->options.count; i++) {
        if (arguments->options.items[i].option != IP_OPT_SCHEMA)
            continue;
        any = true;
        *good &= ip_run_add_file(run, arguments->options.items[i].value);
    }
    const ip_workload *workload = any && *good ? ip_run_workload(run) : NULL;
    ip_option_print_diagnostics(ip_run_diagnostics(run), IP_ERROR);
    return workload ? &workload->schema : NULL;
}

static void report_counts(const ip_templates *templates, const ip_log_counts *log)
{
    const ip_session_counts *c = ip_templates_counts(templates);
    long others = ip_templates_of_others(templates);
    long committed = c->committed + c->noise + c->schema + c->upkeep + c->unparsed;
    fprintf(stderr, "read: %ld lines: %ld entries, %ld unreadable lines\n", log->lines, log->entries, log->unreadable);
    fprintf(stderr, "read: %ld entries: %ld with statements, %ld that repeat one, %ld errors, %ld others\n",
            log->entries - log->repeated, log->statements, log->duplicates, log->errors, log->others);
    if (log->repeated)
        fprintf(stderr, "read: %ld further entries that an earlier file has, too\n", log->repeated);
    fprintf(stderr,
            "read: %ld statements: %ld in templates, %ld of transaction control, %ld noise, %ld in transactions left "
            "out\n",
            c->statements, c->work_statements, c->control_statements, c->noise_statements, c->left_out_statements);
    if (others)
        fprintf(stderr, "read: %ld entries with statements for other databases than --database\n", others);
    fprintf(stderr,
            "committed: %ld transactions: %ld in %d templates, %ld noise, %ld change the schema, %ld upkeep, "
            "%ld not understood\n",
            committed, c->committed, ip_templates_count(templates), c->noise, c->schema, c->upkeep, c->unparsed);
    fprintf(stderr,
            "left out: %ld rolled back, %ld failed, %ld begun before the log, %ld not ended in it, %ld with "
            "entries missing\n",
            c->rolled_back, c->failed, c->begun_before, c->not_ended, c->damaged);
}

static void report_problems(const ip_templates *templates, const ip_log_counts *log, bool redact)
{
    const ip_session_counts *c = ip_templates_counts(templates);
    const char *unknown = ip_templates_unknown_table(templates);
    int databases;
    const char *names = ip_templates_databases(templates, &databases);
    if (log->unreadable)
        fprintf(stderr, "%s:%ld: remark: no entry of a log, or only a part of one (%ld such line%s)\n",
                log->first_unreadable_file, log->first_unreadable, log->unreadable, log->unreadable == 1 ? "" : "s");
    if (databases > 1)
        fprintf(stderr,
                "isoproof: remark: the transactions are of several databases (%s), whose templates are those of one: "
                "--database names one\n",
                names);
    if (log->cut_file)
        fprintf(stderr, "%s:%ld: remark: the recording ends here, before record did: what came later is missing\n",
                log->cut_file, log->cut_line);
    if (log->unread_sessions)
        fprintf(stderr,
                "isoproof: remark: the last statements of %ld connections, or their outcomes, are not recorded: their "
                "last transactions are left out if they are open\n",
                log->unread_sessions);
    if (c->unparsed_text)
        fprintf(stderr, "%s:%ld: remark: not understood%s%s\n", c->unparsed_file, c->unparsed_line, redact ? "" : ": ",
                redact ? "" : c->unparsed_text);
    if (log->repeated)
        fprintf(
            stderr,
            "%s: remark: from here on, %ld entr%s, by session and time, of an earlier file, too: each counts once\n",
            log->repeated_file, log->repeated, log->repeated == 1 ? "y is" : "ies are");
    if (log->unlogged_values)
        fprintf(
            stderr,
            "isoproof: remark: the log lacks the parameters of %ld statements: set log_parameter_max_length = -1 and "
            "log_error_verbosity = default on the server\n",
            log->unlogged_values);
    if (log->no_vxid)
        fputs("isoproof: remark: without %v in log_line_prefix, statements between BEGIN and COMMIT are what a "
              "transaction is\n",
              stderr);
    if (unknown)
        fprintf(stderr, "isoproof: remark: the schema has no table \"%s\", which the log uses\n", unknown);
}

static ip_exit nothing_recorded(const ip_log_counts *log)
{
    if (log->unkeyed)
        ip_option_usage_error(
            "the log does not say which session a statement is from: set log_line_prefix = '%%m [%%p] %%c "
            "%%v %%d %%a ' on the server");
    else if (log->recordings)
        ip_option_usage_error("the recording has no statements: the command that record runs has to connect to the "
                              "address in PGHOST and PGPORT, or DATABASE_URL");
    else if (log->bare_duration)
        ip_option_usage_error("the log has durations without statements: set log_statement = 'all' on the server");
    else
        ip_option_usage_error(
            "the log has no statements: set log_statement = 'all' on the server, and lc_messages = 'C' if its "
            "messages are not in English");
    return IP_EXIT_ERROR;
}

static ip_exit write(ip_templates *templates, const ip_arguments *arguments)
{
    ip_output_target target;
    if (!ip_option_output_open(&target, ip_option_value(arguments, IP_OPT_OUTPUT)))
        return IP_EXIT_ERROR;
    ip_templates_write(templates, target.stream);
    return ip_option_output_finish(&target) ? IP_EXIT_SAFE : IP_EXIT_ERROR;
}

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), needed = strlen(end);
    return length >= needed && strcmp(text + length - needed, end) == 0;
}

static ip_exit read_logs(const ip_templates_options *options, const ip_arguments *arguments)
{
    const char *error = NULL;
    ip_templates *templates = ip_templates_new(options);
    ip_server_log *log = ip_log_new(ip_option_value(arguments, IP_OPT_PREFIX), ip_templates_take, templates, &error);
    ip_exit status = IP_EXIT_SAFE;
    if (log && arguments->operands.count > 1)
        ip_log_expect_repeats(log);
    if (!log)
        status = ip_option_usage_error("--log-line-prefix: %s", error);
    for (int i = 0; log && i < arguments->operands.count; i++)
        if (ends_with(arguments->operands.items[i], ".sql"))
            status = ip_option_usage_error("%s is no log; a file of definitions is given with --schema",
                                           arguments->operands.items[i]);
        else if (!ip_log_read(log, arguments->operands.items[i], &error))
            status = ip_option_usage_error("%s", error);
    if (log && status == IP_EXIT_SAFE && ip_log_server_log_counts(log)->statements == 0)
        status = nothing_recorded(ip_log_server_log_counts(log));
    if (log && status == IP_EXIT_SAFE && ip_templates_of_others(templates) == ip_log_server_log_counts(log)->statements)
        status = ip_option_usage_error("--database %s: all statements of the log are for other databases, such as %s",
                                       options->database, ip_templates_other_database(templates));
    if (log && status == IP_EXIT_SAFE) {
        ip_templates_end(templates, ip_log_server_log_counts(log)->redacted);
        if (!ip_option_given(arguments, IP_OPT_QUIET))
            report_counts(templates, ip_log_server_log_counts(log));
        report_problems(templates, ip_log_server_log_counts(log),
                        options->redact || ip_log_server_log_counts(log)->redacted);
        status = write(templates, arguments);
    }
    ip_log_free(log);
    ip_templates_free(templates);
    return status;
}

ip_exit ip_command_templates(const ip_arguments *arguments)
{
    ip_templates_options options = {.database = ip_option_value(arguments, IP_OPT_DATABASE),
                                    .redact = ip_option_given(arguments, IP_OPT_REDACT)};
    ip_run *run = ip_run_new();
    bool good = ip_option_define_all(run, arguments);
    good &= read_support(arguments, &options.support);
    options.schema = read_schema(run, arguments, &good);
    ip_exit status = good ? read_logs(&options, arguments) : IP_EXIT_ERROR;
    ip_run_free(run);
    return status;
}
