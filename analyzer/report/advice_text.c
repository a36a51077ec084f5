/* The text report of advise: a headline in one line, the evidence, and what to do next. */
#include "report/advice_parts.h"
#include "report/cells.h"
#include "report/words.h"

#include <string.h>

enum { INDENT = 2, HANG = 4, GAP = 3, LEAST_OUTCOME = 20 };

/* "READ COMMITTED" of "postgresql/read-committed": as the engine's users write it. */
static const char *level_words(ip_arena *arena, const char *level)
{
    const char *slash = strrchr(level, '/');
    char *words = ip_arena_strdup(arena, slash ? slash + 1 : level);
    for (char *at = words; *at; at++)
        *at = *at == '-' ? ' ' : *at >= 'a' && *at <= 'z' ? (char)(*at - 'a' + 'A') : *at;
    return words;
}

static void blank_line(ip_report_writer *rw)
{
    ip_report_end_paragraph(&rw->writer, 0, 0);
}

static void heading(ip_report_writer *rw, const char *text)
{
    ip_report_say(&rw->writer, IP_BOLD, "%s", text);
    ip_report_end_paragraph(&rw->writer, 0, 0);
}

/* ------------------------------------------------------------- headline -- */

static const char *weakest_level(const ip_advice *advice)
{
    return advice->levels.items[0].level;
}

int ip_report_raised(const ip_fix_set *set)
{
    int raised = 0;
    for (int i = 0; i < set->fixes.count; i++)
        raised += strcmp(set->fixes.items[i].kind, "raise-level") == 0;
    return raised;
}

bool ip_report_is_elsewhere(const ip_report_writer *rw, int program)
{
    const bool *elsewhere = rw->report->results.items[0].elsewhere;
    return elsewhere && elsewhere[program];
}

int ip_report_advised_programs(const ip_report_writer *rw)
{
    int count = 0;
    for (int p = 0; p < rw->report->workload->programs.count; p++)
        count += !ip_report_is_elsewhere(rw, p);
    return count;
}

/* The first set makes all programs safe; if one does, all sets do. */
static bool all_fixed(const ip_report_writer *rw)
{
    const ip_advice *advice = rw->report->advice;
    return advice->fix_sets.count && advice->fix_sets.items[0].member_count == ip_report_advised_programs(rw);
}

static bool nothing_to_change(const ip_advice *advice)
{
    return advice->uniform && strcmp(advice->uniform, weakest_level(advice)) == 0;
}

int ip_report_text_changes(const ip_fix_set *set)
{
    return set->fixes.count - ip_report_raised(set);
}

/* "With 2 changes, READ COMMITTED is enough for all but pay (SERIALIZABLE)" */
static void say_fixed(ip_report_writer *rw, const ip_fix_set *set, bool first_set)
{
    ip_writer *w = &rw->writer;
    bool first = true;
    if (ip_report_text_changes(set))
        ip_report_say(w, IP_PLAIN, "%s %s, ", first_set ? "With" : "with",
                      ip_report_plural(w->arena, ip_report_text_changes(set), "change", "changes"));
    ip_report_say(w, IP_BOLD, "%s", level_words(w->arena, set->level));
    ip_report_say(w, IP_PLAIN, first_set ? " is enough" : " is");
    for (int i = 0; i < set->fixes.count; i++) {
        if (strcmp(set->fixes.items[i].kind, "raise-level") != 0)
            continue;
        ip_report_say(w, IP_PLAIN, first ? " for all but " : ", ");
        ip_report_say(w, IP_BOLD, "%s", set->fixes.items[i].program->name);
        ip_report_say(w, IP_PLAIN, " (%s)", level_words(w->arena, set->fixes.items[i].level));
        first = false;
    }
}

/* The set of changes with which most programs are safe together at the weakest level; NULL: there is none. */
static const ip_fix_set *best_set(const ip_advice *advice)
{
    const ip_fix_set *best = NULL;
    for (int i = 0; i < advice->fix_sets.count; i++)
        if (strcmp(advice->fix_sets.items[i].level, weakest_level(advice)) == 0 &&
            (!best || advice->fix_sets.items[i].member_count > best->member_count))
            best = &advice->fix_sets.items[i];
    return best;
}

