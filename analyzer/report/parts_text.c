/* Verdicts of parts in words: the programs that are safe together, the result for each other program, undecided
 * programs, and refusals by the database. */
#include "report/replay_text.h"
#include "anomaly/rank.h"
#include "base/words.h"
#include "report/text_parts.h"
#include "report/words.h"

#include <limits.h>
#include <string.h>

enum { LISTED = 6, LISTED_LINES = 12, INDENT = 2, HANG = 4 };

/* "a, b and c"; from so many on "the 12 others". */
static const char *names_of(ip_arena *arena, const ip_workload *workload, const bool *set, bool wanted, int count)
{
    const char *names = "";
    int listed = 0;
    if (count > LISTED)
        return ip_arena_printf(arena, "the %d others", count);
    for (int p = 0; p < workload->programs.count; p++)
        if (set[p] == wanted) {
            const char *comma = !listed ? "" : listed + 1 == count ? " and " : ", ";
            names = ip_arena_printf(arena, "%s%s%s", names, comma, workload->programs.items[p]->name);
            listed++;
        }
    return names;
}

static int size_of(const ip_workload *workload, const bool *set)
{
    int size = 0;
    for (int p = 0; p < workload->programs.count; p++)
        size += set[p];
    return size;
}

static void write_safe_set(ip_report_writer *rw, const ip_level_result *result)
{
    ip_writer *w = &rw->writer;
    const ip_workload *workload = rw->report->workload;
    int count = workload->programs.count;
    const bool *set = result->safe_sets.items[0];
    int size = size_of(workload, set);
    if (size <= LISTED)
        ip_report_say(w, IP_BOLD, "%s: ", names_of(w->arena, workload, set, true, size));
    else
        ip_report_say(w, IP_BOLD, "%d of %d programs: ", size, count);
    ip_report_say(w, IP_GREEN, "safe");
    ip_report_say(w, IP_PLAIN, "%s at %s, for any number of transactions, as long as %s %s not run beside %s",
                  size > 1 ? " together" : "", result->level, names_of(w->arena, workload, set, false, count - size),
                  count - size == 1 ? "is" : "are", size > 1 ? "them" : "it");
    ip_report_end_fact(rw);
}

/* ------------------------------------------------------------ each program -- */

typedef IP_VEC(const char *) name_list;

static bool is_in(const name_list *list, const char *name)
{
    return ip_is_one_of(list->items, (size_t)list->count, name);
}

/* The other programs of an anomaly, or "itself". */
static name_list others_in(ip_arena *arena, const ip_anomaly *anomaly, const ip_program *program)
{
    name_list names = {0};
    for (int t = 0; t < anomaly->instance_count; t++)
        if (anomaly->instances[t].program != program && !is_in(&names, anomaly->instances[t].program->name))
            IP_PUSH(arena, &names, anomaly->instances[t].program->name);
    if (names.count == 0)
        IP_PUSH(arena, &names, "itself");
    return names;
}

static bool contains(const name_list *all, const name_list *some)
{
    for (int i = 0; i < some->count; i++)
        if (!is_in(all, some->items[i]))
            return false;
    return true;
}

/* "itself, a", "a; beside b and c together": what the program's confirmed anomalies need beside it. */
static const char *met(ip_arena *arena, const ip_level_result *result, const ip_program_result *of,
                       const ip_program *program, bool observable)
{
    IP_VEC(name_list) groups = {0};
    const char *single = "", *several = "";
    int most = 0;
    for (int i = 0; i < of->unsafe_in.count; i++) {
        int count = result->anomalies.items[of->unsafe_in.items[i]].instance_count;
        most = count > most ? count : most;
    }
    for (int size = 1; size <= most; size++)
        for (int i = 0; i < of->unsafe_in.count; i++) {
            const ip_anomaly *anomaly = &result->anomalies.items[of->unsafe_in.items[i]];
            name_list names = others_in(arena, anomaly, program);
            bool known = names.count != size || ip_report_is_benign(anomaly) == observable;
            for (int g = 0; g < groups.count && !known; g++) /* fewer of them are enough */
                known = contains(&names, &groups.items[g]);
            if (known)
                continue;
            IP_PUSH(arena, &groups, names);
            const char *together = names.items[0];
            for (int n = 1; n < names.count; n++)
                together =
                    ip_arena_printf(arena, "%s%s%s", together, n + 1 < names.count ? ", " : " and ", names.items[n]);
            if (size == 1)
                single = ip_arena_printf(arena, "%s%s%s", single, *single ? ", " : "", together);
            else
                several = ip_arena_printf(arena, "%s%s%s together", several, *several || *single ? "; beside " : "",
                                          together);
        }
    return ip_arena_printf(arena, "%s%s", single, several);
}

