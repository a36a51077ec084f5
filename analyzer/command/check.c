/* isoproof check: recorded histories against levels. */
#include "command/command.h"
#include "command/output.h"
#include "isoproof.h"
#include "history/explanation_text.h"
#include "history/recorded.h"
#include "large_history/explain.h"
#include "large_history/formats.h"
#include "large_history/small.h"
#include "base/stop.h"
#include "base/utf8.h"
#include "report/writer.h"

#include <jansson.h>

#include <stdlib.h>
#include <string.h>

typedef struct check_result {
    const ip_level *level;
    bool consistent, undecided;
    const int *order;                  /* consistent: a commit order */
    int order_count;                   /* transactions in it */
    const ip_explanation *explanation; /* not consistent, unless a read is impossible at any level */
    const char *const *names;          /* of the transactions of order or explanation */
    const char *const *objects;
    int part; /* the explanation is about so many of the transactions alone; 0: all */
} check_result;

typedef struct check {
    ip_arena *arena;
    const ip_arguments *arguments;
    ip_diagnostics diagnostics;
    const char *file;
    const ip_recorded *recorded;   /* up to 63 transactions; NULL: large */
    const ip_large_history *large; /* NULL: recorded */
    const char *const *names;      /* of all transactions, but of a large history only once it is asked for them */
    IP_VEC(const ip_level *) asked;
    IP_VEC(const ip_level *) own; /* levels that transactions ask for */
    IP_VEC(check_result) results;
    bool good;
} check;

/* ---------------------------------------------------------------- levels -- */

static void add_level(void *data, const char *name)
{
    check *c = data;
    const ip_level *level = ip_level_load_for_histories(c->arena, name, &c->diagnostics);
    if (level)
        IP_PUSH(c->arena, &c->asked, level);
    else
        c->good = false;
}

/* Without --level: every level of commit orders that ships. */
static void add_levels(check *c)
{
    for (int i = 0; i < c->arguments->options.count; i++)
        if (c->arguments->options.items[i].option == IP_OPT_LEVEL)
            c->good &= ip_each_part(c->arena, "level", c->arguments->options.items[i].value, add_level, c);
    if (ip_option_given(c->arguments, IP_OPT_LEVEL))
        return;
    for (const char *const *name = ip_level_names(c->arena); *name; name++) {
        const ip_level *level = ip_level_load(c->arena, *name, &c->diagnostics);
        if (level && ip_level_vocabulary(level) == IP_COMMIT_ORDER)
            IP_PUSH(c->arena, &c->asked, level);
        c->good &= level != NULL;
    }
}

static void load_own_levels(check *c)
{
    for (int i = 0; i < c->recorded->level_count; i++) {
        const ip_level *level = ip_level_load_for_histories(c->arena, c->recorded->level_names[i], &c->diagnostics);
        if (level) {
            IP_PUSH(c->arena, &c->own, level);
            continue;
        }
        ip_report(&c->diagnostics, IP_ERROR, c->recorded->level_ranges[i], NULL, "this level cannot be used");
        c->good = false;
    }
}

/* ---------------------------------------------------------------- checking -- */

/* The level in the list; a file that has two names is one level. */
static int place_of(const ip_level **levels, int *count, const ip_level *level)
{
    for (int i = 0; i < *count; i++)
        if (!strcmp(ip_level_path(levels[i]), ip_level_path(level)))
            return i;
    levels[*count] = level;
    return (*count)++;
}

static void check_level(check *c, const ip_level *level)
{
    const ip_level **levels = IP_NEW_ARRAY(c->arena, const ip_level *, 1 + c->own.count);
    int *places = IP_NEW_ARRAY(c->arena, int, 1 + c->own.count), count = 0;
    ip_history history = c->recorded->history;
    place_of(levels, &count, level);
    for (int i = 0; i < c->own.count; i++)
        places[1 + i] = place_of(levels, &count, c->own.items[i]);
    for (int t = 1; t < history.count; t++)
        history.transactions[t].level = places[history.transactions[t].level];
    ip_consistency *checker = ip_consistency_new(levels, count, &c->diagnostics);
    if (!checker) {
        c->good = false;
        return;
    }
    int *order = IP_NEW_ARRAY(c->arena, int, IP_MAX_TRANSACTIONS);
    check_result result = {.level = level,
                           .order = order,
                           .order_count = history.count,
                           .names = c->recorded->names,
                           .objects = c->recorded->objects};
    if (c->recorded->impossible.count == 0) {
        result.consistent = ip_consistency_order(checker, &history, order);
        if (!result.consistent)
            result.explanation =
                ip_explain(c->arena, checker, levels, count, &history, c->recorded->names, c->recorded->objects);
    }
    IP_PUSH(c->arena, &c->results, result);
    ip_consistency_free(checker);
}

