#include "advice/inquiry.h"

#include "base/clock.h"
#include "base/stop.h"

#include <string.h>

static const double LARGEST_SHARE = 0.2, USUAL_SHARE = 0.02;
static const double TIMES_PROOF = 3;

enum { FEW_ANOMALIES = 4 };

/* The programs of a mixture, and their levels. */
typedef struct members {
    const ip_program **programs;
    const ip_level **levels;
    int *indexes; /* in the workload */
    int count;
} members;

static members members_of(const ip_inquiry *inquiry, ip_arena *arena, const int *mixture)
{
    int n = inquiry->program_count;
    members m = {IP_NEW_ARRAY(arena, const ip_program *, n), IP_NEW_ARRAY(arena, const ip_level *, n),
                 IP_NEW_ARRAY(arena, int, n), 0};
    for (int p = 0; p < n; p++) {
        if (mixture[p] == IP_LEFT_OUT)
            continue;
        m.programs[m.count] = inquiry->workload->programs.items[p];
        m.levels[m.count] = inquiry->levels[mixture[p]];
        m.indexes[m.count++] = p;
    }
    return m;
}

int ip_inquiry_level(const ip_inquiry *inquiry, int program, int level)
{
    return inquiry->fixed[program] == IP_LEFT_OUT ? level : inquiry->fixed[program];
}

void ip_inquiry_give(ip_inquiry *inquiry, double part)
{
    inquiry->left.left = part * inquiry->effort;
}

ip_effort ip_inquiry_share(const ip_inquiry *inquiry)
{
    double largest = LARGEST_SHARE * inquiry->effort, usual = USUAL_SHARE * inquiry->effort;
    double likely = TIMES_PROOF * inquiry->proof;
    if (likely > 0 && likely < largest)
        largest = likely > usual ? likely : usual;
    return (ip_effort){largest < inquiry->left.left ? largest : inquiry->left.left};
}

static void note_proof(ip_inquiry *inquiry, double effort, ip_verdict verdict)
{
    if (verdict == IP_SAFE && effort > inquiry->proof)
        inquiry->proof = effort;
}

void ip_inquiry_take(ip_inquiry *inquiry, ip_effort given, ip_effort remains, ip_verdict verdict)
{
    inquiry->left.left -= given.left - remains.left;
    note_proof(inquiry, given.left - remains.left, verdict);
}

bool ip_inquiry_is_spent(const ip_inquiry *inquiry)
{
    return inquiry->left.left < 1 || ip_is_over(inquiry->deadline);
}

bool ip_inquiry_refuted(const ip_inquiry *inquiry, const int *mixture)
{
    for (int i = 0; i < inquiry->refuted.count; i++) {
        bool contained = true;
        for (int p = 0; p < inquiry->program_count && contained; p++) {
            int level = inquiry->refuted.items[i][p];
            contained = level == IP_LEFT_OUT || level == mixture[p];
        }
        if (contained)
            return true;
    }
    return false;
}

static int *copy_of(ip_inquiry *inquiry, const int *mixture)
{
    int *copy = IP_NEW_ARRAY(inquiry->arena, int, inquiry->program_count);
    memcpy(copy, mixture, sizeof *copy * (size_t)inquiry->program_count);
    return copy;
}

static bool same_mixture(const ip_inquiry *inquiry, const int *a, const int *b)
{
    return memcmp(a, b, sizeof *a * (size_t)inquiry->program_count) == 0;
}

static const ip_known *find_known(const ip_inquiry *inquiry, const int *mixture)
{
    for (int i = 0; i < inquiry->known.count; i++)
        if (same_mixture(inquiry, inquiry->known.items[i].mixture, mixture))
            return &inquiry->known.items[i];
    return NULL;
}

static void learn(ip_inquiry *inquiry, const int *mixture, ip_verdict verdict)
{
    ip_known known = {copy_of(inquiry, mixture), verdict};
    IP_PUSH(inquiry->arena, &inquiry->known, known);
}

/* The programs of each cycle, at their levels. */
static void add_patterns(ip_inquiry *inquiry, const int *mixture, const members *m, const ip_level_result *result,
                         ip_patterns *cycles)
{
    for (int a = 0; a < result->anomalies.count; a++) {
        const ip_anomaly *anomaly = &result->anomalies.items[a];
        int *pattern = IP_NEW_ARRAY(inquiry->arena, int, inquiry->program_count);
        for (int p = 0; p < inquiry->program_count; p++)
            pattern[p] = IP_LEFT_OUT;
        for (int i = 0; i < anomaly->instance_count; i++)
            for (int p = 0; p < m->count; p++)
                if (m->programs[p] == anomaly->instances[i].program)
                    pattern[m->indexes[p]] = mixture[m->indexes[p]];
        const int *found = pattern;
        IP_PUSH(inquiry->arena, cycles, found);
    }
}

