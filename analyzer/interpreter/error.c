/* Early ends of a run: an error, code that cannot be run in memory, a stop by the caller. */
#include "interpreter/run_state.h"

#include <stdarg.h>
#include <string.h>

/* Errors without a constraint name none; a few are known to have no more information than their message. */
ip_error_about ip_interpreter_usual_about(const char *sqlstate)
{
    static const char *const plain[] = {"22012", "P0002", "P0003", "P0004", "20000", "55P03", "0Z002"};
    ip_error_about about = {0};
    if (strncmp(sqlstate, "23", 2) != 0 && strncmp(sqlstate, "44", 2) != 0)
        about.column = about.constraint = about.datatype = about.table = about.schema = "";
    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++)
        if (strcmp(sqlstate, plain[i]) == 0)
            about.detail = about.hint = "";
    if (strcmp(sqlstate, "P0003") == 0)
        about.hint = "Make sure the query returns a single row, or use LIMIT 1.";
    if (strcmp(sqlstate, "20000") == 0)
        about.hint = "CASE statement is missing ELSE part.";
    return about;
}

const char *ip_interpreter_bare_name(const ip_table *table)
{
    const char *dot = strrchr(table->name, '.');
    return dot ? dot + 1 : table->name;
}

void ip_interpreter_raise_violation(ip_run_state *run, const char *sqlstate, const ip_table *table,
                                    const char *constraint, const char *column, const char *detail, const char *format,
                                    ...)
{
    va_list args;
    va_start(args, format);
    if (run->database->keeps_versions && table->code && table->code->partition)
        ip_interpreter_unable(run, run->range, "an error that names a partition");
    const char *message = ip_arena_vprintf(run->arena, format, args), *dot = strrchr(table->name, '.');
    va_end(args);
    const char *schema = dot ? ip_arena_strndup(run->arena, table->name, (size_t)(dot - table->name)) : "public";
    const ip_error error = {sqlstate,
                            message,
                            {.detail = detail,
                             .hint = "",
                             .datatype = "",
                             .column = column ? column : "",
                             .constraint = constraint ? constraint : "",
                             .table = ip_interpreter_bare_name(table),
                             .schema = schema}};
    ip_interpreter_raise_again(run, &error);
}

void ip_interpreter_raise(ip_run_state *run, const char *sqlstate, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const ip_error error = {sqlstate, ip_arena_vprintf(run->arena, format, args), ip_interpreter_usual_about(sqlstate)};
    va_end(args);
    ip_interpreter_raise_again(run, &error);
}

void ip_interpreter_raise_again(ip_run_state *run, const ip_error *error)
{
    run->error = *error;
    run->end = IP_RUN_ABORTED;
    longjmp(run->trap->jump, 1);
}

static _Noreturn void stop(ip_run_state *run, ip_range range, const char *what, bool unknown)
{
    run->error = (ip_error){.message = ip_arena_printf(run->arena, "%s is not run in memory", what)};
    run->unknown = unknown;
    if (range.source)
        run->range = range;
    run->end = IP_RUN_UNABLE;
    longjmp(run->outermost->jump, 1);
}

void ip_interpreter_unable(ip_run_state *run, ip_range range, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *what = ip_arena_vprintf(run->arena, format, args);
    va_end(args);
    stop(run, range, what, false);
}

void ip_interpreter_unknown(ip_run_state *run, ip_range range, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *what = ip_arena_vprintf(run->arena, format, args);
    va_end(args);
    stop(run, range, what, true);
}

void ip_interpreter_check_memory(ip_run_state *run)
{
    /* A client's transaction may be all tests of a class: Django's TestCase rolls back to savepoints between them. */
    enum { MOST_MEGABYTES = 64, MOST_OF_CLIENT = 1024 };
    int most = run->database->answers_clients ? MOST_OF_CLIENT : MOST_MEGABYTES;
    if (ip_arena_bytes(run->arena) + run->interpreter->kept_bytes > (size_t)most << 20)
        ip_interpreter_unable(run, run->range, "a run that takes more than %d MB", most);
}

void ip_interpreter_count_visit(ip_run_state *run)
{
    ip_interpreter_count_visits(run, 1);
}

void ip_interpreter_count_visits(ip_run_state *run, int count)
{
    enum { MOST_MILLIONS = 3 };
    run->visited += count;
    run->interpreter->work += count;
    if (run->visited > MOST_MILLIONS * 1000000L)
        ip_interpreter_unable(run, run->range, "a run whose queries go through more than %d million rows",
                              MOST_MILLIONS);
    ip_interpreter_check_memory(run);
}

void ip_interpreter_raise_failure(ip_run_state *run, const ip_failure *failure)
{
    if (failure->sqlstate)
        ip_interpreter_raise(run, failure->sqlstate, "%s", failure->message);
    ip_interpreter_unable(run, run->range, "%s", failure->message);
}

void ip_interpreter_stop(ip_run_state *run)
{
    run->end = IP_RUN_STOPPED;
    longjmp(run->outermost->jump, 1);
}
