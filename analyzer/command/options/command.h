/* The command line: the table of options, and what a command is. Parser, help, man page and docs/commands.md come from
 * this table and that of commands (command/commands.h). */
#ifndef IP_COMMAND_H
#define IP_COMMAND_H

#include "base/source.h"

#include <stdbool.h>
#include <stdio.h>

/* status, when */
#define IP_EXIT_STATUSES(X)                                                                                            \
    X(IP_EXIT_SAFE, 0, "every requested level was proved safe; or the command succeeded")                              \
    X(IP_EXIT_UNSAFE, 1, "an anomaly was found; or a history does not satisfy a level")                                \
    X(IP_EXIT_ERROR, 2, "an error in usage, configuration or input, or an internal error: nothing was decided")        \
    X(IP_EXIT_UNDECIDED, 3,                                                                                            \
      "undecided: a bound or the time limit was reached, a construct was not understood, memory ran out, or the run "  \
      "was interrupted and has reported what was decided")                                                             \
    X(IP_EXIT_INTERRUPTED, 130, "interrupted, without a report")

typedef enum ip_exit {
#define X(id, status, when) id = status,
    IP_EXIT_STATUSES(X)
#undef X
} ip_exit;

/* long name, short name or 0, its argument or NULL, what it does */
#define IP_OPTIONS(X)                                                                                                       \
    X(IP_OPT_LEVEL, "level", 'l', "L[,L…]",                                                                                 \
      "The isolation levels to decide, by name (see isoproof levels) or as a level file of your own "                       \
      "(./my-level.smt2). May be repeated. Without it: PostgreSQL's levels where they are installed, else every "           \
      "abstract level. serve and rehearse need one level.")                                                                 \
    X(IP_OPT_MAX_CYCLE, "max-cycle", 0, "K",                                                                                \
      "Search cycles of up to K transactions (default 4). With 1 nothing is searched: a cycle needs two.")                  \
    X(IP_OPT_TIMEOUT, "timeout", 0, "SECONDS",                                                                              \
      "Time limit for the whole run (default 60). What is not decided by then stays undecided. advise without this "        \
      "option limits the solver's work instead of the time.")                                                               \
    X(IP_OPT_JOBS, "jobs", 'j', "N",                                                                                        \
      "Use up to N processes at a time, each for a level or another part of the work (default: as many as there are "       \
      "processors). The report is the same whatever N.")                                                                    \
    X(IP_OPT_MEMORY, "memory", 0, "SIZE",                                                                                   \
      "Memory limit for the whole run: a number of bytes, or with K, M or G. What is not decided when it is reached "       \
      "stays undecided.")                                                                                                   \
    X(IP_OPT_DEFINE, "define", 0, "NAME=VALUE",                                                                             \
      "Put VALUE in where a file has {{.NAME}}, @NAME@ or ${NAME}, and where psql would put in its variable NAME. "         \
      "May be "                                                                                                             \
      "repeated.")                                                                                                          \
    X(IP_OPT_TRANSACTIONS, "transactions", 0, "NAME[,NAME…]",                                                               \
      "Analyze only these programs; the others are assumed never to run. May be repeated. With compare: histories of "      \
      "at most N transactions.")                                                                                            \
    X(IP_OPT_IMPLICIT, "implicit", 0, NULL,                                                                                 \
      "Treat each statement outside of a transaction block as a program, too, since a server runs it as a "                 \
      "transaction of its own. Meant for files of queries and for pgbench scripts.")                                        \
    X(IP_OPT_COMPLETE, "complete-schema", 0, NULL,                                                                          \
      "The files are the whole schema. A statement that names a table, column, type or function that no file creates "      \
      "fails when it is reached, as on a server. Without this option the object may exist, and may be anything. "           \
      "docs/complete-schema.md has the rules.")                                                                             \
    X(IP_OPT_TRUSTED, "trust-splices", 0, NULL,                                                                             \
      "Trust a text that EXECUTE puts into a statement unquoted (by ||, or by format's %s) to be one name where only "      \
      "a name can stand, and elsewhere an expression without subqueries and user-defined functions. Without this "          \
      "option it may turn the text into any statement. docs/execute.md has the rules.")                                     \
    X(IP_OPT_MODULES, "trust-modules", 0, NULL,                                                                             \
      "Objects that no file creates belong to modules that do not touch user-defined tables: functions of extensions "      \
      "that are not PostgreSQL's own, tables of other applications. Without this option an unknown function may read "      \
      "and write any table. docs/modules.md has the rules.")                                                                \
    X(IP_OPT_SERIALIZE, "serialize", 0, "A:B",                                                                              \
      "Selective serializability: instances of the programs A and B see each other in commit order, as if a lock "          \
      "kept them from running at the same time. A:A is allowed. May be repeated.")                                          \
    X(IP_OPT_ASSIGN, "assign", 0, "PROGRAM=LEVEL",                                                                          \
      "Run this program at this level, regardless of the level of the others. May be repeated.")                            \
    X(IP_OPT_AS_DECLARED, "as-declared", 0, NULL,                                                                           \
      "Check the code as it runs today: each program at the level that its code or a setting in the files gives it, "       \
      "all others at read committed, PostgreSQL's default. advise keeps the levels that code gives itself in any "          \
      "case.")                                                                                                              \
    X(IP_OPT_SESSIONS, "sessions", 0, NULL,                                                                                 \
      "Transactions of one session follow each other, in the serial order, too: of two, the later one never comes "         \
      "before the earlier one. Any programs may be of one session. For levels at which a session sees its own "             \
      "transactions. docs/proofs.md says what is proved then.")                                                             \
    X(IP_OPT_ALL_ANOMALIES, "all-anomalies", 0, NULL,                                                                       \
      "List every cycle of programs up to --max-cycle once, not only the first few.")                                       \
    X(IP_OPT_WHOLE_ONLY, "whole-only", 0, NULL,                                                                             \
      "Decide all programs together and stop there: where they are not safe, do not look for sets of them that are, "       \
      "for anomalies of programs that none was shown of yet, or for what the server may refuse. Much quicker for a "        \
      "set "                                                                                                                \
      "that is not safe.")                                                                                                  \
    X(IP_OPT_AT, "at", 0, "FILE[:LINE]",                                                                                    \
      "For editors, when a file is saved: look only at the programs that stand at this place, or run what stands "          \
      "there, "                                                                                                             \
      "beside each other program, and only briefly. An anomaly that is shown is one; that none is shown says "              \
      "nothing. "                                                                                                           \
      "docs/ci.md has settings for editors.")                                                                               \
    X(IP_OPT_NO_CACHE, "no-cache", 0, NULL,                                                                                 \
      "With --at: look at all pairs of programs again, and keep nothing. Without this option, pairs with which "            \
      "nothing "                                                                                                            \
      "was shown, and which have not changed since, are passed over: they are kept, as digests, in isoproof/looks of "      \
      "$XDG_CACHE_HOME, or of ~/.cache.")                                                                                   \
    X(IP_OPT_EXPLAIN_CONFLICTS, "explain-conflicts", 0, NULL,                                                               \
      "Of two transactions, or of one beside itself, list which statements do not commute, and over which columns: "        \
      "what one of them, run after the other, depends on. No verdict is given. --transactions A,B selects two.")            \
    X(IP_OPT_NO_REPLAY, "no-replay", 0, NULL,                                                                               \
      "Do not run anomalies in memory. A level is then called unsafe if the solver finds an anomaly, marked as "            \
      "unconfirmed.")                                                                                                       \
    X(IP_OPT_FAIL_ON, "fail-on", 0, "unsafe|benign|undecided",                                                              \
      "What counts as a finding, for exit status 1: observable anomalies only (unsafe), those whose results some "          \
      "serial order gives, too (benign, the default), or whatever is not proved safe (undecided). What is undecided "       \
      "never gives exit status 0.")                                                                                         \
    X(IP_OPT_BASELINE, "baseline", 0, "FILE",                                                                               \
      "Findings that this file lists are known: they are shown as suppressed and do not count for the exit status. "        \
      "docs/ci.md says what is claimed then.")                                                                              \
    X(IP_OPT_WRITE_BASELINE, "write-baseline", 0, NULL,                                                                     \
      "Look for all findings, and write them into the file of --baseline.")                                                 \
    X(IP_OPT_PROOF, "proof", 0, "METHOD[,METHOD…]",                                                                         \
      "Try only these proof methods: window, inductive, shortest-path, delayed (default: all). May be repeated.")           \
    X(IP_OPT_SAVE_QUERIES, "save-queries", 0, "FOLDER",                                                                     \
      "Write every query to the solver into this folder, as SMT-LIB 2 files with their answers, to read the formulas "      \
      "or to check them with another solver.")                                                                              \
    X(IP_OPT_DSN, "dsn", 0, "CONNINFO",                                                                                     \
      "Run the schedules on this PostgreSQL server: a connection string or URI as psql takes it, or \"\" for the "          \
      "environment variables (PGHOST, …). The replay creates the schema isoproof_replay, works only in it, and drops "    \
      "it at the end. A database that already has a schema of that name is refused.")                                       \
    X(IP_OPT_ISOLATION, "isolation", 0, "LEVEL",                                                                            \
      "Run all instances at this level of PostgreSQL (read committed, repeatable read, serializable) instead of the "       \
      "level that behaves like the level of the anomaly.")                                                                  \
    X(IP_OPT_EXPORT, "export", 0, "FOLDER",                                                                                 \
      "Write each schedule into this folder, as psql scripts and as a .spec file for PostgreSQL's isolation tester "        \
      "and isoproof explore. Existing files are not overwritten.")                                                          \
    X(IP_OPT_ANOMALY, "anomaly", 0, "ID[,ID…]", "Replay only the anomalies with these ids. May be repeated.")               \
    X(IP_OPT_WAIT, "wait", 0, "SECONDS",                                                                                    \
      "How long the server may take for one answer (default 30). After that the replay is abandoned.")                      \
    X(IP_OPT_ASSERT, "assert", 0, "SQL",                                                                                    \
      "A query that must hold at the end of every history: it must return a row, and none of its values may be false "      \
      "or NULL. May be repeated.")                                                                                          \
    X(IP_OPT_BASE, "base", 0, "LEVEL",                                                                                      \
      "Explore the histories of this weaker level and keep those that --level allows (default: the strongest "              \
      "causally extensible level known to be weaker). Its file must declare it causally extensible.")                       \
    X(IP_OPT_SHARD, "shard", 0, "I/N",                                                                                      \
      "Do only part I of N, to divide the work among machines. explore: the counts of the parts add up. analyze, "          \
      "advise: each part decides some of the programs that share data; isoproof merge writes one report of all of "         \
      "them.")                                                                                                              \
    X(IP_OPT_MAX_HISTORIES, "max-histories", 0, "N", "Stop after N histories.")                                             \
    X(IP_OPT_MAX_STEPS, "max-steps", 0, "N",                                                                                \
      "Statements and loop iterations that one transaction may take (default 100000): more is an error.")                   \
    X(IP_OPT_HISTORIES, "histories", 0, NULL,                                                                               \
      "List the histories: which transaction each read reads from, and the final rows.")                                    \
    X(IP_OPT_PLAIN, "plain", 0, NULL,                                                                                       \
      "Explore every order of the transactions without reduction, for comparison: the same histories, each counted "        \
      "every time it is reached.")                                                                                          \
    X(IP_OPT_ROBUST, "robust", 0, NULL,                                                                                     \
      "Only tell whether every history is serializable, at snapshot isolation or a level whose axioms imply it: "           \
      "searched is an execution in which one transaction is delayed while others run one after the other "                  \
      "(Beillahi, Bouajjani & Enea, CAV 2019).")                                                                            \
    X(IP_OPT_PERMUTATIONS, "permutations", 0, NULL,                                                                         \
      "Run the permutations that CLIENT lists (all, if it lists none) step by step on a database in memory, and "           \
      "print the transcript that PostgreSQL's isolation tester would print. Each transaction has the level of its "         \
      "BEGIN.")                                                                                                             \
    X(IP_OPT_SCHEMA, "schema", 0, "FILE",                                                                                   \
      "A file with the schema (CREATE TABLE, pg_dump -s): which columns are keys, and of which types. May be "              \
      "repeated. With analyze and advise: a file of definitions only, read before the others; nothing in it is a "          \
      "program, "                                                                                                           \
      "neither routines nor blocks nor what a migration runs.")                                                             \
    X(IP_OPT_MIGRATIONS, "migrations", 0, "FILE",                                                                           \
      "A migration: it has run once, before the programs. What it defines counts, and its routines may be programs; "       \
      "the statements and BEGIN … COMMIT blocks of the file itself are none. May be repeated; read in order, after "      \
      "--schema and before the FILEs. Files with the marks of goose, dbmate, sql-migrate, node-pg-migrate or tern "         \
      "are "                                                                                                                \
      "migrations without being named here.")                                                                               \
    X(IP_OPT_PREFIX, "log-line-prefix", 0, "FORMAT",                                                                        \
      "The server's log_line_prefix, for logs of format stderr (default: '%m [%p] ', as the server's)")                     \
    X(IP_OPT_LISTEN, "listen", 0, "ADDRESS",                                                                                \
      "Where to listen: HOST:PORT, a port of 127.0.0.1 (0: any that is free), or the folder of a Unix socket, which "       \
      "begins with /, ./ or ../ (default: a private folder).")                                                              \
    X(IP_OPT_UPSTREAM, "upstream", 0, "CONNINFO",                                                                           \
      "The server to relay to, as libpq takes it: host=… port=… dbname=…, or postgresql://… (default: what PGHOST " \
      "and the like say).")                                                                                                 \
    X(IP_OPT_SEED, "seed", 0, "N",                                                                                          \
      "The seed of the numbers that answers are drawn by (default: a random seed, which is printed).")                      \
    X(IP_OPT_POLICY, "policy", 0, "uniform|latest|delay|interleaved",                                                       \
      "How a read chooses among the values that the level allows: each as likely as the others (uniform, the "              \
      "default), "                                                                                                          \
      "the one written last (latest), or uniform with short pauses before transactions, which vary their order "            \
      "(delay). interleaved: at an engine's levels, transactions run at the same time, statement by statement, with "       \
      "the "                                                                                                                \
      "engine's locks, waits and refusals.")                                                                                \
    X(IP_OPT_RECORD, "record", 0, "FILE",                                                                                   \
      "Write the history into this file, a line a transaction, for isoproof check --input jsonl.")                          \
    X(IP_OPT_SCHEDULE, "schedule", 0, "FILE",                                                                               \
      "At a level of PostgreSQL: write the statements of the failing run into this file, in an order in which a "           \
      "server "                                                                                                             \
      "reads the same, for isoproof replay --dsn and --export.")                                                            \
    X(IP_OPT_RUNS, "runs", 0, "N", "Stop after N runs that pass (default 100).")                                            \
    X(IP_OPT_DATABASE, "database", 0, "NAME", "Only what was sent to this database.")                                       \
    X(IP_OPT_REDACT, "redact", 0, NULL,                                                                                     \
      "templates: write no value that the log has: constants are parameters, too, but for those of LIMIT. record: "         \
      "write other values in place of those that are sent and returned. Equal values stay equal.")                          \
    X(IP_OPT_SUPPORT, "support", 0, "N",                                                                                    \
      "Two values are one parameter only if they were equal in all of at least N transactions (default 5).")                \
    X(IP_OPT_ENGINE, "engine", 0, "NAME",                                                                                   \
      "The database engine whose levels are compared (default: the only engine that has level files).")                     \
    X(IP_OPT_SUBSETS, "subsets", 0, NULL,                                                                                   \
      "Also find, for each level, the largest sets of programs that are safe there.")                                       \
    X(IP_OPT_ALLOW, "allow", 0, "L[,L…]", "Levels that must allow the history. May be repeated.")                           \
    X(IP_OPT_FORBID, "forbid", 0, "L[,L…]", "Levels that must forbid the history. May be repeated.")                        \
    X(IP_OPT_SCOPE, "scope", 0, "T,O,V",                                                                                    \
      "Histories of at most T transactions, O objects and V values of each object, the initial one included "               \
      "(default: 5,5,5).")                                                                                                  \
    X(IP_OPT_OBJECTS, "objects", 0, "N", "Histories of at most N objects.")                                                 \
    X(IP_OPT_VALUES, "values", 0, "N", "Histories with at most N values of each object, the initial one included.")         \
    X(IP_OPT_MINIMIZE, "minimize", 0, NULL,                                                                                 \
      "Look for the smallest history: fewest transactions, then objects, then reads and writes. Two levels are "            \
      "always "                                                                                                             \
      "compared so.")                                                                                                       \
    X(IP_OPT_BLIND_WRITES, "blind-writes", 0, NULL, "A transaction may write an object that it does not read.")             \
    X(IP_OPT_GRAPH, "graph", 0, NULL,                                                                                       \
      "Draw which level implies which, across families, as the levels compare (see isoproof compare): text for "            \
      "Graphviz's dot, or a page with --format html.")                                                                      \
    X(IP_OPT_FORMAT, "format", 'f', "FORMAT",                                                                               \
      "text (the default), or json for other programs to read; its JSON Schema is installed as report.schema.json. "        \
      "check, compare and levels draw: dot for Graphviz, html as a page with pictures. analyze and advise also write "      \
      "sarif, "                                                                                                             \
      "html, github, gitlab, gcc, junit and dot, which docs/formats.md describes; auto is github within GitHub "            \
      "Actions, "                                                                                                           \
      "and text elsewhere.")                                                                                                \
    X(IP_OPT_REPORT, "report", 0, "FORMAT=FILE",                                                                            \
      "Also write the report to FILE in this format, completely or not at all. May be repeated.")                           \
    X(IP_OPT_SHOW, "show", 0, "ID",                                                                                         \
      "Show one finding only, with all its evidence at each level: the one with this id, or whose id begins so. Ids "       \
      "stand "                                                                                                              \
      "in brackets in the text, and are those of every other format.")                                                      \
    X(IP_OPT_NO_TIMINGS, "no-timings", 0, NULL,                                                                             \
      "Leave out what differs from run to run: JSON without statistics, text without times.")                               \
    X(IP_OPT_ALL, "all", 0, NULL, "Write every page: as text, or with --format html as one file.")                          \
    X(IP_OPT_INPUT, "input", 0, "FORMAT",                                                                                   \
      "The format of the history: json, jsonl (JSON lines), text (r(key,value,session,transaction)), dbcop or elle. "       \
      "Without it: what the file looks like.")                                                                              \
    X(IP_OPT_OUTPUT, "output", 'o', "FILE",                                                                                 \
      "Write to FILE instead of standard output. FILE is written completely or not at all.")                                \
    X(IP_OPT_VERBOSE, "verbose", 'v', NULL,                                                                                 \
      "In text: all evidence of all findings, what is known of each program, all notes, proof methods and "                 \
      "statistics.")                                                                                                        \
    X(IP_OPT_QUIET, "quiet", 'q', NULL, "In text: only the verdicts, without evidence, notes and progress.")                \
    X(IP_OPT_CONFIG, "config", 0, "FILE",                                                                                   \
      "Read this configuration instead of the nearest isoproof.toml. docs/configuration.md has its keys; options and "      \
      "files of the command line come before it.")                                                                          \
    X(IP_OPT_NO_CONFIG, "no-config", 0, NULL, "Read no isoproof.toml.")                                                     \
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
    ip_range said;     /* where a configuration has it; source NULL: on the command line */
} ip_given_option;

typedef struct ip_arguments {
    ip_arena *arena;
    const char *program, *command;   /* as typed */
    IP_VEC(ip_given_option) options; /* in the order given */
    IP_VEC(const char *) operands;
    IP_VEC(const char *) typed; /* the operands of the command line, before a configuration adds or replaces any */
    const struct ip_configuration *configuration; /* configured.h; NULL: none */
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

/* The nearest of count names, or NULL when none is near enough to be meant. */
const char *ip_option_suggest(const char *word, const char *const *names, int count);

/* Parses what follows the command's name. false after reporting what is wrong. */
bool ip_option_arguments_parse(const ip_command *command, int argc, char **argv, ip_arguments *arguments);
/* Are there as many operands as the command takes? false after reporting. */
bool ip_option_arguments_check(const ip_command *command, const ip_arguments *arguments);
const ip_given_option *ip_option_last(const ip_arguments *arguments, ip_option option); /* or NULL */
bool ip_option_given(const ip_arguments *arguments, ip_option option);
const char *ip_option_value(const ip_arguments *arguments, ip_option option); /* the last one, or NULL */

/* "isoproof: error: …" on standard error; returns IP_EXIT_ERROR. */
ip_exit ip_option_usage_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
