/* NEXT and VALIDWRITES (section 5.1): the pending transaction runs to its end, each new read answered by one of the
 * transactions that may answer it, the other answers left for later. Transactions are not suspended: to resume a
 * transaction in its middle, it runs again from its beginning, with the same answers. */
#include "explorer/engine_internal.h"

#include "catalog/lock_mode.h"

#include <stdlib.h>
#include <string.h>

#define BIT(t) ((ip_transactions)1 << (t))

/* VALIDWRITES for the last read of the pending transaction. */
static ip_transactions valid_writers(ip_explorer_engine *e)
{
    ip_history_read *read = &e->reads[e->read_count - 1];
    ip_transactions writers = e->writers[read->object], valid = 0;
    if (e->input.defined && writers != 1 && !e->input.defined(e->input.data, read->object))
        writers &= ~(ip_transactions)1;
    if (!e->input.base || !(writers & (writers - 1)))
        return writers;
    for (ip_transactions left = writers; left; left &= left - 1) {
        read->from = __builtin_ctzll(left);
        if (ip_history_consistent(e->input.base, &e->history))
            valid |= BIT(read->from);
    }
    return valid;
}

/* The pending transaction reads. false: no transaction can answer, or this branch belongs to another shard. */
static bool new_read(ip_explorer_engine *e, const ip_history_read *asked)
{
    ip_explore_engine_reserve(e, asked->object);
    bool choice = e->writers[asked->object] != 1;
    ip_history_read read = *asked;
    ip_explore_engine_push_read(e, &read);
    if (!choice)
        return true;
    ip_transactions valid = valid_writers(e);
    if (!valid) {
        if (ip_explore_engine_counts_here(e))
            e->counts.blocked++;
        ip_explore_engine_truncate(e, e->now.records[e->now.pending].count - 1);
        return false;
    }
    /* The latest first: runs begin like serial ones. */
    int from = 63 - __builtin_clzll(valid);
    ip_explore_engine_set_from(e, from);
    int count = __builtin_popcountll(valid);
    if (count > 1) {
        ip_engine_frame frame = {.kind = IP_FRAME_READ,
                                 .transaction = e->now.pending,
                                 .read = e->now.records[e->now.pending].count - 1,
                                 .remaining = valid & ~BIT(from),
                                 .weight = e->weight,
                                 .factor = count};
        IP_PUSH(e->arena, &e->frames, frame);
    }
    return ip_explore_engine_call(e, count);
}

static bool same_question(const ip_history_read *a, const ip_history_read *b)
{
    return a->object == b->object && a->step == b->step && a->newest == b->newest && a->check == b->check &&
           a->chooses == b->chooses;
}

/* The current node is a read. */
static void note_read(ip_explorer_engine *e, const ip_history_read *asked)
{
    ip_explore_node *node = ip_explore_node_at(e->paths, e->node);
    if (node->leaf || (node->read.object >= 0 && !same_question(&node->read, asked)))
        e->broken = true;
    node->read = *asked;
}

static int last_value(ip_explorer_engine *e, int index)
{
    const ip_history_read *read = &e->reads[e->now.records[e->now.pending].first + index];
    return ip_explore_engine_value(e, read->from, read->object);
}

/* The newest version is not older than the last snapshot that was taken. */
bool ip_explore_engine_read(ip_explorer_engine *e, ip_engine_question question, ip_datum *value)
{
    int object = question.object;
    const ip_history_read asked = {.object = object,
                                   .step = question.newest ? e->begun : e->step,
                                   .newest = question.newest,
                                   .check = question.check,
                                   .chooses = question.chooses};
    ip_explore_engine_reserve(e, object);
    if (e->own[object] >= 0 && !question.before_own) {
        *value = ip_explore_datum(e->values, e->own[object]);
        return true;
    }
    const ip_engine_record *record = &e->now.records[e->now.pending];
    note_read(e, &asked);
    if (e->replayed < record->count) {
        const ip_history_read *read = &e->reads[record->first + e->replayed];
        if (!same_question(read, &asked))
            e->broken = true;
        e->nodes[record->first + e->replayed] = e->node;
    }
    if (e->broken)
        return false;
    if (e->replayed >= record->count && !new_read(e, &asked))
        return false;
    int answer = last_value(e, e->replayed++);
    e->node = ip_explore_child(e->paths, e->node, answer);
    *value = ip_explore_datum(e->values, answer);
    return true;
}

