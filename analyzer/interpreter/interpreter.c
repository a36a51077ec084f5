/* The interface: prepared code is kept, a run starts and ends here; cells are read and written here. */
#include "interpreter/run/execute.h"
#include "interpreter/prepare/prepare.h"
#include "interpreter/run/write.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 256, DEFAULT_STEP_LIMIT = 100000 };

typedef struct kept {
    struct kept *next;
    const ip_prepared *prepared;
} kept;

typedef struct kept_text {
    struct kept_text *next;
    const ip_prepared *prepared;
    const ip_code_statement *statement;
    const ip_query *query; /* FETCH: that of the cursor; else NULL */
    const ip_step *step;
} kept_text;

struct ip_interpreter {
    const ip_schema *schema;
    ip_arena *arena; /* of prepared code */
    kept *buckets[BUCKETS];
    kept_text *texts[BUCKETS];
    ip_table_plan *plans; /* by table id */
    IP_VEC(ip_table_plan *) own_plans;
    ip_instances instances;
    ip_cells cells[IP_MAX_DEPTH];
    ip_run run;
};

static int widest_table(const ip_schema *schema)
{
    int widest = 0;
    for (int i = 0; i < schema->tables.count; i++)
        if (schema->tables.items[i]->columns.count > widest)
            widest = schema->tables.items[i]->columns.count;
    for (int i = 0; i < schema->own.count; i++)
        if (schema->own.items[i]->columns.count > widest)
            widest = schema->own.items[i]->columns.count;
    return widest;
}

ip_interpreter *ip_interpreter_new(const ip_schema *schema)
{
    ip_arena *arena = ip_arena_new();
    ip_interpreter *interpreter = IP_NEW(arena, ip_interpreter);
    interpreter->schema = schema;
    interpreter->arena = arena;
    interpreter->plans = IP_NEW_ARRAY(arena, ip_table_plan, schema->tables.count);
    interpreter->run.arena = ip_arena_new();
    interpreter->run.interpreter = interpreter;
    interpreter->run.stride = widest_table(schema) + 1;
    return interpreter;
}

void ip_interpreter_free(ip_interpreter *interpreter)
{
    if (!interpreter)
        return;
    for (int i = 0; i < IP_MAX_DEPTH; i++)
        free(interpreter->cells[i].cells);
    ip_arena_free(interpreter->run.arena);
    ip_arena_free(interpreter->arena);
}

const ip_schema *ip_interpreter_schema(const ip_interpreter *interpreter)
{
    return interpreter->schema;
}

ip_arena *ip_interpreter_arena(ip_interpreter *interpreter)
{
    return interpreter->arena;
}

ip_instances *ip_interpreter_instances(ip_interpreter *interpreter)
{
    return &interpreter->instances;
}

/* ---- tables ---- */
static void find_children(ip_interpreter *interpreter, ip_table_plan *plan)
{
    IP_VEC(struct ip_child) children = {0};
    for (int t = 0; t < interpreter->schema->tables.count; t++) {
        const ip_table *table = interpreter->schema->tables.items[t];
        for (int k = 0; k < table->foreign_keys.count; k++)
            if (table->foreign_keys.items[k].target == plan->table)
                IP_PUSH(interpreter->arena, &children, ((struct ip_child){table, &table->foreign_keys.items[k]}));
    }
    plan->children = children.items;
    plan->child_count = children.count;
}

static ip_table_plan *plan_at(ip_interpreter *interpreter, const ip_table *table)
{
    if (!table->own)
        return &interpreter->plans[table->id];
    while (interpreter->own_plans.count <= table->id)
        IP_PUSH(interpreter->arena, &interpreter->own_plans, IP_NEW(interpreter->arena, ip_table_plan));
    return interpreter->own_plans.items[table->id];
}

