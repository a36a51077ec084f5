/* Finds the transaction that wrote each value that was read. If exactly one transaction wrote the value, and the row
 * did not have it initially, the read is from that transaction. If no transaction wrote the value, the read is from the
 * initial state. A read is left out if two transactions could have written the value, or if a write may have changed
 * the cell and its row or value is not known. */
#include "trace_history/sources.h"

#include "large_history/intern.h"

#include <string.h>

#define EXISTS "" /* column for the existence of a row; its values are "present" and ABSENT */
#define ABSENT "absent"

typedef struct candidate {       /* columns that conditions compare */
    const char *table, *columns; /* columns: sorted, as in "a, b" */
    long uses;
    bool several; /* some statement found more than one row by these columns */
} candidate;

typedef struct cell {
    const char *name, *row; /* as in "acc(5).bal", "acc(5)" */
    const char *table, *column;
    const char *before; /* initial value; NULL if not known */
    bool disputed;      /* reads disagree on the initial value, or a written value is not known */
    long first_end;     /* line at which the first transaction that wrote the cell ended; 0 if none */
    IP_VEC(int) writes;
    int object;
} cell;

typedef struct write {
    int cell, transaction;
    const char *value; /* NULL if not known */
    bool replaced;     /* by a later write of the same transaction */
} write;

typedef struct wild {           /* a write of unknown rows */
    const char *table, *column; /* column: NULL for all columns */
} wild;

typedef struct finding {
    ip_trace_accesses *all;
    ip_arena *arena;
    ip_large_builder *builder;
    const int *numbers;
    IP_VEC(candidate) candidates;
    IP_VEC(cell) cells;
    ip_intern names; /* of cells, with the same numbers */
    IP_VEC(write) writes;
    IP_VEC(wild) wilds;
    ip_trace_sources result;
} finding;

/* -------------------------------------------------------------------- keys -- */

static const char *value_in(const ip_traced_cells *cells, const char *column)
{
    for (int i = 0; i < cells->count; i++)
        if (strcmp(cells->items[i].column, column) == 0)
            return cells->items[i].value;
    return NULL;
}

static void sort_cells(ip_traced_cells *cells)
{
    for (int i = 1; i < cells->count; i++)
        for (int k = i; k > 0 && strcmp(cells->items[k - 1].column, cells->items[k].column) > 0; k--) {
            ip_traced_cell other = cells->items[k];
            cells->items[k] = cells->items[k - 1];
            cells->items[k - 1] = other;
        }
}

static const char *listed(ip_arena *arena, const ip_traced_cells *cells)
{
    const char *list = "";
    for (int i = 0; i < cells->count; i++)
        list = ip_arena_printf(arena, "%s%s%s", list, i ? ", " : "", cells->items[i].column);
    return list;
}

static void find_candidates(finding *f)
{
    for (int i = 0; i < f->all->items.count; i++) {
        ip_trace_access *access = &f->all->items.items[i];
        sort_cells(&access->key);
        if (access->kind == IP_ACCESS_INSERT || access->every_row || access->key.count == 0)
            continue;
        const char *columns = listed(f->arena, &access->key);
        int at = 0;
        while (at < f->candidates.count && (strcmp(f->candidates.items[at].table, access->table) != 0 ||
                                            strcmp(f->candidates.items[at].columns, columns) != 0))
            at++;
        if (at == f->candidates.count) {
            candidate added = {.table = access->table, .columns = columns};
            IP_PUSH(f->arena, &f->candidates, added);
        }
        f->candidates.items[at].uses++;
        f->candidates.items[at].several |= access->rows > 1;
    }
}

/* Returns the columns by which most statements find a row of the table and no statement finds several rows. Returns
 * NULL if there are none. */
static const char *key_of(const finding *f, const char *table)
{
    const candidate *best = NULL;
    for (int i = 0; i < f->candidates.count; i++) {
        const candidate *c = &f->candidates.items[i];
        if (strcmp(c->table, table) == 0 && !c->several && (!best || c->uses > best->uses))
            best = c;
    }
    return best ? best->columns : NULL;
}

/* Returns the row's name, as in "acc(5)", or NULL if the values do not identify a row. */
static const char *row_of(const finding *f, const char *table, const ip_traced_cells *values)
{
    const char *key = key_of(f, table), *list = "";
    for (const char *at = key; at && *at;) {
        size_t length = strcspn(at, ",");
        const char *value = value_in(values, ip_arena_strndup(f->arena, at, length));
        if (!value || *value == '-')
            return NULL;
        list = ip_arena_printf(f->arena, "%s%s%s", list, *list ? ", " : "", value + 1);
        at += length + strspn(at + length, ", ");
    }
    return key ? ip_arena_printf(f->arena, "%s(%s)", table, list) : NULL;
}

static bool is_of_key(const finding *f, const char *table, const char *column)
{
    const char *key = key_of(f, table), *at = key ? strstr(key, column) : NULL;
    size_t length = strlen(column);
    return at && (at == key || at[-1] == ' ') && (!at[length] || at[length] == ',');
}

