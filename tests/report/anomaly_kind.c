/* Each kind on the smallest cycle that has it, and beside it the cycles that
 * only look like it. */
#include "fixture.h"

#include "anomaly/anomaly_kind.h"
#include "test.h"

typedef struct world {
    fixture f;
    ip_table *savings, *checking, *log;
    ip_program *reader, *writer, *adder, *blind; /* reads; reads and writes; SET bal = bal + 1; writes only */
} world;

static void begin(world *w)
{
    fixture_begin(&w->f);
    w->savings = fixture_table(&w->f, "savings", "custid bal note", IP_INTEGER, 1);
    w->checking = fixture_table(&w->f, "checking", "custid bal note", IP_INTEGER, 1);
    w->log = fixture_table(&w->f, "log", "text n", IP_INTEGER, 0);
    w->reader = fixture_program(&w->f, "reader", IP_ROUTINE, 1);
    fixture_statement(&w->f, w->reader, IP_SELECT, w->savings, 2, "bal", NULL);
    w->writer = fixture_program(&w->f, "writer", IP_ROUTINE, 3);
    fixture_statement(&w->f, w->writer, IP_SELECT, w->savings, 4, "bal", NULL);
    fixture_statement(&w->f, w->writer, IP_UPDATE, w->savings, 5, NULL, "bal");
    w->adder = fixture_program(&w->f, "adder", IP_ROUTINE, 6);
    fixture_statement(&w->f, w->adder, IP_UPDATE, w->savings, 7, "bal", "bal");
    w->blind = fixture_program(&w->f, "blind", IP_ROUTINE, 8);
    fixture_statement(&w->f, w->blind, IP_UPDATE, w->savings, 9, NULL, "bal");
}

typedef struct edge {
    ip_dependency_type type;
    const ip_table *table;
    const char *columns, *key;
} edge;

static ip_anomaly_kind kind_of(world *w, int count, ip_program *const *programs, const edge *edges)
{
    ip_anomaly cycle = fixture_cycle(&w->f, count, programs);
    for (int i = 0; i < count; i++)
        fixture_edge(&w->f, &cycle, i, edges[i].type, edges[i].table, edges[i].columns, edges[i].key, 0, 0);
    return ip_anomaly_classify(&cycle);
}

#define KIND(w, count, programs, ...) kind_of(w, count, (ip_program *const[])programs, (const edge[]){__VA_ARGS__})
#define PROGRAMS(...)                                                                                                  \
    {                                                                                                                  \
        __VA_ARGS__                                                                                                    \
    }

static void two(world *w, ip_program *a, ip_program *b, edge there, edge back, ip_anomaly_kind expected)
{
    ip_anomaly_kind got = kind_of(w, 2, (ip_program *const[]){a, b}, (const edge[]){there, back});
    CHECK_TEXT(ip_anomaly_kind_name(got), ip_anomaly_kind_name(expected));
    /* From the other instance's side it is the same cycle. */
    got = kind_of(w, 2, (ip_program *const[]){b, a}, (const edge[]){back, there});
    CHECK_TEXT(ip_anomaly_kind_name(got), ip_anomaly_kind_name(expected));
}