/* How many run safely together, as the code is and with the best changes. */
static void say_together(ip_report_writer *rw, const ip_level_result *result)
{
    ip_writer *w = &rw->writer;
    const ip_fix_set *best = best_set(rw->report->advice);
    int safe = 0;
    bool all = true; /* of these are in the best set */
    for (int p = 0; p < rw->report->workload->programs.count; p++)
        if (result->safe_sets.count && result->safe_sets.items[0][p]) {
            safe++;
            all = all && best && best->members[p];
        }
    if (safe)
        ip_report_say(w, IP_GREEN, "; %d %s", safe, safe == 1 ? "is safe alone" : "are safe together");
    if (!best)
        return;
    const char *changes = ip_report_plural(w->arena, ip_report_text_changes(best), "change", "changes");
    if (safe)
        ip_report_say(w, IP_GREEN, ", %d%s with %s", best->member_count, all ? "" : " (not all the same ones)",
                      changes);
    else
        ip_report_say(w, IP_GREEN, "; with %s, %d %s", changes, best->member_count,
                      best->member_count == 1 ? "is safe alone" : "are safe together");
}

/* The numbers of programs by result at the weakest level, as in the table: they add up to all programs. */
static void write_counts(ip_report_writer *rw)
{
    static const struct {
        ip_report_cell cell;
        ip_style style;
        const char *words;
    } kinds[] = {{IP_CELL_UNSAFE, IP_RED, "unsafe"},
                 {IP_CELL_BENIGN, IP_YELLOW, "in harmless anomalies only"},
                 {IP_CELL_UNDECIDED, IP_YELLOW, "not decided"},
                 {IP_CELL_SUPPRESSED, IP_YELLOW, "suppressed"},
                 {IP_CELL_PARTLY_SAFE, IP_GREEN, "safe unless some of the others run"}};
    const ip_advice *advice = rw->report->advice;
    ip_writer *w = &rw->writer;
    const ip_level_result *result = &rw->report->results.items[advice->levels.items[0].result];
    ip_report_say(w, IP_BOLD, "At %s", level_words(w->arena, weakest_level(advice)));
    ip_report_say(w, IP_PLAIN,
                  ", of %s: ", ip_report_plural(w->arena, ip_report_advised_programs(rw), "program", "programs"));
    const char *comma = "";
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        int count = 0;
        for (int p = 0; p < rw->report->workload->programs.count; p++)
            count += !ip_report_is_elsewhere(rw, p) && ip_report_cell_of(rw->report, result, p) == kinds[k].cell;
        if (!count)
            continue;
        ip_report_say(w, IP_PLAIN, "%s%d ", comma, count);
        ip_report_say(w, kinds[k].style, "%s", kinds[k].words);
        comma = ", ";
    }
    say_together(rw, result);
    if (!advice->fix_sets.count)
        ip_report_say(w, IP_PLAIN, "; no fix was found%s",
                      advice->fixes_complete ? "" : " (the search for one was not finished)");
    ip_report_end_fact(rw);
}

static void write_advice_headline(ip_report_writer *rw)
{
    const ip_advice *advice = rw->report->advice;
    ip_writer *w = &rw->writer;
    const char *uniform = advice->uniform;
    if (rw->report->shard_count)
        ip_report_say(w, IP_PLAIN, "Shard %d of %d, %d of %s. ", rw->report->shard, rw->report->shard_count,
                      ip_report_advised_programs(rw),
                      ip_report_plural(w->arena, rw->report->workload->programs.count, "program", "programs"));
    if (nothing_to_change(advice)) {
        ip_report_say_programs(rw);
        ip_report_say(w, IP_PLAIN, ": ");
        ip_report_say(w, IP_GREEN, "%s is enough", level_words(w->arena, uniform));
        ip_report_say(w, IP_PLAIN, " without changes");
        ip_report_end_fact(rw);
        ip_report_write_beside(rw, NULL);
        return;
    }
    if (uniform) {
        ip_report_say(w, IP_PLAIN, "Unchanged, you need ");
        ip_report_say(w, IP_BOLD, "%s", level_words(w->arena, uniform));
        ip_report_say(w, IP_PLAIN, ". ");
    } else {
        ip_report_say(w, IP_PLAIN, "Unchanged, no level is known to be enough for %s. ",
                      ip_report_advised_programs(rw) == 1
                          ? rw->report->workload->programs.items[0]->name
                          : ip_arena_printf(w->arena, "all %d programs", ip_report_advised_programs(rw)));
    }
    for (int i = 0; i < advice->fix_sets.count && all_fixed(rw); i++) {
        ip_report_say(w, IP_PLAIN, i ? "; " : "");
        say_fixed(rw, &advice->fix_sets.items[i], i == 0);
    }
    ip_report_say(w, IP_PLAIN, all_fixed(rw) ? "." : "");
    ip_report_end_fact(rw);
    if (!all_fixed(rw))
        write_counts(rw);
    ip_report_write_beside(rw, NULL);
}

