/* Predicate locks of serializable transactions, as in PostgreSQL (predicate.c, nbtree, heapam.c): a sequential scan
 * locks the table; an index search locks the index's page and the versions found, from the third on their whole page.
 *
 * Tables here are small: an index is one page, and so are a table's rows. If that, or the plan, is not sure, it is
 * refused. */
#include "engine/engine_internal.h"

#include <string.h>

enum { VERSIONS_OF_A_PAGE = 2 };

static void add(ip_db *db, ip_read_lock lock)
{
    for (int i = 0; i < db->read_locks.count; i++) {
        const ip_read_lock *l = &db->read_locks.items[i];
        if (l->sxact == lock.sxact && l->kind == lock.kind && l->table == lock.table && l->index == lock.index &&
            l->place == lock.place)
            return;
    }
    IP_PUSH(db->data, &db->read_locks, lock);
}

void ip_engine_read_locks_end(ip_db *db, const ip_sxact *sxact)
{
    int kept = 0;
    for (int i = 0; i < db->read_locks.count; i++)
        if (db->read_locks.items[i].sxact != sxact)
            db->read_locks.items[kept++] = db->read_locks.items[i];
    db->read_locks.count = kept;
}

/* ---- reads ---- */
/* A lower bound of a version's size in a table or an index: 24 bytes and a pointer before its values (PostgreSQL's
 * storage). */
static size_t bytes_of(const ip_table *table, const ip_db_version *v)
{
    size_t bytes = 0;
    for (int c = 0; c < table->columns.count; c++) {
        const ip_datum *value = &v->values[c];
        bytes += value->kind == IP_DATUM_NULL ? 0 : ip_datum_is_text(*value) ? (size_t)value->count + 4 : 16;
        if (table->columns.items[c].type.kind == IP_INTEGER && !table->columns.items[c].type.array)
            bytes -= value->kind == IP_DATUM_NULL ? 0 : 8;
    }
    return 4 + 24 + ((bytes + 7) & ~(size_t)7);
}

/* For clients a larger table is locked like one of one page: a server, too, replaces locks of rows and pages by coarser
 * ones when there are many (predicate.c, CheckAndPromotePredicateLockRequest), which refuses more, never less. */
static bool is_one_page(ip_db *db, const ip_table *table)
{
    enum { PAGE = 7900 };
    const int *rows;
    int count = ip_interpreter_rows_of(db->rows, table, &rows);
    size_t total = 0;
    if (db->answers_clients)
        return true;
    for (int i = 0; i < count; i++) {
        const ip_db_row *row = ip_engine_storage_row(db, rows[i]);
        for (int v = 0; v < row->versions.count; v++)
            total += bytes_of(table, &row->versions.items[v]);
    }
    return total < PAGE;
}

static void lock_version(ip_db_session *session, const ip_table *table, const ip_db_version *v)
{
    ip_db *db = session->engine;
    ip_sxact *own = session->sxact;
    int others = 0;
    if (ip_engine_xact_is_own(session, v->created))
        return;
    for (int i = 0; i < db->read_locks.count; i++) {
        const ip_read_lock *l = &db->read_locks.items[i];
        if (l->sxact != own || l->table != table || l->kind == IP_READS_INDEX)
            continue;
        if (l->kind != IP_READS_VERSION || l->place == v->place)
            return;
        others++;
    }
    if (others >= VERSIONS_OF_A_PAGE) {
        if (!is_one_page(db, table))
            ip_engine_db_refuse(session, "serializable, beside a table of more than one page");
        add(db, (ip_read_lock){.sxact = own, .kind = IP_READS_PAGE, .table = table});
    } else {
        add(db, (ip_read_lock){.sxact = own, .kind = IP_READS_VERSION, .table = table, .place = v->place});
    }
}

/* Another transaction may have changed a version that the snapshot sees, and has created a version that it does not
 * see. */
static void read_version(ip_db_session *session, const ip_db_version *v, bool seen)
{
    ip_db *db = session->engine;
    ip_xid xid = !seen ? v->created : v->unmade ? v->unmade : v->changing;
    if (!xid || ip_engine_xact_is_own(session, xid) || ip_engine_xact_now(db, xid) == IP_XACT_ABORTED)
        return;
    ip_engine_conflicts_read(session, xid);
}

