/* isoproof levels: lists the level files, and the implications between levels, computed with Z3. */
#include "command/commands.h"
#include "command/levels_graph.h"
#include "history/claims.h"
#include "command/options/output.h"
#include "isoproof.h"
#include "base/clock.h"
#include "base/utf8.h"
#include "report/writer.h"

#include <jansson.h>

#include <stdlib.h>
#include <string.h>

enum { GRAPH_SECONDS = 60 };

typedef struct level_table {
    ip_arena *arena;
    IP_VEC(const ip_level *) levels;
    bool *implies; /* [a * count + b] b allows everything that a allows */
} level_table;

/* Loads the shipped levels, then the given ones. Returns false after reporting an error. */
static bool load_levels(level_table *table, const ip_arguments *arguments, ip_diagnostics *diagnostics)
{
    const char *const *shipped = ip_level_file_names(table->arena);
    IP_VEC(const char *) names = {0};
    for (const char *const *name = shipped; *name; name++)
        IP_PUSH(table->arena, &names, *name);
    for (int i = 0; i < arguments->operands.count; i++)
        IP_PUSH(table->arena, &names, arguments->operands.items[i]);
    bool good = true;
    for (int i = 0; i < names.count; i++) {
        const ip_level *level = ip_level_load(table->arena, names.items[i], diagnostics);
        good &= level != NULL;
        if (level && i >= names.count - arguments->operands.count)
            good &= ip_history_level_claims_hold(table->arena, level, diagnostics);
        bool known = !level;
        for (int j = 0; !known && j < table->levels.count; j++)
            known = strcmp(ip_level_path(table->levels.items[j]), ip_level_path(level)) == 0;
        if (!known)
            IP_PUSH(table->arena, &table->levels, level);
    }
    return good;
}

static void compare_levels(level_table *table)
{
    int n = table->levels.count;
    table->implies = IP_NEW_ARRAY(table->arena, bool, n *n);
    for (int a = 0; a < n; a++)
        for (int b = 0; b < n; b++)
            table->implies[a * n + b] = a != b && ip_level_implies(table->levels.items[a], table->levels.items[b]);
}

static bool implies(const level_table *table, int a, int b)
{
    return table->implies[a * table->levels.count + b];
}

/* Tells whether a implies b, but not the reverse, and no other level lies strictly between them. */
static bool implies_directly(const level_table *table, int a, int b)
{
    if (!implies(table, a, b) || implies(table, b, a))
        return false;
    for (int c = 0; c < table->levels.count; c++)
        if (implies(table, a, c) && !implies(table, c, a) && implies(table, c, b) && !implies(table, b, c))
            return false;
    return true;
}

static bool equivalent(const level_table *table, int a, int b)
{
    return implies(table, a, b) && implies(table, b, a);
}

static void write_related(ip_writer *w, const level_table *table, int a, const char *heading,
                          bool (*related)(const level_table *table, int a, int b))
{
    int count = 0;
    for (int b = 0; b < table->levels.count; b++) {
        if (!related(table, a, b))
            continue;
        if (count == 0)
            ip_report_say(w, IP_DIM, "%s ", heading);
        ip_report_say(w, IP_PLAIN, "%s%s", count++ ? ", " : "", ip_level_name(table->levels.items[b]));
    }
    if (count)
        ip_report_end_paragraph(w, 4, 6);
}

static bool same_family(const ip_level *a, const ip_level *b)
{
    return ip_level_vocabulary(a) == ip_level_vocabulary(b) && ip_level_levels_mix(a, b);
}

static void write_family(ip_writer *w, const ip_level *level)
{
    ip_report_end_paragraph(w, 0, 0);
    if (*ip_level_engine(level))
        ip_report_say(
            w, IP_PLAIN,
            "Levels of the engine %s, with its locks and constraints. They can be mixed only with each other, and are "
            "not called stronger than the levels above: constraints are checked against what is committed, not "
            "against a snapshot.",
            ip_level_engine(level));
    else if (ip_level_vocabulary(level) == IP_VISIBILITY)
        ip_report_say(
            w, IP_PLAIN,
            "Levels stated on visibility: for analyze, and for histories where no level on commit orders has the "
            "same name.");
    else
        ip_report_say(
            w, IP_PLAIN,
            "Levels stated on commit orders: for histories (explore, check). They respect session order; those on "
            "visibility mostly do not. The families are not compared here, but by isoproof compare.");
    ip_report_end_paragraph(w, 0, 0);
}

