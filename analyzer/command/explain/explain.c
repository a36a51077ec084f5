/* isoproof explain: pages on words that reports use, as text or as a site. */
#include "command/commands.h"
#include "command/pages/examples.h"
#include "command/explain/site.h"
#include "command/options/output.h"
#include "command/pages/pages.h"
#include "isoproof.h"
#include "report/writer.h"

#include <string.h>

/* What the tables of anomalies and notes say about a page's name. */
static const struct {
    const char *name, *title, *source;
} table_entries[] = {
#define X(id, name, meaning, source) {name, meaning, source},
    IP_ANOMALY_KINDS(X)
#undef X
#define X(id, name, meaning) {name, meaning, NULL},
        IP_DIAGNOSTIC_KINDS(X)
#undef X
};

ip_page_heading ip_command_page_heading_of(const ip_page *page)
{
    ip_page_heading found = {page->title, page->source};
    for (size_t i = 0; !found.title && i < sizeof table_entries / sizeof *table_entries; i++)
        if (strcmp(table_entries[i].name, page->name) == 0)
            found = (ip_page_heading){table_entries[i].title, table_entries[i].source};
    return found;
}

static ip_writer writer_on(ip_arena *arena)
{
    return (ip_writer){
        .arena = arena, .out = stdout, .width = ip_option_output_width(stdout), .colour = ip_option_use_colour(stdout)};
}

static void write_heading(ip_writer *w, const char *name, const char *group, const char *title)
{
    ip_report_say(w, IP_BOLD, "%s", name);
    ip_report_say(w, IP_PLAIN, " (%s): %s", group, title);
    ip_report_end_paragraph(w, 0, 2);
}

static void write_source(ip_writer *w, const char *source)
{
    if (!source || !*source)
        return;
    ip_report_end_paragraph(w, 0, 0);
    ip_report_say(w, IP_DIM, "Source: %s", source);
    ip_report_end_paragraph(w, 0, 2);
}

static void write_example(ip_writer *w, const ip_example *example)
{
    if (!example)
        return;
    ip_report_end_paragraph(w, 0, 0);
    ip_report_say(w, IP_PLAIN, "The smallest example, for ");
    ip_report_say_whole(w, IP_BOLD, "isoproof analyze --level %s", example->level);
    ip_report_say(w, IP_PLAIN, ":");
    ip_report_end_paragraph(w, 0, 0);
    ip_report_end_paragraph(w, 0, 0);
    for (const char *at = example->text; *at; at += strcspn(at, "\n") + 1) {
        ip_report_say_whole(w, IP_CYAN, "%.*s", (int)strcspn(at, "\n"), at);
        ip_report_end_paragraph(w, 4, 0);
    }
}

static void write_page(ip_writer *w, const ip_page *page)
{
    ip_page_heading about = ip_command_page_heading_of(page);
    write_heading(w, page->name, page->group, about.title);
    bool verbatim = false;
    for (const char *const *line = page->lines; *line; line++) {
        bool now = strncmp(*line, "  ", 2) == 0;
        if (!now || !verbatim)
            ip_report_end_paragraph(w, 0, 0);
        verbatim = now;
        if (now)
            ip_report_say_whole(w, IP_CYAN, "%s", *line + 2);
        else
            ip_report_say(w, IP_PLAIN, "%s", *line);
        ip_report_end_paragraph(w, now ? 4 : 0, 0);
    }
    write_example(w, ip_page_example_of(page->name));
    write_source(w, about.source);
}

/* A level file of the user's own: errors in it are reported. Any other word may be a level's name or alias. */
static bool is_path(const char *name)
{
    size_t length = strlen(name);
    return strchr(name, '/') != NULL || (length > 5 && strcmp(name + length - 5, ".smt2") == 0);
}

static const ip_level *find_level(ip_arena *arena, const char *name)
{
    ip_diagnostics diagnostics = {.arena = arena};
    const ip_level *level = ip_level_load(arena, name, &diagnostics);
    if (is_path(name))
        ip_option_print_diagnostics(&diagnostics, IP_REMARK);
    return level;
}

