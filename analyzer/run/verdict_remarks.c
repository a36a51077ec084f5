/* Readings of the input that would change a verdict. They are reported with the verdict. */
#include "run/verdict_remarks.h"

#include "facts/ordered.h"
#include "run/declared.h"

static bool all_safe(const ip_report_data *report)
{
    for (int i = 0; i < report->results.count; i++)
        if (report->results.items[i].verdict != IP_SAFE)
            return false;
    return true;
}

static const ip_source *file_of(ip_range range)
{
    const ip_source *source = range.source;
    while (source && source->origin)
        source = source->origin;
    return source;
}

/* Once a file. */
static void report_numbering(const ip_report_data *report, ip_diagnostics *diagnostics)
{
    const ip_workload *workload = report->workload;
    for (int i = 0; i < workload->programs.count; i++) {
        const ip_program *program = workload->programs.items[i];
        bool reported = !program->numbered_apart.source;
        for (int k = 0; k < i; k++)
            reported =
                reported || file_of(workload->programs.items[k]->numbered_apart) == file_of(program->numbered_apart);
        if (!reported)
            ip_diagnostics_add_beside_verdict(
                diagnostics, IP_REMARK, program->numbered_apart, program->name,
                "placeholders are numbered per statement, as drivers do: \"-- params: NAME, …\" "
                "before statements makes "
                "those of one name one value");
    }
}

/* ---- outcomes that count as choices ---- */
static unsigned bit_of(const ip_level *level)
{
    if (ip_level_has_statement_snapshots(level))
        return IP_AT_STATEMENT_SNAPSHOTS;
    if (*ip_level_engine(level) && !ip_level_tracks_overwriters(level))
        return IP_AT_ONE_SNAPSHOT;
    return IP_AT_TRACKED_READS;
}

/* The result says of the program that it is safe, beside all others or some, or that what was found is harmless. */
static bool is_vouched_for(const ip_level_result *result, int program)
{
    bool part = result->programs && result->programs[program].safe_set >= 0;
    return result->rest || result->verdict == IP_SAFE || result->verdict == IP_BENIGN || part;
}

/* At which levels the program is, in results that vouch for it or in all. */
static unsigned levels_of(const ip_report_data *report, int program, bool safe)
{
    unsigned at = 0;
    for (int i = 0; i < report->results.count; i++) {
        const ip_level_result *result = &report->results.items[i];
        if (!safe || is_vouched_for(result, program))
            at |= result->levels ? bit_of(result->levels[program]) : IP_AT_ALL_LEVELS;
    }
    return at;
}

static const char *caught(ip_arena *arena, const ip_free_choice *choice, unsigned at)
{
    static const char *const names[IP_CHANCE_COUNT] = {
        [IP_CHANCE_NOT_SERIALIZED] = "serialization failures (40001)",
        [IP_CHANCE_DEADLOCK] = "deadlocks (40P01)",
        [IP_CHANCE_NOT_AVAILABLE] = "locks that are not available (55P03)",
        [IP_CHANCE_CANCELED] = "cancelled statements (57014)",
    };
    int count = 0, left;
    const char *text = "";
    for (int o = 0; o < IP_CHANCE_RESULT; o++)
        count += (choice->at[o] & at) != 0;
    left = count;
    for (int o = 0; o < IP_CHANCE_RESULT; o++)
        if (choice->at[o] & at) {
            text = ip_arena_printf(arena, "%s%s%s", text, left == count ? "" : left == 1 ? " and " : ", ", names[o]);
            left--;
        }
    return text;
}

static void report_choice(ip_diagnostics *diagnostics, const ip_program *program, const ip_free_choice *choice,
                          unsigned at, bool assumed)
{
    const char *what = choice->what;
    if (choice->at[IP_CHANCE_UNCHECKED]) {
        if (assumed)
            ip_diagnostics_add_beside_verdict(diagnostics, IP_ASSUMPTION, choice->range, program->name,
                                              "this ASSERT is assumed to be checked: plpgsql.check_asserts is on");
        return;
    }
    if (!what)
        what = ip_arena_printf(diagnostics->arena, "this handler takes %s", caught(diagnostics->arena, choice, at));
    const char *text =
        ip_arena_printf(diagnostics->arena, "%s: %s counts as a choice that a serial execution could make, too", what,
                        choice->what ? "what it gives" : "that it runs");
    if (assumed)
        ip_diagnostics_add_beside_verdict(diagnostics, IP_ASSUMPTION, choice->range, program->name, "%s", text);
    else
        ip_diagnostics_add(diagnostics, IP_REMARK, choice->range, program->name, "%s", text);
}

static unsigned at_of(const ip_free_choice *choice)
{
    unsigned at = 0;
    for (int o = 0; o < IP_CHANCE_COUNT; o++)
        at |= choice->at[o];
    return at;
}

