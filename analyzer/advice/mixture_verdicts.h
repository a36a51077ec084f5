/* Is this mixture of levels safe? Earlier answers often decide it: a cycle needs only the programs on it, each at its
 * level, and exists whatever level the other programs have. No order of the levels is assumed: they form no chain. */
#ifndef IP_MIXTURE_VERDICTS_H
#define IP_MIXTURE_VERDICTS_H

#include "advice/side_question.h"

/* [programs]: index of the level it runs at; IP_LEFT_OUT: it never runs (of a mixture), it does not matter (of a
 * refuted pattern). */
enum { IP_LEFT_OUT = -1 };

typedef struct ip_known_verdict {
    const int *mixture;
    ip_verdict verdict;
} ip_known_verdict;

typedef IP_VEC(const int *) ip_patterns;

/* The programs of a cycle of some mixture. */
typedef struct ip_known_cycle {
    const int *programs; /* [length], in the order of the cycle */
    int length;
    ip_patterns absent; /* of these programs: without such a cycle */
} ip_known_cycle;

typedef struct ip_mixtures {
    ip_run *run;
    ip_arena *arena;
    const ip_workload *workload;
    const ip_level *const *levels; /* weakest first */
    int level_count, program_count;
    const int *fixed;      /* [programs]: the level that it has to run at; IP_LEFT_OUT: any */
    const bool *elsewhere; /* [programs]: other shards advise on them; NULL: on none */
    double deadline;
    double effort;  /* the solver's work for everything */
    ip_effort left; /* of the current part */
    double proof;   /* the most work of a question that ended with a proof */
    IP_VEC(ip_known_verdict) known;
    ip_patterns refuted; /* no safe mixture contains one of them */
    IP_VEC(ip_known_cycle) cycles;
    /* Mixtures leave programs out. Facts about columns and counters rest on all programs of a question, so a cycle
     * counts against other sets only if it was found with its own programs alone: more programs give fewer facts. */
    bool subsets;
    int asked;
    int open; /* mixtures that were neither proved safe nor found to have a cycle */
} ip_mixtures;

/* The verdict; an unsafe mixture leaves a pattern in refuted. IP_UNSAFE rests on the formulas: it only excludes a
 * mixture from the recommendation. */
ip_verdict ip_advice_mixture_verdict(ip_mixtures *mixtures, const int *mixture);
/* Whether it is known to contain a cycle. */
bool ip_advice_mixture_refuted(const ip_mixtures *mixtures, const int *mixture);
/* The same question with all of the run's options, replay included, for the report. */
typedef struct ip_full_question {
    const int *mixture;
    const char *name; /* of the mixture */
    int few;          /* this number of anomalies is enough; 0: as many as the run asks for */
    bool soon;        /* anomalies are run for a moment only */
    bool parts;       /* with the sets of programs that are safe together */
    double part;      /* of the effort */
    /* What else the question's process finds out from the result, but for its benign anomalies, which are tried again
     * when all levels are decided. NULL: nothing. */
    void *(*more)(ip_mixtures *own, void *data, const ip_level_result *result);
    void *more_data;
} ip_full_question;

/* results, more: [count]; more may be NULL */
void ip_advice_mixtures_full_verdicts(ip_mixtures *mixtures, const ip_full_question *questions, int count,
                                      ip_level_result *results, void **more);

/* The level of a program where all run at this one: its own if that is fixed. */
int ip_advice_mixtures_level(const ip_mixtures *mixtures, int program, int level);
/* Does another shard advise on it? */
bool ip_advice_mixtures_elsewhere(const ip_mixtures *mixtures, int program);
/* For a question about this number of programs: the programs of other shards. Only the question about all programs has
 * such; a part consists of programs of this shard, and of programs that a change causes to share data with them. */
const bool *ip_advice_mixtures_left_to_others(const ip_mixtures *mixtures, int count);
/* The consequences of a full answer for other mixtures. */
void ip_advice_mixtures_learn(ip_mixtures *mixtures, const int *mixture, const ip_level_result *result);

/* How many instances of it run the program. */
int ip_advice_instances_of(const ip_anomaly *anomaly, const ip_program *program);
/* Two cycles have the same programs in the same order, wherever they begin. */
bool ip_advice_is_same_vector(const int *a, int a_length, const int *b, int b_length);

/* The next part of the advice may take this share of the effort, regardless of the rest of the previous part. */
void ip_advice_mixtures_give_effort(ip_mixtures *mixtures, double part);
/* A single question gets only a share of the effort. If proofs took little, a proof that takes many times as much is
 * unlikely. */
ip_effort ip_advice_mixtures_effort_share(const ip_mixtures *mixtures);
void ip_advice_mixtures_take_effort(ip_mixtures *mixtures, ip_effort given, ip_effort remains, ip_verdict verdict);
/* Whether the current part has spent its effort, or the time is up. */
bool ip_advice_mixtures_effort_is_spent(const ip_mixtures *mixtures);

#endif