static void say_safe_beside(ip_report_writer *rw, const ip_level_result *result, int program)
{
    ip_writer *w = &rw->writer;
    const ip_workload *workload = rw->report->workload;
    int own = result->programs[program].safe_set;
    if (own < 0)
        return;
    bool *others = IP_NEW_ARRAY(w->arena, bool, workload->programs.count);
    memcpy(others, result->safe_sets.items[own], sizeof *others * (size_t)workload->programs.count);
    others[program] = false;
    int size = size_of(workload, others);
    ip_report_say(w, IP_GREEN, "safe");
    if (!size)
        ip_report_say(w, IP_PLAIN, " if no other program runs");
    else if (size > LISTED)
        ip_report_say(w, IP_PLAIN, " beside %d others", size);
    else
        ip_report_say(w, IP_PLAIN, " beside %s", names_of(w->arena, workload, others, true, size));
    ip_report_say(w, IP_PLAIN, "; ");
}

static void write_program(ip_report_writer *rw, const ip_level_result *result, int program)
{
    ip_writer *w = &rw->writer;
    const ip_program *of = rw->report->workload->programs.items[program];
    const ip_program_result *known = &result->programs[program];
    const char *unsafe = met(w->arena, result, known, of, true), *benign = met(w->arena, result, known, of, false);
    ip_report_say(w, IP_BOLD, "%s", of->name);
    ip_report_say(w, IP_PLAIN, ": ");
    say_safe_beside(rw, result, program);
    if (*unsafe) {
        ip_report_say(w, IP_RED, "unsafe");
        ip_report_say(w, IP_PLAIN, " beside %s", unsafe);
    }
    if (*benign) {
        ip_report_say(w, IP_YELLOW, "%sbenign", *unsafe ? ", " : "");
        ip_report_say(w, IP_PLAIN, " beside %s", benign);
    }
    if (known->undecided_because) {
        ip_report_say(w, IP_PLAIN, *unsafe || *benign ? "; " : "");
        ip_report_say(w, IP_YELLOW, result->rest ? "suppressed" : "not decided");
        ip_report_say(w, IP_PLAIN, ": %s", known->undecided_because);
        if (known->undecided_at.source)
            ip_report_say(w, IP_PLAIN, ", %s:%d", known->undecided_at.source->path,
                          ip_range_position(known->undecided_at).line);
    }
    ip_report_end_paragraph(w, INDENT, HANG);
}

void ip_report_write_parts(ip_report_writer *rw, const ip_level_result *result)
{
    ip_writer *w = &rw->writer;
    int count = rw->report->workload->programs.count, listed = 0, left = 0;
    if (!result->programs || result->verdict == IP_SAFE || count < 2)
        return;
    /* Of many, the list of levels says how many go together. */
    int safe = result->safe_sets.count ? size_of(rw->report->workload, result->safe_sets.items[0]) : 0;
    bool said = rw->report->results.count > 1 && safe > LISTED && count - safe > LISTED && !rw->options->brief;
    if (safe && !(said && !rw->options->verbose))
        write_safe_set(rw, result);
    for (int p = 0; p < count && !rw->options->brief; p++) {
        const ip_program_result *of = &result->programs[p];
        /* That a program which the first set leaves out is proved in another one is said in any case: its anomalies do
         * not tell which of the programs in them is to be mended. */
        if (rw->options->verbose ? of->safe_set == 0 && !of->unsafe_in.count : of->safe_set <= 0)
            continue;
        if (listed < LISTED_LINES || rw->options->all_anomalies) {
            listed++;
            write_program(rw, result, p);
        } else {
            left++;
        }
    }
    if (left) {
        ip_report_say(w, IP_PLAIN, "and %d more; --format json has all", left);
        ip_report_end_paragraph(w, INDENT, HANG);
    }
    if (((safe && !(said && !rw->options->verbose)) || listed) && !rw->options->brief)
        ip_report_end_paragraph(w, 0, 0);
}

