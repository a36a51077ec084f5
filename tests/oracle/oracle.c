/* The oracle: random program sets, judged by brute force and by isoproof.
 *
 *   oracle [--sets N] [--seed S] [--effort N] [--levels N] [--timeout SECONDS] [--save FOLDER]
 *          [--disable RULE]    leaves one of the encoding's rules out, to see whether it is noticed
 *          [--proofs]          only whether there is a proof where brute force has an anomaly: many more
 *                              sets in the same time
 *          [--counters]        only sets with keys drawn from a counter
 *          [--references]      only sets with a foreign key
 *          [--moved]           whose referenced keys are moved, deleted and inserted again
 *   oracle --show SEED         prints a set and what brute force finds
 *   oracle --known             checks brute force against the literature
 *   oracle --explore [--sets N] [--seed S] [--effort CLIENTS] [--save FOLDER] [--show SEED]
 *                              the library's explorer against exhaustive execution of small clients
 *   oracle --live [--sets N] [--seed S], oracle --judge
 *                              clients for a live server, and a judgement of what it did: on_server.py
 *   oracle --script [--sets N] [--seed S]  prints what on_postgresql.py runs
 *
 * Exit status: 0 no disagreement, 1 isoproof called an anomaly safe or a set unsafe under serializability,
 * 2 usage, or the oracle contradicts itself. */
#include "differ.h"
#include "known.h"
#include "live.h"
#include "script.h"
#include "shrink.h"
#include "subject.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct options {
    int sets, effort, levels;
    uint64_t seed;
    double timeout;
    const char *save;
    bool proofs, delayed;
    unsigned only; /* mask of levels */
} options;

typedef struct tally {
    int unsafe[CERTAINTIES]; /* by brute force */
    int answers[ANSWER_NOT_ASKED + 1];
    int missed[CERTAINTIES];        /* isoproof safe, brute force found this at most; OBSERVABLE, SURE_CYCLE: bugs */
    int missed_unchecked;           /* isoproof safe, found only where keys are not checked */
    int agreed_unsafe, agreed_safe; /* safe, and nothing found */
    int unreproduced[MAX_INSTANCES + 2]; /* isoproof unsafe, not found; by the length of isoproof's shortest cycle */
} tally;

enum {
    MAX_SHAPES = 512,
    SHAPE_SIZE = 160,
    MAX_SHRUNK = 40,
    MAX_BROAD = 16,
    MAX_MISSED = 24,
    MAX_REASONS = 64,
    PROOF_LENGTH = 2
};

typedef struct shape {
    char text[SHAPE_SIZE];
    uint64_t seed;
    oracle_level level;
    int count;
} shape;

static tally tallies[LEVELS];
static shape shapes[MAX_SHAPES];
static int shape_count, bug_count, complaints, approximated, assumed;
static int claimed_only;            /* levels called unsafe although no anomaly was confirmed */
static uint64_t missed[MAX_MISSED]; /* seeds: undecided, yet brute force observes an anomaly */
static int missed_count;
static uint64_t broad[MAX_BROAD]; /* seeds: safe, yet a cycle by the broad definition */
static int broad_count;
static long programs;
static double brute_seconds, subject_seconds;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static budget effort_budget(int effort)
{
    return (budget){40 * effort, 30 * effort, 40 * effort};
}

typedef struct failure {
    oracle_level level;
    certainty sure;
    uint64_t seed;
    const options *options;
    findings found; /* of the last set that failed */
} failure;

/* Where isoproof assumes something of initial rows, only executions that begin so count. */
static void search_with_assumptions(const program_set *set, uint64_t seed, const budget *b, const opinion *o,
                                    unsigned levels, findings *found)
{
    static program_set assuming;
    random_state random = {seed};
    if (!o->drawn_count)
        return;
    assuming = *set;
    assuming.drawn_count = o->drawn_count;
    memcpy(assuming.drawn, o->drawn, sizeof assuming.drawn);
    search_run(&assuming, &random, b, levels, found);
}

static bool still_missed(void *data, const program_set *set)
{
    failure *f = data;
    static findings found;
    random_state random = {f->seed ^ 0x5eed};
    budget b = effort_budget(2 * f->options->effort);
    search_run(set, &random, &b, 1u << f->level, &found);
    if (!found.found[f->level][f->sure])
        return false;
    opinion o;
    subject_ask(set, 1u << f->level, f->options->timeout, &o);
    search_with_assumptions(set, f->seed ^ 0x5eed, &b, &o, 1u << f->level, &found);
    if (!found.found[f->level][f->sure])
        return false;
    if (o.complained || o.answer[f->level] != ANSWER_SAFE)
        return false;
    f->found = found;
    return true;
}

