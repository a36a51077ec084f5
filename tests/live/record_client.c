/* Draws random clients, runs them on a server, and writes down what each transaction read and wrote. */
#include "record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A value tells which transaction wrote it: transaction * STRIDE + a number of its own. 0: there from the beginning. */
enum { STRIDE = 100, ABSENT = -1 };

static const char *const level_names[] = {"READ COMMITTED", "REPEATABLE READ", "SERIALIZABLE"};

uint64_t record_random_next(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u; /* splitmix64 */
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

int record_random_below(uint64_t *state, int limit)
{
    return (int)(record_random_next(state) % (uint64_t)limit);
}

static statement draw_statement(const client *c, uint64_t *random)
{
    /* Reads and updates of single rows are where anomalies are; they come often. */
    static const kind kinds[] = {SELECT_ROW, SELECT_ROW,  SELECT_RANGE, SELECT_LOCK, UPDATE_ROW,
                                 UPDATE_ROW, UPDATE_BOTH, INSERT_ROW,   UPSERT};
    statement s = {.kind = kinds[record_random_below(random, sizeof kinds / sizeof *kinds)]};
    s.row = record_random_below(random, c->rows);
    s.last_row = s.row + record_random_below(random, c->rows - s.row);
    s.column = 1 + record_random_below(random, COLUMNS - 1);
    return s;
}

void client_draw(client *c, level most, bool mixed, uint64_t *random)
{
    memset(c, 0, sizeof *c);
    c->sessions = 2 + record_random_below(random, SESSIONS - 1);
    c->rows = 1 + record_random_below(random, ROWS);
    c->present = 1 + record_random_below(random, c->rows);
    for (int s = 0; s < c->sessions; s++) {
        c->counts[s] = 1 + record_random_below(random, TRANSACTIONS);
        for (int i = 0; i < c->counts[s]; i++) {
            transaction *t = &c->transactions[1 + s * TRANSACTIONS + i];
            t->level = mixed ? (level)record_random_below(random, (int)most + 1) : most;
            t->rolls_back = record_random_below(random, 12) == 0;
            t->count = 1 + record_random_below(random, STATEMENTS);
            for (int j = 0; j < t->count; j++)
                t->statements[j] = draw_statement(c, random);
        }
    }
}

/* ------------------------------------------------------------- running -- */

typedef struct session {
    PGconn *connection;
    int index, place; /* transaction of the session; -1: BEGIN, then statements, then the end */
    bool busy, failed;
    int number; /* of the next value */
} session;

static void text_of(const statement *s, int who, int number, char *sql, size_t size)
{
    long value = (long)who * STRIDE + number;
    char column = s->column == 1 ? 'a' : 'b', other = s->column == 1 ? 'b' : 'a';
    switch (s->kind) {
    case SELECT_ROW:
        snprintf(sql, size, "SELECT k, %c FROM kv WHERE k = %d", column, s->row);
        break;
    case SELECT_RANGE:
        snprintf(sql, size, "SELECT k, a, b FROM kv WHERE k BETWEEN %d AND %d", s->row, s->last_row);
        break;
    case SELECT_LOCK:
        snprintf(sql, size, "SELECT k, %c FROM kv WHERE k = %d FOR %s", column, s->row,
                 s->last_row % 2 ? "SHARE" : "UPDATE");
        break;
    case UPDATE_ROW:
        snprintf(sql, size, "UPDATE kv SET %c = %ld WHERE k = %d RETURNING k, %c", column, value, s->row, other);
        break;
    case UPDATE_BOTH:
        snprintf(sql, size, "UPDATE kv SET a = %ld, b = %ld WHERE k = %d RETURNING k", value, value, s->row);
        break;
    case INSERT_ROW:
        snprintf(sql, size, "INSERT INTO kv VALUES (%d, %ld, %ld)", s->row, value, value);
        break;
    default:
        snprintf(
            sql, size,
            "INSERT INTO kv VALUES (%d, %ld, %ld) ON CONFLICT (k) DO UPDATE SET %c = %ld RETURNING k, %c, xmax = 0",
            s->row, value, value, column, value, other);
    }
}

static void note_read(transaction *t, int row, int column, long value, int step)
{
    int object = row * COLUMNS + column;
    if (t->wrote[object]) {
        if (value != t->value[object])
            t->fault = "does not read its own write";
        return;
    }
    if (t->read_count == READS)
        return;
    t->values[t->read_count] = value;
    t->reads[t->read_count++] = (ip_history_read){.object = object, .step = step};
}

static void note_write(transaction *t, int row, int column, long value)
{
    t->wrote[row * COLUMNS + column] = true;
    t->value[row * COLUMNS + column] = value;
}

/* Existence is read as whether the row is there: the inserting transaction is known, since no transaction deletes. */
static void note_answer(transaction *t, const statement *s, long value, int step, const PGresult *result)
{
    bool select = s->kind == SELECT_ROW || s->kind == SELECT_RANGE || s->kind == SELECT_LOCK;
    int last = s->kind == SELECT_RANGE ? s->last_row : s->row, other = COLUMNS - s->column;
    for (int row = s->row; row <= last; row++) {
        int at = 0;
        while (at < PQntuples(result) && atoi(PQgetvalue(result, at, 0)) != row)
            at++;
        bool there = at < PQntuples(result);
        bool inserted = s->kind == INSERT_ROW || (s->kind == UPSERT && there && *PQgetvalue(result, at, 2) == 't');
        bool own = t->wrote[row * COLUMNS];
        if (!own)
            note_read(t, row, 0, there && !inserted ? 1 : ABSENT, step);
        else if (!there && !inserted)
            t->fault = "does not see the row it has inserted";
        if (inserted) {
            for (int column = 0; column < COLUMNS; column++)
                note_write(t, row, column, value);
            continue;
        }
        if (!there)
            continue;
        if (select)
            for (int f = 1; f < PQnfields(result); f++)
                note_read(t, row, s->kind == SELECT_RANGE ? f : s->column, atol(PQgetvalue(result, at, f)), step);
        else if (s->kind != UPDATE_BOTH)
            note_read(t, row, other, atol(PQgetvalue(result, at, 1)), step);
        if (!select) {
            note_write(t, row, s->column, value);
            if (s->kind == UPDATE_BOTH)
                note_write(t, row, other, value);
        }
    }
}

static bool send_next(client *c, session *s, int who)
{
    transaction *t = &c->transactions[who];
    char sql[256];
    if (s->place < 0)
        snprintf(sql, sizeof sql, "BEGIN ISOLATION LEVEL %s", level_names[t->level]);
    else if (s->failed || (s->place == t->count && t->rolls_back))
        snprintf(sql, sizeof sql, "ROLLBACK");
    else if (s->place == t->count)
        snprintf(sql, sizeof sql, "COMMIT");
    else
        text_of(&t->statements[s->place], who, ++s->number, sql, sizeof sql);
    s->busy = true;
    return PQsendQuery(s->connection, sql);
}

static bool take_answer(client *c, session *s, int who)
{
    transaction *t = &c->transactions[who];
    bool ending = s->failed || s->place == t->count, failed = false;
    PGresult *result;
    while ((result = PQgetResult(s->connection)) != NULL) {
        ExecStatusType status = PQresultStatus(result);
        failed |= status != PGRES_TUPLES_OK && status != PGRES_COMMAND_OK;
        const char *state = failed ? PQresultErrorField(result, PG_DIAG_SQLSTATE) : "";
        /* Conflicts, deadlocks, keys that are there already; nothing else is to be expected. */
        if (failed && (!state || (strcmp(state, "40001") && strcmp(state, "40P01") && strcmp(state, "23505")))) {
            fprintf(stderr, "%s\n", PQresultErrorMessage(result));
            PQclear(result);
            return false;
        }
        if (!failed && !ending && s->place >= 0)
            note_answer(t, &t->statements[s->place], (long)who * STRIDE + s->number, s->place, result);
        PQclear(result);
    }
    s->busy = false;
    if (ending) {
        t->committed = !s->failed && !failed && !t->rolls_back;
        s->failed = false;
        s->index++;
        s->place = -1;
        s->number = 0;
    } else {
        s->failed = failed;
        s->place++;
    }
    return true;
}

static bool prepare(const client *c, PGconn *connection)
{
    char sql[128];
    snprintf(sql, sizeof sql, "TRUNCATE kv; INSERT INTO kv SELECT k, 0, 0 FROM generate_series(0, %d) k",
             c->present - 1);
    PGresult *result = PQexec(connection, sql);
    bool good = PQresultStatus(result) == PGRES_COMMAND_OK;
    PQclear(result);
    return good;
}

/* Now and then an answer is waited for; else the next session goes on while the server works: both orders that the
 * drawing makes and orders that the server makes. */
bool client_run(client *c, PGconn *const *connections, uint64_t *random)
{
    session sessions[SESSIONS];
    for (int i = 0; i < c->sessions; i++)
        sessions[i] = (session){.connection = connections[i], .place = -1};
    if (!prepare(c, connections[0]))
        return false;
    for (int running = c->sessions; running > 0;) {
        int i = record_random_below(random, c->sessions);
        session *s = &sessions[i];
        if (s->index == c->counts[i])
            continue;
        int who = 1 + i * TRANSACTIONS + s->index;
        if (!s->busy && !send_next(c, s, who))
            return false;
        for (int tries = record_random_below(random, 8) * 20; tries > 0 && PQisBusy(s->connection); tries--)
            if (!PQconsumeInput(s->connection))
                return false;
        if (!PQconsumeInput(s->connection))
            return false;
        if (!PQisBusy(s->connection) && !take_answer(c, s, who))
            return false;
        running -= s->index == c->counts[i];
    }
    return true;
}

/* -------------------------------------------------------------- history -- */

static int inserter_of(const client *c, int row)
{
    int found = row < c->present ? 0 : -1;
    for (int t = 1; t < MOST; t++)
        if (c->transactions[t].committed && c->transactions[t].wrote[row * COLUMNS])
            found = t;
    return found;
}

/* Whose version a read has seen; -1 after saying what is wrong with it. */
static int writer_of(const client *c, const ip_history_read *read, long value, const char **fault)
{
    int row = read->object / COLUMNS, writer;
    if (read->object % COLUMNS == 0) {
        writer = value == ABSENT ? 0 : inserter_of(c, row);
        if (writer < 0 || (value == ABSENT && row < c->present))
            *fault = "sees a row that no transaction inserted, or misses a row that was always there";
        return *fault ? -1 : writer;
    }
    writer = (int)(value / STRIDE);
    const transaction *t = &c->transactions[writer];
    if (writer && !t->committed)
        *fault = "reads a version of an aborted transaction";
    else if (writer && (!t->wrote[read->object] || t->value[read->object] != value))
        *fault = "reads a version that its writer has overwritten itself";
    return *fault ? -1 : writer;
}

const char *client_history(client *c, ip_history *history)
{
    static ip_transactions writers[OBJECTS], row_writers[ROWS];
    static int row_of[OBJECTS];
    const char *fault = NULL;
    memset(row_writers, 0, sizeof row_writers);
    *history = (ip_history){.count = MOST,
                            .object_count = OBJECTS,
                            .writers = writers,
                            .row_of = row_of,
                            .row_count = ROWS,
                            .row_writers = row_writers};
    for (int o = 0; o < OBJECTS; o++) {
        writers[o] = 1;
        row_of[o] = o / COLUMNS;
        for (int t = 1; t < MOST; t++)
            if (c->transactions[t].committed && c->transactions[t].wrote[o]) {
                writers[o] |= (ip_transactions)1 << t;
                row_writers[o / COLUMNS] |= (ip_transactions)1 << t;
            }
    }
    for (int t = 1; t < MOST; t++) {
        transaction *from = &c->transactions[t];
        ip_history_transaction *to = &history->transactions[t];
        to->sessions_before = 1;
        for (int u = t - 1; u > 0 && (u - 1) / TRANSACTIONS == (t - 1) / TRANSACTIONS; u--)
            to->sessions_before |= (ip_transactions)1 << u;
        to->level = (int)from->level;
        to->aborted = from->count > 0 && !from->committed;
        to->reads = from->reads;
        to->read_count = from->level == SERIALIZABLE && to->aborted ? 0 : from->read_count;
        if (from->fault)
            fault = from->fault;
        for (int r = 0; r < from->read_count && !fault; r++)
            from->reads[r].from = writer_of(c, &from->reads[r], from->values[r], &fault);
    }
    return fault;
}

void client_print(const client *c, FILE *out)
{
    fprintf(out, "%d rows, %d of them there at the beginning\n", c->rows, c->present);
    for (int t = 1; t < MOST; t++) {
        const transaction *about = &c->transactions[t];
        if (!about->count)
            continue;
        fprintf(out, "session %d, transaction %d at %s, %s:\n", (t - 1) / TRANSACTIONS + 1, t,
                level_names[about->level], about->committed ? "committed" : "aborted");
        for (int s = 0; s < about->count; s++) {
            char sql[256];
            text_of(&about->statements[s], t, s + 1, sql, sizeof sql);
            fprintf(out, "  %s\n", sql);
        }
        for (int r = 0; r < about->read_count; r++)
            fprintf(out, "  statement %d reads %c of row %d from %d\n", about->reads[r].step + 1,
                    "xab"[about->reads[r].object % COLUMNS], about -> reads[r].object / COLUMNS, about->reads[r].from);
    }
}