int ip_explore_engine_statement(ip_explorer_engine *e)
{
    return e->step = ++e->begun;
}

void ip_explore_engine_resume(ip_explorer_engine *e, int statement)
{
    e->step = statement;
}

void ip_explore_engine_write(ip_explorer_engine *e, int object, ip_datum value)
{
    ip_explore_engine_reserve(e, object);
    ip_engine_undo undo = {object, e->own[object]};
    IP_PUSH(e->arena, &e->journal, undo);
    e->own[object] = ip_explore_value(e->values, value);
}

static void push_lock(ip_explorer_engine *e, ip_history_lock lock)
{
    ip_engine_undo undo = {.object = IP_ENGINE_LOCK};
    IP_PUSH(e->arena, &e->journal, undo);
    IP_PUSH(e->arena, &e->locks, lock);
}

void ip_explore_engine_lock(ip_explorer_engine *e, int row, int mode, bool early)
{
    if (e->input.models_locks)
        push_lock(e, (ip_history_lock){.row = row, .mode = mode, .step = e->begun, .early = early});
}

void ip_explore_engine_meet(ip_explorer_engine *e, int row)
{
    if (e->input.models_locks)
        IP_PUSH(e->arena, &e->met, ((ip_history_lock){.row = row, .step = e->begun, .met = true}));
}

static ip_history_lock *last_lock(const ip_explorer_engine *e, int row)
{
    for (int i = e->locks.count - 1; i >= 0; i--)
        if (e->locks.items[i].row == row)
            return &e->locks.items[i];
    return NULL;
}

bool ip_explore_engine_has_locked(const ip_explorer_engine *e, int row)
{
    return last_lock(e, row) != NULL;
}

void ip_explore_engine_unlock(ip_explorer_engine *e, int row)
{
    for (int i = e->locks.count - 1; i >= 0 && e->locks.items[i].step == e->begun; i--)
        if (e->locks.items[i].row == row && !e->locks.items[i].changes)
            e->locks.items[i].mode = IP_LOCK_NONE;
}

void ip_explore_engine_change(ip_explorer_engine *e, int row, bool inserts)
{
    ip_history_lock *lock = last_lock(e, row);
    if (!e->input.models_locks)
        return;
    if (inserts)
        push_lock(e, (ip_history_lock){
                         .row = row, .mode = IP_LOCK_UPDATE, .step = e->begun, .changes = true, .inserts = true});
    else if (lock)
        lock->changes = true;
}

int ip_explore_engine_savepoint(ip_explorer_engine *e)
{
    return e->journal.count;
}

void ip_explore_engine_rollback(ip_explorer_engine *e, int savepoint)
{
    while (e->journal.count > savepoint) {
        ip_engine_undo undo = e->journal.items[--e->journal.count];
        if (undo.object == IP_ENGINE_LOCK)
            e->locks.count--;
        else
            e->own[undo.object] = undo.value;
    }
}

static int by_object(const void *a, const void *b)
{
    const ip_explore_write *x = a, *y = b;
    return x->object < y->object ? -1 : x->object > y->object;
}

/* Collects the run's writes from the journal, each object once. */
static void collect_writes(ip_explorer_engine *e, ip_explore_leaf *leaf)
{
    ip_explore_write *writes = IP_NEW_ARRAY(ip_explore_paths_arena(e->paths), ip_explore_write, e->journal.count);
    for (int i = 0; i < e->journal.count; i++) {
        int object = e->journal.items[i].object;
        if (object == IP_ENGINE_LOCK)
            continue;
        if (e->own[object] >= 0)
            writes[leaf->write_count++] = (ip_explore_write){object, e->own[object]};
        e->own[object] = -1;
    }
    e->journal.count = 0;
    qsort(writes, (size_t)leaf->write_count, sizeof *writes, by_object);
    leaf->writes = writes;
}

