/* Answers about mixtures of levels, from earlier answers where these imply them. */
#include "advice/mixture_verdicts.h"

#include "advice/side_batch.h"
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

static members members_of(const ip_mixtures *mixtures, ip_arena *arena, const int *mixture)
{
    int n = mixtures->program_count;
    members m = {IP_NEW_ARRAY(arena, const ip_program *, n), IP_NEW_ARRAY(arena, const ip_level *, n),
                 IP_NEW_ARRAY(arena, int, n), 0};
    for (int p = 0; p < n; p++) {
        if (mixture[p] == IP_LEFT_OUT)
            continue;
        m.programs[m.count] = mixtures->workload->programs.items[p];
        m.levels[m.count] = mixtures->levels[mixture[p]];
        m.indexes[m.count++] = p;
    }
    return m;
}

int ip_advice_mixtures_level(const ip_mixtures *mixtures, int program, int level)
{
    return mixtures->fixed[program] == IP_LEFT_OUT ? level : mixtures->fixed[program];
}

bool ip_advice_mixtures_elsewhere(const ip_mixtures *mixtures, int program)
{
    return mixtures->elsewhere && mixtures->elsewhere[program];
}

const bool *ip_advice_mixtures_left_to_others(const ip_mixtures *mixtures, int count)
{
    return count == mixtures->program_count ? mixtures->elsewhere : NULL;
}

void ip_advice_mixtures_give_effort(ip_mixtures *mixtures, double part)
{
    mixtures->left.left = part * mixtures->effort;
}

ip_effort ip_advice_mixtures_effort_share(const ip_mixtures *mixtures)
{
    double largest = LARGEST_SHARE * mixtures->effort, usual = USUAL_SHARE * mixtures->effort;
    double likely = TIMES_PROOF * mixtures->proof;
    if (likely > 0 && likely < largest)
        largest = likely > usual ? likely : usual;
    return (ip_effort){largest < mixtures->left.left ? largest : mixtures->left.left};
}

static void note_proof(ip_mixtures *mixtures, double effort, ip_verdict verdict)
{
    if (verdict == IP_SAFE && effort > mixtures->proof)
        mixtures->proof = effort;
}

void ip_advice_mixtures_take_effort(ip_mixtures *mixtures, ip_effort given, ip_effort remains, ip_verdict verdict)
{
    mixtures->left.left -= given.left - remains.left;
    note_proof(mixtures, given.left - remains.left, verdict);
}

bool ip_advice_mixtures_effort_is_spent(const ip_mixtures *mixtures)
{
    return mixtures->left.left < 1 || ip_is_over(mixtures->deadline);
}

bool ip_advice_mixture_refuted(const ip_mixtures *mixtures, const int *mixture)
{
    for (int i = 0; i < mixtures->refuted.count; i++) {
        bool contained = true;
        for (int p = 0; p < mixtures->program_count && contained; p++) {
            int level = mixtures->refuted.items[i][p];
            contained = level == IP_LEFT_OUT || level == mixture[p];
        }
        if (contained)
            return true;
    }
    return false;
}

static int *copy_of(ip_mixtures *mixtures, const int *mixture)
{
    int *copy = IP_NEW_ARRAY(mixtures->arena, int, mixtures->program_count);
    memcpy(copy, mixture, sizeof *copy * (size_t)mixtures->program_count);
    return copy;
}

static bool same_mixture(const ip_mixtures *mixtures, const int *a, const int *b)
{
    return memcmp(a, b, sizeof *a * (size_t)mixtures->program_count) == 0;
}

static const ip_known_verdict *find_known(const ip_mixtures *mixtures, const int *mixture)
{
    for (int i = 0; i < mixtures->known.count; i++)
        if (same_mixture(mixtures, mixtures->known.items[i].mixture, mixture))
            return &mixtures->known.items[i];
    return NULL;
}

static void learn(ip_mixtures *mixtures, const int *mixture, ip_verdict verdict)
{
    ip_known_verdict known = {copy_of(mixtures, mixture), verdict};
    IP_PUSH(mixtures->arena, &mixtures->known, known);
}

static int size_of(const ip_mixtures *mixtures, const int *mixture)
{
    int size = 0;
    for (int p = 0; p < mixtures->program_count; p++)
        size += mixture[p] != IP_LEFT_OUT;
    return size;
}

