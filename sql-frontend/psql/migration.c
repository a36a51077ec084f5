/* Migrations that include their rollback: as a whole they would create everything and drop it again. */
#include "psql/migration.h"

#include <string.h>
#include <strings.h>

/* Lines that begin a part, without white space around them. Some tools allow options after theirs. */
static const struct {
    const char *line;
    bool undoes, options;
} marks[] = {
    {"-- +goose up", false, true},
    {"-- +goose down", true, true}, /* github.com/pressly/goose */
    {"-- migrate:up", false, true},
    {"-- migrate:down", true, true}, /* github.com/amacneil/dbmate */
    {"-- +migrate up", false, true},
    {"-- +migrate down", true, true}, /* github.com/rubenv/sql-migrate */
    {"-- up migration", false, false},
    {"-- down migration", true, false},                   /* node-pg-migrate */
    {"---- create above / drop below ----", true, false}, /* github.com/jackc/tern */
};

enum { MARK_COUNT = sizeof marks / sizeof *marks };

static int mark_at(const char *line, size_t length)
{
    while (length && strchr(" \t\r", line[length - 1]))
        length--;
    for (int m = 0; m < MARK_COUNT; m++) {
        size_t n = strlen(marks[m].line);
        bool same = length >= n && strncasecmp(line, marks[m].line, n) == 0;
        if (same && (length == n || (marks[m].options && strchr(" \t", line[n]))))
            return m;
    }
    return -1;
}

static ip_source *copied(ip_arena *arena, const ip_source *source)
{
    ip_source *copy = IP_NEW(arena, ip_source);
    *copy = *source;
    copy->migration = true;
    return copy;
}

const ip_source *ip_psql_migration_without_undo(ip_arena *arena, const ip_source *source, ip_diagnostics *diagnostics)
{
    ip_source *without = NULL;
    char *text = NULL;
    bool undoes = false;
    for (int i = 0; i < source->line_count; i++) {
        size_t begin = source->line_starts[i];
        size_t end = i + 1 < source->line_count ? source->line_starts[i + 1] - 1 : source->length;
        int mark = mark_at(source->text + begin, end - begin);
        if (mark >= 0 && marks[mark].undoes && !undoes)
            ip_diagnostics_add(diagnostics, IP_REMARK, (ip_range){source, begin, end}, NULL,
                               "what follows undoes the migration, and is not read");
        undoes = mark >= 0 ? marks[mark].undoes : undoes;
        if (mark >= 0 && !without)
            without = copied(arena, source);
        if (!undoes || mark >= 0)
            continue;
        if (!text) {
            without->text = text = ip_arena_alloc(arena, source->length + 1);
            memcpy(text, source->text, source->length + 1);
        }
        memset(text + begin, ' ', end - begin);
    }
    return without ? without : source;
}
