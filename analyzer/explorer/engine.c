/* EXPLORE of section 4 as a loop. A frame represents the remaining work of a call that has not returned; histories are
 * saved at swaps only, since all else is undone at the history's end. No read is swapped twice on one branch (section
 * 5.3), so that there are at most as many saved histories as reads, and memory is polynomial. */
#include "explorer/engine_internal.h"

#define BIT(t) ((ip_transactions)1 << (t))

enum { CACHE_BYTES = 64 * 1024 * 1024, SUBTREES_PER_SHARD = 64 };

ip_explorer_engine *ip_explore_engine_new(const ip_engine_input *input)
{
    ip_arena *arena = ip_arena_new();
    ip_explorer_engine *e = IP_NEW(arena, ip_explorer_engine);
    e->arena = arena;
    e->input = *input;
    if (!e->input.cache_bytes)
        e->input.cache_bytes = CACHE_BYTES;
    e->values = ip_explore_values_new();
    e->paths = ip_explore_paths_new(input->count);
    e->history.newest_apart = input->models_locks;
    e->now.count = 1;
    e->now.present = 1;
    e->history.count = input->count;
    for (int t = 1; t < input->count; t++) {
        e->history.transactions[t].sessions_before = input->sessions_before[t];
        e->history.transactions[t].level = input->level[t];
    }
    ip_explore_engine_reserve(e, 0);
    e->weight = 1;
    return e;
}

void ip_explore_engine_free(ip_explorer_engine *e)
{
    if (!e)
        return;
    ip_explore_values_free(e->values);
    ip_explore_paths_free(e->paths);
    ip_arena_free(e->arena);
}

/* Sharding. A node's weight is the number of leaves its level of the tree would have if all were like its ancestors.
 * The first node on each path beyond a certain weight, and each leaf before that, is numbered, and the shards take
 * turns; the nodes above are walked by all of them and counted by the first. */
static double light(const ip_explorer_engine *e)
{
    return (double)SUBTREES_PER_SHARD * e->input.shard_count;
}

static bool my_turn(ip_explorer_engine *e)
{
    return e->shard_nodes++ % e->input.shard_count == e->input.shard - 1;
}

bool ip_explore_engine_counts_here(const ip_explorer_engine *e)
{
    return !e->input.shard_count || e->input.shard == 1 || e->weight >= light(e);
}

bool ip_explore_engine_call(ip_explorer_engine *e, double factor)
{
    bool was_light = e->weight < light(e);
    e->weight *= factor;
    if (e->input.shard_count && was_light && e->weight >= light(e) && !my_turn(e))
        return false;
    if (ip_explore_engine_counts_here(e))
        e->counts.explored++;
    return true;
}

/* Next transactions of the sessions. */
static ip_transactions enabled(const ip_explorer_engine *e)
{
    ip_transactions result = 0;
    for (int t = 1; t < e->input.count; t++)
        if (!(e->now.present & BIT(t)) && !(e->input.sessions_before[t] & ~e->now.present))
            result |= BIT(t);
    return result;
}

/* false: this branch belongs to another shard. */
static bool begin_next(ip_explorer_engine *e, ip_transactions next)
{
    int transaction = __builtin_ctzll(next);
    double factor = 1;
    if (e->input.plain) {
        factor = __builtin_popcountll(next);
        if (factor > 1) {
            ip_engine_frame frame = {
                .kind = IP_FRAME_START, .remaining = next & (next - 1), .weight = e->weight, .factor = factor};
            IP_PUSH(e->arena, &e->frames, frame);
        }
    }
    ip_explore_engine_begin(e, transaction);
    return ip_explore_engine_call(e, factor);
}

static void push_commit(ip_explorer_engine *e)
{
    int last = e->now.count - 1;
    ip_engine_frame frame = {.kind = IP_FRAME_COMMIT,
                             .transaction = e->now.order[last],
                             .position = e->input.plain ? 0 : last,
                             .read = -1,
                             .weight = e->weight};
    IP_PUSH(e->arena, &e->frames, frame);
}

static bool leaf(ip_explorer_engine *e)
{
    if (e->input.shard_count && e->weight < light(e) && !my_turn(e))
        return true;
    e->counts.leaves++;
    return e->input.leaf(e->input.data);
}

