/* A history in words, for reports. */
#include "explorer/describe.h"

#include "explorer/ends.h"

#include <string.h>

enum { MOST_ENDS = 64 };

/* A negative number needs no parentheses here. */
static const char *literal(ip_arena *arena, ip_datum value)
{
    return value.kind == IP_DATUM_INTEGER ? ip_value_datum_text(arena, value)
                                          : ip_value_datum_literal(arena, value, NULL);
}

static const char *name_of(const ip_explored *explored, int transaction)
{
    return explored->client->sessions.items[explored->session[transaction]]
        .transactions.items[explored->index[transaction]]
        .name;
}

static const char *key_of(ip_arena *arena, const ip_explored *explored, int row)
{
    const int *columns;
    int count = ip_interpreter_rows_key_columns(ip_interpreter_rows_table(explored->rows, row), &columns);
    const ip_datum *key = ip_interpreter_rows_key(explored->rows, row);
    const char *text = "";
    for (int c = 0; c < count; c++)
        text = ip_arena_printf(arena, "%s%s%s", text, c ? ", " : "", literal(arena, key[c]));
    int instance = count ? 0 : (int)(key[0].as.integer >> 32), ordinal = (int)(key[0].as.integer & INT32_MAX);
    if (!count && instance)
        text = ip_arena_printf(arena, "row %d of %s", ordinal, name_of(explored, instance));
    else if (!count)
        text = ip_arena_printf(arena, "row %d", ordinal);
    return text;
}

static bool is_cell(const ip_explored *explored, int object, int *row, int *column)
{
    *row = object / explored->objects_per_row;
    *column = object % explored->objects_per_row - 1;
    return *row < ip_interpreter_rows_count(explored->rows) &&
           *column < ip_interpreter_rows_table(explored->rows, *row)->columns.count;
}

static ip_described_access access_to(ip_arena *arena, const ip_explored *explored, int object, int writer)
{
    int row, column;
    is_cell(explored, object, &row, &column);
    const ip_table *table = ip_interpreter_rows_table(explored->rows, row);
    ip_described_access result = {.table = table->name, .key = key_of(arena, explored, row)};
    if (column >= 0)
        result.column = table->columns.items[column].name;
    result.value = literal(arena, ip_explore_explored_written(explored, writer, object));
    return result;
}

static void add_reads(ip_arena *arena, const ip_explored *explored, int transaction, ip_described_transaction *out)
{
    const ip_history_transaction *t = &explored->history->transactions[transaction];
    for (int r = 0; r < t->read_count; r++) {
        const ip_history_read *read = &t->reads[r];
        bool known = explored->history->writers[read->object] == 1;
        for (int earlier = 0; earlier < r && !known; earlier++)
            known = t->reads[earlier].object == read->object && t->reads[earlier].from == read->from;
        if (known)
            continue;
        ip_described_access access = access_to(arena, explored, read->object, read->from);
        access.from = read->from ? name_of(explored, read->from) : NULL;
        IP_PUSH(arena, &out->reads, access);
    }
}

static void add_writes(ip_arena *arena, const ip_explored *explored, int transaction, ip_described_transaction *out)
{
    int row, column;
    for (int object = 0; object < explored->history->object_count; object++)
        if ((explored->history->writers[object] >> transaction & 1) && is_cell(explored, object, &row, &column))
            IP_PUSH(arena, &out->writes, access_to(arena, explored, object, transaction));
}

/* Final values: after one commit order, or in one of all ends. */
typedef struct ending {
    const ip_explored *explored;
    const int *order;
    ip_ends *ends; /* or NULL */
} ending;

static int last_writer(const ip_explored *explored, const int *order, int object)
{
    int last = 0;
    if (object < explored->history->object_count)
        for (int i = 0; i < explored->history->count; i++)
            if (explored->history->writers[object] >> order[i] & 1)
                last = order[i];
    return last;
}

