#include "replay/seed.h"

#include <stdio.h>
#include <string.h>

/* ---- completing ---- */

typedef struct completion {
    ip_arena *arena;
    ip_guesser *guesser;
    const ip_world *world;
    ip_client_rows *rows;
    const char *why;
    int depth;
} completion;

/* Rows without a key are named after who inserts them: these are apart from those of the instances. */
enum { MOST_DEPTH = 16, MOST_KEY = 32, FIRST_INSTANCE = 1000 };

static ip_datum column_of(const ip_client_row *row, int column)
{
    return row->values[column];
}

static bool is_unique(const ip_table *table, int column)
{
    for (int k = 0; k < table->keys.count; k++)
        for (int i = 0; i < table->keys.items[k].column_count; i++)
            if (table->keys.items[k].columns[i] == column)
                return true;
    return false;
}

static bool refers(const ip_table *table, int column)
{
    for (int k = 0; k < table->foreign_keys.count; k++)
        for (int i = 0; i < table->foreign_keys.items[k].column_count; i++)
            if (table->foreign_keys.items[k].columns[i] == column)
                return true;
    return false;
}

/* A value that no row has there yet, near the one proposed. */
static ip_datum fresh_value(completion *c, const ip_table *table, int column, ip_datum proposed)
{
    ip_code_type type = ip_code_type_of(table->columns.items[column].type);
    for (int attempt = 0; attempt < 1000; attempt++) {
        bool taken = false;
        for (int r = 0; r < c->rows->count; r++)
            taken = taken || (c->rows->items[r].table == table &&
                              ip_datum_equal(column_of(&c->rows->items[r], column), proposed));
        if (!taken)
            return proposed;
        const char *error = NULL, *text = ip_arena_printf(c->arena, "%d", attempt + 1);
        ip_datum next = ip_datum_parse(c->arena, &type, text, &error);
        if (error)
            return proposed;
        proposed = next;
    }
    return proposed;
}

static ip_datum unread_value(completion *c, int row, const ip_table *table, int column)
{
    const ip_column *declared = &table->columns.items[column];
    if (declared->generated)
        return (ip_datum){.kind = IP_DATUM_NULL};
    if (!declared->not_null && !is_unique(table, column))
        return (ip_datum){.kind = IP_DATUM_NULL};
    ip_datum value = ip_guess_column(c->guesser, 0, row, column);
    return is_unique(table, column) && !refers(table, column) ? fresh_value(c, table, column, value) : value;
}

static bool add_row(completion *c, int row);

static bool same_target(const ip_foreign_key *key, const ip_client_row *child, const ip_datum *parent)
{
    for (int i = 0; i < key->column_count; i++)
        if (!ip_datum_equal(child->values[key->columns[i]], parent[key->target_columns[i]]))
            return false;
    return true;
}

/* The row of the target's key, if the key that is referred to is what identifies rows. */
static bool parent_row(completion *c, const ip_foreign_key *key, const ip_client_row *child, int *row)
{
    const int *columns;
    int n = ip_rows_key_columns(key->target, &columns);
    ip_rows *rows = ip_world_rows((ip_world *)c->world);
    ip_datum *values = IP_NEW_ARRAY(c->arena, ip_datum, n);
    for (int i = 0; i < n; i++) {
        int at = 0;
        while (at < key->column_count && key->target_columns[at] != columns[i])
            at++;
        if (at < key->column_count) {
            values[i] = child->values[key->columns[at]];
            continue;
        }
        const char *error = NULL;
        ip_code_type type = ip_code_type_of(key->target->columns.items[columns[i]].type);
        values[i] = ip_datum_parse(c->arena, &type, ip_arena_printf(c->arena, "%d", c->rows->count + 1), &error);
        if (error)
            return false;
    }
    *row = ip_rows_find_or_add(rows, key->target, values);
    return n > 0;
}