bool ip_plan_own_table(ip_interpreter *interpreter, const ip_table *table, const ip_sqltype *types)
{
    ip_table_plan *plan = plan_at(interpreter, table);
    bool same = true;
    for (int i = 0; i < table->columns.count && plan->types; i++)
        same = same && ip_sqltype_same(plan->types[i], types[i]) && plan->types[i].precision == types[i].precision &&
               plan->types[i].scale == types[i].scale;
    if (!plan->types)
        plan->types = types;
    return same;
}

const ip_table_plan *ip_plan_of_table(ip_interpreter *interpreter, const ip_table *table)
{
    ip_table_plan *plan = plan_at(interpreter, table);
    if (plan->ready)
        return plan;
    int width = table->columns.count;
    int *position = IP_NEW_ARRAY(interpreter->arena, int, width);
    ip_sqltype *types = IP_NEW_ARRAY(interpreter->arena, ip_sqltype, width);
    plan->ready = true;
    plan->table = table;
    plan->key_count = ip_rows_key_columns(table, &plan->key_columns);
    for (int i = 0; i < width; i++) {
        position[i] = -1;
        types[i] = plan->types ? plan->types[i] : ip_sqltype_of_field(interpreter->arena, &table->columns.items[i]);
    }
    for (int i = 0; i < plan->key_count; i++)
        position[plan->key_columns[i]] = i;
    plan->key_position = position;
    plan->types = types;
    find_children(interpreter, plan);
    ip_prepare_table(interpreter, plan);
    return plan;
}

/* ---- prepared code ---- */
static bool fits(const ip_prepared *prepared, const ip_datum *arguments)
{
    const ip_code *code = prepared->code;
    for (int i = 0, given = 0; i < code->parameter_count && arguments; i++) {
        if (prepared->untyped[i] != IP_DATUM_NULL && prepared->untyped[i] != arguments[given].kind)
            return false;
        given += code->in.items[i];
    }
    return true;
}

const ip_prepared *ip_prepared_of(ip_interpreter *interpreter, const ip_code *code, const ip_datum *arguments)
{
    kept **bucket = &interpreter->buckets[((uintptr_t)code >> 5) % BUCKETS];
    for (kept *k = *bucket; k; k = k->next)
        if (k->prepared->code == code && fits(k->prepared, arguments))
            return k->prepared;
    kept *new = IP_NEW(interpreter->arena, kept);
    *new = (kept){*bucket, ip_prepare_code(interpreter, code, arguments)};
    *bucket = new;
    return new->prepared;
}

static const ip_step *kept_step(ip_interpreter *interpreter, const ip_prepared *prepared,
                                const ip_code_statement *statement, const ip_query *query)
{
    kept_text **bucket = &interpreter->texts[((uintptr_t)statement >> 5) % BUCKETS];
    for (kept_text *k = *bucket; k; k = k->next)
        if (k->statement == statement && k->prepared == prepared && k->query == query)
            return k->step;
    kept_text *new = IP_NEW(interpreter->arena, kept_text);
    if (query)
        prepared->slot_queries[statement->cursor] = query;
    *new = (kept_text){*bucket, prepared, statement, query, ip_prepare_text(interpreter, prepared, statement)};
    *bucket = new;
    return new->step;
}

const ip_step *ip_step_of_text(ip_interpreter *interpreter, const ip_prepared *prepared,
                               const ip_code_statement *statement)
{
    return kept_step(interpreter, prepared, statement, NULL);
}

const ip_step *ip_step_of_fetch(ip_interpreter *interpreter, const ip_prepared *prepared,
                                const ip_code_statement *statement, const ip_query *query)
{
    return kept_step(interpreter, prepared, statement, query);
}

/* ---- ends ---- */
void ip_raise(ip_run *run, const char *sqlstate, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const ip_error error = {sqlstate, ip_arena_vprintf(run->arena, format, args), ip_usual_about(sqlstate)};
    va_end(args);
    ip_raise_again(run, &error);
}

void ip_raise_again(ip_run *run, const ip_error *error)
{
    run->error = *error;
    run->end = IP_RUN_ABORTED;
    longjmp(run->trap->jump, 1);
}