/* A level's page is its file: what it says in words, then the axioms, with the comments that explain them. */
static ip_exit write_level_page(ip_writer *w, const ip_level *level)
{
    const char *error = NULL;
    const ip_source *file = ip_source_read(w->arena, ip_level_path(level), &error);
    if (!file)
        return ip_option_usage_error("%s: %s", ip_level_path(level), error);
    write_heading(w, ip_level_name(level), "level", ip_level_title(level));
    ip_report_end_paragraph(w, 0, 0);
    for (int i = 0; i < ip_level_explanation_count(level); i++) {
        ip_report_say(w, IP_PLAIN, "%s", ip_level_explanation(level, i));
        ip_report_end_paragraph(w, 0, 0);
        ip_report_end_paragraph(w, 0, 0);
    }
    for (int i = 0; i < file->line_count; i++) {
        size_t begin = file->line_starts[i];
        if (ip_level_is_explanation(level, begin))
            continue;
        const char *line = ip_arena_strndup(w->arena, file->text + begin, strcspn(file->text + begin, "\r\n"));
        if (*line) {
            ip_report_say_whole(w, *line == ';' ? IP_DIM : IP_CYAN, "%s", line);
            ip_report_end_paragraph(w, 4, 0);
        } else if (i + 1 < file->line_count) {
            ip_report_end_paragraph(w, 0, 0);
        }
    }
    write_source(w, ip_level_citation(level));
    ip_report_say(w, IP_DIM, "File: %s", ip_level_path(level));
    ip_report_end_paragraph(w, 0, 2);
    return IP_EXIT_SAFE;
}

static void list_pages(ip_writer *w)
{
    const char *group = "";
    for (const ip_page *page = ip_page_table; page->name; page++) {
        if (strcmp(page->group, group) != 0) {
            group = page->group;
            ip_report_say(w, IP_BOLD, "%s", group);
            ip_report_end_paragraph(w, 0, 0);
        }
        ip_report_say_whole(w, IP_PLAIN, "%-22s", page->name);
        ip_report_say(w, IP_PLAIN, "%s", ip_command_page_heading_of(page).title);
        ip_report_end_paragraph(w, 2, 24);
    }
    ip_report_say(w, IP_BOLD, "level");
    ip_report_end_paragraph(w, 0, 0);
    for (const char *const *name = ip_level_file_names(w->arena); *name; name++) {
        const ip_level *level = find_level(w->arena, *name);
        ip_report_say_whole(w, IP_PLAIN, "%-36s", *name);
        ip_report_say(w, IP_PLAIN, "%s", level ? ip_level_title(level) : "");
        ip_report_end_paragraph(w, 2, 38);
    }
}

/* ----------------------------------------------------------------- names -- */

/* Other words for a page: as reports, PostgreSQL and the literature have them. */
static const struct {
    const char *word, *page;
} aliases[] = {
    {"dependency-cycle", "other"},
    {"read-skew", "non-repeatable-read"},
    {"fuzzy-read", "non-repeatable-read"},
    {"unrepeatable-read", "non-repeatable-read"},
    {"harmless", "benign"},
    {"as-far-as-found", "benign"},
    {"not-decided", "undecided"},
    {"not-confirmed", "possible"},
    {"unconfirmed", "possible"},
    {"false-alarm", "possible"},
    {"may-be-a-false-alarm", "possible"},
    {"safe-together", "partly-safe"},
    {"safe-apart", "partly-safe"},
    {"not-understood", "unsupported"},
    {"approximated", "approximation"},
    {"over-approximated", "approximation"},
    {"assumptions", "assumption"},
    {"remarks", "remark"},
    {"timeout", "time-limit"},
    {"serialization-failure", "40001"},
    {"deadlock", "40P01"},
    {"deadlock-detected", "40P01"},
    {"40p01", "40P01"},
    {"unique-violation", "23505"},
    {"lock-not-available", "55P03"},
    {"55p03", "55P03"},
    {"raise-exception", "P0001"},
    {"p0001", "P0001"},
    {"read-dependency", "wr"},
    {"write-dependency", "ww"},
    {"anti-dependency", "rw"},
};

/* In small letters, "-" between words: "READ COMMITTED", "lost update"; as reports have errors: "deadlock (40P01)",
 * "error P0001". */