static bool add_parent(completion *c, const ip_foreign_key *key, const ip_client_row *child)
{
    for (int i = 0; i < key->column_count; i++)
        if (child->values[key->columns[i]].kind == IP_DATUM_NULL)
            return true;
    for (int r = 0; r < c->rows->count; r++)
        if (c->rows->items[r].table == key->target && same_target(key, child, c->rows->items[r].values))
            return true;
    int row;
    ip_datum there;
    if (!parent_row(c, key, child, &row)) {
        c->why = ip_arena_printf(c->arena, "no row of %s can be made for %s", key->target->name, child->table->name);
        return false;
    }
    if (ip_world_initial(c->world, row, IP_EXISTS, &there) && !there.as.boolean) {
        c->why = ip_arena_printf(c->arena, "a row of %s would refer to a row of %s that is not there",
                                 child->table->name, key->target->name);
        return false;
    }
    for (int i = 0; i < key->column_count; i++)
        ip_world_give((ip_world *)c->world, row, key->target_columns[i], child->values[key->columns[i]]);
    return add_row(c, row);
}

static bool add_row(completion *c, int row)
{
    const ip_table *table = ip_rows_table(ip_world_all_rows(c->world), row);
    ip_datum *values = IP_NEW_ARRAY(c->arena, ip_datum, table->columns.count);
    for (int i = 0; i < table->columns.count; i++)
        if (!ip_guess_known(c->world, row, i, &values[i]))
            values[i] = unread_value(c, row, table, i);
        else
            values[i] = ip_datum_copy(c->arena, values[i]);
    ip_client_row whole = {table, values};
    IP_PUSH(c->arena, c->rows, whole);
    if (c->depth++ > MOST_DEPTH) {
        c->why = "foreign keys form a cycle";
        return false;
    }
    bool good = true;
    for (int k = 0; k < table->foreign_keys.count && good; k++)
        good = add_parent(c, &table->foreign_keys.items[k], &whole);
    c->depth--;
    return good;
}

bool ip_seed_complete(ip_arena *arena, ip_guesser *guesser, const ip_world *world, ip_client_rows *rows,
                      const char **why)
{
    completion c = {.arena = arena, .guesser = guesser, .world = world, .rows = rows};
    int count = ip_rows_count(ip_world_all_rows(world));
    for (int r = 0; r < count; r++) {
        ip_datum there;
        if (!ip_world_initial(world, r, IP_EXISTS, &there) || !there.as.boolean)
            continue;
        const ip_table *table = ip_rows_table(ip_world_all_rows(world), r);
        bool made = false; /* as another one's parent */
        const int *columns;
        int n = ip_rows_key_columns(table, &columns);
        for (int i = 0; n > 0 && !made && i < rows->count; i++) {
            made = rows->items[i].table == table;
            for (int k = 0; made && k < n; k++)
                made = ip_datum_equal(rows->items[i].values[columns[k]], ip_rows_key(ip_world_all_rows(world), r)[k]);
        }
        if (!made && !add_row(&c, r)) {
            *why = c.why;
            return false;
        }
    }
    return true;
}

/* ---- inserting ---- */

