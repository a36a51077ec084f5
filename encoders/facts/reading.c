/* The places of a program's statements, the snapshots that they read, and the locks that they hold. */
#include "facts/reading.h"

#include <stdlib.h>

static int outermost(const ip_program *program, int loop)
{
    while (loop >= 0 && program->loops.items[loop].parent >= 0)
        loop = program->loops.items[loop].parent;
    return loop;
}

static int depth_of(const ip_program *program, int loop)
{
    int depth = 0;
    for (; loop >= 0; loop = program->loops.items[loop].parent)
        depth++;
    return depth;
}

/* A statement that was not understood may take any number of snapshots. State outside of isolation is in no
 * snapshot. */
static bool takes_snapshot(const ip_statement *s)
{
    return s->kind != IP_ABORT && s->sources.count > 0 && !s->sources.items[0].table->outside;
}

/* Places before they are numbered: four for each step, 1 being the step's own and 0 and 2 around it. */
static void place_statement(const ip_program *program, const ip_statement *s, const int *step_depth, int *first,
                            int *last)
{
    int loop = outermost(program, s->loop);
    if (loop < 0 || step_depth[s->step] == 0) {
        *first = s->early ? 0 : 4 * s->step + (s->kind == IP_UNKNOWN ? 0 : 1);
        *last = 4 * s->step + (s->kind == IP_UNKNOWN ? 2 : 1);
        return;
    }
    int low = s->step, high = s->step;
    for (int i = 0; i < program->statements.count; i++) {
        const ip_statement *other = &program->statements.items[i];
        if (!takes_snapshot(other) || outermost(program, other->loop) != loop || step_depth[other->step] == 0)
            continue;
        low = other->step < low ? other->step : low;
        high = other->step > high ? other->step : high;
    }
    *first = s->early ? 0 : 4 * low;
    *last = 4 * high + 2;
}

static void number_places(ip_arena *arena, const ip_program *program, ip_reading *r, int *first, int *last)
{
    int all = 4 * program->step_count + 4;
    bool *used = IP_NEW_ARRAY(arena, bool, all);
    int *number = IP_NEW_ARRAY(arena, int, all);
    int count = program->statements.count;
    for (int i = 0; i < count; i++)
        if (takes_snapshot(&program->statements.items[i]))
            used[first[i]] = used[last[i]] = true;
    for (int k = 0; k < all; k++) {
        number[k] = r->places;
        r->places += used[k];
    }
    for (int i = 0; i < count; i++)
        if (takes_snapshot(&program->statements.items[i])) {
            first[i] = number[first[i]];
            last[i] = number[last[i]];
        }
}

ip_reading ip_facts_reading_derive(ip_arena *arena, const ip_program *program, const ip_level *level)
{
    ip_reading r = {.engine = *ip_level_engine(level) != '\0', .statements = ip_level_has_statement_snapshots(level)};
    r.tracked = ip_level_tracks_overwriters(level);
    r.reread = r.statements && ip_level_rereads_locked_rows(level);
    if (!r.statements)
        return r;
    int count = program->statements.count;
    int *step_depth = IP_NEW_ARRAY(arena, int, program->step_count + 1);
    int *first = IP_NEW_ARRAY(arena, int, count), *last = IP_NEW_ARRAY(arena, int, count);
    int *locked = IP_NEW_ARRAY(arena, int, count);
    bool *takes = IP_NEW_ARRAY(arena, bool, count);
    for (int i = 0; i < program->step_count; i++)
        step_depth[i] = -1;
    for (int i = 0; i < count; i++) {
        const ip_statement *s = &program->statements.items[i];
        int depth = depth_of(program, s->loop), *known = &step_depth[s->step];
        takes[i] = takes_snapshot(s);
        if (takes[i] && (*known < 0 || depth < *known))
            *known = depth;
    }
    for (int i = 0; i < count; i++)
        if (takes_snapshot(&program->statements.items[i]))
            place_statement(program, &program->statements.items[i], step_depth, &first[i], &last[i]);
    number_places(arena, program, &r, first, last);
    for (int i = 0, latest = 0; i < count; i++) {
        latest = last[i] > latest ? last[i] : latest;
        locked[i] = latest;
    }
    /* The rows of a loop's query are locked as they are fetched. */
    for (int i = 0; i < count; i++)
        for (int loop = program->statements.items[i].loop; loop >= 0; loop = program->loops.items[loop].parent) {
            int query = program->loops.items[loop].kind == IP_LOOP_QUERY ? program->loops.items[loop].query : -1;
            if (query >= 0 && locked[query] < last[i])
                locked[query] = last[i];
        }
    r.takes = takes;
    r.first = first;
    r.last = last;
    r.locked = locked;
    r.step_depth = step_depth;
    return r;
}

static bool assigns_key(const ip_statement *s)
{
    const ip_table *table = s->sources.items[0].table;
    for (int k = 0; k < table->keys.count; k++)
        for (int i = 0; i < table->keys.items[k].column_count; i++)
            if (s->assignments[table->keys.items[k].columns[i]])
                return true;
    return false;
}

ip_lock ip_facts_lock_taken(const ip_statement *s, int source)
{
    ip_lock lock = s->sources.items[source].lock; /* of a row: TRUNCATE locks none */
    if (source > 0 || lock != IP_LOCK_NONE)
        return lock;
    if (s->kind == IP_UPDATE)
        return assigns_key(s) ? IP_LOCK_UPDATE : IP_LOCK_NO_KEY_UPDATE;
    return s->kind == IP_INSERT || s->kind == IP_DELETE ? IP_LOCK_UPDATE : IP_LOCK_NONE;
}

bool ip_facts_reads_newest(const ip_reading *r, const ip_statement *s, int source)
{
    /* Keys that do not identify rows are checked against everything committed at levels of the literature, too, and
     * foreign keys are enforced so: no row that an action has not found may refer to a deleted row. */
    if (!r->engine)
        return (s->check == IP_CHECK_ABSENT || s->past_snapshot || s->sources.items[source].referring) &&
               s->sources.items[source].newest;
    return s->sources.items[source].newest || (s->kind == IP_INSERT && source == 0);
}

bool ip_facts_reads_recorded(const ip_reading *r, const ip_statement *s, int source)
{
    return !r->engine || r->statements || !ip_facts_reads_newest(r, s, source);
}

bool ip_facts_rereads(const ip_reading *r, const ip_statement *s, int source)
{
    return r->reread && s->kind != IP_UNKNOWN && !ip_facts_reads_newest(r, s, source) &&
           ip_facts_lock_taken(s, source) != IP_LOCK_NONE;
}