static void report_choices(const ip_report_data *report, ip_diagnostics *diagnostics)
{
    const ip_workload *workload = report->workload;
    for (int p = 0; p < workload->programs.count; p++) {
        const ip_program *program = workload->programs.items[p];
        unsigned safe = levels_of(report, p, true), all = levels_of(report, p, false);
        for (int c = 0; c < program->choices.count; c++) {
            const ip_free_choice *choice = &program->choices.items[c];
            if (at_of(choice) & safe)
                report_choice(diagnostics, program, choice, safe, true);
            else if (at_of(choice) & all)
                report_choice(diagnostics, program, choice, all, false);
        }
    }
}

/* ---- numbers of sequences, times of the clock ---- */
static bool is_proved(const ip_report_data *report, int program)
{
    bool proved = false;
    for (int i = 0; i < report->results.count; i++)
        proved = proved || is_vouched_for(&report->results.items[i], program);
    return proved;
}

static void report_ordered(const ip_report_data *report, ip_diagnostics *diagnostics)
{
    const ip_workload *workload = report->workload;
    ip_ordered_numbers numbers =
        ip_facts_ordered_numbers_find(diagnostics->arena, &workload->schema,
                                      (const ip_program *const *)workload->programs.items, workload->programs.count);
    for (int i = 0; i < numbers.count; i++) {
        const ip_ordered_number *number = &numbers.items[i];
        bool drawn = number->sequence != ip_program_clock_times && number->sequence != ip_program_transaction_numbers;
        const char *of = !drawn ? ip_arena_printf(diagnostics->arena, "%s are", number->sequence)
                         : *number->sequence
                             ? ip_arena_printf(diagnostics->arena, "numbers of sequence %s are", number->sequence)
                             : "a sequence's numbers are";
        if (is_proved(report, number->program))
            ip_diagnostics_add_beside_verdict(
                diagnostics, IP_ASSUMPTION, number->range, workload->programs.items[number->program]->name,
                "%s %s here: which ones %s counts as a choice that a serial execution could "
                "make, too",
                of,
                number->calculated ? "calculated with"
                : number->equated  ? "compared with other values"
                                   : "compared by order",
                drawn ? "are drawn" : "it gets");
    }
}

/* ---- declared levels ---- */
static bool of_engine(const ip_report_data *report)
{
    for (int i = 0; i < report->results.count; i++)
        if (report->results.items[i].engine && *report->results.items[i].engine)
            return true;
    return false;
}

/* Programs that a level is given to, by level: one note each. */
static void report_level(const ip_run *run, const ip_report_data *report, const char *level,
                         ip_diagnostics *diagnostics)
{
    enum { LISTED = 6 };
    const ip_workload *workload = report->workload;
    const ip_program *first = NULL;
    const char *names = "";
    int count = 0;
    for (int p = 0; p < workload->programs.count; p++) {
        const ip_program *program = workload->programs.items[p];
        if (program->declared != level || ip_run_is_assigned(run, program))
            continue;
        first = first ? first : program;
        if (count++ < LISTED)
            names = ip_arena_printf(diagnostics->arena, "%s%s%s", names, *names ? ", " : "", program->name);
    }
    if (count > LISTED)
        names = ip_arena_printf(diagnostics->arena, "%s and %d more", names, count - LISTED);
    const char *words = count == 1 ? "runs" : "run";
    if (count > 0 && of_engine(report))
        ip_diagnostics_add_beside_verdict(diagnostics, IP_REMARK, first->declared_at, NULL,
                                          "%s %s at %s, whatever level is asked about: that level is given here%s",
                                          names, words, level, count == 1 ? "" : " and elsewhere");
    else if (count > 0)
        ip_diagnostics_add(diagnostics, IP_REMARK, first->declared_at, NULL,
                           "%s: %s is given here, which counts at PostgreSQL's levels alone", names, level);
}

static void report_declared(const ip_run *run, const ip_report_data *report, ip_diagnostics *diagnostics)
{
    const ip_workload *workload = report->workload;
    for (int p = 0; p < workload->programs.count; p++) {
        const ip_program *program = workload->programs.items[p];
        bool reported = !program->declared;
        if (program->declared && ip_run_is_assigned(run, program))
            ip_diagnostics_add_beside_verdict(diagnostics, IP_REMARK, program->declared_at, program->name,
                                              "is given %s here; --assign gives it another level", program->declared);
        for (int k = 0; k < p; k++)
            reported = reported || workload->programs.items[k]->declared == program->declared;
        if (!reported)
            report_level(run, report, program->declared, diagnostics);
    }
}

void ip_run_report_beside_verdicts(ip_run *run, const ip_report_data *report)
{
    ip_diagnostics *diagnostics = ip_run_diagnostics(run);
    report_declared(run, report, diagnostics);
    if (!all_safe(report))
        report_numbering(report, diagnostics);
    report_choices(report, diagnostics);
    report_ordered(report, diagnostics);
}