/* ------------------------------------------------------------ not decided -- */

/* The same programs take part, however often and in whatever order. */
static bool same_programs(const ip_anomaly *a, const ip_anomaly *b)
{
    for (int i = 0; i < a->instance_count; i++)
        if (!ip_anomaly_takes_part(b, a->instances[i].program))
            return false;
    for (int i = 0; i < b->instance_count; i++)
        if (!ip_anomaly_takes_part(a, b->instances[i].program))
            return false;
    return true;
}

static bool is_possible(const ip_finding *finding)
{
    return finding->severity == IP_SEVERITY_POSSIBLE && !finding->anomaly->suppressed;
}

static bool has_level(const ip_finding *finding, const ip_level_result *result)
{
    bool has = false;
    for (int r = 0; r < finding->results.count; r++)
        has = has || finding->results.items[r] == result;
    return has;
}

/* One line for all cycles of the same programs: the first one's, and how many others there are. */
static void write_possible(ip_report_writer *rw, const ip_findings *findings, int first, const char *reason, int indent)
{
    ip_writer *w = &rw->writer;
    const ip_anomaly *anomaly = findings->list.items[first].anomaly;
    const char *place = ip_report_headline_place(w->arena, anomaly), *levels = "";
    int others = 0;
    for (int r = 0; r < rw->report->results.count; r++)
        for (int f = first; f < findings->list.count; f++) {
            const ip_finding *other = &findings->list.items[f];
            if (!is_possible(other) || !same_programs(other->anomaly, anomaly))
                continue;
            others += r == 0 && f > first;
            if (has_level(other, &rw->report->results.items[r])) {
                levels = ip_arena_printf(w->arena, "%s%s%s", levels, *levels ? ", " : "",
                                         rw->report->results.items[r].level);
                break;
            }
        }
    if (indent)
        ip_report_say_whole(w, IP_PLAIN, "%*s", indent, "");
    for (int i = 0; i < anomaly->instance_count; i++)
        ip_report_say(w, IP_BOLD, "%s%s", i ? ", " : "", anomaly->instances[i].program->name);
    ip_report_say(w, IP_PLAIN, ": ");
    ip_report_say(w, IP_YELLOW, "possible");
    ip_report_say(w, IP_PLAIN, " at %s: %s", levels, ip_report_kind_words(w->arena, anomaly->kind));
    if (*place)
        ip_report_say(w, IP_PLAIN, " (%s)", place);
    if (reason)
        ip_report_say(w, IP_PLAIN, ": %s", reason);
    ip_report_say(w, IP_DIM, " [%s]", anomaly->id);
    if (others)
        ip_report_say(w, IP_DIM, " and %s of these programs",
                      ip_report_plural(w->arena, others, "other cycle", "other cycles"));
    ip_report_end_fact(rw);
}

/* Programs that are not decided at the same levels, for the same reason. */
typedef struct open_group {
    const ip_open_question *first;
    IP_VEC(const ip_open_question *) members;
} open_group;

typedef IP_VEC(open_group) open_groups;

static bool same_cause(const ip_open_question *a, const ip_open_question *b)
{
    if (a->results.count != b->results.count || strcmp(a->reason, b->reason) != 0)
        return false;
    for (int r = 0; r < a->results.count; r++)
        if (a->results.items[r] != b->results.items[r])
            return false;
    return true;
}

/* The largest first. A level's own reason was given with the level. */
static open_groups groups_of(ip_arena *arena, const ip_findings *findings)
{
    open_groups groups = {0};
    for (int o = 0; o < findings->open.count; o++) {
        const ip_open_question *open = &findings->open.items[o];
        int at = 0;
        while (at < groups.count && !same_cause(groups.items[at].first, open))
            at++;
        if (!open->program)
            continue;
        if (at == groups.count) {
            open_group fresh = {.first = open};
            IP_PUSH(arena, &groups, fresh);
        }
        IP_PUSH(arena, &groups.items[at].members, open);
    }
    for (int i = 1; i < groups.count; i++) {
        open_group moved = groups.items[i];
        int at = i;
        for (; at > 0 && groups.items[at - 1].members.count < moved.members.count; at--)
            groups.items[at] = groups.items[at - 1];
        groups.items[at] = moved;
    }
    return groups;
}

