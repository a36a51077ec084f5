/* Relations of a history for levels of visibility: conflicts, statements, locks, kinds of reads. */
#include "history/history_facts.h"

#include "catalog/lock_mode.h"
#include "history/read_order.h"

#include <string.h>

struct ip_facts_reader {
    ip_arena *arena;
    int level_count;
    bool *has_statement_snapshots, *rereads, *is_engine; /* [level] */
    bool places;
    ip_history_facts facts;
    ip_fact_read *reads;
    int place_capacity, read_capacity, step_capacity;
    int *steps; /* of one transaction */
};

static ip_transactions bit(int t)
{
    return (ip_transactions)1 << t;
}

static int take(ip_transactions *set)
{
    int t = __builtin_ctzll(*set);
    *set &= *set - 1;
    return t;
}

static void relate(ip_pairs *r, int t, int u)
{
    r->after[t] |= bit(u);
    r->before[u] |= bit(t);
}

ip_facts_reader *ip_history_facts_reader_new(ip_arena *arena, const ip_level *const *levels, int count, bool places)
{
    ip_facts_reader *f = IP_NEW(arena, ip_facts_reader);
    *f = (ip_facts_reader){.arena = arena, .level_count = count, .places = places};
    f->facts.at_level = IP_NEW_ARRAY(arena, ip_transactions, count);
    f->has_statement_snapshots = IP_NEW_ARRAY(arena, bool, count);
    f->rereads = IP_NEW_ARRAY(arena, bool, count);
    f->is_engine = IP_NEW_ARRAY(arena, bool, count);
    for (int l = 0; l < count; l++) {
        f->has_statement_snapshots[l] = ip_level_has_statement_snapshots(levels[l]);
        f->rereads[l] = ip_level_rereads_locked_rows(levels[l]);
        f->is_engine[l] = *ip_level_engine(levels[l]) != 0;
    }
    return f;
}

/* ----------------------------------------------------------------- locks -- */

/* The mode of an unknown change. */
static const ip_lock least_change = IP_LOCK_NO_KEY_UPDATE;

static ip_transactions row_writers(const ip_history *h, int row)
{
    if (h->row_writers)
        return row < h->row_count ? h->row_writers[row] : 0;
    return row < h->object_count ? h->writers[row] & ~(ip_transactions)1 : 0;
}

static bool tells_of_change(const ip_history_transaction *t, int row)
{
    for (int i = 0; i < t->lock_count; i++)
        if (t->locks[i].row == row && t->locks[i].changes)
            return true;
    return false;
}

/* Whether a change, with the locks that its transaction had on the row before, excludes a lock of this mode: an UPDATE
 * of a row that is locked FOR UPDATE keeps that mode (PostgreSQL: compute_new_xmax_infomask in heapam.c). */
static bool excludes_from(const ip_history_transaction *writer, int change, ip_lock mode)
{
    for (int i = 0; i <= change; i++)
        if (writer->locks[i].row == writer->locks[change].row && !writer->locks[i].met &&
            ip_catalog_locks_exclude((ip_lock)writer->locks[i].mode, mode))
            return true;
    return false;
}

/* Whether t's change of the row excludes a lock of this mode. */
static bool change_excludes(const ip_history *h, int t, int row, ip_lock mode)
{
    const ip_history_transaction *writer = &h->transactions[t];
    for (int i = 0; i < writer->lock_count; i++)
        if (writer->locks[i].row == row && writer->locks[i].changes && excludes_from(writer, i, mode))
            return true;
    return !tells_of_change(writer, row) && ip_catalog_locks_exclude(least_change, mode);
}

/* The row was changed by an earlier statement of the transaction, or earlier in this one: later accesses find its own
 * version. */
static bool has_inserted(const ip_history_transaction *t, int lock)
{
    for (int i = 0; i <= lock; i++)
        if (t->locks[i].row == t->locks[lock].row && t->locks[i].inserts)
            return true;
    return false;
}

static void find_conflicts(ip_history_facts *f)
{
    const ip_history *h = f->history;
    int rows = h->row_writers ? h->row_count : h->object_count;
    for (int r = 0; r < rows; r++) {
        ip_transactions writers = row_writers(h, r) & f->all;
        for (ip_transactions rest = writers; rest;) {
            int t = take(&rest);
            f->conflict.after[t] |= writers & ~bit(t);
            f->conflict.before[t] |= writers & ~bit(t);
        }
    }
}

