/* Each encoding rule has a program set, RULE.sql or RULE--*.sql, whose answer changes when the rule is left
 * out. The head of the file says how it is run and what must come out:
 *   -- level: snapshot-isolation
 *   -- with: safe
 *   -- without: unsafe            or "unsafe 2": so many program cycles
 *   -- max-cycle: 2               optional
 *   -- proof: shortest-path       optional: only this method
 *   -- sessions: yes              optional: transactions of a session follow each other
 *   -- beside: RULE               optional: another rule that is left out in both runs, as it would do instead
 *   -- why: ...
 * Usage: rules FOLDER. Fails for a rule without a file, too. */
#include "isoproof.h"
#include "rules.h"
#include "test.h"

#include <dirent.h>
#include <stdlib.h>

static char text[1 << 16];

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

/* Value of "-- key: value" in the text, into buffer; NULL where there is none. */
static const char *header(const char *key, char *buffer, size_t size)
{
    char start[64];
    snprintf(start, sizeof start, "-- %s: ", key);
    const char *at = strstr(text, start);
    if (!at)
        return NULL;
    at += strlen(start);
    size_t length = strcspn(at, "\n");
    if (length >= size)
        length = size - 1;
    memcpy(buffer, at, length);
    buffer[length] = 0;
    return buffer;
}

static void answer(const char *path, const char *without_rule, char *result, size_t size)
{
    char buffer[256];
    ip_run *run = ip_run_new();
    ip_run_add_file(run, path);
    ip_run_add_level(run, header("level", buffer, sizeof buffer));
    ip_run_set_all_anomalies(run, true);
    ip_run_set_replay(run, false); /* what the formulas say */
    if (header("max-cycle", buffer, sizeof buffer))
        ip_run_set_max_cycle(run, atoi(buffer));
    ip_run_set_sessions(run, header("sessions", buffer, sizeof buffer) != NULL);
    /* The proof by one delayed transaction excludes what no normal form has, whatever a rule says of the rest. */
    static const char *const usual[] = {"window", "inductive", "shortest-path"};
    bool one = header("proof", buffer, sizeof buffer) != NULL;
    for (int m = 0; m < (one ? 1 : 3); m++)
        CHECK(ip_run_add_proof(run, one ? buffer : usual[m]));
    if (without_rule)
        CHECK(ip_run_disable_rule(run, without_rule));
    if (header("beside", buffer, sizeof buffer))
        CHECK(ip_run_disable_rule(run, buffer));
    const ip_report_data *report = ip_run_analyze(run);
    snprintf(result, size, "no report");
    if (report && report->results.count == 1) {
        const ip_level_result *r = &report->results.items[0];
        if (r->verdict == IP_UNSAFE)
            snprintf(result, size, "unsafe %d", r->anomalies.count);
        else
            snprintf(result, size, "%s", ip_anomaly_verdict_name(r->verdict));
    }
    ip_run_free(run);
}

/* "unsafe" stands for any number of cycles. */
static void compare(const char *path, const char *what, const char *got, const char *expected)
{
    size_t length = strlen(expected);
    bool same = strcmp(got, expected) == 0 ||
                (strcmp(expected, "unsafe") == 0 && strncmp(got, expected, length) == 0 && got[length] == ' ');
    if (!same)
        fprintf(stderr, "%s: %s: %s, expected %s\n", path, what, got, expected);
    CHECK(same);
}

static void run_file(const char *path, const char *rule)
{
    char expected[256], got[256];
    CHECK(load(path));
    CHECK(header("why", expected, sizeof expected) != NULL);
    if (!header("with", expected, sizeof expected)) {
        fprintf(stderr, "%s: no \"-- with:\" line\n", path);
        CHECK(false);
        return;
    }
    answer(path, NULL, got, sizeof got);
    compare(path, "with the rule", got, expected);
    CHECK(header("without", expected, sizeof expected) != NULL);
    answer(path, rule, got, sizeof got);
    compare(path, "without the rule", got, expected);
}

TEST_SUITE(encoding_rules)
{
    const char *folder = argc > 1 ? argv[1] : ".";
    int files[IP_RULE_COUNT] = {0};
    struct dirent **entries;
    int count = scandir(folder, &entries, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        const char *name = entries[i]->d_name;
        for (int r = 0; r < IP_RULE_COUNT; r++) {
            const char *rule = ip_rule_name((ip_rule)r);
            size_t length = strlen(rule);
            bool plain = strncmp(name, rule, length) == 0 && strcmp(name + length, ".sql") == 0;
            bool numbered = strncmp(name, rule, length) == 0 && strncmp(name + length, "--", 2) == 0;
            if (!plain && !numbered)
                continue;
            char path[1024];
            snprintf(path, sizeof path, "%s/%s", folder, name);
            files[r]++;
            run_file(path, rule);
        }
        free(entries[i]);
    }
    free(entries);
    for (int r = 0; r < IP_RULE_COUNT; r++) {
        if (!files[r])
            fprintf(stderr, "%s has no test\n", ip_rule_name((ip_rule)r));
        CHECK(files[r] > 0);
    }
    return TEST_RESULT();
}
