/* The database as an instance finds it: reads return the last version that it sees, writes create its own versions;
 * locks, statements and their results are recorded. */
#include "replay/world/world_state.h"

#include <string.h>

static void begin_step(ip_world *world, int depth)
{
    world->current = ++world->step;
    world->under_way.count = depth < world->under_way.count ? depth : world->under_way.count;
    while (world->under_way.count <= depth)
        IP_PUSH(world->run, &world->under_way, world->step);
}

/* The probed statement, and the statements that it calls. */
static bool is_probed(const ip_world *world)
{
    for (int d = 0; d < world->under_way.count; d++)
        if (world->under_way.items[d] == world->probe.step)
            return true;
    return false;
}

static bool on_statement(void *data, const ip_code_statement *statement, int depth, bool new_snapshot)
{
    ip_world *world = data;
    world->statement = statement;
    begin_step(world, depth);
    ip_world_views_statement(&world->views, statement, depth, new_snapshot);
    if (world->probe.active)
        return world->step <= world->probe.step || is_probed(world);
    ip_world_step step = {.instance = world->instance,
                          .step = world->step,
                          .depth = depth,
                          .snapshot = ip_world_views_snapshot(&world->views),
                          .statement = statement};
    IP_PUSH(world->run, &world->steps, step);
    return true;
}

/* No statement, but steps of its own: what is read and locked from now on is at COMMIT. */
static bool on_ends(void *data)
{
    ip_world *world = data;
    world->statement = NULL;
    begin_step(world, 0);
    world->ends[world->instance] = world->step;
    ip_world_views_statement(&world->views, NULL, 0, true);
    return !world->probe.active || world->step <= world->probe.step;
}

static void on_resumed(void *data, int depth)
{
    ip_world *world = data;
    ip_world_views_resumed(&world->views, depth);
    if (depth >= world->under_way.count)
        return;
    world->under_way.count = depth + 1;
    world->current = world->under_way.items[depth];
}

/* A transaction that has inserted a row again, after a deletion that its one snapshot does not hold, sees two rows
 * with one key from then on. Cells cannot express this. */
static bool meets_twice(const ip_world *world, const cell *exists)
{
    const ip_views *views = &world->views;
    bool there =
        exists->before.written ? exists->before.value.as.boolean : exists->decided && exists->initial.as.boolean;
    bool overtaken = false;
    for (int o = 0; o < views->place; o++) {
        const version *v = &exists->versions[views->order[o]];
        bool seen = ip_world_views_sees(views, o);
        there = v->written && seen ? v->value.as.boolean : there && !v->emptied;
        overtaken = overtaken || (v->written && !seen && !v->value.as.boolean);
    }
    const version *own = &exists->versions[world->instance];
    return there && overtaken && own->value.as.boolean && !own->emptied &&
           ip_world_views_locks(views, world->instance) && !ip_world_views_per_statement(views, world->instance);
}

/* Except LOCK TABLE itself, a statement locks its tables before it takes its snapshot. */
static bool is_before_statement(const ip_world *world, ip_lock mode)
{
    const ip_world_step *last = world->steps.count ? &world->steps.items[world->steps.count - 1] : NULL;
    bool in_lock_table =
        last && last->instance == world->instance && !last->has_result && last->statement->kind == IP_CODE_LOCK_TABLE;
    return mode >= IP_LOCK_TABLE_ACCESS_SHARE && !in_lock_table;
}

static void note_lock(ip_world *world, ip_view_lock lock)
{
    undo u = {.cell = NULL};
    lock.step = world->step + is_before_statement(world, lock.mode);
    lock.at_once = lock.row == world->free_row;
    world->free_row = -1;
    if (ip_world_views_lock(&world->views, lock) && !lock.passing)
        IP_PUSH(world->run, &world->undos, u);
}