static void write_open(ip_report_writer *rw, const open_group *group)
{
    enum { NAMED = 3 };
    ip_writer *w = &rw->writer;
    const ip_open_question *open = group->first;
    int count = group->members.count, named = count > NAMED + 1 ? NAMED : count;
    for (int i = 0; i < named; i++)
        ip_report_say(w, IP_BOLD, "%s%s", i ? ", " : "", group->members.items[i]->program->name);
    if (named < count)
        ip_report_say(w, IP_BOLD, " and %d more programs", count - named);
    ip_report_say(w, IP_PLAIN, ": ");
    ip_report_say(w, IP_YELLOW, "not decided");
    ip_report_say(w, IP_PLAIN, " at %s: %s", ip_report_levels_text(w->arena, open->results.items, open->results.count),
                  open->reason);
    if (open->range.source && count == 1)
        ip_report_say(w, IP_PLAIN, " (%s:%d)", open->range.source->path, ip_range_position(open->range).line);
    ip_report_end_fact(rw);
}

static bool is_first(const ip_findings *findings, int finding)
{
    bool first = true;
    for (int f = 0; f < finding && first; f++)
        first = !is_possible(&findings->list.items[f]) ||
                !same_programs(findings->list.items[f].anomaly, findings->list.items[finding].anomaly);
    return first;
}

/* A line each, with the reason: so that it can be searched for. How many there are. */
static int write_possible_facts(ip_report_writer *rw, const ip_findings *findings, int most)
{
    int count = 0;
    for (int f = 0; f < findings->list.count; f++)
        if (is_possible(&findings->list.items[f]) && is_first(findings, f) && count++ < most)
            write_possible(rw, findings, f, findings->list.items[f].anomaly->replay.reason, 0);
    return count;
}

static const char *cause_of(const ip_findings *findings, int finding)
{
    const char *reason = findings->list.items[finding].anomaly->replay.reason;
    return reason ? reason : "it was not run";
}

/* Under each cause, the programs. How many there are. */
static int write_possible_groups(ip_report_writer *rw, const ip_findings *findings, int most)
{
    ip_writer *w = &rw->writer;
    bool *listed = IP_NEW_ARRAY(w->arena, bool, findings->list.count);
    int count = 0;
    for (int f = 0; f < findings->list.count; f++) {
        if (listed[f] || !is_possible(&findings->list.items[f]) || !is_first(findings, f))
            continue;
        if (!count)
            ip_report_write_line(w, 0, "found by the solver, and shown by no run; each may be a false alarm");
        if (count < most)
            ip_report_write_line(w, INDENT, ip_arena_printf(w->arena, "%s:", cause_of(findings, f)));
        for (int other = f; other < findings->list.count; other++) {
            if (!is_possible(&findings->list.items[other]) || !is_first(findings, other) ||
                strcmp(cause_of(findings, other), cause_of(findings, f)) != 0)
                continue;
            listed[other] = true;
            if (count++ < most)
                write_possible(rw, findings, other, NULL, 2 * INDENT);
        }
    }
    return count;
}

void ip_report_write_undecided(ip_report_writer *rw, const ip_findings *findings)
{
    ip_writer *w = &rw->writer;
    bool all = rw->options->verbose || rw->options->all_anomalies;
    int most = all ? INT_MAX : LISTED_LINES;
    int possible =
        rw->options->brief ? write_possible_facts(rw, findings, most) : write_possible_groups(rw, findings, most);
    if (possible > most)
        ip_report_write_line(w, 0, ip_arena_printf(w->arena, "and %d more; --verbose lists all", possible - most));
    if (rw->options->brief)
        return;
    open_groups groups = groups_of(w->arena, findings);
    for (int g = 0; g < groups.count && g < most; g++)
        write_open(rw, &groups.items[g]);
    if (groups.count > most)
        ip_report_write_line(
            w, 0, ip_arena_printf(w->arena, "and %d more reasons; --verbose lists all", groups.count - most));
    if (possible || groups.count)
        ip_report_end_paragraph(w, 0, 0);
}

/* --------------------------------------------------------------- refusals -- */

