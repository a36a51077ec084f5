/* The frontend on any bytes: files to definitions, programs and code, with every listing made of them. A form feed
 * begins another file; a text that begins as the isolation tester's files do is read as one, too. For libFuzzer, and
 * for inputs.c, which replays inputs that found something. */
#include "frontend.h"
#include "workload/client_file.h"
#include "code/code_text.h"
#include "coverage.h"
#include "catalog/definition.h"
#include "test.h"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_FILES = 4 };

static void check_places(const ip_diagnostics *diagnostics)
{
    for (int i = 0; i < diagnostics->list.count; i++) {
        ip_range range = diagnostics->list.items[i].range;
        ip_position at = ip_range_position(range);
        CHECK(!range.source || (at.line >= 1 && at.column >= 1 && range.begin <= range.source->length));
        CHECK(*diagnostics->list.items[i].message);
    }
}

static void check_coverage(ip_arena *arena, const ip_workload *workload, const ip_diagnostics *diagnostics)
{
    const ip_coverage *coverage = ip_frontend_coverage_find(arena, workload, diagnostics);
    ip_coverage_counts counts = coverage->programs;
    CHECK(counts.exact + counts.approximated + counts.not_understood == workload->programs.count);
    CHECK(coverage->routines_broken <= coverage->routines_read);
    for (int i = 0; i < workload->programs.count; i++)
        CHECK(!workload->programs.items[i]->broken || coverage->program_classes[i] == IP_NOT_UNDERSTOOD);
}

static void check_program(ip_arena *arena, const ip_program *program)
{
    CHECK(*ip_program_listing(arena, program));
    for (int i = 0; i < program->statements.count; i++) {
        const ip_statement *s = &program->statements.items[i];
        CHECK(s->id == i && s->loop < program->loops.count && s->step >= 0 && s->step < program->step_count);
    }
    if (program->code)
        CHECK(*ip_code_listing(arena, program->code));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ip_arena *arena = ip_arena_new();
    ip_diagnostics diagnostics = {.arena = arena};
    const ip_source *sources[MOST_FILES];
    const char *text = (const char *)data;
    int count = 0;
    for (size_t begin = 0; begin <= size && count < MOST_FILES; count++) {
        const char *cut = size > begin ? memchr(text + begin, '\f', size - begin) : NULL;
        size_t end = cut && count + 1 < MOST_FILES ? (size_t)(cut - text) : size;
        sources[count] =
            ip_source_from_text(arena, ip_arena_printf(arena, "%d.sql", count + 1), text + begin, end - begin);
        begin = end + 1;
    }
    ip_workload *workload = ip_frontend_read(arena, sources, count, &diagnostics);
    for (int i = 0; i < workload->programs.count; i++)
        check_program(arena, workload->programs.items[i]);
    CHECK(ip_workload_definitions_dump(arena, workload->definitions) != NULL);
    check_coverage(arena, workload, &diagnostics);
    if (size > 5 && (memcmp(text, "setup", 5) == 0 || memcmp(text, "sessi", 5) == 0))
        CHECK(ip_workload_client_file_read(arena, sources[0], &diagnostics) != NULL);
    check_places(&diagnostics);
    ip_arena_free(arena);
    if (test_failures > 0)
        abort();
    return 0;
}
