/* What must keep an anomaly's fingerprint, and what must change it. */
#include "fixture.h"

#include "anomaly/fingerprint.h"
#include "test.h"

typedef struct variant {
    int first;          /* the instance the cycle is reported from */
    int line;           /* where the code stands */
    const char *middle; /* name of the second program */
    const char *script; /* name of the third, a script */
    ip_dependency_type type;
    const char *columns, *key;
    ip_statement_kind kind;
    const char *level;
} variant;

static const variant usual = {.line = 10,
                              .middle = "pay",
                              .script = "bank.sql:12",
                              .type = IP_RW,
                              .columns = "bal note",
                              .key = "7",
                              .kind = IP_UPDATE,
                              .level = "snapshot-isolation"};

static void fingerprint(const variant *v, char *out)
{
    fixture f;
    fixture_begin(&f);
    ip_table *savings = fixture_table(&f, "savings", "custid bal note", IP_INTEGER, 1);
    const char *names[] = {"audit", v->middle, v->script};
    ip_program *programs[3];
    for (int i = 0; i < 3; i++) {
        programs[i] = fixture_program(&f, names[i], i == 2 ? IP_SCRIPT : IP_ROUTINE, v->line + i);
        fixture_parameter(&f, programs[i], "x", IP_INTEGER);
        fixture_statement(&f, programs[i], IP_SELECT, savings, v->line + 3 + i, "bal", NULL);
        fixture_statement(&f, programs[i], v->kind, savings, v->line + 6 + i, "bal", "bal");
    }
    const struct {
        ip_dependency_type type;
        const char *columns;
        int from, to;
    } edges[] = {{IP_WR, "bal", 1, 0}, {v->type, v->columns, 0, 1}, {IP_WW, "", 1, 1}};
    ip_program *reported[3];
    for (int i = 0; i < 3; i++)
        reported[i] = programs[(v->first + i) % 3];
    ip_anomaly cycle = fixture_cycle(&f, 3, reported);
    for (int i = 0; i < 3; i++) {
        int e = (v->first + i) % 3;
        fixture_edge(&f, &cycle, i, edges[e].type, savings, edges[e].columns, v->key, edges[e].from, edges[e].to);
        cycle.instances[i].level = v->level;
    }
    strcpy(out, ip_anomaly_fingerprint(f.arena, &cycle));
    fixture_end(&f);
}

static bool same_as_usual(variant v)
{
    char a[32], b[32];
    fingerprint(&usual, a);
    fingerprint(&v, b);
    return strcmp(a, b) == 0;
}

#define CHANGED(field, value)                                                                                          \
    ({                                                                                                                 \
        variant changed = usual;                                                                                       \
        changed.field = value;                                                                                         \
        changed;                                                                                                       \
    })

TEST_SUITE(fingerprint)
{
    char id[32];
    fingerprint(&usual, id);
    CHECK_INT(strlen(id), 16);
    CHECK_INT(strspn(id, "0123456789abcdef"), 16);

    CHECK(same_as_usual(usual));
    CHECK(same_as_usual(CHANGED(first, 1)));
    CHECK(same_as_usual(CHANGED(first, 2)));
    CHECK(same_as_usual(CHANGED(line, 40)));
    CHECK(same_as_usual(CHANGED(script, "bank.sql:42")));
    CHECK(same_as_usual(CHANGED(columns, "note bal")));
    CHECK(same_as_usual(CHANGED(key, "8")));
    CHECK(same_as_usual(CHANGED(level, "read-atomic")));

    CHECK(!same_as_usual(CHANGED(middle, "pay2")));
    CHECK(!same_as_usual(CHANGED(script, "shop.sql:12")));
    CHECK(!same_as_usual(CHANGED(script, "refund")));
    CHECK(!same_as_usual(CHANGED(type, IP_WR)));
    CHECK(!same_as_usual(CHANGED(columns, "bal")));
    CHECK(!same_as_usual(CHANGED(columns, "")));
    CHECK(!same_as_usual(CHANGED(kind, IP_DELETE)));
    return TEST_RESULT();
}
