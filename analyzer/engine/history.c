/* Notes what transactions read and write, for ip_engine_db_watch. */
#include "engine/engine_internal.h"

#include <stdlib.h>
#include <string.h>

void ip_engine_db_watch(ip_db *engine, void (*ended)(void *data, const ip_db_ended *transaction), void *data)
{
    engine->ended = ended;
    engine->ended_data = data;
}

const ip_rows *ip_engine_db_rows(const ip_db *engine)
{
    return engine->rows;
}

ip_datum ip_engine_db_last(const ip_db *engine, int row, int column)
{
    const ip_db_row *r = row < engine->storage.count ? &engine->storage.items[row] : NULL;
    return r && r->versions.count ? r->versions.items[r->versions.count - 1].values[column]
                                  : (ip_datum){.kind = IP_DATUM_NULL};
}

static long number_of(const ip_db *engine, ip_xid writer)
{
    if (!writer)
        return 0;
    ip_xid top = ip_engine_xact_top(engine, writer);
    return engine->xacts.items[top].session == engine->sessions.items[0] ? 0 : top;
}

static void note(ip_db_session *session, ip_db_noted noted)
{
    if (!session->noted_arena)
        session->noted_arena = ip_arena_new();
    IP_PUSH(session->noted_arena, &session->noted, noted);
}

static void note_read(ip_db_session *session, int row, int column, ip_xid writer)
{
    if (writer && ip_engine_xact_is_own(session, writer))
        return;
    note(session, (ip_db_noted){.event = {.row = row,
                                          .column = column,
                                          .from = number_of(session->engine, writer),
                                          .step = ip_engine_storage_snapshot(session)->command}});
}

/* Who has deleted the row, as far as the snapshot shows; 0: nothing has inserted it. */
static ip_xid deleted_by(const ip_db_session *session, const ip_db_row *r, const ip_db_snapshot *snapshot)
{
    for (int i = r->versions.count - 1; i >= 0; i--) {
        const ip_db_version *v = &r->versions.items[i];
        bool own = ip_engine_xact_is_own(session, v->created);
        if (!v->unmade || ip_engine_xact_now(session->engine, v->unmade) == IP_XACT_ABORTED)
            continue;
        if (own || ip_engine_xact_committed_before(session->engine, v->created,
                                                   snapshot ? snapshot->commits : session->engine->commits))
            return v->unmade;
    }
    return 0;
}

/* ---- what is searched ---- */

/* A search by all columns of the table's key concerns the rows that have, or had, this key; any other one all rows. */
void ip_engine_history_seeks(void *data, const ip_table *table, const ip_sought *sought, int count)
{
    ip_db_session *session = data;
    const ip_key *key = ip_catalog_table_identity(table);
    if (!session->engine->ended)
        return;
    if (!session->noted_arena)
        session->noted_arena = ip_arena_new();
    ip_db_scanned scan = {.table = table,
                          .step = ip_engine_storage_snapshot(session)->command,
                          .known = ip_interpreter_rows_count(session->engine->rows)};
    int found = 0, width = key ? key->column_count : 0;
    ip_datum *values = IP_NEW_ARRAY(session->noted_arena, ip_datum, width + 1);
    for (int k = 0; k < width; k++)
        for (int i = 0; i < count; i++)
            if (sought[i].column == key->columns[k] && strcmp(sought[i].comparison, "=") == 0) {
                values[k] = ip_value_datum_copy(session->noted_arena, sought[i].value);
                found++;
                break;
            }
    if (width && found == width) {
        scan.count = width;
        scan.columns = key->columns;
        scan.values = values;
    }
    IP_PUSH(session->noted_arena, &session->scanned, scan);
}

static bool has_key(const ip_db_version *v, const ip_db_scanned *scan)
{
    for (int i = 0; i < scan->count; i++)
        if (v->values[scan->columns[i]].kind == scan->values[i].kind &&
            !ip_value_datum_equal(v->values[scan->columns[i]], scan->values[i]))
            return false;
    return true;
}

static bool concerns(const ip_db_scanned *scan, const ip_db_row *r)
{
    for (int i = 0; i < r->versions.count; i++)
        if (has_key(&r->versions.items[i], scan))
            return true;
    return false;
}

/* Whether some search of the step concerns the row; also if the step has not searched the table. */
static bool is_searched(ip_db_session *session, int row)
{
    const ip_table *table = ip_interpreter_rows_table(session->engine->rows, row);
    const ip_db_row *r = ip_engine_storage_row(session->engine, row);
    int step = ip_engine_storage_snapshot(session)->command;
    bool any = false;
    for (int i = session->scanned.count - 1; i >= 0; i--) {
        const ip_db_scanned *scan = &session->scanned.items[i];
        if (scan->table != table || scan->step != step)
            continue;
        any = true;
        if (concerns(scan, r))
            return true;
    }
    return !any;
}

