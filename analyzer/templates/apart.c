/* Finds rows that a session reads in one transaction and writes in a later one without reading them again, and rows
 * that it inserts after an earlier transaction has looked for such rows. */
#include "templates/apart.h"

#include <string.h>

/* A request is assumed to take at most WINDOW transactions of its session from reading a row to writing it. At most
 * MOST_READS rows a session are kept. */
enum { WINDOW = 4, MOST_READS = 16 };

/* A log may have a session for each request, and often does not tell when a session ends. Rows are therefore kept for
 * two generations of sessions. Once the younger generation is full, the older one, whose sessions have been silent
 * since, is dropped. No server has more open sessions than that. */
enum { GENERATION = 8192, ROOM = 2 * GENERATION };

typedef struct seen_row {
    const ip_statement_form *form;
    int slot; /* of the key */
    uint64_t value;
    long transaction; /* number in the session */
    uint64_t note;    /* hash of the comment; 0 if none */
    const char *file;
    long line;
} seen_row;

typedef struct recent {
    const char *session;
    long transactions;
    int count, next;
    seen_row *rows; /* a ring of MOST_READS; NULL if nothing was read */
} recent;

typedef struct written_form {
    const ip_statement_form *form;
    long transactions;
} written_form;

typedef struct generation {
    ip_arena *arena;
    recent **table; /* [ROOM], by session */
    int count;
} generation;

struct ip_aparts {
    ip_arena *arena;
    const ip_schema *schema; /* may be NULL */
    generation young, old;
    IP_VEC(ip_apart) pairs;
    IP_VEC(written_form) written;
};

void ip_templates_aparts_free(ip_aparts *a)
{
    if (!a)
        return;
    ip_arena_free(a->young.arena);
    ip_arena_free(a->old.arena);
}

static void empty(generation *g)
{
    g->count = 0;
    g->table = IP_NEW_ARRAY(g->arena, recent *, ROOM);
}

ip_aparts *ip_templates_aparts_new(ip_arena *arena, const ip_schema *schema)
{
    ip_aparts *a = IP_NEW(arena, ip_aparts);
    a->arena = arena;
    a->schema = schema;
    a->young.arena = ip_arena_new();
    a->old.arena = ip_arena_new();
    empty(&a->young);
    empty(&a->old);
    return a;
}

static recent **place_of(recent **table, const char *name)
{
    size_t i = ip_templates_hash_bytes(IP_HASH_BEGIN, name, strlen(name)) & (ROOM - 1);
    while (table[i] && strcmp(table[i]->session, name) != 0)
        i = (i + 1) & (ROOM - 1);
    return &table[i];
}

static void grow_older(ip_aparts *a)
{
    generation forgotten = a->old;
    a->old = a->young;
    a->young = forgotten;
    ip_arena_reset(a->young.arena);
    empty(&a->young);
}

static recent *recent_of(ip_aparts *a, const char *session)
{
    recent **place = place_of(a->young.table, session);
    if (*place)
        return *place;
    if (a->young.count == GENERATION) {
        grow_older(a);
        place = place_of(a->young.table, session);
    }
    const recent *before = *place_of(a->old.table, session);
    *place = IP_NEW(a->young.arena, recent);
    (*place)->session = session;
    a->young.count++;
    if (!before)
        return *place;
    **place = *before;
    if (before->rows) {
        (*place)->rows = IP_NEW_ARRAY(a->young.arena, seen_row, MOST_READS);
        memcpy((*place)->rows, before->rows, sizeof *before->rows * MOST_READS);
    }
    return *place;
}

/* ------------------------------------------------------------------- forms -- */

/* Returns the table of the slot's column, or NULL if it is not known. */
static const char *table_of(const ip_statement_form *form, const ip_template_slot *slot)
{
    for (int i = 0; slot->table && i < form->tables.count; i++) {
        const char *name = form->tables.items[i], *dot = strrchr(name, '.');
        if (strcmp(slot->table, name) == 0 || (dot && strcmp(slot->table, dot + 1) == 0))
            return name;
    }
    return form->tables.count == 1 ? form->tables.items[0] : NULL;
}

static bool is_key(const ip_statement_form *form, int slot)
{
    const ip_template_slot *s = &form->slots.items[slot];
    return s->compared && s->equals && !s->list && s->column && table_of(form, s);
}

/* Tells whether the slot is the whole right-hand side of SET column = value, so that the client has computed the value.
 */
static bool is_given(const ip_statement_form *form, int slot)
{
    const ip_template_slot *s = &form->slots.items[slot];
    const char *before = form->pieces.items[slot].text;
    size_t length = strlen(before);
    while (length > 0 && before[length - 1] == ' ')
        length--;
    return s->column && !s->compared && length > 0 && before[length - 1] == '=';
}

