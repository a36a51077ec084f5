/* Reordering: sections 5.2 and 5.3.
 *
 * One clause of OPTIMALITY is left out, since it loses histories as printed. SWAPPED is to keep a read that has been
 * swapped from being deleted. It also applies to reads that came after a swap and read from transactions that this
 * swap brought into their causal past: T1 reads y from T2, by a swap, T2 reads x from T4; when T1 then reads x from T4,
 * no transaction before T1 in oracle order comes after T4, and so that read counts as swapped, although any other one
 * is not the latest. A history in which T1 reads x from T3, the successor of T2 in its session, is never reached
 * (tests/explorer, "spurious"). The clause is not needed: when a read is swapped with t, t is not in its causal past,
 * and what comes before a read does not change while it stands; so readLatest, which requires the source to be in the
 * causal past, holds for no swapped read. */
#include "explorer/engine_internal.h"

#define BIT(t) ((ip_transactions)1 << (t))

/* Takes out of the history (or puts back) what is not before the reader's read number index, in <, nor a causal
 * predecessor of writer: the set D of section 5.2. Of the reader the reads up to that one stay; its writes go, as it is
 * pending then. */
static void set_hidden(ip_explorer_engine *e, int reader, int index, int writer, bool hidden)
{
    const ip_engine_order *now = &e->now;
    ip_transactions kept = now->records[writer].past | BIT(writer);
    for (int p = now->position[reader]; p < now->count; p++) {
        int t = now->order[p];
        if (kept & BIT(t))
            continue;
        ip_explore_engine_show(e, t, !hidden);
        ip_explore_engine_point(e, t);
        if (hidden) {
            e->history.transactions[t].aborted = false;
            e->history.transactions[t].read_count = t == reader ? index + 1 : 0;
        }
    }
}

static bool consistent(const ip_explorer_engine *e)
{
    return !e->input.base || ip_history_consistent(e->input.base, &e->history);
}

/* readLatest of section 5.3: the read's source is in its causal past, and no transaction there that is later in < could
 * be its source. */
static bool reads_latest(ip_explorer_engine *e, int reader, int index, int writer)
{
    const ip_engine_order *now = &e->now;
    int at = now->records[reader].first + index;
    ip_history_read *read = &e->reads[at];
    int from = read->from;
    if (!(e->pasts[at] & BIT(from)))
        return false;
    ip_transactions later = 0;
    for (ip_transactions left = e->writers[read->object] & e->pasts[at]; left; left &= left - 1) {
        int t = __builtin_ctzll(left);
        if (now->position[t] > now->position[from])
            later |= BIT(t);
    }
    if (!later)
        return true;
    set_hidden(e, reader, index, writer, true);
    bool latest = true;
    for (; later && latest; later &= later - 1) {
        read->from = __builtin_ctzll(later);
        latest = !consistent(e);
    }
    read->from = from;
    set_hidden(e, reader, index, writer, false);
    return latest;
}

static bool swap_is_consistent(ip_explorer_engine *e, int reader, int index, int writer)
{
    ip_history_read *read = &e->reads[e->now.records[reader].first + index];
    int from = read->from;
    read->from = writer;
    set_hidden(e, reader, index, writer, true);
    bool result = consistent(e);
    set_hidden(e, reader, index, writer, false);
    read->from = from;
    return result;
}

/* SWAP of section 5.2. The reads of other transactions are shared with the saved history, which does not change before
 * it is restored. */
static void swap(ip_explorer_engine *e, int reader, int index, int writer)
{
    IP_PUSH(e->arena, &e->saved, e->now);
    ip_engine_frame frame = {.kind = IP_FRAME_SWAP, .transaction = reader, .reads = e->read_count};
    IP_PUSH(e->arena, &e->frames, frame);
    set_hidden(e, reader, index, writer, true);

    ip_engine_order *now = &e->now;
    int first = now->records[reader].first, from = now->position[reader], to = from, count = now->count;
    ip_transactions kept = now->records[writer].past | BIT(writer);
    for (int p = from; p < count; p++) {
        int t = now->order[p];
        if (kept & BIT(t)) {
            now->position[t] = (unsigned char)to;
            now->order[to++] = (unsigned char)t;
        } else {
            now->present &= ~BIT(t);
        }
    }
    now->count = to;
    ip_explore_engine_begin(e, reader);
    for (int i = 0; i <= index; i++) {
        ip_history_read read = e->reads[first + i];
        e->node = e->nodes[first + i];
        if (i == index)
            read.from = writer;
        ip_explore_engine_push_read(e, &read);
    }
}

bool ip_explore_engine_swap_next(ip_explorer_engine *e, ip_engine_frame *frame)
{
    const ip_engine_order *now = &e->now;
    int writer = frame->transaction;
    const ip_engine_record *record = &now->records[writer];
    if (!record->leaf->write_count)
        return false;
    while (frame->position) {
        if (frame->read < 0) {
            int t = now->order[--frame->position];
            frame->read = (record->past & BIT(t)) || !t ? -1 : now->records[t].count - 1;
            continue;
        }
        int reader = now->order[frame->position], index = frame->read--;
        /* D grows from one candidate to the next, and the condition on its reads does not depend on the candidate:
         * after the first failure no later candidate can succeed. */
        if (!reads_latest(e, reader, index, writer)) {
            frame->position = 0;
            break;
        }
        int object = e->reads[now->records[reader].first + index].object;
        if ((e->writers[object] & BIT(writer)) && swap_is_consistent(e, reader, index, writer)) {
            swap(e, reader, index, writer);
            return true;
        }
    }
    return false;
}

void ip_explore_engine_swap_undo(ip_explorer_engine *e, const ip_engine_frame *frame, int writer)
{
    for (int p = 1; p < e->now.count; p++)
        e->history.transactions[e->now.order[p]].read_count = 0;
    e->now = e->saved.items[--e->saved.count];
    e->read_count = frame->reads;
    for (int p = 1; p < e->now.count; p++)
        ip_explore_engine_point(e, e->now.order[p]);
    set_hidden(e, frame->transaction, 0, writer, false);
}
