/* Inserts initial rows through the interpreter: a state that a constraint refuses is no initial state. */
#include "replay/trial/initial_rows.h"

#include "replay/trial/decisions.h"

#include <stdio.h>
#include <string.h>

/* Rows without a key are named after their inserter: these are distinct from the instances' rows. */
enum { MOST_DEPTH = 16, MOST_KEY = 32, FIRST_INSTANCE = 1000 };

struct ip_row_inserter {
    ip_arena *arena;
    const ip_schema *schema;
    ip_interpreter *interpreter;
    const ip_code **codes; /* [table]: INSERT of a row, a parameter for each column; made once: the interpreter keeps
                              what it has prepared */
    const ip_code_type **types; /* [table][column]; found once */
    int *heights;               /* [table] */
    ip_row_refusal refusal;     /* of the last row that was refused */
};

/* Tables referred to come first: how many foreign keys away is the furthest table. */
static int height_of(const ip_table *table, int depth)
{
    int most = 0;
    for (int k = 0; k < table->foreign_keys.count && depth < MOST_DEPTH; k++) {
        const ip_table *target = table->foreign_keys.items[k].target;
        int above = target == table ? 0 : height_of(target, depth + 1) + 1;
        most = above > most ? above : most;
    }
    return most;
}

ip_row_inserter *ip_trial_row_inserter_new(ip_arena *arena, const ip_schema *schema, ip_interpreter *interpreter)
{
    ip_row_inserter *inserter = IP_NEW(arena, ip_row_inserter);
    *inserter = (ip_row_inserter){.arena = arena, .schema = schema, .interpreter = interpreter};
    inserter->codes = IP_NEW_ARRAY(arena, const ip_code *, schema->tables.count);
    inserter->types = IP_NEW_ARRAY(arena, const ip_code_type *, schema->tables.count);
    inserter->heights = IP_NEW_ARRAY(arena, int, schema->tables.count);
    for (int t = 0; t < schema->tables.count; t++)
        inserter->heights[t] = height_of(schema->tables.items[t], 0);
    return inserter;
}

static const ip_code_expr *parameter(ip_arena *arena, int slot)
{
    ip_code_expr *e = IP_NEW(arena, ip_code_expr);
    e->kind = IP_CODE_VARIABLE;
    e->index = slot;
    return e;
}

static const ip_code_statement *insertion(ip_arena *arena, const ip_table *table)
{
    ip_code_write *write = IP_NEW(arena, ip_code_write);
    ip_code_query *source = IP_NEW(arena, ip_code_query);
    const ip_code_expr **values = IP_NEW_ARRAY(arena, const ip_code_expr *, table->columns.count);
    ip_code_target *targets = IP_NEW_ARRAY(arena, ip_code_target, table->columns.count);
    write->kind = IP_CODE_INSERT;
    write->table = table;
    write->item_count = 1;
    write->source = source;
    for (int c = 0; c < table->columns.count; c++) {
        if (table->columns.items[c].generated)
            continue;
        targets[source->target_count].name = table->columns.items[c].name;
        values[source->target_count++] = parameter(arena, c);
        IP_PUSH(arena, &write->columns, c);
    }
    const ip_code_expr ***all = IP_NEW_ARRAY(arena, const ip_code_expr **, 1);
    all[0] = values;
    source->values = all;
    source->value_rows = 1;
    source->targets = targets;
    write->defaults = IP_NEW_ARRAY(arena, const ip_code_expr *, table->columns.count);
    ip_code_statement *statement = IP_NEW(arena, ip_code_statement);
    statement->kind = IP_CODE_WRITE;
    statement->write = write;
    statement->accesses = true;
    return statement;
}

static const ip_code *code_of(ip_row_inserter *inserter, const ip_table *table)
{
    if (inserter->codes[table->id])
        return inserter->codes[table->id];
    ip_code *code = IP_NEW(inserter->arena, ip_code);
    code->name = "initial rows";
    code->script = true;
    code->found = code->row_slot = -1;
    code->parameter_count = table->columns.count;
    for (int c = 0; c < table->columns.count; c++) {
        ip_code_variable variable = {.name = table->columns.items[c].name,
                                     .type = ip_value_code_type_of_column(&table->columns.items[c])};
        variable.type.precision = -1; /* as a parameter: the column rounds and pads */
        const ip_code_expr *none = NULL;
        IP_PUSH(inserter->arena, &code->variables, variable);
        IP_PUSH(inserter->arena, &code->in, true);
        IP_PUSH(inserter->arena, &code->out, false);
        IP_PUSH(inserter->arena, &code->defaults, none);
    }
    const ip_code_statement *statement = insertion(inserter->arena, table);
    IP_PUSH(inserter->arena, &code->body, statement);
    code->statement_count = 1;
    return inserter->codes[table->id] = code;
}

typedef struct given_cell {
    int row, column;
    ip_datum value;
} given_cell;

/* The world's initial state as a database that a row is inserted into. Writes take effect when all of them are
 * accepted: references are checked last. */
typedef struct row_writes {
    ip_arena *arena;
    ip_world *world;
    IP_VEC(given_cell) written;
} row_writes;

static bool read_given(void *data, int row, int column, ip_read_mode mode, ip_datum *value)
{
    const row_writes *s = data;
    (void)mode;
    *value = column == IP_EXISTS ? ip_value_datum_boolean(false) : (ip_datum){.kind = IP_DATUM_NULL};
    ip_trial_decided_value(s->world, row, column, value);
    for (int i = 0; i < s->written.count; i++) /* deferred checks run for the row, too */
        if (s->written.items[i].row == row && s->written.items[i].column == column)
            *value = s->written.items[i].value;
    return true;
}

