/* What a project's folder has. Names tell migrations apart, texts tell what a file is for. */
#define _GNU_SOURCE /* strcasestr */
#include "configuration/project.h"

#include <dirent.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { DEEPEST = 12, MOST_FILES = 20000, PEEKED = 256 * 1024 };

typedef struct search {
    ip_arena *arena;
    ip_project *project;
    ip_paths files;   /* *.sql */
    bool *frameworks; /* those that were seen */
} search;

static const struct {
    const char *pattern;
    ip_framework framework;
} known_frameworks[] = {
#define X(pattern, name, command) {pattern, {name, command}},
    IP_FRAMEWORKS(X)
#undef X
};

enum { FRAMEWORK_COUNT = sizeof known_frameworks / sizeof *known_frameworks };

const char *ip_configuration_sql_kind_text(ip_sql_kind kind)
{
    static const char *const texts[] = {
#define X(id, text) text,
        IP_SQL_KINDS(X)
#undef X
    };
    return texts[kind];
}

/* ---------------------------------------------------------------- paths -- */

static const char *base_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* "a/b/" of "a/b/c/" */
static const char *above(ip_arena *arena, const char *folder)
{
    size_t length = strlen(folder);
    return length ? ip_configuration_folder_of(arena, ip_arena_strndup(arena, folder, length - 1)) : "";
}

static const char *name_of_folder(ip_arena *arena, const char *folder)
{
    size_t length = strlen(folder);
    return length ? base_of(ip_arena_strndup(arena, folder, length - 1)) : "";
}

/* ----------------------------------------------------------------- walk -- */

static bool is_among(const char *name, const char *const *names)
{
    for (; *names; names++)
        if (strcmp(name, *names) == 0)
            return true;
    return false;
}

static bool is_passed_over(const char *name)
{
    static const char *const names[] = {"node_modules", "vendor", "target", "build", "dist", "venv", NULL};
    return *name == '.' || is_among(name, names);
}

static void note_file(search *s, const char *path)
{
    size_t length = strlen(path);
    if (length > 4 && strcmp(path + length - 4, ".sql") == 0 && s->files.count < MOST_FILES)
        IP_PUSH(s->arena, &s->files, path);
    for (int f = 0; f < FRAMEWORK_COUNT; f++)
        s->frameworks[f] = s->frameworks[f] || fnmatch(known_frameworks[f].pattern, path, 0) == 0;
}

static void walk(search *s, const char *folder, int depth)
{
    DIR *opened = opendir(*folder ? folder : ".");
    for (struct dirent *entry; opened && (entry = readdir(opened));) {
        struct stat found;
        const char *path = ip_arena_printf(s->arena, "%s%s", folder, entry->d_name);
        if (is_passed_over(entry->d_name) || lstat(path, &found) != 0)
            continue;
        if (S_ISREG(found.st_mode))
            note_file(s, path);
        else if (S_ISDIR(found.st_mode) && depth < DEEPEST)
            walk(s, ip_arena_printf(s->arena, "%s/", path), depth + 1);
    }
    if (opened)
        closedir(opened);
}

/* ---------------------------------------------------------------- texts -- */

static const char *beginning_of(ip_arena *arena, const char *path)
{
    FILE *file = fopen(path, "rb");
    char *text = ip_arena_alloc(arena, PEEKED + 1);
    size_t length = file ? fread(text, 1, PEEKED, file) : 0;
    for (size_t i = 0; i < length; i++)
        text[i] = text[i] ? text[i] : ' ';
    if (file)
        fclose(file);
    return text;
}

static const char *other_engine(const char *text)
{
    static const char *const signs[][2] = {{"ENGINE=InnoDB", "MySQL"},     {"-- MySQL dump", "MySQL"},
                                           {"AUTO_INCREMENT", "MySQL"},    {"MergeTree", "ClickHouse"},
                                           {"AUTOINCREMENT", "SQLite"},    {"[dbo]", "SQL Server"},
                                           {"VARCHAR2", "Oracle Database"}};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (strcasestr(text, signs[i][0]))
            return signs[i][1];
    return NULL;
}