static bool compares(ip_datum left, const char *comparison, ip_datum right)
{
    if (left.kind == IP_DATUM_NULL || right.kind == IP_DATUM_NULL)
        return false;
    int order = ip_value_datum_compare(left, right);
    return strcmp(comparison, "=") == 0    ? order == 0
           : strcmp(comparison, "<") == 0  ? order < 0
           : strcmp(comparison, ">") == 0  ? order > 0
           : strcmp(comparison, "<=") == 0 ? order <= 0
                                           : order >= 0;
}

/* Whether the index has the version's entry where the search looks. */
static bool is_found(const ip_db_index *index, const ip_db_version *v, const ip_sought *sought, int count)
{
    for (int i = 0; i < count; i++)
        for (int k = 0; k < index->column_count; k++)
            if (index->columns[k] == sought[i].column &&
                !compares(v->values[sought[i].column], sought[i].comparison, sought[i].value))
                return false;
    return true;
}

/* The index's place among those of its table, from 1, in the order in which rows are entered. */
static int place_of(const ip_db *db, const ip_db_index *index)
{
    int place = 1;
    for (const ip_db_index *i = db->indexes.items; i < index; i++)
        place += i->table == index->table;
    return place;
}

/* Rows that wait to be entered into an index, too, are in the table, and in the indexes that they have entered before.
 */
static void read_entering(ip_db_session *session, const ip_table *table, const ip_db_index *index,
                          const ip_search *search)
{
    const ip_db *db = session->engine;
    for (int i = 0; i < db->sessions.count; i++) {
        ip_db_session *other = db->sessions.items[i];
        if (other == session || other->enters != table)
            continue;
        const ip_db_version entering = {.values = other->entering.items};
        if (index && (other->entered_indexes < place_of(db, index) ||
                      !is_found(index, &entering, search->sought, search->count)))
            continue;
        ip_engine_conflicts_matter(session);
        ip_engine_conflicts_read(session, ip_engine_xact_current(other));
    }
}

/* The first of the transactions of whose writes the session's may not have seen all (ip_engine_conflicts_read); 0:
 * there is none. */
static ip_xid first_other(const ip_db_session *session)
{
    const ip_db *db = session->engine;
    ip_xid first = 0;
    for (int i = session->sxact->first_concurrent; i < db->sxacts.count; i++) {
        const ip_sxact *other = db->sxacts.items[i];
        bool counts = other != session->sxact && !other->doomed &&
                      !ip_engine_xact_committed_before(db, other->xid, session->sxact->snapshot);
        if (counts && (!first || other->xid < first))
            first = other->xid;
    }
    return first;
}

static bool has_version(ip_db *db, const int *rows, int count)
{
    bool any = false;
    for (int i = 0; i < count && !any; i++)
        any = ip_engine_storage_row(db, rows[i])->versions.count > 0;
    return any;
}

/* Some version was created or changed by that transaction or a later one. */
static bool is_written_since(const ip_db_row *row, ip_xid first)
{
    for (int v = 0; v < row->versions.count; v++) {
        const ip_db_version *version = &row->versions.items[v];
        if (version->created >= first || version->unmade >= first || version->changing >= first)
            return true;
    }
    return false;
}

/* found: versions that the index surely returns; false: only versions that are locked already. */
static void read_rows(ip_db_session *session, const ip_table *table, const ip_db_index *index, const ip_search *search,
                      bool found)
{
    ip_db *db = session->engine;
    const ip_db_snapshot latest = {db->commits, session->command + 1};
    const ip_db_snapshot *snapshot = search->latest ? &latest : ip_engine_storage_snapshot(session);
    const ip_xid first = first_other(session);
    const int *rows;
    int row_count = ip_engine_keys_rows_sought(db, table, index ? index->key : NULL, search, &rows);
    if (found && !index && has_version(db, rows, row_count))
        ip_engine_conflicts_matter(session); /* as below */
    for (int i = 0; i < row_count && found && (index || first); i++) {
        ip_db_row *row = ip_engine_storage_row(db, rows[i]);
        if (!index && !is_written_since(row, first))
            continue;
        const ip_db_version *seen = ip_engine_storage_seen(session, row, snapshot);
        for (int v = 0; v < row->versions.count; v++) {
            const ip_db_version *version = &row->versions.items[v];
            if (index && !is_found(index, version, search->sought, search->count))
                continue;
            ip_engine_conflicts_matter(
                session); /* predicate.c, CheckForSerializableConflictOutNeeded: for each tuple */
            if (index && version == seen)
                lock_version(session, table, version);
            read_version(session, version, version == seen);
        }
    }
    if (found)
        read_entering(session, table, index, search);
}