/* ------------------------------------------------------------------- cells -- */

static int cell_of(finding *f, const char *row, const char *table, const char *column)
{
    const char *name = *column ? ip_arena_printf(f->arena, "%s.%s", row, column) : row;
    int known = ip_large_intern_text(&f->names, name, strlen(name));
    if (known < f->cells.count)
        return known;
    cell created = {.row = row, .table = table, .column = column, .object = -1};
    created.name = name;
    IP_PUSH(f->arena, &f->cells, created);
    return f->cells.count - 1;
}

static void add_write(finding *f, const ip_trace_access *access, const char *row, const char *column, const char *value)
{
    int of = cell_of(f, row, access->table, column);
    const ip_traced_transaction *t = &f->all->transactions.items[access->transaction];
    write created = {of, access->transaction, value, false};
    cell *c = &f->cells.items[of];
    write *last = c->writes.count ? &f->writes.items[c->writes.items[c->writes.count - 1]] : NULL;
    for (int i = 0; i < c->writes.count; i++)
        if (f->writes.items[c->writes.items[i]].transaction == access->transaction)
            f->writes.items[c->writes.items[i]].replaced = true;
    /* The row was deleted and inserted again. Conflicts then depend on its key. */
    c->disputed |= !*column && last && last->transaction != access->transaction;
    IP_PUSH(f->arena, &c->writes, f->writes.count);
    IP_PUSH(f->arena, &f->writes, created);
    c->first_end = c->first_end && c->first_end < t->end ? c->first_end : t->end;
    c->disputed |= !value;
}

static void add_wild(finding *f, const char *table, const char *column)
{
    wild created = {table, column};
    for (int i = 0; i < f->wilds.count; i++) {
        const wild *w = &f->wilds.items[i];
        if (strcmp(w->table, table) == 0 && (!w->column || (column && strcmp(w->column, column) == 0)))
            return;
    }
    IP_PUSH(f->arena, &f->wilds, created);
}

/* Notes a write of unknown rows, or a write by a transaction whose outcome is not known. */
static void add_wilds(finding *f, const ip_trace_access *access)
{
    bool rows_come = access->kind == IP_ACCESS_INSERT || access->kind == IP_ACCESS_DELETE;
    if (access->every_row && access->kind == IP_ACCESS_INSERT)
        add_wild(f, access->table, NULL);
    if (rows_come)
        add_wild(f, access->table, EXISTS);
    for (int i = 0; i < access->cells.count; i++)
        add_wild(f, access->table, access->cells.items[i].column);
    if (access->kind == IP_ACCESS_INSERT)
        add_wild(f, access->table, NULL); /* columns with defaults */
}

static void read_write(finding *f, const ip_trace_access *access)
{
    const ip_traced_transaction *t = &f->all->transactions.items[access->transaction];
    if (access->kind == IP_ACCESS_SELECT || t->outcome == IP_TRACE_FAILED || t->outcome == IP_TRACE_ABORTED ||
        access->rows == 0)
        return;
    const char *row = access->every_row
                          ? NULL
                          : row_of(f, access->table, access->kind == IP_ACCESS_INSERT ? &access->cells : &access->key);
    bool known = row && access->rows == 1 && t->outcome == IP_TRACE_COMMITTED && !t->partly;
    for (int i = 0; i < access->cells.count && access->kind == IP_ACCESS_UPDATE; i++)
        known &= !is_of_key(f, access->table, access->cells.items[i].column);
    if (!known) {
        add_wilds(f, access);
        return;
    }
    if (access->kind != IP_ACCESS_UPDATE)
        add_write(f, access, row, EXISTS, access->kind == IP_ACCESS_INSERT ? "present" : ABSENT);
    for (int i = 0; i < access->cells.count; i++)
        add_write(f, access, row, access->cells.items[i].column, access->cells.items[i].value);
}

/* ------------------------------------------------------------------- reads -- */

/* Called for each cell that a SELECT has read, with the value. */
typedef void use_read(finding *f, const ip_trace_access *access, int cell, const char *value);

static void each_read(finding *f, use_read *use)
{
    for (int i = 0; i < f->all->items.count; i++) {
        const ip_trace_access *access = &f->all->items.items[i];
        const char *row =
            access->kind == IP_ACCESS_SELECT && access->rows <= 1 ? row_of(f, access->table, &access->key) : NULL;
        if (!row || f->numbers[access->transaction] < 0 || (access->rows == 0 && access->other_conditions) ||
            (access->rows == 0 && access->key.count > 1 &&
             strcmp(listed(f->arena, &access->key), key_of(f, access->table)) != 0))
            continue;
        use(f, access, cell_of(f, row, access->table, EXISTS), access->rows ? "present" : ABSENT);
        for (int k = 0; k < access->cells.count && access->rows == 1; k++)
            if (!is_of_key(f, access->table, access->cells.items[k].column))
                use(f, access, cell_of(f, row, access->table, access->cells.items[k].column),
                    access->cells.items[k].value);
    }
}