/* A folder for each database: schema/mysql/…, schema/postgresql/… */
static const char *engine_of_folder(ip_arena *arena, const char *path)
{
    static const char *const names[][2] = {{"mysql", "MySQL"},
                                           {"mariadb", "MySQL"},
                                           {"sqlite", "SQLite"},
                                           {"sqlite3", "SQLite"},
                                           {"mssql", "SQL Server"},
                                           {"sqlserver", "SQL Server"},
                                           {"oracle", "Oracle Database"},
                                           {"clickhouse", "ClickHouse"}};
    for (const char *folder = ip_configuration_folder_of(arena, path); *folder; folder = above(arena, folder))
        for (size_t i = 0; i < sizeof names / sizeof *names; i++)
            if (strcasecmp(name_of_folder(arena, folder), names[i][0]) == 0)
                return names[i][1];
    return NULL;
}

/* Any of the words after the first one, with OR REPLACE, say, between: "create or replace function". */
static bool creates(const char *text, const char *what)
{
    enum { NEAR = 40 };
    for (const char *at = text; (at = strcasestr(at, "create")); at += 6) {
        const char *word = strcasestr(at, what), *end = strchr(at, '(');
        if (word && word - at < NEAR && (!end || word < end))
            return true;
    }
    return false;
}

static bool has_named_queries(const char *text)
{
    for (const char *at = text; (at = strstr(at, "-- name:")); at += 8) {
        const char *end = strchr(at, '\n'), *colon = strstr(at + 8, " :");
        if (colon && (!end || colon < end))
            return true;
    }
    return false;
}

static bool has_transaction(const char *text)
{
    return strcasestr(text, "\nbegin;") || strcasestr(text, "\nbegin transaction") ||
           strcasestr(text, "\nstart transaction") || strncasecmp(text, "begin;", 6) == 0;
}

/* ----------------------------------------------------------- extensions -- */

/* NAME--VERSION.sql and NAME--FROM--TO.sql (PostgreSQL 15, section 38.17.3) */
typedef struct extension_script {
    const char *path, *name, *from, *to; /* from: NULL where it installs */
    bool placed;
} extension_script;

static bool is_extension_script(ip_arena *arena, const char *path, extension_script *found)
{
    const char *base = base_of(path), *first = strstr(base, "--");
    if (!first || first == base || !first[2])
        return false;
    const char *second = strstr(first + 2, "--"), *last = second ? second : first, *end = strrchr(path, '.');
    *found = (extension_script){
        .path = path,
        .name = ip_arena_strndup(arena, base, (size_t)(first - base)),
        .from = second ? ip_arena_strndup(arena, first + 2, (size_t)(second - first) - 2) : NULL,
        .to = ip_arena_strndup(arena, last + 2, (size_t)(end - last) - 2),
    };
    return true;
}

typedef IP_VEC(extension_script) extension_scripts;

static extension_script *installs_newest(const extension_scripts *scripts, const char *name)
{
    extension_script *newest = NULL;
    for (int i = 0; i < scripts->count; i++) {
        extension_script *script = &scripts->items[i];
        if (!script->from && strcmp(script->name, name) == 0 &&
            (!newest || ip_configuration_compare_numbered(&newest->to, &script->to) < 0))
            newest = script;
    }
    return newest;
}

/* The newest version that some script installs, and what leads on from it. A script that leads to that version is
 * history: what it defines would replace what is newer. */
static bool is_superseded(const extension_scripts *scripts, const extension_script *script)
{
    const extension_script *newest = installs_newest(scripts, script->name);
    if (!script->from)
        return script != newest;
    return !newest || ip_configuration_compare_numbered(&script->from, &newest->to) < 0;
}