static bool has_excluding_lock(const ip_history *h, int t, const ip_history_lock *lock)
{
    const ip_history_transaction *holder = &h->transactions[t];
    for (int i = 0; i < holder->lock_count; i++)
        if (holder->locks[i].row == lock->row &&
            ip_catalog_locks_exclude((ip_lock)holder->locks[i].mode, (ip_lock)lock->mode))
            return true;
    return (row_writers(h, lock->row) & bit(t)) && !tells_of_change(holder, lock->row) &&
           ip_catalog_locks_exclude(least_change, (ip_lock)lock->mode);
}

/* If a transaction waits before it takes its snapshot, the snapshot contains the transaction that it waited for. */
static void find_waiting(ip_history_facts *f, int u, const ip_history_lock *lock)
{
    for (ip_transactions rest = f->all & ~bit(u); rest;) {
        int t = take(&rest);
        if (has_excluding_lock(f->history, t, lock))
            relate(&f->changes, t, u);
    }
}

static void find_changes(ip_history_facts *f)
{
    const ip_history *h = f->history;
    for (int u = 1; u < h->count; u++) {
        const ip_history_transaction *locker = &h->transactions[u];
        if (!locker->locks)
            for (ip_transactions rest = f->conflict.before[u]; rest;)
                relate(&f->changes, take(&rest), u);
        for (int i = 0; i < locker->lock_count; i++) {
            const ip_history_lock *lock = &locker->locks[i];
            ip_transactions writers = row_writers(h, lock->row) & f->all & ~bit(u);
            if (lock->early)
                find_waiting(f, u, lock);
            if (writers && has_inserted(locker, i))
                continue;
            while (writers) {
                int t = take(&writers);
                if (change_excludes(h, t, lock->row, (ip_lock)lock->mode))
                    relate(&f->changes, t, u);
            }
        }
    }
}

/* ---------------------------------------------------------------- places -- */

static void add_step(ip_facts_reader *f, int step, int *count)
{
    int at = *count;
    while (at > 0 && f->steps[at - 1] > step)
        at--;
    if (at > 0 && f->steps[at - 1] == step)
        return;
    memmove(f->steps + at + 1, f->steps + at, sizeof *f->steps * (size_t)(*count - at));
    f->steps[at] = step;
    ++*count;
}

/* The statements of a transaction, in order. Those that no event names are left out unless their number is given. */
static int find_steps(ip_facts_reader *f, const ip_history_transaction *t)
{
    int most = t->read_count + t->lock_count + t->step_count + 1, count = 0;
    if (most > f->step_capacity) {
        f->step_capacity = 2 * most;
        f->steps = IP_NEW_ARRAY(f->arena, int, f->step_capacity);
    }
    for (int s = 0; s < t->step_count; s++)
        add_step(f, s, &count);
    for (int r = 0; r < t->read_count; r++)
        add_step(f, t->reads[r].step, &count);
    for (int l = 0; l < t->lock_count; l++)
        add_step(f, t->locks[l].step, &count);
    if (count == 0)
        add_step(f, 0, &count);
    return count;
}

static int place_of(const ip_facts_reader *f, int first, int step)
{
    if (!f->places)
        return first;
    int place = first;
    for (const int *s = f->steps; *s != step; s++)
        place++;
    return place;
}

static void reserve_places(ip_facts_reader *f, int count)
{
    ip_history_facts *facts = &f->facts;
    if (count <= f->place_capacity)
        return;
    int old = f->place_capacity;
    f->place_capacity = 2 * count;
    int *owner = IP_NEW_ARRAY(f->arena, int, f->place_capacity);
    ip_transactions *locks = IP_NEW_ARRAY(f->arena, ip_transactions, f->place_capacity);
    if (old) {
        memcpy(owner, facts->owner, sizeof *owner * (size_t)old);
        memcpy(locks, facts->locks, sizeof *locks * (size_t)old);
    }
    facts->owner = owner;
    facts->locks = locks;
}

/* ----------------------------------------------------------------- reads -- */

static ip_transactions find_outside(const ip_history *h, int u, const ip_history_read *read)
{
    const ip_history_transaction *reader = &h->transactions[u];
    int row = h->row_of ? h->row_of[read->object] : read->object;
    ip_transactions others = h->writers[read->object] & ~(bit(u) | bit(read->from) | 1);
    ip_transactions result = read->apart & others;
    for (int i = 0; i < reader->lock_count; i++) {
        const ip_history_lock *lock = &reader->locks[i];
        for (ip_transactions rest = others & ~result; rest && lock->step <= read->step;) {
            int v = take(&rest);
            /* A transaction that an earlier statement waited for has committed by now, whatever it wrote: a parent's
             * DELETE and the check for children that follows it. */
            if (lock->row == row ? change_excludes(h, v, row, (ip_lock)lock->mode)
                                 : lock->step < read->step && has_excluding_lock(h, v, lock))
                result |= bit(v);
        }
    }
    return result;
}

