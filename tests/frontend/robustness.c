/* No bytes may crash or hang the reader: every truncation of every case, and random byte flips.
 * Meant to run under the sanitizers; the seed is fixed. */
#define _GNU_SOURCE /* alphasort */
#include "catalog/definition.h"
#include "test.h"

#include <dirent.h>
#include <stdlib.h>

static unsigned long long state = 88172645463325252ULL;

static unsigned next(void) /* Marsaglia 2003, xorshift64 */
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (unsigned)(state >> 16);
}

static void feed(const char *text, size_t length)
{
    ip_arena *arena = ip_arena_new();
    ip_diagnostics diagnostics = {.arena = arena};
    ip_schema schema = {0};
    const ip_source *source = ip_source_from_text(arena, "bytes.sql", text, length);
    ip_definitions *definitions = ip_workload_definitions_read(arena, &source, 1, false, &schema, &diagnostics);
    const char *dump = ip_workload_definitions_dump(arena, definitions);
    CHECK(dump != NULL);
    for (int i = 0; i < diagnostics.list.count; i++) { /* every message has a usable place */
        ip_position at = ip_range_position(diagnostics.list.items[i].range);
        CHECK(at.line >= 1 && at.column >= 1);
    }
    for (int i = 0; i < definitions->units.count; i++)
        CHECK(definitions->units.items[i]->name && *definitions->units.items[i]->name);
    ip_arena_free(arena);
}

static void damage(const ip_source *source, int flips)
{
    size_t step = 1 + source->length / 400; /* every byte of small files, 400 places of larger ones */
    for (size_t length = 0; length < source->length; length += step)
        feed(source->text, length);
    char *copy = malloc(source->length + 1);
    for (int round = 0; round < flips && source->length > 0; round++) {
        memcpy(copy, source->text, source->length + 1);
        for (unsigned n = 1 + next() % 4; n > 0; n--)
            copy[next() % source->length] = next() % 3 ? "'\"$();:\\\n\0-/*?"[next() % 15] : (char)next();
        feed(copy, source->length);
    }
    free(copy);
}

/* What begins again at every few bytes and never ends: quadratic readers do not come back. */
static void repeat(const char *piece, size_t times)
{
    size_t length = strlen(piece);
    char *text = malloc(length * times + 1);
    for (size_t i = 0; i < times; i++)
        memcpy(text + i * length, piece, length);
    feed(text, length * times);
    free(text);
}

static int is_sql(const struct dirent *entry)
{
    size_t length = strlen(entry->d_name);
    return length > 4 && strcmp(entry->d_name + length - 4, ".sql") == 0;
}

TEST_SUITE(frontend_robustness)
{
    struct dirent **entries;
    int count = scandir("cases", &entries, is_sql, alphasort), flips = argc > 1 ? atoi(argv[1]) : 100;
    CHECK(count > 5);
    for (int i = 0; i < count; i++) {
        ip_arena *arena = ip_arena_new();
        const char *error;
        const ip_source *source = ip_source_read(arena, ip_arena_printf(arena, "cases/%s", entries[i]->d_name), &error);
        CHECK(source != NULL);
        damage(source, flips);
        ip_arena_free(arena);
        free(entries[i]);
    }
    free(entries);
    repeat("'\nCREATE TABLE t(\n", 10000);
    repeat("CREATE OR ", 20000);
    repeat("$a$\ncreate table x", 10000);
    repeat("BEGIN; SELECT (", 10000);
    repeat("1+", 100000);
    repeat("/* ", 100000);
    return TEST_RESULT();
}