static bool on_read(void *data, int row, int column, ip_read_mode mode, ip_datum *value)
{
    ip_world *world = data;
    int i = world->instance;
    cell *c = ip_world_cell(world, row, column);
    if (c->versions[i].written && mode != IP_READ_BEFORE) {
        *value = c->versions[i].value;
        if (column == IP_EXISTS && ip_reads_snapshot(mode) && !world->probe.active)
            IP_PUSH(world->run, &world->scans, ((ip_world_scan){i, row}));
        return column != IP_EXISTS || !meets_twice(world, c);
    }
    const probe *p = &world->probe;
    bool probed = p->active && p->step == world->current && p->row == row;
    bool searched = probed && p->searches && !ip_reads_snapshot(mode);
    if (probed && p->absent && column == IP_EXISTS) {
        *value = ip_value_datum_boolean(false);
        return true;
    }
    if (probed && p->after && c->versions[p->other].written) {
        *value = c->versions[p->other].value;
        return true;
    }
    ip_world_read read = {.instance = i,
                          .step = world->current,
                          .at = world->step,
                          .row = row,
                          .column = column,
                          .from = -1,
                          .snapshot = ip_world_views_snapshot(&world->views),
                          .newest = ip_world_views_newest(&world->views, row, mode),
                          .chooses = mode == IP_READ_TARGET,
                          .check = ip_checks_committed(mode) || mode == IP_READ_PARENT,
                          .committed = mode == IP_READ_CHILD || mode == IP_READ_PARENT};
    read.search = read.newest && ip_checks_committed(mode);
    bool *deleted = &read.emptied;
    for (int o = 0; o < (searched ? p->commits : world->views.place); o++) {
        int t = world->views.order[o];
        if (!c->versions[t].written || (probed && !p->after && !p->searches && t == p->other))
            continue;
        bool seen = read.newest || ip_world_views_sees(&world->views, o);
        *deleted = seen ? false : *deleted || (c->versions[t].emptied && ip_world_views_locks(&world->views, i));
        if (seen || (c->versions[t].emptied && *deleted))
            read.from = t;
    }
    read.newest = read.newest || *deleted;
    if (read.from >= 0)
        *value = *deleted ? ip_value_datum_boolean(false) : c->versions[read.from].value;
    else if (c->before.written)
        *value = c->before.value;
    else if (!ip_world_initial_value(world, row, column, value))
        return false;
    if (!p->active)
        IP_PUSH(world->run, &world->reads, read);
    return true;
}

/* What the statement has read of the row decided only which rows to lock. It continues with the rows that still match,
 * with their current values; other rows count as not matching in the first place. */
static void reread(ip_world *world, int row)
{
    int kept = 0;
    for (int r = 0; r < world->reads.count; r++) {
        const ip_world_read *read = &world->reads.items[r];
        if (read->instance != world->instance || read->step != world->current || read->row != row || !read->chooses)
            world->reads.items[kept++] = *read;
    }
    world->reads.count = kept;
}

static bool on_lock(void *data, int row, ip_lock mode)
{
    ip_world *world = data;
    note_lock(world, (ip_view_lock){.row = row, .mode = mode});
    const ip_level *level = world->views.levels[world->instance];
    if (level && ip_level_rereads_locked_rows(level) && ip_world_views_newest(&world->views, row, IP_READ_CURRENT) &&
        !world->probe.active)
        reread(world, row);
    return true;
}

/* The row as the first instances in commit order leave it, as far as that is known. */
static bool had_key(const ip_world *world, int row, const int *columns, const ip_datum *values, int count, int commits)
{
    ip_datum value;
    bool same = ip_world_after(world, commits, row, IP_EXISTS, &value) && value.as.boolean;
    for (int i = 0; i < count && same; i++)
        same = (ip_world_key_value(world, row, columns[i], &value) ||
                ip_world_after(world, commits, row, columns[i], &value)) &&
               ip_value_datum_equal(value, values[i]);
    return same;
}

/* A key that was freed by an instance outside of the transaction's one snapshot is no reason to fail. */
static void on_looks_for_key(void *data, const ip_table *table, const int *columns, const ip_datum *values, int count)
{
    ip_world *world = data;
    const int *rows;
    int row_count = ip_interpreter_rows_of(world->rows, table, &rows);
    for (int r = 0; r < row_count; r++) {
        bool had = false;
        for (int commits = 0; commits <= world->views.place; commits++)
            had = had || had_key(world, rows[r], columns, values, count, commits);
        if (had)
            note_lock(world, (ip_view_lock){.row = rows[r], .mode = IP_LOCK_SHARE, .passing = true, .inserts = true});
    }
}

static void on_refused(void *data, int row)
{
    ip_world *world = data;
    const ip_world_write write = {world->instance, world->step, row, IP_EXISTS, false};
    if (!world->probe.active)
        IP_PUSH(world->run, &world->writes, write);
}

/* The instance that has changed it must end before the statement knows whether it exists. */
static bool on_met(void *data, int row)
{
    note_lock(data, (ip_view_lock){.row = row, .mode = IP_LOCK_SHARE, .passing = true});
    return true;
}

/* A run that would record more than this ends here. */
enum { MOST_MEGABYTES = 256 };