struct ip_sower {
    ip_arena *arena;
    const ip_schema *schema;
    ip_interpreter *interpreter;
    const ip_code **codes; /* [table]: INSERT of a row, a parameter for each column; made once: the interpreter keeps
                              what it has prepared */
    int *heights;          /* [table] */
    char refused[6];       /* SQLSTATE of the last row that was */
    int tries;             /* left for the repair at hand */
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

ip_sower *ip_sower_new(ip_arena *arena, const ip_schema *schema, ip_interpreter *interpreter)
{
    ip_sower *sower = IP_NEW(arena, ip_sower);
    *sower = (ip_sower){.arena = arena, .schema = schema, .interpreter = interpreter};
    sower->codes = IP_NEW_ARRAY(arena, const ip_code *, schema->tables.count);
    sower->heights = IP_NEW_ARRAY(arena, int, schema->tables.count);
    for (int t = 0; t < schema->tables.count; t++)
        sower->heights[t] = height_of(schema->tables.items[t], 0);
    return sower;
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

static const ip_code *code_of(ip_sower *sower, const ip_table *table)
{
    if (sower->codes[table->id])
        return sower->codes[table->id];
    ip_code *code = IP_NEW(sower->arena, ip_code);
    code->name = "initial rows";
    code->script = true;
    code->found = code->row_slot = -1;
    code->parameter_count = table->columns.count;
    for (int c = 0; c < table->columns.count; c++) {
        ip_code_variable variable = {.name = table->columns.items[c].name,
                                     .type = ip_code_type_of(table->columns.items[c].type)};
        const ip_code_expr *none = NULL;
        IP_PUSH(sower->arena, &code->variables, variable);
        IP_PUSH(sower->arena, &code->in, true);
        IP_PUSH(sower->arena, &code->out, false);
        IP_PUSH(sower->arena, &code->defaults, none);
    }
    const ip_code_statement *statement = insertion(sower->arena, table);
    IP_PUSH(sower->arena, &code->body, statement);
    code->statement_count = 1;
    return sower->codes[table->id] = code;
}

/* The world's initial state as a database that rows are inserted into. */
static bool read_given(void *data, int row, int column, ip_read_mode mode, ip_datum *value)
{
    (void)mode;
    *value = column == IP_EXISTS ? ip_datum_boolean(false) : (ip_datum){.kind = IP_DATUM_NULL};
    ip_guess_known(data, row, column, value);
    return true;
}

static bool give(void *data, int row, int column, ip_datum value)
{
    ip_world_give(data, row, column, value);
    return true;
}

static bool insert_row(ip_sower *sower, ip_world *world, const ip_client_row *row, int number, const char **why,
                       ip_arena *arena)
{
    ip_database database = {.data = world,
                            .rows = ip_world_rows(world),
                            .instance = FIRST_INSTANCE + number,
                            .read = read_given,
                            .write = give};
    ip_run_outcome outcome = {0};
    if (ip_interpreter_run(sower->interpreter, code_of(sower, row->table), row->values, &database, &outcome) ==
        IP_RUN_COMMITTED)
        return true;
    snprintf(sower->refused, sizeof sower->refused, "%s", outcome.sqlstate ? outcome.sqlstate : "");
    *why = ip_arena_printf(arena, "a row of %s cannot be there: %s", row->table->name,
                           outcome.message ? outcome.message : "it is not accepted");
    return false;
}

bool ip_seed_world(ip_arena *arena, ip_sower *sower, const ip_client_rows *rows, ip_world *world, int *failed,
                   const char **why)
{
    for (int level = 0, left = rows->count; left > 0 && level <= MOST_DEPTH; level++)
        for (int r = 0; r < rows->count; r++) {
            if (sower->heights[rows->items[r].table->id] != level)
                continue;
            left--;
            *failed = r;
            if (!insert_row(sower, world, &rows->items[r], r, why, arena))
                return false;
        }
    *failed = -1;
    return true;
}

static int given_row(ip_world *world, const ip_client_row *row, int number)
{
    const int *columns;
    int n = ip_rows_key_columns(row->table, &columns);
    ip_datum key[MOST_KEY];
    if (n == 0)
        key[0] = ip_rows_hidden_key(FIRST_INSTANCE + number, 1);
    for (int i = 0; i < n; i++)
        key[i] = row->values[columns[i]];
    return ip_rows_find_or_add(ip_world_rows(world), row->table, key);
}

void ip_seed_again(const ip_client_rows *rows, ip_world *world)
{
    for (int r = 0; r < rows->count; r++) {
        int row = given_row(world, &rows->items[r], r);
        ip_world_give(world, row, IP_EXISTS, ip_datum_boolean(true));
        for (int c = 0; c < rows->items[r].table->columns.count; c++)
            ip_world_give(world, row, c, rows->items[r].values[c]);
    }
}

void ip_seed_read_back(ip_arena *arena, const ip_world *world, ip_client_rows *rows)
{
    ip_client_rows as_given = {0};
    for (int r = 0; r < ip_rows_count(ip_world_all_rows(world)); r++) {
        ip_datum there;
        if (!ip_world_initial(world, r, IP_EXISTS, &there) || !there.as.boolean)
            continue;
        const ip_table *table = ip_rows_table(ip_world_all_rows(world), r);
        ip_datum *values = IP_NEW_ARRAY(arena, ip_datum, table->columns.count);
        for (int c = 0; c < table->columns.count; c++)
            if (ip_guess_known(world, r, c, &values[c]))
                values[c] = ip_datum_copy(arena, values[c]);
        ip_client_row row = {table, values};
        IP_PUSH(arena, &as_given, row);
    }
    *rows = as_given;
}

/* ---- repairing ---- */

static bool accepted(ip_arena *arena, ip_sower *sower, ip_client_rows *rows, int *failed, const char **why)
{
    ip_world *world = ip_world_new(sower->schema, 1);
    bool good = ip_seed_world(arena, sower, rows, world, failed, why);
    if (good)
        ip_seed_read_back(arena, world, rows);
    ip_world_free(world);
    return good;
}

static bool is_key(const ip_table *table, int column)
{
    const int *columns;
    int n = ip_rows_key_columns(table, &columns);
    for (int i = 0; i < n; i++)
        if (columns[i] == column)
            return true;
    return false;
}

/* Could another value of this column mend what the row was refused for? References and identifying keys stay. */
static bool may_help(const ip_sower *sower, const ip_table *table, int column, ip_datum value)
{
    if (is_key(table, column) || refers(table, column) || table->columns.items[column].generated ||
        strcmp(sower->refused, "23503") == 0) /* foreign_key_violation */
        return false;
    if (strcmp(sower->refused, "23502") == 0) /* not_null_violation */
        return value.kind == IP_DATUM_NULL;
    if (strcmp(sower->refused, "23505") != 0) /* unique_violation */
        return true;
    for (int k = 0; k < table->keys.count; k++)
        for (int i = 0; i < table->keys.items[k].column_count; i++)
            if (table->keys.items[k].columns[i] == column)
                return true;
    return false;
}

/* One value of the row is exchanged, and the row is accepted. */
static bool repair_row(ip_arena *arena, ip_sower *sower, ip_subject *subject, ip_client_rows *rows, int row)
{
    const ip_table *table = rows->items[row].table;
    ip_datum *values = IP_NEW_ARRAY(arena, ip_datum, table->columns.count);
    memcpy(values, rows->items[row].values, sizeof *values * (size_t)table->columns.count);
    rows->items[row].values = values;
    for (int c = 0; c < table->columns.count; c++) {
        if (!may_help(sower, table, c, values[c]))
            continue;
        ip_datum before = values[c];
        ip_values options = {0};
        ip_values_add_usual(arena, subject, &options, table->columns.items[c].type, 0);
        for (int o = 0; o < options.count && sower->tries-- > 0; o++) {
            int failed;
            const char *why;
            values[c] = options.items[o];
            if (accepted(arena, sower, rows, &failed, &why) || failed != row)
                return true;
        }
        values[c] = before;
    }
    return false;
}

bool ip_seed_repair(ip_arena *arena, ip_sower *sower, ip_subject *subject, ip_client_rows *rows, int *failed,
                    const char **why)
{
    enum { MOST_TRIES = 250 }; /* each builds the whole state: TPC-C needs more than 60 for some */
    sower->tries = MOST_TRIES;
    for (int round = 0; round <= rows->count; round++) {
        if (accepted(arena, sower, rows, failed, why))
            return true;
        if (!repair_row(arena, sower, subject, rows, *failed))
            return false;
    }
    return false;
}