void ip_unable(ip_run *run, ip_range range, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *what = ip_arena_vprintf(run->arena, format, args);
    va_end(args);
    run->error = (ip_error){.message = ip_arena_printf(run->arena, "%s is not run in memory", what)};
    if (range.source)
        run->range = range;
    run->end = IP_RUN_UNABLE;
    longjmp(run->outermost->jump, 1);
}

void ip_check_memory(ip_run *run)
{
    enum { MOST_MEGABYTES = 64 };
    if (ip_arena_bytes(run->arena) > (size_t)MOST_MEGABYTES << 20)
        ip_unable(run, run->range, "a run that takes more than %d MB", MOST_MEGABYTES);
}

void ip_count_visit(ip_run *run)
{
    enum { MOST_MILLIONS = 3 };
    if (++run->visited > MOST_MILLIONS * 1000000L)
        ip_unable(run, run->range, "a run whose queries go through more than %d million rows", MOST_MILLIONS);
    ip_check_memory(run);
}

void ip_raise_failure(ip_run *run, const ip_failure *failure)
{
    if (failure->sqlstate)
        ip_raise(run, failure->sqlstate, "%s", failure->message);
    ip_unable(run, run->range, "%s", failure->message);
}

void ip_stop(ip_run *run)
{
    run->end = IP_RUN_STOPPED;
    longjmp(run->outermost->jump, 1);
}

/* ---- cells ---- */
ip_cells *ip_cells_at(ip_run *run, int depth)
{
    return &run->interpreter->cells[depth];
}

static void grow(ip_run *run, ip_cells *cells, size_t index)
{
    size_t capacity = (size_t)ip_rows_count(run->rows) * (size_t)run->stride;
    capacity = capacity > 2 * cells->capacity ? capacity : 2 * cells->capacity;
    capacity = capacity > index ? capacity : index + 1;
    ip_cell *larger = realloc(cells->cells, capacity * sizeof *larger);
    if (!larger) {
        run->error = (ip_error){.message = "so many rows"};
        run->end = IP_RUN_UNABLE;
        longjmp(run->outermost->jump, 1);
    }
    memset(larger + cells->capacity, 0, (capacity - cells->capacity) * sizeof *larger);
    cells->cells = larger;
    cells->capacity = capacity;
}

static inline ip_cell *cell_at(ip_run *run, int row, int column)
{
    size_t index = (size_t)row * (size_t)run->stride + (size_t)(column + 1);
    if (index >= run->cells->capacity)
        grow(run, run->cells, index);
    return &run->cells->cells[index];
}

/* A statement does not see what routines that it calls write, but the database would tell. */
static bool written_below(const ip_run *run, int row, int column)
{
    size_t index = (size_t)row * (size_t)run->stride + (size_t)(column + 1);
    for (int d = run->cell_depth + 1; d < IP_MAX_DEPTH && run->interpreter->cells[d].cells; d++) {
        const ip_cells *below = &run->interpreter->cells[d];
        if (index < below->capacity && below->cells[index].written_at > run->cells->statement)
            return true;
    }
    return false;
}

bool ip_row_written_below(const ip_run *run, int row)
{
    bool any = false;
    for (int column = IP_EXISTS; run->cells->written_below == run->cells->statement && column + 1 < run->stride;
         column++)
        any = any || written_below(run, row, column);
    return any;
}

/* Asked for again, though the statement may have read the cell in its snapshot. */
static inline bool is_anew(const ip_run *run, ip_read_mode mode)
{
    const ip_database *db = run->database;
    return (!ip_reads_snapshot(mode) && db->reads_locked_rows_anew) || (run->checking_key && db->checks_keys_anew);
}

