/* SQL in, verdicts out: the interface of the analysis for the project's own rooms. The command `isoproof` is a thin
 * layer over this header, and so is the shared library for other programs, whose header is library/libisoproof.h. The
 * build defines IP_VERSION.
 *
 *   ip_run *run = ip_run_new();
 *   ip_run_add_file(run, "bank.sql");
 *   ip_run_add_level(run, "snapshot-isolation");
 *   const ip_report_data *report = ip_run_analyze(run);
 *   ... ip_report_text(report, stdout, ...) ...
 *   ip_run_free(run);
 *
 * One thread for each run. Everything that a run returns lives until ip_run_free. */
#ifndef ISOPROOF_H
#define ISOPROOF_H

#include "frontend.h"
#include "level/level.h"

/* Benign: some execution is not serializable, but every anomaly that was found gives the results of a serial order. */
typedef enum ip_verdict { IP_SAFE, IP_BENIGN, IP_UNSAFE, IP_UNDECIDED } ip_verdict;

/* name in the report, one line for people, source */
#define IP_ANOMALY_KINDS(X)                                                                                            \
    X(IP_LOST_UPDATE, "lost-update", "two transactions read a value and both overwrite it, one update is lost",        \
      "Berenson et al. 1995, P4")                                                                                      \
    X(IP_WRITE_SKEW, "write-skew",                                                                                     \
      "each transaction reads what the other one writes, and neither sees the other's write",                          \
      "Berenson et al. 1995, A5B")                                                                                     \
    X(IP_LONG_FORK, "long-fork", "two readers see two independent writes in opposite orders", "Sovran et al. 2011")    \
    X(IP_READ_ONLY_ANOMALY, "read-only-anomaly",                                                                       \
      "a transaction that only reads sees a state that no serial order passes through",                                \
      "Fekete, O'Neil & O'Neil 2004")                                                                                  \
    X(IP_NON_REPEATABLE_READ, "non-repeatable-read",                                                                   \
      "a transaction sees some effects of another one and misses others", "Berenson et al. 1995, A1, A5A")             \
    X(IP_PHANTOM, "phantom", "a row appears in or leaves a set that another transaction has read",                     \
      "Berenson et al. 1995, P3")                                                                                      \
    X(IP_OTHER_ANOMALY, "other", "a cycle of dependencies without a name of its own", "Adya 1999, G2")

typedef enum ip_anomaly_kind {
#define X(id, name, meaning, source) id,
    IP_ANOMALY_KINDS(X)
#undef X
} ip_anomaly_kind;

typedef enum ip_dependency_type { IP_WR, IP_WW, IP_RW } ip_dependency_type;

/* A concrete SQL value. */
typedef struct ip_value {
    ip_type type;
    bool null;
    const char *text; /* without quotes: 42, 1.5, alice, true, 2024-01-31; arrays: {…} */
} ip_value;

typedef struct ip_instance {
    const ip_program *program;
    const char *level;
    const ip_value *arguments; /* one for each of the program's parameters */
    /* The same, with arrays reduced to the elements of the model's dependencies. */
    const ip_value *short_arguments;
} ip_instance;

typedef struct ip_dependency {
    int from, to; /* instances */
    ip_dependency_type type;
    const ip_table *table;
    int column_count;
    const int *columns; /* of the table; -1 stands for the row's existence */
    int key_count;
    const int *key_columns; /* of the table; empty for tables without a key */
    const ip_value *key;
    int from_statement, to_statement; /* indexes in the programs */
} ip_dependency;

/* A row as an instance sees it in the model of an anomaly: the replay first looks here for rows that make the anomaly
 * happen. Not a fact. */
typedef struct ip_model_row {
    int instance;
    const ip_table *table;
    bool present;
    const ip_value *columns; /* [table columns]; text NULL: nothing known */
} ip_model_row;

typedef enum ip_replay_status { IP_REPLAY_NOT_RUN, IP_REPLAY_CONFIRMED, IP_REPLAY_REFUTED } ip_replay_status;

