/* ip_rows: every row that has been used, found by key in constant time and listed in key order. */
#include "interpreter/interpreter.h"

#include <stdlib.h>
#include <string.h>

typedef struct row {
    const ip_table *table;
    const ip_datum *key;
    uint64_t hash;
    int round; /* how often rows had been forgotten when it was created */
    bool is_free;
} row;

typedef struct table_rows {
    int key_count;
    const int *key_columns;
    IP_VEC(int) sorted;
} table_rows;

struct ip_rows {
    ip_arena *arena;
    const ip_schema *schema;
    table_rows *tables;       /* by table id */
    IP_VEC(table_rows *) own; /* of tables that programs create for themselves */
    IP_VEC(row) rows;
    int *slots; /* open addressing, row + 1 */
    int slot_count;
    IP_VEC(int) free;        /* numbers of forgotten rows */
    IP_VEC(int) given_again; /* of these, and not asked for yet */
    int round;
};

int ip_interpreter_rows_key_columns(const ip_table *table, const int **columns)
{
    const ip_key *identity = table->numbered ? NULL : ip_catalog_table_identity(table);
    *columns = identity ? identity->columns : NULL;
    return identity ? identity->column_count : 0;
}

int ip_interpreter_rows_key_position(const ip_table *table, int column)
{
    const int *columns;
    int n = ip_interpreter_rows_key_columns(table, &columns);
    for (int k = 0; k < n; k++)
        if (columns[k] == column)
            return k;
    return -1;
}

bool ip_interpreter_rows_in_key(const ip_table *table, int column)
{
    return ip_interpreter_rows_key_position(table, column) >= 0;
}

ip_datum ip_interpreter_rows_hidden_key(int instance, int ordinal)
{
    return ip_value_datum_integer(((int64_t)instance << 32) | ordinal);
}

ip_rows *ip_interpreter_rows_new(ip_arena *arena, const ip_schema *schema)
{
    ip_rows *rows = IP_NEW(arena, ip_rows);
    rows->arena = arena;
    rows->schema = schema;
    /* Code compiled later, an assertion's, may bring tables for its locks. */
    rows->tables = IP_NEW_ARRAY(arena, table_rows, schema->tables.count + IP_LOCK_SPACES);
    for (int i = 0; i < schema->tables.count; i++) {
        table_rows *t = &rows->tables[i];
        t->key_count = ip_interpreter_rows_key_columns(schema->tables.items[i], &t->key_columns);
    }
    rows->slot_count = 64;
    rows->slots = IP_NEW_ARRAY(arena, int, rows->slot_count);
    return rows;
}

static table_rows *rows_of(ip_rows *rows, const ip_table *table)
{
    if (!table->own)
        return &rows->tables[table->id];
    while (rows->own.count <= table->id)
        IP_PUSH(rows->arena, &rows->own, NULL);
    if (!rows->own.items[table->id]) {
        table_rows *created = IP_NEW(rows->arena, table_rows);
        created->key_count = ip_interpreter_rows_key_columns(table, &created->key_columns);
        rows->own.items[table->id] = created;
    }
    return rows->own.items[table->id];
}

static int key_width(const ip_table *table)
{
    const int *columns;
    int count = ip_interpreter_rows_key_columns(table, &columns);
    return count ? count : 1;
}

static uint64_t hash_key(const ip_table *table, const ip_datum *key, int width)
{
    uint64_t hash = (uint64_t)table->id * UINT64_C(0x9E3779B97F4A7C15);
    for (int i = 0; i < width; i++)
        hash = (hash ^ ip_value_datum_hash(key[i])) * UINT64_C(0xBF58476D1CE4E5B9);
    return hash ^ (hash >> 31);
}

static int compare_keys(const ip_datum *a, const ip_datum *b, int width)
{
    for (int i = 0; i < width; i++) {
        int order = ip_value_datum_compare(a[i], b[i]);
        if (order)
            return order;
    }
    return 0;
}

static bool same_key(const ip_datum *a, const ip_datum *b, int width)
{
    for (int i = 0; i < width; i++)
        if (!ip_value_datum_equal(a[i], b[i]))
            return false;
    return true;
}

static int find(const ip_rows *rows, const ip_table *table, const ip_datum *key, uint64_t hash)
{
    int width = key_width(table);
    for (int slot = (int)(hash & (uint64_t)(rows->slot_count - 1));; slot = (slot + 1) & (rows->slot_count - 1)) {
        int index = rows->slots[slot] - 1;
        if (index < 0)
            return -1;
        const row *r = &rows->rows.items[index];
        if (r->hash == hash && r->table == table && same_key(r->key, key, width))
            return index;
    }
}

int ip_interpreter_rows_find(const ip_rows *rows, const ip_table *table, const ip_datum *key)
{
    return find(rows, table, key, hash_key(table, key, key_width(table)));
}

static void place(ip_rows *rows, int index)
{
    int slot = (int)(rows->rows.items[index].hash & (uint64_t)(rows->slot_count - 1));
    while (rows->slots[slot])
        slot = (slot + 1) & (rows->slot_count - 1);
    rows->slots[slot] = index + 1;
}

static void grow(ip_rows *rows)
{
    rows->slot_count *= 2;
    rows->slots = IP_NEW_ARRAY(rows->arena, int, rows->slot_count);
    for (int i = 0; i < rows->rows.count; i++)
        if (rows->rows.items[i].table)
            place(rows, i);
}