/* What installs comes before what updates, though not by name. */
static void place(search *s, ip_paths *kept, const extension_scripts *scripts, extension_script *script)
{
    extension_script *order[] = {script->from ? installs_newest(scripts, script->name) : script, script};
    for (int i = 0; i < 2; i++)
        if (!order[i]->placed) {
            IP_PUSH(s->arena, kept, order[i]->path);
            order[i]->placed = true;
        }
}

static void leave_out_superseded(search *s)
{
    extension_scripts scripts = {0};
    ip_paths kept = {0};
    for (int i = 0; i < s->files.count; i++) {
        extension_script script;
        if (is_extension_script(s->arena, s->files.items[i], &script))
            IP_PUSH(s->arena, &scripts, script);
    }
    for (int i = 0, at = 0; i < s->files.count; i++) {
        bool of_extension = at < scripts.count && scripts.items[at].path == s->files.items[i];
        if (!of_extension)
            IP_PUSH(s->arena, &kept, s->files.items[i]);
        else if (is_superseded(&scripts, &scripts.items[at++]))
            s->project->superseded++;
        else
            place(s, &kept, &scripts, &scripts.items[at - 1]);
    }
    s->files = kept;
}

/* --------------------------------------------------------------- groups -- */

static bool ends_with(const char *text, const char *end)
{
    size_t n = strlen(text), m = strlen(end);
    return n >= m && strcmp(text + n - m, end) == 0;
}

static bool is_for_tests(ip_arena *arena, const char *path)
{
    static const char *const names[] = {"test",    "tests",    "testdata", "fixtures", "fixture", "seed", "seeds",
                                        "example", "examples", "spec",     "stub",     "stubs",   NULL};
    for (const char *folder = ip_configuration_folder_of(arena, path); *folder; folder = above(arena, folder))
        if (is_among(name_of_folder(arena, folder), names))
            return true;
    return strncmp(base_of(path), "seed", 4) == 0;
}

static void add_to_group(search *s, ip_sql_kind kind, const char *folder, const char *pattern, const char *path)
{
    ip_sql_group *group = NULL;
    for (int g = 0; g < s->project->groups.count && !group; g++)
        if (s->project->groups.items[g].kind == kind && strcmp(s->project->groups.items[g].folder, folder) == 0)
            group = &s->project->groups.items[g];
    if (!group) {
        ip_sql_group fresh = {.kind = kind, .folder = folder};
        IP_PUSH(s->arena, &s->project->groups, fresh);
        group = &s->project->groups.items[s->project->groups.count - 1];
    }
    IP_PUSH(s->arena, &group->files, path);
    for (int i = 0; i < group->patterns.count; i++)
        if (strcmp(group->patterns.items[i], pattern) == 0)
            return;
    IP_PUSH(s->arena, &group->patterns, pattern);
}

/* By its name; false: it is no migration. */
static bool add_migration(search *s, const char *path)
{
    ip_arena *a = s->arena;
    const char *base = base_of(path), *folder = ip_configuration_folder_of(a, path), *up = above(a, folder);
    /* Also migrations/committed/001.sql, as graphile-migrate has them. */
    bool one_of_many = strcasestr(name_of_folder(a, folder), "migrat") || strcasestr(name_of_folder(a, up), "migrat");
    if (ends_with(base, ".down.sql") || strcmp(base, "down.sql") == 0 || fnmatch("U[0-9]*__*.sql", base, 0) == 0)
        return true;
    if (fnmatch("V[0-9]*__*.sql", base, 0) == 0)
        add_to_group(s, IP_SQL_FLYWAY, folder, ip_arena_printf(a, "%sV*__*.sql", folder), path);
    else if (strncmp(base, "R__", 3) == 0)
        add_to_group(s, IP_SQL_FLYWAY, folder, ip_arena_printf(a, "%sR__*.sql", folder), path);
    else if (ends_with(base, ".up.sql"))
        add_to_group(s, IP_SQL_UP_FILES, folder, ip_arena_printf(a, "%s*.up.sql", folder), path);
    else if ((strcmp(base, "migration.sql") == 0 || strcmp(base, "up.sql") == 0) && *folder)
        add_to_group(s, IP_SQL_FOLDERS, up, ip_arena_printf(a, "%s*/%s", up, base), path);
    else if (one_of_many && ends_with(folder, "supabase/migrations/"))
        add_to_group(s, IP_SQL_SUPABASE, folder, ip_arena_printf(a, "%s*.sql", folder), path);
    else if (one_of_many)
        add_to_group(s, IP_SQL_MIGRATIONS, folder, ip_arena_printf(a, "%s*.sql", folder), path);
    else
        return false;
    return true;
}

