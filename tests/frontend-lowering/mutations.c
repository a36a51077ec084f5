/* Damaged input: every case of this folder's folders with pieces removed, doubled and
 * exchanged. Nothing may crash, and no damage may go unseen: a routine whose
 * text does not parse must be broken. Reproducible: the generator is seeded. */
#include "frontend.h"
#include "test.h"

#include <glob.h>
#include <stdint.h>
#include <stdlib.h>

static uint64_t state = 88172645463325252u;

static size_t below(size_t bound)
{
    /* Marsaglia 2003, xorshift. */
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return bound ? (size_t)(state % bound) : 0;
}

static char *mutate(ip_arena *arena, const ip_source *source, size_t *length)
{
    size_t from = below(source->length), count = 1 + below(12), to = below(source->length);
    if (from + count > source->length)
        count = source->length - from;
    char *text = ip_arena_alloc(arena, source->length + count + 1);
    memcpy(text, source->text, source->length);
    *length = source->length;
    switch (below(3)) {
    case 0:
        memmove(text + from, text + from + count, source->length - from - count);
        *length -= count;
        break;
    case 1:
        memmove(text + to + count, text + to, source->length - to);
        memcpy(text + to, source->text + from, count);
        *length += count;
        break;
    default:
        for (size_t i = 0; i < count; i++)
            text[from + i] = source->text[below(source->length)];
    }
    return text;
}

static void check_case(const char *name, int rounds)
{
    for (int i = 0; i < rounds; i++) {
        ip_arena *arena = ip_arena_new();
        const char *error = NULL;
        const ip_source *schema = ip_source_read(arena, "schema.sql", &error);
        const ip_source *whole = ip_source_read(arena, name, &error);
        CHECK(schema && whole);
        size_t length = 0;
        char *text = mutate(arena, whole, &length);
        const ip_source *sources[2] = {schema, ip_source_from_text(arena, name, text, length)};
        ip_diagnostics diagnostics = {.arena = arena};
        const ip_workload *workload = ip_frontend_read(arena, sources, 2, &diagnostics);
        bool broken = false;
        for (int k = 0; k < workload->programs.count; k++) {
            const ip_program *program = workload->programs.items[k];
            CHECK(ip_program_listing(arena, program)[0] == 'p');
            broken = broken || program->broken;
            for (int m = 0; m < program->variables.count; m++)
                CHECK(program->variables.items[m].kind != IP_VAR_RESULT || program->variables.items[m].statement >= 0);
        }
        if (broken)
            CHECK(diagnostics.list.count > 0);
        ip_arena_free(arena);
    }
}

TEST_SUITE(frontend_mutations)
{
    int rounds = argc > 1 ? atoi(argv[1]) : 10;
    glob_t cases;
    CHECK(glob("*/*.sql", 0, NULL, &cases) == 0);
    for (size_t i = 0; i < cases.gl_pathc; i++)
        check_case(cases.gl_pathv[i], rounds);
    globfree(&cases);
    return TEST_RESULT();
}