static bool still_unsafe_when_serial(void *data, const program_set *set)
{
    failure *f = data;
    opinion o;
    subject_ask(set, 1u << f->level, f->options->timeout, &o);
    return !o.complained && o.answer[f->level] == ANSWER_UNSAFE;
}

static void write_bug(const failure *f, const program_set *set, FILE *out)
{
    static const char *const how[] = {[CYCLE] = "its dependency graph is cyclic",
                                      [SURE_CYCLE] = "its dependency graph is surely cyclic",
                                      [OBSERVABLE] = "no serial order has the same results and final state"};
    bool missed = f->level != SERIALIZABILITY;
    fprintf(out, "-- seed %llu: isoproof says %s at %s\n", (unsigned long long)f->seed, missed ? "safe" : "unsafe",
            level_names[f->level]);
    if (f->level == MIXED)
        assignment_print(set, out);
    set_print(set, out);
    if (missed) {
        fprintf(out, "\n/* yet this execution is possible there, and %s:\n", how[f->sure]);
        execution_print(set, &f->found.witness[f->level][f->sure], out);
        fputs("*/\n", out);
    }
}

static void report_bug(const program_set *set, failure *f)
{
    bug_count++;
    static program_set smaller;
    smaller = *set;
    if (bug_count <= MAX_SHRUNK)
        set_shrink(&smaller, f->level == SERIALIZABILITY ? still_unsafe_when_serial : still_missed, f);
    write_bug(f, &smaller, stdout);
    fputs("\n", stdout);
    fflush(stdout);
    if (f->options->save) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%llu-%s.sql", f->options->save, (unsigned long long)f->seed,
                 f->level == MIXED ? "mixed" : level_names[f->level]);
        FILE *file = fopen(path, "w");
        if (file) {
            write_bug(f, &smaller, file);
            fclose(file);
        }
    }
}

static void note_shape(const program_set *set, oracle_level level, uint64_t seed)
{
    char text[SHAPE_SIZE];
    set_shape(set, text, sizeof text);
    int i = 0;
    while (i < shape_count && (shapes[i].level != level || strcmp(shapes[i].text, text) != 0))
        i++;
    if (i == MAX_SHAPES)
        return;
    if (i == shape_count) {
        shapes[shape_count++] = (shape){.seed = seed, .level = level};
        memcpy(shapes[i].text, text, sizeof text);
    }
    shapes[i].count++;
}

/* A cycle of isoproof that brute force has not found is looked for again, longer. */
static bool found_after_all(const program_set *set, oracle_level level, const options *o, uint64_t seed)
{
    static findings again;
    random_state random = {seed ^ 0xa9a14};
    budget b = effort_budget(8 * o->effort);
    search_run(set, &random, &b, 1u << level, &again);
    return again.found_unchecked[level][CYCLE];
}

static struct reason {
    char text[sizeof((opinion *)NULL)->reason[0]];
    int count;
} reasons[MAX_REASONS];

/* Without what differs from set to set: names, places. */
static void note_undecided(const char *why, bool observed, uint64_t seed)
{
    static const char confirmed[] = "was not confirmed: ";
    char text[sizeof reasons->text];
    int i = 0;
    const char *at = strstr(why, confirmed);
    at = at ? at + sizeof confirmed - 1 : why;
    snprintf(text, sizeof text, "%.*s", (int)strcspn(at, ",("), at);
    while (i < MAX_REASONS - 1 && reasons[i].count && strcmp(reasons[i].text, text) != 0)
        i++;
    memcpy(reasons[i].text, text, sizeof text);
    reasons[i].count++;
    if (observed && missed_count < MAX_MISSED && (!missed_count || missed[missed_count - 1] != seed))
        missed[missed_count++] = seed;
}