static void collect_locks(ip_explorer_engine *e, ip_explore_leaf *leaf)
{
    for (int i = 0; i < e->met.count; i++)
        IP_PUSH(e->arena, &e->locks, e->met.items[i]);
    leaf->step_count = e->begun + 1;
    leaf->lock_count = e->locks.count;
    leaf->locks = ip_explore_engine_keep_locks(ip_explore_paths_arena(e->paths), e->locks.items, e->locks.count);
}

const ip_history_lock *ip_explore_engine_keep_locks(ip_arena *arena, const ip_history_lock *locks, int count)
{
    ip_history_lock *copy = IP_NEW_ARRAY(arena, ip_history_lock, count + 1); /* NULL would be: nothing is known */
    if (count)
        memcpy(copy, locks, sizeof *copy * (size_t)count);
    return copy;
}

ip_run_outcome ip_explore_engine_keep_outcome(ip_arena *arena, ip_run_outcome outcome)
{
    if (outcome.sqlstate)
        outcome.sqlstate = ip_arena_strdup(arena, outcome.sqlstate);
    if (outcome.message)
        outcome.message = ip_arena_strdup(arena, outcome.message);
    ip_datum *results = IP_NEW_ARRAY(arena, ip_datum, outcome.result_count);
    for (int i = 0; i < outcome.result_count; i++)
        results[i] = ip_value_datum_copy(arena, outcome.results[i]);
    outcome.results = results;
    return outcome;
}

static bool failed(ip_explorer_engine *e, int transaction, ip_run_outcome outcome)
{
    e->has_failed = true;
    e->failed_transaction = transaction;
    e->failure = outcome;
    ip_explore_engine_rollback(e, 0);
    return false;
}

/* Runs the pending transaction from its beginning. */
static bool run(ip_explorer_engine *e)
{
    int transaction = e->now.pending;
    ip_run_outcome outcome = {0};
    e->replayed = 0;
    e->step = e->begun = -1;
    e->locks.count = e->met.count = 0;
    e->node = transaction;
    e->broken = false;
    ip_run_end end = e->input.run(e->input.data, transaction, &outcome);
    if (e->broken || (end != IP_RUN_STOPPED && e->replayed != e->now.records[transaction].count))
        return failed(e, 0, outcome);
    if (end == IP_RUN_STOPPED) {
        ip_explore_engine_rollback(e, 0);
        return false;
    }
    if (end != IP_RUN_COMMITTED && end != IP_RUN_ABORTED)
        return failed(e, transaction, outcome);
    ip_arena *arena = ip_explore_paths_arena(e->paths);
    ip_explore_leaf *leaf = IP_NEW(arena, ip_explore_leaf);
    collect_locks(e, leaf); /* an aborting transaction held its locks until then */
    if (end == IP_RUN_ABORTED)
        ip_explore_engine_rollback(e, 0);
    leaf->aborted = end == IP_RUN_ABORTED;
    leaf->outcome = ip_explore_engine_keep_outcome(arena, outcome);
    collect_writes(e, leaf);
    ip_explore_node_at(e->paths, e->node)->leaf = leaf;
    ip_explore_engine_complete(e, leaf);
    return true;
}

bool ip_explore_engine_advance(ip_explorer_engine *e)
{
    const ip_engine_record *record = &e->now.records[e->now.pending];
    if (!record->count)
        e->node = e->now.pending;
    else if (e->nodes[e->read_count - 1] < 0)
        return run(e);
    else
        e->node = ip_explore_child(e->paths, e->nodes[e->read_count - 1], last_value(e, record->count - 1));
    for (;;) {
        const ip_explore_node *node = ip_explore_node_at(e->paths, e->node);
        if (node->leaf) {
            ip_explore_engine_complete(e, node->leaf);
            return true;
        }
        if (node->read.object < 0)
            return run(e);
        const ip_history_read asked = node->read; /* nodes move */
        if (!new_read(e, &asked))
            return false;
        e->node = ip_explore_child(e->paths, e->node, last_value(e, record->count - 1));
    }
}
