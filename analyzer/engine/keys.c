/* Keys: rows by their keys and by what they refer to, the versions that an index has, and whether a new row may have a
 * key. */
#include "engine/engine_internal.h"

#include <stdlib.h>
#include <string.h>

static bool in_some_index(const ip_db *db, const ip_table *table, int column)
{
    if (ip_catalog_table_in_some_key(table, column))
        return true;
    for (int i = 0; i < db->indexes.count; i++)
        for (int k = 0; k < db->indexes.items[i].column_count; k++)
            if (db->indexes.items[i].table == table && db->indexes.items[i].columns[k] == column)
                return true;
    for (int i = 0; i < table->exclusions.count; i++)
        for (int k = 0; k < table->exclusions.items[i].named.count; k++)
            if (table->exclusions.items[i].any ||
                strcmp(table->exclusions.items[i].named.items[k], table->columns.items[column].name) == 0)
                return true;
    return false;
}

bool ip_engine_keys_make_entry(const ip_db *db, const ip_table *table, const ip_db_version *old,
                               const ip_db_version *new)
{
    for (int i = 0; old && i < table->columns.count; i++)
        if (!ip_value_datum_equal(old->values[i], new->values[i]) && in_some_index(db, table, i))
            return true;
    return !old;
}

/* ---- rows by the values of their keys, and of their references ---- */
static uint64_t hash_value(const void *constraint, uint64_t hash, ip_datum value)
{
    return hash ? (hash ^ ip_value_datum_hash(value)) * UINT64_C(0xBF58476D1CE4E5B9)
                : (uint64_t)(uintptr_t)constraint ^ ip_value_datum_hash(value);
}

/* A slot is chosen by the low bits alone. */
static uint64_t mixed(uint64_t hash)
{
    return hash ^ (hash >> 31);
}

static uint64_t hash_of_wanted(const void *constraint, const ip_datum *wanted, int count)
{
    uint64_t hash = 0;
    for (int i = 0; i < count; i++)
        hash = hash_value(constraint, hash, wanted[i]);
    return mixed(hash);
}

static void place(ip_db *db, int entry)
{
    ip_keyed_row *e = &db->keyed.items[entry];
    int *slot = &db->keyed_slots[e->hash & (uint64_t)(db->keyed_slot_count - 1)];
    e->next = *slot;
    *slot = entry;
}

static void grow(ip_db *db)
{
    enum { FIRST = 64 };
    db->keyed_slot_count = db->keyed_slot_count ? 2 * db->keyed_slot_count : FIRST;
    db->keyed_slots = IP_NEW_ARRAY(db->data, int, db->keyed_slot_count);
    for (int i = 0; i < db->keyed_slot_count; i++)
        db->keyed_slots[i] = -1;
    for (int i = 0; i < db->keyed.count; i++)
        place(db, i);
}

/* The next row after that entry which may have such values; -1: there is none. Begins with the entry of the slot. */
static int next_keyed(const ip_db *db, const void *constraint, uint64_t hash, int entry)
{
    while (entry >= 0 && (db->keyed.items[entry].hash != hash || db->keyed.items[entry].constraint != constraint))
        entry = db->keyed.items[entry].next;
    return entry;
}

static int first_keyed(const ip_db *db, const void *constraint, uint64_t hash)
{
    return db->keyed_slot_count
               ? next_keyed(db, constraint, hash, db->keyed_slots[hash & (uint64_t)(db->keyed_slot_count - 1)])
               : -1;
}

static bool is_noted(const ip_db *db, const void *constraint, uint64_t hash, int row)
{
    for (int e = first_keyed(db, constraint, hash); e >= 0;
         e = next_keyed(db, constraint, hash, db->keyed.items[e].next))
        if (db->keyed.items[e].row == row)
            return true;
    return false;
}