static void compare(const program_set *set, uint64_t seed, const findings *found, const opinion *opinion,
                    const options *o)
{
    bool reported = false, noted = false;
    for (int l = LEVELS - 1; l >= 0; l--) {
        tally *t = &tallies[l];
        answer a = opinion->answer[l];
        t->answers[a]++;
        if (a == ANSWER_NOT_ASKED)
            continue;
        for (int c = 0; c < CERTAINTIES; c++)
            t->unsafe[c] += found->found[l][c];
        failure f = {.level = (oracle_level)l, .seed = seed, .options = o};
        if (a == ANSWER_SAFE) {
            int c = CERTAINTIES - 1;
            while (c >= 0 && !found->found[l][c])
                c--;
            /* That proof says that no behaviour differs; of its dependencies --delayed judges. */
            if (c == SURE_CYCLE && !o->delayed && strcmp(opinion->reason[l], "delayed") == 0)
                c = CYCLE;
            if (c >= 0)
                t->missed[c]++;
            else if (found->found_unchecked[l][CYCLE])
                t->missed_unchecked++;
            else
                t->agreed_safe++;
            if (c >= SURE_CYCLE && !reported) {
                f.sure = (certainty)c;
                f.found = *found;
                report_bug(set, &f);
                reported = true;
            } else if (c == CYCLE && broad_count < MAX_BROAD) {
                if (!broad_count || broad[broad_count - 1] != seed)
                    broad[broad_count++] = seed;
            }
        } else if (a == ANSWER_UNDECIDED) {
            note_undecided(opinion->reason[l], found->found[l][OBSERVABLE], seed);
        } else if (a == ANSWER_UNSAFE) {
            if (o->proofs)
                continue;
            claimed_only += opinion->confirmed[l] == 0;
            if (found->found_unchecked[l][CYCLE]) {
                t->agreed_unsafe++;
            } else if (l == SERIALIZABILITY) {
                t->unreproduced[0]++;
                report_bug(set, &f);
            } else if (opinion->approximated[l]) {
                approximated++;
            } else if (found_after_all(set, (oracle_level)l, o, seed)) {
                t->agreed_unsafe++;
            } else {
                int length = opinion->shortest[l] > MAX_INSTANCES ? MAX_INSTANCES + 1 : opinion->shortest[l];
                t->unreproduced[length]++;
                if (length == 2 && !noted)
                    note_shape(set, (oracle_level)l, seed);
                noted |= length == 2;
            }
        }
    }
}

static int by_count(const void *a, const void *b)
{
    const shape *x = a, *y = b;
    return x->count != y->count ? y->count - x->count : (int)strlen(x->text) - (int)strlen(y->text);
}

static void print_statistics(const options *o)
{
    printf("%d sets of %ld programs, seed %llu; brute force %.1f s, isoproof %.1f s\n", o->sets, programs,
           (unsigned long long)o->seed, brute_seconds, subject_seconds);
    printf("%-28s %24s %31s %18s %24s %28s\n", "", "brute force: anomalies", "isoproof", "agreed",
           "safe, yet brute force:", "unsafe, not reproduced");
    printf("%-28s %8s %7s %7s %9s %7s %9s %9s %9s %8s %7s %7s %8s %6s %6s %6s %6s\n", "level", "cycle", "sure",
           "observ.", "safe", "unsafe", "undecided", "safe", "unsafe", "cycle", "SURE", "OBSERV.", "no key", "k=2", "3",
           "4", ">4");
    int bugs = 0;
    for (int l = 0; l < LEVELS; l++) {
        const tally *t = &tallies[l];
        printf("%-28s %8d %7d %7d %9d %7d %9d %9d %9d %8d %7d %7d %8d %6d %6d %6d %6d\n", level_names[l],
               t->unsafe[CYCLE], t->unsafe[SURE_CYCLE], t->unsafe[OBSERVABLE], t->answers[ANSWER_SAFE],
               t->answers[ANSWER_UNSAFE], t->answers[ANSWER_UNDECIDED], t->agreed_safe, t->agreed_unsafe,
               t->missed[CYCLE], t->missed[SURE_CYCLE], t->missed[OBSERVABLE], t->missed_unchecked, t->unreproduced[2],
               t->unreproduced[3], t->unreproduced[4], t->unreproduced[MAX_INSTANCES + 1]);
        bugs += t->missed[SURE_CYCLE] + t->missed[OBSERVABLE];
    }
    printf("unsafe under serializability: %d; input not understood: %d sets; unsafe only by approximation: %d; "
           "assuming rows below a counter: %d sets\n",
           tallies[SERIALIZABILITY].unreproduced[0], complaints, approximated, assumed);
    qsort(shapes, (size_t)shape_count, sizeof *shapes, by_count);
    for (int i = 0; i < shape_count && i < 12; i++)
        printf("  cycle of 2 not reproduced, %d times, seed %llu at %s: %s\n", shapes[i].count,
               (unsigned long long)shapes[i].seed, level_names[shapes[i].level], shapes[i].text);
    for (int i = 0; i < MAX_REASONS && reasons[i].count; i++)
        printf("  undecided, %d times: %s\n", reasons[i].count, reasons[i].text);
    for (int i = 0; i < missed_count; i++)
        printf("%s%llu%s",
               i ? ", " : "  undecided, yet brute force observes an anomaly, seeds: ", (unsigned long long)missed[i],
               i == missed_count - 1 ? "\n" : "");
    for (int i = 0; i < broad_count; i++)
        printf("%s%llu%s",
               i ? ", " : "  safe, yet a cycle by the broad definition, seeds: ", (unsigned long long)broad[i],
               i == broad_count - 1 ? "\n" : "");
    printf("levels called unsafe without a confirmed anomaly: %d\n", claimed_only);
    printf("levels called safe that are surely not: %d\n", bugs);
}

