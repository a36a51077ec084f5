/* Explains a run: reads that did not return the latest version, and the cycle by which isoproof check explains a
 * history. */
#include "server/story.h"

#include "history/explanation_text.h"
#include "large_history/builder.h"
#include "large_history/explain.h"
#include "large_history/formats.h"
#include "server/noted.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_MENTIONED = 40, MOST_SHOWN = 12 };

static const char *left_by(ip_arena *arena, long number)
{
    return number ? ip_arena_printf(arena, "as T%ld left it", number) : "as it was at first";
}

static void report_stale(ip_arena *arena, ip_served *served, ip_story *story)
{
    const ip_store *store = ip_served_store(served);
    story->stale_count = ip_store_stale_count(store);
    for (int i = 0; i < ip_store_stale_count(store) && i < IP_STALE_NAMED; i++) {
        const ip_stale_read *read = ip_store_stale(store, i);
        bool is_row = read->object % ip_store_width(store) == 0;
        story->misses_rows =
            story->misses_rows || (is_row && !read->from && ip_store_began_absent(store, read->object));
        IP_PUSH(arena, &story->stale,
                ip_arena_printf(arena, "T%ld reads %s %s; T%ld had written it since", read->reader,
                                ip_served_object(served, arena, read->object), left_by(arena, read->from),
                                read->missed));
    }
}

const char *ip_served_on_one_line(ip_arena *arena, const char *text)
{
    char *line = ip_arena_alloc(arena, strlen(text) + 1), *at = line;
    for (; *text; text++) {
        bool blank = strchr(" \t\r\n", *text) != NULL;
        if (!blank)
            *at++ = *text;
        else if (at > line && at[-1] != ' ')
            *at++ = ' ';
    }
    *at = '\0';
    return line;
}

typedef IP_VEC(long) numbers;

static void mention(ip_arena *arena, numbers *list, long number)
{
    int at = 0;
    while (at < list->count && list->items[at] < number)
        at++;
    if (number <= 0 || (at < list->count && list->items[at] == number))
        return;
    IP_PUSH(arena, list, number);
    memmove(&list->items[at + 1], &list->items[at], sizeof *list->items * (size_t)(list->count - 1 - at));
    list->items[at] = number;
}

static void report_statements(ip_arena *arena, ip_served *served, const numbers *mentioned, ip_story *story)
{
    for (int m = 0; m < mentioned->count && m < MOST_MENTIONED; m++) {
        long number = mentioned->items[m];
        const char *text = ip_arena_printf(arena, "T%ld, connection %d:", number,
                                           ip_store_session_of(ip_served_store(served), number) + 1);
        const ip_noted_transaction *noted = ip_served_noted_transaction(served, number);
        for (int i = 0; noted && i < noted->statements.count && i < MOST_SHOWN; i++)
            text =
                ip_arena_printf(arena, "%s %s;", text, ip_served_on_one_line(arena, noted->statements.items[i].text));
        if (noted && noted->statements.count > MOST_SHOWN)
            text = ip_arena_printf(arena, "%s …", text);
        IP_PUSH(arena, &story->statements, text);
    }
}

/* ---- the history, as the checker of large ones has it ---- */

typedef struct collecting {
    ip_arena *arena;
    ip_served *served;
    ip_large_builder *builder;
    int *objects;  /* [object] its number in the builder + 1; 0 if none yet */
    int *builders; /* [number of the transaction - first] */
    long first;
} collecting;

static int object_of(collecting *c, int object)
{
    if (!c->objects[object]) {
        const char *name = ip_served_object(c->served, c->arena, object);
        c->objects[object] = ip_large_object(c->builder, name, strlen(name)) + 1;
    }
    return c->objects[object] - 1;
}

static void take_write(void *data, long number, int object)
{
    collecting *c = data;
    ip_large_event event = {
        .transaction = c->builders[number - c->first], .object = object_of(c, object), .value = -1, .step = -1};
    ip_large_write(c->builder, &event);
}

static void take_reads(collecting *c, const ip_store *store, const ip_kept_transaction *t)
{
    for (int r = 0; r < t->read_count; r++) {
        const ip_history_read *read = &t->reads[r];
        const char *from = read->from ? ip_arena_printf(c->arena, "T%ld", ip_store_number(store, read->from)) : NULL;
        ip_large_event event = {.transaction = c->builders[t->number - c->first],
                                .object = object_of(c, read->object),
                                .value = -1,
                                .step = read->step};
        ip_large_read_from(c->builder, &event, from);
    }
}

