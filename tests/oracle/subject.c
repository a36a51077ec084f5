/* Asks isoproof for verdicts, through its public header alone. */
#include "subject.h"

#include "isoproof.h"

#include <stdlib.h>
#include <string.h>

static const char *disabled, *method;
static int proof_length; /* 0: everything is asked */

void subject_disable(const char *rule)
{
    disabled = rule;
}

void subject_only_prove(int max_cycle)
{
    proof_length = max_cycle;
}

void subject_only_method(const char *name)
{
    method = name;
}

static void note_result(const ip_level_result *result, oracle_level level, opinion *out)
{
    static const answer answers[] = {[IP_SAFE] = ANSWER_SAFE,
                                     [IP_BENIGN] = ANSWER_UNSAFE,
                                     [IP_UNSAFE] = ANSWER_UNSAFE,
                                     [IP_UNDECIDED] = ANSWER_UNDECIDED};
    out->answer[level] = answers[result->verdict];
    out->approximated[level] = true;
    const char *reason = result->verdict == IP_SAFE ? result->proof_method : result->reason;
    for (size_t i = 0; i < (size_t)result->anomalies.count; i++) {
        const ip_anomaly *a = &result->anomalies.items[i];
        if (!out->shortest[level] || a->instance_count < out->shortest[level])
            out->shortest[level] = a->instance_count;
        out->approximated[level] &= a->approximated;
        if (a->replay.status == IP_REPLAY_CONFIRMED)
            out->confirmed[level]++;
        else
            out->unconfirmed[level]++;
        if ((result->verdict == IP_UNSAFE || result->verdict == IP_BENIGN) && i == 0)
            reason = ip_anomaly_kind_name(a->kind);
    }
    snprintf(out->reason[level], sizeof out->reason[level], "%s", reason ? reason : "");
}

static const char *program_name(int program)
{
    static const char *const names[MAX_PROGRAMS] = {"f0", "f1", "f2", "f3"};
    return names[program];
}

static bool add_levels(ip_run *run, const program_set *set, unsigned levels)
{
    bool known = true;
    if (levels == 1u << MIXED) {
        known &= ip_run_add_level(run, level_names[set->assigned[0]]);
        for (int p = 1; p < set->program_count; p++)
            known &= ip_run_assign(run, program_name(p), level_names[set->assigned[p]]);
        if (set->serialize_a != NONE)
            ip_run_serialize(run, program_name(set->serialize_a), program_name(set->serialize_b));
        return known;
    }
    for (int l = 0; l < MIXED; l++)
        if (levels >> l & 1)
            known &= ip_run_add_level(run, level_names[l]);
    return known;
}

/* "t1.k0 is drawn from t0.c0: rows that are there from the start are assumed to be below the counter" */
static void note_assumption(const char *message, opinion *out)
{
    struct drawn d;
    if (out->drawn_count < MAX_TABLES &&
        sscanf(message, "t%d.k%d is drawn from t%d.c%d:", &d.table, &d.key, &d.counter_table, &d.counter_column) == 4)
        out->drawn[out->drawn_count++] = d;
}

static void ask(const program_set *set, unsigned levels, double timeout, const char *text, size_t length, opinion *out)
{
    ip_run *run = ip_run_new();
    ip_run_add_text(run, "oracle.sql", text, length);
    out->complained |= !add_levels(run, set, levels);
    if (disabled && !ip_run_disable_rule(run, disabled))
        out->complained = true;
    if (method && !ip_run_add_proof(run, method))
        out->complained = true;
    ip_run_set_timeout(run, timeout);
    if (proof_length) {
        ip_run_set_replay(run, false);
        ip_run_set_max_cycle(run, proof_length);
    }
    const ip_report_data *report = ip_run_analyze(run);
    out->complained |= !report;
    for (int i = 0, l = 0; report && l < LEVELS; l++)
        if (levels >> l & 1)
            note_result(&report->results.items[i++], (oracle_level)l, out);
    const ip_diagnostics *d = ip_run_diagnostics(run);
    out->complained |= ip_diagnostics_count(d, IP_ERROR) > 0;
    for (int i = 0; i < d->list.count; i++)
        if (d->list.items[i].kind == IP_ASSUMPTION)
            note_assumption(d->list.items[i].message, out);
    for (int i = 0; i < d->list.count && !out->complaint[0]; i++)
        if (d->list.items[i].kind == IP_ERROR)
            snprintf(out->complaint, sizeof out->complaint, "%s", d->list.items[i].message);
    ip_run_free(run);
}

void subject_ask(const program_set *set, unsigned levels, double timeout, opinion *out)
{
    char *text = NULL;
    size_t length = 0;
    FILE *stream = open_memstream(&text, &length);
    set_print(set, stream);
    fclose(stream);

    memset(out, 0, sizeof *out);
    for (int l = 0; l < LEVELS; l++)
        out->answer[l] = ANSWER_NOT_ASKED;
    if (levels & ~(1u << MIXED))
        ask(set, levels & ~(1u << MIXED), timeout, text, length, out);
    if (levels & 1u << MIXED)
        ask(set, 1u << MIXED, timeout, text, length, out);
    free(text);
}