/* Tells whether the transaction may have written the cell before the statement. */
static bool has_written(const finding *f, const ip_trace_access *access, int of)
{
    for (int i = access->previous; i >= 0; i = f->all->items.items[i].previous) {
        const ip_trace_access *other = &f->all->items.items[i];
        if (other->kind != IP_ACCESS_SELECT && strcmp(other->table, f->cells.items[of].table) == 0)
            return true;
    }
    return false;
}

/* A value that is read before the end of the first transaction that writes the cell is its initial value. */
static void note_before(finding *f, const ip_trace_access *access, int of, const char *value)
{
    cell *c = &f->cells.items[of];
    if (!value || has_written(f, access, of) || (c->first_end && access->line >= c->first_end))
        return;
    if (c->before && strcmp(c->before, value) != 0 && !c->disputed) {
        c->disputed = true;
        add_wild(f, c->table, NULL); /* an unrecorded client writes the table */
        f->result.others++;
    }
    c->before = value;
}

static bool may_be_wild(const finding *f, const cell *c)
{
    for (int i = 0; i < f->wilds.count; i++) {
        const wild *w = &f->wilds.items[i];
        if (strcmp(w->table, c->table) == 0 && (!w->column || strcmp(w->column, c->column) == 0))
            return true;
    }
    return f->all->unknown_writes;
}

static int object_of(finding *f, cell *c)
{
    if (c->object < 0) {
        c->object = ip_large_object(f->builder, c->name, strlen(c->name));
        ip_large_set_row(f->builder, c->object, c->row);
    }
    return c->object;
}

static void report_read(finding *f, const ip_trace_access *access, int of, const char *value)
{
    cell *c = &f->cells.items[of];
    int from = -1, matches = 0;
    f->result.reads++;
    if (!value || c->disputed || has_written(f, access, of) || may_be_wild(f, c))
        return;
    for (int i = 0; i < c->writes.count; i++) {
        const write *w = &f->writes.items[c->writes.items[i]];
        if (w->replaced || w->transaction == access->transaction || !w->value || strcmp(w->value, value) != 0)
            continue;
        from = w->transaction;
        matches++;
    }
    bool was_before = c->before && strcmp(c->before, value) == 0;
    if (matches > 1 || (matches == 1 && (was_before || !c->before)) || (matches == 0 && !was_before))
        return;
    ip_large_event event = {.transaction = f->numbers[access->transaction],
                            .object = object_of(f, c),
                            .value = -1,
                            .step = (int)access->line,
                            .offset = access->offset};
    f->result.kept++;
    ip_large_read_from(f->builder, &event, matches ? f->all->transactions.items[from].name : NULL);
}

/* A row that an INSERT creates has no columns initially. */
static void note_brought(finding *f)
{
    for (int i = 0; i < f->cells.count; i++) {
        cell *c = &f->cells.items[i];
        int there = ip_large_intern_find(&f->names, c->row, strlen(c->row));
        const char *before = there >= 0 ? f->cells.items[there].before : NULL;
        if (*c->column && !c->before && before && strcmp(before, ABSENT) == 0 && !f->cells.items[there].disputed)
            c->before = ABSENT;
    }
}

static void report_writes(finding *f)
{
    for (int i = 0; i < f->writes.count; i++) {
        const write *w = &f->writes.items[i];
        const cell *c = &f->cells.items[w->cell];
        if (w->replaced || (c->disputed && !*c->column))
            continue;
        ip_large_event event = {.transaction = f->numbers[w->transaction],
                                .object = object_of(f, &f->cells.items[w->cell]),
                                .value = -1,
                                .step = (int)f->all->transactions.items[w->transaction].end,
                                .offset = f->all->transactions.items[w->transaction].offset};
        ip_large_write(f->builder, &event);
    }
}

static void report_keys(finding *f)
{
    for (int i = 0; i < f->candidates.count; i++) {
        const char *table = f->candidates.items[i].table, *key = key_of(f, table);
        bool said = false;
        for (int k = 0; k < i; k++)
            said |= strcmp(f->candidates.items[k].table, table) == 0;
        const char **list = key ? &f->result.keys : &f->result.no_keys;
        if (said)
            continue;
        const char *text = key ? ip_arena_printf(f->arena, "%s(%s)", table, key) : table;
        *list = *list ? ip_arena_printf(f->arena, "%s, %s", *list, text) : text;
    }
}

ip_trace_sources ip_trace_history_trace_sources_report(ip_trace_accesses *accesses, ip_large_builder *builder,
                                                       const int *numbers)
{
    finding f = {.all = accesses, .arena = accesses->arena, .builder = builder, .numbers = numbers};
    f.names.arena = f.arena;
    find_candidates(&f);
    for (int i = 0; i < accesses->items.count; i++)
        read_write(&f, &accesses->items.items[i]);
    each_read(&f, note_before);
    note_brought(&f);
    each_read(&f, report_read);
    report_writes(&f);
    report_keys(&f);
    return f.result;
}
