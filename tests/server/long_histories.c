/* Long histories on the store as a library.
 *
 *   server-long-histories [TRANSACTIONS]
 *
 * At levels that the history alone decides, what the store allows at a read is what the checker of small histories
 * allows: a read has a choice exactly if two writers are consistent, and what is chosen is one of them. Beyond what
 * that checker holds, histories of thousands of transactions are consistent by the checker of large ones. Prints reads
 * a second with a choice at causal consistency, and the memory that so many transactions need beside half as many. */
#include "base/clock.h"
#include "history/consistency.h"
#include "large_history/check.h"
#include "large_history/formats.h"
#include "store/store.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { OBJECTS = 4, SESSIONS = 3, SMALL_RUNS = 60, DEFAULT_LONG = 4000, MOST_READS = 4 };

typedef struct client {
    uint64_t random;
    ip_store *store;
    int sessions[SESSIONS];
} client;

static int draw(client *c, int below)
{
    c->random ^= c->random >> 12;
    c->random ^= c->random << 25;
    c->random ^= c->random >> 27;
    return (int)((c->random * UINT64_C(0x2545F4914F6CDD1D) >> 16) % (uint64_t)below);
}

static client client_new(const ip_level *level, uint64_t seed, ip_diagnostics *diagnostics)
{
    client c = {.random = seed * 2654435761u + 1, .store = ip_store_new(level, 1, seed, diagnostics)};
    for (int s = 0; s < SESSIONS; s++)
        c.sessions[s] = ip_store_connect(c.store);
    return c;
}

/* ---- the same history, by hand, for the checker of small ones ---- */

typedef struct mirror {
    ip_history history;
    ip_history_read reads[IP_MAX_TRANSACTIONS][2 * MOST_READS];
    ip_transactions writers[OBJECTS], last[SESSIONS], row_writers[OBJECTS];
    int row_of[OBJECTS];
    int64_t values[OBJECTS][IP_MAX_TRANSACTIONS];
} mirror;

static void mirror_begin(mirror *m, int session)
{
    int t = m->history.count++;
    m->history.transactions[t] =
        (ip_history_transaction){.sessions_before = m->last[session] | 1, .reads = m->reads[t]};
    m->last[session] |= (ip_transactions)1 << t;
}

/* Which writers are consistent; the read is the last one. */
static ip_transactions mirror_allowed(mirror *m, ip_consistency *checker, int object, int step)
{
    int t = m->history.count - 1;
    ip_history_read *read = &m->reads[t][m->history.transactions[t].read_count++];
    ip_transactions allowed = 0;
    for (int from = 0; from < t; from++) {
        *read = (ip_history_read){.object = object, .from = from, .step = step};
        if (m->writers[object] >> from & 1 && ip_history_consistent(checker, &m->history))
            allowed |= (ip_transactions)1 << from;
    }
    return allowed;
}

/* Values are the writers' numbers in the mirror. */
static void run_small(const ip_level *level, ip_consistency *checker, uint64_t seed, ip_diagnostics *diagnostics)
{
    client c = client_new(level, seed, diagnostics);
    mirror *m = calloc(1, sizeof *m);
    *m = (mirror){.history = {.count = 1, .object_count = OBJECTS, .row_count = OBJECTS}};
    m->history.writers = m->writers;
    m->history.row_of = m->row_of;
    m->history.row_writers = m->row_writers;
    for (int o = 0; o < OBJECTS; o++) {
        m->writers[o] = 1;
        m->row_of[o] = o;
    }
    while (m->history.count < IP_MAX_TRANSACTIONS - 1) {
        int session = draw(&c, SESSIONS), t = m->history.count, reads = draw(&c, MOST_READS), step = -1;
        bool wrote[OBJECTS] = {false}, keeps = draw(&c, 8) != 0;
        mirror_begin(m, session);
        ip_store_begin(c.store, c.sessions[session], IP_STORE_UNIFORM);
        for (int r = 0; r < reads || r == 0; r++) {
            int object = draw(&c, OBJECTS);
            if (r == 0 || draw(&c, 2)) {
                ip_store_statement(c.store, 0, true);
                step++;
            }
            if (!wrote[object]) {
                ip_datum value = {0};
                long before = ip_store_counted(c.store).choices;
                ip_transactions allowed = mirror_allowed(m, checker, object, step);
                CHECK(ip_store_read(c.store, object, false, &value) == IP_STORE_ANSWERED);
                int from = value.kind == IP_DATUM_INTEGER ? (int)value.as.integer : 0;
                CHECK(allowed >> from & 1);
                CHECK_INT(ip_store_counted(c.store).choices - before, (allowed & (allowed - 1)) != 0);
                m->reads[t][m->history.transactions[t].read_count - 1].from = from;
            }
            if (draw(&c, 2)) {
                ip_store_write(c.store, object, ip_value_datum_integer(t));
                wrote[object] = true;
            }
        }
        CHECK(ip_store_check(c.store) == IP_STORE_ANSWERED);
        (keeps ? ip_store_commit : ip_store_abort)(c.store);
        m->history.transactions[t].aborted = !keeps;
        m->history.transactions[t].step_count = step + 1;
        for (int o = 0; keeps && o < OBJECTS; o++) {
            m->writers[o] |= (ip_transactions)wrote[o] << t;
            m->row_writers[o] |= (ip_transactions)wrote[o] << t;
        }
    }
    ip_store_free(c.store);
    free(m);
}

