/* Damaged input: every case here and of the other frontend suites, with tokens removed, doubled and exchanged. Nothing
 * may crash, whatever has code must be well formed, and what does not parse must not have code. Also as text beside the
 * programs, as a client's statements are read. Reproducible: the generator is seeded. */
#include "frontend.h"
#include "code/code_text.h"
#include "test.h"
#include "well_formed.h"

#include <glob.h>
#include <stdint.h>
#include <stdlib.h>

static uint64_t state = 88172645463325252u;
static long with_code, without;

static size_t below(size_t bound)
{
    /* Marsaglia 2003, xorshift. */
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return bound ? (size_t)(state % bound) : 0;
}

/* A word or one other byte that begins at or after a random place. */
static void pick(const char *text, size_t length, size_t *begin, size_t *end)
{
    *begin = below(length);
    while (*begin + 1 < length && strchr(" \n\t", text[*begin]))
        ++*begin;
    *end = *begin + 1;
    while (*end < length && strchr("abcdefghijklmnopqrstuvwxyz_ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", text[*end]))
        ++*end;
}

static const char *mutate(ip_arena *arena, const char *text)
{
    size_t a, b, c, d, length = strlen(text);
    pick(text, length, &a, &b);
    pick(text, length, &c, &d);
    switch (below(3)) {
    case 0:
        return ip_arena_printf(arena, "%.*s%s", (int)a, text, text + b);
    case 1:
        return ip_arena_printf(arena, "%.*s%.*s %s", (int)a, text, (int)(d - c), text + c, text + a);
    default:
        return ip_arena_printf(arena, "%.*s%.*s%s", (int)a, text, (int)(d - c), text + c, text + b);
    }
}

static void check_code(const char *name, ip_arena *arena, const ip_code *code)
{
    const char *fault = ip_code_fault(code);
    if (fault)
        fprintf(stderr, "%s: %s\n%s\n", name, fault, ip_code_listing(arena, code));
    CHECK(!fault);
    CHECK(ip_code_listing(arena, code)[0]);
    with_code += code->why_not == NULL;
    without += code->why_not != NULL;
}

static void one(const char *name, const char *schema, const char *text)
{
    ip_arena *arena = ip_arena_new();
    ip_diagnostics diagnostics = {.arena = arena};
    const char *mutated = mutate(arena, text);
    const ip_source *sources[2] = {ip_source_from_text(arena, "schema.sql", schema, strlen(schema)),
                                   ip_source_from_text(arena, name, mutated, strlen(mutated))};
    const ip_code *setup;
    ip_workload *workload = ip_frontend_read_setup(arena, sources, 2, &diagnostics, &setup);
    check_code(name, arena, setup);
    for (int i = 0; i < workload->programs.count; i++) {
        const ip_program *program = workload->programs.items[i];
        CHECK(!program->broken || program->code->why_not || !strstr(program->broken, "syntax error"));
        check_code(name, arena, program->code);
    }
    size_t a, b, c, d;
    pick(mutated, strlen(mutated), &a, &b);
    pick(mutated, strlen(mutated), &c, &d);
    ip_range range = {sources[1], a < c ? a : c, b < d ? d : b};
    check_code(name, arena, ip_code_frontend_statements(workload, "text", range, &diagnostics));
    check_code(name, arena, ip_code_frontend_query(workload, "query", range, &diagnostics));
    ip_arena_free(arena);
}

/* The files that match a pattern, read after those of a schema if there is one. */
static void files(const char *pattern, const char *schema_path, int rounds)
{
    glob_t found;
    CHECK(glob(pattern, 0, NULL, &found) == 0);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        const char *path = found.gl_pathv[i], *error;
        ip_arena *arena = ip_arena_new();
        const ip_source *schema = schema_path ? ip_source_read(arena, schema_path, &error) : NULL;
        const ip_source *source = ip_source_read(arena, path, &error);
        for (int round = 0; source && source->length > 0 && round < rounds; round++)
            one(strrchr(path, '/') + 1, schema ? schema->text : "", source->text);
        ip_arena_free(arena);
    }
    globfree(&found);
}

TEST_SUITE(frontend_code_mutations)
{
    int rounds = argc > 1 ? atoi(argv[1]) : 20;
    files("cases/*.sql", NULL, 2 * rounds);
    files("../frontend/cases/*.sql", NULL, rounds);
    files("../frontend-lowering/*/*.sql", "../frontend-lowering/schema.sql", rounds / 5 + 1);
    files("../../benchmarks/tpcc/*.sql", "../../benchmarks/tpcc/schema.sql", rounds);
    CHECK(with_code > without / 10);
    return TEST_RESULT();
}