static void two_instances(world *w)
{
    const ip_table *s = w->savings, *c = w->checking, *log = w->log;
    ip_program *rw = w->writer, *ro = w->reader;

    /* Both read the cell, both write it. */
    two(w, rw, rw, (edge){IP_RW, s, "bal", "7"}, (edge){IP_RW, s, "bal", "7"}, IP_LOST_UPDATE);
    /* One reads it, the other writes it, the first overwrites that. */
    two(w, rw, w->blind, (edge){IP_RW, s, "bal", "7"}, (edge){IP_WW, s, "bal", "7"}, IP_LOST_UPDATE);
    /* Some common column is enough. */
    two(w, rw, rw, (edge){IP_RW, s, "note bal", "7"}, (edge){IP_RW, s, "bal", "7"}, IP_LOST_UPDATE);
    /* Without a key, rows cannot be distinguished. */
    two(w, rw, rw, (edge){IP_RW, log, "n", NULL}, (edge){IP_RW, log, "n", NULL}, IP_LOST_UPDATE);

    /* Another row, another column, another table: nothing is overwritten. */
    two(w, rw, rw, (edge){IP_RW, s, "bal", "7"}, (edge){IP_RW, s, "bal", "8"}, IP_WRITE_SKEW);
    two(w, rw, rw, (edge){IP_RW, s, "bal", "7"}, (edge){IP_RW, s, "note", "7"}, IP_WRITE_SKEW);
    two(w, rw, rw, (edge){IP_RW, s, "bal", "7"}, (edge){IP_RW, c, "bal", "7"}, IP_WRITE_SKEW);
    two(w, rw, rw, (edge){IP_RW, log, "n", NULL}, (edge){IP_RW, log, "text", NULL}, IP_WRITE_SKEW);
    two(w, rw, rw, (edge){IP_RW, s, "bal", "7"}, (edge){IP_WW, c, "bal", "7"}, IP_OTHER_ANOMALY);

    /* Reading the new value later, of the same cell or of another one. */
    two(w, ro, rw, (edge){IP_RW, s, "bal", "7"}, (edge){IP_WR, s, "bal", "7"}, IP_NON_REPEATABLE_READ);
    two(w, ro, rw, (edge){IP_RW, s, "bal", "7"}, (edge){IP_WR, c, "bal", "7"}, IP_NON_REPEATABLE_READ);
    two(w, ro, rw, (edge){IP_RW, s, "", "7"}, (edge){IP_WR, s, "bal", "8"}, IP_PHANTOM);
    /* The appearing row was read, not missed. */
    two(w, ro, rw, (edge){IP_RW, s, "bal", "7"}, (edge){IP_WR, s, "", "8"}, IP_NON_REPEATABLE_READ);
    two(w, rw, rw, (edge){IP_WR, s, "bal", "7"}, (edge){IP_WR, c, "bal", "7"}, IP_OTHER_ANOMALY);
    two(w, rw, rw, (edge){IP_WW, s, "bal", "7"}, (edge){IP_WW, c, "bal", "7"}, IP_OTHER_ANOMALY);

    /* Both look for a row, both insert one. */
    two(w, rw, rw, (edge){IP_RW, s, "", "7"}, (edge){IP_RW, s, "", "8"}, IP_PHANTOM);
    two(w, rw, rw, (edge){IP_RW, s, "", "7"}, (edge){IP_RW, s, "", "7"}, IP_PHANTOM);
    two(w, rw, rw, (edge){IP_RW, s, "bal", "7"}, (edge){IP_RW, s, "", "8"}, IP_PHANTOM);
}

/* UPDATE … SET bal = bal + 1 reads and overwrites one cell, whatever closes the cycle. */
static void update_of_what_it_reads(world *w)
{
    ip_anomaly cycle = fixture_cycle(&w->f, 2, (ip_program *[]){w->adder, w->writer});
    fixture_edge(&w->f, &cycle, 0, IP_RW, w->savings, "bal", "7", 0, 1);
    fixture_edge(&w->f, &cycle, 1, IP_WR, w->checking, "bal", "7", 0, 0);
    fixture_execution(&w->f, &cycle, "1 0", "");
    CHECK_INT(ip_anomaly_classify(&cycle), IP_LOST_UPDATE);
    /* Committed first, the other instance overwrites. */
    fixture_execution(&w->f, &cycle, "0 1", "");
    CHECK_INT(ip_anomaly_classify(&cycle), IP_NON_REPEATABLE_READ);
    /* What it reads and does not assign is not overwritten. */
    fixture_edge(&w->f, &cycle, 0, IP_RW, w->savings, "note", "7", 0, 1);
    fixture_execution(&w->f, &cycle, "1 0", "");
    CHECK_INT(ip_anomaly_classify(&cycle), IP_NON_REPEATABLE_READ);
    /* Nor is what another statement of it reads. */
    cycle.instances[0].program = w->writer;
    fixture_edge(&w->f, &cycle, 0, IP_RW, w->savings, "bal", "7", 0, 1);
    CHECK_INT(ip_anomaly_classify(&cycle), IP_NON_REPEATABLE_READ);
    /* No such statement: the dependencies alone speak. */
    fixture_edge(&w->f, &cycle, 0, IP_RW, w->savings, "bal", "7", 99, -1);
    CHECK_INT(ip_anomaly_classify(&cycle), IP_NON_REPEATABLE_READ);
}