static ip_datum read_first(ip_run *run, ip_cell *cell, int row, int column, ip_read_mode mode)
{
    ip_datum value = {0};
    if (run->cells->written_below == run->cells->statement && written_below(run, row, column))
        ip_unable(run, run->range, "a statement that reads what a routine called by it has written");
    if (ip_is_own(run, row))
        value = ip_own_cell(run, row, column);
    else if (!run->database->read(run->database->data, row, column, mode, &value))
        ip_stop(run);
    /* The caller's storage may change before the value is used. */
    if (value.kind == IP_DATUM_TEXT || value.kind >= IP_DATUM_ARRAY)
        value = ip_datum_copy(run->arena, value);
    if (run->database->keeps_versions && !ip_reads_snapshot(mode))
        return value;
    if (is_anew(run, mode)) {
        cell->anew_at = run->cells->statement;
        cell->anew = value;
    } else {
        cell->read_at = run->cells->statement;
        cell->target_at = mode == IP_READ_TARGET ? run->cells->statement : 0;
        cell->value = value;
    }
    return value;
}

/* What the statement has read of the cell in that mode already; NULL: nothing. */
static const ip_datum *read_before(const ip_run *run, const ip_cell *cell, ip_read_mode mode)
{
    if (run->database->keeps_versions && !ip_reads_snapshot(mode))
        return NULL;
    if (is_anew(run, mode))
        return cell->anew_at == run->cells->statement ? &cell->anew : NULL;
    return cell->read_at == run->cells->statement ? &cell->value : NULL;
}

/* The value is known, but for nothing more than which rows to lock; now it is for more. */
static void read_for_more(ip_run *run, ip_cell *cell, int row, int column)
{
    bool written = cell->written_at == run->cells->statement;
    ip_datum same;
    cell->target_at = 0;
    if (!ip_is_own(run, row) &&
        !run->database->read(run->database->data, row, column, written ? IP_READ_BEFORE : IP_READ_SNAPSHOT, &same))
        ip_stop(run);
}

ip_datum ip_read_cell(ip_run *run, int row, int column, ip_read_mode mode)
{
    ip_cell *cell = cell_at(run, row, column);
    const ip_datum *before = read_before(run, cell, mode);
    if (before && mode == IP_READ_SNAPSHOT && cell->target_at == run->cells->statement)
        read_for_more(run, cell, row, column);
    if (before)
        return *before;
    if (cell->written_at == run->cells->statement)
        ip_unable(run, run->range, "a statement that reads what it has written itself");
    return read_first(run, cell, row, column, mode);
}

ip_datum ip_current_cell(ip_run *run, int row, int column)
{
    ip_cell *cell = cell_at(run, row, column);
    if (cell->written_at == run->cells->statement)
        return cell->written;
    const ip_datum *before = read_before(run, cell, run->checking);
    return before ? *before : read_first(run, cell, row, column, run->checking);
}

int ip_find_by_key(ip_run *run, const ip_table *table, const ip_datum *key)
{
    return run->database->meets_rows ? ip_rows_find_or_add(run->rows, table, key) : ip_rows_find(run->rows, table, key);
}

void ip_write_cell(ip_run *run, int row, int column, ip_datum value)
{
    ip_cell *cell = cell_at(run, row, column);
    if (ip_is_own(run, row)) {
        ip_set_own_cell(run, row, column, value);
        if (run->database->writes_own)
            run->database->writes_own(run->database->data, column, value);
    } else if (!run->database->write(run->database->data, row, column, value))
        ip_stop(run);
    cell->written_at = run->cells->statement;
    cell->written = value;
    run->writes++;
    if (run->database->write_limit && run->writes > run->database->write_limit)
        ip_unable(run, run->range, "a transaction that writes more than %ld values", run->database->write_limit);
}

bool ip_row_present(ip_run *run, int row, ip_read_mode mode)
{
    return ip_is_true(ip_read_cell(run, row, IP_EXISTS, mode));
}

/* ---- locks that are on no row of the user's ---- */
void ip_lock_key(ip_run *run, ip_lock_space space, const ip_datum *key, ip_lock lock)
{
    const ip_table *table = ip_lock_table_if_any(run->interpreter->schema, space);
    if (table && run->database->lock)
        ip_lock_row(run, ip_rows_find_or_add(run->rows, table, key), lock);
}

