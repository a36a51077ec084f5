/* Any bytes are survived as a client file, and what is reported lies within it. Arguments: client files, which are
 * cut, spliced and overwritten at random. */
#include "workload/client_file.h"
#include "test.h"

#include <stdlib.h>

static unsigned draw(unsigned long *seed, unsigned below)
{
    *seed = *seed * 6364136223846793005UL + 1442695040888963407UL;
    return (unsigned)(*seed >> 33) % below;
}

static void read_bytes(const char *text, size_t length)
{
    ip_arena *arena = ip_arena_new();
    ip_diagnostics diagnostics = {.arena = arena};
    const ip_source *source = ip_source_from_text(arena, "client.spec", text, length);
    const ip_client_file *file = ip_workload_client_file_read(arena, source, &diagnostics);
    bool within = true;
    for (int i = 0; i < diagnostics.list.count; i++) {
        ip_range range = diagnostics.list.items[i].range;
        ip_position position = ip_range_position(range);
        within = within && range.source && range.begin <= range.source->length && position.line <= source->line_count;
    }
    for (int s = 0; s < file->sessions.count; s++)
        for (int t = 0; t < file->sessions.items[s].transactions.count; t++) {
            ip_range range = file->sessions.items[s].transactions.items[t].text;
            within = within && range.begin < range.end && range.end <= range.source->length;
        }
    CHECK(within);
    ip_arena_free(arena);
}

static void mutate(const char *text, size_t length, unsigned long *seed)
{
    static const char *const pieces[] = {"{",           "}",  "'",      "\"",      "session",  "step", "setup",
                                         "$$",          "--", "BEGIN;", "COMMIT;", "#",        "\n",   "/*",
                                         "permutation", "\\", "\377",   "",        "teardown", ";"};
    char *bytes = malloc(length + 64);
    memcpy(bytes, text, length);
    for (unsigned change = 0; change <= draw(seed, 4) && length > 16; change++) {
        size_t at = draw(seed, (unsigned)length - 15);
        const char *piece = pieces[draw(seed, sizeof pieces / sizeof *pieces)];
        memcpy(bytes + at, piece, strlen(piece) + (draw(seed, 20) == 0));
        if (draw(seed, 8) == 0)
            length -= draw(seed, (unsigned)length / 2);
    }
    read_bytes(bytes, length);
    free(bytes);
}

TEST_SUITE(explorer_robustness)
{
    unsigned long seed = 1;
    read_bytes("", 0);
    for (int i = 1; i < argc; i++) {
        ip_arena *arena = ip_arena_new();
        const char *error = NULL;
        const ip_source *source = ip_source_read(arena, argv[i], &error);
        CHECK(source);
        for (int round = 0; source && round < 2000; round++)
            mutate(source->text, source->length, &seed);
        ip_arena_free(arena);
    }
    return TEST_RESULT();
}
