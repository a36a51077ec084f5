/* Each condition of the proof by one delayed transaction (proofs/decision_input.h) has a program set, CONDITION.sql,
 * which the method calls safe when it is left out. The head of the file says the level and what must come out, with
 * replay:
 *   -- level: snapshot-isolation
 *   -- with: unsafe
 *   -- without: safe
 *   -- assign: PROGRAM=LEVEL (if one runs at another level)
 *   -- why: ...
 * Without the condition the method is asked alone and anomalies are not run, as a confirmed one goes before a proof.
 * Usage: conditions FOLDER. Fails for a condition without a file, too. */
#include "proofs/decision_input.h"
#include "test.h"

#include <stdlib.h>

static const char *const names[] = {
#define X(id, name, meaning) [id] = name,
    IP_DELAYED_CONDITIONS(X)
#undef X
};

static char text[1 << 14];

static bool load(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return false;
    size_t got = fread(text, 1, sizeof text - 1, file);
    text[got] = 0;
    fclose(file);
    return got > 0;
}

static char *header(const char *key, char *buffer, size_t size)
{
    char start[64];
    snprintf(start, sizeof start, "-- %s: ", key);
    const char *at = strstr(text, start);
    *buffer = 0;
    if (!at)
        return buffer;
    at += strlen(start);
    snprintf(buffer, size, "%.*s", (int)strcspn(at, "\n"), at);
    return buffer;
}

/* assign: PROGRAM=LEVEL */
static void assign(ip_run *run)
{
    char program[128] = "";
    char *level = strchr(header("assign", program, sizeof program), '=');
    if (!*program)
        return;
    CHECK(level != NULL);
    *level++ = 0;
    CHECK(ip_run_assign(run, program, level));
}

/* serialize: A:B C:D … */
static void serialize(ip_run *run)
{
    char pairs[256] = "";
    for (char *a = strtok(header("serialize", pairs, sizeof pairs), " "); a; a = strtok(NULL, " ")) {
        char *b = strchr(a, ':');
        CHECK(b != NULL);
        *b++ = 0;
        ip_run_serialize(run, a, b);
    }
}

static void check(const char *path, const char *condition, const char *expected)
{
    char buffer[256];
    ip_run *run = ip_run_new();
    ip_run_add_file(run, path);
    CHECK(ip_run_add_level(run, header("level", buffer, sizeof buffer)));
    assign(run);
    serialize(run);
    if (condition) {
        CHECK(ip_run_drop_condition(run, condition));
        CHECK(ip_run_add_proof(run, "delayed"));
        ip_run_set_replay(run, false);
    }
    const ip_report_data *report = ip_run_analyze(run);
    const char *got =
        report && report->results.count == 1 ? ip_anomaly_verdict_name(report->results.items[0].verdict) : "none";
    if (strcmp(got, expected) != 0)
        fprintf(stderr, "%s%s%s: %s, expected %s\n", path, condition ? " without " : "", condition ? condition : "",
                got, expected);
    CHECK(strcmp(got, expected) == 0);
    ip_run_free(run);
}

TEST_SUITE(delayed_conditions)
{
    const char *folder = argc > 1 ? argv[1] : ".";
    for (int i = 0; i < IP_DELAYED_CONDITION_COUNT; i++) {
        char path[1024], expected[64];
        snprintf(path, sizeof path, "%s/%s.sql", folder, names[i]);
        CHECK(load(path));
        snprintf(expected, sizeof expected, "%s", "none");
        check(path, NULL, header("with", expected, sizeof expected));
        check(path, names[i], header("without", expected, sizeof expected));
    }
    return TEST_RESULT();
}
