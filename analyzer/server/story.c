/* The reads that were not the latest, and the cycle by which isoproof check explains a history. */
#include "server/story.h"

#include "history/explanation_text.h"

#include <string.h>

enum { MOST_STALE = 12 };

static const char *left_by(ip_arena *arena, long number)
{
    return number ? ip_arena_printf(arena, "as T%ld left it", number) : "as it was at first";
}

static void tell_stale(ip_arena *arena, ip_served *served, ip_story *story)
{
    const ip_store *store = ip_served_store(served);
    story->stale_count = ip_store_stale_count(store);
    for (int i = 0; i < ip_store_stale_count(store) && i < MOST_STALE; i++) {
        const ip_stale_read *read = ip_store_stale(store, i);
        IP_PUSH(arena, &story->stale,
                ip_arena_printf(arena, "T%ld reads %s %s; T%ld had written it since", read->reader,
                                ip_served_object(served, arena, read->object), left_by(arena, read->from),
                                read->missed));
    }
}

/* Blanks and line ends as one blank. */
static const char *on_one_line(ip_arena *arena, const char *text)
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

static void tell_statements(ip_arena *arena, ip_served *served, const long *numbers, ip_transactions mentioned,
                            ip_story *story)
{
    for (int t = 1; t < IP_MAX_TRANSACTIONS; t++) {
        if (!(mentioned >> t & 1))
            continue;
        const char *text = ip_arena_printf(arena, "T%ld, connection %d:", numbers[t],
                                           ip_store_session_of(ip_served_store(served), numbers[t]) + 1);
        for (int i = 0; i < ip_served_noted_count(served, numbers[t]); i++)
            text = ip_arena_printf(arena, "%s %s;", text, on_one_line(arena, ip_served_noted(served, numbers[t], i)));
        IP_PUSH(arena, &story->statements, text);
    }
}

/* Those of the history. */
static ip_transactions stale_readers(const ip_store *store, const ip_history *history, const long *numbers)
{
    ip_transactions set = 0;
    for (int i = 0; i < ip_store_stale_count(store); i++)
        for (int t = 1; t < history->count; t++)
            if (numbers[t] == ip_store_stale(store, i)->reader)
                set |= (ip_transactions)1 << t;
    return set;
}

const ip_story *ip_story_of(ip_arena *arena, ip_served *served, const ip_level *serializability,
                            ip_diagnostics *diagnostics)
{
    ip_story *story = IP_NEW(arena, ip_story);
    const long *numbers;
    const ip_history *history = ip_store_history(ip_served_store(served), &numbers);
    const char **names = IP_NEW_ARRAY(arena, const char *, history->count);
    const char **objects = IP_NEW_ARRAY(arena, const char *, history->object_count);
    ip_consistency *checker = ip_consistency_new(&serializability, 1, diagnostics);
    ip_transactions mentioned = 0;
    int order[IP_MAX_TRANSACTIONS];
    names[0] = "initial";
    for (int t = 1; t < history->count; t++)
        names[t] = ip_arena_printf(arena, "T%ld", numbers[t]);
    tell_stale(arena, served, story);
    for (int t = 1; t < history->count; t++)
        for (int r = 0; r < history->transactions[t].read_count; r++) {
            int object = history->transactions[t].reads[r].object;
            objects[object] = objects[object] ? objects[object] : ip_served_object(served, arena, object);
        }
    for (int i = 0; i < history->object_count; i++)
        objects[i] = objects[i] ? objects[i] : "an object";
    if (checker && ip_consistency_order(checker, history, order)) {
        story->serializable = true;
        IP_PUSH(arena, &story->why, ip_order_in_words(arena, order, history->count, names));
        mentioned = ~(ip_transactions)1;
        mentioned &= history->count < IP_MAX_TRANSACTIONS ? ((ip_transactions)1 << history->count) - 1 : mentioned;
    } else if (checker) {
        const ip_explanation *why = ip_explain(arena, checker, &serializability, 1, history, names, objects);
        ip_explanation_lines lines = ip_explanation_in_words(arena, why, names, objects);
        for (int i = 0; i < lines.count; i++)
            IP_PUSH(arena, &story->why,
                    ip_arena_printf(arena, "%s%s", lines.items[i].of_cycle ? "  " : "", lines.items[i].text));
        for (int i = 0; i < why->cycle.count; i++)
            mentioned |= (ip_transactions)1 << why->cycle.items[i].from;
        for (int i = 0; i < why->facts.count; i++)
            mentioned |= (ip_transactions)1 << why->facts.items[i].from | (ip_transactions)1 << why->facts.items[i].to;
        mentioned |= stale_readers(ip_served_store(served), history, numbers);
    }
    tell_statements(arena, served, numbers, mentioned, story);
    ip_consistency_free(checker);
    return story;
}