/* --------------------------------------------------------------- levels -- */

static void write_levels(ip_report_writer *rw)
{
    const ip_advice *advice = rw->report->advice;
    ip_writer *w = &rw->writer;
    int widest = 0;
    const char *assigned = advice->assigned;
    heading(rw, assigned ? ip_arena_printf(w->arena, "one level for all programs, unchanged, except %s", assigned)
                         : "one level for all programs, unchanged");
    for (int i = 0; i < advice->levels.count; i++) {
        int width = ip_report_display_width(advice->levels.items[i].level);
        widest = width > widest ? width : widest;
    }
    for (int i = 0; i < advice->levels.count; i++) {
        const ip_advice_level *level = &advice->levels.items[i];
        const ip_level_result *result = &rw->report->results.items[level->result];
        const char *verdict = ip_anomaly_verdict_name(level->verdict);
        bool more = level->verdict != IP_SAFE || rw->options->verbose;
        if (INDENT + widest + (int)strlen("undecided") + 2 * GAP + LEAST_OUTCOME > w->width) {
            ip_report_say(w, IP_PLAIN, "%s ", level->level);
            ip_report_say(w, ip_report_verdict_style(level->verdict), "%s ", verdict);
        } else {
            ip_report_say_whole(w, IP_PLAIN, "%s%*s", level->level,
                                widest - ip_report_display_width(level->level) + GAP, "");
            ip_report_say_whole(w, ip_report_verdict_style(level->verdict), "%s", verdict);
            ip_report_say_whole(w, IP_PLAIN, "%*s", more ? (int)(strlen("undecided") - strlen(verdict)) + GAP : 0, "");
        }
        if (level->verdict == IP_SAFE)
            ip_report_say(w, IP_PLAIN, "%s", rw->options->verbose ? ip_report_proof_words(w->arena, result) : "");
        else
            ip_report_say_outcome(rw, result);
        ip_report_end_paragraph(w, INDENT, HANG);
    }
    if (!advice->not_a_chain)
        return;
    ip_report_say(w, IP_RED, "a stronger level is not safer here: ");
    ip_report_say(
        w, IP_PLAIN,
        "in the list, a weaker level is safe, and a stronger one allows an anomaly, confirmed by replay, that no "
        "serial "
        "order explains. So raising the level of these transactions can do harm; isoproof replay --dsn shows the "
        "anomaly on a server");
    ip_report_end_paragraph(w, INDENT, HANG);
}

/* If no changes make all programs safe: the programs that are safe together, at each level that is not safe for all. */
static void write_known_parts(ip_report_writer *rw)
{
    const ip_advice *advice = rw->report->advice;
    if (nothing_to_change(advice) || all_fixed(rw))
        return;
    for (int i = 0; i < advice->levels.count; i++) {
        const ip_level_result *result = &rw->report->results.items[advice->levels.items[i].result];
        if (result->verdict != IP_SAFE)
            ip_report_write_parts(rw, result);
    }
}

static void write_sets(ip_report_writer *rw, const ip_advice_level *level)
{
    ip_writer *w = &rw->writer;
    const ip_workload *workload = rw->report->workload;
    ip_report_say(w, IP_PLAIN, "%s: ", level->level);
    for (int i = 0; i < level->maximal_safe.count; i++) {
        const char *text = "";
        for (int p = 0; p < workload->programs.count; p++)
            if (level->maximal_safe.items[i][p])
                text = ip_arena_printf(w->arena, "%s%s%s", text, *text ? ", " : "", workload->programs.items[p]->name);
        ip_report_say(w, IP_PLAIN, "%s{%s}", i ? ", " : "", text);
    }
    if (!level->maximal_safe.count)
        ip_report_say(w, IP_PLAIN, "none");
    if (!level->subsets_complete)
        ip_report_say(w, IP_YELLOW, "; some sets were not decided, so there may be more or larger safe sets");
    ip_report_end_paragraph(w, INDENT, HANG);
}

static void write_subsets(ip_report_writer *rw)
{
    const ip_advice *advice = rw->report->advice;
    if (!advice->subsets_asked)
        return;
    blank_line(rw);
    heading(rw, "largest safe sets of programs, if no other programs run");
    for (int i = 0; i < advice->levels.count; i++)
        write_sets(rw, &advice->levels.items[i]);
}

/* ----------------------------------------------------------- allocation -- */

