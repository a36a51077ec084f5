/* isoproof explain: one page on a word that reports use. */
#include "command/command.h"
#include "command/output.h"
#include "command/explain/pages.h"
#include "isoproof.h"
#include "report/writer.h"

#include <string.h>

typedef struct entry {
    const char *name, *title, *source;
} entry;

/* What the tables of anomalies and notes say about a page's name. */
static const entry table_entries[] = {
#define X(id, name, meaning, source) {name, meaning, source},
    IP_ANOMALY_KINDS(X)
#undef X
#define X(id, name, meaning) {name, meaning, NULL},
        IP_DIAGNOSTIC_KINDS(X)
#undef X
};

static entry entry_of(const ip_page *page)
{
    entry found = {page->name, page->title, page->source};
    for (size_t i = 0; !found.title && i < sizeof table_entries / sizeof *table_entries; i++)
        if (strcmp(table_entries[i].name, page->name) == 0)
            found = table_entries[i];
    return found;
}

static ip_writer writer_on(ip_arena *arena)
{
    return (ip_writer){
        .arena = arena, .out = stdout, .width = ip_output_width(stdout), .colour = ip_use_colour(stdout)};
}

static void write_heading(ip_writer *w, const char *name, const char *group, const char *title)
{
    ip_say(w, IP_BOLD, "%s", name);
    ip_say(w, IP_PLAIN, " (%s): %s", group, title);
    ip_end_paragraph(w, 0, 2);
}

static void write_source(ip_writer *w, const char *source)
{
    if (!source || !*source)
        return;
    ip_end_paragraph(w, 0, 0);
    ip_say(w, IP_DIM, "Source: %s", source);
    ip_end_paragraph(w, 0, 2);
}

static void write_page(ip_writer *w, const ip_page *page)
{
    entry about = entry_of(page);
    write_heading(w, page->name, page->group, about.title);
    bool verbatim = false;
    for (const char *const *line = page->lines; *line; line++) {
        bool now = strncmp(*line, "  ", 2) == 0;
        if (!now || !verbatim)
            ip_end_paragraph(w, 0, 0);
        verbatim = now;
        if (now)
            ip_say_whole(w, IP_CYAN, "%s", *line + 2);
        else
            ip_say(w, IP_PLAIN, "%s", *line);
        ip_end_paragraph(w, now ? 4 : 0, 0);
    }
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
        ip_tell_diagnostics(&diagnostics, IP_REMARK);
    return level;
}

/* A level's page is its file: what it says in words, then the axioms, with the comments that explain them. */
static ip_exit write_level_page(ip_writer *w, const ip_level *level)
{
    const char *error = NULL;
    const ip_source *file = ip_source_read(w->arena, ip_level_path(level), &error);
    if (!file)
        return ip_usage_error("%s: %s", ip_level_path(level), error);
    write_heading(w, ip_level_name(level), "level", ip_level_title(level));
    ip_end_paragraph(w, 0, 0);
    for (int i = 0; i < ip_level_explanation_count(level); i++) {
        ip_say(w, IP_PLAIN, "%s", ip_level_explanation(level, i));
        ip_end_paragraph(w, 0, 0);
        ip_end_paragraph(w, 0, 0);
    }
    for (int i = 0; i < file->line_count; i++) {
        size_t begin = file->line_starts[i];
        if (ip_level_is_explanation(level, begin))
            continue;
        const char *line = ip_arena_strndup(w->arena, file->text + begin, strcspn(file->text + begin, "\r\n"));
        if (*line) {
            ip_say_whole(w, *line == ';' ? IP_DIM : IP_CYAN, "%s", line);
            ip_end_paragraph(w, 4, 0);
        } else if (i + 1 < file->line_count) {
            ip_end_paragraph(w, 0, 0);
        }
    }
    write_source(w, ip_level_citation(level));
    ip_say(w, IP_DIM, "File: %s", ip_level_path(level));
    ip_end_paragraph(w, 0, 2);
    return IP_EXIT_SAFE;
}

static void list_pages(ip_writer *w)
{
    const char *group = "";
    for (const ip_page *page = ip_page_table; page->name; page++) {
        if (strcmp(page->group, group) != 0) {
            group = page->group;
            ip_say(w, IP_BOLD, "%s", group);
            ip_end_paragraph(w, 0, 0);
        }
        ip_say_whole(w, IP_PLAIN, "%-22s", page->name);
        ip_say(w, IP_PLAIN, "%s", entry_of(page).title);
        ip_end_paragraph(w, 2, 24);
    }
    ip_say(w, IP_BOLD, "level");
    ip_end_paragraph(w, 0, 0);
    for (const char *const *name = ip_level_names(w->arena); *name; name++) {
        const ip_level *level = find_level(w->arena, *name);
        ip_say_whole(w, IP_PLAIN, "%-35s", *name);
        ip_say(w, IP_PLAIN, "%s", level ? ip_level_title(level) : "");
        ip_end_paragraph(w, 2, 37);
    }
}

ip_exit ip_command_explain(const ip_arguments *arguments)
{
    ip_writer w = writer_on(arguments->arena);
    if (arguments->operands.count == 0) {
        list_pages(&w);
        return IP_EXIT_SAFE;
    }
    char *name = ip_arena_strdup(arguments->arena, arguments->operands.items[0]);
    for (char *at = name; *at && !is_path(name); at++)
        if (*at == ' ') /* "lost update", as texts have it */
            *at = '-';
    IP_VEC(const char *) names = {0};
    for (const ip_page *page = ip_page_table; page->name; page++) {
        if (strcmp(page->name, name) == 0) {
            write_page(&w, page);
            return IP_EXIT_SAFE;
        }
        IP_PUSH(w.arena, &names, page->name);
    }
    const ip_level *level = find_level(w.arena, name);
    if (level)
        return write_level_page(&w, level);
    if (is_path(name))
        return IP_EXIT_ERROR;
    for (const char *const *level = ip_level_names(w.arena); *level; level++)
        IP_PUSH(w.arena, &names, *level);
    const char *meant = ip_suggest(name, names.items, names.count);
    if (meant)
        return ip_usage_error("there is no page on '%s'; did you mean %s?", name, meant);
    return ip_usage_error("there is no page on '%s'; isoproof explain lists the names", name);
}
