/* Histories, which grow and shrink at their end. They are flat arrays; once these are large enough, nothing is
 * allocated. */
#include "explorer/engine_internal.h"

#include <string.h>

#define BIT(t) ((ip_transactions)1 << (t))

static void *enlarged(ip_arena *arena, const void *old, int count, int capacity, size_t size)
{
    void *larger = ip_arena_alloc(arena, size * (size_t)capacity);
    if (count)
        memcpy(larger, old, size * (size_t)count);
    return larger;
}

static void reserve_objects(ip_explorer_engine *e, int capacity)
{
    int old = e->object_capacity, per_row = e->input.objects_per_row;
    e->writers = enlarged(e->arena, e->writers, old, capacity, sizeof *e->writers);
    e->row_writers = enlarged(e->arena, e->row_writers, old, capacity, sizeof *e->row_writers);
    e->initial = enlarged(e->arena, e->initial, old, capacity, sizeof *e->initial);
    e->own = enlarged(e->arena, e->own, old, capacity, sizeof *e->own);
    e->row_of = enlarged(e->arena, e->row_of, old, capacity, sizeof *e->row_of);
    for (int o = old; o < capacity; o++) {
        e->writers[o] = 1;
        e->initial[o] = e->own[o] = -1;
        e->row_of[o] = o / per_row;
    }
    e->object_capacity = capacity;
    e->history.writers = e->writers;
    if (per_row > 1) {
        e->history.row_of = e->row_of;
        e->history.row_writers = e->row_writers;
    }
}

void ip_explore_engine_reserve(ip_explorer_engine *e, int object)
{
    int per_row = e->input.objects_per_row, rows = object / per_row + 1;
    if (rows * per_row <= e->history.object_count)
        return;
    if (rows * per_row > e->object_capacity)
        reserve_objects(e, rows * per_row * 2);
    e->history.object_count = rows * per_row;
    e->history.row_count = per_row > 1 ? rows : 0;
}

static void point_at_leaf(const ip_explorer_engine *e, ip_history_transaction *t, const ip_explore_leaf *leaf)
{
    bool known = leaf && e->input.models_locks;
    t->locks = known ? leaf->locks : NULL;
    t->lock_count = known ? leaf->lock_count : 0;
    t->step_count = known ? leaf->step_count : 0;
}

void ip_explore_engine_point(ip_explorer_engine *e, int transaction)
{
    const ip_engine_record *record = &e->now.records[transaction];
    ip_history_transaction *t = &e->history.transactions[transaction];
    t->reads = e->reads ? e->reads + record->first : NULL; /* none so far, in any */
    t->read_count = record->count;
    t->aborted = record->leaf && record->leaf->aborted;
    point_at_leaf(e, t, record->leaf);
}

static void reserve_reads(ip_explorer_engine *e, int count)
{
    if (count <= e->read_capacity)
        return;
    int capacity = count * 2;
    e->reads = enlarged(e->arena, e->reads, e->read_count, capacity, sizeof *e->reads);
    e->pasts = enlarged(e->arena, e->pasts, e->read_count, capacity, sizeof *e->pasts);
    e->nodes = enlarged(e->arena, e->nodes, e->read_count, capacity, sizeof *e->nodes);
    e->read_capacity = capacity;
    for (int p = 1; p < e->now.count; p++)
        ip_explore_engine_point(e, e->now.order[p]);
}

void ip_explore_engine_begin(ip_explorer_engine *e, int transaction)
{
    ip_engine_order *now = &e->now;
    ip_engine_record *record = &now->records[transaction];
    now->position[transaction] = (unsigned char)now->count;
    now->order[now->count++] = (unsigned char)transaction;
    now->present |= BIT(transaction);
    now->pending = transaction;
    *record = (ip_engine_record){.first = e->read_count, .past = e->input.sessions_before[transaction]};
    for (ip_transactions left = record->past & ~(ip_transactions)1; left; left &= left - 1)
        record->past |= now->records[__builtin_ctzll(left)].past;
    ip_explore_engine_point(e, transaction);
}

void ip_explore_engine_push_read(ip_explorer_engine *e, const ip_history_read *read)
{
    ip_engine_record *record = &e->now.records[e->now.pending];
    reserve_reads(e, e->read_count + 1);
    e->reads[e->read_count] = *read;
    e->pasts[e->read_count] = record->past;
    e->nodes[e->read_count] = e->node;
    e->read_count++;
    record->count++;
    ip_explore_engine_set_from(e, read->from);
    e->history.transactions[e->now.pending].read_count = record->count;
}

void ip_explore_engine_set_from(ip_explorer_engine *e, int from)
{
    ip_engine_record *record = &e->now.records[e->now.pending];
    e->reads[e->read_count - 1].from = from;
    record->past = e->pasts[e->read_count - 1] | BIT(from) | e->now.records[from].past;
}

void ip_explore_engine_truncate(ip_explorer_engine *e, int reads)
{
    ip_engine_record *record = &e->now.records[e->now.pending];
    e->read_count = record->first + reads;
    record->count = reads;
    e->history.transactions[e->now.pending].read_count = reads;
}

void ip_explore_engine_show(ip_explorer_engine *e, int transaction, bool shown)
{
    const ip_explore_leaf *leaf = e->now.records[transaction].leaf;
    int per_row = e->input.objects_per_row;
    ip_transactions bit = BIT(transaction);
    for (int i = 0; i < leaf->write_count; i++) {
        int object = leaf->writes[i].object;
        if (shown) {
            e->writers[object] |= bit;
            e->row_writers[object / per_row] |= bit;
        } else {
            e->writers[object] &= ~bit;
            e->row_writers[object / per_row] &= ~bit;
        }
    }
}

void ip_explore_engine_complete(ip_explorer_engine *e, const ip_explore_leaf *leaf)
{
    int transaction = e->now.pending;
    e->now.records[transaction].leaf = leaf;
    e->now.pending = 0;
    e->history.transactions[transaction].aborted = leaf->aborted;
    point_at_leaf(e, &e->history.transactions[transaction], leaf);
    ip_explore_engine_show(e, transaction, true);
}

void ip_explore_engine_uncomplete(ip_explorer_engine *e)
{
    int transaction = e->now.order[e->now.count - 1];
    ip_explore_engine_show(e, transaction, false);
    e->now.records[transaction].leaf = NULL;
    e->now.pending = transaction;
    e->history.transactions[transaction].aborted = false;
    point_at_leaf(e, &e->history.transactions[transaction], NULL);
}

void ip_explore_engine_drop_pending(ip_explorer_engine *e)
{
    int transaction = e->now.pending;
    if (!transaction)
        return;
    ip_explore_engine_truncate(e, 0);
    e->now.count--;
    e->now.present &= ~BIT(transaction);
    e->now.pending = 0;
}

static int written_value(const ip_explore_leaf *leaf, int object)
{
    int low = 0, high = leaf->write_count - 1;
    while (low < high) {
        int middle = (low + high) / 2;
        if (leaf->writes[middle].object < object)
            low = middle + 1;
        else
            high = middle;
    }
    return leaf->writes[low].value;
}

int ip_explore_engine_value(ip_explorer_engine *e, int transaction, int object)
{
    if (transaction)
        return written_value(e->now.records[transaction].leaf, object);
    ip_explore_engine_reserve(e, object);
    if (e->initial[object] < 0)
        e->initial[object] = ip_explore_value(e->values, e->input.initial(e->input.data, object));
    return e->initial[object];
}