void ip_engine_conflicts_find(ip_db_session *session, int number)
{
    ip_db *db = session->engine;
    const ip_table *table = ip_interpreter_rows_table(db->rows, number);
    if (db->unsure != table || db->plans != IP_DB_PLANS_FIND || !ip_engine_conflicts_matter(session))
        return;
    const ip_db_version *seen =
        ip_engine_storage_seen(session, ip_engine_storage_row(db, number), ip_engine_storage_snapshot(session));
    if (!seen)
        return;
    lock_version(session, table, seen);
    read_version(session, seen, true);
}

/* ---- the plan, as measured on a server with tables that were never analyzed ---- */
static bool has(const int *list, int count, int column)
{
    for (int i = 0; i < count; i++)
        if (list[i] == column)
            return true;
    return false;
}

static bool is_sought(const ip_search *search, int column, bool equal)
{
    for (int i = 0; i < search->count; i++)
        if (search->sought[i].column == column && (!equal || strcmp(search->sought[i].comparison, "=") == 0))
            return true;
    return false;
}

typedef struct plan {
    bool sure;
    const ip_db_index *index; /* NULL: the table as a whole */
} plan;

/* Each column of a unique key is compared with something known. */
static bool gives_one(const ip_db_index *index, const ip_search *search)
{
    bool one = index->unique;
    for (int k = 0; k < index->column_count; k++)
        one = one && is_sought(search, index->columns[k], true);
    return one;
}

/* Its first column is compared with something known, or another one is equal to it. */
static bool is_of_use(const ip_db_index *index, const ip_search *search)
{
    bool use = is_sought(search, index->columns[0], false);
    for (int k = 1; k < index->column_count; k++)
        use = use || is_sought(search, index->columns[k], true);
    return use;
}

static bool may_be_of_use(const ip_db_index *index, const ip_search *search)
{
    bool use = search->ordered_count && has(search->ordered, search->ordered_count, index->columns[0]);
    for (int k = 0; k < index->column_count; k++)
        use = use || has(search->named, search->named_count, index->columns[k]);
    return use;
}

static bool is_off(const ip_db_session *session, const char *name)
{
    const char *value = ip_engine_db_setting(session, name);
    return value && (strcmp(value, "off") == 0 || strcmp(value, "false") == 0 || strcmp(value, "0") == 0);
}

static plan plan_of(ip_db_session *session, const ip_table *table, const ip_search *search)
{
    ip_db *db = session->engine;
    plan unique = {false, NULL}, one = {false, NULL}, any = {false, NULL};
    int uses = 0, perhaps = 0, uniques = 0, all = 0;
    for (int i = 0; i < db->indexes.count; i++) {
        const ip_db_index *index = &db->indexes.items[i];
        if (index->table != table)
            continue;
        if (!index->column_count)
            ip_engine_db_refuse(session, "serializable, beside an index whose use is not known");
        all++;
        any.index = index;
        if (gives_one(index, search)) {
            uniques++;
            unique = (plan){true, index};
        }
        if (is_of_use(index, search)) {
            uses++;
            one = (plan){true, index};
        }
        perhaps += may_be_of_use(index, search);
    }
    bool forbidden = is_off(session, "enable_indexscan") && is_off(session, "enable_bitmapscan");
    if (!all || forbidden)
        return (plan){!all || !is_off(session, "enable_seqscan"), NULL};
    if (!perhaps)
        return (plan){!is_off(session, "enable_seqscan"), any.index};
    if (db->analyzed && !is_off(session, "enable_seqscan"))
        return any;
    if (search->alone && uniques == 1)
        return unique;
    if (search->alone && uses == 1 && perhaps == 1)
        return one;
    return uses ? (plan){false, one.index} : any;
}

