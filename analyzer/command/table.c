#include "command/command.h"

#include <string.h>

const ip_option_entry ip_option_table[IP_OPTION_COUNT] = {
#define X(id, name, short_name, argument, help) [id] = {name, short_name, argument, help},
    IP_OPTIONS(X)
#undef X
};

#define TEXT (const char *const[])
#define OPTIONS (const ip_option[])

const ip_command ip_command_table[] = {
    {
        .name = "analyze",
        .operands = "FILE…",
        .summary = "is each isolation level safe for these transactions? a proof, or anomalies",
        .description =
            TEXT{
                "Reads SQL as it stands: CREATE TABLE, CREATE FUNCTION and CREATE PROCEDURE in plpgsql or sql, scripts "
                "with BEGIN … COMMIT for psql or pgbench, placeholders (:x, sqlc's @x; $1, ? and %s, which are "
                "numbered "
                "per statement unless a comment \"-- params: id, amount\" before it names them), clients of the "
                "isolation tester (.spec). - is standard input. The schema is what the files make of it, by routines "
                "and DO blocks that they run, too. The transaction programs are: every procedure and function that no "
                "other one calls, but for those that files run to change the schema, and every BEGIN … COMMIT block, "
                "called by a preceding comment \"-- name: x\", else by file and line.",
                "For each level the answer is safe (every execution of any number of instances of these programs, with "
                "any arguments, from any state the schema allows, is serializable), unsafe (with an anomaly: concrete "
                "instances, arguments and rows), or undecided. Whatever was not understood is taken to do more than it "
                "does, and is listed with its place.",
                NULL},
        .examples = TEXT{"isoproof analyze --level snapshot-isolation bank.sql", "is snapshot isolation enough?",
                         "isoproof analyze --level read-atomic,snapshot-isolation schema.sql procedures.sql",
                         "two levels, tables and code in two files",
                         "isoproof analyze --level snapshot-isolation --transactions withdraw,deposit bank.sql",
                         "only two of the programs", "isoproof analyze --format json --output report.json bank.sql",
                         "a report for programs", NULL},
        .options = OPTIONS{IP_OPT_LEVEL, IP_OPT_MAX_CYCLE, IP_OPT_TIMEOUT, IP_OPT_TRANSACTIONS, IP_OPT_IMPLICIT,
                           IP_OPT_COMPLETE, IP_OPT_TRUSTED, IP_OPT_MODULES, IP_OPT_SERIALIZE, IP_OPT_ASSIGN,
                           IP_OPT_AS_DECLARED, IP_OPT_ALL_ANOMALIES, IP_OPT_NO_REPLAY, IP_OPT_PROOF,
                           IP_OPT_SAVE_QUERIES, IP_OPT_FORMAT, IP_OPT_OUTPUT, IP_OPT_QUIET, IP_OPTION_COUNT},
        .least_operands = 1,
        .most_operands = -1,
        .run = ip_command_analyze,
    },
    {
        .name = "advise",
        .operands = "FILE…",
        .summary = "which level does each transaction need on this engine, and what to change to need less",
        .description =
            TEXT{
                "Decides every level of the engine for all programs together, finds the weakest level for each program "
                "such that the mixture is safe, and looks for the fewest changes to the SQL text with which the "
                "engine's "
                "weakest level is enough for all: row locks, one statement instead of two, constraints. Each change is "
                "shown, and has been verified by analyzing the changed text.",
                "A weaker level may be safe where a stronger one is not: levels of an engine form no chain, so each is "
                "decided by itself.",
                "The exit status is that of the weakest level for all programs: 0 if it is safe as it is, 1 if there "
                "is "
                "an anomaly, 3 if it is undecided, 2 on errors. docs/advice.md tells what is claimed and what is not.",
                NULL},
        .examples = TEXT{"isoproof advise --engine postgresql bank.sql", "what do these transactions need?",
                         "isoproof advise --engine postgresql --subsets schema.sql procedures.sql",
                         "also: which of them can share a weak level?", NULL},
        .options = OPTIONS{IP_OPT_ENGINE, IP_OPT_ASSIGN, IP_OPT_SUBSETS, IP_OPT_TRANSACTIONS, IP_OPT_IMPLICIT,
                           IP_OPT_COMPLETE, IP_OPT_TRUSTED, IP_OPT_MODULES, IP_OPT_MAX_CYCLE, IP_OPT_TIMEOUT,
                           IP_OPT_NO_REPLAY, IP_OPT_FORMAT, IP_OPT_OUTPUT, IP_OPT_QUIET, IP_OPTION_COUNT},
        .least_operands = 1,
        .most_operands = -1,
        .run = ip_command_advise,
    },
    {
        .name = "explore",
        .operands = "CLIENT [FILE…]",
        .summary =
            "every history of one concrete client at an isolation level: counts, and assertions on where they end",
        .description =
            TEXT{
                "CLIENT is a file for PostgreSQL's isolation tester: setup {…}, session s1, step a {…}. A session's "
                "transactions are its steps, cut at BEGIN … COMMIT; statements of one step outside of that are one "
                "transaction. Each FILE is SQL that is read before: tables, routines, rows. Teardown and permutations "
                "are not used, and neither are levels given with BEGIN: --level counts.",
                "A history says which transaction each read reads from, cell by cell. Every history that the level "
                "allows is found once (Bouajjani, Enea & Román-Calvo, PLDI 2023), and each assertion is checked at its "
                "end; where the level leaves the order of commits open, for each order.",
                "With --permutations nothing is explored: the client is run as the isolation tester runs it. What "
                "cannot "
                "be run so is told with its place, and then no transcript is printed.",
                "The exit status is 0 if every assertion holds, 1 if one fails, 3 if a limit ended the exploration "
                "before that or a permutation cannot be run, 2 on errors.",
                NULL},
        .examples =
            TEXT{"isoproof explore --level causal-consistency client.spec", "how many histories?",
                 "isoproof explore --level snapshot-isolation --assert \"SELECT sum(v) = 10 FROM kv\" client.spec "
                 "bank.sql",
                 "does the sum always come out?", NULL},
        .options = OPTIONS{IP_OPT_LEVEL, IP_OPT_ASSIGN, IP_OPT_ASSERT, IP_OPT_BASE, IP_OPT_SHARD, IP_OPT_TIMEOUT,
                           IP_OPT_MAX_HISTORIES, IP_OPT_MAX_STEPS, IP_OPT_HISTORIES, IP_OPT_PLAIN, IP_OPT_PERMUTATIONS,
                           IP_OPT_COMPLETE, IP_OPT_TRUSTED, IP_OPT_MODULES, IP_OPT_FORMAT, IP_OPT_OUTPUT, IP_OPT_QUIET,
                           IP_OPTION_COUNT},
        .least_operands = 1,
        .most_operands = -1,
        .run = ip_command_explore,
    },
    {
        .name = "replay",
        .operands = "REPORT",
        .summary = "runs the anomalies of a report again: in memory, on a PostgreSQL server, or as scripts",
        .description =
            TEXT{"REPORT is what analyze --format json wrote; - is standard input. Its files must be as they were. "
                 "Without "
                 "--dsn and --export each anomaly is run in memory again.",
                 "With --dsn each schedule runs on a server, one connection an instance, step by step, and what the "
                 "server "
                 "answers is shown beside what was predicted. Each instance runs at the level of PostgreSQL that "
                 "behaves "
                 "like the anomaly's, as the level's file says; --isolation names another one.",
                 "The exit status is 0 if every anomaly came out as predicted, 1 if one did not (also if the server "
                 "refused it, as it should at serializable), 3 if one could not be run, 2 on errors.",
                 NULL},
        .examples = TEXT{"isoproof replay report.json", "do they still happen, in memory?",
                         "isoproof replay --dsn \"dbname=test\" report.json", "do they happen on this server?",
                         "isoproof replay --dsn \"dbname=test\" --isolation serializable report.json",
                         "does serializable prevent them?", "isoproof replay --export anomalies report.json",
                         "scripts to try them by hand", NULL},
        .options = OPTIONS{IP_OPT_DSN, IP_OPT_ISOLATION, IP_OPT_EXPORT, IP_OPT_ANOMALY, IP_OPT_WAIT, IP_OPT_FORMAT,
                           IP_OPT_OUTPUT, IP_OPT_QUIET, IP_OPTION_COUNT},
        .least_operands = 1,
        .most_operands = 1,
        .run = ip_command_replay,
    },
    {
        .name = "levels",
        .operands = "[FILE…]",
        .summary = "the isolation levels known, their files, and which implies which",
        .description =
            TEXT{"Lists the levels that ship, weakest first, with the file that holds a level's axioms, where they "
                 "come from, and the weaker levels it implies: whatever is safe there is safe here. Level files "
                 "of your own are listed with them, and errors in them are told.",
                 NULL},
        .examples = TEXT{"isoproof levels", "all levels that ship", "isoproof levels ./my-level.smt2",
                         "where does this one stand among them?", NULL},
        .options = OPTIONS{IP_OPT_FORMAT, IP_OPT_OUTPUT, IP_OPTION_COUNT},
        .least_operands = 0,
        .most_operands = -1,
        .run = ip_command_levels,
    },
    {
        .name = "explain",
        .operands = "[NAME]",
        .summary = "one page on an anomaly, a level, a note, a verdict or a proof method",
        .description = TEXT{"NAME is a word from a report. Without it, the words there are.", NULL},
        .examples = TEXT{"isoproof explain write-skew", "what it is, and how to avoid it",
                         "isoproof explain snapshot-isolation", "the level's axioms", NULL},
        .options = OPTIONS{IP_OPTION_COUNT},
        .least_operands = 0,
        .most_operands = 1,
        .run = ip_command_explain,
    },
    {
        .name = "programs",
        .operands = "FILE…",
        .summary = "how the files were understood: each program's parameters, variables and statements",
        .description =
            TEXT{"Prints every transaction program in the form that is analyzed: what each statement reads, writes "
                 "and depends on; then how many programs and statements were understood exactly, over-approximated and "
                 "not understood (why is told on standard error), and which of them are run in memory, so that their "
                 "anomalies "
                 "can be replayed there.",
                 "With --format json it is a report without results: transactions, each with what of it is not run in "
                 "memory, notes, and coverage, with every place and every routine.",
                 NULL},
        .examples = TEXT{"isoproof programs bank.sql", "all programs of bank.sql",
                         "isoproof programs --format json schema.sql procedures.sql",
                         "what was understood, for programs", NULL},
        .options = OPTIONS{IP_OPT_TRANSACTIONS, IP_OPT_IMPLICIT, IP_OPT_COMPLETE, IP_OPT_TRUSTED, IP_OPT_MODULES,
                           IP_OPT_FORMAT, IP_OPT_OUTPUT, IP_OPTION_COUNT},
        .least_operands = 1,
        .most_operands = -1,
        .run = ip_command_programs,
    },
    {
        .name = "check",
        .operands = "HISTORY",
        .summary = "does a recorded history satisfy an isolation level? if not, a cycle",
        .description =
            TEXT{"HISTORY is a JSON file (- is standard input): sessions, their transactions, and for each the objects "
                 "it read and wrote, in order. history.schema.json describes it, docs/histories.md shows one. Reads "
                 "name the value they returned, or the transaction it came from.",
                 "Each level is one of commit orders where there is one of that name, else one of visibility (see "
                 "isoproof levels). Without --level every level of commit orders is checked. Where a history does not "
                 "satisfy a level, the reads that cannot all be are shown as a cycle: session order (so), dependencies "
                 "(wr, ww, rw), and orders that an axiom forces (co).",
                 "Exit status 0: consistent with every level; 1: not.", NULL},
        .examples = TEXT{"isoproof check --level snapshot-isolation history.json", "one level",
                         "isoproof check --level read-committed,si,ser --format json history.json",
                         "three of them, for programs; check.schema.json describes the output", NULL},
        .options = OPTIONS{IP_OPT_LEVEL, IP_OPT_FORMAT, IP_OPT_OUTPUT, IP_OPT_QUIET, IP_OPTION_COUNT},
        .least_operands = 1,
        .most_operands = 1,
        .run = ip_command_check,
    },
    {
        .name = "help",
        .operands = "[COMMAND]",
        .summary = "this overview, or what one command does",
        .description = TEXT{"The same as isoproof COMMAND --help.", NULL},
        .examples = TEXT{"isoproof help analyze", "the options of analyze", NULL},
        .options = OPTIONS{IP_OPTION_COUNT},
        .least_operands = 0,
        .most_operands = 1,
        .run = ip_command_help,
    },
    {
        .name = "manual",
        .operands = "man|markdown",
        .summary = "writes the man page or docs/commands.md",
        .description = TEXT{NULL},
        .examples = TEXT{NULL},
        .options = OPTIONS{IP_OPT_OUTPUT, IP_OPTION_COUNT},
        .least_operands = 1,
        .most_operands = 1,
        .hidden = true,
        .run = ip_command_manual,
    },
    {0},
};

const ip_command *ip_command_find(const char *name)
{
    for (const ip_command *command = ip_command_table; command->name; command++)
        if (strcmp(command->name, name) == 0)
            return command;
    return NULL;
}