static bool reads_column(const ip_statement_form *form, const char *column)
{
    return strstr(form->identity, column) || strchr(form->identity, '*');
}

/* Returns the slot of the key in an UPDATE that assigns a value of the client and has no condition on other columns.
 * Such a condition might detect that the row has changed. Returns -1 for any other statement. */
static int written_key(const ip_statement_form *form)
{
    int key = -1;
    if (strcmp(form->verb, "update") != 0)
        return -1;
    for (int i = 0; i < form->slots.count; i++) {
        if (!form->slots.items[i].compared)
            continue;
        if (key >= 0 || !is_key(form, i))
            return -1;
        key = i;
    }
    return key;
}

static bool gives_what_was_read(const ip_statement_form *write, const ip_statement_form *read)
{
    for (int i = 0; i < write->slots.count; i++)
        if (is_given(write, i) && reads_column(read, write->slots.items[i].column))
            return true;
    return false;
}

/* ------------------------------------------------------------------ inserts -- */

/* Tells whether an INSERT gives a column this value, in a single row. */
static bool is_inserted(const ip_statement_form *form, int slot)
{
    const ip_template_slot *s = &form->slots.items[slot];
    return strcmp(form->verb, "insert") == 0 && s->column && !s->compared && !s->list && table_of(form, s);
}

static bool compares(const ip_statement_form *read, const char *table, const char *column)
{
    for (int i = 0; i < read->slots.count; i++)
        if (is_key(read, i) && strcmp(read->slots.items[i].column, column) == 0 &&
            strcmp(table_of(read, &read->slots.items[i]), table) == 0)
            return true;
    return false;
}

/* Tells whether a key ensures that at most one row of the table has the values with which the query compares. Then the
 * second of two INSERTs fails. */
static bool is_of_one_row(const ip_table *table, const ip_statement_form *read, const char *name)
{
    for (int i = 0; i < table->keys.count; i++) {
        int found = 0;
        for (int k = 0; k < table->keys.items[i].column_count; k++)
            found += compares(read, name, table->columns.items[table->keys.items[i].columns[k]].name);
        if (found == table->keys.items[i].column_count)
            return true;
    }
    return false;
}

/* -------------------------------------------------------------------- pairs -- */

static void count_written(ip_aparts *a, const ip_statement_form *form)
{
    for (int i = 0; i < a->written.count; i++)
        if (a->written.items[i].form == form) {
            a->written.items[i].transactions++;
            return;
        }
    written_form created = {form, 1};
    IP_PUSH(a->arena, &a->written, created);
}

static void count_pair(ip_aparts *a, const seen_row *read, const ip_statement_form *write, const ip_transaction *t)
{
    const ip_template_slot *slot = &read->form->slots.items[read->slot];
    for (int i = 0; i < a->pairs.count; i++)
        if (a->pairs.items[i].read == read->form && a->pairs.items[i].write == write) {
            a->pairs.items[i].seen++;
            return;
        }
    ip_apart created = {.read = read->form,
                        .write = write,
                        .table = table_of(read->form, slot),
                        .key = slot->column,
                        .seen = 1,
                        .file = read->file,
                        .line = read->line,
                        .later = t->line};
    IP_PUSH(a->arena, &a->pairs, created);
}

static bool same_row(const ip_statement_form *a, int slot_a, uint64_t value_a, const ip_statement_form *b, int slot_b,
                     uint64_t value_b)
{
    const ip_template_slot *x = &a->slots.items[slot_a], *y = &b->slots.items[slot_b];
    return value_a == value_b && strcmp(x->column, y->column) == 0 && strcmp(table_of(a, x), table_of(b, y)) == 0;
}

/* Tells whether the transaction reads the row itself before that step. */
static bool reads_itself(const ip_transaction *t, int before, int key)
{
    const ip_step *write = &t->steps.items[before];
    for (int i = 0; i < before; i++) {
        const ip_step *step = &t->steps.items[i];
        for (int k = 0; strcmp(step->form->verb, "select") == 0 && k < step->form->slots.count; k++)
            if (is_key(step->form, k) && step->values[k].known &&
                same_row(step->form, k, step->values[k].hash, write->form, key, write->values[key].hash))
                return true;
    }
    return false;
}

static uint64_t note_of(const ip_transaction *t)
{
    return t->note ? ip_templates_hash_bytes(IP_HASH_BEGIN, t->note, strlen(t->note)) : 0;
}

