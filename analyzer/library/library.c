/* libisoproof.h on top of isoproof.h: opaque handles, and no type of ours outside. */
#include "library/libisoproof.h"

#include "isoproof.h"
#include "report/formats/formats.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct isoproof_run {
    ip_run *run;
    unsigned flags;
    const ip_report_data *report;
};

const char *isoproof_version(void)
{
    return IP_VERSION;
}

static isoproof_verdict verdict_of(ip_verdict verdict)
{
    static const isoproof_verdict verdicts[] = {[IP_SAFE] = ISOPROOF_SAFE,
                                                [IP_BENIGN] = ISOPROOF_BENIGN,
                                                [IP_UNSAFE] = ISOPROOF_UNSAFE,
                                                [IP_UNDECIDED] = ISOPROOF_UNDECIDED};
    return verdicts[verdict];
}

const char *isoproof_verdict_text(isoproof_verdict verdict)
{
    for (ip_verdict one = IP_SAFE; one <= IP_UNDECIDED; one++)
        if (verdict_of(one) == verdict)
            return ip_anomaly_verdict_name(one);
    return "";
}

isoproof_run *isoproof_new(void)
{
    ip_run *run = ip_run_new();
    isoproof_run *handle = IP_NEW(ip_run_arena(run), isoproof_run);
    handle->run = run;
    return handle;
}

void isoproof_free(isoproof_run *run)
{
    if (run)
        ip_run_free(run->run); /* the handle is in its arena */
}

int isoproof_add_file(isoproof_run *run, const char *path)
{
    return ip_run_add_file(run->run, path);
}

int isoproof_add_schema(isoproof_run *run, const char *path)
{
    return ip_run_add_schema(run->run, path);
}

void isoproof_add_text(isoproof_run *run, const char *name, const char *text, size_t length)
{
    ip_run_add_text(run->run, ip_arena_strdup(ip_run_arena(run->run), name), text, length);
}

int isoproof_add_level(isoproof_run *run, const char *level)
{
    return ip_run_add_level(run->run, level);
}

void isoproof_set_timeout(isoproof_run *run, double seconds)
{
    ip_run_set_timeout(run->run, seconds);
}

void isoproof_set_memory(isoproof_run *run, size_t bytes)
{
    ip_run_set_memory(run->run, bytes);
}

void isoproof_set_max_cycle(isoproof_run *run, int length)
{
    ip_run_set_max_cycle(run->run, length < 1 ? 1 : length);
}

static void set_flag(isoproof_run *run, unsigned flag, int set)
{
    run->flags = set ? run->flags | flag : run->flags & ~flag;
    ip_run_read_as(run->run, run->flags);
}

void isoproof_set_implicit(isoproof_run *run, int implicit)
{
    set_flag(run, IP_READ_IMPLICIT, implicit);
}

void isoproof_set_complete_schema(isoproof_run *run, int complete)
{
    set_flag(run, IP_READ_COMPLETE, complete);
}

int isoproof_analyze(isoproof_run *run)
{
    run->report = ip_run_analyze(run->run);
    return run->report != NULL;
}

int isoproof_advise(isoproof_run *run)
{
    run->report = ip_advice_run_advise(run->run, NULL, false);
    return run->report != NULL;
}

void isoproof_interrupt(void)
{
    ip_run_interrupt();
}

int isoproof_level_count(const isoproof_run *run)
{
    return run->report ? run->report->results.count : 0;
}

static const ip_level_result *result_at(const isoproof_run *run, int index)
{
    return index >= 0 && index < isoproof_level_count(run) ? &run->report->results.items[index] : NULL;
}

const char *isoproof_level_name(const isoproof_run *run, int index)
{
    const ip_level_result *result = result_at(run, index);
    return result ? result->level : NULL;
}

isoproof_verdict isoproof_level_verdict(const isoproof_run *run, int index)
{
    const ip_level_result *result = result_at(run, index);
    return result ? verdict_of(result->verdict) : ISOPROOF_UNDECIDED;
}

const char *isoproof_level_reason(const isoproof_run *run, int index)
{
    const ip_level_result *result = result_at(run, index);
    return result ? result->reason : NULL;
}

/* What is written to a stream, as a text of the run. */
static const char *kept(isoproof_run *run, FILE *stream, char **text, const size_t *length)
{
    bool good = stream && fclose(stream) == 0;
    const char *copy = good ? ip_arena_strndup(ip_run_arena(run->run), *text, *length) : NULL;
    free(*text);
    return copy;
}

const char *isoproof_report(isoproof_run *run, const char *format)
{
    ip_format id;
    char *text = NULL;
    size_t length = 0;
    if (!run->report || !ip_format_find(format, &id))
        return NULL;
    FILE *stream = open_memstream(&text, &length);
    if (stream)
        ip_format_write(id, run->report, stream, &(ip_format_options){.text = {.width = 0}});
    return kept(run, stream, &text, &length);
}

int isoproof_message_count(const isoproof_run *run)
{
    return ip_run_diagnostics(run->run)->list.count;
}

const char *isoproof_message(isoproof_run *run, int index)
{
    char *text = NULL;
    size_t length = 0;
    if (index < 0 || index >= isoproof_message_count(run))
        return NULL;
    FILE *stream = open_memstream(&text, &length);
    if (stream)
        ip_report_diagnostic(&ip_run_diagnostics(run->run)->list.items[index], stream, false);
    return kept(run, stream, &text, &length);
}