static const ip_code_type *types_of(ip_row_inserter *inserter, const ip_table *table)
{
    if (!inserter->types[table->id]) {
        ip_code_type *types = IP_NEW_ARRAY(inserter->arena, ip_code_type, table->columns.count);
        for (int c = 0; c < table->columns.count; c++)
            types[c] = ip_value_code_type_of_column(&table->columns.items[c]);
        inserter->types[table->id] = types;
    }
    return inserter->types[table->id];
}

/* A value as the column stores it: a numeric with the column's scale, char(n) with its blanks. */
static ip_datum as_stored(ip_row_inserter *inserter, ip_arena *arena, const ip_table *table, int column, ip_datum value)
{
    const char *error = NULL;
    if (column == IP_EXISTS || (value.kind != IP_DATUM_NUMERIC && value.kind != IP_DATUM_TEXT) ||
        types_of(inserter, table)[column].precision < 0)
        return value;
    ip_datum stored = ip_value_datum_as_stored(arena, &types_of(inserter, table)[column], value, &error);
    return error ? value : stored;
}

static bool keep_written(void *data, int row, int column, ip_datum value)
{
    row_writes *s = data;
    IP_PUSH(s->arena, &s->written, ((given_cell){row, column, value}));
    return true;
}

bool ip_trial_initial_row_insert(ip_row_inserter *inserter, ip_world *world, const ip_client_row *row, int number,
                                 const char **why, ip_arena *arena)
{
    row_writes s = {.arena = arena, .world = world};
    ip_database database = {.data = &s,
                            .rows = ip_world_rows(world),
                            .instance = FIRST_INSTANCE + number,
                            .read = read_given,
                            .write = keep_written};
    ip_run_outcome outcome = {0};
    if (ip_exec_interpreter_run(inserter->interpreter, code_of(inserter, row->table), row->values, &database,
                                &outcome) == IP_RUN_COMMITTED) {
        for (int i = 0; i < s.written.count; i++)
            ip_world_give(world, s.written.items[i].row, s.written.items[i].column,
                          as_stored(inserter, arena, row->table, s.written.items[i].column, s.written.items[i].value));
        return true;
    }
    inserter->refusal = (ip_row_refusal){.checked = outcome.checked, .check = outcome.check};
    snprintf(inserter->refusal.sqlstate, sizeof inserter->refusal.sqlstate, "%s",
             outcome.sqlstate ? outcome.sqlstate : "");
    if (why)
        *why = ip_arena_printf(arena, "a row of %s cannot be there: %s", row->table->name,
                               outcome.message ? outcome.message : "it is not accepted");
    return false;
}

ip_row_refusal ip_trial_row_inserter_refusal(const ip_row_inserter *inserter)
{
    return inserter->refusal;
}

const int *ip_trial_initial_rows_order(ip_arena *arena, const ip_row_inserter *inserter, const ip_client_rows *rows)
{
    int *order = IP_NEW_ARRAY(arena, int, rows->count), count = 0;
    for (int level = 0; count < rows->count && level <= MOST_DEPTH; level++)
        for (int r = 0; r < rows->count; r++)
            if (inserter->heights[rows->items[r].table->id] == level)
                order[count++] = r;
    return order;
}

bool ip_trial_initial_rows_insert(ip_arena *arena, ip_row_inserter *inserter, const ip_client_rows *rows,
                                  ip_world *world, int *failed, const char **why)
{
    const int *order = ip_trial_initial_rows_order(arena, inserter, rows);
    for (int i = 0; i < rows->count; i++) {
        *failed = order[i];
        if (!ip_trial_initial_row_insert(inserter, world, &rows->items[order[i]], order[i], why, arena))
            return false;
    }
    *failed = -1;
    return true;
}

static int given_row(ip_world *world, const ip_client_row *row, int number)
{
    const int *columns;
    int n = ip_interpreter_rows_key_columns(row->table, &columns);
    ip_datum key[MOST_KEY];
    if (n == 0)
        key[0] = ip_interpreter_rows_hidden_key(FIRST_INSTANCE + number, 1);
    for (int i = 0; i < n; i++)
        key[i] = row->values[columns[i]];
    return ip_interpreter_rows_find_or_add(ip_world_rows(world), row->table, key);
}

void ip_trial_initial_rows_give(const ip_client_rows *rows, ip_world *world)
{
    for (int r = 0; r < rows->count; r++) {
        int row = given_row(world, &rows->items[r], r);
        ip_world_give(world, row, IP_EXISTS, ip_value_datum_boolean(true));
        for (int c = 0; c < rows->items[r].table->columns.count; c++)
            ip_world_give(world, row, c, rows->items[r].values[c]);
    }
}

void ip_trial_initial_rows_read_back(ip_arena *arena, const ip_world *world, ip_client_rows *rows)
{
    ip_client_rows as_given = {0};
    for (int r = 0; r < ip_interpreter_rows_count(ip_world_all_rows(world)); r++) {
        ip_datum there;
        if (!ip_world_initial(world, r, IP_EXISTS, &there) || !there.as.boolean)
            continue;
        const ip_table *table = ip_interpreter_rows_table(ip_world_all_rows(world), r);
        ip_datum *values = IP_NEW_ARRAY(arena, ip_datum, table->columns.count);
        for (int c = 0; c < table->columns.count; c++)
            if (ip_trial_decided_value(world, r, c, &values[c]))
                values[c] = ip_value_datum_copy(arena, values[c]);
        ip_client_row row = {table, values};
        IP_PUSH(arena, &as_given, row);
    }
    *rows = as_given;
}
