/* Why a history is not consistent: transactions are left out while the rest stays inconsistent, and the rest is
 * explained as a small history; otherwise by the shortest cycle that was found. */
#include "large_history/explain.h"

#include "base/clock.h"
#include "large_history/small.h"

#include <string.h>

enum { MOST_TRANSACTIONS = 16 };    /* that the checker of small histories explains at once */
static const double PATIENCE = 3.0; /* seconds for leaving out transactions */

/* ------------------------------------------------------------------- few of them -- */

static bool is_inconsistent(const ip_large_history *h, const bool *keep, const ip_large_form *form)
{
    ip_arena *arena = ip_arena_new();
    ip_large_verdict v;
    ip_large_check(arena, ip_large_restrict(arena, h, keep), form, &v);
    ip_arena_free(arena);
    return v.answer == IP_LARGE_INCONSISTENT;
}

static int count_kept(const bool *keep, int count)
{
    int kept = 0;
    for (int t = 1; t < count; t++)
        kept += keep[t];
    return kept;
}

/* Leaves out one interval of kept transactions after the other, long intervals first, while the rest stays
 * inconsistent. */
static void leave_out(ip_arena *arena, const ip_large_history *h, bool *keep, const ip_large_form *form)
{
    double end = ip_clock() + PATIENCE;
    bool *less = IP_NEW_ARRAY(arena, bool, h->count);
    for (int length = count_kept(keep, h->count) / 2; length > 0; length /= 2)
        for (int t = 1; t < h->count && ip_clock() < end;) {
            int left_out = 0;
            memcpy(less, keep, sizeof *less * (size_t)h->count);
            for (; t < h->count && left_out < length; t++) {
                left_out += less[t];
                less[t] = false;
            }
            if (left_out && is_inconsistent(h, less, form))
                memcpy(keep, less, sizeof *less * (size_t)h->count);
        }
}

/* The part of the history that is inconsistent by itself; NULL: it is not known, or not small. */
static const ip_large_history *small_part(ip_arena *arena, const ip_large_history *h, const ip_large_form *form,
                                          const bool *core)
{
    bool *keep = IP_NEW_ARRAY(arena, bool, h->count);
    memset(keep, true, sizeof *keep * (size_t)h->count);
    const ip_large_history *part = ip_large_restrict(arena, h, core ? core : keep);
    bool *all = IP_NEW_ARRAY(arena, bool, part->count);
    memset(all, true, sizeof *all * (size_t)part->count);
    if (!is_inconsistent(part, all, form))
        return NULL;
    leave_out(arena, part, all, form);
    return ip_large_restrict(arena, part, all);
}

static const ip_explanation *explain_small(ip_arena *arena, const ip_recorded_history *part, const ip_level *level)
{
    ip_diagnostics ignored_messages = {.arena = arena};
    ip_consistency *checker = ip_history_consistency_new(&level, 1, &ignored_messages);
    if (!checker)
        return NULL;
    const ip_explanation *why = NULL;
    if (!ip_history_consistent(checker, &part->history))
        why = ip_history_explain(arena, checker, &level, 1, &part->history, part->names, part->objects);
    ip_history_consistency_free(checker);
    return why;
}

/* ------------------------------------------------------------------------ cycle -- */

static const char *seen_text(ip_arena *arena, const ip_large_graph *g, const ip_large_edge *edge)
{
    const ip_large_history *h = g->history;
    const char *t2 = ip_large_name(arena, h, ip_large_transaction_of(g, edge->from));
    const char *t1 = ip_large_name(arena, h, ip_large_transaction_of(g, edge->to));
    const char *t3 = ip_large_name(arena, h, edge->third);
    return ip_arena_printf(arena, "%s reads %s from %s, which %s writes, too; %s must be seen by %s", t3,
                           ip_large_object_name(arena, h, edge->object), t1, t2, t2, t3);
}

/* If two transactions write one row, the first commits before the other's snapshot. */
static const char *conflict_text(ip_arena *arena, const ip_large_graph *g, const ip_large_edge *edge)
{
    const char *from = ip_large_name(arena, g->history, ip_large_transaction_of(g, edge->from));
    const char *to = ip_large_name(arena, g->history, ip_large_transaction_of(g, edge->to));
    return ip_arena_printf(arena, "both write one row, and %s has not seen %s, which commits after %s has begun", from,
                           to, from);
}

static ip_reason reason_of(ip_arena *arena, const ip_large_graph *g, const ip_large_edge *edge)
{
    ip_reason reason = {ip_large_transaction_of(g, edge->from), ip_large_transaction_of(g, edge->to), IP_REASON_SO,
                        edge->object, NULL};
    switch (edge->reason) {
    case IP_LARGE_SESSION:
        break;
    case IP_LARGE_READS:
        reason.type = IP_REASON_WR;
        break;
    case IP_LARGE_APPENDS:
        reason.type = IP_REASON_WW;
        break;
    case IP_LARGE_CONFLICT:
        reason.type = IP_REASON_CO;
        reason.text = conflict_text(arena, g, edge);
        break;
    case IP_LARGE_CHOICE:
        reason.type = edge->third < 0 ? IP_REASON_WW : IP_REASON_RW;
        break;
    case IP_LARGE_OVERWRITE:
        reason.type = IP_REASON_RW;
        break;
    case IP_LARGE_SEEN:
        reason.type = IP_REASON_CO;
        reason.text = seen_text(arena, g, edge);
        break;
    }
    return reason;
}

/* Conflicts are between writers of a row; one object of the row represents it. */
static int shared_object(const ip_large_history *h, int a, int b, int row)
{
    for (int i = h->write_first[a]; i < h->write_first[a + 1]; i++)
        if (h->row_of ? h->row_of[h->writes[i]] == row : ip_large_writes(h, b, h->writes[i]))
            return h->writes[i];
    return h->object_count ? 0 : -1;
}

static const ip_explanation *explain_cycle(ip_arena *arena, const ip_large_history *h, const ip_large_verdict *v)
{
    ip_explanation *why = IP_NEW(arena, ip_explanation);
    for (int i = 0; i < v->cycle.count; i++) {
        ip_reason reason = reason_of(arena, v->graph, &v->cycle.items[i]);
        if (v->cycle.items[i].reason == IP_LARGE_CONFLICT)
            reason.object = shared_object(h, reason.from, reason.to, reason.object);
        if (reason.from != reason.to) /* a transaction's snapshot is before its commit */
            IP_PUSH(arena, &why->cycle, reason);
    }
    return why;
}

ip_large_explanation ip_large_explain(ip_arena *arena, const ip_large_history *h, const ip_level *level,
                                      const ip_large_form *form, const ip_large_verdict *v)
{
    ip_large_explanation result = {0};
    const ip_large_history *part = small_part(arena, h, form, v->core);
    if (part && ip_large_is_small(part) && part->count <= 1 + MOST_TRANSACTIONS) {
        const ip_recorded_history *recorded = ip_large_as_recorded(arena, part);
        result = (ip_large_explanation){explain_small(arena, recorded, level), recorded->names, recorded->objects,
                                        part->count - 1};
    }
    if (result.why)
        return result;
    const char **names = IP_NEW_ARRAY(arena, const char *, h->count);
    const char **objects = IP_NEW_ARRAY(arena, const char *, h->object_count);
    for (int x = 0; x < h->object_count; x++)
        objects[x] = ip_large_object_name(arena, h, x);
    for (int t = 0; t < h->count; t++)
        names[t] = ip_large_name(arena, h, t);
    return (ip_large_explanation){explain_cycle(arena, h, v), names, objects, 0};
}
