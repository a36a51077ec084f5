/* The earlier transactions of instances' sessions. If a procedure commits and goes on, one of its transactions is an
 * instance, and the earlier transactions of the same call must have happened, to give its variables their values. They
 * run alone, one session after the other, before all instances. The instance itself repeats the call with the recorded
 * answers until its own transaction begins. */
#include "replay/world/world_state.h"

bool ip_world_has_past(const ip_world *world, int i)
{
    return world->instances[i].code->begins_after.source != NULL;
}

/* ---- then ---- */

static bool on_statement(void *data, const ip_code_statement *statement, int depth, bool new_snapshot)
{
    ip_world *world = data;
    ip_world_past past = {.step = {.instance = world->instance, .depth = depth, .statement = statement}};
    (void)new_snapshot;
    world->statement = statement;
    IP_PUSH(world->run, &world->pasts, past);
    return true;
}

static bool on_read(void *data, int row, int column, ip_read_mode mode, ip_datum *value)
{
    ip_world *world = data;
    const cell *c = ip_world_cell(world, row, column);
    (void)mode;
    if (c->before.written)
        *value = c->before.value;
    else if (!ip_world_initial_value(world, row, column, value))
        return false;
    IP_PUSH(world->run, &world->answers[world->instance], ip_value_datum_copy(world->run, *value));
    return true;
}

static bool on_write(void *data, int row, int column, ip_datum value)
{
    ip_world *world = data;
    cell *c = ip_world_cell(world, row, column);
    undo u = {.cell = c, .before = c->before};
    IP_PUSH(world->run, &world->undos, u);
    c->before = (version){.written = true, .value = ip_value_datum_copy(world->run, value)};
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
        u.cell->before = u.before;
    }
}

static bool on_end(void *data, bool committed, bool begins)
{
    ip_world *world = data;
    ip_world_past past = {.step = {.instance = world->instance}, .committed = committed};
    IP_PUSH(world->run, &world->pasts, past);
    world->begins = begins;
    return !begins;
}

static ip_world_past *last_of(ip_world *world, const ip_code_statement *statement)
{
    for (int s = world->pasts.count - 1; s >= 0 && world->pasts.items[s].step.instance == world->instance; s--)
        if (world->pasts.items[s].step.statement == statement)
            return &world->pasts.items[s];
    return NULL;
}

static void on_result(void *data, const ip_code_statement *statement, int row_count, int column_count,
                      const ip_datum *rows)
{
    ip_world *world = data;
    ip_world_past *past = last_of(world, statement);
    if (past)
        ip_world_keep_result(world, &past->step, row_count, column_count, rows);
}

static void on_text(void *data, const ip_code_statement *statement, const char *sql)
{
    ip_world *world = data;
    ip_world_past *past = last_of(world, statement);
    if (past && !past->step.text)
        past->step.text = ip_arena_strdup(world->run, sql);
}

/* No other transaction runs. */
static bool on_held(void *data, int row, ip_lock lock)
{
    (void)data, (void)row, (void)lock;
    return false;
}

static bool on_session_lock(void *data, int row, ip_lock mode, bool taken)
{
    ip_world *world = data;
    return ip_world_views_session_lock(&world->views, world->instance, -1, row, mode, taken);
}

static bool run_past(ip_world *world, ip_interpreter *interpreter, int i)
{
    const ip_world_instance *instance = &world->instances[i];
    ip_database database = {.data = world,
                            .rows = world->rows,
                            .instance = i + 1,
                            .meets_rows = true,
                            .statement = on_statement,
                            .read = on_read,
                            .write = on_write,
                            .held = on_held,
                            .session_lock = on_session_lock,
                            .draws = ip_world_draw_next,
                            .savepoint = on_savepoint,
                            .rollback_to = on_rollback_to,
                            .passes_end = on_end,
                            .result = on_result,
                            .text = world->keep_texts ? on_text : NULL,
                            .seeks = world->seeks ? ip_world_on_seeks : NULL,
                            .step_limit = IP_WORLD_MOST_STEPS,
                            .write_limit = IP_WORLD_MOST_WRITES};
    ip_run_outcome outcome = {0};
    world->instance = i;
    world->step = world->current = -1;
    world->under_way.count = 0;
    world->statement = NULL;
    world->undos.count = 0;
    world->begins = false;
    ip_exec_interpreter_run(interpreter, instance->code, instance->arguments, &database, &outcome);
    if (world->begins)
        return true;
    ip_world_keep_outcome(world, i, &outcome);
    return false;
}

int ip_world_run_pasts(ip_world *world, ip_interpreter *interpreter)
{
    for (int i = 0; i < world->count; i++)
        if (ip_world_has_past(world, i) && !run_past(world, interpreter, i))
            return i;
    return -1;
}

/* ---- once more ---- */

static bool again_read(void *data, int row, int column, ip_read_mode mode, ip_datum *value)
{
    ip_world *world = data;
    const answers *answers = &world->answers[world->instance];
    (void)row, (void)column, (void)mode;
    if (world->answered >= answers->count)
        return false;
    *value = answers->items[world->answered++];
    return true;
}

static bool again_write(void *data, int row, int column, ip_datum value)
{
    (void)data, (void)row, (void)column, (void)value;
    return true;
}

static bool again_end(void *data, bool committed, bool begins)
{
    ip_world *world = data;
    (void)committed;
    if (begins)
        *world->database = *world->present;
    return true;
}

void ip_world_repeat_past(ip_world *world, ip_database *database, const ip_database *present)
{
    *database = (ip_database){.data = world,
                              .rows = world->rows,
                              .instance = present->instance,
                              .meets_rows = true,
                              .read = again_read,
                              .write = again_write,
                              .held = on_held,
                              .draws = ip_world_draw_next,
                              .passes_end = again_end,
                              .step_limit = present->step_limit};
    world->answered = 0;
    world->database = database;
    world->present = present;
}