static unsigned all_levels(void)
{
    return (1u << LEVELS) - 1;
}

/* Those at which a proof would be wrong. */
static unsigned surely_unsafe(const findings *found)
{
    unsigned levels = 0;
    for (int l = 0; l < LEVELS; l++)
        if (found->found[l][SURE_CYCLE] || found->found[l][OBSERVABLE])
            levels |= 1u << l;
    return levels;
}

/* All of them, or some drawn for this set. */
static unsigned levels_to_ask(int count, unsigned all, random_state *random)
{
    unsigned asked = 0;
    if (count >= __builtin_popcount(all))
        return all;
    while (__builtin_popcount(asked) < count)
        asked |= 1u << random_below(random, LEVELS) & all;
    return asked;
}

static int run_oracle(const options *o)
{
    for (int i = 0; i < o->sets; i++) {
        static program_set set;
        static findings found;
        opinion opinion;
        uint64_t seed = o->seed + (uint64_t)i;
        random_state random = {seed};
        set_generate(&set, &random);
        programs += set.program_count;
        unsigned levels = levels_to_ask(o->levels, all_levels() & o->only, &random);
        budget b = effort_budget(o->effort);
        double start = now();
        search_run(&set, &random, &b, o->only, &found);
        double middle = now();
        brute_seconds += middle - start;
        if (o->proofs && !(levels = levels_to_ask(o->levels, surely_unsafe(&found) & o->only, &random)))
            continue;
        subject_ask(&set, levels, o->timeout, &opinion);
        search_with_assumptions(&set, seed, &b, &opinion, levels, &found);
        assumed += opinion.drawn_count > 0;
        subject_seconds += now() - middle;
        if (opinion.complained) {
            complaints++;
            fprintf(stderr, "seed %llu: isoproof complains: %s\n", (unsigned long long)seed, opinion.complaint);
            continue;
        }
        compare(&set, seed, &found, &opinion, o);
    }
    print_statistics(o);
    return bug_count || complaints || claimed_only ? 1 : 0;
}

static int show(uint64_t seed, const options *o)
{
    static program_set set;
    static findings found;
    opinion opinion;
    random_state random = {seed};
    set_generate(&set, &random);
    set_print(&set, stdout);
    assignment_print(&set, stdout);
    budget b = effort_budget(8 * o->effort);
    search_run(&set, &random, &b, ~0u, &found);
    subject_ask(&set, (1u << LEVELS) - 1, o->timeout, &opinion);
    search_with_assumptions(&set, seed, &b, &opinion, ~0u, &found);
    for (int l = 0; l < LEVELS; l++) {
        static const char *const words[] = {"safe", "unsafe", "undecided", "not asked"};
        int c = CERTAINTIES - 1;
        while (c >= 0 && !found.found[l][c])
            c--;
        printf("-- %s: isoproof %s (%s, shortest %d), brute force %s\n", level_names[l], words[opinion.answer[l]],
               opinion.reason[l], opinion.shortest[l],
               c == OBSERVABLE                   ? "an observable anomaly"
               : c == SURE_CYCLE                 ? "a sure cycle"
               : c == CYCLE                      ? "a cycle"
               : found.found_unchecked[l][CYCLE] ? "a cycle unless keys are checked"
                                                 : "nothing");
        if (c >= 0)
            execution_print(&set, &found.witness[l][c], stdout);
    }
    if (opinion.complained)
        printf("-- isoproof complains: %s\n", opinion.complaint);
    return 0;
}

