/* Lowers every case of this folder's folders and compares messages and listings with the
 * expected file beside it. With --update (or UPDATE in the environment) writes
 * the expected files instead. */
#include "frontend.h"
#include "test.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>

static const char *run_case(ip_arena *arena, const char *path)
{
    const char *error = NULL;
    const ip_source *sources[2] = {ip_source_read(arena, "schema.sql", &error), ip_source_read(arena, path, &error)};
    if (!sources[0] || !sources[1])
        return error;
    ip_diagnostics diagnostics = {.arena = arena};
    unsigned flags = strcmp(path, "schema/complete_schema.sql") == 0      ? IP_READ_COMPLETE
                     : strcmp(path, "dynamic_sql/trust_splices.sql") == 0 ? IP_READ_TRUSTED
                     : strcmp(path, "dynamic_sql/trust_modules.sql") == 0 ? IP_READ_MODULES
                                                                          : 0;
    const ip_workload *workload = ip_frontend_read_as(arena, sources, 2, flags, &diagnostics);
    const char *text = ip_arena_printf(arena, "exact %d, approximated %d, unsupported %d\n", workload->statements_exact,
                                       workload->statements_approximated, workload->statements_unsupported);
    for (int i = 0; i < diagnostics.list.count; i++) {
        const ip_diagnostic *d = &diagnostics.list.items[i];
        ip_position at = ip_range_position(d->range);
        text = ip_arena_printf(arena, "%s%s:%d:%d: %s: %s\n", text, d->range.source ? d->range.source->path : "",
                               at.line, at.column, ip_diagnostic_kind_name(d->kind), d->message);
    }
    for (int i = 0; i < workload->programs.count; i++)
        text = ip_arena_printf(arena, "%s\n%s", text, ip_program_listing(arena, workload->programs.items[i]));
    return text;
}

static void check_case(const char *name, bool update)
{
    ip_arena *arena = ip_arena_new();
    const char *got = test_as_of_15(ip_arena_strdup(arena, run_case(arena, name)));
    const char *path = ip_arena_printf(arena, "%.*s.expected", (int)(strlen(name) - 4), name);
    if (update) {
        FILE *file = fopen(path, "w");
        CHECK(file && fputs(got, file) >= 0);
        if (file)
            CHECK(fclose(file) == 0);
    } else {
        const char *error = NULL;
        const ip_source *expected = ip_source_read(arena, path, &error);
        test_checks++;
        if (!expected || strcmp(expected->text, got) != 0) {
            test_failures++;
            fprintf(stderr, "%s differs from %s:\n%s\n", name, path, got);
        }
    }
    ip_arena_free(arena);
}

TEST_SUITE(frontend_lowering)
{
    bool update = getenv("UPDATE") || (argc > 1 && strcmp(argv[1], "--update") == 0);
    glob_t cases;
    CHECK(glob("*/*.sql", 0, NULL, &cases) == 0);
    for (size_t i = 0; i < cases.gl_pathc; i++)
        check_case(cases.gl_pathv[i], update);
    CHECK(cases.gl_pathc >= 200);
    globfree(&cases);
    return TEST_RESULT();
}