/* once: few rows have the same values, and those that are noted already can be looked for. */
static void note(ip_db *db, const void *constraint, const int *columns, int count, int row, const ip_db_version *v,
                 bool once)
{
    uint64_t hash = 0;
    for (int i = 0; i < count; i++) {
        ip_datum value = v->values[columns[i]];
        if (value.kind == IP_DATUM_NULL) /* which no other row is equal to */
            return;
        hash = hash_value(constraint, hash, value);
    }
    hash = mixed(hash);
    if (once && is_noted(db, constraint, hash, row))
        return;
    IP_PUSH(db->data, &db->keyed, ((ip_keyed_row){hash, constraint, row, -1}));
    if (db->keyed.count > db->keyed_slot_count)
        grow(db);
    else
        place(db, db->keyed.count - 1);
}

static bool concerns(const int *columns, int count, int column)
{
    bool concerned = column == IP_EXISTS;
    for (int i = 0; i < count && !concerned; i++)
        concerned = columns[i] == column;
    return concerned;
}

/* Then they are noted already: the version before this one has them, too. */
static bool are_as_before(ip_db *db, int row, const ip_db_version *version, const int *columns, int count)
{
    bool same = version > ip_engine_storage_row(db, row)->versions.items;
    for (int i = 0; i < count && same; i++)
        same = ip_value_datum_equal(version->values[columns[i]], version[-1].values[columns[i]]);
    return same;
}

void ip_engine_keys_note(ip_db *db, const ip_table *table, int row, const ip_db_version *version, int column)
{
    for (int k = 0; k < table->keys.count; k++) {
        const ip_key *key = &table->keys.items[k];
        if (concerns(key->columns, key->column_count, column))
            note(db, key, key->columns, key->column_count, row, version, true);
    }
    for (int k = 0; k < table->foreign_keys.count; k++) {
        const ip_foreign_key *key = &table->foreign_keys.items[k];
        if (concerns(key->columns, key->column_count, column) &&
            !are_as_before(db, row, version, key->columns, key->column_count))
            note(db, key, key->columns, key->column_count, row, version, false);
    }
}

static bool has_key(const ip_db_version *v, const ip_key *key, const ip_datum *wanted)
{
    for (int i = 0; i < key->column_count; i++)
        if (!ip_value_datum_equal(v->values[key->columns[i]], wanted[i]))
            return false;
    return true;
}

/* Whether the version is surely dead (1), or may still be: *undecided is the running transaction, of another session,
 * on which that depends; 0: none. */
static bool is_dead(const ip_db_session *session, const ip_db_version *v, ip_xid *undecided)
{
    const ip_db *engine = session->engine;
    const ip_xid who[3] = {v->created, v->unmade, v->changing};
    ip_xact_state created = ip_engine_xact_now(engine, v->created);
    ip_xact_state unmade = v->unmade ? ip_engine_xact_now(engine, v->unmade) : IP_XACT_ABORTED;
    *undecided = 0;
    if (created == IP_XACT_ABORTED)
        return true;
    for (int i = 0; i < 3 && !*undecided; i++)
        if (who[i] && ip_engine_xact_now(engine, who[i]) == IP_XACT_RUNS && !ip_engine_xact_is_own(session, who[i]))
            *undecided = who[i];
    return !*undecided && unmade != IP_XACT_ABORTED;
}

/* Where an index has the version: at the first one of those that have become this one without a new entry. */
static long place_of_entry(const ip_db *db, const ip_table *table, const ip_db_row *r, const ip_db_version *v)
{
    const ip_db_version *old;
    while ((old = ip_engine_storage_changed_to(r, v)) && !ip_engine_keys_make_entry(db, table, old, v))
        v = old;
    return v->place;
}

static bool has_entered(const ip_db_session *session, const void *constraint)
{
    for (int i = 0; session->enters && i < session->entered.count; i++)
        if (session->entered.items[i] == constraint)
            return true;
    return false;
}

/* The server enters a row, and then one key after the other, before it waits for a key that may be taken
 * (ExecInsertIndexTuples): a transaction that enters a row with the key, of another session; 0: none. */
static ip_xid enters_key(ip_db_session *session, const ip_key *key, const ip_datum *wanted)
{
    ip_db *engine = session->engine;
    for (int s = 0; s < engine->sessions.count; s++) {
        ip_db_session *other = engine->sessions.items[s];
        bool same = other != session && has_entered(other, key);
        for (int k = 0; k < key->column_count && same; k++)
            same = ip_value_datum_equal(other->entering.items[key->columns[k]], wanted[k]);
        if (same)
            return ip_engine_xact_current(other);
    }
    return 0;
}