/* The result of running an anomaly's instances (replay/search/replay.h). */
typedef struct ip_replay {
    ip_replay_status status;
    const char *reason; /* not confirmed: why */
    /* confirmed: no serial order of the instances gives the same results and the same rows; else such a serial order;
     * also NULL if there were too many to run */
    bool observable;
    const int *equal_serial_order;
    const char *unfinished; /* not observable: why the interpreter could not finish some of the runs that looked for a
                               harmful one; NULL: it has finished all */
    bool rows_differ;       /* observable: no serial order leaves these rows; else only results of reads differ */
    /* confirmed: an argument is a number that another instance draws from a sequence, and has not committed before the
     * call: its caller has to guess it */
    bool guesses_number;
    bool in_time;                       /* the steps could happen in this order on one server; else see the notes */
    const struct ip_schedule *schedule; /* confirmed: rows and steps (replay/schedule/schedule.h) */
    /* observable: the results of the serial orders (replay/schedule/serial_results.h); NULL: too many to read */
    const struct ip_serial_results *serial;
} ip_replay;

typedef struct ip_anomaly {
    const char *id; /* fingerprint, 16 hex digits: stable when lines move */
    ip_anomaly_kind kind;
    int instance_count; /* the cycle is instance 0 → 1 → … → 0 */
    ip_instance *instances;
    ip_dependency *dependencies; /* instance_count of them; dependency i leaves instance i */
    bool approximated;           /* passes through a statement that was not understood */
    const int *commit_order;     /* instances, first to commit first */
    const bool *visible;         /* [t*instance_count+u]: u's snapshot contains t's writes */
    /* Where levels have one snapshot for each statement: [(t*instance_count+u)*sees_steps + step], t's writes are in
     * the snapshot of u's statements of that ip_statement.step (in loops, of the first iteration). A hint, like
     * model_rows. NULL: all levels here have one snapshot for each transaction. */
    int sees_steps;
    const bool *sees;
    const struct ip_snapshot_sizes
        *snapshots; /* confirmed at such levels: one for each instance (replay/world/views.h); else NULL */
    int model_row_count;
    const ip_model_row *model_rows;
    const char *place;              /* a fingerprint of the text of its statements: for baselines */
    bool suppressed;                /* by a comment of the source, or else by the baseline: */
    const struct ip_ignore *ignore; /* the comment; NULL: none */
    /* As the solver found it: the run that confirmed it may have shown another cycle of the same instances. */
    const struct ip_anomaly *model;
    ip_replay replay;
} ip_anomaly;

typedef struct ip_statistics {
    int queries;
    double solver_seconds, seconds;
} ip_statistics;

/* The result for one program at a level. */
typedef struct ip_program_result {
    int safe_set;          /* index of the first of the level's safe_sets that it is in; -1: none */
    IP_VEC(int) unsafe_in; /* confirmed anomalies of the level in which it takes part, by index */
    const char
        *undecided_because; /* why it is neither in the largest safe set nor in a confirmed anomaly; or, for a program
                               in no safe set, why none of its confirmed anomalies is of it alone; else NULL */
    ip_range undecided_at;  /* the place; source NULL: none */
} ip_program_result;

/* What the database may refuse because of other transactions (decide/denials.h). */
typedef struct ip_denied {
    int program, statement; /* statement -1: any of the program's, and COMMIT */
    ip_denial denial;
    ip_range range;
    bool *with;   /* [programs]: the concurrent programs */
    bool handled; /* a handler catches the error and goes on */
} ip_denied;

/* What may decide a level that is undecided: more time, longer cycles. */
enum { IP_HELP_TIME = 1, IP_HELP_CYCLES = 2 };