static const char *const *all_names(check *c)
{
    if (c->names)
        return c->names;
    const char **names = IP_NEW_ARRAY(c->arena, const char *, c->large->count);
    for (int t = 0; t < c->large->count; t++)
        names[t] = ip_large_name(c->arena, c->large, t);
    return c->names = names;
}

static void check_large(check *c, const ip_level *level)
{
    ip_large_form form;
    ip_large_verdict verdict = {.answer = IP_LARGE_INCONSISTENT};
    check_result result = {.level = level};
    const char *why = ip_large_form_of(level, &form);
    if (why && !ip_option_given(c->arguments, IP_OPT_LEVEL))
        return; /* not asked for by name */
    if (why) {
        ip_report(&c->diagnostics, IP_ERROR, (ip_range){0}, NULL, "level %s: %s, and %s has %d", ip_level_name(level),
                  why, c->file, c->large->count - 1);
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

static int transaction_count(const check *c)
{
    return c->large ? c->large->count : c->recorded->history.count;
}

static int impossible_count(const check *c)
{
    return c->large ? c->large->impossible.count : c->recorded->impossible.count;
}

static const char *impossible(const check *c, int read)
{
    return c->large ? c->large->impossible.items[read].reason : c->recorded->impossible.items[read].reason;
}

/* -------------------------------------------------------------------- text -- */

static const char *sentence(const check *c, const check_result *result, const ip_reason *edge)
{
    return ip_reason_sentence(c->arena, edge, result->names, result->objects);
}

static void write_line(ip_writer *w, int indent, const char *text)
{
    ip_say(w, IP_PLAIN, "%s", text);
    ip_end_paragraph(w, indent, indent + 2);
}

static void write_explanation(const check *c, ip_writer *w, const check_result *result)
{
    ip_explanation_lines lines = ip_explanation_in_words(c->arena, result->explanation, result->names, result->objects);
    if (result->part)
        write_line(w, 4,
                   ip_arena_printf(c->arena, "%d of the %d transactions contradict each other:", result->part,
                                   transaction_count(c) - 1));
    for (int i = 0; i < lines.count; i++) {
        if (lines.items[i].of_cycle)
            ip_say(w, IP_DIM, "%s ", lines.items[i].label);
        write_line(w, lines.items[i].of_cycle ? 6 : 4, lines.items[i].text);
    }
}

static const char *undecided_reason(const check *c)
{
    if (ip_stopped())
        return ip_arena_printf(c->arena, "%s before it was decided", ip_stop_text(ip_stopped()));
    return "too many sessions: the clocks of all transactions do not fit into memory";
}

static void write_text(const check *c, ip_writer *w, bool quiet)
{
    for (int i = 0; i < c->results.count; i++) {
        const check_result *result = &c->results.items[i];
        ip_say(w, IP_BOLD, "%s:", ip_level_name(result->level));
        ip_say(w, result->consistent ? IP_GREEN : IP_RED, "%s",
               result->consistent  ? " consistent"
               : result->undecided ? " undecided"
                                   : " not consistent");
        ip_end_paragraph(w, 0, 2);
        if (quiet)
            continue;
        if (result->consistent && result->order_count > 1 && !c->large)
            write_line(w, 4,
                       ip_arena_printf(c->arena, "a commit order: %s",
                                       ip_order_in_words(c->arena, result->order, result->order_count, result->names)));
        if (result->undecided)
            write_line(w, 4, undecided_reason(c));
        if (result->explanation)
            write_explanation(c, w, result);
        for (int r = 0; !result->consistent && r < impossible_count(c); r++)
            write_line(w, 4, impossible(c, r));
        int more = c->large ? c->large->impossible_count - c->large->impossible.count : 0;
        if (more > 0)
            write_line(w, 4, ip_arena_printf(c->arena, "and %d more reads that no level allows", more));
    }
}

/* -------------------------------------------------------------------- JSON -- */

static json_t *text_of(const check *c, const char *text)
{
    return json_string(ip_utf8(c->arena, text));
}

static json_t *reason_json(const check *c, const check_result *result, const ip_reason *edge)
{
    return json_pack("{s:o, s:o, s:s, s:o, s:o}", "from", text_of(c, result->names[edge->from]), "to",
                     text_of(c, result->names[edge->to]), "type", ip_reason_type_name(edge->type), "object",
                     edge->object < 0 ? json_null() : text_of(c, result->objects[edge->object]), "reason",
                     text_of(c, edge->type == IP_REASON_CO ? edge->text : sentence(c, result, edge)));
}

static json_t *result_json(check *c, const check_result *result)
{
    const ip_explanation *why = result->explanation;
    json_t *cycle = json_array(), *facts = json_array(), *reads = json_array(), *order = NULL;
    for (int i = 0; why && i < why->cycle.count; i++)
        json_array_append_new(cycle, reason_json(c, result, &why->cycle.items[i]));
    for (int i = 0; why && i < why->facts.count; i++)
        json_array_append_new(facts, reason_json(c, result, &why->facts.items[i]));
    for (int r = 0; r < impossible_count(c); r++)
        json_array_append_new(reads, text_of(c, impossible(c, r)));
    const int *shown = result->consistent ? result->order : why ? why->order : NULL;
    const char *const *names = result->consistent ? all_names(c) : result->names;
    if (shown) {
        order = json_array();
        for (int i = 1; i < (result->consistent ? result->order_count : why->order_count); i++)
            json_array_append_new(order, text_of(c, names[shown[i]]));
    }
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o}", "level", text_of(c, ip_level_name(result->level)), "consistent",
                     result->undecided ? json_null() : json_boolean(result->consistent), "order",
                     order ? order : json_null(), "cycle", cycle, "facts", facts, "impossible_reads", reads);
}