static void write_allocation(ip_report_writer *rw, const ip_allocation *allocation)
{
    ip_writer *w = &rw->writer;
    const ip_workload *workload = rw->report->workload;
    const ip_advice *advice = rw->report->advice;
    for (int l = 0; l < advice->levels.count; l++) {
        const char *level = advice->levels.items[l].level, *names = "";
        for (int p = 0; p < workload->programs.count; p++)
            if (allocation->levels[p] && strcmp(allocation->levels[p], level) == 0)
                names =
                    ip_arena_printf(w->arena, "%s%s%s", names, *names ? ", " : "", workload->programs.items[p]->name);
        if (!*names)
            continue;
        ip_report_say_whole(w, IP_BOLD, "%s", level_words(w->arena, level));
        ip_report_say(w, IP_PLAIN, ": %s", names);
        ip_report_end_paragraph(w, INDENT, HANG);
    }
}

static void write_hindrance(ip_report_writer *rw, const ip_hindrance *hindrance)
{
    ip_writer *w = &rw->writer;
    const ip_anomaly *anomaly = hindrance->anomaly;
    ip_report_say(w, IP_BOLD, "%s", hindrance->program->name);
    ip_report_say(w, IP_PLAIN, " at %s: ", hindrance->level);
    if (!anomaly) {
        ip_report_say(w, IP_YELLOW, "not proved safe");
        if (hindrance->reason)
            ip_report_say(w, IP_PLAIN, ": %s", hindrance->reason);
        ip_report_end_paragraph(w, INDENT, HANG);
        return;
    }
    ip_report_say(w, IP_PLAIN, "%s of ", ip_report_kind_words(w->arena, anomaly->kind));
    for (int i = 0; i < anomaly->instance_count; i++)
        ip_report_say(w, IP_PLAIN, "%s%s", i ? ", " : "", anomaly->instances[i].program->name);
    ip_report_say(w, IP_PLAIN, " (%s)", ip_report_headline_place(w->arena, anomaly));
    if (anomaly->replay.status == IP_REPLAY_CONFIRMED)
        ip_report_say(w, IP_PLAIN, ", confirmed by replay%s", anomaly->replay.observable ? "" : ", benign");
    else
        ip_report_say(w, IP_YELLOW, ", not confirmed by replay");
    ip_report_end_paragraph(w, INDENT, HANG);
    if (!rw->options->verbose)
        return;
    ip_report_write_instances(rw, anomaly);
    ip_report_write_dependencies(rw, anomaly);
}

static void write_allocations(ip_report_writer *rw)
{
    const ip_advice *advice = rw->report->advice;
    ip_writer *w = &rw->writer;
    if (!advice->allocations.count)
        return;
    heading(rw, "each program at a level of its own, the weakest that was proved, unchanged");
    write_allocation(rw, &advice->allocations.items[0]);
    ip_report_say(w, IP_PLAIN, "proved safe together for any number of transactions; ");
    if (!advice->allocations_complete)
        ip_report_say(w, IP_PLAIN, "not every combination was decided, so weaker levels may be safe, too");
    else if (advice->allocations.count == 1)
        ip_report_say(w, IP_PLAIN, "no combination with a weaker level for any program was proved safe");
    else
        ip_report_say(
            w, IP_PLAIN,
            "there are other combinations in which no single program can run at a weaker level; they are listed below");
    ip_report_end_paragraph(w, INDENT, HANG);
    for (int i = 1; i < advice->allocations.count; i++) {
        ip_report_say(w, IP_BOLD, "or");
        ip_report_end_paragraph(w, INDENT, HANG);
        write_allocation(rw, &advice->allocations.items[i]);
    }
    if (!advice->hindrances.count)
        return;
    blank_line(rw);
    heading(rw, "why the next weaker level was not proved safe for a program, the others as above");
    for (int i = 0; i < advice->hindrances.count; i++)
        write_hindrance(rw, &advice->hindrances.items[i]);
}

/* --------------------------------------------------------------- next -- */

static bool is_advised(const ip_report_writer *rw, const char *level)
{
    const ip_advice *advice = rw->report->advice;
    bool advised = advice->uniform && strcmp(advice->uniform, level) == 0;
    for (int p = 0; p < rw->report->workload->programs.count && advice->allocations.count; p++)
        advised = advised || (advice->allocations.items[0].levels[p] &&
                              strcmp(advice->allocations.items[0].levels[p], level) == 0);
    for (int s = 0; s < advice->fix_sets.count; s++) {
        const ip_fix_set *set = &advice->fix_sets.items[s];
        advised = advised || strcmp(set->level, level) == 0;
        for (int f = 0; f < set->fixes.count; f++)
            advised = advised || (set->fixes.items[f].level && strcmp(set->fixes.items[f].level, level) == 0);
    }
    return advised;
}