typedef struct ip_level_result {
    const char *level;     /* name, with " + serialize A:B" and assignments where asked */
    bool only_promised;    /* only a program's promise names it: findings of other programs there do not count */
    const char *looked_at; /* names of programs: only pairs with these were looked at, briefly; NULL: it was decided */
    const char *engine;    /* the engine of the level; "" or NULL: a level of the literature */
    ip_verdict verdict;
    const char *reason;      /* undecided: why */
    const char *not_delayed; /* not safe, and only the proof by one delayed transaction was asked for: why there is
                                none. Part of an undecided level's reason, too */
    unsigned may_help;       /* undecided: IP_HELP_ */
    bool only_suppressed;    /* undecided, and only suppressed anomalies were found */
    IP_VEC(const ip_anomaly *) models; /* that were looked at for it */
    const char *rest;              /* only_suppressed: the proof that each cycle of dependencies of any execution has a
                                      suppressed finding in it; NULL: there is none */
    const char *proof_method;      /* "window", "inductive", "shortest-path", "delayed", "no conflict"; NULL: none */
    const char *proof_detail;      /* "(2,0)", "{new_order,payment} {delivery}" … */
    int searched_cycle_length;     /* every cycle up to this length was searched */
    int proved_cycle_length;       /* the longest that were searched for the proof of a component */
    const ip_level *const *levels; /* of the workload's programs; NULL: several mixtures of the engine's */
    /* Confirmed anomalies first, the worst ones first (ip_decide_finish). */
    IP_VEC(ip_anomaly) anomalies;
    /* Sets of programs that are proved safe together for any number of transactions, as long as no others are run:
     * [programs], membership. The first is the largest. Empty if they were not searched. */
    IP_VEC(const bool *) safe_sets;
    /* [programs]: the programs that another shard decides: this result is about the others. NULL: none. */
    const bool *elsewhere;
    const int *components; /* [programs]: programs that share data, directly or indirectly, have the same number */
    const ip_program_result *programs; /* [programs]; NULL: not searched */
    const char **unproved;             /* [programs]: why no proof was found for it; NULL: not known */
    IP_VEC(ip_denied) denials;         /* by program; searched if safe_sets are */
    const ip_program *too_deep;        /* a program whose loops are not encoded; or NULL */
    ip_statistics statistics;
} ip_level_result;

/* Lines that change; before "": lines are inserted before the first line of the range; after "": the lines are
 * removed. */
typedef struct ip_hunk {
    ip_range range;
    const char *before, *after;
} ip_hunk;

/* A change to one statement, tried out: the analysis was run again with it. */
typedef struct ip_fix {
    const ip_program *program;  /* as it was before; NULL: a change to the schema */
    int statement;              /* index in it; -1: none */
    ip_range range;             /* of the text that changes */
    const char *kind;           /* "lock", "single-statement", "promote", "constraint", "lock-parent", "advisory-lock",
                                   "merge", "raise-level" */
    const char *change;         /* one line for people: "add FOR UPDATE to the SELECT" */
    const char *level;          /* "raise-level": the new one */
    const char *before, *after; /* the changed text, whole lines; before "" : lines are added */
    /* The same as one change among those of its set: if several of them change a line, the first has the result. */
    IP_VEC(ip_hunk) hunks;
    int cost; /* lower is better; docs/advice.md has the costs */
    /* Of what its set repairs: anomalies whose programs have the same cycle again without this change, and with all the
     * others. Empty if that is not known, or if the set has one change only. */
    IP_VEC(const ip_anomaly *) needed_for;
} ip_fix;

/* Fixes that together make programs safe at a level: all of them, or some as long as the others are not run. */
typedef struct ip_fix_set {
    IP_VEC(ip_fix) fixes;
    const char *level;   /* the level of all programs, except those whose level a fix raises */
    const bool *members; /* [programs]: the programs that are safe together with the fixes */
    int member_count;
    const char *const *left_out; /* [programs]: why it was not proved safe beside the members; NULL: it is one, or it
                                    was not asked about. The whole NULL: all programs are members */
    /* Anomalies of the unchanged code at the level that were run, and that no serial order explains; their programs are
     * proved safe with the fixes, together with the members or by themselves. */
    IP_VEC(const ip_anomaly *) repaired;
    IP_VEC(const char *) assumptions; /* that the proof rests on */
    ip_verdict verdict;               /* with them: IP_SAFE, or it is not listed */
} ip_fix_set;

typedef struct ip_allocation { /* one level for each program, safe together; no single one can be lowered */
    const char *const *levels; /* [programs]; NULL: another shard advises on it */
} ip_allocation;

typedef struct ip_advice_level {
    const char *level;
    ip_verdict verdict;
    int result;                        /* index in the report's results */
    IP_VEC(const bool *) maximal_safe; /* --subsets: [programs], membership; empty: not asked for */
    bool subsets_complete;             /* no subset's verdict was undecided, and the time sufficed */
} ip_advice_level;

/* Why a program cannot run at a lower level. */
typedef struct ip_hindrance {
    const ip_program *program;
    const char *level; /* the lower one */
    ip_verdict verdict;
    const ip_anomaly *anomaly; /* with the others as allocated; NULL: undecided, then reason says why */
    const char *reason;
} ip_hindrance;