static void look_back(ip_aparts *a, const recent *r, const ip_transaction *t, int at)
{
    const ip_step *step = &t->steps.items[at];
    int key = written_key(step->form);
    uint64_t note = note_of(t);
    if (key < 0 || !step->values[key].known)
        return;
    count_written(a, step->form);
    if (reads_itself(t, at, key))
        return;
    for (int i = 1; i <= r->count; i++) {
        const seen_row *row = &r->rows[(r->next - i + MOST_READS) % MOST_READS];
        if (r->transactions - row->transaction > WINDOW)
            continue; /* too long ago, or written since */
        if (!same_row(row->form, row->slot, row->value, step->form, key, step->values[key].hash) ||
            (row->note && note && row->note != note) || !gives_what_was_read(step->form, row->form))
            continue;
        count_pair(a, row, step->form, t);
        return;
    }
}

/* Tells whether the query could find the row of an INSERT. */
static bool inserts_into(const ip_aparts *a, const seen_row *row, const ip_transaction *t, int at)
{
    const ip_step *step = &t->steps.items[at];
    const char *name = table_of(row->form, &row->form->slots.items[row->slot]);
    const ip_table *table = ip_templates_table_named(a->schema, name);
    for (int k = 0; table && k < step->form->slots.count; k++)
        if (is_inserted(step->form, k) && step->values[k].known &&
            same_row(row->form, row->slot, row->value, step->form, k, step->values[k].hash))
            return !is_of_one_row(table, row->form, name) && !reads_itself(t, at, k);
    return false;
}

static void look_back_from_insert(ip_aparts *a, const recent *r, const ip_transaction *t, int at)
{
    uint64_t note = note_of(t);
    if (strcmp(t->steps.items[at].form->verb, "insert") != 0)
        return;
    count_written(a, t->steps.items[at].form);
    for (int i = 1; i <= r->count; i++) {
        const seen_row *row = &r->rows[(r->next - i + MOST_READS) % MOST_READS];
        if (r->transactions - row->transaction > WINDOW)
            continue; /* too long ago, or written since */
        if ((row->note && note && row->note != note) || !inserts_into(a, row, t, at))
            continue;
        count_pair(a, row, t->steps.items[at].form, t);
        return;
    }
}

static void remember(ip_aparts *a, recent *r, const ip_transaction *t, const ip_step *step)
{
    for (int k = 0; strcmp(step->form->verb, "select") == 0 && k < step->form->slots.count; k++) {
        if (!is_key(step->form, k) || !step->values[k].known)
            continue;
        if (!r->rows)
            r->rows = IP_NEW_ARRAY(a->young.arena, seen_row, MOST_READS);
        r->rows[r->next] = (seen_row){.form = step->form,
                                      .slot = k,
                                      .value = step->values[k].hash,
                                      .transaction = r->transactions,
                                      .note = note_of(t),
                                      .file = t->file,
                                      .line = t->line};
        r->next = (r->next + 1) % MOST_READS;
        r->count += r->count < MOST_READS;
    }
}

/* Removes a row that was written. A later writer either has read it again or is no pair. */
static void forget(recent *r, const ip_step *step)
{
    int key = written_key(step->form);
    for (int k = 0; k < step->form->slots.count; k++)
        for (int i = 1; i <= r->count && (k == key || is_inserted(step->form, k)); i++) {
            seen_row *row = &r->rows[(r->next - i + MOST_READS) % MOST_READS];
            if (same_row(row->form, row->slot, row->value, step->form, k, step->values[k].hash))
                row->transaction = -WINDOW - 1;
        }
}

void ip_templates_aparts_take(ip_aparts *a, const ip_transaction *t)
{
    recent *r = recent_of(a, t->session);
    r->transactions++;
    for (int i = 0; i < t->steps.count; i++)
        if (t->steps.items[i].values) {
            look_back(a, r, t, i);
            look_back_from_insert(a, r, t, i);
        }
    for (int i = 0; i < t->steps.count; i++)
        if (t->steps.items[i].values)
            forget(r, &t->steps.items[i]);
    for (int i = 0; i < t->steps.count; i++)
        if (t->steps.items[i].values)
            remember(a, r, t, &t->steps.items[i]);
}

const ip_apart *ip_templates_aparts_of(const ip_aparts *a, const ip_statement_form *write, long support, long *written)
{
    const ip_apart *most = NULL;
    *written = 0;
    for (int i = 0; i < a->written.count; i++)
        if (a->written.items[i].form == write)
            *written = a->written.items[i].transactions;
    for (int i = 0; i < a->pairs.count; i++) {
        const ip_apart *pair = &a->pairs.items[i];
        if (pair->write == write && pair->seen >= support && 2 * pair->seen >= *written &&
            (!most || pair->seen > most->seen))
            most = pair;
    }
    return most;
}
