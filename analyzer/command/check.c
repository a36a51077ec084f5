/* isoproof check: checks recorded histories against levels. */
#include "command/check.h"
#include "command/options/interruption.h"
#include "command/options/output.h"
#include "base/stop.h"
#include "large_history/explain.h"
#include "large_history/formats.h"
#include "large_history/small.h"
#include "trace_history/trace_history.h"

#include <string.h>

/* ---------------------------------------------------------------- levels -- */

static void add_level(void *data, const char *name)
{
    ip_check_run *c = data;
    const ip_level *level = ip_level_load_for_histories(c->arena, name, &c->diagnostics);
    if (level)
        IP_PUSH(c->arena, &c->asked, level);
    else
        c->good = false;
}

/* Without --level, adds every level of commit orders that is shipped. */
static void add_levels(ip_check_run *c)
{
    for (int i = 0; i < c->arguments->options.count; i++)
        if (c->arguments->options.items[i].option == IP_OPT_LEVEL)
            c->good &= ip_option_each_part(c->arena, "level", c->arguments->options.items[i].value, add_level, c);
    if (ip_option_given(c->arguments, IP_OPT_LEVEL))
        return;
    for (const char *const *name = ip_level_file_names(c->arena); *name; name++) {
        const ip_level *level = ip_level_load(c->arena, *name, &c->diagnostics);
        if (level && ip_level_vocabulary(level) == IP_COMMIT_ORDER)
            IP_PUSH(c->arena, &c->asked, level);
        c->good &= level != NULL;
    }
}

static void load_own_levels(ip_check_run *c)
{
    for (int i = 0; i < c->recorded->level_count; i++) {
        const ip_level *level = ip_level_load_for_histories(c->arena, c->recorded->level_names[i], &c->diagnostics);
        if (level) {
            IP_PUSH(c->arena, &c->own, level);
            continue;
        }
        ip_diagnostics_add(&c->diagnostics, IP_ERROR, c->recorded->level_ranges[i], NULL, "this level cannot be used");
        c->good = false;
    }
}

/* ---------------------------------------------------------------- checking -- */

/* Returns the index of the level in the list. A file with two names is one level. */
static int place_of(const ip_level **levels, int *count, const ip_level *level)
{
    for (int i = 0; i < *count; i++)
        if (!strcmp(ip_level_path(levels[i]), ip_level_path(level)))
            return i;
    levels[*count] = level;
    return (*count)++;
}

static void check_level(ip_check_run *c, const ip_level *level)
{
    const ip_level **levels = IP_NEW_ARRAY(c->arena, const ip_level *, 1 + c->own.count);
    int *places = IP_NEW_ARRAY(c->arena, int, 1 + c->own.count), count = 0;
    ip_history history = c->recorded->history;
    place_of(levels, &count, level);
    for (int i = 0; i < c->own.count; i++)
        places[1 + i] = place_of(levels, &count, c->own.items[i]);
    for (int t = 1; t < history.count; t++)
        history.transactions[t].level = places[history.transactions[t].level];
    ip_consistency *checker = ip_history_consistency_new(levels, count, &c->diagnostics);
    if (!checker) {
        c->good = false;
        return;
    }
    int *order = IP_NEW_ARRAY(c->arena, int, IP_MAX_TRANSACTIONS);
    ip_check_result result = {.level = level,
                              .order = order,
                              .order_count = history.count,
                              .names = c->recorded->names,
                              .objects = c->recorded->objects};
    if (c->recorded->impossible.count == 0) {
        result.consistent = ip_history_consistency_order(checker, &history, order);
        result.undecided = !result.consistent && ip_stopped(); /* a solver that was stopped has not decided */
        if (!result.consistent && !result.undecided)
            result.explanation = ip_history_explain(c->arena, checker, levels, count, &history, c->recorded->names,
                                                    c->recorded->objects);
    }
    IP_PUSH(c->arena, &c->results, result);
    ip_history_consistency_free(checker);
}

static void check_large(ip_check_run *c, const ip_level *level)
{
    ip_large_form form;
    ip_large_verdict verdict = {.answer = IP_LARGE_INCONSISTENT};
    ip_check_result result = {.level = level};
    const char *why = ip_large_form_of(level, c->large->session_count < c->large->count, &form);
    if (why && !ip_option_given(c->arguments, IP_OPT_LEVEL))
        return; /* not asked for by name */
    if (why) {
        ip_diagnostics_add(&c->diagnostics, IP_ERROR, (ip_range){0}, NULL, "level %s: %s, and %s has %d",
                           ip_level_name(level), why, c->file, c->large->count - 1);
        c->good = false;
        return;
    }
    ip_arena *scratch = ip_arena_new();
    if (c->large->impossible_count == 0) {
        ip_large_check(scratch, c->large, &form, &verdict);
        result.consistent = verdict.answer == IP_LARGE_CONSISTENT;
        result.undecided = verdict.answer == IP_LARGE_UNDECIDED;
    }
    if (result.consistent) {
        int *order = IP_NEW_ARRAY(c->arena, int, c->large->count);
        memcpy(order, verdict.order, sizeof *order * (size_t)c->large->count);
        result.order = order;
        result.order_count = c->large->count;
    } else if (c->large->impossible_count == 0 && !result.undecided) {
        ip_large_explanation because = ip_large_explain(c->arena, c->large, level, &form, &verdict);
        result.explanation = because.why;
        result.names = because.names;
        result.objects = because.objects;
        result.part = because.count;
    }
    ip_arena_free(scratch);
    IP_PUSH(c->arena, &c->results, result);
}