/* A sequence gives another value each time. */
static uint64_t hash_write(const ip_world *world, int row, int column, ip_datum value)
{
    const ip_table *table = ip_interpreter_rows_table(world->rows, row);
    const int *columns;
    int n = ip_interpreter_rows_key_columns(table, &columns);
    uint64_t hash = (uint64_t)table->id * 1000003u + (uint64_t)(column + 2);
    for (int k = 0; k < n; k++)
        if (!table->columns.items[columns[k]].sequence)
            hash = hash * 0x9E3779B97F4A7C15ull + ip_value_datum_hash(ip_interpreter_rows_key(world->rows, row)[k]);
    if (column == IP_EXISTS || !table->columns.items[column].sequence)
        hash = hash * 0x9E3779B97F4A7C15ull + ip_value_datum_hash(value);
    return hash ^ hash >> 29;
}

static void note_written(ip_world *world, uint64_t hash)
{
    if (world->probe.active) {
        world->probe.written += is_probed(world) ? hash : 0;
        return;
    }
    for (int s = world->steps.count - 1; s >= 0 && world->steps.items[s].instance == world->instance; s--)
        for (int d = 0; d < world->under_way.count; d++)
            if (world->steps.items[s].step == world->under_way.items[d] &&
                (d == 0 || world->under_way.items[d - 1] != world->under_way.items[d]))
                world->steps.items[s].written += hash;
}

static void on_own_write(void *data, int column, ip_datum value)
{
    note_written(data, ((uint64_t)(column + 2) * 1000003u + ip_value_datum_hash(value)) * 0x9E3779B97F4A7C15ull);
}

static bool on_write(void *data, int row, int column, ip_datum value)
{
    ip_world *world = data;
    cell *c = ip_world_cell(world, row, column);
    if (column == IP_EXISTS && value.as.boolean)
        note_lock(world, (ip_view_lock){.row = row, .mode = IP_LOCK_UPDATE, .inserts = true});
    if (ip_arena_bytes(world->run) > (size_t)MOST_MEGABYTES << 20)
        return false;
    undo u = {.cell = c, .before = c->versions[world->instance]};
    IP_PUSH(world->run, &world->undos, u);
    note_written(world, hash_write(world, row, column, value));
    c->versions[world->instance].written = true;
    c->versions[world->instance].value = ip_value_datum_copy(world->run, value);
    ip_world_write write = {world->instance, world->step, row, column, false};
    if (!world->probe.active)
        IP_PUSH(world->run, &world->writes, write);
    return true;
}

/* The second call only tests whether the session has the lock, which is all that the code learns. */
static bool on_session_lock(void *data, int row, ip_lock mode, bool taken)
{
    ip_world *world = data;
    return world->probe.active ||
           ip_world_views_session_lock(&world->views, world->instance, world->step, row, mode, taken);
}

static bool on_empty(void *data, const ip_table *table)
{
    ip_world *world = data;
    const emptying e = {world->instance, world->step, table};
    undo u = {.empties = true};
    const int *rows;
    int count = ip_interpreter_rows_of(world->rows, table, &rows);
    for (int i = 0; i < count; i++) { /* its initial presence decides which statements notice */
        ip_datum there;
        if (!ip_world_cell(world, rows[i], IP_EXISTS)->before.written &&
            !ip_world_initial_value(world, rows[i], IP_EXISTS, &there))
            return false;
        ip_world_take_away(world, &e, rows[i]);
    }
    IP_PUSH(world->run, &world->emptyings, e);
    IP_PUSH(world->run, &world->undos, u);
    return true;
}

static int on_savepoint(void *data)
{
    return ((ip_world *)data)->undos.count;
}

static void on_rollback_to(void *data, int savepoint)
{
    ip_world *world = data;
    while (world->undos.count > savepoint) {
        undo u = world->undos.items[--world->undos.count];
        if (u.cell)
            u.cell->versions[world->instance] = u.before;
        else if (u.empties)
            world->emptyings.count--;
        else
            ip_world_views_release(&world->views, world->step);
    }
}

static void on_block_begins(void *data, int depth)
{
    ip_world *world = data;
    if (depth == 0 && !world->probe.active)
        IP_PUSH(world->run, &world->blocks,
                ((ip_world_block){.instance = world->instance, .first = world->steps.count, .end = -1}));
}