static const char *denial_words(ip_arena *arena, ip_denial denial)
{
    static const char *const words[][2] = {
#define X(id, state, name) [id] = {name, state},
        IP_DENIALS(X)
#undef X
    };
    return ip_arena_printf(arena, "%s (%s)", words[denial][0], words[denial][1]);
}

static void write_denied(ip_report_writer *rw, const ip_denied *denied)
{
    ip_writer *w = &rw->writer;
    const ip_workload *workload = rw->report->workload;
    int size = size_of(workload, denied->with);
    if (denied->range.source)
        ip_report_say_whole(w, IP_DIM, "%s:%d:", denied->range.source->path, ip_range_position(denied->range).line);
    ip_report_say(w, IP_PLAIN, " ");
    ip_report_say(w, IP_BOLD, "%s: ", workload->programs.items[denied->program]->name);
    ip_report_say(w, IP_PLAIN, "%s%s beside %s; ", denial_words(w->arena, denied->denial),
                  denied->statement < 0 ? " at any statement or COMMIT" : "",
                  size > LISTED ? ip_arena_printf(w->arena, "%d programs", size)
                                : names_of(w->arena, workload, denied->with, true, size));
    ip_report_say(w, denied->handled ? IP_GREEN : IP_YELLOW, denied->handled ? "handled" : "not handled");
    ip_report_end_paragraph(w, INDENT, HANG);
}

/* "deadlock (40P01), unique violation (23505)" */
static const char *states_of(ip_arena *arena, const ip_level_result *result)
{
    const char *text = "";
    for (int i = 0; i < result->denials.count; i++) {
        const char *words = denial_words(arena, result->denials.items[i].denial);
        if (!strstr(text, words))
            text = ip_arena_printf(arena, "%s%s%s", text, *text ? ", " : "", words);
    }
    return text;
}

void ip_report_write_denials(ip_report_writer *rw, const ip_level_result *result)
{
    ip_writer *w = &rw->writer;
    int count = result->denials.count, unhandled = 0;
    if (!count)
        return;
    ip_report_say(w, IP_BOLD, "the database may refuse statements at %s", result->level);
    if (rw->options->verbose) {
        ip_report_end_fact(rw);
        for (int i = 0; i < count; i++)
            write_denied(rw, &result->denials.items[i]);
        ip_report_end_paragraph(w, 0, 0);
        return;
    }
    for (int i = 0; i < count; i++)
        unhandled += !result->denials.items[i].handled;
    ip_report_say(w, IP_PLAIN, ", in %s: %s; %s", ip_report_plural(w->arena, count, "place", "places"),
                  states_of(w->arena, result),
                  !unhandled           ? "the code handles all of them"
                  : unhandled == count ? "the code handles none of them"
                                       : ip_arena_printf(w->arena, "the code does not handle %d of them", unhandled));
    ip_report_end_paragraph(w, 0, HANG);
}

/* In some place where the code does not handle it. */
static bool is_denied(const ip_level_result *result, ip_denial denial)
{
    for (int i = 0; i < result->denials.count; i++)
        if (result->denials.items[i].denial == denial && !result->denials.items[i].handled)
            return true;
    return false;
}

bool ip_report_may_have_to_repeat(const ip_level_result *result)
{
    return is_denied(result, IP_DENIED_NOT_SERIALIZED);
}

void ip_report_write_denials_end(ip_report_writer *rw, const ip_level_result *results, int count)
{
    ip_writer *w = &rw->writer;
    bool any = false, refused = false, deadlock = false;
    for (int r = 0; r < count; r++) {
        any = any || results[r].denials.count;
        refused = refused || is_denied(&results[r], IP_DENIED_NOT_SERIALIZED);
        deadlock = deadlock || is_denied(&results[r], IP_DENIED_DEADLOCK);
    }
    if (!any || rw->options->verbose)
        return;
    ip_report_say_whole(w, IP_BOLD, "%s",
                        ip_report_same_command(rw->writer.arena, &rw->options->commands, "--verbose"));
    ip_report_say(w, IP_PLAIN, " lists these places");
    if (refused || deadlock)
        ip_report_say(w, IP_PLAIN,
                      "; a transaction that fails with %s%s%s has to be repeated, as a whole, by its caller",
                      refused ? "40001" : "", refused && deadlock ? " or " : "", deadlock ? "40P01" : "");
    ip_report_end_paragraph(w, INDENT, HANG);
}