/* At advised levels at which the database refuses transactions that are right by themselves. */
static void write_repeat(ip_report_writer *rw)
{
    const ip_advice *advice = rw->report->advice;
    ip_writer *w = &rw->writer;
    const char *levels = "";
    for (int l = 0; l < advice->levels.count; l++) {
        const ip_advice_level *level = &advice->levels.items[l];
        if (is_advised(rw, level->level) && ip_report_may_have_to_repeat(&rw->report->results.items[level->result]))
            levels = ip_arena_printf(w->arena, "%s%s%s", levels, *levels ? " and " : "",
                                     level_words(w->arena, level->level));
    }
    if (*levels)
        ip_report_write_line(w, INDENT,
                             ip_arena_printf(w->arena,
                                             "at %s a transaction may fail with 40001: its caller has to repeat it, "
                                             "from BEGIN on",
                                             levels));
}

static void write_next(ip_report_writer *rw, const ip_findings *findings)
{
    const ip_advice *advice = rw->report->advice;
    ip_writer *w = &rw->writer;
    bool weakest_safe = advice->uniform && strcmp(advice->uniform, weakest_level(advice)) == 0;
    heading(rw, "next");
    if (weakest_safe) {
        ip_report_say(w, IP_PLAIN, "nothing needs to change");
        ip_report_end_paragraph(w, INDENT, HANG);
    } else if (advice->fix_sets.count && !all_fixed(rw)) {
        ip_report_say(w, IP_PLAIN, "%s",
                      advice->fix_sets.count == 1
                          ? "make all changes of the fix: they repair the findings that it names; it says for which "
                            "programs it is proved, and why not for the others"
                          : "each fix repairs the findings that it names; together they are not proved: make all "
                            "changes of one, and ask for advice on the changed code");
        if (advice->allocations.count)
            ip_report_say(w, IP_PLAIN, "; or change nothing, and begin each transaction at its level given above");
        ip_report_end_paragraph(w, INDENT, HANG);
    } else if (advice->fix_sets.count) {
        ip_report_say(
            w, IP_PLAIN,
            "either make all changes of one fix and run all programs at the level of that fix, or change nothing and "
            "begin each transaction at its level given above");
        ip_report_end_paragraph(w, INDENT, HANG);
    } else if (advice->allocations.count) {
        ip_report_say(w, IP_PLAIN, "begin each transaction at its level given above");
        ip_report_end_paragraph(w, INDENT, HANG);
    }
    write_repeat(rw);
    if (advice->fix_sets.count)
        ip_report_say_command(rw, "patch -p0", "takes the lines of a fix as they are");
    if (ip_report_has_short_stories(rw, findings))
        ip_report_say_command(rw, ip_report_same_command(rw->writer.arena, &rw->options->commands, "--verbose"),
                              "shows how each finding happens");
    ip_report_write_remedies(rw);
}

void ip_report_advice_text(const ip_report_data *report, FILE *out, const ip_text_options *options)
{
    ip_arena *arena = ip_arena_new();
    ip_report_writer rw = ip_report_writer_new(arena, report, out, options);
    ip_findings findings = ip_report_findings_of(arena, report);
    write_advice_headline(&rw);
    blank_line(&rw);
    write_levels(&rw);
    if (!options->brief)
        ip_report_write_table(&rw);
    if (findings.list.count)
        blank_line(&rw);
    else if (report->advice->allocations.count || report->advice->subsets_asked)
        blank_line(&rw);
    for (int r = 0; r < report->results.count && options->brief; r++)
        ip_report_write_headlines_of(&rw, &report->results.items[r]);
    if (!options->brief)
        ip_report_write_stories(&rw, &findings);
    ip_report_write_fixes(&rw);
    write_subsets(&rw);
    write_allocations(&rw);
    if (report->advice->allocations.count || report->advice->subsets_asked || !findings.list.count)
        blank_line(&rw);
    ip_report_write_undecided(&rw, &findings);
    write_known_parts(&rw);
    if (!options->brief) {
        const ip_level_result *weakest = &report->results.items[report->advice->levels.items[0].result];
        ip_report_write_denials(&rw, weakest);
        ip_report_write_denials_end(&rw, weakest, 1);
        ip_report_write_notes(&rw);
        ip_report_write_coverage(&rw.writer, report->workload, report->diagnostics);
        write_next(&rw, &findings);
    }
    ip_arena_free(arena);
}