int ip_advice_instances_of(const ip_anomaly *anomaly, const ip_program *program)
{
    int count = 0;
    for (int i = 0; i < anomaly->instance_count; i++)
        count += anomaly->instances[i].program == program;
    return count;
}

bool ip_advice_is_same_vector(const int *a, int a_length, const int *b, int b_length)
{
    for (int shift = 0; shift < a_length && a_length == b_length; shift++) {
        bool same = true;
        for (int i = 0; i < a_length; i++)
            same = same && a[(i + shift) % a_length] == b[i];
        if (same)
            return true;
    }
    return false;
}

static void add_cycle(ip_mixtures *mixtures, const ip_anomaly *anomaly, const members *m)
{
    int *programs = IP_NEW_ARRAY(mixtures->arena, int, anomaly->instance_count);
    for (int i = 0; i < anomaly->instance_count; i++)
        for (int p = 0; p < m->count; p++)
            if (m->programs[p] == anomaly->instances[i].program)
                programs[i] = m->indexes[p];
    const ip_known_cycle cycle = {.programs = programs, .length = anomaly->instance_count};
    for (int c = 0; c < mixtures->cycles.count; c++)
        if (ip_advice_is_same_vector(mixtures->cycles.items[c].programs, mixtures->cycles.items[c].length, programs,
                                     cycle.length))
            return;
    IP_PUSH(mixtures->arena, &mixtures->cycles, cycle);
}

/* The programs of each cycle, at their levels. */
static void add_patterns(ip_mixtures *mixtures, const int *mixture, const members *m, const ip_level_result *result,
                         ip_patterns *cycles)
{
    for (int a = 0; a < result->anomalies.count; a++) {
        const ip_anomaly *anomaly = &result->anomalies.items[a];
        int *pattern = IP_NEW_ARRAY(mixtures->arena, int, mixtures->program_count);
        for (int p = 0; p < mixtures->program_count; p++)
            pattern[p] = IP_LEFT_OUT;
        for (int i = 0; i < anomaly->instance_count; i++)
            for (int p = 0; p < m->count; p++)
                if (m->programs[p] == anomaly->instances[i].program)
                    pattern[m->indexes[p]] = mixture[m->indexes[p]];
        const int *found = pattern;
        IP_PUSH(mixtures->arena, cycles, found);
        add_cycle(mixtures, anomaly, m);
    }
}

static ip_side_question_input question_about(const ip_mixtures *mixtures, const members *m, ip_effort *effort)
{
    return (ip_side_question_input){.schema = &mixtures->workload->schema,
                                    .programs = m->programs,
                                    .count = m->count,
                                    .levels = m->levels,
                                    .few = FEW_ANOMALIES,
                                    .elsewhere = ip_advice_mixtures_left_to_others(mixtures, m->count),
                                    .deadline = mixtures->deadline,
                                    .effort = effort};
}

static ip_verdict ask(ip_mixtures *mixtures, const int *mixture, ip_patterns *cycles)
{
    ip_side_question side;
    ip_advice_side_question_open(&side);
    members m = members_of(mixtures, side.arena, mixture);
    ip_effort given = ip_advice_mixtures_effort_share(mixtures), remains = given;
    const ip_side_question_input question = question_about(mixtures, &m, &remains);
    ip_level_result result = ip_advice_side_question_ask(&side, mixtures->run, &question);
    ip_advice_mixtures_take_effort(mixtures, given, remains, result.verdict);
    mixtures->asked++;
    add_patterns(mixtures, mixture, &m, &result, cycles);
    ip_verdict verdict = result.anomalies.count ? IP_UNSAFE : result.verdict;
    ip_advice_side_question_close(&side);
    return verdict;
}

/* Keeps the patterns of a mixture's cycles; for subsets, the smallest patterns that are valid by themselves. */
static void keep(ip_mixtures *mixtures, const int *mixture, const ip_patterns *cycles)
{
    for (int i = 0; i < cycles->count; i++) {
        const int *pattern = cycles->items[i];
        bool smaller = size_of(mixtures, pattern) < size_of(mixtures, mixture);
        if (mixtures->subsets && smaller && ip_advice_mixture_verdict(mixtures, pattern) != IP_UNSAFE)
            pattern = copy_of(mixtures, mixture);
        if (!ip_advice_mixture_refuted(mixtures, pattern))
            IP_PUSH(mixtures->arena, &mixtures->refuted, pattern);
    }
}