typedef struct ip_advice {
    const char *assigned; /* PROGRAM=LEVEL, …: levels that were given; NULL: none */
    const char *engine;
    const char *uniform;            /* the weakest level that is safe for all; NULL: none */
    IP_VEC(ip_advice_level) levels; /* weakest first */
    bool not_a_chain;   /* some level is safe, and at a stronger level an anomaly was confirmed whose results no serial
                           order gives */
    bool subsets_asked; /* --subsets */
    IP_VEC(ip_allocation) allocations; /* the recommended one first; the others where it is not unique */
    bool allocations_complete;
    IP_VEC(ip_hindrance) hindrances; /* of the recommended allocation */
    /* For the weakest level that fixes can make safe; then for stronger levels that need fewer. */
    IP_VEC(ip_fix_set) fix_sets;
    bool fixes_complete; /* every choice among the tried changes was decided, or none could help */
} ip_advice;

/* "-- isoproof: level L" */
typedef struct ip_promise {
    int program;
    const char *level; /* as in the results */
    bool kept;
    const char *reason; /* why not; NULL where it is kept */
} ip_promise;

typedef struct ip_report_data {
    const ip_workload *workload; /* programs: only the selected ones */
    const ip_diagnostics *diagnostics;
    IP_VEC(ip_level_result) results;
    const ip_advice *advice;            /* NULL: not asked for */
    const struct ip_refusals *refusals; /* [programs] replay/world/in_memory.h; NULL: not asked for */
    IP_VEC(ip_promise) promises;        /* of the programs that a comment promises to be safe at a level */
    int shard, shard_count;             /* 0, 0: the run decided everything */
    bool sessions;                      /* serial orders keep the order of sessions */
    double seconds;
} ip_report_data;

/* A finding that is known, and accepted for now. */
typedef struct ip_known_finding {
    const char *id, *place;  /* of ip_anomaly */
    const char *description; /* for people; NULL: none */
} ip_known_finding;

typedef struct ip_baseline {
    IP_VEC(ip_known_finding) list;
    bool all; /* every finding counts as known, and all are searched: to write a baseline */
} ip_baseline;

typedef struct ip_run ip_run;

typedef void ip_progress(void *data, const char *what);

ip_run *ip_run_new(void);
void ip_run_free(ip_run *run);
ip_arena *ip_run_arena(ip_run *run);
ip_diagnostics *ip_run_diagnostics(ip_run *run);

/* Inputs; functions that can fail report into the diagnostics and return false. */
bool ip_run_add_file(ip_run *run, const char *path);
/* A file of definitions only: nothing in it is a program. Before the files that use them. */
bool ip_run_add_schema(ip_run *run, const char *path);
/* A file that has run once, before the programs: what it defines counts, and its routines may be programs, but no
 * statement, DO block or BEGIN … COMMIT block of it is one, unless "-- name:" says so. */
bool ip_run_add_migration(ip_run *run, const char *path);
void ip_run_add_text(ip_run *run, const char *name, const char *text, size_t length);
bool ip_run_add_level(ip_run *run, const char *name_or_path);
void ip_run_select(ip_run *run, const char *program_name);                    /* --transactions */
void ip_run_read_as(ip_run *run, unsigned flags);                             /* IP_READ_ (read_flags.h); default 0 */
void ip_run_define(ip_run *run, const char *name, const char *value);         /* --define NAME=VALUE */
void ip_run_serialize(ip_run *run, const char *a, const char *b);             /* --serialize A:B */
bool ip_run_assign(ip_run *run, const char *program_name, const char *level); /* --assign */
void ip_run_set_max_cycle(ip_run *run, int length);                           /* ≥ 1; default 4 */
void ip_run_set_timeout(ip_run *run, double seconds);                         /* whole run; default 60 */
void ip_run_set_jobs(ip_run *run, int jobs);       /* concurrent processes; default 1: only this process */
void ip_run_set_memory(ip_run *run, size_t bytes); /* whole run; default 0: not limited */
/* Of the programs that stand there, or run what stands there, what is found quickly of each beside one other; nothing
 * is proved. line 0: anywhere in the file; where no program is at the line, too. Default: everything is decided. */
void ip_run_look_at(ip_run *run, const char *file, int line);
/* Such looks keep, in this file, pairs of programs with which they have shown nothing, and pass over those that are
 * there and have not changed. settings: what an answer depends on beside the run's files and levels. */