int main(int argc, char **argv)
{
    static const struct option known[] = {{"sets", required_argument, NULL, 'n'},
                                          {"seed", required_argument, NULL, 's'},
                                          {"effort", required_argument, NULL, 'e'},
                                          {"levels", required_argument, NULL, 'l'},
                                          {"timeout", required_argument, NULL, 't'},
                                          {"save", required_argument, NULL, 'f'},
                                          {"show", required_argument, NULL, 'w'},
                                          {"counters", no_argument, NULL, 'c'},
                                          {"references", no_argument, NULL, 'r'},
                                          {"actions", no_argument, NULL, 'a'},
                                          {"disable", required_argument, NULL, 'd'},
                                          {"known", no_argument, NULL, 'k'},
                                          {"script", no_argument, NULL, 'p'},
                                          {"explore", no_argument, NULL, 'x'},
                                          {"live", no_argument, NULL, 'v'},
                                          {"judge", no_argument, NULL, 'j'},
                                          {"proofs", no_argument, NULL, 'o'},
                                          {"guards", no_argument, NULL, 'g'},
                                          {"delayed", no_argument, NULL, 'y'},
                                          {"moved", no_argument, NULL, 'm'},
                                          {NULL, 0, NULL, 0}};
    options o = {.only = ~0u, .sets = 200, .effort = 100, .levels = LEVELS, .seed = 1, .timeout = 20};
    uint64_t shown = 0;
    bool showing = false, scripting = false, exploring = false, serving = false;
    for (int c; (c = getopt_long(argc, argv, "", known, NULL)) != -1;)
        switch (c) {
        case 'n':
            o.sets = atoi(optarg);
            break;
        case 's':
            o.seed = strtoull(optarg, NULL, 10);
            break;
        case 'e':
            o.effort = atoi(optarg);
            break;
        case 'l':
            o.levels = atoi(optarg);
            break;
        case 't':
            o.timeout = atof(optarg);
            break;
        case 'f':
            o.save = optarg;
            break;
        case 'c':
            set_prefer_counters();
            break;
        case 'r':
            set_prefer_references();
            break;
        case 'a':
            set_prefer_actions();
            break;
        case 'm':
            set_prefer_moved();
            break;
        case 'd':
            subject_disable(optarg);
            break;
        case 'o':
            o.proofs = true;
            subject_only_prove(PROOF_LENGTH);
            break;
        case 'g':
            set_prefer_guards();
            break;
        case 'y':
            o.only = 1u << SNAPSHOT_ISOLATION;
            o.delayed = true;
            subject_only_method("delayed");
            execution_by_values();
            break;
        case 'w':
            showing = true;
            shown = strtoull(optarg, NULL, 10);
            break;
        case 'p':
            scripting = true;
            break;
        case 'x':
            exploring = true;
            break;
        case 'v':
            serving = true;
            break;
        case 'j':
            return live_judge(stdin, stdout) ? 1 : 0;
        case 'k':
            return known_check() ? 2 : 0;
        default:
            return 2;
        }
    if (optind < argc || o.sets < 1 || o.effort < 1 || o.levels < 1 || o.timeout <= 0) {
        fputs("usage: oracle [--sets N] [--seed S] [--effort N] [--levels N] [--timeout SECONDS] [--save FOLDER]\n"
              "              [--disable RULE] [--counters] [--references] [--actions] [--moved] [--guards] [--proofs]\n"
              "              [--delayed]\n"
              "       oracle --show SEED | --known | --script\n"
              "       oracle --explore [--sets N] [--seed S] [--effort CLIENTS] [--save FOLDER] [--show SEED]\n",
              stderr);
        return 2;
    }
    if (exploring) {
        differ_options d = {o.sets, o.effort, showing ? shown : o.seed, o.timeout, o.save};
        if (showing)
            differ_show(&d);
        return !showing && differ_run(&d) ? 1 : 0;
    }
    if (serving) {
        live_print(o.sets, o.seed, stdout);
        return 0;
    }
    if (scripting) {
        script_print(o.sets, o.seed, stdout);
        return 0;
    }
    return showing ? show(shown, &o) : run_oracle(&o);
}
