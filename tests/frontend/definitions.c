/* Each cases/NAME.sql must give exactly cases/NAME.expected: what was read, and the messages.
 * Cases named implicit… keep statements outside BEGIN … COMMIT. With "--update" the expected files are written instead;
 * review them as a diff. */
#define _GNU_SOURCE /* scandir's alphasort */
#include "catalog/definition.h"
#include "test.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

static const char *outcome(ip_arena *arena, const ip_source *source)
{
    ip_diagnostics diagnostics = {.arena = arena};
    ip_schema schema = {0};
    unsigned flags = strstr(source->path, "/implicit") ? IP_READ_IMPLICIT : 0;
    const char *text = ip_workload_definitions_dump(
        arena, ip_workload_definitions_read(arena, &source, 1, flags, &schema, &diagnostics));
    for (int i = 0; i < diagnostics.list.count; i++) {
        const ip_diagnostic *d = &diagnostics.list.items[i];
        ip_position at = ip_range_position(d->range);
        const char *file = d->range.source ? d->range.source->path : "";
        file = strcmp(file, source->path) == 0 ? "" : ip_arena_printf(arena, "%s:", file);
        text = ip_arena_printf(arena, "%s%s%d:%d: %s: %s\n", text, file, at.line, at.column,
                               ip_diagnostic_kind_name(d->kind), d->message);
    }
    return text;
}

static int is_sql(const struct dirent *entry)
{
    size_t length = strlen(entry->d_name);
    return length > 4 && strcmp(entry->d_name + length - 4, ".sql") == 0;
}

static void one(const char *name, int update)
{
    ip_arena *arena = ip_arena_new();
    const char *error = NULL, *path = ip_arena_printf(arena, "cases/%s", name);
    const char *expected_path = ip_arena_printf(arena, "cases/%.*s.expected", (int)strlen(name) - 4, name);
    ip_source *source = ip_source_read(arena, path, &error);
    CHECK(source != NULL);
    const char *got = outcome(arena, source);
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

TEST_SUITE(definitions)
{
    int update = argc > 1 && strcmp(argv[1], "--update") == 0;
    struct dirent **entries;
    int count = scandir("cases", &entries, is_sql, alphasort);
    CHECK(count > 5);
    for (int i = 0; i < count; i++) {
        one(entries[i]->d_name, update);
        free(entries[i]);
    }
    free(entries);
    return TEST_RESULT();
}