static void three_instances(world *w)
{
    const ip_table *s = w->savings, *c = w->checking;
    ip_program *rw = w->writer, *ro = w->reader;
    const edge fekete[] = {{IP_RW, c, "bal", "7"}, {IP_RW, s, "bal", "7"}, {IP_WR, s, "bal", "7"}};

    CHECK_INT(kind_of(w, 3, (ip_program *const[]){ro, rw, rw}, fekete), IP_READ_ONLY_ANOMALY);
    /* The same cycle, whose first reader writes too. */
    CHECK_INT(kind_of(w, 3, (ip_program *const[]){rw, rw, rw}, fekete), IP_WRITE_SKEW);
    /* Missing rows do not hide it. */
    CHECK_INT(KIND(w, 3, PROGRAMS(ro, rw, rw), {IP_RW, c, "", "7"}, {IP_RW, s, "bal", "7"}, {IP_WR, s, "bal", "7"}),
              IP_READ_ONLY_ANOMALY);
    CHECK_INT(KIND(w, 3, PROGRAMS(rw, rw, rw), {IP_RW, c, "", "7"}, {IP_RW, s, "bal", "7"}, {IP_WR, s, "bal", "7"}),
              IP_PHANTOM);
    /* Counted up by three: the two anti-dependencies are on one cell. */
    CHECK_INT(KIND(w, 3, PROGRAMS(rw, rw, rw), {IP_RW, s, "bal", "7"}, {IP_RW, s, "bal", "7"}, {IP_WR, c, "bal", "7"}),
              IP_OTHER_ANOMALY);
    /* A violation of causality has one anti-dependency only. */
    CHECK_INT(KIND(w, 3, PROGRAMS(rw, rw, ro), {IP_WR, s, "bal", "7"}, {IP_WR, c, "bal", "7"}, {IP_RW, s, "note", "7"}),
              IP_OTHER_ANOMALY);
    /* A statement that was not understood may write. */
    ip_program *murky = fixture_program(&w->f, "murky", IP_ROUTINE, 20);
    fixture_statement(&w->f, murky, IP_UNKNOWN, s, 21, NULL, NULL);
    CHECK_INT(kind_of(w, 3, (ip_program *const[]){murky, rw, rw}, fekete), IP_WRITE_SKEW);
    /* An instance that can only abort besides reading does not write. */
    ip_program *strict = fixture_program(&w->f, "strict", IP_ROUTINE, 22);
    fixture_statement(&w->f, strict, IP_SELECT, s, 23, "bal", NULL);
    fixture_statement(&w->f, strict, IP_ABORT, s, 24, NULL, NULL);
    CHECK_INT(kind_of(w, 3, (ip_program *const[]){strict, rw, rw}, fekete), IP_READ_ONLY_ANOMALY);
}

static void four_instances(world *w)
{
    const ip_table *s = w->savings, *c = w->checking;
    ip_program *rw = w->writer, *ro = w->reader;

    CHECK_INT(KIND(w, 4, PROGRAMS(rw, ro, rw, ro), {IP_WR, s, "bal", "7"}, {IP_RW, c, "bal", "7"},
                   {IP_WR, c, "bal", "7"}, {IP_RW, s, "bal", "7"}),
              IP_LONG_FORK);
    /* The readers may write as well, and the writes may be new rows. */
    CHECK_INT(KIND(w, 4, PROGRAMS(rw, rw, rw, rw), {IP_WR, s, "", "7"}, {IP_RW, c, "", "7"}, {IP_WR, c, "", "7"},
                   {IP_RW, s, "", "7"}),
              IP_LONG_FORK);
    /* One of the two has overwritten, not read. */
    CHECK_INT(KIND(w, 4, PROGRAMS(rw, rw, rw, rw), {IP_WW, s, "bal", "7"}, {IP_RW, c, "bal", "7"},
                   {IP_WR, c, "bal", "7"}, {IP_RW, s, "note", "7"}),
              IP_OTHER_ANOMALY);
    /* Adjacent anti-dependencies: the dangerous structure. */
    CHECK_INT(KIND(w, 4, PROGRAMS(rw, rw, rw, rw), {IP_RW, s, "bal", "7"}, {IP_RW, c, "bal", "7"},
                   {IP_WR, c, "bal", "7"}, {IP_WR, s, "bal", "7"}),
              IP_WRITE_SKEW);
    /* Only one anti-dependency. */
    CHECK_INT(KIND(w, 4, PROGRAMS(rw, rw, rw, ro), {IP_WR, s, "bal", "7"}, {IP_WR, c, "bal", "7"},
                   {IP_WR, c, "note", "7"}, {IP_RW, s, "note", "7"}),
              IP_OTHER_ANOMALY);
    /* A reader elsewhere in the cycle does not make it the read-only anomaly. */
    CHECK_INT(KIND(w, 5, PROGRAMS(rw, rw, rw, ro, rw), {IP_RW, s, "bal", "7"}, {IP_RW, c, "bal", "7"},
                   {IP_WR, c, "bal", "7"}, {IP_RW, s, "note", "7"}, {IP_WW, s, "bal", "8"}),
              IP_WRITE_SKEW);
}

TEST_SUITE(anomaly_kind)
{
    world w;
    begin(&w);
    two_instances(&w);
    update_of_what_it_reads(&w);
    three_instances(&w);
    four_instances(&w);
    CHECK_TEXT(ip_anomaly_kind_name(IP_READ_ONLY_ANOMALY), "read-only-anomaly");
    CHECK_TEXT(ip_anomaly_dependency_type_name(IP_RW), "rw");
    CHECK_TEXT(ip_anomaly_verdict_name(IP_UNDECIDED), "undecided");
    fixture_end(&w.f);
    return TEST_RESULT();
}