static bool is_met(const ip_history *h, int u, const ip_history_read *read)
{
    const ip_history_transaction *reader = &h->transactions[u];
    int row = h->row_of ? h->row_of[read->object] : read->object;
    for (int i = 0; i < reader->lock_count; i++)
        if (reader->locks[i].met && reader->locks[i].row == row && reader->locks[i].step == read->step)
            return true;
    return false;
}

static void add_reads(ip_facts_reader *f, int u)
{
    ip_history_facts *facts = &f->facts;
    const ip_history_transaction *t = &facts->history->transactions[u];
    bool reread = f->rereads[t->level], checks = reread || f->is_engine[t->level];
    int needed = facts->read_count + t->read_count;
    if (needed > f->read_capacity) {
        ip_fact_read *larger = IP_NEW_ARRAY(f->arena, ip_fact_read, 2 * needed);
        if (facts->read_count)
            memcpy(larger, f->reads, sizeof *larger * (size_t)facts->read_count);
        f->reads = larger;
        f->read_capacity = 2 * needed;
    }
    for (int r = 0; r < t->read_count; r++) {
        const ip_history_read *read = &t->reads[r];
        bool newest = read->newest && checks, either = read->unsure && reread;
        bool own_snapshot = facts->own_snapshots & bit(u);
        f->reads[facts->read_count++] = (ip_fact_read){
            .object = read->object,
            .from = read->from,
            .reader = u,
            .place = place_of(f, facts->first_place[u], read->step),
            .of_snapshot = !newest && !either,
            .is_seen = (!newest && !either) || (newest && !own_snapshot && is_met(facts->history, u, read)),
            .is_dependency = ip_history_read_recorded(facts->history, u, read, checks && !own_snapshot),
            .outside = newest ? find_outside(facts->history, u, read) : 0};
    }
    facts->reads = f->reads;
}

static void add_transaction(ip_facts_reader *f, int u)
{
    ip_history_facts *facts = &f->facts;
    const ip_history *h = facts->history;
    const ip_history_transaction *t = &h->transactions[u];
    facts->at_level[t->level] |= bit(u);
    if (f->has_statement_snapshots[t->level])
        facts->own_snapshots |= bit(u);
    for (ip_transactions rest = t->sessions_before & facts->all; rest;)
        relate(&facts->so, take(&rest), u);
    for (int r = 0; r < t->read_count; r++)
        if (t->reads[r].from != 0)
            relate(&facts->wr, t->reads[r].from, u);
    int first = facts->first_place[u], count = f->places ? find_steps(f, t) : 1;
    reserve_places(f, first + count);
    facts->first_place[u + 1] = first + count;
    for (int p = first; p < first + count; p++) {
        facts->owner[p] = u;
        facts->locks[p] = 0;
    }
    for (int l = 0; l < t->lock_count && f->places; l++) {
        ip_transactions *locks = &facts->locks[place_of(f, first, t->locks[l].step)];
        for (ip_transactions rest = facts->all & ~bit(u) & ~*locks; rest;) {
            int holder = take(&rest);
            if (has_excluding_lock(h, holder, &t->locks[l]))
                *locks |= bit(holder);
        }
    }
    add_reads(f, u);
}

const ip_history_facts *ip_history_facts_read(ip_facts_reader *f, const ip_history *h)
{
    ip_history_facts *facts = &f->facts;
    facts->history = h;
    facts->all = (h->count == IP_MAX_TRANSACTIONS ? ~(ip_transactions)0 : bit(h->count) - 1) & ~(ip_transactions)1;
    ip_pairs *pairs[] = {&facts->so, &facts->wr, &facts->conflict, &facts->changes};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        memset(pairs[i], 0, sizeof *pairs[i]);
    memset(facts->at_level, 0, sizeof *facts->at_level * (size_t)f->level_count);
    facts->own_snapshots = 0;
    facts->read_count = 0;
    facts->first_place[0] = facts->first_place[1] = 0;
    for (int u = 1; u < h->count; u++)
        add_transaction(f, u);
    find_conflicts(facts);
    find_changes(facts);
    return facts;
}