static const ip_large_history *history_of(ip_arena *arena, ip_served *served, ip_diagnostics *diagnostics)
{
    const ip_store *store = ip_served_store(served);
    int kept = ip_store_kept(store);
    collecting c = {.arena = arena, .served = served};
    const ip_source *nowhere = ip_source_from_text(arena, "history", "", 0);
    if (!kept)
        return NULL;
    c.builder = ip_large_builder_new(arena, nowhere, diagnostics, "", "", 0);
    c.objects = IP_NEW_ARRAY(arena, int, ip_store_object_count(store));
    c.first = ip_store_kept_transaction(store, 0).number;
    c.builders = IP_NEW_ARRAY(arena, int, ip_store_kept_transaction(store, kept - 1).number - c.first + 1);
    for (int i = 0; i < kept; i++) {
        ip_kept_transaction t = ip_store_kept_transaction(store, i);
        const char *session = ip_arena_printf(arena, "%d", t.session);
        int number = ip_large_transaction(c.builder, ip_large_session(c.builder, session, strlen(session)),
                                          ip_arena_printf(arena, "T%ld", t.number), 0);
        c.builders[t.number - c.first] = number;
        if (t.aborted)
            ip_large_set_outcome(c.builder, number, IP_LARGE_ABORTED);
    }
    for (int i = 0; i < kept; i++) { /* the reads of all transactions precede the writes of their objects */
        ip_kept_transaction t = ip_store_kept_transaction(store, i);
        take_reads(&c, store, &t);
    }
    ip_store_kept_writes(store, take_write, &c);
    return ip_large_finish(c.builder);
}

static long number_named(const char *name)
{
    return name && *name == 'T' ? strtol(name + 1, NULL, 10) : 0;
}

static void report_order(ip_arena *arena, const ip_large_history *history, const ip_large_verdict *verdict,
                         ip_story *story, numbers *mentioned)
{
    story->serializable = true;
    if (history->count > MOST_MENTIONED)
        return;
    const char **names = IP_NEW_ARRAY(arena, const char *, history->count);
    for (int t = 0; t < history->count; t++) {
        names[t] = ip_large_name(arena, history, t);
        mention(arena, mentioned, number_named(names[t]));
    }
    IP_PUSH(arena, &story->why, ip_history_order_in_words(arena, verdict->order, history->count, names));
}

static void report_cycle(ip_arena *arena, const ip_large_explanation *because, ip_story *story, numbers *mentioned)
{
    const ip_explanation *why = because->why;
    ip_explanation_lines lines = ip_history_explanation_in_words(arena, why, because->names, because->objects);
    for (int i = 0; i < lines.count; i++)
        IP_PUSH(arena, &story->why,
                ip_arena_printf(arena, "%s%s", lines.items[i].of_cycle ? "  " : "", lines.items[i].text));
    for (int i = 0; i < why->cycle.count; i++)
        mention(arena, mentioned, number_named(because->names[why->cycle.items[i].from]));
    for (int i = 0; i < why->facts.count; i++) {
        mention(arena, mentioned, number_named(because->names[why->facts.items[i].from]));
        mention(arena, mentioned, number_named(because->names[why->facts.items[i].to]));
    }
}

const ip_story *ip_served_story_of_lines(ip_arena *arena, const char *lines, size_t length,
                                         const ip_level *serializability, ip_diagnostics *diagnostics)
{
    ip_story *story = IP_NEW(arena, ip_story);
    const ip_source *source = ip_source_from_text(arena, "history", lines, length);
    ip_large_builder *builder = ip_large_builder_new(arena, source, diagnostics, "", "", 0);
    const ip_large_history *history =
        ip_large_read_json_lines(builder, source, diagnostics) ? ip_large_finish(builder) : NULL;
    ip_large_form form;
    ip_large_verdict verdict = {.answer = IP_LARGE_UNDECIDED};
    numbers mentioned = {0};
    if (history && !ip_large_form_of(serializability, true, &form))
        ip_large_check(arena, history, &form, &verdict);
    if (verdict.answer != IP_LARGE_INCONSISTENT)
        return story;
    ip_large_explanation because = ip_large_explain(arena, history, serializability, &form, &verdict);
    report_cycle(arena, &because, story, &mentioned);
    for (int t = 1; t < history->count; t++)
        for (int m = 0; m < mentioned.count && history->session_names; m++)
            if (number_named(ip_large_name(arena, history, t)) == mentioned.items[m])
                IP_PUSH(arena, &story->statements,
                        ip_arena_printf(arena, "T%ld, connection %s", mentioned.items[m],
                                        history->session_names[history->session_of[t]]));
    return story;
}

const ip_story *ip_served_story_of(ip_arena *arena, ip_served *served, const ip_level *serializability,
                                   ip_diagnostics *diagnostics)
{
    ip_story *story = IP_NEW(arena, ip_story);
    const ip_store *store = ip_served_store(served);
    const ip_large_history *history = history_of(arena, served, diagnostics);
    ip_large_form form;
    ip_large_verdict verdict = {.answer = IP_LARGE_UNDECIDED};
    numbers mentioned = {0};
    report_stale(arena, served, story);
    if (history && !ip_large_form_of(serializability, true, &form))
        ip_large_check(arena, history, &form, &verdict);
    if (verdict.answer == IP_LARGE_CONSISTENT)
        report_order(arena, history, &verdict, story, &mentioned);
    if (verdict.answer == IP_LARGE_INCONSISTENT) {
        ip_large_explanation because = ip_large_explain(arena, history, serializability, &form, &verdict);
        report_cycle(arena, &because, story, &mentioned);
        for (int i = 0; i < ip_store_stale_count(store); i++)
            if (ip_store_session_of(store, ip_store_stale(store, i)->reader) >= 0)
                mention(arena, &mentioned, ip_store_stale(store, i)->reader);
    }
    report_statements(arena, served, &mentioned, story);
    return story;
}