static ip_datum final_value(const ending *end, int row, int column)
{
    if (end->ends)
        return ip_explore_ends_value(end->ends, row, column);
    int object = ip_explore_explored_object(end->explored, row, column);
    return ip_explore_explored_written(end->explored, last_writer(end->explored, end->order, object), object);
}

static bool is_written(const ip_explored *explored, const ip_table *table)
{
    int row, column;
    for (int object = 0; object < explored->history->object_count; object++)
        if (explored->history->writers[object] != 1 && is_cell(explored, object, &row, &column) &&
            ip_interpreter_rows_table(explored->rows, row) == table)
            return true;
    return false;
}

static void add_rows(ip_arena *arena, const ending *end, const ip_table *table, ip_described_rows *out)
{
    const int *rows;
    int count = ip_interpreter_rows_of(end->explored->rows, table, &rows);
    for (int i = 0; i < count; i++) {
        if (!final_value(end, rows[i], IP_EXISTS).as.boolean)
            continue;
        const char *values = "";
        for (int c = 0; c < table->columns.count; c++)
            values =
                ip_arena_printf(arena, "%s%s%s", values, c ? ", " : "", literal(arena, final_value(end, rows[i], c)));
        ip_described_row row = {table->name, values};
        IP_PUSH(arena, out, row);
    }
}

static ip_described_rows rows_in_the_end(ip_arena *arena, const ending *end)
{
    ip_described_rows rows = {0};
    const ip_schema *schema = end->explored->client->schema;
    for (int t = 0; t < schema->tables.count; t++)
        if (is_written(end->explored, schema->tables.items[t]))
            add_rows(arena, end, schema->tables.items[t], &rows);
    return rows;
}

static bool same_rows(const ip_described_rows *a, const ip_described_rows *b)
{
    bool same = a->count == b->count;
    for (int i = 0; same && i < a->count; i++)
        same = !strcmp(a->items[i].table, b->items[i].table) && !strcmp(a->items[i].values, b->items[i].values);
    return same;
}

/* Writers from which no transaction reads may commit in either order: one history with several final states. */
static void add_other_ends(ip_arena *arena, const ip_explored *explored, ip_described_history *out)
{
    ending end = {.explored = explored, .ends = ip_explore_ends_new(arena, explored)};
    int tried = 0;
    do {
        ip_described_rows rows = rows_in_the_end(arena, &end);
        bool known = same_rows(&rows, &out->rows);
        for (int i = 0; i < out->others.count && !known; i++)
            known = same_rows(&rows, &out->others.items[i]);
        if (!known)
            IP_PUSH(arena, &out->others, rows);
    } while (ip_explore_ends_next(end.ends) && !(out->more = ++tried == MOST_ENDS));
}

ip_described_history *ip_explore_explored_describe(ip_arena *arena, const ip_explored *explored, const int *given)
{
    const int *order = given ? given : explored->order;
    ip_described_history *out = IP_NEW(arena, ip_described_history);
    out->serializable = explored->serializable;
    for (int i = 1; i < explored->history->count; i++) {
        int t = order[i];
        const ip_run_outcome *outcome = &explored->outcomes[t];
        ip_described_transaction transaction = {.name = name_of(explored, t)};
        if (outcome->end != IP_RUN_COMMITTED)
            transaction.error = ip_arena_strdup(arena, outcome->message ? outcome->message : "rolled back");
        for (int r = 0; r < outcome->result_count && !transaction.error; r++)
            IP_PUSH(arena, &transaction.results, literal(arena, outcome->results[r]));
        add_reads(arena, explored, t, &transaction);
        add_writes(arena, explored, t, &transaction);
        IP_PUSH(arena, &out->transactions, transaction);
    }
    out->rows = rows_in_the_end(arena, &(ending){.explored = explored, .order = order});
    if (!given)
        add_other_ends(arena, explored, out);
    return out;
}