static void note_entered(ip_db_session *session, const ip_table *table, const ip_key *key)
{
    if (!session->enters)
        return;
    ip_engine_conflicts_of_key(session, table, key);
    IP_PUSH(session->engine->arena, &session->entered, key);
}

static void enters(void *data, const ip_exclusion *exclusion)
{
    ip_db_session *session = data;
    if (session->enters && !has_entered(session, exclusion))
        IP_PUSH(session->engine->arena, &session->entered, exclusion);
}

static int key_taken(void *data, const ip_table *table, const ip_key *key, const ip_datum *wanted, int own_row)
{
    ip_db_session *session = data;
    const ip_db *db = session->engine;
    const uint64_t hash = hash_of_wanted(key, wanted, key->column_count);
    for (;;) {
        int first = -1;
        long place = 0;
        ip_xid waits_for = 0;
        for (int e = first_keyed(db, key, hash); e >= 0; e = next_keyed(db, key, hash, db->keyed.items[e].next)) {
            int row = db->keyed.items[e].row;
            const ip_db_row *r = ip_engine_storage_row(session->engine, row);
            for (int k = 0; k < r->versions.count && row != own_row; k++) {
                const ip_db_version *v = &r->versions.items[k];
                ip_xid xid;
                if (!has_key(v, key, wanted) || is_dead(session, v, &xid))
                    continue;
                long at = place_of_entry(session->engine, table, r, v);
                if (first >= 0 && at >= place)
                    continue;
                first = row;
                place = at;
                waits_for = xid;
            }
        }
        if (first < 0)
            waits_for = enters_key(session, key, wanted);
        if (first < 0 && !waits_for)
            note_entered(session, table, key);
        if (!waits_for)
            return first;
        if (session->enters)
            ip_engine_conflicts_before_key(session, table, key);
        ip_engine_wait_for_xid(session, waits_for);
    }
}

static long entry(void *data, const ip_table *table, int row)
{
    ip_db_session *session = data;
    const ip_db_row *r = ip_engine_storage_row(session->engine, row);
    const ip_db_version *now = ip_engine_storage_current(session, r);
    return now ? place_of_entry(session->engine, table, r, now) : 0;
}

static long waits(void *data)
{
    return ((const ip_db_session *)data)->waits;
}

/* Into db->with_values. */
static void collect(ip_db *db, const void *constraint, const ip_datum *wanted, int count)
{
    const uint64_t hash = hash_of_wanted(constraint, wanted, count);
    db->with_values.count = 0;
    db->searches++;
    for (int e = first_keyed(db, constraint, hash); e >= 0;
         e = next_keyed(db, constraint, hash, db->keyed.items[e].next)) {
        ip_db_row *row = ip_engine_storage_row(db, db->keyed.items[e].row);
        if (row->found_by != db->searches)
            IP_PUSH(db->arena, &db->with_values, db->keyed.items[e].row);
        row->found_by = db->searches;
    }
}

static int with_values(void *data, const void *constraint, const ip_datum *wanted, int count, const int **rows)
{
    ip_db *db = ((ip_db_session *)data)->engine;
    collect(db, constraint, wanted, count);
    *rows = db->with_values.items;
    return db->with_values.count;
}

/* The value with which the search compares the column for equality, if it is one of the column's type. */
static const ip_datum *sought_value(const ip_db *db, const ip_table *table, int column, const ip_search *search)
{
    const ip_column *c = &table->columns.items[column];
    if (c->row || c->type.array || c->type.kind == IP_OTHER)
        return NULL;
    ip_tag tag = ip_value_sqltype_of_field(db->data, c).tag;
    for (int i = 0; i < search->count; i++)
        if (search->sought[i].column == column && strcmp(search->sought[i].comparison, "=") == 0 && tag != IP_T_CHAR &&
            ip_value_tag_kind(tag) == search->sought[i].value.kind)
            return &search->sought[i].value;
    return NULL;
}