/* Continues as NEXT says until the program has ended or no calls remain. */
static bool forward(ip_explorer_engine *e)
{
    for (;;) {
        if (!e->now.pending) {
            ip_transactions next = enabled(e);
            if (!next)
                return leaf(e);
            if (!begin_next(e, next))
                return true;
        }
        if (!ip_explore_engine_advance(e))
            return !e->has_failed;
        push_commit(e);
        if (!ip_explore_engine_call(e, 1))
            return true;
    }
}

static bool take_other_answer(ip_explorer_engine *e, ip_engine_frame *frame)
{
    if (!frame->remaining)
        return false;
    ip_explore_engine_truncate(e, frame->read + 1);
    int from = 63 - __builtin_clzll(frame->remaining);
    frame->remaining &= ~BIT(from);
    ip_explore_engine_set_from(e, from);
    e->weight = frame->weight;
    return ip_explore_engine_call(e, frame->factor) || take_other_answer(e, frame);
}

static bool take_swap(ip_explorer_engine *e, int at)
{
    ip_explore_engine_drop_pending(e);
    ip_engine_frame frame = e->frames.items[at];
    bool found = ip_explore_engine_swap_next(e, &frame);
    e->frames.items[at] = frame;
    e->weight = frame.weight;
    return found;
}

static bool take_other_start(ip_explorer_engine *e, ip_engine_frame *frame)
{
    ip_explore_engine_drop_pending(e);
    if (!frame->remaining)
        return false;
    int transaction = __builtin_ctzll(frame->remaining);
    frame->remaining &= frame->remaining - 1;
    ip_explore_engine_begin(e, transaction);
    e->weight = frame->weight;
    return ip_explore_engine_call(e, frame->factor) || take_other_start(e, frame);
}

/* To the next branch not taken yet; false: there is none. */
static bool backtrack(ip_explorer_engine *e)
{
    while (e->frames.count) {
        int at = e->frames.count - 1;
        ip_engine_frame *frame = &e->frames.items[at];
        switch (frame->kind) {
        case IP_FRAME_READ:
            if (take_other_answer(e, frame))
                return true;
            break;
        case IP_FRAME_COMMIT:
            if (take_swap(e, at)) {
                if (ip_explore_engine_call(e, 2))
                    return true;
                continue; /* another shard's: the swap's own frame undoes it */
            }
            ip_explore_engine_uncomplete(e);
            break;
        case IP_FRAME_SWAP:
            ip_explore_engine_swap_undo(e, frame, e->frames.items[at - 1].transaction);
            break;
        case IP_FRAME_START:
            if (take_other_start(e, frame))
                return true;
            break;
        }
        e->frames.count--;
    }
    return false;
}

ip_engine_end ip_explore_engine_explore(ip_explorer_engine *e)
{
    ip_explore_engine_call(e, 1);
    do {
        if (!forward(e))
            return e->has_failed ? IP_ENGINE_FAILED : IP_ENGINE_STOPPED;
        if (!e->input.proceed(e->input.data))
            return IP_ENGINE_STOPPED;
        if (ip_explore_values_bytes(e->values) + ip_explore_paths_bytes(e->paths) > e->input.cache_bytes)
            ip_explore_engine_empty_cache(e);
    } while (backtrack(e));
    return IP_ENGINE_COMPLETE;
}

const ip_engine_counts *ip_explore_engine_counted(const ip_explorer_engine *e)
{
    return &e->counts;
}

int ip_explore_engine_failure(const ip_explorer_engine *e, const ip_run_outcome **outcome)
{
    *outcome = &e->failure;
    return e->failed_transaction;
}

const ip_history *ip_explore_engine_history(ip_explorer_engine *e)
{
    return &e->history;
}

const ip_run_outcome *ip_explore_engine_outcome(const ip_explorer_engine *e, int transaction)
{
    return &e->now.records[transaction].leaf->outcome;
}

ip_datum ip_explore_engine_written(ip_explorer_engine *e, int transaction, int object)
{
    return ip_explore_datum(e->values, ip_explore_engine_value(e, transaction, object));
}