static const char *in_small_letters(ip_arena *arena, const char *name)
{
    static const char error[] = "error ";
    if (strncmp(name, error, strlen(error)) == 0)
        name += strlen(error);
    char *copy = ip_arena_strdup(arena, name), *state = strstr(copy, " (");
    if (state && !is_path(name))
        *state = 0;
    for (char *at = copy; *at && !is_path(name); at++)
        *at = *at == ' ' || *at == '_' ? '-' : *at >= 'A' && *at <= 'Z' ? (char)(*at - 'A' + 'a') : *at;
    return copy;
}

/* What a reason why something is not decided begins with, or has in it. */
static const struct {
    const char *words, *page;
} reasons[] = {
    {"the-time-limit", "time-limit"},         {"the-memory", "memory-limit"},
    {"no-proof-was-found", "max-cycle"},      {"was-not-confirmed", "possible"},
    {"every-run-that-was-tried", "possible"}, {"the-level-does-not-allow", "possible"},
    {"is-not-run-in-memory", "possible"},     {"could-not-be-read", "unsupported"},
};

static const char *page_of_reason(const char *name)
{
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
        if (strstr(name, reasons[i].words))
            return reasons[i].page;
    return name;
}

static const ip_page *find_page(const char *name)
{
    name = page_of_reason(name);
    for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++)
        if (strcmp(aliases[i].word, name) == 0)
            name = aliases[i].page;
    for (const ip_page *page = ip_page_table; page->name; page++)
        if (strcmp(page->name, name) == 0)
            return page;
    return NULL;
}

static ip_exit unknown(ip_writer *w, const char *name)
{
    IP_VEC(const char *) names = {0};
    for (const ip_page *page = ip_page_table; page->name; page++)
        IP_PUSH(w->arena, &names, page->name);
    for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++)
        IP_PUSH(w->arena, &names, aliases[i].word);
    for (const char *const *level = ip_level_file_names(w->arena); *level; level++)
        IP_PUSH(w->arena, &names, *level);
    const char *meant = ip_option_suggest(name, names.items, names.count);
    if (meant)
        return ip_option_usage_error("there is no page on '%s'; did you mean %s?", name, meant);
    return ip_option_usage_error("there is no page on '%s'; isoproof explain lists the names", name);
}

static ip_exit explain(ip_writer *w, const char *asked)
{
    const char *name = in_small_letters(w->arena, asked);
    const ip_page *page = find_page(name);
    if (page) {
        write_page(w, page);
        return IP_EXIT_SAFE;
    }
    const ip_level *level = find_level(w->arena, name);
    if (level)
        return write_level_page(w, level);
    return is_path(asked) ? IP_EXIT_ERROR : unknown(w, name);
}

static ip_exit explain_all(const ip_arguments *arguments, ip_writer *w, bool html)
{
    ip_output_target target;
    if (arguments->operands.count)
        return ip_option_usage_error("--all writes every page; expected no names with it");
    if (!ip_option_output_open(&target, ip_option_value(arguments, IP_OPT_OUTPUT)))
        return IP_EXIT_ERROR;
    w->out = target.stream;
    if (html)
        ip_command_write_site(target.stream, w->arena);
    for (const ip_page *page = ip_page_table; page->name && !html; page++) {
        write_page(w, page);
        ip_report_end_paragraph(w, 0, 0);
    }
    return ip_option_output_finish(&target) ? IP_EXIT_SAFE : IP_EXIT_ERROR;
}

ip_exit ip_command_explain(const ip_arguments *arguments)
{
    ip_writer w = writer_on(arguments->arena);
    const char *format = ip_option_value(arguments, IP_OPT_FORMAT);
    bool all = ip_option_given(arguments, IP_OPT_ALL), html = format && strcmp(format, "html") == 0;
    if (format && !html && strcmp(format, "text") != 0)
        return ip_option_usage_error("--format: expected text or html, not '%s'", format);
    if (!all && (html || ip_option_given(arguments, IP_OPT_OUTPUT)))
        return ip_option_usage_error("--format html and --output are for --all");
    if (all)
        return explain_all(arguments, &w, html);
    if (arguments->operands.count == 0)
        list_pages(&w);
    ip_exit worst = IP_EXIT_SAFE;
    for (int i = 0; i < arguments->operands.count; i++) {
        if (i)
            ip_report_end_paragraph(&w, 0, 0);
        ip_exit exit = explain(&w, arguments->operands.items[i]);
        worst = exit == IP_EXIT_SAFE ? worst : exit;
    }
    return worst;
}