void ip_engine_history_read(ip_db_session *session, int row, int column, const ip_db_version *seen,
                            const ip_db_snapshot *snapshot)
{
    if (!session->engine->ended || (!snapshot && ip_engine_db_one_snapshot(session)) || !is_searched(session, row))
        return;
    if (!seen && column == IP_EXISTS)
        note_read(session, row, column, deleted_by(session, ip_engine_storage_row(session->engine, row), snapshot));
    else if (seen)
        note_read(session, row, column,
                  column == IP_EXISTS ? seen->inserted
                  : seen->writers     ? seen->writers[column]
                                      : 0);
}

/* Rows that are not there are not asked for. */
void ip_engine_history_scan(ip_db_session *session, const ip_table *table)
{
    ip_db *engine = session->engine;
    const int *all;
    const ip_db_snapshot *snapshot = ip_engine_storage_snapshot(session);
    if (!engine->ended)
        return;
    int count = ip_interpreter_rows_of(engine->rows, table, &all);
    for (int i = 0; i < count; i++)
        if (!ip_engine_storage_seen(session, ip_engine_storage_row(engine, all[i]), snapshot))
            ip_engine_history_read(session, all[i], IP_EXISTS, NULL, snapshot);
}

void ip_engine_history_created(ip_db_session *session, ip_db_version *version, const ip_db_version *old, int columns)
{
    if (!session->engine->ended)
        return;
    version->inserted = old ? old->inserted : version->created;
    version->writers = IP_NEW_ARRAY(session->engine->data, ip_xid, columns + 1);
    if (old && old->writers)
        memcpy(version->writers, old->writers, sizeof *version->writers * (size_t)columns);
}

void ip_engine_history_write(ip_db_session *session, int row, int column, ip_db_version *version)
{
    ip_xid writer = ip_engine_xact_current(session);
    if (!session->engine->ended)
        return;
    if (version && column != IP_EXISTS) {
        ip_xid before = version->writers[column];
        version->writers[column] = writer;
        if (before && ip_engine_xact_is_own(session, before))
            return;
    }
    note(session, (ip_db_noted){.event = {.write = true, .row = row, .column = column}, .writer = writer});
}

/* Rows that others have inserted since were absent for the scan. */
static void note_absent(ip_db_session *session)
{
    ip_db *engine = session->engine;
    ip_arena *arena = ip_arena_new();
    for (int s = 0; s < session->scanned.count; s++) {
        const ip_db_scanned *scan = &session->scanned.items[s];
        bool *met = IP_NEW_ARRAY(arena, bool, engine->storage.count + 1);
        const int *all;
        int count = ip_interpreter_rows_of(engine->rows, scan->table, &all);
        for (int n = 0; n < session->noted.count; n++) {
            const ip_db_event *event = &session->noted.items[n].event;
            if (event->write || event->step == scan->step)
                met[event->row] = true; /* or it is its own: no other has it yet, or it was there */
        }
        for (int i = 0; i < count; i++)
            if (all[i] >= scan->known && all[i] < engine->storage.count && !met[all[i]] &&
                concerns(scan, &engine->storage.items[all[i]]))
                note(session, (ip_db_noted){.event = {.row = all[i], .column = IP_EXISTS, .step = scan->step}});
    }
    ip_arena_free(arena);
}

/* The same row may have been inserted and deleted. */
static bool is_repeated(const ip_db_event *events, int count, const ip_db_event *event)
{
    for (int i = 0; i < count && event->column == IP_EXISTS; i++)
        if (events[i].write && events[i].row == event->row && events[i].column == IP_EXISTS)
            return true;
    return false;
}

/* Writes come last. */
static int by_step(const void *left, const void *right)
{
    const ip_db_noted *a = left, *b = right;
    if (a->event.write != b->event.write)
        return a->event.write ? 1 : -1;
    if (!a->event.write && a->event.step != b->event.step)
        return a->event.step < b->event.step ? -1 : 1;
    return a->order < b->order ? -1 : a->order > b->order;
}

void ip_engine_history_end(ip_db_session *session, bool committed)
{
    ip_db *engine = session->engine;
    if (!engine->ended || session == engine->sessions.items[0]) {
        session->noted.count = session->scanned.count = 0;
        return;
    }
    note_absent(session);
    for (int i = 0; i < session->noted.count; i++)
        session->noted.items[i].order = i;
    if (session->noted.count)
        qsort(session->noted.items, (size_t)session->noted.count, sizeof *session->noted.items, by_step);
    ip_db_event *events =
        session->noted_arena ? IP_NEW_ARRAY(session->noted_arena, ip_db_event, session->noted.count) : NULL;
    int count = 0;
    for (int i = 0; i < session->noted.count; i++) {
        const ip_db_noted *n = &session->noted.items[i];
        bool undone = n->event.write && (!committed || ip_engine_xact_now(engine, n->writer) == IP_XACT_ABORTED);
        if (!undone && !(n->event.write && is_repeated(events, count, &n->event)))
            events[count++] = n->event;
    }
    const ip_db_ended ended = {.session = session->number - 1,
                               .number = session->top,
                               .committed = committed,
                               .count = count,
                               .events = events};
    if (count)
        engine->ended(engine->ended_data, &ended);
    memset(&session->noted, 0, sizeof session->noted);
    memset(&session->scanned, 0, sizeof session->scanned);
    if (session->noted_arena)
        ip_arena_reset(session->noted_arena);
}