/* ---- long ones ---- */

static const char *object_name(void *data, ip_arena *arena, int object)
{
    (void)data;
    return ip_arena_printf(arena, "x%d", object);
}

static void take_line(void *data, const char *text)
{
    FILE *file = data;
    fprintf(file, "%s\n", text);
}

static void run_transaction(client *c, int number)
{
    ip_store_begin(c->store, c->sessions[draw(c, SESSIONS)], IP_STORE_UNIFORM);
    ip_store_answer answer = IP_STORE_ANSWERED;
    for (int i = draw(c, MOST_READS); i >= 0 && answer == IP_STORE_ANSWERED; i--) {
        ip_datum value;
        int object = draw(c, OBJECTS);
        ip_store_statement(c->store, 0, true);
        answer = ip_store_read(c->store, object, false, &value);
        if (answer == IP_STORE_ANSWERED && draw(c, 2))
            ip_store_write(c->store, draw(c, 2) ? object : draw(c, OBJECTS), ip_value_datum_integer(number));
        if (answer == IP_STORE_ANSWERED)
            answer = ip_store_check(c->store);
    }
    (answer == IP_STORE_ANSWERED ? ip_store_commit : ip_store_abort)(c->store);
}

/* So many transactions, whose history must satisfy the level. */
static void run_long(const ip_level *level, int transactions, uint64_t seed, ip_diagnostics *diagnostics)
{
    char *text = NULL;
    size_t length = 0;
    FILE *file = open_memstream(&text, &length);
    client c = client_new(level, seed, diagnostics);
    ip_arena *arena = ip_arena_new();
    ip_large_form form;
    ip_large_verdict verdict = {.answer = IP_LARGE_UNDECIDED};
    ip_store_watch(c.store, &(ip_store_witness){NULL, object_name, object_name, take_line, file});
    for (int t = 1; t <= transactions; t++)
        run_transaction(&c, t);
    fclose(file);
    const ip_source *source = ip_source_from_text(arena, "history", text, length);
    const ip_large_history *history = ip_large_read_file(arena, source, IP_LARGE_JSON_LINES, diagnostics);
    CHECK(history && !ip_large_form_of(level, true, &form));
    if (history)
        ip_large_check(arena, history, &form, &verdict);
    CHECK_INT(verdict.answer, IP_LARGE_CONSISTENT);
    CHECK(history && history->count > transactions / 2);
    CHECK(ip_store_stale_count(c.store) > transactions / 20 || !strcmp(ip_level_postgresql(level), "serializable"));
    ip_store_free(c.store);
    ip_arena_free(arena);
    free(text);
}

static long resident(void)
{
    long all = 0, pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file && fscanf(file, "%ld %ld", &all, &pages) != 2)
        pages = 0;
    if (file)
        fclose(file);
    return pages * sysconf(_SC_PAGESIZE) / 1024;
}

static void measure(const ip_level *level, const char *name, int transactions, long least, ip_diagnostics *diagnostics)
{
    client c = client_new(level, 11, diagnostics);
    long half = 0;
    double begun = ip_clock();
    for (int t = 1; t <= 2 * transactions; t++) {
        run_transaction(&c, t);
        if (t == transactions)
            half = resident();
    }
    double seconds = ip_clock() - begun;
    ip_store_counts counts = ip_store_counted(c.store);
    long grown = resident() - half;
    printf("%-32s %d transactions, %.0f reads a second with a choice, %ld kB after the first half of them, %+ld kB\n",
           name, 2 * transactions, (double)counts.choices / seconds, half, grown);
#ifdef ISOPROOF_SANITIZED
    (void)least;
#else
    CHECK((double)counts.choices / seconds >= (double)least);
    CHECK(grown < 6144); /* the list of stale reads doubles until it has 100,000 */
#endif
    ip_store_free(c.store);
}

TEST_SUITE(server_long_histories)
{
    static const char *const decided[] = {"read-committed", "read-atomic", "causal"};
    static const char *const searched[] = {"prefix", "si", "ser"};
    enum { LEAST = 5000 };
    ip_arena *arena = ip_arena_new();
    ip_diagnostics diagnostics = {.arena = arena};
    int transactions = argc > 1 ? atoi(argv[1]) : DEFAULT_LONG;
    for (size_t l = 0; l < sizeof decided / sizeof *decided; l++) {
        const ip_level *level = ip_level_load_for_histories(arena, decided[l], &diagnostics);
        ip_consistency *checker = ip_history_consistency_new(&level, 1, &diagnostics);
        for (int seed = 1; seed <= SMALL_RUNS; seed++)
            run_small(level, checker, (uint64_t)seed, &diagnostics);
        ip_history_consistency_free(checker);
        run_long(level, transactions, 7, &diagnostics);
        measure(level, decided[l], transactions, LEAST, &diagnostics);
    }
    for (size_t l = 0; l < sizeof searched / sizeof *searched; l++) {
        const ip_level *level = ip_level_load_for_histories(arena, searched[l], &diagnostics);
        for (uint64_t seed = 1; seed <= 12; seed++)
            run_long(level, transactions / 30, seed, &diagnostics);
        measure(level, searched[l], transactions / 10, 0, &diagnostics);
    }
    CHECK_INT(ip_diagnostics_count(&diagnostics, IP_ERROR), 0);
    ip_arena_free(arena);
    return TEST_RESULT();
}