bool ip_lock_for_session(ip_run *run, ip_lock_space space, const ip_datum *key, ip_lock lock, bool taken)
{
    const ip_table *table = ip_lock_table_if_any(run->interpreter->schema, space);
    const ip_database *database = run->database;
    return !table || !database->session_lock ||
           database->session_lock(database->data, ip_rows_find_or_add(run->rows, table, key), lock, taken);
}

void ip_lock_whole(ip_run *run, const ip_table *table, ip_lock lock)
{
    ip_datum key = ip_datum_string(table->name);
    if (table->locked_whole)
        ip_lock_key(run, IP_LOCKS_TABLE, &key, lock);
}

void ip_lock_tables(ip_run *run, const ip_code_sql *sql)
{
    ip_demand_own_tables(run, sql);
    for (int i = 0; i < sql->tables.count && run->database->lock_table; i++)
        run->database->lock_table(run->database->data, sql->tables.items[i].table, sql->tables.items[i].lock);
    for (int i = 0; i < sql->tables.count && !run->database->lock_table; i++)
        ip_lock_whole(run, sql->tables.items[i].table, sql->tables.items[i].lock);
}

/* ---- a run ---- */
void ip_run_begin(ip_interpreter *interpreter, const ip_database *database)
{
    ip_run *run = &interpreter->run;
    ip_run fresh = {.interpreter = interpreter,
                    .arena = run->arena,
                    .database = database,
                    .rows = database->rows,
                    .stride = run->stride,
                    .clock = run->clock,
                    .cells = &interpreter->cells[0],
                    .end = IP_RUN_COMMITTED,
                    .makes_tables = interpreter->schema->own.count > 0,
                    .checking = IP_READ_CURRENT,
                    .random = (uint64_t)database->instance * UINT64_C(0x9E3779B97F4A7C15)};
    fresh.step_limit = database->step_limit ? database->step_limit : DEFAULT_STEP_LIMIT;
    ip_arena_reset(run->arena);
    *run = fresh;
    run->cells->statement = ++run->clock;
}

ip_run *ip_interpreter_state(ip_interpreter *interpreter)
{
    return &interpreter->run;
}

static void attempt(ip_run *run, const ip_code *code, const ip_datum *arguments)
{
    ip_trap trap = {0};
    run->outermost = run->trap = &trap;
    if (setjmp(trap.jump))
        return;
    if (code->why_not)
        ip_unable(run, code->why_not_range, "%s", code->why_not);
    const ip_prepared *prepared = ip_prepared_of(run->interpreter, code, arguments);
    if (prepared->unable)
        ip_unable(run, prepared->unable_range, "%s", prepared->unable);
    ip_run_code(run, prepared, arguments);
}

bool ip_interpreter_keeps_apart(ip_interpreter *interpreter, ip_rows *rows, const ip_table *table, ip_datum *values,
                                ip_datum *others)
{
    ip_run *run = &interpreter->run;
    const ip_database nowhere = {.rows = rows, .instance = 1};
    ip_trap trap = {0};
    ip_run_begin(interpreter, &nowhere);
    run->outermost = run->trap = &trap;
    return !setjmp(trap.jump) && ip_are_kept_apart(run, ip_plan_of_table(interpreter, table), values, others);
}

ip_run_end ip_interpreter_run(ip_interpreter *interpreter, const ip_code *code, const ip_datum *arguments,
                              const ip_database *database, ip_run_outcome *outcome)
{
    ip_run *run = &interpreter->run;
    ip_run_begin(interpreter, database);
    attempt(run, code, arguments);
    *outcome = (ip_run_outcome){.end = run->end};
    if (run->end == IP_RUN_ABORTED || run->end == IP_RUN_UNABLE) {
        outcome->sqlstate = run->error.sqlstate;
        outcome->message = run->error.message;
    }
    if (run->end == IP_RUN_TOO_LONG)
        outcome->message = "the step limit is reached";
    if (run->end != IP_RUN_COMMITTED)
        outcome->range = run->range;
    outcome->result_count = run->results.count;
    outcome->results = run->results.items;
    return run->end;
}