/* The statement under way has failed, unless it had given its result by then: RAISE, an expression. */
static void note_failed(ip_world *world, const char *sqlstate, const char *detail)
{
    const char *error = ip_arena_printf(world->run, "%s %s", sqlstate, detail ? detail : "");
    int step = world->under_way.count ? world->under_way.items[0] : -1;
    if (world->probe.active) {
        if (step == world->probe.step && !world->probe.answered && !world->probe.failed)
            world->probe.failed = error;
        return;
    }
    for (int s = world->steps.count - 1; s >= 0 && world->steps.items[s].instance == world->instance; s--) {
        ip_world_step *failed = &world->steps.items[s];
        if (failed->step == step && !failed->has_result && !failed->failed)
            failed->failed = error;
    }
}

static void on_block_ends(void *data, int depth, const char *sqlstate, const char *detail)
{
    ip_world *world = data;
    int last = world->blocks.count - 1;
    if (depth == 0 && sqlstate)
        note_failed(world, sqlstate, detail);
    if (depth > 0 || world->probe.active)
        return;
    while (last >= 0 && (world->blocks.items[last].instance != world->instance || world->blocks.items[last].end >= 0))
        last--;
    if (last < 0)
        return;
    world->blocks.items[last].end = world->steps.count;
    world->blocks.items[last].sqlstate = sqlstate ? ip_arena_strdup(world->run, sqlstate) : NULL;
}

void ip_world_keep_result(ip_world *world, ip_world_step *step, int row_count, int column_count, const ip_datum *rows)
{
    ip_datum *copies = IP_NEW_ARRAY(world->run, ip_datum, row_count * column_count);
    for (int i = 0; i < row_count * column_count; i++)
        copies[i] = ip_value_datum_copy(world->run, rows[i]);
    step->has_result = true;
    step->row_count = row_count;
    step->column_count = column_count;
    step->rows = copies;
}

static void answer_probe(probe *p, int row_count, int column_count, const ip_datum *rows)
{
    const ip_world_step *original = p->original;
    p->answered = true;
    p->differs = row_count != original->row_count || column_count != original->column_count;
    for (int i = 0; !p->differs && i < row_count * column_count; i++)
        p->differs = !ip_value_datum_equal(rows[i], original->rows[i]);
}

static void on_result(void *data, const ip_code_statement *statement, int row_count, int column_count,
                      const ip_datum *rows)
{
    ip_world *world = data;
    if (world->probe.active) {
        if (world->current == world->probe.step && !world->probe.answered)
            answer_probe(&world->probe, row_count, column_count, rows);
        return;
    }
    for (int s = world->steps.count - 1; s >= 0; s--) {
        ip_world_step *step = &world->steps.items[s];
        if (step->instance != world->instance)
            return;
        if (step->statement != statement)
            continue;
        ip_world_keep_result(world, step, row_count, column_count, rows);
        return;
    }
}

static void on_text(void *data, const ip_code_statement *statement, const char *sql)
{
    ip_world *world = data;
    ip_world_step *last = world->steps.count ? &world->steps.items[world->steps.count - 1] : NULL;
    if (last && last->instance == world->instance && last->statement == statement && !last->text)
        last->text = ip_arena_strdup(world->run, sql);
}

void ip_world_on_seeks(void *data, const ip_table *table, const ip_sought *sought, int count)
{
    const ip_world *world = data;
    world->seeks(world->seeks_data, world->instance, world->current, table, sought, count);
}

ip_database ip_world_present(ip_world *world, int i)
{
    return (ip_database){
        .data = world,
        .rows = world->rows,
        .instance = i + 1,
        .instances = world->count,
        .meets_rows = true,
        .statement = on_statement,
        .ends = on_ends,
        .resumed = on_resumed,
        .read = on_read,
        .write = on_write,
        .writes_own = on_own_write,
        .empty = on_empty,
        .lock = on_lock,
        .held = ip_world_held,
        .overtaken = ip_world_overtaken,
        .session_lock = on_session_lock,
        .draws = ip_world_draw_next,
        .restarts = ip_world_on_restarts,
        .passes_over = ip_world_passes_over,
        .looks_for_key = on_looks_for_key,
        .refused = on_refused,
        .met = on_met,
        .savepoint = on_savepoint,
        .rollback_to = on_rollback_to,
        .block_begins = on_block_begins,
        .block_ends = on_block_ends,
        .result = on_result,
        .text = world->keep_texts && !world->probe.active ? on_text : NULL,
        .seeks = world->seeks && !world->probe.active ? ip_world_on_seeks : NULL,
        .step_limit = IP_WORLD_MOST_STEPS,
        .write_limit = IP_WORLD_MOST_WRITES,
        /* With one snapshot a transaction, too: an INSERT that has looked at its table meets what is committed since.
         */
        .rereads_locked_rows = ip_world_views_locks(&world->views, i),
    };
}