static void write_text(const level_table *table, FILE *out, int width, bool colour)
{
    ip_writer w = {.arena = table->arena, .out = out, .width = width, .colour = colour};
    ip_report_say(
        &w, IP_PLAIN,
        "%d levels, weakest first. A level implies another one if every execution that it allows is allowed there: "
        "what is "
        "safe at the implied level is safe at the stronger one. This is proved for any number of transactions.",
        table->levels.count);
    ip_report_end_paragraph(&w, 0, 0);
    for (int i = 0; i < table->levels.count; i++) {
        const ip_level *level = table->levels.items[i];
        if (i == 0 || !same_family(level, table->levels.items[i - 1]))
            write_family(&w, level);
        ip_report_end_paragraph(&w, 0, 0);
        ip_report_say(&w, IP_BOLD, "%s", ip_level_name(level));
        ip_report_end_paragraph(&w, 0, 2);
        ip_report_say(&w, IP_PLAIN, "%s", ip_level_title(level));
        ip_report_end_paragraph(&w, 4, 6);
        write_related(&w, table, i, "equivalent to", equivalent);
        write_related(&w, table, i, "implies", implies_directly);
        if (*ip_level_engine(level) || ip_level_has_statement_snapshots(level)) {
            ip_report_say(&w, IP_PLAIN, "one snapshot for each %s; %s",
                          ip_level_has_statement_snapshots(level) ? "statement" : "transaction",
                          ip_level_rereads_locked_rows(level) ? "locked rows are re-read"
                                                              : "locked rows are read as in the snapshot");
            ip_report_end_paragraph(&w, 4, 6);
        }
        if (*ip_level_citation(level)) {
            ip_report_say(&w, IP_DIM, "source %s", ip_level_citation(level));
            ip_report_end_paragraph(&w, 4, 6);
        }
        ip_report_say(&w, IP_DIM, "file %s", ip_level_path(level));
        ip_report_end_paragraph(&w, 4, 6);
    }
}

static json_t *text_of(ip_arena *arena, const char *text)
{
    return json_string(ip_utf8(arena, text ? text : ""));
}

static void write_json(const level_table *table, FILE *out)
{
    json_t *levels = json_array();
    for (int i = 0; i < table->levels.count; i++) {
        const ip_level *level = table->levels.items[i];
        json_t *implied = json_array();
        for (int j = 0; j < table->levels.count; j++)
            if (implies(table, i, j))
                json_array_append_new(implied, text_of(table->arena, ip_level_name(table->levels.items[j])));
        bool statement = ip_level_has_statement_snapshots(level), newest = ip_level_rereads_locked_rows(level);
        json_array_append_new(levels, json_pack("{s:o, s:o, s:o, s:o, s:s, s:s, s:s, s:o, s:o, s:o}", "name",
                                                text_of(table->arena, ip_level_name(level)), "title",
                                                text_of(table->arena, ip_level_title(level)), "family",
                                                text_of(table->arena, ip_level_family(level)), "engine",
                                                text_of(table->arena, ip_level_engine(level)), "snapshots",
                                                statement ? "statement" : "transaction", "locked_rows",
                                                newest ? "newest" : "snapshot", "vocabulary",
                                                ip_level_file_vocabulary_name(ip_level_vocabulary(level)), "source",
                                                text_of(table->arena, ip_level_citation(level)), "file",
                                                text_of(table->arena, ip_level_path(level)), "implies", implied));
    }
    json_t *top = json_pack("{s:s, s:i, s:s, s:o}", "format", "isoproof-levels", "format_version", 1, "version",
                            IP_VERSION, "levels", levels);
    json_dumpf(top, out, JSON_INDENT(2));
    fputc('\n', out);
    json_decref(top);
}

ip_exit ip_command_levels(const ip_arguments *arguments)
{
    const char *format = ip_option_parse_picture_format(arguments);
    if (!format)
        return IP_EXIT_ERROR;
    bool json = strcmp(format, "json") == 0, html = strcmp(format, "html") == 0;
    bool graph = html || strcmp(format, "dot") == 0 || ip_option_given(arguments, IP_OPT_GRAPH);
    if (graph && json) {
        ip_option_usage_error("--graph: expected --format dot or html beside it, not 'json'");
        return IP_EXIT_ERROR;
    }
    level_table table = {.arena = arguments->arena};
    ip_diagnostics diagnostics = {.arena = arguments->arena};
    bool good = load_levels(&table, arguments, &diagnostics);
    ip_option_print_diagnostics(&diagnostics, IP_REMARK);
    if (!good)
        return IP_EXIT_ERROR;
    if (!graph)
        compare_levels(&table);
    const char *path = ip_option_value(arguments, IP_OPT_OUTPUT);
    ip_output_target target;
    if (!ip_option_output_open(&target, path))
        return IP_EXIT_ERROR;
    if (graph)
        ip_command_write_levels_graph(table.arena, target.stream, table.levels.items, table.levels.count,
                                      ip_clock() + GRAPH_SECONDS, html);
    else if (json)
        write_json(&table, target.stream);
    else
        write_text(&table, target.stream, path ? 100 : ip_option_output_width(stdout),
                   !path && ip_option_use_colour(stdout));
    return ip_option_output_finish(&target) ? IP_EXIT_SAFE : IP_EXIT_ERROR;
}