/* Records the result of a question. */
static void note(ip_mixtures *mixtures, const int *mixture, ip_verdict verdict, const ip_patterns *cycles)
{
    mixtures->open += verdict == IP_UNDECIDED;
    learn(mixtures, mixture, verdict);
    if (verdict == IP_UNSAFE)
        keep(mixtures, mixture, cycles);
}

/* Its programs at their levels, and no others. */
static const int *pattern_of(ip_mixtures *mixtures, const int *mixture, const ip_known_cycle *cycle)
{
    int *pattern = IP_NEW_ARRAY(mixtures->arena, int, mixtures->program_count);
    for (int p = 0; p < mixtures->program_count; p++)
        pattern[p] = IP_LEFT_OUT;
    for (int i = 0; i < cycle->length; i++)
        pattern[cycle->programs[i]] = mixture[cycle->programs[i]];
    return pattern;
}

static bool has_left_out(const ip_known_cycle *cycle, const int *mixture)
{
    for (int i = 0; i < cycle->length; i++)
        if (mixture[cycle->programs[i]] == IP_LEFT_OUT)
            return true;
    return false;
}

static bool was_asked(const ip_known_cycle *cycle, const ip_mixtures *mixtures, const int *pattern)
{
    for (int i = 0; i < cycle->absent.count; i++)
        if (same_mixture(mixtures, cycle->absent.items[i], pattern))
            return true;
    return false;
}

/* A small question: does a cycle of these programs exist at these levels, too? */
static bool has_cycle(ip_mixtures *mixtures, const int *mixture, const ip_known_cycle *cycle)
{
    ip_side_question side;
    ip_advice_side_question_open(&side);
    members m = members_of(mixtures, side.arena, mixture);
    ip_effort given = ip_advice_mixtures_effort_share(mixtures), remains = given;
    const ip_side_question_input question = question_about(mixtures, &m, &remains);
    int *own = IP_NEW_ARRAY(side.arena, int, cycle->length);
    for (int i = 0; i < cycle->length; i++)
        while (m.indexes[own[i]] != cycle->programs[i])
            own[i]++;
    bool found = ip_advice_side_question_cycle(&side, mixtures->run, &question, own, cycle->length, false);
    ip_advice_mixtures_take_effort(mixtures, given, remains, IP_UNDECIDED);
    ip_advice_side_question_close(&side);
    return found;
}

/* The cycles of other mixtures first. */
static bool has_known_cycle(ip_mixtures *mixtures, const int *mixture)
{
    for (int c = 0; c < mixtures->cycles.count && !ip_advice_mixtures_effort_is_spent(mixtures); c++) {
        if (has_left_out(&mixtures->cycles.items[c], mixture))
            continue;
        const int *pattern = pattern_of(mixtures, mixture, &mixtures->cycles.items[c]);
        if (was_asked(&mixtures->cycles.items[c], mixtures, pattern))
            continue;
        if (has_cycle(mixtures, mixture, &mixtures->cycles.items[c])) {
            const ip_patterns found = {&pattern, 1, 1};
            note(mixtures, mixture, IP_UNSAFE, &found);
            return true;
        }
        IP_PUSH(mixtures->arena, &mixtures->cycles.items[c].absent, pattern);
    }
    return false;
}

void ip_advice_mixtures_learn(ip_mixtures *mixtures, const int *mixture, const ip_level_result *result)
{
    ip_arena *arena = ip_arena_new();
    members m = members_of(mixtures, arena, mixture);
    ip_patterns cycles = {0};
    add_patterns(mixtures, mixture, &m, result, &cycles);
    note(mixtures, mixture, result->anomalies.count ? IP_UNSAFE : result->verdict, &cycles);
    ip_arena_free(arena);
}

