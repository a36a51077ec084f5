/* The command line: one table of commands and one of options. Parser, help, man
 * page and docs/commands.md all come from these two. */
#ifndef IP_COMMAND_H
#define IP_COMMAND_H

#include "base/arena.h"

#include <stdbool.h>
#include <stdio.h>

/* status, when */
#define IP_EXIT_STATUSES(X)                                                                                            \
    X(IP_EXIT_SAFE, 0, "every level asked for was proved safe; or the command did what it was asked to")               \
    X(IP_EXIT_UNSAFE, 1, "an anomaly was found; or a history does not satisfy a level")                                \
    X(IP_EXIT_ERROR, 2, "usage, configuration or input error: nothing was decided; also internal errors")              \
    X(IP_EXIT_UNDECIDED, 3,                                                                                            \
      "undecided: a bound or the time limit was reached, a construct was not understood, memory ran out, or it was "   \
      "interrupted and has reported what was decided")                                                                 \
    X(IP_EXIT_INTERRUPTED, 130, "interrupted, and there is no report")

typedef enum ip_exit {
#define X(id, status, when) id = status,
    IP_EXIT_STATUSES(X)
#undef X
} ip_exit;

/* long name, short name or 0, its argument or NULL, what it does */
#define IP_OPTIONS(X)                                                                                                   \
    X(IP_OPT_LEVEL, "level", 'l', "L[,L…]",                                                                             \
      "The isolation levels to decide, by name (see isoproof levels) or as a level file of your own "                   \
      "(./my-level.smt2). May be repeated. Without it: PostgreSQL's levels where they are installed, else every "       \
      "abstract level.")                                                                                                \
    X(IP_OPT_MAX_CYCLE, "max-cycle", 0, "K",                                                                            \
      "Search cycles of up to K transactions (default 4). With 1 nothing is searched: a cycle needs two.")              \
    X(IP_OPT_TIMEOUT, "timeout", 0, "SECONDS",                                                                          \
      "Time limit for the whole run (default 60). What is not decided by then is undecided. Advice without it counts "  \
      "the solver's work instead of seconds.")                                                                          \
    X(IP_OPT_TRANSACTIONS, "transactions", 0, "NAME[,NAME…]",                                                           \
      "Analyze only these programs; the others are taken never to run. May be repeated.")                               \
    X(IP_OPT_IMPLICIT, "implicit", 0, NULL,                                                                             \
      "Statements outside of a transaction block are programs, too, each a transaction of its own, as servers run "     \
      "them: for files of queries and for pgbench scripts.")                                                            \
    X(IP_OPT_COMPLETE, "complete-schema", 0, NULL,                                                                      \
      "The files are the whole schema: what names a table, column, type or function that none of them makes fails "     \
      "when it is reached, as on a server, instead of being taken for anything. docs/complete-schema.md has the "       \
      "rules.")                                                                                                         \
    X(IP_OPT_TRUSTED, "trust-splices", 0, NULL,                                                                         \
      "What EXECUTE puts into its text unquoted (by ||, format's %s) stays in its place: a name where only a name "     \
      "can "                                                                                                            \
      "stand, elsewhere an expression without subqueries and without functions of the files. Without it such a text "   \
      "may be any statement. docs/execute.md has the rules.")                                                           \
    X(IP_OPT_MODULES, "trust-modules", 0, NULL,                                                                         \
      "What none of the files makes belongs to modules that leave the files' tables alone: functions of extensions "    \
      "that are not PostgreSQL's own, tables of other applications. Without it a function that is not known may read "  \
      "and write any table. docs/modules.md has the rules.")                                                            \
    X(IP_OPT_SERIALIZE, "serialize", 0, "A:B",                                                                          \
      "Selective serializability: instances of the programs A and B see each other in commit order, as if a lock "      \
      "kept them apart. A:A is allowed. May be repeated.")                                                              \
    X(IP_OPT_ASSIGN, "assign", 0, "PROGRAM=LEVEL",                                                                      \
      "Run this program at this level, whatever level the others run at. May be repeated.")                             \
    X(IP_OPT_AS_DECLARED, "as-declared", 0, NULL,                                                                       \
      "Is what runs today safe? Each program at the level that its code or the files' settings give it, the others "    \
      "at read committed, PostgreSQL's default.")                                                                       \
    X(IP_OPT_ALL_ANOMALIES, "all-anomalies", 0, NULL,                                                                   \
      "List every cycle of programs up to --max-cycle once, not only the first few.")                                   \
    X(IP_OPT_NO_REPLAY, "no-replay", 0, NULL,                                                                           \
      "Do not run anomalies in memory: a level is then unsafe where the formulas say so, unconfirmed.")                 \
    X(IP_OPT_PROOF, "proof", 0, "METHOD[,METHOD…]",                                                                     \
      "Try only these proof methods: window, inductive, shortest-path (default: all). May be repeated.")                \
    X(IP_OPT_SAVE_QUERIES, "save-queries", 0, "FOLDER",                                                                 \
      "Write every question to the solver there, as SMT-LIB 2 files with their answers: to look at the formulas, or "   \
      "to check them with another solver.")                                                                             \
    X(IP_OPT_DSN, "dsn", 0, "CONNINFO",                                                                                 \
      "Run the schedules on this PostgreSQL server: a connection string or URI as psql takes it, \"\" for the "         \
      "environment's (PGHOST, …). Everything happens in the schema isoproof_replay, which is created and dropped; a " \
      "database that has a schema of that name is refused.")                                                            \
    X(IP_OPT_ISOLATION, "isolation", 0, "LEVEL",                                                                        \
      "Run all instances at this level of PostgreSQL (read committed, repeatable read, serializable) instead of the "   \
      "one that behaves like the level of the anomaly.")                                                                \
    X(IP_OPT_EXPORT, "export", 0, "FOLDER",                                                                             \
      "Write each schedule there, as psql scripts and as a .spec file for PostgreSQL's isolation tester and isoproof "  \
      "explore. Files that are there already are not overwritten.")                                                     \
    X(IP_OPT_ANOMALY, "anomaly", 0, "ID[,ID…]", "Only the anomalies with these ids. May be repeated.")                  \
    X(IP_OPT_WAIT, "wait", 0, "SECONDS",                                                                                \
      "How long the server may take for one answer (default 30): after that the replay is given up.")                   \
    X(IP_OPT_ASSERT, "assert", 0, "SQL",                                                                                \
      "A query that must hold at the end of every history: it holds when it has a row and none of its values is "       \
      "false or NULL. May be repeated.")                                                                                \
    X(IP_OPT_BASE, "base", 0, "LEVEL",                                                                                  \
      "Explore the histories of this weaker level and keep those of --level (default: the strongest causally "          \
      "extensible level known to be weaker). Its file must declare it causally extensible.")                            \
    X(IP_OPT_SHARD, "shard", 0, "I/N", "Explore only part I of N, to share the work; the counts of the parts add up.")  \
    X(IP_OPT_MAX_HISTORIES, "max-histories", 0, "N", "Stop after N histories.")                                         \
    X(IP_OPT_MAX_STEPS, "max-steps", 0, "N",                                                                            \
      "Statements and loop iterations that one transaction may take (default 100000): more is an error.")               \
    X(IP_OPT_HISTORIES, "histories", 0, NULL,                                                                           \
      "List the histories: who reads what from whom, and the rows in the end.")                                         \
    X(IP_OPT_PLAIN, "plain", 0, NULL,                                                                                   \
      "Explore every order of the transactions without reduction, to compare with: the same histories, counted each "   \
      "time they are met.")                                                                                             \
    X(IP_OPT_PERMUTATIONS, "permutations", 0, NULL,                                                                     \
      "Run the permutations that CLIENT lists (all, if it lists none) step by step on a database in memory, and "       \
      "print "                                                                                                          \
      "the transcript that PostgreSQL's isolation tester would. Levels are those that BEGIN asks for.")                 \
    X(IP_OPT_ENGINE, "engine", 0, "NAME",                                                                               \
      "The database engine whose levels are compared (default: the only one that level files know).")                   \
    X(IP_OPT_SUBSETS, "subsets", 0, NULL,                                                                               \
      "Also find, for each level, the largest sets of programs that are safe there.")                                   \
    X(IP_OPT_FORMAT, "format", 'f', "text|json",                                                                        \
      "text, for people (the default), or json, for programs; the JSON Schema ships as report.schema.json.")            \
    X(IP_OPT_OUTPUT, "output", 'o', "FILE",                                                                             \
      "Write to FILE instead of standard output. It is written whole or not at all.")                                   \
    X(IP_OPT_QUIET, "quiet", 'q', NULL, "Text: the facts only, without evidence and notes. No progress.")               \
    X(IP_OPT_HELP, "help", 'h', NULL, "Explain the command and exit.")

