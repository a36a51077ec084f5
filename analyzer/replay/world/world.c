/* Runs the instances in commit order, each reading the last version that it sees. */
#include "replay/world/world_state.h"

#include <string.h>

static bool has_changed(const void *data, int instance, int row)
{
    return ip_world_changed(data, instance, row);
}

ip_world *ip_world_new(const ip_schema *schema, int count)
{
    ip_arena *arena = ip_arena_new();
    ip_world *world = IP_NEW(arena, ip_world);
    world->schema = schema;
    world->arena = arena;
    world->run = ip_arena_new();
    world->rows = ip_interpreter_rows_new(arena, schema);
    world->count = count;
    ip_world_views_init(&world->views, arena, count);
    world->views.changed = has_changed;
    world->views.changed_data = world;
    world->instances = IP_NEW_ARRAY(arena, ip_world_instance, count);
    return world;
}

void ip_world_free(ip_world *world)
{
    if (!world)
        return;
    ip_arena_free(world->run);
    ip_arena_free(world->arena);
}

ip_rows *ip_world_rows(ip_world *world)
{
    return world->rows;
}

const ip_rows *ip_world_all_rows(const ip_world *world)
{
    return world->rows;
}

int ip_world_count(const ip_world *world)
{
    return world->count;
}

void ip_world_set_instance(ip_world *world, int i, ip_world_instance instance)
{
    world->instances[i] = instance;
}

const ip_code *ip_world_code(const ip_world *world, int i)
{
    return world->instances[i].code;
}

const ip_datum *ip_world_arguments(const ip_world *world, int i)
{
    return world->instances[i].arguments;
}

void ip_world_set_visibility(ip_world *world, const int *order, const bool *visible)
{
    world->views.order = order;
    world->views.visible = visible;
}

const int *ip_world_order(const ip_world *world)
{
    return world->views.order;
}

void ip_world_set_level(ip_world *world, int i, const ip_level *level)
{
    world->views.levels[i] = level;
}

void ip_world_set_snapshot_sizes(ip_world *world, const ip_snapshot_sizes *cuts)
{
    world->views.given = cuts;
}

void ip_world_set_choice(ip_world *world, ip_views_choose *choose, void *data)
{
    world->views.choose = choose;
    world->views.choose_data = data;
}

void ip_world_set_guess(ip_world *world, ip_world_guess *guess, void *data)
{
    world->guess = guess;
    world->guess_data = data;
}

void ip_world_set_seeks(ip_world *world, ip_world_seeks *seeks, void *data)
{
    world->seeks = seeks;
    world->seeks_data = data;
}

void ip_world_keep_texts(ip_world *world, bool keep)
{
    world->keep_texts = keep;
}

/* ---- cells ---- */

void ip_world_take_away(ip_world *world, const emptying *e, int row)
{
    cell *exists = &world->cells.items[row][IP_EXISTS + 1];
    if (e->instance == world->instance) {
        undo u = {.cell = exists, .before = exists->versions[e->instance]};
        IP_PUSH(world->run, &world->undos, u);
    }
    exists->versions[e->instance] = (version){.written = true, .emptied = true, .value = ip_value_datum_boolean(false)};
    ip_world_write write = {e->instance, e->step, row, IP_EXISTS, true};
    if (!world->probe.active)
        IP_PUSH(world->run, &world->writes, write);
}

cell *ip_world_cell(ip_world *world, int row, int column)
{
    while (world->cells.count <= row) {
        const ip_table *table = ip_interpreter_rows_table(world->rows, world->cells.count);
        int count = table->columns.count + 1;
        cell *cells = IP_NEW_ARRAY(world->arena, cell, count);
        version *versions = IP_NEW_ARRAY(world->arena, version, count * world->count);
        for (int c = 0; c < count; c++)
            cells[c].versions = versions + c * world->count;
        IP_PUSH(world->arena, &world->cells, cells);
        for (int t = 0; t < world->emptyings.count; t++)
            if (world->emptyings.items[t].table == table)
                ip_world_take_away(world, &world->emptyings.items[t], world->cells.count - 1);
    }
    return &world->cells.items[row][column + 1];
}

void ip_world_give(ip_world *world, int row, int column, ip_datum value)
{
    cell *c = ip_world_cell(world, row, column);
    c->given = c->decided = true;
    c->initial = ip_value_datum_copy(world->arena, value);
}

bool ip_world_key_value(const ip_world *world, int row, int column, ip_datum *value)
{
    const int *columns;
    int n = ip_interpreter_rows_key_columns(ip_interpreter_rows_table(world->rows, row), &columns);
    for (int i = 0; i < n; i++)
        if (columns[i] == column) {
            *value = ip_interpreter_rows_key(world->rows, row)[i];
            return true;
        }
    return false;
}

bool ip_world_initial_value(ip_world *world, int row, int column, ip_datum *value)
{
    cell *c = ip_world_cell(world, row, column);
    if (!c->decided) {
        ip_datum guessed = {.kind = column == IP_EXISTS ? IP_DATUM_BOOLEAN : IP_DATUM_NULL};
        if (column == IP_EXISTS || !ip_world_key_value(world, row, column, &guessed))
            if (world->guess &&
                !world->guess(world->guess_data, world->instance, row, column, world->statement, &guessed))
                return false;
        c = ip_world_cell(world, row, column); /* a guess may have added rows */
        c->decided = true;
        c->initial = ip_value_datum_copy(world->run, guessed);
    }
    *value = c->initial;
    return true;
}

