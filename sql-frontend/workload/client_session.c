/* Finds where a session's transactions begin and end. */
#include "workload/client_file_parts.h"
#include "psql/split.h"

#include <string.h>

typedef enum boundary { BOUNDARY_NONE, BOUNDARY_BEGIN, BOUNDARY_END, BOUNDARY_LEVEL } boundary;

typedef struct cutter {
    ip_arena *arena;
    const ip_source *source; /* the session's steps, one after the other */
    ip_client_file_session *session;
    ip_diagnostics *diagnostics;
    bool open;     /* a transaction has begun */
    bool explicit; /* with BEGIN: the transaction continues after its step */
    ip_range text; /* of the open transaction */
    const char *step;
    int in_step;           /* transactions that began in the step */
    const char *isolation; /* of the open transaction */
    ip_range isolation_range;
} cutter;

static boundary kind_of(const ip_sql_item *item)
{
    const ip_source *source = item->range.source;
    size_t at = item->range.begin;
    ip_token first = ip_parse_next_token(source, &at, item->range.end, false);
    ip_token second = ip_parse_next_token(source, &at, item->range.end, false);
    if (item->command)
        return BOUNDARY_NONE;
    if (ip_parse_token_is(source, first, "begin") ||
        (ip_parse_token_is(source, first, "start") && ip_parse_token_is(source, second, "transaction")))
        return BOUNDARY_BEGIN;
    if (ip_parse_token_is(source, first, "set") && ip_parse_token_is(source, second, "transaction"))
        return BOUNDARY_LEVEL;
    bool plain = second.kind == IP_TOKEN_END || ip_parse_token_is(source, second, "work") ||
                 ip_parse_token_is(source, second, "transaction");
    bool ends = ip_parse_token_is(source, first, "commit") || ip_parse_token_is(source, first, "end") ||
                ip_parse_token_is(source, first, "rollback") || ip_parse_token_is(source, first, "abort");
    return ends && plain ? BOUNDARY_END : BOUNDARY_NONE;
}

/* BEGIN ISOLATION LEVEL …, SET TRANSACTION ISOLATION LEVEL …; read uncommitted is read committed (PostgreSQL 15, 13.2).
 */
static void note_level(cutter *c, const ip_sql_item *item)
{
    static const char *const levels[][3] = {{"read", "uncommitted", "read committed"},
                                            {"read", "committed", "read committed"},
                                            {"repeatable", "read", "repeatable read"},
                                            {"serializable", NULL, "serializable"}};
    const ip_source *source = item->range.source;
    size_t at = item->range.begin;
    ip_token token = ip_parse_next_token(source, &at, item->range.end, false);
    while (token.kind != IP_TOKEN_END && !ip_parse_token_is(source, token, "level"))
        token = ip_parse_next_token(source, &at, item->range.end, false);
    if (token.kind == IP_TOKEN_END)
        return;
    ip_token first = ip_parse_next_token(source, &at, item->range.end, false);
    ip_token second = ip_parse_next_token(source, &at, item->range.end, false);
    for (size_t l = 0; l < sizeof levels / sizeof *levels; l++)
        if (ip_parse_token_is(source, first, levels[l][0]) &&
            (!levels[l][1] || ip_parse_token_is(source, second, levels[l][1]))) {
            c->isolation = levels[l][2];
            c->isolation_range = item->range;
        }
}

static void close(cutter *c)
{
    const char *name = ip_arena_printf(c->arena, "%s.%s", c->session->name, c->step);
    if (++c->in_step > 1)
        name = ip_arena_printf(c->arena, "%s.%d", name, c->in_step);
    ip_client_file_transaction transaction = {name, c->text, c->isolation, c->isolation_range};
    IP_PUSH(c->arena, &c->session->transactions, transaction);
    c->open = c->explicit = false;
    c->isolation = NULL;
}

static void take(cutter *c, const ip_sql_item *item, const char *step)
{
    boundary kind = kind_of(item);
    if (item->command)
        ip_diagnostics_add(c->diagnostics, IP_ERROR, item->range, NULL, "a client has no psql commands");
    if (kind == BOUNDARY_BEGIN || (kind == BOUNDARY_LEVEL && c->open))
        note_level(c, item);
    if (kind == BOUNDARY_BEGIN && c->explicit)
        ip_diagnostics_add(c->diagnostics, IP_REMARK, item->range, NULL, "there is a transaction in progress already");
    if (kind == BOUNDARY_END && !c->open) {
        ip_diagnostics_add(c->diagnostics, IP_REMARK, item->range, NULL, "there is no transaction in progress");
        return;
    }
    if (kind == BOUNDARY_LEVEL || item->command)
        return;
    if (!c->open) {
        c->text = item->place;
        c->open = true;
        if (!c->step || strcmp(c->step, step))
            c->in_step = 0;
        c->step = step;
    }
    c->text.end = item->place.end;
    c->explicit = c->explicit || kind == BOUNDARY_BEGIN;
    if (kind == BOUNDARY_END)
        close(c);
}

/* The steps' texts in one source, so that a transaction that spans several is a range. */
static const ip_source *join(ip_arena *arena, ip_client_file_step *steps, int count)
{
    size_t length = 0, capacity = 1;
    for (int i = 0; i < count; i++)
        capacity += steps[i].text.end - steps[i].text.begin + 2;
    char *text = ip_arena_alloc(arena, capacity);
    size_t *offsets = IP_NEW_ARRAY(arena, size_t, capacity + 1);
    for (int i = 0; i < count; i++) {
        for (size_t at = steps[i].text.begin; at < steps[i].text.end; at++) {
            offsets[length] = at;
            text[length++] = steps[i].text.source->text[at];
        }
        for (int c = 0; c < 2; c++) {
            offsets[length] = steps[i].text.end;
            text[length++] = ";\n"[1 - c];
        }
        steps[i].end = length;
    }
    offsets[length] = count ? steps[count - 1].text.end : 0;
    return ip_source_derive(arena, steps[0].text.source, text, length, offsets);
}

void ip_workload_client_file_cut(ip_arena *arena, ip_client_file_session *session, ip_diagnostics *diagnostics)
{
    int count = session->steps.count;
    ip_client_file_step *steps = session->steps.items;
    if (!count)
        return;
    cutter c = {.arena = arena, .session = session, .diagnostics = diagnostics};
    c.source = session->text = join(arena, steps, count);
    size_t at = 0;
    ip_variables *variables = ip_psql_variables_new(arena, &c.source, 1);
    ip_sql_item item;
    int step = 0;
    while (ip_psql_split_next(arena, variables, c.source, &at, &item)) {
        item.range = item.place;
        while (step + 1 < count && item.range.begin >= steps[step].end) {
            step++;
            if (c.open && !c.explicit)
                close(&c);
        }
        if (strcmp(steps[step].name, "teardown") == 0 && !c.open)
            break;
        take(&c, &item, steps[step].name);
    }
    if (c.open && c.explicit)
        session->unfinished = c.text;
    if (c.open)
        close(&c);
}
