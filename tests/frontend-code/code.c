/* Each cases/NAME.sql must give exactly cases/NAME.expected: the code of every routine and script, in which each name
 * is resolved, or the reason why there is none. With "--update" the expected files are written instead. The benchmarks
 * must all have code: what they are known for is confirmed by running them. */
#define _GNU_SOURCE /* scandir's alphasort */
#include "frontend.h"
#include "code/code_text.h"
#include "test.h"
#include "well_formed.h"

#include <dirent.h>
#include <unistd.h>
#include <stdlib.h>
#include <string.h>

static int is_sql(const struct dirent *entry)
{
    size_t length = strlen(entry->d_name);
    return length > 4 && strcmp(entry->d_name + length - 4, ".sql") == 0;
}

/* The functions that its writes fire, once for each trigger and event. */
static const char *triggers_of(ip_arena *arena, const char *text, const ip_code_statement *const *items, int count)
{
    for (int i = 0; i < count; i++) {
        const ip_code_statement *s = items[i];
        for (int k = 0; s->write && k < s->write->triggers.count; k++) {
            const ip_code_trigger *t = &s->write->triggers.items[k];
            text = ip_arena_printf(arena, "%strigger %s: %s%s", text, t->name, ip_code_listing(arena, t->function),
                                   ip_code_fault(t->function) ? "FAULT\n" : "");
        }
        text = triggers_of(arena, text, s->body.items, s->body.count);
    }
    return text;
}

static const char *outcome(ip_arena *arena, const ip_source *source)
{
    ip_diagnostics diagnostics = {.arena = arena};
    unsigned flags = strstr(source->path, "complete_schema") ? IP_READ_COMPLETE : 0;
    ip_workload *workload = ip_frontend_read_as(arena, &source, 1, flags, &diagnostics);
    const char *text = "";
    for (int i = 0; i < workload->programs.count; i++)
        text = ip_arena_printf(arena, "%s%s%s", text, ip_code_listing(arena, workload->programs.items[i]->code),
                               ip_code_fault(workload->programs.items[i]->code) ? "FAULT\n" : "");
    for (int i = 0; i < workload->programs.count; i++)
        text = triggers_of(arena, text, workload->programs.items[i]->code->body.items,
                           workload->programs.items[i]->code->body.count);
    /* "-- also: f g": routines that are no programs since others call them. */
    const char *also = strstr(source->text, "-- also:");
    for (also = also ? also + strlen("-- also:") : "\n"; *also != '\n';) {
        also += strspn(also, " ");
        size_t length = strcspn(also, " \n");
        const ip_code *code = ip_code_frontend_routine(workload, ip_arena_strndup(arena, also, length));
        CHECK(code != NULL);
        if (code)
            text = ip_arena_printf(arena, "%s%s", text, ip_code_listing(arena, code));
        also += length;
    }
    for (int i = 0; i < diagnostics.list.count; i++) {
        const ip_diagnostic *d = &diagnostics.list.items[i];
        ip_position at = ip_range_position(d->range);
        if (d->kind == IP_ERROR)
            text = ip_arena_printf(arena, "%s%d:%d: %s\n", text, at.line, at.column, d->message);
    }
    return text;
}

static void one(const char *name, int update)
{
    ip_arena *arena = ip_arena_new();
    const char *error = NULL, *path = ip_arena_printf(arena, "cases/%s", name);
    const char *expected_path = ip_arena_printf(arena, "cases/%.*s.expected", (int)strlen(name) - 4, name);
    ip_source *source = ip_source_read(arena, path, &error);
    CHECK(source != NULL);
    const char *got = test_as_of_15(ip_arena_strdup(arena, outcome(arena, source)));
    if (update) {
        FILE *file = fopen(expected_path, "w");
        CHECK(file && fputs(got, file) >= 0 && fclose(file) == 0);
    } else {
        ip_source *expected = ip_source_read(arena, expected_path, &error);
        if (!expected || strcmp(expected->text, got) != 0)
            fprintf(stderr, "%s: got\n%s\n", path, got);
        CHECK(expected && strcmp(expected->text, got) == 0);
    }
    ip_arena_free(arena);
}

/* Routines of one folder share the schema of one of its files. */
static void benchmark(const char *schema, const char *path)
{
    ip_arena *arena = ip_arena_new();
    ip_diagnostics diagnostics = {.arena = arena};
    const char *error = NULL;
    const ip_source *sources[] = {ip_source_read(arena, path, &error), NULL};
    CHECK(sources[0] != NULL);
    if (schema && strcmp(schema, path) != 0) {
        sources[1] = sources[0];
        sources[0] = ip_source_read(arena, schema, &error);
    }
    ip_workload *workload = ip_frontend_read(arena, sources, sources[1] ? 2 : 1, &diagnostics);
    for (int i = 0; i < workload->programs.count; i++) {
        const ip_code *code = workload->programs.items[i]->code;
        CHECK(code != NULL);
        if (code->why_not)
            fprintf(stderr, "%s: %s: %s\n", path, code->name, code->why_not);
        CHECK(!code->why_not);
        CHECK(ip_code_fault(code) == NULL);
    }
    ip_arena_free(arena);
}

static void benchmarks(void)
{
    static const char *const folders[] = {"bank",
                                          "courseware",
                                          "smallbank",
                                          "tpcc",
                                          "withdraw",
                                          "explore/courseware",
                                          "explore/shopping_cart",
                                          "explore/twitter",
                                          "explore/wikipedia"};
    for (size_t f = 0; f < sizeof folders / sizeof folders[0]; f++) {
        char folder[256], schema[300], path[600];
        snprintf(folder, sizeof folder, "../../benchmarks/%s", folders[f]);
        snprintf(schema, sizeof schema, "%s/schema.sql", folder);
        struct dirent **entries;
        int count = scandir(folder, &entries, is_sql, alphasort);
        CHECK(count > 0);
        for (int i = 0; i < count; i++) {
            snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
            benchmark(access(schema, R_OK) == 0 ? schema : NULL, path);
            free(entries[i]);
        }
        free(entries);
    }
}

TEST_SUITE(frontend_code)
{
    int update = argc > 1 && strcmp(argv[1], "--update") == 0;
    struct dirent **entries;
    int count = scandir("cases", &entries, is_sql, alphasort);
    CHECK(count > 0);
    for (int i = 0; i < count; i++) {
        one(entries[i]->d_name, update);
        free(entries[i]);
    }
    free(entries);
    if (!update)
        benchmarks();
    return TEST_RESULT();
}