static ip_verdict ask(ip_inquiry *inquiry, const int *mixture, ip_patterns *cycles)
{
    ip_aside aside;
    ip_aside_open(&aside);
    members m = members_of(inquiry, aside.arena, mixture);
    ip_effort given = ip_inquiry_share(inquiry), remains = given;
    ip_aside_question question = {.schema = &inquiry->workload->schema,
                                  .programs = m.programs,
                                  .count = m.count,
                                  .levels = m.levels,
                                  .few = FEW_ANOMALIES,
                                  .deadline = inquiry->deadline,
                                  .effort = &remains};
    ip_level_result result = ip_aside_ask(&aside, inquiry->run, &question);
    ip_inquiry_take(inquiry, given, remains, result.verdict);
    inquiry->asked++;
    add_patterns(inquiry, mixture, &m, &result, cycles);
    ip_verdict verdict = result.anomalies.count ? IP_UNSAFE : result.verdict;
    ip_aside_close(&aside);
    return verdict;
}

static int size_of(const ip_inquiry *inquiry, const int *mixture)
{
    int size = 0;
    for (int p = 0; p < inquiry->program_count; p++)
        size += mixture[p] != IP_LEFT_OUT;
    return size;
}

/* Keeps the patterns of a mixture's cycles, of subsets the smallest that hold of themselves. */
static void keep(ip_inquiry *inquiry, const int *mixture, const ip_patterns *cycles)
{
    for (int i = 0; i < cycles->count; i++) {
        const int *pattern = cycles->items[i];
        bool smaller = size_of(inquiry, pattern) < size_of(inquiry, mixture);
        if (inquiry->subsets && smaller && ip_inquire(inquiry, pattern) != IP_UNSAFE)
            pattern = copy_of(inquiry, mixture);
        if (!ip_inquiry_refuted(inquiry, pattern))
            IP_PUSH(inquiry->arena, &inquiry->refuted, pattern);
    }
}

/* A small question first: the programs that had a cycle at other levels, by themselves. */
static bool has_known_cycle(ip_inquiry *inquiry, const int *mixture)
{
    int n = inquiry->program_count;
    int *part = IP_NEW_ARRAY(inquiry->arena, int, n);
    for (int i = 0; i < inquiry->refuted.count; i++) {
        bool some = false, all = true;
        for (int p = 0; p < n; p++) {
            bool member = inquiry->refuted.items[i][p] != IP_LEFT_OUT;
            part[p] = member ? mixture[p] : IP_LEFT_OUT;
            some = some || (member && mixture[p] != IP_LEFT_OUT);
            all = all && part[p] == mixture[p];
        }
        if (some && !all && !find_known(inquiry, part) && ip_inquire(inquiry, part) == IP_UNSAFE)
            return true;
    }
    return false;
}

/* What a question that was asked has come to. */
static void note(ip_inquiry *inquiry, const int *mixture, ip_verdict verdict, const ip_patterns *cycles)
{
    inquiry->open += verdict == IP_UNDECIDED;
    learn(inquiry, mixture, verdict);
    if (verdict == IP_UNSAFE)
        keep(inquiry, mixture, cycles);
}

void ip_inquiry_learn(ip_inquiry *inquiry, const int *mixture, const ip_level_result *result)
{
    ip_arena *arena = ip_arena_new();
    members m = members_of(inquiry, arena, mixture);
    ip_patterns cycles = {0};
    add_patterns(inquiry, mixture, &m, result, &cycles);
    note(inquiry, mixture, result->anomalies.count ? IP_UNSAFE : result->verdict, &cycles);
    ip_arena_free(arena);
}

ip_verdict ip_inquire(ip_inquiry *inquiry, const int *mixture)
{
    if (ip_inquiry_refuted(inquiry, mixture))
        return IP_UNSAFE;
    const ip_known *known = find_known(inquiry, mixture);
    if (known)
        return known->verdict;
    if (ip_inquiry_is_spent(inquiry))
        return IP_UNDECIDED;
    if (has_known_cycle(inquiry, mixture))
        return IP_UNSAFE;
    ip_patterns cycles = {0};
    ip_verdict verdict = ask(inquiry, mixture, &cycles);
    note(inquiry, mixture, verdict, &cycles);
    return verdict;
}

ip_level_result ip_inquire_in_full(ip_inquiry *inquiry, const int *mixture, const char *name, int few, double part)
{
    ip_effort effort = {part * inquiry->effort};
    ip_arena *arena = inquiry->arena;
    members m = members_of(inquiry, arena, mixture);
    ip_decision_input input = ip_run_question(inquiry->run, arena, &inquiry->workload->schema, m.programs, m.count);
    input.levels = m.levels;
    input.level_name = name;
    input.few = few;
    input.deadline = inquiry->deadline;
    input.effort = &effort;
    ip_level_result result = ip_decide(&input);
    ip_decide_benign(&input, &result);
    note_proof(inquiry, part * inquiry->effort - effort.left, result.verdict);
    return result;
}