typedef enum ip_option {
#define X(id, name, short_name, argument, help) id,
    IP_OPTIONS(X)
#undef X
        IP_OPTION_COUNT
} ip_option;

typedef struct ip_option_entry {
    const char *name;
    char short_name;
    const char *argument;
    const char *help;
} ip_option_entry;

extern const ip_option_entry ip_option_table[IP_OPTION_COUNT];

typedef struct ip_given_option {
    ip_option option;
    const char *value; /* NULL where it takes none */
} ip_given_option;

typedef struct ip_arguments {
    ip_arena *arena;
    IP_VEC(ip_given_option) options; /* in the order given */
    IP_VEC(const char *) operands;
} ip_arguments;

typedef struct ip_command {
    const char *name;
    const char *operands;              /* "FILE…" */
    const char *summary;               /* one line */
    const char *const *description;    /* paragraphs; NULL-terminated */
    const char *const *examples;       /* command line, what it does, …; NULL-terminated */
    const ip_option *options;          /* ends with IP_OPTION_COUNT; IP_OPT_HELP belongs to all and is not listed */
    int least_operands, most_operands; /* most -1: any number */
    bool hidden;                       /* not for users: left out of help and manuals */
    ip_exit (*run)(const ip_arguments *arguments);
} ip_command;

extern const ip_command ip_command_table[]; /* ends with name NULL */