/* Reports the level as undecided after an interruption. */
static void leave_undecided(ip_check_run *c, const ip_level *level)
{
    ip_check_result result = {.level = level, .undecided = true};
    IP_PUSH(c->arena, &c->results, result);
}

/* ----------------------------------------------------------------- command -- */

/* Takes the format from --input, or guesses it from the file. Returns false after an error. */
static bool choose_format(const ip_check_run *c, const ip_source *source, ip_large_format *format)
{
    const char *given = ip_option_value(c->arguments, IP_OPT_INPUT);
    const char *known = "";
    *format = ip_large_format_of(source);
    if (!given)
        return true;
    for (int f = 0; f < IP_LARGE_FORMAT_COUNT; f++) {
        const char *name = ip_large_format_name(f);
        *format = f;
        if (strcmp(name, given) == 0)
            return true;
        known = ip_arena_printf(c->arena, "%s%s%s", known, f ? ", " : "", name);
    }
    ip_option_usage_error("--input: expected one of %s, not '%s'", known, given);
    return false;
}

/* JSON of up to 63 transactions has more features than the other formats, and its own reader. */
static void read_source(ip_check_run *c, const ip_source *source)
{
    ip_large_format format;
    if (!ip_option_given(c->arguments, IP_OPT_INPUT) && ip_trace_history_is_recording(source)) {
        c->large = ip_trace_history_recording_history(c->arena, source, &c->diagnostics);
        if (c->large && ip_large_is_small(c->large)) {
            c->recorded = ip_large_as_recorded(c->arena, c->large);
            c->large = NULL;
        }
        return;
    }
    if (!choose_format(c, source, &format)) {
        c->good = false;
        return;
    }
    bool json = format == IP_LARGE_JSON || format == IP_LARGE_FORMAT_COUNT;
    if (json && ip_large_json_count(source) < IP_MAX_TRANSACTIONS) {
        c->recorded = ip_history_recorded_read(c->arena, source, &c->diagnostics);
    } else {
        c->large = ip_large_read_file(c->arena, source, format, &c->diagnostics);
        if (c->large && ip_large_is_small(c->large)) {
            c->recorded = ip_large_as_recorded(c->arena, c->large);
            c->large = NULL;
        }
    }
}

static void read_history(ip_check_run *c)
{
    const char *error = NULL;
    const ip_source *source = ip_source_read(c->arena, c->file, &error);
    if (source)
        read_source(c, source);
    else
        ip_diagnostics_add(&c->diagnostics, IP_ERROR, (ip_range){0}, NULL, "%s: %s", c->file, error);
    if (c->recorded) {
        c->names = c->recorded->names;
        load_own_levels(c);
    }
    c->good &= c->recorded || c->large;
}

static bool write_result(ip_check_run *c, const char *format)
{
    const char *path = ip_option_value(c->arguments, IP_OPT_OUTPUT);
    ip_output_target target;
    if (!ip_option_output_open(&target, path))
        return false;
    ip_writer w = ip_option_output_writer(&target, c->arena);
    if (strcmp(format, "json") == 0)
        ip_command_check_write_json(c, target.stream);
    else if (strcmp(format, "dot") == 0)
        ip_command_check_write_dot(c, target.stream);
    else if (strcmp(format, "html") == 0)
        ip_command_check_write_html(c, target.stream);
    else
        ip_command_check_write_text(c, &w, ip_option_given(c->arguments, IP_OPT_QUIET));
    return ip_option_output_finish(&target);
}

ip_exit ip_command_check(const ip_arguments *arguments)
{
    ip_check_run c = {
        .arena = arguments->arena, .arguments = arguments, .file = arguments->operands.items[0], .good = true};
    const char *format = ip_option_parse_picture_format(arguments);
    c.diagnostics.arena = c.arena;
    if (!format)
        return IP_EXIT_ERROR;
    add_levels(&c);
    ip_option_obey_interruptions();
    read_history(&c);
    for (int i = 0; c.good && i < c.asked.count; i++)
        (ip_stopped() ? leave_undecided : c.large ? check_large : check_level)(&c, c.asked.items[i]);
    ip_option_print_diagnostics(&c.diagnostics, c.good ? IP_REMARK : IP_ERROR);
    if (!c.good || !write_result(&c, format))
        return IP_EXIT_ERROR;
    ip_option_report_is_written();
    ip_exit status = IP_EXIT_SAFE;
    for (int i = 0; i < c.results.count; i++) {
        if (c.results.items[i].undecided && status == IP_EXIT_SAFE)
            status = IP_EXIT_UNDECIDED;
        else if (!c.results.items[i].consistent && !c.results.items[i].undecided)
            status = IP_EXIT_UNSAFE;
    }
    return status;
}