void ip_engine_conflicts_scan(ip_db_session *session, const ip_table *table, const ip_search *search)
{
    ip_db *db = session->engine;
    db->unsure = NULL;
    if (!ip_engine_conflicts_are_noted(session))
        return;
    if (table->code && table->code->partition && search->named_count)
        ip_engine_db_refuse(session, "serializable, with a search in partitions");
    plan p = plan_of(session, table, search);
    bool searched = p.index, all = true;
    if (p.sure && p.index) {
        bool named = false;
        for (int i = 0; i < db->indexes.count; i++)
            named = named || (db->indexes.items[i].table == table && may_be_of_use(&db->indexes.items[i], search));
        searched = named;
    } else if (p.index) {
        ip_engine_conflicts_matter(session);
        db->has_guessed = true;
        db->unsure = table;
        searched = db->plans != IP_DB_PLANS_SCAN;
        all = db->plans != IP_DB_PLANS_FIND;
    }
    if (searched && !is_one_page(db, table))
        ip_engine_db_refuse(session, "serializable, with an index of more than one page");
    const ip_db_index *index = searched ? p.index : NULL;
    if (index)
        add(db, (ip_read_lock){.sxact = session->sxact, .kind = IP_READS_INDEX, .table = table, .index = index});
    else
        add(db, (ip_read_lock){.sxact = session->sxact, .kind = IP_READS_TABLE, .table = table});
    read_rows(session, table, index, search, all);
}

/* ---- writes ---- */
static void write_meets(ip_db_session *session, const ip_table *table, ip_read_lock_kind kind, const void *index,
                        long place)
{
    ip_db *db = session->engine;
    for (int i = 0; i < db->read_locks.count; i++) {
        ip_read_lock lock = db->read_locks.items[i];
        if (lock.table == table && lock.kind == kind && lock.index == index && lock.place == place)
            ip_engine_conflicts_written(session, lock.sxact);
    }
}

/* The server makes the entries of one index after the other, as they were created (ExecInsertIndexTuples): for each,
 * duplicates are checked and conflicts with its readers are noted before the next entry. Who reads an index after that,
 * as long as the row waits at a later one, has no conflict. last: the index of this key; NULL: all. */
static void enter_indexes(ip_db_session *session, const ip_table *table, const ip_key *last, bool last_too)
{
    const ip_db *db = session->engine;
    int place = 0;
    for (int i = 0; i < db->indexes.count; i++) {
        const ip_db_index *index = &db->indexes.items[i];
        bool is_last = last && index->key == last;
        if (index->table != table)
            continue;
        if (is_last && !last_too)
            return;
        if (++place > session->entered_indexes) {
            session->entered_indexes = place;
            write_meets(session, table, IP_READS_INDEX, index, 0);
        }
        if (is_last)
            return;
    }
}

void ip_engine_conflicts_of_key(ip_db_session *session, const ip_table *table, const ip_key *key)
{
    if (ip_engine_conflicts_matter(session) && key)
        enter_indexes(session, table, key, true);
}

void ip_engine_conflicts_before_key(ip_db_session *session, const ip_table *table, const ip_key *key)
{
    if (ip_engine_conflicts_matter(session))
        enter_indexes(session, table, key, false);
}

void ip_engine_conflicts_insert(ip_db_session *session, const ip_table *table)
{
    if (!ip_engine_conflicts_matter(session))
        return;
    session->sxact->wrote = true;
    write_meets(session, table, IP_READS_TABLE, NULL, 0);
}

void ip_engine_conflicts_write(ip_db_session *session, const ip_table *table, const ip_db_version *old, bool new_entry)
{
    if (!ip_engine_conflicts_matter(session))
        return;
    session->sxact->wrote = true;
    if (old) {
        write_meets(session, table, IP_READS_VERSION, NULL, old->place);
        write_meets(session, table, IP_READS_PAGE, NULL, 0);
    }
    write_meets(session, table, IP_READS_TABLE, NULL, 0);
    if (new_entry)
        enter_indexes(session, table, NULL, true);
}