ip_verdict ip_advice_mixture_verdict(ip_mixtures *mixtures, const int *mixture)
{
    if (ip_advice_mixture_refuted(mixtures, mixture))
        return IP_UNSAFE;
    const ip_known_verdict *known = find_known(mixtures, mixture);
    if (known)
        return known->verdict;
    if (ip_advice_mixtures_effort_is_spent(mixtures))
        return IP_UNDECIDED;
    if (has_known_cycle(mixtures, mixture))
        return IP_UNSAFE;
    ip_patterns cycles = {0};
    ip_verdict verdict = ask(mixtures, mixture, &cycles);
    note(mixtures, mixture, verdict, &cycles);
    return verdict;
}

/* ------------------------------------------------------ full verdicts -- */

typedef struct full_answer {
    ip_level_result result;
    ip_diagnostics diagnostics;
    struct ip_known_clients *known; /* executions that it found, beside those that the run had found before */
    void *more;                     /* as of the question */
} full_answer;

static ip_decision_input full_input(const ip_mixtures *mixtures, ip_arena *arena, const ip_full_question *question)
{
    members m = members_of(mixtures, arena, question->mixture);
    ip_decision_input input = ip_run_question(mixtures->run, arena, &mixtures->workload->schema, m.programs, m.count);
    input.levels = m.levels;
    input.elsewhere = ip_advice_mixtures_left_to_others(mixtures, m.count);
    input.level_name = question->name;
    input.few = question->few;
    input.parts = question->parts;
    input.soon = question->soon;
    input.deadline = mixtures->deadline;
    return input;
}

/* From a result with anomalies of its own, since later steps change those of the answer, and their order. */
static void *find_more(const ip_mixtures *own, const ip_full_question *question, const ip_decision_input *input,
                       const ip_level_result *result)
{
    ip_mixtures after = *own;
    ip_level_result finished = *result;
    memset(&finished.anomalies, 0, sizeof finished.anomalies);
    for (int a = 0; a < result->anomalies.count; a++)
        IP_PUSH(input->arena, &finished.anomalies, result->anomalies.items[a]);
    ip_decide_finish(input, &finished);
    return question->more(&after, question->more_data, &finished);
}

static void *answer_in_full(ip_mixtures *own, void *data, int number, ip_arena *arena)
{
    const ip_full_question *question = (const ip_full_question *)data + number;
    full_answer *answer = IP_NEW(arena, full_answer);
    ip_decision_input input = full_input(own, arena, question);
    ip_effort given = {question->part * own->effort}, remains = given;
    answer->diagnostics.arena = arena;
    answer->known = ip_decide_remember(arena);
    ip_decide_remember_too(answer->known, input.known);
    input.diagnostics = &answer->diagnostics;
    input.known = answer->known;
    input.effort = &remains;
    answer->result = ip_decide(&input);
    note_proof(own, given.left - remains.left, answer->result.verdict);
    if (question->more)
        answer->more = find_more(own, question, &input, &answer->result);
    return answer;
}

/* The last searches for harm know the executions of all answers. */
void ip_advice_mixtures_full_verdicts(ip_mixtures *mixtures, const ip_full_question *questions, int count,
                                      ip_level_result *results, void **more)
{
    ip_run *run = mixtures->run;
    ip_decision_input *inputs = IP_NEW_ARRAY(mixtures->arena, ip_decision_input, count);
    for (int i = 0; i < count; i++)
        inputs[i] = full_input(mixtures, mixtures->arena, &questions[i]);
    ip_side_batch batch =
        ip_advice_side_batch_ask(mixtures, count, IP_SIDE_IN_PROCESSES, answer_in_full, (void *)questions);
    ip_advice_side_batch_keep(&batch, run);
    for (int i = 0; i < count; i++) {
        const full_answer *answer = batch.answers[i];
        results[i] = (ip_level_result){.level = questions[i].name,
                                       .engine = ip_level_engine(inputs[i].levels[0]),
                                       .verdict = IP_UNDECIDED,
                                       .reason = batch.why[i]};
        if (!answer)
            continue;
        results[i] = answer->result;
        if (more)
            more[i] = answer->more;
        ip_diagnostics_take_over(&run->diagnostics, &answer->diagnostics);
        ip_decide_remember_too(run->known, answer->known);
    }
    for (int i = 0; i < count; i++) {
        ip_effort effort = {questions[i].part * mixtures->effort};
        inputs[i].effort = &effort;
        ip_decide_benign(&inputs[i], &results[i]);
        ip_decide_finish(&inputs[i], &results[i]);
    }
}