static void add_file(search *s, const char *path)
{
    ip_arena *peek = ip_arena_new();
    const char *text = beginning_of(peek, path), *engine = other_engine(text);
    const char *folder = ip_configuration_folder_of(s->arena, path);
    engine = engine ? engine : engine_of_folder(s->arena, path);
    if (is_for_tests(s->arena, path)) {
        ip_arena_free(peek);
        return;
    }
    s->project->of_extension |= strstr(text, "@extschema@") != NULL;
    if (engine) {
        if (s->project->other_dialects++ == 0) {
            s->project->other_dialect = path;
            s->project->engine = engine;
        }
    } else if (strstr(text, "-- PostgreSQL database dump") || strcmp(base_of(path), "structure.sql") == 0) {
        add_to_group(s, IP_SQL_DUMP, path, path, path);
    } else if (has_named_queries(text)) {
        add_to_group(s, IP_SQL_QUERIES, folder, ip_arena_printf(s->arena, "%s*.sql", folder), path);
    } else if (!add_migration(s, path)) {
        if (creates(text, "function") || creates(text, "procedure") || has_transaction(text))
            add_to_group(s, IP_SQL_CODE, "", path, path);
        else if (creates(text, "table"))
            add_to_group(s, IP_SQL_TABLES, "", path, path);
    }
    ip_arena_free(peek);
}

static int compare_groups(const void *a, const void *b)
{
    const ip_sql_group *first = a, *second = b;
    if (first->kind != second->kind)
        return (int)first->kind - (int)second->kind;
    if (first->files.count != second->files.count)
        return second->files.count - first->files.count;
    return ip_configuration_compare_numbered(&first->folder, &second->folder);
}

/* Flyway runs R__… after all versions. */
static void run_repeatable_last(ip_sql_group *group)
{
    const char **patterns = group->patterns.items;
    if (group->kind != IP_SQL_FLYWAY || group->patterns.count != 2 || *base_of(patterns[0]) != 'R')
        return;
    const char *last = patterns[0];
    patterns[0] = patterns[1];
    patterns[1] = last;
}

const ip_project *ip_configuration_project_find(ip_arena *arena, const char *folder)
{
    bool frameworks[FRAMEWORK_COUNT] = {false};
    search s = {.arena = arena, .project = IP_NEW(arena, ip_project), .frameworks = frameworks};
    walk(&s, folder, 0);
    if (s.files.count)
        qsort(s.files.items, (size_t)s.files.count, sizeof *s.files.items, ip_configuration_compare_numbered);
    leave_out_superseded(&s);
    for (int i = 0; i < s.files.count; i++)
        add_file(&s, s.files.items[i]);
    if (s.project->groups.count)
        qsort(s.project->groups.items, (size_t)s.project->groups.count, sizeof *s.project->groups.items,
              compare_groups);
    for (int g = 0; g < s.project->groups.count; g++)
        run_repeatable_last(&s.project->groups.items[g]);
    for (int f = 0; f < FRAMEWORK_COUNT; f++)
        if (frameworks[f])
            IP_PUSH(arena, &s.project->frameworks, known_frameworks[f].framework);
    return s.project;
}