void ip_run_keep_looks(ip_run *run, const char *file, const char *settings);
/* Decide only one part of the work, 1 ≤ shard ≤ count; other processes do the rest. Default: all of it. */
void ip_run_set_shard(ip_run *run, int shard, int count);
/* The counterparts of comments before a program: the program is safe at the level; findings are suppressed by program,
 * by id, or by both. strict: it is an error if there is no such program. Texts are kept, not copied. */
void ip_run_promise(ip_run *run, const char *program, const char *level, ip_range said, bool strict);
void ip_run_ignore(ip_run *run, const char *program, const char *id, const char *reason, ip_range said, bool strict);
void ip_run_set_baseline(ip_run *run, const ip_baseline *baseline); /* kept, not copied */
void ip_run_set_all_anomalies(ip_run *run, bool all);
/* The serial order keeps the order of each session's transactions; default false. Each level must guarantee that a
 * session sees its own transactions. */
void ip_run_set_sessions(ip_run *run, bool sessions);
void ip_run_set_replay(ip_run *run, bool replay); /* run anomalies in memory; default true */
/* Where not all programs are safe together, search for sets that are, and for anomalies of each program; default
 * true. */
void ip_run_set_parts(ip_run *run, bool parts);
/* Writes every question to the solver into the folder, as SMT-LIB 2 files 0001.smt2, 0002.smt2, … */
bool ip_run_save_queries(ip_run *run, const char *folder);
void ip_run_set_progress(ip_run *run, ip_progress *progress, void *data);
/* From another thread: the current run ends with what it has decided so far, and so does every later run. */
void ip_run_interrupt(void);
/* From another thread: the solver's current check ends without an answer. */
void ip_run_end_check(void);
/* Which proof methods to try (default: all). By name: "window", "inductive", "shortest-path", "delayed"; false: no such
 * method. The first call clears the default. */
bool ip_run_add_proof(ip_run *run, const char *method);
/* For tests: leave out one encoding rule by its name (encoders/rules.h). false: no such rule. */
bool ip_run_disable_rule(ip_run *run, const char *rule);
/* For tests: leave out a condition of the proof by one delayed transaction, by its name (proofs/decision_input.h). The
 * proofs are then wrong. false: no such condition. */
bool ip_run_drop_condition(ip_run *run, const char *condition);

/* Reads, lowers and decides. NULL if the input or configuration was unusable; the diagnostics say why. */
const ip_report_data *ip_run_analyze(ip_run *run);
/* The same for each level of an engine (NULL: the only engine that level files know), with advice; added levels are
 * ignored, assigned levels are kept. subsets: also the maximal safe sets of programs. */
const ip_report_data *ip_advice_run_advise(ip_run *run, const char *engine, bool subsets);
/* Reads and lowers only. */
const ip_workload *ip_run_workload(ip_run *run);
/* The same with the selected programs only. NULL: a selected program does not exist; the diagnostics say so. */
const ip_workload *ip_run_selected(ip_run *run);

/* Statements of two programs that do not commute: the second transaction, run after the first, depends on it there. */
typedef struct ip_meeting {
    const ip_program *first, *second;
    int first_statement, second_statement; /* indexes in the programs */
    ip_dependency_type type;               /* IP_RW: the first reads what the second overwrites */
    const ip_table *table;
    int column_count;
    const int *columns; /* of the table; -1 stands for the row's existence */
    bool approximated;  /* one of the statements was not understood */
} ip_meeting;
typedef IP_VEC(ip_meeting) ip_meetings;
/* For the two selected programs, or for one program with itself, at the first level of the run, in each order. NULL:
 * the input was unusable, or the selection was not one or two programs; the diagnostics say so. *complete: all are
 * listed. */
const ip_meetings *ip_run_conflicts(ip_run *run, bool *complete);

const char *ip_anomaly_kind_name(ip_anomaly_kind kind);
/* Such a name as text: "lost update", "read-only anomaly", "dependency cycle". Allocated in the arena, or static. */
const char *ip_anomaly_kind_words(ip_arena *arena, const char *kind);
const char *ip_anomaly_dependency_type_name(ip_dependency_type type); /* "wr", "ww", "rw" */
const char *ip_anomaly_verdict_name(ip_verdict verdict);

#endif