static void insert_sorted(ip_rows *rows, const ip_table *table, int index)
{
    table_rows *t = rows_of(rows, table);
    int width = key_width(table), at = t->sorted.count;
    const ip_datum *key = rows->rows.items[index].key;
    IP_PUSH(rows->arena, &t->sorted, index);
    while (at > 0 && compare_keys(rows->rows.items[t->sorted.items[at - 1]].key, key, width) > 0) {
        t->sorted.items[at] = t->sorted.items[at - 1];
        at--;
    }
    t->sorted.items[at] = index;
}

int ip_interpreter_rows_find_or_add(ip_rows *rows, const ip_table *table, const ip_datum *key)
{
    int width = key_width(table);
    uint64_t hash = hash_key(table, key, width);
    int index = find(rows, table, key, hash);
    if (index >= 0)
        return index;
    ip_datum *copy = IP_NEW_ARRAY(rows->arena, ip_datum, width);
    for (int i = 0; i < width; i++)
        copy[i] = ip_value_datum_copy(rows->arena, key[i]);
    const row created = {table, copy, hash, rows->round, false};
    if (rows->free.count) {
        index = rows->free.items[--rows->free.count];
        rows->rows.items[index] = created;
        IP_PUSH(rows->arena, &rows->given_again, index);
    } else {
        index = rows->rows.count;
        IP_PUSH(rows->arena, &rows->rows, created);
    }
    if (rows->rows.count * 2 > rows->slot_count)
        grow(rows);
    else
        place(rows, index);
    insert_sorted(rows, table, index);
    return index;
}

static ip_rows *new_for(ip_arena *arena, const ip_rows *rows, const ip_schema *schema)
{
    ip_rows *created = ip_interpreter_rows_new(arena, schema);
    while (created->slot_count < 2 * rows->rows.count + 2)
        created->slot_count *= 2;
    created->slots = IP_NEW_ARRAY(arena, int, created->slot_count);
    created->round = rows->round;
    return created;
}

/* The row gets the next number. table NULL: it can be found no more. */
static void take_over(ip_rows *rows, const row *old, const ip_table *table)
{
    int width = table ? key_width(table) : 0;
    ip_datum *key = IP_NEW_ARRAY(rows->arena, ip_datum, width);
    for (int k = 0; k < width; k++)
        key[k] = ip_value_datum_copy(rows->arena, old->key[k]);
    IP_PUSH(rows->arena, &rows->rows,
            ((row){table, key, table ? hash_key(table, key, width) : 0, table ? old->round : 0, false}));
    if (table)
        place(rows, rows->rows.count - 1);
}

ip_rows *ip_interpreter_rows_renewed(ip_arena *arena, const ip_rows *rows, const ip_schema *schema,
                                     const ip_table *const *became)
{
    ip_rows *created = new_for(arena, rows, schema);
    for (int i = 0; i < rows->rows.count; i++) {
        const row *old = &rows->rows.items[i];
        take_over(created, old, old->table && !old->table->own ? became[old->table->id] : NULL);
    }
    for (int t = 0; t < rows->schema->tables.count; t++)
        for (int i = 0; became[t] && i < rows->tables[t].sorted.count; i++)
            IP_PUSH(arena, &created->tables[became[t]->id].sorted, rows->tables[t].sorted.items[i]);
    return created;
}

ip_rows *ip_interpreter_rows_without(ip_arena *arena, const ip_rows *rows, const bool *gone)
{
    ip_rows *created = new_for(arena, rows, rows->schema);
    created->round++;
    for (int i = 0; i < rows->rows.count; i++)
        take_over(created, &rows->rows.items[i], gone[i] ? NULL : rows->rows.items[i].table);
    for (int i = rows->rows.count - 1; i >= 0; i--)
        if (gone[i]) {
            created->rows.items[i].is_free = true;
            IP_PUSH(arena, &created->free, i);
        }
    for (int t = 0; t < rows->schema->tables.count; t++)
        for (int i = 0; i < rows->tables[t].sorted.count; i++)
            if (!gone[rows->tables[t].sorted.items[i]])
                IP_PUSH(arena, &created->tables[t].sorted, rows->tables[t].sorted.items[i]);
    return created;
}

void ip_interpreter_rows_forget(ip_rows *rows, ip_arena *arena, const bool *gone)
{
    *rows = *ip_interpreter_rows_without(arena, rows, gone);
}

int ip_interpreter_rows_given_again(ip_rows *rows)
{
    return rows->given_again.count ? rows->given_again.items[--rows->given_again.count] : -1;
}

bool ip_interpreter_rows_is_free(const ip_rows *rows, int index)
{
    return rows->rows.items[index].is_free;
}

int ip_interpreter_rows_round(const ip_rows *rows, int index)
{
    return rows->rows.items[index].round;
}

void ip_interpreter_rows_skip(ip_rows *rows, int count)
{
    for (int i = 0; i < rows->free.count; i++) /* some may have been given meanwhile */
        rows->rows.items[rows->free.items[i]].is_free = false;
    rows->free.count = 0;
    while (rows->rows.count < count)
        IP_PUSH(rows->arena, &rows->rows, ((row){.table = NULL}));
}

int ip_interpreter_rows_count(const ip_rows *rows)
{
    return rows->rows.count;
}

const ip_table *ip_interpreter_rows_table(const ip_rows *rows, int index)
{
    return rows->rows.items[index].table;
}

const ip_datum *ip_interpreter_rows_key(const ip_rows *rows, int index)
{
    return rows->rows.items[index].key;
}

int ip_interpreter_rows_of(const ip_rows *rows, const ip_table *table, const int **in_key_order)
{
    const table_rows *t = rows_of((ip_rows *)rows, table);
    *in_key_order = t->sorted.items;
    return t->sorted.count;
}