static int by_number(const void *left, const void *right)
{
    return *(const int *)left - *(const int *)right;
}

int ip_engine_keys_rows_sought(ip_db *db, const ip_table *table, const ip_key *key, const ip_search *search,
                               const int **rows)
{
    ip_datum wanted[32];
    bool all = key && key->column_count <= (int)(sizeof wanted / sizeof *wanted);
    for (int i = 0; all && i < key->column_count; i++) {
        const ip_datum *value = sought_value(db, table, key->columns[i], search);
        if (value)
            wanted[i] = *value;
        all = value != NULL;
    }
    if (!all)
        return ip_interpreter_rows_of(db->rows, table, rows);
    collect(db, key, wanted, key->column_count);
    qsort(db->with_values.items, (size_t)db->with_values.count, sizeof(int), by_number);
    *rows = db->with_values.items;
    return db->with_values.count;
}

static bool refers_as_before(void *data, int row, int new_row, const int *columns, int count)
{
    ip_db_session *session = data;
    ip_engine_storage_row(session->engine, row > new_row ? row : new_row); /* pointers to both stay valid */
    const ip_db_row *r = ip_engine_storage_row(session->engine, row);
    const ip_db_version *now = ip_engine_storage_current(session, ip_engine_storage_row(session->engine, new_row)),
                        *old = NULL;
    for (int i = 0; now && i < r->versions.count && &r->versions.items[i] != now; i++)
        if (r->versions.items[i].unmade == now->created && r->versions.items[i].unmade_at == now->made_at)
            old = &r->versions.items[i];
    if (!old || ip_engine_xact_is_own(session, old->created))
        return false;
    for (int i = 0; i < count; i++)
        if (!ip_value_datum_equal(old->values[columns[i]], now->values[columns[i]]))
            return false;
    return true;
}

static void duplicates(void *data, const ip_table *table, const ip_key *key)
{
    ip_engine_conflicts_of_key(data, table, key);
}

static int by_entry(const void *left, const void *right)
{
    const ip_live_version *a = left, *b = right;
    return a->place != b->place ? (a->place < b->place ? -1 : 1) : a->version - b->version;
}

static int versions(void *data, const ip_table *table, const ip_exclusion *exclusion)
{
    ip_db_session *session = data;
    ip_db *engine = session->engine;
    const int *all;
    int count = ip_interpreter_rows_of(engine->rows, table, &all);
    engine->live.count = 0;
    for (int i = 0; i < count; i++) {
        const ip_db_row *r = ip_engine_storage_row(engine, all[i]);
        for (int k = 0; k < r->versions.count; k++) {
            ip_live_version live = {.row = all[i], .version = k};
            if (is_dead(session, &r->versions.items[k], &live.undecided))
                continue;
            live.place = place_of_entry(engine, table, r, &r->versions.items[k]);
            IP_PUSH(engine->arena, &engine->live, live);
        }
    }
    for (int i = 0; i < engine->sessions.count; i++) {
        ip_db_session *other = engine->sessions.items[i];
        if (other != session && has_entered(other, exclusion))
            IP_PUSH(engine->arena, &engine->live,
                    ((ip_live_version){.row = other->entering_row,
                                       .entering = other->entering.items,
                                       .place = other->entering_place,
                                       .undecided = ip_engine_xact_current(other)}));
    }
    qsort(engine->live.items, (size_t)engine->live.count, sizeof *engine->live.items, by_entry);
    return engine->live.count;
}

static int meets(void *data, int i, bool *undecided)
{
    ip_db_session *session = data;
    session->met = session->engine->live.items[i];
    *undecided = session->met.undecided;
    return session->met.row;
}

static void settles(void *data)
{
    ip_db_session *session = data;
    ip_engine_wait_for_xid(session, session->met.undecided);
}

void ip_engine_keys_callbacks(ip_database *database)
{
    database->key_taken = key_taken;
    database->entry = entry;
    database->waits = waits;
    database->with_values = with_values;
    database->duplicates = duplicates;
    database->refers_as_before = refers_as_before;
    database->enters = enters;
    database->versions = versions;
    database->meets = meets;
    database->settles = settles;
}