const ip_command *ip_command_find(const char *name); /* NULL: none */
/* The nearest of count names, or NULL when none is near enough to be meant. */
const char *ip_suggest(const char *word, const char *const *names, int count);

/* Parses what follows the command's name. false after telling what is wrong. */
bool ip_arguments_parse(const ip_command *command, int argc, char **argv, ip_arguments *arguments);
bool ip_option_given(const ip_arguments *arguments, ip_option option);
const char *ip_option_value(const ip_arguments *arguments, ip_option option); /* the last one, or NULL */

/* "isoproof: error: …" on standard error; returns IP_EXIT_ERROR. */
ip_exit ip_usage_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The commands, one file each. */
ip_exit ip_command_analyze(const ip_arguments *arguments);
ip_exit ip_command_advise(const ip_arguments *arguments);
ip_exit ip_command_explore(const ip_arguments *arguments);
ip_exit ip_command_levels(const ip_arguments *arguments);
ip_exit ip_command_explain(const ip_arguments *arguments);
ip_exit ip_command_programs(const ip_arguments *arguments);
ip_exit ip_command_check(const ip_arguments *arguments);
ip_exit ip_command_replay(const ip_arguments *arguments);
ip_exit ip_command_help(const ip_arguments *arguments);
ip_exit ip_command_manual(const ip_arguments *arguments);

/* Help on one command, or on all for NULL. */
void ip_write_help(FILE *out, const ip_command *command);

#endif