/* ---- runs ---- */

static void clear(ip_world *world)
{
    ip_arena_free(world->run);
    world->run = ip_arena_new();
    memset(&world->reads, 0, sizeof world->reads);
    memset(&world->writes, 0, sizeof world->writes);
    memset(&world->scans, 0, sizeof world->scans);
    memset(&world->steps, 0, sizeof world->steps);
    memset(&world->blocks, 0, sizeof world->blocks);
    memset(&world->undos, 0, sizeof world->undos);
    memset(&world->under_way, 0, sizeof world->under_way);
    memset(&world->passing, 0, sizeof world->passing);
    memset(&world->emptyings, 0, sizeof world->emptyings);
    memset(&world->pasts, 0, sizeof world->pasts);
    memset(&world->draws, 0, sizeof world->draws);
    memset(&world->uses, 0, sizeof world->uses);
    ip_world_views_clear(&world->views, world->run);
    world->outcomes = IP_NEW_ARRAY(world->run, ip_run_outcome, world->count);
    world->ends = IP_NEW_ARRAY(world->run, int, world->count);
    world->answers = IP_NEW_ARRAY(world->run, answers, world->count);
    for (int r = 0; r < world->cells.count; r++) {
        int n = ip_interpreter_rows_table(world->rows, r)->columns.count;
        for (int c = 0; c <= n; c++) {
            cell *at = &world->cells.items[r][c];
            at->decided = at->given;
            at->before.written = false;
            memset(at->versions, 0, sizeof *at->versions * (size_t)world->count);
        }
    }
}

static const char *const *copies_of(ip_arena *arena, const char *const *texts, int count)
{
    const char **copies = IP_NEW_ARRAY(arena, const char *, count);
    for (int i = 0; i < count; i++)
        copies[i] = ip_arena_strdup(arena, texts[i]);
    return copies;
}

void ip_world_keep_outcome(ip_world *world, int i, const ip_run_outcome *outcome)
{
    ip_run_outcome *kept = &world->outcomes[i];
    *kept = *outcome;
    if (outcome->sqlstate)
        kept->sqlstate = ip_arena_strdup(world->run, outcome->sqlstate);
    if (outcome->message)
        kept->message = ip_arena_strdup(world->run, outcome->message);
    ip_datum *results = IP_NEW_ARRAY(world->run, ip_datum, outcome->result_count);
    for (int r = 0; r < outcome->result_count; r++)
        results[r] = ip_value_datum_copy(world->run, outcome->results[r]);
    kept->results = results;
    kept->notifications = copies_of(world->run, outcome->notifications, outcome->notification_count);
    kept->reported = copies_of(world->run, outcome->reported, outcome->reported_count);
}

ip_run_end ip_world_run_one(ip_world *world, ip_interpreter *interpreter, int i)
{
    const ip_database present = ip_world_present(world, i);
    ip_database database = present;
    if (ip_world_has_past(world, i))
        ip_world_repeat_past(world, &database, &present);
    ip_world_views_begin(&world->views, i, world->probe.active);
    world->instance = i;
    world->step = world->current = -1;
    world->under_way.count = 0;
    world->statement = NULL;
    world->undos.count = 0;
    world->free_row = -1;
    ip_run_outcome outcome = {0};
    ip_run_end end = ip_exec_interpreter_run(interpreter, world->instances[i].code, world->instances[i].arguments,
                                             &database, &outcome);
    if (!world->probe.active)
        ip_world_keep_outcome(world, i, &outcome);
    if (end != IP_RUN_COMMITTED)
        present.rollback_to(world, 0);
    ip_world_forget_passed(world);
    ip_world_views_end(&world->views);
    return end;
}

static int run_in_order(ip_world *world, ip_interpreter *interpreter)
{
    clear(world);
    int failed = ip_world_run_pasts(world, interpreter);
    if (failed >= 0)
        return failed;
    for (int o = 0; o < world->count; o++)
        if (ip_world_run_one(world, interpreter, world->views.order[o]) != IP_RUN_COMMITTED)
            return world->views.order[o];
    return -1;
}

int ip_world_run(ip_world *world, ip_interpreter *interpreter)
{
    int failed = run_in_order(world, interpreter);
    for (int round = 0; !ip_world_settles(world, round); round++)
        failed = run_in_order(world, interpreter);
    return failed;
}

int ip_world_run_all_while(ip_world *world, ip_interpreter *interpreter, ip_world_goes_on *goes_on, void *data)
{
    clear(world);
    bool begun = ip_world_run_pasts(world, interpreter) < 0;
    for (int i = 0; i < world->count && !begun; i++)
        world->outcomes[i].end = IP_RUN_STOPPED;
    for (int o = 0; o < world->count && begun; o++) {
        ip_world_run_one(world, interpreter, world->views.order[o]);
        if (!goes_on(data, world, world->views.order[o]))
            return o;
    }
    return -1;
}

static bool always(void *data, const ip_world *world, int instance)
{
    (void)data, (void)world, (void)instance;
    return true;
}

void ip_world_run_all(ip_world *world, ip_interpreter *interpreter)
{
    ip_world_run_all_while(world, interpreter, always, NULL);
    for (int round = 0; !ip_world_settles(world, round); round++)
        ip_world_run_all_while(world, interpreter, always, NULL);
}