static void write_json(check *c, FILE *out)
{
    json_t *results = json_array(), *transactions = json_array();
    for (int i = 0; i < c->results.count; i++)
        json_array_append_new(results, result_json(c, &c->results.items[i]));
    for (int t = 1; t < transaction_count(c); t++)
        json_array_append_new(transactions, text_of(c, all_names(c)[t]));
    json_t *top =
        json_pack("{s:s, s:i, s:s, s:o, s:o, s:o}", "format", "isoproof-check", "format_version", 1, "version",
                  IP_VERSION, "file", text_of(c, c->file), "transactions", transactions, "results", results);
    json_dumpf(top, out, JSON_INDENT(2));
    fputc('\n', out);
    json_decref(top);
}

/* ----------------------------------------------------------------- command -- */

/* --input, or what the file looks like. false after an error. */
static bool choose_format(const check *c, const ip_source *source, ip_large_format *format)
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
    ip_usage_error("--input: expected one of %s, not '%s'", known, given);
    return false;
}

/* JSON of up to 63 transactions may say more than the other formats, and has a reader of its own. */
static void read_source(check *c, const ip_source *source)
{
    ip_large_format format;
    if (!choose_format(c, source, &format)) {
        c->good = false;
        return;
    }
    bool json = format == IP_LARGE_JSON || format == IP_LARGE_FORMAT_COUNT;
    if (json && ip_large_json_count(source) < IP_MAX_TRANSACTIONS) {
        c->recorded = ip_recorded_read(c->arena, source, &c->diagnostics);
    } else {
        c->large = ip_large_read_file(c->arena, source, format, &c->diagnostics);
        if (c->large && ip_large_is_small(c->large)) {
            c->recorded = ip_large_as_recorded(c->arena, c->large);
            c->large = NULL;
        }
    }
}

static void read_history(check *c)
{
    const char *error = NULL;
    const ip_source *source = ip_source_read(c->arena, c->file, &error);
    if (source)
        read_source(c, source);
    else
        ip_report(&c->diagnostics, IP_ERROR, (ip_range){0}, NULL, "%s: %s", c->file, error);
    if (c->recorded) {
        c->names = c->recorded->names;
        load_own_levels(c);
    }
    c->good &= c->recorded || c->large;
}

static bool write_result(check *c, bool json)
{
    const char *path = ip_option_value(c->arguments, IP_OPT_OUTPUT);
    ip_output_target target;
    if (!ip_output_open(&target, path))
        return false;
    ip_writer w = {.arena = c->arena,
                   .out = target.stream,
                   .width = path ? 100 : ip_output_width(stdout),
                   .colour = !path && ip_use_colour(stdout)};
    if (json)
        write_json(c, target.stream);
    else
        write_text(c, &w, ip_option_given(c->arguments, IP_OPT_QUIET));
    return ip_output_finish(&target);
}

ip_exit ip_command_check(const ip_arguments *arguments)
{
    check c = {.arena = arguments->arena, .arguments = arguments, .file = arguments->operands.items[0], .good = true};
    bool json;
    c.diagnostics.arena = c.arena;
    if (!ip_parse_format(arguments, &json))
        return IP_EXIT_ERROR;
    add_levels(&c);
    read_history(&c);
    for (int i = 0; c.good && i < c.asked.count; i++)
        (c.large ? check_large : check_level)(&c, c.asked.items[i]);
    ip_tell_diagnostics(&c.diagnostics, c.good ? IP_REMARK : IP_ERROR);
    if (!c.good || !write_result(&c, json))
        return IP_EXIT_ERROR;
    ip_exit status = IP_EXIT_SAFE;
    for (int i = 0; i < c.results.count; i++) {
        if (c.results.items[i].undecided && status == IP_EXIT_SAFE)
            status = IP_EXIT_UNDECIDED;
        else if (!c.results.items[i].consistent && !c.results.items[i].undecided)
            status = IP_EXIT_UNSAFE;
    }
    return status;
}
